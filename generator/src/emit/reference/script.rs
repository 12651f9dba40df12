//! The script of the page, and its hash for the content security policy.

use super::Reference;
use super::html::Html;

/// The parts of the script, each about one thing.
const PARTS: [&str; 7] = [
    include_str!("../../../templates/reference/script/page.js"),
    include_str!("../../../templates/reference/script/contents.js"),
    include_str!("../../../templates/reference/script/samples.js"),
    include_str!("../../../templates/reference/script/schemas.js"),
    include_str!("../../../templates/reference/script/markdown.js"),
    include_str!("../../../templates/reference/script/search.js"),
    include_str!("../../../templates/reference/script/searchbox.js"),
];

/// The parts of the request console.
const CONSOLE: [&str; 4] = [
    include_str!("../../../templates/reference/script/console-request.js"),
    include_str!("../../../templates/reference/script/console-response.js"),
    include_str!("../../../templates/reference/script/console-form.js"),
    include_str!("../../../templates/reference/script/console.js"),
];

/// Starts the parts.
const START: &str = include_str!("../../../templates/reference/script/start.js");

/// The script that loads the page again. It works without the others.
const RELOAD: &str = include_str!("../../../templates/reference/script/reload.js");

/// The SHA-256 of the script in base64: the content security policy allows no other script. A test knows the value.
const HASH: &str = "0gzNZIg/+g3MxKivD8w0lZ0ZsoNwG84pfT52ojY9eqA=";

/// The same for the script with the request console.
const HASH_WITH_CONSOLE: &str = "DdpdSMmMpD2UVpbuC6qsl9nlk49A2chKrS9TU+VxwLU=";

/// The same for the script that loads the page again.
const HASH_OF_RELOAD: &str = "0qPfHZDkOrRbzZTgTT94z2pRhYUXOOUx6tPgEJ0Arwk=";

/// The scripts.
pub(super) struct Script {
    pub(super) text: Html,
    pub(super) hash: &'static str,
    pub(super) reload: Html,
    pub(super) reload_hash: &'static str,
}

impl Script {
    /// The script of a page with these options.
    pub(super) fn new(options: &Reference) -> Self {
        let (console, hash) = match options.console {
            true => (CONSOLE.concat(), HASH_WITH_CONSOLE),
            false => (String::new(), HASH),
        };
        let parts = PARTS.concat();
        let text = format!("\"use strict\";\n(() => {{\n{parts}{console}{START}}})();\n");
        Self {
            text: Html::trusted(text),
            hash,
            reload: Html::trusted(RELOAD.to_owned()),
            reload_hash: HASH_OF_RELOAD,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// All parts are in one function, where a name that is declared twice stops the whole script.
    #[test]
    fn names_are_declared_once() {
        let mut names = BTreeSet::new();
        for line in PARTS.iter().chain(&CONSOLE).flat_map(|part| part.lines()) {
            let line = line.strip_prefix("async ").unwrap_or(line);
            let keywords = ["const ", "let ", "function ", "class "];
            let Some(rest) = keywords.iter().find_map(|key| line.strip_prefix(key)) else {
                continue;
            };
            let is_of_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
            let name = rest.split(|c| !is_of_name(c)).next().unwrap_or_default();
            assert!(
                name.is_empty() || names.insert(name),
                "`{name}` is declared twice"
            );
        }
        assert!(names.contains("pairsOf") && names.contains("encode"));
    }
}

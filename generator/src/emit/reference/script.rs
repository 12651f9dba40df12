//! The script of the page, and its hash for the content security policy.

use super::Reference;
use super::html::Html;

/// The parts of the script, each about one thing.
const PARTS: [&str; 6] = [
    include_str!("../../../templates/reference/script/page.js"),
    include_str!("../../../templates/reference/script/contents.js"),
    include_str!("../../../templates/reference/script/samples.js"),
    include_str!("../../../templates/reference/script/schemas.js"),
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

/// The SHA-256 of the script in base64: the content security policy allows no other script. A test knows the value.
const HASH: &str = "07KgFBZLqJObHavqvyGGoJhCJH8j8YfZxfSLVZ/CKFE=";

/// The same for the script with the request console.
const HASH_WITH_CONSOLE: &str = "gY5FsSk8XxRkF4ymggbP03j9uw8tNiajcIWITBz9fXM=";

/// The script.
pub(super) struct Script {
    pub(super) text: Html,
    pub(super) hash: &'static str,
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
        }
    }
}

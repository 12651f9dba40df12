//! The files of a document: which texts are OpenAPI, and the files that references lead to.

use super::{overlay, swagger};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::node::Node;
use crate::source::{SourceFile, Spanned};

pub(super) use crate::source::MissingFile;

use crate::{json, yaml};
use std::collections::HashSet;

/// A file of a document.
pub(crate) struct Parsed {
    /// Its path, relative to the folder of the first file.
    pub(crate) name: String,
    pub(crate) root: Node,
}

/// Whether a text is an OpenAPI document, or an overlay of one: it has the key `openapi`, `swagger` or `overlay`.
pub(crate) fn is_openapi(text: &str) -> bool {
    has_key(text, &["openapi", "swagger", "overlay"])
}

/// Whether a text has one of these keys on its first level.
fn has_key(text: &str, keys: &[&str]) -> bool {
    if json::is_json(text) {
        return json::has_key(text, keys);
    }
    text.lines().any(|line| {
        keys.iter().any(|key| {
            let line = line.trim_start_matches(['"', '\'']);
            let rest = line.strip_prefix(key).unwrap_or_default();
            rest.trim_start_matches(['"', '\''])
                .trim_start()
                .starts_with(':')
        })
    })
}

/// The files of a document.
pub(super) struct Parts {
    /// The first is the document itself, with its overlays.
    pub(super) files: Vec<Parsed>,
    /// Those that cannot be read.
    pub(super) missing: Vec<MissingFile>,
    /// The targets of overlays that select nothing.
    pub(super) unmatched: Vec<Spanned<String>>,
}

/// Reads all files.
pub(super) fn parse(source: &SourceFile) -> Result<Parts, Diagnostics> {
    let folder = folder_of(source.name());
    let mut parsed = Vec::new();
    for (name, span) in source.files() {
        let text = source.slice(span);
        let root = parse_text(text, span.start())?;
        let name = name.strip_prefix(folder).unwrap_or(name);
        parsed.push(Parsed {
            name: name.to_owned(),
            root,
        });
    }
    let unmatched = overlay::apply(&mut parsed)?;
    for file in &mut parsed {
        if swagger::is_swagger(&file.root) {
            swagger::upgrade(&mut file.root);
        }
    }
    let missing = source.missing().iter().map(|file| MissingFile {
        name: file
            .name
            .strip_prefix(folder)
            .unwrap_or(&file.name)
            .to_owned(),
        why: file.why.clone(),
    });
    Ok(Parts {
        files: parsed,
        missing: missing.collect(),
        unmatched,
    })
}

fn parse_text(text: &str, start: usize) -> Result<Node, Diagnostic> {
    match json::is_json(text) {
        true => json::parse(text, start),
        false => yaml::parse_openapi(text, start),
    }
}

/// The folder of a path, with a slash at its end.
fn folder_of(path: &str) -> &str {
    path.rfind('/').map_or("", |slash| &path[..=slash])
}

/// Adds the files that references lead to, and those that their references lead to. `read` returns the text of a file,
/// whose path is relative to the folder of the document. A file that cannot be read is not added: what refers to it has a
/// warning.
///
/// # Errors
///
/// The document of an overlay cannot be read.
pub(crate) fn with_references(
    mut source: SourceFile,
    read: &mut dyn FnMut(&str) -> Result<String, String>,
) -> Result<SourceFile, Diagnostics> {
    let folder = folder_of(source.name()).to_owned();
    let main = source.name().strip_prefix(folder.as_str());
    let main = main.unwrap_or_default().to_owned();
    let mut waiting = referenced(source.text(), &main);
    let mut seen: HashSet<String> = HashSet::from([main.clone()]);
    let mut from = main;
    let mut overlay = extended(source.text(), 0);
    while let Some(document) = overlay.take() {
        let path = resolve_path(&from, &document.value);
        if !seen.insert(path.clone()) {
            break;
        }
        let text = match is_remote(&document.value) {
            true => Err("it is on the network".to_owned()),
            false => read(&path),
        };
        let text = text.map_err(|why| overlay::cannot_read(&document, &why))?;
        source = source.with_file(format!("{folder}{path}"), &text);
        let start = source.text().len() - text.len();
        overlay = extended(&text, start);
        waiting.extend(referenced(&text, &path));
        from = path;
    }
    while let Some(path) = waiting.pop() {
        if !seen.insert(path.clone()) {
            continue;
        }
        let name = format!("{folder}{path}");
        match read(&path).and_then(|text| parsable(text, &name)) {
            Ok(text) => {
                waiting.extend(referenced(&text, &path));
                source = source.with_file(name, &text);
            }
            Err(why) => source = source.with_missing(name, why),
        }
    }
    Ok(source)
}

/// A text that is JSON or YAML, or where it is not.
fn parsable(text: String, name: &str) -> Result<String, String> {
    match parse_text(&text, 0) {
        Ok(_) => Ok(text),
        Err(error) => {
            let place = SourceFile::new(name, text.as_str());
            let (line, column) = place.line_column(error.span().start());
            let message = &error.message;
            Err(format!(
                "{message}, at line {line}, column {column} of `{name}`"
            ))
        }
    }
}

/// The document that an overlay changes; `None` if a text is no overlay.
fn extended(text: &str, start: usize) -> Option<Spanned<String>> {
    // A document has its version near its beginning, so this is fast. Only the text of an overlay is read twice.
    if has_key(text, &["openapi", "swagger"]) {
        return None;
    }
    let root = parse_text(text, start).ok()?;
    overlay::is_overlay(&root)
        .then(|| overlay::extends(&root))
        .flatten()
}

/// The files that a text refers to.
fn referenced(text: &str, from: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("$ref") {
        let rest = text.get(at + "$ref".len()..).unwrap_or_default();
        let rest = rest.trim_start_matches(['"', '\'']).trim_start();
        let Some(value) = rest.strip_prefix(':') else {
            continue;
        };
        let value = value.trim_start().trim_start_matches(['"', '\'']);
        let end = value.find(['"', '\'', '\n', '\r', ',', '}']);
        let value = value.get(..end.unwrap_or(value.len())).unwrap_or_default();
        let path = value.split('#').next().unwrap_or_default().trim();
        if !path.is_empty() && !is_remote(path) {
            found.push(resolve_path(from, path));
        }
    }
    found.sort_unstable();
    found.dedup();
    // The last one is taken first.
    found.reverse();
    found
}

/// Whether a reference is a URL.
pub(super) fn is_remote(reference: &str) -> bool {
    reference.contains("://")
}

/// The path of a file that another one refers to, relative to the folder of the document.
pub(super) fn resolve_path(from: &str, reference: &str) -> String {
    let reference = super::references::percent_decoded(reference);
    let mut parts: Vec<&str> = folder_of(from)
        .split('/')
        .filter(|part| !part.is_empty())
        .collect();
    for part in reference.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openapi_is_told_by_its_keys() {
        for (text, expected) in [
            ("openapi: 3.1.0\n", true),
            ("# A comment\n\ninfo: {}\n'openapi' : 3.0.0\n", true),
            ("swagger: '2.0'\n", true),
            ("specsmith: 1\napi: { title: openapi: }\n", false),
            ("openapis: 3\n", false),
            ("{\"info\": {\"openapi\": 1}, \"openapi\": \"3.0.0\"}", true),
            ("{\"info\": {\"openapi\": \"}\"}}", false),
            ("{\"specsmith\": 1}", false),
            ("", false),
        ] {
            assert_eq!(is_openapi(text), expected, "{text}");
        }
    }

    #[test]
    fn paths_are_relative_to_the_folder_of_the_document() {
        for (from, reference, path) in [
            ("api.yaml", "pets.yaml", "pets.yaml"),
            ("api.yaml", "./schemas/pet.json", "schemas/pet.json"),
            ("schemas/pet.yaml", "../common.yaml", "common.yaml"),
            ("schemas/pet.yaml", "owner%20a.yaml", "schemas/owner a.yaml"),
            ("api.yaml", "../other/a.yaml", "../other/a.yaml"),
        ] {
            assert_eq!(resolve_path(from, reference), path, "{from} {reference}");
        }
    }

    #[test]
    fn references_to_files_are_found_in_json_and_yaml() {
        let text = "a: { $ref: b.yaml#/x }\nb:\n  $ref: './c.json'\nc: {\"$ref\": \"#/d\"}\nd:\n  $ref: \"https://e.example/f\"\n";
        assert_eq!(referenced(text, "api.yaml"), ["c.json", "b.yaml"]);
        assert_eq!(
            referenced("{\"$ref\":\"b/c.json#/d\"}", "x/a.json"),
            ["x/b/c.json"]
        );
    }
}

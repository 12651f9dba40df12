//! The files of a document: which texts are OpenAPI, and the files that references lead to.

mod anchors;
mod misplaced;
mod overlay;
mod parsed;
pub(super) mod pointers;
mod requirements;
mod swagger;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::node::{Node, Tree};
use crate::source::{SourceFile, Spanned};

pub(super) use crate::source::MissingFile;
pub(super) use misplaced::{Broken, Why};
pub use overlay::Overlay;
pub(super) use parsed::Parsed;
use pointers::{folder_of, is_remote, resolve_path};
pub(super) use swagger::is_swagger;

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use crate::hash::HashSet;
use crate::{json, yaml};

/// Whether text is an OpenAPI document, or an overlay of one: it has the key `openapi`, `swagger` or `overlay`.
pub(crate) fn is_openapi(text: &str) -> bool {
    has_key(text, &["openapi", "swagger", "overlay"])
}

/// Whether text has one of these keys on its first level.
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

/// What the first file of a document says as an overlay; `None` if it is none, or is not valid.
pub(crate) fn overlay(source: &SourceFile) -> Option<Overlay> {
    let (_, span) = source.files().next()?;
    let tree = parse_text(source.slice(span), 0).ok()?;
    overlay::origin(&tree.root)
}

/// The files of a document.
pub(super) struct Parts {
    /// The first is the document itself, with its overlays.
    pub(super) files: Vec<Parsed>,
    /// The files that cannot be read.
    pub(super) missing: Vec<MissingFile>,
    /// The targets of overlays that select nothing.
    pub(super) unmatched: Vec<Spanned<String>>,
    /// Keys that are repeated in the same object.
    pub(super) repeated: Vec<Spanned<String>>,
    /// The references in place of operations, maps and lists that lead to nothing.
    pub(super) broken: Vec<Broken>,
}

/// Reads all files.
pub(super) fn parse(source: &SourceFile) -> Result<Parts, Diagnostics> {
    let folder = folder_of(source.name());
    let mut parsed = Vec::new();
    let mut repeated = Vec::new();
    let mut has_anchors = false;
    for (name, span) in source.files() {
        has_anchors |= anchors::may_have(source.slice(span));
        let tree = match source.tree(span.start()) {
            Some(tree) => tree.clone(),
            None => parse_text(source.slice(span), span.start())?,
        };
        repeated.extend(tree.repeated);
        let name = name.strip_prefix(folder).unwrap_or(name);
        parsed.push(Parsed {
            name: name.to_owned(),
            root: tree.root,
        });
    }
    let unmatched = overlay::apply(&mut parsed)?;
    if has_anchors {
        anchors::resolve(&mut parsed);
    }
    let broken = misplaced::replace(&mut parsed);
    swagger::upgrade(&mut parsed);
    requirements::simplify(&mut parsed);
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
        repeated,
        broken,
    })
}

/// Reads a JSON or YAML text. YAML may begin like JSON: `{ openapi: 3.1.0 }`.
fn parse_text(text: &str, start: usize) -> Result<Tree, Diagnostic> {
    let yaml = || {
        yaml::parse_openapi(text, start).map(|root| Tree {
            root: Arc::new(root),
            repeated: Vec::new(),
        })
    };
    match json::is_json(text) {
        true => json::parse(text, start).or_else(|error| yaml().map_err(|_| error)),
        false => yaml(),
    }
}

/// Adds the files that references lead to, and the files that references in these lead to. `read` returns the text of a
/// file, whose path is relative to the folder of the document. A file that cannot be read is not added: what refers to
/// it has a warning.
///
/// # Errors
///
/// The document of an overlay cannot be read.
pub(crate) fn with_references(
    mut source: SourceFile,
    read: &mut dyn FnMut(&str) -> Result<String, String>,
) -> Result<SourceFile, Diagnostics> {
    let folder = folder_of(source.name()).to_owned();
    let main = source
        .name()
        .strip_prefix(folder.as_str())
        .unwrap_or_default()
        .to_owned();
    let mut waiting = Vec::new();
    let mut overlay = None;
    if let Some(tree) = opened(source.text(), 0) {
        overlay = overlay::extends(&tree.root);
        waiting = referenced(&tree.root, &main);
        source.keep(tree);
    }
    let mut seen: HashSet<String> = HashSet::from_iter([main.clone()]);
    let mut from = main;
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
        if let Some(tree) = opened(&text, source.text().len() - text.len()) {
            overlay = overlay::extends(&tree.root);
            waiting.extend(referenced(&tree.root, &path));
            source.keep(tree);
        }
        from = path;
    }
    while let Some(path) = waiting.pop() {
        if !seen.insert(path.clone()) {
            continue;
        }
        let name = format!("{folder}{path}");
        let start = source.text().len() + 1;
        match read(&path).and_then(|text| Ok((parsable(&text, start, &name)?, text))) {
            Ok((tree, text)) => {
                waiting.extend(referenced(&tree.root, &path));
                source = source.with_file(name, &text);
                source.keep(tree);
            }
            Err(why) => source = source.with_missing(name, why),
        }
    }
    Ok(source)
}

/// The tree of text that is JSON or YAML, or where it is not.
fn parsable(text: &str, start: usize, name: &str) -> Result<Tree, String> {
    parse_text(text, start).map_err(|error| {
        let place = SourceFile::new(name, text);
        let (line, column) = place.line_column(error.span().start() - start);
        let message = &error.message;
        format!("{message}, at line {line}, column {column} of `{name}`")
    })
}

/// The tree of an overlay, or of a document that may refer to other files. All others are not read here, so that a
/// crate is recognized as up to date without reading its specification. That text is invalid is an error later.
fn opened(text: &str, start: usize) -> Option<Tree> {
    // A document has its version near its beginning, so this is fast.
    let is_document = has_key(text, &["openapi", "swagger"]);
    match is_document && !may_refer_to_files(text) {
        true => None,
        false => parse_text(text, start).ok(),
    }
}

fn may_refer_to_files(text: &str) -> bool {
    let mut references = text.match_indices("$ref");
    let refers = references.any(|(at, key)| {
        let rest = text.get(at + key.len()..).unwrap_or_default();
        let value = rest.trim_start_matches(|c: char| c.is_whitespace() || "\"':".contains(c));
        // A property of this name is a map, and what is on the network is not read.
        let is_elsewhere = value.starts_with(['#', '{']) || is_remote(first_word(value));
        !is_elsewhere
    });
    refers || may_map_to_files(text)
}

/// Whether the `mapping` of a discriminator may have the name of a file.
fn may_map_to_files(text: &str) -> bool {
    let endings = [".json", ".yaml", ".yml"];
    // A map in one that was searched is a part of it.
    let mut searched = 0;
    text.match_indices("mapping").any(|(at, _)| {
        if at < searched {
            return false;
        }
        let mapping = mapping_at(text, at);
        searched = mapping.end;
        let mapping = text.get(mapping).unwrap_or_default();
        endings.iter().any(|end| mapping.contains(end))
    })
}

/// A value without what follows it, or the beginning of a long one.
fn first_word(text: &str) -> &str {
    const LONGEST: usize = 256;
    let mut ends = text.char_indices();
    let end = ends.find(|(at, c)| *at >= LONGEST || c.is_whitespace() || "\"'".contains(*c));
    let word = end.and_then(|(at, _)| text.get(..at));
    word.unwrap_or(text)
}

/// Where the map is whose key begins at an offset; it may be more. In braces, it ends with them. Otherwise, its lines
/// are further to the right than the line of its key.
fn mapping_at(text: &str, at: usize) -> Range<usize> {
    let rest = text.get(at + "mapping".len()..).unwrap_or_default();
    let Some(rest) = rest
        .trim_start_matches(['"', '\''])
        .trim_start()
        .strip_prefix(':')
    else {
        return at..at;
    };
    let start = text.len() - rest.len();
    if let Some(flow) = rest.trim_start().strip_prefix('{') {
        let start = text.len() - flow.len();
        return start..start + flow.find('}').unwrap_or(flow.len());
    }
    let indent = |line: &str| line.len() - line.trim_start().len();
    let before = text.get(..at).unwrap_or_default();
    let own = indent(before.rsplit(['\n', '\r']).next().unwrap_or(before));
    let mut length = 0;
    for (number, line) in rest.split_inclusive(['\n', '\r']).enumerate() {
        if number > 0 && !line.trim().is_empty() && indent(line) <= own {
            break;
        }
        length += line.len();
    }
    start..start + length
}

/// The files that a tree refers to.
fn referenced(root: &Node, from: &str) -> Vec<String> {
    let mut found = BTreeSet::new();
    add_references(root, from, &mut found);
    // The last one is taken first.
    found.into_iter().rev().collect()
}

fn add_references(node: &Node, from: &str, found: &mut BTreeSet<String>) {
    let mut add = |reference: &str| {
        let path = reference.split('#').next().unwrap_or_default().trim();
        if !path.is_empty() && !is_remote(path) {
            found.insert(resolve_path(from, path));
        }
    };
    if let Some(reference) = node.text_at("$ref") {
        add(reference);
    }
    let discriminator = node.get("discriminator");
    let mapping =
        discriminator.map_or(&[][..], |discriminator| discriminator.entries_at("mapping"));
    let mapped = mapping.iter().filter_map(|(_, value)| value.as_text());
    // Others are names of components.
    let mapped = mapped.filter(|text| text.contains(['.', '/']));
    mapped.for_each(add);
    let values = node.entries().iter().map(|(_, value)| value);
    for node in values.chain(node.items()) {
        add_references(node, from, found);
    }
}

#[cfg(test)]
mod tests;

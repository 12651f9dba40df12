//! Reads the extensions for what the spec language has a key for and OpenAPI has no word. Most are named after their
//! key, and their value is the value of the key, which the reader of the spec language reads.

use super::references::NodeRef;
use super::warnings::{Topic, Warnings};
use crate::api::Lists;
use crate::diagnostic::Diagnostics;
use crate::document::{EventKeys, RustSection, SelectorEntry};
use crate::extensions::{
    CONDITIONAL, IDEMPOTENCY, IDEMPOTENT, ITEM_SCHEMA, LIMITS, LISTS, MAX_SIZE, RETRY, SELECTED_BY,
};
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};
use crate::spec::{self, OperationKeys};

/// The keyword with the meaning of a key of a schema: the key itself, unless it is an extension for a limit.
pub(super) fn keyword(key: &str) -> &str {
    let limit = LIMITS.iter().find(|limit| limit.extension == key);
    limit.map_or(key, |limit| limit.keyword)
}

/// Whether a key has names of listed values, in the order of `enum`. Several tools have words for it.
pub(super) fn is_names_of_values(key: &str) -> bool {
    matches!(key, "x-enum-varnames" | "x-enumNames" | "x-enum-names")
}

/// Whether a key has descriptions of listed values, in the order of `enum`.
pub(super) fn is_docs_of_values(key: &str) -> bool {
    matches!(key, "x-enum-descriptions" | "x-enumDescriptions")
}

/// The schema of the items of a stream, in either word.
pub(super) fn item_schema(media: NodeRef<'_>) -> Option<NodeRef<'_>> {
    media.get("itemSchema").or_else(|| media.get(ITEM_SCHEMA))
}

/// Reads an extension. What is wrong with it is a warning.
fn read<T>(
    key: &Spanned<String>,
    node: &Node,
    warnings: &mut Warnings,
    read: impl FnOnce(Node, Span, &mut Diagnostics) -> Option<T>,
) -> Option<T> {
    let mut diagnostics = Diagnostics::default();
    let value = read(node.clone(), key.span, &mut diagnostics);
    for diagnostic in &diagnostics {
        let what = format!("`{}`: {}", key.value, diagnostic.message);
        warnings.add(Topic::WrongExtension, diagnostic.span(), &what);
    }
    value.filter(|_| diagnostics.is_empty())
}

/// The keys of an event stream. A wrong one leaves the others.
pub(super) fn events(
    key: &Spanned<String>,
    node: &Node,
    warnings: &mut Warnings,
) -> Option<EventKeys> {
    let mut node = node.clone();
    // The front end reads the schema of errors.
    if let Some(error) = node.get_mut("error") {
        error.remove("schema");
    }
    if node.entries().is_empty() {
        return read(key, &node, warnings, spec::read_events);
    }
    let mut keys = EventKeys::default();
    for entry in node.entries() {
        let alone = Node::map(vec![entry.clone()], node.span);
        let found = read(key, &alone, warnings, spec::read_events).unwrap_or_default();
        keys.end = keys.end.or(found.end);
        keys.error = keys.error.or(found.error);
        keys.event_names = keys.event_names.or(found.event_names);
        keys.resumable = keys.resumable.or(found.resumable);
    }
    Some(keys)
}

/// The keys of an operation. Each extension is read as the map that it is in the spec language, so a wrong one leaves
/// the others.
pub(super) fn operation(node: &Node, warnings: &mut Warnings) -> OperationKeys {
    let mut keys = OperationKeys::default();
    for name in [IDEMPOTENT, IDEMPOTENCY, CONDITIONAL] {
        let Some((key, value)) = node.entry(name) else {
            continue;
        };
        let name = key.value.trim_start_matches("x-specsmith-").to_owned();
        let alone = (Spanned::new(name, key.span), value.clone());
        let alone = Node::map(vec![alone], node.span);
        let found = read(key, &alone, warnings, spec::read_operation_keys).unwrap_or_default();
        keys.conditional = keys.conditional.or(found.conditional);
        keys.idempotent = keys.idempotent.or(found.idempotent);
        keys.idempotency = keys.idempotency.or(found.idempotency);
    }
    keys
}

/// The keys of the section `rust` that are more than text. Each entry and each item is read by itself, so that a wrong one
/// leaves the others.
pub(super) fn rust(settings: &Node, warnings: &mut Warnings) -> RustSection {
    let mut section = RustSection::default();
    for name in ["derives", "conversions", "scalars", "dependencies"] {
        let Some((key, value)) = settings.entry(name) else {
            continue;
        };
        for value in parts(value) {
            let alone = Node::map(vec![(key.clone(), value)], settings.span);
            let found = read(key, &alone, warnings, spec::read_rust).unwrap_or_default();
            section.derives.extend(found.derives);
            section.conversions.extend(found.conversions);
            section.scalars.extend(found.scalars);
            section.dependencies.extend(found.dependencies);
        }
    }
    section
}

/// A map or a list as maps or lists of one part each; any other value as it is.
fn parts(value: &Node) -> Vec<Node> {
    let entries = value.entries().iter().cloned();
    let entries = entries.map(|entry| Node::map(vec![entry], value.span));
    let items = value.items().iter().cloned();
    let items = items.map(|item| Node::list(vec![item], value.span));
    let parts: Vec<Node> = entries.chain(items).collect();
    match parts.is_empty() {
        true => vec![value.clone()],
        false => parts,
    }
}

/// The maximum size of a body.
pub(super) fn max_size(body: &Node, warnings: &mut Warnings) -> Option<Spanned<u64>> {
    let (key, node) = body.entry(MAX_SIZE)?;
    read(key, node, warnings, spec::read_max_size)
}

/// How a form writes lists.
pub(super) fn lists(media: &Node, warnings: &mut Warnings) -> Option<Spanned<Lists>> {
    let (key, node) = media.entry(LISTS)?;
    read(key, node, warnings, spec::read_lists)
}

/// Whether callers may repeat a call with the error of a response.
pub(super) fn retry(response: &Node) -> Option<bool> {
    match response.get(RETRY)?.kind {
        NodeKind::Bool(retry) => Some(retry),
        _ => None,
    }
}

/// Reports a value of [`RETRY`] that says nothing.
pub(super) fn check_retry(response: &Node, warnings: &mut Warnings) {
    if let Some(node) = response.get(RETRY)
        && !matches!(node.kind, NodeKind::Bool(_))
    {
        let what = format!("`{RETRY}` must be `true` or `false`");
        warnings.add(Topic::WrongExtension, node.span, &what);
    }
}

/// The selector of one of several contents.
pub(super) fn selected_by(media: &Node, warnings: &mut Warnings) -> Option<SelectorEntry> {
    let (key, node) = media.entry(SELECTED_BY)?;
    read(key, node, warnings, spec::read_selector)
}

#[cfg(test)]
mod tests {
    use crate::api::Conversions;
    use crate::source::SourceFile;

    #[test]
    fn a_wrong_item_leaves_the_others() {
        let text = "openapi: 3.1.0\ninfo: { title: Parcels, version: 1.0.0 }\npaths: {}\n\
                    x-specsmith: { conversions: [jif, url, [chrono], jiff], derives: { Hash: all, Ord: 1 } }\n";
        let Ok(read) = crate::read_with_warnings(&SourceFile::new("parcels.yaml", text)) else {
            panic!("the document cannot be read");
        };
        let package = &read.api.package;
        assert_eq!(package.conversions, [Conversions::Url, Conversions::Jiff]);
        assert_eq!(package.derives.len(), 1);
        // The fourth warning is that there are no operations.
        assert_eq!(read.warnings.iter().count(), 4);
    }
}

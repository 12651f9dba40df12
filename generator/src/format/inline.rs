//! Values on one line.

use super::order::{Order, ordered};
use super::tree::{Collection, Entry, Node, NodeKind};
use crate::spec::language::Shape;

/// A value on one line, if it can be. A map or a list can if it is written in braces, without comments.
pub(super) fn inline(node: &Node, shape: Shape) -> Option<String> {
    let value = match &node.kind {
        NodeKind::Empty => String::new(),
        NodeKind::Scalar(scalar) if scalar.can_join => scalar.lines.join(" "),
        NodeKind::Scalar(_) | NodeKind::Block(_) => return None,
        NodeKind::Map(collection) => in_braces(&cells(collection, shape)?),
        NodeKind::List(collection) => format!("[{}]", cells(collection, shape)?.join(", ")),
    };
    let mut parts = node.properties.clone();
    parts.extend((!value.is_empty()).then_some(value));
    Some(parts.join(" "))
}

/// A map of these entries.
pub(super) fn in_braces(cells: &[String]) -> String {
    match cells.is_empty() {
        true => "{}".to_owned(),
        false => format!("{{ {} }}", cells.join(", ")),
    }
}

/// The entries of a map or the items of a list in braces, each on one line.
pub(super) fn cells(collection: &Collection, shape: Shape) -> Option<Vec<String>> {
    if !collection.is_flow || !collection.end.is_empty() {
        return None;
    }
    let entries = ordered(collection, shape, Order::Braces).into_iter();
    entries.map(|(entry, shape)| cell(entry, shape)).collect()
}

fn cell(entry: &Entry, shape: Shape) -> Option<String> {
    let is_plain = entry.above.is_empty() && entry.beside_key.is_none() && entry.beside.is_none();
    if !is_plain {
        return None;
    }
    let value = inline(&entry.value, shape)?;
    let key = match entry.has_colon {
        true => entry.head(),
        false => entry.key.as_ref().map_or_else(String::new, Node::key),
    };
    let parts = [key, value];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    Some(parts.join(" "))
}

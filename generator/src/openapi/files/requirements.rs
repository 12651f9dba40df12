//! Members of choices that only say which fields of an object are required. The type of the object, which is beside the
//! choice, and what says nothing are removed from them, so that they are read alike.

use std::sync::Arc;

use super::Parsed;
use crate::node::{Node, NodeKind};

/// Removes what says nothing from all such members.
pub(super) fn simplify(files: &mut [Parsed]) {
    for file in files {
        // Without such members, the tree is not copied.
        if has_void(&file.root) {
            remove_void(Arc::make_mut(&mut file.root));
        }
    }
}

/// Keywords whose values are no schemas.
const VALUES: [&str; 5] = ["const", "default", "enum", "example", "examples"];

fn has_void(node: &Node) -> bool {
    let is_object = is_object(node);
    let mut entries = node.entries().iter();
    entries.any(|(key, value)| {
        let in_member = |member: &Node| {
            let mut words = member.entries().iter();
            words.any(|(key, value)| is_void(&key.value, value))
        };
        !VALUES.contains(&key.value.as_str())
            && (is_object
                && are_requirements(&key.value, value)
                && value.items().iter().any(in_member)
                || has_void(value))
    }) || node.items().iter().any(has_void)
}

fn remove_void(node: &mut Node) {
    let is_object = is_object(node);
    match &mut node.kind {
        NodeKind::Map(entries) => {
            for (key, value) in entries {
                if VALUES.contains(&key.value.as_str()) {
                    continue;
                }
                if is_object
                    && are_requirements(&key.value, value)
                    && let NodeKind::List(members) = &mut value.kind
                {
                    for words in members.iter_mut().filter_map(Node::entries_mut) {
                        words.retain(|(key, value)| !is_void(&key.value, value));
                    }
                }
                remove_void(value);
            }
        }
        NodeKind::List(items) => items.iter_mut().for_each(remove_void),
        NodeKind::Null
        | NodeKind::Bool(_)
        | NodeKind::Integer(..)
        | NodeKind::Number(..)
        | NodeKind::Text(_) => {}
    }
}

/// Whether all values of a schema are objects.
fn is_object(schema: &Node) -> bool {
    match schema.get("type") {
        Some(kind) => kind.as_text() == Some("object"),
        None => schema.get("properties").is_some(),
    }
}

/// Whether a keyword is a choice whose members only say which fields are required.
fn are_requirements(key: &str, value: &Node) -> bool {
    let is_requirement = |member: &Node| {
        let mut words = member.entries().iter();
        let says_it = member.get("required").or(member.get("not")).is_some();
        says_it
            && words.all(|(key, value)| match key.value.as_str() {
                "required" | "not" | "title" | "description" => true,
                key => is_void(key, value),
            })
    };
    matches!(key, "anyOf" | "oneOf") && value.items().iter().all(is_requirement)
}

/// Whether a word says nothing about an object.
fn is_void(key: &str, value: &Node) -> bool {
    match key {
        "type" => value.as_text() == Some("object"),
        "nullable" | "readOnly" | "writeOnly" => matches!(value.kind, NodeKind::Bool(false)),
        "minProperties" => value.scalar_text().as_deref() == Some("0"),
        "deprecated" => true,
        _ => key.starts_with("x-") && !key.starts_with("x-specsmith"),
    }
}

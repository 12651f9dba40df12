//! What nodes say, as JSON that is the same if it means the same.

use crate::node::{Node, NodeKind};
use crate::source::Spanned;

/// Keys of objects whose own keys are names.
const NAMES: [&str; 8] = [
    "$defs",
    "definitions",
    "dependentSchemas",
    "encoding",
    "headers",
    "mapping",
    "patternProperties",
    "properties",
];

/// A node as JSON, whatever the order of its keys, without descriptions, examples and links.
pub(super) fn canonical(node: &Node) -> String {
    with_keys(node, true)
}

/// The same, with all keys if they are names.
fn with_keys(node: &Node, are_keywords: bool) -> String {
    match &node.kind {
        NodeKind::List(items) => {
            let items: Vec<String> = items.iter().map(canonical).collect();
            format!("[{}]", items.join(","))
        }
        NodeKind::Map(entries) => {
            let is_about_values = |(key, value): &&(Spanned<String>, Node)| match key.value.as_str()
            {
                _ if !are_keywords => true,
                "$comment" | "description" | "summary" | "title" => value.as_text().is_none(),
                "example" | "examples" | "externalDocs" | "links" => false,
                _ => true,
            };
            let entries = entries.iter().filter(is_about_values);
            let mut entries: Vec<String> = entries
                .map(|(key, value)| match are_keywords {
                    true => entry(&key.value, value),
                    false => named(&key.value, canonical(value)),
                })
                .collect();
            entries.sort_unstable();
            format!("{{{}}}", entries.join(","))
        }
        NodeKind::Null
        | NodeKind::Bool(_)
        | NodeKind::Integer(..)
        | NodeKind::Number(..)
        | NodeKind::Text(_) => node.to_json(),
    }
}

/// Keywords whose lists mean the same in any order.
const SETS: [&str; 6] = ["allOf", "anyOf", "enum", "oneOf", "required", "type"];

/// An entry of a map as JSON.
pub(super) fn entry(key: &str, value: &Node) -> String {
    match &value.kind {
        NodeKind::List(items) if SETS.contains(&key) => {
            let mut items: Vec<String> = items.iter().map(canonical).collect();
            items.sort_unstable();
            named(key, format!("[{}]", items.join(",")))
        }
        _ => named(key, with_keys(value, !NAMES.contains(&key))),
    }
}

fn named(key: &str, value: String) -> String {
    format!("{}:{value}", serde_json::Value::from(key))
}

//! What nodes say, as JSON that is the same if it means the same.

use crate::node::{Node, NodeKind};
use crate::openapi::vocabulary;
use crate::source::Spanned;

/// What the keys of an object are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keys {
    /// Words of OpenAPI.
    Words,
    /// Names, of values whose keys are words.
    Names,
    /// Anything: it is a value of the API, or names all the way down.
    Any,
}

impl Keys {
    /// Those of the value of a key.
    pub(super) fn below(self, key: &str) -> Self {
        match self {
            Self::Words if vocabulary::is_of_any_keys(key) => Self::Any,
            Self::Words if vocabulary::is_of_names(key) => Self::Names,
            Self::Words | Self::Names => Self::Words,
            Self::Any => Self::Any,
        }
    }

    /// Those of the items of a list.
    pub(super) const fn of_items(self) -> Self {
        match self {
            Self::Words | Self::Names => Self::Words,
            Self::Any => Self::Any,
        }
    }
}

/// A node as JSON, whatever the order of its keys, without descriptions, examples and links.
pub(super) fn canonical(node: &Node, keys: Keys) -> String {
    match &node.kind {
        NodeKind::List(items) => list(items, keys, false),
        NodeKind::Map(entries) => {
            let is_about_values = |(key, value): &&(Spanned<String>, Node)| match key.value.as_str()
            {
                _ if keys != Keys::Words => true,
                "$comment" | "description" | "summary" | "title" => value.as_text().is_none(),
                "example" | "examples" | "externalDocs" | "links" => false,
                _ => true,
            };
            let entries = entries.iter().filter(is_about_values);
            let mut entries: Vec<String> = entries
                .map(|(key, value)| entry(keys, &key.value, value))
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

/// An entry of a map with such keys as JSON.
pub(super) fn entry(keys: Keys, key: &str, value: &Node) -> String {
    let below = keys.below(key);
    let value = match &value.kind {
        NodeKind::List(items) => {
            let is_set = keys == Keys::Words && SETS.contains(&key);
            list(items, below, is_set)
        }
        _ => canonical(value, below),
    };
    format!("{}:{value}", serde_json::Value::from(key))
}

fn list(items: &[Node], keys: Keys, is_set: bool) -> String {
    let items = items.iter().map(|item| canonical(item, keys.of_items()));
    let mut items: Vec<String> = items.collect();
    if is_set {
        items.sort_unstable();
    }
    format!("[{}]", items.join(","))
}

#[cfg(test)]
mod tests {
    use super::{Keys, canonical};

    /// What a schema says.
    fn said(schema: &str) -> String {
        let root = crate::yaml::parse_openapi(schema, 0).expect("it is valid");
        canonical(&root, Keys::Words)
    }

    #[test]
    fn names_and_values_are_no_words() {
        for holder in [
            "$defs",
            "const",
            "default",
            "definitions",
            "dependencies",
            "dependentRequired",
            "dependentSchemas",
            "discriminator: { propertyName: kind, mapping",
            "patternProperties",
            "properties",
        ] {
            let close = "}".repeat(holder.matches('{').count());
            let with = |name: &str| said(&format!("{holder}: {{ {name}: [b] }} {close}"));
            for name in ["description", "example", "examples", "links", "title"] {
                let expected = with("other").replace("other", name);
                assert_eq!(with(name), expected, "{holder}");
            }
        }
        assert_ne!(said("enum: [{ links: a }]"), said("enum: [{ links: b }]"));
        assert_eq!(
            said("{ links: { a: b }, type: string }"),
            said("type: string")
        );
    }
}

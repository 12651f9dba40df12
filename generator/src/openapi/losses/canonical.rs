//! What nodes say, as JSON that is the same if it means the same.

use std::cell::RefCell;

use super::nodes::Components;
use crate::hash::{self, HashMap};
use crate::node::{Node, NodeKind};
use crate::openapi::{extensions, vocabulary};
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

/// How references to components are written.
#[derive(Clone, Copy)]
pub(super) enum References<'n> {
    /// As they are.
    Plain,
    /// Components that only one of two documents has may only be renamed: they are written as a hash of what they say.
    Renamed {
        own: &'n Components<'n>,
        other: &'n Components<'n>,
        /// The hashes of the components that references have led to.
        hashes: &'n RefCell<HashMap<String, u64>>,
    },
    /// The same inside of such a component, whose own references to such components are all alike.
    Inside {
        own: &'n Components<'n>,
        other: &'n Components<'n>,
    },
}

impl References<'_> {
    /// What is written instead of a reference.
    fn instead(self, reference: &str) -> Option<String> {
        match self {
            Self::Plain => None,
            Self::Renamed { own, other, hashes } => {
                let target = renamed(reference, own, other)?;
                let known = hashes.borrow().get(reference).copied();
                let hash = known.unwrap_or_else(|| {
                    let said = canonical(target, Keys::Words, Self::Inside { own, other });
                    let hash = hash::of_text(&said);
                    hashes.borrow_mut().insert(reference.to_owned(), hash);
                    hash
                });
                Some(format!("{hash:016x}"))
            }
            Self::Inside { own, other } => {
                renamed(reference, own, other)?;
                Some(String::new())
            }
        }
    }
}

/// The component that a reference leads to, if the other document has none of its name.
fn renamed<'a>(reference: &str, own: &Components<'a>, other: &Components<'_>) -> Option<&'a Node> {
    let target = own.get(reference).copied()?;
    (!other.contains_key(reference)).then_some(target)
}

/// A node as JSON, whatever the order of its keys, without descriptions, examples, links and names in code.
pub(super) fn canonical(node: &Node, keys: Keys, references: References<'_>) -> String {
    match &node.kind {
        NodeKind::List(items) => list(items, keys, false, references),
        NodeKind::Map(entries) => {
            let is_about_values = |(key, value): &&(Spanned<String>, Node)| match key.value.as_str()
            {
                _ if keys != Keys::Words => true,
                "$comment" | "description" | "summary" | "title" => value.as_text().is_none(),
                "example" | "examples" | "externalDocs" | "links" => false,
                key => !extensions::is_names_of_values(key) && !extensions::is_docs_of_values(key),
            };
            // The names of the variants may be their tags.
            let references = match keys == Keys::Words && node.get("discriminator").is_some() {
                true => References::Plain,
                false => references,
            };
            let entries = entries.iter().filter(is_about_values);
            let mut entries: Vec<String> = entries
                .map(|(key, value)| entry(keys, &key.value, value, references))
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
pub(super) fn entry(keys: Keys, key: &str, value: &Node, references: References<'_>) -> String {
    let below = keys.below(key);
    let reference = value
        .as_text()
        .filter(|_| keys == Keys::Words && key == "$ref");
    let value = match &value.kind {
        NodeKind::List(items) => {
            let is_set = keys == Keys::Words && SETS.contains(&key);
            list(items, below, is_set, references)
        }
        _ => match reference.and_then(|reference| references.instead(reference)) {
            Some(instead) => serde_json::Value::from(instead).to_string(),
            None => canonical(value, below, references),
        },
    };
    format!("{}:{value}", serde_json::Value::from(key))
}

fn list(items: &[Node], keys: Keys, is_set: bool, references: References<'_>) -> String {
    let items = items
        .iter()
        .map(|item| canonical(item, keys.of_items(), references));
    let mut items: Vec<String> = items.collect();
    if is_set {
        items.sort_unstable();
    }
    format!("[{}]", items.join(","))
}

#[cfg(test)]
mod tests {
    use super::{Keys, References, canonical};

    /// What a schema says.
    fn said(schema: &str) -> String {
        let root = crate::yaml::parse_openapi(schema, 0).expect("it is valid");
        canonical(&root, Keys::Words, References::Plain)
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

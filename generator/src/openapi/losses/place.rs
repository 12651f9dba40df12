//! Places of a document, with the parts that own what is there.

use super::canonical::Keys;
use super::escaped;
use super::nodes::name_of_item;
use crate::node::Node;

/// Keywords with parts of their owner by names, which have no owner of their own.
const OF_PARTS: [&str; 5] = [
    "dependentSchemas",
    "encoding",
    "flows",
    "patternProperties",
    "variables",
];

/// Other keywords whose content belongs to what has them.
const OF_OWNER: [&str; 7] = [
    "consumes",
    "headers",
    "parameters",
    "produces",
    "responses",
    "schema",
    "securitySchemes",
];

/// The place of a node.
pub(super) struct Place {
    /// The way to it, as the pointers of losses.
    pub(super) path: String,
    /// The way to the part of the document that has it, and that is compared as a whole if it is new.
    pub(super) owner: String,
    /// The way to the part that has what is in it.
    inside: String,
    /// What its keys are.
    pub(super) keys: Keys,
    /// Whether the values of its keys belong to its own owner.
    is_of_parts: bool,
}

impl Place {
    /// The root of a file, with the beginning of its pointers.
    pub(super) fn root(path: &str) -> Self {
        Self {
            path: path.to_owned(),
            // What is a whole file may be in place in the other document.
            owner: path.to_owned(),
            inside: path.to_owned(),
            keys: Keys::Words,
            is_of_parts: false,
        }
    }

    /// The value of a key.
    pub(super) fn entry(&self, key: &str) -> Self {
        let path = format!("{}/{}", self.path, escaped(key));
        let is_word = self.keys == Keys::Words;
        let is_of_parts = is_word && OF_PARTS.contains(&key);
        let is_of_owner = is_of_parts || is_word && OF_OWNER.contains(&key);
        Self {
            inside: match is_of_owner || self.is_of_parts {
                true => self.inside.clone(),
                false => path.clone(),
            },
            path,
            owner: self.inside.clone(),
            keys: self.keys.below(key),
            is_of_parts,
        }
    }

    /// An item of a list.
    pub(super) fn item(&self, number: usize, item: &Node) -> Self {
        let step = self.step(number, item);
        let path = format!("{}/{}", self.path, escaped(&step));
        Self {
            inside: path.clone(),
            path,
            owner: self.owner.clone(),
            keys: self.keys.of_items(),
            is_of_parts: false,
        }
    }

    /// The step to an item: what names it, the media type that it is, or its number.
    fn step(&self, number: usize, item: &Node) -> String {
        let is_of_media = self.path.ends_with("/consumes") || self.path.ends_with("/produces");
        let media = || item.as_text().filter(|_| is_of_media).map(str::to_owned);
        let name = name_of_item(item).or_else(media);
        name.unwrap_or_else(|| number.to_string())
    }
}

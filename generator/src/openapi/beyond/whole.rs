//! Copies of schemas as a whole, with what they refer to.

use super::super::references::At;
use super::{Beyond, Entries, map, text};
use crate::node::{Node, NodeKind};

/// Keywords whose value is a schema.
const ONE: [&str; 10] = [
    "additionalProperties",
    "contains",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// Keywords whose value is an object of schemas.
const NAMED: [&str; 3] = ["dependentSchemas", "patternProperties", "properties"];

/// Keywords whose value is a list of schemas.
const SEVERAL: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];

/// Those of the keywords above whose schemas are about other values: what is inside of the value, or names.
const INSIDE: [&str; 9] = [
    "additionalProperties",
    "contains",
    "items",
    "patternProperties",
    "prefixItems",
    "properties",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// Keywords with plain values.
const PLAIN: [&str; 21] = [
    "const",
    "dependentRequired",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "maxContains",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minContains",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "nullable",
    "pattern",
    "required",
    "type",
    "uniqueItems",
];

impl<'a> Beyond<'a, '_> {
    /// A copy of a schema; `None` if a server cannot check it.
    pub(super) fn whole(&mut self, at: At<'a>) -> Option<Node> {
        self.depth += 1;
        let is_deep = self.depth > super::DEEPEST;
        let copy = (!is_deep).then(|| self.copy(at)).flatten();
        self.depth -= 1;
        copy.filter(|_| !self.is_broken)
    }

    fn copy(&mut self, at: At<'a>) -> Option<Node> {
        if !matches!(at.node.kind, NodeKind::Map(_)) {
            return matches!(at.node.kind, NodeKind::Bool(_)).then(|| at.node.clone());
        }
        let mut all: Entries = Vec::new();
        for (key, value) in at.node.entries() {
            if let Some(value) = self.keyword(&key.value, at, value) {
                all.push((key.clone(), value));
            } else if is_checked(&key.value) {
                return None;
            }
        }
        Some(map(all, at.node.span))
    }

    /// A copy of what a keyword says; `None` for notes, and for what a server cannot check.
    pub(super) fn keyword(&mut self, key: &str, at: At<'a>, value: &'a Node) -> Option<Node> {
        if !INSIDE.contains(&key) {
            return self.copy_of_keyword(key, at, value);
        }
        let open = std::mem::take(&mut self.open);
        let copy = self.copy_of_keyword(key, at, value);
        self.open = open;
        copy
    }

    fn copy_of_keyword(&mut self, key: &str, at: At<'a>, value: &'a Node) -> Option<Node> {
        let kind = match key {
            "$ref" => {
                let target = self.files.target(at.file, value)?;
                return Some(self.reference(target, true));
            }
            "unevaluatedProperties" | "unevaluatedItems" => return None,
            "pattern" if regex_lite::Regex::new(value.as_text()?).is_err() => return None,
            key if ONE.contains(&key) => return self.whole(at.with(value)),
            key if SEVERAL.contains(&key) => {
                let items = value.items().iter().map(|of| self.whole(at.with(of)));
                NodeKind::List(items.collect::<Option<_>>()?)
            }
            key if NAMED.contains(&key) => {
                let entries = value.entries().iter();
                let entries =
                    entries.map(|(key, of)| Some((key.clone(), self.whole(at.with(of))?)));
                NodeKind::Map(entries.collect::<Option<_>>()?)
            }
            key if PLAIN.contains(&key) => return Some(value.clone()),
            _ => return None,
        };
        let span = value.span;
        Some(Node { span, kind })
    }

    /// A reference to a schema in `$defs`, as a whole, or what it says beyond its type.
    pub(super) fn reference(&mut self, target: At<'a>, is_whole: bool) -> Node {
        let target = self.files.follow(target).unwrap_or(target);
        let key = (target.key(), is_whole);
        let span = target.node.span;
        // A schema that refers to itself for the same value says nothing that a check could find out.
        self.is_broken |= is_whole && self.open.contains(&target.key());
        let name = match self.names.get(&key) {
            Some(name) => name.clone(),
            None => {
                let name = format!("s{}", self.names.len() + 1);
                self.names.insert(key, name.clone());
                let depth = std::mem::take(&mut self.depth);
                let schema = match is_whole {
                    true => self.whole_of_reference(target),
                    false => self.schema_in_place(target),
                };
                self.depth = depth;
                // What refers to it cannot be checked either.
                self.is_broken |= is_whole && schema.is_none();
                let schema = schema.unwrap_or_else(|| super::boolean(true, span));
                self.definitions.push((super::name(&name, span), schema));
                name
            }
        };
        text(&format!("#/$defs/{name}"), span)
    }

    fn whole_of_reference(&mut self, target: At<'a>) -> Option<Node> {
        self.open.push(target.key());
        let schema = self.whole(target);
        self.open.pop();
        schema
    }
}

/// Whether a keyword says something that is lost if it is left out.
fn is_checked(key: &str) -> bool {
    let lists = [&ONE[..], &NAMED, &SEVERAL, &PLAIN];
    key == "$ref" || lists.iter().any(|list| list.contains(&key))
}

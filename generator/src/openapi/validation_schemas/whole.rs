//! Copies of schemas as a whole, with what they refer to.

use std::collections::hash_map::Entry;

use super::super::extensions;
use super::super::formats;
use super::super::references::{Files, NodeRef};
use super::super::vocabulary::{Content, Subject, content};
use super::ValidationSchema;
use super::graph::{Links, leads_to_match};
use crate::extensions::PATTERN;
use crate::node::{Entries, Node, NodeKind};

/// Keywords that reject values that match their schemas. Under these keywords, dropping a part of a schema would reject
/// more values instead of fewer.
const REJECTING: [&str; 3] = ["if", "not", "oneOf"];

/// The words of `type`.
const TYPES: [&str; 7] = [
    "array", "boolean", "integer", "null", "number", "object", "string",
];

impl<'a> ValidationSchema<'a, '_> {
    /// A copy of a schema; `None` if a server cannot check it.
    pub(super) fn whole(&mut self, at: NodeRef<'a>) -> Option<Node> {
        self.files.can_check(at).then(|| self.copy(at))
    }

    /// A copy of what a keyword says; `None` if a server cannot check it.
    pub(super) fn keyword(&mut self, key: &str, at: NodeRef<'a>, value: &'a Node) -> Option<Node> {
        let mut found = Links::default();
        let keyword = Keyword { key, value };
        self.files.look_at_keyword(&keyword, at, &mut found);
        let mut targets = found.leads_to.iter();
        let can_check = !found.is_match && targets.all(|(target, _)| self.files.can_check(*target));
        can_check.then(|| self.copy_of_keyword(key, at, value))
    }

    fn copy(&mut self, at: NodeRef<'a>) -> Node {
        if !matches!(at.node.kind, NodeKind::Map(_)) {
            return at.node.clone();
        }
        let mut all: Entries = Vec::new();
        for (key, value) in at.node.entries() {
            match key.value.as_str() {
                "x-nullable" => all.push((super::name("nullable", key.span), value.clone())),
                "format" if is_typed(at.node) => {
                    self.formats.push(key.span);
                }
                text if is_checked(text) => {
                    let copy = self.copy_of_keyword(text, at, value);
                    all.push((super::name(extensions::keyword(text), key.span), copy));
                }
                _ => {}
            }
        }
        Node::map(all, at.node.span)
    }

    fn copy_of_keyword(&mut self, key: &str, at: NodeRef<'a>, value: &'a Node) -> Node {
        match key {
            "$ref" => match self.files.target(at.file, value) {
                Some(target) => self.reference(target, true),
                None => value.clone(),
            },
            key => match content(key) {
                Content::Schema(_) => self.copy(at.with(value)),
                Content::Schemas(_) => {
                    let items = at.with(value).items().map(|item| self.copy(item));
                    Node::list(items.collect(), value.span)
                }
                Content::NamedSchemas(_) => {
                    let entries = at.with(value).entries();
                    let copies = entries.map(|(key, schema)| (key.clone(), self.copy(schema)));
                    Node::map(copies.collect(), value.span)
                }
                Content::Note | Content::Plain | Content::Unsupported | Content::Other => {
                    value.clone()
                }
            },
        }
    }

    /// A reference to a schema in `$defs`, as a whole, or what it says beyond its type.
    pub(super) fn reference(&mut self, target: NodeRef<'a>, is_whole: bool) -> Node {
        let target = self.files.named_schema(target);
        let next = self.names.len() + 1;
        let number = match self.names.entry((target.key(), is_whole)) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                self.waiting.push_back((target, is_whole));
                *new.insert(next)
            }
        };
        Node::text(format!("#/$defs/s{number}"), target.node.span)
    }

    /// Makes what is referred to in `$defs`. A loop, because references may lead to references, however many.
    pub(super) fn definitions(&mut self) -> Entries {
        let mut definitions: Entries = Vec::new();
        while let Some((target, is_whole)) = self.waiting.pop_front() {
            let schema = match is_whole {
                true => self.whole(target),
                false => self.schema_in_place(target),
            };
            let span = target.node.span;
            let schema = schema.unwrap_or_else(|| Node::bool(true, span));
            let name = format!("s{}", definitions.len() + 1);
            definitions.push((super::name(&name, span), schema));
        }
        definitions
    }
}

/// A keyword of a schema, and its value.
struct Keyword<'k, 'a> {
    key: &'k str,
    value: &'a Node,
}

impl<'a> Files<'a> {
    /// Whether servers can check a schema as a whole. They cannot if it refers to itself for the same value, because
    /// such a check would not end.
    fn can_check(&self, at: NodeRef<'a>) -> bool {
        let mut known = self.not_checked.borrow_mut();
        !leads_to_match(at, &mut known, true, |at| {
            let mut found = Links::default();
            match &at.node.kind {
                NodeKind::Bool(_) => {}
                NodeKind::Map(entries) => {
                    for (key, value) in entries {
                        let keyword = Keyword {
                            key: &key.value,
                            value,
                        };
                        self.look_at_keyword(&keyword, at, &mut found);
                    }
                }
                _ => found.is_match = true,
            }
            found
        })
    }

    /// Adds the schemas that a keyword has. A match is a keyword that servers cannot check.
    fn look_at_keyword(&self, keyword: &Keyword<'_, 'a>, at: NodeRef<'a>, found: &mut Links<'a>) {
        let Keyword { key, value } = *keyword;
        match key {
            "$ref" => match self.target(at.file, value) {
                Some(target) => found.leads_to.push((self.named_schema(target), true)),
                None => found.is_match = true,
            },
            "type" => {
                let is_word =
                    |word: &Node| word.as_text().is_some_and(|text| TYPES.contains(&text));
                found.is_match |= !value.one_or_more().iter().all(is_word);
            }
            "pattern" => found.is_match |= !value.as_text().is_some_and(is_pattern),
            key if key == PATTERN.extension => {
                let is_second = at.node.get(PATTERN.keyword).is_some();
                found.is_match |= is_second || !value.as_text().is_some_and(is_pattern);
            }
            "patternProperties" => {
                let mut names = value.entries().iter().map(|(name, _)| name);
                found.is_match |= !names.all(|name| is_pattern(&name.value));
            }
            // Bounds of numbers that are text.
            key if extensions::keyword(key) != key => found.is_match = true,
            key => {
                found.is_match |= match content(key) {
                    Content::Unsupported => true,
                    Content::Schemas(_) => !matches!(value.kind, NodeKind::List(_)),
                    Content::NamedSchemas(_) => !matches!(value.kind, NodeKind::Map(_)),
                    Content::Note | Content::Plain | Content::Schema(_) | Content::Other => false,
                };
            }
        }
        let inner = schemas(key, value);
        let has_most = key == "contains" && at.node.get("maxContains").is_some();
        if (REJECTING.contains(&key) || has_most) && !found.is_match {
            found.is_match = inner.iter().any(|inner| self.has_formats(at.with(inner)));
        }
        let is_same = matches!(
            content(key),
            Content::Schema(Subject::SameValue)
                | Content::Schemas(Subject::SameValue)
                | Content::NamedSchemas(Subject::SameValue)
        );
        let inner = inner.into_iter();
        found
            .leads_to
            .extend(inner.map(|inner| (at.with(inner), is_same)));
    }

    /// Whether a schema, or one that it refers to or contains, has a format that its type checks.
    fn has_formats(&self, at: NodeRef<'a>) -> bool {
        let mut known = self.formatted.borrow_mut();
        leads_to_match(at, &mut known, false, |at| {
            let mut found = Links {
                is_match: is_typed(at.node),
                leads_to: Vec::new(),
            };
            for (key, value) in at.node.entries() {
                if key.value == "$ref" {
                    let target = self.target(at.file, value);
                    found.leads_to.extend(target.map(|target| (target, true)));
                }
                let inner = schemas(&key.value, value).into_iter();
                found
                    .leads_to
                    .extend(inner.map(|inner| (at.with(inner), true)));
            }
            found
        })
    }
}

/// The schemas that a keyword has.
fn schemas<'n>(key: &str, value: &'n Node) -> Vec<&'n Node> {
    match content(key) {
        Content::Schema(_) => vec![value],
        Content::Schemas(_) => value.items().iter().collect(),
        Content::NamedSchemas(_) => value.entries().iter().map(|(_, schema)| schema).collect(),
        Content::Note | Content::Plain | Content::Unsupported | Content::Other => Vec::new(),
    }
}

/// Whether servers can match a pattern.
pub(super) fn is_pattern(text: &str) -> bool {
    regex_lite::Regex::new(text).is_ok()
}

/// Whether a schema has a format that a type checks.
fn is_typed(schema: &Node) -> bool {
    formats::format(schema).is_some_and(formats::has_type)
}

/// Whether a keyword says something that is lost if it is left out.
fn is_checked(key: &str) -> bool {
    match content(key) {
        Content::Plain | Content::Schema(_) | Content::Schemas(_) | Content::NamedSchemas(_) => {
            true
        }
        Content::Note | Content::Unsupported | Content::Other => key == "$ref",
    }
}

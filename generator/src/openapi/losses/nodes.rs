//! The nodes of a document, and the way to one by its JSON pointer, which leads through references.

use super::directions::AllDirections;
use crate::node::{Node, NodeKind};
use crate::openapi::files::{self, Parsed, Parts};
use crate::openapi::references::{Files, NodeRef};
use crate::source::SourceFile;

/// The text of a document, as a tree.
pub(crate) struct Tree(Option<Parts>);

impl Tree {
    /// The tree of a document, which was read before, so it has no errors.
    pub(crate) fn of(source: &SourceFile) -> Self {
        Self(files::parse(source).ok())
    }
}

/// The nodes of a document, by JSON pointers as losses have them.
pub(crate) struct Nodes<'a> {
    parsed: &'a [Parsed],
    pub(super) files: Files<'a>,
    pub(super) directions: AllDirections,
}

impl<'a> Nodes<'a> {
    /// The nodes of a tree.
    pub(crate) fn of(tree: &'a Tree) -> Self {
        let parts = tree.0.as_ref();
        let parsed = parts.map_or(&[][..], |parts| &parts.files);
        let files = Files::new(parsed, parts.map_or(&[], |parts| &parts.missing));
        let directions = AllDirections::find(&files);
        Self {
            parsed,
            files,
            directions,
        }
    }

    /// The roots of the files, each with the beginning of its pointers.
    pub(super) fn roots(&self) -> impl Iterator<Item = (&'a str, NodeRef<'a>)> {
        let files = self.parsed.iter().enumerate();
        files.map(|(number, file)| {
            let name = match number {
                0 => "",
                _ => file.name.as_str(),
            };
            (name, NodeRef::new(number, &file.root))
        })
    }

    /// Whether there is a node at a pointer.
    pub(crate) fn has(&self, pointer: &str) -> bool {
        self.node(pointer).is_some()
    }

    pub(super) fn node(&self, pointer: &str) -> Option<&'a Node> {
        self.roots().find_map(|(name, root)| {
            let rest = pointer.strip_prefix(name)?;
            let parts = rest.split('/').filter(|part| !part.is_empty());
            let parts = parts.map(|part| part.replace("~1", "/").replace("~0", "~"));
            let parts: Vec<String> = parts.collect();
            let mut way = Way {
                files: &self.files,
                steps: MOST_STEPS,
            };
            Some(way.seek(root, &parts)?.node)
        })
    }
}

/// How many nodes are looked at on the way to one.
const MOST_STEPS: usize = 10_000;

/// Keywords whose members are about the same value.
const WRAPPERS: [&str; 3] = ["allOf", "anyOf", "oneOf"];

/// A way to a node. References and schemas of the same value are no difference.
struct Way<'a, 'f> {
    files: &'f Files<'a>,
    /// How many nodes may still be looked at.
    steps: usize,
}

impl<'a> Way<'a, '_> {
    fn seek(&mut self, at: NodeRef<'a>, parts: &[String]) -> Option<NodeRef<'a>> {
        let Some((part, rest)) = parts.split_first() else {
            return Some(at);
        };
        self.steps = self.steps.checked_sub(1)?;
        if let Some(child) = child(at.node, part)
            && let Some(found) = self.seek(at.with(child), rest)
        {
            return Some(found);
        }
        let reference = at.node.text_at("$ref");
        let target = reference.and_then(|text| self.files.resolve(at.file, text));
        let is_wrapper = WRAPPERS.contains(&part.as_str());
        let members = WRAPPERS.iter().filter(|_| !is_wrapper);
        let members = members
            .filter_map(|key| at.get(key))
            .flat_map(NodeRef::items);
        let others: Vec<NodeRef<'a>> = target.into_iter().chain(members).collect();
        let mut others = others.into_iter();
        if let Some(found) = others.find_map(|other| self.seek(other, parts)) {
            return Some(found);
        }
        // The schema itself, if it is no longer in a list of several.
        let is_alone = is_wrapper && (part == "allOf" || at.get(part).is_none());
        match rest {
            [number, rest @ ..] if is_alone && number.parse::<usize>().is_ok() => {
                self.seek(at, rest)
            }
            _ => None,
        }
    }
}

/// The part of a node with a key, or with a name in a list.
fn child<'n>(node: &'n Node, part: &str) -> Option<&'n Node> {
    match &node.kind {
        NodeKind::Map(entries) => {
            let mut entries = entries.iter();
            let found = entries.find(|(key, _)| key.value == part);
            found.map(|(_, value)| value)
        }
        NodeKind::List(items) => {
            let mut named = items.iter();
            let is_named = |item: &Node| {
                let name = item.get("name").and_then(Node::scalar_text);
                name.as_deref() == Some(part) || item.as_text() == Some(part)
            };
            let found = named.find(|item| is_named(item));
            found.or_else(|| items.get(part.parse::<usize>().ok()?))
        }
        _ => None,
    }
}

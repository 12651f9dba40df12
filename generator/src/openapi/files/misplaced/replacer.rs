//! Copies of files in which misplaced references are replaced.

use super::kinds::{Kind, VALUES};
use super::{Broken, Places, Why};
use crate::hash::HashSet;
use crate::node::{Node, NodeKind};
use crate::openapi::files::pointers::moved;
use crate::openapi::references::{Files, NodeRef};
use crate::source::{Span, Spanned};

/// How many nodes may take the place of references. Operations with callbacks whose operations are references again could
/// exhaust the memory.
const MOST: usize = 1_000_000;

/// How many references may be replaced inside of each other.
const DEEPEST: usize = 32;

/// Copies nodes of one file into another one.
pub(super) struct Replacer<'c, 'a> {
    files: &'c Files<'a>,
    places: &'c Places,
    from: usize,
    to: usize,
    /// The references that are being replaced.
    within: Vec<usize>,
    /// How many nodes were added in place of references.
    added: usize,
    broken: Vec<Broken>,
    /// The places of those.
    reported: HashSet<Span>,
}

impl<'c, 'a> Replacer<'c, 'a> {
    pub(super) fn new(files: &'c Files<'a>, places: &'c Places, broken: Vec<Broken>) -> Self {
        Self {
            files,
            places,
            from: 0,
            to: 0,
            within: Vec::new(),
            added: 0,
            reported: broken.iter().map(|broken| broken.reference.span).collect(),
            broken,
        }
    }

    /// The root of a file of this number, with its references replaced.
    pub(super) fn file(&mut self, number: usize, root: &'a Node) -> Node {
        (self.from, self.to) = (number, number);
        // What is not moved needs no kind.
        self.of(root, Kind::Leaf)
    }

    pub(super) fn into_broken(self) -> Vec<Broken> {
        self.broken
    }

    /// A copy of a node of a kind.
    fn of(&mut self, node: &'a Node, kind: Kind) -> Node {
        let id = NodeRef::new(self.from, node).id();
        let misplaced = self.places.get(&id).copied();
        if let Some(stated) = misplaced
            && let Some(copy) = self.target_of(node, id, stated)
        {
            return copy;
        }
        self.added += usize::from(!self.within.is_empty());
        let copy = match &node.kind {
            NodeKind::Map(entries) => {
                // A reference that cannot be replaced is left out.
                let entries = entries
                    .iter()
                    .filter(|(key, _)| misplaced.is_none() || key.value != "$ref");
                let entries =
                    entries.map(|(key, value)| (key.clone(), self.value(&key.value, value, kind)));
                NodeKind::Map(entries.collect())
            }
            NodeKind::List(items) => {
                let each = kind.each().unwrap_or(kind);
                NodeKind::List(items.iter().map(|item| self.of(item, each)).collect())
            }
            other => other.clone(),
        };
        Node {
            span: node.span,
            kind: copy,
        }
    }

    /// A copy of the value of a key of a node of a kind.
    fn value(&mut self, key: &str, value: &'a Node, kind: Kind) -> Node {
        if let Some(each) = kind.each() {
            return self.of(value, each);
        }
        let is_moved = self.from != self.to;
        match key {
            "$ref" => self.reference(value),
            _ if is_moved && VALUES.contains(&key) => value.clone(),
            "discriminator" if is_moved => self.discriminator(value),
            _ => self.of(value, kind.part(key)),
        }
    }

    /// What a misplaced reference leads to.
    fn target_of(&mut self, node: &'a Node, id: usize, kind: Kind) -> Option<Node> {
        let reference = node.get("$ref")?;
        let text = reference.as_text()?;
        let target = self.files.resolve(self.from, text)?;
        let why = match self.within.contains(&id) {
            true => Some(Why::LeadsToItself),
            false if self.added > MOST || self.within.len() >= DEEPEST => Some(Why::IsTooMuch),
            false => None,
        };
        if let Some(why) = why {
            if self.reported.insert(reference.span) {
                self.broken.push(Broken {
                    file: self.from,
                    reference: reference.clone(),
                    why,
                });
            }
            return None;
        }
        self.within.push(id);
        let is_chain = self.places.contains_key(&target.id());
        let mut copy = match kind.has_names() && !is_chain {
            true => self.references_to(target, text),
            false => self.in_file(target, kind),
        };
        self.within.pop();
        self.add_own(&mut copy, node, kind);
        Some(copy)
    }

    fn in_file(&mut self, target: NodeRef<'a>, kind: Kind) -> Node {
        let from = std::mem::replace(&mut self.from, target.file);
        let copy = self.of(target.node, kind);
        self.from = from;
        copy
    }

    /// A map or a list of references to the values of another one, so that they are the same wherever they are used.
    /// `text` is the reference to it.
    fn references_to(&mut self, target: NodeRef<'a>, text: &str) -> Node {
        let base = match text.contains('#') {
            true => text.to_owned(),
            false => format!("{text}#"),
        };
        let mut refer = |value: NodeRef<'a>, name: &str| {
            self.added += 1;
            if value.node.text_at("$ref").is_some() {
                return self.in_file(value, Kind::Leaf);
            }
            let name = name.replace('~', "~0").replace('/', "~1");
            let text = format!("{base}/{}", name.replace('%', "%25"));
            let span = value.node.span;
            let reference = self.reference(&Node::text(text, span));
            let key = Spanned::new("$ref".to_owned(), span);
            Node::map(vec![(key, reference)], span)
        };
        let span = target.node.span;
        if let NodeKind::List(_) = &target.node.kind {
            let items = target.items().enumerate();
            let items = items.map(|(index, item)| refer(item, &index.to_string()));
            return Node::list(items.collect(), span);
        }
        let entries = target.entries();
        let entries = entries.map(|(key, value)| (key.clone(), refer(value, &key.value)));
        Node::map(entries.collect(), span)
    }

    /// Adds the keys beside a reference, which win.
    fn add_own(&mut self, copy: &mut Node, node: &'a Node, kind: Kind) {
        let own = node.entries().iter().filter(|(key, _)| key.value != "$ref");
        for (key, value) in own {
            let value = self.value(&key.value, value, kind);
            copy.remove(&key.value);
            if let Some(entries) = copy.entries_mut() {
                entries.push((key.clone(), value));
            }
        }
    }

    /// A discriminator, whose mapping has references, or names of schemas.
    fn discriminator(&self, discriminator: &Node) -> Node {
        let mut copy = discriminator.clone();
        let mapping = copy.get_mut("mapping").and_then(Node::entries_mut);
        for (_, value) in mapping.into_iter().flatten() {
            if value
                .as_text()
                .is_some_and(|text| text.contains(['.', '/']))
            {
                *value = self.reference(value);
            }
        }
        copy
    }

    /// A reference of one file, for the other one.
    fn reference(&self, reference: &Node) -> Node {
        let names = (self.files.name(self.from), self.files.name(self.to));
        match (reference.as_text(), names) {
            (Some(text), (Some(from), Some(to))) if self.from != self.to => {
                Node::text(moved(text, from, to), reference.span)
            }
            _ => reference.clone(),
        }
    }
}

//! References: JSON pointers (RFC 6901) into the files of a document.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;

use super::files::pointers::{percent_decoded, resolve_path, unescaped};
use super::files::{MissingFile, Parsed};
use super::ignored::Ignored;
use super::info;
use super::spelling::Misspelled;
use crate::diagnostic::Lost;
use crate::hash::{HashMap, HashSet};
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};

/// A node and the file that it is in, so that its references can be resolved.
#[derive(Clone, Copy)]
pub(super) struct NodeRef<'a> {
    pub(super) file: usize,
    pub(super) node: &'a Node,
    /// Which keywords of a schema count.
    pub(super) part: SchemaPart,
}

/// Which keywords of a schema count.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum SchemaPart {
    /// All.
    Whole,
    /// All but `oneOf` and `anyOf`, whose members are merged with it.
    WithoutChoices,
    /// All but `discriminator`: the fields that the variants of a union share.
    WithoutTag,
}

/// The keywords of a schema that count.
pub(super) type Key = (usize, SchemaPart);

/// Whether schemas lead to a marked one, as far as this is known.
pub(super) type Known = HashMap<Key, bool>;

/// The parts of a schema without its choices.
pub(super) fn without_choices<'a>(parts: &[NodeRef<'a>]) -> Vec<NodeRef<'a>> {
    let parts = parts.iter();
    parts
        .map(|at| at.as_part(SchemaPart::WithoutChoices))
        .collect()
}

impl<'a> NodeRef<'a> {
    pub(super) fn new(file: usize, node: &'a Node) -> Self {
        Self {
            file,
            node,
            part: SchemaPart::Whole,
        }
    }

    /// Another node of the same file.
    pub(super) fn with(self, node: &'a Node) -> Self {
        Self::new(self.file, node)
    }

    pub(super) fn get(self, key: &str) -> Option<Self> {
        self.node.get(key).map(|node| self.with(node))
    }

    /// The items of a list.
    pub(super) fn items(self) -> impl Iterator<Item = Self> {
        self.node.items().iter().map(move |node| self.with(node))
    }

    /// The entries of a map.
    pub(super) fn entries(self) -> impl Iterator<Item = (&'a Spanned<String>, Self)> {
        let entries = self.node.entries().iter();
        entries.map(move |(key, node)| (key, self.with(node)))
    }

    /// The entries of a map that a key of a map has.
    pub(super) fn entries_at(self, key: &str) -> impl Iterator<Item = (&'a Spanned<String>, Self)> {
        self.get(key).into_iter().flat_map(Self::entries)
    }

    /// Other keywords of the same schema.
    pub(super) fn as_part(self, part: SchemaPart) -> Self {
        Self { part, ..self }
    }

    /// The same for all places of the same node.
    pub(super) fn id(self) -> usize {
        std::ptr::from_ref(self.node) as usize
    }

    /// The same for all places of the same keywords of a schema.
    pub(super) fn key(self) -> Key {
        (self.id(), self.part)
    }
}

/// Maps with more entries than this are looked up by hash.
const MANY: usize = 16;

/// All files, and what was found in them before.
pub(super) struct Files<'a> {
    files: &'a [Parsed],
    /// The numbers of the files, by their names.
    numbers: HashMap<&'a str, usize>,
    /// The files that cannot be read.
    pub(super) missing: &'a [MissingFile],
    found: RefCell<HashMap<(usize, &'a str), Option<NodeRef<'a>>>>,
    maps: RefCell<HashMap<usize, HashMap<&'a str, &'a Node>>>,
    /// Whether schemas that something refers to accept null.
    pub(super) nullable: RefCell<HashMap<Key, bool>>,
    /// The references that lead to nothing, with the files that they are in.
    pub(super) broken: RefCell<BTreeMap<Span, (usize, &'a Node)>>,
    /// The keywords of schemas that have no effect.
    pub(super) ignored: RefCell<Ignored>,
    /// Whether schemas say more than types express, with all inside of them.
    pub(super) says_more: RefCell<Known>,
    /// Whether servers cannot check schemas as a whole.
    pub(super) not_checked: RefCell<Known>,
    /// Whether schemas have formats that types check, with all inside of them.
    pub(super) formatted: RefCell<Known>,
    /// The schemas that were searched for rules that types do not express, and whether servers check these rules.
    pub(super) unchecked: RefCell<HashSet<(Key, bool)>>,
    /// The words of schemas that are not known.
    pub(super) misspelled: RefCell<Misspelled>,
}

impl<'a> Files<'a> {
    pub(super) fn new(files: &'a [Parsed], missing: &'a [MissingFile]) -> Self {
        // The first one of a name counts.
        let numbers = files.iter().enumerate().rev();
        let numbers = numbers.map(|(number, file)| (file.name.as_str(), number));
        Self {
            files,
            numbers: numbers.collect(),
            missing,
            found: RefCell::default(),
            maps: RefCell::default(),
            nullable: RefCell::default(),
            broken: RefCell::default(),
            ignored: RefCell::default(),
            says_more: RefCell::default(),
            not_checked: RefCell::default(),
            formatted: RefCell::default(),
            unchecked: RefCell::default(),
            misspelled: RefCell::default(),
        }
    }

    /// Notes what a schema says and nothing checks.
    pub(super) fn ignore(&self, what: &'static str, span: Span) {
        self.ignored.borrow_mut().add(what, span);
    }

    /// Notes what the members of a choice, or the first items of a list, say and nothing checks. All of them count, and
    /// the span is of one.
    pub(super) fn ignore_in_list(&self, what: &'static str, span: Span) {
        self.ignored.borrow_mut().add_in_list(what, span);
    }

    /// Notes what a schema says about a name and nothing checks. What has the name is kept.
    pub(super) fn ignore_of_name(&self, what: &'static str, span: Span) {
        self.ignored.borrow_mut().add_of_name(what, span);
    }

    /// Notes what the API does not hold, and what needs no warning.
    pub(super) fn lose(&self, what: impl Into<Cow<'static, str>>, lost: Lost, span: Span) {
        self.ignored.borrow_mut().lose(what, lost, span);
    }

    /// Notes what is left out, and what that means.
    pub(super) fn leave_out(&self, what: &'static str, means: &'static str, span: Span) {
        self.ignored.borrow_mut().leave_out(what, means, span);
    }

    /// Notes what says nothing about values.
    pub(super) fn note_void(&self, what: &'static str, span: Span) {
        self.ignored.borrow_mut().add_void(what, span);
    }

    /// Whether Specsmith wrote the document.
    pub(super) fn is_exported(&self) -> bool {
        self.root().is_some_and(info::is_exported)
    }

    /// The root of the document.
    pub(super) fn root(&self) -> Option<NodeRef<'a>> {
        self.files.first().map(|file| NodeRef::new(0, &file.root))
    }

    /// The version of OpenAPI that the document has: the first two numbers, or zeros.
    pub(super) fn version(&self) -> (u32, u32) {
        let version = self
            .root()
            .and_then(|root| root.node.get("openapi"))
            .and_then(Node::scalar_text)
            .unwrap_or_default();
        let mut numbers = version.split('.').map(|number| number.parse().unwrap_or(0));
        (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))
    }

    /// What a node refers to, following references to references; the node itself if it is not a reference. `None` if
    /// there is nothing.
    pub(super) fn follow(&self, at: NodeRef<'a>) -> Option<NodeRef<'a>> {
        let mut at = at;
        // A longer chain is a cycle.
        for _ in 0..32 {
            let reference = at.node.get("$ref");
            let Some(reference) = reference.filter(|node| node.as_text().is_some()) else {
                return Some(at);
            };
            at = self.target(at.file, reference)?;
        }
        None
    }

    /// The target of a reference, by its node.
    pub(super) fn target(&self, file: usize, reference: &'a Node) -> Option<NodeRef<'a>> {
        let target = self.resolve(file, reference.as_text()?);
        if target.is_none() {
            let mut broken = self.broken.borrow_mut();
            broken.insert(reference.span, (file, reference));
        }
        target
    }

    /// The name of a file.
    pub(super) fn name(&self, file: usize) -> Option<&str> {
        self.files.get(file).map(|file| file.name.as_str())
    }

    /// The target of a reference in a file.
    pub(super) fn resolve(&self, file: usize, reference: &'a str) -> Option<NodeRef<'a>> {
        if let Some(found) = self.found.borrow().get(&(file, reference)) {
            return *found;
        }
        let found = self.find(file, reference);
        self.found.borrow_mut().insert((file, reference), found);
        found
    }

    /// The targets of all references in a part.
    pub(super) fn references_in(&self, part: NodeRef<'a>) -> Vec<NodeRef<'a>> {
        let mut found = Vec::new();
        let mut waiting = vec![part];
        while let Some(at) = waiting.pop() {
            let reference = at.node.text_at("$ref");
            found.extend(reference.and_then(|text| self.resolve(at.file, text)));
            waiting.extend(at.entries().map(|(_, value)| value));
            waiting.extend(at.items());
        }
        found
    }

    /// The target of a reference, without keeping it.
    pub(super) fn find(&self, file: usize, reference: &str) -> Option<NodeRef<'a>> {
        let (path, pointer) = reference.split_once('#').unwrap_or((reference, ""));
        let file = match path {
            "" => file,
            _ => {
                let path = resolve_path(&self.files.get(file)?.name, path);
                *self.numbers.get(path.as_str())?
            }
        };
        let mut node: &Node = &self.files.get(file)?.root;
        let pointer = percent_decoded(pointer);
        if pointer.is_empty() || pointer == "/" {
            return Some(NodeRef::new(file, node));
        }
        let Some(pointer) = pointer.strip_prefix('/') else {
            // A name without slashes is the name of a component, as in Swagger 1, or an anchor.
            let components = self.files.get(file)?.root.get("components")?;
            let schema = components.get("schemas")?.get(&pointer)?;
            return Some(NodeRef::new(file, schema));
        };
        for name in pointer.split('/') {
            node = self.step(node, &unescaped(name))?;
        }
        Some(NodeRef::new(file, node))
    }

    fn step(&self, node: &'a Node, name: &str) -> Option<&'a Node> {
        if let NodeKind::List(items) = &node.kind {
            return items.get(name.parse::<usize>().ok()?);
        }
        if node.entries().len() <= MANY {
            return node.get(name);
        }
        let id = std::ptr::from_ref(node) as usize;
        let mut maps = self.maps.borrow_mut();
        let map = maps.entry(id).or_insert_with(|| {
            let entries = node
                .entries()
                .iter()
                .map(|(key, node)| (key.value.as_str(), node));
            entries.collect()
        });
        map.get(name).copied()
    }
}

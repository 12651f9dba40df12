//! The nodes of a document, and the way to one by its JSON pointer, which leads through references.

use super::directions::AllDirections;
use super::escaped;
use crate::api::Accepted;
use crate::hash::{HashMap, HashSet};
use crate::node::{Node, NodeKind};
use crate::openapi::allow;
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

/// The components of a document, by the references to them.
pub(super) type Components<'a> = HashMap<String, &'a Node>;

/// The nodes of a document, by JSON pointers as losses have them.
pub(crate) struct Nodes<'a> {
    parsed: &'a [Parsed],
    pub(super) files: Files<'a>,
    pub(super) directions: AllDirections,
    pub(super) components: Components<'a>,
}

impl<'a> Nodes<'a> {
    /// The nodes of a tree.
    pub(crate) fn of(tree: &'a Tree) -> Self {
        let parts = tree.0.as_ref();
        let parsed = parts.map_or(&[][..], |parts| &parts.files);
        let files = Files::new(parsed, parts.map_or(&[], |parts| &parts.missing));
        let directions = AllDirections::find(&files);
        let own = parsed.first().map(|file| components(&file.root));
        Self {
            parsed,
            files,
            directions,
            components: own.unwrap_or_default(),
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

    /// The changes that parts of the document accept on the way to a pointer, from the inside, without those that are
    /// about the whole API.
    pub(crate) fn accepted(&self, pointer: &str) -> Vec<Accepted> {
        let ends = pointer.match_indices('/').map(|(at, _)| at);
        let ends = ends.chain([pointer.len()]).rev();
        let nodes = ends.filter_map(|end| self.node(pointer.get(..end)?));
        nodes.flat_map(allow::changes).collect()
    }

    pub(super) fn node(&self, pointer: &str) -> Option<&'a Node> {
        self.roots().find_map(|(name, root)| {
            let rest = pointer.strip_prefix(name)?;
            let parts = rest.split('/').filter(|part| !part.is_empty());
            let parts = parts.map(|part| part.replace("~1", "/").replace("~0", "~"));
            let parts: Vec<String> = parts.collect();
            Some(seek(&self.files, root, &parts)?.node)
        })
    }
}

/// The components of a document, by the references to them. In Swagger documents, only schemas are looked at.
fn components(root: &Node) -> Components<'_> {
    let sections = root.entries_at("components").iter();
    let sections = sections.map(|(kind, all)| (format!("#/components/{}", kind.value), all));
    let schemas = root.get("definitions");
    let schemas = schemas.map(|all| ("#/definitions".to_owned(), all));
    let sections = sections.chain(schemas);
    sections
        .flat_map(|(start, all)| {
            let all = all.entries().iter();
            all.map(move |(name, node)| (format!("{start}/{}", escaped(&name.value)), node))
        })
        .collect()
}

/// The greatest number of nodes that are looked at on the way to one.
const MOST_STEPS: usize = 10_000;

/// Keywords whose members are about the same value.
const WRAPPERS: [&str; 3] = ["allOf", "anyOf", "oneOf"];

/// The node at the end of a way. References and schemas of the same value are no difference.
fn seek<'a>(files: &Files<'a>, root: NodeRef<'a>, parts: &[String]) -> Option<NodeRef<'a>> {
    // Where the way may go on, with the rest of it. The last one is tried first.
    let mut waiting = vec![(root, parts)];
    let mut seen: HashSet<(usize, usize)> = HashSet::default();
    while let Some((at, parts)) = waiting.pop() {
        let Some((part, rest)) = parts.split_first() else {
            return Some(at);
        };
        if !seen.insert((at.id(), parts.len())) {
            continue;
        }
        if seen.len() > MOST_STEPS {
            return None;
        }
        let is_wrapper = WRAPPERS.contains(&part.as_str());
        // The schema itself, if it is no longer in a list of several.
        let is_alone = is_wrapper && (part == "allOf" || at.get(part).is_none());
        if let [number, rest @ ..] = rest
            && is_alone
            && number.parse::<usize>().is_ok()
        {
            waiting.push((at, rest));
        }
        if !is_wrapper {
            let members = WRAPPERS.iter().filter_map(|key| at.get(key));
            let members: Vec<NodeRef<'a>> = members.flat_map(NodeRef::items).collect();
            waiting.extend(members.into_iter().rev().map(|member| (member, parts)));
        }
        let reference = at.node.text_at("$ref");
        let target = reference.and_then(|text| files.resolve(at.file, text));
        waiting.extend(target.map(|target| (target, parts)));
        let child = child(at.node, part);
        waiting.extend(child.map(|child| (at.with(child), rest)));
    }
    None
}

/// The part of a node with a key, or with a step in a list.
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
                name_of_item(item).as_deref() == Some(part) || item.as_text() == Some(part)
            };
            let found = named.find(|item| is_named(item));
            found.or_else(|| items.get(part.parse::<usize>().ok()?))
        }
        _ => None,
    }
}

/// What names an item of a list whose order means nothing: a parameter of one name may be at several places.
pub(super) fn name_of_item(item: &Node) -> Option<String> {
    let name = item.get("name").and_then(Node::scalar_text)?;
    match item.text_at("in") {
        Some(place) => Some(format!("{place}:{name}")),
        None => Some(name),
    }
}

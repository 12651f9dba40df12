//! The nodes of a document, and the way to one by its JSON pointer, which leads through references.

use super::directions::AllDirections;
use super::escaped;
use crate::api::Accepted;
use crate::hash::{HashMap, HashSet};
use crate::node::{Node, NodeKind};
use crate::openapi::allow;
use crate::openapi::files::{self, Parsed, Parts};
use crate::openapi::path_items::METHODS;
use crate::openapi::references::{Files, NodeRef};
use crate::source::{SourceFile, Span};

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

    /// The place of the node at a pointer.
    pub(crate) fn span(&self, pointer: &str) -> Option<Span> {
        self.node(pointer).map(|node| node.span)
    }

    pub(super) fn node(&self, pointer: &str) -> Option<&'a Node> {
        self.roots().find_map(|(name, root)| {
            let rest = pointer.strip_prefix(name)?;
            let parts = rest.split('/').filter(|part| !part.is_empty());
            let parts = parts.map(|part| part.replace("~1", "/").replace("~0", "~"));
            let parts: Vec<String> = parts.collect();
            Some(seek(&self.files, root, (&parts, 0))?.node)
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

/// The rest of a way: all of its steps, and how many are behind.
type Rest<'p> = (&'p [String], usize);

/// The node at the end of a way. References, schemas of the same value, and parameters of a path instead of an operation
/// are no difference.
fn seek<'a>(files: &Files<'a>, root: NodeRef<'a>, (all, behind): Rest<'_>) -> Option<NodeRef<'a>> {
    // Where the way may go on, with the number of steps behind. The last one is tried first.
    let mut waiting = vec![(root, behind)];
    let mut seen: HashSet<(usize, usize)> = HashSet::default();
    while let Some((at, behind)) = waiting.pop() {
        let Some(part) = all.get(behind) else {
            return Some(at);
        };
        if !seen.insert((at.id(), behind)) {
            continue;
        }
        if seen.len() > MOST_STEPS {
            return None;
        }
        let next = all.get(behind + 1);
        let is_wrapper = WRAPPERS.contains(&part.as_str());
        // The schema itself, if it is no longer in a list of several.
        let is_alone = is_wrapper && (part == "allOf" || at.get(part).is_none());
        if next.is_some_and(|number| is_alone && number.parse::<usize>().is_ok()) {
            waiting.push((at, behind + 2));
        }
        if next.is_some_and(|next| next == "parameters") && is_method(part) {
            waiting.push((at, behind + 1));
        }
        if part == "parameters" {
            waiting.extend(in_all_operations(files, at, (all, behind)).map(|at| (at, all.len())));
        }
        if !is_wrapper {
            let members = WRAPPERS.iter().filter_map(|key| at.get(key));
            let members: Vec<NodeRef<'a>> = members.flat_map(NodeRef::items).collect();
            waiting.extend(members.into_iter().rev().map(|member| (member, behind)));
        }
        let reference = at.node.text_at("$ref");
        let target = reference.and_then(|text| files.resolve(at.file, text));
        waiting.extend(target.map(|target| (target, behind)));
        let is_of_headers = behind.checked_sub(1).and_then(|above| all.get(above));
        let is_of_headers = is_of_headers.is_some_and(|above| above == "headers");
        let child = child(files, at, part, is_of_headers);
        waiting.extend(child.map(|child| (child, behind + 1)));
    }
    None
}

fn is_method(part: &str) -> bool {
    METHODS.iter().any(|(method, _)| *method == part)
}

/// The end of a way in the first operation of a path, if all of its operations have one.
fn in_all_operations<'a>(
    files: &Files<'a>,
    item: NodeRef<'a>,
    rest: Rest<'_>,
) -> Option<NodeRef<'a>> {
    let operations = METHODS.iter().filter_map(|(method, _)| item.get(method));
    let ends: Option<Vec<NodeRef<'a>>> = operations
        .map(|operation| seek(files, operation, rest))
        .collect();
    ends?.first().copied()
}

/// The part of a node with a key, or with a step in a list. The names of headers have any case.
fn child<'a>(
    files: &Files<'a>,
    at: NodeRef<'a>,
    part: &str,
    is_of_headers: bool,
) -> Option<NodeRef<'a>> {
    match &at.node.kind {
        NodeKind::Map(_) => {
            let is_like = |key: &str| is_of_headers && key.eq_ignore_ascii_case(part);
            let found = at.entries().find(|(key, _)| key.value == part);
            let found = found.or_else(|| at.entries().find(|(key, _)| is_like(&key.value)));
            found.map(|(_, value)| value)
        }
        NodeKind::List(_) => {
            let is_named = |item: &NodeRef<'a>| {
                name_of_item(item.node).is_some_and(|name| is_same_name(&name, part))
                    || item.node.as_text() == Some(part)
            };
            let targets = at.items().filter_map(|item| files.follow(item));
            let found = at.items().chain(targets).find(is_named);
            found.or_else(|| at.items().nth(part.parse::<usize>().ok()?))
        }
        NodeKind::Null
        | NodeKind::Bool(_)
        | NodeKind::Integer(..)
        | NodeKind::Number(..)
        | NodeKind::Text(_) => None,
    }
}

fn is_same_name(name: &str, part: &str) -> bool {
    name == part || name.starts_with("header:") && name.eq_ignore_ascii_case(part)
}

/// What names an item of a list whose order means nothing: a parameter of one name may be at several places.
pub(super) fn name_of_item(item: &Node) -> Option<String> {
    let name = item.get("name").and_then(Node::scalar_text)?;
    match item.text_at("in") {
        Some(place) => Some(format!("{place}:{name}")),
        None => Some(name),
    }
}

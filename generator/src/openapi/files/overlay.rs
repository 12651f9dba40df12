//! Overlays (OpenAPI Overlay 1.1): a document that changes another one, whose file it names in `extends`.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value;
use serde_json_path::{JsonPath, PathElement};

use super::parsed::Parsed;
use super::pointers::{is_remote, resolve_path};
use crate::diagnostic::{Code, Diagnostic};
use crate::extensions::SOURCE;
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};

const INVALID_OVERLAY: Code = Code("E0903");

/// Which document an overlay changes, and where that came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overlay {
    /// The path of the document, relative to the folder of the overlay.
    pub extends: String,
    /// The URL of the document, or its path, relative to the folder of the overlay.
    pub source: Option<String>,
}

/// How many nodes actions may add. Each one could double a document.
const MAX_ADDED: usize = 1_000_000;

/// The greatest depth of added nodes, as in JSON.
const MAX_DEPTH: usize = 256;

/// A step to a node.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Segment {
    Key(String),
    Index(usize),
}

/// Applies the overlays at the beginning of the files, so that the first file is a document. Returns the targets that
/// select nothing.
pub(super) fn apply(files: &mut Vec<Parsed>) -> Result<Vec<Spanned<String>>, Diagnostic> {
    let mut overlays = Vec::new();
    while files.first().is_some_and(|file| is_overlay(&file.root)) {
        let overlay = files.remove(0);
        check_version(&overlay.root)?;
        let extends = extends(&overlay.root).ok_or_else(|| no_document(&overlay.root))?;
        let path = resolve_path(&overlay.name, &extends.value);
        let Some(found) = files.iter().position(|file| file.name == path) else {
            return Err(cannot_read(
                &extends,
                "it is not among the files, or refers to itself",
            ));
        };
        let document = files.remove(found);
        files.insert(0, document);
        overlays.push(overlay);
    }
    let mut unmatched = Vec::new();
    let Some(document) = files.first_mut() else {
        return Ok(unmatched);
    };
    if overlays.is_empty() {
        return Ok(unmatched);
    }
    let mut document = Changed::new(Arc::make_mut(&mut document.root));
    // An overlay of an overlay comes after that.
    for overlay in overlays.iter().rev() {
        for action in overlay.root.items_at("actions") {
            if let Some(target) = document.apply(action)? {
                unmatched.push(target);
            }
        }
    }
    Ok(unmatched)
}

/// Whether the root of a file is an overlay.
fn is_overlay(root: &Node) -> bool {
    root.get("overlay").is_some()
}

/// The document that an overlay changes; `None` if a file is not an overlay.
pub(super) fn extends(root: &Node) -> Option<Spanned<String>> {
    let extends = root.get("extends").filter(|_| is_overlay(root));
    extends?.spanned_text()
}

/// What an overlay says about its document; `None` if a file is not an overlay that names one.
pub(super) fn origin(root: &Node) -> Option<Overlay> {
    Some(Overlay {
        extends: resolve_path("", &extends(root)?.value),
        source: root.get(SOURCE).and_then(Node::as_text).map(str::to_owned),
    })
}

/// The error of a document that is not there.
pub(super) fn cannot_read(extends: &Spanned<String>, why: &str) -> Diagnostic {
    let message = format!("cannot read the document of the overlay: {why}");
    let help = match is_remote(&extends.value) {
        true => "save a copy next to the overlay, and write its path",
        false => "write the path of the document, relative to the overlay",
    };
    Diagnostic::error(INVALID_OVERLAY, message, extends.span).help(help)
}

fn no_document(root: &Node) -> Diagnostic {
    let message = "the overlay does not say which document it changes";
    Diagnostic::error(INVALID_OVERLAY, message, root.span)
        .help("add `extends` with the path of the document, relative to the overlay")
}

fn check_version(root: &Node) -> Result<(), Diagnostic> {
    let Some(version) = root.get("overlay") else {
        return Ok(());
    };
    let text = version.scalar_text().unwrap_or_default();
    match text.trim().starts_with("1.") {
        true => Ok(()),
        false => {
            let message = format!("overlays of version `{text}` are not supported");
            Err(Diagnostic::error(INVALID_OVERLAY, message, version.span)
                .help("write `overlay: 1.0.0`"))
        }
    }
}

fn invalid(message: &str, span: Span) -> Diagnostic {
    Diagnostic::error(INVALID_OVERLAY, message, span)
}

/// The change that an action makes to its targets.
enum Change<'a> {
    Remove,
    Merge(Cow<'a, Node>),
}

/// A document that actions change.
struct Changed<'d> {
    root: &'d mut Node,
    /// The same as a JSON value, for queries.
    value: Value,
    /// The number of added nodes.
    added: usize,
}

impl<'d> Changed<'d> {
    fn new(root: &'d mut Node) -> Self {
        let value = value(root);
        Self {
            root,
            value,
            added: 0,
        }
    }

    /// Applies an action. Returns its target if that selects nothing.
    fn apply(&mut self, action: &Node) -> Result<Option<Spanned<String>>, Diagnostic> {
        let Some(target) = action.get("target").and_then(Node::spanned_text) else {
            return Err(invalid("an action has no `target`", action.span).help(
                "add the JSONPath (RFC 9535) of what it changes, such as `$.paths['/pets'].get`",
            ));
        };
        let places = self.places(&target)?;
        let Some(change) = self.change(action)? else {
            return Ok(None);
        };
        if places.is_empty() {
            return Ok(Some(target));
        }
        match change {
            // Later items first, so that the indexes of the others stay true.
            Change::Remove => places.iter().rev().for_each(|place| self.remove(place)),
            Change::Merge(update) => {
                let (nodes, depth) = size(&update);
                self.added = self
                    .added
                    .saturating_add(nodes.saturating_mul(places.len()));
                let deepest = places.iter().map(|place| place.len() + depth).max();
                if self.added > MAX_ADDED || deepest > Some(MAX_DEPTH) {
                    let message = "the overlay makes the document too large, or too deep";
                    return Err(invalid(message, target.span).help("select less"));
                }
                places
                    .iter()
                    .for_each(|place| self.merge(place, &update, target.span));
            }
        }
        Ok(None)
    }

    /// The change of an action; `None` for `remove: false` alone.
    fn change<'a>(&mut self, action: &'a Node) -> Result<Option<Change<'a>>, Diagnostic> {
        let remove = action.get("remove").map(|node| &node.kind);
        if let Some(NodeKind::Bool(true)) = remove {
            return Ok(Some(Change::Remove));
        }
        if let Some(update) = action.get("update") {
            return Ok(Some(Change::Merge(Cow::Borrowed(update))));
        }
        if let Some(copy) = action.get("copy").and_then(Node::spanned_text) {
            let places: Vec<_> = self.places(&copy)?.into_iter().collect();
            let copied = match places.as_slice() {
                [place] => at(self.root, place),
                _ => None,
            };
            return match copied {
                Some(node) => Ok(Some(Change::Merge(Cow::Owned(node.clone())))),
                None => {
                    let message = format!("`copy` selects {} values, not one", places.len());
                    Err(invalid(&message, copy.span).help("write the JSONPath of one value"))
                }
            };
        }
        match remove {
            Some(NodeKind::Bool(false)) => Ok(None),
            _ => Err(invalid("this action has neither `update` nor `remove: true`", action.span)
                .help("add `update` with what it merges into its target, `copy` with the JSONPath of that, or `remove: true`")),
        }
    }

    /// The places that a query selects, in the order of the document.
    fn places(&self, query: &Spanned<String>) -> Result<BTreeSet<Vec<Segment>>, Diagnostic> {
        let path = JsonPath::parse(&query.value).map_err(|why| {
            let (place, why) = (why.position(), why.message());
            let why = match why {
                "parser error" => format!("unexpected text at character {place}"),
                why => format!("{why}, at character {place}"),
            };
            let message = format!("this is not a JSONPath: {why}");
            invalid(&message, query.span)
                .help("write a query of RFC 9535, such as `$.paths['/pets'].get`")
        })?;
        let found = path.query_located(&self.value);
        let places = found.locations();
        Ok(places
            .map(|place| place.iter().map(step).collect())
            .collect())
    }

    /// Merges an update into what is at a place. The target is where that is said of it, and of the part that it is in.
    fn merge(&mut self, place: &[Segment], update: &Node, target: Span) {
        if let Some(key) = key_at(self.root, place) {
            key.span = target;
        }
        self.place_part(place, target);
        if let Some(node) = at(self.root, place) {
            merge(node, update, true);
            if let Some(old) = value_at(&mut self.value, place) {
                *old = value(node);
            }
        }
    }

    /// Changes where the innermost part of the document is that contains a place: what has a name of its own, or has one in
    /// what contains it.
    fn place_part(&mut self, place: &[Segment], target: Span) {
        for length in (1..=place.len()).rev() {
            let (outer, _) = place.split_at(length);
            let named = at(self.root, outer).is_some_and(|node| name_itself(node, target));
            let has_name = outer
                .len()
                .checked_sub(2)
                .and_then(|parent| outer.get(parent));
            let is_named =
                matches!(has_name, Some(Segment::Key(key)) if NAMED.contains(&key.as_str()));
            if is_named && let Some(key) = key_at(self.root, outer) {
                key.span = target;
            }
            if named || is_named {
                return;
            }
        }
    }

    fn remove(&mut self, place: &[Segment]) {
        let Some((last, parent)) = place.split_last() else {
            return;
        };
        let node = at(self.root, parent).map(|node| &mut node.kind);
        match (last, node, value_at(&mut self.value, parent)) {
            (Segment::Key(name), Some(NodeKind::Map(entries)), Some(Value::Object(values))) => {
                entries.retain(|(key, _)| key.value != *name);
                values.remove(name);
            }
            (Segment::Index(index), Some(NodeKind::List(items)), Some(Value::Array(values)))
                if *index < items.len().min(values.len()) =>
            {
                items.remove(*index);
                values.remove(*index);
            }
            _ => {}
        }
    }
}

/// The number of nodes of a tree, and its depth.
fn size(node: &Node) -> (usize, usize) {
    let entries = node.entries().iter().map(|(_, node)| node);
    let nodes = entries.chain(node.items());
    let (count, depth) = nodes.map(size).fold((0, 0), |(count, depth), inner| {
        (count + inner.0, depth.max(inner.1))
    });
    (count + 1, depth + 1)
}

fn step(element: &PathElement<'_>) -> Segment {
    match element {
        PathElement::Name(name) => Segment::Key((*name).to_owned()),
        PathElement::Index(index) => Segment::Index(*index),
    }
}

/// A tree as a JSON value, for queries.
fn value(node: &Node) -> Value {
    match &node.kind {
        NodeKind::Null => Value::Null,
        NodeKind::Bool(value) => Value::Bool(*value),
        NodeKind::Integer(integer, text) => match i64::try_from(**integer) {
            Ok(integer) => integer.into(),
            Err(_) => text.as_str().into(),
        },
        NodeKind::Number(number, _) => Value::from(*number),
        NodeKind::Text(text) => text.as_str().into(),
        NodeKind::List(items) => items.iter().map(value).collect(),
        NodeKind::Map(entries) => {
            let entries = entries
                .iter()
                .map(|(key, node)| (key.value.clone(), value(node)));
            Value::Object(entries.collect())
        }
    }
}

fn at<'n>(node: &'n mut Node, place: &[Segment]) -> Option<&'n mut Node> {
    place.iter().try_fold(node, |node, step| match step {
        Segment::Key(name) => node.get_mut(name),
        Segment::Index(index) => match &mut node.kind {
            NodeKind::List(items) => items.get_mut(*index),
            _ => None,
        },
    })
}

/// The keywords whose keys are names of parts.
const NAMED: [&str; 4] = ["headers", "properties", "responses", "schemas"];

/// Changes where the name of an operation or a parameter is, which is in it.
fn name_itself(node: &mut Node, target: Span) -> bool {
    let is_parameter = node.get("in").is_some();
    let name = if is_parameter { "name" } else { "operationId" };
    match node.get_mut(name) {
        Some(value) if matches!(value.kind, NodeKind::Text(_)) => {
            value.span = target;
            true
        }
        Some(_) | None => false,
    }
}

/// The key at a place.
fn key_at<'n>(root: &'n mut Node, place: &[Segment]) -> Option<&'n mut Spanned<String>> {
    let (last, parent) = place.split_last()?;
    match last {
        Segment::Key(name) => key_mut(at(root, parent)?, name),
        Segment::Index(_) => None,
    }
}

fn key_mut<'n>(node: &'n mut Node, name: &str) -> Option<&'n mut Spanned<String>> {
    let NodeKind::Map(entries) = &mut node.kind else {
        return None;
    };
    let mut keys = entries.iter_mut().map(|(key, _)| key);
    keys.find(|key| key.value == name)
}

fn value_at<'v>(value: &'v mut Value, place: &[Segment]) -> Option<&'v mut Value> {
    place.iter().try_fold(value, |value, step| match step {
        Segment::Key(name) => value.get_mut(name),
        Segment::Index(index) => value.get_mut(*index),
    })
}

/// Merges objects, appends to lists, and replaces all else. What changes is where the update says it.
fn merge(node: &mut Node, update: &Node, is_target: bool) {
    match (&mut node.kind, &update.kind) {
        (NodeKind::Map(entries), NodeKind::Map(updates)) => {
            for (key, update) in updates {
                match entries
                    .iter_mut()
                    .find(|(known, _)| known.value == key.value)
                {
                    Some((known, node)) => {
                        known.span = key.span;
                        name_itself(node, key.span);
                        merge(node, update, false);
                    }
                    None => entries.push((key.clone(), update.clone())),
                }
            }
        }
        (NodeKind::List(items), NodeKind::List(updates)) => items.extend(updates.iter().cloned()),
        // The target is a list, and the update one more item.
        (NodeKind::List(items), _) if is_target => items.push(update.clone()),
        _ => *node = update.clone(),
    }
}

#[cfg(test)]
mod tests;

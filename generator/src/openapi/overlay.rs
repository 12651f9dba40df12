//! Overlays (OpenAPI Overlay 1.0): a document that changes another one, whose file it names in `extends`.

use super::files::{Parsed, is_remote, resolve_path};
use crate::diagnostic::{Code, Diagnostic};
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};
use serde_json::Value;
use serde_json_path::{JsonPath, PathElement};
use std::collections::BTreeSet;

const INVALID_OVERLAY: Code = Code("E0903");

/// A step to a node.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Key(String),
    Index(usize),
}

/// Applies the overlays at the beginning of the files, so that the first file is a document. Returns the targets that select
/// nothing.
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
        files[..=found].rotate_right(1);
        overlays.push(overlay);
    }
    let mut unmatched = Vec::new();
    let Some(document) = files.first_mut() else {
        return Ok(unmatched);
    };
    // An overlay of an overlay comes after that.
    for overlay in overlays.iter().rev() {
        for action in overlay.root.get("actions").map_or(&[][..], Node::items) {
            if let Some(target) = apply_action(action, &mut document.root)? {
                unmatched.push(target);
            }
        }
    }
    Ok(unmatched)
}

/// Whether the root of a file is an overlay.
pub(super) fn is_overlay(root: &Node) -> bool {
    root.get("overlay").is_some()
}

/// The document that an overlay changes.
pub(super) fn extends(root: &Node) -> Option<Spanned<String>> {
    root.get("extends")?.spanned_text()
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

/// Applies an action. Returns its target if that selects nothing.
fn apply_action(action: &Node, document: &mut Node) -> Result<Option<Spanned<String>>, Diagnostic> {
    let error = |message: &str, span: Span| Diagnostic::error(INVALID_OVERLAY, message, span);
    let Some(target) = action.get("target").and_then(Node::spanned_text) else {
        return Err(error("an action has no `target`", action.span).help(
            "add the JSONPath (RFC 9535) of what it changes, such as `$.paths['/pets'].get`",
        ));
    };
    let path = JsonPath::parse(&target.value).map_err(|why| {
        let (place, why) = (why.position(), why.message());
        let why = match why {
            "parser error" => format!("unexpected text at character {place}"),
            why => format!("{why}, at character {place}"),
        };
        let message = format!("this is not a JSONPath: {why}");
        error(&message, target.span)
            .help("write a query of RFC 9535, such as `$.paths['/pets'].get`")
    })?;
    let tree = value(document);
    // In the order of the document, each once.
    let places: BTreeSet<Vec<Step>> = path
        .query_located(&tree)
        .locations()
        .map(|place| place.iter().map(step).collect())
        .collect();
    if places.is_empty() {
        return Ok(Some(target));
    }
    if action.get("remove").is_some_and(Node::is_true) {
        // Later items first, so that the indexes of the others stay true.
        for place in places.iter().rev() {
            remove(document, place);
        }
    } else if let Some(update) = action.get("update") {
        for place in &places {
            if let Some(node) = at(document, place) {
                merge(node, update, true);
            }
        }
    }
    Ok(None)
}

fn step(element: &PathElement<'_>) -> Step {
    match element {
        PathElement::Name(name) => Step::Key((*name).to_owned()),
        PathElement::Index(index) => Step::Index(*index),
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
            let entries = entries.iter();
            let entries = entries.map(|(key, node)| (key.value.clone(), value(node)));
            Value::Object(entries.collect())
        }
    }
}

fn at<'n>(node: &'n mut Node, place: &[Step]) -> Option<&'n mut Node> {
    place.iter().try_fold(node, |node, step| match step {
        Step::Key(name) => node.get_mut(name),
        Step::Index(index) => match &mut node.kind {
            NodeKind::List(items) => items.get_mut(*index),
            _ => None,
        },
    })
}

fn remove(document: &mut Node, place: &[Step]) {
    let Some((last, parent)) = place.split_last() else {
        return;
    };
    match (last, at(document, parent).map(|parent| &mut parent.kind)) {
        (Step::Key(name), Some(NodeKind::Map(entries))) => {
            entries.retain(|(key, _)| key.value != *name);
        }
        (Step::Index(index), Some(NodeKind::List(items))) if *index < items.len() => {
            items.remove(*index);
        }
        _ => {}
    }
}

/// Merges objects, appends to lists, and replaces all else.
fn merge(node: &mut Node, update: &Node, is_target: bool) {
    match (&mut node.kind, &update.kind) {
        (NodeKind::Map(entries), NodeKind::Map(updates)) => {
            for (key, update) in updates {
                match entries
                    .iter_mut()
                    .find(|(known, _)| known.value == key.value)
                {
                    Some((_, node)) => merge(node, update, false),
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
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::yaml;

    /// What actions make of a document, as JSON, or the message of the error.
    fn changed(document: &str, actions: &str) -> String {
        let parsed = |name: &str, text: &str| Parsed {
            name: name.to_owned(),
            root: yaml::parse_openapi(text, 0).unwrap(),
        };
        let overlay = format!("overlay: 1.1.0\nextends: api.yaml\nactions: {actions}\n");
        let mut files = vec![
            parsed("overlay.yaml", &overlay),
            parsed("api.yaml", document),
        ];
        match apply(&mut files) {
            Ok(_) => value(&files[0].root).to_string(),
            Err(error) => error.message,
        }
    }

    #[test]
    fn items_are_removed_whatever_the_order_and_number_of_their_selectors() {
        for (target, expected) in [
            ("$.a[2,0]", r#"{"a":["y"]}"#),
            ("$.a[0,0]", r#"{"a":["y","z"]}"#),
            ("$.a[?@ == 'z', 0]", r#"{"a":["y"]}"#),
            ("$..*", "{}"),
        ] {
            let actions = format!("[{{ target: \"{target}\", remove: true }}]");
            assert_eq!(changed("a: [x, y, z]", &actions), expected, "{target}");
        }
    }
}

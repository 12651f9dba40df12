//! Descriptions, deprecations and allowed lints, which all parts of a document may have.

use crate::api::{Deprecation, Lint, Lints, See};
use crate::document::Notes;
use crate::extensions::{self, ADDED, ASSUMED, DEPRECATED_MESSAGE, SETTINGS};
use crate::node::{Node, NodeKind};

/// The notes of a node: its description, and whether it is deprecated.
pub(super) fn notes(node: &Node) -> Notes {
    let text = |key: &str| node.text_at(key).and_then(tidy);
    let is_deprecated = node.is_set("deprecated") || node.is_set("x-deprecated");
    let reason = text("x-deprecatedMessage").or_else(|| text(DEPRECATED_MESSAGE));
    let doc = description(node).and_then(tidy);
    let summary = node.get(ADDED).is_none().then(|| text("summary"));
    Notes {
        doc: doc.or(summary.flatten()),
        assumed: text(ASSUMED),
        deprecation: is_deprecated.then_some(Deprecation { reason }),
        see: see(node).map(Box::new),
        allow: allowed(node),
    }
}

/// The description of a node, without what is added to it where the document is exported.
pub(super) fn description(node: &Node) -> Option<&str> {
    let whole = node.text_at("description")?;
    match node.get(ADDED).map(|added| &added.kind) {
        Some(NodeKind::Integer(count, _)) if **count > 0 => {
            let count = usize::try_from(**count).unwrap_or(usize::MAX);
            let mut ends = whole.rmatch_indices("\n\n").map(|(at, _)| at);
            whole.get(..ends.nth(count - 1).unwrap_or_default())
        }
        _ => Some(whole),
    }
}

/// Where to read more, if the description says it too.
fn see(node: &Node) -> Option<See> {
    node.get(ADDED)?;
    let see = node
        .get("externalDocs")
        .or_else(|| node.get(extensions::SEE))?;
    let title = see.text_at("description");
    Some(See {
        url: see.text_at("url")?.to_owned(),
        title: title.map(str::to_owned),
    })
}

/// Notes with nothing but a description.
pub(super) fn described(text: Option<&str>) -> Notes {
    Notes {
        doc: text.and_then(tidy),
        ..Notes::default()
    }
}

/// A description, if there is any.
pub(super) fn tidy(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// The lints that a part of the document may violate, by the extension `x-specsmith` in it.
fn allowed(node: &Node) -> Lints {
    let names = node
        .get(SETTINGS)
        .map_or(&[][..], |own| own.items_at("allow"));
    names
        .iter()
        .filter_map(|name| Lint::from_name(name.as_text()?))
        .collect()
}

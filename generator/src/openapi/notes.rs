//! Descriptions, deprecations and allowed lints, which all parts of a document may have.

use crate::api::{Deprecation, Lint, Lints};
use crate::document::Notes;
use crate::extensions::SETTINGS;
use crate::node::Node;

/// The notes of a node: its description, and whether it is deprecated.
pub(super) fn notes(node: &Node) -> Notes {
    let text = |key: &str| node.text_at(key).and_then(tidy);
    let is_deprecated = node.is_set("deprecated");
    let reason = text("x-deprecatedMessage").or_else(|| text("x-deprecated-message"));
    Notes {
        doc: text("description").or_else(|| text("summary")),
        deprecation: is_deprecated.then_some(Deprecation { reason }),
        allow: allowed(node),
        ..Notes::default()
    }
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

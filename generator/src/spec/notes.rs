//! `doc`, `assumed` and `deprecated`.

use super::node::NodeKind;
use super::table::{Table, text_of};
use crate::api::Deprecation;
use crate::diagnostic::Diagnostics;

/// The description, assumption and deprecation of an entry.
#[derive(Debug, Clone, Default)]
pub(crate) struct Notes {
    pub(crate) doc: Option<String>,
    pub(crate) assumed: Option<String>,
    pub(crate) deprecation: Option<Deprecation>,
}

impl Notes {
    pub(super) fn read(table: &mut Table, diagnostics: &mut Diagnostics) -> Self {
        let doc = table.text("doc", diagnostics).map(|doc| doc.value);
        let assumed = table
            .text("assumed", diagnostics)
            .map(|assumed| assumed.value);
        let deprecation = table.node("deprecated").and_then(|node| match node.kind {
            NodeKind::Bool(true) => Some(Deprecation { reason: None }),
            NodeKind::Bool(false) => None,
            NodeKind::Null
            | NodeKind::Text(_)
            | NodeKind::Integer(..)
            | NodeKind::Number(..)
            | NodeKind::List(_)
            | NodeKind::Map(_) => {
                text_of(node, "`deprecated`", diagnostics).map(|reason| Deprecation {
                    reason: Some(reason.value),
                })
            }
        });
        Self {
            doc,
            assumed,
            deprecation,
        }
    }
}

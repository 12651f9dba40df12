//! HTTP status codes in the document.

use super::node::{Node, NodeKind};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::Spanned;

const NOT_A_STATUS: Code = Code("E0111");

/// Reads a status code: RFC 9110, section 15, has three digits from 100 to 599.
pub(super) fn read_status(node: Node, faults: &mut Diagnostics) -> Option<Spanned<u16>> {
    let status = match &node.kind {
        NodeKind::Integer(value, _) => u16::try_from(*value).ok(),
        NodeKind::Text(text) => text.parse().ok(),
        NodeKind::Null
        | NodeKind::Bool(_)
        | NodeKind::Number(..)
        | NodeKind::List(_)
        | NodeKind::Map(_) => None,
    };
    match status.filter(|status| (100..600).contains(status)) {
        Some(status) => Some(Spanned::new(status, node.span)),
        None => {
            let diagnostic =
                Diagnostic::error(NOT_A_STATUS, "this is not an HTTP status", node.span)
                    .help("a status is a number from 100 to 599");
            faults.push(diagnostic);
            None
        }
    }
}

//! HTTP status codes in the document.

use crate::api::Status;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::node::{Node, NodeKind};
use crate::source::Spanned;

const NOT_A_STATUS: Code = Code("E0111");

/// The range of error statuses, for diagnostics.
pub(super) const ERRORS: &str = "400 to 599";

/// The statuses of errors that a document declares, for diagnostics.
pub(super) const ERROR_STATUSES: &str = "400 to 599, or `4XX`, `5XX` or `default`";

/// The statuses of successes, for diagnostics.
pub(super) const SUCCESSES: &str = "200 to 399";

/// Reads a status code, three digits from 100 to 599 (RFC 9110, section 15). `range` names those that
/// make sense here.
pub(super) fn read_status(
    node: Node,
    range: &str,
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<u16>> {
    let digits = match &node.kind {
        NodeKind::Integer(_, text) | NodeKind::Text(text) => text.as_str(),
        NodeKind::Null
        | NodeKind::Bool(_)
        | NodeKind::Number(..)
        | NodeKind::List(_)
        | NodeKind::Map(_) => "",
    };
    // `0404` and `+404` are the number 404, but not the three digits of a status.
    let plain = digits.len() == 3 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let status = digits.parse().ok().filter(|_| plain);
    match status.filter(|status| (100..600).contains(status)) {
        Some(status) => Some(Spanned::new(status, node.span)),
        None => {
            let message = "this is not an HTTP status";
            diagnostics.push(
                Diagnostic::error(NOT_A_STATUS, message, node.span)
                    .help(format!("write a status from {range}")),
            );
            None
        }
    }
}

/// Reads a key that names a status, or a class of statuses, such as `2XX`.
pub(super) fn read_statuses(
    key: Spanned<String>,
    range: &str,
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<Status>> {
    if let Some(class @ b'1'..=b'5') = key.value.bytes().next()
        && key.value.get(1..) == Some("XX")
    {
        return Some(Spanned::new(Status::Class(class - b'0'), key.span));
    }
    let node = Node {
        span: key.span,
        kind: NodeKind::Text(key.value),
    };
    let status = read_status(node, range, diagnostics)?;
    Some(Spanned::new(Status::Exact(status.value), status.span))
}

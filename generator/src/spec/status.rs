//! HTTP status codes in the document.

use crate::api::Status;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};

const NOT_A_STATUS: Code = Code("E0111");

/// The range of error statuses, for diagnostics.
pub(super) const ERRORS: &str = "400 to 599";

/// The statuses of errors that a document declares, for diagnostics.
pub(super) const ERROR_STATUSES: &str = "400 to 599, or `4XX`, `5XX` or `default`";

/// The keys of errors, for diagnostics.
pub(super) const ERROR_KEYS: &str =
    "400 to 599, `4XX`, `5XX`, `default`, or the name of an error, which begins with a capital";

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
            diagnostics.push(not_a_status(node.span).help(format!("write a status from {range}")));
            None
        }
    }
}

fn not_a_status(span: Span) -> Diagnostic {
    Diagnostic::error(NOT_A_STATUS, "this is not an HTTP status", span)
}

/// Reads a key that names a status, or a class of statuses, such as `2XX`.
pub(super) fn read_statuses(
    key: Spanned<String>,
    range: &str,
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<Status>> {
    if let Some(class @ b'1'..=b'5') = key.value.bytes().next()
        && let Some(rest) = key
            .value
            .get(1..)
            .filter(|rest| rest.eq_ignore_ascii_case("xx"))
    {
        if rest != "XX" {
            let class = key.value.to_ascii_uppercase();
            diagnostics.push(not_a_status(key.span).did_you_mean(&key.value, &class));
            return None;
        }
        return Some(Spanned::new(Status::Class(class - b'0'), key.span));
    }
    let node = Node {
        span: key.span,
        kind: NodeKind::Text(key.value),
    };
    let status = read_status(node, range, diagnostics)?;
    Some(Spanned::new(Status::Exact(status.value), status.span))
}

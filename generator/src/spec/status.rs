//! HTTP status codes in the document.

use crate::api::Status;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};

const NOT_A_STATUS: Code = Code("E0111");

/// The statuses that make sense in a place, for diagnostics.
#[derive(Clone, Copy)]
pub(super) struct Expected {
    help: &'static str,
    /// The first digits of the classes.
    classes: &'static [u8],
}

/// One status of an error.
pub(super) const ERROR: Expected = Expected {
    help: "write a status from 400 to 599",
    classes: b"",
};

/// The statuses of errors that a document declares.
pub(super) const ERRORS: Expected = Expected {
    help: "write a status from 400 to 599, `4XX`, `5XX` or `default`",
    classes: b"45",
};

/// What errors are listed by.
pub(super) const ERROR_KEYS: Expected = Expected {
    help: "write a status from 400 to 599, `4XX`, `5XX` or `default`; names of errors begin with a capital letter",
    ..ERRORS
};

/// The statuses of successes.
pub(super) const SUCCESSES: Expected = Expected {
    help: "write a status from 200 to 399",
    classes: b"23",
};

/// Reads a status code, three digits from 100 to 599 (RFC 9110, section 15).
pub(super) fn read_status(
    node: Node,
    expected: Expected,
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
            diagnostics.push(not_a_status(node.span).help(expected.help));
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
    expected: Expected,
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<Status>> {
    if let Some(class @ b'1'..=b'5') = key.value.bytes().next() {
        if key.value.get(1..) == Some("XX") {
            return Some(Spanned::new(Status::Class(class - b'0'), key.span));
        }
        if key.value.get(1..) == Some("xx") && expected.classes.contains(&class) {
            let class = key.value.to_ascii_uppercase();
            diagnostics.push(not_a_status(key.span).did_you_mean(&key.value, &class));
            return None;
        }
    }
    let node = Node {
        span: key.span,
        kind: NodeKind::Text(key.value),
    };
    let status = read_status(node, expected, diagnostics)?;
    Some(Spanned::new(Status::Exact(status.value), status.span))
}

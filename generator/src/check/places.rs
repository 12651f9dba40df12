//! Examples of parameters: each can be sent in a request.

use std::collections::HashSet;

use super::Scope;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{Document, FieldEntry};
use crate::node::Node;
use crate::source::Span;

const NOT_IN_PATH: Code = Code("E0705");
const NOT_IN_HEADER: Code = Code("E0706");

/// Reports every example of a parameter, or of its type, that no request can contain.
pub(super) fn check(document: &Document, scope: &Scope<'_>, diagnostics: &mut Diagnostics) {
    // An example of a type is reported once, even if several parameters have the type.
    let mut seen: HashSet<Span> = HashSet::new();
    let mut report = |node: &Node, diagnostic: Diagnostic, field: &FieldEntry| {
        if seen.insert(node.span) {
            diagnostics.push(match field.example {
                Some(_) => diagnostic,
                None => diagnostic.also(field.name.span, "this parameter has that type"),
            });
        }
    };
    for field in document.operations.iter().flat_map(|entry| &entry.path) {
        if let Some((node, text)) = example(field, scope)
            && matches!(text, "" | "." | "..")
        {
            report(node, not_in_path(node, text), field);
        }
    }
    let of_requests = document.operations.iter().flat_map(|entry| &entry.headers);
    let of_errors = document.errors.iter().flat_map(|entry| &entry.headers);
    for field in of_requests.chain(of_errors) {
        if let Some((node, text)) = example(field, scope)
            && text.contains(|c: char| c.is_ascii_control() && c != '\t')
        {
            report(node, not_in_header(node), field);
        }
    }
}

/// The example of a parameter: its own, or that of its type.
fn example<'d>(field: &'d FieldEntry, scope: &Scope<'d>) -> Option<(&'d Node, &'d str)> {
    let of_type = || scope.target(&field.ty)?.example.as_ref();
    let node = field.example.as_ref().or_else(of_type)?;
    Some((node, node.kind.as_text()?))
}

fn not_in_path(node: &Node, text: &str) -> Diagnostic {
    let message = match text {
        "" => "a path segment cannot be empty".to_owned(),
        dots => format!("a path segment cannot be `{dots}`"),
    };
    Diagnostic::error(NOT_IN_PATH, message, node.span)
        .note("such a path identifies another resource (RFC 3986, section 5.2.4)")
        .help("use another value")
}

fn not_in_header(node: &Node) -> Diagnostic {
    let message = "a header cannot contain line breaks or other control characters";
    Diagnostic::error(NOT_IN_HEADER, message, node.span)
        .note("no client can send it (RFC 9110, section 5.5)")
        .help("use a value without them")
}

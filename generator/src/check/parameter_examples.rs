//! Examples of parameters: each can be sent in a request.

use super::context::Context;
use super::scope::Scope;
use super::text_forms;
use crate::api::{Location, Style};
use crate::diagnostic::{Code, Diagnostic};
use crate::document::FieldEntry;
use crate::hash::HashSet;
use crate::node::{Node, NodeKind};
use crate::source::Span;

const NOT_IN_PATH: Code = Code("E0705");
const NOT_IN_HEADER: Code = Code("E0706");
const NOT_IN_COOKIE: Code = Code("E0710");
const NOT_IN_LIST: Code = Code("E0711");

/// Reports every example of a parameter, or of its type, that no request can contain.
pub(super) fn check(context: &mut Context<'_, '_>) {
    let scope = context.scope;
    let document = context.document();
    // An example of a type is reported once, even if several parameters have the type.
    let mut seen: HashSet<Span> = HashSet::default();
    let mut report = |node: &Node, diagnostic: Diagnostic, field: &FieldEntry| {
        if seen.insert(node.span) {
            context.report(match field.example {
                Some(_) => diagnostic,
                None => diagnostic.also(field.name.span, "this parameter has that type"),
            });
        }
    };
    for operation in document.operations.iter().chain(&document.webhooks) {
        for (field, location) in operation.parameters() {
            check_example(field, location, scope, &mut report);
        }
    }
    for header in document.errors.iter().flat_map(|entry| &entry.headers) {
        check_example(header, Location::Header, scope, &mut report);
    }
}

/// Reports an example that a parameter cannot have in its place.
fn check_example(
    field: &FieldEntry,
    location: Location,
    scope: &Scope<'_>,
    report: &mut dyn FnMut(&Node, Diagnostic, &FieldEntry),
) {
    let Some(node) = example(field, scope) else {
        return;
    };
    if field.style.written().is_some_and(Style::has_parts) {
        return;
    }
    let texts: Vec<&str> = match &node.kind {
        NodeKind::List(items) => items
            .iter()
            .filter_map(|item| item.kind.as_text())
            .collect(),
        kind => kind.as_text().into_iter().collect(),
    };
    let is_list = matches!(node.kind, NodeKind::List(_));
    match location {
        Location::Path => {
            let is_empty = matches!(&node.kind, NodeKind::List(items) if items.is_empty());
            if let [text @ ("" | "." | "..")] = texts.as_slice() {
                report(node, not_in_path(node, text), field);
            } else if is_empty {
                report(node, not_in_path(node, ""), field);
            }
        }
        Location::Query => {}
        Location::Header => {
            let is_wrong = |text: &&str| text.contains(|c: char| c.is_ascii_control() && c != '\t');
            if texts.iter().any(is_wrong) {
                report(node, not_in_header(node), field);
            }
        }
        Location::Cookie => {
            let is_in_cookie = |c: char| text_forms::is_in_cookie(c) && (is_list || c != ',');
            if !texts.iter().flat_map(|text| text.chars()).all(is_in_cookie) {
                report(node, not_in_cookie(node), field);
            }
        }
    }
    if let (true, Some(separator)) = (is_list, separator(field, location))
        && texts.iter().any(|text| text.contains(separator))
    {
        report(node, not_in_list(node, separator), field);
    }
}

/// The separator of the items of a list, which they cannot contain.
fn separator(field: &FieldEntry, location: Location) -> Option<char> {
    match location {
        // Commas in a query are encoded.
        Location::Query => field
            .style
            .written()?
            .separator()
            .filter(|separator| *separator != ','),
        Location::Header | Location::Cookie => Some(','),
        Location::Path => None,
    }
}

/// The example of a parameter: its own, or the example of its type.
fn example<'d>(field: &'d FieldEntry, scope: &Scope<'d>) -> Option<&'d Node> {
    let of_type = || scope.target(&field.ty)?.example.as_ref();
    field.example.as_deref().or_else(of_type)
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

fn not_in_cookie(node: &Node) -> Diagnostic {
    let message = "a cookie cannot contain this value";
    Diagnostic::error(NOT_IN_COOKIE, message, node.span)
        .note("cookies have no white space, quotes, commas, semicolons, backslashes, or characters outside of ASCII (RFC 6265)")
        .help("use a value without them, or `style: json`")
}

fn not_in_list(node: &Node, separator: char) -> Diagnostic {
    let what = match separator {
        ',' => "a comma",
        ' ' => "a space",
        _ => "a vertical bar",
    };
    let message = format!("an item of this list cannot contain {what}");
    Diagnostic::error(NOT_IN_LIST, message, node.span)
        .note("it would be read as two items")
        .help("use another value, or another style")
}

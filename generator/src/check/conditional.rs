//! Conditional requests.

use crate::api::{Method, Status};
use crate::diagnostic::{Cause, Code, Diagnostic, Diagnostics};
use crate::document::{ContentExprKind, FieldEntry, OperationEntry, ResponseEntry};
use crate::source::Span;

const WRONG_METHOD: Code = Code("E0723");
const CONDITIONAL_EVENTS: Code = Code("E0724");
const OWN_HEADER: Code = Code("E0725");
const OWN_STATUS: Code = Code("E0726");
const NO_CONTENT: Code = Code("E0727");
const CONDITIONAL_BODY: Code = Code("E0728");

/// The headers that the router reads.
const REQUEST: [&str; 2] = ["If-None-Match", "If-Modified-Since"];
/// The headers that the router sets.
const RESPONSE: [&str; 2] = ["ETag", "Last-Modified"];

pub(super) fn check(operation: &OperationEntry, diagnostics: &mut Diagnostics) {
    let Some(entry) = &operation.conditional else {
        return;
    };
    let first = diagnostics.len();
    check_request(operation, entry.key, diagnostics);
    for response in &operation.responses {
        check_response(response, entry.key, diagnostics);
    }
    let mut responses = operation.responses.iter();
    if !responses.any(|response| response.status.value.is_success()) {
        let message = "no response of this operation can be conditional";
        let diagnostic = Diagnostic::error(NO_CONTENT, message, operation.route.span);
        diagnostics.push(
            diagnostic
                .also(entry.key, "`conditional` is here")
                .note("304 is sent instead of a response with a status from 200 to 299")
                .help("remove `conditional`, or add such a response"),
        );
    }
    diagnostics.set_cause(first, Cause::Conditional { key: entry.key });
}

fn check_request(operation: &OperationEntry, key: Span, diagnostics: &mut Diagnostics) {
    let method = operation.route.method;
    if !matches!(method, Method::Get | Method::Head) {
        let message = format!("a {} request cannot be conditional", method.name());
        let diagnostic = Diagnostic::error(WRONG_METHOD, message, operation.route.span);
        diagnostics.push(
            diagnostic
                .also(key, "`conditional` is here")
                .note("304 tells callers of `GET` and `HEAD` that their copy of the content is current")
                .help("against lost updates, declare a header `If-Match?` and an error 412"),
        );
    }
    if method == Method::Get
        && let Some(body) = &operation.body
    {
        let message = "a request with a body cannot be conditional";
        let diagnostic = Diagnostic::error(CONDITIONAL_BODY, message, body.content.expr.span);
        diagnostics.push(
            diagnostic
                .also(key, "`conditional` is here")
                .note(
                    "caches ignore request bodies, so they would reuse one response for all bodies",
                )
                .help("remove `conditional`, or use query parameters"),
        );
    }
    check_headers(&operation.headers, &REQUEST, key, diagnostics);
}

fn check_response(response: &ResponseEntry, key: Span, diagnostics: &mut Diagnostics) {
    check_headers(&response.headers, &RESPONSE, key, diagnostics);
    let help = match response.status.value {
        Status::Exact(304) => Some("remove the response: the router sends it"),
        Status::Class(3) => Some("write each of the other statuses, such as `302`"),
        Status::Exact(_) | Status::Class(_) | Status::Default => None,
    };
    if let Some(help) = help {
        let message = "`conditional` describes the response 304";
        let diagnostic = Diagnostic::error(OWN_STATUS, message, response.status.span);
        diagnostics.push(diagnostic.also(key, "declared here").help(help));
    }
    let content = response.content.as_ref().map(|content| &content.expr);
    if let Some(expr) = content
        && matches!(expr.kind, ContentExprKind::Events(_))
    {
        let message = "an event stream cannot be conditional";
        let diagnostic = Diagnostic::error(CONDITIONAL_EVENTS, message, expr.span);
        diagnostics.push(
            diagnostic
                .also(key, "declared here")
                .help("remove `conditional`: callers keep no copy of a stream"),
        );
    }
}

fn check_headers(
    headers: &[FieldEntry],
    reserved: &[&str],
    key: Span,
    diagnostics: &mut Diagnostics,
) {
    for header in headers {
        let name = &header.name;
        if reserved
            .iter()
            .any(|reserved_name| name.value.eq_ignore_ascii_case(reserved_name))
        {
            let message = format!("the header `{}` belongs to `conditional`", name.value);
            let diagnostic = Diagnostic::error(OWN_HEADER, message, name.span);
            diagnostics.push(
                diagnostic
                    .also(key, "declared here")
                    .help("remove the header: the router takes care of it"),
            );
        }
    }
}

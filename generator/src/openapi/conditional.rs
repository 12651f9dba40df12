//! The response 304: a document that lists it describes conditional requests, whether it lists their headers or not.

use super::path_items::OperationNode;
use super::references::NodeRef;
use super::types::Types;
use crate::api::{Method, Status};
use crate::document::{
    ConditionalEntry, ContentExprKind, FieldEntry, OperationEntry, ResponseEntry, Validator,
};
use crate::source::{Span, Spanned};

/// The headers of requests and responses that belong to each validator.
const HEADERS: [(Validator, &str, &str); 2] = [
    (Validator::ETag, "if-none-match", "etag"),
    (
        Validator::LastModified,
        "if-modified-since",
        "last-modified",
    ),
];

/// Makes an operation with the response 304 conditional, which takes the place of that response and of the headers.
/// Where the language does not allow that, 304 stays a result like others, and so it does in an exported document, where
/// an extension says which operations are conditional.
pub(super) fn recognize<'a>(
    types: &Types<'a>,
    found: &OperationNode<'a>,
    entry: &mut OperationEntry,
) {
    let Some(key) = not_modified(&entry.responses).map(|response| response.status.span) else {
        return;
    };
    if types.files.is_exported() || !is_possible(entry) {
        return;
    }
    let mut validators = validators(types, found, entry, key);
    if validators.is_empty() {
        // Without them, there is no 304 (RFC 9110, section 15.4.5).
        validators = HEADERS.map(|(header, ..)| Spanned::new(header, key)).into();
    }
    entry
        .responses
        .retain(|response| response.status.value != NOT_MODIFIED);
    let is_own = |header: &FieldEntry, own: &str| header.name.value.eq_ignore_ascii_case(own);
    for (_, request, response) in HEADERS {
        entry.headers.retain(|header| !is_own(header, request));
        for kept in &mut entry.responses {
            kept.headers.retain(|header| !is_own(header, response));
        }
    }
    entry.conditional = Some(ConditionalEntry { key, validators });
}

const NOT_MODIFIED: Status = Status::Exact(304);

fn not_modified(responses: &[ResponseEntry]) -> Option<&ResponseEntry> {
    let mut responses = responses.iter();
    responses.find(|response| response.status.value == NOT_MODIFIED)
}

/// Whether the language allows conditional requests here.
fn is_possible(entry: &OperationEntry) -> bool {
    let is_safe = match entry.route.method {
        Method::Get => entry.body.is_none(),
        Method::Head => true,
        _ => false,
    };
    let is_event_stream = |response: &ResponseEntry| {
        let content = response.content.as_ref();
        content.is_some_and(|content| matches!(content.expr.kind, ContentExprKind::Events(_)))
    };
    let is_range = |response: &ResponseEntry| response.status.value == Status::Class(3);
    // A required condition is a value that callers choose, and so is one that is constant.
    let is_condition = |field: &FieldEntry| {
        let mut names = HEADERS.iter();
        names.any(|(_, name, _)| field.name.value.eq_ignore_ascii_case(name))
    };
    let mut conditions = entry.headers.iter().filter(|header| is_condition(header));
    is_safe
        && entry
            .responses
            .iter()
            .any(|response| response.status.value.is_success())
        && !entry
            .responses
            .iter()
            .any(|response| is_event_stream(response) || is_range(response))
        && conditions.all(|condition| condition.optional && condition.constant.is_none())
}

/// The validators whose headers the document lists, in requests or in a response.
fn validators<'a>(
    types: &Types<'a>,
    found: &OperationNode<'a>,
    entry: &OperationEntry,
    key: Span,
) -> Vec<Spanned<Validator>> {
    let responses: Vec<NodeRef<'a>> = found
        .at
        .entries_at("responses")
        .filter(|(status, _)| status.value == "304" || status.value.starts_with('2'))
        .filter_map(|(_, at)| types.files.follow(at)?.get("headers"))
        .collect();
    let is_sent = |name: &str| {
        let mut headers = entry.headers.iter();
        headers.any(|header| header.name.value.eq_ignore_ascii_case(name))
    };
    let is_received = |name: &str| {
        let mut names = responses.iter().flat_map(|at| at.node.entries());
        names.any(|(stated, _)| stated.value.eq_ignore_ascii_case(name))
    };
    let listed = HEADERS
        .into_iter()
        .filter(|(_, request, response)| is_sent(request) || is_received(response));
    listed
        .map(|(validator, ..)| Spanned::new(validator, key))
        .collect()
}

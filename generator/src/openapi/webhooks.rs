//! Webhooks and callbacks.

use super::errors::Errors;
use super::identifiers::{Taken, snake};
use super::operations;
use super::path_items::{self, OperationNode};
use super::paths::Path;
use super::references::NodeRef;
use super::responses;
use super::types::Types;
use super::warnings::Topic;
use crate::api::{Method, Status};
use crate::diagnostic::Lost;
use crate::document::{
    ContentExprKind, FieldEntry, OperationEntry, PathSegment, ResponseEntry, WebhookEntry,
};
use crate::extensions::SIGNATURE;
use crate::hash::HashSet;
use crate::naming;
use crate::node::Node;

/// Reads the webhooks of a document, and the callbacks of its operations.
pub(super) fn read<'a>(
    types: &mut Types<'a>,
    root: NodeRef<'a>,
    operations: &[OperationNode<'a>],
) -> Vec<OperationEntry> {
    let mut found = Vec::new();
    for key in ["webhooks", "x-webhooks"] {
        if let Some(section) = root.get(key) {
            for mut operation in path_items::find(types, section) {
                operation.name = snake(&operation.path.value, "webhook");
                found.push(operation);
            }
        }
    }
    for operation in operations {
        for (name, callback) in operation.at.entries_at("callbacks") {
            let Some(callback) = types.files.follow(callback) else {
                continue;
            };
            for mut operation in path_items::find(types, callback) {
                operation.name = snake(&name.value, "callback");
                let what = "the URL that a callback is sent to";
                types.warnings.lose(Lost::Name, operation.path.span, what);
                found.push(operation);
            }
        }
    }
    let mut taken = Taken::default();
    let mut known: HashSet<usize> = HashSet::default();
    let mut webhooks = Vec::new();
    for mut operation in found {
        // A callback that several operations share is one webhook.
        if !known.insert(operation.at.id()) {
            continue;
        }
        let name = naming::camel(&operation.name);
        if naming::WEBHOOK_ITEMS.contains(&name.as_str()) {
            operation.name.push_str("_event");
        }
        operation.name = taken.unique(operation.name, naming::arguments_name);
        webhooks.extend(webhook(types, &operation));
    }
    webhooks
}

/// Reads a webhook, or a callback.
fn webhook<'a>(types: &mut Types<'a>, node: &OperationNode<'a>) -> Option<OperationEntry> {
    if !matches!(
        node.method,
        Method::Post | Method::Put | Method::Patch | Method::Delete
    ) {
        types.warnings.add(
            Topic::Path,
            node.path.span,
            "a webhook is a POST, PUT, PATCH or DELETE request",
        );
        return None;
    }
    // To its receiver, it is an operation at a path with its name.
    let segments = vec![PathSegment::Literal(node.name.clone())];
    let mut entry = operations::empty(node, segments);
    if let Some(security) = node.security.filter(|_| !types.files.is_exported()) {
        let what = "the credentials of webhooks and callbacks are left to your code";
        let span = security.at.node.span;
        types.warnings.add(Topic::Security, span, what);
    }
    operations::read_parameters(types, node, &Path::default(), |_, _| false, &mut entry);
    entry.path.clear();
    operations::read_body(types, node, &mut entry);
    if let Some(body) = &mut entry.body {
        body.choice = None;
        body.others.clear();
        let kind = &body.content.expr.kind;
        let is_whole = matches!(
            kind,
            ContentExprKind::Json(_) | ContentExprKind::Form(_) | ContentExprKind::Text
        );
        if !is_whole {
            let why = "a webhook is sent whole: as JSON, a form or text";
            let span = body.content.expr.span;
            types.warnings.add(Topic::Body, span, why);
            entry.body = None;
        }
    }
    let signature = node.at.node.get(SIGNATURE).and_then(Node::spanned_text);
    if let Some(signature) = &signature {
        let is_signature =
            |header: &FieldEntry| header.name.value.eq_ignore_ascii_case(&signature.value);
        entry.headers.retain(|header| !is_signature(header));
    }
    entry.webhook = Some(WebhookEntry { signature });
    if types.files.is_exported() {
        // Receivers respond as the document says. Of other documents, only the request counts.
        responses::read(types, node, &mut Errors::default(), &mut entry);
        operations::read_extensions(types, node, &mut entry);
        if let [only] = entry.responses.as_slice()
            && is_any_success(only)
        {
            entry.responses.clear();
        }
    } else if let Some((key, _)) = node.at.node.entry("responses") {
        let what = "the responses to a webhook or callback";
        types.warnings.lose(Lost::Part, key.span, what);
    }
    Some(entry)
}

/// Whether a response is what receivers send if the specification states no responses.
fn is_any_success(response: &ResponseEntry) -> bool {
    response.status.value == Status::Class(2)
        && response.content.is_none()
        && response.headers.is_empty()
        && response.rust_name.is_none()
}

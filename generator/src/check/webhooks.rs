//! Webhooks: their names, their signatures, and contents that can be signed.

use super::context::Context;
use super::{headers, idempotency, names, operations, responses, styles};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{ContentExpr, ContentExprKind, OperationEntry};
use crate::naming::{WEBHOOK_ITEMS, camel};

const IN_PIECES: Code = Code("E0832");
const TAKEN_NAME: Code = Code("E0833");
const SIGNED_TWICE: Code = Code("E0834");
const NOTHING_TO_SIGN: Code = Code("E0835");
const CHOICE: Code = Code("E0836");

pub(super) fn check<'d>(context: &mut Context<'_, 'd>) {
    let document = context.document();
    names::check_webhooks(document, context.diagnostics);
    for (index, webhook) in document.webhooks.iter().enumerate() {
        let first = context.diagnostics.len();
        check_name(webhook, context.diagnostics);
        operations::check_parameters(webhook, context);
        idempotency::check(webhook, context.diagnostics);
        operations::check_body(webhook, context);
        check_contents(webhook, context.diagnostics);
        check_signature(webhook, context.diagnostics);
        if webhook.responses.is_empty() {
            names::rust::check_operation(webhook, None, context.diagnostics);
            styles::check_collisions(webhook, None, context);
        } else {
            responses::check(webhook, context);
        }
        context
            .diagnostics
            .set_operation(first, document.operations.len() + index);
    }
}

/// The names of items that the module `webhooks` has anyway.
fn check_name(webhook: &OperationEntry, diagnostics: &mut Diagnostics) {
    let (name, item) = (&webhook.name, camel(&webhook.name.value));
    if WEBHOOK_ITEMS.contains(&item.as_str()) {
        let message = format!("a webhook cannot be called `{}`", name.value);
        diagnostics.push(
            Diagnostic::error(TAKEN_NAME, message, name.span)
                .note(format!("the module `webhooks` has an item `{item}`"))
                .help("name the event, such as `payment_succeeded`"),
        );
    }
}

/// A signature is computed from the whole body, so none arrives in pieces. A choice needs a caller who asks.
fn check_contents(webhook: &OperationEntry, diagnostics: &mut Diagnostics) {
    let body = webhook.body.iter().flat_map(|body| body.contents());
    let contents = webhook.responses.iter();
    let contents = contents.filter_map(|response| response.content.as_ref());
    for content in body.chain(contents) {
        let expr = &content.expr;
        if content.is_xml() {
            let message = "a webhook cannot contain XML";
            diagnostics.push(
                Diagnostic::error(IN_PIECES, message, expr.span)
                    .help("send JSON, or `text` with a `media` of XML"),
            );
        }
        if is_in_pieces(expr) {
            let message = format!("a webhook cannot contain {}", expr.words());
            diagnostics.push(
                Diagnostic::error(IN_PIECES, message, expr.span)
                    .note("webhooks are small and sent whole, so that they can be signed and sent again")
                    .help("send JSON with a URL, where the receiver can get the rest"),
            );
        }
    }
    let body = webhook.body.as_ref();
    if let Some(choice) = body.and_then(|body| body.choice.as_ref()) {
        let message = "the body of a webhook has no `choice`";
        diagnostics.push(
            Diagnostic::error(CHOICE, message, choice.name.span)
                .help("write one content: receivers take what the API sends"),
        );
    }
    let mut chosen = webhook.responses.iter();
    if let Some(choice) = chosen.find_map(|response| response.choice.as_ref()) {
        let message = "the response to a webhook has no `choice`";
        diagnostics.push(
            Diagnostic::error(CHOICE, message, choice.name.span)
                .help("write one content, or a response for each status"),
        );
    }
}

fn is_in_pieces(expr: &ContentExpr) -> bool {
    match expr.kind {
        ContentExprKind::None
        | ContentExprKind::Json(_)
        | ContentExprKind::Form(_)
        | ContentExprKind::Text => false,
        ContentExprKind::Page { .. }
        | ContentExprKind::Multipart(_)
        | ContentExprKind::Binary
        | ContentExprKind::Lines(_)
        | ContentExprKind::Events(_) => true,
    }
}

fn check_signature(webhook: &OperationEntry, diagnostics: &mut Diagnostics) {
    let keys = webhook.webhook.as_ref();
    let Some(signature) = keys.and_then(|keys| keys.signature.as_ref()) else {
        return;
    };
    headers::check_own(signature, diagnostics);
    if webhook.body.is_none() {
        let message = format!("the webhook `{}` has no body to sign", webhook.name.value);
        diagnostics.push(
            Diagnostic::error(NOTHING_TO_SIGN, message, signature.span)
                .note("everybody can repeat a signature of nothing")
                .help("remove `signature`, or add a `body`"),
        );
    }
    let own = webhook.headers.iter().map(|header| &header.name);
    let key = webhook.idempotency.iter().map(|key| &key.header);
    let mut others = own.chain(key);
    if let Some(other) = others.find(|name| name.value.eq_ignore_ascii_case(&signature.value)) {
        let message = format!("the header `{}` is declared twice", other.value);
        diagnostics.push(
            Diagnostic::error(SIGNED_TWICE, message, other.span)
                .also(signature.span, "it contains the signature")
                .help("remove it here: `verify` gets the signature"),
        );
    }
}

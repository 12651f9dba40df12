//! The `webhooks` section.

use super::field::parameters;
use super::idempotency::{header_name, read_idempotency};
use super::kinds::text_of;
use super::language::{HEADER, PARAMETER, WEBHOOK};
use super::responses::{read_body, read_responses};
use super::shared::read_uses;
use super::table::Table;
use crate::api::Method;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{Notes, OperationEntry, PathSegment, Route, WebhookEntry};
use crate::node::Node;
use crate::source::Spanned;

const NOT_OF_WEBHOOKS: Code = Code("E0830");
const WRONG_METHOD: Code = Code("E0831");

/// The keys of operations that webhooks do not have, and why.
const OF_OPERATIONS: [(&str, &str); 6] = [
    (
        "route",
        "the receiver chooses the URL; write `method` for another method than POST",
    ),
    (
        "path",
        "the receiver chooses the URL; write the value into the body or a header",
    ),
    (
        "auth",
        "the receiver checks the signature: write `signature: Example-Signature`, the header that contains it",
    ),
    ("server", "the sender gets the URL with each call"),
    ("errors", "the receiver can respond with any error status"),
    ("group", "all webhooks are in the module `webhooks`"),
];

/// The methods of webhooks.
const METHODS: [Method; 4] = [Method::Post, Method::Put, Method::Patch, Method::Delete];

/// Reads an entry of `webhooks`. A webhook is an operation of its receiver, at a path with its name.
pub(super) fn read_webhook(
    name: Spanned<String>,
    node: Node,
    diagnostics: &mut Diagnostics,
) -> Option<OperationEntry> {
    let mut table = Table::open(node, &WEBHOOK, diagnostics)?.at(name.span);
    for (key, help) in OF_OPERATIONS {
        if let Some((found, _)) = table.old(key) {
            let message = format!("a webhook has no `{key}`");
            let diagnostic = Diagnostic::error(NOT_OF_WEBHOOKS, message, found.span);
            table.report(diagnostic.help(help));
        }
    }
    let method = table.node("method");
    let method = method.map_or(Some(Method::Post), |node| {
        read_method(node, table.diagnostics)
    });
    let signature = table.node("signature");
    let signature = signature.and_then(|node| {
        let named = ("signature", "the signature");
        header_name(node, named, "Webhook-Signature", table.diagnostics)
    });
    let notes = Notes::read(&mut table);
    let query = parameters(&mut table, "query", &PARAMETER);
    let headers = parameters(&mut table, "headers", &HEADER);
    let cookies = parameters(&mut table, "cookies", &PARAMETER);
    let body = read_body(&mut table);
    // Without responses, any success is one.
    let has_responses = table.span_of("returns").is_some() || table.span_of("responses").is_some();
    let responses = read_responses(&mut table, name.span);
    let idempotent = table.flag("idempotent");
    let idempotency = read_idempotency(&mut table);
    let uses = read_uses(&mut table);
    table.close();
    Some(OperationEntry {
        route: Route {
            method: method?,
            segments: vec![PathSegment::Literal(name.value.clone())],
            span: name.span,
        },
        name,
        group: None,
        notes,
        server: None,
        access: None,
        uses,
        path: Vec::new(),
        query,
        headers,
        cookies,
        body: body.map(Box::new),
        responses: if has_responses { responses } else { Vec::new() },
        conditional: None,
        order: None,
        paging: None,
        idempotent,
        idempotency,
        errors: Vec::new(),
        webhook: Some(WebhookEntry { signature }),
    })
}

fn read_method(node: Node, diagnostics: &mut Diagnostics) -> Option<Method> {
    let name = text_of(node, "`method`", diagnostics)?;
    let method = Method::from_name(&name.value).filter(|method| METHODS.contains(method));
    if method.is_none() {
        let message = format!("`{}` is not a method of webhooks", name.value);
        let diagnostic = Diagnostic::error(WRONG_METHOD, message, name.span);
        diagnostics.push(diagnostic.help("write `POST`, `PUT`, `PATCH` or `DELETE`"));
    }
    method
}

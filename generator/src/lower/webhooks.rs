//! Webhooks: a second API, which the receivers serve.

use super::{TypeIds, operations};
use crate::api::{Api, Content, Notes, Response, Status, Webhook};
use crate::document::Document;

/// The group of all webhooks, and the name of their module.
const GROUP: &str = "webhooks";

/// The API that the receivers of the webhooks of an API serve. It has the same types.
pub(super) fn lower(document: &Document, ids: &TypeIds, api: &Api) -> Option<Box<Api>> {
    let operations = operations::lower(&document.webhooks, document, ids, None, &[], &[]);
    let webhooks = operations.into_iter().zip(&document.webhooks);
    let webhooks = webhooks.map(|(mut operation, entry)| {
        operation.group = GROUP.to_owned();
        operation.implied = Vec::new();
        operation.webhook = entry.webhook.as_ref().map(|entry| Webhook {
            signature: entry.signature.as_ref().map(|header| header.value.clone()),
        });
        if operation.responses.is_empty() {
            operation.responses = vec![any_success()];
        }
        operation
    });
    let operations: Vec<_> = webhooks.collect();
    (!operations.is_empty()).then(|| {
        Box::new(Api {
            base_path: String::new(),
            servers: Vec::new(),
            auth: None,
            pagers: Vec::new(),
            errors: Vec::new(),
            implied: Vec::new(),
            groups: Vec::new(),
            operations,
            ..api.clone()
        })
    })
}

/// The response if the document describes none.
fn any_success() -> Response {
    Response {
        status: Status::Class(2),
        has_status: false,
        rust_name: None,
        headers: Vec::new(),
        content: Content::EMPTY,
        choice: None,
        notes: Notes::default(),
    }
}

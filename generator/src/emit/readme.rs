//! The README.

use askama::Template;

use super::docs::{self, one_line};
use super::template;
use crate::api::Operation;
use crate::render::MARK;
use crate::rust::Crate;

#[derive(Template)]
#[template(path = "README.md.txt", escape = "none")]
struct Readme<'a> {
    mark: &'a str,
    title: String,
    version: String,
    package: &'a str,
    module: &'a str,
    handler_trait: &'a str,
    operations: Vec<OperationRow>,
    has_auth: bool,
}

struct OperationRow {
    name: String,
    route: String,
    summary: String,
}

/// Generates the README.
pub(super) fn emit(plan: &Crate<'_>) -> String {
    let api = plan.api;
    let row = |operation: &Operation| OperationRow {
        name: operation.name.clone(),
        route: docs::operation::route(api, operation),
        summary: summary(operation.notes.doc.as_deref().unwrap_or_default()),
    };
    template::text(&Readme {
        mark: MARK,
        title: docs::markdown(&one_line(&api.title)).join(" "),
        version: docs::markdown(&one_line(&api.version)).join(" "),
        package: plan.package.name,
        module: &plan.package.module,
        handler_trait: &plan.handler_trait,
        operations: api.operations.iter().map(row).collect(),
        has_auth: api.auth.is_some(),
    })
}

/// The first sentence of a description, for a table cell.
fn summary(doc: &str) -> String {
    docs::markdown(&docs::first_sentence(doc))
        .join(" ")
        .replace('|', "\\|")
}

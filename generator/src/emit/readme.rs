//! The README.

use askama::Template;

use super::markdown::{self, one_line};
use super::{docs, template};
use crate::api::Operation;
use crate::rust::{Crate, Group};
use crate::rust_printer::MARK;

#[derive(Template)]
#[template(path = "README.md.txt", escape = "none")]
struct Readme<'a> {
    mark: &'a str,
    title: String,
    version: String,
    package: &'a str,
    module: &'a str,
    handler_trait: &'a str,
    /// The features of the groups.
    groups: Vec<&'a str>,
    operations: Vec<OperationRow<'a>>,
    /// The names of the webhooks, as text.
    webhooks: String,
    is_signed: bool,
    /// The call of the builder that sets the credentials.
    credentials: &'static str,
}

struct OperationRow<'a> {
    name: &'a str,
    feature: Option<&'a str>,
    route: String,
    summary: String,
}

/// Generates the README.
pub(super) fn emit(plan: &Crate<'_>) -> String {
    let api = plan.api;
    let rows = plan.groups.iter().flat_map(|group| {
        let operations = plan.operations_of(group);
        operations.map(|operation| row(plan, group, operation.api))
    });
    let webhooks = plan.webhooks.as_deref();
    template::text(&Readme {
        mark: MARK,
        title: markdown::doc_comment(&one_line(&api.title)).join(" "),
        version: markdown::doc_comment(&one_line(&api.version.value)).join(" "),
        package: plan.package.name,
        module: &plan.package.module,
        handler_trait: &plan.handler_trait,
        groups: plan.group_features().collect(),
        operations: rows.collect(),
        webhooks: webhooks.map_or_else(String::new, |webhooks| {
            let names = webhooks.operations.iter();
            let names: Vec<String> = names
                .map(|operation| markdown::code(&operation.api.name))
                .collect();
            docs::list(&names)
        }),
        is_signed: webhooks.is_some_and(Crate::is_signed),
        credentials: api
            .auth
            .as_ref()
            .map_or("", |auth| match auth.is_one_token() {
                true => ".bearer_token(key)",
                false => ".credentials(credentials)",
            }),
    })
}

fn row<'a>(plan: &Crate<'_>, group: &'a Group<'_>, operation: &'a Operation) -> OperationRow<'a> {
    OperationRow {
        name: &operation.name,
        feature: group.feature.as_deref(),
        route: docs::operation::route(plan.api, operation),
        summary: summary(operation.notes.doc.as_deref().unwrap_or_default()),
    }
}

/// The first sentence of a description, for a table cell.
fn summary(doc: &str) -> String {
    let sentence = markdown::doc_comment(&markdown::first_sentence(doc)).join(" ");
    // Signs outside of code are escaped already.
    sentence.replace("\\|", "|").replace('|', "\\|")
}

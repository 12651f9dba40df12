//! Reads the spec language: the shape of the YAML document. Nothing else knows the language's syntax.

mod access;
mod allow;
mod api;
mod auth;
mod choice;
mod conditional;
mod construct;
mod contents;
mod errors;
mod events;
mod extensions;
mod field;
mod foreign;
mod idempotency;
mod include;
mod info;
mod inline_object;
mod kinds;
pub(crate) mod language;
mod lints;
mod notes;
mod old;
mod openness;
mod operations;
mod pagers;
mod paging;
mod problem;
mod responses;
mod route;
mod rust;
mod schema;
mod schemes;
mod sections;
mod servers;
mod shared;
mod status;
mod style;
mod table;
mod tuple;
mod type_expr;
mod types;
mod union;
mod webhooks;
mod xml;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{ApiSection, AuthSection, Document, ErrorBodySection, RustSection};
use crate::node::{Node, NodeKind};
use crate::source::{SourceFile, Span, Spanned};
use crate::yaml;
use kinds::text_of;
use language::DOCUMENT;
use old::old_form;
use sections::Sections;
use table::Table;

pub(crate) use choice::read_selector;
pub(crate) use errors::read_error;
pub(crate) use events::read_events;
pub(crate) use extensions::{OperationKeys, read_lists, read_max_size, read_operation_keys};
pub(crate) use include::with_includes;
pub(crate) use paging::read_paging;
pub(crate) use rust::read_rust;
pub(crate) use schema::json_schema;

const UNKNOWN_VERSION: Code = Code("E0112");
const FOREIGN_DOCUMENT: Code = Code("E0115");

/// Reads a document and reports every error of its shape: wrong kinds, unknown and missing keys. Parts with errors are
/// left out of the document. `None` if the other parts cannot be checked without them.
pub(crate) fn read(source: &SourceFile, diagnostics: &mut Diagnostics) -> Option<Document> {
    let (_, main) = source.files().next().unwrap_or_default();
    match yaml::parse(source.slice(main), 0) {
        Ok(root) => read_document(root, source, diagnostics),
        Err(diagnostic) => {
            diagnostics.push(diagnostic);
            None
        }
    }
}

fn read_document(
    root: Node,
    source: &SourceFile,
    diagnostics: &mut Diagnostics,
) -> Option<Document> {
    if let Some(diagnostic) = foreign_document(&root) {
        diagnostics.push(diagnostic);
        return None;
    }
    let mut table = Table::open(root, &DOCUMENT, diagnostics)?.at(Span::default());
    check_version(&mut table);
    if let Some((key, _)) = table.old("pagination") {
        table.report(old_form(
            "pagination: { … }",
            "pagers: { page: { … } }",
            key.span,
        ));
    }
    let before = table.diagnostics.len();
    let api = table.required_table("api").map(ApiSection::read);
    let rust = table.table("rust").map(RustSection::read);
    let lint = table.table("lint").map(lints::read_levels);
    let auth = table.table("auth").and_then(AuthSection::read);
    let error_body = table.entry("error_body");
    let error_body =
        error_body.and_then(|(key, node)| ErrorBodySection::read(&key, node, table.diagnostics));
    let of_all_operations = table.diagnostics.len() - before;
    let mut sections = Sections::default();
    sections.read(&mut table);
    include::read_included(&mut table, source, &mut sections);
    sections.check_names(table.diagnostics);
    table.close();
    // The other errors are about whole sections and files, so too much is missing.
    if diagnostics.len() > of_all_operations + sections.number_of_errors() {
        return None;
    }
    let has_errors = of_all_operations > 0;
    if has_errors {
        sections.leave_out_operations();
    }
    let mut api = api?;
    let left_out = sections.leave_out_dependents(&mut api.uses);
    Some(Document {
        api,
        rust: rust.unwrap_or_default(),
        lint: lint.unwrap_or_default(),
        auth: auth.filter(|_| !has_errors),
        pagers: sections.pagers.entries,
        error_body: error_body.filter(|_| !has_errors),
        errors: sections.errors.entries,
        groups: sections.groups.entries,
        shared: sections.shared.entries,
        types: sections.types.entries,
        operations: sections.operations.entries,
        webhooks: sections.webhooks.entries,
        left_out,
    })
}

/// The one error of an empty file, or of a document in another language. Checking it key by key would only add noise.
fn foreign_document(root: &Node) -> Option<Diagnostic> {
    if matches!(root.kind, NodeKind::Null) {
        let diagnostic = Diagnostic::error(kinds::WRONG_KIND, "the file is empty", root.span);
        let help = "begin with `specsmith: 1`, or with `openapi: 3.1.0` for an OpenAPI document";
        return Some(diagnostic.help(help));
    }
    let NodeKind::Map(entries) = &root.kind else {
        return None;
    };
    if entries.iter().any(|(key, _)| key.value == "specsmith") {
        return None;
    }
    if let Some((key, _)) = entries.iter().find(|(key, _)| key.value == "part_of") {
        let message = "this file is a part of a specification";
        let diagnostic = Diagnostic::error(FOREIGN_DOCUMENT, message, key.span);
        return Some(diagnostic.help("name the main file, which begins with `specsmith: 1`"));
    }
    let mut keys = entries.iter().map(|(key, _)| key);
    let found = keys.find_map(|key| Some((key, foreign::document(&key.value)?)));
    let Some((key, what)) = found else {
        let is_ours = |(key, _): &(Spanned<String>, Node)| {
            matches!(key.value.as_str(), "api" | "types" | "operations")
        };
        if entries.iter().any(is_ours) {
            return None;
        }
        let message = "this is neither a specification nor an OpenAPI document";
        let diagnostic = Diagnostic::error(FOREIGN_DOCUMENT, message, Span::at(0));
        let help = "name another file, or begin with `specsmith: 1` or `openapi: 3.1.0`";
        return Some(diagnostic.help(help));
    };
    let message = format!("this is {what}, not a Specsmith specification");
    let diagnostic = Diagnostic::error(FOREIGN_DOCUMENT, message, key.span)
        .note(
            "specifications are in the spec language or in OpenAPI 3; other formats cannot be read",
        )
        .help("describe the API in the spec language, beginning with `specsmith: 1`");
    Some(diagnostic)
}

fn check_version(table: &mut Table<'_>) {
    let Some(node) = table.node("specsmith") else {
        table.report_missing_entry("specsmith", "specsmith: 1");
        return;
    };
    if let Some(version) = text_of(node, "`specsmith`", table.diagnostics)
        && version.value != "1"
    {
        let message = format!(
            "version `{}` of the language is not supported",
            version.value
        );
        table.report(Diagnostic::error(UNKNOWN_VERSION, message, version.span).write("1"));
    }
}

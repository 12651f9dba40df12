//! Bodies and successful responses.

use super::choice::{read_choices, report_others};
use super::construct::Construct;
use super::contents::read_max_size;
use super::field::parameters;
use super::foreign;
use super::kinds::{Entries, WRONG_KIND, entries_of, text_of};
use super::language::{BODY, BODY_OF_CHOICES, HEADER, RESPONSE, RESPONSE_OF_CHOICES};
use super::old::old_form;
use super::status::{SUCCESSES, read_statuses};
use super::table::Table;
use crate::api::Status;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{
    BodyEntry, ContentEntry, ContentExpr, ContentVariantEntry, Notes, ResponseEntry,
};
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};
use crate::words::closest;

const TWO_FORMS: Code = Code("E0109");

/// Reads the body of an operation: `body`, or `body?` if it may be absent.
pub(super) fn read_body(table: &mut Table<'_>) -> Option<BodyEntry> {
    let (required, optional) = (table.entry("body"), table.entry("body?"));
    let is_optional = optional.is_some();
    if let (Some((first, _)), Some((second, _))) = (&required, &optional) {
        let message = "an operation has `body` or `body?`, not both";
        let diagnostic = Diagnostic::error(TWO_FORMS, message, second.span);
        table.report(
            diagnostic
                .also(first.span, "this is `body`")
                .help("a body that may be absent is `body?`"),
        );
    }
    let (key, node) = required.or(optional)?;
    if !matches!(node.kind, NodeKind::Map(_)) {
        let expr = ContentExpr::read(node, "`body`", Construct::Body, table.diagnostics)?;
        return Some(BodyEntry {
            content: ContentEntry::short(expr),
            choice: None,
            others: Vec::new(),
            optional: is_optional,
            max_size: None,
            schema: None,
            notes: Notes::default(),
        });
    }
    let mut table = Table::open(node, &BODY, table.diagnostics)?.at(key.span);
    let contents = BodyContents::read(&mut table);
    let max_size = read_max_size(&mut table);
    let schema = table.node("schema");
    let notes = Notes::read(&mut table);
    table.close();
    let BodyContents {
        first,
        first_choice,
        others,
    } = contents?;
    Some(BodyEntry {
        content: first,
        choice: first_choice,
        others,
        optional: is_optional,
        max_size,
        schema,
        notes,
    })
}

/// The contents of a body in its long form.
struct BodyContents {
    first: ContentEntry,
    /// The name of the first content and what selects it, if there is a choice.
    first_choice: Option<ContentVariantEntry>,
    others: Vec<(ContentVariantEntry, ContentEntry)>,
}

impl BodyContents {
    fn read(table: &mut Table<'_>) -> Option<Self> {
        let Some((key, node)) = table.entry("choice") else {
            let expr = table.type_node().and_then(|node| {
                ContentExpr::read(node, "`type`", Construct::Body, table.diagnostics)
            });
            return Some(Self {
                first: ContentEntry::long(expr, table)?,
                first_choice: None,
                others: Vec::new(),
            });
        };
        table.becomes(&BODY_OF_CHOICES);
        report_others(table, &key);
        let mut contents = read_choices(&key, node, Construct::Body, table.diagnostics).into_iter();
        let (choice, first) = contents.next()?;
        Some(Self {
            first,
            first_choice: Some(choice),
            others: contents.collect(),
        })
    }
}

/// Reads `returns` or `responses` of an operation, whose name is at `operation`.
pub(super) fn read_responses(table: &mut Table<'_>, operation: Span) -> Vec<ResponseEntry> {
    let returns = table.entry("returns");
    let old = report_old_forms(table, returns.as_ref());
    let responses = table.entry("responses");
    match (returns, responses) {
        (Some((returns, _)), Some((responses, _))) => {
            let message = "an operation has `returns` or `responses`, not both";
            let diagnostic = Diagnostic::error(TWO_FORMS, message, responses.span);
            table.report(
                diagnostic
                    .also(returns.span, "this is `returns`")
                    .help("`returns: T` is the same as `responses: { 200: T }`"),
            );
            Vec::new()
        }
        (Some((key, node)), None) => {
            let status = Spanned::new(Status::Exact(200), key.span);
            read_response(
                status,
                node,
                Spanned::new("`returns`", key.span),
                table.diagnostics,
            )
        }
        (None, Some((key, node))) => {
            let entries = entries_of(node, "responses", table.diagnostics);
            if entries.as_ref().is_some_and(Vec::is_empty) {
                let message = "`responses` has no response";
                let diagnostic = Diagnostic::error(WRONG_KIND, message, key.span);
                table.report(diagnostic.help("add one by its status: `204: none`"));
            }
            read_by_status(entries.unwrap_or_default(), table.diagnostics)
        }
        (None, None) if old => Vec::new(),
        (None, None) => vec![ResponseEntry {
            status: Spanned::new(Status::Exact(204), operation),
            rust_name: None,
            content: None,
            choice: None,
            headers: Vec::new(),
            notes: Notes::default(),
        }],
    }
}

fn read_by_status(entries: Entries, diagnostics: &mut Diagnostics) -> Vec<ResponseEntry> {
    let responses = entries.into_iter().flat_map(|(key, node)| {
        let span = key.span;
        let name = format!("`{}`", key.value);
        let status = read_statuses(key, SUCCESSES, diagnostics);
        let status = status.unwrap_or(Spanned::new(Status::Exact(200), span));
        read_response(status, node, Spanned::new(&name, span), diagnostics)
    });
    responses.collect()
}

/// A response that is written as its type.
fn short_response(status: Spanned<Status>, expr: ContentExpr) -> ResponseEntry {
    ResponseEntry {
        status,
        rust_name: None,
        content: Some(ContentEntry::short(expr)),
        choice: None,
        headers: Vec::new(),
        notes: Notes::default(),
    }
}

/// Reads a response in its short or long form; one for each content if there are several. `name` is the response in
/// diagnostics, at its key.
fn read_response(
    status: Spanned<Status>,
    node: Node,
    name: Spanned<&str>,
    diagnostics: &mut Diagnostics,
) -> Vec<ResponseEntry> {
    if !matches!(node.kind, NodeKind::Map(_)) {
        let expr = ContentExpr::read(node, name.value, Construct::Response, diagnostics);
        return Vec::from_iter(expr.map(|expr| short_response(status, expr)));
    }
    if let Some(diagnostic) = old_envelope(&node) {
        diagnostics.push(diagnostic);
        return Vec::new();
    }
    let Some(table) = Table::open(node, &RESPONSE, diagnostics) else {
        return Vec::new();
    };
    let mut table = table.at(name.span);
    let choices = table.entry("choice").map(|(key, node)| {
        table.becomes(&RESPONSE_OF_CHOICES);
        report_others(&mut table, &key);
        read_choices(&key, node, Construct::Response, table.diagnostics)
    });
    // Next to a choice, these keys are absent: `report_others` has taken them. They are still requested, so that a
    // misspelled key is compared with them.
    let node = table.optional_type_node();
    let has_type = node.is_some();
    let expr = node
        .and_then(|node| ContentExpr::read(node, "`type`", Construct::Response, table.diagnostics));
    let is_broken = has_type && expr.is_none();
    let content = ContentEntry::long(expr, &mut table);
    let rust_name = table.text("name");
    let headers = parameters(&mut table, "headers", &HEADER);
    let notes = Notes::read(&mut table);
    table.close();
    if is_broken {
        return Vec::new();
    }
    let contents = match choices {
        Some(choices) => choices
            .into_iter()
            .map(|(choice, content)| (Some(choice), Some(content)))
            .collect(),
        None => vec![(None, content)],
    };
    let responses = contents.into_iter().map(|(choice, content)| ResponseEntry {
        status,
        rust_name: rust_name.clone(),
        content,
        choice,
        headers: headers.clone(),
        notes: notes.clone(),
    });
    responses.collect()
}

/// The diagnostic for `{ data: T }`, which was the form of a value in an envelope.
fn old_envelope(node: &Node) -> Option<Diagnostic> {
    let NodeKind::Map(entries) = &node.kind else {
        return None;
    };
    let [(key, value)] = entries.as_slice() else {
        return None;
    };
    let ty = value.kind.as_text()?;
    let keys = RESPONSE.all_keys().map(|key| key.name);
    let is_meant = closest(&key.value, keys).is_some()
        || foreign::key(&key.value, Construct::Response).is_some();
    if is_meant {
        return None;
    }
    let old = format!("{{ {}: {ty} }}", key.value);
    let new = format!("{{ type: {ty}, envelope: {} }}", key.value);
    Some(old_form(&old, &new, key.span))
}

/// Reports `page: T` and `status: 201`. Returns whether there are such keys.
fn report_old_forms(table: &mut Table<'_>, returns: Option<&(Spanned<String>, Node)>) -> bool {
    let (page, status) = (table.old("page"), table.old("status"));
    let found = page.is_some() || status.is_some();
    let page =
        page.and_then(|(key, node)| Some((key, text_of(node, "`page`", table.diagnostics)?)));
    let page = page.map(|(key, item)| {
        let (old, new) = (
            format!("page: {}", item.value),
            format!("page<{}>", item.value),
        );
        table.report(old_form(&old, &format!("returns: {new}"), key.span));
        new
    });
    if let Some((key, node)) = status {
        let content = match (page, returns) {
            (Some(page), _) => page,
            (None, Some((_, node))) => node.kind.as_text().unwrap_or("…").to_owned(),
            (None, None) => "none".to_owned(),
        };
        let statuses = match node.kind {
            NodeKind::List(items) => items,
            NodeKind::Null
            | NodeKind::Bool(_)
            | NodeKind::Integer(..)
            | NodeKind::Number(..)
            | NodeKind::Text(_)
            | NodeKind::Map(_) => vec![node],
        };
        let responses = statuses.into_iter().filter_map(|node| {
            let status = text_of(node, "a status", table.diagnostics)?;
            Some(format!("{}: {content}", status.value))
        });
        let responses: Vec<String> = responses.collect();
        let new = format!("responses: {{ {} }}", responses.join(", "));
        table.report(old_form("status", &new, key.span));
    }
    found
}

//! The `operations` section.

use super::access::read_access;
use super::conditional::read_conditional;
use super::errors::read_error_list;
use super::field::parameters;
use super::idempotency::read_idempotency;
use super::kinds::text_of;
use super::language::{HEADER, OPERATION, PARAMETER};
use super::old::old_form;
use super::paging::read_pages;
use super::responses::{read_body, read_responses};
use super::shared::read_uses;
use super::table::Table;
use crate::api::Direction;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{Notes, OperationEntry, OrderEntry, Route};
use crate::node::Node;
use crate::source::Spanned;

const WRONG_DIRECTION: Code = Code("E0110");

/// Reads an entry of `operations`.
pub(super) fn read_operation(
    name: Spanned<String>,
    node: Node,
    diagnostics: &mut Diagnostics,
) -> Option<OperationEntry> {
    let mut table = Table::open(node, &OPERATION, diagnostics)?.at(name.span);
    let route = table
        .required_text("route", diagnostics)
        .and_then(|text| Route::parse(&text, diagnostics));
    let group = table.text("group", diagnostics);
    let notes = Notes::read(&mut table, diagnostics);
    let server = table.text("server", diagnostics);
    let access = table
        .entry("auth")
        .and_then(|(key, node)| read_access(&key, node, diagnostics));
    report_old(&mut table, diagnostics);
    let path = parameters(&mut table, "path", &PARAMETER, diagnostics);
    let query = parameters(&mut table, "query", &PARAMETER, diagnostics);
    let headers = parameters(&mut table, "headers", &HEADER, diagnostics);
    let cookies = parameters(&mut table, "cookies", &PARAMETER, diagnostics);
    let body = read_body(&mut table, diagnostics);
    let responses = read_responses(&mut table, name.span, diagnostics);
    let conditional = read_conditional(&mut table, diagnostics);
    let order = table
        .table("order", diagnostics)
        .and_then(|order| read_order(order, diagnostics));
    let paging = read_pages(&mut table, diagnostics);
    let idempotent = table.flag("idempotent", diagnostics);
    let idempotency = read_idempotency(&mut table, diagnostics);
    let errors = read_error_list(&mut table, diagnostics);
    let uses = read_uses(&mut table, diagnostics);
    table.close(diagnostics);
    Some(OperationEntry {
        name,
        route: route?,
        group,
        notes,
        server,
        access,
        uses,
        path,
        query,
        headers,
        cookies,
        body: body.map(Box::new),
        responses,
        conditional,
        order,
        paging: paging.map(Box::new),
        idempotent,
        idempotency,
        errors,
        webhook: None,
    })
}

/// Reports the key for a kind of key, when nothing else could be needed.
fn report_old(table: &mut Table, diagnostics: &mut Diagnostics) {
    if let Some((key, node)) = table.old("key")
        && let Some(name) = text_of(node, "`key`", diagnostics)
    {
        let (old, new) = (
            format!("key: {}", name.value),
            format!("auth: {}", name.value),
        );
        diagnostics.push(old_form(&old, &new, key.span));
    }
}

fn read_order(mut table: Table, diagnostics: &mut Diagnostics) -> Option<OrderEntry> {
    let by = table.required_text("by", diagnostics);
    let direction = match table.node("direction") {
        None => Some(Direction::Ascending),
        Some(node) => {
            text_of(node, "`direction`", diagnostics).and_then(|text| match text.value.as_str() {
                "ascending" => Some(Direction::Ascending),
                "descending" => Some(Direction::Descending),
                _ => {
                    let message = format!("`{}` is not a direction", text.value);
                    let diagnostic = Diagnostic::error(WRONG_DIRECTION, message, text.span)
                        .help("write `ascending` or `descending`");
                    diagnostics.push(diagnostic);
                    None
                }
            })
        }
    };
    table.close(diagnostics);
    Some(OrderEntry {
        by: by?,
        direction: direction?,
    })
}

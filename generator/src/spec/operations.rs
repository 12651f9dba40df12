//! The `operations` section.

use super::access::read_access;
use super::conditional::read_conditional;
use super::errors::read_error_list;
use super::field::parameters;
use super::idempotency::read_idempotency;
use super::kinds::text_of;
use super::language::{HEADER, OPERATION, PARAMETER};
use super::old::old_entry;
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
        .required_text("route")
        .and_then(|text| Route::parse(&text, table.diagnostics));
    let group = table.text("group");
    let notes = Notes::read(&mut table);
    let server = table.text("server");
    let access = table
        .entry("auth")
        .and_then(|(key, node)| read_access(&key, node, table.diagnostics));
    report_old(&mut table);
    let path = parameters(&mut table, "path", &PARAMETER);
    let query = parameters(&mut table, "query", &PARAMETER);
    let headers = parameters(&mut table, "headers", &HEADER);
    let cookies = parameters(&mut table, "cookies", &PARAMETER);
    let body = read_body(&mut table);
    let responses = read_responses(&mut table, name.span);
    let conditional = read_conditional(&mut table);
    let order = table.table("order").and_then(read_order);
    let paging = read_pages(&mut table);
    let idempotent = table.flag("idempotent");
    let idempotency = read_idempotency(&mut table);
    let errors = read_error_list(&mut table);
    let uses = read_uses(&mut table);
    table.close();
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
fn report_old(table: &mut Table<'_>) {
    if let Some((key, node)) = table.old("key")
        && let Some(name) = text_of(node, "`key`", table.diagnostics)
    {
        let old = format!("key: {}", name.value);
        let new = format!("auth: {}", name.value);
        table.report(old_entry(&old, new, key.span.to(name.span)));
    }
}

fn read_order(mut table: Table<'_>) -> Option<OrderEntry> {
    let by = table.required_text("by");
    let direction = match table.node("direction") {
        None => Some(Direction::Ascending),
        Some(node) => text_of(node, "`direction`", table.diagnostics).and_then(|text| {
            match text.value.as_str() {
                "ascending" => Some(Direction::Ascending),
                "descending" => Some(Direction::Descending),
                _ => {
                    let message = format!("`{}` is not a direction", text.value);
                    let diagnostic = Diagnostic::error(WRONG_DIRECTION, message, text.span)
                        .help("write `ascending` or `descending`");
                    table.report(diagnostic);
                    None
                }
            }
        }),
    };
    table.close();
    Some(OrderEntry {
        by: by?,
        direction: direction?,
    })
}

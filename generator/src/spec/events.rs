//! The keys of event streams: `end`, `error`, `event_names` and `resumable`.

use super::construct::Construct;
use super::kinds::{list_of, text_of, wrong_kind};
use super::language::{END, ERROR_EVENT, EVENTS};
use super::table::Table;
use crate::api::{EndEvent, ErrorValue};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{ErrorEventEntry, EventKeys, TypeExpr};
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};

const WRONG_EVENT: Code = Code("E0162");

/// Reads the keys as a separate map, whose key is at `key`.
pub(crate) fn read_events(
    node: Node,
    key: Span,
    diagnostics: &mut Diagnostics,
) -> Option<EventKeys> {
    let mut table = Table::open(node, &EVENTS, diagnostics)?.at(key);
    let keys = EventKeys::read(&mut table);
    table.close();
    Some(keys)
}

impl EventKeys {
    pub(super) fn read(table: &mut Table<'_>) -> Self {
        let end = table.node("end");
        let error = table.entry("error");
        Self {
            end: end.and_then(|node| read_end(node, table.diagnostics)),
            error: error
                .and_then(|(key, node)| read_error(&key, node, table.diagnostics))
                .map(Box::new),
            event_names: table.span_if_true("event_names"),
            resumable: table.span_if_true("resumable"),
        }
    }
}

/// Reads `"[DONE]"`, `{ data: "[DONE]" }` or `{ event: done }`.
fn read_end(node: Node, diagnostics: &mut Diagnostics) -> Option<Spanned<EndEvent>> {
    let span = node.span;
    let end = match node.kind {
        NodeKind::Text(text) => EndEvent::Data(text),
        NodeKind::List(_) => {
            let message = "`end` is a list here";
            let diagnostic = Diagnostic::error(WRONG_EVENT, message, span);
            diagnostics.push(diagnostic.help("quote the text: `end: \"[DONE]\"`"));
            return None;
        }
        NodeKind::Map(_) => {
            let mut table = Table::open(node, &END, diagnostics)?;
            let (data, event) = (table.text("data"), table.text("event"));
            table.close();
            match (data, event) {
                (Some(data), None) => EndEvent::Data(data.value),
                (None, Some(event)) => EndEvent::Named(event.value),
                (Some(_), Some(_)) | (None, None) => {
                    let message = "`end` has either `data` or `event`";
                    let diagnostic = Diagnostic::error(WRONG_EVENT, message, span);
                    diagnostics
                        .push(diagnostic.help("write `end: \"[DONE]\"` or `end: { event: done }`"));
                    return None;
                }
            }
        }
        kind @ (NodeKind::Null
        | NodeKind::Bool(_)
        | NodeKind::Integer(..)
        | NodeKind::Number(..)) => {
            diagnostics.push(wrong_kind("`end`", "the data of an event", &kind, span));
            return None;
        }
    };
    Some(Spanned::new(end, span))
}

fn read_error(
    key: &Spanned<String>,
    node: Node,
    diagnostics: &mut Diagnostics,
) -> Option<ErrorEventEntry> {
    let mut table = Table::open(node, &ERROR_EVENT, diagnostics)?.at(key.span);
    let event = table.text("event");
    let field = table.node("field");
    let field = field.map_or_else(Vec::new, |node| read_path(node, table.diagnostics));
    let is = table.node("is");
    let is = is.and_then(|node| read_value(node, table.diagnostics));
    let ty = table.optional_type_node();
    let ty =
        ty.and_then(|node| TypeExpr::read(node, "`type`", Construct::Response, table.diagnostics));
    table.close();
    Some(ErrorEventEntry {
        span: key.span,
        event,
        field,
        is,
        ty,
    })
}

/// The name of a field, or the names of the fields that lead to it.
fn read_path(node: Node, diagnostics: &mut Diagnostics) -> Vec<Spanned<String>> {
    if let NodeKind::List(_) = node.kind {
        let items = list_of(node, "`field`", diagnostics).unwrap_or_default();
        let items = items.into_iter();
        return items
            .filter_map(|item| text_of(item, "the name of a field", diagnostics))
            .collect();
    }
    text_of(node, "`field`", diagnostics).into_iter().collect()
}

fn read_value(node: Node, diagnostics: &mut Diagnostics) -> Option<Spanned<ErrorValue>> {
    let value = match node.kind {
        NodeKind::Text(text) => ErrorValue::Text(text),
        NodeKind::Bool(value) => ErrorValue::Boolean(value),
        NodeKind::Integer(value, _) if i64::try_from(*value).is_ok() => {
            ErrorValue::Integer(*value as i64)
        }
        kind => {
            diagnostics.push(wrong_kind(
                "`is`",
                "a string, an integer, `true` or `false`",
                &kind,
                node.span,
            ));
            return None;
        }
    };
    Some(Spanned::new(value, node.span))
}

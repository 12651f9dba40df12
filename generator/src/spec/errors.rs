//! The sections `error_body` and `errors`.

use super::field::read_fields;
use super::place::Place;
use super::status::{ERRORS, read_status};
use super::table::{Table, list_of, text_of};
use crate::api::Status;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{ErrorBodySection, ErrorEntry, ErrorKey, Notes, RoleEntry};
use crate::node::{Node, NodeKind};
use crate::source::Spanned;

const TWO_FORMS: Code = Code("E0109");

/// Reads the `errors` section.
pub(super) fn read_errors(table: Table, diagnostics: &mut Diagnostics) -> Vec<ErrorEntry> {
    table
        .into_entries()
        .into_iter()
        .filter_map(|(key, node)| read_error(key, node, diagnostics))
        .collect()
}

fn read_error(
    key: Spanned<String>,
    node: Node,
    diagnostics: &mut Diagnostics,
) -> Option<ErrorEntry> {
    let span = key.span;
    let text = Node {
        span,
        kind: NodeKind::Text(key.value),
    };
    let key = read_key(text, diagnostics);
    let place = match key.as_ref().map(|key| &key.value) {
        Some(ErrorKey::Name(_)) => Place::NamedError,
        Some(ErrorKey::Status(_)) | None => Place::Error,
    };
    let mut table = Table::open(node, place, diagnostics)?.at(span);
    let (status, name) = match key.as_ref().map(|key| &key.value) {
        Some(ErrorKey::Name(name)) => {
            let status = table.required_node("status", diagnostics);
            let status = status.and_then(|node| read_status(node, ERRORS, diagnostics));
            let status = status.map(|of| Spanned::new(Status::Exact(of.value), of.span));
            (status, Some(Spanned::new(name.clone(), span)))
        }
        Some(ErrorKey::Status(status)) => (
            Some(Spanned::new(*status, span)),
            table.required_text("name", diagnostics),
        ),
        None => (None, table.required_text("name", diagnostics)),
    };
    let message = table.required_text("message", diagnostics);
    let code = table.text("code", diagnostics);
    let when = table.text("when", diagnostics).map(|when| when.value);
    let retry = table.flag("retry", diagnostics).unwrap_or(false);
    let implied = table.flag("implied", diagnostics).unwrap_or(false);
    let headers = table.table("headers", diagnostics);
    let headers = headers.map_or_else(Vec::new, |entries| {
        read_fields(entries, Place::Header, diagnostics)
    });
    let notes = Notes::read(&mut table, diagnostics);
    table.close(diagnostics);
    Some(ErrorEntry {
        key: key?,
        status: status?,
        name: name?,
        message: message?,
        code,
        when,
        retry,
        implied,
        headers,
        notes,
    })
}

/// Reads the key of an error: a status, or a name, which begins with a capital.
fn read_key(node: Node, diagnostics: &mut Diagnostics) -> Option<Spanned<ErrorKey>> {
    let span = node.span;
    let key = match &node.kind {
        NodeKind::Text(text) if text.starts_with(|c: char| c.is_ascii_uppercase()) => {
            ErrorKey::Name(text.clone())
        }
        NodeKind::Text(_)
        | NodeKind::Null
        | NodeKind::Bool(_)
        | NodeKind::Integer(..)
        | NodeKind::Number(..)
        | NodeKind::List(_)
        | NodeKind::Map(_) => {
            let status = read_status(node, ERRORS, diagnostics)?;
            ErrorKey::Status(Status::Exact(status.value))
        }
    };
    Some(Spanned::new(key, span))
}

/// Reads `errors` of an operation or of a shared part.
pub(super) fn read_error_list(
    table: &mut Table,
    diagnostics: &mut Diagnostics,
) -> Vec<Spanned<ErrorKey>> {
    let errors = table
        .node("errors")
        .and_then(|node| list_of(node, "`errors`", diagnostics));
    let errors = errors.into_iter().flatten();
    errors
        .filter_map(|node| read_key(node, diagnostics))
        .collect()
}

impl ErrorBodySection {
    pub(super) fn read(mut table: Table, diagnostics: &mut Diagnostics) -> Self {
        let envelope = table.text("envelope", diagnostics);
        let media = table.text("media", diagnostics);
        let status = table.text("status", diagnostics);
        let code = read_role(&mut table, ["code", "code?"], diagnostics);
        let message = table.text("message", diagnostics);
        let parameter = read_role(&mut table, ["parameter", "parameter?"], diagnostics);
        let metadata = read_role(&mut table, ["metadata", "metadata?"], diagnostics);
        let notes = Notes::read(&mut table, diagnostics);
        table.close(diagnostics);
        Self {
            envelope,
            media,
            status,
            code,
            message,
            parameter,
            metadata,
            notes,
        }
    }
}

/// Reads the name of a field that is null, or absent after a `?`, in some error responses.
fn read_role(
    table: &mut Table,
    [required, optional]: [&'static str; 2],
    diagnostics: &mut Diagnostics,
) -> Option<RoleEntry> {
    let nullable = table.entry(required);
    let absent = table.entry(optional);
    if let (Some((first, _)), Some((second, _))) = (&nullable, &absent) {
        let message = format!("`{required}` is there twice");
        let diagnostic = Diagnostic::error(TWO_FORMS, message, second.span);
        diagnostics.push(
            diagnostic.also(first.span, "the first one").help(
                "keep the `?` if the field is absent when there is no value, instead of null",
            ),
        );
    }
    let optional = absent.is_some();
    let (key, node) = absent.or(nullable)?;
    let name = text_of(node, &format!("`{}`", key.value), diagnostics)?;
    Some(RoleEntry { name, optional })
}

//! The sections `error_body` and `errors`.

use super::construct::Construct;
use super::field::parameters;
use super::kinds::{first_text, not_a_map, text_of};
use super::language::{ERROR, ERROR_BODY, ERROR_CONTENT, ERROR_FIELD, HEADER, NAMED_ERROR};
use super::status::{ERROR_KEYS, ERRORS, Expected, read_status, read_statuses};
use super::table::Table;
use crate::api::Status;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{
    ErrorBodySection, ErrorContentEntry, ErrorContentEntryKind, ErrorEntry, ErrorKey, FieldEntry,
    Notes, RoleEntry, TypeExpr, ValueEntry,
};
use crate::node::{Node, NodeKind};
use crate::source::Spanned;

const TWO_FORMS: Code = Code("E0109");
const UNKNOWN_FORM: Code = Code("E0658");

/// Reads an entry of `errors`.
pub(crate) fn read_error(
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
    let map = match key.as_ref().map(|key| &key.value) {
        Some(ErrorKey::Name(_)) => &NAMED_ERROR,
        Some(ErrorKey::Status(_)) | None => &ERROR,
    };
    if let NodeKind::Text(_) = node.kind
        && let Some(message) = first_text(&node.kind)
    {
        let first = match key.as_ref().map(|key| &key.value) {
            Some(ErrorKey::Name(_)) => "status",
            Some(ErrorKey::Status(_)) | None => "name",
        };
        let diagnostic = not_a_map("an error", &node.kind, node.span);
        let written = format!("write `{{ {first}: …, message: {message} }}`");
        diagnostics.push(diagnostic.help(written));
        return None;
    }
    let mut table = Table::open(node, map, diagnostics)?.at(span);
    let (status, name) = read_identity(key.as_ref(), &mut table);
    let body = table.node("body");
    let has_body = body.is_some();
    let body = body.and_then(|node| ErrorContentEntry::read(node, table.diagnostics));
    let message = match has_body {
        true => table.text("message"),
        false => table.required_text("message"),
    };
    let is_broken = match has_body {
        true => body.is_none(),
        false => message.is_none(),
    };
    let code = table.text("code");
    let values = read_values(&mut table);
    let fields = read_error_fields(&mut table);
    let when = table.plain_text("when");
    let retry = table.flag("retry").unwrap_or(false);
    let implied = table.flag("implied").unwrap_or(false);
    let headers = parameters(&mut table, "headers", &HEADER);
    let notes = Notes::read(&mut table);
    table.close();
    if is_broken {
        return None;
    }
    Some(ErrorEntry {
        key: key?,
        status: status?,
        name: name?,
        message,
        body,
        code,
        values,
        fields,
        when,
        retry,
        implied,
        headers,
        notes,
    })
}

/// The status and the name of an error. One is its key, and the other one is read.
fn read_identity(
    key: Option<&Spanned<ErrorKey>>,
    table: &mut Table<'_>,
) -> (Option<Spanned<Status>>, Option<Spanned<String>>) {
    match key.map(|key| (&key.value, key.span)) {
        Some((ErrorKey::Name(name), span)) => {
            let status = table.required_node("status");
            let status = status.and_then(|node| read_error_status(node, ERRORS, table.diagnostics));
            (status, Some(Spanned::new(name.clone(), span)))
        }
        Some((ErrorKey::Status(status), span)) => (
            Some(Spanned::new(*status, span)),
            table.required_text("name"),
        ),
        None => (None, table.required_text("name")),
    }
}

/// Reads `fields`: further fields of the body.
fn read_error_fields(table: &mut Table<'_>) -> Vec<FieldEntry> {
    parameters(table, "fields", &ERROR_FIELD)
}

/// Reads `values`: values of fields, by name.
fn read_values(table: &mut Table<'_>) -> Vec<ValueEntry> {
    table.entries("values").unwrap_or_default()
}

/// Reads the key of an error: its status or statuses, or a name, which begins with a capital.
fn read_key(node: Node, diagnostics: &mut Diagnostics) -> Option<Spanned<ErrorKey>> {
    match node.kind.as_text() {
        Some(text) if text.starts_with(|c: char| c.is_ascii_uppercase()) => {
            Some(Spanned::new(ErrorKey::Name(text.to_owned()), node.span))
        }
        Some(_) | None => {
            let status = read_error_status(node, ERROR_KEYS, diagnostics)?;
            Some(Spanned::new(ErrorKey::Status(status.value), status.span))
        }
    }
}

/// Reads a status, a class of statuses, or `default`.
fn read_error_status(
    node: Node,
    expected: Expected,
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<Status>> {
    match node.kind.as_text() {
        Some("default") => Some(Spanned::new(Status::Default, node.span)),
        Some(text) => {
            let text = Spanned::new(text.to_owned(), node.span);
            read_statuses(text, expected, diagnostics)
        }
        None => {
            let status = read_status(node, expected, diagnostics)?;
            Some(Spanned::new(Status::Exact(status.value), status.span))
        }
    }
}

impl ErrorContentEntry {
    /// Reads a body in its short or long form.
    fn read(node: Node, diagnostics: &mut Diagnostics) -> Option<Self> {
        let span = node.span;
        if !matches!(node.kind, NodeKind::Map(_)) {
            return Some(Self {
                kind: read_content(node, "`body`", diagnostics)?,
                span,
                envelope: None,
                media: None,
            });
        }
        let mut table = Table::open(node, &ERROR_CONTENT, diagnostics)?;
        let node = table.type_node();
        let span = node.as_ref().map_or(span, |node| node.span);
        let kind = node.and_then(|node| read_content(node, "`type`", table.diagnostics));
        let envelope = table.text("envelope");
        let media = table.text("media");
        table.close();
        Some(Self {
            kind: kind?,
            span,
            envelope,
            media,
        })
    }
}

fn read_content(
    node: Node,
    what: &str,
    diagnostics: &mut Diagnostics,
) -> Option<ErrorContentEntryKind> {
    match node.kind.as_text().map(str::trim) {
        Some("none") => Some(ErrorContentEntryKind::None),
        Some("text") => Some(ErrorContentEntryKind::Text),
        Some("binary") => Some(ErrorContentEntryKind::Binary),
        Some(_) | None => {
            let ty = TypeExpr::read(node, what, Construct::ErrorContent, diagnostics)?;
            Some(ErrorContentEntryKind::Json(ty))
        }
    }
}

/// Reads `errors` of an operation or of a shared part.
pub(super) fn read_error_list(table: &mut Table<'_>) -> Vec<Spanned<ErrorKey>> {
    let errors = table.list("errors").into_iter();
    errors
        .filter_map(|node| read_key(node, table.diagnostics))
        .collect()
}

impl ErrorBodySection {
    /// Reads the section: the names of fields, or `problem`.
    pub(crate) fn read(
        key: &Spanned<String>,
        node: Node,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        match node.kind.as_text() {
            Some("problem") => return Some(Self::problem(node.span)),
            Some(other) => {
                let message = format!("`{other}` is not a form of error bodies");
                let diagnostic = Diagnostic::error(UNKNOWN_FORM, message, node.span);
                diagnostics.push(diagnostic.help(
                    "write `problem` (RFC 9457), or name the fields: `{ status: code, message: message }`",
                ));
                return None;
            }
            None => {}
        }
        let table = Table::open(node, &ERROR_BODY, diagnostics)?.at(key.span);
        Some(Self::read_fields(table))
    }

    fn read_fields(mut table: Table<'_>) -> Self {
        let envelope = table.text("envelope");
        let media = table.text("media");
        let status = table.text("status");
        let code = read_role(&mut table, ["code", "code?"]);
        let message = table.text("message");
        let parameter = read_role(&mut table, ["parameter", "parameter?"]);
        let metadata = read_role(&mut table, ["metadata", "metadata?"]);
        let fields = read_error_fields(&mut table);
        let values = read_values(&mut table);
        let notes = Notes::read(&mut table);
        table.close();
        Self {
            is_problem: false,
            is_inferred: false,
            envelope,
            media,
            status,
            code,
            message,
            parameter,
            metadata,
            fields,
            values,
            notes,
        }
    }
}

/// Reads the name of a field that is null, or absent after a `?`, in some error responses.
fn read_role(table: &mut Table<'_>, [required, optional]: [&'static str; 2]) -> Option<RoleEntry> {
    let nullable = table.entry(required);
    let absent = table.entry(optional);
    if let (Some((first, _)), Some((second, _))) = (&nullable, &absent) {
        let message = format!("both `{required}` and `{optional}` are given");
        let diagnostic = Diagnostic::error(TWO_FORMS, message, second.span);
        table.report(diagnostic.also(first.span, "the first one").help(format!(
            "write `{optional}` to omit the field without a value, `{required}` to send null"
        )));
    }
    let is_optional = absent.is_some();
    let (key, node) = absent.or(nullable)?;
    let name = text_of(node, &format!("`{}`", key.value), table.diagnostics)?;
    Some(RoleEntry {
        name,
        optional: is_optional,
    })
}

//! The `operations` section.

use super::field::{FieldEntry, read_fields};
use super::node::{Node, NodeKind};
use super::notes::Notes;
use super::place::Place;
use super::route::Route;
use super::status::{ERRORS, SUCCESSES, read_status};
use super::table::{Table, list_of, text_of, wrong_kind};
use super::type_expr::TypeExpr;
use crate::api::Direction;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{Span, Spanned};

const WRONG_RETURNS: Code = Code("E0109");
const WRONG_DIRECTION: Code = Code("E0110");

/// An operation as written.
#[derive(Debug, Clone)]
pub(crate) struct OperationEntry {
    pub(crate) name: Spanned<String>,
    pub(crate) route: Route,
    pub(crate) group: Option<Spanned<String>>,
    pub(crate) notes: Notes,
    /// The kind of key, or `none`; `None` if the entry has no `key`.
    pub(crate) key: Option<Spanned<String>>,
    pub(crate) path: Vec<FieldEntry>,
    pub(crate) query: Vec<FieldEntry>,
    pub(crate) headers: Vec<FieldEntry>,
    pub(crate) body: Option<BodyEntry>,
    pub(crate) returns: Option<ReturnsEntry>,
    /// The type of the items, if the response is a page.
    pub(crate) page: Option<TypeExpr>,
    pub(crate) status: Option<Spanned<u16>>,
    pub(crate) order: Option<OrderEntry>,
    pub(crate) idempotent: Option<bool>,
    pub(crate) errors: Vec<Spanned<u16>>,
}

/// A request body.
#[derive(Debug, Clone)]
pub(crate) struct BodyEntry {
    pub(crate) ty: TypeExpr,
    pub(crate) notes: Notes,
}

/// The content of a successful response.
#[derive(Debug, Clone)]
pub(crate) struct ReturnsEntry {
    /// The field that wraps the value.
    pub(crate) envelope: Option<Spanned<String>>,
    pub(crate) ty: TypeExpr,
}

/// The order of the items of a page.
#[derive(Debug, Clone)]
pub(crate) struct OrderEntry {
    pub(crate) by: Spanned<String>,
    pub(crate) direction: Direction,
}

/// Reads the `operations` section.
pub(super) fn read_operations(table: Table, diagnostics: &mut Diagnostics) -> Vec<OperationEntry> {
    table
        .into_entries()
        .into_iter()
        .filter_map(|(name, node)| read_operation(name, node, diagnostics))
        .collect()
}

fn read_operation(
    name: Spanned<String>,
    node: Node,
    diagnostics: &mut Diagnostics,
) -> Option<OperationEntry> {
    let mut table = Table::open(node, Place::Operation, diagnostics)?.at(name.span);
    let route = table
        .required_text("route", diagnostics)
        .and_then(|text| Route::parse(&text, diagnostics));
    let group = table.text("group", diagnostics);
    let notes = Notes::read(&mut table, diagnostics);
    let key = table.text("key", diagnostics);
    let path = parameters(&mut table, "path", Place::Parameter, diagnostics);
    let query = parameters(&mut table, "query", Place::Parameter, diagnostics);
    let headers = parameters(&mut table, "headers", Place::Header, diagnostics);
    let body = table
        .entry("body")
        .and_then(|(key, node)| read_body(&key, node, diagnostics));
    let returns = table
        .node("returns")
        .and_then(|node| read_returns(node, diagnostics));
    let page = table
        .node("page")
        .and_then(|node| TypeExpr::read(node, "`page`", Place::Operation, diagnostics));
    let status = table
        .node("status")
        .and_then(|node| read_success(node, diagnostics));
    let order = table
        .table("order", diagnostics)
        .and_then(|order| read_order(order, diagnostics));
    let idempotent = table.flag("idempotent", diagnostics);
    let errors = table
        .node("errors")
        .and_then(|node| list_of(node, "`errors`", diagnostics))
        .unwrap_or_default();
    let errors = errors
        .into_iter()
        .filter_map(|node| read_status(node, ERRORS, diagnostics))
        .collect();
    table.close(diagnostics);
    Some(OperationEntry {
        name,
        route: route?,
        group,
        notes,
        key,
        path,
        query,
        headers,
        body,
        returns,
        page,
        status,
        order,
        idempotent,
        errors,
    })
}

fn parameters(
    table: &mut Table,
    key: &'static str,
    place: Place,
    diagnostics: &mut Diagnostics,
) -> Vec<FieldEntry> {
    table
        .table(key, diagnostics)
        .map_or_else(Vec::new, |entries| read_fields(entries, place, diagnostics))
}

fn read_body(
    key: &Spanned<String>,
    node: Node,
    diagnostics: &mut Diagnostics,
) -> Option<BodyEntry> {
    if !matches!(node.kind, NodeKind::Map(_)) {
        let ty = TypeExpr::read(node, "`body`", Place::Body, diagnostics)?;
        return Some(BodyEntry {
            ty,
            notes: Notes::default(),
        });
    }
    let mut table = Table::open(node, Place::Body, diagnostics)?.at(key.span);
    let ty = table
        .type_node()
        .and_then(|node| TypeExpr::read(node, "`type`", Place::Body, diagnostics));
    let notes = Notes::read(&mut table, diagnostics);
    table.close(diagnostics);
    Some(BodyEntry { ty: ty?, notes })
}

fn read_returns(node: Node, diagnostics: &mut Diagnostics) -> Option<ReturnsEntry> {
    let NodeKind::Map(entries) = node.kind else {
        let ty = TypeExpr::read(node, "`returns`", Place::Operation, diagnostics)?;
        return Some(ReturnsEntry { envelope: None, ty });
    };
    let mut entries = entries.into_iter();
    match (entries.next(), entries.next()) {
        (Some((envelope, inner)), None) if envelope.value != "type" => {
            let ty = TypeExpr::read(inner, "`returns`", Place::Operation, diagnostics)?;
            Some(ReturnsEntry {
                envelope: Some(envelope),
                ty,
            })
        }
        (first, second) => {
            let keys = first.into_iter().chain(second).chain(entries);
            diagnostics.push(wrong_returns(keys.map(|(key, _)| key).collect(), node.span));
            None
        }
    }
}

/// A map under `returns` that is not one envelope.
fn wrong_returns(keys: Vec<Spanned<String>>, span: Span) -> Diagnostic {
    let key = |word: &str| keys.iter().find(|key| key.value == word);
    if let Some(headers) = key("headers") {
        let message = "headers of a successful response cannot be described yet";
        return Diagnostic::error(WRONG_RETURNS, message, headers.span)
            .help("write `returns: T`, and name the headers in `doc`; errors can have `headers`");
    }
    if let Some(ty) = key("type") {
        return Diagnostic::error(WRONG_RETURNS, "`returns` has no key `type`", ty.span)
            .help("write `returns: T`, or `returns: { data: T }` for a value in an envelope");
    }
    Diagnostic::error(WRONG_RETURNS, "`returns` must have exactly one field", span).help(
        "`returns: { data: T }` wraps one value; declare an object under `types` for more fields",
    )
}

fn read_success(node: Node, diagnostics: &mut Diagnostics) -> Option<Spanned<u16>> {
    if let NodeKind::List(_) = &node.kind {
        let diagnostic = wrong_kind("`status`", "a single status", &node.kind, node.span);
        diagnostics.push(diagnostic.help(
            "write the usual one, such as `status: 201`; several success statuses cannot be described yet",
        ));
        return None;
    }
    read_status(node, SUCCESSES, diagnostics)
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

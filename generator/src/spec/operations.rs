//! The `operations` section.

use super::field::{FieldEntry, read_fields};
use super::node::{Node, NodeKind};
use super::notes::Notes;
use super::route::Route;
use super::status::{ERRORS, SUCCESSES, read_status};
use super::table::{Table, list_of, text_of};
use super::type_expr::TypeExpr;
use crate::api::Direction;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::Spanned;

const WRONG_RETURNS: Code = Code("E0109");
const WRONG_DIRECTION: Code = Code("E0110");

/// An operation as it is written.
#[derive(Debug, Clone)]
pub(crate) struct OperationEntry {
    pub(crate) name: Spanned<String>,
    pub(crate) route: Route,
    pub(crate) group: Option<Spanned<String>>,
    pub(crate) notes: Notes,
    /// The kind of key, or `none`; `None` where nothing is said.
    pub(crate) key: Option<Spanned<String>>,
    pub(crate) path: Vec<FieldEntry>,
    pub(crate) query: Vec<FieldEntry>,
    pub(crate) headers: Vec<FieldEntry>,
    pub(crate) body: Option<BodyEntry>,
    pub(crate) returns: Option<ReturnsEntry>,
    /// The type of the items, where the answer is a page.
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

/// What a successful answer holds.
#[derive(Debug, Clone)]
pub(crate) struct ReturnsEntry {
    /// The member that wraps the value.
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
pub(super) fn read_operations(table: Table, faults: &mut Diagnostics) -> Vec<OperationEntry> {
    table
        .into_entries()
        .into_iter()
        .filter_map(|(name, node)| read_operation(name, node, faults))
        .collect()
}

fn read_operation(
    name: Spanned<String>,
    node: Node,
    faults: &mut Diagnostics,
) -> Option<OperationEntry> {
    let mut table = Table::open(node, "an operation", faults)?.at(name.span);
    let route = table
        .required_text("route", faults)
        .and_then(|text| Route::parse(&text, faults));
    let group = table.text("group", faults);
    let notes = Notes::read(&mut table, faults);
    let key = table.text("key", faults);
    let path = parameters(&mut table, "path", faults);
    let query = parameters(&mut table, "query", faults);
    let headers = parameters(&mut table, "headers", faults);
    let body = table
        .entry("body")
        .and_then(|(key, node)| read_body(&key, node, faults));
    let returns = table
        .node("returns")
        .and_then(|node| read_returns(node, faults));
    let page = table
        .node("page")
        .and_then(|node| TypeExpr::read(node, "`page`", faults));
    let status = table
        .node("status")
        .and_then(|node| read_status(node, SUCCESSES, faults));
    let order = table
        .table("order", faults)
        .and_then(|order| read_order(order, faults));
    let idempotent = table.flag("idempotent", faults);
    let errors = table
        .node("errors")
        .and_then(|node| list_of(node, "`errors`", faults))
        .unwrap_or_default();
    let errors = errors
        .into_iter()
        .filter_map(|node| read_status(node, ERRORS, faults))
        .collect();
    table.close(faults);
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

fn parameters(table: &mut Table, key: &'static str, faults: &mut Diagnostics) -> Vec<FieldEntry> {
    table
        .table(key, faults)
        .map_or_else(Vec::new, |entries| read_fields(entries, faults))
}

fn read_body(key: &Spanned<String>, node: Node, faults: &mut Diagnostics) -> Option<BodyEntry> {
    if !matches!(node.kind, NodeKind::Map(_)) {
        let ty = TypeExpr::read(node, "`body`", faults)?;
        return Some(BodyEntry {
            ty,
            notes: Notes::default(),
        });
    }
    let mut table = Table::open(node, "a body", faults)?.at(key.span);
    let ty = table
        .required_node("type", faults)
        .and_then(|node| TypeExpr::read(node, "`type`", faults));
    let notes = Notes::read(&mut table, faults);
    table.close(faults);
    Some(BodyEntry { ty: ty?, notes })
}

fn read_returns(node: Node, faults: &mut Diagnostics) -> Option<ReturnsEntry> {
    let NodeKind::Map(entries) = node.kind else {
        let ty = TypeExpr::read(node, "`returns`", faults)?;
        return Some(ReturnsEntry { envelope: None, ty });
    };
    let mut entries = entries.into_iter();
    match (entries.next(), entries.next()) {
        (Some((envelope, inner)), None) => {
            let ty = TypeExpr::read(inner, "`returns`", faults)?;
            Some(ReturnsEntry {
                envelope: Some(envelope),
                ty,
            })
        }
        _ => {
            let diagnostic = Diagnostic::error(WRONG_RETURNS, "`returns` has exactly one member", node.span)
                .help("`returns: { data: Thing }` wraps one value; for more members name an object in `types`");
            faults.push(diagnostic);
            None
        }
    }
}

fn read_order(mut table: Table, faults: &mut Diagnostics) -> Option<OrderEntry> {
    let by = table.required_text("by", faults);
    let direction = match table.node("direction") {
        None => Some(Direction::Ascending),
        Some(node) => {
            text_of(node, "`direction`", faults).and_then(|text| match text.value.as_str() {
                "ascending" => Some(Direction::Ascending),
                "descending" => Some(Direction::Descending),
                _ => {
                    let message = format!("`{}` is not a direction", text.value);
                    let diagnostic = Diagnostic::error(WRONG_DIRECTION, message, text.span)
                        .help("write `ascending` or `descending`");
                    faults.push(diagnostic);
                    None
                }
            })
        }
    };
    table.close(faults);
    Some(OrderEntry {
        by: by?,
        direction: direction?,
    })
}

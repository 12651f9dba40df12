//! The section `pagers`.

use super::construct::Construct;
use super::field::parameters;
use super::kinds::{text_of, wrong_kind};
use super::language::{
    CURSOR_IN_BODY, LIMIT_IN_BODY, Map, NEXT, NUMBER_IN_BODY, PAGE_FIELD, PAGER,
};
use super::table::Table;
use crate::diagnostic::Diagnostics;
use crate::document::{
    NextEntry, Notes, PageFieldEntry, PageParameterEntry, PagerEntry, Position, PositionEntry,
    TypeExpr,
};
use crate::node::{Node, NodeKind};
use crate::source::Spanned;

/// Reads an entry of `pagers`.
pub(super) fn read_pager(
    name: Spanned<String>,
    node: Node,
    diagnostics: &mut Diagnostics,
) -> Option<PagerEntry> {
    let mut table = Table::open(node, &PAGER, diagnostics)?.at(name.span);
    let positions = [Position::Offset, Position::PageNumber, Position::Cursor]
        .into_iter()
        .filter_map(|position| PositionEntry::read(&mut table, position))
        .collect();
    let limit = PageParameterEntry::read(&mut table, "limit");
    let items = table.text("items");
    let next = NextEntry::read(&mut table);
    let total = PageFieldEntry::read(&mut table, ["total", "total?"]);
    let pages = PageFieldEntry::read(&mut table, ["pages", "pages?"]);
    let more = PageFieldEntry::read(&mut table, ["more", "more?"]);
    let fields = parameters(&mut table, "fields", &PAGE_FIELD);
    let notes = Notes::read(&mut table);
    table.close();
    Some(PagerEntry {
        name,
        positions,
        limit,
        items,
        next,
        total,
        pages,
        more,
        fields,
        notes,
    })
}

impl PositionEntry {
    fn read(table: &mut Table<'_>, position: Position) -> Option<Self> {
        let span = table.span_of(position.key());
        let parameter = PageParameterEntry::read(table, position.key())?;
        Some(Self {
            kind: Spanned::new(position, span?),
            parameter,
        })
    }
}

impl PageParameterEntry {
    fn read(table: &mut Table<'_>, key: &'static str) -> Option<Self> {
        let mut parameter = table.table(key)?;
        let field = parameter.text("field");
        let in_body = field.is_some();
        let name = match field {
            Some(field) => Some(field),
            None => parameter.required_text("parameter"),
        };
        let (mut ty, mut default, mut min, mut max) = (None, None, None, None);
        if in_body {
            // The type of the body has the rest.
            parameter.becomes(in_body_form(key));
            if parameter.defines("default") {
                default = parameter.integer("default");
            }
        } else if key == Position::Cursor.key() {
            ty = parameter.node("type").and_then(|node| {
                TypeExpr::read(
                    node,
                    "the type of a cursor",
                    Construct::Parameter,
                    parameter.diagnostics,
                )
            });
        } else {
            default = parameter.integer("default");
            min = parameter.integer("min");
            max = parameter.integer("max");
        }
        let notes = Notes::read(&mut parameter);
        parameter.close();
        Some(Self {
            parameter: name?,
            in_body,
            ty,
            default,
            min,
            max,
            notes,
        })
    }
}

/// The definition of a position or limit in the body of a request.
fn in_body_form(key: &str) -> &'static Map {
    match key {
        "limit" => &LIMIT_IN_BODY,
        _ if key == Position::Cursor.key() => &CURSOR_IN_BODY,
        _ => &NUMBER_IN_BODY,
    }
}

impl NextEntry {
    /// Reads `next: cursor`, `next?: cursor`, `next: { item: id }`, `{ header: X-Next }`, `{ link: next }` or
    /// `{ url: next }`.
    fn read(table: &mut Table<'_>) -> Option<Self> {
        let (optional, node) = match (table.node("next"), table.node("next?")) {
            (Some(node), _) => (false, node),
            (None, Some(node)) => (true, node),
            (None, None) => return None,
        };
        match &node.kind {
            NodeKind::Text(_) => {
                let name = text_of(node, "`next`", table.diagnostics)?;
                Some(Self::Field(PageFieldEntry { name, optional }))
            }
            NodeKind::Map(_) => {
                let mut source = Table::open(node, &NEXT, table.diagnostics)?;
                let item = source.text("item").map(Self::Item);
                let header = source.text("header").map(Self::Header);
                let link = source.text("link").map(Self::Link);
                let url = source.text("url");
                let url = url.map(|name| Self::Url(PageFieldEntry { name, optional }));
                let next = item.or(header).or(link).or(url);
                if next.is_none() && !source.has_attempt_at("item") {
                    source.report_missing("item");
                }
                source.close();
                next
            }
            kind @ (NodeKind::Null
            | NodeKind::Bool(_)
            | NodeKind::Integer(..)
            | NodeKind::Number(..)
            | NodeKind::List(_)) => {
                let wanted = "the name of a field, or `{ item: … }`, `{ header: … }`, `{ link: next }` or `{ url: … }`";
                table.report(wrong_kind("`next`", wanted, kind, node.span));
                None
            }
        }
    }
}

impl PageFieldEntry {
    /// Reads the name of a field. The second key says that it may be absent.
    fn read(table: &mut Table<'_>, keys: [&'static str; 2]) -> Option<Self> {
        let [required, optional] = keys;
        let always = table.text(required);
        let sometimes = table.text(optional);
        let optional = always.is_none();
        let name = always.or(sometimes)?;
        Some(Self { name, optional })
    }
}

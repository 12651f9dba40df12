//! The key `pages` of operations.

use super::kinds::{list_of, text_of, wrong_kind};
use super::language::{PAGES, PAGES_NEXT, PAGES_POSITION};
use super::table::Table;
use crate::api::PositionPlace;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::{FieldPath, PagingEntry, PagingNext, PagingPosition, Position};
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};

/// Reads `pages` of an operation.
pub(super) fn read_pages(table: &mut Table<'_>) -> Option<PagingEntry> {
    let (key, node) = table.entry("pages")?;
    read_paging(node, key.span, table.diagnostics)
}

/// Reads the value of `pages`, whose key is at `key`.
pub(crate) fn read_paging(
    node: Node,
    key: Span,
    diagnostics: &mut Diagnostics,
) -> Option<PagingEntry> {
    let mut table = Table::open(node, &PAGES, diagnostics)?.at(key);
    let positions = [Position::Offset, Position::PageNumber, Position::Cursor]
        .into_iter()
        .filter_map(|position| read_position(&mut table, position))
        .collect();
    let first = table.integer("first");
    let items = path(&mut table, "items");
    let next = read_next(&mut table);
    let total = path(&mut table, "total");
    let pages = path(&mut table, "pages");
    let more = path(&mut table, "more");
    table.close();
    Some(PagingEntry {
        key,
        is_stated: true,
        positions,
        first,
        items,
        next,
        total,
        pages,
        more,
    })
}

/// Reads `cursor: after`, which names a query parameter, or a map with `header` or `body`.
fn read_position(table: &mut Table<'_>, position: Position) -> Option<PagingPosition> {
    let (key, node) = table.entry(position.key())?;
    let kind = Spanned::new(position, key.span);
    if !matches!(node.kind, NodeKind::Map(_)) {
        let parameter = text_of(node, &format!("`{}`", position.key()), table.diagnostics)?;
        let place = PositionPlace::Query;
        return Some(PagingPosition {
            kind,
            place,
            parameter,
        });
    }
    let mut source = Table::open(node, &PAGES_POSITION, table.diagnostics)?.at(key.span);
    let header = source.text("header");
    let body = source.text("body");
    if let (Some(_), Some(body)) = (&header, &body) {
        let message = format!("`{}` has two places", position.key());
        let diagnostic = Diagnostic::error(super::kinds::WRONG_KIND, message, body.span);
        source.report(diagnostic.help("remove `header` or `body`"));
    }
    let has_attempt = source.has_attempt_at("body") || source.has_attempt_at("header");
    if header.is_none() && body.is_none() && !has_attempt {
        let message = format!("`{}` names no parameter or field", position.key());
        let diagnostic = Diagnostic::error(super::kinds::WRONG_KIND, message, source.span);
        source.report(diagnostic.help(
            "write the name of a query parameter, `{ header: … }`, or `{ body: … }` for a field of the body",
        ));
    }
    source.close();
    let header = header.map(|name| (PositionPlace::Header, name));
    let (place, parameter) = header.or(body.map(|name| (PositionPlace::Body, name)))?;
    Some(PagingPosition {
        kind,
        place,
        parameter,
    })
}

/// Reads the name of a field, or the names of the fields that lead to it. Without the key, there are none.
fn path(table: &mut Table<'_>, key: &'static str) -> FieldPath {
    let node = table.node(key);
    node.map_or_else(Vec::new, |node| names(node, key, table.diagnostics))
}

fn names(node: Node, key: &str, diagnostics: &mut Diagnostics) -> FieldPath {
    let what = format!("`{key}`");
    let nodes = match &node.kind {
        NodeKind::List(items) if items.is_empty() => {
            let message = format!("{what} lists no field");
            let diagnostic = Diagnostic::error(super::kinds::WRONG_KIND, message, node.span);
            diagnostics.push(diagnostic.help("write the name of a field, or remove the key"));
            return Vec::new();
        }
        NodeKind::List(_) => list_of(node, &what, diagnostics).unwrap_or_default(),
        NodeKind::Map(_) => {
            let wanted = "the name of a field, or a list of the names that lead to it";
            diagnostics.push(wrong_kind(&what, wanted, &node.kind, node.span));
            return Vec::new();
        }
        NodeKind::Null
        | NodeKind::Bool(_)
        | NodeKind::Integer(..)
        | NodeKind::Number(..)
        | NodeKind::Text(_) => vec![node],
    };
    let names = nodes.into_iter();
    names
        .filter_map(|node| text_of(node, &what, diagnostics))
        .collect()
}

/// Reads `next: cursor`, `next: [meta, cursor]`, or a map with `url`, `item`, `header` or `link`.
fn read_next(table: &mut Table<'_>) -> Option<PagingNext> {
    let node = table.node("next")?;
    if !matches!(node.kind, NodeKind::Map(_)) {
        let path = names(node, "next", table.diagnostics);
        return (!path.is_empty()).then_some(PagingNext::Field(path));
    }
    let mut source = Table::open(node, &PAGES_NEXT, table.diagnostics)?;
    let url = source.node("url");
    let url = url.map(|node| PagingNext::Url(names(node, "url", source.diagnostics)));
    let item = source.text("item").map(PagingNext::Item);
    let header = source.text("header").map(PagingNext::Header);
    let link = source.text("link").map(PagingNext::Link);
    let mut given = [url, item, header, link].into_iter().flatten();
    let next = given.next();
    if given.next().is_some() {
        let message = "`next` has two keys";
        let diagnostic = Diagnostic::error(super::kinds::WRONG_KIND, message, source.span);
        source.report(diagnostic.help("one of them is enough: remove the others"));
    }
    if next.is_none() && !source.has_attempt_at("url") {
        source.report_missing("url");
    }
    source.close();
    next
}

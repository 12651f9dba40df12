//! `choice`: several contents of one body, by name.

use super::construct::Construct;
use super::kinds::{entries_of, not_a_map, read_each, wrong_kind};
use super::language::{CHOICE_OF_BODY, CHOICE_OF_RESPONSE, SELECTED_BY};
use super::table::Table;
use crate::api::SelectorPart;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{ContentEntry, ContentExpr, ContentVariantEntry, Notes, SelectorEntry};
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};

const MALFORMED_CHOICE: Code = Code("E0590");
const MALFORMED_SELECTOR: Code = Code("E0591");

/// Reads `choice: { rows: json_lines<Row>, raw: binary }`. `construct` is the body or the response.
pub(super) fn read_choices(
    key: &Spanned<String>,
    node: Node,
    construct: Construct,
    diagnostics: &mut Diagnostics,
) -> Vec<(ContentVariantEntry, ContentEntry)> {
    let Some(entries) = entries_of(node, "choice", diagnostics) else {
        return Vec::new();
    };
    if entries.len() < 2 {
        let message = "a choice has at least two contents";
        let diagnostic = Diagnostic::error(MALFORMED_CHOICE, message, key.span);
        diagnostics.push(diagnostic.help("write the only content as `type`"));
    }
    let read =
        |name, node, diagnostics: &mut Diagnostics| read_choice(name, node, construct, diagnostics);
    read_each(entries, read, diagnostics)
}

/// Reports what belongs to one content beside `choice`.
pub(super) fn report_others(table: &mut Table<'_>, choice: &Spanned<String>) {
    for (key, _) in table.take_keys_of_other_forms() {
        let message = format!(
            "`{}` belongs to one content, and there is a choice",
            key.value
        );
        let diagnostic = Diagnostic::error(MALFORMED_CHOICE, message, key.span);
        table.report(
            diagnostic
                .also(choice.span, "this is `choice`")
                .help("move it into the choice"),
        );
    }
}

fn read_choice(
    name: Spanned<String>,
    node: Node,
    construct: Construct,
    diagnostics: &mut Diagnostics,
) -> Option<(ContentVariantEntry, ContentEntry)> {
    let what = format!("`{}`", name.value);
    let choice = |selected_by, notes| ContentVariantEntry {
        name: name.clone(),
        selected_by,
        notes,
    };
    if !matches!(node.kind, NodeKind::Map(_)) {
        let expr = ContentExpr::read(node, &what, construct, diagnostics)?;
        return Some((choice(None, Notes::default()), ContentEntry::short(expr)));
    }
    let map = match construct {
        Construct::Body => &CHOICE_OF_BODY,
        _ => &CHOICE_OF_RESPONSE,
    };
    let mut table = Table::open(node, map, diagnostics)?.at(name.span);
    let expr = table.type_node();
    let expr =
        expr.and_then(|node| ContentExpr::read(node, "`type`", construct, table.diagnostics));
    let content = ContentEntry::long(expr, &mut table);
    let selected_by = table.entry("selected_by");
    let selected_by =
        selected_by.and_then(|(key, node)| read_selector(node, key.span, table.diagnostics));
    let notes = Notes::read(&mut table);
    table.close();
    Some((choice(selected_by, notes), content?))
}

/// Reads `{ body: { stream: true } }` or `{ query: { alt: sse } }`, whose key is at `key`.
pub(crate) fn read_selector(
    node: Node,
    key: Span,
    diagnostics: &mut Diagnostics,
) -> Option<SelectorEntry> {
    let mut table = Table::open(node, &SELECTED_BY, diagnostics)?.at(key);
    let parts = [("body", SelectorPart::Body), ("query", SelectorPart::Query)];
    let parts: Vec<_> = parts
        .into_iter()
        .filter_map(|(key, part)| Some((table.node(key)?, part)))
        .collect();
    table.close();
    let malformed = |span| {
        let message = "`selected_by` has one field of `body`, or one parameter of `query`";
        Diagnostic::error(MALFORMED_SELECTOR, message, span)
            .help("write `selected_by: { body: { stream: true } }` or `selected_by: { query: { alt: sse } }`")
    };
    let Ok([(node, part)]) = <[_; 1]>::try_from(parts) else {
        diagnostics.push(malformed(key));
        return None;
    };
    let span = node.span;
    let NodeKind::Map(fields) = node.kind else {
        diagnostics.push(not_a_map("`selected_by`", &node.kind, span));
        return None;
    };
    let Ok([(name, value)]) = <[_; 1]>::try_from(fields) else {
        diagnostics.push(malformed(span));
        return None;
    };
    match value.kind {
        NodeKind::Bool(_) | NodeKind::Integer(..) | NodeKind::Text(_) => {
            Some(SelectorEntry { part, name, value })
        }
        kind @ (NodeKind::Null | NodeKind::Number(..) | NodeKind::List(_) | NodeKind::Map(_)) => {
            let what = format!("`{}`", name.value);
            let wanted = "a string, an integer, `true` or `false`";
            diagnostics.push(wrong_kind(&what, wanted, &kind, value.span));
            None
        }
    }
}

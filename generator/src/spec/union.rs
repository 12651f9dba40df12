//! Unions: the keys beside `union`, and its variants.

use super::construct::Construct;
use super::field::read_fields;
use super::kinds::{entries_of, read_each, text_of, wrong_kind};
use super::language::{FIELD, UNION, VARIANT};
use super::table::Table;
use crate::api::{Openness, TagKind};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{FieldEntry, Notes, TypeExpr, UnionEntry, VariantEntry};
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};

const WRONG_TAG_KIND: Code = Code("E0131");

/// Reads a union. `node` are its variants, and `fields` the entry next to them.
pub(super) fn read_union(
    table: &mut Table<'_>,
    node: Node,
    fields: Option<(Spanned<String>, Node)>,
) -> Option<UnionEntry> {
    table.becomes(&UNION);
    let tag = table
        .node("tag")
        .map(|node| read_tag(node, table.diagnostics));
    let value = table.text("value");
    let wrapped = only_true(table, "wrapped");
    let by_event = only_true(table, "by_event");
    let open = Openness::read(table);
    let tag_kind = table
        .text("of")
        .and_then(|text| read_tag_kind(text, table.diagnostics));
    let default = table.text("default");
    let fields = fields.map_or_else(Vec::new, |(_, node)| {
        read_union_fields(node, table.diagnostics)
    });
    let variants = entries_of(node, "union", table.diagnostics)?;
    Some(UnionEntry {
        variants: read_each(variants, read_variant, table.diagnostics),
        tag: tag.unwrap_or_default(),
        value,
        wrapped,
        by_event,
        open,
        tag_kind,
        default,
        fields,
    })
}

fn read_union_fields(node: Node, diagnostics: &mut Diagnostics) -> Vec<FieldEntry> {
    let entries = entries_of(node, "fields", diagnostics).unwrap_or_default();
    read_fields(entries, &FIELD, diagnostics)
}

/// A name, or the names that lead to the tag.
fn read_tag(node: Node, diagnostics: &mut Diagnostics) -> Vec<Spanned<String>> {
    let nodes = match node.kind {
        NodeKind::List(items) => items,
        _ => vec![node],
    };
    let names = nodes.into_iter();
    names
        .filter_map(|node| text_of(node, "`tag`", diagnostics))
        .collect()
}

/// A key whose only value is `true`.
fn only_true(table: &mut Table<'_>, key: &'static str) -> Option<Span> {
    let (name, node) = table.entry(key)?;
    match node.kind {
        NodeKind::Bool(true) => Some(name.span),
        NodeKind::Bool(false) => None,
        kind => {
            let diagnostic = wrong_kind(&format!("`{key}`"), "`true`", &kind, node.span);
            let diagnostic = match kind {
                NodeKind::Text(name) if key == "wrapped" => diagnostic.help(format!(
                    "the name of each variant wraps it; a field `{name}` next to the tag is `value: {name}`"
                )),
                _ => diagnostic,
            };
            table.report(diagnostic);
            None
        }
    }
}

fn read_tag_kind(text: Spanned<String>, diagnostics: &mut Diagnostics) -> Option<Spanned<TagKind>> {
    let kind = match text.value.as_str() {
        "string" => TagKind::Text,
        "integer" => TagKind::Integer,
        "boolean" => TagKind::Boolean,
        _ => {
            let message = format!("tags cannot be `{}`", text.value);
            let diagnostic = Diagnostic::error(WRONG_TAG_KIND, message, text.span);
            diagnostics.push(diagnostic.help("write `of: integer` or `of: boolean`"));
            return None;
        }
    };
    Some(Spanned::new(kind, text.span))
}

/// Reads a variant: a type, or a map.
fn read_variant(
    name: Spanned<String>,
    node: Node,
    diagnostics: &mut Diagnostics,
) -> Option<VariantEntry> {
    if !matches!(node.kind, NodeKind::Map(_)) {
        let what = format!("the type of `{}`", name.value);
        let ty = TypeExpr::read(node, &what, Construct::Variant, diagnostics)?;
        return Some(VariantEntry::new(name, ty));
    }
    let mut table = Table::open(node, &VARIANT, diagnostics)?.at(name.span);
    let notes = Notes::read(&mut table);
    let also = table.texts("also", "a tag in `also`");
    let rust_name = table.text("name");
    let text = only_true(&mut table, "text");
    let type_node = table.node("type");
    let has_type = type_node.is_some();
    let ty = type_node
        .and_then(|node| TypeExpr::read(node, "`type`", Construct::Variant, table.diagnostics));
    table.close();
    if has_type && ty.is_none() {
        // The type has its own error.
        return None;
    }
    Some(VariantEntry {
        name,
        ty,
        text,
        also,
        rust_name,
        notes,
    })
}

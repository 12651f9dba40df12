//! Fields of objects and parameters of operations: both have a name, a type and constraints.

use super::construct::Construct;
use super::contents::read_media;
use super::kinds::{Entries, read_each, wrong_kind};
use super::language::{CONSTANT, ELEMENT, Map, XML_OF_FIELD};
use super::table::Table;
use super::xml::read_xml;
use crate::api::{Bound, Integer, Scalar, Sensitivity};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{
    Constraints, Direction, FieldEntry, Notes, StyleEntry, TypeExpr, TypeExprKind,
};
use crate::node::{Node, NodeKind};
use crate::source::Spanned;

const WRONG_CONSTANT: Code = Code("E0130");
const BOTH_DIRECTIONS: Code = Code("E0132");

impl Constraints {
    pub(super) fn read(table: &mut Table<'_>) -> Self {
        Self {
            min: bound(table, "min"),
            max: bound(table, "max"),
            above: bound(table, "above"),
            below: bound(table, "below"),
            multiple_of: bound(table, "multiple_of"),
            min_length: table.length("min_length"),
            max_length: table.length("max_length"),
            pattern: table.text("pattern"),
            min_items: table.length("min_items"),
            max_items: table.length("max_items"),
            unique_items: table.span_if_true("unique_items"),
        }
    }
}

fn bound(table: &mut Table<'_>, key: &'static str) -> Option<Spanned<Bound>> {
    let node = table.node(key)?;
    let bound = match node.kind {
        NodeKind::Integer(value, _) => Bound::Integer(*value),
        NodeKind::Number(value, _) if value.is_finite() => Bound::Number(value),
        kind => {
            table.report(wrong_kind(
                &format!("`{key}`"),
                "a number",
                &kind,
                node.span,
            ));
            return None;
        }
    };
    Some(Spanned::new(bound, node.span))
}

/// Reads `fields`, `path`, `query`, `headers` or `cookies` of a map, if it has the key. `map` defines the long form of
/// an entry.
pub(super) fn parameters(
    table: &mut Table<'_>,
    key: &'static str,
    map: &'static Map,
) -> Vec<FieldEntry> {
    let read = |name, node, diagnostics: &mut Diagnostics| read_field(name, node, map, diagnostics);
    table.each(key, read)
}

/// Reads a map from names to types. `map` defines the long form of an entry.
pub(super) fn read_fields(
    entries: Entries,
    map: &'static Map,
    diagnostics: &mut Diagnostics,
) -> Vec<FieldEntry> {
    let read = |name, node, diagnostics: &mut Diagnostics| read_field(name, node, map, diagnostics);
    read_each(entries, read, diagnostics)
}

fn read_field(
    name: Spanned<String>,
    node: Node,
    map: &'static Map,
    diagnostics: &mut Diagnostics,
) -> Option<FieldEntry> {
    let (name, optional) = match name.value.strip_suffix('?') {
        Some(stripped) => (Spanned::new(stripped.to_owned(), name.span), true),
        None => (name, false),
    };
    if !matches!(node.kind, NodeKind::Map(_)) {
        let what = format!("the type of `{}`", name.value);
        let ty = TypeExpr::read(node, &what, map.construct, diagnostics)?;
        return Some(FieldEntry {
            optional,
            ..FieldEntry::optional(name, ty)
        });
    }
    let mut table = Table::open(node, map, diagnostics)?.at(name.span);
    if let Some(node) = table.node("const") {
        table.becomes(&CONSTANT);
        return read_constant(name, optional, node, table);
    }
    let ty = table.type_expr();
    let notes = Notes::read(&mut table);
    let sensitivity = read_sensitivity(&mut table);
    let rust_name = table.text("name");
    let only_in = read_direction(&mut table);
    let constraints = Constraints::read(&mut table).into();
    let media = table.defines("media");
    let media = media.then(|| read_media(&mut table));
    let default = table.node("default").map(Box::new);
    let example = table.node("example").map(Box::new);
    let xml = table.defines("xml");
    let xml = xml.then(|| read_xml(&mut table, &XML_OF_FIELD));
    let style = StyleEntry::read(&mut table);
    table.close();
    Some(FieldEntry {
        name,
        rust_name,
        optional,
        is_always_sent: false,
        ty: ty?,
        constant: None,
        inherited: false,
        only_in,
        one_way: None,
        notes,
        sensitivity,
        constraints,
        media: media.unwrap_or_default(),
        default,
        stated_default: None,
        example,
        xml: xml.flatten(),
        style,
    })
}

/// Reads a field that always has the same value: `object: { const: payment }`.
fn read_constant(
    name: Spanned<String>,
    optional: bool,
    value: Node,
    mut table: Table<'_>,
) -> Option<FieldEntry> {
    for (key, _) in table.take_keys_of_other_forms() {
        let message = format!("a constant has no `{}`", key.value);
        let diagnostic = Diagnostic::error(WRONG_CONSTANT, message, key.span)
            .note("the value of `const` is the only value, and it determines the type")
            .help(format!("remove `{}`, or `const`", key.value));
        table.report(diagnostic);
    }
    let notes = Notes::read(&mut table);
    let scalar = match &value.kind {
        NodeKind::Text(_) => Some(Scalar::String),
        NodeKind::Integer(value, _) if Integer::Int64.contains(**value) => {
            Some(Scalar::Integer(Integer::Int64))
        }
        NodeKind::Bool(_) => Some(Scalar::Boolean),
        NodeKind::Null
        | NodeKind::Integer(..)
        | NodeKind::Number(..)
        | NodeKind::List(_)
        | NodeKind::Map(_) => {
            table.report(wrong_kind(
                "`const`",
                "text, an integer, `true` or `false`",
                &value.kind,
                value.span,
            ));
            None
        }
    };
    table.close();
    let ty = TypeExpr::new(TypeExprKind::Scalar(scalar?), value.span);
    Some(FieldEntry {
        optional,
        constant: Some(Box::new(value)),
        notes,
        ..FieldEntry::optional(name, ty)
    })
}

/// Reads an element of a tuple. `name` is its index.
pub(super) fn read_element(
    name: Spanned<String>,
    node: Node,
    diagnostics: &mut Diagnostics,
) -> Option<FieldEntry> {
    if !matches!(node.kind, NodeKind::Map(_)) {
        let ty = TypeExpr::read(
            node,
            "the type of an element",
            Construct::Element,
            diagnostics,
        )?;
        return Some(FieldEntry::required(name, ty));
    }
    let mut table = Table::open(node, &ELEMENT, diagnostics)?;
    let ty = table.type_expr();
    let notes = Notes::read(&mut table);
    let sensitivity = read_sensitivity(&mut table);
    let rust_name = table.text("name");
    let constraints = Constraints::read(&mut table).into();
    let example = table.node("example").map(Box::new);
    table.close();
    Some(FieldEntry {
        rust_name,
        notes,
        sensitivity,
        constraints,
        example,
        ..FieldEntry::required(name, ty?)
    })
}

/// Reads `read_only: true` and `write_only: true` of a field.
fn read_direction(table: &mut Table<'_>) -> Option<Spanned<Direction>> {
    if !table.defines("read_only") {
        return None;
    }
    let mut read = |key, direction| {
        let span = table.span_of(key);
        let holds = table.flag(key)?;
        holds.then_some(Spanned::new(direction, span?))
    };
    let read_only = read("read_only", Direction::Response);
    let write_only = read("write_only", Direction::Request);
    if let (Some(first), Some(second)) = (&read_only, &write_only) {
        let message = "a field is `read_only` or `write_only`, not both";
        let diagnostic = Diagnostic::error(BOTH_DIRECTIONS, message, second.span);
        table.report(
            diagnostic
                .also(first.span, "neither requests nor responses would have it")
                .help("remove one of the two"),
        );
    }
    read_only.or(write_only)
}

/// Reads `personal: true` and `secret: true`; `secret` wins.
pub(super) fn read_sensitivity(table: &mut Table<'_>) -> Sensitivity {
    let personal = table.flag("personal").unwrap_or(false);
    let secret = table.flag("secret").unwrap_or(false);
    match (secret, personal) {
        (true, _) => Sensitivity::Secret,
        (false, true) => Sensitivity::Personal,
        (false, false) => Sensitivity::Public,
    }
}

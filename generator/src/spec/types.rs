//! The `types` section: objects, enumerations and newtypes.

use super::construct::Construct;
use super::field::{read_fields, read_sensitivity};
use super::kinds::{entries_of, first_text, list_of, read_each, text_of, wrong_kind};
use super::language::{
    ALIAS, ENUM, ENUM_VALUE, FIELD, MISSPELLED_TYPE, NEWTYPE, OBJECT, TUPLE, TYPE, UNCLEAR_TYPE,
    XML,
};
use super::table::Table;
use super::tuple::read_tuple;
use super::union::read_union;
use super::xml::read_xml;
use crate::api::{EnumKind, FieldCounts, Openness, Value};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{
    AdditionalFieldsEntry, Constraints, EnumValueEntry, Notes, TypeEntry, TypeEntryKind, TypeExpr,
};
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};

const WRONG_TYPE_FORM: Code = Code("E0107");
const DECLARED_ALIAS: Code = Code("E0116");
const WRONG_KIND_OF_VALUES: Code = Code("E0120");
const WRONG_VALUE: Code = Code("E0121");

/// Reads an entry of `types`.
pub(super) fn read_type(
    name: Spanned<String>,
    node: Node,
    diagnostics: &mut Diagnostics,
) -> Option<TypeEntry> {
    if let NodeKind::Text(target) = &node.kind {
        diagnostics.push(alias(&name, target, node.span));
        return None;
    }
    let mut table = Table::open(node, &TYPE, diagnostics)?.at(name.span);
    let notes = Notes::read(&mut table);
    let sensitivity = read_sensitivity(&mut table);
    let example = table.node("example");
    let xml = read_xml(&mut table, &XML);
    let kind = read_kind(&mut table);
    let rust = match table.defines("rust") {
        true => table.text("rust"),
        false => None,
    };
    table.close();
    Some(TypeEntry {
        name,
        notes,
        sensitivity,
        kind: kind?,
        example,
        xml,
        rust,
        input_of: None,
        is_inline: false,
    })
}

/// A type that is declared as another one: `Tags: list<string>`.
fn alias(name: &Spanned<String>, target: &str, span: Span) -> Diagnostic {
    let message = format!("`{}` is declared as another name of a type", name.value);
    Diagnostic::error(DECLARED_ALIAS, message, span)
        .note("a type is a map with `fields`, `tuple`, `enum`, `newtype`, `alias` or `union`")
        .write(format!("{{ alias: {target} }}"))
}

const FORMS: [&str; 6] = ["fields", "tuple", "enum", "newtype", "alias", "union"];

/// Reads one of the forms, which determines the other keys.
fn read_kind(table: &mut Table<'_>) -> Option<TypeEntryKind> {
    let forms = ["tuple", "newtype", "enum", "alias", "union"].into_iter();
    let mut forms: Vec<(&str, (Spanned<String>, Node))> = forms
        .filter_map(|key| Some((key, table.entry(key)?)))
        .collect();
    let fields = table.entry("fields");
    let bases = match forms.is_empty() {
        true => table.node("extends"),
        false => None,
    };
    match (forms.len(), forms.pop(), fields) {
        (1, Some(("union", (_, variants))), fields) => {
            let union = read_union(table, variants, fields)?;
            Some(TypeEntryKind::Union(Box::new(union)))
        }
        (1, Some((key, (_, node))), None) => read_form(key, node, table),
        // A misspelled or foreign key is reported by itself, and that is enough.
        (_, None, None)
            if bases.is_none()
                && (table.has_foreign_key()
                    || FORMS.iter().any(|form| table.has_attempt_at(form))) =>
        {
            table.becomes(&MISSPELLED_TYPE);
            table.ignore_rest();
            None
        }
        (_, None, fields) if fields.is_some() || bases.is_some() => {
            read_object(table, fields, bases)
        }
        // Only newtypes have this key.
        (0, None, None) if table.span_of("rust").is_some() => {
            table.becomes(&NEWTYPE);
            table.report_missing_entry("newtype", "newtype: string");
            table.ignore_rest();
            None
        }
        _ => {
            table.becomes(&UNCLEAR_TYPE);
            let message = "a type must have exactly one of `fields`, `tuple`, `enum`, `newtype`, `alias` and `union`";
            table.report(Diagnostic::error(WRONG_TYPE_FORM, message, table.span).help(
                "`fields` declares an object, `tuple` a list of values with their own types, `enum` a set of \
                 values, `newtype` a scalar with its own name, `alias` another name of a type, `union` one of \
                 several types",
            ));
            None
        }
    }
}

/// Reads the form with this key, which has no fields.
fn read_form(key: &str, node: Node, table: &mut Table<'_>) -> Option<TypeEntryKind> {
    match key {
        "tuple" => {
            table.becomes(&TUPLE);
            read_tuple(node, table.diagnostics).map(TypeEntryKind::Tuple)
        }
        "enum" => {
            table.becomes(&ENUM);
            let open = Openness::read(table);
            let kind = read_value_kind(table);
            let values = read_values(node, kind?, table.diagnostics)?;
            Some(TypeEntryKind::Enum {
                values,
                open,
                value_kind: kind?,
            })
        }
        "newtype" => {
            table.becomes(&NEWTYPE);
            let constraints = Box::new(Constraints::read(table));
            let inner = TypeExpr::read(node, "`newtype`", Construct::Newtype, table.diagnostics)?;
            Some(TypeEntryKind::Newtype { inner, constraints })
        }
        _ => {
            table.becomes(&ALIAS);
            let constraints = Box::new(Constraints::read(table));
            let target = TypeExpr::read(node, "`alias`", Construct::Type, table.diagnostics)?;
            Some(TypeEntryKind::Alias {
                target,
                constraints,
            })
        }
    }
}

fn read_object(
    table: &mut Table<'_>,
    fields: Option<(Spanned<String>, Node)>,
    bases: Option<Node>,
) -> Option<TypeEntryKind> {
    table.becomes(&OBJECT);
    let bases = bases
        .and_then(|node| list_of(node, "`extends`", table.diagnostics))
        .unwrap_or_default();
    let bases = bases.into_iter();
    let bases = bases.filter_map(|node| text_of(node, "a base in `extends`", table.diagnostics));
    let bases = bases.collect();
    let others_at = table.span_of("others");
    let others = table.node("others");
    let others = others.map_or(Some(AdditionalFieldsEntry::Ignored), |node| {
        read_others(node, table.diagnostics)
    });
    let fields = match fields {
        Some((_, node)) => {
            let entries = entries_of(node, "fields", table.diagnostics)?;
            read_fields(entries, &FIELD, table.diagnostics)
        }
        None => Vec::new(),
    };
    Some(TypeEntryKind::Object {
        fields,
        others: others?,
        others_at,
        bases,
        ignored: Vec::new(),
        is_closed: false,
        counts: FieldCounts::default(),
    })
}

/// Reads `others`: a type, or `none`.
fn read_others(node: Node, diagnostics: &mut Diagnostics) -> Option<AdditionalFieldsEntry> {
    if node.kind.as_text() == Some("none") {
        return Some(AdditionalFieldsEntry::Rejected);
    }
    TypeExpr::read(node, "`others`", Construct::Type, diagnostics).map(AdditionalFieldsEntry::Kept)
}

/// Reads the JSON type of the values of an enumeration: `of: integer`.
fn read_value_kind(table: &mut Table<'_>) -> Option<EnumKind> {
    let Some(written) = table.text("of") else {
        return Some(EnumKind::Text);
    };
    let kind = match written.value.as_str() {
        "string" => EnumKind::Text,
        "integer" => EnumKind::Integer,
        "number" => EnumKind::Number,
        "boolean" => EnumKind::Boolean,
        _ => {
            let message = format!("values of an enumeration cannot be `{}`", written.value);
            let diagnostic = Diagnostic::error(WRONG_KIND_OF_VALUES, message, written.span);
            table.report(diagnostic.help("write `of: integer`, `of: number` or `of: boolean`"));
            return None;
        }
    };
    Some(kind)
}

/// A value in a list. Unquoted `404` and `true` are not strings in JSON, but the value will be one.
fn read_value(
    node: Node,
    kind: EnumKind,
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<String>> {
    if let Some(text) = kind.text(&node) {
        return Some(Spanned::new(text, node.span));
    }
    if kind != EnumKind::Text {
        let wanted = match kind {
            EnumKind::Text => "text",
            EnumKind::Integer => "an integer of 64 bits",
            EnumKind::Number => "a number",
            EnumKind::Boolean => "`true` or `false`",
        };
        diagnostics.push(wrong_kind(
            "a value of `enum`",
            wanted,
            &node.kind,
            node.span,
        ));
        return None;
    }
    let (written, written_kind) = match &node.kind {
        NodeKind::Integer(_, text) => (text.clone(), EnumKind::Integer),
        NodeKind::Number(_, text) => (text.clone(), EnumKind::Number),
        NodeKind::Bool(value) => (value.to_string(), EnumKind::Boolean),
        NodeKind::Text(_) | NodeKind::Null | NodeKind::List(_) | NodeKind::Map(_) => {
            return text_of(node, "a value of `enum`", diagnostics);
        }
    };
    let diagnostic = wrong_kind("a value of `enum`", "text", &node.kind, node.span);
    diagnostics.push(diagnostic.help(format!(
        "write `\"{written}\"` for a string, or add `of: {}`",
        written_kind.word()
    )));
    None
}

/// The value that is a key of a map. Keys are texts.
fn read_key(
    key: Spanned<String>,
    kind: EnumKind,
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<String>> {
    let text = match kind.value(&key.value) {
        Some(Value::Integer(value)) => value.to_string(),
        // Zero has one text.
        Some(Value::Number(value)) => (value + 0.0).to_string(),
        Some(_) => return Some(key),
        None => {
            let message = format!(
                "the value `{}` is not of the type `{}`",
                key.value,
                kind.word()
            );
            let diagnostic = Diagnostic::error(WRONG_VALUE, message, key.span);
            diagnostics.push(diagnostic.help("change the value, or `of`"));
            return None;
        }
    };
    Some(Spanned::new(text, key.span))
}

fn read_values(
    node: Node,
    kind: EnumKind,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<EnumValueEntry>> {
    match node.kind {
        NodeKind::List(items) => Some(
            items
                .into_iter()
                .filter_map(|item| read_value(item, kind, diagnostics))
                .map(|value| EnumValueEntry {
                    value,
                    rust_name: None,
                    notes: Notes::default(),
                })
                .collect(),
        ),
        NodeKind::Map(entries) => {
            let read = |key, node, diagnostics: &mut Diagnostics| {
                read_described(read_key(key, kind, diagnostics)?, node, diagnostics)
            };
            Some(read_each(entries, read, diagnostics))
        }
        kind => {
            let wanted = "a list of values, or a map from values to descriptions";
            let diagnostic = wrong_kind("`enum`", wanted, &kind, node.span);
            let value = first_text(&kind).unwrap_or("red");
            diagnostics.push(diagnostic.help(format!("write `enum: [{value}]`")));
            None
        }
    }
}

/// A value with its description: nothing, a string, or a map.
fn read_described(
    value: Spanned<String>,
    node: Node,
    diagnostics: &mut Diagnostics,
) -> Option<EnumValueEntry> {
    let doc = match node.kind {
        NodeKind::Map(_) => {
            let mut table = Table::open(node, &ENUM_VALUE, diagnostics)?.at(value.span);
            let notes = Notes::read(&mut table);
            let rust_name = table.text("name");
            table.close();
            return Some(EnumValueEntry {
                value,
                rust_name,
                notes,
            });
        }
        NodeKind::Null => None,
        _ => {
            let what = format!("the description of `{}`", value.value);
            text_of(node, &what, diagnostics).map(|doc| doc.value)
        }
    };
    Some(EnumValueEntry {
        value,
        rust_name: None,
        notes: Notes {
            doc,
            ..Notes::default()
        },
    })
}

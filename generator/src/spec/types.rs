//! The `types` section: objects, enumerations and newtypes.

use super::field::{Constraints, FieldEntry, read_fields, read_sensitivity};
use super::node::{Node, NodeKind};
use super::notes::Notes;
use super::place::Place;
use super::table::{Table, text_of, wrong_kind};
use super::type_expr::TypeExpr;
use crate::api::{Scalar, Sensitivity};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::Spanned;

const WRONG_TYPE_FORM: Code = Code("E0107");
const ALIAS: Code = Code("E0116");

/// A named type as written.
#[derive(Debug, Clone)]
pub(crate) struct TypeEntry {
    pub(crate) name: Spanned<String>,
    pub(crate) notes: Notes,
    pub(crate) sensitivity: Sensitivity,
    pub(crate) kind: TypeEntryKind,
    pub(crate) example: Option<Node>,
}

/// The kinds of named types.
#[derive(Debug, Clone)]
pub(crate) enum TypeEntryKind {
    Object {
        fields: Vec<FieldEntry>,
        others: Option<TypeExpr>,
    },
    Enum {
        values: Vec<EnumValueEntry>,
        open: bool,
    },
    Newtype {
        inner: TypeExpr,
        constraints: Box<Constraints>,
    },
}

/// One value of an enumeration.
#[derive(Debug, Clone)]
pub(crate) struct EnumValueEntry {
    pub(crate) value: Spanned<String>,
    pub(crate) doc: Option<String>,
}

/// Reads the `types` section.
pub(super) fn read_types(table: Table, diagnostics: &mut Diagnostics) -> Vec<TypeEntry> {
    table
        .into_entries()
        .into_iter()
        .filter_map(|(name, node)| read_type(name, node, diagnostics))
        .collect()
}

fn read_type(
    name: Spanned<String>,
    node: Node,
    diagnostics: &mut Diagnostics,
) -> Option<TypeEntry> {
    if let NodeKind::Text(target) = &node.kind {
        diagnostics.push(alias(&name, target));
        return None;
    }
    let mut table = Table::open(node, Place::Type, diagnostics)?.at(name.span);
    let notes = Notes::read(&mut table, diagnostics);
    let sensitivity = read_sensitivity(&mut table, diagnostics);
    let example = table.node("example");
    let kind = read_kind(&mut table, diagnostics);
    table.close(diagnostics);
    Some(TypeEntry {
        name,
        notes,
        sensitivity,
        kind: kind?,
        example,
    })
}

/// A type that is declared as another one: `Tags: list<string>`.
fn alias(name: &Spanned<String>, target: &str) -> Diagnostic {
    let message = format!("`{}` is declared as another name of a type", name.value);
    let help = match Scalar::from_name(target.trim()) {
        // A newtype cannot hold `json`.
        None | Some(Scalar::Json) => {
            format!("aliases cannot be declared yet: write `{target}` where it is used")
        }
        Some(_) => format!("write `{}: {{ newtype: {target} }}`", name.value),
    };
    Diagnostic::error(ALIAS, message, name.span)
        .note("a type is a map with `fields`, `enum` or `newtype`")
        .help(help)
}

const FORMS: [&str; 3] = ["fields", "enum", "newtype"];

/// Keys next to one of the forms, besides constraints.
const BESIDE_FORMS: [&str; 2] = ["open", "others"];

/// Reads one of the three forms, which determines the other keys.
fn read_kind(table: &mut Table, diagnostics: &mut Diagnostics) -> Option<TypeEntryKind> {
    let newtype = table.node("newtype");
    let values = table.node("enum");
    let has_fields = table.entry("fields");
    match (newtype, values, has_fields) {
        (Some(node), None, None) => {
            let constraints = Box::new(Constraints::read(table, diagnostics));
            let inner = TypeExpr::read(node, "`newtype`", Place::Newtype, diagnostics)?;
            Some(TypeEntryKind::Newtype { inner, constraints })
        }
        (None, Some(node), None) => {
            let open = table.flag("open", diagnostics).unwrap_or(false);
            let values = read_values(node, diagnostics)?;
            Some(TypeEntryKind::Enum { values, open })
        }
        (None, None, Some((key, node))) => {
            let others = table
                .node("others")
                .and_then(|node| TypeExpr::read(node, "`others`", Place::Type, diagnostics));
            let entries = Table::open(node, Place::Section("fields"), diagnostics)?.at(key.span);
            let fields = read_fields(entries, Place::Field, diagnostics);
            Some(TypeEntryKind::Object { fields, others })
        }
        // A misspelled or foreign key is reported by itself, and that is enough.
        (None, None, None)
            if table.has_foreign_key() || FORMS.iter().any(|form| table.has_attempt_at(form)) =>
        {
            Constraints::read(table, &mut Diagnostics::new());
            BESIDE_FORMS
                .into_iter()
                .for_each(|key| drop(table.node(key)));
            None
        }
        _ => {
            let message = "a type must have exactly one of `fields`, `enum` and `newtype`";
            diagnostics.push(Diagnostic::error(WRONG_TYPE_FORM, message, table.span).help(
                "`fields` declares an object, `enum` a set of values, `newtype` a scalar with its own name",
            ));
            None
        }
    }
}

/// A value in a list. Unquoted `404` and `true` are no strings in JSON, but the value will be one.
fn read_value(node: Node, diagnostics: &mut Diagnostics) -> Option<Spanned<String>> {
    let written = match &node.kind {
        NodeKind::Integer(_, text) | NodeKind::Number(_, text) => text.clone(),
        NodeKind::Bool(value) => value.to_string(),
        NodeKind::Text(_) | NodeKind::Null | NodeKind::List(_) | NodeKind::Map(_) => {
            return text_of(node, "a value of `enum`", diagnostics);
        }
    };
    let diagnostic = wrong_kind("a value of `enum`", "text", &node.kind, node.span);
    diagnostics.push(diagnostic.help(format!(
        "write `\"{written}\"` for a string; other values cannot be enumerated yet"
    )));
    None
}

fn read_values(node: Node, diagnostics: &mut Diagnostics) -> Option<Vec<EnumValueEntry>> {
    match node.kind {
        NodeKind::List(items) => Some(
            items
                .into_iter()
                .filter_map(|item| read_value(item, diagnostics))
                .map(|value| EnumValueEntry { value, doc: None })
                .collect(),
        ),
        NodeKind::Map(entries) => Some(
            entries
                .into_iter()
                .map(|(value, node)| {
                    let has_no_doc = matches!(node.kind, NodeKind::Null);
                    let doc = if has_no_doc {
                        None
                    } else {
                        text_of(
                            node,
                            &format!("the description of `{}`", value.value),
                            diagnostics,
                        )
                        .map(|doc| doc.value)
                    };
                    EnumValueEntry { value, doc }
                })
                .collect(),
        ),
        kind => {
            diagnostics.push(wrong_kind(
                "`enum`",
                "a list of values, or a map from values to descriptions",
                &kind,
                node.span,
            ));
            None
        }
    }
}

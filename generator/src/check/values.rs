//! Values in the document: each has its type, and examples satisfy the constraints.

use super::texts::{has_date_syntax, is_base64, is_date, is_decimal, is_timestamp, is_uuid};
use super::{Scope, bounds};
use crate::api::Scalar;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{Span, Spanned};
use crate::spec::{
    Constraints, EnumValueEntry, FieldEntry, Node, NodeKind, TypeEntry, TypeEntryKind, TypeExpr,
    TypeExprKind, closest, listed,
};

const WRONG_VALUE: Code = Code("E0701");
const MISSING_FIELD: Code = Code("E0702");
const UNKNOWN_FIELD: Code = Code("E0703");
const OUT_OF_BOUNDS: Code = Code("E0704");

/// Reports an example that does not match its field or parameter.
pub(super) fn check_field(
    node: &Node,
    field: &FieldEntry,
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) {
    check_bounded(node, &field.ty, &field.constraints, scope, diagnostics);
}

/// Reports a value that does not match its type or constraints.
fn check_bounded(
    node: &Node,
    expr: &TypeExpr,
    constraints: &Constraints,
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) {
    let before = diagnostics.len();
    check(node, expr, scope, diagnostics);
    if diagnostics.len() == before {
        diagnostics.extend(bounds::check(node, constraints, "example", OUT_OF_BOUNDS));
    }
}

/// Reports a value that does not match a type expression.
pub(super) fn check(
    node: &Node,
    expr: &TypeExpr,
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) {
    if matches!(node.kind, NodeKind::Null) {
        let any = matches!(expr.kind, TypeExprKind::Scalar(Scalar::Json));
        if !expr.nullable && !any {
            let diagnostic = wrong(node, "a value that is not null");
            diagnostics.push(diagnostic.help("a type that allows null ends in `?`"));
        }
        return;
    }
    match (&expr.kind, &node.kind) {
        (TypeExprKind::Scalar(scalar), _) => check_scalar(node, *scalar, diagnostics),
        (TypeExprKind::Named(name), _) => {
            if let Some(entry) = scope.get(name) {
                check_named(node, entry, scope, diagnostics);
            }
        }
        (TypeExprKind::List(inner), NodeKind::List(items)) => {
            items
                .iter()
                .for_each(|item| check(item, inner, scope, diagnostics));
        }
        (TypeExprKind::Map(inner), NodeKind::Map(entries)) => {
            entries
                .iter()
                .for_each(|(_, value)| check(value, inner, scope, diagnostics));
        }
        (TypeExprKind::List(_), _) => diagnostics.push(wrong(node, "a list")),
        (TypeExprKind::Map(_), _) => diagnostics.push(wrong(node, "a map")),
    }
}

/// Reports a value that does not match a named type.
pub(super) fn check_named(
    node: &Node,
    entry: &TypeEntry,
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) {
    match &entry.kind {
        TypeEntryKind::Newtype { inner, constraints } => {
            check_bounded(node, inner, constraints, scope, diagnostics);
        }
        TypeEntryKind::Enum { values, open } => check_enum(node, values, *open, diagnostics),
        TypeEntryKind::Object { fields, others } => {
            let NodeKind::Map(entries) = &node.kind else {
                let wanted = format!("an object of type `{}`", entry.name.value);
                diagnostics.push(wrong(node, &wanted));
                return;
            };
            check_fields(entries, fields, others.as_ref(), scope, diagnostics);
            let is_given = |name: &str| entries.iter().any(|(given, _)| given.value == name);
            for field in fields.iter().filter(|field| !field.optional) {
                if !is_given(&field.name.value) {
                    diagnostics.push(missing(&field.name.value, entry, node.span));
                }
            }
        }
    }
}

fn check_fields(
    entries: &[(Spanned<String>, Node)],
    fields: &[FieldEntry],
    others: Option<&TypeExpr>,
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) {
    for (name, value) in entries {
        match (
            fields.iter().find(|field| field.name.value == name.value),
            others,
        ) {
            (Some(field), _) => check_field(value, field, scope, diagnostics),
            (None, Some(others)) => check(value, others, scope, diagnostics),
            (None, None) => {
                let message = format!("the type has no field `{}`", name.value);
                let known = closest(
                    &name.value,
                    fields.iter().map(|field| field.name.value.as_str()),
                );
                let diagnostic =
                    Diagnostic::error(UNKNOWN_FIELD, message, name.span).label("unknown field");
                diagnostics.push(match known {
                    Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
                    None => diagnostic.help("declare the field, or remove it from the example"),
                });
            }
        }
    }
}

fn missing(field: &str, entry: &TypeEntry, span: Span) -> Diagnostic {
    let message = format!("the example has no `{field}`");
    Diagnostic::error(MISSING_FIELD, message, span)
        .label("this example")
        .also(
            entry.name.span,
            format!("the field is required in `{}`", entry.name.value),
        )
        .help(format!(
            "add `{field}:`, or declare the field as `{field}?:`"
        ))
}

fn check_enum(node: &Node, values: &[EnumValueEntry], open: bool, diagnostics: &mut Diagnostics) {
    // An unquoted value that looks like a number or a boolean is one in JSON.
    let text = node.kind.as_text();
    let names = values.iter().map(|entry| entry.value.value.as_str());
    if text.is_some_and(|text| open || names.clone().any(|name| name == text)) {
        return;
    }
    let wanted = format!("one of {}", listed(names.clone()));
    let near = text.and_then(|text| closest(text, names));
    let diagnostic = wrong_text(node, &wanted);
    diagnostics.push(match near {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
        None => diagnostic,
    });
}

fn check_scalar(node: &Node, scalar: Scalar, diagnostics: &mut Diagnostics) {
    let is_text = |has_syntax: fn(&str) -> bool| node.kind.as_text().is_some_and(has_syntax);
    let is_integer = matches!(node.kind, NodeKind::Integer(..));
    let fits = match scalar {
        Scalar::Json => true,
        Scalar::Boolean => matches!(node.kind, NodeKind::Bool(_)),
        Scalar::Integer => is_integer,
        Scalar::Number => {
            is_integer || matches!(node.kind, NodeKind::Number(value, _) if value.is_finite())
        }
        Scalar::String => is_text(|_| true),
        Scalar::Bytes => is_text(is_base64),
        Scalar::Timestamp => is_text(is_timestamp),
        Scalar::Date => is_text(is_date),
        Scalar::Uuid => is_text(is_uuid),
        Scalar::Decimal => is_text(is_decimal),
    };
    if !fits {
        diagnostics.push(wrong_scalar(node, scalar));
    }
}

fn wrong_scalar(node: &Node, scalar: Scalar) -> Diagnostic {
    let wanted = expected(scalar);
    match scalar {
        Scalar::Integer | Scalar::Number | Scalar::Boolean => wrong(node, wanted),
        Scalar::String | Scalar::Decimal if is_unquoted(&node.kind) => {
            wrong(node, wanted).help("quote the value: it is a string in JSON")
        }
        Scalar::Date if node.kind.as_text().is_some_and(has_date_syntax) => {
            wrong(node, wanted).label("this day does not exist")
        }
        Scalar::String
        | Scalar::Decimal
        | Scalar::Date
        | Scalar::Timestamp
        | Scalar::Uuid
        | Scalar::Bytes
        | Scalar::Json => wrong_text(node, wanted),
    }
}

/// Whether quotes would make the value a string.
fn is_unquoted(kind: &NodeKind) -> bool {
    match kind {
        NodeKind::Bool(_) | NodeKind::Integer(..) | NodeKind::Number(..) => true,
        NodeKind::Null | NodeKind::Text(_) | NodeKind::List(_) | NodeKind::Map(_) => false,
    }
}

fn expected(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::String => "text",
        Scalar::Integer => "an integer",
        Scalar::Number => "a number",
        Scalar::Boolean => "`true` or `false`",
        Scalar::Timestamp => "a timestamp such as `2026-01-31T12:00:00Z`",
        Scalar::Date => "a date such as `2026-01-31`",
        Scalar::Uuid => "a UUID such as `6f1c2f4e-8c1b-4a57-9d0e-3b9a7c5d2e10`",
        Scalar::Decimal => "a decimal number in a string, such as `\"0.10\"`",
        Scalar::Bytes => "base64 (RFC 4648, section 4)",
        Scalar::Json => "any value",
    }
}

fn wrong(node: &Node, wanted: &str) -> Diagnostic {
    Diagnostic::error(WRONG_VALUE, format!("this must be {wanted}"), node.span)
        .label(format!("this is {}", node.kind.describe()))
}

/// If text is expected and other text is found, the kind of the value explains nothing.
fn wrong_text(node: &Node, wanted: &str) -> Diagnostic {
    let diagnostic = wrong(node, wanted);
    match node.kind.as_text() {
        Some(_) => diagnostic.label(""),
        None => diagnostic,
    }
}

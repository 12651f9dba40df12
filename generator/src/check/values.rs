//! Defaults and examples: a value fits its type.

use super::Scope;
use crate::api::Scalar;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::Span;
use crate::spec::{
    EnumValueEntry, FieldEntry, Node, NodeKind, TypeEntry, TypeEntryKind, TypeExpr, TypeExprKind,
};

const WRONG_VALUE: Code = Code("E0701");
const MISSING_MEMBER: Code = Code("E0702");
const UNKNOWN_MEMBER: Code = Code("E0703");

/// Reports where a value does not fit a type expression.
pub(super) fn check(node: &Node, expr: &TypeExpr, scope: &Scope<'_>, faults: &mut Diagnostics) {
    if matches!(node.kind, NodeKind::Null) {
        let any = matches!(expr.kind, TypeExprKind::Scalar(Scalar::Json));
        if !expr.nullable && !any {
            let diagnostic = wrong(node, "a value that is not null");
            faults.push(diagnostic.help("where null is allowed, the type ends in `?`"));
        }
        return;
    }
    match (&expr.kind, &node.kind) {
        (TypeExprKind::Scalar(scalar), _) => check_scalar(node, *scalar, faults),
        (TypeExprKind::Named(name), _) => {
            if let Some(entry) = scope.get(name) {
                check_named(node, entry, scope, faults);
            }
        }
        (TypeExprKind::List(inner), NodeKind::List(items)) => {
            items
                .iter()
                .for_each(|item| check(item, inner, scope, faults));
        }
        (TypeExprKind::Map(inner), NodeKind::Map(entries)) => {
            entries
                .iter()
                .for_each(|(_, value)| check(value, inner, scope, faults));
        }
        (TypeExprKind::List(_), _) => faults.push(wrong(node, "a list")),
        (TypeExprKind::Map(_), _) => faults.push(wrong(node, "a map")),
    }
}

/// Reports where a value does not fit a named type.
pub(super) fn check_named(
    node: &Node,
    entry: &TypeEntry,
    scope: &Scope<'_>,
    faults: &mut Diagnostics,
) {
    match &entry.kind {
        TypeEntryKind::Newtype { inner, .. } => check(node, inner, scope, faults),
        TypeEntryKind::Enum { values, open } => check_enum(node, values, *open, faults),
        TypeEntryKind::Object { fields, others } => match &node.kind {
            NodeKind::Map(entries) => {
                check_members(entries, fields, others.as_ref(), scope, faults);
                for field in fields.iter().filter(|field| !field.optional) {
                    if !entries
                        .iter()
                        .any(|(name, _)| name.value == field.name.value)
                    {
                        faults.push(missing(&field.name.value, entry, node.span));
                    }
                }
            }
            _ => faults.push(wrong(
                node,
                &format!("an object of type `{}`", entry.name.value),
            )),
        },
    }
}

fn check_members(
    entries: &[(crate::source::Spanned<String>, Node)],
    fields: &[FieldEntry],
    others: Option<&TypeExpr>,
    scope: &Scope<'_>,
    faults: &mut Diagnostics,
) {
    for (name, value) in entries {
        match (
            fields.iter().find(|field| field.name.value == name.value),
            others,
        ) {
            (Some(field), _) => check(value, &field.ty, scope, faults),
            (None, Some(others)) => check(value, others, scope, faults),
            (None, None) => {
                let message = format!("the type has no field `{}`", name.value);
                let known = crate::spec::closest(
                    &name.value,
                    fields.iter().map(|field| field.name.value.as_str()),
                );
                let diagnostic =
                    Diagnostic::error(UNKNOWN_MEMBER, message, name.span).label("unknown field");
                faults.push(match known {
                    Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
                    None => diagnostic.help("declare the field, or take it out of the example"),
                });
            }
        }
    }
}

fn missing(field: &str, entry: &TypeEntry, span: Span) -> Diagnostic {
    let message = format!("the example has no `{field}`");
    Diagnostic::error(MISSING_MEMBER, message, span)
        .label("this example")
        .also(
            entry.name.span,
            format!("every `{}` has one", entry.name.value),
        )
        .help(format!(
            "add `{field}:`, or declare the field as `{field}?:`"
        ))
}

fn check_enum(node: &Node, values: &[EnumValueEntry], open: bool, faults: &mut Diagnostics) {
    let known = match &node.kind {
        NodeKind::Text(text) | NodeKind::Integer(_, text) | NodeKind::Number(_, text) => {
            open || values.iter().any(|entry| entry.value.value == *text)
        }
        NodeKind::Bool(value) => values
            .iter()
            .any(|entry| entry.value.value == value.to_string()),
        NodeKind::Null | NodeKind::List(_) | NodeKind::Map(_) => false,
    };
    if !known {
        let listed = crate::spec::listed(values.iter().map(|entry| entry.value.value.as_str()));
        faults.push(wrong(node, &format!("one of {listed}")));
    }
}

fn check_scalar(node: &Node, scalar: Scalar, faults: &mut Diagnostics) {
    let fits = match (scalar, &node.kind) {
        (Scalar::Json, _) => true,
        (Scalar::Boolean, NodeKind::Bool(_)) => true,
        (Scalar::Integer, NodeKind::Integer(..)) => true,
        (Scalar::Number, NodeKind::Integer(..)) => true,
        (Scalar::Number, NodeKind::Number(value, _)) => value.is_finite(),
        (Scalar::String | Scalar::Bytes, NodeKind::Text(_)) => true,
        (Scalar::Timestamp, NodeKind::Text(text)) => is_timestamp(text),
        (Scalar::Date, NodeKind::Text(text)) => is_date(text),
        (Scalar::Uuid, NodeKind::Text(text)) => is_uuid(text),
        (Scalar::Decimal, NodeKind::Text(text)) => is_decimal(text),
        (Scalar::Decimal, NodeKind::Integer(..) | NodeKind::Number(..)) => {
            faults.push(
                wrong(node, "a decimal number as text")
                    .help("put it in quotes: it is a string on the wire"),
            );
            return;
        }
        _ => false,
    };
    if !fits {
        faults.push(wrong(node, expected(scalar)));
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
        Scalar::Uuid => "a UUID",
        Scalar::Decimal => "a decimal number as text",
        Scalar::Bytes => "base64 text",
        Scalar::Json => "any value",
    }
}

fn wrong(node: &Node, wanted: &str) -> Diagnostic {
    Diagnostic::error(WRONG_VALUE, format!("this must be {wanted}"), node.span)
        .label(format!("this is {}", node.kind.describe()))
}

/// The shape of RFC 3339's `date-time`; the runtime reads it in earnest.
fn is_timestamp(text: &str) -> bool {
    let Some((date, time)) = text.split_once(['T', 't', ' ']) else {
        return false;
    };
    let offset = time.find(['Z', 'z', '+', '-']);
    is_date(date)
        && offset.is_some_and(|at| time[..at].len() >= 8 && shaped(&time[..8], "00:00:00"))
}

fn is_date(text: &str) -> bool {
    shaped(text, "0000-00-00")
}

fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

fn is_decimal(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') && digits.parse::<f64>().is_ok()
}

/// Whether the text has a digit wherever the pattern has one, and the pattern's signs elsewhere.
fn shaped(text: &str, pattern: &str) -> bool {
    text.len() == pattern.len()
        && text
            .bytes()
            .zip(pattern.bytes())
            .all(|(byte, wanted)| match wanted {
                b'0' => byte.is_ascii_digit(),
                _ => byte == wanted,
            })
}

//! Values in the document: each has its type, and examples satisfy the constraints.

use super::texts::{has_date_syntax, has_form};
use super::{Scope, bounds, unions};
use crate::api::{EnumKind, Integer, JsonKind, Scalar};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{
    Constraints, EnumValueEntry, FieldEntry, OthersEntry, TypeEntry, TypeEntryKind, TypeExpr,
    TypeExprKind, UnionEntry,
};
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};
use crate::words::{closest, listed};
use std::borrow::Cow;

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
    if let Some(constant) = &field.constant
        && !constant.is_same(node)
    {
        let wanted = format!("`{}`", plain(constant));
        let diagnostic = wrong(node, &wanted).label("");
        diagnostics.push(diagnostic.also(constant.span, "the constant"));
        return;
    }
    check_bounded(node, &field.ty, &field.constraints, scope, diagnostics);
}

/// A scalar as it is written.
pub(super) fn plain(node: &Node) -> String {
    match &node.kind {
        NodeKind::Bool(value) => value.to_string(),
        NodeKind::Integer(_, text) | NodeKind::Number(_, text) | NodeKind::Text(text) => {
            text.clone()
        }
        NodeKind::Null | NodeKind::List(_) | NodeKind::Map(_) => String::new(),
    }
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
    check_kind(node, expr, scope, diagnostics);
    if diagnostics.len() == before {
        let constraints = expr.constrained(constraints);
        diagnostics.extend(bounds::check(node, &constraints, "example", OUT_OF_BOUNDS));
    }
}

/// Reports a value that does not match a type expression, or the constraints of an alias in it.
pub(super) fn check(
    node: &Node,
    expr: &TypeExpr,
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) {
    check_bounded(node, expr, &Constraints::default(), scope, diagnostics);
}

/// Reports a value that does not match a type expression, without the constraints of the whole value.
pub(super) fn check_kind(
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
        TypeEntryKind::Enum { values, open, of } => {
            check_enum(node, values, (open.is_open_in_requests(), *of), diagnostics);
        }
        TypeEntryKind::Alias {
            target,
            constraints,
        } => check_bounded(node, target, constraints, scope, diagnostics),
        TypeEntryKind::Union(union) => check_union(node, union, scope, diagnostics),
        TypeEntryKind::Tuple(elements) => check_tuple(node, elements, entry, scope, diagnostics),
        TypeEntryKind::Object { fields, others, .. } => {
            let NodeKind::Map(entries) = &node.kind else {
                let wanted = format!("an object of type `{}`", entry.name.value);
                diagnostics.push(wrong(node, &wanted));
                return;
            };
            check_fields(entries, fields, others, scope, diagnostics);
            if let OthersEntry::Union(union) = others {
                check_parts(node, union, scope, diagnostics);
            }
            let is_given = |name: &str| entries.iter().any(|(given, _)| given.value == name);
            for field in fields.iter().filter(|field| !field.optional) {
                if !is_given(&field.name.value) {
                    diagnostics.push(missing(&field.name.value, entry, node.span));
                }
            }
        }
    }
}

fn check_tuple(
    node: &Node,
    elements: &[FieldEntry],
    entry: &TypeEntry,
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) {
    match &node.kind {
        NodeKind::List(items) if items.len() == elements.len() => {
            for (item, element) in items.iter().zip(elements) {
                check_field(item, element, scope, diagnostics);
            }
        }
        _ => {
            let count = elements.len();
            let items = if count == 1 { "item" } else { "items" };
            let wanted = format!("a list with exactly {count} {items}");
            let declared = format!("`{}` is declared here", entry.name.value);
            diagnostics.push(wrong(node, &wanted).also(entry.name.span, declared));
        }
    }
}

fn check_union(node: &Node, union: &UnionEntry, scope: &Scope<'_>, diagnostics: &mut Diagnostics) {
    if !unions::is_untagged(union) {
        unions::check_tagged_value(node, union, scope, diagnostics);
        return;
    }
    match unions::chosen(node, union, scope).and_then(|variant| variant.ty.as_ref()) {
        Some(ty) => check(node, ty, scope, diagnostics),
        None if union.open.is_open_in_requests() => {}
        None => {
            let variants = union.variants.iter().map(|of| of.name.value.as_str());
            let wanted = format!("a value of one of the variants {}", listed(variants));
            diagnostics.push(wrong(node, &wanted));
        }
    }
}

/// Whether a field of a value is the tag or the content of a union beside the fields.
fn is_part(name: &str, union: &TypeExpr, scope: &Scope<'_>) -> bool {
    scope.union(union).is_some_and(|union| {
        let mut parts = union.tag.iter().chain(&union.value);
        parts.any(|part| part.value == name)
    })
}

/// Checks the tag and the content of a union beside the fields.
fn check_parts(node: &Node, union: &TypeExpr, scope: &Scope<'_>, diagnostics: &mut Diagnostics) {
    if let NodeKind::Map(entries) = &node.kind {
        let parts = entries.iter();
        let parts = parts.filter(|(name, _)| is_part(&name.value, union, scope));
        let parts = Node {
            span: node.span,
            kind: NodeKind::Map(parts.cloned().collect()),
        };
        check(&parts, union, scope, diagnostics);
    }
}

fn check_fields(
    entries: &[(Spanned<String>, Node)],
    fields: &[FieldEntry],
    others: &OthersEntry,
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) {
    for (name, value) in entries {
        match (
            fields.iter().find(|field| field.name.value == name.value),
            others,
        ) {
            (Some(field), _) => check_field(value, field, scope, diagnostics),
            (None, OthersEntry::Kept(others)) => check(value, others, scope, diagnostics),
            (None, OthersEntry::Union(union)) if is_part(&name.value, union, scope) => {}
            (None, OthersEntry::Ignored | OthersEntry::Rejected | OthersEntry::Union(_)) => {
                let message = format!("the type has no field `{}`", name.value);
                let known = closest(
                    &name.value,
                    fields.iter().map(|field| field.name.value.as_str()),
                );
                let diagnostic =
                    Diagnostic::error(UNKNOWN_FIELD, message, name.span).label("unknown field");
                diagnostics.push(match known {
                    Some(near) => diagnostic.did_you_mean(&name.value, near),
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

fn check_enum(
    node: &Node,
    values: &[EnumValueEntry],
    (open, of): (bool, EnumKind),
    diagnostics: &mut Diagnostics,
) {
    // An unquoted value that looks like a number or a boolean is one in JSON.
    let text = of.text(node);
    let names = values.iter().map(|entry| entry.value.value.as_str());
    if text
        .as_deref()
        .is_some_and(|text| open || names.clone().any(|name| name == text))
    {
        return;
    }
    let wanted = format!("one of {}", listed(names.clone()));
    if of != EnumKind::Text {
        let wanted = if open {
            expected(of.scalar()).into_owned()
        } else {
            wanted
        };
        diagnostics.push(wrong(node, &wanted));
        return;
    }
    let text = text.as_deref();
    let near = text.and_then(|text| Some((text, closest(text, names)?)));
    let diagnostic = wrong_text(node, &wanted);
    diagnostics.push(match near {
        Some((text, near)) => diagnostic.did_you_mean(text, near),
        None => diagnostic,
    });
}

fn check_scalar(node: &Node, scalar: Scalar, diagnostics: &mut Diagnostics) {
    let fits = match (scalar, &node.kind) {
        (Scalar::Json, _) => true,
        (Scalar::Boolean, NodeKind::Bool(_)) => true,
        (Scalar::Integer(integer), NodeKind::Integer(value, _)) => integer.contains(**value),
        (Scalar::Number | Scalar::Float | Scalar::DecimalNumber, NodeKind::Integer(..)) => true,
        (Scalar::Number | Scalar::DecimalNumber, NodeKind::Number(value, _)) => value.is_finite(),
        (Scalar::Float, NodeKind::Number(value, _)) => (*value as f32).is_finite(),
        (scalar, NodeKind::Text(text)) => has_form(scalar, text),
        (_, _) => false,
    };
    if !fits {
        diagnostics.push(wrong_scalar(node, scalar));
    }
}

fn wrong_scalar(node: &Node, scalar: Scalar) -> Diagnostic {
    let wanted = &expected(scalar);
    let diagnostic = match scalar.json() {
        JsonKind::Integer | JsonKind::Number | JsonKind::Boolean => {
            return wrong(node, wanted);
        }
        JsonKind::String | JsonKind::Any => wrong_text(node, wanted),
    };
    match (scalar, &node.kind) {
        (Scalar::Date, NodeKind::Text(text)) if has_date_syntax(text) => {
            diagnostic.label("this day does not exist")
        }
        (_, kind) => match unquoted(kind) {
            Some(text) if has_form(scalar, &text) => {
                diagnostic.help("quote the value: it is a string in JSON")
            }
            Some(_) | None => diagnostic,
        },
    }
}

/// The text that quotes would make of a value.
fn unquoted(kind: &NodeKind) -> Option<Cow<'_, str>> {
    match kind {
        NodeKind::Bool(value) => Some(Cow::Owned(value.to_string())),
        NodeKind::Integer(_, text) | NodeKind::Number(_, text) => Some(Cow::Borrowed(text)),
        NodeKind::Null | NodeKind::Text(_) | NodeKind::List(_) | NodeKind::Map(_) => None,
    }
}

fn expected(scalar: Scalar) -> Cow<'static, str> {
    Cow::Borrowed(match scalar {
        Scalar::String => "text",
        Scalar::Uri => "a URI with a scheme such as `https://example.com`",
        Scalar::Email => "an e-mail address such as `ada@example.com`",
        Scalar::Integer(Integer::Int64) => "an integer",
        Scalar::Integer(integer) => {
            let (min, max) = integer.range();
            return Cow::Owned(format!("an integer from {min} to {max}"));
        }
        Scalar::Number | Scalar::DecimalNumber => "a number",
        Scalar::Float => {
            let range = format!("a number from {:e} to {:e}", f32::MIN, f32::MAX);
            return Cow::Owned(range);
        }
        Scalar::Boolean => "`true` or `false`",
        Scalar::Timestamp => "a timestamp such as `2026-01-31T12:00:00Z`",
        Scalar::Date => "a date such as `2026-01-31`",
        Scalar::Time => "a time such as `23:59:59Z`",
        Scalar::Duration => "a duration such as `P1DT2H`",
        Scalar::Uuid => "a UUID such as `6f1c2f4e-8c1b-4a57-9d0e-3b9a7c5d2e10`",
        Scalar::Ip => "an IP address such as `192.0.2.1` or `2001:db8::1`",
        Scalar::Ipv4 => "an IPv4 address such as `192.0.2.1`",
        Scalar::Ipv6 => "an IPv6 address such as `2001:db8::1`",
        Scalar::Decimal => "a decimal number in a string, such as `\"0.10\"`",
        Scalar::Bytes => "base64 (RFC 4648, section 4)",
        Scalar::Json => "any value",
        Scalar::File => "left out: a file has no value in the specification",
    })
}

pub(super) fn wrong(node: &Node, wanted: &str) -> Diagnostic {
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

//! Scalars and values of enumerations, and the error of a value that is another one.

use std::borrow::Cow;

use crate::api::{EnumKind, Integer, JsonKind, Scalar};
use crate::check::text_forms::has_date_syntax;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::EnumValueEntry;
use crate::node::{Node, NodeKind};
use crate::words::{alternatives, closest};

pub(super) const WRONG_VALUE: Code = Code("E0701");

/// Checks a value of an enumeration that allows values besides the listed ones.
pub(super) fn check_open_enum(
    node: &Node,
    values: &[EnumValueEntry],
    kind: EnumKind,
    diagnostics: &mut Diagnostics,
) {
    // An unquoted value that looks like a number or a boolean is one in JSON.
    if kind.text(node).is_some() {
        return;
    }
    diagnostics.push(match kind {
        EnumKind::Text => wrong_text(node, &wanted_value(values)),
        EnumKind::Integer | EnumKind::Number | EnumKind::Boolean => {
            wrong(node, &expected(kind.scalar()))
        }
    });
}

/// Checks a value of an enumeration that lists all its values.
pub(super) fn check_closed_enum(
    node: &Node,
    values: &[EnumValueEntry],
    kind: EnumKind,
    diagnostics: &mut Diagnostics,
) {
    let text = kind.text(node);
    let text = text.as_deref();
    if text.is_some_and(|text| names(values).any(|name| name == text)) {
        return;
    }
    let wanted = wanted_value(values);
    diagnostics.push(match (kind, text) {
        (EnumKind::Text, Some(text)) => match closest(text, names(values)) {
            Some(near) => wrong_text(node, &wanted).did_you_mean(text, near),
            None => wrong_text(node, &wanted),
        },
        (EnumKind::Text, None) => wrong_text(node, &wanted),
        (EnumKind::Integer | EnumKind::Number | EnumKind::Boolean, _) => wrong(node, &wanted),
    });
}

fn names(values: &[EnumValueEntry]) -> impl Iterator<Item = &str> {
    values.iter().map(|entry| entry.value.value.as_str())
}

fn wanted_value(values: &[EnumValueEntry]) -> String {
    format!("one of {}", alternatives(names(values)))
}

pub(super) fn check_scalar(node: &Node, scalar: Scalar, diagnostics: &mut Diagnostics) {
    let fits = match (scalar, &node.kind) {
        (Scalar::Json, _) => true,
        (Scalar::Boolean, NodeKind::Bool(_)) => true,
        (Scalar::Integer(integer), NodeKind::Integer(value, _)) => integer.contains(**value),
        (Scalar::Number | Scalar::Float | Scalar::DecimalNumber, NodeKind::Integer(..)) => true,
        (Scalar::Number | Scalar::DecimalNumber, NodeKind::Number(value, _)) => value.is_finite(),
        (Scalar::Float, NodeKind::Number(value, _)) => (*value as f32).is_finite(),
        (scalar, NodeKind::Text(text)) => scalar.has_form(text),
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
            Some(text) if scalar.has_form(&text) => {
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

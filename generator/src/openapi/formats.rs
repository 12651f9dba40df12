//! Formats of strings and numbers.

use super::kinds::Kinds;
use crate::api::{Integer, Scalar};
use crate::node::Node;

/// The format that a schema has itself. OpenAPI 3.1 calls the format `byte` an encoding.
pub(super) fn format(schema: &Node) -> Option<&str> {
    let text = |key: &str| schema.text_at(key);
    match text("contentEncoding") {
        Some(encoding) if encoding.eq_ignore_ascii_case("base64") => Some("byte"),
        encoding => encoding.or_else(|| text("format")),
    }
}

pub(super) fn integer(format: &str) -> Integer {
    match format {
        "int8" => Integer::Int8,
        "int16" => Integer::Int16,
        "int32" => Integer::Int32,
        "uint8" => Integer::Uint8,
        "uint16" => Integer::Uint16,
        "uint32" => Integer::Uint32,
        "uint64" | "uint" => Integer::Uint64,
        _ => Integer::Int64,
    }
}

pub(super) fn string(format: &str) -> Scalar {
    match format {
        "date-time" | "dateTime" | "datetime" | "google-datetime" => Scalar::Timestamp,
        "date" => Scalar::Date,
        "uuid" => Scalar::Uuid,
        "uri" | "url" => Scalar::Uri,
        "email" => Scalar::Email,
        "byte" | "base64" => Scalar::Bytes,
        "time" => Scalar::Time,
        "duration" => Scalar::Duration,
        "ip" => Scalar::Ip,
        "ipv4" => Scalar::Ipv4,
        "ipv6" => Scalar::Ipv6,
        "decimal" | "decimal128" => Scalar::Decimal,
        _ => Scalar::String,
    }
}

/// Whether a format is all that a type needs to know, or says nothing about values of these kinds.
pub(super) fn is_known(format: &str, kinds: Kinds) -> bool {
    let is_of_strings =
        string(format) != Scalar::String || matches!(format, "binary" | "password" | "string" | "");
    let is_of_integers = integer(format) != Integer::Int64
        || matches!(format, "int64" | "int" | "integer" | "long" | "");
    let is_of_numbers = matches!(
        format,
        "float" | "double" | "number" | "decimal" | "decimal128" | ""
    ) || is_of_integers;
    let all = Kinds::STRING.with(Kinds::INTEGER).with(Kinds::NUMBER);
    let is_of = |kind: Kinds, is_known: bool| is_known && (kinds.is_empty() || kinds.has(kind));
    !kinds.is_empty() && !kinds.has(all)
        || is_of(Kinds::STRING, is_of_strings)
        || is_of(Kinds::INTEGER, is_of_integers)
        || is_of(Kinds::NUMBER, is_of_numbers)
}

/// Whether a type checks values of a format. The others are notes, or the widest type of their kind.
pub(super) fn has_type(format: &str) -> bool {
    let is_note = |scalar: Scalar| matches!(scalar, Scalar::String | Scalar::Bytes);
    !is_note(string(format)) || integer(format) != Integer::Int64
}

/// The format of those values that have both of two; `None` if no value has both, or if that is not known.
pub(super) fn narrower<'f>(one: &'f str, other: &'f str) -> Option<&'f str> {
    if !has_type(other) || string(one) == string(other) && integer(one) == integer(other) {
        return Some(one);
    }
    let (of_one, of_other) = (integer(one).range(), integer(other).range());
    let is_within = |one: (i128, i128), other: (i128, i128)| one.0 >= other.0 && one.1 <= other.1;
    match (string(one), string(other)) {
        (Scalar::String, Scalar::String) if is_within(of_one, of_other) => Some(one),
        (Scalar::String, Scalar::String) if is_within(of_other, of_one) => Some(other),
        (Scalar::Ipv4 | Scalar::Ipv6, Scalar::Ip) => Some(one),
        (Scalar::Ip, Scalar::Ipv4 | Scalar::Ipv6) => Some(other),
        _ => None,
    }
}

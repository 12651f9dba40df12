//! Formats: the scalars of strings and numbers.

use super::kinds::Kinds;
use super::schema::Schema;
use crate::api::{Integer, Scalar};
use crate::node::Node;

/// The format that a schema has itself. OpenAPI 3.1 calls the format `byte` an encoding.
pub(super) fn format(schema: &Node) -> Option<&str> {
    let text = |key: &str| schema.get(key).and_then(Node::as_text);
    match text("contentEncoding") {
        Some(encoding) if encoding.eq_ignore_ascii_case("base64") => Some("byte"),
        encoding => encoding.or_else(|| text("format")),
    }
}

/// The scalar of a single kind.
pub(super) fn scalar(kind: Kinds, schema: &Schema<'_>) -> Scalar {
    let format = schema.format.unwrap_or_default();
    match kind {
        Kinds::BOOLEAN => Scalar::Boolean,
        Kinds::INTEGER => Scalar::Integer(integer(format)),
        Kinds::NUMBER => match format {
            "float" => Scalar::Float,
            "integer" | "int32" | "int64" | "uint32" | "uint64" | "long" => {
                Scalar::Integer(integer(format))
            }
            _ => Scalar::Number,
        },
        _ if format == "uuid" && !allows_uuids(schema) => Scalar::String,
        _ => text(format),
    }
}

/// Whether UUIDs are as long as the text may be. Some identifiers are called UUIDs and are none.
fn allows_uuids(schema: &Schema<'_>) -> bool {
    let limits = &schema.limits.of_values;
    let least = limits.min_length.map(|of| of.value);
    let most = limits.max_length.map(|of| of.value);
    least.is_none_or(|least| least <= 36) && most.is_none_or(|most| most >= 32)
}

fn integer(format: &str) -> Integer {
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

fn text(format: &str) -> Scalar {
    match format {
        "date-time" | "dateTime" | "datetime" | "google-datetime" => Scalar::Timestamp,
        "date" => Scalar::Date,
        "uuid" => Scalar::Uuid,
        "uri" | "url" => Scalar::Uri,
        "email" => Scalar::Email,
        "byte" | "base64" => Scalar::Bytes,
        _ => Scalar::String,
    }
}

/// Whether a schema is bytes, whatever its media type is.
pub(super) fn is_binary(schema: &Schema<'_>) -> bool {
    schema.kinds == Kinds::STRING && schema.format == Some("binary")
}

/// Whether a schema is the content of a file.
pub(super) fn is_file(schema: &Schema<'_>) -> bool {
    is_binary(schema) || is_file_of(schema, schema.media)
}

/// Whether values of a schema are files if they are of a media type, or of one of several: a type that is neither text nor
/// JSON, of which the schema says no more than that it may be a string.
pub(super) fn is_file_of(schema: &Schema<'_>, media: Option<&str>) -> bool {
    let is_file = |media: &str| {
        let name = media.split(';').next().unwrap_or_default().trim();
        let name = name.to_ascii_lowercase();
        !name.is_empty() && !name.starts_with("text/") && !name.ends_with("json")
    };
    (schema.kinds == Kinds::STRING || schema.kinds.is_empty() && schema.choices.is_empty())
        && schema.format.is_none()
        && schema.values.is_none()
        && media.is_some_and(|media| media.split(',').any(is_file))
}

//! Scalars as schemas.

use super::Members;
use super::pattern::is_portable;
use crate::api::{Bound, Rules, Scalar, Value};

/// `[+-] digits [. digits] [e [+-] digits]`.
const DECIMAL: &str = r"^[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$";

/// RFC 4648, section 4, with padding and without stray bits in front of it.
const BASE64: &str =
    "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$";

/// The JSON type of a scalar; `None` where it may be any.
pub(super) fn json_type(scalar: Scalar) -> Option<&'static str> {
    match scalar {
        Scalar::String
        | Scalar::Timestamp
        | Scalar::Date
        | Scalar::Uuid
        | Scalar::Decimal
        | Scalar::Bytes => Some("string"),
        Scalar::Integer => Some("integer"),
        Scalar::Number => Some("number"),
        Scalar::Boolean => Some("boolean"),
        Scalar::Json => None,
    }
}

/// What a scalar's values look like, beyond their type.
pub(super) fn form(scalar: Scalar) -> Members {
    let format = |format: &str| Members::new().with("format", format);
    match scalar {
        Scalar::String | Scalar::Boolean | Scalar::Json => Members::new(),
        Scalar::Integer => format("int64"),
        Scalar::Number => format("double"),
        Scalar::Timestamp => format("date-time"),
        Scalar::Date => format("date"),
        Scalar::Uuid => format("uuid"),
        Scalar::Decimal => format("decimal").with("pattern", DECIMAL),
        Scalar::Bytes => Members::new()
            .with("contentEncoding", "base64")
            .with("pattern", BASE64),
    }
}

/// The bounds of a scalar's value.
pub(super) fn bounds(scalar: Scalar, rules: &Rules) -> Members {
    Members::new()
        .and(bound("minimum", "x-minimum", scalar, rules.min))
        .and(bound("maximum", "x-maximum", scalar, rules.max))
        .unless_none("minLength", rules.min_length.map(count))
        .unless_none("maxLength", rules.max_length.map(count))
        .and(pattern(rules))
}

/// The largest integer that JavaScript, and so many a tool, reads exactly: 2^53 - 1.
const MAX_SAFE_INTEGER: i64 = (1 << 53) - 1;

/// A bound of a number. One that tools would round is shown to people only, under another name.
fn bound(name: &str, other_name: &str, scalar: Scalar, bound: Option<Bound>) -> Members {
    match (bound, scalar) {
        (None, _) => Members::new(),
        (Some(Bound::Number(value)), _) => Members::new().with(name, Value::Number(value)),
        (Some(Bound::Integer(value)), _)
            if value.unsigned_abs() <= MAX_SAFE_INTEGER.unsigned_abs() =>
        {
            Members::new().with(name, value)
        }
        // The server compares doubles.
        (Some(bound), Scalar::Number) => Members::new().with(name, Value::Number(bound.as_f64())),
        (Some(Bound::Integer(value)), _) => Members::new().with(other_name, value.to_string()),
    }
}

fn pattern(rules: &Rules) -> Members {
    match rules.pattern.as_deref() {
        Some(pattern) if is_portable(pattern) => Members::new().with("pattern", pattern),
        // Tools would misread it, so it is shown to people only.
        Some(pattern) => Members::new().with("x-pattern", pattern),
        None => Members::new(),
    }
}

/// A count as a number of JSON. No text and no list is longer than the greatest of them.
pub(super) fn count(count: u64) -> i64 {
    i64::try_from(count).map_or(MAX_SAFE_INTEGER, |count| count.min(MAX_SAFE_INTEGER))
}

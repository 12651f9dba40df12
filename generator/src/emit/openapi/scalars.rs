//! Scalars as schemas.

use super::JsonObject;
use super::pattern::is_portable;
use crate::api::{Bound, Rules, Scalar, Value};

/// What the runtime reads as a decimal.
const DECIMAL: &str = r"^[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]{1,6})?$";

/// RFC 4648, section 4, with padding, and with zeros as unused bits before it.
const BASE64: &str =
    "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$";

/// The JSON type of a scalar; `None` for any type.
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

/// The format of a scalar's values.
pub(super) fn form(scalar: Scalar) -> JsonObject {
    let format = |format: &str| JsonObject::new().with("format", format);
    match scalar {
        Scalar::String | Scalar::Boolean | Scalar::Json => JsonObject::new(),
        Scalar::Integer => format("int64"),
        Scalar::Number => format("double"),
        Scalar::Timestamp => format("date-time"),
        Scalar::Date => format("date"),
        Scalar::Uuid => format("uuid"),
        Scalar::Decimal => format("decimal").with("pattern", DECIMAL),
        Scalar::Bytes => JsonObject::new()
            .with("contentEncoding", "base64")
            .with("pattern", BASE64),
    }
}

/// The bounds of a scalar's value.
pub(super) fn bounds(scalar: Scalar, rules: &Rules) -> JsonObject {
    JsonObject::new()
        .and(bound("minimum", "x-minimum", scalar, rules.min))
        .and(bound("maximum", "x-maximum", scalar, rules.max))
        .with_option("minLength", rules.min_length.map(count))
        .with_option("maxLength", rules.max_length.map(count))
        .and(pattern(rules))
}

/// The largest integer up to which JavaScript is exact: 2^53 - 1. Many tools are written in it.
const MAX_SAFE_INTEGER: i64 = (1 << 53) - 1;

/// A bound of a number. A bound that tools would round has a name that they ignore.
fn bound(name: &str, other_name: &str, scalar: Scalar, bound: Option<Bound>) -> JsonObject {
    match (bound, scalar) {
        (None, _) => JsonObject::new(),
        (Some(Bound::Number(value)), _) => JsonObject::new().with(name, Value::Number(value)),
        (Some(Bound::Integer(value)), _)
            if value.unsigned_abs() <= MAX_SAFE_INTEGER.unsigned_abs() =>
        {
            JsonObject::new().with(name, value)
        }
        // The server compares doubles.
        (Some(bound), Scalar::Number) => {
            JsonObject::new().with(name, Value::Number(bound.as_f64()))
        }
        (Some(Bound::Integer(value)), _) => JsonObject::new().with(other_name, value.to_string()),
    }
}

fn pattern(rules: &Rules) -> JsonObject {
    match rules.pattern.as_deref() {
        Some(pattern) if is_portable(pattern) => JsonObject::new().with("pattern", pattern),
        // Tools would read it differently, so it has a name that they ignore.
        Some(pattern) => JsonObject::new().with("x-pattern", pattern),
        None => JsonObject::new(),
    }
}

/// A count as a JSON number. No string and no list is longer than the largest one.
pub(super) fn count(count: u64) -> i64 {
    i64::try_from(count).map_or(MAX_SAFE_INTEGER, |count| count.min(MAX_SAFE_INTEGER))
}

//! Scalars as schemas.

use super::JsonObject;
use super::portable_pattern::is_portable;
use crate::api::{Bound, Integer, JsonKind, Rules, Scalar, Value};
use crate::extensions::{ABOVE, BELOW, Limit, MAX, MIN, MULTIPLE_OF, PATTERN};

/// The JSON type of values of a kind; `None` for any type.
pub(super) const fn json_type(kind: JsonKind) -> Option<&'static str> {
    match kind {
        JsonKind::String => Some("string"),
        JsonKind::Integer => Some("integer"),
        JsonKind::Number => Some("number"),
        JsonKind::Boolean => Some("boolean"),
        JsonKind::Any => None,
    }
}

/// The format of a scalar's values.
pub(super) fn form(scalar: Scalar) -> JsonObject {
    let format = |format: &str| JsonObject::new().with("format", format);
    match scalar {
        Scalar::String | Scalar::Boolean | Scalar::Json => JsonObject::new(),
        // Tools know bytes by this format, also in documents of OpenAPI 3.1.
        Scalar::File => JsonObject::of_type("string").with("format", "binary"),
        Scalar::Uri => format("uri"),
        Scalar::Email => format("email"),
        Scalar::Integer(integer) => format(integer.format()),
        Scalar::Number => format("double"),
        Scalar::Float => format("float"),
        Scalar::Timestamp => format("date-time"),
        Scalar::Date => format("date"),
        Scalar::Time => format("time"),
        Scalar::Duration => format("duration"),
        Scalar::Uuid => format("uuid"),
        // A schema has one format.
        Scalar::Ip => format("ip"),
        Scalar::Ipv4 => format("ipv4"),
        Scalar::Ipv6 => format("ipv6"),
        Scalar::Decimal => format("decimal").with_option("pattern", scalar.pattern()),
        Scalar::DecimalNumber => format("decimal"),
        Scalar::Bytes => JsonObject::new()
            .with("contentEncoding", "base64")
            .with_option("pattern", scalar.pattern()),
    }
}

/// The constraints of a scalar's value.
pub(super) fn constraints(scalar: Scalar, rules: &Rules) -> JsonObject {
    let Rules {
        min,
        max,
        above,
        below,
        multiple_of,
        min_length,
        max_length,
        pattern,
        // Only lists and maps have items.
        min_items: _,
        max_items: _,
        unique_items: _,
        each: _,
    } = rules;
    let (implied_min, implied_max) = implied(scalar, rules);
    JsonObject::new()
        .and(bound(MIN, scalar, min.or(implied_min)))
        .and(bound(ABOVE, scalar, *above))
        .and(bound(MAX, scalar, max.or(implied_max)))
        .and(bound(BELOW, scalar, *below))
        .and(bound(MULTIPLE_OF, scalar, *multiple_of))
        .with_option("minLength", min_length.map(count))
        .with_option("maxLength", max_length.map(count))
        .and(portable(pattern.as_deref()))
}

/// The range of a type, where no constraint limits it. Few tools know the range from the format. The range of 64 bits
/// is omitted, because JavaScript rounds it.
fn implied(scalar: Scalar, rules: &Rules) -> (Option<Bound>, Option<Bound>) {
    let (min, max) = match scalar {
        Scalar::Integer(Integer::Int64) => return (None, None),
        Scalar::Integer(Integer::Uint64) => (Bound::Integer(0), None),
        Scalar::Integer(integer) => {
            let (min, max) = integer.range();
            (Bound::Integer(min), Some(Bound::Integer(max)))
        }
        Scalar::Float => (
            Bound::Number(-Bound::LARGEST_FLOAT),
            Some(Bound::Number(Bound::LARGEST_FLOAT)),
        ),
        _ => return (None, None),
    };
    let min = rules.above.is_none().then_some(min);
    (min, max.filter(|_| rules.below.is_none()))
}

/// The largest integer up to which JavaScript is exact: 2^53 - 1. Many tools are written in it.
const MAX_SAFE_INTEGER: i64 = (1 << 53) - 1;

/// A bound of a number. A bound that tools would round is text, in an extension.
fn bound(limit: Limit, scalar: Scalar, bound: Option<Bound>) -> JsonObject {
    match bound {
        None => JsonObject::new(),
        Some(Bound::Integer(value))
            if value.unsigned_abs() <= MAX_SAFE_INTEGER.unsigned_abs().into() =>
        {
            JsonObject::new().with(limit.keyword, Value::Integer(value))
        }
        // The server compares doubles.
        Some(bound) if scalar.json() == JsonKind::Number => {
            JsonObject::new().with(limit.keyword, Value::Number(bound.as_f64()))
        }
        Some(bound) => JsonObject::new().with(limit.extension, bound.to_string()),
    }
}

/// A pattern. A pattern that other tools would read differently is in an extension.
fn portable(pattern: Option<&str>) -> JsonObject {
    match pattern {
        Some(pattern) if is_portable(pattern) => JsonObject::new().with(PATTERN.keyword, pattern),
        Some(pattern) => JsonObject::new().with(PATTERN.extension, pattern),
        None => JsonObject::new(),
    }
}

/// A count as a JSON number. No string and no list is longer than the largest one.
pub(super) fn count(count: u64) -> i64 {
    i64::try_from(count).map_or(MAX_SAFE_INTEGER, |count| count.min(MAX_SAFE_INTEGER))
}

//! Scalars as schemas.

use super::Members;
use super::pattern::is_portable;
use crate::api::{Bound, Rules, Scalar, Value};

/// What the runtime reads as a decimal.
const DECIMAL: &str = r"^[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]{1,6})?$";

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

/// The bounds of a scalar's value. An integer that is sent has those of 64 bits where it has no
/// others, since nothing beyond them is taken.
pub(super) fn bounds(scalar: Scalar, rules: &Rules, is_sent: bool) -> Members {
    let whole = |bound| (is_sent && scalar == Scalar::Integer).then_some(Bound::Integer(bound));
    let number = |bound: Bound| match bound {
        Bound::Integer(value) => Value::Integer(value),
        Bound::Number(value) => Value::Number(value),
    };
    Members::new()
        .unless_none("minimum", rules.min.or(whole(i64::MIN)).map(number))
        .unless_none("maximum", rules.max.or(whole(i64::MAX)).map(number))
        .unless_none("minLength", rules.min_length.map(count))
        .unless_none("maxLength", rules.max_length.map(count))
        .and(pattern(rules))
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
    i64::try_from(count).unwrap_or(i64::MAX)
}

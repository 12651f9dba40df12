//! Values that are written as text, such as in paths.

use super::values::{Shape, Use, resolve};
use crate::api::{Api, Openness, Scalar, TypeKind, Value};

/// Whether a value that is written as text may be this text.
pub(super) fn may_be(api: &Api, value: Use<'_>, text: &str) -> bool {
    let (shape, _, limits) = resolve(api, value);
    let scalar = match shape {
        Shape::Constant(value) => return value.to_plain() == text,
        Shape::Named(_, TypeKind::Enum(values)) => {
            let mut known = values.on_the_wire();
            return values.open == Openness::Open || known.any(|value| value.to_plain() == text);
        }
        Shape::List(..) | Shape::Map(..) | Shape::Named(..) => return true,
        Shape::Scalar(scalar) => scalar,
    };
    match scalar {
        Scalar::Integer(_) => text.parse().is_ok_and(|number| {
            let limits = limits.with_range_as_limits();
            limits.allow(&Value::Integer(number)) != Some(false)
        }),
        Scalar::Number | Scalar::Float | Scalar::Decimal | Scalar::DecimalNumber => {
            // Rust reads `infinity` as a number.
            text.parse().is_ok_and(|number: f64| {
                number.is_finite() && limits.allow(&Value::Number(number)) != Some(false)
            })
        }
        Scalar::Boolean => matches!(text, "true" | "false"),
        Scalar::Timestamp
        | Scalar::Date
        | Scalar::Time
        | Scalar::Duration
        | Scalar::Uuid
        | Scalar::Ip
        | Scalar::Ipv4
        | Scalar::Ipv6
        | Scalar::Uri
        | Scalar::Email => scalar.has_form(text),
        Scalar::String | Scalar::Bytes | Scalar::Json | Scalar::File => {
            limits.allow(&Value::Text(text.to_owned())) != Some(false)
        }
    }
}

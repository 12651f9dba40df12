//! Values that are written as text, such as in paths.

use super::scalars::{Relation, wider};
use super::values::{Shape, Use, resolve};
use crate::api::{Api, EnumKind, Openness, Scalar, TypeKind, Value};

/// How two types of different kinds relate as text, if one of them lists its values. `None` if their text does not
/// decide it.
pub(super) fn relation(
    (old_api, old, old_shape): (&Api, Use<'_>, &Shape<'_>),
    (new_api, new, new_shape): (&Api, Use<'_>, &Shape<'_>),
) -> Option<Relation> {
    if kind(old_shape)? == kind(new_shape)? {
        return None;
    }
    match (listed(old_shape), listed(new_shape)) {
        (Some(old), Some(new)) => {
            let has_all =
                |wide: &[String], narrow: &[String]| narrow.iter().all(|text| wide.contains(text));
            Some(match (has_all(&new, &old), has_all(&old, &new)) {
                (true, true) => Relation::Same,
                (true, false) => Relation::Wider,
                (false, true) => Relation::Narrower,
                (false, false) => Relation::Different,
            })
        }
        (Some(old), None) => {
            let all = may_be_all(new_api, new, &old);
            Some(wider(all))
        }
        (None, Some(new)) => {
            let all = may_be_all(old_api, old, &new);
            Some(wider(all).reversed())
        }
        (None, None) => None,
    }
}

/// The kind of single values of a shape.
fn kind(shape: &Shape<'_>) -> Option<EnumKind> {
    match shape {
        Shape::Constant(Value::Text(_)) => Some(EnumKind::Text),
        Shape::Constant(Value::Integer(_)) => Some(EnumKind::Integer),
        Shape::Constant(Value::Number(_)) => Some(EnumKind::Number),
        Shape::Constant(Value::Bool(_)) => Some(EnumKind::Boolean),
        Shape::Named(_, TypeKind::Enum(values)) => Some(values.kind),
        Shape::Scalar(Scalar::Integer(_)) => Some(EnumKind::Integer),
        Shape::Scalar(Scalar::Number | Scalar::Float) => Some(EnumKind::Number),
        Shape::Scalar(Scalar::Boolean) => Some(EnumKind::Boolean),
        // Other text is compared by its type.
        Shape::Scalar(_) | Shape::Constant(_) | Shape::List(..) | Shape::Map(..) => None,
        Shape::Named(..) => None,
    }
}

/// The text of all values, if there are no others.
fn listed(shape: &Shape<'_>) -> Option<Vec<String>> {
    match shape {
        Shape::Constant(value) => Some(vec![plain(value)]),
        Shape::Scalar(Scalar::Boolean) => Some(vec!["true".to_owned(), "false".to_owned()]),
        Shape::Named(_, TypeKind::Enum(values)) if values.open == Openness::Closed => {
            Some(values.on_the_wire().map(|value| plain(&value)).collect())
        }
        Shape::Scalar(_) | Shape::List(..) | Shape::Map(..) | Shape::Named(..) => None,
    }
}

/// A value as text. The number 1 is not always written as 1.0.
pub(super) fn plain(value: &Value) -> String {
    let text = value.to_plain();
    match value {
        Value::Number(_) => text.trim_end_matches(".0").to_owned(),
        Value::Null
        | Value::Bool(_)
        | Value::Integer(_)
        | Value::Text(_)
        | Value::List(_)
        | Value::Object(_) => text,
    }
}

/// Whether a value that is written as text may be this text.
pub(super) fn may_be(api: &Api, value: Use<'_>, text: &str) -> bool {
    may_be_all(api, value, &[text.to_owned()])
}

/// Whether a value that is written as text may be each of these texts.
fn may_be_all(api: &Api, value: Use<'_>, texts: &[String]) -> bool {
    let (shape, _, limits) = resolve(api, value);
    let scalar = match shape {
        Shape::Constant(value) => return texts.iter().all(|text| value.to_plain() == *text),
        Shape::Named(_, TypeKind::Enum(values)) => {
            let known: Vec<String> = values.on_the_wire().map(|value| value.to_plain()).collect();
            return values.open == Openness::Open || texts.iter().all(|text| known.contains(text));
        }
        Shape::List(..) | Shape::Map(..) | Shape::Named(..) => return true,
        Shape::Scalar(scalar) => scalar,
    };
    let limits = match scalar {
        Scalar::Integer(_) => limits.with_range_as_limits(),
        _ => limits,
    };
    let checks = limits.checks();
    let may_be = |value: &Value| checks.allow(value) != Some(false);
    texts.iter().all(|text| match scalar {
        Scalar::Integer(_) => {
            let number = text.parse();
            number.is_ok_and(|number| may_be(&Value::Integer(number)))
        }
        Scalar::Number | Scalar::Float | Scalar::Decimal | Scalar::DecimalNumber => {
            // Rust reads `infinity` as a number.
            let number = text.parse();
            number.is_ok_and(|number: f64| number.is_finite() && may_be(&Value::Number(number)))
        }
        Scalar::Boolean => matches!(text.as_str(), "true" | "false"),
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
            may_be(&Value::Text(text.clone()))
        }
    })
}

//! How enumerations relate to other values.

use super::scalars::{self, Relation, narrower, wider};
use super::values::Shape;
use crate::api::{Enum, EnumKind, JsonKind, Openness, Scalar, Value};

/// The least and the greatest number of characters that values of an enumeration have as text.
pub(super) fn lengths(values: &Enum) -> (u64, u64) {
    let lengths = |value: Value| match value {
        Value::Text(text) => (text.chars().count(), text.chars().count()),
        // Clients may write 10 and 10.0.
        other => {
            let text = other.to_string();
            (text.trim_end_matches(".0").len(), text.len())
        }
    };
    let all = values.on_the_wire().map(lengths);
    let ends = all.reduce(|(least, most), (short, long)| (least.min(short), most.max(long)));
    let ends = ends.map(|(least, most)| (least as u64, most as u64));
    match values.open {
        Openness::Open => (0, u64::MAX),
        Openness::Closed | Openness::Responses => ends.unwrap_or((0, u64::MAX)),
    }
}

/// How an enumeration relates to another shape. If they are text, as in parameters, all values are strings as well.
pub(super) fn relation(values: &Enum, other: &Shape<'_>, is_text: bool) -> Relation {
    match other {
        Shape::Constant(value) => {
            let is_known = values.is_known(value)
                || values.open == Openness::Open && scalars::fits(value, values.kind.scalar());
            match values.values.len() == 1 && values.open == Openness::Closed {
                true if is_known => Relation::Same,
                true | false => narrower(is_known),
            }
        }
        Shape::Scalar(Scalar::String) if is_text && values.kind != EnumKind::Text => {
            Relation::Wider
        }
        Shape::Scalar(Scalar::Boolean) if has_both(values) => Relation::Same,
        Shape::Scalar(scalar) => {
            if let (EnumKind::Integer, Scalar::Integer(integer)) = (values.kind, scalar) {
                return integers(values, integer.range());
            }
            let has_kind = match values.kind {
                EnumKind::Text => *scalar == Scalar::String,
                EnumKind::Integer | EnumKind::Number => scalar.json() == JsonKind::Number,
                EnumKind::Boolean => *scalar == Scalar::Boolean,
            };
            match (has_kind, values.open) {
                (true, Openness::Open) => scalars::relation(values.kind.scalar(), *scalar, is_text),
                (is_wider, Openness::Open | Openness::Closed | Openness::Responses) => {
                    wider(is_wider)
                }
            }
        }
        Shape::List(..) | Shape::Map(..) | Shape::Named(..) => Relation::Different,
    }
}

/// Whether an enumeration has both booleans.
fn has_both(values: &Enum) -> bool {
    let mut both = [true, false].into_iter().map(Value::Bool);
    both.all(|value| values.is_known(&value))
}

/// How an enumeration of integers relates to an integer type.
fn integers(values: &Enum, (least, greatest): (i128, i128)) -> Relation {
    let has = |value: Value| matches!(value, Value::Integer(value) if (least..=greatest).contains(&value));
    let has_all_listed = values.on_the_wire().all(has);
    let has_all = least <= i128::from(i64::MIN) && greatest >= i128::from(i64::MAX);
    match (values.open, has_all_listed) {
        (Openness::Open, _) if has_all => Relation::Same,
        (Openness::Open, true) => Relation::Narrower,
        (Openness::Closed | Openness::Responses, true) => Relation::Wider,
        (Openness::Open | Openness::Closed | Openness::Responses, false) => Relation::Different,
    }
}

//! The limits of values: the keywords for numbers, strings, lists and maps.

use std::cmp::Ordering;

use super::kinds::Kinds;
use crate::api::{Bound, FieldCounts};
use crate::document::Constraints;
use crate::node::{Node, NodeKind};
use crate::source::Spanned;

/// The limits that a schema sets for values of each kind. All of them apply at once, so the strictest limit of each
/// sort counts.
#[derive(Clone, Default)]
pub(super) struct Limits {
    /// The limits of numbers, strings and lists.
    pub(super) of_values: Constraints,
    pub(super) min_properties: Option<Spanned<u64>>,
    pub(super) max_properties: Option<Spanned<u64>>,
}

impl Limits {
    /// The limits that apply to values of one kind.
    pub(super) fn of_kind(&self, kind: Kinds) -> Constraints {
        // Each constraint must be in one of the arms below.
        let Constraints {
            min,
            max,
            above,
            below,
            multiple_of,
            min_length,
            max_length,
            pattern,
            min_items,
            max_items,
            unique_items,
        } = &self.of_values;
        let none = Constraints::default();
        match kind {
            Kinds::STRING => Constraints {
                min_length: *min_length,
                max_length: *max_length,
                pattern: pattern.clone(),
                ..none
            },
            Kinds::INTEGER | Kinds::NUMBER => {
                let up = |limit| whole(limit, kind, f64::ceil);
                let down = |limit| whole(limit, kind, f64::floor);
                let (min, above) = one_of(up(*min), down(*above), Ordering::is_gt);
                let (max, below) = one_of(down(*max), up(*below), Ordering::is_lt);
                Constraints {
                    min,
                    max,
                    above,
                    below,
                    multiple_of: *multiple_of,
                    ..none
                }
            }
            Kinds::LIST => Constraints {
                min_items: *min_items,
                max_items: *max_items,
                unique_items: *unique_items,
                ..none
            },
            Kinds::OBJECT => Constraints {
                min_items: self.min_properties,
                max_items: self.max_properties,
                ..none
            },
            _ => none,
        }
    }

    /// How many fields objects may have.
    pub(super) fn fields(&self) -> FieldCounts {
        let count = |limit: &Option<Spanned<u64>>| limit.as_ref().map(|limit| limit.value);
        FieldCounts {
            min: count(&self.min_properties),
            max: count(&self.max_properties),
        }
    }

    /// Adds what a keyword of JSON Schema says, if it is a limit.
    pub(super) fn absorb(&mut self, key: &str, value: &Node, schema: &Node) -> Absorbed {
        if let Some(what) = unusable(key, value) {
            return Absorbed::Unchecked(what);
        }
        let limits = &mut self.of_values;
        let bound = || bound(value).map(|bound| Spanned::new(bound, value.span));
        let size = || size(value).map(|size| Spanned::new(size, value.span));
        let is_exclusive = |key: &str| schema.is_set(key);
        let higher = |new: &Bound, old: &Bound| new.compare(*old).is_gt();
        let lower = |new: &Bound, old: &Bound| new.compare(*old).is_lt();
        let more = |new: &u64, old: &u64| new > old;
        let less = |new: &u64, old: &u64| new < old;
        match key {
            "minimum" if is_exclusive("exclusiveMinimum") => {
                stricter(&mut limits.above, bound(), higher);
            }
            "maximum" if is_exclusive("exclusiveMaximum") => {
                stricter(&mut limits.below, bound(), lower);
            }
            "minimum" => stricter(&mut limits.min, bound(), higher),
            "maximum" => stricter(&mut limits.max, bound(), lower),
            "exclusiveMinimum" => stricter(&mut limits.above, bound(), higher),
            "exclusiveMaximum" => stricter(&mut limits.below, bound(), lower),
            "multipleOf" => {
                let Some(new) = bound() else {
                    return Absorbed::Yes;
                };
                let both = limits
                    .multiple_of
                    .map_or(Some(new.value), |old| common_multiple(old.value, new.value));
                let Some(both) = both else {
                    return Absorbed::Unchecked("a second `multipleOf`");
                };
                limits.multiple_of = Some(Spanned::new(both, new.span));
            }
            "minLength" => stricter(&mut limits.min_length, size(), more),
            "maxLength" => stricter(&mut limits.max_length, size(), less),
            "minItems" => stricter(&mut limits.min_items, size(), more),
            "maxItems" => stricter(&mut limits.max_items, size(), less),
            "minProperties" => stricter(&mut self.min_properties, size(), more),
            "maxProperties" => stricter(&mut self.max_properties, size(), less),
            "uniqueItems" if value.is_true() => limits.unique_items = Some(value.span),
            "pattern" => {
                let Some(text) = value.as_text() else {
                    return Absorbed::Yes;
                };
                let known = limits.pattern.as_ref();
                if known.is_some_and(|known| known.value != text) {
                    return Absorbed::Unchecked("a second `pattern`");
                }
                limits.pattern = Some(Spanned::new(text.to_owned(), value.span));
            }
            "uniqueItems" => {}
            _ => return Absorbed::NoLimit,
        }
        Absorbed::Yes
    }
}

/// A limit of integers that has a fraction, as the integer that says the same: at least 1.5 is at least 2.
#[expect(
    clippy::cast_possible_truncation,
    reason = "it is rounded, and an integer of 53 bits"
)]
fn whole(
    limit: Option<Spanned<Bound>>,
    kind: Kinds,
    round: fn(f64) -> f64,
) -> Option<Spanned<Bound>> {
    // Beyond 2^53, no double has a fraction.
    const LARGEST: f64 = 9_007_199_254_740_992.0;
    let limit = limit?;
    let bound = match limit.value {
        Bound::Number(value) if kind == Kinds::INTEGER && value.abs() < LARGEST => {
            Bound::Integer(round(value) as i128)
        }
        bound => bound,
    };
    Some(Spanned::new(bound, limit.span))
}

/// The outcome of reading a keyword.
pub(super) enum Absorbed {
    /// It counts.
    Yes,
    /// It is not a limit.
    NoLimit,
    /// It cannot count: it is not a limit of its kind, or there is another one. The text says what it is.
    Unchecked(&'static str),
}

/// The number whose multiples are exactly the common multiples of both; `None` if these are not whole numbers, and
/// neither is a multiple of the other.
fn common_multiple(one: Bound, other: Bound) -> Option<Bound> {
    let divisor = |one: i128, other: i128| {
        let (mut larger, mut smaller) = (one.abs(), other.abs());
        while smaller != 0 {
            (larger, smaller) = (smaller, larger % smaller);
        }
        larger
    };
    if let (Bound::Integer(one), Bound::Integer(other)) = (one, other) {
        let divisor = Some(divisor(one, other)).filter(|divisor| *divisor != 0)?;
        let multiple = (one / divisor).checked_mul(other)?.abs();
        return (multiple < 1 << 62).then_some(Bound::Integer(multiple));
    }
    let is_multiple = |one: Bound, other: Bound| one.as_f64() % other.as_f64() == 0.0;
    match (is_multiple(one, other), is_multiple(other, one)) {
        (true, _) => Some(one),
        (false, true) => Some(other),
        (false, false) => None,
    }
}

/// Replaces a limit by a stricter one.
fn stricter<T>(
    limit: &mut Option<Spanned<T>>,
    new: Option<Spanned<T>>,
    is_stricter: impl Fn(&T, &T) -> bool,
) {
    let Some(new) = new else { return };
    if limit
        .as_ref()
        .is_none_or(|old| is_stricter(&new.value, &old.value))
    {
        *limit = Some(new);
    }
}

/// An inclusive or an exclusive bound, whichever is stricter. `wins` says whether the inclusive one is, from how it
/// compares to the exclusive one.
fn one_of(
    inclusive: Option<Spanned<Bound>>,
    exclusive: Option<Spanned<Bound>>,
    wins: fn(Ordering) -> bool,
) -> (Option<Spanned<Bound>>, Option<Spanned<Bound>>) {
    match (inclusive, exclusive) {
        (Some(one), Some(other)) if wins(one.value.compare(other.value)) => (inclusive, None),
        (_, Some(_)) => (None, exclusive),
        (_, None) => (inclusive, None),
    }
}

/// A name for a limit with an invalid value, for a warning; `None` if the value is valid.
fn unusable(key: &str, value: &Node) -> Option<&'static str> {
    if value.is_null() {
        return None;
    }
    let is_bool = matches!(value.kind, NodeKind::Bool(_));
    match key {
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties" => {
            let is_large = matches!(&value.kind, NodeKind::Integer(number, _) if **number > 0)
                || matches!(value.kind, NodeKind::Number(number, _) if number > 1e15);
            let is_size = is_large || size(value).is_some();
            (!is_size).then_some("a length or count that is not a whole number, 0 or greater,")
        }
        // In OpenAPI 3.0, these two are booleans.
        "exclusiveMinimum" | "exclusiveMaximum" if is_bool => None,
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
            bound(value)
                .is_none()
                .then_some("a limit of numbers that is not a number")
        }
        "pattern" => value
            .as_text()
            .is_none()
            .then_some("a `pattern` that is not a string"),
        _ => None,
    }
}

/// Whether a number is a length or a count.
fn is_size(value: f64) -> bool {
    value.fract() == 0.0 && (0.0..=1e15).contains(&value)
}

/// A limit of numbers.
fn bound(value: &Node) -> Option<Bound> {
    match &value.kind {
        NodeKind::Integer(value, _) => Some(Bound::Integer(**value)),
        NodeKind::Number(value, _) => value.is_finite().then_some(Bound::Number(*value)),
        NodeKind::Text(text) => {
            let value = text.parse::<i128>().ok();
            let value = value.filter(|value| (i64::MIN.into()..=u64::MAX.into()).contains(value));
            value.map(Bound::Integer)
        }
        _ => None,
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is a whole number within the limits"
)]
fn size(value: &Node) -> Option<u64> {
    match &value.kind {
        NodeKind::Integer(value, _) => u64::try_from(**value).ok(),
        // Whole numbers are integers, however they are written.
        NodeKind::Number(value, _) if is_size(*value) => Some(*value as u64),
        NodeKind::Text(text) => text.parse().ok(),
        _ => None,
    }
}

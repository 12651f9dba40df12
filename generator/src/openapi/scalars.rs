//! The scalars of schemas: the types of strings, numbers and booleans.

use std::cmp::Ordering;

use super::formats;
use super::kinds::Kinds;
use super::media_types::essences;
use super::schema::Schema;
use crate::api::{Bound, Integer, Scalar};
use crate::document::Constraints;
use crate::source::{Span, Spanned};

/// The scalar of a single kind.
pub(super) fn scalar(kind: Kinds, schema: &Schema<'_>) -> Scalar {
    let format = schema.format.unwrap_or_default();
    match kind {
        Kinds::BOOLEAN => Scalar::Boolean,
        Kinds::INTEGER => Scalar::Integer(match formats::integer(format) {
            Integer::Int64 if needs_unsigned(schema) => Integer::Uint64,
            integer => integer,
        }),
        Kinds::NUMBER => match format {
            "float" => Scalar::Float,
            "decimal" | "decimal128" => Scalar::DecimalNumber,
            "integer" | "int32" | "int64" | "uint32" | "uint64" | "long" => {
                Scalar::Integer(formats::integer(format))
            }
            _ => Scalar::Number,
        },
        _ if format == "uuid" && !allows_uuids(schema) => Scalar::String,
        _ => formats::string(format),
    }
}

/// Whether UUIDs are as long as the text may be. Some identifiers are called UUIDs and are something else.
fn allows_uuids(schema: &Schema<'_>) -> bool {
    let limits = &schema.limits.of_values;
    let least = limits.min_length.map(|length| length.value);
    let most = limits.max_length.map(|length| length.value);
    least.is_none_or(|least| least <= 36) && most.is_none_or(|most| most >= 32)
}

/// Whether values may be greater than a signed integer of 64 bits, and never negative. Documents made by JavaScript
/// round the greatest of these up, so a limit that is close to it means it.
fn needs_unsigned(schema: &Schema<'_>) -> bool {
    let limits = schema.limits.of_kind(Kinds::INTEGER);
    let is_positive =
        |limit: Option<Spanned<Bound>>| limit.is_some_and(|bound| bound.value.as_f64() >= 0.0);
    let most = limits.max.or(limits.below);
    let is_beyond = most.is_some_and(|most| most.value.as_f64() > 9.3e18);
    is_beyond && (is_positive(limits.min) || is_positive(limits.above))
}

/// The narrowest type of numbers that holds the values of several.
pub(super) fn widest(scalars: impl Iterator<Item = Scalar>) -> Scalar {
    let wider = |one: Scalar, other: Scalar| match (one, other) {
        _ if one == other => one,
        (Scalar::Integer(one), Scalar::Integer(other)) => {
            let (least, most) = (
                one.range().0.min(other.range().0),
                one.range().1.max(other.range().1),
            );
            let holds = |integer: &Integer| integer.range().0 <= least && integer.range().1 >= most;
            let integer = [one, other, Integer::Int64, Integer::Uint64]
                .into_iter()
                .find(holds);
            integer.map_or(Scalar::DecimalNumber, Scalar::Integer)
        }
        (Scalar::DecimalNumber, _) | (_, Scalar::DecimalNumber) => Scalar::DecimalNumber,
        _ => Scalar::Number,
    };
    scalars.reduce(wider).unwrap_or(Scalar::Number)
}

/// The limits of a type of integers of fewer than 64 bits. Limits that allow more than the type are left out; their
/// keywords are returned.
pub(super) fn within_short(
    integer: Integer,
    limits: &Constraints,
) -> (Constraints, Vec<Spanned<&'static str>>) {
    let (least, most) = integer.range();
    let mut limits = limits.clone();
    let mut beyond = Vec::new();
    // A limit that all values of the type are within says nothing.
    let is_end = |end: i128| move |limit: &mut Spanned<Bound>| limit.value == Bound::Integer(end);
    limits.max.take_if(is_end(most));
    limits.min.take_if(is_end(least));
    let is_above = |limit: &mut Spanned<Bound>| limit.value.as_f64() > most as f64;
    let is_below = |limit: &mut Spanned<Bound>| limit.value.as_f64() < least as f64;
    for (keyword, limit) in [
        ("maximum", limits.max.take_if(is_above)),
        ("exclusiveMaximum", limits.below.take_if(is_above)),
        ("minimum", limits.min.take_if(is_below)),
        ("exclusiveMinimum", limits.above.take_if(is_below)),
    ] {
        beyond.extend(limit.map(|limit| Spanned::new(keyword, limit.span)));
    }
    (limits, beyond)
}

/// The limits of a type of integers of 64 bits. Limits that all of its values are within are left out; the spans of
/// limits that allow more than the type are returned.
pub(super) fn within(integer: Integer, limits: &Constraints) -> (Constraints, Vec<Span>) {
    let (least, most) = integer.range();
    let mut limits = limits.clone();
    let mut beyond = Vec::new();
    let mut check = |limit: &mut Option<Spanned<Bound>>, end: i128, outward, is_inclusive: bool| {
        let Some(bound) = *limit else { return };
        let end = Bound::Integer(end);
        // What is rounded is as good as the end itself.
        let is_rounded = matches!(bound.value, Bound::Number(_));
        let order = bound.value.compare(end);
        if order == outward || (order == Ordering::Equal && (is_inclusive || is_rounded)) {
            *limit = None;
            if bound.value.as_f64().abs() > end.as_f64().abs() * 1.000_001 {
                beyond.push(bound.span);
            }
        }
    };
    check(&mut limits.max, most, Ordering::Greater, true);
    check(&mut limits.below, most, Ordering::Greater, false);
    // A `minimum` of 0 stays as it is written.
    check(&mut limits.min, least, Ordering::Less, least < 0);
    check(&mut limits.above, least, Ordering::Less, false);
    (limits, beyond)
}

/// Whether a schema is bytes, whatever its media type is.
pub(super) fn is_binary(schema: &Schema<'_>) -> bool {
    schema.kinds == Kinds::STRING && schema.format == Some("binary")
}

/// Whether a schema is the content of a file.
pub(super) fn is_file(schema: &Schema<'_>) -> bool {
    is_binary(schema) || is_file_of(schema, schema.media)
}

/// Whether values of a schema are files if they are of a media type, or of one of several: a type that is neither text
/// nor JSON, of which the schema says no more than that it may be a string.
pub(super) fn is_file_of(schema: &Schema<'_>, media: Option<&str>) -> bool {
    let is_file =
        |name: String| !name.is_empty() && !name.starts_with("text/") && !name.ends_with("json");
    (schema.kinds == Kinds::STRING || schema.kinds.is_empty() && schema.choices.is_empty())
        && schema.format.is_none()
        && schema.values.is_none()
        && media.is_some_and(|media| essences(media).any(is_file))
}

//! Bounds: each is a value of its type, and some value is within them.

use crate::api::{Bound, Integer, Scalar};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Help};
use crate::document::Constraints;
use crate::source::{Span, Spanned};
use std::cmp::Ordering;

pub(super) const DOES_NOT_APPLY: Code = Code("E0401");
const EMPTY_RANGE: Code = Code("E0402");
const TWO_BOUNDS: Code = Code("E0407");
const WRONG_STEP: Code = Code("E0408");

/// Lengths, and numbers of items.
pub(super) fn check_sizes(constraints: &Constraints, diagnostics: &mut Diagnostics) {
    for (min, max) in [
        (&constraints.min_length, &constraints.max_length),
        (&constraints.min_items, &constraints.max_items),
    ] {
        if let (Some(min), Some(max)) = (min, max)
            && min.value > max.value
        {
            diagnostics.push(empty_range(min.span, max.span));
        }
    }
}

/// The constraints of a number.
pub(super) fn check_numbers(
    constraints: &Constraints,
    scalar: Scalar,
    diagnostics: &mut Diagnostics,
) {
    let before = diagnostics.len();
    for (key, bound) in [
        ("min", &constraints.min),
        ("max", &constraints.max),
        ("above", &constraints.above),
        ("below", &constraints.below),
    ] {
        if let Some(bound) = bound {
            diagnostics.extend(wrong_bound(key, bound, scalar));
        }
    }
    if let Some(step) = &constraints.multiple_of {
        let problem = wrong_bound("multiple_of", step, scalar);
        diagnostics.extend(problem.or_else(|| wrong_step(step)));
    }
    for (keys, inclusive, exclusive) in [
        (
            ("min", "above", "least"),
            &constraints.min,
            &constraints.above,
        ),
        (
            ("max", "below", "greatest"),
            &constraints.max,
            &constraints.below,
        ),
    ] {
        if let (Some(inclusive), Some(exclusive)) = (inclusive, exclusive) {
            diagnostics.push(two_bounds(keys, inclusive.span, exclusive.span));
        }
    }
    // Wrong bounds are not compared.
    if diagnostics.len() == before {
        diagnostics.extend(empty(constraints, scalar));
    }
}

/// The error of a bound that is not a value of the type.
fn wrong_bound(key: &str, bound: &Spanned<Bound>, scalar: Scalar) -> Option<Diagnostic> {
    let problem = match (scalar, bound.value) {
        (Scalar::Integer(_), Bound::Number(value)) => Some(wrong_integer(value, scalar)),
        (Scalar::Integer(integer), Bound::Integer(value)) => {
            (!integer.contains(value)).then(|| does_not_fit(scalar))
        }
        (Scalar::Float, bound) => {
            let fits = (bound.as_f64() as f32).is_finite();
            (!fits).then(|| does_not_fit(scalar))
        }
        (_, Bound::Integer(_) | Bound::Number(_)) => None,
    };
    let (problem, help) = problem?;
    let name = scalar.name();
    let article = if name.starts_with('i') { "an" } else { "a" };
    let message = format!("the `{key}` of {article} `{name}` {problem}");
    Some(Diagnostic::error(DOES_NOT_APPLY, message, bound.span).help(help))
}

fn wrong_step(step: &Spanned<Bound>) -> Option<Diagnostic> {
    (step.value.as_f64() <= 0.0).then(|| {
        let message = "`multiple_of` must be greater than 0";
        Diagnostic::error(WRONG_STEP, message, step.span).help("write a positive number")
    })
}

/// A bound of an integer type that is not an integer, or too large for all.
fn wrong_integer(value: f64, scalar: Scalar) -> (&'static str, Help) {
    if value.fract() != 0.0 {
        ("must be an integer", Help::text("write a whole number"))
    } else if value.abs() < BEYOND_ALL {
        ("must be an integer", Help::Write(value.to_string().into()))
    } else {
        does_not_fit(scalar)
    }
}

/// 2⁶⁴, the first number above those of 64 bits.
const BEYOND_ALL: f64 = 18_446_744_073_709_551_616.0;

fn does_not_fit(scalar: Scalar) -> (&'static str, Help) {
    let (min, max) = match scalar {
        Scalar::Integer(integer) => {
            let (min, max) = integer.range();
            (min.to_string(), max.to_string())
        }
        _ => (format!("{:e}", f32::MIN), format!("{:e}", f32::MAX)),
    };
    let name = scalar.name();
    (
        "is out of range",
        format!("`{name}` is from {min} to {max}").into(),
    )
}

fn two_bounds((key, other, end): (&str, &str, &str), span: Span, other_span: Span) -> Diagnostic {
    let message = format!("`{key}` and `{other}` both limit the {end} value");
    Diagnostic::error(TWO_BOUNDS, message, other_span)
        .also(span, "the other one")
        .help(format!(
            "keep one: `{key}` allows the bound itself, and `{other}` does not"
        ))
}

/// The error of bounds that no value satisfies.
fn empty(constraints: &Constraints, scalar: Scalar) -> Option<Diagnostic> {
    let lower = constraints.min.as_ref().or(constraints.above.as_ref());
    let upper = constraints.max.as_ref().or(constraints.below.as_ref());
    let is_empty = match scalar {
        Scalar::Integer(integer) => {
            let (least, greatest) = whole_range(constraints, integer);
            if least <= greatest {
                return no_multiple(constraints, (least, greatest));
            }
            true
        }
        _ => match (lower, upper) {
            (Some(lower), Some(upper)) => match seen(lower, scalar).compare(seen(upper, scalar)) {
                Ordering::Greater => true,
                Ordering::Equal => constraints.above.is_some() || constraints.below.is_some(),
                Ordering::Less => false,
            },
            (None, _) | (_, None) => false,
        },
    };
    if !is_empty {
        return None;
    }
    let nothing = |bound: &Spanned<Bound>| {
        let message = format!("no `{}` satisfies this constraint", scalar.name());
        Diagnostic::error(EMPTY_RANGE, message, bound.span)
    };
    match (lower, upper) {
        (Some(lower), Some(upper))
            if constraints.above.is_none() && constraints.below.is_none() =>
        {
            Some(empty_range(lower.span, upper.span))
        }
        (Some(lower), Some(upper)) => Some(
            Diagnostic::error(EMPTY_RANGE, NOTHING, lower.span)
                .label("this constraint")
                .also(upper.span, "and this one"),
        ),
        (Some(only), None) | (None, Some(only)) => Some(nothing(only)),
        (None, None) => None,
    }
}

/// A bound as the server compares it.
fn seen(bound: &Spanned<Bound>, scalar: Scalar) -> Bound {
    match scalar {
        Scalar::Float => Bound::Number(f64::from(bound.value.as_f64() as f32)),
        _ => bound.value,
    }
}

/// The least and the greatest integer that bounds allow.
fn whole_range(constraints: &Constraints, integer: Integer) -> (i128, i128) {
    let value = |bound: &Option<Spanned<Bound>>| match bound.as_ref().map(|bound| bound.value) {
        Some(Bound::Integer(value)) => Some(value),
        Some(Bound::Number(_)) | None => None,
    };
    let (least, greatest) = integer.range();
    let above = value(&constraints.above).map(|above| above + 1);
    let below = value(&constraints.below).map(|below| below - 1);
    (
        value(&constraints.min).or(above).unwrap_or(least),
        value(&constraints.max).or(below).unwrap_or(greatest),
    )
}

/// The error of a step that misses all integers in a range.
fn no_multiple(constraints: &Constraints, (least, greatest): (i128, i128)) -> Option<Diagnostic> {
    let step = constraints.multiple_of.as_ref()?;
    let Bound::Integer(size) = step.value else {
        return None;
    };
    let last = greatest - greatest.rem_euclid(size);
    (last < least).then(|| {
        let message = format!("no integer from {least} to {greatest} is a multiple of {size}");
        let diagnostic = Diagnostic::error(EMPTY_RANGE, message, step.span);
        diagnostic.help("change `multiple_of`, or the range")
    })
}

const NOTHING: &str = "no value satisfies both constraints";

fn empty_range(min: Span, max: Span) -> Diagnostic {
    Diagnostic::error(EMPTY_RANGE, NOTHING, min)
        .label("this minimum")
        .also(max, "is above this maximum")
        .help("change or remove one of the two")
}

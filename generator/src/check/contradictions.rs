//! Contradictions: constraints that no value satisfies, because of each other or because of the type.

use std::cmp::Ordering;
use std::ops::RangeInclusive;

use crate::api::{Bound, Integer, Scalar};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Help};
use crate::document::Constraints;
use crate::source::{Span, Spanned};

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
    if let (Some(min), Some(above)) = (&constraints.min, &constraints.above) {
        let message = "`min` and `above` both limit the least value";
        diagnostics.push(
            Diagnostic::error(TWO_BOUNDS, message, above.span)
                .also(min.span, "the other one")
                .help("keep one: `min` allows the bound itself, and `above` does not"),
        );
    }
    if let (Some(max), Some(below)) = (&constraints.max, &constraints.below) {
        let message = "`max` and `below` both limit the greatest value";
        diagnostics.push(
            Diagnostic::error(TWO_BOUNDS, message, below.span)
                .also(max.span, "the other one")
                .help("keep one: `max` allows the bound itself, and `below` does not"),
        );
    }
    // Wrong bounds are not compared.
    if diagnostics.len() == before {
        diagnostics.extend(unsatisfiable(constraints, scalar));
    }
}

/// The error of a bound that is not a value of the type.
fn wrong_bound(key: &str, bound: &Spanned<Bound>, scalar: Scalar) -> Option<Diagnostic> {
    let (problem, help) = match (scalar, bound.value) {
        (Scalar::Integer(_), Bound::Number(value)) => wrong_integer(value, scalar),
        (Scalar::Integer(integer), Bound::Integer(value)) if !integer.contains(value) => {
            (OUT_OF_RANGE, range_help(scalar))
        }
        (Scalar::Float, bound) if !(bound.as_f64() as f32).is_finite() => {
            (OUT_OF_RANGE, range_help(scalar))
        }
        (_, Bound::Integer(_) | Bound::Number(_)) => return None,
    };
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
        (OUT_OF_RANGE, range_help(scalar))
    }
}

/// 2⁶⁴, the first number above all integers of 64 bits.
const BEYOND_ALL: f64 = 18_446_744_073_709_551_616.0;

const OUT_OF_RANGE: &str = "is out of range";

/// The range of a scalar that is a number.
fn range_help(scalar: Scalar) -> Help {
    let (min, max) = match scalar {
        Scalar::Integer(integer) => {
            let (min, max) = integer.range();
            (min.to_string(), max.to_string())
        }
        _ => (format!("{:e}", f32::MIN), format!("{:e}", f32::MAX)),
    };
    format!("`{}` is from {min} to {max}", scalar.name()).into()
}

/// The error of constraints that no value satisfies.
fn unsatisfiable(constraints: &Constraints, scalar: Scalar) -> Option<Diagnostic> {
    if let Scalar::Integer(integer) = scalar {
        let range = whole_range(constraints, integer);
        if !range.is_empty() {
            return no_multiple(constraints, &range);
        }
    }
    let lower = constraints.min.as_ref().or(constraints.above.as_ref());
    let upper = constraints.max.as_ref().or(constraints.below.as_ref());
    let is_inclusive = constraints.above.is_none() && constraints.below.is_none();
    match (lower, upper) {
        (Some(lower), Some(upper)) => {
            let is_empty = match compared(lower, scalar).compare(compared(upper, scalar)) {
                Ordering::Greater => true,
                Ordering::Equal => !is_inclusive,
                // The range of an integer is empty even between `above: 1` and `below: 2`.
                Ordering::Less => matches!(scalar, Scalar::Integer(_)),
            };
            is_empty.then(|| match is_inclusive {
                true => empty_range(lower.span, upper.span),
                false => Diagnostic::error(EMPTY_RANGE, NOTHING, lower.span)
                    .label("this constraint")
                    .also(upper.span, "and this one"),
            })
        }
        // Only integers have a range that ends without a constraint.
        (Some(only), None) | (None, Some(only)) if matches!(scalar, Scalar::Integer(_)) => {
            let message = format!("no `{}` satisfies this constraint", scalar.name());
            let diagnostic = Diagnostic::error(EMPTY_RANGE, message, only.span);
            Some(diagnostic.help(range_help(scalar)))
        }
        (Some(_) | None, None) | (None, Some(_)) => None,
    }
}

/// A bound as the server compares it.
fn compared(bound: &Spanned<Bound>, scalar: Scalar) -> Bound {
    match scalar {
        Scalar::Float => Bound::Number(f64::from(bound.value.as_f64() as f32)),
        _ => bound.value,
    }
}

/// The integers that the constraints allow.
fn whole_range(constraints: &Constraints, integer: Integer) -> RangeInclusive<i128> {
    let value = |bound: &Option<Spanned<Bound>>| match bound.as_ref().map(|bound| bound.value) {
        Some(Bound::Integer(value)) => Some(value),
        Some(Bound::Number(_)) | None => None,
    };
    let (least, greatest) = integer.range();
    let above = value(&constraints.above).map(|above| above + 1);
    let below = value(&constraints.below).map(|below| below - 1);
    let start = value(&constraints.min).or(above).unwrap_or(least);
    let end = value(&constraints.max).or(below).unwrap_or(greatest);
    start..=end
}

/// The error of a step that misses all integers in a range.
fn no_multiple(constraints: &Constraints, range: &RangeInclusive<i128>) -> Option<Diagnostic> {
    let (least, greatest) = (range.start(), range.end());
    let step = constraints.multiple_of.as_ref()?;
    let Bound::Integer(size) = step.value else {
        return None;
    };
    let last = greatest - greatest.rem_euclid(size);
    (last < *least).then(|| {
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

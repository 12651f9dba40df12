//! Constraints: each applies to its type, and no range is empty.

use super::{Scope, bounds};
use crate::api::{Bound, Scalar};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{Span, Spanned};
use crate::spec::{Constraints, TypeEntryKind, TypeExpr, TypeExprKind};
use std::cmp::Ordering;

const DOES_NOT_APPLY: Code = Code("E0401");
const EMPTY_RANGE: Code = Code("E0402");
const BROKEN_PATTERN: Code = Code("E0403");

pub(super) const MIN: &str = "min";
pub(super) const MAX: &str = "max";
pub(super) const MIN_LENGTH: &str = "min_length";
pub(super) const MAX_LENGTH: &str = "max_length";
pub(super) const PATTERN: &str = "pattern";
pub(super) const MIN_ITEMS: &str = "min_items";
pub(super) const MAX_ITEMS: &str = "max_items";

/// Which constraints a type can have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Measure {
    Integer,
    Number,
    Text,
    Items,
    Nothing,
}

impl Measure {
    /// The bound that limits these types in the same direction as `key`, if there is one.
    fn counterpart(self, key: &str) -> Option<&'static str> {
        let [lower, upper] = match self {
            Self::Integer | Self::Number => [MIN, MAX],
            Self::Text => [MIN_LENGTH, MAX_LENGTH],
            Self::Items => [MIN_ITEMS, MAX_ITEMS],
            Self::Nothing => return None,
        };
        match key {
            MIN | MIN_LENGTH | MIN_ITEMS => Some(lower),
            MAX | MAX_LENGTH | MAX_ITEMS => Some(upper),
            _ => None,
        }
    }

    /// The types, for a diagnostic.
    fn types(self) -> &'static str {
        match self {
            Self::Integer => "`integer`",
            Self::Number => "`number`",
            Self::Text => "`string`",
            Self::Items => "lists",
            Self::Nothing => "nothing",
        }
    }
}

pub(super) fn check(
    constraints: &Constraints,
    ty: &TypeExpr,
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) {
    let measure = measure(ty);
    for (key, span, fits) in written(constraints) {
        if !fits.contains(&measure) {
            diagnostics.push(inapplicable(key, span, fits, ty, scope));
        }
    }
    check_integers(constraints, measure, diagnostics);
    check_ranges(constraints, diagnostics);
    if let Some(pattern) = &constraints.pattern
        && let Err(problem) = regex_lite::Regex::new(&pattern.value)
    {
        let message = format!("this pattern is not a regular expression: {problem}");
        diagnostics.push(
            Diagnostic::error(BROKEN_PATTERN, message, pattern.span)
                .help("use the syntax of the Rust crate `regex-lite`, which has no look-around, no backreferences and no `\\p{…}`"),
        );
    }
}

/// The constraints that are present: the key, the span, and the types that it applies to.
fn written(
    constraints: &Constraints,
) -> impl Iterator<Item = (&'static str, Span, &'static [Measure])> {
    const NUMBERS: &[Measure] = &[Measure::Integer, Measure::Number];
    const TEXT: &[Measure] = &[Measure::Text];
    const ITEMS: &[Measure] = &[Measure::Items];
    let span = |bound: &Spanned<Bound>| bound.span;
    let size = |bound: &Spanned<u64>| bound.span;
    let Constraints {
        min,
        max,
        min_length,
        max_length,
        pattern,
        min_items,
        max_items,
    } = constraints;
    [
        (MIN, min.as_ref().map(span), NUMBERS),
        (MAX, max.as_ref().map(span), NUMBERS),
        (MIN_LENGTH, min_length.as_ref().map(size), TEXT),
        (MAX_LENGTH, max_length.as_ref().map(size), TEXT),
        (PATTERN, pattern.as_ref().map(|text| text.span), TEXT),
        (MIN_ITEMS, min_items.as_ref().map(size), ITEMS),
        (MAX_ITEMS, max_items.as_ref().map(size), ITEMS),
    ]
    .into_iter()
    .filter_map(|(key, span, fits)| Some((key, span?, fits)))
}

fn inapplicable(
    key: &str,
    span: Span,
    fits: &[Measure],
    ty: &TypeExpr,
    scope: &Scope<'_>,
) -> Diagnostic {
    let diagnostic = |message| Diagnostic::error(DOES_NOT_APPLY, message, span);
    if let Some(entry) = scope.target(ty)
        && let TypeEntryKind::Newtype { .. } = entry.kind
    {
        let name = &entry.name.value;
        return diagnostic(format!(
            "`{key}` does not apply to the newtype `{name}` here"
        ))
        .also(entry.name.span, "declare its constraints here")
        .help(format!("move `{key}` to `{name}` under `types`"));
    }
    let types: Vec<&str> = fits.iter().map(|measure| measure.types()).collect();
    let types = types.join(" and ");
    let help = match measure(ty).counterpart(key) {
        Some(other) => format!("`{key}` applies to {types}: write `{other}`"),
        None => format!("remove `{key}`: it applies to {types}"),
    };
    diagnostic(format!("`{key}` does not apply to `{ty}`")).help(help)
}

fn check_integers(constraints: &Constraints, measure: Measure, diagnostics: &mut Diagnostics) {
    for (key, bound) in [(MIN, &constraints.min), (MAX, &constraints.max)] {
        if let Some(bound) = bound
            && let (Measure::Integer, Bound::Number(_)) = (measure, bound.value)
        {
            diagnostics.push(wrong_integer(key, bound));
        }
    }
}

/// A bound of an `integer` that is no integer, or too large for one.
fn wrong_integer(key: &str, bound: &Spanned<Bound>) -> Diagnostic {
    let value = bound.value.as_f64();
    let (message, help) = if value.fract() != 0.0 {
        ("must be an integer", "write a whole number".to_owned())
    } else if value.abs() < LARGEST_INTEGER {
        ("must be an integer", format!("write `{value}`"))
    } else {
        (
            "does not fit in 64 bits",
            format!("an `integer` is from {} to {}", i64::MIN, i64::MAX),
        )
    };
    let message = format!("the `{key}` of an `integer` {message}");
    Diagnostic::error(DOES_NOT_APPLY, message, bound.span).help(help)
}

/// 2⁶³, the first number above those of 64 bits.
const LARGEST_INTEGER: f64 = 9_223_372_036_854_775_808.0;

fn check_ranges(constraints: &Constraints, diagnostics: &mut Diagnostics) {
    if let (Some(min), Some(max)) = (&constraints.min, &constraints.max)
        && bounds::compare(min.value, max.value) == Ordering::Greater
    {
        diagnostics.push(empty_range(min.span, max.span));
    }
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

fn empty_range(min: Span, max: Span) -> Diagnostic {
    Diagnostic::error(EMPTY_RANGE, "no value satisfies both constraints", min)
        .label("this minimum")
        .also(max, "is above this maximum")
}

fn measure(ty: &TypeExpr) -> Measure {
    match &ty.kind {
        TypeExprKind::Scalar(Scalar::Integer) => Measure::Integer,
        TypeExprKind::Scalar(Scalar::Number) => Measure::Number,
        TypeExprKind::Scalar(Scalar::String) => Measure::Text,
        TypeExprKind::List(_) => Measure::Items,
        // Constraints of a newtype are declared on it, so that they apply wherever it is used.
        TypeExprKind::Scalar(_) | TypeExprKind::Named(_) | TypeExprKind::Map(_) => Measure::Nothing,
    }
}

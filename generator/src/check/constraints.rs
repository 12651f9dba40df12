//! Bounds: each applies to its type, the lower is not above the upper, a default keeps to them.

use super::{Scope, values};
use crate::api::{Bound, Scalar};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{Span, Spanned};
use crate::spec::{Constraints, FieldEntry, NodeKind, TypeEntryKind, TypeExpr, TypeExprKind};

const DOES_NOT_APPLY: Code = Code("E0401");
const EMPTY_RANGE: Code = Code("E0402");
const BROKEN_PATTERN: Code = Code("E0403");
const DEFAULT_OF_REQUIRED: Code = Code("E0404");
const DEFAULT_OUT_OF_BOUNDS: Code = Code("E0405");
const DEFAULT_TYPE: Code = Code("E0406");

/// What kinds of bounds a type can have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Measure {
    Integer,
    Number,
    Text,
    Items,
    Nothing,
}

pub(super) fn check(
    constraints: &Constraints,
    ty: &TypeExpr,
    scope: &Scope<'_>,
    faults: &mut Diagnostics,
) {
    let measure = measure(ty, scope);
    check_numbers(constraints, measure, faults);
    let text = [&constraints.min_length, &constraints.max_length]
        .into_iter()
        .flatten()
        .map(|bound| bound.span);
    let text = text.chain(constraints.pattern.iter().map(|pattern| pattern.span));
    if measure != Measure::Text {
        text.for_each(|span| faults.push(inapplicable(span, "lengths and patterns bound text")));
    }
    let items = [&constraints.min_items, &constraints.max_items]
        .into_iter()
        .flatten();
    if measure != Measure::Items {
        items.for_each(|bound| {
            faults.push(inapplicable(
                bound.span,
                "`min_items` and `max_items` bound lists",
            ))
        });
    }
    check_range(
        constraints.min_length.as_ref(),
        constraints.max_length.as_ref(),
        faults,
    );
    check_range(
        constraints.min_items.as_ref(),
        constraints.max_items.as_ref(),
        faults,
    );
    if let Some(pattern) = &constraints.pattern
        && let Err(problem) = regex_lite::Regex::new(&pattern.value)
    {
        let message = format!("this pattern is not a regular expression: {problem}");
        faults.push(Diagnostic::error(BROKEN_PATTERN, message, pattern.span));
    }
}

fn check_numbers(constraints: &Constraints, measure: Measure, faults: &mut Diagnostics) {
    for bound in [&constraints.min, &constraints.max].into_iter().flatten() {
        match (measure, bound.value) {
            (Measure::Integer, Bound::Integer(_)) | (Measure::Number, _) => {}
            (Measure::Integer, Bound::Number(_)) => {
                faults.push(inapplicable(
                    bound.span,
                    "the bound of an integer is an integer",
                ));
            }
            _ => faults.push(inapplicable(
                bound.span,
                "`min` and `max` bound `integer` and `number`",
            )),
        }
    }
    if let (Some(min), Some(max)) = (&constraints.min, &constraints.max)
        && min.value.as_f64() > max.value.as_f64()
    {
        faults.push(empty_range(min.span, max.span));
    }
}

fn check_range(min: Option<&Spanned<u64>>, max: Option<&Spanned<u64>>, faults: &mut Diagnostics) {
    if let (Some(min), Some(max)) = (min, max)
        && min.value > max.value
    {
        faults.push(empty_range(min.span, max.span));
    }
}

fn empty_range(min: Span, max: Span) -> Diagnostic {
    Diagnostic::error(EMPTY_RANGE, "no value is within these bounds", min)
        .label("the lower one")
        .also(max, "is above the upper one")
}

fn inapplicable(span: Span, why: &str) -> Diagnostic {
    Diagnostic::error(
        DOES_NOT_APPLY,
        "this bound does not apply to the type",
        span,
    )
    .note(why.to_owned())
}

fn measure(ty: &TypeExpr, scope: &Scope<'_>) -> Measure {
    match &ty.kind {
        TypeExprKind::Scalar(Scalar::Integer) => Measure::Integer,
        TypeExprKind::Scalar(Scalar::Number) => Measure::Number,
        TypeExprKind::Scalar(Scalar::String) => Measure::Text,
        TypeExprKind::List(_) => Measure::Items,
        TypeExprKind::Named(name) => match scope.get(name).map(|entry| &entry.kind) {
            // The bounds of a newtype stand with it, so that they hold wherever it is used.
            Some(
                TypeEntryKind::Newtype { .. }
                | TypeEntryKind::Enum { .. }
                | TypeEntryKind::Object { .. },
            )
            | None => Measure::Nothing,
        },
        TypeExprKind::Scalar(_) | TypeExprKind::Map(_) => Measure::Nothing,
    }
}

/// A default belongs to something that may be left out, and is a value of its type.
pub(super) fn check_default(field: &FieldEntry, scope: &Scope<'_>, faults: &mut Diagnostics) {
    let Some(default) = &field.default else {
        return;
    };
    if !field.optional {
        let message = format!("`{}` has a default and has to be there", field.name.value);
        let diagnostic = Diagnostic::error(DEFAULT_OF_REQUIRED, message, default.span).help(
            format!("write `{}?:`, or take the default away", field.name.value),
        );
        faults.push(diagnostic);
    }
    let before = faults.len();
    values::check(default, &field.ty, scope, faults);
    if faults.len() > before {
        return;
    }
    if !is_plain(&field.ty, scope) {
        let diagnostic = Diagnostic::error(
            DEFAULT_TYPE,
            "a value of this type cannot be a default",
            default.span,
        )
        .help("defaults are strings, integers, numbers, booleans and the values of enumerations");
        faults.push(diagnostic);
    } else if let Some(problem) = out_of_bounds(&default.kind, &field.constraints) {
        faults.push(Diagnostic::error(
            DEFAULT_OUT_OF_BOUNDS,
            format!("the default {problem}"),
            default.span,
        ));
    }
}

fn is_plain(ty: &TypeExpr, scope: &Scope<'_>) -> bool {
    let single = match &ty.kind {
        TypeExprKind::Scalar(
            Scalar::String | Scalar::Integer | Scalar::Number | Scalar::Boolean,
        ) => true,
        TypeExprKind::Named(name) => {
            matches!(
                scope.get(name).map(|entry| &entry.kind),
                Some(TypeEntryKind::Enum { .. })
            )
        }
        TypeExprKind::Scalar(_) | TypeExprKind::List(_) | TypeExprKind::Map(_) => false,
    };
    single && !ty.nullable
}

fn out_of_bounds(default: &NodeKind, constraints: &Constraints) -> Option<String> {
    let number = match default {
        NodeKind::Integer(value, _) => Some(*value as f64),
        NodeKind::Number(value, _) => Some(*value),
        _ => None,
    };
    let length = match default {
        NodeKind::Text(text) => u64::try_from(text.chars().count()).ok(),
        _ => None,
    };
    let below = |bound: &Option<Spanned<Bound>>| Some(number? < bound.as_ref()?.value.as_f64());
    let above = |bound: &Option<Spanned<Bound>>| Some(number? > bound.as_ref()?.value.as_f64());
    if below(&constraints.min) == Some(true) {
        return Some("is below `min`".to_owned());
    }
    if above(&constraints.max) == Some(true) {
        return Some("is above `max`".to_owned());
    }
    let (length, min, max) = (length?, &constraints.min_length, &constraints.max_length);
    if min.as_ref().is_some_and(|min| length < min.value) {
        return Some("is shorter than `min_length`".to_owned());
    }
    max.as_ref()
        .is_some_and(|max| length > max.value)
        .then(|| "is longer than `max_length`".to_owned())
}

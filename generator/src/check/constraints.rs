//! Constraints: each applies to its type.

use super::{Scope, ranges};
use crate::api::{JsonKind, Scalar};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{Constraints, TypeEntryKind, TypeExpr, TypeExprKind};
use crate::source::Span;

pub(super) const DOES_NOT_APPLY: Code = Code("E0401");
const BROKEN_PATTERN: Code = Code("E0403");

pub(super) const MIN: &str = "min";
pub(super) const MAX: &str = "max";
pub(super) const ABOVE: &str = "above";
pub(super) const BELOW: &str = "below";
pub(super) const MULTIPLE_OF: &str = "multiple_of";
pub(super) const MIN_LENGTH: &str = "min_length";
pub(super) const MAX_LENGTH: &str = "max_length";
pub(super) const PATTERN: &str = "pattern";
pub(super) const MIN_ITEMS: &str = "min_items";
pub(super) const MAX_ITEMS: &str = "max_items";
pub(super) const UNIQUE_ITEMS: &str = "unique_items";

/// Which constraints a type can have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Measure {
    Number(Scalar),
    Text,
    List,
    Map,
    Nothing,
}

/// What a constraint applies to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Applies {
    Numbers,
    Texts,
    Lists,
    ListsAndMaps,
}

impl Applies {
    fn to(self, measure: Measure) -> bool {
        match measure {
            Measure::Number(_) => self == Self::Numbers,
            Measure::Text => self == Self::Texts,
            Measure::List => matches!(self, Self::Lists | Self::ListsAndMaps),
            Measure::Map => self == Self::ListsAndMaps,
            Measure::Nothing => false,
        }
    }

    /// The types, for a diagnostic.
    fn words(self) -> &'static str {
        match self {
            Self::Numbers => "integers, `number` and `float`",
            Self::Texts => "`string`, `uri` and `email`",
            Self::Lists => "lists",
            Self::ListsAndMaps => "lists and maps",
        }
    }
}

impl Measure {
    fn of(ty: &TypeExpr) -> Self {
        match &ty.kind {
            TypeExprKind::Scalar(scalar) if scalar.is_text() => Self::Text,
            TypeExprKind::Scalar(scalar) => match scalar.json() {
                JsonKind::Integer | JsonKind::Number => Self::Number(*scalar),
                JsonKind::String | JsonKind::Boolean | JsonKind::Any => Self::Nothing,
            },
            // Files are counted, but not compared.
            TypeExprKind::List(_) if ty.is_file() => Self::Map,
            TypeExprKind::List(_) => Self::List,
            TypeExprKind::Map(_) => Self::Map,
            // Constraints of a newtype are declared on it, so that they apply wherever it is used.
            TypeExprKind::Named(_) => Self::Nothing,
        }
    }

    /// The bound that limits these types in the same direction as `key`, if there is one.
    fn counterpart(self, key: &str) -> Option<&'static str> {
        let [lower, upper] = match self {
            Self::Number(_) => [MIN, MAX],
            Self::Text => [MIN_LENGTH, MAX_LENGTH],
            Self::List | Self::Map => [MIN_ITEMS, MAX_ITEMS],
            Self::Nothing => return None,
        };
        match key {
            MIN | ABOVE | MIN_LENGTH | MIN_ITEMS => Some(lower),
            MAX | BELOW | MAX_LENGTH | MAX_ITEMS => Some(upper),
            _ => None,
        }
    }
}

pub(super) fn check(
    constraints: &Constraints,
    ty: &TypeExpr,
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) {
    let measure = Measure::of(ty);
    for (key, span, applies) in written(constraints) {
        if !applies.to(measure) {
            diagnostics.push(inapplicable(key, span, applies, ty, scope));
        }
    }
    ranges::check_sizes(constraints, diagnostics);
    if let Measure::Number(scalar) = measure {
        ranges::check_numbers(constraints, scalar, diagnostics);
    }
    if let Some(pattern) = &constraints.pattern
        && let Err(problem) = regex_lite::Regex::new(&pattern.value)
    {
        let message = format!("this pattern cannot be used: {problem}");
        diagnostics.push(
            Diagnostic::error(BROKEN_PATTERN, message, pattern.span)
                .help("use the syntax of the Rust crate `regex-lite`, which has no look-around, no backreferences and no `\\p{…}`"),
        );
    }
}

/// The constraints that are present: the key, the span, and the types that it applies to.
fn written(constraints: &Constraints) -> impl Iterator<Item = (&'static str, Span, Applies)> {
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
    } = constraints;
    let number = [
        (MIN, min),
        (MAX, max),
        (ABOVE, above),
        (BELOW, below),
        (MULTIPLE_OF, multiple_of),
    ];
    let number = number.map(|(key, bound)| (key, bound.as_ref().map(|bound| bound.span)));
    let size = [
        (MIN_LENGTH, min_length, Applies::Texts),
        (MAX_LENGTH, max_length, Applies::Texts),
        (MIN_ITEMS, min_items, Applies::ListsAndMaps),
        (MAX_ITEMS, max_items, Applies::ListsAndMaps),
    ];
    let size = size.map(|(key, size, applies)| (key, size.as_ref().map(|size| size.span), applies));
    let others = [
        (
            PATTERN,
            pattern.as_ref().map(|text| text.span),
            Applies::Texts,
        ),
        (UNIQUE_ITEMS, *unique_items, Applies::Lists),
    ];
    let number = number.map(|(key, span)| (key, span, Applies::Numbers));
    number
        .into_iter()
        .chain(size)
        .chain(others)
        .filter_map(|(key, span, applies)| Some((key, span?, applies)))
}

fn inapplicable(
    key: &str,
    span: Span,
    applies: Applies,
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
    let types = applies.words();
    let help = match Measure::of(ty).counterpart(key) {
        Some(other) => format!("`{key}` applies to {types}: write `{other}`"),
        None => format!("remove `{key}`: it applies to {types}"),
    };
    diagnostic(format!("`{key}` does not apply to `{ty}`")).help(help)
}

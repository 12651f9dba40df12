//! Constraints: each applies to its type.

use super::context::Context;
use super::contradictions::{self, DOES_NOT_APPLY};
use super::scope::Scope;
use crate::api::{JsonKind, Scalar};
use crate::diagnostic::{Code, Diagnostic};
use crate::document::{Constraints, TypeEntryKind, TypeExpr, TypeExprKind};
use crate::source::{Span, Spanned};

const BROKEN_PATTERN: Code = Code("E0403");

/// The measure of a type, which decides about its constraints.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Measure {
    Number(Scalar),
    Text,
    List,
    Map,
    Nothing,
}

/// The types that a constraint applies to.
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
            // A list of files can have `min_items`, but not `unique_items`.
            TypeExprKind::List(_) if ty.is_file() => Self::Map,
            TypeExprKind::List(_) => Self::List,
            TypeExprKind::Map(_) => Self::Map,
            // Constraints of a newtype are declared on it, so that they apply wherever it is used.
            TypeExprKind::Named(_) => Self::Nothing,
        }
    }

    /// The key for an end of the range that these types have, if they have a range.
    fn key(self, end: End) -> Option<&'static str> {
        match (self, end) {
            (Self::Number(_), End::Lower) => Some("min"),
            (Self::Number(_), End::Upper) => Some("max"),
            (Self::Text, End::Lower) => Some("min_length"),
            (Self::Text, End::Upper) => Some("max_length"),
            (Self::List | Self::Map, End::Lower) => Some("min_items"),
            (Self::List | Self::Map, End::Upper) => Some("max_items"),
            (Self::Nothing, End::Lower | End::Upper) => None,
        }
    }
}

/// The end of a range that a constraint limits.
#[derive(Clone, Copy)]
enum End {
    Lower,
    Upper,
}

/// A constraint that is present.
struct Present {
    key: &'static str,
    span: Span,
    applies: Applies,
    end: Option<End>,
}

pub(super) fn check(constraints: &Constraints, ty: &TypeExpr, context: &mut Context<'_, '_>) {
    let scope = context.scope;
    let measure = Measure::of(ty);
    for constraint in present(constraints).filter(|_| !scope.is_undeclared(ty)) {
        if !constraint.applies.to(measure) {
            context.report(inapplicable(&constraint, ty, scope));
        }
    }
    if !constraints.is_empty() {
        // Constraints next to an alias can contradict the constraints of the alias.
        let all = ty.constrained(constraints);
        contradictions::check_sizes(&all, context.diagnostics);
        if let Measure::Number(scalar) = measure {
            contradictions::check_numbers(&all, scalar, context.diagnostics);
        }
    }
    if let Some(pattern) = &constraints.pattern
        && let Err(problem) = regex_lite::Regex::new(&pattern.value)
    {
        let message = format!("this pattern cannot be used: {problem}");
        context.report(
            Diagnostic::error(BROKEN_PATTERN, message, pattern.span)
                .help("use the syntax of the Rust crate `regex-lite`, which has no look-around, no backreferences and no `\\p{…}`"),
        );
    }
}

fn present(constraints: &Constraints) -> impl Iterator<Item = Present> {
    use Applies::{Lists, ListsAndMaps, Numbers, Texts};

    fn span<T>(constraint: &Option<Spanned<T>>) -> Option<Span> {
        constraint.as_ref().map(|constraint| constraint.span)
    }

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
    let (lower, upper) = (Some(End::Lower), Some(End::Upper));
    let constraints = [
        ("min", span(min), Numbers, lower),
        ("max", span(max), Numbers, upper),
        ("above", span(above), Numbers, lower),
        ("below", span(below), Numbers, upper),
        ("multiple_of", span(multiple_of), Numbers, None),
        ("min_length", span(min_length), Texts, lower),
        ("max_length", span(max_length), Texts, upper),
        ("min_items", span(min_items), ListsAndMaps, lower),
        ("max_items", span(max_items), ListsAndMaps, upper),
        ("pattern", span(pattern), Texts, None),
        ("unique_items", *unique_items, Lists, None),
    ];
    let constraints = constraints.into_iter();
    constraints.filter_map(|(key, span, applies, end)| {
        let span = span?;
        Some(Present {
            key,
            span,
            applies,
            end,
        })
    })
}

fn inapplicable(constraint: &Present, ty: &TypeExpr, scope: &Scope<'_>) -> Diagnostic {
    let key = constraint.key;
    let diagnostic = |message| Diagnostic::error(DOES_NOT_APPLY, message, constraint.span);
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
    let types = constraint.applies.words();
    let other = constraint.end.and_then(|end| Measure::of(ty).key(end));
    let help = match other {
        Some(other) => format!("`{key}` applies to {types}: write `{other}`"),
        None => format!("remove `{key}`: it applies to {types}"),
    };
    diagnostic(format!("`{key}` does not apply to `{ty}`")).help(help)
}

//! Checks values against the constraints next to their types.

use super::constraints::{MAX, MAX_ITEMS, MAX_LENGTH, MIN, MIN_ITEMS, MIN_LENGTH, PATTERN};
use crate::api::Bound;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Spanned;
use crate::spec::{Constraints, Node, NodeKind};
use std::cmp::Ordering;

/// Longer texts and larger patterns, in bytes, are not matched: the time is the product of both
/// sizes, and no example needs as much.
const LONGEST_TEXT: usize = 4096;
const LARGEST_PATTERN: usize = 256 * 1024;

/// The error of a value that violates a constraint. `what` names the value: "example".
pub(super) fn check(
    node: &Node,
    constraints: &Constraints,
    what: &str,
    code: Code,
) -> Option<Diagnostic> {
    let problem = violation(&node.kind, constraints)?;
    let message = format!("the {what} {}", problem.value);
    Some(Diagnostic::error(code, message, node.span).also(problem.span, "this constraint"))
}

/// What is wrong with a value, with the span of the constraint. A value of the wrong type is not
/// checked: that is another error.
fn violation(value: &NodeKind, constraints: &Constraints) -> Option<Spanned<String>> {
    match value {
        NodeKind::Integer(value, _) => number(Bound::Integer(*value), constraints),
        NodeKind::Number(value, _) => number(Bound::Number(*value), constraints),
        NodeKind::Text(text) => length(text, constraints).or_else(|| pattern(text, constraints)),
        NodeKind::List(items) => size(
            items.len(),
            (&constraints.min_items, &constraints.max_items),
            ("has fewer items than", MIN_ITEMS),
            ("has more items than", MAX_ITEMS),
        ),
        NodeKind::Null | NodeKind::Bool(_) | NodeKind::Map(_) => None,
    }
}

fn number(value: Bound, constraints: &Constraints) -> Option<Spanned<String>> {
    let beyond = |bound: &Option<Spanned<Bound>>, wrong, problem: String| {
        let bound = bound.as_ref()?;
        (compare(value, bound.value) == wrong).then(|| Spanned::new(problem, bound.span))
    };
    let below = format!("is below `{MIN}`");
    let above = format!("is above `{MAX}`");
    beyond(&constraints.min, Ordering::Less, below)
        .or_else(|| beyond(&constraints.max, Ordering::Greater, above))
}

/// Integers are compared as integers: an `f64` cannot distinguish them beyond 2⁵³.
pub(super) fn compare(one: Bound, other: Bound) -> Ordering {
    match (one, other) {
        (Bound::Integer(one), Bound::Integer(other)) => one.cmp(&other),
        (Bound::Integer(_) | Bound::Number(_), Bound::Integer(_) | Bound::Number(_)) => {
            // Both are finite.
            let order = one.as_f64().partial_cmp(&other.as_f64());
            order.unwrap_or(Ordering::Equal)
        }
    }
}

fn length(text: &str, constraints: &Constraints) -> Option<Spanned<String>> {
    size(
        text.chars().count(),
        (&constraints.min_length, &constraints.max_length),
        ("is shorter than", MIN_LENGTH),
        ("is longer than", MAX_LENGTH),
    )
}

type Size = Option<Spanned<u64>>;

fn size(
    size: usize,
    (min, max): (&Size, &Size),
    (below, min_key): (&str, &str),
    (above, max_key): (&str, &str),
) -> Option<Spanned<String>> {
    let size = u64::try_from(size).unwrap_or(u64::MAX);
    match (min, max) {
        (Some(min), _) if size < min.value => {
            Some(Spanned::new(format!("{below} `{min_key}`"), min.span))
        }
        (_, Some(max)) if size > max.value => {
            Some(Spanned::new(format!("{above} `{max_key}`"), max.span))
        }
        (None | Some(_), None | Some(_)) => None,
    }
}

fn pattern(text: &str, constraints: &Constraints) -> Option<Spanned<String>> {
    let pattern = constraints.pattern.as_ref()?;
    if text.len() > LONGEST_TEXT {
        return None;
    }
    // An invalid pattern has its own error.
    let regex = regex_lite::RegexBuilder::new(&pattern.value)
        .size_limit(LARGEST_PATTERN)
        .build()
        .ok()?;
    let problem = format!("does not match `{PATTERN}`");
    (!regex.is_match(text)).then(|| Spanned::new(problem, pattern.span))
}

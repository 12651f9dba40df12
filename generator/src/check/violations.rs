//! Violations: values that do not satisfy the constraints next to their types.

use std::cmp::Ordering;

use specsmith_runtime::codegen::is_multiple;

use crate::api::Bound;
use crate::diagnostic::{Code, Diagnostic};
use crate::document::Constraints;
use crate::hash::HashSet;
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};

/// Longer strings and larger patterns, in bytes, are not matched: the time is the product of both
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

/// The span of the constraint that a value violates.
pub(crate) fn violated(value: &NodeKind, constraints: &Constraints) -> Option<Span> {
    violation(value, constraints).map(|problem| problem.span)
}

/// The problem of a value, at the constraint that it violates. A value of the wrong type is not checked: that is
/// another error. Nothing is skipped with `..`, so a new constraint does not compile until it is considered here.
fn violation(value: &NodeKind, constraints: &Constraints) -> Option<Spanned<&'static str>> {
    use Ordering::{Equal, Greater, Less};

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
    let number = |value: Bound| {
        beyond(value, min, &[Less], "is below `min`")
            .or_else(|| beyond(value, max, &[Greater], "is above `max`"))
            .or_else(|| beyond(value, above, &[Less, Equal], "is not above `above`"))
            .or_else(|| beyond(value, below, &[Greater, Equal], "is not below `below`"))
            .or_else(|| not_a_multiple(value, multiple_of.as_ref()?))
    };
    let length = |text: &str| {
        let length = text.chars().count();
        too_small(length, min_length, "is shorter than `min_length`")
            .or_else(|| too_large(length, max_length, "is longer than `max_length`"))
    };
    let items = |count: usize| {
        too_small(count, min_items, "has fewer items than `min_items`")
            .or_else(|| too_large(count, max_items, "has more items than `max_items`"))
    };
    match value {
        NodeKind::Integer(value, _) => number(Bound::Integer(**value)),
        NodeKind::Number(value, _) => number(Bound::Number(*value)),
        NodeKind::Text(text) => length(text).or_else(|| no_match(text, pattern.as_ref()?)),
        NodeKind::List(list) => items(list.len()).or_else(|| repeated(list, (*unique_items)?)),
        NodeKind::Map(entries) => items(entries.len()),
        NodeKind::Null | NodeKind::Bool(_) => None,
    }
}

/// The problem of a number if it compares to a bound in one of the wrong ways.
fn beyond(
    value: Bound,
    bound: &Option<Spanned<Bound>>,
    wrong: &[Ordering],
    problem: &'static str,
) -> Option<Spanned<&'static str>> {
    let bound = bound.as_ref()?;
    let order = value.compare(bound.value);
    wrong
        .contains(&order)
        .then(|| Spanned::new(problem, bound.span))
}

fn not_a_multiple(value: Bound, step: &Spanned<Bound>) -> Option<Spanned<&'static str>> {
    let is_multiple = is_multiple(&value.to_string(), &step.value.to_string());
    (!is_multiple).then(|| Spanned::new("is not a multiple of `multiple_of`", step.span))
}

fn too_small(
    size: usize,
    min: &Option<Spanned<u64>>,
    problem: &'static str,
) -> Option<Spanned<&'static str>> {
    let min = min.as_ref()?;
    let is_too_small = u64::try_from(size).is_ok_and(|size| size < min.value);
    is_too_small.then(|| Spanned::new(problem, min.span))
}

fn too_large(
    size: usize,
    max: &Option<Spanned<u64>>,
    problem: &'static str,
) -> Option<Spanned<&'static str>> {
    let max = max.as_ref()?;
    let is_too_large = u64::try_from(size).is_ok_and(|size| size > max.value);
    is_too_large.then(|| Spanned::new(problem, max.span))
}

/// The problem of a list that contains an item twice. `unique_items` is the span of the constraint.
fn repeated(list: &[Node], unique_items: Span) -> Option<Spanned<&'static str>> {
    let mut seen = HashSet::default();
    let is_unique = list.iter().all(|item| seen.insert(canonical(&item.kind)));
    (!is_unique).then(|| Spanned::new("contains the same item twice", unique_items))
}

/// A string that is the same for equal values only.
fn canonical(value: &NodeKind) -> String {
    match value {
        NodeKind::Null => "null".to_owned(),
        NodeKind::Bool(value) => value.to_string(),
        NodeKind::Integer(value, _) => value.to_string(),
        NodeKind::Number(value, _) => value.to_string(),
        NodeKind::Text(text) => format!("{text:?}"),
        NodeKind::List(items) => {
            let items: Vec<String> = items.iter().map(|item| canonical(&item.kind)).collect();
            format!("[{}]", items.join(","))
        }
        NodeKind::Map(entries) => {
            let entries = entries.iter();
            let entries =
                entries.map(|(name, value)| format!("{:?}:{}", name.value, canonical(&value.kind)));
            let mut entries: Vec<String> = entries.collect();
            entries.sort_unstable();
            format!("{{{}}}", entries.join(","))
        }
    }
}

fn no_match(text: &str, pattern: &Spanned<String>) -> Option<Spanned<&'static str>> {
    if text.len() > LONGEST_TEXT {
        return None;
    }
    // An invalid pattern has its own error.
    let regex = regex_lite::RegexBuilder::new(&pattern.value)
        .size_limit(LARGEST_PATTERN)
        .build()
        .ok()?;
    (!regex.is_match(text)).then(|| Spanned::new("does not match `pattern`", pattern.span))
}

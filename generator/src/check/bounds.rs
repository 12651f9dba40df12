//! Checks values against the constraints next to their types.

use crate::api::Bound;
use crate::diagnostic::{Code, Diagnostic};
use crate::document::Constraints;
use crate::hash::HashSet;
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};
use specsmith_runtime::codegen::is_multiple;
use std::cmp::Ordering;

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

/// The place of a constraint that a value violates.
pub(crate) fn violated(value: &NodeKind, constraints: &Constraints) -> Option<Span> {
    violation(value, constraints).map(|problem| problem.span)
}

/// What is wrong with a value, with the span of the constraint. A value of the wrong type is not
/// checked: that is another error.
fn violation(value: &NodeKind, constraints: &Constraints) -> Option<Spanned<&'static str>> {
    match value {
        NodeKind::Integer(value, _) => number(Bound::Integer(**value), constraints),
        NodeKind::Number(value, _) => number(Bound::Number(*value), constraints),
        NodeKind::Text(text) => length(text, constraints).or_else(|| pattern(text, constraints)),
        NodeKind::List(list) => {
            items(list.len(), constraints).or_else(|| unique(list, constraints))
        }
        NodeKind::Map(entries) => items(entries.len(), constraints),
        NodeKind::Null | NodeKind::Bool(_) => None,
    }
}

fn number(value: Bound, constraints: &Constraints) -> Option<Spanned<&'static str>> {
    use Ordering::{Equal, Greater, Less};

    let beyond = |bound: &Option<Spanned<Bound>>, wrong: &[Ordering], problem| {
        let bound = bound.as_ref()?;
        let order = value.compare(bound.value);
        wrong
            .contains(&order)
            .then(|| Spanned::new(problem, bound.span))
    };
    let not_above = "is not above `above`";
    let not_below = "is not below `below`";
    beyond(&constraints.min, &[Less], "is below `min`")
        .or_else(|| beyond(&constraints.max, &[Greater], "is above `max`"))
        .or_else(|| beyond(&constraints.above, &[Less, Equal], not_above))
        .or_else(|| beyond(&constraints.below, &[Greater, Equal], not_below))
        .or_else(|| {
            let step = constraints.multiple_of.as_ref()?;
            let is_multiple = is_multiple(&value.to_string(), &step.value.to_string());
            (!is_multiple).then(|| Spanned::new("is not a multiple of `multiple_of`", step.span))
        })
}

fn items(count: usize, constraints: &Constraints) -> Option<Spanned<&'static str>> {
    size(
        count,
        (&constraints.min_items, &constraints.max_items),
        "has fewer items than `min_items`",
        "has more items than `max_items`",
    )
}

fn unique(list: &[Node], constraints: &Constraints) -> Option<Spanned<&'static str>> {
    let span = constraints.unique_items?;
    let mut seen = HashSet::default();
    let is_unique = list.iter().all(|item| seen.insert(canonical(&item.kind)));
    (!is_unique).then(|| Spanned::new("contains the same item twice", span))
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

fn length(text: &str, constraints: &Constraints) -> Option<Spanned<&'static str>> {
    size(
        text.chars().count(),
        (&constraints.min_length, &constraints.max_length),
        "is shorter than `min_length`",
        "is longer than `max_length`",
    )
}

type Size = Option<Spanned<u64>>;

fn size(
    size: usize,
    (min, max): (&Size, &Size),
    below: &'static str,
    above: &'static str,
) -> Option<Spanned<&'static str>> {
    let size = u64::try_from(size).unwrap_or(u64::MAX);
    match (min, max) {
        (Some(min), _) if size < min.value => Some(Spanned::new(below, min.span)),
        (_, Some(max)) if size > max.value => Some(Spanned::new(above, max.span)),
        (None | Some(_), None | Some(_)) => None,
    }
}

fn pattern(text: &str, constraints: &Constraints) -> Option<Spanned<&'static str>> {
    let pattern = constraints.pattern.as_ref()?;
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

//! The constraints of a value as prose.

use super::super::markdown::code;
use crate::api::{Bound, Parameter, Presence, Rules};

/// The constraints and the default of a parameter, as a line.
pub(in crate::emit) fn constraints_and_default(parameter: &Parameter) -> Option<String> {
    let default = match &parameter.presence {
        Presence::Default(default) => Some(format!("Default: {}.", code(&default.to_string()))),
        Presence::Required | Presence::Optional => None,
    };
    let all: Vec<String> = constraints_sentence(&parameter.rules)
        .into_iter()
        .chain(default)
        .collect();
    (!all.is_empty()).then(|| all.join(" "))
}

/// The constraints of a value, and of the values in it, as a sentence: `Constraints: at most 5 items.`
pub(in crate::emit) fn constraints_sentence(rules: &Rules) -> Option<String> {
    constraints(rules).map(|constraints| format!("Constraints: {constraints}."))
}

/// The constraints of a value, and of the values in it: `at most 5 items; each item: at least 1 character`.
pub(in crate::emit) fn constraints(rules: &Rules) -> Option<String> {
    let mut levels: Vec<String> = Vec::new();
    let (mut level, mut name) = (Some(rules), None);
    while let Some(rules) = level {
        let constraints = constraints_of_value(rules);
        if !constraints.is_empty() {
            let prefix = name.as_ref().map(|name| format!("{name}: "));
            levels.push(prefix.unwrap_or_default() + &constraints.join(", "));
        }
        name = Some(match name {
            Some(outer) => format!("each item of {outer}"),
            None => "each item".to_owned(),
        });
        level = rules.each.as_deref();
    }
    (!levels.is_empty()).then(|| levels.join("; "))
}

/// The constraints of a value, without the constraints of the values in it.
fn constraints_of_value(rules: &Rules) -> Vec<String> {
    let Rules {
        // `numbers` reads these.
        min: _,
        max: _,
        above: _,
        below: _,
        multiple_of,
        min_length,
        max_length,
        pattern,
        min_items,
        max_items,
        unique_items,
        each: _,
    } = rules;
    let count = |min: Option<u64>, max: Option<u64>, unit: &str| {
        let plural = if max.or(min) == Some(1) { "" } else { "s" };
        let text = |count: Option<u64>| count.map(|count| count.to_string());
        Some(format!(
            "{} {unit}{plural}",
            inclusive(text(min), text(max))?
        ))
    };
    let all = [
        numbers(rules),
        multiple_of.map(|step| format!("a multiple of {step}")),
        count(*min_length, *max_length, "character"),
        count(*min_items, *max_items, "item"),
        unique_items.then(|| "all items are different".to_owned()),
        pattern
            .as_ref()
            .map(|pattern| format!("matches {}", code(pattern))),
    ];
    all.into_iter().flatten().collect()
}

/// The range of a number: `from 1 to 5`, `greater than 0 and at most 5`.
fn numbers(rules: &Rules) -> Option<String> {
    let text = |bound: Option<Bound>| bound.map(|bound| bound.to_string());
    let above = text(rules.above).map(|above| format!("greater than {above}"));
    let below = text(rules.below).map(|below| format!("less than {below}"));
    let ends: Vec<String> = match (above, below) {
        (None, None) => return inclusive(text(rules.min), text(rules.max)),
        (Some(above), below) => {
            let max = inclusive(None, text(rules.max));
            std::iter::once(above).chain(below).chain(max).collect()
        }
        (None, Some(below)) => {
            let min = inclusive(text(rules.min), None);
            min.into_iter().chain([below]).collect()
        }
    };
    Some(ends.join(" and "))
}

/// A range with its ends: `at least 1`, `from 1 to 5`.
fn inclusive(min: Option<String>, max: Option<String>) -> Option<String> {
    match (min, max) {
        (None, None) => None,
        (Some(min), None) => Some(format!("at least {min}")),
        (None, Some(max)) => Some(format!("at most {max}")),
        (Some(min), Some(max)) if min == max => Some(format!("exactly {min}")),
        (Some(min), Some(max)) => Some(format!("from {min} to {max}")),
    }
}

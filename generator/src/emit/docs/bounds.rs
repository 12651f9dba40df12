//! The bounds of a value as prose.

use super::code;
use crate::api::{Bound, Parameter, Presence, Rules};

/// The constraints and the default of a parameter, as a paragraph after others.
pub(in crate::emit) fn limits(parameter: &Parameter) -> Vec<String> {
    let default = match &parameter.presence {
        Presence::Default(default) => Some(format!("Default: {}.", code(&default.to_string()))),
        Presence::Required | Presence::Optional => None,
    };
    let all: Vec<String> = bounds(&parameter.rules)
        .into_iter()
        .chain(default)
        .collect();
    if all.is_empty() {
        Vec::new()
    } else {
        vec![String::new(), all.join(" ")]
    }
}

/// The constraints of a value as a sentence.
pub(in crate::emit) fn bounds(rules: &Rules) -> Option<String> {
    let number = |bound: Bound| match bound {
        Bound::Integer(value) => value.to_string(),
        Bound::Number(value) => value.to_string(),
    };
    let range = |min: Option<String>, max: Option<String>| match (min, max) {
        (None, None) => None,
        (Some(min), None) => Some(format!("at least {min}")),
        (None, Some(max)) => Some(format!("at most {max}")),
        (Some(min), Some(max)) if min == max => Some(format!("exactly {min}")),
        (Some(min), Some(max)) => Some(format!("from {min} to {max}")),
    };
    let count = |min: Option<u64>, max: Option<u64>, unit: &str| {
        let plural = if max.or(min) == Some(1) { "" } else { "s" };
        let text = |count: Option<u64>| count.map(|count| count.to_string());
        Some(format!("{} {unit}{plural}", range(text(min), text(max))?))
    };
    let all = [
        range(rules.min.map(number), rules.max.map(number)),
        count(rules.min_length, rules.max_length, "character"),
        count(rules.min_items, rules.max_items, "item"),
        rules
            .pattern
            .as_ref()
            .map(|pattern| format!("matches {}", code(pattern))),
    ];
    let all: Vec<String> = all.into_iter().flatten().collect();
    (!all.is_empty()).then(|| format!("Constraints: {}.", all.join(", ")))
}

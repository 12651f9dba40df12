//! Which values are within limits.

use regex_lite::Regex;

use super::{Limits, divides, stricter_maximum, stricter_minimum};
use crate::api::{Bound, Value};

impl Limits {
    /// Removes the limits that all of these values keep.
    pub(in crate::diff) fn without_what_all_keep(mut self, values: &[Value]) -> Self {
        let keep = |limit: Self| {
            let checks = limit.checks();
            let mut all = values.iter();
            all.all(|value| checks.allow(value) == Some(true))
        };
        let none = Self::default;
        self.min = self.min.filter(|min| {
            let min = Some(*min);
            !keep(Self { min, ..none() })
        });
        self.max = self.max.filter(|max| {
            let max = Some(*max);
            !keep(Self { max, ..none() })
        });
        self.multiple_of = self.multiple_of.filter(|step| {
            let multiple_of = Some(*step);
            !keep(Self {
                multiple_of,
                ..none()
            })
        });
        self.min_length = self.min_length.filter(|min| {
            let min_length = Some(*min);
            !keep(Self {
                min_length,
                ..none()
            })
        });
        self.max_length = self.max_length.filter(|max| {
            let max_length = Some(*max);
            !keep(Self {
                max_length,
                ..none()
            })
        });
        self.patterns.retain(|pattern| {
            let patterns = vec![pattern.clone()];
            !keep(Self { patterns, ..none() })
        });
        self
    }

    /// These limits, to check many values.
    pub(in crate::diff) fn checks(&self) -> Checks<'_> {
        let patterns = self.patterns.iter();
        Checks {
            limits: self,
            patterns: patterns.map(|pattern| Regex::new(pattern).ok()).collect(),
        }
    }
}

/// Limits with their patterns, each of which is read once.
pub(in crate::diff) struct Checks<'l> {
    limits: &'l Limits,
    /// The patterns; `None` for one that cannot be checked here.
    patterns: Vec<Option<Regex>>,
}

impl Checks<'_> {
    /// Whether a value is within the limits. `None` if a pattern cannot be checked here.
    pub(in crate::diff) fn allow(&self, value: &Value) -> Option<bool> {
        let limits = self.limits;
        let number = match value {
            Value::Text(text) => return self.allow_text(text),
            Value::Integer(number) => Bound::Integer(*number),
            Value::Number(number) => Bound::Number(*number),
            Value::Null | Value::Bool(_) | Value::List(_) | Value::Object(_) => return Some(true),
        };
        let is_above = |min| !stricter_minimum(min, (number, false));
        let is_below = |max| !stricter_maximum(max, (number, false));
        let is_within = limits.min.is_none_or(is_above) && limits.max.is_none_or(is_below);
        Some(is_within && limits.multiple_of.is_none_or(|step| divides(step, number)))
    }

    fn allow_text(&self, text: &str) -> Option<bool> {
        let Limits {
            min_length,
            max_length,
            ..
        } = self.limits;
        let length = text.chars().count() as u64;
        let is_within = min_length.is_none_or(|min| min <= length)
            && max_length.is_none_or(|max| length <= max);
        let mut known = self.patterns.iter().flatten();
        if !is_within || known.any(|pattern| !pattern.is_match(text)) {
            return Some(false);
        }
        let are_known = self.patterns.iter().all(Option::is_some);
        are_known.then_some(true)
    }
}

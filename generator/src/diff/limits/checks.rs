//! Which values are within limits.

use regex_lite::Regex;

use super::{Limits, divides, stricter_maximum, stricter_minimum};
use crate::api::{Bound, Value};

impl Limits {
    /// Removes the limits of texts and numbers that all of these values keep.
    pub(in crate::diff) fn without_what_all_keep(self, values: &[Value]) -> Self {
        let Self {
            min,
            max,
            multiple_of,
            min_length,
            max_length,
            mut patterns,
            min_items,
            max_items,
            unique_items,
            range,
            lengths,
            count,
        } = self;
        let none = Self::default;
        let is_limit = |limit: Self| !limit.is_kept_by(values);
        patterns.retain(|pattern| {
            let patterns = vec![pattern.clone()];
            is_limit(Self { patterns, ..none() })
        });
        Self {
            min: min.filter(|_| is_limit(Self { min, ..none() })),
            max: max.filter(|_| is_limit(Self { max, ..none() })),
            multiple_of: multiple_of.filter(|_| {
                is_limit(Self {
                    multiple_of,
                    ..none()
                })
            }),
            min_length: min_length.filter(|_| {
                is_limit(Self {
                    min_length,
                    ..none()
                })
            }),
            max_length: max_length.filter(|_| {
                is_limit(Self {
                    max_length,
                    ..none()
                })
            }),
            patterns,
            min_items,
            max_items,
            unique_items,
            range,
            lengths,
            count,
        }
    }

    /// Whether all of these values are within the limits, for sure.
    fn is_kept_by(&self, values: &[Value]) -> bool {
        let checks = self.checks();
        let mut all = values.iter();
        all.all(|value| checks.allow(value) == Some(true))
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

//! Checking values against schemas.

use std::collections::HashMap;

use serde_json::Number;

use super::Rules;
use super::read::{Count, JsonKind, Keyword, Rule};
use crate::decode::place_of_key;
use crate::rules::is_multiple;
use crate::validation::MISSING;
use crate::{Json, Location, ValidationError, distinct};

/// The maximum number of rules and values inside of each other, which take stack.
const MAX_DEPTH: usize = 1024;

/// The maximum number of errors that are reported.
const MAX_ERRORS: usize = 100;

/// Where a value is in the body.
#[derive(Clone, Copy)]
struct InstanceLocation<'a> {
    outer: Option<&'a InstanceLocation<'a>>,
    step: LocationStep<'a>,
    depth: usize,
}

#[derive(Clone, Copy)]
enum LocationStep<'a> {
    /// The same value, or the whole.
    Same,
    Key(&'a str),
    Index(usize),
}

impl<'a> InstanceLocation<'a> {
    const fn inside(&'a self, step: LocationStep<'a>) -> Self {
        Self {
            outer: Some(self),
            step,
            depth: self.depth + 1,
        }
    }

    fn text(&self) -> String {
        let mut text = self.outer.map(Self::text).unwrap_or_default();
        match self.step {
            LocationStep::Same => {}
            LocationStep::Index(index) => text.push_str(&format!("[{index}]")),
            LocationStep::Key(key) => {
                let key = place_of_key(key);
                if !text.is_empty() && !key.starts_with('[') {
                    text.push('.');
                }
                text.push_str(&key);
            }
        }
        text
    }
}

/// Whether errors are recorded, or only whether there are some matters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Report,
    Test,
}

/// The result so far of checking a value against a schema in `$defs`.
#[derive(Clone, Copy)]
enum Known {
    Valid,
    Invalid { is_reported: bool },
}

/// A value that is being checked.
struct Check<'c> {
    rules: &'c Rules,
    /// By the index of the schema and the address of the value, so that each pair is checked once: without it, a schema
    /// of alternatives that contains itself takes time that grows exponentially with the depth of the value.
    known: HashMap<(usize, usize), Known>,
    errors: Vec<ValidationError>,
}

impl Rules {
    /// The validation errors of the value.
    pub(super) fn check(&self, value: &Json) -> Vec<ValidationError> {
        let mut check = Check {
            rules: self,
            known: HashMap::new(),
            errors: Vec::new(),
        };
        let whole = InstanceLocation {
            outer: None,
            step: LocationStep::Same,
            depth: 0,
        };
        if !self.all.is_empty() {
            check.reference(0, value, &whole, Mode::Report);
        }
        check.errors
    }
}

impl Check<'_> {
    /// Records the problem of a value. Returns false: the value is not valid.
    fn report(&mut self, location: &InstanceLocation<'_>, mode: Mode, problem: &str) -> bool {
        if mode == Mode::Report && self.errors.len() < MAX_ERRORS {
            let error = ValidationError::new(Location::Body, location.text(), problem);
            self.errors.push(error);
        }
        false
    }

    /// Whether all items are valid. Only a check that reports errors continues after the first invalid item.
    fn all<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mode: Mode,
        mut is_valid: impl FnMut(&mut Self, T) -> bool,
    ) -> bool {
        let mut are_valid = true;
        for item in items {
            are_valid &= is_valid(self, item);
            if !are_valid && (mode == Mode::Test || self.errors.len() >= MAX_ERRORS) {
                break;
            }
        }
        are_valid
    }

    /// Whether a value satisfies a rule.
    fn accepts(&mut self, rule: &Rule, value: &Json, location: &InstanceLocation<'_>) -> bool {
        self.rule(
            rule,
            value,
            &location.inside(LocationStep::Same),
            Mode::Test,
        )
    }

    fn rule(
        &mut self,
        rule: &Rule,
        value: &Json,
        location: &InstanceLocation<'_>,
        mode: Mode,
    ) -> bool {
        if location.depth > MAX_DEPTH {
            return self.report(location, mode, "is nested too deeply");
        }
        match rule {
            Rule::Never => self.report(location, mode, "is not allowed"),
            Rule::All(keywords) => self.all(keywords, mode, |check, keyword| {
                check.keyword(keyword, value, location, mode)
            }),
        }
    }

    /// Checks a value against a schema in `$defs`. It ends, because no schema that was read refers to itself for the
    /// same value.
    fn reference(
        &mut self,
        index: usize,
        value: &Json,
        location: &InstanceLocation<'_>,
        mode: Mode,
    ) -> bool {
        let rules = self.rules;
        let Some(rule) = rules.all.get(index) else {
            return true;
        };
        let key = (index, std::ptr::from_ref(value) as usize);
        match self.known.get(&key) {
            Some(Known::Valid) => return true,
            Some(Known::Invalid { is_reported }) if *is_reported || mode == Mode::Test => {
                return false;
            }
            Some(Known::Invalid { .. }) | None => {}
        }
        let is_valid = self.rule(rule, value, &location.inside(LocationStep::Same), mode);
        let found = match is_valid {
            true => Known::Valid,
            false => Known::Invalid {
                is_reported: mode == Mode::Report,
            },
        };
        self.known.insert(key, found);
        is_valid
    }

    fn keyword(
        &mut self,
        keyword: &Keyword,
        value: &Json,
        location: &InstanceLocation<'_>,
        mode: Mode,
    ) -> bool {
        match (keyword, value) {
            (Keyword::Types(kinds), _) => {
                kinds.iter().any(|kind| is_of(*kind, value))
                    || self.report(location, mode, "has another type than the schema says")
            }
            (Keyword::Values(values), _) => {
                values.iter().any(|listed| distinct::equal(listed, value))
                    || self.report(
                        location,
                        mode,
                        "is none of the values that the schema lists",
                    )
            }
            (Keyword::AllOf(rules), _) => self.all(rules, mode, |check, rule| {
                check.rule(rule, value, &location.inside(LocationStep::Same), mode)
            }),
            (Keyword::AnyOf(rules), _) => {
                rules.iter().any(|rule| self.accepts(rule, value, location))
                    || self.report(location, mode, "fits none of the schemas of `anyOf`")
            }
            (Keyword::OneOf(rules), _) => {
                let fitting = rules
                    .iter()
                    .filter(|rule| self.accepts(rule, value, location));
                fitting.take(2).count() == 1
                    || self.report(location, mode, "must fit exactly one schema of `oneOf`")
            }
            (Keyword::Not(rule), _) => {
                !self.accepts(rule, value, location)
                    || self.report(location, mode, "must not fit the schema of `not`")
            }
            (Keyword::If(conditional), _) => {
                let branch = match self.accepts(&conditional.test, value, location) {
                    true => &conditional.then,
                    false => &conditional.otherwise,
                };
                branch.as_ref().is_none_or(|rule| {
                    self.rule(rule, value, &location.inside(LocationStep::Same), mode)
                })
            }
            (Keyword::Reference(index), _) => self.reference(*index, value, location, mode),
            (_, Json::Object(fields)) => self.object(keyword, fields, value, location, mode),
            (_, Json::Array(items)) => self.list(keyword, items, location, mode),
            (_, Json::String(text)) => self.text(keyword, text, location, mode),
            (_, Json::Number(number)) => self.number(keyword, number, location, mode),
            (_, Json::Null | Json::Bool(_)) => true,
        }
    }

    fn object(
        &mut self,
        keyword: &Keyword,
        fields: &serde_json::Map<String, Json>,
        value: &Json,
        location: &InstanceLocation<'_>,
        mode: Mode,
    ) -> bool {
        let is_there = |check: &mut Self, name: &String| {
            let inside = location.inside(LocationStep::Key(name));
            fields.contains_key(name) || check.report(&inside, mode, MISSING)
        };
        match keyword {
            Keyword::Properties {
                named,
                patterns,
                additional,
            } => self.all(fields, mode, |check, (name, field)| {
                let inside = location.inside(LocationStep::Key(name));
                let matching = patterns
                    .iter()
                    .filter(|(pattern, _)| pattern.is_match(name));
                let named = named.get(name).into_iter();
                let mut rules: Vec<&Rule> = named.chain(matching.map(|(_, rule)| rule)).collect();
                if rules.is_empty() {
                    rules.extend(additional);
                }
                check.all(rules, mode, |check, rule| {
                    check.rule(rule, field, &inside, mode)
                })
            }),
            Keyword::Required(names) => self.all(names, mode, is_there),
            Keyword::RequiredBeside(all) => {
                let present = all.iter().filter(|(name, _)| fields.contains_key(name));
                self.all(present.flat_map(|(_, names)| names), mode, is_there)
            }
            Keyword::Beside(all) => {
                let present = all.iter().filter(|(name, _)| fields.contains_key(name));
                self.all(present, mode, |check, (_, rule)| {
                    check.rule(rule, value, &location.inside(LocationStep::Same), mode)
                })
            }
            Keyword::Names(rule) => self.all(fields.keys(), mode, |check, name| {
                let inside = location.inside(LocationStep::Key(name));
                check.accepts_name(rule, name, location)
                    || check.report(&inside, mode, "has a name that is not allowed")
            }),
            Keyword::Fields(count) => self.counted(*count, fields.len(), "field", location, mode),
            _ => true,
        }
    }

    /// Whether a name satisfies a rule. It is not a part of the value, so nothing is kept of it.
    fn accepts_name(&self, rule: &Rule, name: &str, location: &InstanceLocation<'_>) -> bool {
        let mut check = Check {
            rules: self.rules,
            known: HashMap::new(),
            errors: Vec::new(),
        };
        check.accepts(rule, &Json::from(name), location)
    }

    fn list(
        &mut self,
        keyword: &Keyword,
        items: &[Json],
        location: &InstanceLocation<'_>,
        mode: Mode,
    ) -> bool {
        match keyword {
            Keyword::Items { first, additional } => {
                self.all(items.iter().enumerate(), mode, |check, (index, item)| {
                    let inside = location.inside(LocationStep::Index(index));
                    let rule = first.get(index).or(additional.as_ref());
                    rule.is_none_or(|rule| check.rule(rule, item, &inside, mode))
                })
            }
            Keyword::Contains(rule, count) => {
                let fitting = items
                    .iter()
                    .filter(|item| self.accepts(rule, item, location));
                count.allows(fitting.count())
                    || self.report(location, mode, "must contain other items, see `contains`")
            }
            Keyword::Count(count) => self.counted(*count, items.len(), "item", location, mode),
            Keyword::Distinct => {
                distinct::all(items)
                    || self.report(location, mode, "must not contain the same item twice")
            }
            _ => true,
        }
    }

    fn text(
        &mut self,
        keyword: &Keyword,
        text: &str,
        location: &InstanceLocation<'_>,
        mode: Mode,
    ) -> bool {
        match keyword {
            Keyword::Length(count) => {
                self.counted(*count, text.chars().count(), "character", location, mode)
            }
            Keyword::Pattern(pattern) => {
                let problem = || format!("must match the pattern `{}`", pattern.as_str());
                pattern.is_match(text) || self.report(location, mode, &problem())
            }
            _ => true,
        }
    }

    fn number(
        &mut self,
        keyword: &Keyword,
        number: &Number,
        location: &InstanceLocation<'_>,
        mode: Mode,
    ) -> bool {
        let value = number.as_f64().unwrap_or(f64::NAN);
        let (is_valid, words, limit) = match keyword {
            Keyword::Least(limit) => (value >= *limit, "at least", limit.to_string()),
            Keyword::Greatest(limit) => (value <= *limit, "at most", limit.to_string()),
            Keyword::Above(limit) => (value > *limit, "greater than", limit.to_string()),
            Keyword::Below(limit) => (value < *limit, "less than", limit.to_string()),
            Keyword::MultipleOf(step) => {
                let is_multiple = is_multiple(&format!("{value:e}"), step);
                (is_multiple, "a multiple of", step.clone())
            }
            _ => return true,
        };
        is_valid || self.report(location, mode, &format!("must be {words} {limit}"))
    }

    fn counted(
        &mut self,
        count: Count,
        found: usize,
        unit: &str,
        location: &InstanceLocation<'_>,
        mode: Mode,
    ) -> bool {
        let (words, limit) = match count.most {
            Some(most) => ("at most", most),
            None => ("at least", count.least),
        };
        let plural = if limit == 1 { "" } else { "s" };
        let problem = || format!("must have {words} {limit} {unit}{plural}");
        count.allows(found) || self.report(location, mode, &problem())
    }
}

fn is_of(kind: JsonKind, value: &Json) -> bool {
    match kind {
        JsonKind::Null => value.is_null(),
        JsonKind::Boolean => value.is_boolean(),
        JsonKind::Integer => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        JsonKind::Number => value.is_number(),
        JsonKind::String => value.is_string(),
        JsonKind::Array => value.is_array(),
        JsonKind::Object => value.is_object(),
    }
}

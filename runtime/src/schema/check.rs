//! Checking values against schemas.

use super::Rules;
use super::read::{Count, Keyword, Kind, Rule};
use crate::decode::place_of_key;
use crate::rules::is_multiple;
use crate::validation::MISSING;
use crate::{Json, Location, ValidationError, distinct};

/// How many rules may be inside of each other. A reference to itself would never end.
const DEEPEST: usize = 256;

/// How many errors are reported.
const MOST_ERRORS: usize = 100;

/// Where a value is in the body.
#[derive(Clone, Copy)]
struct Place<'a> {
    outer: Option<&'a Place<'a>>,
    step: Step<'a>,
    depth: usize,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    /// The same value, or the whole.
    Same,
    Key(&'a str),
    Index(usize),
}

impl<'a> Place<'a> {
    const fn inside(&'a self, step: Step<'a>) -> Self {
        Self {
            outer: Some(self),
            step,
            depth: self.depth + 1,
        }
    }

    fn text(&self) -> String {
        let mut text = self.outer.map(Self::text).unwrap_or_default();
        match self.step {
            Step::Same => {}
            Step::Index(index) => text.push_str(&format!("[{index}]")),
            Step::Key(key) => {
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

/// What is wrong, unless only whether something is wrong matters.
type Errors<'e> = Option<&'e mut Vec<ValidationError>>;

impl Rules {
    /// What is wrong with a value.
    pub(super) fn check(&self, value: &Json) -> Vec<ValidationError> {
        let mut errors = Vec::new();
        let whole = Place {
            outer: None,
            step: Step::Same,
            depth: 0,
        };
        if let Some(rule) = self.all.first() {
            self.rule(rule, value, &whole, &mut Some(&mut errors));
        }
        errors.truncate(MOST_ERRORS);
        errors
    }

    /// Whether a value satisfies a rule.
    fn accepts(&self, rule: &Rule, value: &Json, place: &Place<'_>) -> bool {
        self.rule(rule, value, &place.inside(Step::Same), &mut None)
    }

    fn rule(&self, rule: &Rule, value: &Json, place: &Place<'_>, errors: &mut Errors<'_>) -> bool {
        if place.depth > DEEPEST {
            return true;
        }
        let keywords = match rule {
            Rule::Never => return report(place, errors, "is not allowed"),
            Rule::All(keywords) => keywords,
        };
        let mut is_valid = true;
        for keyword in keywords {
            is_valid &= self.keyword(keyword, value, place, errors);
            if !is_valid && errors.is_none() {
                return false;
            }
        }
        is_valid
    }

    fn keyword(
        &self,
        keyword: &Keyword,
        value: &Json,
        place: &Place<'_>,
        errors: &mut Errors<'_>,
    ) -> bool {
        match (keyword, value) {
            (Keyword::Types(kinds), _) => {
                kinds.iter().any(|kind| is_of(*kind, value))
                    || report(place, errors, "has another type than the schema says")
            }
            (Keyword::Values(values), _) => {
                values.iter().any(|of| distinct::equal(of, value))
                    || report(place, errors, "is none of the values that the schema lists")
            }
            (Keyword::AllOf(rules), _) => {
                let mut is_valid = true;
                for rule in rules {
                    is_valid &= self.rule(rule, value, &place.inside(Step::Same), errors);
                }
                is_valid
            }
            (Keyword::AnyOf(rules), _) => {
                rules.iter().any(|rule| self.accepts(rule, value, place))
                    || report(place, errors, "fits none of the schemas of `anyOf`")
            }
            (Keyword::OneOf(rules), _) => {
                let fitting = rules.iter();
                let fitting = fitting.filter(|rule| self.accepts(rule, value, place));
                fitting.take(2).count() == 1
                    || report(place, errors, "must fit exactly one schema of `oneOf`")
            }
            (Keyword::Not(rule), _) => {
                !self.accepts(rule, value, place)
                    || report(place, errors, "must not fit the schema of `not`")
            }
            (Keyword::If(of), _) => {
                let branch = match self.accepts(&of.test, value, place) {
                    true => &of.then,
                    false => &of.otherwise,
                };
                branch
                    .as_ref()
                    .is_none_or(|rule| self.rule(rule, value, &place.inside(Step::Same), errors))
            }
            (Keyword::Reference(index), _) => self
                .all
                .get(*index)
                .is_none_or(|rule| self.rule(rule, value, &place.inside(Step::Same), errors)),
            (_, Json::Object(fields)) => self.object(keyword, fields, value, place, errors),
            (_, Json::Array(items)) => self.list(keyword, items, place, errors),
            (_, Json::String(text)) => of_text(keyword, text, place, errors),
            (_, Json::Number(number)) => of_number(keyword, number, place, errors),
            (_, Json::Null | Json::Bool(_)) => true,
        }
    }

    fn object(
        &self,
        keyword: &Keyword,
        fields: &serde_json::Map<String, Json>,
        value: &Json,
        place: &Place<'_>,
        errors: &mut Errors<'_>,
    ) -> bool {
        let missing = |name: &str, errors: &mut Errors<'_>| {
            fields.contains_key(name) || report(&place.inside(Step::Key(name)), errors, MISSING)
        };
        let mut is_valid = true;
        match keyword {
            Keyword::Properties {
                named,
                patterns,
                others,
            } => {
                for (name, field) in fields {
                    let inside = place.inside(Step::Key(name));
                    let mut rules: Vec<&Rule> = Vec::new();
                    rules.extend(named.iter().filter(|(of, _)| of == name).map(|of| &of.1));
                    let matching = patterns.iter().filter(|(of, _)| of.is_match(name));
                    rules.extend(matching.map(|of| &of.1));
                    if rules.is_empty() {
                        rules.extend(others);
                    }
                    for rule in rules {
                        is_valid &= self.rule(rule, field, &inside, errors);
                    }
                }
            }
            Keyword::Required(names) => {
                for name in names {
                    is_valid &= missing(name, errors);
                }
            }
            Keyword::RequiredBeside(all) => {
                let present = all.iter().filter(|(name, _)| fields.contains_key(name));
                for name in present.flat_map(|(_, names)| names) {
                    is_valid &= missing(name, errors);
                }
            }
            Keyword::Beside(all) => {
                let present = all.iter().filter(|(name, _)| fields.contains_key(name));
                for (_, rule) in present {
                    is_valid &= self.rule(rule, value, &place.inside(Step::Same), errors);
                }
            }
            Keyword::Names(rule) => {
                for name in fields.keys() {
                    let inside = place.inside(Step::Key(name));
                    is_valid &= self.accepts(rule, &Json::String(name.clone()), place)
                        || report(&inside, errors, "has a name that is not allowed");
                }
            }
            Keyword::Fields(count) => {
                is_valid = is_counted(*count, fields.len(), "field", place, errors);
            }
            _ => {}
        }
        is_valid
    }

    fn list(
        &self,
        keyword: &Keyword,
        items: &[Json],
        place: &Place<'_>,
        errors: &mut Errors<'_>,
    ) -> bool {
        match keyword {
            Keyword::Items { first, others } => {
                let mut is_valid = true;
                for (index, item) in items.iter().enumerate() {
                    if let Some(rule) = first.get(index).or(others.as_ref()) {
                        let inside = place.inside(Step::Index(index));
                        is_valid &= self.rule(rule, item, &inside, errors);
                    }
                }
                is_valid
            }
            Keyword::Contains(rule, count) => {
                let fitting = items.iter().filter(|item| self.accepts(rule, item, place));
                count.allows(fitting.count())
                    || report(place, errors, "must contain other items, see `contains`")
            }
            Keyword::Count(count) => is_counted(*count, items.len(), "item", place, errors),
            Keyword::Distinct => {
                distinct::all(items)
                    || report(place, errors, "must not contain the same item twice")
            }
            _ => true,
        }
    }
}

fn of_text(keyword: &Keyword, text: &str, place: &Place<'_>, errors: &mut Errors<'_>) -> bool {
    match keyword {
        Keyword::Length(count) => {
            is_counted(*count, text.chars().count(), "character", place, errors)
        }
        Keyword::Pattern(pattern) => {
            pattern.is_match(text)
                || report(
                    place,
                    errors,
                    &format!("must match the pattern `{}`", pattern.as_str()),
                )
        }
        _ => true,
    }
}

fn of_number(
    keyword: &Keyword,
    number: &serde_json::Number,
    place: &Place<'_>,
    errors: &mut Errors<'_>,
) -> bool {
    let value = number.as_f64().unwrap_or(f64::NAN);
    let (is_valid, problem) = match keyword {
        Keyword::Least(limit) => (value >= *limit, format!("must be at least {limit}")),
        Keyword::Greatest(limit) => (value <= *limit, format!("must be at most {limit}")),
        Keyword::Above(limit) => (value > *limit, format!("must be greater than {limit}")),
        Keyword::Below(limit) => (value < *limit, format!("must be less than {limit}")),
        Keyword::MultipleOf(step) => (
            is_multiple(&format!("{value:e}"), step),
            format!("must be a multiple of {step}"),
        ),
        _ => return true,
    };
    is_valid || report(place, errors, &problem)
}

fn is_of(kind: Kind, value: &Json) -> bool {
    match kind {
        Kind::Null => value.is_null(),
        Kind::Boolean => value.is_boolean(),
        Kind::Integer => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        Kind::Number => value.is_number(),
        Kind::String => value.is_string(),
        Kind::Array => value.is_array(),
        Kind::Object => value.is_object(),
    }
}

fn is_counted(
    count: Count,
    found: usize,
    unit: &str,
    place: &Place<'_>,
    errors: &mut Errors<'_>,
) -> bool {
    let plural = |of: u64| if of == 1 { "" } else { "s" };
    count.allows(found)
        || match count.most {
            Some(most) => {
                let problem = format!("must have at most {most} {unit}{}", plural(most));
                report(place, errors, &problem)
            }
            None => {
                let least = count.least;
                let problem = format!("must have at least {least} {unit}{}", plural(least));
                report(place, errors, &problem)
            }
        }
}

/// Records what is wrong with a value. Returns that it is.
fn report(place: &Place<'_>, errors: &mut Errors<'_>, problem: &str) -> bool {
    if let Some(errors) = errors {
        errors.push(ValidationError::new(Location::Body, place.text(), problem));
    }
    false
}

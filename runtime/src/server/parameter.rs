//! One parameter of a request: found, decoded and checked against its rules.

use std::borrow::Cow;

use super::source::{Occurrence, ParameterSource, REPEATED};
use crate::ValidationError;
use crate::decode::{Context, Decode, check_scalar};
use crate::parameter::QueryStyle;
use crate::rules::{Rules, set_rules};
use crate::text::Text;
use crate::validation::Problem;

/// A part of a request is invalid.
///
/// The [`Input`](super::Input) holds the validation errors, and the router responds with all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Invalid;

/// A parameter of a request, to be read as the API declares it.
///
/// Validation errors are recorded in the [`Input`](super::Input).
#[must_use]
pub struct Parameter<'a> {
    pub(super) name: &'static str,
    pub(super) source: ParameterSource<'a>,
    pub(super) rules: Rules,
    /// Whether validation errors do not name the parts of the value: keys of a map can be as personal as values.
    pub(super) hidden: bool,
    /// How the value is read. It has no errors.
    context: Context,
    validation_errors: &'a mut Vec<ValidationError>,
}

impl<'a> Parameter<'a> {
    pub(super) fn new(
        name: &'static str,
        source: ParameterSource<'a>,
        context: Context,
        validation_errors: &'a mut Vec<ValidationError>,
    ) -> Self {
        Self {
            name,
            source,
            rules: Rules::NONE,
            hidden: false,
            context,
            validation_errors,
        }
    }

    /// The value is personal or secret. It makes a difference for values with parts.
    pub const fn hidden(mut self) -> Self {
        self.hidden = true;
        self
    }

    /// How the parts of the value are read.
    pub(super) fn context(&self) -> Context {
        self.context.clone()
    }

    set_rules!(self: self.rules);

    /// A required value.
    ///
    /// # Errors
    /// It is missing, repeated, not a `T`, or violates a rule.
    pub fn required<T: Text + Decode>(mut self) -> Result<T, Invalid> {
        match self.one()? {
            Some(text) => self.read(&text, self.rules),
            None => Err(self.validation_error(crate::validation::MISSING)),
        }
    }

    /// An optional value.
    ///
    /// # Errors
    /// It is repeated, not a `T`, or violates a rule.
    pub fn optional<T: Text + Decode>(mut self) -> Result<Option<T>, Invalid> {
        match self.one()? {
            Some(text) => self.read(&text, self.rules).map(Some),
            None => Ok(None),
        }
    }

    /// An optional value, or `default` if it is absent.
    ///
    /// # Errors
    /// As [`optional`](Self::optional).
    pub fn or<T: Text + Decode>(self, default: T) -> Result<T, Invalid> {
        Ok(self.optional()?.unwrap_or(default))
    }

    /// Any number of values: a query repeats the parameter, a header holds one or more
    /// comma-separated lists, and a path or a cookie holds one.
    pub fn list(self) -> ListParameter<'a> {
        self.list_as(QueryStyle::REPEATED)
    }

    /// As [`list`](Self::list), for a query in another style.
    pub fn list_as(mut self, style: QueryStyle) -> ListParameter<'a> {
        let texts = self
            .source
            .all(self.name, style.separator)
            .map_err(|malformed| self.validation_error(malformed.problem()));
        ListParameter {
            parameter: self,
            texts,
        }
    }

    /// Reads one value.
    fn read<T: Text + Decode>(&mut self, text: &str, rules: Rules) -> Result<T, Invalid> {
        let value = T::from_request(text).map_err(|problem| self.validation_error(problem))?;
        let known = match self.context.keeps_unknown() {
            true => Ok(()),
            false => value.check_known().map_err(String::from),
        };
        known
            .and_then(|()| check_scalar(&value, &rules))
            .map_err(|problem| self.validation_error(problem))?;
        Ok(value)
    }

    /// The text of a parameter with at most one value.
    pub(super) fn one(&mut self) -> Result<Option<Cow<'a, str>>, Invalid> {
        match self.source.one(self.name) {
            Occurrence::Absent => Ok(None),
            Occurrence::Once(Ok(text)) => Ok(Some(text)),
            Occurrence::Once(Err(malformed)) => Err(self.validation_error(malformed.problem())),
            Occurrence::Repeated(_) => Err(self.validation_error(REPEATED)),
        }
    }

    /// Records a validation error.
    pub(super) fn validation_error(&mut self, problem: impl Into<Problem>) -> Invalid {
        let location = self.source.location();
        self.record(ValidationError::new(location, self.name, problem))
    }

    pub(super) fn record(&mut self, validation_error: ValidationError) -> Invalid {
        // A query can repeat a parameter as often as its length allows.
        if self.validation_errors.len() < MAX_VALIDATION_ERRORS {
            self.validation_errors.push(validation_error);
        }
        Invalid
    }
}

/// A parameter that is a list.
#[must_use]
pub struct ListParameter<'a> {
    pub(super) parameter: Parameter<'a>,
    /// The texts of its items.
    pub(super) texts: Result<Vec<Cow<'a, str>>, Invalid>,
}

impl ListParameter<'_> {
    /// The list, which may only be empty if the rules allow it.
    ///
    /// # Errors
    /// An item is not a `T`, or the list violates a rule.
    pub fn required<T: Text + Decode>(mut self) -> Result<Vec<T>, Invalid> {
        let values = self.read()?;
        self.parameter.check(values)
    }

    /// The list. An empty list violates no rule: on the wire, it is the same as an absent one.
    ///
    /// # Errors
    /// As [`required`](Self::required).
    pub fn optional<T: Text + Decode>(mut self) -> Result<Vec<T>, Invalid> {
        let values = self.read()?;
        if values.is_empty() {
            return Ok(values);
        }
        self.parameter.check(values)
    }

    fn read<T: Text + Decode>(&mut self) -> Result<Vec<T>, Invalid> {
        let texts = std::mem::replace(&mut self.texts, Err(Invalid))?;
        // All values are read, so that every validation error is reported.
        let items = texts.iter().flat_map(|text| {
            let is_list = text.contains(',') && !is_value::<T>(text);
            let parts = if is_list { usize::MAX } else { 1 };
            text.splitn(parts, ',')
        });
        let values: Vec<_> = items
            .map(|text| self.parameter.read(text, Rules::NONE))
            .collect();
        values.into_iter().collect()
    }
}

/// Whether a string is one of the values of a type. Many clients encode the commas between items, too, and no number,
/// UUID or known value of an enumeration has a comma.
fn is_value<T: Text + Decode>(text: &str) -> bool {
    T::from_text(text).is_ok_and(|value| value.check_known().is_ok())
}

/// The maximum number of validation errors of parameters in one response.
const MAX_VALIDATION_ERRORS: usize = 100;

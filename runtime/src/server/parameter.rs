//! One parameter of a request: found, decoded and checked against its rules.

use std::borrow::Cow;

use axum::http::HeaderMap;

use super::wire::{Malformed, query_values};
use crate::decode::Decode;
use crate::rules::{Rules, set_rules};
use crate::text::Text;
use crate::{Location, ValidationError};

/// A part of a request is invalid.
///
/// The [`Input`](super::Input) holds the validation errors, and the router responds with all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Invalid;

/// Where the text of a parameter is.
pub(super) enum Source<'a> {
    /// The value in the path; `None` if the path does not match the template.
    Path(Option<Result<Cow<'a, str>, Malformed>>),
    /// The query as it was sent.
    Query(&'a str),
    /// All headers.
    Header(&'a HeaderMap),
}

/// A parameter of a request, to be read as the API declares it.
///
/// Validation errors are recorded in the [`Input`](super::Input).
#[must_use]
pub struct Parameter<'a> {
    name: &'static str,
    source: Source<'a>,
    rules: Rules,
    validation_errors: &'a mut Vec<ValidationError>,
}

impl<'a> Parameter<'a> {
    pub(super) fn new(
        name: &'static str,
        source: Source<'a>,
        validation_errors: &'a mut Vec<ValidationError>,
    ) -> Self {
        Self {
            name,
            source,
            rules: Rules::NONE,
            validation_errors,
        }
    }

    set_rules!(self: self.rules);

    /// A required value.
    ///
    /// # Errors
    /// It is missing, repeated, not a `T`, or violates a rule.
    pub fn required<T: Text + Decode>(mut self) -> Result<T, Invalid> {
        match self.one()? {
            Some(text) => self.read(&text, self.rules),
            None => Err(self.validation_error("is missing")),
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
    /// comma-separated lists.
    ///
    /// # Errors
    /// One of them is not a `T`, or the list violates a rule.
    pub fn list<T: Text + Decode>(mut self) -> Result<Vec<T>, Invalid> {
        let values = self.values()?;
        self.check_list(values)
    }

    /// Any number of values, as in [`list`](Self::list); an empty list violates no rule.
    ///
    /// # Errors
    /// As [`list`](Self::list).
    pub fn optional_list<T: Text + Decode>(mut self) -> Result<Vec<T>, Invalid> {
        let values = self.values()?;
        // On the wire, an empty list and an absent one are the same.
        if values.is_empty() {
            return Ok(values);
        }
        self.check_list(values)
    }

    /// The values of a list.
    fn values<T: Text + Decode>(&mut self) -> Result<Vec<T>, Invalid> {
        let texts = self.all()?;
        // All values are read, so that every validation error is reported.
        let values: Vec<_> = texts
            .iter()
            .map(|text| self.read(text, Rules::NONE))
            .collect();
        values.into_iter().collect()
    }

    fn check_list<T: Decode>(&mut self, values: Vec<T>) -> Result<Vec<T>, Invalid> {
        let checked = values.check(&self.rules);
        checked.map_err(|problem| self.validation_error(problem))?;
        Ok(values)
    }

    /// Reads one value.
    fn read<T: Text + Decode>(&mut self, text: &str, rules: Rules) -> Result<T, Invalid> {
        let value = T::from_text(text).map_err(|expected| self.validation_error(expected))?;
        value
            .check_own()
            .and_then(|()| value.check(&rules))
            .map_err(|problem| self.validation_error(problem))?;
        Ok(value)
    }

    /// The text of a parameter with at most one value.
    fn one(&mut self) -> Result<Option<Cow<'a, str>>, Invalid> {
        let (first, more) = match &mut self.source {
            Source::Path(value) => (value.take(), false),
            Source::Query(query) => first_of(query_values(query, self.name)),
            Source::Header(headers) => first_of(header_values(headers, self.name)),
        };
        if more {
            return Err(self.validation_error("must not be given more than once"));
        }
        first
            .transpose()
            .map_err(|malformed| self.validation_error(malformed.problem()))
    }

    /// The texts of a parameter with several values.
    fn all(&mut self) -> Result<Vec<Cow<'a, str>>, Invalid> {
        let texts: Result<Vec<_>, Malformed> = match &mut self.source {
            Source::Path(value) => value.take().into_iter().collect(),
            Source::Query(query) => query_values(query, self.name).collect(),
            Source::Header(headers) => header_items(headers, self.name),
        };
        texts.map_err(|malformed| self.validation_error(malformed.problem()))
    }

    /// Records a validation error.
    fn validation_error(&mut self, problem: impl Into<String>) -> Invalid {
        let location = match self.source {
            Source::Path(_) => Location::Path,
            Source::Query(_) => Location::Query,
            Source::Header(_) => Location::Header,
        };
        let validation_error = ValidationError {
            location,
            name: self.name.into(),
            problem: problem.into(),
        };
        // A query can repeat a parameter as often as its length allows.
        if self.validation_errors.len() < MAX_VALIDATION_ERRORS {
            self.validation_errors.push(validation_error);
        }
        Invalid
    }
}

/// The maximum number of validation errors of parameters in one response.
const MAX_VALIDATION_ERRORS: usize = 100;

/// The first value, and whether there are more.
fn first_of<T>(mut values: impl Iterator<Item = T>) -> (Option<T>, bool) {
    let first = values.next();
    (first, values.next().is_some())
}

/// The values of a header, one per occurrence.
fn header_values<'a>(
    headers: &'a HeaderMap,
    name: &'a str,
) -> impl Iterator<Item = Result<Cow<'a, str>, Malformed>> {
    let texts = headers
        .get_all(name)
        .into_iter()
        .map(|value| str::from_utf8(value.as_bytes()));
    texts.map(|text| text.map(Cow::Borrowed).map_err(|_| Malformed::NotUtf8))
}

/// The items of a list header (RFC 9110, 5.6.1), without empty ones.
fn header_items<'a>(headers: &'a HeaderMap, name: &'a str) -> Result<Vec<Cow<'a, str>>, Malformed> {
    let mut items = Vec::new();
    for value in headers.get_all(name) {
        let list = str::from_utf8(value.as_bytes()).map_err(|_| Malformed::NotUtf8)?;
        let parts = list
            .split(',')
            .map(str::trim)
            .filter(|item| !item.is_empty());
        items.extend(parts.map(Cow::Borrowed));
    }
    Ok(items)
}

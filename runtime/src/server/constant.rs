//! Parameters that always have the same value.

use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri};

use super::Input;
use super::source::{Occurrence, ParameterSource, REPEATED};
use crate::decode::Literal;
use crate::validation::Problem;
use crate::{Location, ValidationError};

/// A parameter that always has the same value. Handlers do not get it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ConstantParameter {
    location: Location,
    name: &'static str,
    value: Literal,
    required: bool,
}

impl ConstantParameter {
    /// A parameter in the query.
    pub fn query(name: &'static str, value: impl Into<Literal>) -> Self {
        Self::new(Location::Query, name, value.into())
    }

    /// A header.
    pub fn header(name: &'static str, value: impl Into<Literal>) -> Self {
        Self::new(Location::Header, name, value.into())
    }

    /// A cookie.
    pub fn cookie(name: &'static str, value: impl Into<Literal>) -> Self {
        Self::new(Location::Cookie, name, value.into())
    }

    fn new(location: Location, name: &'static str, value: Literal) -> Self {
        Self {
            location,
            name,
            value,
            required: true,
        }
    }

    /// It may be absent.
    #[must_use]
    pub fn optional(mut self) -> Self {
        self.required = false;
        self
    }

    /// Whether a request has the parameter, so that it is for an operation with it.
    pub(super) fn selects(&self, uri: &Uri, headers: &HeaderMap) -> bool {
        !self.required || self.problem(uri, headers).is_none()
    }

    /// Whether requests must have it.
    pub(super) const fn is_required(&self) -> bool {
        self.required
    }

    /// The problem of the parameter in a request; `None` if it has its value.
    fn problem(&self, uri: &Uri, headers: &HeaderMap) -> Option<String> {
        let source = match self.location {
            Location::Query => ParameterSource::Query(uri.query().unwrap_or_default()),
            Location::Header => ParameterSource::Header(headers),
            Location::Cookie => ParameterSource::Cookie(headers),
            // There are no such constants.
            Location::Path | Location::Body => return None,
        };
        match source.one(self.name) {
            Occurrence::Repeated(_) => Some(REPEATED.to_owned()),
            Occurrence::Absent => self.required.then(|| crate::validation::MISSING.to_owned()),
            Occurrence::Once(Err(malformed)) => Some(malformed.problem().to_owned()),
            Occurrence::Once(Ok(text)) if self.value.is_text(&text) => None,
            Occurrence::Once(Ok(_)) => Some(Problem::constant(self.value).into_text()),
        }
    }
}

impl Input {
    /// Records a validation error for each parameter that has another value.
    pub(super) fn check_constants(&mut self, constants: &[ConstantParameter]) {
        for constant in constants {
            let Parts { uri, headers, .. } = &self.parts;
            if let Some(problem) = constant.problem(uri, headers) {
                let (location, name) = (constant.location, constant.name);
                let error = ValidationError::new(location, name, problem);
                self.validation_errors.push(error);
            }
        }
    }
}

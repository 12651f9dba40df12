//! Why a multipart form cannot be read.

use std::error::Error;
use std::fmt;

use crate::ValidationError;
use crate::body::BodyError;

/// Why a multipart form, or one of its parts, cannot be read.
///
/// After an invalid part, the next one can be read. A body that is not complete, or not multipart, has no further
/// parts.
///
/// In a handler, `?` returns it like any other error. The server responds with 413 or 400 instead of 500.
#[derive(Debug)]
#[non_exhaustive]
pub enum MultipartError {
    /// The form does not match the specification. The places of the validation errors begin with the name of the part:
    /// `hints.names[0]`.
    Invalid(Vec<ValidationError>),
    /// The body is incomplete or too large.
    Body(BodyError),
}

impl MultipartError {
    /// The body is not multipart.
    pub(super) fn malformed(problem: &str) -> Self {
        let problem = format!("is not valid multipart: {problem}");
        Self::Invalid(vec![ValidationError::of_body(problem)])
    }
}

impl fmt::Display for MultipartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(errors) => match errors.first() {
                Some(first) => first.fmt(f),
                None => f.write_str("the form does not match the specification"),
            },
            Self::Body(_) => f.write_str("the form is not complete"),
        }
    }
}

impl Error for MultipartError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Body(error) => Some(error),
            Self::Invalid(_) => None,
        }
    }
}

//! The body of an error.

use std::fmt;

use http::StatusCode;
use serde_json::Map;

use super::OneLine;
use crate::decode::{Decode, Field, Literal, from_json};
use crate::{Json, ValidationError};

/// The content of an error's body, in the fields that all errors of the API have.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ErrorBody {
    /// The status, which the body repeats in some APIs.
    pub status: i64,
    /// What went wrong, for people.
    pub message: String,
    /// What few errors have. It is boxed because a small error keeps the `Result` of every handler small.
    pub details: Option<Box<ErrorDetails>>,
}

/// What few errors have.
///
/// `Debug` omits the values of `others`, since nothing is known about their content.
#[derive(Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ErrorDetails {
    /// The error's own code, for programs.
    pub code: Option<String>,
    /// The first invalid parameter.
    pub parameter: Option<String>,
    /// Details, for programs.
    pub metadata: Option<Map<String, Json>>,
    /// All other fields, as they are on the wire. Those that are fields of the error's struct are sent as they are
    /// there.
    pub additional_fields: Map<String, Json>,
}

impl ErrorBody {
    /// A body with a message only.
    pub fn new(status: impl Into<i64>, message: impl Into<String>) -> Self {
        Self {
            status: status.into(),
            message: message.into(),
            details: None,
        }
    }

    /// The same with another message.
    #[must_use]
    pub fn with_message(mut self, message: impl Into<String>) -> Self {
        self.message = message.into();
        self
    }

    /// The same with a code.
    #[must_use]
    pub fn with_code(mut self, code: impl Into<String>) -> Self {
        self.details_mut().code = Some(code.into());
        self
    }

    /// The error's own code, for programs.
    pub fn code(&self) -> Option<&str> {
        self.details.as_ref()?.code.as_deref()
    }

    /// The first invalid parameter.
    pub fn parameter(&self) -> Option<&str> {
        self.details.as_ref()?.parameter.as_deref()
    }

    /// Details, for programs.
    pub fn metadata(&self) -> Option<&Map<String, Json>> {
        self.details.as_ref()?.metadata.as_ref()
    }

    /// Details, for programs, to add to them.
    pub fn metadata_mut(&mut self) -> &mut Map<String, Json> {
        self.details_mut().metadata.get_or_insert_default()
    }

    /// The value of a further field, as it is on the wire.
    pub fn other(&self, name: &str) -> Option<&Json> {
        self.details.as_ref()?.additional_fields.get(name)
    }

    /// The value of a further field; `None` if it is absent or of another type.
    ///
    /// ```
    /// # use specsmith_runtime::error::ErrorBody;
    /// let mut body = ErrorBody::new(402, "Declined");
    /// body.details_mut().additional_fields.insert("tries".to_owned(), 3.into());
    /// assert_eq!(body.read::<i64>("tries"), Some(3));
    /// ```
    pub fn read<T: Decode>(&self, name: &str) -> Option<T> {
        from_json(self.other(name)?.to_string().as_bytes()).ok()
    }

    /// The value of a field of an error's struct. `None` if a required value is absent or of another type.
    #[doc(hidden)]
    pub fn field<T: Decode>(&self, field: &Field) -> Option<T> {
        let absent = || match field.is_required() {
            true => None,
            false => T::absent(),
        };
        self.read(field.name()).or_else(absent)
    }

    /// Whether its further fields have these values.
    pub(crate) fn has(&self, values: &[(&str, Literal)]) -> bool {
        values.iter().all(|(name, value)| {
            let found = self.other(name);
            found.is_some_and(|found| value.is(found))
        })
    }

    /// What few errors have, to add to it.
    pub fn details_mut(&mut self) -> &mut ErrorDetails {
        self.details.get_or_insert_default()
    }

    /// The validation errors of the request: what is wrong, and where. A response 400 lists them in
    /// the field `invalid` of the metadata; other errors have none.
    pub fn validation_errors(&self) -> Vec<ValidationError> {
        let listed = self
            .metadata()
            .and_then(|metadata| metadata.get(ValidationError::FIELD)?.as_array());
        let listed = listed.into_iter().flatten();
        listed.filter_map(ValidationError::from_json).collect()
    }
}

/// HTTP's reason phrase for a status.
pub(super) fn reason(status: u16) -> Option<&'static str> {
    StatusCode::from_u16(status).ok()?.canonical_reason()
}

impl fmt::Debug for ErrorDetails {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let others: Vec<&String> = self.additional_fields.keys().collect();
        f.debug_struct("ErrorDetails")
            .field("code", &self.code)
            .field("parameter", &self.parameter)
            .field("metadata", &self.metadata)
            .field("others", &others)
            .finish()
    }
}

/// Writes an error on one line: its status, its message unless it repeats the reason phrase, and its
/// first validation errors. Text from the server is escaped, so that it cannot break the line.
pub(crate) fn write_error(
    status: u16,
    body: &ErrorBody,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    f.write_str(&describe(status))?;
    if reason(status) != Some(&body.message) {
        write!(f, ": {}", OneLine(&body.message))?;
    }
    let validation_errors = body.validation_errors();
    let mut separator = ": ";
    for validation_error in validation_errors.iter().take(MAX_SHOWN) {
        write!(f, "{separator}{}", OneLine(validation_error))?;
        separator = "; ";
    }
    match validation_errors.len().saturating_sub(MAX_SHOWN) {
        0 => Ok(()),
        more => write!(f, "; and {more} more"),
    }
}

/// The maximum number of validation errors on one line.
const MAX_SHOWN: usize = 5;

/// A status with its reason phrase: `404 Not Found`.
pub(crate) fn describe(status: u16) -> String {
    match reason(status) {
        Some(reason) => format!("{status} {reason}"),
        None => status.to_string(),
    }
}

//! The body of an error.

use std::fmt;

use http::StatusCode;
use serde_json::Map;

use super::OneLine;
use crate::{Json, ValidationError};

/// What the body of an error says.
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorBody {
    /// The code, which repeats the status unless the API has codes of its own.
    pub code: i64,
    /// What went wrong, for people.
    pub message: String,
    /// More about it, for programs. It is boxed because it is seldom there, and an error
    /// should take no more room in a `Result` than what it is the alternative of.
    pub metadata: Option<Box<Map<String, Json>>>,
}

impl ErrorBody {
    /// A body without metadata.
    pub fn new(code: impl Into<i64>, message: impl Into<String>) -> Self {
        Self {
            code: code.into(),
            message: message.into(),
            metadata: None,
        }
    }

    /// What the server found wrong with the request, and where. It says so in a response 400,
    /// in the member `invalid` of the metadata; elsewhere there is nothing.
    pub fn validation_errors(&self) -> Vec<ValidationError> {
        let metadata = self.metadata.as_ref();
        let listed =
            metadata.and_then(|metadata| metadata.get(ValidationError::MEMBER)?.as_array());
        let listed = listed.into_iter().flatten();
        listed.filter_map(ValidationError::from_json).collect()
    }
}

/// How an API writes the bodies of its errors.
#[derive(Debug, Clone, Copy)]
pub struct ErrorShape {
    /// The member that wraps the others, where there is one.
    pub envelope: Option<&'static str>,
    /// The member with the code.
    pub code: &'static str,
    /// The member with the message.
    pub message: &'static str,
    /// The member with the metadata.
    pub metadata: &'static str,
    /// The message of each status that the API documents.
    pub messages: &'static [(u16, &'static str)],
}

impl ErrorShape {
    /// The message for a status: the API's own, or the reason phrase of HTTP.
    pub fn message(&self, status: u16) -> &'static str {
        let documented = self
            .messages
            .iter()
            .find(|(documented, _)| *documented == status);
        documented.map_or_else(|| reason(status).unwrap_or("Error"), |(_, message)| message)
    }

    /// The body for a status, with the message of that status.
    pub fn body(&self, status: u16) -> ErrorBody {
        ErrorBody::new(status, self.message(status))
    }

    /// Writes a body as JSON.
    pub fn encode(&self, body: &ErrorBody) -> Vec<u8> {
        let mut members = Map::new();
        members.insert(self.code.into(), body.code.into());
        members.insert(self.message.into(), body.message.as_str().into());
        if let Some(metadata) = &body.metadata {
            members.insert(self.metadata.into(), Json::Object(Map::clone(metadata)));
        }
        let members = Json::Object(members);
        let whole = match self.envelope {
            Some(envelope) => Json::Object(Map::from_iter([(envelope.to_owned(), members)])),
            None => members,
        };
        whole.to_string().into_bytes()
    }

    /// Reads a body. The message must be there; without a code, `status` is the code.
    ///
    /// None where the text is not an error of this API, but for instance the page of a
    /// proxy on the way.
    pub fn decode(&self, text: &[u8], status: u16) -> Option<ErrorBody> {
        let Ok(Json::Object(mut whole)) = serde_json::from_slice(text) else {
            return None;
        };
        let mut members = match self.envelope {
            Some(envelope) => match whole.remove(envelope)? {
                Json::Object(members) => members,
                Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_) => {
                    return None;
                }
            },
            None => whole,
        };
        let Some(Json::String(message)) = members.remove(self.message) else {
            return None;
        };
        let code = members
            .get(self.code)
            .and_then(Json::as_i64)
            .unwrap_or_else(|| status.into());
        let metadata = match members.remove(self.metadata) {
            Some(Json::Object(metadata)) => Some(Box::new(metadata)),
            Some(_) | None => None,
        };
        Some(ErrorBody {
            code,
            message,
            metadata,
        })
    }
}

/// The reason phrase that HTTP has for a status.
fn reason(status: u16) -> Option<&'static str> {
    StatusCode::from_u16(status).ok()?.canonical_reason()
}

/// Writes an error as one line: its status, its message, and the first of its validation errors.
/// The text of the server is escaped, so that it cannot break the line.
pub(crate) fn write_error(
    status: u16,
    body: &ErrorBody,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    write!(f, "{}: {}", describe(status), OneLine(&body.message))?;
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

/// How many validation errors are shown on one line.
const MAX_SHOWN: usize = 5;

/// A status with its reason phrase: `404 Not Found`.
pub(crate) fn describe(status: u16) -> String {
    match reason(status) {
        Some(reason) => format!("{status} {reason}"),
        None => status.to_string(),
    }
}

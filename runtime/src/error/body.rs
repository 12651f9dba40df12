//! The body of an error.

use std::fmt;

use http::StatusCode;
use serde_json::Map;

use super::OneLine;
use crate::{Json, ValidationError};

/// The content of an error's body.
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorBody {
    /// The code, which repeats the status unless the API has its own codes.
    pub code: i64,
    /// What went wrong, for people.
    pub message: String,
    /// Details, for programs. It is boxed because it is rare, and a small error keeps the `Result`
    /// of every handler small.
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

    /// The validation errors of the request: what is wrong, and where. A response 400 lists them in
    /// the field `invalid` of the metadata; other errors have none.
    pub fn validation_errors(&self) -> Vec<ValidationError> {
        let metadata = self.metadata.as_ref();
        let listed = metadata.and_then(|metadata| metadata.get(ValidationError::FIELD)?.as_array());
        let listed = listed.into_iter().flatten();
        listed.filter_map(ValidationError::from_json).collect()
    }
}

/// The shape of the API's error bodies.
#[derive(Debug, Clone, Copy)]
pub struct ErrorShape {
    /// The field that wraps the others, if there is one.
    pub envelope: Option<&'static str>,
    /// The field with the code.
    pub code: &'static str,
    /// The field with the message.
    pub message: &'static str,
    /// The field with the metadata.
    pub metadata: &'static str,
    /// The message of each status that the API documents.
    pub messages: &'static [(u16, &'static str)],
}

impl ErrorShape {
    /// The message for a status: the API's, or HTTP's reason phrase.
    pub fn message(&self, status: u16) -> &'static str {
        let documented = self
            .messages
            .iter()
            .find(|(documented, _)| *documented == status);
        documented.map_or_else(|| reason(status).unwrap_or("Error"), |(_, message)| message)
    }

    /// The body for a status, with its message.
    pub fn body(&self, status: u16) -> ErrorBody {
        ErrorBody::new(status, self.message(status))
    }

    /// Writes a body as JSON.
    pub fn encode(&self, body: &ErrorBody) -> Vec<u8> {
        let mut fields = Map::new();
        fields.insert(self.code.into(), body.code.into());
        fields.insert(self.message.into(), body.message.as_str().into());
        if let Some(metadata) = &body.metadata {
            fields.insert(self.metadata.into(), Json::Object(Map::clone(metadata)));
        }
        let fields = Json::Object(fields);
        let whole = match self.envelope {
            Some(envelope) => Json::Object(Map::from_iter([(envelope.to_owned(), fields)])),
            None => fields,
        };
        whole.to_string().into_bytes()
    }

    /// Reads a body. The message is required; without a code, `status` is the code.
    ///
    /// `None` if the text is not an error of this API, such as the page of a proxy.
    pub fn decode(&self, text: &[u8], status: u16) -> Option<ErrorBody> {
        let Ok(Json::Object(mut whole)) = serde_json::from_slice(text) else {
            return None;
        };
        let mut fields = match self.envelope {
            Some(envelope) => match whole.remove(envelope)? {
                Json::Object(fields) => fields,
                Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_) => {
                    return None;
                }
            },
            None => whole,
        };
        let Some(Json::String(message)) = fields.remove(self.message) else {
            return None;
        };
        let code = fields
            .get(self.code)
            .and_then(Json::as_i64)
            .unwrap_or_else(|| status.into());
        let metadata = match fields.remove(self.metadata) {
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

/// HTTP's reason phrase for a status.
fn reason(status: u16) -> Option<&'static str> {
    StatusCode::from_u16(status).ok()?.canonical_reason()
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

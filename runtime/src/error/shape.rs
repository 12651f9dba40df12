//! The shape of the bodies that all errors of an API have.

use serde_json::Map;

use super::body::reason;
use super::{ErrorBody, SentBody, Statuses};
use crate::Json;
use crate::decode::{Decode, Field, Literal, without_mark};
use crate::encode::{Encoded, to_json};

/// The shape of the API's error bodies: the names of their fields. A field without a name is not in the bodies.
#[derive(Debug, Clone, Copy)]
pub struct ErrorShape {
    /// The media type.
    pub media: &'static str,
    /// The field that wraps the others, if there is one.
    pub envelope: Option<&'static str>,
    /// The field that repeats the status.
    pub status: Option<&'static str>,
    /// The field with the error's own code.
    pub code: Option<ErrorField>,
    /// The field with the message.
    pub message: Option<&'static str>,
    /// The field with the first invalid parameter.
    pub parameter: Option<ErrorField>,
    /// The field with the metadata.
    pub metadata: Option<ErrorField>,
    /// Whether bodies have a `title`, like the bodies of problem details (RFC 9457, section 3.1.3). It is the reason
    /// phrase of problems without their own type.
    pub title: bool,
    /// The default message of each status that the API documents.
    pub messages: &'static [(Statuses, &'static str)],
    /// The default code of each status that has one.
    pub codes: &'static [(Statuses, &'static str)],
    /// The further fields that are null unless they have a value.
    pub nulls: &'static [&'static str],
    /// The default values of further fields of each status.
    pub values: &'static [(Statuses, Values)],
    /// The errors that share a status, of which only some are retried. The first one that matches decides.
    pub retries: &'static [RetryRule],
}

/// Whether the client retries after an error that shares its status with others.
#[derive(Debug, Clone, Copy)]
pub struct RetryRule {
    /// The statuses.
    pub statuses: Statuses,
    /// The code of the error, if that tells it apart.
    pub code: Option<&'static str>,
    /// The values of fields that tell it apart.
    pub values: Values,
    /// Whether the client retries after it.
    pub retry: bool,
}

impl RetryRule {
    #[cfg(feature = "client")]
    fn matches(&self, body: &ErrorBody) -> bool {
        let is_coded = self.code.is_none_or(|code| body.code() == Some(code));
        is_coded && body.has(self.values)
    }
}

/// Values of fields, by name.
type Values = &'static [(&'static str, Literal)];

/// A field of error bodies that not every error has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ErrorField {
    name: &'static str,
    is_optional: bool,
}

impl ErrorField {
    /// A field that is absent if there is no value.
    pub const fn optional(name: &'static str) -> Self {
        Self {
            name,
            is_optional: true,
        }
    }

    /// A field that is null if there is no value.
    pub const fn nullable(name: &'static str) -> Self {
        Self {
            name,
            is_optional: false,
        }
    }

    fn write(self, value: Option<Json>, fields: &mut Map<String, Json>) {
        match value {
            Some(value) => fields.insert(self.name.into(), value),
            None if self.is_optional => None,
            None => fields.insert(self.name.into(), Json::Null),
        };
    }
}

impl ErrorShape {
    /// JSON without any fields, to which an API adds its own.
    pub const JSON: Self = Self {
        media: "application/json",
        envelope: None,
        status: None,
        code: None,
        message: None,
        parameter: None,
        metadata: None,
        title: false,
        messages: &[],
        codes: &[],
        nulls: &[],
        values: &[],
        retries: &[],
    };

    /// The message for a status: the API's, or HTTP's reason phrase.
    pub fn message(&self, status: u16) -> &'static str {
        let api_message = self.message_of_api(status);
        api_message.unwrap_or_else(|| reason(status).unwrap_or("Error"))
    }

    /// The API's message for a status, if it has one.
    pub(crate) fn message_of_api(&self, status: u16) -> Option<&'static str> {
        default_for(self.messages, status)
    }

    /// The body for a status, with its message, its code and its values.
    pub fn body(&self, status: u16) -> ErrorBody {
        let mut body = ErrorBody::new(status, self.message(status));
        if let Some(code) = default_for(self.codes, status) {
            body = body.with_code(code);
        }
        let nulls = self.nulls.iter().map(|name| (*name, Json::Null));
        let values = default_for(self.values, status)
            .unwrap_or_default()
            .iter()
            .map(|(name, value)| (*name, value.json()));
        for (name, value) in nulls.chain(values) {
            body.details_mut()
                .additional_fields
                .insert(name.to_owned(), value);
        }
        body
    }

    /// A body as it is sent.
    pub fn sent(&self, body: &ErrorBody) -> SentBody {
        SentBody {
            media: Some(self.media),
            bytes: self.encode(body),
        }
    }

    /// A body as it is sent, with the fields of the error's struct.
    ///
    /// # Errors
    /// A value cannot be written as JSON.
    #[doc(hidden)]
    pub fn sent_with(
        &self,
        body: &ErrorBody,
        fields: &[(Field, &dyn BodyField)],
    ) -> serde_json::Result<SentBody> {
        if fields.is_empty() {
            return Ok(self.sent(body));
        }
        let mut body = body.clone();
        let additional = &mut body.details_mut().additional_fields;
        for (field, value) in fields {
            match value.json(field)? {
                Some(value) => additional.insert(field.name().to_owned(), value),
                None => additional.remove(field.name()),
            };
        }
        Ok(self.sent(&body))
    }

    /// Writes a body as JSON.
    pub fn encode(&self, body: &ErrorBody) -> Vec<u8> {
        let mut fields = Map::new();
        let text = |text: &str| Json::from(text);
        if let Some(name) = self.status {
            fields.insert(name.into(), body.status.into());
        }
        if let Some(field) = self.code {
            field.write(body.code().map(text), &mut fields);
        }
        if let Some(name) = self.message {
            fields.insert(name.into(), text(&body.message));
        }
        if let Some(field) = self.parameter {
            field.write(body.parameter().map(text), &mut fields);
        }
        if let Some(field) = self.metadata {
            let metadata = body.metadata().cloned().map(Json::Object);
            field.write(metadata, &mut fields);
        }
        if let Some(details) = &body.details {
            fields.extend(details.additional_fields.clone());
        }
        // The title of a problem without its own type is the reason phrase (RFC 9457, section 4.2.1).
        if self.title {
            let kind = fields.get("type").and_then(Json::as_str);
            if kind.is_none_or(|kind| kind == "about:blank")
                && let Some(reason) = u16::try_from(body.status).ok().and_then(reason)
            {
                fields.entry("title").or_insert_with(|| text(reason));
            }
        }
        let fields = Json::Object(fields);
        let whole = match self.envelope {
            Some(envelope) => Json::Object(Map::from_iter([(envelope.to_owned(), fields)])),
            None => fields,
        };
        whole.to_string().into_bytes()
    }

    /// Whether an error of these statuses may pass. The body is read if only some of them may.
    #[cfg(feature = "client")]
    pub(crate) fn may_pass(
        &self,
        statuses: Statuses,
        body: impl FnOnce() -> Option<ErrorBody>,
    ) -> bool {
        let mut rules = self
            .retries
            .iter()
            .filter(|rule| rule.statuses == statuses)
            .peekable();
        if rules.peek().is_none() {
            return true;
        }
        let Some(body) = body() else { return false };
        let found = rules.find(|rule| rule.matches(&body));
        found.is_some_and(|rule| rule.retry)
    }

    /// Reads a body. A message is required if the API has one; without a status, it is the status of the response.
    ///
    /// `None` if the text is not an error of this API, such as the page of a proxy.
    pub fn decode(&self, text: &[u8], status: u16) -> Option<ErrorBody> {
        let Ok(Json::Object(mut whole)) = serde_json::from_slice(without_mark(text)) else {
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
        let mut body = ErrorBody::new(status, "");
        match self.message {
            Some(name) => match fields.remove(name) {
                Some(Json::String(message)) => body.message = message,
                // All fields of problem details are optional (RFC 9457, section 3.1).
                None if self.media == PROBLEM => {
                    let title = fields
                        .get("title")
                        .and_then(Json::as_str)
                        .unwrap_or_else(|| self.message(status));
                    title.clone_into(&mut body.message);
                }
                Some(_) | None => return None,
            },
            None => self.message(status).clone_into(&mut body.message),
        }
        if let Some(found) = self.status.and_then(|name| fields.remove(name)) {
            body.status = found.as_i64().unwrap_or(body.status);
        }
        let text = |field: Option<ErrorField>, fields: &mut Map<String, Json>| {
            fields.remove(field?.name).and_then(|found| match found {
                Json::String(text) => Some(text),
                // APIs without codes in text have numbers.
                Json::Number(number) => Some(number.to_string()),
                Json::Null | Json::Bool(_) | Json::Array(_) | Json::Object(_) => None,
            })
        };
        let code = text(self.code, &mut fields);
        let parameter = text(self.parameter, &mut fields);
        let metadata = match self.metadata.and_then(|field| fields.remove(field.name)) {
            Some(Json::Object(metadata)) => Some(metadata),
            Some(_) | None => None,
        };
        if code.is_some() || parameter.is_some() || metadata.is_some() || !fields.is_empty() {
            let details = body.details_mut();
            (details.code, details.parameter) = (code, parameter);
            (details.metadata, details.additional_fields) = (metadata, fields);
        }
        Some(body)
    }
}

/// The media type of problem details (RFC 9457, section 6.1).
const PROBLEM: &str = "application/problem+json";

/// A value of an error's struct that is in its body.
#[doc(hidden)]
pub trait BodyField {
    /// The value; `None` if it is absent.
    ///
    /// # Errors
    /// It cannot be written as JSON.
    fn json(&self, field: &Field) -> serde_json::Result<Option<Json>>;
}

impl<T: Decode> BodyField for T {
    fn json(&self, field: &Field) -> serde_json::Result<Option<Json>> {
        if !field.is_required() && self.is_absent() {
            return Ok(None);
        }
        serde_json::from_slice(&to_json(Vec::new(), &Encoded(self))?).map(Some)
    }
}

/// The entry of exactly this status, or else the entry of its class, or of all errors.
fn default_for<T: Copy>(table: &[(Statuses, T)], status: u16) -> Option<T> {
    let entry = |wanted: Statuses| {
        let mut entries = table.iter();
        entries.find_map(|(statuses, value)| (*statuses == wanted).then_some(*value))
    };
    entry(Statuses::Exact(status))
        .or_else(|| entry(Statuses::Class(status / 100)))
        .or_else(|| entry(Statuses::Any))
}

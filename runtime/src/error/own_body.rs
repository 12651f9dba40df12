//! Bodies of errors that do not have the shape of all others.

use http::header::CONTENT_TYPE;

use super::ErrorResponse;
use crate::decode::{Decode, from_json, from_json_in};
use crate::encode::{Encoded, to_json};
use crate::header_value::essence;
#[cfg(feature = "client")]
use crate::repair::repaired;

/// The body of an error as it is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentBody {
    /// The media type; `None` if there is no body.
    pub media: Option<&'static str>,
    /// The text.
    pub bytes: Vec<u8>,
}

impl SentBody {
    /// No body.
    pub const NONE: Self = Self {
        media: None,
        bytes: Vec::new(),
    };
}

/// A JSON value of this media type. It can be the only field of an object.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct JsonErrorBody(pub &'static str, pub Option<&'static str>);

impl JsonErrorBody {
    /// The media type.
    pub const fn media(self) -> &'static str {
        self.0
    }

    /// Reads the body of an error of these statuses; `None` if it is not of this type. A lenient client takes what may
    /// be of the layers around the handlers as well, if nothing is missing: its server may have other layers, or none.
    pub fn read<T: Decode>(self, response: &ErrorResponse<'_>, statuses: u16) -> Option<T> {
        let may_be_of_layers = response.may_be_of_layers(statuses);
        if may_be_of_layers && response.deviations.is_none() {
            return None;
        }
        let read = |text: &[u8]| match self.1 {
            Some(envelope) => from_json_in(envelope, text),
            None => from_json(text),
        };
        let value = read(response.text);
        #[cfg(feature = "client")]
        let value = match (value, response.deviations) {
            (Err(error), Some(deviations)) if !may_be_of_layers => {
                repaired(response.text, error, deviations, |text| read(&text))
            }
            (value, _) => value,
        };
        value.ok()
    }

    /// Writes the body.
    ///
    /// # Errors
    /// The value cannot be written as JSON.
    pub fn write<T: Decode>(self, value: &T) -> serde_json::Result<SentBody> {
        let mut bytes = Vec::new();
        if let Some(envelope) = self.1 {
            bytes.push(b'{');
            bytes = to_json(bytes, envelope)?;
            bytes.push(b':');
        }
        bytes = to_json(bytes, &Encoded(value))?;
        if self.1.is_some() {
            bytes.push(b'}');
        }
        Ok(SentBody {
            media: Some(self.0),
            bytes,
        })
    }
}

/// Text of this media type, in UTF-8. Clients read other charsets too.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct TextErrorBody(pub &'static str);

impl TextErrorBody {
    /// The media type.
    pub const fn media(self) -> &'static str {
        self.0
    }

    /// Reads the body; `None` if it has another media type, such as the page of a proxy.
    pub fn read(self, response: &ErrorResponse<'_>, statuses: u16) -> Option<String> {
        if response.may_be_of_layers(statuses) {
            return None;
        }
        let media = response.headers.get(CONTENT_TYPE)?.to_str().ok()?;
        let is_meant = essence(media.as_bytes()).eq_ignore_ascii_case(essence(self.0.as_bytes()));
        #[cfg(feature = "client")]
        let text = crate::charset::decode(response.text, Some(media.as_bytes())).ok()?;
        #[cfg(not(feature = "client"))]
        let text = str::from_utf8(response.text).ok()?;
        is_meant.then(|| text.to_string())
    }

    /// Writes the body.
    ///
    /// # Errors
    /// Never.
    pub fn write<T: AsRef<str>>(self, text: &T) -> serde_json::Result<SentBody> {
        Ok(SentBody {
            media: Some(self.0),
            bytes: text.as_ref().into(),
        })
    }
}

/// Bytes, which are sent with this media type. Bytes of any media type are read.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct BinaryErrorBody(pub &'static str);

impl BinaryErrorBody {
    /// The media type.
    pub const fn media(self) -> &'static str {
        self.0
    }

    /// Reads the body.
    pub fn read(self, response: &ErrorResponse<'_>, statuses: u16) -> Option<Vec<u8>> {
        let is_own = !response.may_be_of_layers(statuses);
        is_own.then(|| response.text.to_vec())
    }

    /// Writes the body.
    ///
    /// # Errors
    /// Never.
    pub fn write<T: AsRef<[u8]>>(self, bytes: &T) -> serde_json::Result<SentBody> {
        Ok(SentBody {
            media: Some(self.0),
            bytes: bytes.as_ref().into(),
        })
    }
}

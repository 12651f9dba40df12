//! Values that are text as it is, such as the body of a `text/plain` response.
//!
//! Their types are read and written through JSON strings. Separate functions for text would be compiled for every
//! type, and text is rare.

#[cfg(any(feature = "client", feature = "streams"))]
use crate::decode::{Decode, InvalidJson, from_json};
use crate::encode::to_json;

/// Reads a value whose JSON is a string.
///
/// # Errors
/// The text is not a value of this type.
#[cfg(any(feature = "client", feature = "streams"))]
pub(crate) fn read<T: Decode>(text: &str) -> Result<T, InvalidJson> {
    let json = to_json(Vec::with_capacity(text.len() + 2), text);
    from_json(&json.unwrap_or_default())
}

/// Reads a value whose JSON is a string from a body with this `Content-Type`.
///
/// # Errors
/// The body is not text in its charset, or not a value of this type.
#[cfg(feature = "client")]
pub(crate) fn read_bytes<T: Decode>(
    bytes: &[u8],
    content_type: Option<&[u8]>,
) -> Result<T, InvalidJson> {
    let text = crate::charset::decode(bytes, content_type).map_err(|problem| {
        InvalidJson::ValidationError(crate::ValidationError::of_body(problem))
    })?;
    read(&text)
}

/// The text of a value whose JSON is a string.
///
/// # Errors
/// The JSON of the value is not a string.
#[cfg(feature = "server")]
pub(crate) fn write<T: serde_core::Serialize + ?Sized>(
    value: &T,
) -> Result<String, serde_json::Error> {
    from_json_string(&to_json(Vec::new(), value)?)
}

/// The text of a JSON string.
///
/// # Errors
/// It is other JSON.
#[cfg(any(feature = "server", feature = "streams"))]
pub(crate) fn from_json_string(json: &[u8]) -> Result<String, serde_json::Error> {
    serde_json::from_slice(json)
}

//! Values as text: in paths, queries and headers, and in JSON strings.

use std::borrow::Cow;

use http::{HeaderMap, HeaderName, HeaderValue};

use crate::Expected;

/// A type whose values can stand in a path, a query or a header.
pub trait Text: Sized {
    /// Reads a value. The rules of the type are not checked, since only a server does so.
    ///
    /// # Errors
    /// What was expected instead.
    fn from_text(text: &str) -> Result<Self, Expected>;

    /// Writes the value.
    fn to_text(&self) -> Cow<'_, str>;
}

/// A value to be put into a path, a query or a header, of whatever type it is.
pub trait ParameterValue {
    /// Writes the value.
    fn parameter_text(&self) -> Cow<'_, str>;
}

impl<T: Text> ParameterValue for T {
    fn parameter_text(&self) -> Cow<'_, str> {
        self.to_text()
    }
}

impl Text for String {
    fn from_text(text: &str) -> Result<Self, Expected> {
        Ok(text.to_owned())
    }

    fn to_text(&self) -> Cow<'_, str> {
        Cow::Borrowed(self)
    }
}

impl Text for bool {
    fn from_text(text: &str) -> Result<Self, Expected> {
        match text {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(Expected::new("expected `true` or `false`")),
        }
    }

    fn to_text(&self) -> Cow<'_, str> {
        Cow::Borrowed(if *self { "true" } else { "false" })
    }
}

impl Text for i64 {
    fn from_text(text: &str) -> Result<Self, Expected> {
        text.parse()
            .map_err(|_| Expected::new("expected an integer"))
    }

    fn to_text(&self) -> Cow<'_, str> {
        Cow::Owned(self.to_string())
    }
}

impl Text for f64 {
    fn from_text(text: &str) -> Result<Self, Expected> {
        // Rust would read `inf` and `nan` as well, which are no numbers to anybody else.
        let number = text.parse().ok().filter(|number: &Self| number.is_finite());
        number.ok_or(Expected::new("expected a number"))
    }

    fn to_text(&self) -> Cow<'_, str> {
        Cow::Owned(self.to_string())
    }
}

/// Reads a header of an answer. What cannot be read counts as absent, because an answer
/// that is otherwise good should not be lost for it.
pub fn read_header<T: Text>(headers: &HeaderMap, name: &str) -> Option<T> {
    let text = headers.get(name)?.to_str().ok()?;
    T::from_text(text.trim()).ok()
}

/// Writes a header of an answer. A value that no header can hold is left out.
pub fn write_header<T: Text>(headers: &mut HeaderMap, name: &'static str, value: &Option<T>) {
    let Some(value) = value else { return };
    let name = HeaderName::from_bytes(name.as_bytes());
    let value = HeaderValue::from_str(&value.to_text());
    if let (Ok(name), Ok(value)) = (name, value) {
        headers.insert(name, value);
    }
}

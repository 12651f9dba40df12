//! From events to text.

use std::time::Duration;

/// An event to write. `data` may have several lines.
pub(super) struct Written<'a> {
    pub(super) name: &'a str,
    pub(super) id: Option<&'a str>,
    pub(super) retry: Option<Duration>,
    pub(super) data: &'a [u8],
}

/// A comment, which keeps a connection alive. Readers ignore it.
pub(super) const COMMENT: &[u8] = b":\n\n";

/// Why an event cannot be written. It does not repeat the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unwritable(&'static str);

impl std::fmt::Display for Unwritable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for Unwritable {}

impl Written<'_> {
    /// Appends the event to `text`.
    ///
    /// Readers see each end of a line in the data as a line feed.
    ///
    /// # Errors
    /// The name or the identifier has a character that would end it.
    pub(super) fn write(&self, text: &mut Vec<u8>) -> Result<(), Unwritable> {
        let breaks = |value: &str| value.contains(['\r', '\n']);
        if breaks(self.name) {
            return Err(Unwritable("the name of an event has a line break"));
        }
        if self.id.is_some_and(|id| breaks(id) || id.contains('\0')) {
            return Err(Unwritable(
                "the identifier of an event has a line break or a null character",
            ));
        }
        if !self.name.is_empty() {
            field(text, "event", self.name.as_bytes());
        }
        if let Some(id) = self.id {
            field(text, "id", id.as_bytes());
        }
        if let Some(retry) = self.retry {
            field(text, "retry", retry.as_millis().to_string().as_bytes());
        }
        let mut rest = self.data;
        while let Some(end) = memchr::memchr2(b'\r', b'\n', rest) {
            let (line, after) = rest.split_at(end);
            field(text, "data", line);
            rest = match after {
                [b'\r', b'\n', after @ ..] | [_, after @ ..] => after,
                [] => after,
            };
        }
        field(text, "data", rest);
        text.push(b'\n');
        Ok(())
    }
}

fn field(text: &mut Vec<u8>, name: &str, value: &[u8]) {
    text.extend_from_slice(name.as_bytes());
    text.extend_from_slice(b": ");
    text.extend_from_slice(value);
    text.push(b'\n');
}

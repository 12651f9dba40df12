//! The settings of an event stream.

use super::field::{Leaf, find};

/// How an operation uses server-sent events. The generated crate has one constant for each event stream.
///
/// ```
/// use specsmith_runtime::codegen as rt;
///
/// static EVENTS: rt::EventFormat = rt::EventFormat {
///     end: Some(rt::EndEvent::Data("[DONE]")),
///     error: Some(rt::ErrorEvent::Named("error")),
///     ..rt::EventFormat::JSON
/// };
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventFormat {
    /// Whether the data of an event is text as it is, instead of JSON.
    pub text: bool,
    /// The event that ends the stream. A stream without it has been interrupted.
    pub end: Option<EndEvent>,
    /// The events that are errors.
    pub error: Option<ErrorEvent>,
    /// The path of the field whose value the server sends as the name of an event as well. Empty if there is none.
    pub named_by: &'static [&'static str],
    /// Whether the client connects again, with the identifier of the last event, if the connection breaks.
    pub resumable: bool,
}

impl EventFormat {
    /// Data in JSON, and nothing else.
    pub const JSON: Self = Self {
        text: false,
        end: None,
        error: None,
        named_by: &[],
        resumable: false,
    };
}

/// The event that ends a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndEvent {
    /// The event with exactly this data.
    Data(&'static str),
    /// The event with this name.
    Named(&'static str),
}

/// The events that are errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorEvent {
    /// Events with this name.
    Named(&'static str),
    /// Events with this value in the field at this path. A list on the way stands for each of its items.
    Field(&'static [&'static str], ErrorValue),
}

/// The value of a field in events that are errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorValue {
    /// Any value but null.
    Present,
    /// This text.
    Text(&'static str),
    /// This integer.
    Integer(i64),
    /// This boolean.
    Boolean(bool),
}

impl EventFormat {
    /// Whether an event ends the stream.
    pub(super) fn is_end(&self, name: &[u8], data: &[u8]) -> bool {
        match self.end {
            None => false,
            Some(EndEvent::Data(text)) => data == text.as_bytes(),
            Some(EndEvent::Named(known)) => name == known.as_bytes(),
        }
    }

    /// Whether an event is an error.
    pub(super) fn is_error(&self, name: &[u8], data: &[u8]) -> bool {
        match self.error {
            None => false,
            Some(ErrorEvent::Named(known)) => name == known.as_bytes(),
            Some(ErrorEvent::Field(path, value)) => value.is_at(path, data),
        }
    }

    /// The name of an event with this data.
    pub(super) fn name_of(&self, data: &[u8]) -> Option<String> {
        let mut name = None;
        if !self.named_by.is_empty() {
            find(data, self.named_by, &mut |leaf| {
                if let Leaf::Text(text) = leaf {
                    name = Some(text.to_owned());
                }
            });
        }
        name
    }
}

impl ErrorValue {
    /// Whether this value is at `path` in a JSON text.
    fn is_at(self, path: &[&str], data: &[u8]) -> bool {
        let mut found = false;
        if self.may_be_in(path, data) {
            find(data, path, &mut |leaf| found |= self.matches(leaf));
        }
        found
    }

    /// Whether it is possible that the value is in the text. Most events are ruled out without being parsed.
    fn may_be_in(self, path: &[&str], data: &[u8]) -> bool {
        let word = match self {
            Self::Text(text) => Some(text),
            Self::Present | Self::Integer(_) | Self::Boolean(_) => path.last().copied(),
        };
        // A string may be written with escapes.
        let escaped = || memchr::memchr(b'\\', data).is_some();
        word.is_none_or(|word| memchr::memmem::find(data, word.as_bytes()).is_some() || escaped())
    }

    fn matches(self, leaf: Leaf<'_>) -> bool {
        match self {
            Self::Present => leaf != Leaf::Null,
            Self::Text(text) => leaf == Leaf::Text(text),
            Self::Integer(number) => leaf == Leaf::Integer(number),
            Self::Boolean(value) => leaf == Leaf::Boolean(value),
        }
    }
}

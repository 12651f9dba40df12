//! The data of events, from and to text.

use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt;

use serde_core::Serialize;

use crate::decode::{Decode, InvalidJson, from_json};
use crate::encode::to_json;
use crate::plain;

/// What events contain: any type that is read as JSON, and unions whose variant is the name of the event.
///
/// ```
/// # use specsmith_runtime::codegen as rt;
/// # use specsmith_runtime::decode::InvalidJson;
/// enum Activity {
///     Starred,
///     Renamed(String),
///     Other(String, rt::Json),
/// }
///
/// impl rt::EventItem for Activity {
///     fn read(event: &rt::ReceivedEvent<'_>) -> Result<Self, InvalidJson> {
///         match event.name() {
///             "starred" => Ok(Self::Starred),
///             "renamed" => event.value().map(Self::Renamed),
///             name => Ok(Self::Other(name.into(), event.value()?)),
///         }
///     }
///
///     fn write(&self, event: &mut rt::EventDraft) -> Result<(), serde_json::Error> {
///         match self {
///             Self::Starred => event.named("starred").value(&rt::Json::Null),
///             Self::Renamed(name) => event.named("renamed").value(name),
///             Self::Other(name, value) => event.named(name.clone()).value(value),
///         }
///     }
/// }
/// ```
pub trait EventItem: Sized + Send + 'static {
    /// Reads the data of an event.
    ///
    /// # Errors
    /// The data does not match the specification.
    fn read(event: &ReceivedEvent<'_>) -> Result<Self, InvalidJson>;

    /// Writes the data of an event, and its name if the type determines it.
    ///
    /// # Errors
    /// The value has no JSON.
    fn write(&self, event: &mut EventDraft) -> Result<(), serde_json::Error>;
}

impl<T: Decode + Send + 'static> EventItem for T {
    fn read(event: &ReceivedEvent<'_>) -> Result<Self, InvalidJson> {
        event.value()
    }

    fn write(&self, event: &mut EventDraft) -> Result<(), serde_json::Error> {
        event.value(self)
    }
}

/// For streams without error events.
impl EventItem for Infallible {
    fn read(_: &ReceivedEvent<'_>) -> Result<Self, InvalidJson> {
        Err(InvalidJson::Empty)
    }

    fn write(&self, _: &mut EventDraft) -> Result<(), serde_json::Error> {
        match *self {}
    }
}

/// An event that was received, whose data has not been read yet.
pub struct ReceivedEvent<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) data: Cow<'a, str>,
    /// Whether the data is text as it is.
    pub(super) text: bool,
}

impl ReceivedEvent<'_> {
    /// The name of the event, which is `message` by default.
    pub fn name(&self) -> &str {
        if self.name.is_empty() {
            "message"
        } else {
            &self.name
        }
    }

    /// Reads the data.
    ///
    /// # Errors
    /// The data does not match the specification.
    pub fn value<T: Decode>(&self) -> Result<T, InvalidJson> {
        if self.text {
            plain::read(&self.data)
        } else {
            from_json(self.data.as_bytes())
        }
    }
}

/// Shows the name only: nothing is known about the data.
impl fmt::Debug for ReceivedEvent<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReceivedEvent")
            .field("name", &self.name())
            .finish_non_exhaustive()
    }
}

/// An event that is being written.
#[derive(Default)]
pub struct EventDraft {
    pub(super) name: Cow<'static, str>,
    pub(super) data: Vec<u8>,
    pub(super) text: bool,
}

impl EventDraft {
    /// Sets the name.
    pub fn named(&mut self, name: impl Into<Cow<'static, str>>) -> &mut Self {
        self.name = name.into();
        self
    }

    /// Sets the data.
    ///
    /// # Errors
    /// The value has no JSON.
    pub fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), serde_json::Error> {
        let mut data = std::mem::take(&mut self.data);
        data.clear();
        self.data = to_json(data, value)?;
        if self.text {
            self.data = plain::from_json_string(&self.data)?.into_bytes();
        }
        Ok(())
    }
}

impl fmt::Debug for EventDraft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EventDraft")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

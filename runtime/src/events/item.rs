//! The data of events, from and to text.

use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt;

use super::EventFormat;
use crate::decode::{Decode, InvalidJson, from_json};
use crate::encode::{Encoded, to_json};
use crate::plain;
use crate::validation::{Problem, RepairCause, ValidationError};
use crate::{Expected, Json, Location};

/// What events contain: any type that is read as JSON, and unions whose variant is the name of the event, which
/// [`event_union!`](crate::event_union) defines.
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
    /// How the data is written.
    pub(super) form: DataForm,
}

/// How the data of an event is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum DataForm {
    /// As JSON, unless a variant says that it is text.
    #[default]
    Json,
    /// As text as it is.
    Text,
    /// As JSON, even if a variant says that it is text on the wire.
    OnlyJson,
}

impl DataForm {
    /// The form of the data of all events of a stream.
    pub(super) const fn of(format: &EventFormat) -> Self {
        match format.text {
            true => Self::Text,
            false => Self::Json,
        }
    }

    /// The form of the data of a variant that is text on the wire.
    const fn of_text(self) -> Self {
        match self {
            Self::Json | Self::Text => Self::Text,
            Self::OnlyJson => Self::OnlyJson,
        }
    }
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

    /// The same event, whose data is text as it is.
    #[must_use]
    pub fn text(&self) -> ReceivedEvent<'_> {
        ReceivedEvent {
            name: Cow::Borrowed(&self.name),
            data: Cow::Borrowed(&self.data),
            form: self.form.of_text(),
        }
    }

    /// Reads the data.
    ///
    /// # Errors
    /// The data does not match the specification.
    pub fn value<T: Decode>(&self) -> Result<T, InvalidJson> {
        match self.form {
            DataForm::Text => plain::read(&self.data),
            DataForm::Json | DataForm::OnlyJson => from_json(self.data.as_bytes()),
        }
    }

    /// The error for a name that is not one of these.
    pub fn unknown(&self, names: &[&'static str]) -> InvalidJson {
        let expected = Expected::one_of(names.iter().copied());
        // A name cannot be repaired, even if it is missing.
        let problem = Problem::new(RepairCause::Rule, expected);
        InvalidJson::ValidationError(ValidationError::new(Location::Body, "event", problem))
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
    pub(super) form: DataForm,
}

impl EventDraft {
    /// Sets the name.
    pub fn named(&mut self, name: impl Into<Cow<'static, str>>) -> &mut Self {
        self.name = name.into();
        self
    }

    /// Writes the data of this event as text, if it is a string.
    pub const fn text(&mut self) -> &mut Self {
        self.form = self.form.of_text();
        self
    }

    /// Sets the data.
    ///
    /// # Errors
    /// The value has no JSON.
    pub fn value<T: Decode>(&mut self, value: &T) -> Result<(), serde_json::Error> {
        let mut data = std::mem::take(&mut self.data);
        data.clear();
        self.data = to_json(data, &Encoded(value))?;
        if self.form == DataForm::Text {
            self.data = plain::from_json_string(&self.data)?.into_bytes();
        }
        Ok(())
    }

    /// Sets the data, or an empty object: readers skip events without data.
    ///
    /// # Errors
    /// The value has no JSON.
    pub fn data<T: Decode>(&mut self, value: Option<&T>) -> Result<(), serde_json::Error> {
        match value {
            Some(value) => self.value(value),
            None => self.value(&Json::Object(serde_json::Map::new())),
        }
    }
}

impl fmt::Debug for EventDraft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EventDraft")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

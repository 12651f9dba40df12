//! Events outside of streams, in tests and in storage: an object with the name and the data.

use std::borrow::Cow;

use serde_core::de::Error as _;
use serde_core::ser::{Error as _, SerializeMap};
use serde_core::{Deserialize, Deserializer, Serializer};

use super::item::DataForm;
use super::{EventDraft, EventItem, ReceivedEvent};
use crate::Json;

/// Writes an event as `{"event": "pushed", "data": {…}}`. Data that is text in a stream is a string.
///
/// # Errors
/// The event has no JSON, or the serializer's own error.
pub fn to_object<T: EventItem, S: Serializer>(event: &T, serializer: S) -> Result<S::Ok, S::Error> {
    let mut draft = EventDraft {
        form: DataForm::OnlyJson,
        ..EventDraft::default()
    };
    event.write(&mut draft).map_err(S::Error::custom)?;
    let data: Json = serde_json::from_slice(&draft.data).map_err(S::Error::custom)?;
    let mut object = serializer.serialize_map(Some(2))?;
    object.serialize_entry("event", &draft.name)?;
    object.serialize_entry("data", &data)?;
    object.end()
}

/// Reads what [`to_object`] writes.
///
/// # Errors
/// The data does not match the specification, or the deserializer's own error.
pub fn from_object<'de, T: EventItem, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let object = Json::deserialize(deserializer)?;
    let Some(name) = object.get("event").and_then(Json::as_str) else {
        return Err(D::Error::custom("`event` must be the name of an event"));
    };
    let data = object.get("data").unwrap_or(&Json::Null);
    let event = ReceivedEvent {
        name: Cow::Borrowed(name),
        data: Cow::Owned(data.to_string()),
        form: DataForm::OnlyJson,
    };
    T::read(&event).map_err(D::Error::custom)
}

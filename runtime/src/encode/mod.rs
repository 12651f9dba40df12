//! Writing values.

mod container;
mod json;
mod plain;

use std::collections::BTreeMap;

use serde_core::Serialize;
use serde_core::ser::{SerializeMap, Serializer};

pub use self::json::to_json;
pub(crate) use self::json::{BOXED, JsonWriter};
use crate::Maybe;

/// Writes an object field by field. It keeps the first error, writes nothing after it and returns it
/// at the end, so that the code of a type has one place that can fail.
pub struct ObjectWriter<S: Serializer> {
    map: Result<S::SerializeMap, S::Error>,
}

impl<S: Serializer> ObjectWriter<S> {
    /// Begins an object.
    pub fn new(serializer: S) -> Self {
        // The number of fields is not known, since some may be absent.
        Self {
            map: serializer.serialize_map(None),
        }
    }

    /// Writes a field.
    pub fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) {
        if let Ok(map) = &mut self.map
            && let Err(error) = map.serialize_entry(name, value)
        {
            self.map = Err(error);
        }
    }

    /// Writes a field if it has a value.
    pub fn optional<T: Serialize>(&mut self, name: &str, value: &Option<T>) {
        if let Some(value) = value {
            self.field(name, value);
        }
    }

    /// Writes a field that may be null, unless it is absent.
    pub fn maybe<T: Serialize>(&mut self, name: &str, value: &Maybe<T>) {
        match value {
            Maybe::Value(value) => self.field(name, value),
            Maybe::Null => self.field(name, &()),
            Maybe::Absent => {}
        }
    }

    /// Writes the fields that are not in the specification. Those with the name of a `declared` field are
    /// skipped, so that no name is written twice.
    pub fn others<T: Serialize>(
        &mut self,
        others: &BTreeMap<String, T>,
        declared: &[crate::decode::Field],
    ) {
        let unnamed = others
            .iter()
            .filter(|(name, _)| declared.iter().all(|field| field.name != name.as_str()));
        for (name, value) in unnamed {
            self.field(name, value);
        }
    }

    /// Ends the object.
    ///
    /// # Errors
    /// The serializer's first error.
    pub fn end(self) -> Result<S::Ok, S::Error> {
        self.map?.end()
    }
}

/// An absent value is written as null where it cannot be omitted, for example in a list.
impl<T: Serialize> Serialize for Maybe<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Value(value) => serializer.serialize_some(value),
            Self::Null | Self::Absent => serializer.serialize_none(),
        }
    }
}

#[cfg(test)]
mod tests;

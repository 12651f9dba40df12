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

/// Writes an object member by member. The first error is kept and told at the end, and
/// nothing is written after it: so a type with many members has one place that can fail.
pub struct ObjectWriter<S: Serializer> {
    map: Result<S::SerializeMap, S::Error>,
}

impl<S: Serializer> ObjectWriter<S> {
    /// Begins an object.
    pub fn new(serializer: S) -> Self {
        // How many members there will be is not known while some may be left out.
        Self {
            map: serializer.serialize_map(None),
        }
    }

    /// Writes a member.
    pub fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) {
        if let Ok(map) = &mut self.map
            && let Err(error) = map.serialize_entry(name, value)
        {
            self.map = Err(error);
        }
    }

    /// Writes a member where there is a value.
    pub fn optional<T: Serialize>(&mut self, name: &str, value: &Option<T>) {
        if let Some(value) = value {
            self.field(name, value);
        }
    }

    /// Writes a member that may be null, unless it is absent.
    pub fn maybe<T: Serialize>(&mut self, name: &str, value: &Maybe<T>) {
        match value {
            Maybe::Value(value) => self.field(name, value),
            Maybe::Null => self.field(name, &()),
            Maybe::Absent => {}
        }
    }

    /// Writes the members that the specification does not name, leaving out those that
    /// `declared` has, so that no name is written twice.
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
    /// What the serializer said first.
    pub fn end(self) -> Result<S::Ok, S::Error> {
        self.map?.end()
    }
}

/// Absent is written as null where it cannot be left out, as in a list.
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

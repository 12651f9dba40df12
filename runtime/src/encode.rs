//! Writing values.

use std::collections::BTreeMap;

use serde_core::Serialize;
use serde_core::ser::{SerializeMap, Serializer};

use crate::Maybe;

/// Writes an object member by member.
pub struct ObjectWriter<S: Serializer> {
    map: S::SerializeMap,
}

impl<S: Serializer> ObjectWriter<S> {
    /// Begins an object.
    ///
    /// # Errors
    /// What the serializer says; the same holds for the other functions here.
    pub fn new(serializer: S) -> Result<Self, S::Error> {
        // How many members there will be is not known while some may be left out.
        Ok(Self {
            map: serializer.serialize_map(None)?,
        })
    }

    /// Writes a member.
    pub fn field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), S::Error> {
        self.map.serialize_entry(name, value)
    }

    /// Writes a member where there is a value.
    pub fn optional<T: Serialize>(
        &mut self,
        name: &'static str,
        value: &Option<T>,
    ) -> Result<(), S::Error> {
        match value {
            Some(value) => self.map.serialize_entry(name, value),
            None => Ok(()),
        }
    }

    /// Writes a member that may be null, unless it is absent.
    pub fn maybe<T: Serialize>(
        &mut self,
        name: &'static str,
        value: &Maybe<T>,
    ) -> Result<(), S::Error> {
        match value {
            Maybe::Value(value) => self.map.serialize_entry(name, value),
            Maybe::Null => self.map.serialize_entry(name, &()),
            Maybe::Absent => Ok(()),
        }
    }

    /// Writes the members that the specification does not name, leaving out those that
    /// `declared` has, so that no name is written twice.
    pub fn others<T: Serialize>(
        &mut self,
        others: &BTreeMap<String, T>,
        declared: &[crate::decode::Field],
    ) -> Result<(), S::Error> {
        let unnamed = others
            .iter()
            .filter(|(name, _)| declared.iter().all(|field| field.name != name.as_str()));
        for (name, value) in unnamed {
            self.map.serialize_entry(name, value)?;
        }
        Ok(())
    }

    /// Ends the object.
    pub fn end(self) -> Result<S::Ok, S::Error> {
        self.map.end()
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

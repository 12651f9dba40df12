//! Writing values.

mod container;
mod inside;
mod json;
mod plain;

use serde_core::Serialize;
use serde_core::ser::{Error as _, SerializeMap, Serializer};

#[cfg(feature = "form")]
pub(crate) use self::container::DIGITS;
pub(crate) use self::container::containers;
use self::inside::Inside;
pub(crate) use self::inside::{ObjectOnly, OpenObject};
pub(crate) use self::json::to_json;
pub(crate) use self::json::{BOXED, JsonWriter};
use crate::Maybe;
use crate::decode::{Decode, Field, Object, References};

/// Writes an object.
///
/// # Errors
/// The serializer's first error.
pub fn write_object<T: Object, S: Serializer>(
    object: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let table = T::table();
    let mut writer = ObjectWriter {
        fields: table.fields.iter(),
        // The number of fields is not known, since some may be absent.
        map: serializer.serialize_map(None),
    };
    for constant in table.constants {
        writer.field(constant.name, &constant.value);
    }
    object.references().write(table, &mut writer);
    writer.map?.end()
}

/// A value for serde, written by [`Decode::encode`].
#[derive(Debug)]
pub struct Encoded<'v, T>(pub &'v T);

impl<T: Decode> Serialize for Encoded<'_, T> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.encode(serializer)
    }
}

/// How values of a type are written.
pub trait Form<T> {
    /// Writes a value.
    ///
    /// # Errors
    /// The serializer's own error, or the value has no form on the wire.
    fn write<S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error>;
}

/// The form of a type whose `Serialize` writes it as on the wire.
#[derive(Debug)]
pub enum OfSerde {}

impl<T: Serialize> Form<T> for OfSerde {
    fn write<S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        value.serialize(serializer)
    }
}

/// A value as the only field of an object.
#[cfg(feature = "client")]
pub(crate) struct Enveloped<'v, T>(pub(crate) &'static str, pub(crate) &'v T);

#[cfg(feature = "client")]
impl<T: Decode> Serialize for Enveloped<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(self.0, &Encoded(self.1))?;
        map.end()
    }
}

/// Writes an object field by field. It keeps the first error, and writes nothing after it.
#[derive(Debug)]
pub struct ObjectWriter<M: SerializeMap> {
    /// The entries of the next fields.
    fields: std::slice::Iter<'static, Field>,
    map: Result<M, M::Error>,
}

impl<M: SerializeMap> ObjectWriter<M> {
    /// Writes the next field, unless it is absent.
    #[inline]
    pub(crate) fn next<T: Decode>(&mut self, value: &T) {
        if let Some(field) = self.fields.next()
            && (field.1.required || !value.is_absent())
        {
            self.field(field.name(), &Encoded(value));
        }
    }

    #[inline]
    pub(crate) fn field<T: Serialize>(&mut self, name: &str, value: &T) {
        if let Ok(map) = &mut self.map
            && let Err(error) = map.serialize_entry(name, value)
        {
            self.map = Err(error);
        }
    }
}

impl<M: SerializeMap> ObjectWriter<M> {
    /// Stops with an error, because another field has this name.
    #[cold]
    pub(crate) fn refuse(&mut self, name: &str) {
        if self.map.is_ok() {
            let message =
                format_args!("`{name}` is a field of its own, so it cannot be among the others");
            self.map = Err(M::Error::custom(message));
        }
    }
}

impl<M: SerializeMap> ObjectWriter<M> {
    /// Writes the entries of an object.
    pub(crate) fn entries<T: Serialize>(&mut self, value: &T) {
        if let Ok(map) = &mut self.map
            && let Err(error) = value.serialize(ObjectOnly(Inside(map)))
        {
            self.map = Err(error);
        }
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

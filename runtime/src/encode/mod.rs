//! Writing values.

mod container;
mod json;
mod plain;

use std::collections::BTreeMap;
use std::fmt;

use serde_core::Serialize;
use serde_core::ser::{SerializeMap, Serializer};

pub use self::json::to_json;
pub(crate) use self::json::{BOXED, JsonWriter};
use crate::Maybe;
use crate::decode::{Decode, Field, More};

/// Writes an object: `fields` is its table, `values` are references to the values of its fields.
///
/// # Errors
/// The serializer's first error.
pub fn write_object<S: Serializer, V: WriteValues>(
    fields: &'static [Field],
    values: V,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut object = ObjectWriter {
        fields: fields.iter(),
        // The number of fields is not known, since some may be absent.
        map: serializer.serialize_map(None),
    };
    values.write(fields, &mut object);
    object.map?.end()
}

/// References to the values of an object's fields, in the order of its table.
pub trait WriteValues {
    /// Writes all values.
    fn write<M: SerializeMap>(self, all: &'static [Field], object: &mut ObjectWriter<M>);
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
    fn next<T: Serialize + Decode>(&mut self, value: &T) {
        if let Some(field) = self.fields.next()
            && (field.required || !value.is_absent())
        {
            self.field(field.name, value);
        }
    }

    #[inline]
    fn field<T: Serialize>(&mut self, name: &str, value: &T) {
        if let Ok(map) = &mut self.map
            && let Err(error) = map.serialize_entry(name, value)
        {
            self.map = Err(error);
        }
    }
}

/// Implements [`WriteValues`] for tuples.
macro_rules! tuples {
    ($(($($value:ident $index:tt)*))+) => {$(
        impl<$($value: Serialize + Decode),*> WriteValues for ($(&$value,)*) {
            #[inline]
            fn write<Map: SerializeMap>(self, _: &'static [Field], object: &mut ObjectWriter<Map>) {
                let _ = &object;
                $(object.next(self.$index);)*
            }
        }
    )+};
}

tuples! {
    ()
    (A 0)
    (A 0 B 1)
    (A 0 B 1 C 2)
    (A 0 B 1 C 2 D 3)
    (A 0 B 1 C 2 D 3 E 4)
    (A 0 B 1 C 2 D 3 E 4 F 5)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11 M 12)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11 M 12 N 13)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11 M 12 N 13 O 14)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11 M 12 N 13 O 14 P 15)
}

impl<A: WriteValues, B: WriteValues> WriteValues for More<A, B> {
    #[inline]
    fn write<M: SerializeMap>(self, all: &'static [Field], object: &mut ObjectWriter<M>) {
        self.0.write(all, object);
        self.1.write(all, object);
    }
}

/// References to the values of the declared fields, and to those that the specification does not name.
#[derive(Debug)]
pub struct AndOthers<'v, V, T>(pub V, pub &'v BTreeMap<String, T>);

impl<V: WriteValues, T: Serialize> WriteValues for AndOthers<'_, V, T> {
    /// Skips others with the name of a declared field, so that no name is written twice.
    fn write<M: SerializeMap>(self, all: &'static [Field], object: &mut ObjectWriter<M>) {
        self.0.write(all, object);
        for (name, value) in self.1 {
            if all.iter().all(|field| field.name != name.as_str()) {
                object.field(name, value);
            }
        }
    }
}

/// Shows an object as a derived `Debug` does, without the values that must not be shown. `values` has
/// the names of the Rust fields, and may have one more value than `fields`.
///
/// # Errors
/// Those of the formatter.
pub fn debug_object(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    fields: &[Field],
    values: &[(&str, &dyn fmt::Debug)],
) -> fmt::Result {
    let mut shown = f.debug_struct(name);
    for (index, (name, value)) in values.iter().enumerate() {
        // Without the prefix of a raw identifier, as in a derived `Debug`.
        let name = name.strip_prefix("r#").unwrap_or(name);
        match fields.get(index).and_then(|field| field.hidden) {
            Some(hidden) => shown.field(name, &format_args!("{hidden}")),
            None => shown.field(name, value),
        };
    }
    shown.finish()
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

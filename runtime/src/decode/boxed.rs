//! Reading `Boxed` fields.
//!
//! How the object at the end of a field is read is passed as a function pointer. A generic function
//! that called it by its type would be compiled inside of itself, once for each type of a cycle,
//! and the compiler's limit for that is 128.

use std::collections::BTreeMap;
use std::fmt;

use serde_core::de::Error;

use super::access::ObjectAccess;
use super::collection::{read_entries, read_items};
use super::erased::{AnySeed, AnyValue, AnyVisitor, Failed, Found, Hint, SourceObject};
use super::{Context, Field, Fields, Object};
use crate::boxed::Content;
use crate::{Boxed, Maybe};

/// Reads the value of a field behind trait objects. An optional field that is present is not null.
pub(super) fn read_field<'de, T, V: DecodeBoxed<T>, A: ObjectAccess<'de>>(
    map: &mut A,
    context: &mut Context,
    required: bool,
    reader: Reader<T>,
) -> Result<V, A::Error> {
    if required {
        read_boxed(map, context, reader)
    } else {
        V::read_present(map, context, reader)
    }
}

fn read_boxed<'de, T, V: DecodeBoxed<T>, A: ObjectAccess<'de>>(
    map: &mut A,
    context: &mut Context,
    reader: Reader<T>,
) -> Result<V, A::Error> {
    let mut seed = BoxedSeed::new(context, reader);
    map.next_erased(&mut seed)?;
    seed.finish()
}

/// How an object of type `T` is read.
pub struct Reader<T> {
    fields: &'static [Field],
    read: for<'c, 'a, 'de> fn(Fields<'c, SourceObject<'a, 'de>>) -> Result<T, Failed>,
}

impl<T> Reader<T> {
    /// A reader from an object's `fields()` and `read`.
    pub const fn new(
        fields: &'static [Field],
        read: for<'c, 'a, 'de> fn(Fields<'c, SourceObject<'a, 'de>>) -> Result<T, Failed>,
    ) -> Self {
        Self { fields, read }
    }
}

impl<T> Clone for Reader<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Reader<T> {}

impl<T> fmt::Debug for Reader<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader").finish_non_exhaustive()
    }
}

/// A value with objects of type `T` in it, or such an object: what a `Boxed` field can be.
pub trait DecodeBoxed<T>: Sized {
    /// How the deserializer reads the value.
    const HINT: Hint = Hint::Any;

    /// What is expected.
    const EXPECTED: &'static str;

    /// Reads the value of an optional field that is present.
    ///
    /// # Errors
    /// If the value cannot be read or does not match the specification.
    fn read_present<'de, A: ObjectAccess<'de>>(
        map: &mut A,
        context: &mut Context,
        reader: Reader<T>,
    ) -> Result<Self, A::Error> {
        read_boxed(map, context, reader)
    }

    /// Reads the value that the deserializer has found.
    ///
    /// # Errors
    /// If the value cannot be read or does not match the specification.
    fn from_found(
        found: Found<'_, '_>,
        context: &mut Context,
        reader: Reader<T>,
    ) -> Result<Self, Failed>;
}

impl<T: Object> DecodeBoxed<T> for T {
    const EXPECTED: &'static str = "an object";

    fn from_found(
        found: Found<'_, '_>,
        context: &mut Context,
        reader: Reader<T>,
    ) -> Result<Self, Failed> {
        let Found::Object(object) = found else {
            return Err(reject(context, &found, <T as DecodeBoxed<T>>::EXPECTED));
        };
        (reader.read)(Fields::new(SourceObject(object), reader.fields, context))
    }
}

impl<T, V: DecodeBoxed<T>> DecodeBoxed<T> for Vec<V> {
    const EXPECTED: &'static str = "a list";

    fn from_found(
        found: Found<'_, '_>,
        context: &mut Context,
        reader: Reader<T>,
    ) -> Result<Self, Failed> {
        let Found::List(list) = found else {
            return Err(reject(context, &found, Self::EXPECTED));
        };
        read_items(context, |context| {
            let mut seed = BoxedSeed::new(context, reader);
            let more = list.next_item(&mut seed)?;
            more.then(|| seed.finish()).transpose()
        })
    }
}

impl<T, V: DecodeBoxed<T>> DecodeBoxed<T> for BTreeMap<String, V> {
    const EXPECTED: &'static str = "an object";

    fn from_found(
        found: Found<'_, '_>,
        context: &mut Context,
        reader: Reader<T>,
    ) -> Result<Self, Failed> {
        let Found::Object(object) = found else {
            return Err(reject(context, &found, Self::EXPECTED));
        };
        let mut object = SourceObject(object);
        read_entries(&mut object, context, |object, context| {
            read_boxed(object, context, reader)
        })
    }
}

impl<T, V: DecodeBoxed<T>> DecodeBoxed<T> for Option<V> {
    const HINT: Hint = Hint::Option;
    const EXPECTED: &'static str = "a value or null";

    fn read_present<'de, A: ObjectAccess<'de>>(
        map: &mut A,
        context: &mut Context,
        reader: Reader<T>,
    ) -> Result<Self, A::Error> {
        read_boxed::<T, V, A>(map, context, reader).map(Some)
    }

    fn from_found(
        found: Found<'_, '_>,
        context: &mut Context,
        reader: Reader<T>,
    ) -> Result<Self, Failed> {
        match found {
            Found::Null => Ok(None),
            Found::Some(value) => read_value(value, context, reader).map(Some),
            Found::Boolean(_)
            | Found::Signed(_)
            | Found::Unsigned(_)
            | Found::Double(_)
            | Found::Text(_)
            | Found::OwnedText(_)
            | Found::List(_)
            | Found::Object(_) => Err(reject(context, &found, Self::EXPECTED)),
        }
    }
}

impl<T, V: DecodeBoxed<T>> DecodeBoxed<T> for Maybe<V> {
    const HINT: Hint = <Option<V> as DecodeBoxed<T>>::HINT;
    const EXPECTED: &'static str = <Option<V> as DecodeBoxed<T>>::EXPECTED;

    fn from_found(
        found: Found<'_, '_>,
        context: &mut Context,
        reader: Reader<T>,
    ) -> Result<Self, Failed> {
        Option::<V>::from_found(found, context, reader).map(Self::from)
    }
}

impl<T, V: DecodeBoxed<T> + Content> DecodeBoxed<T> for Boxed<V> {
    const HINT: Hint = V::HINT;
    const EXPECTED: &'static str = V::EXPECTED;

    fn from_found(
        found: Found<'_, '_>,
        context: &mut Context,
        reader: Reader<T>,
    ) -> Result<Self, Failed> {
        V::from_found(found, context, reader).map(Self::new)
    }
}

/// Reads a value through [`DecodeBoxed`].
fn read_value<'de, T, V: DecodeBoxed<T>>(
    value: &mut dyn AnyValue<'de>,
    context: &mut Context,
    reader: Reader<T>,
) -> Result<V, Failed> {
    let mut visitor = BoxedSeed::new(context, reader);
    value.read(V::HINT, &mut visitor)?;
    visitor.finish()
}

/// Reads a value through [`DecodeBoxed`], where a seed or a visitor is asked for.
struct BoxedSeed<'c, T, V> {
    context: &'c mut Context,
    reader: Reader<T>,
    value: Option<V>,
}

impl<'c, T, V: DecodeBoxed<T>> BoxedSeed<'c, T, V> {
    fn new(context: &'c mut Context, reader: Reader<T>) -> Self {
        Self {
            context,
            reader,
            value: None,
        }
    }

    /// The value, once it was taken.
    fn finish<E: Error>(self) -> Result<V, E> {
        self.value.ok_or_else(|| E::custom(Failed))
    }
}

impl<'de, T, V: DecodeBoxed<T>> AnySeed<'de> for BoxedSeed<'_, T, V> {
    fn take(&mut self, value: &mut dyn AnyValue<'de>) -> Result<(), Failed> {
        value.read(V::HINT, self)
    }
}

impl<'de, T, V: DecodeBoxed<T>> AnyVisitor<'de> for BoxedSeed<'_, T, V> {
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(V::EXPECTED)
    }

    fn take(&mut self, found: Found<'_, 'de>) -> Result<(), Failed> {
        self.value = Some(V::from_found(found, self.context, self.reader)?);
        Ok(())
    }
}

/// Notes that a value is of another kind than expected.
#[cold]
fn reject(context: &mut Context, value: &Found<'_, '_>, expected: &str) -> Failed {
    match value {
        Found::Null => context.validation_error("must not be null"),
        Found::Some(_)
        | Found::Boolean(_)
        | Found::Signed(_)
        | Found::Unsigned(_)
        | Found::Double(_)
        | Found::Text(_)
        | Found::OwnedText(_)
        | Found::List(_)
        | Found::Object(_) => context.mismatch(expected),
    }
}

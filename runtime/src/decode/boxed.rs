//! Reading `Boxed` fields.
//!
//! How the object at the end of a field is read is passed as a function pointer. A generic function
//! that called it by its type would be compiled inside of itself, once for each type of a cycle,
//! and the compiler's limit for that is 128.

use std::collections::BTreeMap;
use std::fmt;

use serde_core::de::{DeserializeSeed, Error, MapAccess};

use super::collection::{read_entries, read_items};
use super::erased::{AnySeed, AnyValue, AnyVisitor, ErasedSeed, Failed, Found, Hint, SourceObject};
use super::{Context, Field, Fields, Object};
use crate::boxed::Content;
use crate::{Boxed, Maybe};

/// The fields of an object, or of one behind a trait object.
pub trait ObjectAccess<'de>: MapAccess<'de> {
    /// Reads a value through a seed behind a trait object.
    ///
    /// # Errors
    /// If the value cannot be read, or the seed rejects it.
    fn next_erased(&mut self, seed: &mut dyn AnySeed<'de>) -> Result<(), Self::Error>;
}

/// Any deserializer's own access to the fields of an object.
pub(super) struct Direct<A>(pub(super) A);

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Direct<A> {
    type Error = A::Error;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        self.0.next_key_seed(seed)
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.0.next_value_seed(seed)
    }
}

impl<'de, A: MapAccess<'de>> ObjectAccess<'de> for Direct<A> {
    fn next_erased(&mut self, seed: &mut dyn AnySeed<'de>) -> Result<(), A::Error> {
        self.0.next_value_seed(ErasedSeed(seed))
    }
}

impl<'de> ObjectAccess<'de> for SourceObject<'_, 'de> {
    fn next_erased(&mut self, seed: &mut dyn AnySeed<'de>) -> Result<(), Failed> {
        self.0.next_value(seed)
    }
}

/// How an object of type `T` is read.
pub struct Reader<T> {
    fields: &'static [Field],
    read: for<'c, 'a, 'de> fn(Fields<'c, SourceObject<'a, 'de>>) -> Result<T, Failed>,
}

impl<T> Reader<T> {
    /// A reader from an object's `FIELDS` and `read`.
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
    /// Reads a value.
    ///
    /// # Errors
    /// If the value cannot be read or does not match the specification.
    fn decode_boxed<'de>(
        value: &mut dyn AnyValue<'de>,
        context: &mut Context,
        reader: Reader<T>,
    ) -> Result<Self, Failed>;
}

impl<T: Object> DecodeBoxed<T> for T {
    fn decode_boxed<'de>(
        value: &mut dyn AnyValue<'de>,
        context: &mut Context,
        reader: Reader<T>,
    ) -> Result<Self, Failed> {
        Taker::<T, T>::read(value, Hint::Any, context, reader)
    }
}

impl<T, V: DecodeBoxed<T>> DecodeBoxed<T> for Vec<V> {
    fn decode_boxed<'de>(
        value: &mut dyn AnyValue<'de>,
        context: &mut Context,
        reader: Reader<T>,
    ) -> Result<Self, Failed> {
        Taker::<T, Self>::read(value, Hint::Any, context, reader)
    }
}

impl<T, V: DecodeBoxed<T>> DecodeBoxed<T> for BTreeMap<String, V> {
    fn decode_boxed<'de>(
        value: &mut dyn AnyValue<'de>,
        context: &mut Context,
        reader: Reader<T>,
    ) -> Result<Self, Failed> {
        Taker::<T, Self>::read(value, Hint::Any, context, reader)
    }
}

impl<T, V: DecodeBoxed<T>> DecodeBoxed<T> for Option<V> {
    fn decode_boxed<'de>(
        value: &mut dyn AnyValue<'de>,
        context: &mut Context,
        reader: Reader<T>,
    ) -> Result<Self, Failed> {
        Taker::<T, Self>::read(value, Hint::Option, context, reader)
    }
}

impl<T, V: DecodeBoxed<T>> DecodeBoxed<T> for Maybe<V> {
    fn decode_boxed<'de>(
        value: &mut dyn AnyValue<'de>,
        context: &mut Context,
        reader: Reader<T>,
    ) -> Result<Self, Failed> {
        Option::<V>::decode_boxed(value, context, reader).map(Self::from)
    }
}

impl<T, V: DecodeBoxed<T> + Content> DecodeBoxed<T> for Boxed<V> {
    fn decode_boxed<'de>(
        value: &mut dyn AnyValue<'de>,
        context: &mut Context,
        reader: Reader<T>,
    ) -> Result<Self, Failed> {
        V::decode_boxed(value, context, reader).map(Self::new)
    }
}

/// Reads a value through [`DecodeBoxed`], where a seed is asked for.
pub(super) struct BoxedSeed<'c, T, V> {
    context: &'c mut Context,
    reader: Reader<T>,
    value: Option<V>,
}

impl<'c, T, V: DecodeBoxed<T>> BoxedSeed<'c, T, V> {
    pub(super) fn new(context: &'c mut Context, reader: Reader<T>) -> Self {
        Self {
            context,
            reader,
            value: None,
        }
    }

    /// The value, once it was taken.
    pub(super) fn finish<E: Error>(self) -> Result<V, E> {
        self.value.ok_or_else(|| E::custom(Failed))
    }
}

impl<'de, T, V: DecodeBoxed<T>> AnySeed<'de> for BoxedSeed<'_, T, V> {
    fn take(&mut self, value: &mut dyn AnyValue<'de>) -> Result<(), Failed> {
        self.value = Some(V::decode_boxed(value, self.context, self.reader)?);
        Ok(())
    }
}

/// Takes a value of type `V` by its kind.
struct Taker<'c, T, V> {
    context: &'c mut Context,
    reader: Reader<T>,
    value: Option<V>,
}

impl<'c, T, V> Taker<'c, T, V> {
    fn read<'de>(
        value: &mut dyn AnyValue<'de>,
        hint: Hint,
        context: &'c mut Context,
        reader: Reader<T>,
    ) -> Result<V, Failed>
    where
        Self: AnyVisitor<'de>,
    {
        let mut taker = Self {
            context,
            reader,
            value: None,
        };
        value.read(hint, &mut taker)?;
        taker.value.ok_or(Failed)
    }
}

impl<'de, T: Object> AnyVisitor<'de> for Taker<'_, T, T> {
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn take(&mut self, value: Found<'_, 'de>) -> Result<(), Failed> {
        let Found::Object(object) = value else {
            return Err(reject(self.context, &value, "an object"));
        };
        let fields = Fields::new(SourceObject(object), self.reader.fields, self.context);
        self.value = Some((self.reader.read)(fields)?);
        Ok(())
    }
}

impl<'de, T, V: DecodeBoxed<T>> AnyVisitor<'de> for Taker<'_, T, Vec<V>> {
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn take(&mut self, value: Found<'_, 'de>) -> Result<(), Failed> {
        let Found::List(list) = value else {
            return Err(reject(self.context, &value, "a list"));
        };
        let reader = self.reader;
        self.value = Some(read_items(self.context, |context| {
            let mut seed = BoxedSeed::new(context, reader);
            let more = list.next_item(&mut seed)?;
            more.then(|| seed.finish()).transpose()
        })?);
        Ok(())
    }
}

impl<'de, T, V: DecodeBoxed<T>> AnyVisitor<'de> for Taker<'_, T, BTreeMap<String, V>> {
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn take(&mut self, value: Found<'_, 'de>) -> Result<(), Failed> {
        let Found::Object(object) = value else {
            return Err(reject(self.context, &value, "an object"));
        };
        let (reader, mut object) = (self.reader, SourceObject(object));
        let entries = read_entries(&mut object, self.context, |object, context| {
            let mut seed = BoxedSeed::new(context, reader);
            object.next_erased(&mut seed)?;
            seed.finish()
        });
        self.value = Some(entries?);
        Ok(())
    }
}

impl<'de, T, V: DecodeBoxed<T>> AnyVisitor<'de> for Taker<'_, T, Option<V>> {
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value or null")
    }

    fn take(&mut self, value: Found<'_, 'de>) -> Result<(), Failed> {
        self.value = Some(match value {
            Found::Null => None,
            Found::Some(value) => Some(V::decode_boxed(value, self.context, self.reader)?),
            value => return Err(reject(self.context, &value, "a value or null")),
        });
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

//! Access to the fields of an object: directly, or behind a trait object.

use serde_core::de::{DeserializeSeed, MapAccess};

use super::boxed::{DecodeBoxed, Reader, read_field};
use super::erased::{AnySeed, ErasedFields, ErasedSeed, Failed};
use super::values::ReadField;
use super::{Context, Decode};

/// The fields of an object, or of one behind a trait object.
pub trait ObjectAccess<'de>: MapAccess<'de> {
    /// Reads a value through a seed behind a trait object.
    ///
    /// # Errors
    /// If the value cannot be read, or the seed rejects it.
    fn next_erased(&mut self, seed: &mut dyn AnySeed<'de>) -> Result<(), Self::Error>;

    /// Reads a value that is not `Boxed`, but contains `Boxed` fields.
    ///
    /// Behind a trait object, it is read with `reader`. The compiler limits how deeply generic calls
    /// nest, and it counts all those between the `Boxed` fields of a path through the types.
    ///
    /// # Errors
    /// If the value cannot be read or does not match the specification.
    fn next_nested<T, V: Decode + DecodeBoxed<T>>(
        &mut self,
        context: &mut Context,
        required: bool,
        reader: Reader<T>,
    ) -> Result<V, Self::Error>;
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

    fn next_nested<T, V: Decode + DecodeBoxed<T>>(
        &mut self,
        context: &mut Context,
        required: bool,
        _: Reader<T>,
    ) -> Result<V, A::Error> {
        V::read_field(self, context, required, ())
    }
}

impl<'de> ObjectAccess<'de> for ErasedFields<'_, 'de> {
    fn next_erased(&mut self, seed: &mut dyn AnySeed<'de>) -> Result<(), Failed> {
        self.0.next_value(seed)
    }

    fn next_nested<T, V: Decode + DecodeBoxed<T>>(
        &mut self,
        context: &mut Context,
        required: bool,
        reader: Reader<T>,
    ) -> Result<V, Failed> {
        read_field(self, context, required, reader)
    }
}

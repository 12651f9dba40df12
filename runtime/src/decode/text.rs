//! Values of several parts in a form, where every value is text.
//!
//! The tree of a form is JSON, but it does not know the types. So the visitor of a list gets a string if there
//! is one item, a map becomes a list if its keys count up from 0, and each becomes null if it is empty.
//!
//! What is generic here is compiled for each list and each object, so it is left out where no form is read:
//! without the feature `form`, and on clients. It is marked as cold, because JSON gets here only with an error.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use serde_core::de::{Deserializer, Error, Visitor};
use serde_core::forward_to_deserialize_any;

use super::{AnySeed, Context, Failed, Object, erase};
#[cfg(all(feature = "form", feature = "server"))]
use super::{FieldValues, UsualValues, collection::read_items, names::Seen};

/// A list of one item, which `item` reads.
#[cold]
pub(super) fn list<T, E: Error>(
    context: &mut Context,
    item: impl FnOnce(&mut Context) -> Result<T, E>,
) -> Result<Vec<T>, E> {
    #[cfg(all(feature = "form", feature = "server"))]
    if context.reads_text() {
        let mut item = Some(item);
        return read_items(context, |context| {
            item.take().map(|item| item(context)).transpose()
        });
    }
    let _ = item;
    Err(context.mismatch("a list"))
}

/// The error for an object instead of a list. The tree of a form has one if the indexes have gaps.
#[cold]
pub(crate) fn not_a_list<E: Error>(context: &mut Context) -> E {
    context.mismatch(if context.reads_text() {
        "a list, whose indexes count up from 0"
    } else {
        "a list"
    })
}

/// An empty list or map.
#[cold]
pub(super) fn empty<T: Default, E: Error>(context: &mut Context) -> Result<T, E> {
    if context.reads_text() {
        Ok(T::default())
    } else {
        Err(context.null())
    }
}

/// A map whose keys count up from 0; `next` reads a value.
#[cold]
pub(super) fn numbered<T, E: Error>(
    context: &mut Context,
    next: impl FnMut(&mut Context) -> Result<Option<T>, E>,
) -> Result<BTreeMap<String, T>, E> {
    #[cfg(all(feature = "form", feature = "server"))]
    if context.reads_text() {
        let values = read_items(context, next)?.into_iter().enumerate();
        return Ok(values
            .map(|(key, value)| (key.to_string(), value))
            .collect());
    }
    let _ = next;
    Err(context.mismatch("an object"))
}

/// An object without fields.
#[cold]
pub(super) fn object<T: Object, E: Error>(context: &mut Context) -> Result<T, E> {
    #[cfg(all(feature = "form", feature = "server"))]
    if context.reads_text() {
        let is_complete = T::table().is_complete(&Seen::default(), context);
        let values = is_complete.then(absent::<T::Values>).flatten();
        return values
            .map(T::from_values)
            .ok_or_else(|| E::custom("a required field is missing"));
    }
    Err(context.null())
}

/// The values of fields that are all absent.
#[cfg(all(feature = "form", feature = "server"))]
fn absent<V: UsualValues>() -> Option<V> {
    let slots = <V as FieldValues<V::Readers>>::empty();
    <V as FieldValues<V::Readers>>::finish(slots)
}

/// Reads a string that is not empty through a seed.
pub(crate) fn read_through<'de>(text: &str, seed: &mut dyn AnySeed<'de>) -> Result<(), Failed> {
    erase(Text::new(text), seed)
}

/// The deserializer of a string that is not empty.
pub(super) struct Text<'t, E> {
    text: &'t str,
    error: PhantomData<E>,
}

impl<'t, E> Text<'t, E> {
    pub(super) const fn new(text: &'t str) -> Self {
        Self {
            text,
            error: PhantomData,
        }
    }
}

impl<'de, E: Error> Deserializer<'de> for Text<'_, E> {
    type Error = E;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_str(self.text)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_some(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

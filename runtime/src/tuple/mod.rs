//! Tuples: lists of a fixed number of values, each with its own type.

mod define;
#[cfg(test)]
mod tests;

use std::fmt;

use serde_core::Deserialize;
use serde_core::de::{Deserializer, Error, IgnoredAny};

use crate::decode::{
    AnyList, AnySeed, AnyValue, Context, Decode, DecodeBoxed, ErasedDeserializer, Failed, Field,
    NestedReader, Reader, TakeToken, TakeValue, Token, erase, next_item, not_a_list,
    read_text_through, reject_token as reject,
};

/// A list of a fixed number of values. [`tuple!`](crate::tuple!) implements it.
pub trait Tuple {
    /// Its elements, in their order.
    fn table() -> &'static [Field];
}

/// The elements of a tuple that is being read, in their order.
pub struct Elements<'l, 'de> {
    list: &'l mut dyn AnyList<'de>,
    table: &'static [Field],
    context: &'l mut Context,
    /// The number of elements that have been read.
    count: usize,
    is_at_end: bool,
    is_invalid: bool,
}

/// A type whose values can be elements, read as `R` says: `()` in the usual way, [`Reader`] for an element that is
/// `Boxed`, [`NestedReader`] for one that contains `Boxed` fields.
pub trait ReadElement<R>: Decode {
    /// Reads the next item of the list; `None` after the last one.
    ///
    /// # Errors
    /// If the value cannot be read or does not match the specification.
    fn read_element(
        list: &mut dyn AnyList<'_>,
        context: &mut Context,
        reader: R,
    ) -> Result<Option<Self>, Failed>;
}

impl<T: Decode> ReadElement<()> for T {
    fn read_element(
        list: &mut dyn AnyList<'_>,
        context: &mut Context,
        (): (),
    ) -> Result<Option<Self>, Failed> {
        let mut element = None;
        let mut take = |value: &mut dyn AnyValue<'_>| {
            element = Some(T::decode(ErasedDeserializer(value), context)?);
            Ok(())
        };
        list.next_item(&mut TakeValue(&mut take))?;
        Ok(element)
    }
}

impl<T, V: Decode + DecodeBoxed<T>> ReadElement<Reader<T>> for V {
    fn read_element(
        list: &mut dyn AnyList<'_>,
        context: &mut Context,
        reader: Reader<T>,
    ) -> Result<Option<Self>, Failed> {
        next_item(list, context, reader)
    }
}

impl<T, V: Decode + DecodeBoxed<T>> ReadElement<NestedReader<T>> for V {
    fn read_element(
        list: &mut dyn AnyList<'_>,
        context: &mut Context,
        NestedReader(reader): NestedReader<T>,
    ) -> Result<Option<Self>, Failed> {
        next_item(list, context, reader)
    }
}

impl Elements<'_, '_> {
    /// Reads the next element, and checks its rules. `None` if the list has ended, or if the element is invalid and
    /// errors are collected.
    ///
    /// # Errors
    /// If the element cannot be read or does not match the specification.
    pub fn next<T: ReadElement<R>, R>(&mut self, reader: R) -> Result<Option<T>, Failed> {
        if self.is_at_end {
            return Ok(None);
        }
        let mark = self.context.mark();
        let element = T::read_element(self.list, self.context, reader);
        match element.and_then(|element| self.check(element)) {
            Ok(Some(element)) => {
                self.count += 1;
                Ok(Some(element))
            }
            Ok(None) => {
                self.is_at_end = true;
                Ok(None)
            }
            Err(failed) => self.fail(mark, failed),
        }
    }

    fn check<T: Decode>(&mut self, element: Option<T>) -> Result<Option<T>, Failed> {
        if let (Some(element), Some(field)) = (&element, self.table.get(self.count))
            && self.context.enforces()
        {
            element.check(field.rules(), self.context)?;
        }
        Ok(element)
    }

    /// Adds the index to the paths of the validation errors since `mark`, and continues if possible.
    #[cold]
    fn fail<T>(&mut self, mark: usize, failed: Failed) -> Result<Option<T>, Failed> {
        if self.table.get(self.count).is_some_and(Field::is_hidden) {
            self.context.hide_places(mark);
        }
        self.context.within_index(mark, self.count);
        self.count += 1;
        self.is_invalid = true;
        if self.context.continues(mark) {
            Ok(None)
        } else {
            Err(failed)
        }
    }

    /// Ends the list.
    ///
    /// # Errors
    /// If it has more or fewer elements, or one was invalid.
    pub fn finish(&mut self) -> Result<(), Failed> {
        let mut skip = |value: &mut dyn AnyValue<'_>| {
            IgnoredAny::deserialize(ErasedDeserializer(value)).map(drop)
        };
        while !self.is_at_end && self.list.next_item(&mut TakeValue(&mut skip))? {
            self.count += 1;
        }
        let wanted = self.table.len();
        if self.count != wanted {
            let items = if wanted == 1 { "item" } else { "items" };
            let problem = format!("must have exactly {wanted} {items}");
            return Err(self.context.validation_error(problem));
        }
        if self.is_invalid { Err(Failed) } else { Ok(()) }
    }
}

impl fmt::Debug for Elements<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Elements").finish_non_exhaustive()
    }
}

/// Reads a tuple; `read` reads what the deserializer has found.
///
/// # Errors
/// As [`Decode::decode`].
pub fn decode<'de, T, D: Deserializer<'de>>(
    deserializer: D,
    context: &mut Context,
    read: fn(Token<'_, '_>, &mut Context) -> Result<T, Failed>,
) -> Result<T, D::Error> {
    let mut tuple = None;
    let mut take = |found: Token<'_, 'de>| {
        tuple = Some(read(found, context)?);
        Ok(())
    };
    erase(deserializer, &mut TakeToken(&mut take))?;
    tuple.ok_or_else(|| D::Error::custom(Failed))
}

/// Calls `read` with the elements of the list that the deserializer has found.
///
/// # Errors
/// If it is not a list, or the errors of `read`.
pub fn elements(
    found: Token<'_, '_>,
    table: &'static [Field],
    context: &mut Context,
    read: &mut dyn FnMut(&mut Elements<'_, '_>) -> Result<(), Failed>,
) -> Result<(), Failed> {
    let mut all = |list: &mut dyn AnyList<'_>, context: &mut Context| {
        let mut elements = Elements {
            list,
            table,
            context,
            count: 0,
            is_at_end: false,
            is_invalid: false,
        };
        read(&mut elements)
    };
    match found {
        Token::List(list) => all(list, context),
        // In a form, a list of one item is a string, and an empty one is null.
        Token::Text(text) if context.reads_text() => all(&mut One(Some(text)), context),
        Token::OwnedText(text) if context.reads_text() => all(&mut One(Some(&text)), context),
        Token::Null if context.reads_text() => all(&mut One(None), context),
        Token::Object(_) => Err(not_a_list(context)),
        found => Err(reject(context, &found, "a list")),
    }
}

/// A list with this text as its only item.
struct One<'t>(Option<&'t str>);

impl<'de> AnyList<'de> for One<'_> {
    fn next_item(&mut self, seed: &mut dyn AnySeed<'de>) -> Result<bool, Failed> {
        match self.0.take() {
            Some(text) => read_text_through(text, seed).map(|()| true),
            None => Ok(false),
        }
    }
}

/// Shows a tuple whose elements have no names, without the values that must not be shown.
///
/// # Errors
/// Those of the formatter.
pub fn show(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    table: &[Field],
    values: &[&dyn fmt::Debug],
) -> fmt::Result {
    let mut shown = f.debug_tuple(name);
    for (field, value) in table.iter().zip(values) {
        match field.1.hidden {
            Some(hidden) => shown.field(&format_args!("{hidden}")),
            None => shown.field(value),
        };
    }
    shown.finish()
}

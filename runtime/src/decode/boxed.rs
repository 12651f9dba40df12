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
use super::erased::{
    AnyList, AnySeed, AnyValue, AnyVisitor, ErasedFields, Failed, Hint, Token, erase,
};
use super::{Context, Object, text};
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

/// How a value of type `T` is read: its [`Object::from_token`] or [`FromToken::from_token`].
pub struct Reader<T>(pub for<'a, 'de, 'c> fn(Token<'a, 'de>, &'c mut Context) -> Result<T, Failed>);

/// A type whose values are read through a [`Reader`]: an object or a union.
pub trait ExpectedKind: Sized {
    /// The kind of value that is expected.
    const EXPECTED: &'static str;
}

impl<T: Object> ExpectedKind for T {
    const EXPECTED: &'static str = "an object";
}

/// A union that is read through a [`Reader`].
pub trait FromToken: ExpectedKind {
    /// Reads the value that the deserializer has found.
    ///
    /// # Errors
    /// If the value cannot be read or does not match the specification.
    fn from_token(token: Token<'_, '_>, context: &mut Context) -> Result<Self, Failed>;
}

/// Reads a value that is not an object.
///
/// # Errors
/// It is not empty, or the object has required fields.
pub fn not_an_object<T: Object>(token: &Token<'_, '_>, context: &mut Context) -> Result<T, Failed> {
    match token {
        Token::Null => text::object(context),
        Token::Some(_)
        | Token::Boolean(_)
        | Token::Signed(_)
        | Token::Unsigned(_)
        | Token::Double(_)
        | Token::Text(_)
        | Token::OwnedText(_)
        | Token::List(_)
        | Token::Object(_) => Err(reject(context, token, <T as ExpectedKind>::EXPECTED)),
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

/// A value with objects or unions of type `T` in it, or such a value itself: what a `Boxed` field can be.
pub trait DecodeBoxed<T>: Sized {
    /// How the deserializer reads the value.
    const HINT: Hint = Hint::Any;

    /// The kind of value that is expected.
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
    fn from_token(
        token: Token<'_, '_>,
        context: &mut Context,
        reader: Reader<T>,
    ) -> Result<Self, Failed>;
}

impl<T: ExpectedKind> DecodeBoxed<T> for T {
    const EXPECTED: &'static str = <T as ExpectedKind>::EXPECTED;

    fn from_token(
        token: Token<'_, '_>,
        context: &mut Context,
        reader: Reader<T>,
    ) -> Result<Self, Failed> {
        (reader.0)(token, context)
    }
}

impl<T, V: DecodeBoxed<T>> DecodeBoxed<T> for Vec<V> {
    const EXPECTED: &'static str = "a list";

    fn from_token(
        token: Token<'_, '_>,
        context: &mut Context,
        reader: Reader<T>,
    ) -> Result<Self, Failed> {
        let one = |text: &str, context: &mut Context| {
            text::list(context, |context| {
                let mut seed = BoxedSeed::new(context, reader);
                erase(text::Text::new(text), &mut seed)?;
                seed.finish()
            })
        };
        match token {
            Token::List(list) => read_items(context, |context| next_item(list, context, reader)),
            Token::Null => text::empty(context),
            Token::Text(text) => one(text, context),
            Token::OwnedText(text) => one(&text, context),
            Token::Object(_) => Err(text::not_a_list(context)),
            Token::Some(_)
            | Token::Boolean(_)
            | Token::Signed(_)
            | Token::Unsigned(_)
            | Token::Double(_) => Err(context.mismatch(Self::EXPECTED)),
        }
    }
}

impl<T, V: DecodeBoxed<T>> DecodeBoxed<T> for BTreeMap<String, V> {
    const EXPECTED: &'static str = "an object";

    fn from_token(
        token: Token<'_, '_>,
        context: &mut Context,
        reader: Reader<T>,
    ) -> Result<Self, Failed> {
        match token {
            Token::Object(object) => {
                let mut object = ErasedFields(object);
                read_entries(&mut object, context, |object, context| {
                    read_boxed(object, context, reader)
                })
            }
            Token::List(list) => {
                text::numbered(context, |context| next_item(list, context, reader))
            }
            Token::Null => text::empty(context),
            Token::Some(_)
            | Token::Boolean(_)
            | Token::Signed(_)
            | Token::Unsigned(_)
            | Token::Double(_)
            | Token::Text(_)
            | Token::OwnedText(_) => Err(context.mismatch(Self::EXPECTED)),
        }
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

    fn from_token(
        token: Token<'_, '_>,
        context: &mut Context,
        reader: Reader<T>,
    ) -> Result<Self, Failed> {
        match token {
            Token::Null => Ok(None),
            Token::Some(value) => read_through(value, context, reader).map(Some),
            Token::Boolean(_)
            | Token::Signed(_)
            | Token::Unsigned(_)
            | Token::Double(_)
            | Token::Text(_)
            | Token::OwnedText(_)
            | Token::List(_)
            | Token::Object(_) => Err(reject(context, &token, Self::EXPECTED)),
        }
    }
}

impl<T, V: DecodeBoxed<T>> DecodeBoxed<T> for Maybe<V> {
    const HINT: Hint = <Option<V> as DecodeBoxed<T>>::HINT;
    const EXPECTED: &'static str = <Option<V> as DecodeBoxed<T>>::EXPECTED;

    fn from_token(
        token: Token<'_, '_>,
        context: &mut Context,
        reader: Reader<T>,
    ) -> Result<Self, Failed> {
        Option::<V>::from_token(token, context, reader).map(Self::from)
    }
}

impl<T, V: DecodeBoxed<T> + Content> DecodeBoxed<T> for Boxed<V> {
    const HINT: Hint = V::HINT;
    const EXPECTED: &'static str = V::EXPECTED;

    fn from_token(
        token: Token<'_, '_>,
        context: &mut Context,
        reader: Reader<T>,
    ) -> Result<Self, Failed> {
        V::from_token(token, context, reader).map(Self::new)
    }
}

/// Reads the next item of a list; `None` after the last one.
pub(crate) fn next_item<'de, T, V: DecodeBoxed<T>>(
    list: &mut dyn AnyList<'de>,
    context: &mut Context,
    reader: Reader<T>,
) -> Result<Option<V>, Failed> {
    let mut seed = BoxedSeed::new(context, reader);
    let more = list.next_item(&mut seed)?;
    more.then(|| seed.finish()).transpose()
}

/// Reads a value with `reader`, and what contains such values.
///
/// # Errors
/// If the value cannot be read or does not match the specification.
pub fn read_through<'de, T, V: DecodeBoxed<T>>(
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

    fn take(&mut self, token: Token<'_, 'de>) -> Result<(), Failed> {
        self.value = Some(V::from_token(token, self.context, self.reader)?);
        Ok(())
    }
}

/// Notes that a value is of another kind than expected.
#[cold]
pub(crate) fn reject(context: &mut Context, value: &Token<'_, '_>, expected: &str) -> Failed {
    match value {
        Token::Null => context.null(),
        Token::Some(_)
        | Token::Boolean(_)
        | Token::Signed(_)
        | Token::Unsigned(_)
        | Token::Double(_)
        | Token::Text(_)
        | Token::OwnedText(_)
        | Token::List(_)
        | Token::Object(_) => context.mismatch(expected),
    }
}

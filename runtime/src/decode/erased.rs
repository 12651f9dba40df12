//! Deserializers behind trait objects.
//!
//! Code that is generic over the deserializer is compiled for each type that it reads, and code for
//! one type of a cycle leads to code for the next one: the compiler gives up after a few dozen
//! steps. Behind these traits, there is one deserializer, [`ErasedDeserializer`], for all of them.
//!
//! serde's errors are not object-safe, so the adapter keeps the error and returns [`Failed`] in its place. On the other
//! side of the trait object, the adapter returns the error that it has kept.

use std::fmt;

use serde_core::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_core::forward_to_deserialize_any;

/// Reading failed. The adapter that read has the reason, or the [`Context`](super::Context) has.
#[derive(Debug)]
pub struct Failed;

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the data does not match the specification")
    }
}

impl std::error::Error for Failed {}

impl Error for Failed {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

/// What a value may be.
#[derive(Clone, Copy)]
pub enum Hint {
    /// Anything.
    Any,
    /// Anything, with null apart from the rest.
    Option,
}

/// A deserializer, of one value.
pub trait AnyValue<'de> {
    /// Hands the value to the visitor. A value can be read once.
    fn read(&mut self, hint: Hint, visitor: &mut dyn AnyVisitor<'de>) -> Result<(), Failed>;
}

/// The items of a list.
pub trait AnyList<'de> {
    /// Reads the next item; false after the last one.
    fn next_item(&mut self, seed: &mut dyn AnySeed<'de>) -> Result<bool, Failed>;
}

/// The fields of an object.
pub trait AnyObject<'de> {
    /// Reads the next name; false after the last one.
    fn next_name(&mut self, seed: &mut dyn AnySeed<'de>) -> Result<bool, Failed>;

    /// Reads the value that belongs to the name.
    fn next_value(&mut self, seed: &mut dyn AnySeed<'de>) -> Result<(), Failed>;
}

/// Takes one value, from its deserializer.
pub trait AnySeed<'de> {
    /// Takes the value.
    fn take(&mut self, value: &mut dyn AnyValue<'de>) -> Result<(), Failed>;
}

/// Takes one value, by its kind.
pub trait AnyVisitor<'de> {
    /// Writes what the visitor expects.
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Takes the value.
    fn take(&mut self, value: Token<'_, 'de>) -> Result<(), Failed>;
}

/// A value, as far as the deserializer has read it.
pub enum Token<'a, 'de> {
    /// Null.
    Null,
    /// A value that is not null, where null is read apart from the rest.
    Some(&'a mut dyn AnyValue<'de>),
    /// True or false.
    Boolean(bool),
    /// An integer, which may be negative.
    Signed(i64),
    /// An integer that is not negative.
    Unsigned(u64),
    /// Any other number.
    Double(f64),
    /// A string.
    Text(&'a str),
    /// A string that can be kept without a copy.
    OwnedText(String),
    /// A list, whose items have not been read.
    List(&'a mut dyn AnyList<'de>),
    /// An object, whose fields have not been read.
    Object(&'a mut dyn AnyObject<'de>),
}

impl fmt::Debug for Token<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Token").finish_non_exhaustive()
    }
}

/// Takes a value, with a function.
pub(crate) struct TakeValue<'f, 'de>(
    pub(crate) &'f mut dyn FnMut(&mut dyn AnyValue<'de>) -> Result<(), Failed>,
);

impl<'de> AnySeed<'de> for TakeValue<'_, 'de> {
    fn take(&mut self, value: &mut dyn AnyValue<'de>) -> Result<(), Failed> {
        (self.0)(value)
    }
}

/// Takes a value by its kind, with a function.
pub(crate) struct TakeToken<'f, 'de>(
    pub(crate) &'f mut dyn FnMut(Token<'_, 'de>) -> Result<(), Failed>,
);

impl<'de> AnySeed<'de> for TakeToken<'_, 'de> {
    fn take(&mut self, value: &mut dyn AnyValue<'de>) -> Result<(), Failed> {
        value.read(Hint::Any, self)
    }
}

impl<'de> AnyVisitor<'de> for TakeToken<'_, 'de> {
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn take(&mut self, token: Token<'_, 'de>) -> Result<(), Failed> {
        (self.0)(token)
    }
}

// From serde's traits to trait objects.

/// Keeps the error of a deserializer while [`Failed`] is returned in its place.
struct Kept<E>(Option<E>);

impl<E: Error> Kept<E> {
    fn keep(&mut self, error: E) -> Failed {
        self.0 = Some(error);
        Failed
    }

    fn give_back(self, failed: Failed) -> E {
        self.0.unwrap_or_else(|| E::custom(failed))
    }
}

/// Reads a value of a deserializer through a seed.
pub(crate) fn erase<'de, D: Deserializer<'de>>(
    deserializer: D,
    seed: &mut dyn AnySeed<'de>,
) -> Result<(), D::Error> {
    let mut value = ErasedValue {
        deserializer: Some(deserializer),
        kept: Kept(None),
    };
    let taken = seed.take(&mut value);
    taken.map_err(|failed| value.kept.give_back(failed))
}

/// [`erase`], where serde asks for a seed.
pub(super) struct ErasedSeed<'s, 'de>(pub(super) &'s mut dyn AnySeed<'de>);

impl<'de> DeserializeSeed<'de> for ErasedSeed<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        erase(deserializer, self.0)
    }
}

struct ErasedValue<D, E> {
    deserializer: Option<D>,
    kept: Kept<E>,
}

impl<'de, D: Deserializer<'de>> AnyValue<'de> for ErasedValue<D, D::Error> {
    fn read(&mut self, hint: Hint, visitor: &mut dyn AnyVisitor<'de>) -> Result<(), Failed> {
        let deserializer = self.deserializer.take().ok_or(Failed)?;
        let visitor = ErasedVisitor(visitor);
        let read = match hint {
            Hint::Any => deserializer.deserialize_any(visitor),
            Hint::Option => deserializer.deserialize_option(visitor),
        };
        read.map_err(|error| self.kept.keep(error))
    }
}

struct ErasedList<A, E> {
    list: A,
    kept: Kept<E>,
}

impl<'de, A: SeqAccess<'de>> AnyList<'de> for ErasedList<A, A::Error> {
    fn next_item(&mut self, seed: &mut dyn AnySeed<'de>) -> Result<bool, Failed> {
        let item = self.list.next_element_seed(ErasedSeed(seed));
        item.map(|item| item.is_some())
            .map_err(|error| self.kept.keep(error))
    }
}

struct ErasedObject<A, E> {
    object: A,
    kept: Kept<E>,
}

impl<'de, A: MapAccess<'de>> AnyObject<'de> for ErasedObject<A, A::Error> {
    fn next_name(&mut self, seed: &mut dyn AnySeed<'de>) -> Result<bool, Failed> {
        let name = self.object.next_key_seed(ErasedSeed(seed));
        name.map(|name| name.is_some())
            .map_err(|error| self.kept.keep(error))
    }

    fn next_value(&mut self, seed: &mut dyn AnySeed<'de>) -> Result<(), Failed> {
        let value = self.object.next_value_seed(ErasedSeed(seed));
        value.map_err(|error| self.kept.keep(error))
    }
}

struct ErasedVisitor<'v, 'de>(&'v mut dyn AnyVisitor<'de>);

impl<'de> Visitor<'de> for ErasedVisitor<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.0.take(Token::Boolean(value)).map_err(E::custom)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        self.0.take(Token::Signed(value)).map_err(E::custom)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        self.0.take(Token::Unsigned(value)).map_err(E::custom)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        self.0.take(Token::Double(value)).map_err(E::custom)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.0.take(Token::Text(text)).map_err(E::custom)
    }

    fn visit_string<E: Error>(self, text: String) -> Result<(), E> {
        self.0.take(Token::OwnedText(text)).map_err(E::custom)
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.0.take(Token::Null).map_err(E::custom)
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.0.take(Token::Null).map_err(E::custom)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let mut value = ErasedValue {
            deserializer: Some(deserializer),
            kept: Kept(None),
        };
        let taken = self.0.take(Token::Some(&mut value));
        taken.map_err(|failed| value.kept.give_back(failed))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<(), A::Error> {
        let mut list = ErasedList {
            list,
            kept: Kept(None),
        };
        let taken = self.0.take(Token::List(&mut list));
        taken.map_err(|failed| list.kept.give_back(failed))
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<(), A::Error> {
        let mut object = ErasedObject {
            object,
            kept: Kept(None),
        };
        let taken = self.0.take(Token::Object(&mut object));
        taken.map_err(|failed| object.kept.give_back(failed))
    }
}

// From trait objects to serde's traits.

/// The deserializer of a value behind a trait object.
pub(crate) struct ErasedDeserializer<'a, 'de>(pub(crate) &'a mut dyn AnyValue<'de>);

impl<'de> Deserializer<'de> for ErasedDeserializer<'_, 'de> {
    type Error = Failed;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        Taker::read(visitor, |taker| self.0.read(Hint::Any, taker))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        Taker::read(visitor, |taker| self.0.read(Hint::Option, taker))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// The items of a list behind a trait object.
struct ErasedItems<'a, 'de>(&'a mut dyn AnyList<'de>);

impl<'de> SeqAccess<'de> for ErasedItems<'_, 'de> {
    type Error = Failed;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Failed> {
        let mut taker = Taker::new(seed);
        Ok(if self.0.next_item(&mut taker)? {
            taker.value
        } else {
            None
        })
    }
}

/// The fields of an object behind a trait object.
pub struct ErasedFields<'a, 'de>(pub(crate) &'a mut dyn AnyObject<'de>);

impl<'de> MapAccess<'de> for ErasedFields<'_, 'de> {
    type Error = Failed;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Failed> {
        let mut taker = Taker::new(seed);
        Ok(if self.0.next_name(&mut taker)? {
            taker.value
        } else {
            None
        })
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Failed> {
        let mut taker = Taker::new(seed);
        self.0.next_value(&mut taker)?;
        taker.value.ok_or(Failed)
    }
}

/// A seed or visitor of serde that takes one value, and the value that it has made.
struct Taker<S, V> {
    seed: Option<S>,
    value: Option<V>,
}

impl<S, V> Taker<S, V> {
    fn new(seed: S) -> Self {
        Self {
            seed: Some(seed),
            value: None,
        }
    }

    fn fill(&mut self, take: impl FnOnce(S) -> Result<V, Failed>) -> Result<(), Failed> {
        self.value = Some(take(self.seed.take().ok_or(Failed)?)?);
        Ok(())
    }
}

impl<'de, V: Visitor<'de>> Taker<V, V::Value> {
    fn read(
        visitor: V,
        read: impl FnOnce(&mut Self) -> Result<(), Failed>,
    ) -> Result<V::Value, Failed> {
        let mut taker = Self::new(visitor);
        read(&mut taker)?;
        taker.value.ok_or(Failed)
    }
}

impl<'de, S: DeserializeSeed<'de>> AnySeed<'de> for Taker<S, S::Value> {
    fn take(&mut self, value: &mut dyn AnyValue<'de>) -> Result<(), Failed> {
        self.fill(|seed| seed.deserialize(ErasedDeserializer(value)))
    }
}

impl<'de, V: Visitor<'de>> AnyVisitor<'de> for Taker<V, V::Value> {
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.seed {
            Some(visitor) => visitor.expecting(f),
            None => f.write_str("one value"),
        }
    }

    fn take(&mut self, value: Token<'_, 'de>) -> Result<(), Failed> {
        self.fill(|visitor| match value {
            Token::Null => visitor.visit_unit(),
            Token::Some(value) => visitor.visit_some(ErasedDeserializer(value)),
            Token::Boolean(value) => visitor.visit_bool(value),
            Token::Signed(value) => visitor.visit_i64(value),
            Token::Unsigned(value) => visitor.visit_u64(value),
            Token::Double(value) => visitor.visit_f64(value),
            Token::Text(text) => visitor.visit_str(text),
            Token::OwnedText(text) => visitor.visit_string(text),
            Token::List(list) => visitor.visit_seq(ErasedItems(list)),
            Token::Object(object) => visitor.visit_map(ErasedFields(object)),
        })
    }
}

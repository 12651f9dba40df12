//! Constants: fields that always have the same value.

use std::fmt;

use serde_core::de::{DeserializeSeed, Deserializer, Error, Visitor};
use serde_core::ser::{Serialize, Serializer};

use super::{Context, reject};
use crate::Json;
use crate::number::{integer_of, whole};
use crate::text::Text;
use crate::validation::Problem;

/// A field of an object that always has the same value. It is on the wire, and not in the struct.
#[derive(Debug, Clone, Copy)]
pub struct Constant {
    /// The name on the wire.
    pub name: &'static str,
    /// The value.
    pub value: Literal,
    /// Whether the constant must be present. It is always written.
    pub required: bool,
}

/// The value of a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Literal {
    /// A string.
    Text(&'static str),
    /// A whole number.
    Integer(i64),
    /// True or false.
    Boolean(bool),
}

impl From<&'static str> for Literal {
    fn from(text: &'static str) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Literal {
    fn from(number: i64) -> Self {
        Self::Integer(number)
    }
}

impl From<bool> for Literal {
    fn from(value: bool) -> Self {
        Self::Boolean(value)
    }
}

impl Literal {
    /// Whether a value is this one.
    pub(crate) fn is(self, value: &Json) -> bool {
        match self {
            Self::Text(text) => value.as_str() == Some(text),
            Self::Integer(integer) => value.as_number().and_then(whole) == Some(integer),
            Self::Boolean(boolean) => value.as_bool() == Some(boolean),
        }
    }

    /// The value as JSON.
    pub(crate) fn json(self) -> Json {
        match self {
            Self::Text(text) => text.into(),
            Self::Integer(value) => value.into(),
            Self::Boolean(value) => value.into(),
        }
    }

    /// Whether this is the text of the constant.
    pub(crate) fn is_text(self, text: &str) -> bool {
        match self {
            Self::Text(constant) => text == constant,
            Self::Integer(integer) => i64::from_text(text) == Ok(integer),
            Self::Boolean(boolean) => bool::from_text(text) == Ok(boolean),
        }
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Integer(value) => value.fmt(f),
            Self::Boolean(value) => value.fmt(f),
        }
    }
}

impl Serialize for Literal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Integer(value) => serializer.serialize_i64(*value),
            Self::Boolean(value) => serializer.serialize_bool(*value),
        }
    }
}

/// Reads a value that has to be this constant.
pub(super) struct Expect<'c> {
    pub(super) constant: Literal,
    pub(super) context: &'c mut Context,
}

impl Expect<'_> {
    fn compare<E: Error>(self, found: Literal) -> Result<(), E> {
        if found == self.constant {
            Ok(())
        } else {
            Err(self.other())
        }
    }

    #[cold]
    fn other<E: Error>(self) -> E {
        let constant = self.constant;
        self.context.validation_error(Problem::constant(constant))
    }
}

impl<'de> DeserializeSeed<'de> for Expect<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Expect<'_> {
    type Value = ();

    reject!("a constant"; items object);

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        let is_same = match self.constant {
            Literal::Text(constant) => constant == text,
            constant => self.context.reads_text() && constant.is_text(text),
        };
        if is_same { Ok(()) } else { Err(self.other()) }
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        if self.context.reads_text() {
            self.visit_str("")
        } else {
            Err(self.context.null())
        }
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.compare(Literal::Boolean(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        self.compare(Literal::Integer(value))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        let integer = integer_of(value, i64::MIN.into()..=i64::MAX.into());
        match integer.map(i64::try_from) {
            Ok(Ok(value)) => self.compare(Literal::Integer(value)),
            Ok(Err(_)) | Err(_) => Err(self.other()),
        }
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        match i64::try_from(value) {
            Ok(value) => self.compare(Literal::Integer(value)),
            Err(_) => Err(self.other()),
        }
    }
}

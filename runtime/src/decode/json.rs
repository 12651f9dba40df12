//! Reading a whole JSON text.

use std::fmt;
use std::marker::PhantomData;

use serde_core::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde_json::de::StrRead;
use serde_json::error::Category;

use super::access::Direct;
use super::{Context, Decode, Field, Fields, PROPERTIES, Seed, Table, reject};
use crate::rules::Rules;
use crate::{Json, ValidationError};

/// Why a string is not a value of the expected type. It never contains the text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidJson {
    /// The text is not JSON.
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The column, from 1, in bytes.
        column: usize,
    },
    /// The text is empty.
    Empty,
    /// The text ends too early.
    Incomplete,
    /// The text is not the expected XML. The words name the place.
    Xml(String),
    /// The text is JSON, but does not match the specification.
    ValidationError(ValidationError),
}

impl fmt::Display for InvalidJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { line, column } => {
                write!(f, "it is not JSON (line {line}, column {column})")
            }
            Self::Xml(problem) => write!(f, "it {problem}"),
            Self::Empty => f.write_str("it is empty"),
            Self::Incomplete => f.write_str("it ends before the JSON does"),
            Self::ValidationError(validation_error) => validation_error.fmt(f),
        }
    }
}

impl std::error::Error for InvalidJson {}

/// Reads a value, up to the first validation error and without checking the constraints of the
/// specification.
///
/// # Errors
/// If the text is not JSON or not of this type.
pub fn from_json<T: Decode>(text: &[u8]) -> Result<T, InvalidJson> {
    let mut context = Context::for_responses();
    let value = read_whole(text, |deserializer| {
        Seed::value(&mut context).deserialize(deserializer)
    });
    value.map_err(|error| explain(text, &error, context))
}

/// Reads a value that is the field `envelope` of an object.
///
/// # Errors
/// If the text is not JSON or not of this type.
pub fn from_json_in<T: Decode>(envelope: &'static str, text: &[u8]) -> Result<T, InvalidJson> {
    let mut context = Context::for_responses();
    let value = read_whole(text, |deserializer| {
        read_in(envelope, &Rules::NONE, deserializer, &mut context)
    });
    value.map_err(|error| explain(text, &error, context))
}

/// Reads the field `envelope` of an object, whose value has these rules.
pub(super) fn read_in<'de, T: Decode, D: Deserializer<'de>>(
    envelope: &'static str,
    rules: &Rules,
    deserializer: D,
    context: &mut Context,
) -> Result<T, D::Error> {
    let mut properties = PROPERTIES;
    properties.rules = *rules;
    deserializer.deserialize_any(Envelope {
        field: Field(envelope, properties),
        context,
        value: PhantomData,
    })
}

/// Reads a whole JSON text.
pub(crate) fn read_whole<'t, T>(
    text: &'t [u8],
    read: impl FnOnce(&mut serde_json::Deserializer<StrRead<'t>>) -> serde_json::Result<T>,
) -> serde_json::Result<T> {
    let mut deserializer = deserializer(text)?;
    let value = read(&mut deserializer)?;
    deserializer.end().map(|()| value)
}

/// A deserializer of a string. It checks once that the text is UTF-8: checking each string costs a sixth of the
/// time.
fn deserializer(text: &[u8]) -> serde_json::Result<serde_json::Deserializer<StrRead<'_>>> {
    let text = without_mark(text);
    match str::from_utf8(text) {
        Ok(text) => Ok(serde_json::Deserializer::from_str(text)),
        Err(_) => Err(not_utf8(text)),
    }
}

/// A string without the byte order mark that .NET, PowerShell and others put before JSON. Writers must not add one, and
/// readers may skip it (RFC 8259, section 8.1). It has no meaning, so servers skip it too.
pub(crate) fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}

/// The place of the first error in a string that is not UTF-8.
#[cold]
fn not_utf8(text: &[u8]) -> serde_json::Error {
    match serde_json::from_slice::<Json>(text) {
        Err(error) => error,
        Ok(_) => serde_json::Error::custom("it is not UTF-8"),
    }
}

struct Envelope<'c, T> {
    field: Field,
    context: &'c mut Context,
    value: PhantomData<T>,
}

impl<'de, T: Decode> Visitor<'de> for Envelope<'_, T> {
    type Value = T;

    reject!("an object"; null boolean integer number string list);

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        let table = [self.field];
        let (value,) = Fields::new(Direct(map), Table::of(&table), self.context).values(((),))?;
        Ok(value)
    }
}

pub(super) fn explain(text: &[u8], error: &serde_json::Error, context: Context) -> InvalidJson {
    let validation_error = || ValidationError::of_body("does not match the specification");
    match error.classify() {
        Category::Data => InvalidJson::ValidationError(
            context
                .into_validation_errors()
                .into_iter()
                .next()
                .unwrap_or_else(validation_error),
        ),
        Category::Eof if without_mark(text).trim_ascii().is_empty() => InvalidJson::Empty,
        Category::Eof => InvalidJson::Incomplete,
        Category::Syntax | Category::Io => InvalidJson::Syntax {
            line: error.line(),
            column: error.column(),
        },
    }
}

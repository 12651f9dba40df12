//! Reading scalars.

use std::borrow::Cow;

use serde_core::de::{Deserializer, Error, MapAccess, Visitor};
use serde_core::{Deserialize, de::IgnoredAny};

use super::{Context, Decode, reject};
use crate::rules::Rules;
use crate::text::Text;
use crate::{Expected, Json, number};

/// Reads a value that is a string on the wire. The rules of its type are not checked.
///
/// # Errors
/// If it is not a string, or not a string of this type.
pub fn read_text<'de, T: Text, D: Deserializer<'de>>(
    deserializer: D,
    context: &mut Context,
) -> Result<T, D::Error> {
    let mut value = None;
    let mut take = |text: &str| {
        value = Some(T::from_text(text)?);
        Ok(())
    };
    deserializer.deserialize_any(TextVisitor {
        context,
        take: &mut take,
    })?;
    value.ok_or_else(|| D::Error::custom("the string was not read"))
}

/// One visitor for all string types, so that it is compiled once.
struct TextVisitor<'c> {
    context: &'c mut Context,
    take: &'c mut dyn FnMut(&str) -> Result<(), Expected>,
}

impl<'de> Visitor<'de> for TextVisitor<'_> {
    type Value = ();

    reject!("a string"; boolean integer number list object);

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        (self.take)(text).map_err(|expected| self.context.validation_error(expected))
    }
}

/// Types that are plain strings on the wire.
macro_rules! text {
    ($($type:ty),+) => {$(
        impl Decode for $type {
            fn decode<'de, D: Deserializer<'de>>(deserializer: D, context: &mut Context) -> Result<Self, D::Error> {
                read_text(deserializer, context)
            }
        }
    )+};
}

text!(crate::Decimal);
#[cfg(feature = "time")]
text!(crate::Timestamp, crate::Date);
#[cfg(feature = "uuid")]
text!(crate::Uuid);
#[cfg(feature = "base64")]
text!(crate::Bytes);

impl Decode for String {
    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        context: &mut Context,
    ) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StringVisitor { context })
    }

    fn check(&self, rules: &Rules) -> Result<(), String> {
        rules.check_text(self)
    }
}

struct StringVisitor<'c> {
    context: &'c mut Context,
}

impl<'de> Visitor<'de> for StringVisitor<'_> {
    type Value = String;

    reject!("a string"; boolean integer number list object);

    fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }

    fn visit_string<E: Error>(self, text: String) -> Result<String, E> {
        Ok(text)
    }
}

impl Decode for bool {
    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        context: &mut Context,
    ) -> Result<Self, D::Error> {
        deserializer.deserialize_any(BooleanVisitor { context })
    }
}

struct BooleanVisitor<'c> {
    context: &'c mut Context,
}

impl<'de> Visitor<'de> for BooleanVisitor<'_> {
    type Value = bool;

    reject!("a boolean"; integer number string list object);

    fn visit_bool<E: Error>(self, value: bool) -> Result<bool, E> {
        Ok(value)
    }
}

impl Decode for i64 {
    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        context: &mut Context,
    ) -> Result<Self, D::Error> {
        deserializer.deserialize_any(IntegerVisitor { context })
    }

    fn check(&self, rules: &Rules) -> Result<(), String> {
        rules.check_integer(*self)
    }
}

struct IntegerVisitor<'c> {
    context: &'c mut Context,
}

impl<'de> Visitor<'de> for IntegerVisitor<'_> {
    type Value = i64;

    reject!("an integer"; boolean string list);

    fn visit_i64<E: Error>(self, value: i64) -> Result<i64, E> {
        Ok(value)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<i64, E> {
        i64::try_from(value).map_err(|_| self.context.mismatch("an integer of 64 bits"))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<i64, E> {
        number::integer_of(value).ok_or_else(|| self.context.mismatch("an integer"))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<i64, A::Error> {
        let text = text_of_number(map)?;
        let integer = text.and_then(|text| number::integer(&text));
        integer.ok_or_else(|| self.context.mismatch("an integer"))
    }
}

impl Decode for f64 {
    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        context: &mut Context,
    ) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NumberVisitor { context })
    }

    fn check(&self, rules: &Rules) -> Result<(), String> {
        rules.check_number(*self)
    }
}

struct NumberVisitor<'c> {
    context: &'c mut Context,
}

impl<'de> Visitor<'de> for NumberVisitor<'_> {
    type Value = f64;

    reject!("a number"; boolean string list);

    fn visit_f64<E: Error>(self, value: f64) -> Result<f64, E> {
        Ok(value)
    }

    // A number without a fraction is a number too. Integers of more than 53 bits are rounded, which
    // is usual in JSON.
    fn visit_i64<E: Error>(self, value: i64) -> Result<f64, E> {
        Ok(value as f64)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<f64, E> {
        Ok(value as f64)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<f64, A::Error> {
        let text = text_of_number(map)?;
        let number = text.and_then(|text| number::number(&text));
        number.ok_or_else(|| self.context.mismatch("a number"))
    }
}

/// The text of a number that `serde_json` represents as an object with one field. It does so for
/// numbers with a fraction or an exponent if any crate of the build enables its feature
/// `arbitrary_precision`. `None` for any other object.
fn text_of_number<'de, A: MapAccess<'de>>(mut map: A) -> Result<Option<Cow<'de, str>>, A::Error> {
    match map.next_key::<Cow<'de, str>>()? {
        Some(name) if name == ARBITRARY_PRECISION => map.next_value().map(Some),
        Some(_) | None => Ok(None),
    }
}

/// The name that `serde_json` gives to a number's text.
const ARBITRARY_PRECISION: &str = "$serde_json::private::Number";

/// Any JSON, including null.
impl Decode for Json {
    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        _: &mut Context,
    ) -> Result<Self, D::Error> {
        Self::deserialize(deserializer)
    }
}

/// Reads nothing, and accepts any value.
impl Decode for () {
    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        _: &mut Context,
    ) -> Result<Self, D::Error> {
        IgnoredAny::deserialize(deserializer).map(drop)
    }
}

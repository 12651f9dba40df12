//! Reading scalars.

use std::borrow::Cow;

use serde_core::de::{Deserializer, Error, MapAccess, Visitor};
use serde_core::{Deserialize, de::IgnoredAny};

use super::{Context, Decode, Failed, reject};
#[cfg(feature = "base64")]
use crate::Bytes;
use crate::number::Integers;
use crate::rules::Rules;
use crate::text::Text;
#[cfg(feature = "time")]
use crate::{Date, Timestamp};
use crate::{Decimal, DecimalNumber, Duration, Email, Expected, Json, Time, Uri, number};

/// Reads a value that is a string on the wire. The rules of its type are not checked.
///
/// # Errors
/// If it is not a string, or not a string of this type.
pub fn read_text<'de, T: Text, D: Deserializer<'de>>(
    deserializer: D,
    context: &mut Context,
) -> Result<T, D::Error> {
    let mut value = None;
    let keeps_unknown = context.keeps_unknown();
    let mut take = |text: &str| {
        let read = T::from_text(text)?;
        if !keeps_unknown {
            read.check_known()?;
        }
        value = Some(read);
        Ok(())
    };
    deserializer.deserialize_any(TextVisitor {
        context,
        take: &mut take,
    })?;
    value.ok_or_else(|| D::Error::custom("the string was not read"))
}

/// Returns a value that was read, unless only responses may have it.
///
/// # Errors
/// The kind of value that was expected. The context contains the validation error.
pub fn known<T: Text, E: Error>(read: Result<T, Expected>, context: &mut Context) -> Result<T, E> {
    let known = read.and_then(|value| {
        if !context.keeps_unknown() {
            value.check_known()?;
        }
        Ok(value)
    });
    known.map_err(|expected| context.validation_error(expected))
}

/// One visitor for all string types, so that it is compiled once.
struct TextVisitor<'c> {
    context: &'c mut Context,
    take: &'c mut dyn FnMut(&str) -> Result<(), Expected>,
}

impl<'de> Visitor<'de> for TextVisitor<'_> {
    type Value = ();

    reject!("a string"; boolean integer number items object);

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        (self.take)(text).map_err(|expected| self.context.validation_error(expected))
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        if self.context.reads_text() {
            self.visit_str("")
        } else {
            Err(self.context.null())
        }
    }
}

/// Types that are plain strings on the wire.
macro_rules! text {
    ($($type:ty),+) => {$(
        impl Decode for $type {
            type Form = crate::encode::OfSerde;

            fn decode<'de, D: Deserializer<'de>>(deserializer: D, context: &mut Context) -> Result<Self, D::Error> {
                read_text(deserializer, context)
            }
        }
    )+};
}

text!(Decimal, Time, Duration);
text!(std::net::IpAddr, std::net::Ipv4Addr, std::net::Ipv6Addr);
#[cfg(feature = "time")]
text!(Timestamp, Date);
#[cfg(feature = "uuid")]
text!(crate::Uuid);
#[cfg(feature = "base64")]
text!(Bytes);

/// Serde's `Deserialize` for the scalars of this crate. The others have it from the crates that define them.
macro_rules! deserialize {
    ($($type:ident),+) => {$(
        crate::__deserialize!($type);
    )+};
}

deserialize!(Decimal, DecimalNumber, Duration, Email, Time, Uri);
#[cfg(feature = "time")]
deserialize!(Date, Timestamp);
#[cfg(feature = "base64")]
deserialize!(Bytes);

impl Decode for String {
    type Form = crate::encode::OfSerde;

    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        context: &mut Context,
    ) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StringVisitor { context })
    }

    fn check(&self, rules: &Rules, context: &mut Context) -> Result<(), Failed> {
        context.require(rules.check_text(self))
    }
}

struct StringVisitor<'c> {
    context: &'c mut Context,
}

impl<'de> Visitor<'de> for StringVisitor<'_> {
    type Value = String;

    reject!("a string"; boolean integer number items object);

    fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }

    fn visit_unit<E: Error>(self) -> Result<String, E> {
        self.context.parse_null()
    }

    fn visit_string<E: Error>(self, text: String) -> Result<String, E> {
        Ok(text)
    }
}

impl Decode for bool {
    type Form = crate::encode::OfSerde;

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

    reject!("a boolean"; integer number text items object);

    fn visit_bool<E: Error>(self, value: bool) -> Result<bool, E> {
        Ok(value)
    }
}

/// Integers of all sizes, read by the same visitor, so that it is compiled once.
macro_rules! integers {
    ($($type:ident)+) => {$(
        impl Decode for $type {
            type Form = crate::encode::OfSerde;

            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "it is in the range of the type"
            )]
            fn decode<'de, D: Deserializer<'de>>(
                deserializer: D,
                context: &mut Context,
            ) -> Result<Self, D::Error> {
                let all = Self::MIN.into()..=Self::MAX.into();
                let integer = deserializer.deserialize_any(IntegerVisitor { context, all })?;
                Ok(integer as Self)
            }

            fn check(&self, rules: &Rules, context: &mut Context) -> Result<(), Failed> {
                context.require(rules.check_integer((*self).into()))
            }
        }
    )+};
}

integers!(i8 i16 i32 i64 u8 u16 u32 u64);

struct IntegerVisitor<'c> {
    context: &'c mut Context,
    all: Integers,
}

impl IntegerVisitor<'_> {
    fn take<E: Error>(
        self,
        read: impl FnOnce(Integers) -> Result<i128, Expected>,
    ) -> Result<i128, E> {
        read(self.all).map_err(|expected| self.context.validation_error(expected))
    }
}

impl<'de> Visitor<'de> for IntegerVisitor<'_> {
    type Value = i128;

    reject!("an integer"; boolean items);

    fn visit_str<E: Error>(self, text: &str) -> Result<i128, E> {
        if self.context.reads_text() {
            self.take(|all| number::integer(text, all))
        } else {
            Err(self.context.mismatch("an integer"))
        }
    }

    fn visit_unit<E: Error>(self) -> Result<i128, E> {
        if self.context.reads_text() {
            self.visit_str("")
        } else {
            Err(self.context.null())
        }
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<i128, E> {
        self.take(|all| number::within(value.into(), all))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<i128, E> {
        self.take(|all| number::within(value.into(), all))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<i128, E> {
        self.take(|all| number::integer_of(value, all))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<i128, A::Error> {
        let text = text_of_number(map)?.unwrap_or_default();
        self.take(|all| number::integer(&text, all))
    }
}

impl Decode for f64 {
    type Form = crate::encode::OfSerde;

    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        context: &mut Context,
    ) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NumberVisitor { context })
    }

    fn check(&self, rules: &Rules, context: &mut Context) -> Result<(), Failed> {
        context.require(rules.check_number(*self))
    }
}

impl Decode for f32 {
    type Form = crate::encode::OfSerde;

    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        context: &mut Context,
    ) -> Result<Self, D::Error> {
        let number = f64::decode(deserializer, context)?;
        number::narrowed(number).map_err(|expected| context.validation_error(expected))
    }

    fn check(&self, rules: &Rules, context: &mut Context) -> Result<(), Failed> {
        context.require(rules.check_single(*self))
    }
}

impl Decode for DecimalNumber {
    type Form = crate::encode::OfSerde;

    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        context: &mut Context,
    ) -> Result<Self, D::Error> {
        deserializer.deserialize_any(DecimalVisitor { context })
    }

    fn check(&self, rules: &Rules, context: &mut Context) -> Result<(), Failed> {
        context.require(rules.check_number(self.to_f64()))
    }
}

struct DecimalVisitor<'c> {
    context: &'c mut Context,
}

impl<'de> Visitor<'de> for DecimalVisitor<'_> {
    type Value = DecimalNumber;

    reject!("a number"; boolean items);

    fn visit_str<E: Error>(self, text: &str) -> Result<DecimalNumber, E> {
        self.context.parse(text, "a number")
    }

    fn visit_unit<E: Error>(self) -> Result<DecimalNumber, E> {
        self.context.parse_null()
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<DecimalNumber, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<DecimalNumber, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<DecimalNumber, E> {
        let read = DecimalNumber::of_f64(value);
        read.map_err(|expected| self.context.validation_error(expected))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<DecimalNumber, A::Error> {
        let text = text_of_number(map)?.unwrap_or_default();
        DecimalNumber::from_text(&text).map_err(|expected| self.context.validation_error(expected))
    }
}

struct NumberVisitor<'c> {
    context: &'c mut Context,
}

impl<'de> Visitor<'de> for NumberVisitor<'_> {
    type Value = f64;

    reject!("a number"; boolean text items);

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
        let text = text_of_number(map)?.unwrap_or_default();
        number::number(&text).map_err(|expected| self.context.validation_error(expected))
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
    type Form = crate::encode::OfSerde;

    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        _: &mut Context,
    ) -> Result<Self, D::Error> {
        Self::deserialize(deserializer)
    }
}

/// Reads nothing, and accepts any value.
impl Decode for () {
    type Form = crate::encode::OfSerde;

    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        _: &mut Context,
    ) -> Result<Self, D::Error> {
        IgnoredAny::deserialize(deserializer).map(drop)
    }
}

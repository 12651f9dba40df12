//! Decimal numbers that are numbers on the wire.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use serde_core::{Serialize, Serializer};

use crate::text::Text;
use crate::{Decimal, Expected, InvalidDecimal, number};

/// A decimal number that is a number on the wire, in contrast to [`Decimal`], which is a string.
///
/// It has the digits that are written: three times `0.1` are `0.3`, if they are added with a type for decimal numbers,
/// such as the numbers of `rust_decimal` and `bigdecimal`, which convert from its text. JSON has numbers of 64 bits, so
/// 15 digits are exact on the wire.
///
/// ```
/// use specsmith_runtime::DecimalNumber;
///
/// let price: DecimalNumber = "0.10".parse()?;
/// assert_eq!(price.as_str(), "0.10");
/// assert_eq!(price, "0.1".parse()?);
/// # Ok::<(), specsmith_runtime::InvalidDecimal>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DecimalNumber(Decimal);

impl DecimalNumber {
    /// A number that is written with a fraction or an exponent.
    pub(crate) fn of_f64(value: f64) -> Result<Self, Expected> {
        let text = if value.fract() == 0.0 && value.abs() < 1e15 {
            value.to_string()
        } else {
            format!("{value:?}")
        };
        Self::from_text(&text)
    }
}

/// The number as a [`Decimal`], which has its text.
impl Deref for DecimalNumber {
    type Target = Decimal;

    fn deref(&self) -> &Decimal {
        &self.0
    }
}

impl From<DecimalNumber> for Decimal {
    fn from(number: DecimalNumber) -> Self {
        number.0
    }
}

impl TryFrom<Decimal> for DecimalNumber {
    type Error = InvalidDecimal;

    /// JSON has no number beyond 64 bits, and none that begins with a plus sign or with zeros.
    fn try_from(decimal: Decimal) -> Result<Self, InvalidDecimal> {
        if !decimal.to_f64().is_finite() {
            return Err(InvalidDecimal);
        }
        let text = decimal.as_str();
        let unsigned = text.trim_start_matches(['+', '-']);
        let digits = unsigned.trim_start_matches('0');
        let zero = if digits.starts_with(|c: char| c.is_ascii_digit()) {
            ""
        } else {
            "0"
        };
        let sign = if text.starts_with('-') { "-" } else { "" };
        let plain = format!("{sign}{zero}{digits}");
        match plain == text {
            true => Ok(Self(decimal)),
            false => plain.parse().map(Self),
        }
    }
}

macro_rules! from_integers {
    ($($integer:ty)+) => {$(
        impl From<$integer> for DecimalNumber {
            fn from(number: $integer) -> Self {
                Self(number.into())
            }
        }
    )+};
}

from_integers!(i8 i16 i32 i64 u8 u16 u32 u64);

impl FromStr for DecimalNumber {
    type Err = InvalidDecimal;

    fn from_str(text: &str) -> Result<Self, InvalidDecimal> {
        text.parse::<Decimal>()?.try_into()
    }
}

impl fmt::Debug for DecimalNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DecimalNumber({})", self.0)
    }
}

impl fmt::Display for DecimalNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Text for DecimalNumber {
    fn from_text(text: &str) -> Result<Self, Expected> {
        // The notation is the notation of JSON.
        number::number(text)?;
        text.parse()
            .map_err(|_: InvalidDecimal| Expected::new("expected a number"))
    }

    fn to_text(&self) -> Cow<'_, str> {
        self.0.to_text()
    }
}

impl Serialize for DecimalNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.as_str().parse::<i64>() {
            Ok(integer) => serializer.serialize_i64(integer),
            Err(_) => serializer.serialize_f64(self.to_f64()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::DecimalNumber;
    use crate::decode::{Context, Decode};

    fn read(json: &str) -> Option<DecimalNumber> {
        let mut deserializer = serde_json::Deserializer::from_str(json);
        DecimalNumber::decode(&mut deserializer, &mut Context::for_requests()).ok()
    }

    #[test]
    fn numbers_keep_their_digits() {
        for (json, text) in [
            ("0.1", "0.1"),
            ("-12.50", "-12.5"),
            ("3", "3"),
            ("3.0", "3"),
            ("1e-7", "1e-7"),
            ("123456789012.345", "123456789012.345"),
            ("9007199254740993", "9007199254740993"),
            ("18446744073709551615", "18446744073709551615"),
        ] {
            assert_eq!(read(json).unwrap().as_str(), text, "{json}");
        }
    }

    #[test]
    fn texts_are_not_numbers() {
        for json in ["\"0.1\"", "true", "null", "[1]", "{}"] {
            assert_eq!(read(json), None, "{json}");
        }
    }

    #[test]
    fn they_are_written_as_numbers() {
        for (text, json) in [
            ("0.10", "0.1"),
            ("+007.5", "7.5"),
            ("-0.5", "-0.5"),
            ("100", "100"),
            ("1e3", "1000.0"),
        ] {
            let number: DecimalNumber = text.parse().unwrap();
            assert_eq!(serde_json::to_string(&number).unwrap(), json, "{text}");
        }
    }

    #[test]
    fn no_number_is_infinite() {
        assert!("1e400".parse::<DecimalNumber>().is_err());
    }
}

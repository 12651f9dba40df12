//! Amounts of money, exactly.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub, SubAssign};
use std::str::FromStr;

use bigdecimal::{BigDecimal, Zero as _};
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::{Database, Decode, Encode, Postgres, Sqlite, Type, ValueRef};

/// Above this an amount is a mistake.
const MAX_DOLLARS: i64 = 1_000_000_000_000;

/// How many digits may follow the decimal point. An `f64` has fewer. Without a limit, a short text such
/// as `1e-999999999` would be a number of a billion digits.
const MAX_PLACES: i64 = 330;

const TOO_LARGE: &str = "must not exceed a trillion dollars";

/// An amount of US dollars, as a decimal number of any precision.
///
/// The API shows amounts as JSON numbers, which are read and written as `f64`. The `Amount` of such a
/// number is the shortest decimal that identifies it, so 0.1 is exactly a tenth and ten of them are 1.
/// Every `f64` in range has one, so nothing is rounded after the JSON is read. Text, such as an argument
/// of a command, is read exactly.
///
/// PostgreSQL stores it as `NUMERIC`, SQLite as decimal text.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Amount(BigDecimal);

impl Amount {
    /// The nearest number that the API can show.
    pub fn to_number(&self) -> f64 {
        // The text is a decimal number, which always parses.
        self.0.to_plain_string().parse().unwrap_or_default()
    }

    /// Whether the amount is at most a trillion dollars, positive or negative.
    pub fn is_in_range(&self) -> bool {
        self.0.abs() <= MAX_DOLLARS
    }

    /// Whether the amount is less than zero.
    pub fn is_negative(&self) -> bool {
        *self < Self::default()
    }

    /// Whether the amount is exactly zero.
    pub fn is_zero(&self) -> bool {
        *self == Self::default()
    }

    /// Adds up a list of decimals separated by spaces: what `string_agg` returns. SQLite cannot add
    /// decimals itself.
    fn sum_of(text: &str) -> Result<Self, bigdecimal::ParseBigDecimalError> {
        text.split_ascii_whitespace()
            .map(|part| part.parse().map(Self))
            .sum()
    }
}

/// Reads a number of the API.
impl TryFrom<f64> for Amount {
    type Error = &'static str;

    fn try_from(number: f64) -> Result<Self, &'static str> {
        if !number.is_finite() {
            return Err(TOO_LARGE);
        }
        // Rust prints the shortest decimal that reads back as the same number.
        format!("{number:e}").parse()
    }
}

/// Reads a decimal number exactly: `12.50`.
impl FromStr for Amount {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        const EXPECTED: &str = "expected an amount such as 12.50";
        // `BigDecimal` also accepts `1_000` and `.-5`, and `f64` accepts `nan` and `inf`.
        let is_number = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
        let rounded: f64 = text.parse().map_err(|_| EXPECTED)?;
        if !text.bytes().all(is_number) {
            return Err(EXPECTED);
        }
        // An exact comparison of a number such as `1e999999999` would take long.
        if rounded.abs() > 1e13 {
            return Err(TOO_LARGE);
        }
        let decimal: BigDecimal = text.parse().map_err(|_| EXPECTED)?;
        if decimal.is_zero() {
            return Ok(Self::default());
        }
        if decimal.fractional_digit_count() > MAX_PLACES {
            return Err("must not have more than 330 digits after the decimal point");
        }
        Some(Self(decimal))
            .filter(Self::is_in_range)
            .ok_or(TOO_LARGE)
    }
}

/// Without an exponent and without trailing zeros: `12.5`.
impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.normalized().to_plain_string())
    }
}

impl Add for Amount {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Amount {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl AddAssign<&Self> for Amount {
    fn add_assign(&mut self, other: &Self) {
        self.0 += &other.0;
    }
}

impl SubAssign<&Self> for Amount {
    fn sub_assign(&mut self, other: &Self) {
        self.0 -= &other.0;
    }
}

impl Sum for Amount {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::default(), Self::add)
    }
}

impl Type<Sqlite> for Amount {
    fn type_info() -> <Sqlite as Database>::TypeInfo {
        <String as Type<Sqlite>>::type_info()
    }
}

impl Encode<'_, Sqlite> for Amount {
    fn encode_by_ref(
        &self,
        buffer: &mut <Sqlite as Database>::ArgumentBuffer,
    ) -> Result<IsNull, BoxDynError> {
        Encode::<Sqlite>::encode(self.to_string(), buffer)
    }
}

impl<'r> Decode<'r, Sqlite> for Amount {
    fn decode(value: <Sqlite as Database>::ValueRef<'r>) -> Result<Self, BoxDynError> {
        let text = <&str as Decode<'r, Sqlite>>::decode(value)?;
        Ok(Self::sum_of(text)?)
    }
}

impl Type<Postgres> for Amount {
    fn type_info() -> <Postgres as Database>::TypeInfo {
        <BigDecimal as Type<Postgres>>::type_info()
    }

    fn compatible(ty: &<Postgres as Database>::TypeInfo) -> bool {
        <BigDecimal as Type<Postgres>>::compatible(ty) || <str as Type<Postgres>>::compatible(ty)
    }
}

impl Encode<'_, Postgres> for Amount {
    fn encode_by_ref(
        &self,
        buffer: &mut <Postgres as Database>::ArgumentBuffer,
    ) -> Result<IsNull, BoxDynError> {
        Encode::<Postgres>::encode_by_ref(&self.0, buffer)
    }
}

impl<'r> Decode<'r, Postgres> for Amount {
    fn decode(value: <Postgres as Database>::ValueRef<'r>) -> Result<Self, BoxDynError> {
        // The result of `string_agg` is text.
        if <str as Type<Postgres>>::compatible(&value.type_info()) {
            let text = <&str as Decode<'r, Postgres>>::decode(value)?;
            return Ok(Self::sum_of(text)?);
        }
        Ok(Self(<BigDecimal as Decode<'r, Postgres>>::decode(value)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amount(number: f64) -> Amount {
        Amount::try_from(number).unwrap()
    }

    #[test]
    fn ten_tenths_are_exactly_one() {
        let sum: Amount = std::iter::repeat_n(amount(0.1), 10).sum();
        assert_eq!(sum, amount(1.0));
        assert_eq!(amount(1.0) - amount(0.7), amount(0.3));
        let floats: f64 = std::iter::repeat_n(0.1, 10).sum();
        assert!(floats < 1.0, "the reason for this module");
    }

    #[test]
    fn every_number_of_the_api_comes_back_as_it_was() {
        for number in [
            0.0,
            -0.5,
            0.1,
            1e-7,
            5e-324,
            1.234_567_890_123_456_7e-5,
            999_999_999_999.999_9,
            1e12,
            -1e12,
        ] {
            assert_eq!(amount(number).to_number(), number, "{number}");
        }
    }

    #[test]
    fn amounts_of_very_different_size_add_up_exactly() {
        let sum = amount(1e12) + amount(1e-30);
        assert_eq!(sum - amount(1e12), amount(1e-30));
    }

    #[test]
    fn text_has_no_exponent_and_no_trailing_zeros() {
        let cases = [
            (12.50, "12.5"),
            (1e-7, "0.0000001"),
            (1e12, "1000000000000"),
            (-0.0, "0"),
        ];
        for (number, text) in cases {
            assert_eq!(amount(number).to_string(), text);
        }
    }

    #[test]
    fn a_list_of_decimals_is_added_up() {
        let sum = Amount::sum_of("0.1 0.2 7e-12 -1 0.70").unwrap();
        assert_eq!(sum.to_string(), "0.000000000007");
        assert!(Amount::sum_of("").unwrap().is_zero());
        assert!(Amount::sum_of("0.1 ten").is_err());
    }

    #[test]
    fn numbers_out_of_range_are_rejected() {
        for number in [1e13, -1e13, f64::INFINITY, f64::NAN] {
            assert!(Amount::try_from(number).is_err(), "{number}");
        }
    }

    #[test]
    fn text_is_read_exactly() {
        let cases = [
            ("12.50", "12.5"),
            ("-0", "0"),
            (".5", "0.5"),
            ("1e-7", "0.0000001"),
            ("0e999999999", "0"),
            ("12345678901.123456789", "12345678901.123456789"),
            ("1000000000000.000", "1000000000000"),
        ];
        for (text, expected) in cases {
            let amount: Amount = text.parse().unwrap();
            assert_eq!(amount.to_string(), expected, "{text}");
        }
    }

    #[test]
    fn text_that_is_no_amount_is_rejected_with_what_is_wrong() {
        let cases = [
            ("", "such as 12.50"),
            ("12,50", "such as 12.50"),
            ("1_000", "such as 12.50"),
            ("nan", "such as 12.50"),
            ("-inf", "such as 12.50"),
            // An `f64` cannot distinguish it from the largest amount.
            ("1000000000000.00001", "trillion"),
            ("-1e13", "trillion"),
            ("1e999999999", "trillion"),
            ("1e-999999999", "330 digits"),
        ];
        for (text, expected) in cases {
            let error = text.parse::<Amount>().unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}

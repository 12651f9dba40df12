//! Numbers on the wire, in bodies and parameters alike.
//!
//! A number is a JSON number (RFC 8259, section 6) in the range of its type. An integer is a number
//! without a fractional part, however it is written: `3`, `3.0`, `3e0` and `-0` are integers. This is
//! what JSON Schema's `number` and `integer` mean. An integer in plain digits may have any value of
//! its type. A number with a fraction or an exponent is read as an `f64`, which is exact only between
//! -2^53 and 2^53; such a number is rejected as an integer unless it is strictly between them.

use std::fmt::Display;
use std::ops::RangeInclusive;

use serde_json::Number;

use crate::Expected;

/// The values of an integer type. An `i128` holds the values of all integer types.
pub(crate) type Integers = RangeInclusive<i128>;

const NOT_AN_INTEGER: Expected = Expected::new("expected an integer");
const NOT_A_NUMBER: Expected = Expected::new("expected a number");

/// Reads a number in JSON's notation.
///
/// # Errors
/// The kind of number that was expected, for any other text.
pub(crate) fn number(text: &str) -> Result<f64, Expected> {
    let number = parse(text).and_then(|number| number.as_f64());
    let finite = number.filter(|number| number.is_finite());
    finite.ok_or(NOT_A_NUMBER)
}

/// Reads a number of 32 bits in JSON's notation.
///
/// # Errors
/// The kind of number that was expected, for any other text.
pub(crate) fn single(text: &str) -> Result<f32, Expected> {
    parse(text).ok_or(NOT_A_NUMBER)?;
    // Rust reads every number of JSON.
    finite(text.parse().unwrap_or(f32::INFINITY))
}

/// The number of 32 bits that is nearest to what was written.
///
/// # Errors
/// The kind of number that was expected, if the number is too large.
#[expect(clippy::cast_possible_truncation, reason = "it rounds")]
pub(crate) fn narrowed(number: f64) -> Result<f32, Expected> {
    let nearest = number as f32;
    let other = if f64::from(nearest) < number {
        nearest.next_up()
    } else {
        nearest.next_down()
    };
    // Halfway between two numbers, the digits that were written decide: `7.038531e-26` is nearer
    // to another number of 32 bits than the nearest one of 64 bits is.
    let is_halfway = (number - f64::from(nearest)).abs() == (f64::from(other) - number).abs();
    finite(if is_halfway {
        number.to_string().parse().unwrap_or(nearest)
    } else {
        nearest
    })
}

fn finite(number: f32) -> Result<f32, Expected> {
    if number.is_finite() {
        Ok(number)
    } else {
        let range = (format!("{:e}", f32::MIN), format!("{:e}", f32::MAX));
        Err(Expected::range(range.0, range.1))
    }
}

/// Reads an integer in JSON's notation.
///
/// # Errors
/// The kind of number that was expected, for any other text.
pub(crate) fn integer(text: &str, all: Integers) -> Result<i128, Expected> {
    let number = parse(text).ok_or(NOT_AN_INTEGER)?;
    match (number.as_i64(), number.as_u64(), number.as_f64()) {
        (Some(integer), _, _) => within(integer.into(), all),
        (None, Some(integer), _) => within(integer.into(), all),
        (None, None, Some(number)) => integer_of(number, all),
        (None, None, None) => Err(NOT_AN_INTEGER),
    }
}

/// The integer that a number with a fraction or an exponent is equal to.
///
/// # Errors
/// The kind of number that was expected, if there is none.
#[expect(
    clippy::cast_possible_truncation,
    reason = "it saturates, and no type has such integers"
)]
pub(crate) fn integer_of(number: f64, all: Integers) -> Result<i128, Expected> {
    if number.fract() != 0.0 {
        return Err(NOT_AN_INTEGER);
    }
    let integer = within(number as i128, all)?;
    // 2^53 is excluded: 2^53 + 1 is rounded to it.
    if number.abs() < TWO_TO_53 {
        Ok(integer)
    } else {
        Err(NOT_AN_INTEGER)
    }
}

/// The integer of 64 bits that a number is equal to, however it is written.
pub(crate) fn whole(number: &Number) -> Option<i64> {
    number.as_i64().or_else(|| {
        let integer = integer_of(number.as_f64()?, i64::MIN.into()..=i64::MAX.into());
        integer.ok().and_then(|integer| integer.try_into().ok())
    })
}

/// An integer, if its type has it.
///
/// # Errors
/// The range of the type.
pub(crate) fn within(integer: i128, all: Integers) -> Result<i128, Expected> {
    if all.contains(&integer) {
        Ok(integer)
    } else {
        Err(Expected::range(all.start(), all.end()))
    }
}

impl Expected {
    /// A number in a range: `must be from 0 to 255`.
    fn range(min: impl Display, max: impl Display) -> Self {
        Self::rule(format!("must be from {min} to {max}"))
    }
}

const TWO_TO_53: f64 = 9_007_199_254_740_992.0;

fn parse(text: &str) -> Option<Number> {
    // JSON allows white space around a value. A parameter is the number itself.
    if text.starts_with(|c: char| c == '-' || c.is_ascii_digit())
        && text.ends_with(|c: char| c.is_ascii_digit())
    {
        serde_json::from_str(text).ok()
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{Integers, integer, narrowed, number, single};

    const I64: Integers = i64::MIN as i128..=i64::MAX as i128;
    const U64: Integers = 0..=u64::MAX as i128;

    #[test]
    fn integers_may_be_written_with_a_zero_fraction_or_an_exponent() {
        for (text, expected) in [
            ("0", 0),
            ("-0", 0),
            ("-0.0", 0),
            ("3.0", 3),
            ("-3.000", -3),
            ("1e2", 100),
            ("1.5E+1", 15),
            ("100e-2", 1),
            ("9007199254740991.0", 9_007_199_254_740_991),
            ("-9.007199254740991e15", -9_007_199_254_740_991),
            ("9007199254740993", 9_007_199_254_740_993),
            ("9223372036854775807", i64::MAX.into()),
            ("-9223372036854775808", i64::MIN.into()),
        ] {
            assert_eq!(integer(text, I64), Ok(expected), "{text}");
        }
        assert_eq!(integer("18446744073709551615", U64), Ok(u64::MAX.into()));
    }

    #[test]
    fn other_numbers_are_not_integers() {
        for text in [
            "0.5",
            "1e-1",
            "9007199254740992.0",
            "9007199254740992.5",
            "9007199254740993.0",
            "-9007199254740993.0",
            "1e16",
            // The least integer, as an `f64`.
            "-9223372036854775809",
        ] {
            let problem = integer(text, I64).err().map(String::from);
            assert_eq!(problem.as_deref(), Some("expected an integer"), "{text}");
            assert!(number(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn the_range_of_the_type_is_named() {
        let signed = "must be from -9223372036854775808 to 9223372036854775807";
        let unsigned = "must be from 0 to 18446744073709551615";
        for (text, all, range) in [
            ("9223372036854775808", I64, signed),
            ("9223372036854775808.0", I64, signed),
            ("-9223372036854777857", I64, signed),
            ("1e19", I64, signed),
            ("99999999999999999999", I64, signed),
            ("18446744073709551616", U64, unsigned),
            ("-1", U64, unsigned),
            ("-1.0", U64, unsigned),
            ("128", -128..=127, "must be from -128 to 127"),
            ("1e300", -128..=127, "must be from -128 to 127"),
        ] {
            let problem = integer(text, all).err().map(String::from);
            assert_eq!(problem.as_deref(), Some(range), "{text}");
            assert!(number(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn numbers_of_32_bits_are_the_nearest_to_what_was_written() {
        for text in [
            "0.1",
            "-0.0",
            "16777217",
            "7.038531e-26",
            "3.4028235e38",
            "1e-45",
            "0.0",
        ] {
            let expected: Result<f32, _> = text.parse();
            let found = single(text);
            assert_eq!(found.clone().ok(), expected.ok(), "{text}");
            assert_eq!(number(text).and_then(narrowed), found, "{text}");
        }
        let range = "must be from -3.4028235e38 to 3.4028235e38";
        for text in ["3.5e38", "-1e39"] {
            let problem = single(text).err().map(String::from);
            assert_eq!(problem.as_deref(), Some(range), "{text}");
            assert_eq!(number(text).and_then(narrowed), single(text), "{text}");
        }
        for text in ["", "inf", "NaN", ".5", "+1"] {
            assert!(single(text).is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_of_32_bits_do_not_change_on_the_way() {
        // Every exponent, with mantissas over the whole range, and 7.038531e-26.
        let mantissas = (0..1_u32 << 23).step_by(99_991);
        let all =
            (0..255_u32).flat_map(|exponent| mantissas.clone().map(move |m| exponent << 23 | m));
        for bits in all.chain([0x15ae_43fd, 0x7f7f_ffff, 1]) {
            let value = f32::from_bits(bits);
            let text = value.to_string();
            assert_eq!(single(&text), Ok(value));
            assert_eq!(number(&text).and_then(narrowed), Ok(value), "{text}");
        }
    }

    #[test]
    fn other_text_is_not_a_number() {
        for text in [
            "", " 1", "1 ", "+1", "007", "-", ".5", "5.", "1e", "0x1", "1_000", "1,5", "inf",
            "NaN", "null", "\"1\"", "١", "1e999",
        ] {
            assert!(integer(text, I64).is_err(), "{text}");
            assert!(number(text).is_err(), "{text}");
        }
    }
}

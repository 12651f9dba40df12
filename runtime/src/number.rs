//! Numbers on the wire, in bodies and parameters alike.
//!
//! A number is a JSON number (RFC 8259, section 6) in the range of an `f64`. An integer is a number
//! without a fractional part in the range of an `i64`, however it is written: `3`, `3.0`, `3e0` and
//! `-0` are integers. This is what JSON Schema's `number` and `integer` mean.

use serde_json::Number;

/// Reads a number in JSON's notation; `None` for any other text.
pub(crate) fn number(text: &str) -> Option<f64> {
    parse(text)?.as_f64().filter(|number| number.is_finite())
}

/// Reads an integer in JSON's notation; `None` for any other text.
pub(crate) fn integer(text: &str) -> Option<i64> {
    let number = parse(text)?;
    match number.as_i64() {
        Some(integer) => Some(integer),
        // It is written without a fraction or an exponent, but it is too large.
        None if number.is_u64() => None,
        None => integer_of(number.as_f64()?),
    }
}

/// The integer that a number with a fraction or an exponent is equal to, if there is one.
pub(crate) fn integer_of(number: f64) -> Option<i64> {
    // 2^63 is the first number that is too large. Integers a little below -2^63 are rounded to it,
    // so it is excluded.
    let is_in_range = -TWO_TO_63 < number && number < TWO_TO_63;
    (number.fract() == 0.0 && is_in_range).then_some(number as i64)
}

const TWO_TO_63: f64 = 9_223_372_036_854_775_808.0;

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
    use super::{integer, number};

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
            ("9223372036854775807", i64::MAX),
            ("-9223372036854775808", i64::MIN),
        ] {
            assert_eq!(integer(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn other_numbers_are_not_integers() {
        for text in [
            "0.5",
            "1e-1",
            "9223372036854775808",
            "9223372036854775808.0",
            "-9223372036854775809",
            "1e19",
            "99999999999999999999",
        ] {
            assert_eq!(integer(text), None, "{text}");
            assert!(number(text).is_some(), "{text}");
        }
    }

    #[test]
    fn other_text_is_not_a_number() {
        for text in [
            "", " 1", "1 ", "+1", "007", "-", ".5", "5.", "1e", "0x1", "1_000", "1,5", "inf",
            "NaN", "null", "\"1\"", "١", "1e999",
        ] {
            assert_eq!(integer(text), None, "{text}");
            assert_eq!(number(text), None, "{text}");
        }
    }
}

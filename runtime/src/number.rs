//! Numbers on the wire, in bodies and parameters alike.
//!
//! A number is a JSON number (RFC 8259, section 6) in the range of an `f64`. An integer is a number
//! without a fractional part, however it is written: `3`, `3.0`, `3e0` and `-0` are integers. This is
//! what JSON Schema's `number` and `integer` mean. An integer in plain digits may have any value of
//! an `i64`. A number with a fraction or an exponent is read as an `f64`, which is exact only between
//! -2^53 and 2^53; such a number is rejected as an integer unless it is strictly between them.

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
    // 2^53 is excluded: 2^53 + 1 is rounded to it.
    let is_exact = number.abs() < TWO_TO_53;
    (number.fract() == 0.0 && is_exact).then_some(number as i64)
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
            ("9007199254740991.0", 9_007_199_254_740_991),
            ("-9.007199254740991e15", -9_007_199_254_740_991),
            ("9007199254740993", 9_007_199_254_740_993),
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
            "9007199254740992.0",
            "9007199254740992.5",
            "9007199254740993.0",
            "-9007199254740993.0",
            "1e16",
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

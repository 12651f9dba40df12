//! Decimal numbers of any precision.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::error::Error;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use serde_core::{Serialize, Serializer};

use crate::Expected;
use crate::text::Text;

/// The maximum number of digits of an exponent.
const MAX_EXPONENT_DIGITS: usize = 6;

/// A decimal number of any precision. It is a string on the wire and keeps its text: `0.10` stays
/// `0.10`.
///
/// Numbers are compared by value, so `0.10` equals `0.1`.
///
/// ```
/// use specsmith_runtime::Decimal;
///
/// let price: Decimal = "0.00000010".parse()?;
/// assert_eq!(price, "1e-7".parse()?);
/// assert_eq!(price.as_str(), "0.00000010");
/// # Ok::<(), specsmith_runtime::InvalidDecimal>(())
/// ```
#[derive(Clone)]
pub struct Decimal(Box<str>);

impl Decimal {
    /// The number as it was written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The nearest `f64`.
    pub fn to_f64(&self) -> f64 {
        // Rust reads every decimal; one that is too large becomes infinite.
        self.0.parse().unwrap_or(f64::NAN)
    }

    fn parts(&self) -> Parts<'_> {
        // The text was checked when the number was created.
        Parts::read(&self.0).unwrap_or_default()
    }
}

/// A string is not a decimal number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidDecimal;

impl fmt::Display for InvalidDecimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a decimal number")
    }
}

impl Error for InvalidDecimal {}

impl FromStr for Decimal {
    type Err = InvalidDecimal;

    fn from_str(text: &str) -> Result<Self, InvalidDecimal> {
        Parts::read(text)
            .map(|_| Self(text.into()))
            .ok_or(InvalidDecimal)
    }
}

/// A number in parts: `sign 0.digits × 10^scale`, with the digits of `whole` followed by the digits of
/// `fraction`, without zeros at either end.
#[derive(Debug, Clone, Copy, Default)]
struct Parts<'a> {
    negative: bool,
    whole: &'a str,
    fraction: &'a str,
    scale: i64,
}

impl<'a> Parts<'a> {
    /// Reads `^[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]{1,6})?$`.
    fn read(text: &'a str) -> Option<Self> {
        let negative = text.starts_with('-');
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        let (number, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((number, exponent)) => (number, read_exponent(exponent)?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = match number.split_once('.') {
            Some((whole, fraction)) if is_digits(fraction) => (whole, fraction),
            Some(_) => return None,
            None => (number, ""),
        };
        is_digits(whole).then(|| Self::normal(negative, whole, fraction, exponent))
    }

    #[expect(clippy::cast_possible_wrap, reason = "no string has as many digits")]
    fn normal(negative: bool, whole: &'a str, fraction: &'a str, exponent: i64) -> Self {
        let whole = whole.trim_start_matches('0');
        let mut scale = exponent + whole.len() as i64;
        let mut fraction = fraction.trim_end_matches('0');
        if whole.is_empty() {
            let significant = fraction.trim_start_matches('0');
            scale -= (fraction.len() - significant.len()) as i64;
            fraction = significant;
        }
        let whole = if fraction.is_empty() {
            whole.trim_end_matches('0')
        } else {
            whole
        };
        if whole.is_empty() && fraction.is_empty() {
            return Self::default();
        }
        Self {
            negative,
            whole,
            fraction,
            scale,
        }
    }

    fn is_zero(&self) -> bool {
        self.whole.is_empty() && self.fraction.is_empty()
    }

    fn digits(&self) -> impl Iterator<Item = u8> + 'a {
        self.whole.bytes().chain(self.fraction.bytes())
    }

    /// The absolute value as `digits × 10^exponent`; `None` if there are too many digits.
    #[expect(clippy::cast_possible_wrap, reason = "no string has as many digits")]
    fn whole(&self) -> Option<(u128, i64)> {
        let mut digits = self.digits();
        let whole = digits.try_fold(0_u128, |whole, digit| {
            whole.checked_mul(10)?.checked_add(u128::from(digit - b'0'))
        })?;
        let count = self.whole.len() + self.fraction.len();
        Some((whole, self.scale - count as i64))
    }

    /// Compares absolute values.
    fn cmp_size(&self, other: &Self) -> Ordering {
        // Zero has no meaningful scale.
        let zeros = other.is_zero().cmp(&self.is_zero());
        zeros
            .then(self.scale.cmp(&other.scale))
            .then_with(|| self.digits().cmp(other.digits()))
    }
}

/// Whether a decimal number is a whole multiple of another one, whose significant digits fit into a `u64`. A string
/// that is not a decimal number never is.
pub fn is_multiple(number: &str, step: &str) -> bool {
    let (Some(number), Some(step)) = (Parts::read(number), Parts::read(step)) else {
        return false;
    };
    if number.is_zero() {
        return true;
    }
    let (Some((digits, exponent)), Some((divisor, of_divisor))) = (number.whole(), step.whole())
    else {
        return false;
    };
    // The digits do not end in a zero. So a number with more digits after the point is not a multiple.
    let divisor = match u64::try_from(divisor) {
        Ok(divisor) if divisor != 0 && exponent >= of_divisor => u128::from(divisor),
        _ => return false,
    };
    // `digits × 10^zeros` modulo `divisor`, which is less than 2^64.
    let mut rest = digits % divisor;
    let mut zeros = exponent - of_divisor;
    while rest != 0 && zeros > 0 {
        rest = rest * 10 % divisor;
        zeros -= 1;
    }
    rest == 0
}

/// The value of a decimal number as `digits / 10^scale`, if the digits fit into 96 bits and the scale is at most 28. The
/// scale is that of the text, unless zeros at its end do not fit.
pub fn fixed_point(text: &str) -> Option<(i128, u32)> {
    let (number, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let exponent = read_exponent(exponent)?;
    let unsigned = number.strip_prefix(['-', '+']).unwrap_or(number);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let mut scale = i64::try_from(fraction.len()).ok()? - exponent;
    let digits = format!("{whole}{fraction}");
    let mut digits = digits.trim_start_matches('0');
    if digits.is_empty() {
        return Some((0, u32::try_from(scale.clamp(0, MAX_SCALE)).ok()?));
    }
    loop {
        if let Some((value, scale)) = scaled(digits, scale) {
            let is_negative = number.starts_with('-');
            return Some((if is_negative { -value } else { value }, scale));
        }
        digits = digits.strip_suffix('0').filter(|_| scale > 0)?;
        scale -= 1;
    }
}

/// The scale of [`fixed_point`], and what its digits are less than.
const MAX_SCALE: i64 = 28;
const END_OF_DIGITS: i128 = 1 << 96;
/// The number of digits of the largest one.
const MAX_DIGITS: usize = 29;

fn scaled(digits: &str, scale: i64) -> Option<(i128, u32)> {
    let zeros = usize::try_from((-scale).max(0)).ok()?;
    if scale > MAX_SCALE || digits.len().saturating_add(zeros) > MAX_DIGITS {
        return None;
    }
    let value: i128 = format!("{digits}{}", "0".repeat(zeros)).parse().ok()?;
    (value < END_OF_DIGITS).then_some((value, u32::try_from(scale.max(0)).ok()?))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn read_exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let has_form = is_digits(digits) && digits.len() <= MAX_EXPONENT_DIGITS;
    has_form.then(|| text.parse().ok()).flatten()
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let (this, other) = (self.parts(), other.parts());
        match (this.negative, other.negative) {
            (false, false) => this.cmp_size(&other),
            (true, true) => other.cmp_size(&this),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Decimal {}

impl Hash for Decimal {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let parts = self.parts();
        parts.negative.hash(state);
        parts.scale.hash(state);
        parts.digits().for_each(|digit| state.write_u8(digit));
    }
}

impl fmt::Debug for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Decimal({})", self.0)
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

macro_rules! from_integers {
    ($($integer:ty)+) => {$(
        impl From<$integer> for Decimal {
            fn from(number: $integer) -> Self {
                Self(number.to_string().into())
            }
        }
    )+};
}

from_integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

impl Text for Decimal {
    fn from_text(text: &str) -> Result<Self, Expected> {
        text.parse()
            .map_err(|_: InvalidDecimal| Expected::new("expected a decimal number"))
    }

    fn to_text(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.0)
    }
}

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use std::hash::{BuildHasher, RandomState};

    use super::*;

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn the_text_is_unchanged() {
        for text in [
            "0.10",
            "-0",
            "+1",
            "007",
            "1E+3",
            "0.000000000000000000000000000000000001",
            "1e999999",
            "1e-000001",
        ] {
            assert_eq!(decimal(text).as_str(), text);
            assert_eq!(
                serde_json::to_string(&decimal(text)).unwrap(),
                format!("\"{text}\"")
            );
        }
    }

    #[test]
    fn numbers_are_compared_by_value() {
        let hasher = RandomState::new();
        for (one, other) in [
            ("0.1", "0.10"),
            ("-0", "0.00"),
            ("1e3", "1000"),
            ("1000.0", "0.1E4"),
            ("0.0012", "12e-4"),
            ("+5", "5"),
        ] {
            assert_eq!(decimal(one), decimal(other), "{one} {other}");
            assert_eq!(
                hasher.hash_one(decimal(one)),
                hasher.hash_one(decimal(other)),
                "{one} {other}"
            );
        }
    }

    #[test]
    fn numbers_are_ordered_by_value() {
        let rising = [
            "-1e9", "-10", "-9.5", "-0.1", "-0.01", "0", "1e-9", "0.9", "1", "1.05", "1.5", "9",
            "10", "1e2",
        ];
        for pair in rising.windows(2) {
            assert!(decimal(pair[0]) < decimal(pair[1]), "{pair:?}");
            assert!(decimal(pair[1]) > decimal(pair[0]), "{pair:?}");
        }
    }

    #[test]
    fn multiples_have_any_size() {
        for (number, step) in [
            ("0", "3"),
            ("-0.00", "0.01"),
            ("0.07", "0.01"),
            ("1e308", "5e-324"),
            ("18446744073709551615", "18446744073709551615"),
            ("36893488147419103230", "18446744073709551615"),
            ("1.5e-7", "0.0000000500"),
            ("-12", "0.4"),
            ("9e15", "7.5"),
        ] {
            assert!(is_multiple(number, step), "{number} {step}");
        }
        for (number, step) in [
            ("0.005", "0.01"),
            ("1e308", "3"),
            ("10", "3"),
            ("18446744073709551614", "18446744073709551615"),
            ("1e-324", "1e308"),
            ("1", "0"),
            ("NaN", "1"),
            ("1", "inf"),
            ("1", "99999999999999999999999"),
        ] {
            assert!(!is_multiple(number, step), "{number} {step}");
        }
    }

    #[test]
    fn fixed_points_are_exact() {
        let largest = (1 << 96) - 1;
        for (text, expected) in [
            ("1.50", (150, 2)),
            ("-007.5", (-75, 1)),
            ("+1e3", (1000, 0)),
            ("2E-4", (2, 4)),
            ("1e28", (10_i128.pow(28), 0)),
            ("1e-28", (1, 28)),
            ("0e40", (0, 0)),
            ("0.00", (0, 2)),
            ("-0.00e-999999", (0, 28)),
            ("79228162514264337593543950335", (largest, 0)),
            ("7.922816251426433759354395033500", (largest, 28)),
            ("10.0000000000000000000000000000", (10_i128.pow(28), 27)),
        ] {
            assert_eq!(fixed_point(text), Some(expected), "{text}");
        }
        for text in [
            "79228162514264337593543950336",
            "1e29",
            "1e-29",
            "-1e999999",
            "1.23456789012345678901234567890123e1",
            "0.00000000000000000000000000001",
        ] {
            assert_eq!(fixed_point(text), None, "{text}");
        }
    }

    #[test]
    fn other_text_is_rejected() {
        for text in [
            "",
            "-",
            ".5",
            "5.",
            "1e",
            "1e+",
            "1e1.5",
            "1.2.3",
            " 1",
            "0x1",
            "inf",
            "NaN",
            "1e1000000",
            "1e0000001",
            "1e9999999999",
            "١",
        ] {
            assert_eq!(
                text.parse::<Decimal>().err(),
                Some(InvalidDecimal),
                "{text}"
            );
        }
    }

    #[test]
    fn a_decimal_converts_to_a_float() {
        assert_eq!(decimal("-0.10").to_f64(), -0.1);
        assert_eq!(decimal("+1e2").to_f64(), 100.0);
        assert_eq!(Decimal::from(-7_i64), decimal("-7"));
    }
}

//! Values of fuzz tests, for types that derive `Arbitrary`.

use arbitrary::{Arbitrary, Error, Result, Unstructured};

use crate::boxed::Content;
use crate::{Boxed, Decimal, DecimalNumber, Duration, Email, Maybe, Time, Uri};

/// The seconds of a day.
const DAY: u32 = 24 * 60 * 60;

/// Parses text that is a value of the type.
fn parsed<T: std::str::FromStr>(text: &str) -> Result<T> {
    text.parse().map_err(|_| Error::IncorrectFormat)
}

impl<'a> Arbitrary<'a> for Decimal {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let (digits, scale) = (u.arbitrary::<i64>()?, u.int_in_range(0..=20)?);
        parsed(&format!("{digits}e-{scale}"))
    }
}

impl<'a> Arbitrary<'a> for DecimalNumber {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let (digits, scale) = (u.arbitrary::<i32>()?, u.int_in_range(0..=9)?);
        parsed(&format!("{digits}e-{scale}"))
    }
}

#[cfg(feature = "time")]
impl<'a> Arbitrary<'a> for crate::Timestamp {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let day = u.arbitrary::<crate::Date>()?;
        let time = u.arbitrary::<Time>()?;
        let sign = if u.arbitrary()? { '+' } else { '-' };
        let (hours, minutes) = (u.int_in_range(0..=23)?, u.int_in_range(0..=59)?);
        // The time has no offset.
        parsed(&format!("{day}T{time}{sign}{hours:02}:{minutes:02}"))
    }
}

#[cfg(feature = "time")]
impl<'a> Arbitrary<'a> for crate::Date {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let (year, day) = (u.int_in_range(1..=9998)?, u.int_in_range(1..=365)?);
        let date = time::Date::from_ordinal_date(year, day);
        date.map(Self::new).map_err(|_| Error::IncorrectFormat)
    }
}

impl<'a> Arbitrary<'a> for Time {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let second = u.int_in_range(0..=DAY - 1)?;
        let (hour, minute) = (second / 3600, second / 60 % 60);
        parsed(&format!("{hour:02}:{minute:02}:{:02}", second % 60))
    }
}

impl<'a> Arbitrary<'a> for Duration {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        Ok(std::time::Duration::from_millis(u.arbitrary::<u32>()?.into()).into())
    }
}

impl<'a> Arbitrary<'a> for Uri {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let number: u32 = u.arbitrary()?;
        Ok(format!("https://example.com/{number}").into())
    }
}

impl<'a> Arbitrary<'a> for Email {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let number: u32 = u.arbitrary()?;
        Ok(format!("user{number}@example.com").into())
    }
}

#[cfg(feature = "base64")]
impl<'a> Arbitrary<'a> for crate::Bytes {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        u.arbitrary::<Vec<u8>>().map(Self::from)
    }
}

impl<'a, T: Arbitrary<'a>> Arbitrary<'a> for Maybe<T> {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        Ok(match u.arbitrary::<Option<Option<T>>>()? {
            None => Self::Absent,
            Some(value) => value.into(),
        })
    }
}

impl<'a, T: Content + Arbitrary<'a>> Arbitrary<'a> for Boxed<T> {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        T::arbitrary(u).map(Self::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_core::Serialize;

    use crate::decode::{Context, Decode};

    #[track_caller]
    fn assert_is_valid<T: Decode + Serialize + for<'a> Arbitrary<'a>>() {
        for seed in 0..64_u8 {
            let bytes: Vec<u8> = (0..64).map(|index: u8| index.wrapping_mul(seed)).collect();
            let value = T::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
            let json = &serde_json::to_value(&value).unwrap();
            let read = T::decode(json, &mut Context::for_requests()).unwrap();
            assert_eq!(read, value);
        }
    }

    #[test]
    fn values_satisfy_the_form_of_their_type() {
        assert_is_valid::<Decimal>();
        assert_is_valid::<DecimalNumber>();
        assert_is_valid::<Time>();
        assert_is_valid::<Duration>();
        assert_is_valid::<Uri>();
        assert_is_valid::<Email>();
        assert_is_valid::<Boxed<Vec<Uri>>>();
        #[cfg(feature = "time")]
        assert_is_valid::<crate::Timestamp>();
        #[cfg(feature = "time")]
        assert_is_valid::<crate::Date>();
        #[cfg(feature = "uuid")]
        assert_is_valid::<crate::Uuid>();
        #[cfg(feature = "base64")]
        assert_is_valid::<crate::Bytes>();
    }

    #[test]
    fn a_field_is_absent_null_or_a_value() {
        let maybe = |bytes: &[u8]| Maybe::<u8>::arbitrary(&mut Unstructured::new(bytes)).unwrap();
        assert_eq!(maybe(&[0]), Maybe::Absent);
        assert_eq!(maybe(&[1, 0]), Maybe::Null);
        assert_eq!(maybe(&[1, 1, 7]), Maybe::Value(7));
    }
}

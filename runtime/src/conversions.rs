//! Conversions between scalars and types of other crates, each behind a feature with the name of the crate.

#[cfg(any(feature = "chrono", feature = "jiff"))]
use time::{Month, OffsetDateTime, UtcOffset};

#[cfg(any(
    feature = "bigdecimal",
    feature = "chrono",
    feature = "jiff",
    feature = "rust_decimal"
))]
use crate::Expected;
#[cfg(feature = "rust_decimal")]
use crate::decimal::fixed_point;

/// The years that the forms of timestamps and dates have.
#[cfg(any(feature = "chrono", feature = "jiff"))]
const YEARS: std::ops::RangeInclusive<i32> = 0..=9999;

/// A day of the years 0 to 9999.
#[cfg(any(feature = "chrono", feature = "jiff"))]
fn of_calendar(year: i32, month: u8, day: u8) -> Result<crate::Date, Expected> {
    let date = || {
        let month = Month::try_from(month).ok()?;
        time::Date::from_calendar_date(year, month, day).ok()
    };
    date()
        .filter(|date| YEARS.contains(&date.year()))
        .map(crate::Date::new)
        .ok_or(Expected::new("expected a date of the years 0 to 9999"))
}

/// The point in time that is so many nanoseconds after the start of 1970, in UTC, if RFC 3339 has a form for it.
#[cfg(any(feature = "chrono", feature = "jiff"))]
fn of_nanoseconds(nanoseconds: i128) -> Result<crate::Timestamp, Expected> {
    let time = OffsetDateTime::from_unix_timestamp_nanos(nanoseconds).ok();
    time.filter(|time| YEARS.contains(&time.year()))
        .map(crate::Timestamp::new)
        .ok_or(Expected::new("expected a timestamp"))
}

/// The same point in time in UTC, if RFC 3339 has a form for it there.
#[cfg(any(feature = "chrono", feature = "jiff"))]
fn in_utc(value: crate::Timestamp) -> Option<OffsetDateTime> {
    let time = value.get().checked_to_offset(UtcOffset::UTC);
    time.filter(|time| YEARS.contains(&time.year()))
}

/// A date of `jiff` may be before the year 0.
#[cfg(feature = "jiff")]
impl TryFrom<jiff::civil::Date> for crate::Date {
    type Error = Expected;

    fn try_from(value: jiff::civil::Date) -> Result<Self, Expected> {
        let part = |part: i8| part.unsigned_abs();
        of_calendar(value.year().into(), part(value.month()), part(value.day()))
    }
}

/// A date of `time` may have a year that a date of `jiff` does not have.
#[cfg(feature = "jiff")]
impl TryFrom<crate::Date> for jiff::civil::Date {
    type Error = Expected;

    fn try_from(value: crate::Date) -> Result<Self, Expected> {
        let (year, month, day) = value.get().to_calendar_date();
        let part = |part: u8| i8::try_from(part).ok();
        let date = || Self::new(year.try_into().ok()?, part(month.into())?, part(day)?).ok();
        date().ok_or(Expected::new("expected a date of the years 0 to 9999"))
    }
}

/// The same point in time, in UTC. A value of `jiff` may be before the year 0.
#[cfg(feature = "jiff")]
impl TryFrom<jiff::Timestamp> for crate::Timestamp {
    type Error = Expected;

    fn try_from(value: jiff::Timestamp) -> Result<Self, Expected> {
        of_nanoseconds(value.as_nanosecond())
    }
}

/// The offset is lost. In UTC, the value is not before the year 0. The last timestamp of `jiff` is a day before the end of
/// the year 9999.
#[cfg(feature = "jiff")]
impl TryFrom<crate::Timestamp> for jiff::Timestamp {
    type Error = Expected;

    fn try_from(value: crate::Timestamp) -> Result<Self, Expected> {
        in_utc(value)
            .and_then(|time| Self::from_nanosecond(time.unix_timestamp_nanos()).ok())
            .ok_or(Expected::new(
                "expected a timestamp from 0000-01-01T00:00:00Z and before 9999-12-30T22:00:01Z",
            ))
    }
}

/// A date of `chrono` may be before the year 0 or after 9999.
#[cfg(feature = "chrono")]
impl TryFrom<chrono::NaiveDate> for crate::Date {
    type Error = Expected;

    fn try_from(value: chrono::NaiveDate) -> Result<Self, Expected> {
        use chrono::Datelike;

        let part = |part: u32| u8::try_from(part).unwrap_or_default();
        of_calendar(value.year(), part(value.month()), part(value.day()))
    }
}

/// A date of `time` may have a year that a date of `chrono` does not have.
#[cfg(feature = "chrono")]
impl TryFrom<crate::Date> for chrono::NaiveDate {
    type Error = Expected;

    fn try_from(value: crate::Date) -> Result<Self, Expected> {
        let (year, month, day) = value.get().to_calendar_date();
        Self::from_ymd_opt(year, u8::from(month).into(), day.into())
            .ok_or(Expected::new("expected a date of the years 0 to 9999"))
    }
}

/// The offset is kept. A value of `chrono` may be before the year 0 or after 9999.
#[cfg(feature = "chrono")]
impl TryFrom<chrono::DateTime<chrono::FixedOffset>> for crate::Timestamp {
    type Error = Expected;

    fn try_from(value: chrono::DateTime<chrono::FixedOffset>) -> Result<Self, Expected> {
        value.to_rfc3339().parse()
    }
}

/// The offset is kept. RFC 3339 has no offsets with seconds.
#[cfg(feature = "chrono")]
impl TryFrom<crate::Timestamp> for chrono::DateTime<chrono::FixedOffset> {
    type Error = Expected;

    fn try_from(value: crate::Timestamp) -> Result<Self, Expected> {
        Self::parse_from_rfc3339(&value.to_string())
            .map_err(|_| Expected::new("expected a timestamp"))
    }
}

/// The same point in time, in UTC. A value of `chrono` may be before the year 0 or after 9999.
#[cfg(feature = "chrono")]
impl TryFrom<chrono::DateTime<chrono::Utc>> for crate::Timestamp {
    type Error = Expected;

    fn try_from(value: chrono::DateTime<chrono::Utc>) -> Result<Self, Expected> {
        let seconds = i128::from(value.timestamp()) * 1_000_000_000;
        // In a leap second, there are more than a billion.
        let rest = value.timestamp_subsec_nanos().min(999_999_999);
        of_nanoseconds(seconds + i128::from(rest))
    }
}

/// The offset is lost. In UTC, the value is from the years 0 to 9999.
#[cfg(feature = "chrono")]
impl TryFrom<crate::Timestamp> for chrono::DateTime<chrono::Utc> {
    type Error = Expected;

    fn try_from(value: crate::Timestamp) -> Result<Self, Expected> {
        in_utc(value)
            .and_then(|time| Self::from_timestamp(time.unix_timestamp(), time.nanosecond()))
            .ok_or(Expected::new(
                "expected a timestamp of the years 0 to 9999 in UTC",
            ))
    }
}

/// The digits are written without an exponent, and zeros after the point are kept: `0.00`. A number that needs more than
/// 100 zeros beside its digits has an exponent, which may not have more than six digits.
#[cfg(feature = "bigdecimal")]
impl TryFrom<bigdecimal::BigDecimal> for crate::Decimal {
    type Error = Expected;

    fn try_from(value: bigdecimal::BigDecimal) -> Result<Self, Expected> {
        const MAX_EXPONENT: i64 = 999_999;

        let (digits, scale) = value.into_bigint_and_exponent();
        let digits = digits.to_string();
        let exponent = scale.saturating_neg().clamp(-MAX_EXPONENT, MAX_EXPONENT);
        let with_exponent = || {
            let number = with_point(&digits, scale.saturating_add(exponent))?;
            Some(format!("{number}e{exponent}"))
        };
        let text = with_point(&digits, scale).or_else(with_exponent);
        text.and_then(|text| text.parse().ok())
            .ok_or(Expected::new("expected a decimal number"))
    }
}

/// `digits / 10^scale` without an exponent, if that takes at most 100 zeros.
#[cfg(feature = "bigdecimal")]
fn with_point(digits: &str, scale: i64) -> Option<String> {
    const MAX_ZEROS: usize = 100;

    let (sign, digits) = match digits.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", digits),
    };
    let scale = if digits == "0" { scale.max(0) } else { scale };
    let places = usize::try_from(scale.max(0)).ok()?;
    let after = usize::try_from(scale.saturating_neg().max(0)).ok()?;
    let before = places.saturating_add(1).saturating_sub(digits.len());
    if before.max(after) > MAX_ZEROS {
        return None;
    }
    let zeros = |count| "0".repeat(count);
    let digits = format!("{}{digits}{}", zeros(before), zeros(after));
    let (whole, fraction) = digits.split_at_checked(digits.len() - places)?;
    let point = if fraction.is_empty() { "" } else { "." };
    Some(format!("{sign}{whole}{point}{fraction}"))
}

/// A value that could not be written again is an error: one with an exponent of six digits and many zeros before it.
#[cfg(feature = "bigdecimal")]
impl TryFrom<crate::Decimal> for bigdecimal::BigDecimal {
    type Error = Expected;

    fn try_from(value: crate::Decimal) -> Result<Self, Expected> {
        let text = value.as_str();
        let number: Self = text
            .parse()
            .map_err(|_| Expected::new("expected a decimal number"))?;
        if text.contains(['e', 'E']) {
            crate::Decimal::try_from(number.clone())?;
        }
        Ok(number)
    }
}

#[cfg(feature = "rust_decimal")]
impl From<rust_decimal::Decimal> for crate::Decimal {
    fn from(value: rust_decimal::Decimal) -> Self {
        let text = value.to_string();
        // It is digits with a point at most.
        text.parse().unwrap_or_else(|_| 0.into())
    }
}

/// The digits of a number of `rust_decimal` fit into 96 bits, and at most 28 are after the point. A value is never rounded.
#[cfg(feature = "rust_decimal")]
impl TryFrom<crate::Decimal> for rust_decimal::Decimal {
    type Error = Expected;

    fn try_from(value: crate::Decimal) -> Result<Self, Expected> {
        fixed_point(value.as_str())
            .and_then(|(digits, scale)| Self::try_from_i128_with_scale(digits, scale).ok())
            .ok_or(Expected::new(
                "expected a decimal number whose digits fit into 96 bits, with at most 28 after the point",
            ))
    }
}

#[cfg(feature = "url")]
impl From<url::Url> for crate::Uri {
    fn from(value: url::Url) -> Self {
        String::from(value).into()
    }
}

/// The URL has the form that browsers give it: `https://example.com` becomes `https://example.com/`.
#[cfg(feature = "url")]
impl TryFrom<crate::Uri> for url::Url {
    type Error = url::ParseError;

    fn try_from(value: crate::Uri) -> Result<Self, url::ParseError> {
        Self::parse(&value)
    }
}

#[cfg(test)]
mod tests {
    #[cfg(any(feature = "chrono", feature = "jiff"))]
    use crate::{Date, Timestamp};

    #[cfg(feature = "jiff")]
    #[test]
    fn instants_and_dates_of_jiff() {
        let timestamp: Timestamp = "2026-01-31T23:59:59.5+02:00".parse().unwrap();
        let instant = jiff::Timestamp::try_from(timestamp).unwrap();
        assert_eq!(instant.to_string(), "2026-01-31T21:59:59.5Z");
        // The same point in time, in UTC.
        assert_eq!(Timestamp::try_from(instant), Ok(timestamp));
        assert!(Timestamp::try_from(jiff::Timestamp::MIN).is_err());
        let date: Date = "2024-02-29".parse().unwrap();
        let day = jiff::civil::Date::try_from(date).unwrap();
        assert_eq!(
            (day, Date::try_from(day)),
            (jiff::civil::date(2024, 2, 29), Ok(date))
        );
        assert!(Date::try_from(jiff::civil::Date::MIN).is_err());
    }

    #[cfg(feature = "chrono")]
    #[test]
    fn times_and_dates_of_chrono() {
        for text in [
            "2026-01-31T23:59:59.123456789+02:00",
            "0001-01-01T00:00:00-11:30",
        ] {
            let timestamp: Timestamp = text.parse().unwrap();
            let time = chrono::DateTime::<chrono::FixedOffset>::try_from(timestamp).unwrap();
            assert_eq!(time.to_rfc3339(), text);
            let again = Timestamp::try_from(time).unwrap();
            assert_eq!(again.to_string(), text);
        }
        let date: Date = "2024-02-29".parse().unwrap();
        let day = chrono::NaiveDate::try_from(date).unwrap();
        assert_eq!(Date::try_from(day), Ok(date));
        assert!(Date::try_from(chrono::NaiveDate::MAX).is_err());
        assert!(
            Timestamp::try_from(chrono::DateTime::<chrono::Utc>::MAX_UTC.fixed_offset()).is_err()
        );
    }

    #[cfg(feature = "rust_decimal")]
    #[test]
    fn numbers_of_rust_decimal() {
        use rust_decimal::Decimal;

        for (text, expected) in [
            ("0.10", "0.10"),
            ("-1.5e3", "-1500"),
            ("+7", "7"),
            ("2E-4", "0.0002"),
            ("0e40", "0"),
            ("-0.00", "0.00"),
            (
                "0.0000000000000000000000000000000000",
                "0.0000000000000000000000000000",
            ),
            (
                "1.5000000000000000000000000000000000",
                "1.5000000000000000000000000000",
            ),
        ] {
            let number = Decimal::try_from(text.parse::<crate::Decimal>().unwrap()).unwrap();
            assert_eq!(number.to_string(), expected);
            assert_eq!(crate::Decimal::from(number), text.parse().unwrap());
        }
        for text in [
            "1e40",
            "0.00000000000000000000000000001",
            "99999999999999999999999999999.9",
            "1.23456789012345678901234567890123e1",
        ] {
            let number = Decimal::try_from(text.parse::<crate::Decimal>().unwrap());
            assert!(number.is_err(), "{text}: {number:?}");
        }
        for number in [Decimal::MAX, Decimal::MIN, Decimal::ZERO] {
            assert_eq!(crate::Decimal::from(number).to_string(), number.to_string());
        }
    }

    #[cfg(feature = "bigdecimal")]
    #[test]
    fn numbers_of_bigdecimal() {
        use bigdecimal::BigDecimal;

        for text in [
            "0.10",
            "-1.5e3",
            "+7",
            "1e999999",
            "123456789012345678901234567890.000000000000000001",
        ] {
            let decimal: crate::Decimal = text.parse().unwrap();
            let number = BigDecimal::try_from(decimal.clone()).unwrap();
            assert_eq!(crate::Decimal::try_from(number), Ok(decimal), "{text}");
        }
        for scale in [10_000_000, -10_000_000, i64::MIN, i64::MAX] {
            let number = BigDecimal::new(1.into(), scale);
            assert!(crate::Decimal::try_from(number).is_err(), "{scale}");
        }
    }

    #[cfg(feature = "url")]
    #[test]
    fn urls() {
        let url = url::Url::try_from(crate::Uri::from("https://example.com/a?b#c")).unwrap();
        assert_eq!(url.path(), "/a");
        assert_eq!(crate::Uri::from(url), "https://example.com/a?b#c");
        assert!(url::Url::try_from(crate::Uri::from("/relative")).is_err());
    }
}

//! Conversions between scalars and types of other crates, each behind a feature with the name of the crate.

#[cfg(any(
    feature = "bigdecimal",
    feature = "chrono",
    feature = "jiff",
    feature = "rust_decimal"
))]
use crate::Expected;

/// Converts through the text of both types, which is the same.
#[cfg(any(feature = "bigdecimal", feature = "chrono", feature = "jiff"))]
macro_rules! through_text {
    ($($scalar:ty, $other:ty, $expected:literal, $unfit:literal;)+) => {$(
        #[doc = concat!("Not every value of one type is a value of the other: ", $unfit, ".")]
        impl TryFrom<$other> for $scalar {
            type Error = Expected;

            fn try_from(value: $other) -> Result<Self, Expected> {
                value.to_string().parse().map_err(|_| Expected::new($expected))
            }
        }

        #[doc = concat!("Not every value of one type is a value of the other: ", $unfit, ".")]
        impl TryFrom<$scalar> for $other {
            type Error = Expected;

            fn try_from(value: $scalar) -> Result<Self, Expected> {
                value.to_string().parse().map_err(|_| Expected::new($expected))
            }
        }
    )+};
}

#[cfg(feature = "jiff")]
through_text! {
    crate::Date, jiff::civil::Date, "expected a date", "a date of `jiff` may be before the year 0";
}

/// The same point in time, in UTC. A value of `jiff` may be before the year 0.
#[cfg(feature = "jiff")]
impl TryFrom<jiff::Timestamp> for crate::Timestamp {
    type Error = Expected;

    fn try_from(value: jiff::Timestamp) -> Result<Self, Expected> {
        of_nanoseconds(value.as_nanosecond())
    }
}

/// The offset is lost. The last timestamp of `jiff` is a day before the end of the year 9999.
#[cfg(feature = "jiff")]
impl TryFrom<crate::Timestamp> for jiff::Timestamp {
    type Error = Expected;

    fn try_from(value: crate::Timestamp) -> Result<Self, Expected> {
        Self::from_nanosecond(value.get().unix_timestamp_nanos())
            .map_err(|_| Expected::new("expected a timestamp before 9999-12-30T22:00:01Z"))
    }
}

/// The point in time that is so many nanoseconds after the start of 1970, in UTC, if RFC 3339 has a form for it.
#[cfg(any(feature = "chrono", feature = "jiff"))]
fn of_nanoseconds(nanoseconds: i128) -> Result<crate::Timestamp, Expected> {
    let time = time::OffsetDateTime::from_unix_timestamp_nanos(nanoseconds).ok();
    time.filter(|time| time.year() >= 0)
        .map(crate::Timestamp::new)
        .ok_or(Expected::new("expected a timestamp"))
}

#[cfg(feature = "chrono")]
through_text! {
    crate::Date, chrono::NaiveDate, "expected a date", "a date of `chrono` may be before the year 0 or after 9999";
}

#[cfg(feature = "bigdecimal")]
through_text! {
    crate::Decimal, bigdecimal::BigDecimal, "expected a decimal number",
        "an exponent of `bigdecimal` may have more than six digits";
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

/// The offset is lost.
#[cfg(feature = "chrono")]
impl TryFrom<crate::Timestamp> for chrono::DateTime<chrono::Utc> {
    type Error = Expected;

    fn try_from(value: crate::Timestamp) -> Result<Self, Expected> {
        let time = value.get();
        Self::from_timestamp(time.unix_timestamp(), time.nanosecond())
            .ok_or(Expected::new("expected a timestamp"))
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

/// A number of `rust_decimal` has 28 digits.
#[cfg(feature = "rust_decimal")]
impl TryFrom<crate::Decimal> for rust_decimal::Decimal {
    type Error = Expected;

    fn try_from(value: crate::Decimal) -> Result<Self, Expected> {
        let text = value.as_str().trim_start_matches('+');
        let exact = match text.contains(['e', 'E']) {
            true => Self::from_scientific(text),
            false => Self::from_str_exact(text),
        };
        exact.map_err(|_| Expected::new("expected a decimal number with at most 28 digits"))
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
        ] {
            let number = Decimal::try_from(text.parse::<crate::Decimal>().unwrap()).unwrap();
            assert_eq!(number.to_string(), expected);
            assert_eq!(crate::Decimal::from(number), text.parse().unwrap());
        }
        for text in [
            "1e40",
            "0.00000000000000000000000000001",
            "99999999999999999999999999999.9",
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
        let large = BigDecimal::new(1.into(), -10_000_000);
        assert!(crate::Decimal::try_from(large).is_err());
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

//! Types of other crates that scalars can have, instead of a type of this crate. Each crate is a module, in which its
//! types have the names of the scalars.
//!
//! On the wire, a value is the value of this crate's type that it converts into.

use std::borrow::Cow;

use serde_core::Serializer;
use serde_core::de::Deserializer;
use serde_core::ser::Error as _;

use crate::Expected;
use crate::decode::{Context, Decode};
use crate::encode::Form;
use crate::text::Text;

/// Timestamps and dates of `time`. A timestamp keeps its offset.
#[cfg(feature = "time")]
pub mod time {
    pub use ::time::{Date, OffsetDateTime as Timestamp};
}

/// Timestamps and dates of `jiff`. A timestamp has no offset: it is written in UTC.
#[cfg(feature = "jiff")]
pub mod jiff {
    pub use ::jiff::{Timestamp, civil::Date};
}

/// Timestamps and dates of `chrono`. A timestamp has no offset: it is written in UTC.
#[cfg(feature = "chrono")]
pub mod chrono {
    pub use ::chrono::NaiveDate as Date;

    /// A point in time, in UTC.
    pub type Timestamp = ::chrono::DateTime<::chrono::Utc>;
}

/// Decimal numbers of `rust_decimal`, whose digits fit into 96 bits, with at most 28 after the point.
#[cfg(feature = "rust_decimal")]
pub mod rust_decimal {
    pub use ::rust_decimal::Decimal;
}

/// Decimal numbers of `bigdecimal`, with any number of digits.
#[cfg(feature = "bigdecimal")]
pub mod bigdecimal {
    pub use ::bigdecimal::BigDecimal as Decimal;
}

/// The URLs of `url`.
#[cfg(feature = "url")]
pub mod url {
    pub use ::url::Url as Uri;
}

/// The form of a scalar of the runtime, which the value becomes.
#[derive(Debug)]
pub enum OfScalar {}

/// Implements what generated code does with the values of a scalar, by conversions from and into a type of this crate.
/// The first text is what is reported for a value without such a conversion when it is read, and the second one when it
/// is written. `text` returns the text that rules apply to, if there are rules for the scalar.
macro_rules! scalars {
    ($($type:ty as $scalar:ident, $expected:literal, $unfit:literal $(, text $text:path)?;)+) => {$(
        impl Text for $type {
            fn from_text(text: &str) -> Result<Self, Expected> {
                let scalar = crate::$scalar::from_text(text)?;
                Self::try_from(scalar).map_err(|_| Expected::new($expected))
            }

            fn to_text(&self) -> Cow<'_, str> {
                let scalar = crate::$scalar::try_from(self.clone());
                // `problem` reports a value that is no such scalar.
                Cow::Owned(scalar.map_or_else(|_| String::new(), |scalar| scalar.to_text().into_owned()))
            }

            fn problem(&self) -> Option<&'static str> {
                crate::$scalar::try_from(self.clone()).map_or(Some($unfit), |scalar| scalar.problem())
            }

            fn from_request(text: &str) -> Result<Self, String> {
                let scalar = crate::$scalar::from_request(text)?;
                Self::try_from(scalar).map_err(|_| $expected.to_owned())
            }
        }

        impl Form<$type> for OfScalar {
            fn write<S: Serializer>(value: &$type, serializer: S) -> Result<S::Ok, S::Error> {
                match crate::$scalar::try_from(value.clone()) {
                    Ok(scalar) => scalar.encode(serializer),
                    Err(_) => Err(S::Error::custom($unfit)),
                }
            }
        }

        impl Decode for $type {
            type Form = OfScalar;

            fn decode<'de, D: Deserializer<'de>>(deserializer: D, context: &mut Context) -> Result<Self, D::Error> {
                let scalar = crate::$scalar::decode(deserializer, context)?;
                Self::try_from(scalar).map_err(|_| context.validation_error(Expected::new($expected)))
            }

            $(fn check(&self, rules: &crate::rules::Rules, context: &mut Context) -> Result<(), crate::decode::Failed> {
                context.require(rules.check_text($text(self)))
            })?
        }
    )+};
}

#[cfg(feature = "time")]
scalars! {
    ::time::OffsetDateTime as Timestamp,
        "expected a timestamp (RFC 3339)", "is a timestamp that RFC 3339 cannot write";
    ::time::Date as Date, "expected a date (YYYY-MM-DD)", "is not from the years 0 to 9999";
}

#[cfg(feature = "jiff")]
scalars! {
    ::jiff::Timestamp as Timestamp,
        "expected a timestamp from 0000-01-01T00:00:00Z and before 9999-12-30T22:00:01Z",
        "is a timestamp that RFC 3339 cannot write";
    ::jiff::civil::Date as Date, "expected a date (YYYY-MM-DD)", "is not from the years 0 to 9999";
}

#[cfg(feature = "chrono")]
scalars! {
    ::chrono::DateTime<::chrono::Utc> as Timestamp,
        "expected a timestamp of the years 0 to 9999 in UTC", "is a timestamp that RFC 3339 cannot write";
    ::chrono::NaiveDate as Date, "expected a date (YYYY-MM-DD)", "is not from the years 0 to 9999";
}

#[cfg(feature = "rust_decimal")]
scalars! {
    ::rust_decimal::Decimal as Decimal,
        "expected a decimal number whose digits fit into 96 bits, with at most 28 after the point", "is not a decimal number";
}

#[cfg(feature = "bigdecimal")]
scalars! {
    ::bigdecimal::BigDecimal as Decimal,
        "expected a decimal number whose exponent has at most six digits", "has an exponent of more than six digits";
}

#[cfg(feature = "url")]
scalars! {
    ::url::Url as Uri, "expected a URL", "is not a URI", text ::url::Url::as_str;
}

#[cfg(test)]
mod tests {
    // The macros create public items.
    #![allow(unreachable_pub)]

    use std::fmt::Debug;

    use serde_json::json;

    use crate::decode::{Context, Decode, check_scalar};
    use crate::encode::{Encoded, to_json};
    use crate::rules::Rules;
    use crate::text::Text;

    /// Reads a value from JSON and from text, and writes it as both.
    #[track_caller]
    fn again<T: Decode + Text>(text: &str) -> Result<String, String> {
        let mut context = Context::for_requests();
        let Ok(value) = T::decode(&json!(text), &mut context) else {
            let error = T::from_text(text).err().map(String::from);
            let errors = context.into_validation_errors();
            assert_eq!(errors[0].problem, error.clone().unwrap_or_default());
            return Err(error.unwrap_or_default());
        };
        assert_eq!(T::from_text(text).as_ref(), Ok(&value));
        let json = serde_json::to_value(Encoded(&vec![Some(value.clone())])).unwrap();
        let written = value.to_text().into_owned();
        assert_eq!((json, value.problem()), (json!([written]), None));
        Ok(written)
    }

    #[track_caller]
    fn are_written<T: Decode + Text>(texts: &[(&str, &str)]) {
        for (text, expected) in texts {
            assert_eq!(again::<T>(text).as_deref(), Ok(*expected), "{text}");
        }
    }

    #[track_caller]
    fn are_rejected<T: Decode + Text>(expected: &str, texts: &[&str]) {
        for text in texts {
            assert_eq!(again::<T>(text), Err(expected.to_owned()), "{text}");
        }
    }

    /// A value that is not a scalar is an error when it is written, and not written in another form. No rules apply to it,
    /// so checking them does not convert it.
    #[track_caller]
    fn is_not_written<T: Decode + Text + Debug>(value: &T) {
        let problem = value.problem().unwrap();
        let error = to_json(Vec::new(), &Encoded(value)).unwrap_err();
        assert_eq!(error.to_string(), problem);
        assert_eq!(check_scalar(value, &Rules::NONE), Ok(()));
    }

    /// Timestamps that every crate has, in UTC.
    const INSTANTS: [(&str, &str); 5] = [
        ("2026-01-31T23:59:59Z", "2026-01-31T23:59:59Z"),
        ("2026-01-31T23:59:59.50+02:00", "2026-01-31T21:59:59.5Z"),
        (
            "2026-01-31t12:00:00.123456789z",
            "2026-01-31T12:00:00.123456789Z",
        ),
        ("0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"),
        // A leap second is the last moment before it, as in `Timestamp`.
        ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59.999999999Z"),
    ];
    const NO_TIMESTAMPS: [&str; 3] = ["", "2026-02-30T12:00:00Z", "10000-01-01T00:00:00Z"];
    /// A timestamp that is in another year in UTC.
    const EARLY: &str = "0000-01-01T00:00:00+23:59";
    const TIMESTAMP: &str = "expected a timestamp (RFC 3339)";
    const DATES: [(&str, &str); 3] = [
        ("2024-02-29", "2024-02-29"),
        ("0000-01-01", "0000-01-01"),
        ("9999-12-31", "9999-12-31"),
    ];
    const NO_DATES: [&str; 3] = ["", "2026-02-29", "10000-01-01"];
    const DATE: &str = "expected a date (YYYY-MM-DD)";

    #[cfg(feature = "time")]
    #[test]
    fn times_of_time_keep_their_offset() {
        let kept = "2026-01-31T23:59:59.5+02:00";
        are_written::<time::OffsetDateTime>(&[(kept, kept), INSTANTS[0], INSTANTS[4]]);
        are_rejected::<time::OffsetDateTime>(TIMESTAMP, &NO_TIMESTAMPS);
        are_written::<time::Date>(&DATES);
        are_rejected::<time::Date>(DATE, &NO_DATES);
        is_not_written(&time::Date::MIN);
        is_not_written(&time::Date::MIN.midnight().assume_utc());
    }

    #[cfg(feature = "jiff")]
    #[test]
    fn times_of_jiff_are_in_utc() {
        are_written::<jiff::Timestamp>(&INSTANTS);
        are_rejected::<jiff::Timestamp>(TIMESTAMP, &NO_TIMESTAMPS);
        let late = "9999-12-31T23:59:59Z";
        are_rejected::<jiff::Timestamp>(
            "expected a timestamp from 0000-01-01T00:00:00Z and before 9999-12-30T22:00:01Z",
            &[late, EARLY],
        );
        are_written::<jiff::civil::Date>(&DATES);
        are_rejected::<jiff::civil::Date>(DATE, &NO_DATES);
        is_not_written(&jiff::Timestamp::MIN);
        is_not_written(&jiff::civil::Date::MIN);
    }

    #[cfg(feature = "chrono")]
    #[test]
    fn times_of_chrono_are_in_utc() {
        type Utc = chrono::DateTime<chrono::Utc>;

        are_written::<Utc>(&INSTANTS);
        are_rejected::<Utc>(TIMESTAMP, &NO_TIMESTAMPS);
        are_rejected::<Utc>(
            "expected a timestamp of the years 0 to 9999 in UTC",
            &[EARLY, "9999-12-31T23:59:59-23:59"],
        );
        are_written::<chrono::NaiveDate>(&DATES);
        are_rejected::<chrono::NaiveDate>(DATE, &NO_DATES);
        is_not_written(&Utc::MAX_UTC);
        is_not_written(&Utc::MIN_UTC);
        is_not_written(&chrono::NaiveDate::MAX);
        let leap_second = Utc::from_timestamp(1_483_228_799, 1_500_000_000).unwrap();
        assert_eq!(leap_second.to_text(), "2016-12-31T23:59:59.999999999Z");
    }

    #[cfg(feature = "rust_decimal")]
    #[test]
    fn numbers_of_rust_decimal_keep_their_scale() {
        are_written::<rust_decimal::Decimal>(&[
            ("1.50", "1.50"),
            ("0.10", "0.10"),
            ("-7", "-7"),
            ("1e3", "1000"),
            ("0e40", "0"),
            ("0.00", "0.00"),
            (
                "79228162514264337593543950335",
                "79228162514264337593543950335",
            ),
        ]);
        are_rejected::<rust_decimal::Decimal>("expected a decimal number", &["", "1.", "NaN"]);
        are_rejected::<rust_decimal::Decimal>(
            "expected a decimal number whose digits fit into 96 bits, with at most 28 after the point",
            &[
                "1.23456789012345678901234567890123e1",
                "123456789012345678901234567890",
                "0.000000000000000000000000000001",
                "1e999999",
            ],
        );
    }

    #[cfg(feature = "bigdecimal")]
    #[test]
    fn numbers_of_bigdecimal_have_any_size() {
        let long = "123456789012345678901234567890.000000000000000001";
        are_written::<bigdecimal::BigDecimal>(&[
            ("1.50", "1.50"),
            (long, long),
            ("0.00", "0.00"),
            ("-0.00", "0.00"),
            ("0e40", "0"),
            ("0.0000001", "0.0000001"),
            ("-1.5e-7", "-0.00000015"),
            ("1e16", "10000000000000000"),
            ("007.50", "7.50"),
            ("1.5e999999", "15e999998"),
            ("12e999999", "12e999999"),
            ("0.5e-999999", "0.5e-999999"),
            ("0e-999999", "0e-999999"),
        ]);
        are_rejected::<bigdecimal::BigDecimal>(
            "expected a decimal number whose exponent has at most six digits",
            &[&format!("0.{}5e-999999", "0".repeat(200))],
        );
        are_rejected::<bigdecimal::BigDecimal>("expected a decimal number", &["", "1.", "NaN"]);
        is_not_written(&bigdecimal::BigDecimal::new(1.into(), -10_000_000));
    }

    #[cfg(feature = "url")]
    #[test]
    fn urls_have_the_form_of_browsers() {
        are_written::<url::Url>(&[
            ("https://example.com", "https://example.com/"),
            ("urn:isbn:0451450523", "urn:isbn:0451450523"),
        ]);
        let read = |text: &str, mut context: Context| {
            let read = url::Url::decode(&json!(text), &mut context)
                .map(String::from)
                .ok();
            let errors = context.into_validation_errors().into_iter();
            read.ok_or(errors.map(|error| error.problem).collect::<Vec<_>>())
        };
        let of_server = |text: &str| read(text, Context::for_requests());
        assert_eq!(of_server("http://"), Err(vec!["expected a URL".to_owned()]));
        assert!(of_server("https://example.com/a b").is_err());
        let lenient = read("https://example.com/a b", Context::for_responses());
        assert_eq!(lenient.as_deref(), Ok("https://example.com/a%20b"));
        assert_eq!(
            of_server("/a"),
            Err(vec!["expected a URI with a scheme (RFC 3986)".to_owned()])
        );
    }

    #[cfg(feature = "url")]
    #[test]
    fn rules_apply_to_the_form_of_browsers() {
        crate::codegen::object! {
            pub struct Page {
                #[rules(max_length = 19)]
                pub url: url::Url,
            }
        }
        let read = |url: &str| {
            let mut context = Context::for_requests();
            Page::decode(&json!({ "url": url }), &mut context).is_ok()
        };
        assert!(!read("https://example.com"));
        assert!(read("https://example.co"));
    }
}

//! Types of other crates that scalars have: the values of a scalar that such a type does not have.

use std::ops::RangeBounds;

use specsmith_runtime::Timestamp;
use specsmith_runtime::codegen::fixed_point;

use crate::api::LibraryType;

/// What the text of a scalar has to be, so that the type has a value for it. `None` if it has one.
pub(super) fn missing_value(ty: LibraryType, text: &str) -> Option<&'static str> {
    const START: &str = "0000-01-01T00:00:00Z";

    let (has_value, wanted) = match ty {
        LibraryType::JiffTimestamp => (
            is_in(text, instant(START)..instant("9999-12-30T22:00:01Z")),
            "a `jiff::Timestamp`, which is from `0000-01-01T00:00:00Z` and before `9999-12-30T22:00:01Z`",
        ),
        LibraryType::ChronoDateTime => (
            is_in(
                text,
                instant(START)..=instant("9999-12-31T23:59:59.999999999Z"),
            ),
            "a `chrono::DateTime`, which is of the years 0 to 9999 in UTC",
        ),
        LibraryType::RustDecimal => (
            fixed_point(text).is_some(),
            "a `rust_decimal::Decimal`, whose digits fit into 96 bits, with at most 28 after the point",
        ),
        LibraryType::Url => (is_url(text), URL),
        // These types have all values of their scalars.
        LibraryType::TimeOffsetDateTime
        | LibraryType::ChronoNaiveDate
        | LibraryType::JiffDate
        | LibraryType::TimeDate
        | LibraryType::BigDecimal => return None,
    };
    (!has_value).then_some(wanted)
}

#[cfg(feature = "url")]
const URL: &str = "a `url::Url` such as `https://example.com/`";

#[cfg(not(feature = "url"))]
const URL: &str = "a `url::Url` such as `https://example.com/`; without the feature `url` of the crate `specsmith`, other \
                   URLs cannot be checked";

/// Whether text is a `url::Url`.
#[cfg(feature = "url")]
fn is_url(text: &str) -> bool {
    use specsmith_runtime::codegen::{Text, url};

    url::Uri::from_text(text).is_ok()
}

/// Whether text is certainly a `url::Url`.
#[cfg(not(feature = "url"))]
fn is_url(text: &str) -> bool {
    is_web_url(text)
}

/// Whether text is the URL of something on the web whose host is a plain name: not in another alphabet, and not a number,
/// which would be an address. Each of them is a `url::Url`.
#[cfg(any(test, not(feature = "url")))]
fn is_web_url(text: &str) -> bool {
    let mut schemes = ["https://", "http://"].into_iter();
    let Some(rest) = schemes.find_map(|scheme| text.strip_prefix(scheme)) else {
        return false;
    };
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let is_label = |label: &str| {
        !label.is_empty() && !label.starts_with("xn--") && label.chars().all(is_plain)
    };
    let last = host.rsplit('.').next().unwrap_or_default();
    last.starts_with(|c: char| c.is_ascii_lowercase()) && host.split('.').all(is_label)
}

fn instant(text: &str) -> Option<Timestamp> {
    text.parse().ok()
}

fn is_in(text: &str, range: impl RangeBounds<Option<Timestamp>>) -> bool {
    range.contains(&instant(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_the_range_of_the_type() {
        for (ty, text, has_value) in [
            (LibraryType::JiffTimestamp, "9999-12-30T22:00:00.9Z", true),
            (
                LibraryType::JiffTimestamp,
                "9999-12-31T00:00:00+02:00",
                true,
            ),
            (LibraryType::JiffTimestamp, "9999-12-31T00:00:00Z", false),
            (
                LibraryType::JiffTimestamp,
                "0000-01-01T00:00:00+23:59",
                false,
            ),
            (
                LibraryType::ChronoDateTime,
                "0000-01-01T00:00:00+23:59",
                false,
            ),
            (LibraryType::ChronoDateTime, "9999-12-31T23:59:59.9Z", true),
            (
                LibraryType::ChronoDateTime,
                "9999-12-31T23:59:59-23:59",
                false,
            ),
            (
                LibraryType::TimeOffsetDateTime,
                "9999-12-31T23:59:59-23:59",
                true,
            ),
            (LibraryType::RustDecimal, "0e40", true),
            (LibraryType::RustDecimal, "1e29", false),
            (LibraryType::BigDecimal, "-1e400", true),
        ] {
            let missing = missing_value(ty, text);
            assert_eq!(missing.is_none(), has_value, "{ty:?} {text}");
        }
    }

    #[test]
    #[cfg(feature = "url")]
    fn urls_are_those_of_the_crate() {
        for (text, is_one, is_plain) in [
            ("https://example.com/map", true, true),
            ("http://a-1.example?a=b", true, true),
            ("https://localhost#a", true, true),
            ("https://a_b.example/", true, false),
            ("https://bücher.example/", true, false),
            ("https://a.example:8443/", true, false),
            ("file:///etc/hosts", true, false),
            ("https://1.2.3.4/", true, false),
            ("https://1.2.3.400/", false, false),
            ("https://a.0x/", false, false),
            ("https://xn--a/", false, false),
            ("file://host:80/x", false, false),
            ("http://", false, false),
        ] {
            assert_eq!(is_url(text), is_one, "{text}");
            assert_eq!(is_web_url(text), is_plain, "{text}");
            assert!(is_one || !is_plain, "{text}");
        }
    }
}

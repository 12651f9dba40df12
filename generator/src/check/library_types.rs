//! Types of other crates that scalars have: the values of a scalar that such a type does not have.

use std::ops::RangeBounds;

use specsmith_runtime::Timestamp;
use specsmith_runtime::codegen::{Text, fixed_point, url};

use crate::api::LibraryType;

/// What the text of a scalar has to be, so that the type has a value for it. `None` if it has one.
pub(super) fn missing_value(ty: LibraryType, text: &str) -> Option<&'static str> {
    const START: &str = "0000-01-01T00:00:00Z";

    let (has_value, wanted) = match ty.path {
        "jiff::Timestamp" => (
            is_in(text, instant(START)..instant("9999-12-30T22:00:01Z")),
            "a `jiff::Timestamp`, which is from `0000-01-01T00:00:00Z` and before `9999-12-30T22:00:01Z`",
        ),
        "chrono::DateTime" => (
            is_in(
                text,
                instant(START)..=instant("9999-12-31T23:59:59.999999999Z"),
            ),
            "a `chrono::DateTime`, which is of the years 0 to 9999 in UTC",
        ),
        "rust_decimal::Decimal" => (
            fixed_point(text).is_some(),
            "a `rust_decimal::Decimal`, whose digits fit into 96 bits, with at most 28 after the point",
        ),
        "url::Url" => (
            url::Uri::from_text(text).is_ok(),
            "a `url::Url` such as `https://example.com/`",
        ),
        _ => (true, ""),
    };
    (!has_value).then_some(wanted)
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
        for (path, text, has_value) in [
            ("jiff::Timestamp", "9999-12-30T22:00:00.9Z", true),
            ("jiff::Timestamp", "9999-12-31T00:00:00+02:00", true),
            ("jiff::Timestamp", "9999-12-31T00:00:00Z", false),
            ("jiff::Timestamp", "0000-01-01T00:00:00+23:59", false),
            ("chrono::DateTime", "0000-01-01T00:00:00+23:59", false),
            ("chrono::DateTime", "9999-12-31T23:59:59.9Z", true),
            ("chrono::DateTime", "9999-12-31T23:59:59-23:59", false),
            ("time::OffsetDateTime", "9999-12-31T23:59:59-23:59", true),
            ("rust_decimal::Decimal", "0e40", true),
            ("rust_decimal::Decimal", "1e29", false),
            ("bigdecimal::BigDecimal", "-1e400", true),
            ("url::Url", "https://a_b.example/", true),
            ("url::Url", "file:///etc/hosts", true),
            ("url::Url", "file://host:80/x", false),
            ("url::Url", "http://", false),
        ] {
            let ty = LibraryType::ALL.into_iter().find(|ty| ty.path == path);
            let missing = missing_value(ty.unwrap(), text);
            assert_eq!(missing.is_none(), has_value, "{path} {text}");
        }
    }
}

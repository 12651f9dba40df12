//! Types of other crates that scalars have: the values of a scalar that such a type does not have.

mod urls;

use std::ops::RangeBounds;

use specsmith_runtime::Timestamp;
use specsmith_runtime::codegen::fixed_point;

use crate::api::LibraryType;

/// Why the text of a scalar cannot have a type of another crate.
pub(super) enum Unusable {
    /// The type has no value for it: what it has to be.
    NoValue(&'static str),
    /// The text is a URL, and without the feature `url`, nothing more is known about it.
    UnknownUrl,
}

/// Why the type has no value for the text of a scalar, or may have none. `None` if it has one.
pub(super) fn unusable(ty: LibraryType, text: &str) -> Option<Unusable> {
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
        LibraryType::Url => match urls::is_url(text) {
            Some(is_url) => (is_url, "a `url::Url` such as `https://example.com/`"),
            None => return Some(Unusable::UnknownUrl),
        },
        // These types have all values of their scalars.
        LibraryType::TimeOffsetDateTime
        | LibraryType::ChronoNaiveDate
        | LibraryType::JiffDate
        | LibraryType::TimeDate
        | LibraryType::BigDecimal => return None,
    };
    (!has_value).then_some(Unusable::NoValue(wanted))
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
            let unusable = unusable(ty, text);
            assert_eq!(unusable.is_none(), has_value, "{ty:?} {text}");
        }
    }
}

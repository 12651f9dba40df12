//! Points in time as people write them.

use gateway_api::types::{Date, Timestamp};
use time::{Duration, OffsetDateTime};

use crate::bounds;
use crate::timestamps::UnixMicros;

/// Reads `2027-01-31T12:00:00Z`, `2027-01-31` (its beginning in UTC), or a time from now: `30d`.
///
/// # Errors
///
/// It has another format, or is in the past.
pub(super) fn future(text: &str) -> Result<UnixMicros, String> {
    let now = OffsetDateTime::now_utc();
    let time = match parse(text, "a time from now such as `30d`")? {
        When::At(time) => Some(time),
        When::Distance(distance) => now.checked_add(distance),
    };
    let time = time.ok_or("this is too far in the future")?;
    if time <= now {
        return Err("this is in the past".to_owned());
    }
    Ok(bounds::timestamp(time)?)
}

/// Reads the same as [`future`], and `7d` is seven days ago.
///
/// # Errors
///
/// It is not a time.
pub(super) fn past(text: &str) -> Result<UnixMicros, String> {
    let time = match parse(text, "a time ago such as `7d`")? {
        When::At(time) => Some(time),
        When::Distance(distance) => OffsetDateTime::now_utc().checked_sub(distance),
    };
    let time = time.ok_or("this is too far in the past")?;
    Ok(bounds::timestamp(time)?)
}

enum When {
    At(OffsetDateTime),
    /// So far from now.
    Distance(Duration),
}

/// Reads a time. `distance` describes a time relative to now, for the error message.
fn parse(text: &str, distance: &str) -> Result<When, String> {
    if let Ok(timestamp) = text.parse::<Timestamp>() {
        return Ok(When::At(timestamp.get()));
    }
    if let Ok(date) = text.parse::<Date>() {
        return Ok(When::At(date.get().midnight().assume_utc()));
    }
    let duration = humantime::parse_duration(text)
        .map_err(|_| format!("expected a date, a timestamp, or {distance}"))?;
    let duration = Duration::try_from(duration).map_err(|_| "this is too far from now")?;
    Ok(When::Distance(duration))
}

#[cfg(test)]
mod tests {
    use super::{UnixMicros, future, past};

    #[test]
    fn an_end_may_be_a_day_a_moment_or_a_time_from_now() {
        let day = future("2990-01-31").unwrap();
        assert_eq!(day, future("2990-01-31T01:00:00+01:00").unwrap());
        let soon = future("30d").unwrap().0 - UnixMicros::now().0;
        assert!((29..=30).contains(&(soon / 86_400_000_000)), "{soon}");
    }

    #[test]
    fn a_beginning_may_be_a_day_a_moment_or_a_time_ago() {
        let day = past("2026-01-31").unwrap();
        assert_eq!(day, past("2026-01-31T01:00:00+01:00").unwrap());
        let ago = UnixMicros::now().0 - past("7d").unwrap().0;
        assert!((6..=7).contains(&(ago / 86_400_000_000)), "{ago}");
        assert!(past("99999y").is_err());
        let error = past("yesterday").unwrap_err();
        assert_eq!(
            error,
            "expected a date, a timestamp, or a time ago such as `7d`"
        );
    }

    #[test]
    fn an_end_lies_in_the_future() {
        for text in [
            "2001-01-01",
            "0s",
            "yesterday",
            "",
            "99999999999999y",
            "9999-12-31T23:59:59-01:00",
        ] {
            assert!(future(text).is_err(), "{text}");
        }
    }
}

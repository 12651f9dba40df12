//! Points in time as people write them.

use gateway_api::types::{Date, Timestamp};
use time::{Duration, OffsetDateTime};

use crate::bounds;
use crate::moment::Moment;

/// Reads `2027-01-31T12:00:00Z`, `2027-01-31` (its beginning in UTC), or how long from now: `30d`.
///
/// # Errors
///
/// It is none of these, or it is over.
pub(super) fn future(text: &str) -> Result<Moment, String> {
    let now = OffsetDateTime::now_utc();
    let time = if let Ok(timestamp) = text.parse::<Timestamp>() {
        timestamp.get()
    } else if let Ok(date) = text.parse::<Date>() {
        date.get().midnight().assume_utc()
    } else if let Ok(duration) = humantime::parse_duration(text) {
        let duration = Duration::try_from(duration).ok();
        let end = duration.and_then(|duration| now.checked_add(duration));
        end.ok_or("this is too far in the future")?
    } else {
        return Err("expected a date, a timestamp, or a time from now such as `30d`".to_owned());
    };
    if time <= now {
        return Err("this is over already".to_owned());
    }
    Ok(bounds::moment(time)?)
}

#[cfg(test)]
mod tests {
    use super::{Moment, future};

    #[test]
    fn an_end_may_be_a_day_a_moment_or_a_time_from_now() {
        let day = future("2990-01-31").unwrap();
        assert_eq!(day, future("2990-01-31T01:00:00+01:00").unwrap());
        let soon = future("30d").unwrap().0 - Moment::now().0;
        assert!((29..=30).contains(&(soon / 86_400_000_000)), "{soon}");
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

//! Points in time and days as the store keeps them, and when spending limits are reset.

use std::fmt;

use gateway_api::types::{ResetInterval, Timestamp};
use time::{Date, OffsetDateTime};

const MICROS_PER_SECOND: i64 = 1_000_000;
const SECONDS_PER_DAY: i64 = 86_400;

/// The beginning of the year 0 and the end of the year 9999, in microseconds.
const FIRST: i64 = -62_167_219_200_000_000;
const LAST: i64 = 253_402_300_799_999_999;

/// A point in time: microseconds since 1970-01-01T00:00:00Z.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, sqlx_macros::Type)]
#[sqlx(transparent)]
pub struct UnixMicros(pub i64);

impl UnixMicros {
    /// The current time.
    pub fn now() -> Self {
        Self::from(OffsetDateTime::now_utc())
    }

    /// Whole seconds since 1970, rounded down.
    pub const fn unix_seconds(self) -> i64 {
        self.0.div_euclid(MICROS_PER_SECOND)
    }

    /// Its day in UTC.
    pub const fn day(self) -> Day {
        Day(self.unix_seconds().div_euclid(SECONDS_PER_DAY))
    }
}

impl From<OffsetDateTime> for UnixMicros {
    fn from(time: OffsetDateTime) -> Self {
        // Timestamps are in the years 0 to 9999, whose microseconds fit an i64.
        let micros = time.unix_timestamp_nanos().div_euclid(1000);
        Self(i64::try_from(micros).unwrap_or(i64::MAX))
    }
}

impl From<&Timestamp> for UnixMicros {
    fn from(timestamp: &Timestamp) -> Self {
        Self::from(timestamp.get())
    }
}

impl From<UnixMicros> for Timestamp {
    fn from(micros: UnixMicros) -> Self {
        // Clamp to the years that a timestamp can have.
        let nanos = i128::from(micros.0.clamp(FIRST, LAST)) * 1000;
        let time = OffsetDateTime::from_unix_timestamp_nanos(nanos);
        Self::new(time.unwrap_or(OffsetDateTime::UNIX_EPOCH))
    }
}

impl fmt::Display for UnixMicros {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Timestamp::from(*self).fmt(f)
    }
}

/// A day in UTC, as the number of days since 1970-01-01.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, sqlx_macros::Type)]
#[sqlx(transparent)]
pub struct Day(pub i64);

impl Day {
    /// The Monday of this day's week.
    pub const fn start_of_week(self) -> Self {
        // The first of January 1970 was a Thursday, three days after a Monday.
        Self(self.0 - (self.0 + 3).rem_euclid(7))
    }

    /// The first day of this day's month.
    pub fn start_of_month(self) -> Self {
        let seconds = self.0 * SECONDS_PER_DAY;
        let date = OffsetDateTime::from_unix_timestamp(seconds).map(OffsetDateTime::date);
        let day_of_month = date.map_or(1, Date::day);
        Self(self.0 - i64::from(day_of_month) + 1)
    }

    /// The first day that counts towards a limit with this reset interval. An unknown interval is never
    /// reset.
    pub fn start_of(self, interval: Option<&ResetInterval>) -> Self {
        match interval {
            Some(ResetInterval::Daily) => self,
            Some(ResetInterval::Weekly) => self.start_of_week(),
            Some(ResetInterval::Monthly) => self.start_of_month(),
            None | Some(ResetInterval::Other(_)) => Self(i64::MIN),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn micros(text: &str) -> UnixMicros {
        UnixMicros::from(&text.parse::<Timestamp>().unwrap())
    }

    #[test]
    fn a_moment_has_microseconds_and_no_offset() {
        let there = micros("2026-02-03T18:05:41.250001+02:00");
        assert_eq!(there.to_string(), "2026-02-03T16:05:41.250001Z");
    }

    #[test]
    fn moments_out_of_range_are_clamped() {
        assert_eq!(
            UnixMicros(i64::MAX).to_string(),
            "9999-12-31T23:59:59.999999Z"
        );
        assert_eq!(UnixMicros(i64::MIN).to_string(), "0000-01-01T00:00:00Z");
    }

    #[test]
    fn weeks_begin_on_mondays_and_months_on_the_first() {
        let cases = [
            ("2026-11-20T12:00:00Z", "2026-11-16", "2026-11-01"),
            ("2026-11-16T00:00:00Z", "2026-11-16", "2026-11-01"),
            ("2026-03-01T23:59:59Z", "2026-02-23", "2026-03-01"),
            ("1969-12-31T00:00:00Z", "1969-12-29", "1969-12-01"),
        ];
        for (now, week, month) in cases {
            let day = micros(now).day();
            let start = |date: &str| micros(&format!("{date}T00:00:00Z")).day();
            assert_eq!(day.start_of_week(), start(week), "week of {now}");
            assert_eq!(day.start_of_month(), start(month), "month of {now}");
        }
    }
}

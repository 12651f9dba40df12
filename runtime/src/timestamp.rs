//! Points in time, and days.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde_core::ser::Error as _;
use serde_core::{Serialize, Serializer};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::Expected;
use crate::text::Text;

/// A point in time with an offset from UTC, in RFC 3339: `2026-01-31T23:59:59.5+02:00`. The
/// fraction is optional, and the offset is kept.
///
/// Two timestamps are equal if they are the same point in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(OffsetDateTime);

impl Timestamp {
    /// Wraps a point in time.
    pub const fn new(time: OffsetDateTime) -> Self {
        Self(time)
    }

    /// The current time, in UTC.
    pub fn now() -> Self {
        Self(OffsetDateTime::now_utc())
    }

    /// The point in time.
    pub const fn get(&self) -> OffsetDateTime {
        self.0
    }

    /// Writes the text into `buffer` and returns it; `None` if RFC 3339 has no form for it: years
    /// after 9999, offsets with seconds.
    fn write_into<'b>(&self, buffer: &'b mut [u8; 40]) -> Option<&'b str> {
        let mut rest = buffer.as_mut_slice();
        self.0.format_into(&mut rest, &Rfc3339).ok()?;
        let unused = rest.len();
        let (text, _) = buffer.split_at(buffer.len() - unused);
        std::str::from_utf8(text).ok()
    }
}

impl From<OffsetDateTime> for Timestamp {
    fn from(time: OffsetDateTime) -> Self {
        Self(time)
    }
}

impl From<Timestamp> for OffsetDateTime {
    fn from(timestamp: Timestamp) -> Self {
        timestamp.0
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.write_into(&mut [0; 40]) {
            Some(text) => f.write_str(text),
            None => self.0.fmt(f),
        }
    }
}

impl FromStr for Timestamp {
    type Err = Expected;

    fn from_str(text: &str) -> Result<Self, Expected> {
        let time = OffsetDateTime::parse(text, &Rfc3339).map(Self);
        time.map_err(|_| Expected::new("expected a timestamp (RFC 3339)"))
    }
}

impl Text for Timestamp {
    fn from_text(text: &str) -> Result<Self, Expected> {
        text.parse()
    }

    fn to_text(&self) -> Cow<'_, str> {
        Cow::Owned(self.to_string())
    }

    fn problem(&self) -> Option<&'static str> {
        self.write_into(&mut [0; 40]).is_none().then_some(UNWRITTEN)
    }
}

/// The problem of a point in time that RFC 3339 has no form for.
const UNWRITTEN: &str = "is a timestamp that RFC 3339 cannot write";

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.write_into(&mut [0; 40]) {
            Some(text) => serializer.serialize_str(text),
            None => Err(S::Error::custom(UNWRITTEN)),
        }
    }
}

/// A calendar day, as `2026-01-31`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(time::Date);

impl Date {
    /// Wraps a day.
    pub const fn new(date: time::Date) -> Self {
        Self(date)
    }

    /// The day.
    pub const fn get(&self) -> time::Date {
        self.0
    }
}

impl From<time::Date> for Date {
    fn from(date: time::Date) -> Self {
        Self(date)
    }
}

impl From<Date> for time::Date {
    fn from(date: Date) -> Self {
        date.0
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:04}-{:02}-{:02}",
            self.0.year(),
            u8::from(self.0.month()),
            self.0.day()
        )
    }
}

impl FromStr for Date {
    type Err = Expected;

    fn from_str(text: &str) -> Result<Self, Expected> {
        parse_date(text)
            .map(Self)
            .ok_or(Expected::new("expected a date (YYYY-MM-DD)"))
    }
}

/// Reads exactly `YYYY-MM-DD`.
fn parse_date(text: &str) -> Option<time::Date> {
    let shaped = text.len() == 10
        && text.bytes().enumerate().all(|(index, byte)| match index {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    if !shaped {
        return None;
    }
    let mut parts = text.split('-');
    let year = parts.next()?.parse().ok()?;
    let month: u8 = parts.next()?.parse().ok()?;
    let day = parts.next()?.parse().ok()?;
    time::Date::from_calendar_date(year, time::Month::try_from(month).ok()?, day).ok()
}

impl Text for Date {
    fn from_text(text: &str) -> Result<Self, Expected> {
        text.parse()
    }

    fn to_text(&self) -> Cow<'_, str> {
        Cow::Owned(self.to_string())
    }

    fn problem(&self) -> Option<&'static str> {
        let is_written = (0..=9999).contains(&self.0.year());
        (!is_written).then_some("is not from the years 0 to 9999")
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.problem() {
            None => serializer.collect_str(self),
            Some(problem) => Err(S::Error::custom(problem)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamps_keep_their_fraction_and_offset() {
        for text in [
            "2026-01-31T23:59:59Z",
            "2026-01-31T23:59:59.5Z",
            "2026-01-31T23:59:59.123456789Z",
            "2026-01-31T23:59:59+02:00",
            "2026-01-31T23:59:59.25-11:30",
            "0001-01-01T00:00:00Z",
        ] {
            let timestamp: Timestamp = text.parse().unwrap();
            assert_eq!(timestamp.to_string(), text);
            assert_eq!(
                serde_json::to_string(&timestamp).unwrap(),
                format!("\"{text}\"")
            );
        }
    }

    #[test]
    fn other_forms_of_a_timestamp_are_read() {
        let time: Timestamp = "2026-01-31T12:00:00Z".parse().unwrap();
        for text in [
            "2026-01-31T12:00:00+00:00",
            "2026-01-31T14:00:00.000+02:00",
            "2026-01-31t12:00:00z",
        ] {
            assert_eq!(text.parse(), Ok(time), "{text}");
        }
    }

    #[test]
    fn invalid_timestamps_are_rejected() {
        for text in [
            "",
            "2026-01-31",
            "2026-01-31T12:00:00",
            "2026-02-30T12:00:00Z",
            "1769860800",
            "2026-01-31T25:00:00Z",
        ] {
            assert!(text.parse::<Timestamp>().is_err(), "{text}");
        }
    }

    #[test]
    fn dates_are_read_and_written() {
        for text in ["2026-01-31", "2024-02-29", "0001-01-01"] {
            assert_eq!(text.parse::<Date>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "2026-02-29",
            "2026-1-31",
            "2026-13-01",
            "26-01-31",
            "2026-01-31Z",
            "+202-01-31",
            "2026-01-é",
        ] {
            assert!(text.parse::<Date>().is_err(), "{text}");
        }
    }
}

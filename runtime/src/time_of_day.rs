//! Times of day.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use serde_core::{Serialize, Serializer};

use crate::Expected;
use crate::text::Text;

/// A time of day as in RFC 3339: `23:59:59.5+02:00`, or without the offset from UTC, which many servers leave out. It
/// keeps its text, and compares by value: `12:00:00Z` equals `14:00:00.0+02:00`.
///
/// Times with an offset are compared in UTC, as times of any day: `23:30:00-01:00` equals `00:30:00Z`. A time without
/// an offset equals none of them, and comes before them.
///
/// ```
/// use specsmith_runtime::Time;
///
/// let opening: Time = "08:30:00+02:00".parse()?;
/// assert_eq!((opening.hour(), opening.minute()), (8, 30));
/// assert_eq!(opening.utc_offset_minutes(), Some(120));
///
/// let local: Time = "08:30:00".parse()?;
/// assert_eq!(local.utc_offset_minutes(), None);
/// # Ok::<(), specsmith_runtime::Expected>(())
/// ```
#[derive(Clone)]
pub struct Time(Box<str>);

impl Time {
    /// The time as it was written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The hour, from 0 to 23.
    pub fn hour(&self) -> u8 {
        self.parts().hour
    }

    /// The minute, from 0 to 59.
    pub fn minute(&self) -> u8 {
        self.parts().minute
    }

    /// The second, from 0 to 59, or 60 in a leap second.
    pub fn second(&self) -> u8 {
        self.parts().second
    }

    /// The nanosecond, without further digits of the fraction.
    pub fn nanosecond(&self) -> u32 {
        let digits = self.parts().fraction.bytes();
        let padded = digits.chain(std::iter::repeat(b'0')).take(9);
        padded.fold(0, |all, digit| all * 10 + u32::from(digit - b'0'))
    }

    /// The minutes from UTC to this time: 120 for `+02:00`. `None` if the time has no offset.
    pub fn utc_offset_minutes(&self) -> Option<i16> {
        self.parts().offset
    }

    fn parts(&self) -> Parts<'_> {
        // The text was checked when the time was created.
        Parts::read(&self.0).unwrap_or_default()
    }
}

impl Ord for Time {
    fn cmp(&self, other: &Self) -> Ordering {
        self.parts().value().cmp(&other.parts().value())
    }
}

impl PartialOrd for Time {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Time {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Time {}

impl Hash for Time {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.parts().value().hash(state);
    }
}

#[derive(Default)]
struct Parts<'a> {
    hour: u8,
    minute: u8,
    second: u8,
    /// The digits after the point.
    fraction: &'a str,
    /// In minutes.
    offset: Option<i16>,
}

impl<'a> Parts<'a> {
    /// What equal times have in common, in the order of times: whether there is an offset, the minute of the day in
    /// UTC, the second and the digits of its fraction.
    fn value(&self) -> (bool, i16, u8, &'a str) {
        let fraction = self.fraction.trim_end_matches('0');
        (
            self.offset.is_some(),
            self.utc_minute(),
            self.second,
            fraction,
        )
    }

    /// The minute of the day in UTC. If there is no offset, the time counts as UTC.
    fn utc_minute(&self) -> i16 {
        let local = i16::from(self.hour) * 60 + i16::from(self.minute);
        (local - self.offset.unwrap_or(0)).rem_euclid(DAY)
    }

    /// Reads `full-time` or `partial-time` of RFC 3339, section 5.6.
    fn read(text: &'a str) -> Option<Self> {
        let (clock, rest) = text.split_at_checked("00:00:00".len())?;
        let (hour, clock) = number(clock, 23)?;
        let (minute, clock) = number(clock.strip_prefix(':')?, 59)?;
        let (second, _) = number(clock.strip_prefix(':')?, 60)?;
        let (fraction, offset) = match rest.strip_prefix('.') {
            Some(rest) => fraction(rest)?,
            None => ("", rest),
        };
        let offset = match offset {
            "" => None,
            offset => Some(read_offset(offset)?),
        };
        let parts = Self {
            hour,
            minute,
            second,
            fraction,
            offset,
        };
        // A leap second is the last one of a day in UTC.
        (second < 60 || parts.utc_minute() == DAY - 1).then_some(parts)
    }
}

/// The minutes of a day.
const DAY: i16 = 24 * 60;

/// Two digits, and the text after them.
fn number(text: &str, max: u8) -> Option<(u8, &str)> {
    let (digits, rest) = text.split_at_checked(2)?;
    let are_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
    let number: u8 = digits.parse().ok()?;
    (are_digits && number <= max).then_some((number, rest))
}

/// The digits of a fraction, and the text after them.
fn fraction(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit());
    let (digits, rest) = text.split_at(end.unwrap_or(text.len()));
    (!digits.is_empty()).then_some((digits, rest))
}

fn read_offset(text: &str) -> Option<i16> {
    if text.eq_ignore_ascii_case("z") {
        return Some(0);
    }
    let (hours, rest) = number(text.strip_prefix(['+', '-'])?, 23)?;
    let (minutes, rest) = number(rest.strip_prefix(':')?, 59)?;
    let offset = i16::from(hours) * 60 + i16::from(minutes);
    rest.is_empty().then_some(if text.starts_with('-') {
        -offset
    } else {
        offset
    })
}

impl FromStr for Time {
    type Err = Expected;

    fn from_str(text: &str) -> Result<Self, Expected> {
        match Parts::read(text) {
            Some(_) => Ok(Self(text.into())),
            None => Err(Expected::new("expected a time of day (RFC 3339)")),
        }
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Time({})", self.0)
    }
}

impl Text for Time {
    fn from_text(text: &str) -> Result<Self, Expected> {
        text.parse()
    }

    fn to_text(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.0)
    }
}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn times_are_kept_as_written() {
        for text in [
            "00:00:00Z",
            "23:59:59z",
            "23:59:59.5+02:00",
            "12:00:00.123456789123456789-00:00",
            "23:59:60Z",
            "15:59:60-08:00",
            "05:29:60+05:30",
            "12:00:00+23:59",
            "12:00:00",
            "12:00:00.5",
            "23:59:60",
        ] {
            let time: Time = text.parse().unwrap();
            assert_eq!(time.to_string(), text);
            assert_eq!(serde_json::to_string(&time).unwrap(), format!("\"{text}\""));
        }
    }

    #[test]
    fn other_texts_are_not_times() {
        for text in [
            "",
            "12:00",
            "12:00Z",
            "12:00:00.",
            "12:00:00.Z",
            "12:00:00,5Z",
            "12:00:60",
            "24:00:00Z",
            "12:60:00Z",
            "12:00:61Z",
            "12:00:60Z",
            "23:59:60+01:00",
            "+1:00:00Z",
            "1:00:00Z",
            "12.00.00Z",
            "12:00:00+24:00",
            "12:00:00+2:00",
            "12:00:00+0200",
            "12:00:00+02:00Z",
            "12:00:00 Z",
            "12:00:00ZZ",
            "1é:00:00Z",
            "١٢:00:00Z",
            "2026-01-31T12:00:00Z",
        ] {
            assert!(text.parse::<Time>().is_err(), "{text}");
        }
    }

    #[test]
    fn times_compare_by_value() {
        let read = |text: &str| text.parse::<Time>().unwrap();
        for same in [
            ["12:00:00Z", "14:00:00.0+02:00"],
            ["12:00:00z", "12:00:00-00:00"],
            ["23:30:00-01:00", "00:30:00Z"],
            ["23:59:60Z", "15:59:60-08:00"],
            ["12:00:00.5", "12:00:00.50000000000"],
        ] {
            let [one, other] = same.map(read);
            assert_eq!(one, other);
            assert_eq!([one.as_str(), other.as_str()], same);
            let distinct = HashSet::from([one, other]);
            assert_eq!(distinct.len(), 1, "{same:?}");
        }
        let ordered = [
            "00:00:00",
            "23:59:60",
            "00:00:00Z",
            "02:00:00.00000000001+02:00",
            "00:00:01Z",
            "11:00:00+01:00",
            "10:00:00.5Z",
            "23:59:59.9Z",
            "23:59:60Z",
        ];
        for pair in ordered.map(read).windows(2) {
            assert!(pair[0] < pair[1], "{pair:?}");
        }
    }

    #[test]
    fn times_have_parts() {
        let time: Time = "23:59:58.0450000009-11:30".parse().unwrap();
        assert_eq!((time.hour(), time.minute(), time.second()), (23, 59, 58));
        assert_eq!(time.nanosecond(), 45_000_000);
        assert_eq!(time.utc_offset_minutes(), Some(-690));
        let time: Time = "23:59:58.045".parse().unwrap();
        assert_eq!(time.nanosecond(), 45_000_000);
        assert_eq!(time.utc_offset_minutes(), None);
    }
}

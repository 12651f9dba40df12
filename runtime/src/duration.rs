//! Durations.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use serde_core::{Serialize, Serializer};

use crate::Expected;
use crate::text::Text;

/// A duration in ISO 8601: `P1DT2H`, `PT0.5S`. It keeps its text, and compares by value: `PT90S` equals `PT1M30S`.
///
/// A year is twelve months, a week is seven days, and a day has 24 hours. The length of a month differs, so `P1M`
/// equals no number of days. To order durations, a month counts as its average length: 30.436875 days.
///
/// The units are years, months, weeks and days, and after a `T` hours, minutes and seconds, in this order. The
/// last number may have a fraction.
///
/// ```
/// use specsmith_runtime::Duration;
///
/// let lease: Duration = "PT90S".parse()?;
/// assert_eq!(lease.to_std(), Some(std::time::Duration::from_secs(90)));
/// assert_eq!(lease, "PT1M30S".parse()?);
/// assert_eq!(Duration::from(std::time::Duration::from_millis(1500)).as_str(), "PT1.5S");
/// # Ok::<(), specsmith_runtime::Expected>(())
/// ```
#[derive(Clone)]
pub struct Duration(Box<str>);

impl Duration {
    /// The duration as it was written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The same duration in seconds and nanoseconds, where a day has 24 hours. `None` if it has years or months,
    /// whose length differs, or is too long. Further digits are cut off.
    pub fn to_std(&self) -> Option<std::time::Duration> {
        let mut nanoseconds = 0_u128;
        for (unit, number) in parts(&self.0)? {
            let Length::Seconds(seconds) = unit.length else {
                return None;
            };
            let part = number.times(u128::from(seconds) * SECOND)?;
            nanoseconds = nanoseconds.checked_add(part)?;
        }
        let seconds = u64::try_from(nanoseconds / SECOND).ok()?;
        // It is less than a second.
        Some(std::time::Duration::new(
            seconds,
            (nanoseconds % SECOND) as u32,
        ))
    }

    /// The months, and the seconds beside them: equal for equal durations.
    fn value(&self) -> (Amount, Amount) {
        let months = self.amount(|length| match length {
            Length::Months(months) => months,
            Length::Seconds(_) => 0,
        });
        let seconds = self.amount(|length| match length {
            Length::Months(_) => 0,
            Length::Seconds(seconds) => seconds,
        });
        (months, seconds)
    }

    /// The seconds, if a month has its average length.
    fn average_seconds(&self) -> Amount {
        self.amount(|length| match length {
            Length::Months(months) => months * SECONDS_OF_A_MONTH,
            Length::Seconds(seconds) => seconds,
        })
    }

    /// The sum of all parts, each times the number for its length.
    fn amount(&self, times: impl Fn(Length) -> u32) -> Amount {
        // The text was checked when the duration was created.
        let parts = parts(&self.0).unwrap_or_default();
        Amount::sum(
            parts
                .iter()
                .map(|(unit, number)| (number, times(unit.length))),
        )
    }
}

impl Ord for Duration {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.0 == other.0 {
            return Ordering::Equal;
        }
        let lengths = self.average_seconds().cmp(&other.average_seconds());
        lengths.then_with(|| self.value().cmp(&other.value()))
    }
}

impl PartialOrd for Duration {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Duration {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 || self.value() == other.value()
    }
}

impl Eq for Duration {}

impl Hash for Duration {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value().hash(state);
    }
}

/// A second in nanoseconds.
const SECOND: u128 = 1_000_000_000;

/// A month in seconds, on average: 400 years of the Gregorian calendar have 146,097 days.
const SECONDS_OF_A_MONTH: u32 = 2_629_746;

/// A unit.
struct Unit {
    letter: char,
    in_time: bool,
    length: Length,
}

/// The length of a unit.
#[derive(Clone, Copy)]
enum Length {
    Months(u32),
    Seconds(u32),
}

const UNITS: [Unit; 7] = [
    Unit::new('Y', false, Length::Months(12)),
    Unit::new('M', false, Length::Months(1)),
    Unit::new('W', false, Length::Seconds(7 * 24 * 3600)),
    Unit::new('D', false, Length::Seconds(24 * 3600)),
    Unit::new('H', true, Length::Seconds(3600)),
    Unit::new('M', true, Length::Seconds(60)),
    Unit::new('S', true, Length::Seconds(1)),
];

impl Unit {
    const fn new(letter: char, in_time: bool, length: Length) -> Self {
        Self {
            letter,
            in_time,
            length,
        }
    }
}

/// The number of times that a unit is counted.
struct Number<'a> {
    whole: &'a str,
    fraction: &'a str,
}

impl Number<'_> {
    /// The number times a factor; `None` if that is too large.
    fn times(&self, factor: u128) -> Option<u128> {
        let whole = self.whole.trim_start_matches('0');
        let whole: u128 = match whole {
            "" => 0,
            digits => digits.parse().ok()?,
        };
        // Eighteen digits are exact, because no factor has more than fifteen.
        let digits = self.fraction.bytes().take(18);
        let (fraction, scale) = digits.fold((0_u128, 1_u128), |(all, scale), digit| {
            (all * 10 + u128::from(digit - b'0'), scale * 10)
        });
        let fraction = fraction * factor / scale;
        whole.checked_mul(factor)?.checked_add(fraction)
    }
}

/// An exact amount: `0.digits × 10^scale`, without zeros at either end. Zero has the lowest scale.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Amount {
    scale: i64,
    digits: Vec<u8>,
}

impl Amount {
    /// The sum of numbers, each times a factor.
    fn sum<'n>(terms: impl Iterator<Item = (&'n Number<'n>, u32)> + Clone) -> Self {
        let places = terms
            .clone()
            .map(|(number, _)| number.fraction.len())
            .max()
            .unwrap_or(0);
        // From the last place to the first, each with what its digits contribute.
        let mut sums: Vec<u64> = Vec::new();
        for (number, factor) in terms {
            let digits = number.whole.bytes().chain(number.fraction.bytes());
            let zeros = places - number.fraction.len();
            let length = zeros + number.whole.len() + number.fraction.len();
            if sums.len() < length {
                sums.resize(length, 0);
            }
            for (sum, digit) in sums.iter_mut().skip(zeros).zip(digits.rev()) {
                *sum += u64::from(digit - b'0') * u64::from(factor);
            }
        }
        let mut digits = Vec::new();
        let mut sums = sums.into_iter();
        let mut carry = 0;
        loop {
            let sum = match sums.next() {
                Some(sum) => sum + carry,
                None if carry == 0 => break,
                None => carry,
            };
            // A rest is less than ten.
            digits.push((sum % 10) as u8);
            carry = sum / 10;
        }
        Self::from_last(digits, places)
    }

    /// From the digits, the last one first, and how many of them are after the point.
    #[expect(clippy::cast_possible_wrap, reason = "no string has as many digits")]
    fn from_last(mut digits: Vec<u8>, places: usize) -> Self {
        let significant = |digits: &mut Vec<u8>| {
            while digits.pop_if(|digit| *digit == 0).is_some() {}
        };
        significant(&mut digits);
        let scale = match digits.len() {
            0 => i64::MIN,
            length => length as i64 - places as i64,
        };
        digits.reverse();
        significant(&mut digits);
        Self { scale, digits }
    }
}

/// The parts of a duration; `None` if the string is not a duration.
fn parts(text: &str) -> Option<Vec<(&'static Unit, Number<'_>)>> {
    let (date, time) = match text.strip_prefix('P')?.split_once('T') {
        Some((_, "")) => return None,
        Some((date, time)) => (date, time),
        None => (text.strip_prefix('P')?, ""),
    };
    let mut parts = Vec::new();
    for (mut rest, in_time) in [(date, false), (time, true)] {
        let mut units = UNITS.iter().filter(|unit| unit.in_time == in_time);
        while !rest.is_empty() {
            // Only the last number has a fraction.
            if parts
                .last()
                .is_some_and(|(_, last): &(_, Number<'_>)| !last.fraction.is_empty())
            {
                return None;
            }
            let (number, letter, after) = part(rest)?;
            let unit = units.find(|unit| unit.letter == letter)?;
            parts.push((unit, number));
            rest = after;
        }
    }
    (!parts.is_empty()).then_some(parts)
}

/// A number, the letter of its unit, and the text after them.
fn part(text: &str) -> Option<(Number<'_>, char, &str)> {
    let (whole, rest) = digits(text)?;
    let (fraction, rest) = match rest.strip_prefix(['.', ',']) {
        Some(rest) => digits(rest)?,
        None => ("", rest),
    };
    let mut rest = rest.chars();
    let letter = rest.next()?;
    Some((Number { whole, fraction }, letter, rest.as_str()))
}

/// One or more digits, and the text after them.
fn digits(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit())?;
    (end > 0).then(|| text.split_at(end))
}

impl From<std::time::Duration> for Duration {
    fn from(duration: std::time::Duration) -> Self {
        let (seconds, nanoseconds) = (duration.as_secs(), duration.subsec_nanos());
        let text = match nanoseconds {
            0 => format!("PT{seconds}S"),
            _ => {
                let fraction = format!("{nanoseconds:09}");
                format!("PT{seconds}.{}S", fraction.trim_end_matches('0'))
            }
        };
        Self(text.into())
    }
}

impl FromStr for Duration {
    type Err = Expected;

    fn from_str(text: &str) -> Result<Self, Expected> {
        match parts(text) {
            Some(_) => Ok(Self(text.into())),
            None => Err(Expected::new("expected a duration (ISO 8601)")),
        }
    }
}

impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Duration({})", self.0)
    }
}

impl Text for Duration {
    fn from_text(text: &str) -> Result<Self, Expected> {
        text.parse()
    }

    fn to_text(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.0)
    }
}

impl Serialize for Duration {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn durations_are_kept_as_written() {
        for text in [
            "P1DT2H",
            "P1Y2M3W4DT5H6M7S",
            "PT0S",
            "PT0.5S",
            "PT1,5H",
            "P3W",
            "P0.5Y",
            "PT36H",
            "P007D",
            "P99999999999999999999999999999999999999999Y",
        ] {
            let duration: Duration = text.parse().unwrap();
            assert_eq!(duration.to_string(), text);
            assert_eq!(
                serde_json::to_string(&duration).unwrap(),
                format!("\"{text}\"")
            );
        }
    }

    #[test]
    fn other_texts_are_not_durations() {
        for text in [
            "",
            "P",
            "PT",
            "P1",
            "1D",
            "PD",
            "P1DT",
            "p1d",
            "P1H",
            "PT1D",
            "P1D1Y",
            "P1D2D",
            "PT1S1M",
            "PT1.S",
            "PT.5S",
            "PT1.5M2S",
            "P0.5DT1H",
            "P-1D",
            "-P1D",
            "P1D ",
            "PT1M2",
            "P1DT1HT1M",
            "P١D",
            "PT1é",
            "01:30:00",
            "P1X",
        ] {
            assert!(text.parse::<Duration>().is_err(), "{text}");
        }
    }

    #[test]
    fn durations_compare_by_value() {
        let read = |text: &str| text.parse::<Duration>().unwrap();
        for same in [
            ["PT90S", "PT1M30S"],
            ["P1Y", "P12M"],
            ["P1W", "P7D"],
            ["PT0S", "P0Y"],
            ["P0.5Y", "P006M"],
            ["PT1,5H", "PT1.50H"],
            ["PT0.10S", "PT0.1S"],
            ["P1DT1S", "PT86401S"],
            [
                "PT99999999999999999999999999999999999999999M",
                "PT5999999999999999999999999999999999999999940S",
            ],
        ] {
            let [one, other] = same.map(read);
            assert_eq!(one, other);
            assert_eq!(one.cmp(&other), Ordering::Equal);
            assert_eq!([one.as_str(), other.as_str()], same);
            let distinct = HashSet::from([one, other]);
            assert_eq!(distinct.len(), 1, "{same:?}");
        }
        let ordered = [
            "PT0S",
            "PT0.000000000000000000000000001S",
            "PT1S",
            "PT10S",
            "PT1M",
            "P30D",
            "P1M",
            "P31D",
            "P365D",
            "P1Y",
            "P366D",
            "P99999999999999999999999999999999999999998Y",
            "P99999999999999999999999999999999999999999Y",
        ];
        for pair in ordered.map(read).windows(2) {
            assert!(pair[0] < pair[1], "{pair:?}");
        }
        // As long as a month on average, but not equal to it.
        let (month, seconds) = (read("P1M"), read("PT2629746S"));
        assert_ne!(month, seconds);
        assert_ne!(month.cmp(&seconds), Ordering::Equal);
    }

    #[test]
    fn durations_of_known_length_convert() {
        let std = |text: &str| text.parse::<Duration>().unwrap().to_std();
        let seconds = |seconds| Some(std::time::Duration::from_secs(seconds));
        assert_eq!(std("P1DT2H"), seconds(26 * 3600));
        assert_eq!(std("P2W"), seconds(14 * 24 * 3600));
        assert_eq!(std("PT1.5H"), seconds(5400));
        assert_eq!(
            std("PT0.0000000019S"),
            Some(std::time::Duration::from_nanos(1))
        );
        assert_eq!(std("PT18446744073709551615S"), seconds(u64::MAX));
        for text in [
            "P1M",
            "P1Y",
            "PT18446744073709551616S",
            "PT18446744073709551615M",
            "P99999999999999999999999999999999999999999D",
        ] {
            assert_eq!(std(text), None, "{text}");
        }
        for duration in [
            std::time::Duration::ZERO,
            std::time::Duration::new(u64::MAX, 999_999_999),
            std::time::Duration::from_micros(1_500_001),
        ] {
            let written = Duration::from(duration);
            assert_eq!(written.as_str().parse(), Ok(written.clone()));
            assert_eq!(written.to_std(), Some(duration));
        }
    }
}

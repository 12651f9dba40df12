//! Example values of scalars, which satisfy their constraints.

use specsmith_runtime::codegen::is_multiple;

use super::patterns::matching;
use crate::api::{Bound, Integer, Rules, Scalar, Value};

/// A value of a scalar; `None` if its constraints cannot be met without knowing the API.
pub(in crate::emit) fn of_scalar(scalar: Scalar, rules: &Rules) -> Option<Value> {
    let text = |text: &str| Value::Text(text.to_owned());
    Some(match scalar {
        Scalar::String => Value::Text(fitting("text", rules)?),
        Scalar::Uri => Value::Text(exactly("https://example.com/", rules)?),
        Scalar::Email => Value::Text(exactly("ada@example.com", rules)?),
        Scalar::Integer(integer) => Value::Integer(whole(integer, rules)?),
        Scalar::Number | Scalar::Float | Scalar::DecimalNumber => Value::Number(number(rules)?),
        Scalar::Boolean => Value::Bool(true),
        Scalar::Timestamp => text("2026-01-31T12:00:00Z"),
        Scalar::Date => text("2026-01-31"),
        Scalar::Time => text("12:00:00Z"),
        Scalar::Duration => text("P1D"),
        Scalar::Uuid => text("123e4567-e89b-42d3-a456-426614174000"),
        Scalar::Ip | Scalar::Ipv4 => text("192.0.2.1"),
        Scalar::Ipv6 => text("2001:db8::1"),
        Scalar::Decimal => text("1.50"),
        Scalar::Bytes => text("aGVsbG8="),
        Scalar::Json => Value::Object(Vec::new()),
        // Samples open the file of this name.
        Scalar::File => text("file"),
    })
}

/// The name of a file with one of these media types.
pub(in crate::emit) fn file_name(media: &[String]) -> &'static str {
    match media.first().map(String::as_str) {
        Some("application/json") => "file.json",
        Some("application/pdf") => "file.pdf",
        Some("application/zip") => "file.zip",
        Some("image/jpeg") => "file.jpg",
        Some("text/csv") => "file.csv",
        Some(media) if media.starts_with("audio/") => "file.mp3",
        Some(media) if media.starts_with("image/") => "file.png",
        Some(media) if media.starts_with("text/") => "file.txt",
        Some(media) if media.starts_with("video/") => "file.mp4",
        Some(_) | None => "file.bin",
    }
}

/// The allowed integer nearest to 1.
fn whole(integer: Integer, rules: &Rules) -> Option<i128> {
    let (least, greatest) = integer.range();
    let above = rules.above.map(|above| value(above) + 1);
    let below = rules.below.map(|below| value(below) - 1);
    let least = rules.min.map(value).or(above).unwrap_or(least);
    let greatest = rules.max.map(value).or(below).unwrap_or(greatest);
    let step = rules.multiple_of.map_or(1, value).max(1);
    let start = 1.max(least).min(greatest);
    let down = start - start.rem_euclid(step);
    let nearest = if down == start { start } else { down + step };
    [nearest, down]
        .into_iter()
        .find(|value| (least..=greatest).contains(value))
}

fn value(bound: Bound) -> i128 {
    match bound {
        Bound::Integer(value) => value,
        Bound::Number(value) => value as i128,
    }
}

/// An allowed number: 1, one of the bounds, or one between or next to them.
fn number(rules: &Rules) -> Option<f64> {
    let [min, above, max, below] =
        [rules.min, rules.above, rules.max, rules.below].map(|bound| bound.map(Bound::as_f64));
    let (lower, upper) = (min.or(above), max.or(below));
    let between = lower
        .zip(upper)
        .map(|(lower, upper)| lower / 2.0 + upper / 2.0);
    let next = [
        lower.map(|lower| lower + 1.0),
        upper.map(|upper| upper - 1.0),
    ];
    let all = [Some(1.0), lower, upper, between].into_iter().chain(next);
    let all: Vec<f64> = all.flatten().collect();
    let is_allowed = |value: &f64| {
        value.is_finite()
            && min.is_none_or(|min| min <= *value)
            && max.is_none_or(|max| *value <= max)
            && above.is_none_or(|above| above < *value)
            && below.is_none_or(|below| *value < below)
    };
    let Some(step) = rules.multiple_of else {
        return all.into_iter().find(is_allowed);
    };
    let near = all
        .iter()
        .flat_map(|value| multiples(*value, step.as_f64()));
    let step = step.to_string();
    near.filter(is_allowed)
        .find(|value| is_multiple(&value.to_string(), &step))
}

/// The multiples of a step around a number, with as many digits as the step has.
fn multiples(near: f64, step: f64) -> [f64; 3] {
    let text = step.to_string();
    let digits = text
        .split_once('.')
        .map_or(0, |(_, fraction)| fraction.len());
    let count = (near / step).round();
    [count, count + 1.0, count - 1.0].map(|count| {
        let text = format!("{:.digits$}", count * step);
        text.parse().unwrap_or(f64::NAN)
    })
}

/// The maximum length of a generated text.
const MOST_CHARACTERS: u64 = 100;

/// A string, if it has an allowed length and does not have to match a pattern.
fn exactly(text: &str, rules: &Rules) -> Option<String> {
    fitting(text, rules).filter(|fitting| fitting == text)
}

/// A string, shortened or repeated to an allowed length, or one that matches the pattern; `None` if it would be too
/// long.
pub(in crate::emit) fn fitting(text: &str, rules: &Rules) -> Option<String> {
    let least = rules.min_length.unwrap_or(0);
    if least > MOST_CHARACTERS {
        return None;
    }
    if let Some(pattern) = &rules.pattern {
        return matching(pattern, rules);
    }
    let most = rules.max_length.unwrap_or(MOST_CHARACTERS);
    let length = (text.chars().count() as u64).max(least);
    let length = length.min(most).min(MOST_CHARACTERS);
    Some(text.chars().cycle().take(length as usize).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_satisfy_their_constraints() {
        let bound = |value: i128| Some(Bound::Integer(value));
        let uint8 = |rules: Rules| whole(Integer::Uint8, &rules);
        assert_eq!(uint8(Rules::default()), Some(1));
        let multiple_of = bound(50);
        assert_eq!(
            uint8(Rules {
                multiple_of,
                ..Rules::default()
            }),
            Some(50)
        );
        let tight = Rules {
            multiple_of,
            above: bound(50),
            below: bound(101),
            ..Rules::default()
        };
        assert_eq!(uint8(tight), Some(100));
        let below = Rules {
            multiple_of,
            max: bound(49),
            ..Rules::default()
        };
        assert_eq!(uint8(below), Some(0));
        let none = Rules {
            multiple_of,
            min: bound(51),
            max: bound(99),
            ..Rules::default()
        };
        assert_eq!(uint8(none), None);
    }

    #[test]
    fn numbers_satisfy_their_constraints() {
        let bound = |value: f64| Some(Bound::Number(value));
        for (rules, expected) in [
            (Rules::default(), Some(1.0)),
            (
                Rules {
                    below: bound(1.0),
                    ..Rules::default()
                },
                Some(0.0),
            ),
            (
                Rules {
                    above: bound(0.0),
                    below: bound(1.0),
                    ..Rules::default()
                },
                Some(0.5),
            ),
            (
                Rules {
                    above: bound(1.0),
                    ..Rules::default()
                },
                Some(2.0),
            ),
            (
                Rules {
                    min: bound(1e300),
                    ..Rules::default()
                },
                Some(1e300),
            ),
            (
                Rules {
                    multiple_of: bound(0.3),
                    ..Rules::default()
                },
                Some(0.9),
            ),
            (
                Rules {
                    multiple_of: bound(0.01),
                    above: bound(0.06),
                    max: bound(0.07),
                    ..Rules::default()
                },
                Some(0.07),
            ),
            (
                Rules {
                    multiple_of: bound(0.5),
                    above: bound(0.1),
                    below: bound(0.4),
                    ..Rules::default()
                },
                None,
            ),
        ] {
            assert_eq!(number(&rules), expected, "{rules:?}");
        }
    }
}

//! Example strings that match a pattern.

use regex_syntax::hir::{Class, Hir, HirKind};

use crate::api::Rules;

/// The maximum length of a string, in bytes.
const MOST_BYTES: usize = 200;

/// How often an example repeats what a pattern allows to repeat, beyond the least number.
const MOST_REPEATS: u32 = 40;

/// A short text that matches a pattern and has an allowed length; `None` if there is none of a simple form.
pub(in crate::emit) fn matching(pattern: &str, rules: &Rules) -> Option<String> {
    let parsed = regex_syntax::parse(pattern).ok()?;
    let regex = regex_lite::Regex::new(pattern).ok()?;
    let is_allowed = |text: &String| {
        let length = text.chars().count() as u64;
        rules.min_length.is_none_or(|least| least <= length)
            && rules.max_length.is_none_or(|most| length <= most)
            && regex.is_match(text)
    };
    // One repetition reads better than none.
    let repeats = [1, 0].into_iter().chain(2..=MOST_REPEATS);
    repeats
        .filter_map(|more| {
            let mut text = String::new();
            write(&parsed, more, &mut text)?;
            Some(text)
        })
        .find(is_allowed)
}

/// Writes a string that matches; `None` if it becomes too long, or is not UTF-8.
fn write(pattern: &Hir, more: u32, text: &mut String) -> Option<()> {
    match pattern.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => text.push_str(std::str::from_utf8(&literal.0).ok()?),
        HirKind::Class(class) => text.push(character(class)?),
        HirKind::Repetition(repetition) => {
            let count = repetition
                .min
                .max(more.min(repetition.max.unwrap_or(u32::MAX)));
            for _ in 0..count {
                write(&repetition.sub, more, text)?;
            }
        }
        HirKind::Capture(capture) => write(&capture.sub, more, text)?,
        HirKind::Concat(parts) => {
            for part in parts {
                write(part, more, text)?;
            }
        }
        HirKind::Alternation(options) => write(options.first()?, more, text)?,
    }
    (text.len() <= MOST_BYTES).then_some(())
}

/// A character of a class, a letter or a digit if it has some.
fn character(class: &Class) -> Option<char> {
    let ranges: Vec<(char, char)> = match class {
        Class::Unicode(class) => class
            .iter()
            .map(|class| (class.start(), class.end()))
            .collect(),
        Class::Bytes(class) => {
            let ranges = class.iter();
            ranges
                .map(|range| (range.start().into(), range.end().into()))
                .collect()
        }
    };
    let has = |c: &char| ranges.iter().any(|(start, end)| (start..=end).contains(&c));
    let usual = ['a', 'A', '1', '0'].into_iter().find(has);
    let printable = || ('!'..='~').find(has);
    usual
        .or_else(printable)
        .or_else(|| ranges.first().map(|(start, _)| *start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_match_their_pattern() {
        let example = |pattern: &str, min_length| {
            let rules = Rules {
                min_length,
                ..Rules::default()
            };
            matching(pattern, &rules)
        };
        for (pattern, least, expected) in [
            ("^AC[0-9a-fA-F]{4}$", None, Some("ACaaaa")),
            ("^[a-z]([a-zA-Z0-9-]*[a-zA-Z0-9]+)?$", None, Some("aaa")),
            (r"^\d{3}-\d{2}$", None, Some("111-11")),
            ("^(live|test)_[A-Z]+$", Some(10), Some("live_AAAAA")),
            ("^[^a-zA-Z0-9]$", None, Some("!")),
            (r"^v?[0-9]+\.[0-9]+$", None, Some("v1.1")),
            ("x", None, Some("x")),
            ("^a$", Some(2), None),
            ("^(?!b)a$", None, None),
            ("^a{100000}$", None, None),
        ] {
            assert_eq!(example(pattern, least).as_deref(), expected, "{pattern}");
        }
    }
}

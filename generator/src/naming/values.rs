//! The names of the values of an enumeration.

use std::borrow::Cow;

use super::{Name, camel, plain_camel};
use crate::hash::HashMap;

/// The names of values, each given or derived. The signs in them tell apart values whose letters and digits are the
/// same: `Etc/GMT+1` and `Etc/GMT-1` are `EtcGmtPlus1` and `EtcGmtMinus1`.
pub(crate) fn names_of_values<'v>(
    values: impl Iterator<Item = (Option<&'v str>, &'v str)>,
) -> Vec<Name> {
    let values: Vec<(Option<&str>, &str)> = values.collect();
    let short = |(given, value): &(Option<&str>, &str)| match given {
        Some(given) => camel(given),
        None => without_signs(value),
    };
    let short: Vec<String> = values.iter().map(short).collect();
    let mut counts: HashMap<&str, usize> = HashMap::default();
    for name in &short {
        *counts.entry(name).or_insert(0) += 1;
    }
    let is_shared = |name: &str| counts.get(name).is_some_and(|count| *count > 1);
    let named = values
        .iter()
        .zip(&short)
        .map(|((given, value), name)| match given {
            Some(_) => Name::Given(name.clone()),
            None if is_shared(name) => Name::Derived(pointed(&with_signs(value))),
            None => Name::Derived(name.clone()),
        });
    named.collect()
}

/// The name of a value. Only numbers keep their point: `1.25` is `V1_25`, and `gpt-4.1` is `Gpt41`.
fn without_signs(value: &str) -> String {
    let digits = value.strip_prefix(['+', '-']).unwrap_or(value);
    let is_number = digits.bytes().all(|c| c.is_ascii_digit() || c == b'.');
    match is_number {
        true => pointed(value),
        false => camel(value),
    }
}

/// A value with words for the signs of numbers, which are before a digit or a letter.
fn with_signs(value: &str) -> Cow<'_, str> {
    let mut spelled = String::with_capacity(value.len());
    let mut letters = value.chars().peekable();
    let mut before = None;
    while let Some(c) = letters.next() {
        let is_before = letters.peek().is_some_and(|next| next.is_ascii_digit());
        match c {
            '+' if is_before => spelled.push_str(" plus "),
            // Between digits, it is a hyphen: `2024-01-01`.
            '-' if is_before && !before.is_some_and(|c: char| c.is_ascii_digit()) => {
                spelled.push_str(" minus ");
            }
            _ => spelled.push(c),
        }
        before = Some(c);
    }
    Cow::Owned(spelled)
}

/// A name in camel case that has `_` for a point between digits.
fn pointed(value: &str) -> String {
    let mut name = String::new();
    let mut rest = value;
    let mut from = 0;
    while let Some(at) = rest[from..].find('.').map(|at| from + at) {
        let ends = rest[..at].ends_with(|c: char| c.is_ascii_digit());
        let begins = rest[at + 1..].starts_with(|c: char| c.is_ascii_digit());
        if ends && begins {
            add(&mut name, &rest[..at]);
            (rest, from) = (&rest[at + 1..], 0);
        } else {
            from = at + 1;
        }
    }
    add(&mut name, rest);
    name
}

/// Adds what is before or after a point.
fn add(name: &mut String, part: &str) {
    match name.is_empty() {
        true => name.push_str(&camel(part)),
        false => {
            // A name cannot begin with the digit that this part begins with.
            let part = plain_camel(part);
            name.push('_');
            name.push_str(part.strip_prefix('V').unwrap_or(&part));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(values: &[&str]) -> Vec<String> {
        let names = names_of_values(values.iter().map(|value| (None, *value)));
        super::super::unique_names(names.into_iter(), &[], "")
    }

    #[test]
    fn numbers_keep_their_point_and_sign() {
        let values = ["1.25", "-1.25", "12.5", "125", "2", "-2", "1.5.2"];
        let expected = [
            "V1_25",
            "Minus1_25",
            "V12_5",
            "V125",
            "V2",
            "Minus2",
            "V1_5_2",
        ];
        assert_eq!(names(&values), expected);
    }

    #[test]
    fn signs_tell_apart_what_is_the_same_without_them() {
        let zones = ["Etc/GMT+1", "Etc/GMT-1", "Etc/GMT+12", "UTC"];
        let expected = ["EtcGmtPlus1", "EtcGmtMinus1", "EtcGmt12", "Utc"];
        assert_eq!(names(&zones), expected);
        assert_eq!(names(&["gpt-4.1", "gpt-4"]), ["Gpt41", "Gpt4"]);
        assert_eq!(names(&["v4.1", "v41"]), ["V4_1", "V41"]);
        assert_eq!(names(&["2024-01-01"]), ["V20240101"]);
        // Nothing else tells these apart.
        assert_eq!(names(&["a b", "a_b"]), ["AB", "AB2"]);
    }
}

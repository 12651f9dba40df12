//! Words in diagnostics: the nearest known one, lists, and words of other languages.

mod types;

use crate::diagnostic::{Diagnostic, Help};

pub(crate) use types::{
    TUPLE_HELP, UNION_HELP, is_option, type_help, type_words, union_help, value_or_null,
};

/// The most candidates that a misspelled word is compared with.
const MOST_COMPARED: usize = 10_000;

/// The known word that is nearest to a misspelled one, if one is near enough: a third of the longer
/// word's letters may differ.
pub(crate) fn closest<'k>(word: &str, known: impl Iterator<Item = &'k str>) -> Option<&'k str> {
    let length = word.chars().count();
    known
        .take(MOST_COMPARED)
        .filter_map(|candidate| {
            let candidate_length = candidate.chars().count();
            let most = length.max(candidate_length).max(3) / 3;
            // The distance takes time and memory in proportion to the product of both lengths.
            let distance = (length.abs_diff(candidate_length) <= most)
                .then(|| strsim::damerau_levenshtein(word, candidate))?;
            // Something of the word is left.
            let is_near = distance <= most && distance < length.max(candidate_length);
            is_near.then_some((distance, candidate))
        })
        .min()
        .map(|(_, candidate)| candidate)
}

/// Helps with an unknown word: names the nearest known one, or else gives other help.
pub(crate) fn with_nearest<'k>(
    unknown: Diagnostic,
    word: &str,
    known: impl Iterator<Item = &'k str>,
    otherwise: impl Into<Help>,
) -> Diagnostic {
    match closest(word, known) {
        Some(near) => unknown.did_you_mean(word, near),
        None => unknown.help(otherwise),
    }
}

/// Words as a list in prose: `a`, `b` and `c`.
pub(crate) fn listed<'k>(words: impl Iterator<Item = &'k str>) -> String {
    joined(words, "and")
}

/// Words to choose from: `a`, `b` or `c`.
pub(crate) fn alternatives<'k>(words: impl Iterator<Item = &'k str>) -> String {
    joined(words, "or")
}

fn joined<'k>(words: impl Iterator<Item = &'k str>, conjunction: &str) -> String {
    let words: Vec<String> = words.map(|word| format!("`{word}`")).collect();
    match words.as_slice() {
        [] => "nothing".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} {conjunction} {last}", first.join(", ")),
    }
}

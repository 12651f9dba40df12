//! Words that people bring from OpenAPI, JSON Schema and other languages. Each has the way to say the
//! same thing here, or a note that it cannot be described yet. These tables and `words::types` are the only
//! places that know such words.

mod fields;
mod keys;
mod routes;

use super::construct::Construct;
use fields::FIELD_KEYS;
use keys::KEYS;
pub(super) use routes::{is_catch_all, parse_path};

/// The first key of a document in another language, and the name of that language.
const DOCUMENTS: &[(&str, &str)] = &[
    ("asyncapi", "an AsyncAPI document"),
    ("$schema", "a JSON Schema"),
    ("smithy", "a Smithy model"),
];

/// The language of a document that has this key.
pub(super) fn document(key: &str) -> Option<&'static str> {
    DOCUMENTS
        .iter()
        .find(|(known, _)| *known == key)
        .map(|(_, what)| *what)
}

/// A key of another language.
pub(super) struct ForeignKey {
    /// The spellings of the key. A word that ends in `-` matches every key that begins with it.
    words: &'static [&'static str],
    /// The constructs to which the help applies; empty for all.
    constructs: &'static [Construct],
    /// The keys that people replace with it. They are not reported as missing.
    pub(super) instead_of: &'static [&'static str],
    pub(super) help: &'static str,
}

/// Keys with these spellings, of all constructs.
const fn keys(words: &'static [&'static str]) -> ForeignKey {
    ForeignKey {
        words,
        constructs: &[],
        instead_of: &[],
        help: "",
    }
}

impl ForeignKey {
    const fn at(mut self, constructs: &'static [Construct]) -> Self {
        self.constructs = constructs;
        self
    }

    const fn instead_of(mut self, keys: &'static [&'static str]) -> Self {
        self.instead_of = keys;
        self
    }

    const fn help(mut self, help: &'static str) -> Self {
        self.help = help;
        self
    }
}

/// The entry of a key that another language has in such a construct.
pub(super) fn key(word: &str, construct: Construct) -> Option<&'static ForeignKey> {
    KEYS.iter().chain(FIELD_KEYS).find(|entry| {
        let named = entry
            .words
            .iter()
            .any(|known| match known.strip_suffix('-') {
                Some(_) => word.starts_with(known),
                None => word == *known,
            });
        named && (entry.constructs.is_empty() || entry.constructs.contains(&construct))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_is_listed_twice_for_a_construct() {
        let constructs = [
            Construct::Document,
            Construct::Type,
            Construct::Field,
            Construct::Parameter,
            Construct::Header,
            Construct::Operation,
            Construct::Body,
            Construct::Error,
            Construct::NamedError,
            Construct::ErrorContent,
            Construct::Section("api"),
        ];
        for construct in constructs {
            let mut seen = Vec::new();
            let here = KEYS.iter().chain(FIELD_KEYS).filter(|entry| {
                entry.constructs.is_empty() || entry.constructs.contains(&construct)
            });
            for word in here.flat_map(|entry| entry.words) {
                let general =
                    key(word, construct).is_some_and(|entry| !entry.constructs.is_empty());
                assert!(general || !seen.contains(word), "`{word}` in {construct}");
                seen.push(*word);
            }
        }
    }
}

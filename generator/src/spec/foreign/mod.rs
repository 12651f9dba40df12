//! Words that people bring from OpenAPI, JSON Schema and other languages. Each has the way to say the
//! same thing here, or a note that it cannot be described yet. These tables and `words::types` are the only
//! places that know such words.

mod fields;
mod keys;

use super::place::Place;
use fields::FIELD_KEYS;
use keys::KEYS;

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
    /// The places where the help applies; empty for everywhere.
    places: &'static [Place],
    /// The keys that people replace with it. They are not reported as missing.
    pub(super) instead_of: &'static [&'static str],
    pub(super) help: &'static str,
}

/// Keys with these spellings, in all places.
const fn keys(words: &'static [&'static str]) -> ForeignKey {
    ForeignKey {
        words,
        places: &[],
        instead_of: &[],
        help: "",
    }
}

impl ForeignKey {
    const fn at(mut self, places: &'static [Place]) -> Self {
        self.places = places;
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

/// The entry of a key that another language has in this place.
pub(super) fn key(word: &str, place: Place) -> Option<&'static ForeignKey> {
    KEYS.iter().chain(FIELD_KEYS).find(|entry| {
        let named = entry
            .words
            .iter()
            .any(|known| match known.strip_suffix('-') {
                Some(_) => word.starts_with(known),
                None => word == *known,
            });
        named && (entry.places.is_empty() || entry.places.contains(&place))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_is_listed_twice_for_one_place() {
        let places = [
            Place::Document,
            Place::Type,
            Place::Field,
            Place::Parameter,
            Place::Header,
            Place::Operation,
            Place::Body,
            Place::Error,
            Place::NamedError,
            Place::ErrorContent,
            Place::Section("api"),
        ];
        for place in places {
            let mut seen = Vec::new();
            let here = KEYS
                .iter()
                .chain(FIELD_KEYS)
                .filter(|entry| entry.places.is_empty() || entry.places.contains(&place));
            for word in here.flat_map(|entry| entry.words) {
                let general = key(word, place).is_some_and(|entry| !entry.places.is_empty());
                assert!(general || !seen.contains(word), "`{word}` in {place}");
                seen.push(*word);
            }
        }
    }
}

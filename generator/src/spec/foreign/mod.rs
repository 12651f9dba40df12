//! Words that people bring from OpenAPI, JSON Schema and other languages. Each has the way to say the
//! same thing here, or a note that it cannot be described yet. These tables and `words::types` are the only
//! places that know such words.

mod fields;
mod keys;

pub(super) use keys::key;

/// The first key of a document in another language, and the name of that language.
const DOCUMENTS: &[(&str, &str)] = &[
    ("asyncapi", "an AsyncAPI document"),
    ("$schema", "a JSON Schema"),
    ("smithy", "a Smithy model"),
];

/// What a document is if this is one of its keys.
pub(super) fn document(key: &str) -> Option<&'static str> {
    DOCUMENTS
        .iter()
        .find(|(known, _)| *known == key)
        .map(|(_, what)| *what)
}

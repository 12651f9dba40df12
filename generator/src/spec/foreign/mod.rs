//! Words that people bring from OpenAPI, JSON Schema and other languages. Each has the way to say the
//! same thing here, or a note that it cannot be described yet. These tables are the only place that
//! knows such words.

mod fields;
mod keys;
mod types;

pub(super) use keys::key;
pub(crate) use types::type_help;
pub(super) use types::union_help;

const UNION_HELP: &str =
    "unions cannot be described yet: use `json`, or an object whose fields are optional";

/// The first key of a document in another language, and the name of that language.
const DOCUMENTS: &[(&str, &str)] = &[
    ("openapi", "an OpenAPI document"),
    ("swagger", "a Swagger document"),
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

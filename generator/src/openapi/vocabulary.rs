//! The keywords of schemas, in one table: what each is about, and what its value is.

use Content::{NamedSchemas, Note, Other, Plain, Schema, Schemas, Unsupported};
use Subject::{OtherValue, SameValue};

use super::extensions;
use super::kinds::Kinds;

/// A keyword of schemas.
struct Keyword {
    name: &'static str,
    /// The kinds of values that it is about. In a schema without `type`, it implies them.
    kinds: Kinds,
    content: Content,
    /// Whether it says something about values that no type expresses.
    is_beyond_types: bool,
}

/// The content of a keyword.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    /// It is about the schema, and says nothing about values.
    Note,
    /// A value without schemas, which servers can check.
    Plain,
    /// One schema.
    Schema(Subject),
    /// A list of schemas.
    Schemas(Subject),
    /// An object of schemas.
    NamedSchemas(Subject),
    /// A rule that servers cannot check.
    Unsupported,
    /// Anything else, which is not a rule that servers check.
    Other,
}

/// The values that the schemas in a keyword are about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    /// The same value.
    SameValue,
    /// What is inside of the value, or names.
    OtherValue,
}

const fn typed(name: &'static str, kinds: Kinds, content: Content) -> Keyword {
    Keyword {
        name,
        kinds,
        content,
        is_beyond_types: false,
    }
}

const fn beyond_types(name: &'static str, kinds: Kinds, content: Content) -> Keyword {
    Keyword {
        is_beyond_types: true,
        ..typed(name, kinds, content)
    }
}

/// All keywords, sorted by name. In Swagger, parameters are schemas too.
const KEYWORDS: [Keyword; 67] = [
    typed("$anchor", Kinds::NONE, Note),
    typed("$comment", Kinds::NONE, Note),
    typed("$defs", Kinds::NONE, Other),
    typed("$dynamicAnchor", Kinds::NONE, Other),
    typed("$dynamicRef", Kinds::NONE, Unsupported),
    typed("$id", Kinds::NONE, Note),
    typed("$recursiveRef", Kinds::NONE, Unsupported),
    typed("$ref", Kinds::NONE, Other),
    typed("$schema", Kinds::NONE, Note),
    typed("$vocabulary", Kinds::NONE, Other),
    typed("additionalItems", Kinds::NONE, Other),
    typed("additionalProperties", Kinds::OBJECT, Schema(OtherValue)),
    typed("allOf", Kinds::NONE, Schemas(SameValue)),
    typed("anyOf", Kinds::NONE, Schemas(SameValue)),
    typed("const", Kinds::NONE, Plain),
    beyond_types("contains", Kinds::LIST, Schema(OtherValue)),
    typed("contentEncoding", Kinds::NONE, Other),
    typed("contentMediaType", Kinds::NONE, Other),
    typed("contentSchema", Kinds::NONE, Other),
    typed("default", Kinds::NONE, Note),
    typed("definitions", Kinds::NONE, Other),
    beyond_types("dependencies", Kinds::OBJECT, Unsupported),
    beyond_types("dependentRequired", Kinds::OBJECT, Plain),
    beyond_types("dependentSchemas", Kinds::OBJECT, NamedSchemas(SameValue)),
    typed("deprecated", Kinds::NONE, Note),
    typed("description", Kinds::NONE, Note),
    typed("discriminator", Kinds::NONE, Other),
    typed("else", Kinds::NONE, Schema(SameValue)),
    typed("enum", Kinds::NONE, Plain),
    typed("example", Kinds::NONE, Note),
    typed("examples", Kinds::NONE, Note),
    typed("exclusiveMaximum", Kinds::NUMBER, Plain),
    typed("exclusiveMinimum", Kinds::NUMBER, Plain),
    typed("externalDocs", Kinds::NONE, Note),
    typed("format", Kinds::NONE, Other),
    typed("id", Kinds::NONE, Other),
    beyond_types("if", Kinds::NONE, Schema(SameValue)),
    typed("items", Kinds::LIST, Schema(OtherValue)),
    typed("maxContains", Kinds::LIST, Plain),
    typed("maxItems", Kinds::LIST, Plain),
    typed("maxLength", Kinds::STRING, Plain),
    typed("maxProperties", Kinds::OBJECT, Plain),
    typed("maximum", Kinds::NUMBER, Plain),
    typed("minContains", Kinds::LIST, Plain),
    typed("minItems", Kinds::LIST, Plain),
    typed("minLength", Kinds::STRING, Plain),
    typed("minProperties", Kinds::OBJECT, Plain),
    typed("minimum", Kinds::NUMBER, Plain),
    typed("multipleOf", Kinds::NUMBER, Plain),
    beyond_types("not", Kinds::NONE, Schema(SameValue)),
    typed("nullable", Kinds::NONE, Plain),
    typed("oneOf", Kinds::NONE, Schemas(SameValue)),
    typed("pattern", Kinds::STRING, Plain),
    typed("patternProperties", Kinds::OBJECT, NamedSchemas(OtherValue)),
    typed("prefixItems", Kinds::LIST, Schemas(OtherValue)),
    typed("properties", Kinds::OBJECT, NamedSchemas(OtherValue)),
    beyond_types("propertyNames", Kinds::OBJECT, Schema(OtherValue)),
    typed("readOnly", Kinds::NONE, Note),
    typed("required", Kinds::OBJECT, Plain),
    typed("then", Kinds::NONE, Schema(SameValue)),
    typed("title", Kinds::NONE, Note),
    typed("type", Kinds::NONE, Plain),
    beyond_types("unevaluatedItems", Kinds::LIST, Unsupported),
    typed("unevaluatedProperties", Kinds::OBJECT, Unsupported),
    typed("uniqueItems", Kinds::LIST, Plain),
    typed("writeOnly", Kinds::NONE, Note),
    typed("xml", Kinds::NONE, Note),
];

/// The entry of a keyword, or of the keyword that an extension for a limit stands for.
fn find(key: &str) -> Option<&'static Keyword> {
    let key = extensions::keyword(key);
    let index = KEYWORDS.binary_search_by(|keyword| keyword.name.cmp(key));
    KEYWORDS.get(index.ok()?)
}

/// The names of all keywords.
pub(super) fn names() -> impl Iterator<Item = &'static str> + Clone {
    KEYWORDS.iter().map(|keyword| keyword.name)
}

/// The content of a keyword, known or not.
pub(super) fn content(key: &str) -> Content {
    find(key).map_or(Other, |keyword| keyword.content)
}

/// Words of documents whose keys are names of parts, apart from keywords for schemas that have names.
const OF_NAMES: [&str; 19] = [
    "$defs",
    "callbacks",
    "content",
    "definitions",
    "dependencies",
    "encoding",
    "headers",
    "mediaTypes",
    "parameters",
    "pathItems",
    "paths",
    "requestBodies",
    "responses",
    "schemas",
    "securityDefinitions",
    "securitySchemes",
    "variables",
    "webhooks",
    "x-webhooks",
];

/// Whether the keys of the value of a word are names of parts, whose own keys are words.
pub(super) fn is_of_names(key: &str) -> bool {
    matches!(content(key), NamedSchemas(_)) || OF_NAMES.contains(&key)
}

/// Whether the value of a word has any keys: it is a value of the API, or has nothing but names.
pub(super) fn is_of_any_keys(key: &str) -> bool {
    matches!(
        key,
        "const" | "default" | "dependentRequired" | "enum" | "mapping" | "scopes" | "security"
    )
}

/// Whether a keyword says nothing about values, apart from null. Most extensions do not either: only some are limits.
pub(super) fn is_note(key: &str) -> bool {
    match find(key) {
        Some(keyword) => keyword.content == Note || key == "nullable",
        None => key.starts_with("x-") || key == "summary",
    }
}

/// Whether a keyword says something about values that no type expresses, wherever it is.
pub(super) fn is_beyond_types(key: &str) -> bool {
    find(key).is_some_and(|keyword| keyword.is_beyond_types)
}

/// Whether a keyword is about values of other types than these words say.
pub(crate) fn is_about_none(key: &str, types: &[&str]) -> bool {
    let types = types.iter().map(|word| Kinds::of_type(word));
    let types = types.fold(Kinds::NONE, Kinds::with);
    kinds(key).excludes(types)
}

/// The kinds of values that a keyword is about.
pub(super) fn kinds(key: &str) -> Kinds {
    find(key).map_or(Kinds::NONE, |keyword| keyword.kinds)
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn the_table_is_sorted() {
        assert!(names().is_sorted());
    }
}

//! The names of Specsmith's own extensions of OpenAPI, `x-specsmith…`, for the module that reads documents and the
//! module that writes them.

/// Settings of a document, the lints that a part of it may violate, and its accepted changes. They are only read.
pub(crate) const SETTINGS: &str = "x-specsmith";

/// The name of a type, a field, an error or an operation, which OpenAPI does not allow or has no place for.
pub(crate) const NAME: &str = "x-specsmith-name";

/// A type of the user that a schema has in Rust. It is only read, because it is about one crate.
pub(crate) const TYPE: &str = "x-specsmith-type";

/// How an operation returns pages.
pub(crate) const PAGES: &str = "x-specsmith-pages";

/// Whether a call of an operation may be repeated, if its method says otherwise.
pub(crate) const IDEMPOTENT: &str = "x-specsmith-idempotent";

/// The header with the idempotency key of an operation.
pub(crate) const IDEMPOTENCY: &str = "x-specsmith-idempotency";

/// How callers of an operation find out whether their copy is current.
pub(crate) const CONDITIONAL: &str = "x-specsmith-conditional";

/// The maximum size of a request body.
pub(crate) const MAX_SIZE: &str = "x-specsmith-max-size";

/// Whether callers may repeat a call with the error of a response.
pub(crate) const RETRY: &str = "x-specsmith-retry";

/// The errors of a response, by their keys in the section `errors`: at a response, and at the document for those that no
/// response has.
pub(crate) const ERRORS: &str = "x-specsmith-errors";

/// The headers and contents of errors that share a response with other errors, by the keys of the errors: at the
/// response.
pub(crate) const ERROR_RESPONSES: &str = "x-specsmith-error-responses";

/// The section `error_body`, without the fields that the schema has: at the schema of the body that all errors have.
pub(crate) const ERROR_BODY: &str = "x-specsmith-error-body";

/// `responses`, if responses may have values that an enumeration or a union does not list: at its schema.
pub(crate) const OPEN: &str = "x-specsmith-open";

/// Whether a name of a scalar is a type of its own in Rust: at its schema.
pub(crate) const NEWTYPE: &str = "x-specsmith-newtype";

/// Whether a schema without properties is an object, and not a map: at the schema.
pub(crate) const OBJECT: &str = "x-specsmith-object";

/// The field whose object a content is wrapped in: at a media type.
pub(crate) const ENVELOPE: &str = "x-specsmith-envelope";

/// The names and notes of the values of an enumeration, by the values: at its schema.
pub(crate) const VALUES: &str = "x-specsmith-values";

/// Whether a schema is the schema of the variants that a union does not list.
pub(crate) const OTHER: &str = "x-specsmith-other";

/// The header with the signature of a webhook: at the webhook.
pub(crate) const SIGNATURE: &str = "x-specsmith-signature";

/// Whether the value of the parameter at the end of a path may have slashes.
pub(crate) const MULTI_SEGMENT: &str = "x-multi-segment";

/// The program that exported a document. What such a document does not say is not guessed.
pub(crate) const GENERATOR: &str = "x-generator";

/// How a form writes lists whose names have brackets: at a media type.
pub(crate) const LISTS: &str = "x-specsmith-lists";

/// What ends an event stream, and which events are errors: at a media type.
pub(crate) const EVENTS: &str = "x-specsmith-events";

/// The schema of the items of a stream, for which OpenAPI 3.2 has `itemSchema`: at a media type. In all versions, it
/// is one of JSON Schema 2020-12, because only Specsmith reads it before 3.2, and OpenAPI 3.0 has no word for data of
/// events that are JSON.
pub(crate) const ITEM_SCHEMA: &str = "x-specsmith-item-schema";

/// What asks for one of several contents: at a media type.
pub(crate) const SELECTED_BY: &str = "x-specsmith-selected-by";

/// The description of one of several contents: at a media type.
pub(crate) const DESCRIPTION: &str = "x-specsmith-description";

/// How many paragraphs at the end of a description are not of the specification: beside a description.
pub(crate) const ADDED: &str = "x-specsmith-added";

/// Whether the rules of the API imply a response, a header, a parameter or a `not`, so that the specification need not
/// have it.
pub(crate) const IMPLIED: &str = "x-implied";

/// The reason of a deprecation.
pub(crate) const DEPRECATED_MESSAGE: &str = "x-deprecated-message";

/// The first day on which something is deprecated.
pub(crate) const DEPRECATED_SINCE: &str = "x-deprecated-since";

/// The day on which something is removed.
pub(crate) const SUNSET: &str = "x-sunset";

/// How stable something is: `draft`, `alpha`, `beta` or `stable`.
pub(crate) const STABILITY: &str = "x-stability-level";

/// A decision that the source of a specification leaves open.
pub(crate) const ASSUMED: &str = "x-assumed";

/// Where to read more, for what OpenAPI has no `externalDocs`.
pub(crate) const SEE: &str = "x-specsmith-see";

/// Where the document of an overlay came from: in an overlay.
pub(crate) const SOURCE: &str = "x-specsmith-source";

/// A keyword of schemas, and the extension for limits that other tools would not understand: bounds that they would
/// round, as text, and patterns that they would read differently.
#[derive(Clone, Copy)]
pub(crate) struct Limit {
    pub(crate) keyword: &'static str,
    pub(crate) extension: &'static str,
}

const fn limit(keyword: &'static str, extension: &'static str) -> Limit {
    Limit { keyword, extension }
}

pub(crate) const MIN: Limit = limit("minimum", "x-specsmith-min");
pub(crate) const ABOVE: Limit = limit("exclusiveMinimum", "x-specsmith-above");
pub(crate) const MAX: Limit = limit("maximum", "x-specsmith-max");
pub(crate) const BELOW: Limit = limit("exclusiveMaximum", "x-specsmith-below");
pub(crate) const MULTIPLE_OF: Limit = limit("multipleOf", "x-specsmith-multiple-of");
pub(crate) const PATTERN: Limit = limit("pattern", "x-specsmith-pattern");

pub(crate) const LIMITS: [Limit; 6] = [MIN, ABOVE, MAX, BELOW, MULTIPLE_OF, PATTERN];

/// All extensions.
pub(crate) fn all() -> impl Iterator<Item = &'static str> {
    let others = [
        SETTINGS,
        NAME,
        TYPE,
        PAGES,
        IDEMPOTENT,
        IDEMPOTENCY,
        CONDITIONAL,
        MAX_SIZE,
        RETRY,
        ERRORS,
        ERROR_RESPONSES,
        ERROR_BODY,
        OPEN,
        NEWTYPE,
        OBJECT,
        ENVELOPE,
        VALUES,
        OTHER,
        SIGNATURE,
        LISTS,
        EVENTS,
        ITEM_SCHEMA,
        SELECTED_BY,
        DESCRIPTION,
        ADDED,
        SEE,
        SOURCE,
    ];
    let limits = LIMITS.iter().map(|limit| limit.extension);
    others.into_iter().chain(limits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_explanation_of_unknown_extensions_lists_all() {
        let text = crate::explanation("W0121").unwrap();
        for extension in all() {
            assert!(text.contains(&format!("`{extension}`")), "{extension}");
        }
    }
}

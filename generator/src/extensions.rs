//! The names of Specsmith's own extensions of OpenAPI, `x-specsmith…`, for the module that reads documents and the
//! module that writes them.

/// Settings of a document, and the lints that a part of it may violate. They are only read.
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
        EVENTS,
        ITEM_SCHEMA,
        SELECTED_BY,
        DESCRIPTION,
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

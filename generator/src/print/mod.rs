//! Prints a [`Document`] in the spec language: what `specsmith convert` writes. Reading the text gives the same document.
//! Nothing is skipped with `..`, so a new part of the document does not compile until it is printed here.

mod contents;
mod layout;
mod operations;
mod parts;
mod rest;
mod types;

use crate::document::Document;
use crate::source::Span;
use layout::Map;
use std::collections::HashMap;

/// Comments above entries, by the places of the names of these.
#[derive(Default)]
pub(crate) struct Comments<'c> {
    of: HashMap<Span, Vec<&'c str>>,
}

impl<'c> Comments<'c> {
    /// The comments, in the order in which they are above an entry.
    #[expect(dead_code, reason = "the OpenAPI front end will say what it decided")]
    pub(crate) fn new(all: &'c [(Span, String)]) -> Self {
        let mut of: HashMap<Span, Vec<&str>> = HashMap::new();
        for (span, text) in all {
            of.entry(*span).or_default().push(text);
        }
        Self { of }
    }

    fn at(&self, span: Span) -> Vec<String> {
        let found = self.of.get(&span).into_iter().flatten();
        found.map(|text| (*text).to_owned()).collect()
    }
}

/// The text of a document.
pub(crate) fn print(document: &Document, comments: &Comments<'_>) -> String {
    let Document {
        api,
        rust,
        auth,
        pagers,
        error_body,
        errors,
        groups,
        shared,
        types,
        operations,
        webhooks,
    } = document;
    let mut map = Map::new();
    map.add("specsmith", parts::word("1"));
    map.add("api", layout::Value::Map(rest::api(api)));
    map.comment(comments.at(api.name.span));
    map.section("rust", rest::rust(rust));
    if let Some(auth) = auth {
        map.section("auth", rest::auth(auth));
    }
    map.section("pagers", rest::pagers(pagers, comments));
    map.maybe("error_body", error_body.as_ref().map(rest::error_body));
    map.section("errors", rest::errors(errors, comments));
    map.section("groups", operations::groups(groups));
    map.section("shared", operations::shared(shared));
    map.section("types", types::section(types, comments));
    map.section("operations", operations::section(operations, comments));
    map.section("webhooks", operations::section(webhooks, comments));
    map.document(&[
        "errors",
        "pagers",
        "shared",
        "types",
        "operations",
        "webhooks",
    ])
}

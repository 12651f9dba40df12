//! Prints a [`Document`] in the spec language: what `specsmith convert` writes. Reading the text gives the same
//! document. Nothing is skipped with `..`, so a new part of the document does not compile until it is printed here.

mod api;
mod auth;
mod comments;
mod contents;
mod errors;
mod layout;
mod operations;
mod pagers;
mod paging;
mod parts;
mod types;
mod xml;

use crate::document::Document;
use layout::Map;

pub(crate) use comments::Comments;

/// The text of a document.
pub(crate) fn print(document: &Document, comments: &Comments) -> String {
    let Document {
        api,
        rust,
        lint,
        auth,
        pagers,
        error_body,
        errors,
        groups,
        shared,
        types,
        operations,
        webhooks,
        left_out: _,
    } = document;
    let mut map = Map::new();
    map.add("specsmith", layout::word("1"));
    map.add("api", layout::Value::Map(api::api(api)));
    map.comment(comments.at(api.name.span));
    map.section("rust", api::rust(rust));
    map.section("lint", api::lint(lint));
    if let Some(auth) = auth {
        map.section("auth", auth::auth(auth, comments));
    }
    map.section("pagers", pagers::pagers(pagers, comments));
    map.maybe("error_body", error_body.as_ref().map(errors::error_body));
    map.section("errors", errors::errors(errors, comments));
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

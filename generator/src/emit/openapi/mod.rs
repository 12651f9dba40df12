//! The API as an OpenAPI 3.1 document, in JSON or YAML.

mod envelopes;
mod error_schema;
mod errors;
mod examples;
mod info;
mod members;
mod operations;
mod parameters;
mod pattern;
mod responses;
mod scalars;
mod schemas;
mod security;
mod servers;
mod text;
mod write;

use crate::api::{Api, Value};
use crate::naming::SchemaNames;
use members::Members;

/// How the document is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// JSON, RFC 8259.
    Json,
    /// YAML 1.2.
    Yaml,
}

/// The longest text or example of a type, in bytes, that also stands where the type is used. Without
/// a bound a small specification would make a huge document.
const LONGEST_REPEATED: usize = 4 * 1024;

/// Writes the whole document.
pub(crate) fn document(api: &Api, format: Format) -> String {
    let names = &SchemaNames::new(api);
    let whole = whole(Document { api, names });
    write::text(&whole, format)
}

/// What every part of the document is written from.
#[derive(Clone, Copy)]
struct Document<'a> {
    api: &'a Api,
    /// The names of schemas and responses that are not the API's own.
    names: &'a SchemaNames<'a>,
}

fn whole(document: Document<'_>) -> Value {
    let components = Members::new()
        .unless_empty("schemas", schemas::components(document))
        .unless_empty("parameters", parameters::components(document))
        .unless_empty("headers", responses::header_components(document))
        .unless_empty("responses", errors::components(document))
        .unless_empty("securitySchemes", security::components(document));
    Members::new()
        .with("openapi", "3.1.1")
        // Tells the command that it may replace the file.
        .with("x-generator", "specsmith")
        .with("info", info::info(document))
        .with("servers", servers::list(document.api))
        .unless_none("tags", info::tags(document))
        .with("paths", operations::paths(document))
        .unless_empty("components", components)
        .into()
}

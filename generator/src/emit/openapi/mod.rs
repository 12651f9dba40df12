//! The API as an OpenAPI document, in JSON or YAML.

mod components;
mod declared_errors;
mod envelopes;
mod error_schema;
mod errors;
mod examples;
mod info;
mod json_object;
mod media;
mod operations;
mod paging;
mod parameters;
mod portable_pattern;
mod precedence;
mod responses;
mod scalars;
mod schemas;
mod security;
mod servers;
mod subschemas;
mod text;
mod unions;
mod versions;
mod write;
mod xml;

use crate::api::{Api, Value};
use crate::extensions::{GENERATOR, SETTINGS};
use crate::naming::SchemaNames;
use json_object::JsonObject;
pub use versions::OpenApiVersion;

/// The text format of the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// JSON, RFC 8259.
    Json,
    /// YAML 1.2.
    Yaml,
}

/// The longest description or example of a type, in bytes, that is repeated where the type is used.
/// Without a limit, a small specification could produce a huge document.
const LONGEST_REPEATED: usize = 4 * 1024;

/// Writes the whole document.
pub(crate) fn document(api: &Api, format: Format, version: OpenApiVersion) -> String {
    let names = &SchemaNames::new(api);
    let whole = versions::convert(whole(Document { api, names }), version);
    write::text(&whole, format)
}

/// The input of every part of the document.
#[derive(Clone, Copy)]
struct Document<'a> {
    api: &'a Api,
    /// The names of schemas and responses that are not the API's own.
    names: &'a SchemaNames<'a>,
}

fn whole(document: Document<'_>) -> Value {
    let components = JsonObject::new()
        .with_nonempty("schemas", components::components(document))
        .with_nonempty("parameters", parameters::components(document))
        .with_nonempty("headers", responses::header_components(document))
        .with_nonempty("responses", errors::components(document))
        .with_nonempty("securitySchemes", security::components(document));
    JsonObject::new()
        .with("openapi", "3.1.1")
        // The command overwrites only files with this field.
        .with(GENERATOR, "specsmith")
        .with_nonempty(SETTINGS, info::settings(document.api))
        .with("info", info::info(document))
        .with("servers", servers::list(document.api))
        .with_list("tags", info::tags(document))
        .with_option(
            "externalDocs",
            document.api.notes.see.as_deref().map(text::external),
        )
        .with("paths", operations::paths(document))
        .with_nonempty("webhooks", operations::webhooks(document))
        .with_nonempty("components", components)
        .and(errors::unused(document))
        .into()
}

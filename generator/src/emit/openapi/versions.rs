//! The document in other versions of OpenAPI than 3.1, in which it is built.

mod definitions;
mod places;
mod schema_3_0;

use super::subschemas;
use super::unions::DEFAULT_MAPPING;
use crate::api::Value;
use crate::extensions::ITEM_SCHEMA;

type Fields = Vec<(String, Value)>;

/// A version of OpenAPI.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum OpenApiVersion {
    /// [OpenAPI 3.0](https://spec.openapis.org/oas/v3.0.4.html), for tools that read nothing newer. What it has no word
    /// for keeps its name in 3.1, with `x-` before it.
    V3_0,
    /// [OpenAPI 3.1](https://spec.openapis.org/oas/v3.1.1.html).
    #[default]
    V3_1,
    /// [OpenAPI 3.2](https://spec.openapis.org/oas/v3.2.0.html), which describes the items of streams.
    V3_2,
}

/// The document in a version. Definitions of schemas become components in each, because few tools find those inside of
/// a schema.
pub(super) fn convert(document: Value, version: OpenApiVersion) -> Value {
    let document = definitions::in_components(document);
    match version {
        OpenApiVersion::V3_0 => whole_3_0(document),
        OpenApiVersion::V3_1 => document,
        OpenApiVersion::V3_2 => whole_3_2(document),
    }
}

fn with_version(mut document: Value, version: &str) -> Value {
    if let Value::Object(fields) = &mut document
        && let Some((_, value)) = fields.iter_mut().find(|(name, _)| name == "openapi")
    {
        *value = version.into();
    }
    document
}

fn whole_3_2(document: Value) -> Value {
    let document = with_version(document, "3.2.0");
    places::changed(document, &mut InVersion3_2)
}

/// The words of OpenAPI 3.2 that Specsmith's extensions stand for before.
struct InVersion3_2;

impl places::Change for InVersion3_2 {
    fn schema(&mut self, schema: Value) -> Value {
        with_default_mapping(schema)
    }

    fn media_type(&mut self, media_type: Value) -> Value {
        renamed(media_type, ITEM_SCHEMA, "itemSchema")
    }
}

/// A schema with the word of OpenAPI 3.2 for the variant of an object without a tag.
fn with_default_mapping(schema: Value) -> Value {
    schema.map_fields(|(name, value)| {
        let value = match name.as_str() {
            "discriminator" => renamed(value, DEFAULT_MAPPING, "defaultMapping"),
            keyword => subschemas::with(keyword, value, &mut with_default_mapping),
        };
        (name, value)
    })
}

fn whole_3_0(document: Value) -> Value {
    let document = with_version(document, "3.0.4");
    let less = schema_3_0::components_that_say_less(&document);
    let document = places::changed(document, &mut |schema: Value| {
        schema_3_0::converted_schema(schema, &less)
    });
    document.map_fields(|(name, value)| match name.as_str() {
        "webhooks" => ("x-webhooks".to_owned(), value),
        "info" => (name, info(value)),
        _ => (name, value),
    })
}

/// Summaries and names of licenses by SPDX are new in 3.1.
fn info(value: Value) -> Value {
    value.map_fields(|(name, value)| match name.as_str() {
        "summary" | "identifier" => (format!("x-{name}"), value),
        "license" => (name, info(value)),
        _ => (name, value),
    })
}

fn has(fields: &Fields, name: &str) -> bool {
    fields.iter().any(|(field, _)| field == name)
}

/// Removes a field.
fn take(fields: &mut Fields, name: &str) -> Option<Value> {
    let position = fields.iter().position(|(field, _)| field == name)?;
    Some(fields.remove(position).1)
}

/// An object with another name for a field.
fn renamed(object: Value, from: &str, to: &str) -> Value {
    object.map_fields(|(name, value)| match name == from {
        true => (to.to_owned(), value),
        false => (name, value),
    })
}

//! The document in other versions of OpenAPI than 3.1, in which it is built.

mod schema_3_0;

use crate::api::Value;

/// A version of OpenAPI.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum OpenApiVersion {
    /// [OpenAPI 3.0](https://spec.openapis.org/oas/v3.0.4.html), for tools that read nothing newer. What it has no word for
    /// keeps its name in 3.1, with `x-` before it.
    V3_0,
    /// [OpenAPI 3.1](https://spec.openapis.org/oas/v3.1.1.html).
    #[default]
    V3_1,
    /// [OpenAPI 3.2](https://spec.openapis.org/oas/v3.2.0.html), which describes the items of streams.
    V3_2,
}

/// The document in a version.
pub(super) fn convert(document: Value, version: OpenApiVersion) -> Value {
    match version {
        OpenApiVersion::V3_0 => whole_3_0(document),
        OpenApiVersion::V3_1 => document,
        OpenApiVersion::V3_2 => with_version(document, "3.2.0"),
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

fn whole_3_0(document: Value) -> Value {
    let Value::Object(fields) = with_version(document, "3.0.4") else {
        return Value::Null;
    };
    let fields = fields.into_iter().map(|(name, value)| match name.as_str() {
        "webhooks" => ("x-webhooks".to_owned(), part(value)),
        "info" => (name, info(value)),
        _ => (name, part(value)),
    });
    Value::Object(fields.collect())
}

/// Summaries and names of licenses by SPDX are new in 3.1.
fn info(value: Value) -> Value {
    let Value::Object(fields) = value else {
        return value;
    };
    let fields = fields.into_iter().map(|(name, value)| match name.as_str() {
        "summary" | "identifier" => (format!("x-{name}"), value),
        "license" => (name, info(value)),
        _ => (name, value),
    });
    Value::Object(fields.collect())
}

/// Any part of the document that is not a schema, with the schemas in it.
fn part(value: Value) -> Value {
    match value {
        Value::List(items) => Value::List(items.into_iter().map(part).collect()),
        Value::Object(fields) => {
            let fields = fields.into_iter().map(|(name, value)| {
                let value = match (name.as_str(), value) {
                    // Values of the API, which may look like parts of the document.
                    ("example" | "examples" | "value", value) => value,
                    ("schema" | "x-item-schema", schema) => schema_3_0::of(schema),
                    ("schemas", Value::Object(schemas)) => {
                        let schemas = schemas.into_iter();
                        let schemas = schemas.map(|(name, schema)| (name, schema_3_0::of(schema)));
                        Value::Object(schemas.collect())
                    }
                    (_, value) => part(value),
                };
                (name, value)
            });
            Value::Object(fields.collect())
        }
        value => value,
    }
}

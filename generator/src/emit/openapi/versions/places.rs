//! The places of a document that have schemas.
//!
//! Names that the API chooses, such as names of headers and media types, may be words of OpenAPI. So each kind of
//! object is walked through by its own words, and examples, defaults and other values of the API stay as they are.

use super::super::media::ITEM_SCHEMA;
use super::renamed;
use crate::api::Value;

/// What becomes of a schema.
type Change<'c> = &'c mut dyn FnMut(Value) -> Value;

/// The document with other schemas.
pub(super) fn with_schemas(document: Value, change: Change<'_>) -> Value {
    fields(document, &mut |name, value| match name {
        "paths" | "webhooks" => each(value, &mut |item| path_item(item, change)),
        "components" => fields(value, &mut |name, value| match name {
            "schemas" => each(value, change),
            "parameters" | "headers" | "responses" | "requestBodies" => {
                each(value, &mut |schema| described(schema, change))
            }
            _ => value,
        }),
        _ => value,
    })
}

/// The operations of a path.
fn path_item(item: Value, change: Change<'_>) -> Value {
    fields(item, &mut |name, value| match name {
        "parameters" => items(value, &mut |parameter| described(parameter, change)),
        name if name.starts_with("x-") => value,
        // The other fields of a path are not objects.
        _ => operation(value, change),
    })
}

fn operation(operation: Value, change: Change<'_>) -> Value {
    fields(operation, &mut |name, value| match name {
        "parameters" => items(value, &mut |parameter| described(parameter, change)),
        "requestBody" => described(value, change),
        "responses" => each(value, &mut |response| described(response, change)),
        _ => value,
    })
}

/// A parameter, a header, a body, a response, or a media type: what has a schema or a content.
fn described(value: Value, change: Change<'_>) -> Value {
    fields(value, &mut |name, value| match name {
        "schema" => change(value),
        "content" | "headers" | "encoding" => each(value, &mut |entry| described(entry, change)),
        "x-specsmith-events" => fields(value, &mut |name, value| match name {
            "error" => fields(value, &mut |name, value| match name {
                "schema" => change(value),
                _ => value,
            }),
            _ => value,
        }),
        _ => value,
    })
}

/// The document with a word for the items of streams.
pub(super) fn with_item_schemas(document: Value) -> Value {
    let body = |value: Value| {
        fields(value, &mut |name, value| match name {
            "content" => each(value, &mut |media_type| {
                renamed(media_type, ITEM_SCHEMA, "itemSchema")
            }),
            _ => value,
        })
    };
    let operation = |value: Value| {
        fields(value, &mut |name, value| match name {
            "requestBody" => body(value),
            "responses" => each(value, &mut |response| body(response)),
            _ => value,
        })
    };
    let path_item = |value: Value| {
        fields(value, &mut |name, value| match name {
            name if name.starts_with("x-") => value,
            _ => operation(value),
        })
    };
    fields(document, &mut |name, value| match name {
        "paths" | "webhooks" => each(value, &mut |item| path_item(item)),
        "components" => fields(value, &mut |name, value| match name {
            "responses" | "requestBodies" => each(value, &mut |component| body(component)),
            _ => value,
        }),
        _ => value,
    })
}

/// An object with other values, which depend on their names.
fn fields(object: Value, change: &mut dyn FnMut(&str, Value) -> Value) -> Value {
    let Value::Object(fields) = object else {
        return object;
    };
    let fields = fields.into_iter().map(|(name, value)| {
        let value = change(&name, value);
        (name, value)
    });
    Value::Object(fields.collect())
}

/// An object with other values, whose names the API chooses.
fn each(object: Value, change: &mut dyn FnMut(Value) -> Value) -> Value {
    fields(object, &mut |_, value| change(value))
}

fn items(list: Value, change: &mut dyn FnMut(Value) -> Value) -> Value {
    match list {
        Value::List(items) => Value::List(items.into_iter().map(change).collect()),
        value => value,
    }
}

//! The places of a document that have schemas or media types.
//!
//! Names that the API chooses, such as names of headers and media types, may be words of OpenAPI. So each kind of
//! object is walked through by its own words, and examples, defaults and other values of the API stay as they are.

use crate::api::Value;
use crate::extensions;

/// What becomes of the parts of a document.
pub(super) trait Change {
    /// What becomes of a schema.
    fn schema(&mut self, schema: Value) -> Value;

    /// What becomes of a media type, whose schema is changed already.
    fn media_type(&mut self, media_type: Value) -> Value {
        media_type
    }
}

impl<F: FnMut(Value) -> Value> Change for F {
    fn schema(&mut self, schema: Value) -> Value {
        self(schema)
    }
}

/// The document with other schemas and media types.
pub(super) fn changed(document: Value, change: &mut dyn Change) -> Value {
    fields(document, &mut |name, value| match name {
        "paths" | "webhooks" => each(value, &mut |item| path_item(item, change)),
        "components" => fields(value, &mut |name, value| match name {
            "schemas" => each(value, &mut |schema| change.schema(schema)),
            "parameters" | "headers" | "responses" | "requestBodies" => {
                each(value, &mut |schema| described(schema, change))
            }
            _ => value,
        }),
        _ => value,
    })
}

/// The operations of a path.
fn path_item(item: Value, change: &mut dyn Change) -> Value {
    fields(item, &mut |name, value| match name {
        "parameters" => items(value, &mut |parameter| described(parameter, change)),
        name if name.starts_with("x-") => value,
        // The other fields of a path are not objects.
        _ => operation(value, change),
    })
}

fn operation(operation: Value, change: &mut dyn Change) -> Value {
    fields(operation, &mut |name, value| match name {
        "parameters" => items(value, &mut |parameter| described(parameter, change)),
        "requestBody" => described(value, change),
        "responses" => each(value, &mut |response| described(response, change)),
        _ => value,
    })
}

/// A parameter, a header, a body, a response, or a media type: what has a schema or a content.
fn described(value: Value, change: &mut dyn Change) -> Value {
    fields(value, &mut |name, value| match name {
        "schema" => change.schema(value),
        "content" => each(value, &mut |media_type| {
            let media_type = described(media_type, change);
            change.media_type(media_type)
        }),
        "headers" | "encoding" => each(value, &mut |entry| described(entry, change)),
        extensions::EVENTS => fields(value, &mut |name, value| match name {
            "error" => described(value, change),
            _ => value,
        }),
        _ => value,
    })
}

/// An object with other values, which depend on their names.
fn fields(object: Value, change: &mut dyn FnMut(&str, Value) -> Value) -> Value {
    object.map_fields(|(name, value)| {
        let value = change(&name, value);
        (name, value)
    })
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

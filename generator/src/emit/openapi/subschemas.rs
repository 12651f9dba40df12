//! The schemas inside of a schema of JSON Schema 2020-12.

use crate::api::Value;

/// What a keyword has.
enum Has {
    /// A schema.
    One,
    /// An object of schemas.
    Named,
    /// A list of schemas.
    Several,
    /// Anything else.
    Value,
}

/// What a keyword has.
fn subschemas_in(keyword: &str) -> Has {
    match keyword {
        "additionalProperties"
        | "contains"
        | "contentSchema"
        | "else"
        | "if"
        | "items"
        | "not"
        | "propertyNames"
        | "then"
        | "unevaluatedItems"
        | "unevaluatedProperties" => Has::One,
        "$defs" | "dependentSchemas" | "patternProperties" | "properties" => Has::Named,
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => Has::Several,
        _ => Has::Value,
    }
}

/// Whether a reference in a schema is one of those that are looked for.
pub(super) fn has_reference(
    schema: &[(String, Value)],
    is_wanted: &dyn Fn(&Value) -> bool,
) -> bool {
    let mut fields = schema.iter();
    fields.any(|(name, value)| name == "$ref" && is_wanted(value) || is_inside(value, is_wanted))
}

fn is_inside(value: &Value, is_wanted: &dyn Fn(&Value) -> bool) -> bool {
    match value {
        Value::Object(fields) => has_reference(fields, is_wanted),
        Value::List(items) => items.iter().any(|item| is_inside(item, is_wanted)),
        Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Number(_) | Value::Text(_) => {
            false
        }
    }
}

/// The value of a keyword with other schemas.
pub(super) fn with(keyword: &str, value: Value, change: &mut dyn FnMut(Value) -> Value) -> Value {
    match (subschemas_in(keyword), value) {
        (Has::One, schema) => change(schema),
        (Has::Several, Value::List(schemas)) => {
            Value::List(schemas.into_iter().map(change).collect())
        }
        (Has::Named, Value::Object(schemas)) => {
            let schemas = schemas.into_iter();
            let schemas = schemas.map(|(name, schema)| (name, change(schema)));
            Value::Object(schemas.collect())
        }
        (Has::Named | Has::Several | Has::Value, value) => value,
    }
}

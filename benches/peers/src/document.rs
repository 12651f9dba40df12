//! The API that every tool reads: Specsmith's specification, and the OpenAPI documents made from it.

use serde_json::{Value, json};

/// Converts an OpenAPI 3.1 document of Specsmith to OpenAPI 3.0, for tools that read only this version:
///
/// - `type: [T, "null"]` becomes `type: T` with `nullable`.
/// - `anyOf` of a schema and `type: "null"` becomes `allOf` of the schema with `nullable`.
/// - `$ref` loses its siblings, which 3.0 ignores.
/// - `examples` of a schema, which 3.0 does not have, are removed.
pub(crate) fn to_openapi_3_0(document: &mut Value) {
    document["openapi"] = json!("3.0.3");
    convert(document);
}

/// Converts a value and everything in it. Names of properties are not mistaken for keywords, because each
/// conversion also looks at the type of the keyword's value.
fn convert(value: &mut Value) {
    match value {
        Value::Object(object) => {
            if object.get("$ref").is_some_and(Value::is_string) {
                object.retain(|key, _| key == "$ref");
                return;
            }
            if object.get("examples").is_some_and(Value::is_array) {
                object.remove("examples");
            }
            if let Some(kind) = without_null(object.get("type")) {
                object.insert("type".into(), kind);
                object.insert("nullable".into(), json!(true));
            }
            if let Some(schema) = without_null(object.get("anyOf")) {
                object.remove("anyOf");
                object.insert("allOf".into(), json!([schema]));
                object.insert("nullable".into(), json!(true));
            }
            object.values_mut().for_each(convert);
        }
        Value::Array(items) => items.iter_mut().for_each(convert),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The other one of two types or schemas, one of which is null.
fn without_null(alternatives: Option<&Value>) -> Option<Value> {
    let is_null = |one: &Value| *one == json!("null") || *one == json!({ "type": "null" });
    match alternatives?.as_array()?.as_slice() {
        [one, null] | [null, one] if is_null(null) => Some(one.clone()),
        _ => None,
    }
}

/// The ids of a document's operations.
pub(crate) fn operations(document: &Value) -> Vec<&str> {
    let paths = document["paths"].as_object();
    paths
        .into_iter()
        .flat_map(serde_json::Map::values)
        .filter_map(Value::as_object)
        .flat_map(serde_json::Map::values)
        .filter_map(|operation| operation["operationId"].as_str())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn converted(mut document: Value) -> Value {
        to_openapi_3_0(&mut document);
        document
    }

    #[test]
    fn null_becomes_nullable() {
        let document = json!({
            "openapi": "3.1.1",
            "a": { "type": ["string", "null"], "format": "date-time", "examples": ["x"] },
            "b": { "description": "B.", "anyOf": [{ "$ref": "#/b" }, { "type": "null" }] },
            "c": { "type": "integer" },
        });
        let expected = json!({
            "openapi": "3.0.3",
            "a": { "type": "string", "format": "date-time", "nullable": true },
            "b": { "description": "B.", "allOf": [{ "$ref": "#/b" }], "nullable": true },
            "c": { "type": "integer" },
        });
        assert_eq!(converted(document), expected);
    }

    #[test]
    fn references_lose_their_siblings() {
        let document = json!({ "items": { "description": "An item.", "$ref": "#/item" } });
        let expected = json!({ "openapi": "3.0.3", "items": { "$ref": "#/item" } });
        assert_eq!(converted(document), expected);
    }

    #[test]
    fn properties_named_like_keywords_are_kept() {
        let properties = json!({ "type": { "type": "string" }, "examples": { "type": "object" } });
        let expected = json!({ "openapi": "3.0.3", "properties": properties });
        assert_eq!(converted(json!({ "properties": properties })), expected);
    }

    #[test]
    fn operations_are_found_in_every_path() {
        let document = json!({ "paths": {
            "/a": { "get": { "operationId": "get_a" }, "put": { "operationId": "put_a" } },
            "/b": { "parameters": [], "get": { "operationId": "get_b" } },
        } });
        assert_eq!(operations(&document), ["get_a", "put_a", "get_b"]);
    }
}

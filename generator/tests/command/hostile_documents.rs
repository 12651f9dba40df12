//! Specifications whose types refer to each other in ways that must neither take long nor exhaust the stack.

#![allow(clippy::unwrap_used, missing_docs)]

use serde_json::{Map, Value, json};
use specsmith::source::SourceFile;

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// What `specsmith convert` prints for a document with these schemas, and an operation that returns the first one.
fn converted(first: &str, schemas: Map<String, Value>) -> String {
    let content = json!({ "application/json": { "schema": reference(first) } });
    let responses = json!({ "200": { "description": "All.", "content": content } });
    let document = json!({
        "openapi": "3.1.0",
        "info": { "title": "Hostile", "version": "1" },
        "paths": { "/all": { "get": { "operationId": "all", "responses": responses } } },
        "components": { "schemas": schemas },
    });
    let source = SourceFile::new("openapi.json", document.to_string());
    assert!(specsmith::generate(&source).is_ok());
    specsmith::convert(&source).unwrap().text
}

/// There are 2⁴⁰ ways from the first level to the last one.
#[test]
fn a_schema_that_is_merged_in_many_ways_is_merged_once() {
    let mut schemas = Map::new();
    for level in 0..40 {
        let next = reference(&format!("Level{}", level + 1));
        let name = format!("Level{level}");
        schemas.insert(name, json!({ "allOf": [next, next] }));
    }
    let last = json!({ "type": "object", "properties": { "depth": { "type": "integer" } } });
    schemas.insert("Level40".to_owned(), last);
    let text = converted("Level0", schemas);
    assert!(
        text.contains("  Level0: { fields: { depth?: integer } }"),
        "{text}"
    );
}

#[test]
fn long_inheritance_loses_no_fields() {
    let mut schemas = Map::new();
    for level in 0..200 {
        let base = reference(&format!("Level{}", level + 1));
        let own = json!({ "properties": { format!("field_{level}"): { "type": "string" } } });
        schemas.insert(format!("Level{level}"), json!({ "allOf": [base, own] }));
    }
    let last = json!({ "type": "object", "properties": { "depth": { "type": "integer" } } });
    schemas.insert("Level200".to_owned(), last);
    let text = converted("Level0", schemas);
    let first = text.find("  Level0:\n").unwrap();
    let fields = text[first..].lines().skip(2);
    assert_eq!(fields.take_while(|line| !line.is_empty()).count(), 201);
}

/// Each reference has a keyword beside it, so it is merged with what it refers to.
#[test]
fn long_chains_of_merged_references_end() {
    let mut schemas = Map::new();
    for level in 0..1_000 {
        let mut items = reference(&format!("Level{}", (level + 1) % 1_000));
        items["minItems"] = json!(1);
        let list = json!({ "type": "array", "items": items });
        let either = json!({ "oneOf": [{ "type": "string" }, list] });
        schemas.insert(format!("Level{level}"), either);
    }
    // Types of so many levels in each other are any values.
    let text = converted("Level0", schemas);
    assert!(
        text.contains("{ alias: list<json>, min_items: 1 }"),
        "{text}"
    );
}

#[test]
fn the_same_large_schema_may_be_referred_to_often() {
    let mut schemas = Map::new();
    let property = |index: usize| (format!("field_{index}"), json!({ "type": "string" }));
    let large: Map<String, Value> = (0..290).map(property).collect();
    let uses = |index: usize| (format!("use_{index}"), reference("Large"));
    for object in 0..20 {
        let fields: Map<String, Value> = (0..290).map(uses).collect();
        let name = format!("Object{object}");
        schemas.insert(name, json!({ "type": "object", "properties": fields }));
    }
    let all: Map<String, Value> = (0..20)
        .map(|index| (format!("of_{index}"), reference(&format!("Object{index}"))))
        .collect();
    schemas.insert(
        "All".to_owned(),
        json!({ "type": "object", "properties": all }),
    );
    schemas.insert(
        "Large".to_owned(),
        json!({ "type": "object", "properties": large }),
    );
    assert!(converted("All", schemas).contains("use_289?: Large"));
}

/// Every type in the cycle contains the number, so each has an error about it.
#[test]
fn traits_of_types_in_a_long_cycle_are_checked_once() {
    const TYPES: usize = 20_000;
    let names: Vec<String> = (0..TYPES).map(|index| format!("T{index}")).collect();
    let types: String = (0..TYPES)
        .map(|index| {
            let next = (index + 1) % TYPES;
            format!("  T{index}: {{ fields: {{ next?: list<T{next}> }} }}\n")
        })
        .collect();
    let types = types.replacen("next?", "width: float, next?", 1);
    let text = format!(
        "specsmith: 1\napi: {{ name: Hostile, title: Hostile, version: 1.0.0 }}\n\
         rust: {{ derives: {{ Hash: [{}] }} }}\ntypes:\n{types}\
         operations: {{ get_all: {{ route: GET /all, returns: T0 }} }}\n",
        names.join(", ")
    );
    let errors = specsmith::read(&SourceFile::new("hostile.yaml", text)).unwrap_err();
    assert_eq!(errors.iter().count(), TYPES);
    let far = errors.iter().nth(1).unwrap();
    assert_eq!(far.message, "`T1` cannot derive `Hash`");
    let place = "`next[].next[].next[].next[].next[].next[].next[].next[].….width` is `float`, which has no `Hash`";
    assert_eq!(far.labels[0].text, place);
}

/// Both sides of a comparison are read at the same time, and neither thread has a small stack.
#[test]
fn documents_that_nest_deeply_are_compared_or_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openapi.json");
    for (levels, is_valid) in [(20, true), (130, false), (1_000, false)] {
        let mut schema = json!({ "type": "string" });
        for _ in 0..levels {
            schema = json!({ "type": "object", "properties": { "inner": schema } });
        }
        let content = json!({ "application/json": { "schema": schema } });
        let responses = json!({ "200": { "description": "All.", "content": content } });
        let document = json!({
            "openapi": "3.1.0",
            "info": { "title": "Deep", "version": "1" },
            "paths": { "/all": { "get": { "operationId": "all", "responses": responses } } },
        });
        std::fs::write(&file, document.to_string()).unwrap();
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_specsmith"))
            .arg("diff")
            .args([&file, &file])
            .output()
            .unwrap();
        let expected = if is_valid { Some(0) } else { Some(1) };
        assert_eq!(output.status.code(), expected, "{levels}: {output:?}");
        let text =
            String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        let expected = match is_valid {
            true => "no changes",
            false => "nests too deep",
        };
        assert!(text.contains(expected), "{levels}: {text}");
    }
}

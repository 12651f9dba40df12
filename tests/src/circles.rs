//! OpenAPI documents whose schemas contain each other in circles, through every keyword that can lead from one to another.

use serde_json::{Value, json};

/// A keyword that leads to another schema: its name, and the schema that leads to a component through it.
type Way = (&'static str, fn(&str) -> Value);

/// The ways from one schema to another.
pub const WAYS: &[Way] = &[
    (
        "all of",
        |name| json!({ "allOf": [to(name), { "type": "object", "properties": own() }] }),
    ),
    (
        "all of one",
        |name| json!({ "allOf": [to(name)], "properties": own() }),
    ),
    (
        "one of",
        |name| json!({ "oneOf": [to(name), { "type": "string" }] }),
    ),
    (
        "one of one",
        |name| json!({ "type": "object", "properties": own(), "oneOf": [to(name)] }),
    ),
    ("any of", |name| {
        let other = json!({ "type": "object", "required": ["x"], "properties": { "x": { "type": "integer" } } });
        json!({ "anyOf": [to(name), other] })
    }),
    ("reference", to),
    ("reference with siblings", |name| beside(name)),
    (
        "items",
        |name| json!({ "type": "array", "items": to(name) }),
    ),
    (
        "items with siblings",
        |name| json!({ "type": "array", "items": beside(name) }),
    ),
    (
        "tuple",
        |name| json!({ "type": "array", "prefixItems": [to(name), { "type": "string" }], "minItems": 2, "items": false }),
    ),
    (
        "map",
        |name| json!({ "type": "object", "additionalProperties": to(name) }),
    ),
    (
        "patterns",
        |name| json!({ "type": "object", "patternProperties": { "^a": to(name) } }),
    ),
    (
        "property",
        |name| json!({ "type": "object", "required": ["p"], "properties": { "p": to(name) } }),
    ),
    (
        "property with siblings",
        |name| json!({ "type": "object", "properties": { "p": { "allOf": [to(name), { "properties": own() }] } } }),
    ),
    ("not", |name| json!({ "not": to(name) })),
    (
        "if",
        |name| json!({ "if": to(name), "then": to(name), "else": { "type": "string" } }),
    ),
    ("discriminator", |name| {
        json!({
            "type": "object",
            "required": ["kind"],
            "properties": { "kind": { "type": "string" } },
            "discriminator": { "propertyName": "kind", "mapping": { "n": format!("#/components/schemas/{name}") } },
            "oneOf": [to(name)],
        })
    }),
    (
        "dependent schemas",
        |name| json!({ "type": "object", "dependentSchemas": { "a": to(name) } }),
    ),
    (
        "contains",
        |name| json!({ "type": "array", "contains": to(name) }),
    ),
    (
        "names",
        |name| json!({ "type": "object", "propertyNames": to(name) }),
    ),
    (
        "unevaluated properties",
        |name| json!({ "type": "object", "allOf": [{ "properties": own() }], "unevaluatedProperties": to(name) }),
    ),
    (
        "unevaluated items",
        |name| json!({ "type": "array", "prefixItems": [{ "type": "string" }], "unevaluatedItems": to(name) }),
    ),
    (
        "first items",
        |name| json!({ "type": "array", "prefixItems": [to(name)], "items": { "type": "string" } }),
    ),
    (
        "content",
        |name| json!({ "type": "string", "contentMediaType": "application/json", "contentSchema": to(name) }),
    ),
];

fn to(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn own() -> Value {
    json!({ "own": { "type": "string" } })
}

fn beside(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}"), "properties": own() })
}

/// A document that sends and receives the component `A` of these, in this order.
#[must_use]
pub fn document(schemas: &[(String, Value)]) -> String {
    let content = json!({ "application/json": { "schema": to("A") } });
    let operation = json!({
        "operationId": "send",
        "requestBody": { "content": content },
        "responses": { "200": { "description": "The same.", "content": content } },
    });
    let schemas = schemas
        .iter()
        .map(|(name, schema)| format!("    {name:?}: {schema}"));
    let schemas: Vec<String> = schemas.collect();
    format!(
        r#"{{
  "openapi": "3.1.0",
  "info": {{ "title": "Circle", "version": "1.0.0" }},
  "paths": {{ "/a": {{ "post": {operation} }} }},
  "components": {{ "schemas": {{
{}
  }} }}
}}"#,
        schemas.join(",\n")
    )
}

/// The components of every circle of two or three schemas through each pair of [`WAYS`], with names that tell the ways.
pub fn circles() -> impl Iterator<Item = (String, Vec<(String, Value)>)> {
    let pairs = WAYS
        .iter()
        .flat_map(|one| WAYS.iter().map(move |two| (one, two)));
    pairs.flat_map(|((one, first), (two, second))| {
        let way = |name: &str| WAYS.iter().find(|(of, _)| *of == name).map(|(_, way)| way);
        let closed_by = |name: &str| way(name).map_or_else(|| to("A"), |way| way("A"));
        let mut both = first("B");
        if let (Value::Object(both), Value::Object(more)) = (&mut both, second("C")) {
            for (key, value) in more {
                both.entry(key).or_insert(value);
            }
        }
        [
            (format!("{one}, {two}"), schemas([first("B"), second("A")])),
            (
                format!("{one}, {two}, all of"),
                schemas([first("B"), second("C"), closed_by("all of")]),
            ),
            (
                format!("{one}, {two}, one of one"),
                schemas([first("B"), second("C"), closed_by("one of one")]),
            ),
            (
                format!("{one} and {two}, all of, reference with siblings"),
                schemas([
                    both,
                    closed_by("all of"),
                    closed_by("reference with siblings"),
                ]),
            ),
        ]
    })
}

/// Components with one-letter names.
fn schemas<const N: usize>(all: [Value; N]) -> Vec<(String, Value)> {
    let names = ('A'..).map(|name| name.to_string());
    names.zip(all).collect()
}

/// Components that lead to each other in up to three ways each.
pub fn random(random: &mut fastrand::Rng) -> Vec<(String, Value)> {
    let count = random.u8(2..=6);
    let names: Vec<String> = (b'A'..b'A' + count)
        .map(|name| char::from(name).to_string())
        .collect();
    let schema = |random: &mut fastrand::Rng| {
        let mut schema = json!({});
        for _ in 0..random.u8(1..=3) {
            let name = &names[random.usize(..names.len())];
            add(&mut schema, way(random, name));
        }
        schema
    };
    let all = names.iter().map(|name| (name.clone(), schema(random)));
    all.collect()
}

/// A schema that leads to a component in one of [`WAYS`].
pub fn way(random: &mut fastrand::Rng, name: &str) -> Value {
    let (_, way) = WAYS[random.usize(..WAYS.len())];
    way(name)
}

/// Adds what one schema says to another: to its lists, and to its maps.
pub fn add(schema: &mut Value, more: Value) {
    match (schema, more) {
        (Value::Object(schema), Value::Object(more)) => {
            for (key, value) in more {
                match schema.get_mut(&key) {
                    Some(known) if key != "$ref" => add(known, value),
                    _ => drop(schema.insert(key, value)),
                }
            }
        }
        (Value::Array(items), Value::Array(more)) => items.extend(more),
        (known, value) => *known = value,
    }
}

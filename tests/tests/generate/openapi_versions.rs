//! The OpenAPI document in all versions: its references have targets, and version 3.0 has only its own keywords and rejects
//! nothing that the schemas of 3.1 accept.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use serde_json::{Map, Value, json};
use specsmith::source::SourceFile;
use specsmith::{Format, OpenApiVersion};
use specsmith_tests::cases;

const VERSIONS: [OpenApiVersion; 3] = [
    OpenApiVersion::V3_0,
    OpenApiVersion::V3_1,
    OpenApiVersion::V3_2,
];

/// All specifications by name: the good cases, the APIs of the tests, and the gateway.
fn specifications() -> Vec<(String, SourceFile)> {
    let cases = cases::good().into_iter();
    let mut all: Vec<_> = cases.map(|case| (case.name.clone(), case.spec())).collect();
    let apis = cases::apis().into_iter();
    all.extend(apis.map(|path| (path.display().to_string(), cases::source(&path))));
    all.push(("gateway".to_owned(), cases::gateway()));
    all
}

fn document(spec: &SourceFile, version: OpenApiVersion) -> Value {
    let api = specsmith::read(spec).expect("the specification has no errors");
    let text = specsmith::openapi_in(version, &api, Format::Json);
    serde_json::from_str(&text).expect("the document is JSON")
}

/// The document of a specification in a string.
fn document_of(spec: &str, version: OpenApiVersion) -> Value {
    document(&SourceFile::new("test.yaml", spec), version)
}

/// Keywords whose values look like any part of a document.
const VALUES: [&str; 6] = ["const", "default", "enum", "example", "examples", "value"];

/// Calls a function with every reference of a document, wherever it is.
fn references<'d>(value: &'d Value, with: &mut impl FnMut(&'d str)) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| references(item, with)),
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Value::String(target) if name == "$ref" => with(target),
                    value if VALUES.contains(&name.as_str()) && !value.is_object() => {}
                    value => references(value, with),
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn every_reference_has_a_target_in_every_version() {
    let mut definitions = 0;
    for (name, spec) in specifications() {
        for version in VERSIONS {
            let document = document(&spec, version);
            let mut found = 0;
            references(&document, &mut |target| {
                let pointer = target.strip_prefix('#');
                let target_of = pointer.and_then(|pointer| document.pointer(pointer));
                let is_component = target.starts_with("#/components/");
                assert!(
                    target_of.is_some() && is_component,
                    "{name} in {version:?}: {target} has no target among the components"
                );
                definitions += usize::from(target == "#/components/schemas/PutBlendBodyStep");
                found += 1;
            });
            assert!(name != "gateway" || found > 100, "{found}");
        }
    }
    assert_eq!(
        definitions, 3,
        "the schema of a body in `palettes.yaml` refers to one of its own"
    );
}

/// A word that is a name of the API: of a header, a field, a scope, a path, and so on.
const WORDS: [&str; 14] = [
    "schema",
    "schemas",
    "value",
    "example",
    "examples",
    "const",
    "type",
    "$ref",
    "default",
    "enum",
    "properties",
    "items",
    "content",
    "headers",
];

/// What the API names, and its values, are not keywords, whatever they are called.
#[test]
fn names_and_values_of_the_api_stay_as_they_are() {
    for word in WORDS {
        let spec = format!(
            "
specsmith: 1
api: {{ name: Words, title: Words, version: 1.0.0 }}
types:
  Small: {{ fields: {{ \"{word}\": string? }}, example: {{ \"{word}\": null }} }}
  Thing:
    fields:
      \"{word}\": {{ type: Small? }}
      others: map<Small>
    example: {{ \"{word}\": {{ \"{word}\": \"null\" }}, others: {{ \"{word}\": {{ \"{word}\": null }} }} }}
operations:
  put:
    route: PUT /things/{word}
    query: {{ \"{word}\": {{ type: \"list<string>\" }} }}
    body: form<Thing>
    returns: {{ type: Small, headers: {{ \"{}\": {{ type: integer, above: 0 }} }} }}
",
            word.trim_start_matches('$')
        );
        let (new, old) = (
            document_of(&spec, OpenApiVersion::V3_1),
            document_of(&spec, OpenApiVersion::V3_0),
        );
        let schemas = &old["components"]["schemas"];
        let nullable = json!({ "type": "string", "nullable": true });
        assert_eq!(schemas["Small"]["properties"][word], nullable, "{word}");
        for name in ["Small", "Thing"] {
            let examples = &new["components"]["schemas"][name]["examples"];
            assert_eq!(schemas[name]["example"], examples[0], "{word}: {name}");
        }
        let small =
            json!({ "anyOf": [{ "$ref": "#/components/schemas/Small" }, { "enum": [null] }] });
        assert_eq!(schemas["Thing"]["properties"][word], small, "{word}");
        let path = format!("/things/{word}");
        let operation = &old["paths"][&path]["put"];
        let header = &operation["responses"]["200"]["headers"][word.trim_start_matches('$')];
        assert_eq!(
            header["schema"],
            json!({ "type": "integer", "format": "int64", "minimum": 0, "exclusiveMinimum": true }),
            "{word}"
        );
        assert_eq!(operation["parameters"][0]["name"], *word);
        let form = &operation["requestBody"]["content"]["application/x-www-form-urlencoded"];
        assert_eq!(form["encoding"][word]["style"], "deepObject", "{word}");
    }
}

/// OpenAPI 3.0 has no lists of types, no constants, no tuples and no webhooks.
#[test]
fn a_document_in_3_0_says_the_same_in_other_words() {
    let spec = "
specsmith: 1
api: { name: Old, title: Old, version: 1.0.0 }
types:
  Thing:
    fields:
      kind: { const: thing }
      name: { type: string?, max_length: 3, example: abc }
      share: { type: number, above: 0.5, max: 2 }
      content: bytes
      pair: Pair?
  Pair: { tuple: [string, integer] }
operations:
  put: { route: PUT /things, body: Thing, returns: Thing }
webhooks:
  changed: { body: Thing }
";
    let document = document_of(spec, OpenApiVersion::V3_0);
    assert_eq!(document["openapi"], "3.0.4");
    assert_eq!(document["webhooks"], Value::Null);
    let sent = &document["x-webhooks"]["changed"]["post"]["requestBody"]["content"];
    let reference = json!({ "$ref": "#/components/schemas/Thing" });
    assert_eq!(sent["application/json"]["schema"], reference);
    let schemas = &document["components"]["schemas"];
    let bytes = &document["components"]["schemas"]["Thing"]["properties"]["content"];
    assert_eq!(
        (&bytes["type"], &bytes["format"]),
        (&json!("string"), &json!("byte"))
    );
    let properties = [
        ("kind", json!({ "type": "string", "enum": ["thing"] })),
        (
            "name",
            json!({ "type": "string", "nullable": true, "maxLength": 3, "example": "abc" }),
        ),
        (
            "share",
            json!({
                "type": "number",
                "format": "double",
                "minimum": 0.5,
                "exclusiveMinimum": true,
                "maximum": 2.0,
            }),
        ),
        (
            "pair",
            json!({ "anyOf": [{ "$ref": "#/components/schemas/Pair" }, { "enum": [null] }] }),
        ),
    ];
    for (name, expected) in properties {
        assert_eq!(schemas["Thing"]["properties"][name], expected, "{name}");
    }
    let elements = json!([{ "type": "string" }, { "type": "integer", "format": "int64" }]);
    assert_eq!(
        schemas["Pair"],
        json!({
            "type": "array",
            "items": { "anyOf": elements },
            "x-prefixItems": elements,
            "minItems": 2,
            "maxItems": 2,
        })
    );
}

/// The keywords of schemas in OpenAPI 3.0.
const KEYWORDS: [&str; 36] = [
    "$ref",
    "additionalProperties",
    "allOf",
    "anyOf",
    "default",
    "deprecated",
    "description",
    "discriminator",
    "enum",
    "example",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "externalDocs",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "nullable",
    "oneOf",
    "pattern",
    "properties",
    "readOnly",
    "required",
    "title",
    "type",
    "uniqueItems",
    "writeOnly",
    "xml",
];

#[test]
fn a_document_in_3_0_has_only_its_keywords() {
    let mut checked = 0;
    for (name, spec) in specifications() {
        let document = document(&spec, OpenApiVersion::V3_0);
        for schema in schemas(&document) {
            checked += 1;
            let fields = schema
                .as_object()
                .unwrap_or_else(|| panic!("{name}: {schema}"));
            for keyword in fields.keys() {
                let is_known = KEYWORDS.contains(&keyword.as_str()) || keyword.starts_with("x-");
                assert!(is_known, "{name}: `{keyword}` in {schema}");
            }
            assert!(!schema["type"].is_array(), "{name}: {schema}");
            assert_ne!(schema["type"], "null", "{name}: {schema}");
            let has_items = schema["type"] != "array" || schema["items"].is_object();
            assert!(has_items, "{name}: {schema}");
            let is_alone = schema["$ref"].is_null() || fields.len() == 1;
            assert!(is_alone, "{name}: {schema}");
            for bound in ["exclusiveMinimum", "exclusiveMaximum"] {
                assert!(!schema[bound].is_number(), "{name}: {schema}");
            }
        }
    }
    assert!(checked > 5000, "{checked}");
}

#[test]
fn items_of_streams_have_a_word_in_3_2() {
    let spec = "
specsmith: 1
api: { name: Lines, title: Lines, version: 1.0.0 }
types: { Line: { fields: { x-specsmith-item-schema: string? } } }
operations:
  list: { route: GET /lines, returns: json_lines<Line> }
";
    let item = json!({ "$ref": "#/components/schemas/Line" });
    for (version, key, other) in [
        (
            OpenApiVersion::V3_0,
            "x-specsmith-item-schema",
            "itemSchema",
        ),
        (
            OpenApiVersion::V3_1,
            "x-specsmith-item-schema",
            "itemSchema",
        ),
        (
            OpenApiVersion::V3_2,
            "itemSchema",
            "x-specsmith-item-schema",
        ),
    ] {
        let document = document_of(spec, version);
        let content = &document["paths"]["/lines"]["get"]["responses"]["200"]["content"];
        let lines = content.as_object().unwrap().values().next().unwrap();
        assert_eq!((&lines[key], &lines[other]), (&item, &Value::Null));
        let properties = &document["components"]["schemas"]["Line"]["properties"];
        assert!(properties["x-specsmith-item-schema"].is_object());
    }
}

/// Schemas of bodies, values that they are compared with, and whether OpenAPI 3.0 can say the same of these.
const BODIES: [(&str, &str, bool); 24] = [
    ("{ minimum: 5, exclusiveMinimum: 3 }", "[3, 4, 5, 6]", true),
    (
        "{ exclusiveMaximum: 3, maximum: 5 }",
        "[2, 3, 4, 5, 6]",
        true,
    ),
    (
        "{ exclusiveMaximum: 5, maximum: 3 }",
        "[2, 3, 4, 5, 6]",
        true,
    ),
    ("{ type: 'null' }", "[null, 1, {}]", true),
    ("{ type: ['null'] }", "[null, 1, {}]", true),
    (
        "{ type: [string, array, 'null'], anyOf: [{ minLength: 2 }, { enum: [a] }] }",
        "[null, 1, a, b, ab, []]",
        true,
    ),
    (
        "{ type: [string, 'null'], enum: [a, null] }",
        "[null, a, b]",
        true,
    ),
    ("{ type: string, nullable: true }", "[null, a, 1]", true),
    (
        "{ anyOf: [{ type: object }, { type: 'null' }], allOf: [{ not: { required: [b] } }] }",
        "[null, {}, { b: 1 }, 1]",
        true,
    ),
    ("{ const: a, enum: [a, b] }", "[a, b]", true),
    ("{ enum: [] }", "[a, null]", true),
    (
        "{ $ref: '#/$defs/a', minimum: 3, allOf: [{ maximum: 5 }], $defs: { a: { multipleOf: 2 } } }",
        "[2, 3, 4, 5, 6]",
        true,
    ),
    (
        "{ required: [], items: true, not: { items: false, type: array } }",
        "[[], [1], {}]",
        true,
    ),
    (
        "{ prefixItems: [{ type: string }] }",
        "[[], [a], [a, 1], [1]]",
        false,
    ),
    (
        "{ prefixItems: [{ type: string }], items: { type: integer } }",
        "[[], [a], [a, 1], [a, null], [1]]",
        false,
    ),
    (
        "{ prefixItems: [{ type: string }], items: false }",
        "[[], [a], [a, a]]",
        false,
    ),
    (
        "{ patternProperties: { '^x': { type: string } }, additionalProperties: false, properties: { y: true } }",
        "[{}, { x: a }, { y: a }, { z: a }, { x: 1 }]",
        false,
    ),
    (
        "{ patternProperties: { '^x': { type: string } }, additionalProperties: { type: integer } }",
        "[{ x: a }, { z: 1 }, { z: null }]",
        false,
    ),
    (
        "{ not: { required: [a], properties: { a: { contains: { const: b } } } } }",
        "[{}, { a: [] }, { a: [b] }]",
        false,
    ),
    (
        "{ not: { not: { contains: { const: b } } } }",
        "[[], [a], [b]]",
        false,
    ),
    (
        "{ oneOf: [{ contains: { const: b } }, { contains: { const: c } }] }",
        "[[], [b], [c], [b, c]]",
        false,
    ),
    (
        "{ not: { $ref: '#/$defs/a' }, $defs: { a: { items: { $ref: '#/$defs/b' } }, b: { dependentRequired: { a: [b] } } } }",
        "[[{}], [{ a: 1 }], []]",
        false,
    ),
    (
        "{ oneOf: [{ type: integer }, { items: { $ref: '#' }, propertyNames: { minLength: 2 } }] }",
        "[1, [1], { ab: 1 }, { a: 1 }, [{ a: 1 }]]",
        false,
    ),
    (
        "{ if: { required: [a] }, then: { required: [b] }, else: false }",
        "[{}, { a: 1 }, { a: 1, b: 2 }]",
        false,
    ),
];

/// A schema in 3.0 accepts what the same schema in 3.1 accepts, and where it has words for all of it, nothing else.
#[test]
fn a_schema_in_3_0_rejects_nothing_more() {
    for (schema, values, is_same) in BODIES {
        let spec = format!(
            "
specsmith: 1
api: {{ name: Bodies, title: Bodies, version: 1.0.0 }}
operations:
  send: {{ route: POST /a, body: {{ type: json, schema: {schema} }} }}
"
        );
        let body = |version| {
            let document = document_of(&spec, version);
            let content = &document["paths"]["/a"]["post"]["requestBody"]["content"];
            let schema = content["application/json"]["schema"].clone();
            json!({ "allOf": [schema], "components": document["components"] })
        };
        let new = body(OpenApiVersion::V3_1);
        let old = in_draft_4(body(OpenApiVersion::V3_0));
        let new = jsonschema::draft202012::new(&new).unwrap();
        let old = jsonschema::draft4::new(&old).unwrap();
        let values: Value = serde_yaml::from_str(values).unwrap();
        let mut accepted = 0;
        for value in values.as_array().unwrap() {
            accepted += usize::from(new.is_valid(value));
            let (new, old) = (new.is_valid(value), old.is_valid(value));
            assert!(old || !new, "{schema}: 3.0 rejects {value}");
            assert!(!is_same || old == new, "{schema}: 3.0 accepts {value}");
        }
        let all = values.as_array().unwrap().len();
        assert!(accepted < all, "{schema}: every value is accepted");
    }
}

/// Examples of types fit the schemas of 3.0 too.
#[test]
fn every_example_fits_its_schema_in_3_0() {
    let mut checked = 0;
    for (name, spec) in specifications() {
        let document = document(&spec, OpenApiVersion::V3_0);
        let schemas = document["components"]["schemas"].as_object();
        for (component, schema) in schemas.into_iter().flatten() {
            let Some(example) = schema.get("example") else {
                continue;
            };
            let schema = json!({
                "allOf": [{ "$ref": format!("#/components/schemas/{component}") }],
                "components": document["components"],
            });
            let validator = jsonschema::draft4::new(&in_draft_4(schema)).unwrap();
            assert!(
                validator.is_valid(example),
                "{name}: {component}: {example}"
            );
            checked += 1;
        }
    }
    assert!(checked > 100, "{checked}");
}

/// A schema of OpenAPI 3.0 in JSON Schema draft 4, which it is based on, and which has a type for null.
fn in_draft_4(schema: Value) -> Value {
    match schema {
        Value::Array(items) => items.into_iter().map(in_draft_4).collect(),
        Value::Object(fields) => {
            let is_nullable = fields.get("nullable") == Some(&Value::Bool(true));
            let fields = fields.into_iter().map(|(name, value)| {
                let value = match value {
                    Value::String(word) if name == "type" && is_nullable => json!([word, "null"]),
                    value if VALUES.contains(&name.as_str()) && !value.is_object() => value,
                    value => in_draft_4(value),
                };
                (name, value)
            });
            Value::Object(fields.collect())
        }
        value => value,
    }
}

/// The APIs of the tests that OpenAPI 3.0 cannot describe: they have tuples, rules of bodies, descriptions beside
/// references, or events with different data.
const LESS_IN_3_0: [&str; 6] = ["archive", "forge", "hub", "palettes", "payments", "rides"];

/// What is read from an export describes the same API in every version.
#[test]
fn every_version_is_read_back() {
    let mut different = Vec::new();
    for path in cases::apis() {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let api = specsmith::read(&cases::source(&path)).unwrap();
        let [old, new, newest] = VERSIONS.map(|version| {
            let text = specsmith::openapi_in(version, &api, Format::Json);
            let again = specsmith::convert(&SourceFile::new("again.json", text));
            again.map_or_else(|_| panic!("{name} is not read back"), |again| again.text)
        });
        assert!(new == newest, "{}", cases::difference(&name, &new, &newest));
        if old != new {
            different.push(name);
        }
    }
    assert_eq!(different, LESS_IN_3_0);
}

/// All schemas of a document, with those in them.
fn schemas(document: &Value) -> Vec<&Value> {
    let mut all = Vec::new();
    for items in [&document["paths"], &document["x-webhooks"]] {
        for item in values(items) {
            for operation in values(item) {
                for part in values(&operation["responses"]) {
                    add_described(part, &mut all);
                }
                add_described(&operation["requestBody"], &mut all);
                let parameters = operation["parameters"].as_array().into_iter().flatten();
                parameters.for_each(|of| add_described(of, &mut all));
            }
        }
    }
    for section in ["parameters", "headers", "responses"] {
        values(&document["components"][section]).for_each(|of| add_described(of, &mut all));
    }
    values(&document["components"]["schemas"]).for_each(|of| add(of, &mut all));
    all
}

fn values(object: &Value) -> impl Iterator<Item = &Value> {
    object.as_object().into_iter().flat_map(Map::values)
}

/// The schemas of a parameter, a header, a body, a response or a media type.
fn add_described<'d>(of: &'d Value, all: &mut Vec<&'d Value>) {
    let error = &of["x-specsmith-events"]["error"];
    let of_this = [of.get("schema"), error.get("schema")];
    of_this
        .into_iter()
        .flatten()
        .for_each(|schema| add(schema, all));
    for section in ["content", "headers", "encoding"] {
        values(&of[section]).for_each(|of| add_described(of, all));
    }
}

fn add<'d>(schema: &'d Value, all: &mut Vec<&'d Value>) {
    all.push(schema);
    for (key, value) in schema.as_object().into_iter().flatten() {
        match key.as_str() {
            "additionalProperties" if value.is_boolean() => {}
            "items"
            | "not"
            | "additionalProperties"
            | "x-contentSchema"
            | "x-contains"
            | "x-propertyNames"
            | "x-not" => add(value, all),
            "allOf" | "oneOf" | "anyOf" | "x-prefixItems" => {
                value.as_array().unwrap().iter().for_each(|of| add(of, all));
            }
            "properties" | "x-patternProperties" => values(value).for_each(|of| add(of, all)),
            _ => {}
        }
    }
}

#[test]
fn the_variant_without_a_tag_has_the_word_of_each_version() {
    const SPEC: &str = "
specsmith: 1
api: { name: T, title: T, version: 1.0.0 }
types:
  Circle: { fields: { kind?: { const: circle }, r: integer } }
  Square: { fields: { kind: { const: square }, a: integer } }
  Shape: { union: { circle: Circle, square: Square }, tag: kind, default: circle }
  Shapes: { fields: { all: list<Shape> } }
operations:
  a: { route: PUT /a, body: Shapes }
";
    for (version, word) in [
        (OpenApiVersion::V3_0, "x-defaultMapping"),
        (OpenApiVersion::V3_1, "x-defaultMapping"),
        (OpenApiVersion::V3_2, "defaultMapping"),
    ] {
        let document = document_of(SPEC, version);
        let discriminator = &document["components"]["schemas"]["Shape"]["discriminator"];
        assert_eq!(
            discriminator[word], "#/components/schemas/Circle",
            "{version:?}: {discriminator}"
        );
    }
}

//! The OpenAPI document: complete, valid, and consistent with the specification and the server.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use axum::http::StatusCode;
use jsonschema::Validator;
use serde_json::{Value, json};
use specsmith::api::{Api, Cause, Status};
use specsmith::source::SourceFile;
use specsmith::{Format, OpenApiVersion};
use specsmith_tests::cases;

/// The statuses that the published description of the gateway lists for each operation. It lists none for
/// `GET /v1/key`.
const SOURCE: &[(&str, &str, &[u16])] = &[
    ("delete", "/v1/keys/{hash}", &[401, 404, 429, 500]),
    (
        "patch",
        "/v1/scim/group-mappings/{id}",
        &[400, 401, 404, 500],
    ),
    ("get", "/v1/endpoints/zdr", &[403, 500]),
    ("get", "/v1/model/{author}/{slug}", &[403, 404, 500]),
    (
        "get",
        "/v1/generation",
        &[401, 402, 404, 429, 500, 502, 524, 529],
    ),
    ("get", "/v1/workspaces", &[401, 500]),
    ("get", "/v1/guardrails", &[400, 401, 500]),
    ("get", "/v1/presets", &[400, 401, 500]),
    ("get", "/v1/scim/group-mappings", &[401, 404, 500]),
    ("get", "/v1/guardrails/assignments/members", &[401, 500]),
    ("get", "/v1/organization/members", &[401, 404, 500]),
    ("delete", "/v1/byok/{id}", &[401, 404, 500]),
    ("get", "/v1/credits", &[401, 403, 500]),
    ("get", "/v1/key", &[]),
];

/// All specifications: the good cases and the gateway, by name.
fn specifications() -> Vec<(String, SourceFile)> {
    let cases = cases::good().into_iter();
    let mut all: Vec<_> = cases.map(|case| (case.name.clone(), case.spec())).collect();
    all.push(("gateway".to_owned(), cases::gateway()));
    all
}

/// The document of a specification in a string.
fn document_of(spec: &str) -> Value {
    document(&SourceFile::new("test.yaml", spec))
}

fn document(spec: &SourceFile) -> Value {
    let text = specsmith::openapi(spec, Format::Json).expect("the specification has no errors");
    serde_json::from_str(&text).expect("the document is JSON")
}

/// The operations of a document: method, path, operation.
fn operations(document: &Value) -> Vec<(&str, &str, &Value)> {
    let paths = document["paths"].as_object().unwrap().iter();
    let operations = paths.flat_map(|(path, item)| {
        let item = item.as_object().unwrap().iter();
        item.map(move |(method, operation)| (method.as_str(), path.as_str(), operation))
    });
    operations.collect()
}

/// The target of a reference, or the value itself.
fn resolve<'d>(document: &'d Value, value: &'d Value) -> &'d Value {
    match value["$ref"].as_str() {
        Some(reference) => document
            .pointer(reference.strip_prefix('#').unwrap())
            .unwrap_or_else(|| panic!("{reference} has no target")),
        None => value,
    }
}

/// The statuses of an operation's errors: the implied ones, or the documented ones.
fn errors(document: &Value, operation: &Value, implied: bool) -> BTreeSet<String> {
    let responses = operation["responses"].as_object().unwrap().iter();
    responses
        .map(|(status, response)| (status, resolve(document, response)))
        .filter(|(status, response)| {
            let is_error = !status.starts_with(['2', '3']);
            is_error && (response["x-implied"] == Value::Bool(true)) == implied
        })
        .map(|(status, _)| status.clone())
        .collect()
}

#[test]
fn the_committed_document_is_up_to_date() {
    let written = specsmith::openapi(&cases::gateway(), Format::Json).unwrap();
    let committed = fs::read_to_string(cases::root().join("docs/api/openapi.json")).unwrap();
    assert!(
        written == committed,
        "{}\nRun `cargo run -p specsmith -- openapi --out docs/api/openapi.json` and commit the result.",
        cases::difference("docs/api/openapi.json", &committed, &written)
    );
}

#[test]
fn every_operation_and_status_of_the_published_description_is_present() {
    let document = document(&cases::gateway());
    let operations = operations(&document);
    for (method, path, statuses) in SOURCE {
        let found = operations
            .iter()
            .find(|(found_method, found_path, _)| (found_method, found_path) == (method, path));
        let (.., operation) = found.unwrap_or_else(|| panic!("no {method} {path}"));
        assert!(operation["responses"]["200"].is_object(), "{method} {path}");
        let documented = errors(&document, operation, false);
        for status in *statuses {
            assert!(
                documented.contains(&status.to_string()),
                "{method} {path}: no {status}"
            );
        }
    }
    assert_eq!(operations.len(), SOURCE.len());
}

#[test]
fn implied_errors_are_marked() {
    for (name, spec) in specifications() {
        let (api, document) = (specsmith::read(&spec).unwrap(), document(&spec));
        let written = operations(&document);
        assert_eq!(written.len(), api.operations.len(), "{name}");
        for (.., operation) in written {
            let id = operation["operationId"].as_str().unwrap();
            for implied in [false, true] {
                let statuses = errors(&document, operation, implied);
                assert_eq!(statuses, specified(&api, id, implied), "{name}: {id}");
            }
        }
    }
}

/// The statuses of an operation, as in the document: those that it documents, or those that are only implied.
fn specified(api: &Api, operation: &str, implied: bool) -> BTreeSet<String> {
    let mut operations = api.operations.iter();
    let operation = operations.find(|found| found.name == operation).unwrap();
    let documented = api.documented(operation).map(|error| error.status);
    let documented: BTreeSet<String> = documented.map(|status| status.to_string()).collect();
    if !implied {
        return documented;
    }
    let implied = operation.implied.iter();
    let implied = implied.map(|status| Status::Exact(*status).to_string());
    implied
        .filter(|status| !documented.contains(status))
        .collect()
}

#[test]
fn json_and_yaml_have_the_same_content() {
    for (name, spec) in specifications() {
        let yaml = specsmith::openapi(&spec, Format::Yaml).unwrap();
        let read: Value =
            serde_yaml::from_str(&yaml).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(read, document(&spec), "{name}");
    }
}

/// Without a message in the specification, an implied error has the reason phrase of HTTP. Unknown paths
/// are in the tests of implied errors.
#[test]
fn an_implied_message_is_the_reason_phrase() {
    let mut checked = BTreeSet::new();
    for (name, spec) in specifications() {
        let api = specsmith::read(&spec).unwrap();
        for implied in &api.implied {
            let of_key = api
                .auth
                .as_ref()
                .and_then(|auth| auth.response(implied.cause));
            let by_status = implied.cause != Cause::UnknownPath;
            if by_status && implied.error.is_none() && of_key.is_none() {
                let status = StatusCode::from_u16(implied.status).unwrap();
                let reason = status.canonical_reason().unwrap();
                assert_eq!(implied.message, reason, "{name}");
                checked.insert(implied.status);
            }
        }
    }
    assert_eq!(checked, BTreeSet::from([400, 405, 406, 408, 413, 415, 500]));
}

/// The response to a missing key may have any status, which determines its message.
#[test]
fn a_message_about_a_key_follows_its_status() {
    for status in 400..600 {
        let spec = format!(
            "specsmith: 1\napi: {{ name: A, title: A, version: 1.0.0 }}\n\
             auth: {{ missing: {{ status: {status} }}, schemes: {{ key: {{ scheme: bearer, kinds: {{ api_key: {{}} }} }} }} }}\n\
             operations: {{ get: {{ route: GET /a, auth: api_key }} }}\n"
        );
        let api = specsmith::read(&SourceFile::new("test.yaml", spec)).unwrap();
        let missing = &api.auth.as_ref().unwrap().missing;
        let registered = StatusCode::from_u16(status).unwrap().canonical_reason();
        let class = if status < 500 {
            "Bad Request"
        } else {
            "Internal Server Error"
        };
        assert_eq!(missing.message, registered.unwrap_or(class), "{status}");
    }
}

/// Calls a function with every value of a document, except those in examples and defaults.
fn visit<'d>(value: &'d Value, with: &mut impl FnMut(&'d Value)) {
    with(value);
    match value {
        Value::Array(items) => items.iter().for_each(|item| visit(item, with)),
        Value::Object(fields) => fields
            .iter()
            .filter(|(name, _)| !matches!(name.as_str(), "example" | "examples" | "default"))
            .for_each(|(_, value)| visit(value, with)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Examples of schemas, parameters, headers and bodies, and defaults.
#[test]
fn every_example_and_default_matches_its_schema() {
    for (name, spec) in specifications() {
        let document = document(&spec);
        let mut checked = 0;
        visit(&document, &mut |value| {
            for (schema, example) in examples(value) {
                let validator = validator(&document, schema);
                if let Some(error) = validator.iter_errors(example).next() {
                    panic!("{name}: {example}: {error}");
                }
                checked += 1;
            }
        });
        assert!(name != "gateway" || checked > 60, "{checked}");
    }
}

/// The examples and defaults of one object of the document, each with its schema.
fn examples(value: &Value) -> Vec<(&Value, &Value)> {
    let mut found = Vec::new();
    if let Some(schema) = value.get("schema") {
        found.extend(value.get("example").map(|example| (schema, example)));
        let named = value.get("examples").and_then(Value::as_object);
        let named = named.into_iter().flat_map(|named| named.values());
        found.extend(named.map(|example| (schema, &example["value"])));
    }
    // Other objects with a list of examples or a default are schemas, unless these are names of properties.
    let listed = value.get("examples").and_then(Value::as_array);
    found.extend(listed.into_iter().flatten().map(|example| (value, example)));
    let default = value
        .get("default")
        .filter(|default| default.get("type").is_none());
    found.extend(default.map(|default| (value, default)));
    found
}

/// A validator for a schema that refers to the components of its document.
fn validator(document: &Value, schema: &Value) -> Validator {
    let schema = json!({ "allOf": [schema], "components": document["components"] });
    jsonschema::options()
        .should_validate_formats(true)
        .build(&schema)
        .unwrap_or_else(|error| panic!("{error}: {schema}"))
}

#[test]
fn a_schema_rejects_what_the_server_rejects() {
    let document = document(&cases::gateway());
    let schemas = &document["components"]["schemas"];
    for (schema, value, holds) in [
        ("Role", json!("admin"), true),
        ("Role", json!("owner"), false),
        ("ResetInterval", json!("yearly"), true),
        ("ResetInterval", json!(null), false),
        (
            "GroupMappingUpdate",
            json!({ "role": "member", "note": 1 }),
            true,
        ),
        ("GroupMappingUpdate", json!({}), false),
        ("GenerationId", json!(""), false),
        (
            "ModelPricing",
            json!({ "prompt": "1e-7", "completion": "0.10", "web": 1 }),
            true,
        ),
        (
            "ModelPricing",
            json!({ "prompt": 1, "completion": "0.10" }),
            false,
        ),
        (
            "ModelPricing",
            json!({ "prompt": ".5", "completion": "0.10" }),
            false,
        ),
        ("ByokCredentialId", json!("6f1c2f4e"), false),
    ] {
        let found = validator(&document, &schemas[schema]).is_valid(&value);
        assert_eq!(found, holds, "{schema}: {value}");
    }
}

/// A schema and the server accept the same numbers, with two exceptions. JSON Schema cannot limit integers
/// to 64 bits without bounds that JavaScript rounds, and it cannot limit numbers with a fraction or an
/// exponent more strictly.
#[test]
fn the_schema_of_an_open_union_excludes_known_tags() {
    let document = document_of(
        "specsmith: 1
api: { name: A, title: A, version: 1.0.0 }
rust: { crate: a, runtime: a }
types:
  Card: { fields: { number: string } }
  Kind: { fields: { of: Of } }
  Of: { fields: { kind: { const: deep } } }
  Tags: { enum: [card, debit] }
  Plastic: { fields: { type: Tags, number: string } }
  Field: { union: { card: { type: Plastic, also: [debit] }, cash: {} }, tag: type, open: true }
  Number: { union: { 1: Card, 2: {} }, tag: size, of: integer, open: true }
  Path: { union: { deep: Kind }, tag: [of, kind], open: true }
  Beside: { union: { card: Card }, tag: type, value: data, open: true }
  Name: { union: { card: Card, cash: {} }, wrapped: true, open: true }
operations: {}
",
    );
    let accepts = |name: &str, value: Value| {
        let schema = json!({"$ref": format!("#/components/schemas/{name}")});
        validator(&document, &schema).is_valid(&value)
    };
    for (name, unknown) in [
        ("Field", json!({"type": "coin", "number": 1})),
        ("Number", json!({"size": 3})),
        ("Path", json!({"of": {"kind": "high"}})),
        ("Beside", json!({"type": "coin", "data": 1})),
        ("Name", json!({"coin": 1})),
    ] {
        assert!(accepts(name, unknown.clone()), "{name} {unknown}");
    }
    for (name, wrong) in [
        ("Field", json!({"type": "card", "number": 1})),
        ("Field", json!({"type": "debit"})),
        ("Field", json!({"type": null})),
        ("Field", json!({})),
        ("Field", json!(null)),
        ("Number", json!({"size": 1})),
        ("Number", json!({"size": "3"})),
        ("Path", json!({"of": {}})),
        ("Beside", json!({"type": "card", "data": 1})),
        ("Name", json!({"card": 1})),
        ("Name", json!({})),
    ] {
        assert!(!accepts(name, wrong.clone()), "{name} {wrong}");
    }
}

#[test]
fn a_form_encodes_only_what_has_names_or_indexes() {
    let document = document_of(
        "specsmith: 1
api: { name: Forms, title: Forms, version: 1.0.0 }
types:
  Key: { union: { number: integer, name: string } }
  Inner: { fields: { name: string } }
  Form: { fields: { key: Key, inner: Inner, keys: list<Key> } }
operations:
  send: { route: POST /forms, body: form<Form> }
",
    );
    let body = &document["paths"]["/forms"]["post"]["requestBody"]["content"];
    let encoding = &body["application/x-www-form-urlencoded"]["encoding"];
    assert_eq!(
        *encoding,
        json!({ "inner": { "style": "deepObject", "explode": true } })
    );
}

#[test]
fn a_location_may_be_relative() {
    let document = document_of(
        "specsmith: 1
api: { name: A, title: A, version: 1.0.0 }
rust: { crate: a, runtime: a }
operations:
  get:
    route: GET /a
    doc: Gets it.
    returns: { type: string, headers: { location: { type: uri, max_length: 9 }, Home?: uri } }
",
    );
    let headers = &document["paths"]["/a"]["get"]["responses"]["200"]["headers"];
    let location = json!({"type": "string", "maxLength": 9, "format": "uri-reference"});
    assert_eq!(headers["location"]["schema"], location);
    assert_eq!(headers["Home"]["schema"]["format"], "uri");
}

#[test]
fn a_schema_and_the_server_accept_the_same_numbers() {
    let document = document(&cases::gateway());
    let schemas = &document["components"]["schemas"];
    let integers = validator(&document, &schemas["ApiKeyId"]);
    for text in [
        "3", "3.0", "-0", "-0.0", "3e0", "1e2", "12e-1", "1.5", "true", "\"3\"", "null", "1e-400",
    ] {
        let read: Result<gateway_api::types::ApiKeyId, _> = serde_json::from_str(text);
        let value = serde_json::from_str(text).unwrap();
        assert_eq!(integers.is_valid(&value), read.is_ok(), "{text}");
    }
    let prices = &schemas["ModelPricing"]["properties"]["prompt"];
    let decimals = validator(&document, prices);
    for text in [
        "1",
        "+1",
        "-1.50",
        "0.0000025",
        "1e-7",
        "1E+10",
        "1e999999",
        "1e1000000",
        "1e-0000001",
        ".5",
        "1.",
        "",
        "1e",
        "0x1",
        "1,5",
        "NaN",
        " 1",
    ] {
        let read: Result<specsmith_runtime::Decimal, _> = text.parse();
        assert_eq!(decimals.is_valid(&json!(text)), read.is_ok(), "{text:?}");
    }
}

#[test]
fn path_parameters_are_never_empty() {
    let document = document(&cases::gateway());
    for (.., operation) in operations(&document) {
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        for parameter in parameters.map(|parameter| resolve(&document, parameter)) {
            if parameter["in"] == "path" {
                assert_eq!(parameter["required"], true);
                let validator = validator(&document, &parameter["schema"]);
                assert!(!validator.is_valid(&json!("")), "{parameter}");
            }
        }
    }
}

#[test]
fn bytes_and_files_are_read_back() {
    let case = cases::good().into_iter();
    let case = case.into_iter().find(|case| case.name == "openapi_bytes");
    let exported = document(&case.unwrap().spec()).to_string();
    let again = specsmith::convert(&SourceFile::new("again.json", exported)).unwrap();
    for field in ["scan: binary", "pages?: list<binary>", "hash: bytes"] {
        assert!(again.text.contains(field), "{field}: {}", again.text);
    }
}

#[test]
fn groups_keys_and_sensitive_values_are_read_back() {
    let spec = "specsmith: 1\n\
                api: { name: Shop, title: Shop, version: 1.0.0 }\n\
                groups: { goods: { doc: All goods. } }\n\
                auth: { schemes: { token: { scheme: api_key, header: X-Key, prefix: 'Token ' }, own: { scheme: custom } } }\n\
                types: { Order: { fields: { mail: { type: string, personal: true } } } }\n\
                operations:\n  \
                add_order: { route: POST /orders, group: goods, auth: [token, own], body: Order, returns: { type: none, headers: { X-Pass?: { type: string, secret: true } } } }\n";
    let exported = document(&SourceFile::new("shop.yaml", spec)).to_string();
    let again = specsmith::convert(&SourceFile::new("again.json", exported)).unwrap();
    for part in [
        "goods: { doc: All goods. }",
        "token: { scheme: api_key, header: X-Key, prefix: \"Token \" }",
        "own: { scheme: custom }",
        "mail: { type: string, personal: true }",
        "X-Pass?: { type: string, secret: true }",
    ] {
        assert!(again.text.contains(part), "{part}: {}", again.text);
    }
}

/// Extensions that inform readers. Nothing depends on them, so documents that are read may lack them.
const NOTES: [&str; 9] = [
    "x-custom",
    "x-deprecated",
    "x-deviceAuthorization",
    "x-displayName",
    "x-extensible-enum",
    "x-generator",
    "x-implied",
    "x-prefix",
    "x-scopes",
];

/// The extensions that are written, with a specification that has what they say, and a part of it after it is read back.
const READ_BACK: [(&str, &str, &str); 46] = [
    // Components have names in ASCII.
    (
        "x-specsmith-name",
        "a: { route: GET /a, returns: Höhe }",
        "Höhe: { fields",
    ),
    (
        "x-specsmith-item-schema",
        "a: { route: GET /a, returns: json_lines<Tide> }",
        "returns: json_lines<Tide>",
    ),
    (
        "x-specsmith-item-schema",
        "a: { route: GET /a, returns: events<Tide> }",
        "returns: events<Tide>",
    ),
    (
        "x-specsmith-item-schema",
        "a: { route: GET /a, returns: events<News> }",
        "union: { tide: Tide, note: { type: string, text: true }, calm: {} }",
    ),
    (
        "x-specsmith-item-schema",
        "a: { route: GET /a, returns: json_lines<string> }",
        "returns: json_lines<string>",
    ),
    (
        "x-specsmith-item-schema",
        "a: { route: GET /a, returns: events<string?> }",
        "returns: events<string?>",
    ),
    (
        "x-specsmith-lists",
        "a: { route: POST /a, body: { type: form<Words>, lists: brackets } }",
        "body: { type: form<Words>, lists: brackets }",
    ),
    (
        "x-specsmith-events",
        "a: { route: GET /a, returns: { type: events<Tide>, end: '[DONE]', error: { field: [metres], is: 0, type: Tide }, resumable: true } }",
        "error: { field: metres, is: 0, type: Tide }",
    ),
    (
        "x-ms-text",
        "a: { route: GET /a, returns: { type: Label, media: application/xml } }",
        "xml: { text: true }",
    ),
    (
        "x-defaultMapping",
        "a: { route: PUT /a, body: Shape }",
        "default: circle",
    ),
    (
        "x-specsmith-idempotent",
        "a: { route: POST /a, idempotent: true }",
        "idempotent: true",
    ),
    (
        "x-specsmith-idempotency",
        "a: { route: POST /a, idempotency?: Idempotency-Key }",
        "idempotency?: Idempotency-Key",
    ),
    (
        "x-specsmith-conditional",
        "a: { route: GET /a, returns: Tide, conditional: [etag, last_modified] }",
        "conditional: [etag, last_modified]",
    ),
    (
        "x-specsmith-max-size",
        "a: { route: POST /a, body: { type: Tide, max_size: 1KiB } }",
        "max_size: 1024",
    ),
    (
        "x-specsmith-retry",
        "a: { route: POST /a, errors: [409] }",
        "retry: true",
    ),
    (
        "x-specsmith-errors",
        "a: { route: POST /a, errors: [409] }",
        "409: { name: Conflict, message: Conflict, retry: true }",
    ),
    (
        "x-specsmith-error-body",
        "a: { route: POST /a, errors: [409] }",
        "error_body: { status: code, message: message, metadata?: metadata }",
    ),
    (
        "x-specsmith-added",
        "a: { route: GET /a, doc: Reads a. }",
        "doc: Reads a.",
    ),
    (
        "x-specsmith-see",
        "a: { route: GET /a, query: { q?: { type: string, see: 'https://example.com/q' } } }",
        "https://example.com/q",
    ),
    (
        "x-deprecated-message",
        "a: { route: GET /a, deprecated: Use b. }",
        "deprecated: Use b.",
    ),
    (
        "x-deprecated-since",
        "a: { route: GET /a, deprecated: { since: 2026-01-31 } }",
        "deprecated: { since: 2026-01-31 }",
    ),
    (
        "x-sunset",
        "a: { route: GET /a, query: { q?: { type: string, deprecated: { reason: Use r., sunset: 2026-12-31 } } } }",
        "deprecated: { reason: Use r., sunset: 2026-12-31 }",
    ),
    (
        "x-sunset",
        "a: { route: PUT /a, body: Old }",
        "size: { type: integer, deprecated: { since: 2026-01-31, sunset: 2026-12-31 } }",
    ),
    (
        "x-specsmith-errors",
        "a: { route: GET /a, errors: [410] }",
        "deprecated: { reason: It stays., sunset: 2026-12-31 }",
    ),
    (
        "x-stability-level",
        "a: { route: GET /a, stability: unstable }",
        "stability: unstable",
    ),
    (
        "x-stability-level",
        "a: { route: GET /a, query: { q?: { type: string, stability: stable } } }",
        "q?: { type: string, stability: stable }",
    ),
    (
        "x-stability-level",
        "a: { route: PUT /a, body: New }",
        "size: { type: integer, stability: unstable }",
    ),
    (
        "x-assumed",
        "a: { route: GET /a, assumed: The route. }",
        "assumed: The route.",
    ),
    (
        "x-specsmith-open",
        "a: { route: GET /a, returns: Sky }",
        "open: responses",
    ),
    (
        "x-specsmith-values",
        "a: { route: GET /a, returns: Sky }",
        "name: Overcast",
    ),
    (
        "x-specsmith-newtype",
        "a: { route: GET /a, query: { id: Id } }",
        "Id: { newtype: string }",
    ),
    (
        "x-specsmith-object",
        "a: { route: PUT /a, body: Nothing }",
        "Nothing: { fields: {} }",
    ),
    (
        "x-specsmith-envelope",
        "a: { route: GET /a, returns: { type: Tide, envelope: data } }",
        "envelope: data",
    ),
    (
        "x-specsmith-other",
        "a: { route: PUT /a, body: Pet }",
        "open: true",
    ),
    (
        "x-multi-segment",
        "a: { route: 'GET /a/{*rest}', path: { rest: string } }",
        "GET /a/{*rest}",
    ),
    (
        "x-personal",
        "a: { route: GET /a, query: { name?: { type: string, personal: true } } }",
        "personal: true",
    ),
    (
        "x-secret",
        "a: { route: GET /a, query: { name?: { type: string, secret: true } } }",
        "secret: true",
    ),
    ("x-specsmith", "a: { route: GET /a }", "name: T"),
    (
        "x-specsmith-pattern",
        "a: { route: GET /a, query: { q: { type: string, pattern: '(?i)x' } } }",
        "pattern: (?i)x",
    ),
    (
        "x-specsmith-min",
        "a: { route: GET /a, query: { q: { type: integer, min: -9007199254740992 } } }",
        "min: -9007199254740992",
    ),
    (
        "x-specsmith-above",
        "a: { route: GET /a, query: { q: { type: integer, above: -9007199254740993 } } }",
        "above: -9007199254740993",
    ),
    (
        "x-specsmith-max",
        "a: { route: GET /a, query: { q: { type: uint64, max: 18446744073709551614 } } }",
        "max: 18446744073709551614",
    ),
    (
        "x-specsmith-below",
        "a: { route: GET /a, query: { q: { type: integer, below: 9007199254740993 } } }",
        "below: 9007199254740993",
    ),
    (
        "x-specsmith-multiple-of",
        "a: { route: GET /a, query: { q: { type: integer, multiple_of: 9007199254740994 } } }",
        "multiple_of: 9007199254740994",
    ),
    (
        "x-specsmith-selected-by",
        "a: { route: GET /a, query: { as?: string }, responses: { 200: { choice: { one: Tide, all: { type: json_lines<Tide>, selected_by: { query: { as: log } } } } } } }",
        "selected_by: { query: { as: log } }",
    ),
    (
        "x-specsmith-description",
        "a: { route: GET /a, returns: { choice: { one: Tide, all: { type: json_lines<Tide>, doc: A log. } } } }",
        "doc: A log.",
    ),
];

#[test]
fn every_extension_that_is_written_is_read_back() {
    const SPEC: &str = "specsmith: 1\napi: { name: T, title: T, version: 1.0.0 }\n\
        errors:\n  409: { name: Conflict, message: Conflict, retry: true }\n\
        \x20 410: { name: Gone, message: Gone, deprecated: { reason: It stays., sunset: 2026-12-31 } }\n\
        types:\n  Tide: { fields: { metres: integer } }\n  Höhe: { fields: { m: integer } }\n\
        \x20 Label: { fields: { words: { type: string, xml: { text: true } } } }\n\
        \x20 News: { union: { tide: Tide, note: { type: string, text: true }, calm: {} }, by_event: true }\n\
        \x20 Sky: { enum: { blue: Clear., grey: { name: Overcast, doc: Clouds., deprecated: true } }, open: responses }\n\
        \x20 New: { fields: { size: { type: integer, stability: unstable } } }\n\
        \x20 Old: { fields: { size: { type: integer, deprecated: { since: 2026-01-31, sunset: 2026-12-31 } } } }\n\
        \x20 Words: { fields: { words: list<string> } }\n\
        \x20 Id: { newtype: string }\n  Nothing: { fields: {} }\n\
        \x20 Pet: { union: { cat: {}, dog: {} }, tag: kind, open: true }\n\
        \x20 Circle: { fields: { 'kind?': { const: circle }, r: integer } }\n\
        \x20 Square: { fields: { kind: { const: square }, a: integer } }\n\
        \x20 Shape: { union: { circle: Circle, square: Square }, tag: kind, default: circle }\n\
        operations:\n  ";
    for (extension, operation, expected) in READ_BACK {
        let exported = document_of(&format!("{SPEC}{operation}\n")).to_string();
        assert!(exported.contains(extension), "{extension}: {exported}");
        let again = specsmith::convert(&SourceFile::new("again.json", exported)).unwrap();
        assert!(again.text.contains(expected), "{extension}: {}", again.text);
        let warnings: Vec<String> = again.warnings.iter().map(|of| of.message.clone()).collect();
        assert!(warnings.is_empty(), "{extension}: {warnings:?}");
    }
}

/// Extensions that are written, and that other tests read back or look at.
const TESTED: [&str; 9] = [
    // Errors that share a response: the case `errors_with_fields` in `read_back.rs`.
    "x-specsmith-error-responses",
    // The signature of webhooks: `read_back.rs`.
    "x-specsmith-signature",
    // Whether paging is the same after a round trip: `convert.rs`.
    "x-specsmith-pages",
    // What OpenAPI 3.0 has no word for: `openapi_versions.rs`.
    "x-additionalProperties",
    "x-examples",
    "x-items",
    "x-not",
    "x-patternProperties",
    "x-prefixItems",
];

/// Extensions that are written in OpenAPI 3.0 instead of a word of later versions.
const WORDS: [&str; 1] = ["x-webhooks"];

/// What the code that writes documents names, and what the lists above have.
#[test]
fn every_extension_has_a_test_or_a_reason() {
    let mut known: BTreeSet<String> = READ_BACK.iter().map(|(of, ..)| of.to_string()).collect();
    let others = NOTES.iter().chain(&TESTED).chain(&WORDS);
    known.extend(others.map(ToString::to_string));
    let written = extensions_in(&cases::root().join("generator/src/emit/openapi"));
    assert_eq!(known, written);
}

/// What reads documents has these in quotes too: media types, and how the names of some extensions begin.
const NO_EXTENSIONS: [&str; 7] = [
    "x-json-stream",
    "x-jsonl",
    "x-ms-",
    "x-ndjson",
    "x-spec",
    "x-specsmith-",
    "x-www-form-urlencoded",
];

#[test]
fn the_documentation_lists_every_extension_that_is_read() {
    let page = fs::read_to_string(cases::root().join("docs/openapi.md")).unwrap();
    let (_, table) = page.split_once("| extension | where | meaning |").unwrap();
    let (table, _) = table.split_once("\n\n").unwrap();
    let is_end = |c: char| !c.is_ascii_alphabetic() && c != '-';
    let listed = table.lines().filter_map(|row| row.split('|').nth(1));
    let listed = listed.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    let listed = listed.map(|name| name.split(is_end).next().unwrap().to_owned());
    let mut read = extensions_in(&cases::root().join("generator/src/openapi"));
    read.retain(|name| !NO_EXTENSIONS.contains(&name.as_str()));
    assert_eq!(listed.collect::<BTreeSet<String>>(), read);
}

/// The extensions that the code below a folder names, tests aside: in quotes, or by their constants.
fn extensions_in(folder: &Path) -> BTreeSet<String> {
    let constants = constants();
    let mut found = BTreeSet::new();
    for (_, code) in cases::read_files(folder).unwrap().iter() {
        let code = code.split("#[cfg(test)]").next().unwrap_or_default();
        found.extend(quoted_extensions(code));
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let words: BTreeSet<&str> = code.split(|c| !is_part(c)).collect();
        for (constant, extensions) in &constants {
            if words.contains(constant.as_str()) {
                found.extend(extensions.iter().cloned());
            }
        }
    }
    found
}

/// The constants of `extensions.rs`, with the extensions that they stand for.
fn constants() -> BTreeMap<String, BTreeSet<String>> {
    let path = cases::root().join("generator/src/extensions.rs");
    let code = fs::read_to_string(path).unwrap();
    let mut constants = BTreeMap::new();
    let mut limits = BTreeSet::new();
    for definition in code.split("pub(crate) const ").skip(1) {
        let (name, rest) = definition.split_once(':').unwrap();
        let value = rest.split(';').next().unwrap();
        let extensions = quoted_extensions(value);
        if value.contains("limit(") {
            limits.extend(extensions.clone());
        }
        constants.insert(name.to_owned(), extensions);
    }
    constants.insert("LIMITS".to_owned(), limits);
    constants
}

/// The names of extensions that are in quotes.
fn quoted_extensions(code: &str) -> BTreeSet<String> {
    let quoted = code.split("\"x-").skip(1);
    let names = quoted.map(|rest| rest.split('"').next().unwrap_or_default());
    let is_name = |c: char| c.is_ascii_alphabetic() || c == '-';
    let names = names.filter(|name| !name.is_empty() && name.chars().all(is_name));
    names.map(|name| format!("x-{name}")).collect()
}

#[test]
fn a_wrong_extension_leaves_the_others() {
    let document = r#"
openapi: 3.1.0
info: { title: A, version: 1.0.0 }
paths:
  /a:
    post:
      operationId: send
      x-specsmith-idempotent: maybe
      x-specsmith-idempotency: Idempotency-Key
      x-specsmith-conditional: [etag, name]
      responses:
        "200":
          description: Events.
          content:
            text/event-stream:
              x-specsmith-events: { end: "[DONE]", resumable: 5, error: { event: failed }, started: true }
"#;
    let converted = specsmith::convert(&SourceFile::new("a.yaml", document)).unwrap();
    let is_code = |line: &&str| !line.trim_start().starts_with('#');
    let text: Vec<&str> = converted.text.lines().filter(is_code).collect();
    let text = text.join("\n");
    for kept in [
        "idempotency: Idempotency-Key",
        "end: \"[DONE]\"",
        "error: { event: failed }",
    ] {
        assert!(text.contains(kept), "{kept}: {text}");
    }
    for gone in ["idempotent: maybe", "conditional", "resumable"] {
        assert!(!text.contains(gone), "{gone}: {text}");
    }
    let warnings: Vec<&str> = converted.warnings.iter().map(|of| &*of.message).collect();
    for (count, wrong) in [
        (1, "x-specsmith-idempotent"),
        (1, "x-specsmith-conditional"),
        (2, "x-specsmith-events"),
    ] {
        let about = warnings.iter().filter(|message| message.contains(wrong));
        assert_eq!(about.count(), count, "{wrong}: {warnings:?}");
    }
}

/// To OpenAPI, paths that differ only in the names of parameters are the same.
#[test]
fn a_path_has_one_set_of_parameter_names() {
    for (name, spec) in specifications() {
        let document = document(&spec);
        let mut shapes = BTreeSet::new();
        for path in document["paths"].as_object().unwrap().keys() {
            let segments = path.split('/');
            let shape: Vec<&str> = segments
                .map(|segment| {
                    let is_parameter = segment.starts_with('{');
                    if is_parameter && segment.find('}') == Some(segment.len() - 1) {
                        "{}"
                    } else {
                        segment
                    }
                })
                .collect();
            assert!(shapes.insert(shape), "{name}: {path}");
        }
        for (_, path, operation) in operations(&document) {
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let parameters = parameters.map(|parameter| resolve(&document, parameter));
            let in_path = parameters.filter(|parameter| parameter["in"] == "path");
            let declared: Vec<String> = in_path
                .map(|parameter| format!("{{{}}}", parameter["name"].as_str().unwrap()))
                .collect();
            let in_template = path
                .split_inclusive('}')
                .filter_map(|part| part.find('{').map(|start| &part[start..]));
            assert_eq!(declared, in_template.collect::<Vec<_>>(), "{name}: {path}");
        }
    }
}

#[test]
fn a_long_example_or_description_is_not_copied_to_every_use() {
    let long = "x".repeat(20_000);
    let mut spec = format!(
        "specsmith: 1\napi: {{ name: A, title: A, version: 1.0.0 }}\ntypes:\n  \
         Id: {{ newtype: string, doc: {long}, example: {long} }}\n  \
         Book: {{ doc: {long}, fields: {{ text: string }}, example: {{ text: {long} }} }}\noperations:\n"
    );
    for n in 0..50 {
        spec += &format!(
            "  put_{n}: {{ route: 'PUT /b{n}/{{id}}', path: {{ id: Id }}, body: Book, returns: Book }}\n"
        );
    }
    let text = specsmith::openapi(&SourceFile::new("test.yaml", &*spec), Format::Json).unwrap();
    let copies = text.matches(&long).count();
    assert_eq!(copies, 4, "two descriptions and two examples");
    assert!(text.len() < 300_000, "{}", text.len());
}

/// Tools read a union with any string as an object without properties.
#[test]
fn an_open_enumeration_is_a_string_whose_known_values_are_listed() {
    let document = document_of(
        "specsmith: 1\n\
         api: { name: A, title: A, version: 1.0.0 }\n\
         types:\n  \
           Plain: { enum: [red, green], open: true, doc: A colour. }\n  \
           Described: { enum: { red: Like blood., green: '' }, open: true, example: green }\n  \
           Closed: { enum: { red: Like blood., green: '' } }\n",
    );
    let schemas = &document["components"]["schemas"];
    assert_eq!(
        schemas["Plain"],
        json!({
            "description": "A colour.\n\nKnown values, others are possible: `red`, `green`.",
            "x-specsmith-added": 1,
            "type": "string",
            "x-extensible-enum": ["red", "green"],
            "examples": ["red", "green"],
        })
    );
    assert_eq!(
        schemas["Described"],
        json!({
            "description": "Known values, others are possible:\n\n- `red`: Like blood.\n- `green`",
            "x-specsmith-added": 2,
            "x-specsmith-values": { "red": { "description": "Like blood." } },
            "type": "string",
            "x-extensible-enum": ["red", "green"],
            "examples": ["green", "red"],
        })
    );
    assert_eq!(schemas["Closed"]["enum"], json!(["red", "green"]));
    assert_eq!(schemas["Closed"]["x-extensible-enum"], Value::Null);
}

/// Global names of TypeScript, in lower case.
const GLOBALS: [&str; 10] = [
    "array", "date", "error", "map", "number", "object", "promise", "record", "request", "string",
];

#[test]
fn every_json_body_has_a_schema() {
    for (name, spec) in specifications() {
        visit(&document(&spec), &mut |value| {
            let contents = value.get("content").and_then(Value::as_object);
            for (media, content) in contents.into_iter().flatten() {
                let is_json = media == "application/json" || media.ends_with("+json");
                assert!(
                    !is_json || content.get("schema").is_some(),
                    "{name}: a body in {media} has no schema"
                );
            }
        });
    }
}

/// Tools name types after components, and invent names for other objects.
#[test]
fn every_object_of_a_response_has_a_name() {
    for (name, spec) in specifications() {
        let api = specsmith::read(&spec).unwrap();
        let own: BTreeSet<&str> = api.types.iter().map(|ty| ty.name.as_str()).collect();
        let document = document(&spec);
        let components = document["components"].as_object();
        for (section, entries) in components.into_iter().flatten() {
            let mut seen = BTreeSet::new();
            for component in entries.as_object().unwrap().keys() {
                let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
                let is_name = component.starts_with(|c: char| c.is_ascii_alphabetic())
                    && component.chars().all(is_letter);
                assert!(is_name, "{name}: {section}: {component}");
                if section == "schemas" && !own.contains(component.as_str()) {
                    let lower = component.to_lowercase();
                    assert!(!GLOBALS.contains(&lower.as_str()), "{name}: {component}");
                    assert!(seen.insert(lower), "{name}: {component}");
                }
            }
        }
        visit(&document, &mut |value| {
            let body = &value["content"]["application/json"]["schema"];
            let inline = body["properties"].is_object();
            assert!(!inline, "{name}: an object without a name: {body}");
        });
    }
}

#[test]
fn names_of_the_api_take_precedence() {
    let document = document_of(
        "specsmith: 1\n\
         api: { name: A, title: A, version: 1.0.0 }\n\
         pagers: { page: { offset: { parameter: o }, limit: { parameter: l }, items: i, total: t } }\n\
         error_body: { envelope: error, status: code, message: message, metadata?: metadata }\n\
         errors: { 404: { name: Implied400, message: No } }\n\
         types:\n  \
           Book: { fields: { title: string } }\n  \
           Bookpage: { fields: { number: integer } }\n  \
           ErrorResponse: { fields: { text: string } }\n  \
           StringListEnvelope: { fields: { text: string } }\n\
         operations:\n  \
           list: { route: GET /books, returns: page<Book>, errors: [404] }\n  \
           get: { route: GET /book, returns: { type: Book, envelope: book } }\n  \
           find: { route: GET /find, returns: { type: Book, envelope: found } }\n  \
           names: { route: GET /names, returns: { type: 'list<string>', envelope: names } }\n",
    );
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let names: BTreeSet<&str> = schemas.keys().map(String::as_str).collect();
    let expected = [
        "Book",
        "BookEnvelope",
        "BookEnvelope2",
        "BookPage2",
        "Bookpage",
        "ErrorDetail",
        "ErrorMetadata",
        "ErrorResponse",
        "ErrorResponse2",
        "InvalidParameter",
        "StringListEnvelope",
        "StringListEnvelope2",
    ];
    assert_eq!(names, BTreeSet::from(expected));
    assert_eq!(schemas["BookEnvelope2"]["required"], json!(["found"]));
    assert!(schemas["ErrorResponse"]["properties"]["text"].is_object());
    assert!(schemas["ErrorResponse2"]["properties"]["error"].is_object());
    let responses = document["components"]["responses"].as_object().unwrap();
    let names: Vec<&str> = responses.keys().map(String::as_str).collect();
    assert_eq!(names, ["Implied400", "Implied4002", "Implied500"]);
}

/// JavaScript rounds integers beyond 2^53.
#[test]
fn no_bound_is_a_number_that_javascript_rounds() {
    let mut spec = "specsmith: 1\n\
        api: { name: A, title: A, version: 1.0.0 }\n\
        types:\n  \
          Exact: { newtype: integer, min: -9007199254740991, max: 9007199254740991 }\n  \
          Large: { newtype: integer, min: -9007199254740992, max: 9223372036854775807 }\n  \
          Double: { newtype: number, max: 9223372036854775807 }\n  \
          Text: { newtype: string, max_length: 9223372036854775807 }\n"
        .to_owned();
    spec += "operations: { put: { route: 'PUT /a/{id}', path: { id: Large }, body: Exact } }\n";
    let document = document_of(&spec);
    let schemas = &document["components"]["schemas"];
    for (schema, minimum, maximum) in [
        (
            "Exact",
            json!(-9_007_199_254_740_991_i64),
            json!(9_007_199_254_740_991_i64),
        ),
        ("Large", Value::Null, Value::Null),
        ("Double", Value::Null, json!(9_223_372_036_854_775_807.0)),
    ] {
        assert_eq!(schemas[schema]["minimum"], minimum, "{schema}");
        assert_eq!(schemas[schema]["maximum"], maximum, "{schema}");
    }
    assert_eq!(schemas["Large"]["format"], "int64");
    assert_eq!(schemas["Large"]["x-specsmith-min"], "-9007199254740992");
    assert_eq!(schemas["Large"]["x-specsmith-max"], "9223372036854775807");
    assert_eq!(schemas["Text"]["maxLength"], 9_007_199_254_740_991_i64);

    for (name, spec) in specifications() {
        visit(&crate::openapi::document(&spec), &mut |value| {
            let integer = value.as_i64().unwrap_or_default();
            assert!(integer.unsigned_abs() < 1 << 53, "{name}: {value}");
        });
    }
}

#[test]
fn assumptions_are_in_no_description() {
    for (name, spec) in specifications() {
        visit(&document(&spec), &mut |value| {
            let description = value["description"].as_str().unwrap_or_default();
            assert!(!description.contains("Assumed:"), "{name}: {description}");
        });
    }
    let document = document(&cases::gateway());
    let generation = &document["components"]["schemas"]["Generation"];
    assert!(generation["x-assumed"].is_string());
}

/// The example response to a change has the values of the example request, in document and page.
#[test]
fn examples_of_a_request_and_its_response_agree() {
    let spec = "specsmith: 1\n\
        api: { name: A, title: A, version: 1.0.0 }\n\
        types:\n  \
          Book: { fields: { id: string, title: string, pages: integer, note: string?, year: number }, \
            example: { id: b1, title: Old, pages: 9, note: a, year: 1.5 } }\n  \
          BookUpdate: { fields: { title?: string, pages?: { type: integer, max: 500 }, note?: string?, year?: string }, \
            example: { title: New, pages: 400, note: null, year: '1999' } }\n\
        operations: { change: { route: PATCH /a, body: BookUpdate, returns: { type: Book, envelope: book } } }\n";
    let document = document_of(spec);
    let operation = &document["paths"]["/a"]["patch"];
    // `pages` has other bounds, and `year` another type.
    let expected =
        json!({ "book": { "id": "b1", "title": "New", "pages": 9, "note": null, "year": 1.5 } });
    let content = &operation["responses"]["200"]["content"]["application/json"];
    assert_eq!(content["example"], expected);
    let page = specsmith::reference(&SourceFile::new("test.yaml", spec)).unwrap();
    let (_, sample) = page
        .split_once("<summary class=\"good\">200</summary>")
        .unwrap();
    let sample = sample.split_once("</details>").unwrap().0;
    assert!(
        sample.contains("New") && !sample.contains("Old"),
        "{sample}"
    );

    let document = crate::openapi::document(&cases::gateway());
    let patch = &document["paths"]["/v1/scim/group-mappings/{id}"]["patch"];
    let sent = &patch["requestBody"]["content"]["application/json"]["example"]["role"];
    let returned = &patch["responses"]["200"]["content"]["application/json"]["example"];
    assert!(sent.is_string());
    assert_eq!(*sent, returned["data"]["role"]);
}

#[test]
fn every_implied_response_has_its_own_name() {
    // An error has the name of the cause of 413.
    let document = document_of(
        "specsmith: 1\n\
         api: { name: A, title: A, version: 1.0.0 }\n\
         auth: { schemes: { key: { scheme: bearer, kinds: { api_key: {} } } } }\n\
         errors: { 401: { name: LargeBody, message: No } }\n\
         operations:\n  \
           put: { route: PUT /a, body: 'list<string>', auth: api_key }\n  \
           get: { route: GET /a, auth: api_key, errors: [401] }\n",
    );
    let put = &document["paths"]["/a"]["put"]["responses"];
    let mut names: Vec<&str> = ["400", "401", "413", "415", "500"]
        .iter()
        .map(|status| put[status]["$ref"].as_str().unwrap())
        .collect();
    names.dedup();
    assert_eq!(names.len(), 5, "{names:?}");
    let large = resolve(&document, &put["413"]);
    assert_eq!(
        large["description"],
        "The body is too large. Implied: operations need not document it."
    );
    let missing = resolve(&document, &put["401"]);
    assert!(missing["content"]["application/json"]["examples"]["missing_key"].is_object());
}

#[test]
fn a_declared_implied_error_is_on_every_operation_with_its_condition_and_headers() {
    let document = document_of(
        "specsmith: 1\n\
         api: { name: A, title: A, version: 1.0.0 }\n\
         errors:\n  \
           503:\n    \
             { name: Busy, message: Wait, when: The server is busy., implied: true, retry: true,\n    \
               headers: { Retry-After?: integer } }\n\
         operations:\n  \
           get: { route: GET /a }\n  \
           put: { route: PUT /a, errors: [503] }\n",
    );
    let response = |method: &str| {
        let response = &document["paths"]["/a"][method]["responses"]["503"];
        resolve(&document, response)
    };
    let implied = response("get");
    assert_eq!(
        implied["description"],
        "The server is busy. Implied: operations need not document it."
    );
    assert_eq!(
        implied["headers"]["Retry-After"]["schema"]["type"],
        "integer"
    );
    let body = &implied["content"]["application/json"]["examples"]["declared"]["value"];
    assert_eq!(*body, json!({ "code": 503, "message": "Wait" }));
    assert_eq!(
        (&implied["x-implied"], &implied["x-specsmith-retry"]),
        (&json!(true), &json!(true))
    );
    assert_eq!(response("put")["x-implied"], Value::Null);
}

#[test]
fn an_example_of_two_causes_has_the_assumptions_of_both() {
    let document = document_of(
        "specsmith: 1\n\
         api: { name: A, title: A, version: 1.0.0 }\n\
         auth:\n  \
           assumed: As others do.\n  \
           schemes: { key: { scheme: bearer, kinds: { api_key: { assumed: One kind. } } } }\n  \
           missing: { status: 401, assumed: First. }\n  \
           unknown: { status: 401, assumed: Second. }\n\
         errors: { 401: { name: NoKey, message: No } }\n\
         operations:\n  \
           get: { route: GET /a, auth: api_key, errors: [401] }\n",
    );
    let response = &document["components"]["responses"]["NoKey"];
    let example = &response["content"]["application/json"]["examples"]["documented"];
    assert_eq!(example["x-assumed"], "First.\n\nSecond.");
    let scheme = &document["components"]["securitySchemes"]["api_key"];
    assert_eq!(scheme["x-assumed"], "One kind.\n\nAs others do.");
}

#[test]
fn conditional_operations_have_the_headers_of_conditions_and_304() {
    let document = document_of(
        "specsmith: 1\n\
         api: { name: A, title: A, version: 1.0.0 }\n\
         operations:\n  \
           get: { route: GET /a, conditional: [etag, last_modified], \
             responses: { 200: string, 301: { headers: { Location: uri } } } }\n  \
           list: { route: GET /b, conditional: etag, returns: list<string> }\n  \
           put: { route: PUT /a, returns: string }\n",
    );
    let names = |of: &Value| -> Vec<String> {
        let parameters = of["parameters"].as_array().into_iter().flatten();
        let names = parameters.map(|of| of["name"].as_str().unwrap().to_owned());
        names.collect()
    };
    let (get, list) = (
        &document["paths"]["/a"]["get"],
        &document["paths"]["/b"]["get"],
    );
    assert_eq!(names(get), ["If-None-Match", "If-Modified-Since"]);
    assert_eq!(names(list), ["If-None-Match"]);
    for status in ["200", "304"] {
        assert!(get["responses"][status]["headers"]["ETag"].is_object());
        assert!(get["responses"][status]["headers"]["Last-Modified"].is_object());
        assert!(list["responses"][status]["headers"]["ETag"].is_object());
        assert!(list["responses"][status]["headers"]["Last-Modified"].is_null());
    }
    assert!(get["responses"]["301"]["headers"]["ETag"].is_null());
    assert!(get["responses"]["304"]["content"].is_null());
    // Conditions are never invalid.
    assert!(get["responses"]["400"].is_null());
    assert!(document["paths"]["/a"]["put"]["responses"]["304"].is_null());
}

#[test]
fn deprecation_is_an_extension_if_openapi_has_no_field_for_it() {
    let document = document_of(
        "specsmith: 1\n\
         api: { name: A, title: A, version: 1.0.0, deprecated: true }\n\
         auth: { schemes: { key: { scheme: bearer, kinds: { api_key: { deprecated: true } } } } }\n\
         pagers: { page: { doc: Pages are cut., assumed: Nobody says how., offset: { parameter: offset }, \
           limit: { parameter: limit }, items: data, total: total } }\n\
         errors: { 404: { name: Gone, message: No, deprecated: true } }\n\
         types: { Book: { fields: { title: string } } }\n\
         operations:\n  \
           list: { route: GET /a, auth: api_key, returns: page<Book>, errors: [404] }\n  \
           put: { route: PUT /a, auth: api_key, body: { type: Book, deprecated: true } }\n",
    );
    let components = &document["components"];
    for (place, described) in [
        ("info", &document["info"]),
        ("key", &components["securitySchemes"]["api_key"]),
        ("error", &components["responses"]["Gone"]),
        ("body", &document["paths"]["/a"]["put"]["requestBody"]),
    ] {
        assert_eq!(described["x-deprecated"], true, "{place}");
        let text = described["description"].as_str().unwrap();
        assert!(text.contains("Deprecated."), "{place}: {text}");
    }
    let info = document["info"]["description"].as_str().unwrap();
    assert!(info.ends_with("## Pagination\n\nPages are cut."), "{info}");
}

#[test]
fn servers_are_those_of_the_specification() {
    let document = document_of(
        "specsmith: 1\n\
         api:\n  \
           name: A\n  \
           title: A\n  \
           version: 1.0.0\n  \
           base_path: /v1\n  \
           servers:\n    \
             live: https://api.example.com\n    \
             old: { url: 'http://127.0.0.1:8080/a', doc: The old one., assumed: Nobody knows., deprecated: true }\n\
         operations: { get: { route: GET /a } }\n",
    );
    let servers = json!([
        { "url": "https://api.example.com", "description": "live", "x-specsmith-added": 1 },
        {
            "url": "http://127.0.0.1:8080/a",
            "description": "The old one.\n\nDeprecated.",
            "x-specsmith-added": 1,
            "x-deprecated": true,
            "x-assumed": "Nobody knows.",
        },
    ]);
    assert_eq!(document["servers"], servers);
    assert!(document["paths"]["/v1/a"]["get"].is_object());
    // Without names, the server is the one that serves the document.
    assert_eq!(
        crate::openapi::document(&cases::gateway())["servers"],
        json!([{ "url": "/" }])
    );
}

#[test]
fn a_parameter_has_the_constraints_of_its_location() {
    let document = document_of(
        "specsmith: 1\n\
         api: { name: A, title: A, version: 1.0.0 }\n\
         types: { Id: { newtype: string, max_length: 9 } }\n\
         operations:\n  \
           get:\n    \
             route: 'GET /{a}/{b}/{c}'\n    \
             path: { a: Id, b: { type: string, min_length: 3 }, c: { type: string, max_length: 5 } }\n    \
             query: { tags: 'list<string>', names: { type: 'list<string>', min_items: 1 }, id: Id }\n",
    );
    let parameters = document["paths"]["/{a}/{b}/{c}"]["get"]["parameters"]
        .as_array()
        .unwrap();
    let found: Vec<(&str, bool, &Value)> = parameters
        .iter()
        .map(|parameter| {
            let required = parameter["required"] == Value::Bool(true);
            (
                parameter["name"].as_str().unwrap(),
                required,
                &parameter["schema"]["minLength"],
            )
        })
        .collect();
    let (one, three, none) = (json!(1), json!(3), Value::Null);
    assert_eq!(
        found,
        [
            ("a", true, &one),
            ("b", true, &three),
            ("c", true, &one),
            ("tags", false, &none),
            ("names", true, &none),
            ("id", true, &none),
        ]
    );
}

#[test]
fn the_page_and_the_document_require_the_same_parameters() {
    let spec = "specsmith: 1\n\
        api: { name: A, title: A, version: 1.0.0 }\n\
        errors: { 404: { name: Gone, message: No, when: Fails e.g. when gone. And more. } }\n\
        operations:\n  \
          get:\n    \
            route: 'GET /{a}'\n    \
            path: { a: string }\n    \
            query: { tags: 'list<string>', names: { type: 'list<string>', min_items: 1 } }\n    \
            errors: [404]\n";
    let page = specsmith::reference(&SourceFile::new("test.yaml", spec)).unwrap();
    let row = |place: &str| {
        let (_, row) = page.split_once(&format!("id=\"op-get.{place}\"")).unwrap();
        row.split_once("</li>").unwrap().0
    };
    assert!(row("path.a").contains("required") && row("path.a").contains("at least 1"));
    assert!(row("query.tags").contains("optional"));
    assert!(row("query.names").contains("required"));
    assert!(
        page.contains("</b> Fails e.g. when gone.</div>"),
        "the sentence is complete"
    );
}

#[test]
fn constraints_hold_at_every_level() {
    let document = document_of(
        "
specsmith: 1
api: { name: Library, title: Library API, version: 1.0.0 }
types:
  Tag: { alias: string, max_length: 5 }
  Tags: { alias: list<Tag>, max_items: 2 }
  Rows: { alias: list<Row>, max_items: 3 }
  Row: { fields: { id: { type: string, read_only: true }, tags: Tags } }
  Sheet: { fields: { tags?: { type: Tags, max_items: 1 }, by_name: map<Tags> }, others: Tag }
operations:
  put_rows: { route: PUT /rows, body: Rows, returns: Rows }
  put_sheet: { route: PUT /sheets, body: Sheet, returns: Sheet }
",
    );
    let schemas = &document["components"]["schemas"];
    let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    assert_eq!(
        schemas["Tags"],
        json!({ "type": "array", "items": reference("Tag"), "maxItems": 2 })
    );
    let sheet = &schemas["Sheet"];
    assert_eq!(
        sheet["properties"]["tags"],
        json!({ "type": "array", "items": reference("Tag"), "maxItems": 1 })
    );
    let by_name = &sheet["properties"]["by_name"];
    assert_eq!(by_name["additionalProperties"], reference("Tags"));
    assert_eq!(sheet["additionalProperties"], reference("Tag"));
    // The alias is one of the rows in responses, so the body has its constraints.
    let body = &document["paths"]["/rows"]["put"]["requestBody"]["content"]["application/json"];
    assert_eq!(
        body["schema"],
        json!({ "type": "array", "items": reference("RowInput"), "maxItems": 3 })
    );
    let schema = validator(&document, sheet);
    assert!(schema.is_valid(&json!({ "by_name": { "a": [] }, "b": "short" })));
    for invalid in [
        json!({ "by_name": { "a": ["too long"] } }),
        json!({ "by_name": { "a": ["a", "b", "c"] } }),
        json!({ "by_name": {}, "b": "too long" }),
        json!({ "by_name": {}, "tags": ["a", "b"] }),
    ] {
        assert!(!schema.is_valid(&invalid), "{invalid}");
    }
}

/// In 3.0, an identifier of SPDX is an extension, which is read back too.
#[test]
fn terms_contact_and_license_survive_an_export_and_an_import() {
    let specification = |license: &str| {
        format!(
            "specsmith: 1\napi:\n  name: Library\n  title: Library\n  version: 1.0.0\n  \
             terms: https://library.example/terms\n  \
             contact: {{ name: Team, url: https://library.example/help, email: api@library.example }}\n  \
             license: {license}\noperations: {{ open: {{ route: PUT /open }} }}\n"
        )
    };
    let contact = json!({
        "name": "Team", "url": "https://library.example/help", "email": "api@library.example",
    });
    for (license, exported) in [
        ("MIT", json!({ "name": "MIT", "identifier": "MIT" })),
        (
            "{ name: Apache 2.0, spdx: Apache-2.0 }",
            json!({ "name": "Apache 2.0", "identifier": "Apache-2.0" }),
        ),
        (
            "{ name: Own, url: https://library.example/license }",
            json!({ "name": "Own", "url": "https://library.example/license" }),
        ),
        ("{ name: Own }", json!({ "name": "Own" })),
    ] {
        let source = SourceFile::new("library.yaml", specification(license));
        let info = &document(&source)["info"];
        assert_eq!(info["termsOfService"], "https://library.example/terms");
        assert_eq!(info["contact"], contact);
        assert_eq!(info["license"], exported);

        let api = specsmith::read(&source).unwrap();
        for version in [OpenApiVersion::V3_0, OpenApiVersion::V3_1] {
            let text = specsmith::openapi_in(version, &api, Format::Json);
            let document = SourceFile::new("openapi.json", text);
            assert_eq!(specsmith::read(&document).unwrap().info, api.info);
            let converted = specsmith::convert(&document).unwrap().text;
            let again = specsmith::read(&SourceFile::new("again.yaml", converted));
            assert_eq!(again.unwrap().info, api.info, "{license}");
        }
    }
}

#[test]
fn what_cannot_be_a_link_is_left_out_of_documents() {
    let text = r#"{
        "openapi": "3.1.0",
        "info": {
            "title": "Library", "version": "1.0.0", "summary": "Lends books.", "description": "To readers.",
            "termsOfService": "javascript:alert(1)",
            "contact": { "email": "nobody", "url": "help" }, "license": { "name": "Own", "identifier": "not one" }
        },
        "paths": {}
    }"#;
    let api = specsmith::read(&SourceFile::new("openapi.json", text)).unwrap();
    assert_eq!(
        api.notes.doc.as_deref(),
        Some("Lends books.\n\nTo readers.")
    );
    let info = api.info;
    assert_eq!((info.terms, info.contact), (None, None));
    let license = info.license.unwrap();
    assert_eq!((license.name.as_str(), license.spdx), ("Own", None));
}

/// A receiver in another language needs all three headers, and how to verify them.
#[test]
fn standard_webhooks_are_described() {
    let document = |keys: &str| {
        let text = format!(
            "specsmith: 1\napi: {{ name: Books, title: Books, version: '1' }}\n\
             webhooks:\n  added: {{ {keys}, body: {{ type: Book }} }}\n\
             types: {{ Book: {{ fields: {{ title: string }} }} }}\n"
        );
        let api = specsmith::read(&SourceFile::new("books.yaml", text)).unwrap();
        let document = specsmith::openapi_of(&api, Format::Json);
        let document: serde_json::Value = serde_json::from_str(&document).unwrap();
        let parameters = document["webhooks"]["added"]["post"]["parameters"].clone();
        let parameters = parameters.as_array().unwrap().iter();
        let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
        let parameters: Vec<(String, String)> = parameters
            .map(|parameter| (text(&parameter["name"]), text(&parameter["description"])))
            .collect();
        (parameters, specsmith::reference_of(&api))
    };
    for keys in [
        "signature: Webhook-Signature, idempotency: Webhook-Id",
        "signature: Webhook-Signature",
    ] {
        let (parameters, reference) = document(keys);
        let names: Vec<&str> = parameters.iter().map(|(name, _)| name.as_str()).collect();
        let expected = ["Webhook-Id", "Webhook-Timestamp", "Webhook-Signature"];
        assert_eq!(names, expected, "{keys}");
        assert!(!parameters[0].1.contains("server"), "{}", parameters[0].1);
        for expected in ["HMAC-SHA256", "v1,", "whsec_", "Webhook-Timestamp"] {
            assert!(parameters[2].1.contains(expected), "{}", parameters[2].1);
            assert!(reference.contains(expected), "{expected}");
        }
    }
    let (parameters, _) = document("signature: X-Signature");
    assert_eq!(
        parameters,
        [(
            "X-Signature".to_owned(),
            "The signature of the body.".to_owned()
        )]
    );
}

//! What requests carry on the wire, however it is described: credentials, constants and paths, and what senders of webhooks
//! do with responses.

use crate::compared::{assert_both, document, specification};

#[test]
fn a_key_in_the_header_authorization_may_be_a_token() {
    let with = |scheme: &str| {
        document(&format!(
            "
paths:
  /orders:
    get: {{ operationId: listOrders, security: [{{ token: [] }}], responses: {{ '204': {{ description: None. }} }} }}
components: {{ securitySchemes: {{ token: {{ {scheme} }} }} }}
"
        ))
    };
    let key = "type: apiKey, in: header, name: authorization";
    let changed = ["authorization-changed list_orders: risky, risky"];
    for word in [
        "type: http, scheme: bearer",
        "type: http, scheme: basic",
        "type: openIdConnect, openIdConnectUrl: 'https://login.example/configuration'",
    ] {
        assert_both(&with(key), &with(word), &changed, &changed);
    }
}

#[test]
fn kinds_of_keys_are_not_sent() {
    let with = |kinds: &str, kind: &str| {
        specification(&format!(
            "
auth: {{ schemes: {{ key: {{ scheme: bearer, kinds: {{ {kinds} }} }} }} }}
operations: {{ list: {{ route: GET /orders, auth: {kind}, returns: string }} }}
"
        ))
    };
    assert_both(
        &with("reader: A., desk: B.", "desk"),
        &with("reader: A., admin: B.", "admin"),
        &[],
        &[],
    );
    assert_both(
        &with("reader: A., desk: B.", "desk"),
        &with("reader: A., desk: B., admin: C.", "admin"),
        &["scope-added list: breaking, compatible"],
        &["scope-removed list: compatible, breaking"],
    );
}

#[test]
fn an_operation_takes_requests_with_the_value_that_it_demands() {
    let with = |query: &str, more: &str| {
        specification(&format!(
            "
operations:
  do_x: {{ route: POST /x, query: {{ a?: {query} }}, returns: string }}
  {more}
"
        ))
    };
    let other = "do_y: { route: POST /x, query: { a: { const: go } }, returns: integer }";
    assert_both(
        &with("string", ""),
        &with("string", other),
        &[
            "operation-added do_y: compatible, breaking",
            "path-taken do_x: risky, compatible",
        ],
        &[
            "operation-removed do_y: breaking, compatible",
            "path-returned do_x: compatible, risky",
        ],
    );
    assert_both(
        &with("integer", ""),
        &with("integer", other),
        &["operation-added do_y: compatible, breaking"],
        &["operation-removed do_y: breaking, compatible"],
    );
}

#[test]
fn the_end_of_a_path_may_have_slashes() {
    let with = |path: &str| {
        specification(&format!(
            "
operations:
  get_file: {{ route: 'GET {path}', path: {{ name: string }}, returns: string }}
"
        ))
    };
    assert_both(
        &with("/files/{name}"),
        &with("/files/{*name}"),
        &["type-widened get_file: compatible, breaking"],
        &["type-narrowed get_file: breaking, compatible"],
    );
    let moved = ["operation-moved get_file: breaking, breaking"];
    assert_both(
        &with("/files/{name}"),
        &with("/docs/{*name}"),
        &moved,
        &moved,
    );
}

#[test]
fn escapes_of_characters_that_need_none_are_the_same_path() {
    let with = |path: &str| {
        document(&format!(
            "
paths:
  {path}:
    get: {{ operationId: get, responses: {{ '204': {{ description: None. }} }} }}
"
        ))
    };
    assert_both(&with("/%61bc"), &with("/abc"), &[], &[]);
    assert_both(&with("/a%2fc"), &with("/a%2Fc"), &[], &[]);
}

#[test]
fn senders_of_webhooks_know_the_statuses_of_success() {
    let with = |responses: &str| {
        specification(&format!(
            "
webhooks:
  order_paid: {{ body: string{responses} }}
"
        ))
    };
    assert_both(
        &with(""),
        &with(", responses: { 204: none }"),
        &["status-narrowed order_paid.204: risky, compatible"],
        &["status-widened order_paid.2XX: compatible, risky"],
    );
}

#[test]
fn webhooks_may_come_again() {
    let with = |more: &str| {
        specification(&format!(
            "
webhooks:
  order_paid: {{ body: string{more} }}
"
        ))
    };
    assert_both(
        &with(""),
        &with(", idempotent: true"),
        &["idempotence-added order_paid: risky, compatible"],
        &["idempotence-removed order_paid: compatible, risky"],
    );
}

#[test]
fn handlers_choose_the_media_type_of_bytes() {
    let with = |media: &str| {
        specification(&format!(
            "
operations:
  get_image: {{ route: GET /image, returns: {{ type: binary, media: {media} }} }}
"
        ))
    };
    assert_both(
        &with("image/png"),
        &with("[image/png, image/webp]"),
        &["media-type-widened get_image.200: risky, compatible"],
        &["media-type-narrowed get_image.200: compatible, risky"],
    );
}

#[test]
fn parts_without_names_have_places() {
    let with = |fields: &str, media: &str| {
        specification(&format!(
            "
types: {{ Scan: {{ fields: {{ {fields} }} }} }}
operations:
  add: {{ route: POST /scans, body: {{ type: multipart<Scan>, media: {media} }} }}
"
        ))
    };
    let related = "multipart/related";
    let moved = ["parts-reordered add.body: risky, risky"];
    assert_both(
        &with("a: string, b: string", related),
        &with("b: string, a: string", related),
        &moved,
        &moved,
    );
    let form = "multipart/form-data";
    assert_both(
        &with("a: string, b: string", form),
        &with("b: string, a: string", form),
        &[],
        &[],
    );
}

/// A document whose response, and whose body, have a schema.
fn with_schema(is_body: bool, schema: &str) -> specsmith::source::SourceFile {
    let content = format!("content: {{ application/json: {{ schema: {{ {schema} }} }} }}");
    let none = "responses: { '204': { description: None. } }";
    let exchange = match is_body {
        true => format!("requestBody: {{ required: true, {content} }}, {none}"),
        false => format!("responses: {{ '200': {{ description: All., {content} }} }}"),
    };
    document(&format!(
        "\npaths:\n  /orders:\n    post: {{ operationId: send, {exchange} }}\n"
    ))
}

#[test]
fn all_parts_of_lists_that_nothing_checks_are_compared() {
    for (old, new) in [
        (
            "type: array, prefixItems: [{ type: string }, { type: integer }]",
            "type: array, prefixItems: [{ type: string }, { type: boolean }]",
        ),
        (
            "type: object, additionalProperties: false, patternProperties: { ^a: { type: string }, ^b: { type: string } }",
            "type: object, additionalProperties: false, patternProperties: { ^a: { type: string }, ^b: { type: integer } }",
        ),
        (
            "type: object, properties: { c: {} }, patternProperties: { ^a: { type: string }, ^b: { type: string } }",
            "type: object, properties: { c: {} }, patternProperties: { ^a: { type: string }, ^b: { type: integer } }",
        ),
    ] {
        let found = crate::compared::found_in(&with_schema(false, old), &with_schema(false, new));
        assert!(
            matches!(found.as_slice(), [only] if only.starts_with("not-compared ")),
            "{new}: {found:?}"
        );
    }
}

#[test]
fn keywords_that_no_value_violates_say_nothing() {
    let plain =
        "type: object, required: [a], properties: { a: { type: array, items: { type: string } } }";
    for more in [
        "dependentRequired: {}",
        "dependentRequired: { a: [] }",
        "dependentSchemas: {}",
        "not: false",
        "if: { required: [b] }",
        "minProperties: 1",
    ] {
        let with = with_schema(true, &format!("{plain}, {more}"));
        assert_both(&with_schema(true, plain), &with, &[], &[]);
    }
    let plain = "type: array, items: { type: string }";
    let with = format!("{plain}, contains: {{ minLength: 5 }}, minContains: 0");
    assert_both(
        &with_schema(true, plain),
        &with_schema(true, &with),
        &[],
        &[],
    );
}

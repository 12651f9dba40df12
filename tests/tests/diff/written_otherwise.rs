//! Descriptions that say the same in other words, or nearly the same.

use specsmith::source::SourceFile;

use crate::compared::{assert_both, document, specification};

/// A document whose operation takes these contents.
fn contents(contents: &str) -> SourceFile {
    document(&format!(
        "
paths:
  /orders:
    post:
      operationId: send
      requestBody: {{ required: true, content: {{ {contents} }} }}
      responses: {{ '204': {{ description: None. }} }}
"
    ))
}

#[test]
fn the_data_of_an_event_without_content_is_an_empty_object() {
    let with = |tagging: &str, variant: &str| {
        specification(&format!(
            "
types:
  Opened: {{ fields: {{ door: string }} }}
  Nothing: {{ fields: {{}} }}
  Note: {{ fields: {{ text?: string }} }}
  Event: {{ union: {{ opened: Opened, closed: {variant} }}, {tagging} }}
operations:
  watch: {{ route: GET /events, returns: events<Event> }}
"
        ))
    };
    for tagging in ["by_event: true", "wrapped: true"] {
        let with = |variant| with(tagging, variant);
        assert_both(&with("{}"), &with("Nothing"), &[], &[]);
        assert_both(
            &with("{}"),
            &with("Note"),
            &["optional-field-added Event.closed.text: compatible, risky"],
            &["optional-field-removed Event.closed.text: risky, compatible"],
        );
        assert_both(
            &with("{}"),
            &with("Opened"),
            &["required-field-added Event.closed.door: compatible, breaking"],
            &["required-field-removed Event.closed.door: breaking, compatible"],
        );
        assert_both(
            &with("{}"),
            &with("map<string>"),
            &["other-fields-typed Event.closed{}: compatible, risky"],
            &["other-fields-untyped Event.closed{}: risky, compatible"],
        );
    }
    // In a field beside the tag, there is no object without content.
    let changed = ["type-changed Event.closed: breaking, breaking"];
    let beside = |variant| with("tag: type, value: data", variant);
    for variant in ["Nothing", "Note"] {
        assert_both(&beside("{}"), &beside(variant), &changed, &changed);
    }
}

#[test]
fn a_second_scheme_of_the_same_header_has_the_same_credentials() {
    let with = |security: &str, second: &str| {
        document(&format!(
            "
paths:
  /orders:
    get: {{ operationId: listOrders, security: [{security}], responses: {{ '204': {{ description: None. }} }} }}
components:
  securitySchemes:
    key: {{ type: apiKey, in: header, name: X-Key }}
    {second}
"
        ))
    };
    let same = "other: { type: apiKey, in: header, name: x-key }";
    assert_both(
        &with("{ key: [] }", ""),
        &with("{ key: [] }, { other: [] }", same),
        &[],
        &[],
    );
    // Both sides tell the credentials of two schemes apart.
    assert_both(
        &with("{ key: [] }", same),
        &with("{ key: [] }, { other: [] }", same),
        &["credentials-added list_orders: compatible, breaking"],
        &["credentials-removed list_orders: breaking, compatible"],
    );
    assert_both(
        &with("{ key: [] }", ""),
        &with(
            "{ key: [] }, { other: [] }",
            "other: { type: apiKey, in: header, name: X-Other }",
        ),
        &["credentials-added list_orders: compatible, breaking"],
        &["credentials-removed list_orders: breaking, compatible"],
    );
}

#[test]
fn a_range_of_media_types_beside_json_is_json() {
    let schema = "{ schema: { type: object, properties: { a: { type: string } } } }";
    let json = format!("application/json: {schema}");
    for range in ["application/*", "'*/*'"] {
        let both = format!("{json}, {range}: {schema}");
        assert_both(&contents(&json), &contents(&both), &[], &[]);
        let of_range = format!("{range}: {schema}");
        assert_both(&contents(&of_range), &contents(&both), &[], &[]);
        // Of the range, another schema says something else.
        let other =
            format!("{json}, {range}: {{ schema: {{ type: array, items: {{ type: string }} }} }}");
        let found = crate::compared::found_with_rollback(&contents(&json), &contents(&other));
        let [change] = found.as_slice() else {
            panic!("{found:?}");
        };
        assert!(change.starts_with("not-compared "), "{change}");
    }
}

/// A document whose operation takes a body of this schema.
fn body(schema: &str) -> SourceFile {
    contents(&format!("application/json: {{ schema: {{ {schema} }} }}"))
}

/// A document whose operation returns values of this schema.
fn returned(schema: &str) -> SourceFile {
    document(&format!(
        "
paths:
  /orders:
    get:
      operationId: read
      responses: {{ '200': {{ description: It., content: {{ application/json: {{ schema: {{ {schema} }} }} }} }} }}
"
    ))
}

/// Asserts that nothing changes between bodies of these schemas, nor between responses.
#[track_caller]
fn assert_same(one: &str, other: &str) {
    assert_both(&body(one), &body(other), &[], &[]);
    assert_both(&returned(one), &returned(other), &[], &[]);
}

#[test]
fn all_types_are_any_value() {
    let all = "string, number, boolean, object, array";
    for any in [
        format!("type: [{all}, 'null']"),
        format!("type: ['null', integer, {all}]"),
    ] {
        assert_same("", &any);
        assert_same(
            "type: object, properties: { a: {} }",
            &format!("type: object, properties: {{ a: {{ {any} }} }}"),
        );
        assert_same(
            "type: string",
            &format!("allOf: [{{ type: string }}, {{ {any} }}]"),
        );
    }
    assert_both(
        &body(""),
        &body(&format!("type: [{all}]")),
        &["type-narrowed send.body: breaking, compatible"],
        &["type-widened send.body: compatible, breaking"],
    );
}

#[test]
fn a_pattern_that_all_names_match_is_about_all_properties() {
    let patterns = |pattern: &str, values: &str| {
        format!("patternProperties: {{ '{pattern}': {{ {values} }} }}")
    };
    let map = "type: object, additionalProperties: { type: string, maxLength: 3 }";
    for pattern in ["", "^", ".*", "^.*$"] {
        let patterns = patterns(pattern, "type: string, maxLength: 3");
        assert_same(map, &format!("type: object, {patterns}"));
        assert_same(
            map,
            &format!("type: object, additionalProperties: false, {patterns}"),
        );
    }
    // A rule that no type has.
    let object = "type: object, minProperties: 1, properties: { a: { type: string } }";
    assert_both(
        &body(&format!(
            "type: object, additionalProperties: {{ {object} }}"
        )),
        &body(&format!("type: object, {}", patterns("", object))),
        &[],
        &[],
    );
    assert_both(
        &body("type: object, additionalProperties: { type: string }"),
        &body("type: object, patternProperties: { '^x': { type: string } }"),
        &["type-widened send.body{}: compatible, breaking"],
        &["type-narrowed send.body{}: breaking, compatible"],
    );
}

#[test]
fn first_items_that_may_be_anything_say_nothing() {
    let first = "type: array, prefixItems: [{ type: string }, { type: integer }]";
    for rest in ["items: true", "items: {}", "minItems: 0"] {
        assert_same(first, &format!("{first}, {rest}"));
    }
    assert_same(
        "type: array",
        "type: array, prefixItems: [{}, true], items: {}",
    );
    let strings = format!("{first}, items: {{ type: string }}");
    assert_both(
        &body(first),
        &body(&strings),
        &["schema-added send.body: breaking, compatible"],
        &["schema-removed send.body: compatible, breaking"],
    );
}

#[test]
fn the_elements_of_a_tuple_are_the_items_of_a_list() {
    let tuple =
        "type: array, prefixItems: [{ type: string }, { type: string }], items: false, minItems: 2";
    let list = "type: array, items: { type: string }";
    assert_same(tuple, &format!("{list}, minItems: 2, maxItems: 2"));
    for longer in ["", ", minItems: 1", ", maxItems: 3, minItems: 2"] {
        assert_both(
            &body(tuple),
            &body(&format!("{list}{longer}")),
            &["type-widened send.body: compatible, breaking"],
            &["type-narrowed send.body: breaking, compatible"],
        );
    }
    let changed = ["type-changed send.body: breaking, breaking"];
    for other in [
        format!("{list}, minItems: 3"),
        "type: array, items: { type: integer }, minItems: 2, maxItems: 2".to_owned(),
    ] {
        assert_both(&body(tuple), &body(&other), &changed, &changed);
    }
}

#[test]
fn rules_that_no_type_has_are_compared_by_their_values() {
    let choice = |most: u64| {
        format!("anyOf: [{{ type: string, maxLength: {most} }}, {{ type: string, pattern: '^a' }}]")
    };
    assert_both(
        &body(&choice(4)),
        &body(&choice(5)),
        &["schema-removed send.body: compatible, breaking"],
        &["schema-added send.body: breaking, compatible"],
    );
    let at = "/paths/~1orders/get/responses/200/content/application~1json/schema/anyOf";
    assert_both(
        &returned(&choice(4)),
        &returned(&choice(5)),
        &[&format!("unchecked-rule-removed {at}: unknown, compatible")],
        &[&format!("unchecked-rule-added {at}: compatible, unknown")],
    );
    // Patterns have no order.
    let pattern = |text: &str| choice(4).replace("^a", text);
    assert_both(
        &body(&pattern("^a")),
        &body(&pattern("^b")),
        &["schema-changed send.body: unknown, unknown"],
        &["schema-changed send.body: unknown, unknown"],
    );
    let object = "type: object, required: [a], properties: { a: { type: string } }";
    for nothing in [
        "propertyNames: { type: string }",
        "dependentSchemas: { a: true }",
        "dependentRequired: { b: [a] }",
        "if: { required: [b] }, then: true, else: {}",
        "not: { not: {} }",
    ] {
        assert_same(object, &format!("{object}, {nothing}"));
    }
    assert_same(
        "type: array, items: { type: string }",
        "type: array, items: { type: string }, unevaluatedItems: false",
    );
}

#[test]
fn a_pattern_may_say_the_lengths_of_text() {
    for (lengths, pattern) in [
        ("minLength: 1", "^.+$"),
        ("minLength: 1, maxLength: 5", "^.{1,5}$"),
        ("minLength: 3, maxLength: 3", "^.{3}$"),
        ("minLength: 3", "^.{3,}$"),
    ] {
        let text = format!("type: string, {lengths}");
        assert_same(&text, &format!("type: string, pattern: '{pattern}'"));
    }
    assert_both(
        &body("type: string, pattern: '^.{1,5}$'"),
        &body("type: string, pattern: '^.{1,8}$'"),
        &["max-length-raised send.body: compatible, breaking"],
        &["max-length-lowered send.body: breaking, compatible"],
    );
    // Only the empty text.
    assert_both(
        &body("type: string"),
        &body("type: string, pattern: '^$'"),
        &["pattern-added send.body: breaking, compatible"],
        &["pattern-removed send.body: compatible, breaking"],
    );
}

#[test]
fn a_server_may_be_at_the_document_or_at_each_operation() {
    let server = "servers: [{ url: 'https://shop.example/v1' }]";
    let with = |top: &str, path: &str| {
        document(&format!(
            "
{top}
paths:
  /orders: {{ {path} get: {{ operationId: listOrders, responses: {{ '204': {{ description: None. }} }} }} }}
"
        ))
    };
    let at_path = format!("{server},");
    assert_both(&with(server, ""), &with("", &at_path), &[], &[]);
    let other = server.replace("v1", "v2");
    assert_both(
        &with(server, ""),
        &with(server, &format!("{other},")),
        &[
            "operation-server-changed list_orders: risky, risky",
            "server-added servers: compatible, risky",
        ],
        &[
            "operation-server-changed list_orders: risky, risky",
            "server-removed servers: risky, compatible",
        ],
    );
}

#[test]
fn text_is_text_in_a_media_type_too() {
    let with = |value: &str| {
        document(&format!(
            "
paths:
  /orders:
    get:
      operationId: listOrders
      parameters: [{{ name: q, in: query, {value} }}]
      responses: {{ '204': {{ description: None. }} }}
"
        ))
    };
    assert_both(
        &with("schema: { type: string }"),
        &with("content: { text/plain: { schema: { type: string } } }"),
        &[],
        &[],
    );
    let text = "schema: { type: string }";
    for (one, other) in [
        ("text/plain", "text/plain; charset=utf-8"),
        ("text/*", "text/plain"),
    ] {
        let one = format!("{one}: {{ {text} }}");
        let both = contents(&format!("{one}, {other}: {{ {text} }}"));
        assert_both(&contents(&one), &both, &[], &[]);
    }
    let bytes = |schema: &str| contents(&format!("application/octet-stream: {{ {schema} }}"));
    assert_both(
        &bytes("schema: { type: string, format: binary }"),
        &bytes("schema: { type: string, contentMediaType: application/octet-stream }"),
        &[],
        &[],
    );
}

#[test]
fn the_schema_of_lines_may_be_the_list_of_them() {
    let with = |schema: &str| {
        document(&format!(
            "
paths:
  /orders:
    get:
      operationId: listOrders
      responses: {{ '200': {{ description: All., content: {{ application/x-ndjson: {{ schema: {{ {schema} }} }} }} }} }}
"
        ))
    };
    assert_both(
        &with("type: object"),
        &with("type: array, items: { type: object }"),
        &[],
        &[],
    );
}

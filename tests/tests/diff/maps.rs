//! Maps and objects with named fields: each field has a value of the map on the other side.

use specsmith::source::SourceFile;

use super::compared::{assert_both, document};

/// A document whose requests are of one schema, or whose responses are.
fn with(is_request: bool, schema: &str) -> SourceFile {
    let content = format!("content: {{ application/json: {{ schema: {schema} }} }}");
    let (body, response) = match is_request {
        true => (
            format!("requestBody: {{ required: true, {content} }}"),
            "'204': { description: None. }".to_owned(),
        ),
        false => (
            String::new(),
            format!("'200': {{ description: All., {content} }}"),
        ),
    };
    document(&format!(
        "
paths:
  /orders:
    post:
      operationId: setOrders
      {body}
      responses: {{ {response} }}
"
    ))
}

const MAP: &str = "{ type: object, additionalProperties: { type: string } }";

#[test]
fn an_object_without_others_has_fewer_fields_than_a_map() {
    let object =
        "{ type: object, properties: { a: { type: string } }, additionalProperties: false }";
    assert_both(
        &with(true, MAP),
        &with(true, object),
        &["other-fields-refused set_orders.body{}: breaking, compatible"],
        &["other-fields-accepted set_orders.body{}: compatible, breaking"],
    );
    assert_both(
        &with(false, MAP),
        &with(false, object),
        &["other-fields-untyped set_orders.200{}: risky, compatible"],
        &["other-fields-typed set_orders.200{}: compatible, risky"],
    );
}

#[test]
fn a_field_has_more_or_fewer_values_than_a_map() {
    let object = |value: &str| {
        format!(
            "{{ type: object, properties: {{ a: {value} }}, additionalProperties: {{ type: string }} }}"
        )
    };
    let short = object("{ type: string, maxLength: 5 }");
    assert_both(
        &with(true, MAP),
        &with(true, &short),
        &["max-length-lowered set_orders.body.a: breaking, compatible"],
        &["max-length-raised set_orders.body.a: compatible, breaking"],
    );
    assert_both(
        &with(false, MAP),
        &with(false, &short),
        &["max-length-lowered set_orders.200.a: compatible, risky"],
        &["max-length-raised set_orders.200.a: risky, compatible"],
    );
    let null = object("{ type: [string, 'null'] }");
    assert_both(
        &with(true, MAP),
        &with(true, &null),
        &["null-added set_orders.body.a: compatible, breaking"],
        &["null-removed set_orders.body.a: breaking, compatible"],
    );
    assert_both(
        &with(true, MAP),
        &with(true, &object("{ type: string }")),
        &[],
        &[],
    );
    // Such objects have nothing in common.
    assert_both(
        &with(true, MAP),
        &with(true, &object("{ type: integer }")),
        &["type-changed set_orders.body: breaking, breaking"],
        &["type-changed set_orders.body: breaking, breaking"],
    );
}

#[test]
fn a_field_of_responses_is_not_required_in_requests() {
    let object = "{ type: object, required: [a], properties: { a: { type: string, readOnly: true } }, additionalProperties: { type: string } }";
    assert_both(&with(true, MAP), &with(true, object), &[], &[]);
    assert_both(
        &with(false, MAP),
        &with(false, object),
        &["field-became-required set_orders.200.a: compatible, breaking"],
        &["field-became-optional set_orders.200.a: breaking, compatible"],
    );
}

#[test]
fn maps_of_objects_of_maps_end() {
    let document = |schema: &str, components: &str| {
        document(&format!(
            "
paths:
  /orders:
    post:
      operationId: setOrders
      requestBody: {{ required: true, content: {{ application/json: {{ schema: {schema} }} }} }}
      responses: {{ '204': {{ description: None. }} }}
components:
  schemas: {{ {components} }}
"
        ))
    };
    let map = "{ type: object, additionalProperties: { $ref: '#/components/schemas/X' } }";
    let x = format!("X: {{ type: object, properties: {{ g: {map} }} }}");
    let of_o = "{ type: object, additionalProperties: { $ref: '#/components/schemas/O' } }";
    let o =
        format!("O: {{ type: object, properties: {{ g: {of_o} }}, additionalProperties: {of_o} }}");
    assert_both(
        &document(map, &x),
        &document("{ $ref: '#/components/schemas/O' }", &o),
        &["type-changed set_orders.body: breaking, breaking"],
        &["type-changed set_orders.body: breaking, breaking"],
    );
}

#[test]
fn a_field_that_servers_ignore_has_other_values_than_a_map() {
    let object = |value: &str| {
        format!(
            "{{ type: object, properties: {{ id: {{ type: {value}, readOnly: true }} }}, additionalProperties: {{ type: string }} }}"
        )
    };
    let removed = "field-unlike-others-removed set_orders.body.id: breaking, risky";
    let added = "field-unlike-others-added set_orders.body.id: risky, breaking";
    assert_both(
        &with(true, &object("integer")),
        &with(true, MAP),
        &[removed],
        &[added],
    );
    assert_both(&with(true, &object("string")), &with(true, MAP), &[], &[]);
    // The other fields of the object are integers.
    let two = "{ type: object, properties: { a: { type: string }, id: { type: integer, readOnly: true } }, additionalProperties: { type: string } }";
    assert_both(&with(true, two), &with(true, MAP), &[removed], &[added]);
}

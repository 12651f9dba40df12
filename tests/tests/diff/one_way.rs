//! Fields that only responses have, or only requests, and what servers do with them in the other direction.

use specsmith::source::SourceFile;

use crate::compared::{assert_both, document, specification};

/// A document in which requests and responses have orders with these properties.
fn orders(properties: &str, others: &str, schemas: &str) -> SourceFile {
    document(&format!(
        "
paths:
  /orders:
    post:
      operationId: create_order
      requestBody:
        required: true
        content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/Order' }} }} }}
      responses:
        '200':
          description: The order.
          content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/Order' }} }} }}
components:
  schemas:
    Order:
      type: object
      properties: {{ {properties} }}
      {others}
    {schemas}
"
    ))
}

#[test]
fn what_servers_ignored_in_requests_falls_under_other_fields_of_a_type() {
    let text = "additionalProperties: { type: string }";
    let with = |id: &str| orders(&format!("sku: {{ type: string }}{id}"), text, "");
    let none = with("");
    assert_both(
        &with(", id: { type: integer, readOnly: true }"),
        &none,
        &[
            "field-unlike-others-removed Order.id: breaking, risky",
            "field-unlike-others-removed Order.id: risky, breaking",
        ],
        &[
            "field-unlike-others-added Order.id: breaking, risky",
            "field-unlike-others-added Order.id: risky, breaking",
        ],
    );
    // Its values are those of other fields.
    assert_both(
        &with(", id: { type: string, readOnly: true }"),
        &none,
        &["optional-field-removed Order.id: risky, compatible"],
        &["optional-field-added Order.id: compatible, risky"],
    );
    // Responses do not have it, so nobody sends it back.
    assert_both(
        &with(", id: { type: integer, writeOnly: true }"),
        &none,
        &["field-unlike-others-removed Order.id: breaking, risky"],
        &["field-unlike-others-added Order.id: risky, breaking"],
    );
    // Fields of any type were ignored before, and others were rejected.
    let id = "sku: { type: string }, id: { type: integer, readOnly: true }";
    let sku = "sku: { type: string }";
    let closed = orders(id, "additionalProperties: false", "");
    let open = orders(id, "", "");
    for (ignoring, change) in [
        (
            closed,
            "other-fields-accepted Order{}: compatible, breaking",
        ),
        (open, "other-fields-typed Order{}: risky, risky"),
    ] {
        let found = crate::compared::found_with_rollback(&ignoring, &orders(sku, text, ""));
        let unlike = "field-unlike-others-removed Order.id: breaking, risky";
        assert!(found.iter().any(|line| line == unlike), "{found:?}");
        assert!(found.iter().any(|line| line == change), "{found:?}");
    }
}

#[test]
fn what_servers_ignore_is_not_one_of_the_other_fields_of_a_type() {
    let with = |only: &str| {
        orders(
            &format!("sku: {{ type: string }}, id: {{ type: integer{only} }}"),
            "additionalProperties: { type: string }",
            "",
        )
    };
    for only in [", readOnly: true", ", writeOnly: true"] {
        assert_both(
            &with(""),
            &with(only),
            &["optional-field-removed Order.id: risky, compatible"],
            &["optional-field-added Order.id: compatible, risky"],
        );
    }
}

#[test]
fn a_type_of_requests_ignores_what_its_type_of_responses_has() {
    let with = |fields: &str| {
        specification(&format!(
            "
types: {{ Order: {{ fields: {{ sku: string{fields} }}, others: string }} }}
operations: {{ create: {{ route: POST /orders, body: Order, returns: Order }} }}
"
        ))
    };
    assert_both(
        &with(", 'id?': { type: integer, read_only: true }"),
        &with(""),
        &[
            "field-unlike-others-removed Order.id: breaking, risky",
            "field-unlike-others-removed Order.id: risky, breaking",
        ],
        &[
            "field-unlike-others-added Order.id: breaking, risky",
            "field-unlike-others-added OrderInput.id: risky, breaking",
        ],
    );
    assert_both(
        &with(", 'id?': { type: string, read_only: true }"),
        &with(""),
        &["optional-field-removed Order.id: risky, compatible"],
        &["optional-field-added Order.id: compatible, risky"],
    );
}

#[test]
fn a_type_of_requests_alone_ignores_what_responses_would_have() {
    let with = |properties: &str| {
        document(&format!(
            "
paths:
  /orders:
    post:
      operationId: create_order
      requestBody: {{ required: true, content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/Order' }} }} }} }}
      responses: {{ '204': {{ description: Created. }} }}
components:
  schemas:
    Order:
      type: object
      properties: {{ sku: {{ type: string }}{properties} }}
      additionalProperties: {{ type: string }}
"
        ))
    };
    assert_both(
        &with(", id: { type: integer, readOnly: true }"),
        &with(""),
        &["field-unlike-others-removed Order.id: breaking, risky"],
        &["field-unlike-others-added Order.id: risky, breaking"],
    );
    assert_both(
        &with(", id: { type: string, readOnly: true }"),
        &with(""),
        &[],
        &[],
    );
    let specified = |fields: &str| {
        specification(&format!(
            "
types: {{ Order: {{ fields: {{ sku: string{fields} }}, others: string }} }}
operations: {{ create_order: {{ route: POST /orders, body: Order }} }}
"
        ))
    };
    assert_both(
        &specified(", 'id?': { type: integer, read_only: true }"),
        &specified(""),
        &["field-unlike-others-removed Order.id: breaking, risky"],
        &["field-unlike-others-added Order.id: risky, breaking"],
    );
}

#[test]
fn the_direction_of_a_property_is_in_what_it_refers_to() {
    let plain = "$ref: '#/components/schemas/Id'";
    for property in [
        plain,
        "$ref: '#/components/schemas/Id', description: Given by the server.",
        "allOf: [{ $ref: '#/components/schemas/Id' }]",
        "anyOf: [{ $ref: '#/components/schemas/Id' }]",
        "anyOf: [{ $ref: '#/components/schemas/Id' }, { type: 'null' }]",
        "oneOf: [{ type: 'null' }, { $ref: '#/components/schemas/Id' }]",
        "oneOf: [{ allOf: [{ $ref: '#/components/schemas/Id' }] }, { type: 'null' }]",
        "$ref: '#/components/schemas/MaybeId'",
    ] {
        let with = |only: &str| {
            orders(
                &format!("sku: {{ type: string }}, id: {{ {property} }}"),
                "",
                &format!(
                    "Id: {{ type: integer{only} }}\n    MaybeId: {{ anyOf: [{{ $ref: '#/components/schemas/Id' }}, {{ type: 'null' }}] }}"
                ),
            )
        };
        for only in [", readOnly: true", ", writeOnly: true"] {
            assert_both(
                &with(""),
                &with(only),
                &["optional-field-removed Order.id: risky, compatible"],
                &["optional-field-added Order.id: compatible, risky"],
            );
        }
    }
    // One of several schemas does not decide it.
    let with = |only: &str| {
        orders(
            &format!("id: {{ anyOf: [{{ type: integer{only} }}, {{ type: string }}] }}"),
            "",
            "",
        )
    };
    assert_both(&with(""), &with(", readOnly: true"), &[], &[]);
}

#[test]
fn what_servers_ignore_has_the_type_of_responses() {
    let with = |field: &str| {
        specification(&format!(
            "
types:
  Part: {{ fields: {{ n: string, w: {{ type: string, write_only: true }} }} }}
  Order: {{ fields: {{ sku: Part{field} }}, others: Part }}
operations:
  create: {{ route: POST /orders, body: Order, returns: Order }}
"
        ))
    };
    // Clients sent it back without `w`, which other fields must have.
    assert_both(
        &with(", p?: { type: Part, read_only: true }"),
        &with(""),
        &[
            "field-unlike-others-removed OrderInput.p: breaking, risky",
            "optional-field-removed Order.p: risky, compatible",
        ],
        &[
            "field-unlike-others-added OrderInput.p: risky, breaking",
            "optional-field-added Order.p: compatible, risky",
        ],
    );
}

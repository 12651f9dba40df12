//! Listed values: whether there are others, and which types have them.

use crate::compared::{
    assert_both, assert_found, assert_found_by_generated, document, found_in, specification,
};
use crate::meanings::breaking_in;

#[test]
fn a_list_of_values_in_responses_becomes_open() {
    let with = |open: &str| {
        format!(
            "
types:
  Order: {{ enum: [open, paid]{open} }}
operations:
  get_order: {{ route: GET /order, returns: Order }}
  set_order: {{ route: PUT /order, body: Order }}
"
        )
    };
    let [closed, responses, open] = ["", ", open: responses", ", open: true"].map(with);
    assert_found(&responses, &open, &["response-type-opened Order: breaking"]);
    assert_found(&open, &responses, &["response-type-closed Order: breaking"]);
    assert_found(&closed, &open, &["type-opened Order: breaking"]);
    assert_found(&closed, &responses, &["type-opened Order: breaking"]);
    // Generated clients keep values of a type that is open in responses.
    let kept = &["response-type-opened Order: compatible"];
    assert_found_by_generated(&responses, &open, kept);
    assert_found_by_generated(&closed, &open, &["type-opened Order: breaking"]);
}

#[test]
fn values_of_a_document_become_extensible() {
    let with = |schema: &str| {
        document(&format!(
            "
paths:
  /order:
    get:
      operationId: get_order
      responses:
        '200':
          description: The state of the order.
          content: {{ application/json: {{ schema: {schema} }} }}
"
        ))
    };
    let closed = with("{ type: string, enum: [open, paid] }");
    for open in [
        with("{ type: string, x-extensible-enum: [open, paid] }"),
        with("{ anyOf: [{ type: string, enum: [open, paid] }, { type: string }] }"),
    ] {
        assert_both(
            &closed,
            &open,
            &["response-type-opened GetOrderResponse: breaking, compatible"],
            &["response-type-closed GetOrderResponse: compatible, breaking"],
        );
    }
}

#[test]
fn limits_of_values_that_are_not_listed() {
    let with = |more: &str| {
        document(&format!(
            "
paths:
  /order:
    post:
      operationId: set_order
      requestBody:
        required: true
        content:
          application/json:
            schema: {{ type: object, properties: {{ state: {{ type: string{more} }} }} }}
      responses: {{ '204': {{ description: It is set. }} }}
"
        ))
    };
    let open = ", x-extensible-enum: [open, paid]";
    for limit in [", maxLength: 5", ", pattern: '^[a-z]+$'", ", format: date"] {
        let limited = with(&format!("{open}{limit}"));
        let there = found_in(&with(open), &limited);
        assert!(
            there[0].starts_with("unchecked-rule-added"),
            "{limit}: {there:?}"
        );
        let back = found_in(&limited, &with(open));
        assert!(back[0].starts_with("unchecked-rule-removed"), "{back:?}");
    }
}

#[test]
fn integer_types_that_lack_listed_values() {
    let with = |ty: &str| {
        format!(
            "
types:
  Size: {{ enum: [1, 300], of: integer }}
  Low: {{ enum: [1, 200], of: integer }}
  Open: {{ enum: [1, 200], of: integer, open: true }}
operations:
  set_size: {{ route: POST /size, query: {{ size: {ty} }} }}
  get_size: {{ route: GET /size, returns: list<{ty}> }}
"
        )
    };
    let both = |rule: &str, verdicts: [&str; 2]| {
        [
            format!("{rule} get_size.200[]: {}", verdicts[0]),
            format!("{rule} set_size.query.size: {}", verdicts[1]),
        ]
    };
    for (old, new, rule, verdicts) in [
        ("Size", "uint8", "type-changed", ["breaking", "breaking"]),
        ("uint8", "Size", "type-changed", ["breaking", "breaking"]),
        ("Size", "uint16", "type-widened", ["breaking", "compatible"]),
        (
            "uint16",
            "Size",
            "type-narrowed",
            ["compatible", "breaking"],
        ),
        ("Low", "uint8", "type-widened", ["breaking", "compatible"]),
        ("int8", "Open", "type-changed", ["breaking", "breaking"]),
        ("uint8", "Open", "type-widened", ["breaking", "compatible"]),
        ("Open", "uint8", "type-narrowed", ["compatible", "breaking"]),
    ] {
        let expected = both(rule, verdicts);
        let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
        assert_found(&with(old), &with(new), &expected);
    }
}

#[test]
fn constraints_beside_an_alias_replace_those_of_the_alias() {
    let with = |field: &str| {
        specification(&format!(
            "
types:
  Name: {{ alias: string, max_length: 4, pattern: '^a' }}
  Tags: {{ alias: list<string>, min_items: 2 }}
  Person: {{ fields: {{ name: {field} }} }}
operations:
  set: {{ route: POST /person, body: Person }}
"
        ))
    };
    let named = with("Name");
    assert_both(
        &named,
        &with("{ type: Name, max_length: 9 }"),
        &["max-length-raised Person.name: compatible, breaking"],
        &["max-length-lowered Person.name: breaking, compatible"],
    );
    assert_both(
        &named,
        &with("{ type: Name, pattern: '^b' }"),
        &["pattern-changed Person.name: unknown, unknown"],
        &["pattern-changed Person.name: unknown, unknown"],
    );
    assert_both(
        &with("Tags"),
        &with("{ type: Tags, min_items: 1 }"),
        &["min-items-lowered Person.name: compatible, breaking"],
        &["min-items-raised Person.name: breaking, compatible"],
    );
    // The alias written out.
    let written_out = with("{ type: string, max_length: 9, pattern: '^a' }");
    assert_both(
        &with("{ type: Name, max_length: 9 }"),
        &written_out,
        &[],
        &[],
    );
}

#[test]
fn null_of_a_member_of_a_choice() {
    let with = |member: &str, media: &str, schema: &str| {
        document(&format!(
            "
paths:
  /size:
    get:
      operationId: get_size
      responses:
        '200': {{ description: The size., content: {{ {media}: {{ schema: {schema} }} }} }}
components:
  schemas:
    Size: {{ oneOf: [{{ type: {member} }}, {{ type: boolean }}] }}
    Outer: {{ oneOf: [{{ $ref: '#/components/schemas/Size' }}, {{ type: integer }}] }}
    Data: {{ type: {member}, properties: {{ a: {{ type: string }} }} }}
"
        ))
    };
    let json = "application/json";
    let (null, none) = ("[string, 'null']", "string");
    for (schema, path) in [
        ("{ $ref: '#/components/schemas/Size' }", "get_size.200"),
        ("{ $ref: '#/components/schemas/Outer' }", "get_size.200"),
        (
            "{ type: array, items: { $ref: '#/components/schemas/Size' } }",
            "get_size.200[]",
        ),
    ] {
        assert_both(
            &with(null, json, schema),
            &with(none, json, schema),
            &[&format!("null-removed {path}: compatible, breaking")],
            &[&format!("null-added {path}: breaking, compatible")],
        );
    }
    // A choice that contains itself.
    let recursive = document(
        "
paths: {}
components:
  schemas:
    Tree: { oneOf: [{ $ref: '#/components/schemas/Tree' }, { type: string }] }
",
    );
    assert_both(&recursive, &recursive, &[], &[]);
    // Events of null are events without data, which is not compared.
    let data = "{ $ref: '#/components/schemas/Data' }";
    let stream = |member| with(member, "text/event-stream", data);
    let found = found_in(&stream("[object, 'null']"), &stream("object"));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("not-compared"), "{found:?}");
}

#[test]
fn listed_values_of_a_document_trade_their_names() {
    let with = |schema: &str| {
        document(&format!(
            "
paths:
  /order:
    put:
      operationId: set_order
      requestBody: {{ required: true, content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/State' }} }} }} }}
      responses: {{ '204': {{ description: Set. }} }}
  /orders:
    get:
      operationId: list_orders
      parameters: [{{ name: states, in: query, schema: {{ type: array, items: {{ $ref: '#/components/schemas/State' }} }} }}]
      responses: {{ '204': {{ description: None. }} }}
components: {{ schemas: {{ State: {schema} }} }}
"
        ))
    };
    let expected = [
        "meaning-changed State::High: callers breaking, implementers breaking",
        "meaning-changed State::Low: callers breaking, implementers breaking",
    ];
    for (low, high) in [
        ("[low, high]", "[high, low]"),
        ("[Low, HIGH]", "[HIGH, Low]"),
    ] {
        for schema in [
            "type: integer, enum: [1, 2], x-enum-varnames: @",
            "type: string, enum: [a, b], x-enum-names: @",
            "type: [integer, 'null'], enum: [1, 2, null], x-enum-varnames: @",
            "allOf: [{ type: number, enum: [1.5, 2.5] }, { x-enumNames: @ }]",
        ] {
            let with_names = |names: &str| with(&format!("{{ {} }}", schema.replace('@', names)));
            let (old, new) = (with_names(low), with_names(high));
            let mut found = breaking_in(old.clone(), new.clone());
            found.sort();
            assert_eq!(found, expected, "{schema}");
            // Nothing is different on the wire, even if a part of it is not kept.
            assert_both(&old, &new, &[], &[]);
        }
    }
}

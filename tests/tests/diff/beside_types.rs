//! What schemas say beside the types of their values: keywords of other types, and rules that several ways express.

use specsmith::source::SourceFile;

use super::compared::{assert_both, document, specification};

/// A document whose requests and responses are of a schema.
fn with(schema: &str) -> SourceFile {
    let content = format!("content: {{ application/json: {{ schema: {schema} }} }}");
    document(&format!(
        "
paths:
  /orders:
    post:
      operationId: setOrders
      requestBody: {{ required: true, {content} }}
      responses: {{ '200': {{ description: All., {content} }} }}
components:
  schemas: {{ Text: {{ type: string }} }}
"
    ))
}

/// A document whose requests are of a schema.
fn request(schema: &str) -> SourceFile {
    document(&format!(
        "
paths:
  /orders:
    post:
      operationId: setOrders
      requestBody: {{ required: true, content: {{ application/json: {{ schema: {schema} }} }} }}
      responses: {{ '204': {{ description: None. }} }}
components:
  schemas: {{ Named: {{ required: [a] }}, Word: {{ const: a }} }}
"
    ))
}

#[test]
fn keywords_say_nothing_about_other_types() {
    let lists = "contains: { type: integer }, minContains: 2, prefixItems: [{ type: integer }], unevaluatedItems: false";
    let objects = "dependentRequired: { a: [b] }, patternProperties: { '^a': { type: integer } }, propertyNames: { minLength: 3 }, dependentSchemas: { a: false }, minProperties: 3";
    let text =
        "minLength: 3, pattern: a, contentSchema: { type: string }, contentMediaType: image/png";
    let numbers = "minimum: 3, multipleOf: 2";
    for (ty, keywords) in [
        (
            "type: object, properties: { a: { type: string } }",
            [lists, text, numbers],
        ),
        (
            "type: object, additionalProperties: { type: string }",
            [lists, text, numbers],
        ),
        (
            "type: array, items: { type: string }",
            [objects, text, numbers],
        ),
        ("type: string", [objects, lists, numbers]),
        ("type: [string, 'null']", [objects, lists, numbers]),
        ("type: string, format: date-time", [objects, lists, numbers]),
        ("type: integer", [objects, lists, text]),
        ("type: boolean", [objects, lists, text]),
        ("enum: [a, b]", [objects, lists, numbers]),
        ("const: a", [objects, lists, numbers]),
        (
            "$ref: '#/components/schemas/Text'",
            [objects, "contains: { const: 1 }", "unevaluatedItems: false"],
        ),
    ] {
        for keywords in keywords {
            let schema = |more: &str| format!("{{ {ty}{more} }}");
            let more = format!(", {keywords}");
            assert_both(&with(&schema("")), &with(&schema(&more)), &[], &[]);
            let inside =
                |schema: &str| format!("{{ type: object, properties: {{ value: {schema} }} }}");
            let (without, with_more) = (inside(&schema("")), inside(&schema(&more)));
            assert_both(&with(&without), &with(&with_more), &[], &[]);
        }
    }
    let either = "anyOf: [{ type: string }, { type: integer }]";
    assert_both(
        &request(&format!("{{ {either} }}")),
        &request(&format!(
            "{{ {either}, dependentRequired: {{ a: [b] }}, contains: {{ const: a }} }}"
        )),
        &[],
        &[],
    );
    // They do about a value of several types.
    assert_both(
        &request("{ type: [string, array] }"),
        &request("{ type: [string, array], contains: { const: a } }"),
        &["schema-added set_orders.body: breaking, compatible"],
        &["schema-removed set_orders.body: compatible, breaking"],
    );
}

#[test]
fn a_type_and_a_schema_widen_together() {
    let (wider, narrower) = (
        "type-widened set_orders.body: compatible, breaking",
        "type-narrowed set_orders.body: breaking, compatible",
    );
    let first = "type: array, prefixItems: [{ type: string }, { type: integer }]";
    let tuple = format!("{{ {first}, minItems: 2, items: false }}");
    for wide in [
        format!("{{ {first}, minItems: 1, items: false }}"),
        format!("{{ {first}, minItems: 2, items: true }}"),
        format!("{{ {first}, minItems: 2, items: {{ type: string }} }}"),
        format!("{{ {first} }}"),
    ] {
        assert_both(&request(&tuple), &request(&wide), &[wider], &[narrower]);
    }
    assert_both(
        &request(&tuple),
        &request("{ type: array, prefixItems: [{ type: string }, { type: string }], minItems: 1 }"),
        &["schema-added set_orders.body: breaking, compatible", wider],
        &[
            "schema-removed set_orders.body: compatible, breaking",
            narrower,
        ],
    );
}

#[test]
fn schemas_beside_types_are_written_in_several_ways() {
    let words = "type: array, items: { type: string }";
    let object = "type: object, properties: { a: { type: string }, b: { type: string }, c: { type: string } }";
    for (ty, one, other) in [
        (
            words,
            "contains: { const: a }",
            "contains: { const: a }, minContains: 1",
        ),
        (
            words,
            "contains: { const: a }",
            "contains: { $ref: '#/components/schemas/Word' }",
        ),
        (
            words,
            "contains: { const: a }",
            "allOf: [{ contains: { const: a } }]",
        ),
        (
            words,
            "not: { maxItems: 3 }",
            "not: { allOf: [{ maxItems: 3 }] }",
        ),
        (
            object,
            "not: { required: [a] }",
            "not: { $ref: '#/components/schemas/Named' }",
        ),
        (
            object,
            "dependentRequired: { a: [b, c] }",
            "dependentRequired: { a: [c, b] }",
        ),
        (
            object,
            "dependentRequired: { a: [b], b: [c] }",
            "dependentRequired: { b: [c], a: [b] }",
        ),
        (
            object,
            "oneOf: [{ required: [a, b] }, { required: [c] }]",
            "oneOf: [{ required: [c] }, { required: [b, a] }]",
        ),
        (
            object,
            "anyOf: [{ required: [a] }, { required: [c] }]",
            "anyOf: [{ required: [c] }, { required: [a] }]",
        ),
    ] {
        let schema = |more: &str| request(&format!("{{ {ty}, {more} }}"));
        assert_both(&schema(one), &schema(other), &[], &[]);
    }
    assert_both(
        &request(&format!("{{ {words}, contains: {{ const: a }} }}")),
        &request(&format!(
            "{{ {words}, contains: {{ const: a }}, minContains: 2 }}"
        )),
        &["schema-added set_orders.body: breaking, compatible"],
        &["schema-removed set_orders.body: compatible, breaking"],
    );
    assert_both(
        &request(&format!("{{ {object}, dependentRequired: {{ a: [b] }} }}")),
        &request(&format!(
            "{{ {object}, dependentRequired: {{ a: [b, c] }} }}"
        )),
        &["schema-added set_orders.body: breaking, compatible"],
        &["schema-removed set_orders.body: compatible, breaking"],
    );
}

#[test]
fn a_schema_that_allows_all_values_of_the_type_is_not_a_change() {
    let with = |schema: &str| {
        specification(&format!(
            "
types:
  Order: {{ fields: {{ size: int32, words?: list<string> }} }}
operations:
  create_order:
    route: POST /orders
    body: {{ type: Order{schema} }}
"
        ))
    };
    for schema in [
        "{ type: object }",
        "{ required: [size], properties: { size: { type: number } } }",
        "{ properties: { words: { items: { type: string } }, size: { pattern: a } } }",
    ] {
        assert_both(&with(""), &with(&format!(", schema: {schema}")), &[], &[]);
    }
    assert_both(
        &with(""),
        &with(", schema: { required: [words] }"),
        &["schema-added create_order.body: breaking, compatible"],
        &["schema-removed create_order.body: compatible, breaking"],
    );
}

#[test]
fn the_values_of_a_pattern_are_compared_once() {
    let with = |pattern: &str, longest: u32| {
        document(&format!(
            "
paths:
  /orders:
    get:
      operationId: listOrders
      responses:
        '200':
          description: All.
          content:
            application/json:
              schema:
                type: object
                patternProperties: {{ {pattern}: {{ type: string, maxLength: {longest} }} }}
                additionalProperties: false
"
        ))
    };
    assert_both(
        &with("^a", 3),
        &with("^a", 4),
        &["max-length-raised list_orders.200{}: risky, compatible"],
        &["max-length-lowered list_orders.200{}: compatible, risky"],
    );
    let place =
        "/paths/~1orders/get/responses/200/content/application~1json/schema/patternProperties";
    let (added, removed) = (
        |pattern: &str| format!("unchecked-rule-added {place}/{pattern}: compatible, unknown"),
        |pattern: &str| format!("unchecked-rule-removed {place}/{pattern}: unknown, compatible"),
    );
    assert_both(
        &with("^a", 3),
        &with("^b", 3),
        &[&added("^b"), &removed("^a")],
        &[&added("^a"), &removed("^b")],
    );
}

#[test]
fn a_schema_may_be_about_what_servers_ignore() {
    let with = |schema: &str| {
        specification(&format!(
            "
types:
  Order: {{ fields: {{ sku: string, id?: {{ type: integer, read_only: true }} }}, others: string }}
operations:
  create_order:
    route: POST /orders
    body: {{ type: Order{schema} }}
"
        ))
    };
    for schema in [
        "{ properties: { id: { type: string } } }",
        "{ additionalProperties: { type: string } }",
    ] {
        assert_both(
            &with(""),
            &with(&format!(", schema: {schema}")),
            &["schema-added create_order.body: breaking, compatible"],
            &["schema-removed create_order.body: compatible, breaking"],
        );
    }
    // Other fields are strings anyway.
    assert_both(
        &with(""),
        &with(", schema: { properties: { id: true }, additionalProperties: { type: string } }"),
        &[],
        &[],
    );
}

#[test]
fn a_schema_that_repeats_a_new_type_is_no_other_change() {
    let with = |field: &str, schema: &str| {
        specification(&format!(
            "
types:
  Order: {{ fields: {{ a: {field} }} }}
operations:
  create_order:
    route: POST /orders
    body: {{ type: Order{schema} }}
"
        ))
    };
    let schema =
        |longest: u32| format!(", schema: {{ properties: {{ a: {{ maxLength: {longest} }} }} }}");
    let short = "{ type: string, max_length: 5 }";
    for schema in [schema(5), schema(6)] {
        assert_both(
            &with("string", ""),
            &with(short, &schema),
            &["max-length-lowered Order.a: breaking, compatible"],
            &["max-length-raised Order.a: compatible, breaking"],
        );
    }
    assert_both(
        &with("string", ""),
        &with(short, &schema(4)),
        &[
            "max-length-lowered Order.a: breaking, compatible",
            "schema-added create_order.body: breaking, compatible",
        ],
        &[
            "max-length-raised Order.a: compatible, breaking",
            "schema-removed create_order.body: compatible, breaking",
        ],
    );
}

#[test]
fn what_is_not_a_schema_or_a_type_allows_some_values() {
    let with = |keyword: &str, value: &str| {
        request(&format!("{{ type: [array, string], {keyword}: {value} }}"))
    };
    let place = "/paths/~1orders/post/requestBody/content/application~1json/schema";
    let changed = &format!("not-compared {place}/contains: unknown, unknown");
    assert_both(
        &with("contains", "{ items: [{ type: string }] }"),
        &with("contains", "{ items: [{ type: integer }] }"),
        &[changed],
        &[changed],
    );
    assert_both(
        &with("not", "{ type: any, minimum: 3 }"),
        &with("not", "{ type: any, minimum: 30 }"),
        &[&format!(
            "unchecked-rule-removed {place}/not: compatible, unknown"
        )],
        &[&format!(
            "unchecked-rule-added {place}/not: unknown, compatible"
        )],
    );
}

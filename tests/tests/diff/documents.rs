//! What a comparison finds in small OpenAPI documents, where the document says more than the generated code.

use specsmith::source::SourceFile;

use crate::compared::{assert_both, document, found_in, specification};

/// A document in which requests and responses have orders with these properties.
fn orders(required: &str, properties: &str, others: &str) -> SourceFile {
    let text = format!(
        "
openapi: 3.1.0
info: {{ title: Shop, version: 1.0.0 }}
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
      required: [{required}]
      properties: {{ {properties} }}
      {others}
    Price: {{ type: object, properties: {{ net: {{ type: string }} }} }}
    LimitedPrice: {{ type: object, properties: {{ net: {{ type: string, maxLength: 9 }} }} }}
"
    );
    SourceFile::new("openapi.yaml", text)
}

#[track_caller]
fn assert_found(old: (&str, &str), new: (&str, &str), expected: &[&str]) {
    let found = found_in(&orders(old.0, old.1, ""), &orders(new.0, new.1, ""));
    assert_eq!(found, expected, "\nfrom {old:?}\nto   {new:?}");
}

#[test]
fn a_field_leaves_requests() {
    assert_found(
        ("id", "id: { type: string }"),
        ("id", "id: { type: string, readOnly: true }"),
        &["required-field-removed Order.id: risky"],
    );
    assert_found(
        ("", "id: { type: string }"),
        ("", "id: { type: string, readOnly: true }"),
        &["optional-field-removed Order.id: risky"],
    );
}

#[test]
fn a_field_enters_requests() {
    assert_found(
        ("id", "id: { type: string, readOnly: true }"),
        ("id", "id: { type: string }"),
        &["required-field-added Order.id: breaking"],
    );
    assert_found(
        ("", "id: { type: string, readOnly: true }"),
        ("", "id: { type: string }"),
        &["optional-field-added Order.id: compatible"],
    );
}

#[test]
fn a_field_leaves_responses() {
    assert_found(
        ("id", "id: { type: string }"),
        ("id", "id: { type: string, writeOnly: true }"),
        &["required-field-removed Order.id: breaking"],
    );
    assert_found(
        ("", "id: { type: string }"),
        ("", "id: { type: string, writeOnly: true }"),
        &["optional-field-removed Order.id: risky"],
    );
}

#[test]
fn a_field_goes_from_requests_to_responses() {
    assert_found(
        ("id", "id: { type: string, writeOnly: true }"),
        ("id", "id: { type: string, readOnly: true }"),
        &[
            "required-field-added Order.id: compatible",
            "required-field-removed Order.id: risky",
        ],
    );
}

#[test]
fn a_constant_of_one_direction_changes_only_there() {
    let read_only = "a: { type: string }, kind: { type: string, const: order, readOnly: true }";
    assert_found(
        ("", "a: { type: string }"),
        ("kind", read_only),
        &["required-field-added Order.kind: compatible"],
    );
    assert_found(
        ("kind", read_only),
        ("", "a: { type: string }"),
        &["required-field-removed Order.kind: breaking"],
    );
    assert_found(
        ("kind", read_only),
        ("kind", &read_only.replace("const: order", "const: sale")),
        &["constant-changed Order.kind: breaking"],
    );
    assert_found(
        ("kind", read_only),
        ("kind", &read_only.replace("readOnly", "writeOnly")),
        &[
            "required-field-added Order.kind: breaking",
            "required-field-removed Order.kind: breaking",
        ],
    );
    // A caller does not have to send what only responses have.
    assert_found(
        (
            "kind",
            "a: { type: string }, kind: { type: string, const: order }",
        ),
        ("kind", read_only),
        &["required-field-removed Order.kind: risky"],
    );
}

#[test]
fn a_field_of_one_direction_is_required_there() {
    assert_found(
        ("id", "id: { type: string, readOnly: true }"),
        ("", "id: { type: string, readOnly: true }"),
        &["field-became-optional Order.id: breaking"],
    );
    assert_found(
        ("", "id: { type: string, readOnly: true }"),
        ("id", "id: { type: string, readOnly: true }"),
        &["field-became-required Order.id: compatible"],
    );
    assert_found(
        ("", "sku: { type: string }"),
        (
            "id",
            "sku: { type: string }, id: { type: string, readOnly: true }",
        ),
        &["required-field-added Order.id: compatible"],
    );
}

#[test]
fn what_is_in_a_field_of_one_direction_is_in_that_direction() {
    let with = |price: &str| {
        format!("price: {{ readOnly: true, allOf: [{{ $ref: '#/components/schemas/{price}' }}] }}")
    };
    let (price, limited) = (with("Price"), with("LimitedPrice"));
    assert_found(
        ("", &price),
        ("", &limited),
        &["max-length-lowered LimitedPrice.net: compatible"],
    );
}

#[test]
fn requests_reject_other_fields_even_if_responses_have_the_type() {
    let with = |others: &str| orders("", "sku: { type: string }", others);
    let open = with("");
    let kept = with("additionalProperties: true");
    let closed = with("additionalProperties: false");
    assert_eq!(
        found_in(&open, &closed),
        ["other-fields-refused Order{}: breaking"]
    );
    assert_eq!(
        found_in(&closed, &open),
        ["other-fields-accepted Order{}: compatible"]
    );
    assert_eq!(
        found_in(&kept, &closed),
        [
            "other-fields-dropped Order{}: risky",
            "other-fields-refused Order{}: breaking"
        ]
    );
}

#[test]
fn a_field_that_is_gone_is_an_error_if_others_are() {
    let with = |properties: &str| orders("", properties, "additionalProperties: false");
    let both = with("sku: { type: string }, note: { type: string }");
    let one = with("sku: { type: string }");
    assert_eq!(
        found_in(&both, &one),
        ["refused-field-removed Order.note: breaking"]
    );
    // Servers ignore in requests what only responses have.
    let read_only = with("sku: { type: string }, note: { type: string, readOnly: true }");
    assert_eq!(
        found_in(&both, &read_only),
        ["optional-field-removed Order.note: risky"]
    );
    // A caller may send what it was sent, until the document does not have it.
    assert_both(
        &read_only,
        &one,
        &[
            "refused-field-removed Order.note: breaking, compatible",
            "refused-field-removed Order.note: risky, compatible",
        ],
        &[
            "refused-field-added Order.note: compatible, breaking",
            "refused-field-added Order.note: compatible, risky",
        ],
    );
    let constant = |direction: &str| {
        with(&format!(
            "sku: {{ type: string }}, kind: {{ type: string, const: order{direction} }}"
        ))
    };
    assert_eq!(
        found_in(&constant(""), &constant(", readOnly: true")),
        ["optional-field-removed Order.kind: risky"]
    );
}

#[test]
fn a_field_that_servers_ignored_is_an_error_if_only_requests_have_the_type() {
    let with = |properties: &str| {
        document(&format!(
            "
paths:
  /orders:
    post:
      operationId: create
      requestBody: {{ required: true, content: {{ application/json: {{ schema: {{ type: object, additionalProperties: false, properties: {{ {properties} }} }} }} }} }}
      responses: {{ '204': {{ description: Created. }} }}
"
        ))
    };
    assert_both(
        &with("sku: { type: string }, id: { type: string, readOnly: true }"),
        &with("sku: { type: string }"),
        &["refused-field-removed CreateBody.id: breaking, compatible"],
        &["refused-field-added CreateBody.id: compatible, breaking"],
    );
    let split = |fields: &str| {
        specification(&format!(
            "
types: {{ Order: {{ fields: {{ sku: string{fields} }}, others: none }} }}
operations: {{ create: {{ route: POST /orders, body: Order, returns: Order }} }}
"
        ))
    };
    assert_both(
        &split(", 'id?': { type: string, read_only: true }"),
        &split(""),
        &[
            "refused-field-removed Order.id: breaking, compatible",
            "refused-field-removed Order.id: risky, compatible",
        ],
        &[
            "refused-field-added Order.id: compatible, risky",
            "refused-field-added OrderInput.id: compatible, breaking",
        ],
    );
}

#[test]
fn a_schema_says_the_direction_of_properties_that_refer_to_it() {
    let with = |schema: &str| {
        document(&format!(
            "
paths:
  /orders:
    post:
      operationId: create
      requestBody: {{ required: true, content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/Order' }} }} }} }}
      responses: {{ '200': {{ description: Created., content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/Order' }} }} }} }} }}
components:
  schemas:
    Order: {{ type: object, properties: {{ sku: {{ type: string }}, id: {{ $ref: '#/components/schemas/Id' }}, other: {{ allOf: [{{ $ref: '#/components/schemas/Id' }}] }} }} }}
    Id: {{ {schema} }}
"
        ))
    };
    assert_both(
        &with("type: string"),
        &with("type: string, readOnly: true"),
        &[
            "optional-field-removed Order.id: risky, compatible",
            "optional-field-removed Order.other: risky, compatible",
        ],
        &[
            "optional-field-added Order.id: compatible, risky",
            "optional-field-added Order.other: compatible, risky",
        ],
    );
    assert_both(
        &with("type: string"),
        &with("allOf: [{ type: string }, { writeOnly: true }]"),
        &[
            "optional-field-removed Order.id: risky, compatible",
            "optional-field-removed Order.other: risky, compatible",
        ],
        &[
            "optional-field-added Order.id: compatible, risky",
            "optional-field-added Order.other: compatible, risky",
        ],
    );
}

/// Where the type of this field is.
const FIELD_TYPE: &str =
    "/paths/~1orders/post/requestBody/content/application~1json/schema/properties/a/type";

/// A document whose requests have a field of this schema.
fn field(schema: &str) -> SourceFile {
    document(&format!(
        "
paths:
  /orders:
    post:
      operationId: create
      requestBody: {{ required: true, content: {{ application/json: {{ schema: {{ type: object, properties: {{ a: {{ {schema} }} }} }} }} }} }}
      responses: {{ '204': {{ description: Created. }} }}
components:
  schemas:
    A: {{ type: object, properties: {{ x: {{ type: string }} }} }}
    B: {{ type: [string, integer] }}
    C: {{ oneOf: [{{ $ref: '#/components/schemas/A' }}, {{ type: object, required: [y], properties: {{ y: {{ type: integer }} }} }}] }}
"
    ))
}

#[test]
fn a_type_that_what_is_beside_it_excludes() {
    let tuple = "prefixItems: [{ type: string }, { type: string }], items: false, minItems: 2";
    let both = ["type-changed CreateBody.a: breaking, breaking"];
    assert_both(
        &field(&format!("type: array, {tuple}")),
        &field(&format!("type: string, {tuple}")),
        &both,
        &both,
    );
    for reference in [
        "$ref: '#/components/schemas/A'",
        "allOf: [{ $ref: '#/components/schemas/A' }]",
        "oneOf: [{ $ref: '#/components/schemas/A' }]",
        "anyOf: [{ $ref: '#/components/schemas/A' }]",
    ] {
        assert_both(
            &field(&format!("type: object, {reference}")),
            &field(&format!("type: string, {reference}")),
            &[&format!(
                "unchecked-rule-added {FIELD_TYPE}: unknown, compatible"
            )],
            &[&format!(
                "unchecked-rule-removed {FIELD_TYPE}: compatible, unknown"
            )],
        );
    }
}

#[test]
fn a_type_that_narrows_what_is_beside_it() {
    // Only the reference counts, which has all of these types.
    let reference = "allOf: [{ $ref: '#/components/schemas/B' }]";
    assert_both(
        &field(reference),
        &field(&format!("type: string, {reference}")),
        &[&format!(
            "unchecked-rule-added {FIELD_TYPE}: unknown, compatible"
        )],
        &[&format!(
            "unchecked-rule-removed {FIELD_TYPE}: compatible, unknown"
        )],
    );
    let both = format!("type: [string, integer], {reference}");
    assert_both(&field(reference), &field(&both), &[], &[]);
    let reference = "allOf: [{ $ref: '#/components/schemas/C' }]";
    let object = format!("type: object, {reference}");
    assert_both(&field(reference), &field(&object), &[], &[]);
    assert_both(
        &field(&object),
        &field(&format!("type: string, {reference}")),
        &[&format!(
            "unchecked-rule-added {FIELD_TYPE}: unknown, compatible"
        )],
        &[&format!(
            "unchecked-rule-removed {FIELD_TYPE}: compatible, unknown"
        )],
    );
    assert_both(
        &field("type: object, enum: [a, b]"),
        &field("type: string, enum: [a, b]"),
        &[&format!(
            "unchecked-rule-removed {FIELD_TYPE}: compatible, unknown"
        )],
        &[&format!(
            "unchecked-rule-added {FIELD_TYPE}: unknown, compatible"
        )],
    );
}

#[test]
fn an_error_takes_the_place_of_one_with_more_statuses() {
    let with = |own: &str| {
        let text = format!(
            "
openapi: 3.1.0
info: {{ title: Shop, version: 1.0.0 }}
paths:
  /orders:
    get:
      operationId: list_orders
      responses:
        '204': {{ description: None. }}
        {own}
        default:
          description: It failed.
          content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/Failure' }} }} }}
components:
  schemas:
    Failure: {{ type: object, required: [reason], properties: {{ reason: {{ type: string }} }} }}
    Missing: {{ type: object, required: [id], properties: {{ id: {{ type: string }} }} }}
"
        );
        SourceFile::new("openapi.yaml", text)
    };
    let own = |name: &str| {
        with(&format!(
            "'404': {{ description: No., content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/{name}' }} }} }} }}"
        ))
    };
    let (without, same, other) = (with(""), own("Failure"), own("Missing"));
    assert_eq!(
        found_in(&without, &same),
        ["error-added list_orders.404: compatible"]
    );
    assert_eq!(
        found_in(&without, &other),
        [
            "error-added list_orders.404: compatible",
            "required-field-added Missing.id: compatible",
            "required-field-removed Missing.reason: breaking",
        ]
    );
    assert_eq!(
        found_in(&other, &without),
        [
            "error-removed list_orders.404: compatible",
            "required-field-added Failure.reason: compatible",
            "required-field-removed Failure.id: breaking",
        ]
    );
}

#[test]
fn a_number_among_the_variants_of_a_union_becomes_an_integer() {
    let position = |number: &str| {
        format!("next: {{ readOnly: true, anyOf: [{{ type: string }}, {{ {number} }}] }}")
    };
    let (number, integer) = (
        position("type: number"),
        position("type: integer, format: int64"),
    );
    // Clients that read any number read integers too.
    assert_found(
        ("", &number),
        ("", &integer),
        &["type-narrowed OrderNext.integer: compatible"],
    );
    assert_found(
        ("", &integer),
        ("", &number),
        &["type-widened OrderNext.number: breaking"],
    );
}

#[test]
fn servers_ignore_what_was_another_field_of_requests() {
    let others = "additionalProperties: { type: integer, maximum: 10 }";
    let found = found_in(
        &orders("", "id: { type: string }", others),
        &orders(
            "",
            "id: { type: string }, count: { type: integer, readOnly: true }",
            others,
        ),
    );
    // The server may send larger numbers than it did, but clients check no limits. It ignores the numbers that they send.
    assert_eq!(
        found,
        [
            "field-unlike-others-added Order.count: risky",
            "optional-field-added Order.count: compatible"
        ]
    );
}

#[test]
fn what_is_not_compared_is_sought_in_schemas_that_contain_themselves() {
    let with = |properties: &str| {
        document(&format!(
            "
paths:
  /nodes:
    post:
      operationId: create_node
      requestBody: {{ content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/Node' }} }} }} }}
      responses: {{ '204': {{ description: None. }} }}
components:
  schemas:
    Node:
      allOf: [{{ $ref: '#/components/schemas/Leaf' }}]
      type: object
      properties: {{ {properties} }}
    Leaf: {{ anyOf: [{{ $ref: '#/components/schemas/Node' }}, {{ type: object }}] }}
"
        ))
    };
    let old = with("words: { type: array, items: { type: string }, contains: { minLength: 3 } }");
    let found = found_in(&old, &with("name: { type: string }"));
    let expected = [
        "optional-field-added Node.name: compatible",
        "optional-field-removed Node.words: risky",
        "schema-removed create_node.body: compatible",
    ];
    assert_eq!(found, expected);
}

#[test]
fn parameters_of_one_name_are_told_apart_by_their_places() {
    let with = |in_path: &str, in_query: &str| {
        document(&format!(
            "
paths:
  /books/{{id}}:
    get:
      operationId: get_book
      parameters:
        - {{ name: id, in: path, required: true, schema: {{ type: string{in_path} }} }}
        - {{ name: id, in: query, schema: {{ type: string{in_query} }} }}
      responses: {{ '204': {{ description: None. }} }}
"
        ))
    };
    let color = ", format: color";
    let place =
        |place: &str| format!("/paths/~1books~1{{id}}/get/parameters/{place}:id/schema/format");
    let (path, query) = (place("path"), place("query"));
    assert_eq!(
        found_in(&with("", color), &with(color, "")),
        [
            format!("unchecked-rule-added {path}: unknown"),
            format!("unchecked-rule-removed {query}: compatible"),
        ]
    );
    assert_eq!(
        found_in(&with("", color), &with(color, color)),
        [format!("unchecked-rule-added {path}: unknown")]
    );
    assert_eq!(
        found_in(&with(color, color), &with(color, "")),
        [format!("unchecked-rule-removed {query}: compatible")]
    );
}

#[test]
fn servers_with_too_many_urls_to_list_are_compared() {
    let with = |path: &str| {
        let names: Vec<String> = (0..64).map(|number| format!("v{number}")).collect();
        let url: String = names.iter().map(|name| format!("{{{name}}}")).collect();
        let variables = names.iter();
        let variables = variables.map(|name| format!("{name}: {{ default: a, enum: [a, b] }}"));
        let variables: Vec<String> = variables.collect();
        document(&format!(
            "
servers: [{{ url: 'https://shop.example/{url}{path}', variables: {{ {} }} }}]
paths:
  /books: {{ get: {{ operationId: list_books, responses: {{ '204': {{ description: None. }} }} }} }}
",
            variables.join(", ")
        ))
    };
    assert!(found_in(&with(""), &with("")).is_empty());
    let found = found_in(&with(""), &with("/x"));
    assert_eq!(found, ["base-path-changed servers: breaking"]);
}

/// The model does not hold a `format` that no type has, so only another document can say that it is new.
#[test]
fn what_the_model_does_not_hold_is_compared_only_between_documents() {
    let document = |schema: &str| {
        crate::compared::document(&format!(
            "
paths:
  /orders:
    get:
      operationId: list_orders
      parameters: [{{ name: color, in: query, schema: {schema} }}]
      responses: {{ '204': {{ description: Done. }} }}
"
        ))
    };
    let new = document("{ type: string, format: color }");
    assert_eq!(
        found_in(&document("{ type: string }"), &new),
        ["unchecked-rule-added /paths/~1orders/get/parameters/query:color/schema/format: unknown"]
    );
    let specification = "
specsmith: 1
api: { name: Shop, title: Shop, version: 1.0.0, lenient: true }
operations:
  list_orders: { route: GET /orders, query: { color?: string }, responses: { 204: { doc: Done. } } }
";
    let old = SourceFile::new("shop.yaml", specification);
    assert_eq!(found_in(&old, &new), Vec::<String>::new());
}

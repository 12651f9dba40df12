//! Types that have the same values, or more or fewer values than others of another kind.

use specsmith::source::SourceFile;

use crate::compared::{assert_both, document, specification};

fn field(ty: &str, types: &str) -> SourceFile {
    specification(&format!(
        "
types:
  Order: {{ fields: {{ a: {ty} }} }}
{types}
operations:
  create_order: {{ route: POST /orders, body: Order }}
"
    ))
}

#[test]
fn both_booleans_are_all_booleans() {
    let both = field("Flag", "  Flag: { enum: [true, false], of: boolean }");
    assert_both(&field("boolean", ""), &both, &[], &[]);
    let one = field("Flag", "  Flag: { enum: [true], of: boolean }");
    assert_both(
        &field("boolean", ""),
        &one,
        &["type-narrowed Order.a: breaking, compatible"],
        &["type-widened Order.a: compatible, breaking"],
    );
}

#[test]
fn listed_numbers_are_numbers_of_any_type() {
    let numbers = field("Weight", "  Weight: { enum: [1.5], of: number }");
    let integers = field("Weight", "  Weight: { enum: [1, 2], of: integer }");
    for (listed, ty) in [
        (&numbers, "number"),
        (&numbers, "float"),
        (&integers, "number"),
        (&integers, "float"),
    ] {
        assert_both(
            listed,
            &field(ty, ""),
            &["type-widened Order.a: compatible, breaking"],
            &["type-narrowed Order.a: breaking, compatible"],
        );
    }
    assert_both(
        &numbers,
        &field("int32", ""),
        &["type-changed Order.a: breaking, breaking"],
        &["type-changed Order.a: breaking, breaking"],
    );
}

#[test]
fn a_constant_is_a_value_of_an_open_enumeration() {
    let constant = field("{ const: x }", "");
    let with =
        |values: &str, open: &str| field("Size", &format!("  Size: {{ enum: [{values}]{open} }}"));
    assert_both(
        &constant,
        &with("y, z", ", open: true"),
        &["type-widened Order.a: compatible, breaking"],
        &["type-narrowed Order.a: breaking, compatible"],
    );
    assert_both(
        &constant,
        &with("y, z", ""),
        &["type-changed Order.a: breaking, breaking"],
        &["type-changed Order.a: breaking, breaking"],
    );
}

#[test]
fn an_object_with_a_listed_field_is_a_variant_for_each_value() {
    let object = |values: &str, more: &str| {
        let types = format!(
            "  State: {{ fields: {{ kind: Kind, a?: string{more} }} }}
  Kind: {{ enum: [{values}] }}"
        );
        field("State", &types)
    };
    let variants = "  States: { union: { on: On, off: Off }, tag: kind }
  On: { fields: { a?: string } }
  Off: { fields: { kind: { const: off }, a?: string } }";
    let union = field("States", variants);
    assert_both(&object("on, off", ""), &union, &[], &[]);
    let narrowed = ["type-narrowed Order.a: breaking, compatible"];
    let widened = ["type-widened Order.a: compatible, breaking"];
    assert_both(&object("on, off, idle", ""), &union, &narrowed, &widened);
    assert_both(&object("on", ""), &union, &widened, &narrowed);
    let changed = ["type-changed Order.a: breaking, breaking"];
    assert_both(&object("on, idle", ""), &union, &changed, &changed);
    // A variant requires what the object may not have.
    let required = field(
        "States",
        &variants.replace("{ a?: string }", "{ a: string }"),
    );
    assert_both(&object("on, off", ""), &required, &narrowed, &widened);
    assert_both(
        &object("on, off", ", b: string"),
        &union,
        &changed,
        &changed,
    );
}

#[test]
fn an_object_requires_fields_that_a_map_may_have() {
    let map = field("map<string>", "");
    let with = |fields: &str, others: &str| {
        field(
            "Labels",
            &format!("  Labels: {{ fields: {{ {fields} }}{others} }}"),
        )
    };
    assert_both(
        &map,
        &with("size: string, color?: string", ", others: string"),
        &["field-became-required Order.a.size: breaking, compatible"],
        &["field-became-optional Order.a.size: compatible, breaking"],
    );
    assert_both(
        &map,
        &with("size: int32", ", others: string"),
        &["type-changed Order.a: breaking, breaking"],
        &["type-changed Order.a: breaking, breaking"],
    );
}

#[test]
fn the_style_of_lists_means_nothing_without_lists() {
    let with = |ty: &str, lists: &str| {
        specification(&format!(
            "
types:
  Filter: {{ fields: {{ x?: {ty} }} }}
operations:
  list_orders:
    route: GET /orders
    query: {{ 'filter?': {{ type: Filter, style: deep{lists} }} }}
"
        ))
    };
    assert_both(
        &with("string", ""),
        &with("string", ", lists: brackets"),
        &[],
        &[],
    );
    assert_both(
        &with("list<string>", ""),
        &with("list<string>", ", lists: brackets"),
        &["parameter-style-changed list_orders.query.filter: breaking, breaking"],
        &["parameter-style-changed list_orders.query.filter: breaking, breaking"],
    );
}

#[test]
fn what_is_in_objects_is_text_in_brackets_and_in_xml() {
    let with = |operation: &str, ty: &str| {
        specification(&format!(
            "
types:
  Order: {{ fields: {{ item: Item }} }}
  Item: {{ fields: {{ count: {ty}, next?: Item }} }}
operations:
  {operation}
"
        ))
    };
    for operation in [
        "create_order: { route: POST /orders, body: form<Order> }",
        "create_order: { route: POST /orders, body: { type: Order, media: application/xml } }",
        "list_orders: { route: GET /orders, query: { 'order?': { type: Order, style: deep } } }",
    ] {
        assert_both(
            &with(operation, "integer"),
            &with(operation, "string"),
            &["type-widened Item.count: compatible, breaking"],
            &["type-narrowed Item.count: breaking, compatible"],
        );
    }
    for operation in [
        "create_order: { route: POST /orders, body: multipart<Order> }",
        "create_order: { route: POST /orders, body: Order }",
        "list_orders: { route: GET /orders, query: { 'order?': { type: Order, style: json } } }",
    ] {
        assert_both(
            &with(operation, "integer"),
            &with(operation, "string"),
            &["type-changed Item.count: breaking, breaking"],
            &["type-changed Item.count: breaking, breaking"],
        );
    }
}

#[test]
fn one_value_of_a_union_is_a_list_of_one_item_in_a_query() {
    let with = |schema: &str, explode: &str| {
        document(&format!(
            "
paths:
  /orders:
    get:
      operationId: listOrders
      parameters: [{{ name: q, in: query, {explode} schema: {{ {schema} }} }}]
      responses: {{ '204': {{ description: None. }} }}
"
        ))
    };
    let (wider, narrower) = (
        "type-widened list_orders.query.q: compatible, breaking",
        "type-narrowed list_orders.query.q: breaking, compatible",
    );
    let list = "type: array, items: { type: [integer, boolean] }";
    for explode in ["", "explode: false,"] {
        assert_both(
            &with("type: [integer, boolean]", ""),
            &with(list, explode),
            &[wider],
            &[narrower],
        );
    }
    assert_both(
        &with("type: [integer, boolean]", ""),
        &with("type: array, items: { type: integer }", "explode: false,"),
        &[
            "type-narrowed list_orders.query.q[]: breaking, compatible",
            wider,
        ],
        &[
            narrower,
            "type-widened list_orders.query.q[]: compatible, breaking",
        ],
    );
    // A comma separates items.
    let style = "parameter-style-changed list_orders.query.q: breaking, breaking";
    assert_both(
        &with("type: [string, boolean]", ""),
        &with(
            "type: array, items: { type: [string, boolean] }",
            "explode: false,",
        ),
        &[style, wider],
        &[style, narrower],
    );
}

#[test]
fn a_map_may_limit_how_many_fields_an_object_has() {
    let with = |body: &str| {
        document(&format!(
            "
paths:
  /notes:
    post:
      operationId: addNotes
      requestBody: {{ required: true, content: {{ application/json: {{ schema: {{ type: object, {body} }} }} }} }}
      responses: {{ '204': {{ description: Added. }} }}
"
        ))
    };
    let of_text = "additionalProperties: { type: string }";
    let object = |more: &str| {
        with(&format!(
            "properties: {{ a: {{ type: string }} }}, {of_text}{more}"
        ))
    };
    let map = |more: &str| with(&format!("{of_text}{more}"));
    assert_both(
        &object(""),
        &map(", minProperties: 1"),
        &["min-items-raised add_notes.body: breaking, compatible"],
        &["min-items-lowered add_notes.body: compatible, breaking"],
    );
    assert_both(
        &object(""),
        &map(", maxProperties: 1"),
        &["max-items-lowered add_notes.body: breaking, compatible"],
        &["max-items-raised add_notes.body: compatible, breaking"],
    );
    // An object has its required fields anyway.
    let optional = "field-became-optional add_notes.body.a: compatible, breaking";
    let required = "field-became-required add_notes.body.a: breaking, compatible";
    let named = object(", required: [a]");
    assert_both(&named, &map(", minProperties: 1"), &[optional], &[required]);
    assert_both(
        &named,
        &map(", minProperties: 2"),
        &[
            optional,
            "min-items-raised add_notes.body: breaking, compatible",
        ],
        &[
            required,
            "min-items-lowered add_notes.body: compatible, breaking",
        ],
    );
    // What the object states is in its JSON Schema.
    let stated = object(", minProperties: 2");
    let removed = "schema-removed add_notes.body: compatible, breaking";
    let added = "schema-added add_notes.body: breaking, compatible";
    assert_both(&stated, &map(", minProperties: 1"), &[removed], &[added]);
    assert_both(&stated, &map(", minProperties: 2"), &[], &[]);
    assert_both(
        &stated,
        &map(", minProperties: 3"),
        &["min-items-raised add_notes.body: breaking, compatible"],
        &["min-items-lowered add_notes.body: compatible, breaking"],
    );
    assert_both(
        &with("properties: { a: { type: integer } }, required: [a]"),
        &with("minProperties: 1"),
        &["type-widened add_notes.body: compatible, breaking"],
        &["type-narrowed add_notes.body: breaking, compatible"],
    );
}

#[test]
fn a_variant_that_becomes_the_whole_type_may_lose_fields() {
    let with = |ty: &str, fields: &str| {
        specification(&format!(
            "
types:
  User: {{ fields: {{ login: string{fields} }} }}
  Group: {{ fields: {{ slug: string }} }}
  Owner: {{ union: {{ user: User, group: Group }} }}
  Users: {{ union: {{ users: list<User>, note: string }} }}
operations:
  get_owner: {{ route: GET /owner, returns: {ty} }}
"
        ))
    };
    let (named, plain) = (", name?: string", "");
    for (union, variant) in [("Owner", "User"), ("Users", "list<User>")] {
        assert_both(
            &with(union, named),
            &with(variant, plain),
            &[
                "optional-field-removed User.name: risky, compatible",
                "type-narrowed get_owner.200: compatible, breaking",
            ],
            &[
                "optional-field-added User.name: compatible, risky",
                "type-widened get_owner.200: breaking, compatible",
            ],
        );
        assert_both(
            &with(union, named),
            &with(variant, named),
            &["type-narrowed get_owner.200: compatible, breaking"],
            &["type-widened get_owner.200: breaking, compatible"],
        );
    }
}

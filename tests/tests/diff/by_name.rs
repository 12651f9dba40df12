//! Newtypes and aliases: what changes in one of them is one change, where it is defined, however often it is used.

use specsmith::diagnostic::Style;
use specsmith::diff::{Options, Report, compare};

use crate::compared::{assert_both, assert_found, document, found_in, specification};

/// Two uses in an object, and one in a list, in a query and in a response.
fn with(sku: &str) -> String {
    format!(
        "
types:
  Sku: {{ {sku} }}
  Order: {{ fields: {{ sku: Sku, others: list<Sku>, replaced?: Sku }} }}
operations:
  create_order: {{ route: POST /orders, body: Order, query: {{ like?: Sku }}, returns: Order }}
  get_sku: {{ route: GET /sku, returns: Sku }}
"
    )
}

/// A comparison as people read it.
fn text(old: &str, new: &str) -> String {
    let (old, new) = (specification(old), specification(new));
    let read = |source| specsmith::read_to_compare(source).expect("it has no errors");
    let (old, new) = (read(&old), read(&new));
    let today = "2026-06-01".parse().expect("it is a date");
    let compared = compare(&old, &new, today);
    Report::new(&old, &new, compared.changes, Options::default())
        .with_unused(compared.unused)
        .to_text(Style::Plain)
}

#[test]
fn a_limit_of_a_name_is_one_change() {
    for kind in ["newtype", "alias"] {
        let with = |length: u8| with(&format!("{kind}: string, max_length: {length}"));
        let text = text(&with(20), &with(10));
        assert_eq!(text.matches("[max-length-lowered]").count(), 1, "{text}");
        let place = format!("Sku: {{ {kind}: string, max_length: 10 }}\n   |   ^^^ new");
        assert!(text.contains(&place), "{text}");
        assert!(
            text.contains("in requests and responses of `create_order`, `get_sku`"),
            "{text}"
        );
    }
}

#[test]
fn a_limit_of_a_name_can_be_accepted_there() {
    for kind in ["newtype", "alias"] {
        let old = with(&format!("{kind}: string, max_length: 20"));
        let new = with(&format!(
            "{kind}: string, max_length: 10, allow: [max-length-lowered]"
        ));
        let text = text(&old, &new);
        assert!(text.contains("accepted:"), "{text}");
        assert!(!text.contains("there is no such change"), "{text}");
        assert!(text.contains("wire          1 compatible"), "{text}");
    }
}

#[test]
fn what_a_use_adds_is_not_accepted_at_the_name() {
    let with = |of_name: &str, of_use: &str| {
        format!(
            "
types:
  Sku: {{ alias: string, {of_name} }}
  Order: {{ fields: {{ sku: {{ type: Sku{of_use} }}, other: Sku }} }}
operations:
  create_order: {{ route: POST /orders, body: Order }}
"
        )
    };
    let text = text(
        &with("max_length: 20", ""),
        &with(
            "max_length: 19, allow: [max-length-lowered]",
            ", max_length: 1",
        ),
    );
    assert!(
        text.contains("error[max-length-lowered]: `Order.sku`"),
        "{text}"
    );
    assert!(
        text.contains("accepted:\n  `Sku`: the maximum length was 20, and is 19"),
        "{text}"
    );
}

#[test]
fn what_is_different_in_rust_for_each_use_is_told_with_the_name() {
    let text = text(&with("alias: string"), &with("alias: integer"));
    assert_eq!(text.matches("error[").count(), 1, "{text}");
    for part in [
        "error[type-changed]: `Sku`: it was an alias of `string`, and is an alias of `integer`",
        "callers: breaking: `Sku` was `alias of String`, and is `alias of i64`",
    ] {
        assert!(text.contains(part), "{part}\nis not in\n{text}");
    }
}

#[test]
fn a_type_of_another_kind_says_what_it_was_and_is() {
    let cases = [
        (
            "newtype: string",
            "newtype: integer",
            "`Sku`: it was a newtype of `string`, and is a newtype of `integer`",
        ),
        (
            "enum: [a, b]",
            "newtype: string",
            "`Sku`: it was an enumeration of `string`, and is a newtype of `string`",
        ),
        (
            "fields: { id: string }",
            "tuple: [string, integer]",
            "`Sku`: it was an object, and is a tuple",
        ),
    ];
    let with = |sku: &str| {
        format!(
            "types: {{ Sku: {{ {sku} }}, Order: {{ fields: {{ one: Sku, two?: Sku }} }} }}\n\
             operations: {{ get: {{ route: GET /order, returns: Order }} }}\n"
        )
    };
    for (was, is, expected) in cases {
        let text = text(&with(was), &with(is));
        assert!(text.contains(expected), "{expected}\nis not in\n{text}");
        assert_eq!(text.matches("error[").count(), 1, "{text}");
    }
}

#[test]
fn what_a_use_adds_is_a_change_of_the_use() {
    let with = |of_use: &str, null: &str| {
        format!(
            "
types:
  Sku: {{ alias: string, max_length: 20 }}
  Order: {{ fields: {{ sku: {{ type: Sku{null}{of_use} }}, other: Sku }} }}
operations:
  create_order: {{ route: POST /orders, body: Order }}
"
        )
    };
    assert_found(
        &with("", ""),
        &with(", max_length: 10", ""),
        &["max-length-lowered Order.sku: breaking"],
    );
    assert_found(
        &with("", ""),
        &with("", "?"),
        &["null-added Order.sku: compatible"],
    );
}

#[test]
fn the_name_of_another_type_is_a_change_of_the_use() {
    let with = |ty: &str| {
        format!(
            "
types:
  Short: {{ newtype: string, max_length: 10 }}
  Long: {{ newtype: string, max_length: 20 }}
  Order: {{ fields: {{ sku: {ty}, short: Short, long: Long }} }}
operations:
  create_order: {{ route: POST /orders, body: Order }}
"
        )
    };
    assert_found(
        &with("Long"),
        &with("Short"),
        &["max-length-lowered Order.sku: breaking"],
    );
}

#[test]
fn a_schema_without_a_name_changes_where_it_is_used() {
    let inline = |length: u8| {
        document(&format!(
            "
paths:
  /orders:
    post:
      operationId: send
      requestBody: {{ required: true, content: {{ application/json: {{ schema: {{ type: string, maxLength: {length} }} }} }} }}
      responses: {{ '204': {{ description: It is stored. }} }}
"
        ))
    };
    assert_both(
        &inline(9),
        &inline(5),
        &["max-length-lowered send.body: breaking, compatible"],
        &["max-length-raised send.body: compatible, breaking"],
    );
    let component = |length: u8| {
        document(&format!(
            "
paths:
  /orders/{{id}}:
    put:
      operationId: send
      parameters: [{{ name: id, in: path, required: true, schema: {{ $ref: '#/components/schemas/Name' }} }}]
      requestBody: {{ required: true, content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/Name' }} }} }} }}
      responses: {{ '200': {{ description: It is stored., content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/Name' }} }} }} }} }}
components: {{ schemas: {{ Name: {{ type: string, minLength: 1, maxLength: {length} }} }} }}
"
        ))
    };
    // In JSON and as text, which the report merges.
    assert_eq!(
        found_in(&component(9), &component(5)),
        ["max-length-lowered Name: breaking"; 2]
    );
}

#[test]
fn an_error_with_another_name_is_one_change() {
    let with = |name: &str| {
        format!(
            "
errors:
  404: {{ name: {name}, message: It is not there. }}
operations:
  get_order: {{ route: GET /order, returns: string, errors: [404] }}
  get_item: {{ route: GET /item, returns: string, errors: [404] }}
"
        )
    };
    let text = text(&with("NotFound"), &with("Missing"));
    assert_eq!(text.matches("error[").count(), 1, "{text}");
    assert!(
        text.contains("error[error-renamed]: `Missing`: the error was named `NotFound`"),
        "{text}"
    );
    assert!(text.contains("callers       1 breaking"), "{text}");
    assert!(text.contains("implementers  1 breaking"), "{text}");
}

#[test]
fn a_name_in_a_path_or_a_list_in_a_query_is_one_change_too() {
    let with = |length: u8, items: u8| {
        format!(
            "
types:
  Id: {{ newtype: string, min_length: 1, max_length: {length} }}
  Ids: {{ alias: list<Id>, min_items: 1, max_items: {items} }}
operations:
  get_order: {{ route: 'GET /orders/{{id}}', path: {{ id: Id }}, returns: string }}
  get_item: {{ route: 'GET /items/{{id}}', path: {{ id: Id }}, returns: string }}
  list_orders: {{ route: GET /orders, query: {{ ids?: Ids }}, returns: list<string> }}
"
        )
    };
    assert_found(
        &with(9, 9),
        &with(5, 9),
        &["max-length-lowered Id: breaking"],
    );
    assert_found(
        &with(9, 9),
        &with(9, 5),
        &["max-items-lowered Ids: breaking"],
    );
}

#[test]
fn values_in_paths_are_never_empty_and_lists_in_queries_have_items() {
    let with = |length: &str, items: &str| {
        format!(
            "
types:
  Id: {{ newtype: string{length} }}
  Ids: {{ alias: list<string>{items} }}
operations:
  get_order: {{ route: 'GET /orders/{{id}}', path: {{ id: Id }}, returns: string }}
  list_orders: {{ route: GET /orders, query: {{ ids?: Ids }}, returns: list<string> }}
"
        )
    };
    assert_found(
        &with("", ""),
        &with(", min_length: 1", ", min_items: 1"),
        &[],
    );
}

#[test]
fn a_newtype_in_a_path_that_becomes_an_alias_is_the_same_on_the_wire() {
    let with = |kind: &str| {
        format!(
            "
types: {{ Id: {{ {kind}: string }}, Order: {{ fields: {{ id: Id }} }} }}
operations:
  get_order: {{ route: 'GET /orders/{{id}}', path: {{ id: Id }}, returns: Order }}
"
        )
    };
    assert_found(&with("newtype"), &with("alias"), &[]);
    assert_found(&with("alias"), &with("newtype"), &[]);
}

#[test]
fn names_of_names_change_at_the_innermost() {
    let with = |length: u8| {
        format!(
            "
types:
  Code: {{ newtype: string, max_length: {length} }}
  Sku: {{ alias: Code }}
  Item: {{ alias: Sku }}
  Order: {{ fields: {{ code: Code, sku: Sku, item: Item, items: list<Item> }} }}
operations:
  create_order: {{ route: POST /orders, body: Order }}
"
        )
    };
    assert_found(&with(9), &with(5), &["max-length-lowered Code: breaking"]);
    let with = |ty: &str| {
        format!(
            "
types:
  Code: {{ alias: {ty} }}
  Sku: {{ alias: Code }}
  Order: {{ fields: {{ sku: Sku, code: Code }} }}
operations:
  create_order: {{ route: POST /orders, body: Order }}
"
        )
    };
    assert_found(
        &with("string"),
        &with("integer"),
        &["type-changed Code: breaking"],
    );
}

#[test]
fn a_name_says_what_it_was_whatever_its_first_use_is() {
    let with = |sku: &str| {
        format!(
            "
types:
  Sku: {{ {sku} }}
  Order: {{ fields: {{ maybe: Sku?, sku: Sku }} }}
operations:
  create_order: {{ route: POST /orders, body: Order, query: {{ like?: Sku }} }}
"
        )
    };
    let cases = [
        (
            "alias: integer",
            "error[type-changed]: `Sku`: it was an alias of `string`, and is an alias of `integer`",
        ),
        (
            "newtype: integer",
            "error[type-changed]: `Sku`: it was an alias of `string`, and is a newtype of `integer`",
        ),
        (
            "enum: [a, b]",
            "error[type-narrowed]: `Sku`: it was an alias of `string`, and is an enumeration of `string`",
        ),
    ];
    for (sku, expected) in cases {
        let text = text(&with("alias: string"), &with(sku));
        assert!(text.contains(expected), "{expected}\nis not in\n{text}");
        assert_eq!(text.matches("`Sku`: it was").count(), 1, "{text}");
    }
}

#[test]
fn a_name_in_a_webhook_is_one_change_for_those_who_receive_it() {
    let with = |length: u8| {
        format!(
            "
types:
  Sku: {{ newtype: string, max_length: {length} }}
  Order: {{ fields: {{ sku: Sku, other?: Sku }} }}
webhooks:
  order_event: {{ body: Order }}
"
        )
    };
    assert_found(&with(9), &with(5), &["max-length-lowered Sku: compatible"]);
    assert_found(&with(5), &with(9), &["max-length-raised Sku: risky"]);
}

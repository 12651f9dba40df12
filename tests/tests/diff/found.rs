//! What a comparison finds in small specifications that are easily compared wrongly: which rules, and how bad they are on
//! the wire.

use specsmith::diff::{Axis, Clients, Options, Report, diff};
use specsmith::source::SourceFile;

/// A specification of these sections.
fn specification(sections: &str) -> SourceFile {
    let head = "specsmith: 1\napi: { name: Shop, title: Shop, version: 1.0.0 }\n";
    SourceFile::new("shop.yaml", format!("{head}{sections}"))
}

/// The changes on the wire, as `rule path: verdict`.
fn found(old: &str, new: &str) -> Vec<String> {
    let (old, new) = (specification(old), specification(new));
    let read =
        |source| specsmith::read_to_compare(source).expect("the specification has no errors");
    let changes = diff(&read(&old), &read(&new));
    let on_the_wire = changes
        .iter()
        .filter(|change| change.in_requests || change.in_responses);
    let mut found: Vec<String> = on_the_wire
        .map(|change| {
            let verdict = change.verdict(Axis::Wire, Clients::Any).name();
            format!("{} {}: {verdict}", change.rule.id(), change.path)
        })
        .collect();
    found.sort();
    found
}

#[track_caller]
pub(super) fn assert_found(old: &str, new: &str, expected: &[&str]) {
    assert_eq!(found(old, new), expected, "\nfrom{old}\nto{new}");
}

#[test]
fn an_object_that_contains_itself_can_become_a_union_that_does() {
    assert_found(
        "
types:
  Node: { fields: { kind: { const: leaf }, next?: Node } }
operations:
  get_node: { route: GET /node, returns: Node }
",
        "
types:
  Leaf: { fields: { next?: Tree } }
  Tree: { union: { leaf: Leaf }, tag: kind }
operations:
  get_node: { route: GET /node, returns: Tree }
",
        &[
            "type-widened Leaf.next: breaking",
            "type-widened get_node.200: breaking",
        ],
    );
}

#[test]
fn a_tag_that_the_content_declares_is_the_tag_that_the_union_adds() {
    let with = |person: &str| {
        format!(
            "
types:
  Party: {{ union: {{ person: Person, nobody: {{}} }}, tag: kind }}
  Person: {{ fields: {{ {person} }} }}
operations:
  put_party: {{ route: PUT /party, body: Party, returns: Party }}
"
        )
    };
    assert_found(
        &with("name: string"),
        &with("kind: { const: person }, name: string"),
        &[],
    );
}

#[test]
fn a_page_and_an_object_have_the_same_fields_or_not() {
    let page = "
pagers: { page: { offset: { parameter: offset }, limit: { parameter: limit, default: 10, max: 50 }, items: data, total: total } }
types: { Book: { fields: { title: string } } }
operations:
  list_books: { route: GET /books, returns: page<Book> }
";
    let object = |fields: &str| {
        format!(
            "
types:
  Book: {{ fields: {{ title: string }} }}
  Books: {{ fields: {{ {fields} }} }}
operations:
  list_books:
    route: GET /books
    query: {{ offset?: integer, limit?: integer }}
    returns: Books
"
        )
    };
    let found = found(page, &object("data: list<Book>"));
    assert!(
        found.contains(&"required-field-removed list_books.200.total: breaking".to_owned()),
        "{found:?}"
    );
}

#[test]
fn schemes_of_two_names_are_not_the_same_credentials() {
    let with = |scheme: &str| {
        format!(
            "
auth: {{ schemes: {{ user: {{ scheme: bearer }}, service: {{ scheme: bearer }} }} }}
operations:
  get_user: {{ route: GET /user, auth: user }}
  get_service: {{ route: GET /service, auth: service }}
  get_orders: {{ route: GET /orders, auth: {scheme} }}
"
        )
    };
    assert_found(
        &with("user"),
        &with("service"),
        &[
            "credentials-added get_orders: compatible",
            "credentials-removed get_orders: breaking",
        ],
    );
}

#[test]
fn limits_count_if_a_listed_value_is_outside_of_them() {
    let with = |ty: &str| {
        format!(
            "
types:
  Size: {{ enum: [s, m, large] }}
operations:
  get_shirt: {{ route: GET /shirt, query: {{ size?: {ty} }} }}
"
        )
    };
    assert_found(
        &with("Size"),
        &with("{ type: string, max_length: 5 }"),
        &["type-widened get_shirt.query.size: compatible"],
    );
    assert_found(
        &with("Size"),
        &with("{ type: string, max_length: 4 }"),
        &[
            "max-length-lowered get_shirt.query.size: breaking",
            "type-widened get_shirt.query.size: compatible",
        ],
    );
}

#[test]
fn integers_above_a_number_begin_with_the_next_one() {
    let with = |limit: &str| {
        format!(
            "
operations:
  list_books: {{ route: GET /books, query: {{ count?: {{ type: integer, {limit} }} }} }}
"
        )
    };
    assert_found(&with("above: 0"), &with("min: 1"), &[]);
}

#[test]
fn the_position_of_a_page_has_a_name() {
    let with = |offset: &str| {
        format!(
            "
pagers: {{ page: {{ offset: {{ parameter: {offset} }}, limit: {{ parameter: limit, default: 10, max: 50 }}, items: data }} }}
types: {{ Book: {{ fields: {{ title: string }} }} }}
operations:
  list_books: {{ route: GET /books, returns: page<Book> }}
"
        )
    };
    let found = found(&with("offset"), &with("skip"));
    assert!(
        found.contains(&"next-page-changed list_books: breaking".to_owned()),
        "{found:?}"
    );
}

#[test]
fn a_type_in_requests_and_responses_changes_once() {
    let with = |values: &str| {
        format!(
            "
types:
  Status: {{ enum: [{values}] }}
  Order: {{ fields: {{ status: Status }} }}
operations:
  list_orders: {{ route: GET /orders, query: {{ status?: Status }}, returns: list<Order> }}
"
        )
    };
    let (old, new) = (
        specification(&with("open, paid")),
        specification(&with("open, paid, sent")),
    );
    let read =
        |source| specsmith::read_to_compare(source).expect("the specification has no errors");
    let (old, new) = (read(&old), read(&new));
    let report = Report::new(&old, &new, diff(&old, &new), Options::default());
    assert_eq!(
        report
            .to_json_lines()
            .matches("\"enum-value-added\"")
            .count(),
        1
    );
}

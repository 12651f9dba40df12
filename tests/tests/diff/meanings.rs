//! Changes after which source code compiles, and means something else.

use specsmith::diff::{Axis, Clients, diff};
use specsmith::source::SourceFile;

use crate::compared::{assert_found, specification};

/// The changes that break callers or implementers: the rule, the path, and the verdicts for both.
pub(crate) fn breaking(old: &str, new: &str) -> Vec<String> {
    breaking_in(specification(old), specification(new))
}

pub(crate) fn breaking_in(old: SourceFile, new: SourceFile) -> Vec<String> {
    let read =
        |source| specsmith::read_to_compare(source).expect("the specification has no errors");
    let changes = diff(&read(&old), &read(&new));
    let found = changes.iter().filter_map(|change| {
        let verdict = |axis| change.verdict(axis, Clients::Any).name();
        let (callers, implementers) = (verdict(Axis::Callers), verdict(Axis::Implementers));
        let is_fine = [callers, implementers] == ["compatible"; 2];
        let line = format!(
            "{} {}: callers {callers}, implementers {implementers}",
            change.rule.id(),
            change.path
        );
        (!is_fine).then_some(line)
    });
    found.collect()
}

#[track_caller]
pub(crate) fn assert_breaking(old: &str, new: &str, expected: &[&str]) {
    assert_eq!(breaking(old, new), expected, "\nfrom{old}\nto{new}");
}

#[test]
fn two_operations_that_trade_their_names_are_called_in_place_of_each_other() {
    assert_breaking(
        "
operations:
  get_a: { route: GET /a, returns: string }
  get_b: { route: GET /b, returns: string }
",
        "
operations:
  get_b: { route: GET /a, returns: string }
  get_a: { route: GET /b, returns: string }
",
        &[
            "operation-renamed get_b: callers breaking, implementers breaking",
            "operation-renamed get_a: callers breaking, implementers breaking",
        ],
    );
}

#[test]
fn a_new_operation_can_take_the_name_of_another_one() {
    assert_breaking(
        "
operations:
  get_a: { route: GET /a, returns: string }
",
        "
operations:
  get_old_a: { route: GET /a, returns: string }
  get_a: { route: GET /v2/a, returns: string }
",
        &[
            "operation-renamed get_old_a: callers compatible, implementers breaking",
            "operation-added get_a: callers breaking, implementers breaking",
        ],
    );
    // An operation that moves is the same operation.
    assert_breaking(
        "
operations:
  get_a: { route: GET /a, returns: string }
",
        "
operations:
  get_a: { route: GET /v2/a, returns: string }
",
        &[],
    );
}

#[test]
fn two_fields_that_trade_their_names_in_rust_are_taken_for_each_other() {
    let with = |fields: &str| {
        format!(
            "
types:
  Span: {{ fields: {{ {fields} }} }}
operations:
  put_span: {{ route: PUT /span, body: Span }}
"
        )
    };
    assert_breaking(
        &with("a?: { type: string, name: x }, b?: { type: string, name: y }"),
        &with("a?: { type: string, name: y }, b?: { type: string, name: x }"),
        &[
            "meaning-changed Span::y: callers breaking, implementers breaking",
            "meaning-changed Span::x: callers breaking, implementers breaking",
        ],
    );
    // One has the name of the other, which has none any more.
    assert_breaking(
        &with("a?: { type: string, name: x }, b?: { type: string, name: y }"),
        &with("b?: { type: string, name: x }"),
        &["optional-field-removed Span.a: callers breaking, implementers breaking"],
    );
    // Only the name on the wire is different, so the code means what it meant.
    assert_breaking(
        &with("a?: { type: string, name: x }"),
        &with("b?: { type: string, name: x }"),
        &[],
    );
}

#[test]
fn a_field_and_its_argument_are_one_change() {
    let with = |a: &str, b: &str| {
        format!(
            "
types:
  Span: {{ fields: {{ a: {{ type: string, name: {a} }}, b: {{ type: string, name: {b} }}, c?: string }} }}
operations:
  put_span: {{ route: PUT /span, body: Span }}
"
        )
    };
    assert_breaking(
        &with("x", "y"),
        &with("y", "x"),
        &[
            "meaning-changed Span::y: callers breaking, implementers breaking",
            "meaning-changed Span::x: callers breaking, implementers breaking",
        ],
    );
}

#[test]
fn two_values_and_two_variants_can_trade_their_names_in_rust() {
    let with = |low: &str, high: &str| {
        format!(
            "
types:
  Priority: {{ enum: {{ 1: {{ name: {low} }}, 2: {{ name: {high} }} }} }}
operations:
  put_priority: {{ route: PUT /priority, body: Priority }}
"
        )
    };
    assert_breaking(
        &with("low", "high"),
        &with("high", "low"),
        &[
            "meaning-changed Priority::High: callers breaking, implementers breaking",
            "meaning-changed Priority::Low: callers breaking, implementers breaking",
        ],
    );
    let with = |up: &str, down: &str| {
        format!(
            "
types:
  Move: {{ union: {{ up: {{ type: Way, name: {up} }}, down: {{ type: Way, name: {down} }} }}, tag: kind }}
  Way: {{ fields: {{ length: integer }} }}
operations:
  move: {{ route: POST /moves, body: Move }}
"
        )
    };
    assert_breaking(
        &with("raise", "lower"),
        &with("lower", "raise"),
        &[
            "meaning-changed Move::Lower: callers breaking, implementers breaking",
            "meaning-changed Move::Raise: callers breaking, implementers breaking",
        ],
    );
}

#[test]
fn two_parameters_can_trade_their_names_in_rust_or_their_places() {
    let with = |from: &str, to: &str| {
        format!(
            "
operations:
  list_orders:
    route: GET /orders
    query: {{ a?: {{ type: string, name: {from} }}, b?: {{ type: string, name: {to} }} }}
    returns: string
"
        )
    };
    assert_breaking(
        &with("from", "to"),
        &with("to", "from"),
        &[
            "meaning-changed Client::list_orders().to: callers breaking, implementers breaking",
            "meaning-changed Client::list_orders().from: callers breaking, implementers breaking",
        ],
    );
    // Arguments of a path are in its order. Handlers have them by their names.
    let with = |path: &str| {
        format!(
            "
operations:
  compare: {{ route: 'GET {path}', path: {{ a: string, b: string }}, returns: string }}
"
        )
    };
    assert_breaking(
        &with("/{a}/{b}"),
        &with("/{b}/{a}"),
        &["path-parameters-swapped compare: callers breaking, implementers compatible"],
    );
}

#[test]
fn two_elements_of_a_tuple_can_change_places() {
    let with = |elements: &str| {
        format!(
            "
types:
  Spot: {{ tuple: [{elements}] }}
operations:
  get_spot: {{ route: GET /spot, returns: Spot }}
"
        )
    };
    let number = |name: &str| format!("{{ type: number, name: {name} }}");
    let (x, y) = (number("x"), number("y"));
    assert_breaking(
        &with(&format!("{x}, {y}")),
        &with(&format!("{y}, {x}")),
        &["elements-swapped Spot: callers breaking, implementers breaking"],
    );
    assert_found(
        &with(&format!("{x}, {y}")),
        &with(&format!("{y}, {x}")),
        &["elements-swapped Spot: breaking"],
    );
    // Another name is the same element.
    assert_found(
        &with(&format!("{x}, {y}")),
        &with(&format!("{x}, {}", number("z"))),
        &[],
    );
    assert_found(&with("number, number"), &with("number, number"), &[]);
}

#[test]
fn two_errors_can_trade_their_names() {
    let with = |first: &str, second: &str| {
        format!(
            "
errors:
  404: {{ name: {first}, message: It is not there }}
  410: {{ name: {second}, message: It is gone }}
operations:
  get_a: {{ route: GET /a, errors: [404, 410], returns: string }}
"
        )
    };
    assert_breaking(
        &with("Missing", "Gone"),
        &with("Gone", "Missing"),
        &[
            "meaning-changed Gone: callers breaking, implementers breaking",
            "meaning-changed Missing: callers breaking, implementers breaking",
        ],
    );
}

#[test]
fn two_types_that_trade_their_names_have_different_signatures() {
    let with = |create: &str, update: &str| {
        format!(
            "
types:
  {create}: {{ fields: {{ name: string }} }}
  {update}: {{ fields: {{ name: string }} }}
operations:
  create: {{ route: POST /things, body: {create} }}
  update: {{ route: PUT /things, body: {update} }}
"
        )
    };
    assert_breaking(
        &with("Create", "Update"),
        &with("Update", "Create"),
        &[
            "signature-type-changed Client::create(the body): callers breaking, implementers compatible",
            "signature-type-changed Create::body: callers compatible, implementers breaking",
            "signature-type-changed Client::update(the body): callers breaking, implementers compatible",
            "signature-type-changed Update::body: callers compatible, implementers breaking",
        ],
    );
}

#[test]
fn a_different_default_means_something_else_for_code_as_well() {
    let with = |default: &str| {
        format!(
            "
operations:
  list_orders:
    route: GET /orders
    query: {{ limit?: {{ type: integer, default: {default} }} }}
    returns: string
"
        )
    };
    assert_breaking(
        &with("50"),
        &with("20"),
        &["default-changed list_orders.query.limit: callers breaking, implementers breaking"],
    );
}

#[test]
fn a_token_that_was_the_only_credentials_is_no_longer_used() {
    let with = |schemes: &str, needed: &str| {
        format!(
            "
auth: {{ default: {needed}, schemes: {{ {schemes} }} }}
operations:
  get_a: {{ route: GET /a, returns: string }}
  get_b: {{ route: GET /b, returns: string }}
"
        )
    };
    let key = "key: { scheme: bearer }";
    let one = with(key, "key");
    let name = "name: { scheme: basic }";
    let moved =
        "meaning-changed ClientBuilder::bearer_token: callers breaking, implementers compatible";
    // The builder's method still compiles, and the client has no credentials.
    for schemes in [format!("{key}, {name}"), format!("{name}, {key}")] {
        let both = with(&schemes, "[key, name]");
        let callers: Vec<_> = breaking(&one, &both)
            .into_iter()
            .filter(|line| line.contains("callers breaking"))
            .collect();
        assert_eq!(callers, [moved]);
        let callers = breaking(&both, &one).into_iter();
        let callers: Vec<_> = callers
            .filter(|line| line.contains(" ClientBuilder"))
            .collect();
        assert!(callers.is_empty(), "{callers:?}");
    }
    // So it is if the scheme is something else.
    for kind in [
        "scheme: api_key, header: X-Key",
        "scheme: oauth2, flows: { client_credentials: { token: 'https://a.example' } }",
    ] {
        let found = breaking(&one, &with(&format!("key: {{ {kind} }}"), "key"));
        assert!(found.contains(&moved.to_owned()), "{kind}: {found:?}");
    }
    // Another name is the same token, and who needs no credentials may have some.
    let renamed = with("token: { scheme: bearer }", "token");
    let open = "
operations:
  get_a: { route: GET /a, returns: string }
  get_b: { route: GET /b, returns: string }
";
    for (old, new) in [(&one[..], &renamed[..]), (&one, open), (open, &one)] {
        let found = breaking(old, new);
        assert!(
            !found.iter().any(|line| line.contains("bearer_token")),
            "{found:?}"
        );
    }
}

#[test]
fn arguments_are_known_by_their_places_and_not_by_their_names_in_rust() {
    let with = |fields: &str| {
        format!(
            "
types:
  Span: {{ fields: {{ {fields}, c?: string }} }}
operations:
  put_span: {{ route: PUT /span, body: Span }}
"
        )
    };
    let field = |name: &str, rust: &str| format!("{name}: {{ type: string, name: {rust} }}");
    let old = with(&format!("{}, {}", field("a", "x"), field("b", "y")));
    // The first value that a caller gives is for `b` now, although the arguments have the names in the old order.
    let new = with(&format!("{}, {}", field("b", "x"), field("a", "y")));
    let expected = [
        "arguments-reordered Span::new: callers breaking, implementers breaking",
        "meaning-changed Span::x: callers breaking, implementers breaking",
        "meaning-changed Span::y: callers breaking, implementers breaking",
    ];
    assert_breaking(&old, &new, &expected);
    assert_breaking(&new, &old, &expected);
    let with = |first: &str, second: &str| {
        format!(
            "
operations:
  list_orders: {{ route: GET /orders, query: {{ {first}, {second} }}, returns: string }}
"
        )
    };
    let old = with(&field("a", "from"), &field("b", "to"));
    // Only handlers have the names.
    assert_breaking(
        &old,
        &with(&field("a", "to"), &field("b", "from")),
        &[
            "meaning-changed ListOrders::to: callers compatible, implementers breaking",
            "meaning-changed ListOrders::from: callers compatible, implementers breaking",
        ],
    );
    assert_breaking(
        &old,
        &with(&field("b", "to"), &field("a", "from")),
        &["arguments-reordered Client::list_orders: callers breaking, implementers compatible"],
    );
}

#[test]
fn an_argument_can_take_the_name_of_another_one() {
    let with = |fields: &str| {
        format!(
            "
types:
  Span: {{ fields: {{ {fields}, c?: string }} }}
operations:
  put_span: {{ route: PUT /span, body: Span }}
"
        )
    };
    let found = breaking(
        &with("a: { type: string, name: x }"),
        &with("a: { type: string, name: y }, b: { type: string, name: x }"),
    );
    // The value for `a` is where it was, and there is one more.
    let expected = "required-field-added Span.b: callers breaking, implementers breaking";
    assert!(found.contains(&expected.to_owned()), "{found:?}");
    assert!(
        !found.iter().any(|line| line.contains("reordered")),
        "{found:?}"
    );
}

/// Asserts what trading places means for code that compares values of a type, there and back.
#[track_caller]
fn assert_compared(old: &str, new: &str, expected: &[&str]) {
    for (old, new) in [(old, new), (new, old)] {
        let found = breaking(old, new).into_iter();
        let found: Vec<_> = found
            .filter(|line| line.starts_with("comparison-"))
            .collect();
        assert_eq!(found, expected, "\nfrom{old}\nto{new}");
    }
}

#[test]
fn types_are_compared_in_the_order_of_their_fields_and_values() {
    let with = |derives: &str, kind: &str| {
        format!(
            "
rust: {{ derives: {{ {derives} }} }}
types:
  Rank: {kind}
operations:
  put_rank: {{ route: PUT /rank, body: Rank }}
"
        )
    };
    let risky = ["comparison-reordered Rank: callers risky, implementers risky"];
    let fields = ["a?: string, b?: string", "b?: string, a?: string"];
    let [old, new] = fields.map(|fields| format!("{{ fields: {{ {fields} }} }}"));
    assert_compared(&with("Ord: all", &old), &with("Ord: all", &new), &risky);
    assert_compared(
        &with("PartialOrd: all", &old),
        &with("Ord: all", &new),
        &risky,
    );
    // Nothing compares its values, or did so.
    assert_compared(&with("Hash: all", &old), &with("Hash: all", &new), &[]);
    assert_compared(&with("Hash: all", &old), &with("Ord: all", &new), &[]);
    // A name in Rust is no place, and what is new has none to trade.
    let names = [
        "a?: { type: string, name: x }, b?: { type: string, name: y }",
        "a?: { type: string, name: y }, b?: { type: string, name: x }",
    ];
    let [old, new] = names.map(|fields| format!("{{ fields: {{ {fields} }} }}"));
    assert_compared(&with("Ord: all", &old), &with("Ord: all", &new), &[]);
    let [low, high, middle] = ["[low, high]", "[high, low]", "[high, middle, low]"]
        .map(|values| with("Hash: all", &format!("{{ enum: {values} }}")));
    assert_compared(&low, &high, &risky);
    assert_compared(&low, &middle, &[]);
    let open = |values: &str| with("Hash: all", &format!("{{ enum: {values}, open: true }}"));
    assert_compared(&open("[low, high]"), &open("[high, low]"), &[]);
    let union = ["up: {}, down: {}", "down: {}, up: {}"];
    let [old, new] = union.map(|union| format!("{{ union: {{ {union} }}, tag: kind }}"));
    assert_compared(&with("Ord: all", &old), &with("Ord: all", &new), &risky);
}

#[test]
fn a_stream_yields_the_items_of_another_field() {
    let with = |items: &str| {
        format!(
            "
types:
  Found: {{ fields: {{ books: list<string>, hits: list<string>, counts: list<integer>, next?: string }} }}
operations:
  find:
    route: GET /books
    query: {{ after?: string }}
    returns: Found
    pages: {{ cursor: after, items: {items}, next: next }}
"
        )
    };
    let changed = &["page-items-changed find: callers breaking, implementers compatible"];
    assert_breaking(&with("books"), &with("hits"), changed);
    assert_breaking(&with("books"), &with("counts"), changed);
}

#[test]
fn the_function_for_a_server_takes_its_arguments_in_another_order() {
    let with = |variables: &str| {
        let head = "specsmith: 1\napi: { name: Shop, title: Shop, version: 1.0.0, servers: { own: ";
        let server =
            format!("{{ url: 'https://{{host}}.example/{{team}}', variables: {{ {variables} }} }}");
        let operations = "operations: { ping: { route: GET /ping } }";
        SourceFile::new("shop.yaml", format!("{head}{server} }} }}\n{operations}\n"))
    };
    let old = "host: { default: a }, team: { default: b }";
    let new = "team: { default: b }, host: { default: a }";
    assert_eq!(
        breaking_in(with(old), with(new)),
        ["arguments-reordered servers::own: callers breaking, implementers compatible"]
    );
}

//! What changes mean for source code. The compiler agrees: see `judge` in the tests of the workspace.

use crate::diff::{Change, Verdict, diff};
use crate::source::SourceFile;

/// The changes between two specifications, which have these sections beside the first ones.
fn changes(old: &str, new: &str) -> Vec<Change> {
    let source = |text: &str| {
        let head = "specsmith: 1\napi: { name: Library, title: Library API, version: 1.0.0 }\n";
        SourceFile::new("library.yaml", format!("{head}{text}"))
    };
    let (old, new) = (source(old), source(new));
    let read = |source| crate::read_to_compare(source).expect("the specification has no errors");
    diff(&read(&old), &read(&new))
}

/// The verdicts for callers and for implementers.
fn verdicts(old: &str, new: &str) -> [Verdict; 2] {
    let changes = changes(old, new);
    let callers = changes.iter().map(|change| change.callers).max();
    let implementers = changes.iter().map(|change| change.implementers).max();
    [callers, implementers].map(|worst| worst.unwrap_or(Verdict::Compatible))
}

const PING: &str = "operations:\n  ping: { route: GET /ping }\n";

#[test]
fn an_error_and_a_type_can_have_the_same_name() {
    let both = "types:\n  NotFound: { fields: { what: string } }\nerrors:\n  404: { name: NotFound, message: Not found }\n\
                operations:\n  ping: { route: GET /ping, errors: [404], returns: NotFound }\n";
    let more = format!("{both}  pong: {{ route: GET /pong }}\n");
    let expected = [Verdict::Compatible, Verdict::Breaking];
    assert_eq!(verdicts(both, &more), expected);
    assert!(changes(both, both).is_empty());
}

#[test]
fn another_name_of_the_handler_trait_concerns_only_implementers() {
    let renamed = |name: &str| {
        let text = format!(
            "specsmith: 1\napi: {{ name: {name}, title: Library API, version: 1.0.0 }}\n\
             rust: {{ crate: library }}\n{PING}"
        );
        SourceFile::new("library.yaml", text)
    };
    let (old, new) = (renamed("Library"), renamed("Archive"));
    let read = |source| crate::read_to_compare(source).expect("the specification has no errors");
    let changes = diff(&read(&old), &read(&new));
    let found: Vec<_> = changes
        .iter()
        .filter(|change| change.implementers == Verdict::Breaking)
        .map(|change| (change.path.as_str(), change.callers))
        .collect();
    // Its methods are the same.
    assert_eq!(found, [("handler trait", Verdict::Compatible)]);
}

#[test]
fn the_first_operation_breaks_no_implementation() {
    let expected = [Verdict::Compatible; 2];
    assert_eq!(verdicts("operations: {}\n", PING), expected);
}

#[test]
fn a_further_kind_of_key_concerns_only_implementers() {
    let with = |kinds: &str| {
        format!(
            "auth: {{ schemes: {{ key: {{ scheme: bearer, kinds: {{ {kinds} }} }} }} }}\n\
             operations:\n  ping: {{ route: GET /ping, auth: reader }}\n"
        )
    };
    let [old, new] = [
        "reader: {}, writer: {}",
        "reader: {}, writer: {}, admin: {}",
    ]
    .map(with);
    let expected = [Verdict::Compatible, Verdict::Breaking];
    assert_eq!(verdicts(&old, &new), expected);
}

#[test]
fn a_further_scheme_adds_a_function_to_the_client() {
    let key = "auth:\n  schemes:\n    key: { scheme: api_key, header: X-Key }\n";
    let more = format!("{key}    name: {{ scheme: basic }}\n");
    let ping = "operations:\n  ping: { route: GET /ping, auth: key }\n";
    let expected = [Verdict::Compatible, Verdict::Breaking];
    assert_eq!(
        verdicts(&format!("{key}{ping}"), &format!("{more}{ping}")),
        expected
    );
}

#[test]
fn a_page_that_no_operation_returns_is_public() {
    let with = |more: &str| {
        format!(
            "pagers:\n  page: {{ offset: {{ parameter: offset }}, items: items{more} }}\n{PING}"
        )
    };
    let expected = [Verdict::Breaking; 2];
    assert_eq!(verdicts(&with(""), &with(", total: total")), expected);
}

#[test]
fn the_first_signature_of_webhooks_concerns_both() {
    let with = |more: &str| format!("webhooks:\n  changed: {{ body: string{more} }}\n");
    let expected = [Verdict::Breaking; 2];
    let new = with(", signature: Library-Signature");
    assert_eq!(verdicts(&with(""), &new), expected);
    // All of them are checked by one method.
    let more = format!("{new}  gone: {{ body: string, signature: Library-Signature }}\n");
    let [callers, implementers] = verdicts(&new, &more);
    assert_eq!(
        [callers, implementers],
        [Verdict::Breaking, Verdict::Compatible]
    );
}

#[test]
fn the_url_of_a_server_is_public() {
    let with = |servers: &str| {
        let text = format!(
            "specsmith: 1\napi: {{ name: Library, title: Library API, version: 1.0.0, servers: {{ {servers} }} }}\n{PING}"
        );
        SourceFile::new("library.yaml", text)
    };
    let (one, two) = ("live: \"https://a.example\"", "test: \"https://b.example\"");
    let (old, new) = (with(&format!("{one}, {two}")), with(one));
    let read = |source| crate::read_to_compare(source).expect("the specification has no errors");
    let (old, new) = (read(&old), read(&new));
    let worst = |changes: Vec<Change>| changes.iter().map(|change| change.callers).max();
    assert_eq!(worst(diff(&old, &new)), Some(Verdict::Breaking));
    assert_eq!(worst(diff(&new, &old)), Some(Verdict::Compatible));
}

#[test]
fn an_implementation_of_the_last_operation_has_no_trait_any_more() {
    let text = |operations: &str| {
        let text = format!(
            "specsmith: 1\napi: {{ name: Library, title: Library API, version: 1.0.0 }}\n\
             types: {{ Book: {{ fields: {{ title: string }} }} }}\n{operations}"
        );
        SourceFile::new("library.yaml", text)
    };
    let (old, new) = (text(PING), text(""));
    let read = |source| crate::read_to_compare(source).expect("the specification has no errors");
    let changes = diff(&read(&old), &read(&new));
    let worst = changes.iter().map(|change| change.implementers).max();
    assert_eq!(worst, Some(Verdict::Breaking), "{changes:?}");
}

#[test]
fn handlers_get_a_list_whether_it_is_optional_or_not() {
    let with = |mark: &str, ty: &str| {
        format!("operations:\n  ping: {{ route: GET /ping, headers: {{ X-Names{mark}: {ty} }} }}\n")
    };
    // Callers give it as an argument, or by a method.
    let expected = [Verdict::Breaking, Verdict::Compatible];
    let list = |mark| with(mark, "list<string>");
    assert_eq!(verdicts(&list(""), &list("?")), expected);
    assert_eq!(verdicts(&list("?"), &list("")), expected);
    // A list in JSON may be absent, which is not an empty list.
    let expected = [Verdict::Breaking; 2];
    let json = |mark| with(mark, "{ type: list<string>, style: json }");
    assert_eq!(verdicts(&json(""), &json("?")), expected);
}

#[test]
fn a_field_called_new_is_not_the_function() {
    let with = |ty: &str| {
        format!(
            "types:\n  Page: {{ fields: {{ name: string, new?: {ty} }} }}\n\
             operations:\n  get_page: {{ route: GET /page, returns: Page }}\n"
        )
    };
    let (old, new) = (with("string"), with("integer"));
    assert!(changes(&old, &old).is_empty());
    let found = changes(&old, &new);
    let found: Vec<_> = found
        .iter()
        .flat_map(|change| &change.source)
        .map(|difference| difference.message.as_str())
        .collect();
    assert_eq!(
        found,
        ["`Page::new` was `Option<String>`, and is `Option<i64>`"]
    );
}

#[test]
fn an_alias_of_a_type_is_that_type() {
    let with = |types: &str, name: &str| {
        format!(
            "types:\n  {types}\noperations:\n  get: {{ route: GET /a, returns: {name} }}\n  \
             put: {{ route: PUT /a, body: list<{name}> }}\n"
        )
    };
    for kind in [
        "{ fields: { sku: string, note?: string } }",
        "{ enum: [small, large] }",
        "{ newtype: uuid }",
        "{ union: { a: {}, b: {} }, tag: kind }",
    ] {
        let old = with(&format!("Order: {kind}"), "Order");
        let both = |name| {
            with(
                &format!("Purchase: {kind}\n  Order: {{ alias: Purchase }}"),
                name,
            )
        };
        for name in ["Order", "Purchase"] {
            let new = both(name);
            let there = changes(&old, &new);
            let rules: Vec<_> = there.iter().map(|change| change.rule.id()).collect();
            assert_eq!(rules, ["item-added"], "{kind}: {there:#?}");
            assert_eq!(there[0].path, "Purchase");
            let back = changes(&new, &old);
            let rules: Vec<_> = back.iter().map(|change| change.rule.id()).collect();
            assert_eq!(rules, ["item-removed"], "{kind}: {back:#?}");
        }
    }
}

#[test]
fn types_that_become_one_can_still_be_used_by_both_names() {
    let fields = "{ fields: { sku: string } }";
    let with = |order: &str| {
        format!(
            "types:\n  Purchase: {fields}\n  Order: {order}\noperations:\n  \
             a: {{ route: GET /a, returns: Order }}\n  b: {{ route: GET /b, returns: Purchase }}\n"
        )
    };
    let (two, one) = (with(fields), with("{ alias: Purchase }"));
    let there = changes(&two, &one);
    assert!(there.is_empty(), "{there:#?}");
    // Code that has one type for both does not compile if they are two.
    assert_eq!(verdicts(&one, &two), [Verdict::Breaking; 2]);
}

#[test]
fn a_field_that_changes_with_the_name_of_its_type_is_one_change() {
    let old = "types:\n  Order: { fields: { sku: string, id: string } }\noperations:\n  get: { route: GET /a, returns: Order }\n";
    let new = "types:\n  Purchase: { fields: { sku: integer, id: string } }\n  Order: { alias: Purchase }\n\
               operations:\n  get: { route: GET /a, returns: Purchase }\n";
    let found = changes(old, new);
    let rules: Vec<_> = found.iter().map(|change| change.rule.id()).collect();
    assert_eq!(rules, ["type-changed"], "{found:#?}");
    let expected = [
        "`Order::sku` was `String`, and is `i64`",
        "`Purchase` is new",
    ];
    let messages = found[0].source.iter();
    let messages: Vec<&str> = messages.map(|one| one.message.as_str()).collect();
    assert_eq!(messages, expected);
}

//! What changes mean for source code. The compiler agrees: see `judge` in the tests of the workspace.

use crate::diff::{Axis, Bump, Change, Clients, Verdict, diff};
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
    let more = format!("{both}  pong: {{ route: GET /ping/pong }}\n");
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
    let found = found.iter().flat_map(|change| &change.source);
    let found: Vec<_> = found
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
    let messages: Vec<_> = messages
        .map(|difference| difference.message.as_str())
        .collect();
    assert_eq!(messages, expected);
}

/// The rules of the changes, each with what it means for callers.
fn for_callers(old: &str, new: &str) -> Vec<(&'static str, String)> {
    let changes = changes(old, new).into_iter();
    changes
        .map(|change| {
            (
                change.rule.id(),
                change.differences(Axis::Callers).join("; "),
            )
        })
        .collect()
}

#[test]
fn a_type_that_is_replaced_is_one_change() {
    // Nothing else has `Colors`, and nothing compares an object with a list.
    let with = |ty: &str, types: &str| {
        format!(
            "types:\n  Order: {{ fields: {{ colors: {ty} }} }}\n{types}operations:\n  \
             get: {{ route: GET /a, returns: Order }}\n"
        )
    };
    let colors = "  Colors: { fields: { first: Color } }\n  Color: { enum: [red, green] }\n";
    let (old, new) = (with("Colors", colors), with("list<string>", ""));
    let expected =
        "`Order::colors` was `Colors`, and is `Vec<String>`; `Colors` is gone; `Color` is gone";
    assert_eq!(
        for_callers(&old, &new),
        [("type-changed", expected.to_owned())]
    );
    let expected = "`Order::colors` was `Vec<String>`, and is `Colors`";
    assert_eq!(
        for_callers(&new, &old),
        [("type-changed", expected.to_owned())]
    );
}

#[test]
fn what_goes_with_an_operation_is_one_change() {
    let get = "  get: { route: GET /a }\n";
    let with = |operation: &str, more: &str| format!("{more}operations:\n{get}{operation}");
    let types = "types:\n  Order: { fields: { sku: Sku } }\n  Sku: { newtype: string }\n";
    let errors = "errors:\n  409: { name: Conflict, message: Conflict }\n";
    let put = "  put: { route: PUT /a, body: Order, errors: [409] }\n";
    let (old, new) = (with(put, &format!("{types}{errors}")), with("", ""));
    let expected = "`Client::put` is gone; `Order` is gone; `Sku` is gone; `Conflict` is gone";
    assert_eq!(
        for_callers(&old, &new),
        [("operation-removed", expected.to_owned())]
    );
    assert_eq!(
        for_callers(&new, &old),
        [("operation-added", String::new())]
    );
}

#[test]
fn another_tag_of_a_union_is_one_change() {
    let with = |tag: &str, other: &str| {
        let fields =
            |name: &str| format!("{{ fields: {{ {tag}: {{ const: {name} }}, {other}: string }} }}");
        format!(
            "types:\n  Pet: {{ union: {{ cat: Cat, dog: Dog }}, tag: {tag} }}\n  Cat: {}\n  Dog: {}\n\
             operations:\n  get: {{ route: GET /a, returns: Pet }}\n",
            fields("cat"),
            fields("dog")
        )
    };
    let found = for_callers(&with("kind", "form"), &with("form", "kind"));
    let [("tag-changed", differences)] = found.as_slice() else {
        panic!("{found:#?}");
    };
    assert!(differences.contains("`Cat::form` is gone"), "{differences}");
}

#[test]
fn credentials_that_operations_no_longer_need_are_one_change() {
    let with = |schemes: &str, needs: &str| {
        format!(
            "auth: {{ schemes: {{ {schemes} }} }}\noperations:\n  get: {{ route: GET /a, auth: {needs} }}\n"
        )
    };
    let key = "key: { scheme: api_key, header: X-Key }";
    let token = "token: { scheme: bearer }";
    let login = "login: { scheme: basic }";
    let old = with(&format!("{key}, {token}, {login}"), "[key, token, login]");
    let new = with(&format!("{key}, {token}"), "[key, token]");
    let found = for_callers(&old, &new);
    let expected = "`client::Credentials::login` is gone";
    assert_eq!(found, [("credentials-removed", expected.to_owned())]);
}

#[test]
fn a_scheme_that_is_something_else_is_one_change_in_each_direction() {
    let with = |kind: &str| {
        format!(
            "auth: {{ schemes: {{ key: {{ {kind} }} }} }}\noperations:\n  \
             a: {{ route: GET /a, auth: key }}\n  b: {{ route: GET /b, auth: key }}\n"
        )
    };
    let (token, key) = ("scheme: bearer", "scheme: api_key, header: X-Key");
    let (other, name) = ("scheme: api_key, query: key", "scheme: basic");
    for (old, new, expected) in [
        (
            token,
            key,
            "`key` was a bearer token, and is the header `X-Key`",
        ),
        (
            key,
            token,
            "`key` was the header `X-Key`, and is a bearer token",
        ),
        (
            key,
            other,
            "`key` was the header `X-Key`, and is the query parameter `key`",
        ),
        (
            name,
            token,
            "`key` was a name with a password, and is a bearer token",
        ),
    ] {
        let all = changes(&with(old), &with(new));
        let credentials = all.iter().filter(|change| change.rule.is_about_access());
        // The report has one finding for what two operations have in one place.
        let found: Vec<_> = credentials
            .map(|change| {
                (
                    change.rule.id(),
                    change.message.as_str(),
                    change.old,
                    change.new,
                )
            })
            .collect();
        let rules: Vec<_> = found.iter().map(|found| (found.0, found.1)).collect();
        let (was, is) = expected
            .strip_prefix("`key` was ")
            .and_then(|rest| rest.split_once(", and is "))
            .unwrap();
        let added = format!("`key` is {is}, and no longer {was}");
        let both = [
            ("credentials-removed", expected),
            ("credentials-added", added.as_str()),
        ];
        assert_eq!(rules, [both, both].concat());
        assert!(
            found
                .iter()
                .all(|one| (one.2, one.3) == (found[0].2, found[0].3)),
            "{found:?}"
        );
    }
}

#[test]
fn whatever_changes_the_api_changes_the_crate() {
    let with = |more: &str, length: u8| {
        format!(
            "types:\n  Book: {{ fields: {{ title: {{ type: string, max_length: {length} }} }} }}\n\
             operations:\n  put: {{ route: PUT /a, body: Book{more} }}\n"
        )
    };
    let deserved = |old: &str, new: &str| {
        let axes = [Axis::Callers, Axis::Implementers];
        Bump::of(&changes(old, new), &axes, Clients::Any)
    };
    let old = with("", 8);
    assert_eq!(deserved(&old, &old), Bump::None);
    assert_eq!(deserved(&old, &with("", 9)), Bump::Minor);
    // The compiler warns of what is deprecated, and of a limit it says nothing.
    let deprecated = with(", deprecated: Use `post`.", 8);
    for (old, new, is_noticed) in [
        (&old, &deprecated, true),
        (&deprecated, &old, true),
        (&old, &with("", 9), false),
    ] {
        let changes = changes(old, new);
        for axis in [Axis::Callers, Axis::Implementers] {
            let noticed = changes.iter().any(|change| change.concerns(axis));
            assert_eq!(noticed, is_noticed, "{changes:?}");
        }
        assert_eq!(deserved(old, new), Bump::Minor);
    }
}

#[test]
fn values_that_must_not_appear_in_logs_cannot_be_displayed() {
    let with = |more: &str| {
        format!(
            "types:\n  Id: {{ newtype: string{more} }}\noperations:\n  get: {{ route: GET /a, returns: Id }}\n"
        )
    };
    for more in [", personal: true", ", secret: true"] {
        let expected = ["meaning-changed", "trait-removed"].map(|rule| (rule, String::new()));
        assert_eq!(for_callers(&with(""), &with(more)), expected);
        assert_eq!(verdicts(&with(""), &with(more)), [Verdict::Breaking; 2]);
        // `Debug` shows them.
        assert_eq!(verdicts(&with(more), &with("")), [Verdict::Risky; 2]);
    }
}

#[test]
fn conversions_of_other_crates_can_be_gone() {
    let with = |conversions: &str| {
        format!(
            "rust: {{ crate: library, conversions: [{conversions}] }}\noperations:\n  get: {{ route: GET /a, returns: timestamp }}\n"
        )
    };
    let (old, new) = (with("jiff, chrono"), with("chrono"));
    assert_eq!(verdicts(&old, &new), [Verdict::Breaking; 2]);
    assert_eq!(verdicts(&new, &old), [Verdict::Compatible; 2]);
}

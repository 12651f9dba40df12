//! What messages say: what was and what is, at the part of the document that changed, and once.

use specsmith::diagnostic::Style;
use specsmith::diff::{Axis, Options, Report, compare, diff};
use specsmith::source::SourceFile;

use crate::compared::specification;

/// A comparison as people read it.
fn text_of(old: &SourceFile, new: &SourceFile) -> String {
    let read = |source| specsmith::read_to_compare(source).expect("it has no errors");
    let (old, new) = (read(old), read(new));
    Report::new(&old, &new, diff(&old, &new), Options::default()).to_text(Style::Plain)
}

/// A comparison of these sections as people read it.
fn text(old: &str, new: &str) -> String {
    text_of(&specification(old), &specification(new))
}

/// Asserts what is said if a part of a specification is replaced.
#[track_caller]
fn assert_said(sections: &str, was: &str, is: &str, expected: &str) {
    let found = text(sections, &sections.replace(was, is));
    assert!(found.contains(expected), "{expected}\nis not in\n{found}");
}

#[test]
fn messages_say_what_was_and_what_is() {
    let paged = "pagers:\n  page: { offset: { parameter: offset }, items: items }\n\
                 types: { Item: { fields: { id: string, at: timestamp } } }\n\
                 operations:\n  list: { route: GET /items, returns: page<Item>, order: { by: id } }\n";
    assert_said(
        paged,
        "by: id",
        "by: at, direction: descending",
        "the items were in the ascending order of `id`, and are in the descending order of `at`",
    );
    let styled = "operations:\n  list: { route: GET /items, query: { tags?: { type: list<string>, style: comma } } }\n";
    assert_said(
        styled,
        "style: comma",
        "style: pipe",
        "its value was written with commas between the items, and is written with vertical bars between the items",
    );
    let errors = "error_body: { message: message, fields: { type: string }, values: { type: api } }\n\
                  errors:\n  404: { name: NotFound, message: Not found, values: { type: missing } }\n  409: { name: Conflict, message: Conflict }\n\
                  operations:\n  get: { route: GET /a, errors: [404, 409] }\n";
    assert_said(
        errors,
        "type: missing",
        "type: gone",
        "its value, which identifies the error, was `missing`, and is `gone`",
    );
    assert_said(
        errors,
        "type: api",
        "type: shop",
        "its value in errors that have no other one was `api`, and is `shop`",
    );
    let signed = "operations:\n  get: { route: GET /a }\n\
                  webhooks:\n  paid: { signature: Shop-Signature, body: string }\n";
    assert_said(
        signed,
        "Shop-Signature",
        "Webhook-Signature",
        "its signature was in the header `Shop-Signature`, and is in the header `Webhook-Signature`",
    );
    let ranges = "operations:\n  put: { route: PUT /a, responses: { 200: string, 201: string } }\n";
    assert_said(
        ranges,
        "200: string, 201: string",
        "2XX: string",
        "the status was 200 or 201, and may be any of 2XX",
    );
}

#[test]
fn arguments_of_servers_are_values_of_their_urls() {
    let with = |url: &str| {
        let api = "api: { name: Shop, title: Shop, version: 1.0.0";
        let servers = format!(
            "servers: {{ own: {{ url: \"{url}\", variables: {{ host: {{}}, tenant: {{}} }} }} }}"
        );
        let text =
            format!("specsmith: 1\n{api}, {servers} }}\noperations:\n  get: {{ route: GET /a }}\n");
        SourceFile::new("shop.yaml", text)
    };
    let found = text_of(
        &with("https://{host}.example/{tenant}"),
        &with("https://{tenant}.example/{host}"),
    );
    let expected =
        "the arguments of `servers::own` were the values 1, 2 of the URL, and are its values 2, 1";
    assert!(found.contains(expected), "{found}");
}

/// What a line of a report points at.
fn marked(report: &str, sign: char) -> Vec<&str> {
    let lines: Vec<&str> = report.lines().collect();
    let pairs = lines.windows(2).filter_map(|pair| {
        let start = pair[1].find(sign)?;
        let length = pair[1][start..].chars().take_while(|c| *c == sign).count();
        pair[0].get(start..start + length)
    });
    pairs.collect()
}

#[test]
fn settings_are_shown_where_they_are() {
    let with = |api: &str, rest: &str| {
        let api = format!("api: {{ name: Shop, title: Shop, version: 1.0.0{api} }}");
        let text = format!("specsmith: 1\n{api}\n{rest}operations:\n  get: {{ route: GET /a }}\n");
        SourceFile::new("shop.yaml", text)
    };
    let request_ids = (
        with(", request_id: Shop-Id", ""),
        with(", request_id: Trace-Id", ""),
    );
    let found = text_of(&request_ids.0, &request_ids.1);
    assert_eq!(marked(&found, '^'), ["Trace-Id"], "{found}");
    let shape = |envelope: &str, message: &str| {
        let names = format!("envelope: {envelope}, message: {message}");
        with("", &format!("error_body: {{ {names} }}\n"))
    };
    for (envelope, message) in [("problem", "message"), ("error", "detail")] {
        let found = text_of(&shape("error", "message"), &shape(envelope, message));
        let expected = if envelope == "error" {
            message
        } else {
            envelope
        };
        assert_eq!(marked(&found, '^'), [expected], "{found}");
    }
    let values = |value: &str, header: &str| {
        let error = format!("values: {{ type: {value} }}, headers: {{ Age?: {header} }}");
        let errors = format!("404: {{ name: NotFound, message: Gone, {error} }}");
        let shape = "error_body: { message: message, fields: { type?: string } }";
        let text = with("", &format!("{shape}\nerrors: {{ {errors} }}\n"))
            .text()
            .to_owned();
        SourceFile::new("shop.yaml", text.replace("GET /a", "GET /a, errors: [404]"))
    };
    for (value, header, expected) in [("other", "integer", "type"), ("some", "string", "Age?")] {
        let found = text_of(&values("some", "integer"), &values(value, header));
        assert_eq!(marked(&found, '^'), [expected], "{found}");
    }
    let status = |status: u16| {
        let missing = format!("missing: {{ status: {status} }}");
        let key = "schemes: { key: { scheme: bearer } }";
        with("", &format!("auth: {{ default: key, {missing}, {key} }}\n"))
    };
    let found = text_of(&status(401), &status(403));
    assert_eq!(marked(&found, '^'), ["403"], "{found}");
}

#[test]
fn the_name_of_the_trait_is_a_change_of_its_own() {
    let with = |name: &str, id: &str| {
        let api = format!("api: {{ name: {name}, title: Shop, version: 1.0.0, request_id: {id} }}");
        let text = format!("specsmith: 1\n{api}\noperations:\n  get: {{ route: GET /a }}\n");
        SourceFile::new("shop.yaml", text)
    };
    let found = text_of(&with("Shop", "A-Id"), &with("Store", "B-Id"));
    let expected = "[crate-renamed]: the handler trait was `ShopApi`, and is `StoreApi`";
    assert!(found.contains(expected), "{found}");
}

#[test]
fn only_traits_that_can_be_derived_are_advised() {
    let order = "operations:\n  get: { route: GET /a, returns: Order }\n";
    let id = |notes: &str| format!("types: {{ Order: {{ newtype: string{notes} }} }}\n{order}");
    let found = text(&id(""), &id(", secret: true"));
    assert!(found.contains("`Display for Order` is gone"), "{found}");
    assert!(!found.contains("= help:"), "{found}");
    let fields = format!("types: {{ Order: {{ fields: {{ id: string }} }} }}\n{order}");
    let hashed = format!("rust: {{ derives: {{ Hash: all }} }}\n{fields}");
    let found = text(&hashed, &fields);
    assert!(found.contains("`Hash for Order` is gone"), "{found}");
    assert!(found.contains("= help:"), "{found}");
}

#[test]
fn an_alias_of_a_tuple_struct_is_no_function() {
    let with = |types: &str, seat: &str| {
        format!("types: {{{types}}}\noperations:\n  get: {{ route: GET /a, returns: {seat} }}\n")
    };
    let old = with("Seat: { tuple: [string, uint16] }", "Seat");
    let renamed = with("Place: { tuple: [string, uint16] }", "Place");
    let found = text(&old, &renamed);
    assert!(found.contains("[type-renamed]"), "{found}");
    assert!(!found.contains("= help:"), "{found}");
    let aliased = with(
        "Place: { tuple: [string, uint16] }, Seat: { alias: Place, deprecated: true }",
        "Place",
    );
    let found = text(&old, &aliased);
    assert_eq!(found.matches("error[").count(), 1, "{found}");
    assert!(
        found.contains("error[member-removed]: `Seat()` is gone"),
        "{found}"
    );
    let back = text(&aliased, &old);
    assert!(back.contains("`Seat()` is new [member-added]"), "{back}");
    // A struct with names is written with these.
    let named = |name: &str| {
        format!(
            "{name}: {{ tuple: [{{ type: string, name: row }}, {{ type: uint16, name: number }}] }}"
        )
    };
    let aliased = with(
        &format!("{}, Seat: {{ alias: Place }}", named("Place")),
        "Place",
    );
    let found = text(&with(&named("Seat"), "Seat"), &aliased);
    assert!(!found.contains("error["), "{found}");
}

#[test]
fn errors_are_not_in_the_module_of_webhooks_too() {
    let with = |fields: &str| {
        format!(
            "error_body: {{ message: message{fields} }}\noperations:\n  get: {{ route: GET /a }}\n\
             webhooks:\n  paid: {{ body: string }}\n"
        )
    };
    let found = text(&with(""), &with(", fields: { trace?: string }"));
    assert!(found.contains("`Internal::trace` is new"), "{found}");
    assert!(!found.contains("[member-added]"), "{found}");
}

#[test]
fn an_operation_beside_others_is_known_by_what_it_demands() {
    let first = "  first: { route: GET /a, headers: { Api-Version: { const: '1' } } }\n";
    let both = format!(
        "operations:\n{first}  second: {{ route: GET /a, headers: {{ Api-Version: {{ const: '2' }} }} }}\n"
    );
    let found = text(&both, &both.replace(first, ""));
    let expected = "`GET /a` with `1` in the header parameter `Api-Version` is gone";
    assert!(found.contains(expected), "{found}");
}

#[test]
fn a_type_in_the_place_of_another_one_is_named() {
    let with = |one: &str, two: &str| {
        format!(
            "types:\n  P: {{ fields: {{ a: string, n?: integer }} }}\n  Q: {{ fields: {{ a: string }} }}\n  \
             U: {{ fields: {{ one: {one}, two: {two} }} }}\noperations:\n  put: {{ route: PUT /u, body: U }}\n"
        )
    };
    let found = text(&with("P", "Q"), &with("Q", "P"));
    let expected = "`Q.n`: the optional field `n` is gone; the type was `P`, and is `Q`";
    assert!(found.contains(expected), "{found}");
}

#[test]
fn notes_say_who_may_be_affected() {
    let sizes = |limit: u32| {
        format!(
            "types: {{ Size: {{ newtype: int32, max: {limit} }} }}\noperations:\n  get: {{ route: GET /a, returns: Size }}\n"
        )
    };
    let (old, new) = (specification(&sizes(10)), specification(&sizes(20)));
    let read = |source| specsmith::read_to_compare(source).expect("it has no errors");
    let (old, new) = (read(&old), read(&new));
    let options = Options {
        axes: vec![Axis::Wire],
        ..Options::default()
    };
    let report = Report::new(&old, &new, diff(&old, &new), options);
    let notes = report.to_markdown();
    assert!(
        notes.contains("This may affect deployed clients."),
        "{notes}"
    );
    // What does not fail has its reasons in the output of its test.
    let junit = report.to_junit();
    assert!(junit.contains("failures=\"0\""), "{junit}");
    assert!(junit.contains("<system-out>wire: risky: "), "{junit}");
}

#[test]
fn the_shape_of_errors_accepts_changes_of_its_names() {
    let with = |names: &str| {
        format!("error_body: {{ {names} }}\noperations:\n  get: {{ route: GET /a }}\n")
    };
    let old = specification(&with("envelope: error, message: message"));
    let accepting = "envelope: problem, message: detail, allow: [error-shape-changed]";
    let new = specification(&with(accepting));
    let read = |source| specsmith::read_to_compare(source).expect("it has no errors");
    let (old, new) = (read(&old), read(&new));
    let today = "2026-06-15".parse().expect("it is a date");
    let comparison = compare(&old, &new, today);
    assert_eq!(comparison.changes.len(), 2);
    assert!(
        comparison
            .changes
            .iter()
            .all(|change| change.exemption.is_some())
    );
}

#[test]
fn the_advice_for_another_name_has_the_names() {
    let with = |name: &str| {
        format!(
            "types: {{ {name}: {{ fields: {{ a: string }} }} }}\noperations:\n  get: {{ route: GET /a, returns: {name} }}\n"
        )
    };
    let found = text(&with("Seat"), &with("Place"));
    let advice = "`types: { Seat: { alias: Place, deprecated: true } }`";
    assert!(found.contains(advice), "{found}");
    let found = text(&with("Place"), &with("Seat"));
    let advice = "`types: { Place: { alias: Seat, deprecated: true } }`";
    assert!(found.contains(advice), "{found}");
}

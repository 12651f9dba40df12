//! Where changes can be accepted: at each part that has them, and at what contains it or contained it.

use specsmith::diff::compare;
use specsmith::source::SourceFile;

use crate::compared::document;
use crate::exemptions::{Pair, TODAY, assert_accepted};

/// The rules that are accepted, those that are not, and those of which an entry accepts nothing.
fn rules(old: &SourceFile, new: &SourceFile) -> [Vec<&'static str>; 3] {
    let read = |source| specsmith::read_to_compare(source).expect("it has no errors");
    let comparison = compare(&read(old), &read(new), TODAY.parse().unwrap());
    let ids = |is_accepted: bool| {
        let changes = comparison.changes.iter();
        let changes = changes.filter(|change| change.exemption.is_some() == is_accepted);
        changes.map(|change| change.rule.id()).collect()
    };
    let unused = comparison.unused.iter();
    let unused = unused.map(|unused| unused.rule.id()).collect();
    [ids(true), ids(false), unused]
}

#[test]
fn credentials_are_accepted_in_their_section_and_at_their_scheme() {
    let with = |auth: &str, scheme: &str, needed: &str| {
        format!(
            "
auth:
  {auth}schemes:
    key: {{ {scheme}, kinds: {{ reader: {{ doc: Reads. }}, admin: {{ doc: Writes. }} }} }}
    app: {{ scheme: basic }}
operations:
  list_orders: {{ route: GET /orders, auth: {needed} }}
"
        )
    };
    let old = with("", "scheme: bearer", "reader");
    for new in [
        with("allow: [scope-added]\n  ", "scheme: bearer", "admin"),
        with("", "scheme: bearer, allow: [scope-added]", "admin"),
    ] {
        let pair = Pair::new(&old, &new);
        assert_eq!(pair.rules(), (vec!["scope-added"], vec![]));
    }
    let all =
        "allow: [credentials-removed, credentials-added, meaning-changed, signature-type-changed]";
    for new in [
        with(&format!("{all}\n  "), "scheme: basic", "reader"),
        with("", &format!("scheme: basic, {all}"), "reader"),
    ] {
        let (_, others) = Pair::new(&old, &new).rules();
        assert!(!others.contains(&"credentials-removed"), "{others:?}");
        assert!(!others.contains(&"credentials-added"), "{others:?}");
    }
    // A scheme is gone, or no longer the default.
    let old = with("default: app\n  ", "scheme: bearer", "[reader, app]");
    let new = with(&format!("{all}\n  "), "scheme: bearer", "reader");
    let gone = new.replace("    app: { scheme: basic }\n", "");
    for new in [&new, &gone] {
        let (accepted, others) = Pair::new(&old, new).rules();
        assert!(accepted.contains(&"credentials-removed"), "{others:?}");
    }
}

#[test]
fn statuses_are_accepted_in_the_section_of_credentials() {
    let with = |auth: &str| {
        format!(
            "
auth: {{ {auth}schemes: {{ key: {{ scheme: bearer }} }} }}
operations:
  list_orders: {{ route: GET /orders, auth: key }}
"
        )
    };
    let old = with("");
    let new = with("ALLOWmissing: { status: 403 }, ");
    assert_accepted("auth-status-changed", &old, &new);
}

#[test]
fn what_is_gone_from_pages_is_accepted_at_the_pager() {
    let with = |keys: &str| {
        format!(
            "
pagers: {{ page: {{ ALLOWcursor: {{ parameter: after }}, next: more, {keys} }} }}
operations:
  list_books: {{ route: GET /books, returns: page<string> }}
"
        )
    };
    let items = "items: books";
    let old = with(&format!(
        "{items}, total: total, limit: {{ parameter: limit }}"
    ));
    let new = with(&format!("{items}, limit: {{ parameter: limit }}"));
    assert_accepted("required-field-removed", &old, &new);
    let new = with(&format!("{items}, total: total"));
    assert_accepted("optional-parameter-removed", &old, &new);
    // A field accepts its own changes.
    let field = |keys: &str| {
        with(&format!(
            "{items}, fields: {{ hint: {{ type: string, {keys} }} }}"
        ))
        .replace("ALLOWcursor", "cursor")
    };
    let (old, new) = (field("max_length: 9"), field("ALLOWmax_length: 8"));
    assert_accepted("max-length-lowered", &old, &new);
}

#[test]
fn what_is_gone_is_accepted_at_what_contained_it() {
    let with = |header: &str, field: &str| {
        format!(
            "
error_body: {{ message: message, ALLOW1fields: {{ {field} }} }}
operations:
  get_order: {{ route: GET /order, responses: {{ 200: {{ type: string, ALLOW2headers: {{ {header} }} }} }} }}
"
        )
    };
    let (header, field) = ("X-Cost?: integer", "hint?: string");
    let old = with(header, field)
        .replace("ALLOW1", "")
        .replace("ALLOW2", "");
    let new = with(header, "")
        .replace("ALLOW1", "ALLOW")
        .replace("ALLOW2", "");
    assert_accepted("optional-field-removed", &old, &new);
    let new = with("", field)
        .replace("ALLOW1", "")
        .replace("ALLOW2", "ALLOW");
    assert_accepted("optional-parameter-removed", &old, &new);
}

/// A document with a schema, and with an operation that has it. What they accept is in the places of `{}`.
fn pets(operation: &str, schema: &str, format: &str, form: &str) -> SourceFile {
    document(&format!(
        "paths:
  /pets:
    post:
      operationId: create_pet
      {operation}
      requestBody:
        content:
          application/json: {{ schema: {{ $ref: '#/components/schemas/Pet' }} }}
          {form}
      responses: {{ '204': {{ description: Done. }} }}
components:
  schemas:
    Pet:
      type: object
      {schema}
      properties:
        name: {{ type: string{format} }}
"
    ))
}

#[test]
fn what_is_not_compared_is_accepted_where_it_is() {
    let old = pets("", "", "", "");
    let allow = "x-specsmith: { allow: [unchecked-rule-added] }";
    let rule = "unchecked-rule-added";
    for (schema, format) in [
        ("", format!(", format: pet-name, {allow}")),
        (allow, ", format: pet-name".to_owned()),
    ] {
        let new = pets("", schema, &format, "");
        assert_eq!(rules(&old, &new), [vec![rule], vec![], vec![]]);
    }
    // What is gone is accepted at what contained it.
    let allow = "x-specsmith: { allow: [unchecked-rule-removed] }";
    let old = pets("", "", ", format: pet-name", "");
    let new = pets("", allow, "", "");
    assert_eq!(
        rules(&old, &new),
        [vec!["unchecked-rule-removed"], vec![], vec![]]
    );
    // Another part accepts nothing.
    let new = pets(allow, "", "", "");
    assert_eq!(
        rules(&old, &new)[1..],
        [
            vec!["unchecked-rule-removed"],
            vec!["unchecked-rule-removed"]
        ]
    );
    let allow = "x-specsmith: { allow: [not-compared] }";
    let form = "application/x-www-form-urlencoded: { schema: { type: object, properties: { name: { type: string } } } }";
    let old = pets("", "", "", "");
    let new = pets(allow, "", "", form);
    let [accepted, others, unused] = rules(&old, &new);
    assert!(accepted.contains(&"not-compared"), "{others:?}");
    assert!(!others.contains(&"not-compared"), "{others:?}");
    assert!(unused.is_empty());
    // An entry that has ended accepts nothing.
    let ended = "x-specsmith: { allow: [{ rule: not-compared, until: 2020-01-01 }] }";
    let [_, others, unused] = rules(&old, &pets(ended, "", "", form));
    assert_eq!(unused, ["not-compared"]);
    assert!(others.contains(&"not-compared"), "{others:?}");
}

#[test]
fn what_only_a_removed_webhook_had_is_gone_with_it() {
    let old = "
operations: { ping: { route: GET /ping } }
webhooks:
  order_event: { signature: Webhook-Signature, body: string, deprecated: { reason: No., sunset: 2026-01-01 } }
";
    let new = "operations: { ping: { route: GET /ping } }\n";
    let pair = Pair::new(old, new);
    assert_eq!(pair.rules(), (vec!["webhook-removed"], vec![]));
}

#[test]
fn what_only_a_removed_operation_had_is_gone_with_it() {
    let old = "
api: { name: Shop, title: Shop, version: 1.0.0, servers: { main: \"https://a.example\", old: \"https://b.example\" } }
auth: { schemes: { key: { scheme: bearer }, app: { scheme: basic } } }
pagers: { page: { cursor: { parameter: after }, items: books, next: more } }
operations:
  ping: { route: GET /ping, auth: key }
  list_books:
    route: GET /books
    auth: [app, key]
    server: old
    returns: page<string>
    deprecated: { reason: No., sunset: 2026-01-01 }
";
    let new = "
api: { name: Shop, title: Shop, version: 1.0.0, servers: { main: \"https://a.example\" } }
auth: { schemes: { key: { scheme: bearer } } }
operations:
  ping: { route: GET /ping, auth: key }
";
    let pair = Pair::new(old, new);
    let expected = vec!["operation-removed", "server-removed"];
    assert_eq!(pair.rules(), (expected, vec![]));
    // The others count if another operation has them.
    let more = "  list_names: { route: GET /names, auth: [app, key], server: old, returns: page<string> }\n";
    let (_, others) = Pair::new(&format!("{old}{more}"), new).rules();
    assert!(others.contains(&"server-removed"), "{others:?}");
}

#[test]
fn what_only_unstable_operations_had_was_unstable() {
    let with = |stability: &str, servers: &str| {
        format!(
            "
api: {{ name: Shop, title: Shop, version: 1.0.0, servers: {{ main: \"https://a.example\", {servers} }} }}
operations:
  ping: {{ route: GET /ping }}
  list_books: {{ route: GET /books, server: old, {stability}returns: string }}
"
        )
    };
    let (old, new) = ("old: \"https://b.example\"", "old: \"https://c.example\"");
    for (stability, is_exempt) in [("stability: unstable, ", true), ("", false)] {
        let pair = Pair::new(&with(stability, old), &with(stability, new));
        let (exempt, _) = pair.rules();
        assert_eq!(exempt.contains(&"server-removed"), is_exempt, "{exempt:?}");
    }
}

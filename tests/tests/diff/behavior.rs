//! Changes of what code does that no type of it tells.

use crate::meanings::assert_breaking;

#[test]
fn values_that_logs_hid_or_showed() {
    let with = |field: &str, id: &str, query: &str| {
        format!(
            "
types:
  Id: {{ newtype: string{id} }}
  Card: {{ fields: {{ pin: {{ type: string{field} }}, id: Id }} }}
operations:
  get:
    route: GET /a
    query: {{ name: {{ type: string{query} }} }}
    returns: Card
"
        )
    };
    let shown = with("", "", "");
    for (hidden, path) in [
        (with(", secret: true", "", ""), "Card::pin"),
        (with("", "", ", personal: true"), "Get::name"),
    ] {
        let changed = format!("meaning-changed {path}: callers risky, implementers risky");
        assert_breaking(&hidden, &shown, &[&changed]);
        assert_breaking(&shown, &hidden, &[&changed]);
    }
    let of_type = with("", ", personal: true", "");
    let changed = "meaning-changed Id: callers risky, implementers risky";
    assert_breaking(&of_type, &shown, &[changed]);
    // Nothing shows them.
    let (personal, secret) = (
        with(", personal: true", "", ""),
        with(", secret: true", "", ""),
    );
    assert_breaking(&personal, &secret, &[]);
}

#[test]
fn a_constructor_is_one_difference() {
    let with = |fields: &str| {
        format!(
            "
types:
  Card: {{ fields: {{ {fields} }} }}
operations:
  put: {{ route: PUT /a, body: Card }}
"
        )
    };
    // Code that lists all fields is broken by the new field, and not by a new constructor.
    assert_breaking(
        &with("pin: string, id: string"),
        &with("pin: string, id: string, note?: string"),
        &["optional-field-added Card.note: callers breaking, implementers breaking"],
    );
    assert_breaking(
        &with("pin: string, note?: string"),
        &with("pin: string, note?: string, more?: string"),
        &["optional-field-added Card.more: callers risky, implementers risky"],
    );
}

#[test]
fn what_logs_show_is_a_change_of_its_own() {
    let with = |field: &str, more: &str| {
        format!(
            "
types:
  Card: {{ fields: {{ pin: {{ type: string{field} }}{more} }} }}
operations:
  get: {{ route: GET /card, returns: Card }}
"
        )
    };
    assert_breaking(
        &with(", secret: true", ""),
        &with("", ", note?: string"),
        &[
            "meaning-changed Card::pin: callers risky, implementers risky",
            "optional-field-added Card.note: callers breaking, implementers breaking",
        ],
    );
}

#[test]
fn fields_of_credentials_that_are_gone_are_no_changes_of_their_own() {
    let with = |parts: &str| {
        format!(
            "
auth:
  schemes:
    key: {{ scheme: api_key, header: X-Key }}
    session: {{ scheme: api_key, cookie: session }}
    {parts}
operations:
  get: {{ route: GET /card, auth: [key, session, both] }}
"
        )
    };
    let found = crate::meanings::breaking(
        &with("both: { all: [key, session] }"),
        &with("both: { scheme: basic }"),
    );
    assert!(
        !found.iter().any(|line| line.contains("Both::")),
        "{found:?}"
    );
}

//! Changes of what code does that no type of it tells.

use crate::meanings::assert_breaking;

#[test]
fn the_first_of_several_credentials_is_sent() {
    let with = |auth: &str| {
        format!(
            "
auth:
  default: key
  schemes: {{ key: {{ scheme: api_key, header: X-Key }}, app: {{ scheme: basic }} }}
operations:
  get_a: {{ route: GET /a, auth: {auth}, returns: string }}
  get_b: {{ route: GET /b, auth: {auth}, returns: string }}
"
        )
    };
    let (key_first, app_first) = (with("[key, app]"), with("[app, key]"));
    // One change, although it concerns two operations.
    let changed = ["meaning-changed Client::get_a: callers risky, implementers risky"];
    assert_breaking(&key_first, &app_first, &changed);
    assert_breaking(&app_first, &key_first, &changed);
}

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

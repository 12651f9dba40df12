//! What generated values showed: changes that were judged wrongly on the wire until values of one version were read by the
//! other one.

use super::compared::{assert_both, assert_found, assert_found_by_generated, document};

#[test]
fn a_new_field_is_one_of_the_other_fields_for_old_clients() {
    let with = |fields: &str| {
        format!(
            "
types:
  Prices: {{ fields: {{ {fields} }}, others: integer }}
operations:
  get_prices: {{ route: GET /prices, returns: Prices }}
"
        )
    };
    assert_found(
        &with(""),
        &with("currency?: string"),
        &["field-unlike-others-added Prices.currency: breaking"],
    );
    assert_found(
        &with(""),
        &with("apples?: int32"),
        &["field-narrower-than-others-added Prices.apples: compatible"],
    );
    assert_found(
        &with(""),
        &with("apples?: integer"),
        &["optional-field-added Prices.apples: compatible"],
    );
}

#[test]
fn a_bound_that_all_integers_keep_is_none() {
    let with = |ty: &str| {
        format!("operations:\n  get: {{ route: GET /scale, query: {{ weight: {ty} }} }}\n")
    };
    assert_found(
        &with("integer"),
        &with("{ type: float, min: -1e30 }"),
        &["type-widened get.query.weight: compatible"],
    );
}

#[test]
fn a_pattern_that_matches_nothing_anywhere_matches_everything() {
    let with = |more: &str| {
        format!(
            "operations:\n  get: {{ route: GET /pages, query: {{ path: {{ type: string{more} }} }} }}\n"
        )
    };
    assert_found(&with(""), &with(", pattern: '[^/]*/?'"), &[]);
    assert_found(
        &with(""),
        &with(", pattern: '^[^/]*/?$'"),
        &["pattern-added get.query.path: breaking"],
    );
}

#[test]
fn a_length_that_all_text_of_a_type_has_is_none() {
    let with = |ty: &str| {
        format!("operations:\n  get: {{ route: GET /users, query: {{ user: {ty} }} }}\n")
    };
    let found = |old: &str, new: &str, expected: &str| {
        assert_found(&with(old), &with(new), &[expected]);
    };
    let narrowed = "type-narrowed get.query.user: breaking";
    found(
        "{ type: string, min_length: 4, max_length: 36 }",
        "uuid",
        narrowed,
    );
    let widened = "type-widened get.query.user: compatible";
    found("date", "{ type: string, min_length: 10 }", widened);
    found(
        "uint16",
        "{ type: string, min_length: 1, max_length: 5 }",
        widened,
    );
    found("boolean", "{ type: string, min_length: 1 }", widened);
    found(
        "boolean",
        "{ type: 'list<boolean>', min_items: 1, max_items: 5 }",
        widened,
    );
    let changed = "type-changed get.query.user: breaking";
    found("uint16", "{ type: string, min_length: 2 }", changed);
    found("boolean", "{ type: string, max_length: 4 }", changed);
    found("boolean", "{ type: string, pattern: '^[0-9]+$' }", changed);
    found(
        "boolean",
        "{ type: 'list<boolean>', min_items: 2 }",
        changed,
    );
}

#[test]
fn generated_receivers_of_webhooks_check_limits_and_media_types() {
    let with = |fields: &str, more: &str| {
        format!(
            "
types:
  Color: {{ enum: [red], open: responses }}
  Paint: {{ fields: {{ {fields} }}, others: none }}
operations:
  get_paint: {{ route: GET /paint, returns: Paint }}
webhooks:
  painted: {{ body: {{ type: Paint{more} }} }}
"
        )
    };
    let old = with("layers: { type: int32, max: 3 }, color: Color", "");
    let new = with("layers: { type: int32, max: 9 }, color: Color", "");
    assert_found(&old, &new, &["maximum-raised Paint.layers: risky"]);
    assert_found_by_generated(&old, &new, &["maximum-raised Paint.layers: breaking"]);
    assert_found_by_generated(&new, &old, &["maximum-lowered Paint.layers: compatible"]);
    let media = with(
        "layers: { type: int32, max: 3 }, color: Color",
        ", media: application/paint+json",
    );
    assert_found_by_generated(&old, &media, &["media-type-changed painted.body: breaking"]);
    let closed = with(
        "layers: { type: int32, max: 3 }, color: Color, name?: string",
        "",
    );
    assert_found_by_generated(&old, &closed, &["refused-field-added Paint.name: breaking"]);
    let value = old.replace("[red]", "[red, blue]");
    assert_found_by_generated(
        &old,
        &value,
        &["response-enum-value-added Color.blue: compatible"],
    );
    let only_in_responses = |api: &str| {
        let end = api.find("webhooks").unwrap_or_default();
        api[..end].to_owned()
    };
    assert_found_by_generated(
        &only_in_responses(&old),
        &only_in_responses(&new),
        &["maximum-raised Paint.layers: compatible"],
    );
}

#[test]
fn a_status_of_its_own_is_one_of_its_class_on_the_other_side() {
    let with = |responses: &str| {
        format!("operations:\n  get: {{ route: GET /report, responses: {{ {responses} }} }}\n")
    };
    let class = with("202: none, 2XX: string");
    let own = with("202: none, 208: string, 2XX: string");
    assert_found(&class, &own, &[]);
    assert_found(&own, &class, &[]);
    let other = with("202: none, 208: integer, 2XX: string");
    assert_found(&class, &other, &["type-changed get.208: breaking"]);
    assert_found(&other, &class, &["type-changed get.208: breaking"]);
    assert_found(
        &with("208: string, 2XX: string"),
        &with("226: string, 2XX: string"),
        &[],
    );
}

#[test]
fn a_listed_number_is_text_as_well() {
    let with = |size: &str, open: &str| {
        format!(
            "
types:
  Size: {{ enum: [1.5, 9.25, 10], of: number, open: {open} }}
operations:
  get: {{ route: GET /shoes, query: {{ size: {size} }}, returns: Size }}
"
        )
    };
    let found = |old: &str, new: &str, open: &str, expected: &str| {
        assert_found(&with(old, open), &with(new, open), &[expected]);
    };
    let text = "{ type: string, min_length: 2, max_length: 4 }";
    let widened = "type-widened get.query.size: compatible";
    found("Size", text, "false", widened);
    found("Size", text, "responses", widened);
    found("Size", "string", "true", widened);
    let narrowed = "type-narrowed get.query.size: breaking";
    found(text, "Size", "responses", narrowed);
    let changed = "type-changed get.query.size: breaking";
    found("Size", text, "true", changed);
    found("Size", "{ type: string, max_length: 2 }", "false", changed);
}

#[test]
fn generated_clients_read_any_text_whose_form_only_servers_check() {
    let returned = |ty: &str| {
        format!(
            "
types: {{ Size: {{ enum: [small, large], open: responses }} }}
operations: {{ get_note: {{ route: GET /note, returns: {ty} }} }}
"
        )
    };
    let forms = [
        "string",
        "uri",
        "email",
        "uuid",
        "date",
        "timestamp",
        "time",
        "duration",
        "ip",
        "bytes",
        "decimal",
        "Size",
    ];
    for old in forms {
        for new in forms.iter().filter(|new| **new != old) {
            let rule = match (old, *new) {
                (_, "string") => "widened",
                ("string", _) => "narrowed",
                (_, _) => "changed",
            };
            let verdict = match old {
                "string" | "uri" | "email" | "Size" => "compatible",
                _ => "breaking",
            };
            let found = format!("type-{rule} get_note.200: {verdict}");
            assert_found_by_generated(&returned(old), &returned(new), &[&found]);
        }
    }
    let sent =
        |ty: &str| format!("operations: {{ put_note: {{ route: PUT /note, body: {ty} }} }}\n");
    // Servers check the form.
    for (old, new, rule) in [("string", "uri", "narrowed"), ("email", "uri", "changed")] {
        let found = format!("type-{rule} put_note.body: breaking");
        assert_found_by_generated(&sent(old), &sent(new), &[&found]);
    }
    // A type of another crate reads only its form.
    let with_url = |ty: &str| format!("rust: {{ scalars: {{ uri: url::Url }} }}{}", returned(ty));
    assert_found_by_generated(
        &with_url("uri"),
        &with_url("string"),
        &["type-widened get_note.200: breaking"],
    );
}

#[test]
fn listed_values_keep_limits() {
    let with = |schema: &str| {
        document(&format!(
            "
paths:
  /orders:
    get:
      operationId: listOrders
      parameters: [{{ name: size, in: query, schema: {{ {schema} }} }}]
      responses: {{ '200': {{ description: All., content: {{ application/json: {{ schema: {{ {schema} }} }} }} }} }}
"
        ))
    };
    for (limited, listed) in [
        (
            "type: integer, minimum: 1, maximum: 3",
            "type: integer, enum: [1, 2, 3]",
        ),
        ("type: integer, minimum: 1", "const: 2"),
        ("type: number, multipleOf: 2", "type: number, enum: [2, 4]"),
        (
            "type: string, minLength: 1, maxLength: 2",
            "type: string, enum: [s, xl]",
        ),
        (
            "type: string, pattern: '^[a-z]$'",
            "type: string, enum: [s, m]",
        ),
    ] {
        assert_both(
            &with(limited),
            &with(listed),
            &[
                "type-narrowed list_orders.200: compatible, breaking",
                "type-narrowed list_orders.query.size: breaking, compatible",
            ],
            &[
                "type-widened list_orders.200: breaking, compatible",
                "type-widened list_orders.query.size: compatible, breaking",
            ],
        );
    }
    // One of them is beyond one of the limits.
    for (limited, listed, gone, new) in [
        (
            "type: integer, minimum: 1, maximum: 3",
            "type: integer, enum: [1, 2, 4]",
            "maximum-raised",
            "maximum-lowered",
        ),
        (
            "type: string, minLength: 1, pattern: '^[a-z]$'",
            "type: string, enum: [s, M]",
            "pattern-removed",
            "pattern-added",
        ),
    ] {
        assert_both(
            &with(limited),
            &with(listed),
            &[
                &format!("{gone} list_orders.200: risky, compatible"),
                &format!("{gone} list_orders.query.size: compatible, breaking"),
                "type-narrowed list_orders.200: compatible, breaking",
                "type-narrowed list_orders.query.size: breaking, compatible",
            ],
            &[
                &format!("{new} list_orders.200: compatible, risky"),
                &format!("{new} list_orders.query.size: breaking, compatible"),
                "type-widened list_orders.200: breaking, compatible",
                "type-widened list_orders.query.size: compatible, breaking",
            ],
        );
    }
}

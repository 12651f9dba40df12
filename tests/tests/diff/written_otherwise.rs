//! Descriptions that say the same in other words, or nearly the same.

use specsmith::source::SourceFile;

use crate::compared::{assert_both, document, specification};

/// A document whose operation takes these contents.
fn contents(contents: &str) -> SourceFile {
    document(&format!(
        "
paths:
  /orders:
    post:
      operationId: send
      requestBody: {{ required: true, content: {{ {contents} }} }}
      responses: {{ '204': {{ description: None. }} }}
"
    ))
}

#[test]
fn the_data_of_an_event_without_content_is_an_empty_object() {
    let with = |tagging: &str, variant: &str| {
        specification(&format!(
            "
types:
  Opened: {{ fields: {{ door: string }} }}
  Nothing: {{ fields: {{}} }}
  Note: {{ fields: {{ text?: string }} }}
  Event: {{ union: {{ opened: Opened, closed: {variant} }}, {tagging} }}
operations:
  watch: {{ route: GET /events, returns: events<Event> }}
"
        ))
    };
    for tagging in ["by_event: true", "wrapped: true"] {
        let with = |variant| with(tagging, variant);
        assert_both(&with("{}"), &with("Nothing"), &[], &[]);
        assert_both(
            &with("{}"),
            &with("Note"),
            &["optional-field-added Event.closed.text: compatible, risky"],
            &["optional-field-removed Event.closed.text: risky, compatible"],
        );
        assert_both(
            &with("{}"),
            &with("Opened"),
            &["required-field-added Event.closed.door: compatible, breaking"],
            &["required-field-removed Event.closed.door: breaking, compatible"],
        );
        assert_both(
            &with("{}"),
            &with("map<string>"),
            &["other-fields-typed Event.closed{}: compatible, risky"],
            &["other-fields-untyped Event.closed{}: risky, compatible"],
        );
    }
    // In a field beside the tag, there is no object without content.
    let changed = ["type-changed Event.closed: breaking, breaking"];
    let beside = |variant| with("tag: type, value: data", variant);
    for variant in ["Nothing", "Note"] {
        assert_both(&beside("{}"), &beside(variant), &changed, &changed);
    }
}

#[test]
fn a_second_scheme_of_the_same_header_has_the_same_credentials() {
    let with = |security: &str, second: &str| {
        document(&format!(
            "
paths:
  /orders:
    get: {{ operationId: listOrders, security: [{security}], responses: {{ '204': {{ description: None. }} }} }}
components:
  securitySchemes:
    key: {{ type: apiKey, in: header, name: X-Key }}
    {second}
"
        ))
    };
    let same = "other: { type: apiKey, in: header, name: x-key }";
    assert_both(
        &with("{ key: [] }", ""),
        &with("{ key: [] }, { other: [] }", same),
        &[],
        &[],
    );
    // Both sides tell the credentials of two schemes apart.
    assert_both(
        &with("{ key: [] }", same),
        &with("{ key: [] }, { other: [] }", same),
        &["credentials-added list_orders: compatible, breaking"],
        &["credentials-removed list_orders: breaking, compatible"],
    );
    assert_both(
        &with("{ key: [] }", ""),
        &with(
            "{ key: [] }, { other: [] }",
            "other: { type: apiKey, in: header, name: X-Other }",
        ),
        &["credentials-added list_orders: compatible, breaking"],
        &["credentials-removed list_orders: breaking, compatible"],
    );
}

#[test]
fn a_range_of_media_types_beside_json_is_json() {
    let schema = "{ schema: { type: object, properties: { a: { type: string } } } }";
    let json = format!("application/json: {schema}");
    for range in ["application/*", "'*/*'"] {
        let both = format!("{json}, {range}: {schema}");
        assert_both(&contents(&json), &contents(&both), &[], &[]);
        let of_range = format!("{range}: {schema}");
        assert_both(&contents(&of_range), &contents(&both), &[], &[]);
        // Of the range, another schema says something else.
        let other =
            format!("{json}, {range}: {{ schema: {{ type: array, items: {{ type: string }} }} }}");
        let found = crate::compared::found_with_rollback(&contents(&json), &contents(&other));
        let [change] = found.as_slice() else {
            panic!("{found:?}");
        };
        assert!(change.starts_with("not-compared "), "{change}");
    }
}

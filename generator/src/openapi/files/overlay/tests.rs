use super::*;
use crate::yaml;

/// What actions make of a document, as JSON, or the message of the error.
fn changed(document: &str, actions: &str) -> String {
    let parsed = |name: &str, text: &str| Parsed {
        name: name.to_owned(),
        root: yaml::parse_openapi(text, 0).unwrap().into(),
    };
    let overlay = format!("overlay: 1.1.0\nextends: api.yaml\nactions: {actions}\n");
    let mut files = vec![
        parsed("overlay.yaml", &overlay),
        parsed("api.yaml", document),
    ];
    match apply(&mut files) {
        Ok(_) => value(&files[0].root).to_string(),
        Err(error) => error.message,
    }
}

#[test]
fn items_are_removed_whatever_the_order_and_number_of_their_selectors() {
    for (target, expected) in [
        ("$.a[2,0]", r#"{"a":["y"]}"#),
        ("$.a[0,0]", r#"{"a":["y","z"]}"#),
        ("$.a[?@ == 'z', 0]", r#"{"a":["y"]}"#),
        ("$..*", "{}"),
    ] {
        let actions = format!("[{{ target: \"{target}\", remove: true }}]");
        assert_eq!(changed("a: [x, y, z]", &actions), expected, "{target}");
    }
}

#[test]
fn a_target_that_is_selected_twice_is_changed_once() {
    let actions =
        "[{ target: \"$['a', 'a']\", update: [y] }, { target: \"$.a[?@ == 'y']\", update: z }]";
    assert_eq!(changed("a: [x]", actions), r#"{"a":["x","z"]}"#);
}

#[test]
fn a_copy_is_merged_like_an_update() {
    for (actions, expected) in [
        (
            "[{ target: $.b, copy: $.a }]",
            r#"{"a":{"x":1},"b":{"x":1,"y":2}}"#,
        ),
        // What an action adds can be copied by the next one.
        (
            "[{ target: $, update: { c: {} } }, { target: $.c, copy: $.b }, { target: \"$['a', 'b']\", remove: true }]",
            r#"{"c":{"y":2}}"#,
        ),
        (
            "[{ target: $.b, copy: $.* }]",
            "`copy` selects 2 values, not one",
        ),
        (
            "[{ target: $.b, copy: $.c }]",
            "`copy` selects 0 values, not one",
        ),
    ] {
        assert_eq!(
            changed("a: { x: 1 }\nb: { y: 2 }", actions),
            expected,
            "{actions}"
        );
    }
}

#[test]
fn actions_do_something() {
    for (action, expected) in [
        (
            "updates: { x: 1 }",
            "this action has neither `update` nor `remove: true`",
        ),
        (
            "remove: yes",
            "this action has neither `update` nor `remove: true`",
        ),
        ("remove: false", r#"{"a":{}}"#),
    ] {
        let actions = format!("[{{ target: $.a, {action} }}]");
        assert_eq!(changed("a: {}", &actions), expected);
    }
}

#[test]
fn an_overlay_cannot_exhaust_memory_or_stack() {
    let deep = format!("[{}]", ["{ target: $.a, copy: $ }"; 300].join(", "));
    let wide = format!("[{{ target: '$.b[*]', update: {{ c: {:?} }} }}]", [1; 1000]);
    let document = format!("a: {{}}\nb: [{}]", ["{}"; 1000].join(", "));
    for actions in [deep, wide] {
        let message = "the overlay makes the document too large, or too deep";
        assert_eq!(changed(&document, &actions), message, "{actions}");
    }
}

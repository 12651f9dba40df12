#![allow(clippy::panic)]

use serde_json::Value;

use super::*;

/// The value as another reader has it.
fn value(node: &Node) -> Value {
    match &node.kind {
        NodeKind::Null => Value::Null,
        NodeKind::Bool(value) => Value::Bool(*value),
        NodeKind::Integer(_, text) | NodeKind::Number(_, text) => {
            serde_json::from_str(text).unwrap()
        }
        NodeKind::Text(text) => Value::String(text.clone()),
        NodeKind::List(items) => items.iter().map(value).collect(),
        NodeKind::Map(entries) => entries
            .iter()
            .map(|(key, node)| (key.value.clone(), value(node)))
            .collect(),
    }
}

#[test]
fn valid_texts_are_read_like_another_reader_does() {
    for text in [
        "{}",
        "[]",
        " [ 1 , -0 , 0.5, 1e3, -2E-2, 18446744073709551615, 9223372036854775808 ] ",
        r#"{"a": {"b": [null, true, false]}, "": "x", "é": "ü"}"#,
        r#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#,
        "\"\u{7f}\u{1f600}\"",
    ] {
        let node = parse(text, 0).unwrap().root;
        assert_eq!(
            value(&node),
            serde_json::from_str::<Value>(text).unwrap(),
            "{text}"
        );
    }
}

#[test]
fn invalid_texts_are_errors_at_their_places() {
    for (text, at, message) in [
        ("", 0, "the text ends where a value is expected"),
        ("{", 1, "expected a name in quotes"),
        ("[1", 2, "a list is not closed"),
        ("[1 2]", 3, "expected `,` or `]`"),
        ("{\"a\" 1}", 5, "expected `:` after a name"),
        ("[1,]", 3, "expected a value"),
        ("[01]", 1, "a number begins with 0"),
        ("[001]", 1, "a number begins with 0"),
        ("[-01]", 1, "a number begins with 0"),
        ("[-]", 1, "this is not a number"),
        ("[1.]", 3, "a number has no digit after its point"),
        ("[1e]", 3, "a number has no digit in its exponent"),
        ("[nul]", 1, "expected a value"),
        ("\"a\nb\"", 2, "a string contains a control character"),
        ("\"\\x\"", 1, "unknown escape"),
        ("\"\\u12\"", 1, "`\\u` has four hexadecimal digits"),
        ("[] []", 3, "there is text after the end of the document"),
    ] {
        let error = parse(text, 0).unwrap_err();
        assert_eq!(error.message, format!("invalid JSON: {message}"), "{text}");
        assert_eq!(error.span(), Span::at(at), "{text}");
        assert!(serde_json::from_str::<Value>(text).is_err(), "{text}");
    }
}

#[test]
fn of_repeated_keys_the_last_one_counts() {
    for others in [0, 40] {
        let others: String = (0..others).map(|n| format!("\"{n}\": 0, ")).collect();
        let text = format!("{{\"a\": 1, {others}\"b\": 2, \"a\": 3}}");
        let tree = parse(&text, 0).unwrap();
        assert_eq!(
            value(&tree.root),
            serde_json::from_str::<Value>(&text).unwrap()
        );
        assert_eq!(tree.repeated, [Spanned::new("a".to_owned(), Span::at(0))]);
        assert_eq!(tree.repeated[0].span, Span::new(1, 4));
    }
}

#[test]
fn places_are_those_in_the_whole_source() {
    let node = parse("{\"key\": [12, \"é\"]}", 100).unwrap().root;
    let (key, list) = &node.entries()[0];
    assert_eq!(node.span, Span::new(100, 119));
    assert_eq!(key.span, Span::new(101, 106));
    assert_eq!(list.items()[0].span, Span::new(109, 111));
    assert_eq!(list.items()[1].span, Span::new(113, 117));
}

#[test]
fn half_a_pair_is_no_character_and_depth_is_limited() {
    assert_eq!(
        parse(r#""\ud800x""#, 0).unwrap().root.as_text(),
        Some("\u{fffd}x")
    );
    assert_eq!(
        parse(r#""\ud800\u0041""#, 0).unwrap().root.as_text(),
        Some("\u{fffd}A")
    );
    let deep = "[".repeat(100_000);
    let error = parse(&deep, 0).unwrap_err();
    assert_eq!(error.message, "invalid JSON: the document nests too deep");
}

#[test]
fn numbers_that_are_whole_are_integers() {
    for (text, expected) in [("3.0", 3), ("1e2", 100), ("-0", 0), ("12", 12)] {
        let node = parse(text, 0).unwrap().root;
        let NodeKind::Integer(value, written) = &node.kind else {
            panic!("{text}");
        };
        assert_eq!((**value, written.as_str()), (expected, text));
    }
    assert!(matches!(
        parse("1e400", 0).unwrap().root.kind,
        NodeKind::Number(..)
    ));
}

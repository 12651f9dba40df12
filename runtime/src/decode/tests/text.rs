//! Whole JSON texts.

use super::super::{InvalidJson, from_json, from_json_in};
use super::read;
use super::types::{Member, Page};
use crate::Json;

/// `serde_json` passes numbers as objects if a crate of the build enables `arbitrary_precision`.
#[test]
fn numbers_of_arbitrary_precision_are_read() {
    let integer = |text| read::<i64>(text).map_err(|validation_error| validation_error.to_string());
    assert_eq!(integer(r#"{"$serde_json::private::Number": "3.0"}"#), Ok(3));
    assert!(integer(r#"{"$serde_json::private::Number": "3.5"}"#).is_err());
    let number = |text| read::<f64>(text).map_err(|validation_error| validation_error.to_string());
    assert_eq!(
        number(r#"{"$serde_json::private::Number": "0.25"}"#),
        Ok(0.25)
    );
    let validation_error = Err(String::from("body: expected a number"));
    assert_eq!(
        number(r#"{"$serde_json::private::Number": "x"}"#),
        validation_error
    );
    assert_eq!(number(r#"{"a": "0.25"}"#), validation_error);
    assert_eq!(number("{}"), validation_error);
}

#[test]
fn invalid_json_is_rejected_with_its_position() {
    assert_eq!(
        read::<Page<i64>>("{\"data\":\n [1,]}"),
        Err(InvalidJson::Syntax { line: 2, column: 5 })
    );
    assert_eq!(
        read::<Page<i64>>("{\"data\": [1"),
        Err(InvalidJson::Incomplete)
    );
    for text in ["", " \n"] {
        assert_eq!(read::<Page<i64>>(text), Err(InvalidJson::Empty));
    }
    assert_eq!(
        read::<i64>("1 2"),
        Err(InvalidJson::Syntax { line: 1, column: 3 })
    );
    let deep = "[".repeat(100_000);
    assert!(matches!(
        read::<Json>(&deep),
        Err(InvalidJson::Syntax { .. })
    ));
}

#[test]
fn invalid_utf8_is_rejected() {
    let place = |text: &[u8]| match from_json::<Vec<String>>(text) {
        Err(InvalidJson::Syntax { line, column }) => (line, column),
        other => panic!("{other:?}"),
    };
    assert_eq!(place(b"[\"a\",\n \"b\xffc\"]").0, 2);
    assert_eq!(place(b"\xff"), (1, 1));
    // Ignored fields are checked too.
    assert!(from_json::<()>(b"{\"x\": \"\xff\"}").is_err());
}

#[test]
fn values_in_an_envelope_are_read() {
    assert_eq!(
        from_json_in("data", br#"{"x": 1, "data": 2, "y": 3}"#),
        Ok(2_i64)
    );
    let validation_error = |text: &[u8]| {
        from_json_in::<Member>("data", text)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(validation_error(b"{}"), "body `data`: is missing");
    assert_eq!(validation_error(b"[]"), "body: expected an object");
    assert_eq!(
        validation_error(br#"{"data": {"email": 1}}"#),
        "body `data.email`: expected a string"
    );
    assert_eq!(from_json_in("data", br#"{"data": null}"#), Ok(None::<i64>));
}

//! Fields of forms that are one text.

#![allow(unreachable_pub, reason = "the macro creates public items")]

use serde_json::json;

use crate::Json;
use crate::decode::Context;
use crate::form::{FieldStyle, FieldStyles, Lists, from_styled_form, to_styled_form};

crate::object! {
    /// A place.
    pub struct Place {
        pub row: i64,
        #[field(optional)]
        pub note: Option<String>,
    }
}

crate::object! {
    /// What is planted.
    pub struct Orchard {
        #[field(optional)]
        pub kinds: Option<Vec<String>>,
        #[field(optional)]
        pub rows: Option<Vec<i64>>,
        #[field(optional)]
        pub marks: Option<Vec<String>>,
        #[field(optional)]
        pub place: Option<Place>,
        #[field(optional)]
        pub owners: Option<Vec<Place>>,
        #[field(optional)]
        pub extra: Option<Json>,
    }
}

const STYLES: FieldStyles = &[
    ("kinds", FieldStyle::Comma),
    ("rows", FieldStyle::Pipe),
    ("marks", FieldStyle::Space),
    ("place", FieldStyle::Json),
    ("owners", FieldStyle::JsonItems),
    ("extra", FieldStyle::Json),
];

fn read(form: &str) -> Result<Json, Vec<String>> {
    let context = Context::enforcing();
    let value = from_styled_form::<Orchard>(form.as_bytes(), STYLES, context);
    value
        .map(|value| serde_json::to_value(value).unwrap())
        .map_err(|errors| {
            let errors = errors.iter();
            errors
                .map(|error| format!("{} {}", error.name, error.problem))
                .collect()
        })
}

fn write(value: &Json) -> Result<String, String> {
    let written = to_styled_form(value, Lists::Repeated, STYLES);
    written.map_err(|error| error.to_string())
}

#[test]
fn each_style_is_written_and_read_back() {
    for (value, form) in [
        (
            json!({"kinds": ["plum", "pear tree"]}),
            "kinds=plum,pear%20tree",
        ),
        (json!({"kinds": ["plum"]}), "kinds=plum"),
        (json!({"rows": [1, 2]}), "rows=1%7C2"),
        (json!({"marks": ["a", "b"]}), "marks=a%20b"),
        (
            json!({"place": {"row": 1, "note": "a&b"}}),
            "place=%7B%22note%22%3A%22a%26b%22%2C%22row%22%3A1%7D",
        ),
        (
            json!({"owners": [{"row": 1}, {"row": 2}]}),
            "owners=%7B%22row%22%3A1%7D&owners=%7B%22row%22%3A2%7D",
        ),
        (
            json!({"owners": [{"row": 1}]}),
            "owners=%7B%22row%22%3A1%7D",
        ),
        // Names that are numbers make no list of JSON.
        (
            json!({"extra": {"0": "a"}}),
            "extra=%7B%220%22%3A%22a%22%7D",
        ),
        (
            json!({"extra": [1, "a", null]}),
            "extra=%5B1%2C%22a%22%2Cnull%5D",
        ),
    ] {
        assert_eq!(write(&value).as_deref(), Ok(form));
        assert_eq!(read(form), Ok(value), "{form}");
    }
}

#[test]
fn separators_are_read_encoded_or_not() {
    for form in ["kinds=a,b", "kinds=a%2Cb", "kinds=a&kinds=b"] {
        assert_eq!(read(form), Ok(json!({"kinds": ["a", "b"]})), "{form}");
    }
    for form in ["rows=1|2", "rows=1%7C2"] {
        assert_eq!(read(form), Ok(json!({"rows": [1, 2]})), "{form}");
    }
    for form in ["marks=a+b", "marks=a%20b"] {
        assert_eq!(read(form), Ok(json!({"marks": ["a", "b"]})), "{form}");
    }
    assert_eq!(read("kinds="), Ok(json!({"kinds": []})));
}

#[test]
fn what_is_no_json_is_an_error_of_its_field() {
    assert_eq!(
        read("place={row"),
        Err(vec!["place is not valid JSON".to_owned()])
    );
    let missing = read("place={}").unwrap_err();
    assert!(missing[0].starts_with("place.row "), "{missing:?}");
}

#[test]
fn an_item_with_the_separator_is_not_written() {
    let expected = "the value of \"kinds\" has an item that the style of the list cannot contain";
    for items in [json!(["a,b", "c"]), json!([""])] {
        assert_eq!(write(&json!({"kinds": items})), Err(expected.to_owned()));
    }
}

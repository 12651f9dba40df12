//! Fields of forms that are one text.

#![allow(unreachable_pub, reason = "the macro creates public items")]

use serde_json::json;

use crate::Json;
use crate::decode::Context;
use crate::form::{FieldStyle, FieldStyles, Lists, from_form, to_form};

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
    ("kinds", FieldStyle::COMMA),
    ("rows", FieldStyle::PIPE),
    ("marks", FieldStyle::SPACE),
    ("place", FieldStyle::Json),
    ("owners", FieldStyle::JsonItems),
    ("extra", FieldStyle::Json),
];

fn read(form: &str) -> Result<Json, Vec<String>> {
    let context = Context::for_requests();
    let value = from_form::<Orchard>(form.as_bytes(), STYLES, context);
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
    let written = to_form(value, Lists::Repeated, STYLES);
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
        // A comma in an item is encoded.
        (json!({"kinds": ["a,b", "", "c"]}), "kinds=a%2Cb,,c"),
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
    // Most senders encode all commas.
    for form in [
        "kinds=a,b",
        "kinds=a%2Cb",
        "kinds=a&kinds=b",
        "kinds=&kinds=a,b&kinds=",
    ] {
        assert_eq!(read(form), Ok(json!({"kinds": ["a", "b"]})), "{form}");
    }
    for form in ["kinds[]=a&kinds=b", "kinds[0]=a&kinds[1]=b"] {
        assert_eq!(read(form), Ok(json!({"kinds": ["a", "b"]})), "{form}");
    }
    assert_eq!(read("kinds=a%2Cb,c"), Ok(json!({"kinds": ["a,b", "c"]})));
    for form in ["rows=1|2", "rows=1%7C2"] {
        assert_eq!(read(form), Ok(json!({"rows": [1, 2]})), "{form}");
    }
    for form in ["marks=a+b", "marks=a%20b"] {
        assert_eq!(read(form), Ok(json!({"marks": ["a", "b"]})), "{form}");
    }
    assert_eq!(read("kinds="), Ok(json!({"kinds": []})));
    assert_eq!(
        read("owners=&owners={\"row\":1}"),
        Ok(json!({"owners": [{"row": 1}]}))
    );
}

#[test]
fn a_field_is_given_in_one_way() {
    let conflict = "must not be given both with and without names or indexes in brackets";
    for (form, field, problem) in [
        ("kinds[0]=a&kinds=b", "kinds", conflict),
        ("kinds=b&kinds[0]=a", "kinds", conflict),
        ("place={\"row\":1}&place[note]=x", "place", conflict),
        ("place[note]=x&place={\"row\":1}", "place", conflict),
        ("extra=[1]&extra[]=2", "extra", conflict),
        (
            "extra=1&extra=2",
            "extra",
            "must not be given more than once",
        ),
        (
            "place={\"row\":1}&place={\"row\":1}",
            "place",
            "must not be given more than once",
        ),
    ] {
        assert_eq!(
            read(form),
            Err(vec![format!("{field} {problem}")]),
            "{form}"
        );
    }
}

#[test]
fn reading_stops_at_the_first_item_too_many() {
    for (name, separator) in [("kinds", ","), ("marks", "+"), ("rows", "|")] {
        let items = ["1"; 20_001].join(separator);
        let expected = Err(vec![" has more than 20000 values".to_owned()]);
        assert_eq!(read(&format!("{name}={items}")), expected, "{name}");
    }
    let owners = ["owners=1"; 20_001].join("&");
    let expected = Err(vec![" has more than 20000 values".to_owned()]);
    assert_eq!(read(&owners), expected);
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
fn what_cannot_be_read_back_is_not_written() {
    for (value, problem) in [
        (
            json!({"kinds": [""]}),
            "\"kinds\" is a list of one empty item",
        ),
        (
            json!({"kinds": ["a,b"]}),
            "\"kinds\" is a list of one item that contains the separator",
        ),
        (
            json!({"marks": ["a b", "c"]}),
            "\"marks\" has an item that contains the separator of the list",
        ),
    ] {
        assert_eq!(write(&value), Err(format!("the value of {problem}")));
    }
}

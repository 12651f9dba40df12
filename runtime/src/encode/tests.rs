//! Writing whole texts.

#![allow(unreachable_pub)]

use std::collections::BTreeMap;

use serde_core::ser::{SerializeStruct, SerializeStructVariant, SerializeTupleVariant};
use serde_core::{Serialize, Serializer};
use serde_json::json;

use super::to_json;
use crate::{Json, Maybe};

fn write<T: Serialize + ?Sized>(value: &T) -> Result<String, String> {
    match to_json(Vec::new(), value) {
        Ok(text) => Ok(String::from_utf8(text).unwrap()),
        Err(error) => Err(error.to_string()),
    }
}

/// Checks that the value is written as `serde_json` writes it.
fn agrees<T: Serialize + ?Sized>(value: &T) {
    assert_eq!(write(value).unwrap(), serde_json::to_string(value).unwrap());
}

crate::object! {
    pub struct Credits {
        pub total: f64,
        pub limit: Option<f64>,
        #[field(optional)]
        pub used: Maybe<f64>,
        pub prices: Vec<f64>,
    }
}

const CREDITS: Credits = Credits {
    total: 1.5,
    limit: None,
    used: Maybe::Null,
    prices: Vec::new(),
};

#[test]
fn numbers_that_json_cannot_represent_are_rejected() {
    agrees(&CREDITS);
    let problem = |credits: Credits| write(&json_in("data", credits)).unwrap_err();
    for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let changed = [
            (
                "total",
                Credits {
                    total: number,
                    ..CREDITS
                },
            ),
            (
                "limit",
                Credits {
                    limit: Some(number),
                    ..CREDITS
                },
            ),
            (
                "used",
                Credits {
                    used: number.into(),
                    ..CREDITS
                },
            ),
            (
                "prices",
                Credits {
                    prices: vec![1.0, number],
                    ..CREDITS
                },
            ),
        ];
        for (member, credits) in changed {
            let expected =
                format!(r#"the value of "{member}" is not finite, and JSON has no number for it"#);
            assert_eq!(problem(credits), expected);
        }
    }
    let expected = "the value is not finite, and JSON has no number for it";
    assert_eq!(write(&f64::NAN).unwrap_err(), expected);
    assert_eq!(write(&[f32::INFINITY]).unwrap_err(), expected);
}

fn json_in<T>(name: &str, value: T) -> BTreeMap<String, T> {
    BTreeMap::from([(name.to_owned(), value)])
}

#[test]
fn json_is_written_as_serde_json_writes_it() {
    agrees(&json!({
        "": {}, "list": [[], [1, -2, 3.25, 1e300, u64::MAX], [{}, {"a": null}]],
        "texts": ["", "plain", "\"quoted\" \\ and\nlonger than a word", "\u{1}", "é\u{2028}"],
        "a \"name\"\n": true,
    }));
    agrees(&(
        1_i8,
        2_u16,
        3_i128,
        'c',
        "s",
        false,
        (),
        Some(0.1_f32),
        Some(5e-324),
        None::<i64>,
    ));
    agrees(&Ok::<Json, ()>(json!([1])));
    agrees(&json_in("x", vec![Maybe::Value(1), Maybe::Null]));
}

#[test]
fn the_text_is_appended() {
    assert_eq!(to_json(b"{\"data\":".to_vec(), &7).unwrap(), b"{\"data\":7");
}

#[test]
fn the_names_of_fields_are_strings() {
    let expected = "the name of a field is not a string";
    assert_eq!(write(&BTreeMap::from([(1, 2)])).unwrap_err(), expected);
}

/// A type of another crate, which a caller may pass.
enum Shape {
    Struct,
    List,
    Fields,
}

impl Serialize for Shape {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Struct => {
                let mut fields = serializer.serialize_struct("Shape", 2)?;
                fields.serialize_field("a", &1)?;
                fields.serialize_field("b", &[2])?;
                fields.end()
            }
            Self::List => {
                let mut list = serializer.serialize_tuple_variant("Shape", 1, "List", 2)?;
                list.serialize_field(&1)?;
                list.serialize_field("2")?;
                list.end()
            }
            Self::Fields => {
                let mut fields = serializer.serialize_struct_variant("Shape", 2, "Fields", 2)?;
                fields.serialize_field("a", &1)?;
                fields.serialize_field("b", &())?;
                fields.end()
            }
        }
    }
}

#[test]
fn types_of_other_crates_are_written() {
    agrees(&[Shape::Struct, Shape::List, Shape::Fields]);
}

/// A number as `serde_json` serializes it if a crate of the build enables `arbitrary_precision`.
struct Digits(&'static str);

impl Serialize for Digits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        const NAME: &str = "$serde_json::private::Number";
        let mut number = serializer.serialize_struct(NAME, 1)?;
        number.serialize_field(NAME, self.0)?;
        number.end()
    }
}

#[test]
fn numbers_of_arbitrary_precision_are_written_as_numbers() {
    let numbers = [
        Digits("1"),
        Digits("-3.14159265358979323846264338327950288"),
    ];
    assert_eq!(
        write(&numbers).unwrap(),
        "[1,-3.14159265358979323846264338327950288]"
    );
}

//! Values that are written as forms, and those that have none.

use std::collections::BTreeMap;

use serde_core::ser::{SerializeStruct, SerializeStructVariant, SerializeTupleVariant};
use serde_core::{Serialize, Serializer};
use serde_json::json;

use super::types::{Card, Empty, Node, Options};
use super::{ALL_LISTS, write};
use crate::form::Lists;
use crate::{Boxed, Maybe};

#[track_caller]
fn writes<T: Serialize + ?Sized>(value: &T, lists: Lists, expected: &str) {
    assert_eq!(write(value, lists).as_deref(), Ok(expected));
}

#[track_caller]
fn fails<T: Serialize + ?Sized>(value: &T, lists: Lists, expected: &str) {
    assert_eq!(write(value, lists).unwrap_err(), expected);
}

#[test]
fn scalars_are_written_as_parameters() {
    let options = Options {
        text: Some(String::from("a b")),
        count: Maybe::Value(-7),
        ratio: Some(0.1),
        on: Some(true),
        ..Options::default()
    };
    writes(
        &options,
        Lists::Repeated,
        "text=a b&count=-7&ratio=0.1&on=true",
    );
}

#[test]
fn absent_fields_are_not_written_and_null_is_empty() {
    writes(&Options::default(), Lists::Repeated, "");
    let options = Options {
        count: Maybe::Null,
        text: Some(String::new()),
        card: Some(Card {
            number: "4242".into(),
            month: 1.into(),
            owner: None,
        }),
        ..Options::default()
    };
    writes(
        &options,
        Lists::Repeated,
        "text=&count=&card[number]=4242&card[month]=1&card[owner]=",
    );
}

#[test]
fn lists_have_three_forms() {
    let value = json!({"a": ["x", "y"], "b": {"c": [1]}});
    writes(&value, Lists::Repeated, "a=x&a=y&b[c]=1");
    writes(&value, Lists::Brackets, "a[]=x&a[]=y&b[c][]=1");
    writes(&value, Lists::Indexed, "a[0]=x&a[1]=y&b[c][0]=1");
}

#[test]
fn lists_of_lists_and_objects_need_indexes() {
    let objects = json!({"a": {"b": [{"c": 1}, {}, {"c": null}]}});
    let lists = json!({"a": [[1, 2], []]});
    writes(
        &objects,
        Lists::Indexed,
        "a[b][0][c]=1&a[b][1]=&a[b][2][c]=",
    );
    writes(&lists, Lists::Indexed, "a[0][0]=1&a[0][1]=2&a[1]=");
    let problem = "the value of \"a\" is a list of lists or objects, which needs the form of lists with indexes";
    for form in [Lists::Repeated, Lists::Brackets] {
        fails(&objects, form, problem);
        fails(&lists, form, problem);
    }
}

#[test]
fn empty_values_are_written_without_a_value() {
    let options = Options {
        texts: Some(Vec::new()),
        inner: Some(Empty::default()),
        map: Some(BTreeMap::new()),
        ..Options::default()
    };
    for lists in ALL_LISTS {
        writes(&options, lists, "texts=&inner=&map=");
    }
}

#[test]
fn a_repeated_list_of_one_empty_value_is_rejected() {
    let problem =
        "the value of \"a\" is a list of one empty value, which needs brackets or indexes";
    for item in [json!(""), json!(null)] {
        let value = json!({"a": [item]});
        fails(&value, Lists::Repeated, problem);
        writes(&value, Lists::Brackets, "a[]=");
        writes(&value, Lists::Indexed, "a[0]=");
    }
    writes(&json!({"a": ["", ""]}), Lists::Repeated, "a=&a=");
}

#[test]
fn values_that_are_no_objects_are_rejected() {
    for value in [
        json!(null),
        json!(1),
        json!("x"),
        json!([]),
        json!([1]),
        json!([{"a": 1}]),
    ] {
        for lists in ALL_LISTS {
            fails(&value, lists, "a form is an object, and the value is not");
        }
    }
    writes(&Some(json!({"a": 1})), Lists::Repeated, "a=1");
}

#[test]
fn names_that_a_form_cannot_hold_are_rejected() {
    let within = "the value of \"a\" has a field whose name is empty or contains a bracket";
    for value in [
        json!({"a": {"": 1}}),
        json!({"a": {"b]": 1}}),
        json!({"a": {"b": {"[": 1}}}),
    ] {
        fails(&value, Lists::Indexed, within);
    }
    let whole = "the value has a field whose name is empty or contains a bracket";
    fails(&json!({"a[b]": 1}), Lists::Indexed, whole);
    writes(&json!({"": 1}), Lists::Indexed, "=1");
    fails(&json!({"": [1]}), Lists::Indexed, whole);
    fails(&json!({"": {"a": 1}}), Lists::Indexed, whole);
    fails(
        &BTreeMap::from([(1, 2)]),
        Lists::Indexed,
        "the name of a field is not a string",
    );
}

#[test]
fn numbers_that_are_not_finite_are_rejected() {
    for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let options = Options {
            ratio: Some(number),
            ..Options::default()
        };
        let problem = "the value of \"ratio\" is not finite, and a form has no number for it";
        fails(&options, Lists::Repeated, problem);
        fails(
            &json_in("a", [number as f32]),
            Lists::Repeated,
            &problem.replace("ratio", "a"),
        );
    }
}

#[test]
fn the_depth_is_that_which_can_be_read() {
    let nested = |parts: usize| (1..parts).fold(json!(1), |value, _| json!({"a": value}));
    writes(
        &json!({"a": nested(32)}),
        Lists::Indexed,
        &format!("a{}=1", "[a]".repeat(31)),
    );
    let problem = "the value of \"a\" nests more than 32 levels deep";
    fails(&json!({"a": nested(33)}), Lists::Indexed, problem);
    let list = (1..32).fold(json!([1]), |value, _| json!({"a": value}));
    fails(&json!({"a": list}), Lists::Brackets, problem);
    fails(&json!({"a": list}), Lists::Indexed, problem);
    assert!(write(&json!({"a": list}), Lists::Repeated).is_ok());
}

#[test]
fn errors_contain_neither_values_nor_keys() {
    let secrets = BTreeMap::from([(String::from("hunter2]"), 1)]);
    let options = Options {
        secrets: Some(secrets),
        ..Options::default()
    };
    let problem = "the value of \"secrets\" has a field whose name is empty or contains a bracket";
    fails(&options, Lists::Repeated, problem);
}

#[test]
fn recursive_types_are_written() {
    let leaf = |name: &str| Node {
        name: Some(name.to_owned()),
        ..Node::default()
    };
    let node = Node {
        next: Some(Boxed::new(leaf("a"))),
        parent: Maybe::Null,
        list: Some(Boxed::new(vec![leaf("b"), Node::default()])),
        others: BTreeMap::from([(String::from("x"), String::from("y"))]),
        ..Node::default()
    };
    writes(
        &node,
        Lists::Indexed,
        "next[name]=a&parent=&list[0][name]=b&list[1]=&x=y",
    );
    let problem = "the value of \"list\" is a list of lists or objects, which needs the form of lists with indexes";
    fails(&node, Lists::Brackets, problem);
}

fn json_in<T>(name: &str, value: T) -> BTreeMap<String, T> {
    BTreeMap::from([(name.to_owned(), value)])
}

/// A type of another crate, which a caller may pass.
enum Shape {
    Unit,
    Newtype,
    Struct,
    List,
    Fields,
    Digits,
    Bytes,
}

impl Serialize for Shape {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        const DIGITS: &str = "$serde_json::private::Number";
        match self {
            Self::Unit => serializer.serialize_unit_variant("Shape", 0, "Unit"),
            Self::Newtype => serializer.serialize_newtype_variant("Shape", 1, "Newtype", &1),
            Self::Struct => {
                let mut fields = serializer.serialize_struct("Shape", 2)?;
                fields.serialize_field("a", &1_i128)?;
                fields.serialize_field("b", &('c', 2_u8, ()))?;
                fields.end()
            }
            Self::List => {
                let mut list = serializer.serialize_tuple_variant("Shape", 3, "List", 2)?;
                list.serialize_field(&1)?;
                list.serialize_field("2")?;
                list.end()
            }
            Self::Fields => {
                let mut fields = serializer.serialize_struct_variant("Shape", 4, "Fields", 2)?;
                fields.serialize_field("a", &1)?;
                fields.serialize_field("b", &())?;
                fields.end()
            }
            Self::Digits => {
                let mut number = serializer.serialize_struct(DIGITS, 1)?;
                number.serialize_field(DIGITS, "3.14159265358979323846264338327950288")?;
                number.end()
            }
            Self::Bytes => serializer.serialize_bytes(b"x"),
        }
    }
}

#[test]
fn types_of_other_crates_are_written() {
    let write_one = |shape: Shape| write(&json_in("x", shape), Lists::Indexed);
    for (shape, expected) in [
        (Shape::Unit, "x=Unit"),
        (Shape::Newtype, "x[Newtype]=1"),
        (Shape::Struct, "x[a]=1&x[b][0]=c&x[b][1]=2&x[b][2]="),
        (Shape::List, "x[List][0]=1&x[List][1]=2"),
        (Shape::Fields, "x[Fields][a]=1&x[Fields][b]="),
        (Shape::Digits, "x=3.14159265358979323846264338327950288"),
    ] {
        assert_eq!(write_one(shape).as_deref(), Ok(expected));
    }
    assert_eq!(
        write_one(Shape::Bytes).unwrap_err(),
        "a form cannot hold bytes"
    );
    writes(&Shape::Fields, Lists::Indexed, "Fields[a]=1&Fields[b]=");
    writes(&Shape::Newtype, Lists::Indexed, "Newtype=1");
    let all = json_in("x", [Shape::Fields, Shape::Unit, Shape::Digits]);
    let digits = "3.14159265358979323846264338327950288";
    writes(
        &all,
        Lists::Indexed,
        &format!("x[0][Fields][a]=1&x[0][Fields][b]=&x[1]=Unit&x[2]={digits}"),
    );
    let scalars = json_in("x", [Shape::Unit, Shape::Digits]);
    writes(&scalars, Lists::Brackets, &format!("x[]=Unit&x[]={digits}"));
}

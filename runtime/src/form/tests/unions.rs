//! Unions, constants and closed objects in forms.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "the macros create public items, and more than the tests use"
)]

use std::collections::BTreeMap;

use serde_core::Serialize;
use serde_json::json;

use super::{errors, read, write};
use crate::Json;
use crate::codegen as rt;
use crate::decode::Decode;
use crate::form::Lists;

rt::object! {
    pub struct Card {
        #[rules(min_length = 4)]
        pub number: String,
        #[field(optional)]
        pub year: Option<i64>,
    }
}

rt::union! {
    #[union(field(&["type"]))]
    pub enum Method {
        Card(Card) = "card",
        Balance = "balance",
        Amounts(BTreeMap<String, i64>) = "amounts",
    }
}

rt::union! {
    #[union(field(&["type"]))]
    pub enum OpenMethod {
        Card(Card) = "card",
        #[other]
        Other(rt::Json),
    }
}

rt::union! {
    #[union(field(&["size"]), integer_tags(), default_tag("2"))]
    pub enum Size {
        Small(Card) = "1",
        Large = "2",
        #[other]
        Other(rt::Json),
    }
}

rt::union! {
    #[union(field(&["ok"]), boolean_tags())]
    pub enum Outcome {
        Done(Card) = "true",
        Failed = "false",
    }
}

rt::union! {
    #[union(beside("type", "data"))]
    pub enum Event {
        Paid(Card) = "paid",
        Count(i64) = "count",
        Note(String) = "note",
        Maybe(Option<i64>) = "maybe",
        Ping = "ping",
    }
}

rt::union! {
    #[union(name())]
    pub enum Filter {
        Purpose(String) = "purpose",
        Larger(i64) = "larger_than",
        Any = "any",
    }
}

rt::object! {
    #[object(closed)]
    #[constants("version" = Integer(2), "live" optional = Boolean(true), "kind" = Text("3"))]
    pub struct Fixed {
        #[field(optional)]
        pub id: Option<i64>,
    }
}

rt::object! {
    #[object(closed)]
    pub struct Range {
        #[field(optional)]
        pub gte: Option<i64>,
        #[field(optional)]
        pub lt: Option<i64>,
    }
}

rt::closed_enum! {
    pub enum Mode {
        Auto = "auto",
        Seven = "7",
    }
}

rt::union! {
    #[union(untagged("expected a time or a range"))]
    pub enum TimeFilter {
        #[matches(integer)]
        At(i64) = "at",
        #[matches(object Range)]
        Range(Range) = "range",
    }
}

rt::union! {
    #[union(untagged("expected anything"))]
    pub enum Anything {
        #[matches(text)]
        Text(String) = "text",
        #[matches(known_text Mode)]
        Mode(Mode) = "mode",
        #[matches(integer)]
        Whole(i64) = "whole",
        #[matches(number)]
        Number(f64) = "number",
        #[matches(boolean)]
        Flag(bool) = "flag",
        #[matches(items integer)]
        Wholes(Vec<i64>) = "wholes",
        #[matches(items text)]
        Texts(Vec<String>) = "texts",
        #[matches(object Fixed)]
        Fixed(Fixed) = "fixed",
        #[matches(fits Method)]
        Method(Method) = "method",
        #[matches(fits Size)]
        Size(Size) = "size",
        #[matches(any_object)]
        Map(BTreeMap<String, String>) = "map",
    }
}

rt::union! {
    #[union(untagged("expected a list or an object"))]
    pub enum Parts {
        #[matches(items integer)]
        Wholes(Vec<i64>) = "wholes",
        #[matches(list)]
        Texts(Vec<String>) = "texts",
        #[matches(any_object)]
        Range(Range) = "range",
    }
}

rt::union! {
    #[union(untagged("expected a number, a list or an object"))]
    pub enum Expression {
        #[matches(number)]
        Number(f64) = "number",
        #[matches(items any)]
        #[nested(boxed Expression)]
        All(rt::Boxed<Vec<Expression>>) = "all",
        #[matches(any_object)]
        #[nested(contains Sum)]
        Sum(Sum) = "sum",
    }
}

rt::object! {
    #[object(deep)]
    pub struct Sum {
        #[nested(boxed Expression)]
        pub left: rt::Boxed<Expression>,
        #[nested(boxed Expression)]
        pub right: rt::Boxed<Expression>,
    }
}

type Fields<T> = BTreeMap<String, T>;

/// Reads the only field of a form, which is written as `again` with indexes.
#[track_caller]
fn reads<T: Decode + Serialize>(form: &str, again: &str) -> Json {
    let fields: Fields<T> = read(form).unwrap();
    let written = write(&fields, Lists::Indexed).unwrap();
    assert_eq!(written, again);
    assert_eq!(read::<Fields<T>>(&written).as_ref(), Ok(&fields));
    json!(fields["x"])
}

#[test]
fn the_tag_is_a_field_anywhere_in_the_form() {
    let card = json!({"type": "card", "number": "4242", "year": 2030});
    let written = "x[type]=card&x[number]=4242&x[year]=2030";
    assert_eq!(reads::<Method>(written, written), card);
    assert_eq!(
        reads::<Method>("x[year]=2030&x[number]=4242&x[type]=card", written),
        card
    );
    assert_eq!(
        reads::<Method>("x[type]=balance", "x[type]=balance"),
        json!({"type": "balance"})
    );
    let amounts = "x[type]=amounts&x[a]=1&x[b]=2";
    assert_eq!(reads::<Method>(amounts, amounts)["b"], 2);
    let whole: Method = read("number=4242&type=card").unwrap();
    assert_eq!(
        write(&whole, Lists::Repeated).unwrap(),
        "type=card&number=4242"
    );
}

#[test]
fn errors_in_a_variant_are_those_of_the_variant() {
    for (form, problems) in [
        (
            "x[type]=card&x[number]=1&x[year]=y",
            [
                "x.number must have at least 4 characters",
                "x.year expected an integer",
            ]
            .as_slice(),
        ),
        (
            "x[type]=cash",
            &["x.type expected one of `card`, `balance`, `amounts`"],
        ),
        ("x[type]=card&x[type]=card", &["x.type expected a string"]),
        ("x[number]=4242", &["x.type is missing"]),
        ("x=", &["x.type is missing"]),
        ("x=card", &["x expected an object"]),
        ("x[]=card", &["x expected an object"]),
    ] {
        assert_eq!(errors::<Fields<Method>>(form), problems, "{form}");
    }
}

#[test]
fn an_open_union_keeps_unknown_variants() {
    let cash = "x[amount]=1&x[notes][0][of]=5&x[type]=cash";
    let kept = json!({"type": "cash", "amount": "1", "notes": [{"of": "5"}]});
    assert_eq!(reads::<OpenMethod>(cash, cash), kept);
    let size: Size = read("size=9").unwrap();
    assert_eq!(size.tag(), "9");
    // The tag has its kind, like the tag of a known variant.
    assert_eq!(reads::<Size>("x[size]=9", "x[size]=9"), json!({"size": 9}));
    let empty = "x[type]=&x[amount]=";
    let kept = json!({"type": "", "amount": null});
    assert_eq!(reads::<OpenMethod>(empty, "x[amount]=&x[type]="), kept);
}

#[test]
fn tags_may_be_integers_or_booleans_and_may_have_a_default() {
    let small = "x[size]=1&x[number]=4242";
    assert_eq!(
        reads::<Size>(small, small),
        json!({"size": 1, "number": "4242"})
    );
    assert_eq!(reads::<Size>("x=", "x[size]=2"), json!({"size": 2}));
    let done = "x[ok]=true&x[number]=4242";
    assert_eq!(
        reads::<Outcome>(done, done),
        json!({"ok": true, "number": "4242"})
    );
    assert_eq!(
        reads::<Outcome>("x[ok]=false", "x[ok]=false"),
        json!({"ok": false})
    );
    assert_eq!(
        errors::<Outcome>("ok=1"),
        ["ok expected one of `true`, `false`"]
    );
    assert_eq!(
        errors::<Outcome>("ok="),
        ["ok expected one of `true`, `false`"]
    );
}

#[test]
fn the_content_may_be_next_to_the_tag() {
    for (form, value) in [
        (
            "x[type]=paid&x[data][number]=4242",
            json!({"type": "paid", "data": {"number": "4242"}}),
        ),
        (
            "x[type]=count&x[data]=7",
            json!({"type": "count", "data": 7}),
        ),
        ("x[type]=note&x[data]=", json!({"type": "note", "data": ""})),
        (
            "x[type]=maybe&x[data]=",
            json!({"type": "maybe", "data": null}),
        ),
        ("x[type]=ping", json!({"type": "ping"})),
    ] {
        assert_eq!(reads::<Event>(form, form), value, "{form}");
    }
    for tag in ["paid", "count", "note"] {
        assert_eq!(errors::<Event>(&format!("type={tag}")), ["data is missing"]);
    }
    assert_eq!(
        errors::<Event>("type=paid&data="),
        ["data.number is missing"]
    );
}

#[test]
fn the_tag_may_be_the_name_of_the_only_field() {
    for (form, value) in [
        ("x[purpose]=", json!({"purpose": ""})),
        ("x[larger_than]=7", json!({"larger_than": 7})),
        ("x[any]=", json!({"any": {}})),
    ] {
        assert_eq!(reads::<Filter>(form, form), value, "{form}");
    }
    let problem = "x expected one of `purpose`, `larger_than`, `any` as the only field";
    for form in ["x=", "x[all]=1", "x[any]=&x[purpose]=a"] {
        assert_eq!(errors::<Fields<Filter>>(form), [problem], "{form}");
    }
}

#[test]
fn constants_are_read_as_text() {
    let fixed = |form: &str| read::<Fixed>(form);
    assert!(fixed("version=2&kind=3").is_ok());
    assert!(fixed("version=2.0&live=true&kind=3&id=1").is_ok());
    assert_eq!(
        errors::<Fixed>("version=3&live=1&kind=3.0&other=x"),
        [
            "version must be `2`",
            "live must be `true`",
            "kind must be `3`",
            "other is not a known field"
        ]
    );
    assert_eq!(
        errors::<Fixed>("version="),
        ["version must be `2`", "kind is missing"]
    );
    assert_eq!(
        errors::<Fields<Fixed>>("x="),
        ["x.version is missing", "x.kind is missing"]
    );
    assert_eq!(
        errors::<Fixed>("version=2&version=2&kind[a]=3"),
        [
            "version must be a single value, not a list",
            "kind expected a constant"
        ]
    );
}

/// The most special variant that the text fits: values of enumerations, whole numbers, numbers, booleans,
/// other text; then lists and objects.
#[test]
fn an_untagged_union_is_decided_by_what_its_text_fits() {
    for (form, written, value) in [
        ("x=auto", "x=auto", json!("auto")),
        ("x=7", "x=7", json!("7")),
        ("x=8", "x=8", json!(8)),
        ("x=8.0", "x=8", json!(8)),
        ("x=8.5", "x=8.5", json!(8.5)),
        ("x=true", "x=true", json!(true)),
        ("x=True", "x=True", json!("True")),
        ("x=", "x=", json!("")),
        ("x=1&x=2", "x[0]=1&x[1]=2", json!([1, 2])),
        ("x[]=a&x[]=2", "x[0]=a&x[1]=2", json!(["a", "2"])),
        ("x[0]=a", "x[0]=a", json!(["a"])),
        (
            "x[version]=2&x[kind]=3",
            "x[version]=2&x[live]=true&x[kind]=3",
            json!({"version": 2, "live": true, "kind": "3"}),
        ),
        (
            "x[type]=balance",
            "x[type]=balance",
            json!({"type": "balance"}),
        ),
        ("x[size]=2", "x[size]=2", json!({"size": 2})),
        ("x=1&x=b", "x[0]=1&x[1]=b", json!(["1", "b"])),
    ] {
        assert_eq!(reads::<Anything>(form, written), value, "{form}");
    }
}

#[test]
fn a_list_may_have_one_item_and_an_object_none() {
    assert_eq!(reads::<Parts>("x=1", "x[0]=1"), json!([1]));
    assert_eq!(reads::<Parts>("x=a", "x[0]=a"), json!(["a"]));
    assert_eq!(reads::<Parts>("x=", "x="), json!([]));
    assert_eq!(reads::<Parts>("x[gte]=1", "x[gte]=1"), json!({"gte": 1}));
    assert_eq!(reads::<TimeFilter>("x=", "x="), json!({}));
    assert_eq!(reads::<TimeFilter>("x=17", "x=17"), json!(17));
    assert_eq!(
        errors::<Fields<TimeFilter>>("x=now"),
        ["x expected a time or a range"]
    );
    assert_eq!(
        errors::<Fields<TimeFilter>>("x[gt]=1"),
        ["x expected the fields of one of the variants"]
    );
}

#[test]
fn unions_that_contain_themselves_are_read() {
    let form = "x[left]=1&x[right][0][left]=2&x[right][0][right]=-3&x[right][1]=4";
    let value = json!({"left": 1.0, "right": [{"left": 2.0, "right": -3.0}, 4.0]});
    assert_eq!(reads::<Expression>(form, form), value);
}

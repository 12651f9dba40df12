//! Reading and writing of unions as the generator would write them.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "the macros create public items, and more than the tests use"
)]

use std::collections::BTreeMap;

use serde_core::Serialize;
use serde_json::json;

use crate::Json;
use crate::codegen as rt;
use crate::decode::{Context, Decode, from_json};
use crate::text::Text;

rt::object! {
    #[object(closed)]
    pub struct Card {
        #[rules(min_length = 1)]
        pub brand: String,
        #[field(optional)]
        pub next: Option<i64>,
    }
}

rt::object! {
    #[constants("kind" = Text("scan"), "version" optional = Integer(2), "raw" = Boolean(false))]
    pub struct Scan {
        pub pages: i64,
    }
}

rt::object! {
    #[object(wide)]
    pub struct Image {
        #[field(name = "type")]
        pub tag: String,
        pub url: String,
    }
}

rt::union! {
    /// How somebody pays.
    #[union(field(&["type"]), declared(&["image", "picture"]))]
    pub enum Payment {
        #[from(Card)]
        Card(Card) = "card",
        Image(Image) = "image" | "picture",
        Balance = "balance",
        Others(BTreeMap<String, i64>) = "others",
    }
}

rt::union! {
    #[union(field(&["type"]))]
    pub enum Open {
        #[from(Card)]
        Card(Card) = "card",
        #[other]
        Other(rt::Json),
    }
}

rt::union! {
    #[union(field(&["type"]))]
    pub enum Known {
        #[from(Card)]
        Card(Card) = "card",
        Balance = "balance",
        #[other(responses)]
        Other(rt::Json),
    }
}

rt::union! {
    #[union(name())]
    pub enum KnownFilter {
        Purpose(String) = "purpose",
        #[other(responses)]
        Other(rt::Json),
    }
}

rt::union! {
    #[union(untagged("expected a string or a number"))]
    pub enum KnownText {
        #[matches(text)]
        Text(String) = "text",
        #[matches(number)]
        Number(f64) = "number",
        #[other(responses)]
        Other(rt::Json),
    }
}

rt::union! {
    #[union(field(&["ok"]), boolean_tags(), default_tag("true"))]
    pub enum Outcome {
        Done(Card) = "true",
        Failed = "false",
    }
}

rt::union! {
    #[union(field(&["size"]), integer_tags())]
    pub enum Size {
        Small(Card) = "1",
        Large = "2",
    }
}

rt::union! {
    #[union(beside("type", "data"))]
    pub enum Event {
        Paid(Card) = "paid",
        Count(i64) = "count",
        Ping = "ping",
    }
}

rt::union! {
    #[union(beside("type", "data"))]
    pub enum MessageData {
        Paid(Card) = "paid",
        Ping = "ping",
        #[other]
        Other(rt::Json),
    }
}

rt::object! {
    #[object(wide)]
    #[constants("object" = Text("message"))]
    pub struct Message {
        pub id: String,
        #[field(optional, secret)]
        pub note: Option<String>,
        #[flatten(union)]
        pub data: MessageData,
    }
}

rt::union! {
    #[union(name())]
    pub enum Filter {
        Purpose(String) = "purpose",
        Larger(i64) = "larger_than",
        Any = "any",
        #[other]
        Other(rt::Json),
    }
}

rt::union! {
    #[union(field(&["action", "type"]))]
    pub enum Step {
        Scan(Nested) = "scan",
    }
}

rt::object! {
    pub struct Nested {
        pub action: Action,
        pub id: i64,
    }
}

rt::object! {
    #[constants("type" = Text("scan"))]
    pub struct Action {
        pub at: String,
    }
}

rt::object! {
    pub struct Range {
        #[field(optional)]
        pub from: Option<i64>,
        #[field(optional)]
        pub to: Option<i64>,
    }
}

rt::closed_enum! {
    pub enum Mode {
        Auto = "auto",
        Never = "never",
    }
}

rt::union! {
    #[union(untagged("expected a string, a number, a list or an object"))]
    pub enum Content {
        #[from(String, &str)]
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
        #[matches(items text)]
        Texts(Vec<String>) = "texts",
        #[matches(items object Card)]
        Cards(Vec<Card>) = "cards",
        #[matches(object Scan)]
        Scan(Scan) = "scan",
        #[matches(object Card)]
        Card(Card) = "card",
        #[matches(fits Event)]
        Event(Event) = "event",
        #[matches(object Range)]
        Range(Range) = "range",
    }
}

rt::union! {
    #[union(untagged_scalars("expected an integer or a string"))]
    pub enum Scalar {
        #[matches(text)]
        Text(String) = "text",
        #[matches(integer)]
        Integer(i64) = "integer",
        #[matches(known_text Mode)]
        Mode(Mode) = "mode",
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

rt::union! {
    #[union(untagged("expected a number, a list or an object"))]
    pub enum Expression {
        #[matches(number)]
        Number(f64) = "number",
        #[matches(list)]
        #[nested(boxed Expression)]
        All(rt::Boxed<Vec<Expression>>) = "all",
        #[from(Sum)]
        #[matches(any_object)]
        #[nested(contains Sum)]
        Sum(Sum) = "sum",
    }
}

fn read<T: Decode>(value: &Json) -> Result<T, String> {
    from_json(value.to_string().as_bytes()).map_err(|error| error.to_string())
}

/// Reads a value as a client, and as a server in both of its passes; all have to agree.
#[track_caller]
fn reads<T: Decode + Serialize>(value: &Json) -> T {
    let found: T = read(value).unwrap();
    let mut context = Context::for_requests().collecting();
    let again = T::decode(value, &mut context).unwrap();
    assert_eq!(context.into_validation_errors(), []);
    assert_eq!(found, again);
    assert_eq!(serde_json::to_value(&found).unwrap(), *value);
    let text = crate::encode::to_json(Vec::new(), &found).unwrap();
    assert_eq!(serde_json::from_slice::<Json>(&text).unwrap(), *value);
    found
}

/// All validation errors that a server finds.
fn errors<T: Decode>(value: &Json) -> Vec<String> {
    let mut context = Context::for_requests().collecting();
    assert!(T::decode(value, &mut context).is_err(), "{value}");
    let found = context.into_validation_errors().into_iter();
    found
        .map(|error| format!("{} {}", error.name, error.problem))
        .collect()
}

rt::union! {
    #[union(field(&["on"]), boolean_tags())]
    pub enum Switch {
        On(Card) = "true",
        Off = "false",
    }
}

rt::object! {
    pub struct Order {
        pub id: i64,
        pub size: Size,
        pub payment: Known,
    }
}

/// Reads a value as a lenient client, and returns what it notes.
#[cfg(feature = "client")]
fn read_leniently<T: Decode>(value: &Json) -> Result<(T, Vec<String>), String> {
    let text = value.to_string();
    let deviations = crate::deviation::Deviations::default();
    let read = |text: &[u8]| from_json(text);
    let value = read(text.as_bytes()).or_else(|error| {
        crate::repair::repaired(text.as_bytes(), error, &deviations, |text| read(&text))
    });
    let value = value.map_err(|error| error.to_string())?;
    let deviations = deviations.into_all();
    let noted = deviations.iter().map(ToString::to_string).collect();
    Ok((value, noted))
}

#[cfg(feature = "client")]
#[test]
fn a_client_never_makes_up_a_tag() {
    // An open union keeps the value as it is.
    for value in [
        json!({"brand": "visa"}),
        json!({"type": null, "brand": "visa"}),
        json!({}),
    ] {
        let kept = (Known::Other(value.clone()), Vec::new());
        assert_eq!(read_leniently(&value), Ok(kept), "{value}");
        assert_eq!(read(&value), Ok(Known::Other(value.clone())));
        assert_eq!(read(&value), Ok(Open::Other(value.clone())));
        assert!(!errors::<Known>(&value).is_empty());
    }
    let message = json!({"id": "m", "object": "message", "data": {"brand": "visa"}});
    let found: Message = read(&message).unwrap();
    assert_eq!(
        found.data,
        MessageData::Other(json!({"data": {"brand": "visa"}}))
    );

    // A default is the variant without a tag.
    let found = read_leniently(&json!({"ok": null, "brand": "visa"}));
    assert!(matches!(found, Ok((Outcome::Done(_), noted)) if noted.is_empty()));

    // A closed union without one cannot be read: 0 and false could be tags.
    let missing = |name: &str| Err(format!("body `{name}`: is missing"));
    let card = json!({"brand": "visa"});
    assert_eq!(read_leniently::<Size>(&card).map(drop), missing("size"));
    assert_eq!(read_leniently::<Switch>(&card).map(drop), missing("on"));
    assert_eq!(read_leniently::<Event>(&card).map(drop), missing("type"));
    let found = read_leniently::<Size>(&json!({"size": "", "brand": "visa"})).map(drop);
    assert_eq!(found, Err("body `size`: expected an integer".to_owned()));

    // A tag that is spelled differently is not made up.
    let text = json!({"size": "2"});
    let noted = vec!["body `size`: expected an integer; converted".to_owned()];
    assert_eq!(read_leniently(&text), Ok((Size::Large, noted)));
}

#[cfg(feature = "client")]
#[test]
fn a_field_with_a_union_that_is_missing_has_no_variant() {
    let order = json!({"id": 1, "payment": {"type": "balance"}});
    let left = read_leniently::<Order>(&order).map(drop);
    assert_eq!(left, Err("body `size`: is missing".to_owned()));
    let order = json!({"id": 1, "size": {"size": 2}});
    let (found, noted) = read_leniently::<Order>(&order).unwrap();
    assert_eq!(found.payment, Known::Other(json!({})));
    assert_eq!(
        noted,
        ["body `payment`: is missing; filled with an empty value"]
    );
}

#[test]
fn unknown_variants_may_be_only_in_responses() {
    let cash = json!({"type": "cash", "coins": [1, 2]});
    assert_eq!(read(&cash), Ok(Known::Other(cash.clone())));
    assert_eq!(
        errors::<Known>(&cash),
        ["type expected one of `card`, `balance`"]
    );
    assert_eq!(reads::<Known>(&json!({"type": "balance"})), Known::Balance);
    let larger = json!({"larger_than": 1});
    assert_eq!(read(&larger), Ok(KnownFilter::Other(larger.clone())));
    assert_eq!(
        errors::<KnownFilter>(&larger),
        [" expected one of `purpose` as the only field"]
    );
    let list = json!([1]);
    assert_eq!(read(&list), Ok(KnownText::Other(list.clone())));
    assert_eq!(
        errors::<KnownText>(&list),
        [" expected a string or a number"]
    );
}

fn card() -> Card {
    Card {
        brand: "visa".to_owned(),
        next: None,
    }
}

#[test]
fn the_tag_is_a_field_anywhere_in_the_object() {
    let first = json!({"type": "card", "brand": "visa"});
    assert_eq!(reads::<Payment>(&first), Payment::Card(card()));
    let last = r#"{"brand": "visa", "next": 7, "type": "card"}"#;
    let found: Payment = from_json(last.as_bytes()).unwrap();
    assert_eq!(
        found,
        Payment::Card(Card {
            next: Some(7),
            ..card()
        })
    );
    assert_eq!(
        serde_json::to_string(&found).unwrap(),
        r#"{"type":"card","brand":"visa","next":7}"#
    );
    assert_eq!(
        reads::<Payment>(&json!({"type": "balance"})),
        Payment::Balance
    );
    let others = json!({"type": "others", "a": 1});
    assert!(matches!(reads(&others), Payment::Others(map) if map["a"] == 1));
    assert_eq!(Payment::from(card()).tag(), "card");
}

#[test]
fn a_variant_with_several_tags_keeps_the_one_it_was_sent_with() {
    for tag in ["image", "picture"] {
        let value = json!({"type": tag, "url": "u"});
        assert!(matches!(reads(&value), Payment::Image(image) if image.tag == tag));
        let last = format!(r#"{{"url": "u", "type": "{tag}"}}"#);
        let found: Payment = from_json(last.as_bytes()).unwrap();
        assert_eq!(serde_json::to_value(&found).unwrap(), value);
    }
}

#[test]
fn errors_in_a_tagged_variant_are_those_of_the_variant() {
    let problems = |value| errors::<Payment>(&value).join("; ");
    assert_eq!(
        problems(json!({"type": "card", "brand": "", "next": "x"})),
        "brand must have at least 1 character; next expected an integer"
    );
    assert_eq!(
        problems(json!({"brand": "", "type": "card"})),
        "brand must have at least 1 character"
    );
    assert_eq!(
        problems(json!({"type": "cash"})),
        "type expected one of `card`, `image`, `picture`, `balance`, `others`"
    );
    assert_eq!(problems(json!({"type": 7})), "type expected a string");
    assert_eq!(problems(json!({"brand": "x"})), "type is missing");
    assert_eq!(problems(json!("card")), " expected an object");
    assert_eq!(problems(json!(null)), " must not be null");
    assert_eq!(
        problems(json!({"type": "card", "brand": "x", "colour": 1})),
        "colour is not a known field"
    );
    let twice = r#"{"type": "card", "brand": "x", "type": "balance"}"#;
    let error = from_json::<Payment>(twice.as_bytes()).unwrap_err();
    assert_eq!(error.to_string(), "body `type`: occurs twice");
}

#[test]
fn an_open_union_keeps_unknown_variants_unchanged() {
    for value in [
        json!({"type": "cash", "amount": 1, "notes": [{"of": 5}]}),
        json!({"amount": 1, "type": "cash"}),
    ] {
        let found: Open = reads(&value);
        assert_eq!(found, Open::Other(value));
        assert_eq!(found.tag(), "cash");
    }
    assert_eq!(errors::<Open>(&json!({"amount": 1})), ["type is missing"]);
}

#[test]
fn tags_may_be_booleans_or_integers_and_may_have_a_default() {
    assert_eq!(
        reads::<Outcome>(&json!({"ok": true, "brand": "visa"})),
        Outcome::Done(card())
    );
    assert_eq!(reads::<Outcome>(&json!({"ok": false})), Outcome::Failed);
    let without: Outcome = read(&json!({"brand": "visa"})).unwrap();
    assert_eq!(without, Outcome::Done(card()));
    assert_eq!(
        errors::<Outcome>(&json!({"ok": "true"})),
        ["ok expected a boolean"]
    );
    assert_eq!(reads::<Size>(&json!({"size": 2})), Size::Large);
    assert_eq!(read(&json!({"size": 2.0})), Ok(Size::Large));
    assert_eq!(
        errors::<Size>(&json!({"size": 3})),
        ["size expected one of `1`, `2`"]
    );
}

#[test]
fn the_content_may_be_beside_the_tag() {
    let value = json!({"type": "paid", "data": {"brand": "visa"}});
    assert_eq!(reads::<Event>(&value), Event::Paid(card()));
    let last = r#"{"data": {"brand": "visa"}, "more": 1, "type": "paid"}"#;
    assert_eq!(
        from_json::<Event>(last.as_bytes()).unwrap(),
        Event::Paid(card())
    );
    assert_eq!(
        reads::<Event>(&json!({"type": "count", "data": 3})),
        Event::Count(3)
    );
    assert_eq!(reads::<Event>(&json!({"type": "ping"})), Event::Ping);
    assert_eq!(
        errors::<Event>(&json!({"type": "count"})),
        ["data is missing"]
    );
    assert_eq!(
        errors::<Event>(&json!({"type": "paid", "data": {"brand": ""}})),
        ["data.brand must have at least 1 character"]
    );
}

#[test]
fn the_name_of_the_only_field_may_be_the_tag() {
    assert_eq!(
        reads::<Filter>(&json!({"purpose": "batch"})),
        Filter::Purpose("batch".to_owned())
    );
    assert_eq!(
        reads::<Filter>(&json!({"larger_than": 5})),
        Filter::Larger(5)
    );
    assert_eq!(reads::<Filter>(&json!({"any": {}})), Filter::Any);
    let other = json!({"smaller_than": 5, "and": {"x": 1}});
    assert_eq!(reads::<Filter>(&other), Filter::Other(other));
    let expected = "expected one of `purpose`, `larger_than`, `any` as the only field";
    assert_eq!(
        errors::<Filter>(&json!({"any": {}, "more": 1})),
        [format!(" {expected}")]
    );
    assert_eq!(errors::<Filter>(&json!({})), [format!(" {expected}")]);
    assert_eq!(
        errors::<Filter>(&json!({"larger_than": "x"})),
        ["larger_than expected an integer"]
    );
}

#[test]
fn the_tag_may_be_a_field_of_a_field() {
    let value = json!({"action": {"type": "scan", "at": "door"}, "id": 1});
    assert!(matches!(reads(&value), Step::Scan(Nested { id: 1, .. })));
    assert_eq!(
        errors::<Step>(&json!({"action": {}})),
        ["action.type is missing"]
    );
    assert_eq!(
        errors::<Step>(&json!({"action": {"type": "x"}})),
        ["action.type expected one of `scan`"]
    );
}

#[test]
fn a_union_can_be_beside_other_fields() {
    let paid = Message {
        id: "m1".to_owned(),
        note: None,
        data: MessageData::Paid(card()),
    };
    let value = json!({
        "object": "message", "id": "m1", "type": "paid", "data": {"brand": "visa"}
    });
    assert_eq!(reads::<Message>(&value), paid);
    // The order makes no difference, and other fields are ignored.
    for text in [
        r#"{"data":{"brand":"visa"},"x":1,"id":"m1","object":"message","type":"paid"}"#,
        r#"{"type":"paid","id":"m1","data":{"brand":"visa"},"object":"message"}"#,
    ] {
        let read: Message = from_json(text.as_bytes()).unwrap();
        assert_eq!(read, paid, "{text}");
    }
    assert_eq!(
        serde_json::to_string(&paid).unwrap(),
        r#"{"object":"message","id":"m1","type":"paid","data":{"brand":"visa"}}"#
    );
    // An unknown variant is kept, without the fields beside it.
    let value = json!({"object": "message", "id": "m1", "note": "n", "type": "x", "data": [1]});
    let other = reads::<Message>(&value);
    assert_eq!(
        other.data,
        MessageData::Other(json!({"type": "x", "data": [1]}))
    );
    assert_eq!(other.data.tag(), "x");
    assert_eq!(other.clone(), other);
    let shown = format!("{other:?}");
    assert!(
        shown.contains("data: Other") && !shown.contains("\"n\""),
        "{shown}"
    );
    reads::<Message>(&json!({"object": "message", "id": "m1", "type": "ping"}));
}

#[test]
fn errors_in_a_union_beside_other_fields_have_their_places() {
    let problems = |text: &str| {
        let mut context = Context::for_requests().collecting();
        let mut source = serde_json::Deserializer::from_str(text);
        assert!(
            Message::decode(&mut source, &mut context).is_err(),
            "{text}"
        );
        let found = context
            .into_validation_errors()
            .into_iter()
            .map(|error| format!("{} {}", error.name, error.problem));
        found.collect::<Vec<_>>().join("; ")
    };
    for (text, expected) in [
        (
            r#"{"object":"message","id":"m","type":"paid","data":{"brand":""}}"#,
            "data.brand must have at least 1 character",
        ),
        (
            r#"{"object":"message","id":"m","type":"paid"}"#,
            "data is missing",
        ),
        (r#"{"object":"message","id":"m"}"#, "type is missing"),
        (
            r#"{"object":"message","id":"m","type":7}"#,
            "type expected a string",
        ),
        (
            r#"{"object":"message","id":1,"type":"ping"}"#,
            "id expected a string",
        ),
        (
            r#"{"object":"message","id":1,"type":"paid","data":{"brand":""}}"#,
            "id expected a string; data.brand must have at least 1 character",
        ),
        (
            r#"{"object":"message","id":"m","type":"ping","type":"ping"}"#,
            "type occurs twice",
        ),
        (
            r#"{"object":"note","id":"m","type":"ping"}"#,
            "object must be `message`",
        ),
    ] {
        assert_eq!(problems(text), expected, "{text}");
    }
}

#[test]
fn without_a_tag_the_value_decides() {
    let scan = json!({"kind": "scan", "version": 2, "raw": false, "pages": 3});
    let cases = [
        (json!("any text"), Content::Text("any text".to_owned())),
        (json!("auto"), Content::Mode(Mode::Auto)),
        (json!(5), Content::Whole(5)),
        (json!(5.5), Content::Number(5.5)),
        (json!(true), Content::Flag(true)),
        (json!([]), Content::Texts(Vec::new())),
        (json!(["a"]), Content::Texts(vec!["a".to_owned()])),
        (json!([{"brand": "visa"}]), Content::Cards(vec![card()])),
        (scan, Content::Scan(Scan { pages: 3 })),
        (json!({"brand": "visa"}), Content::Card(card())),
        (
            json!({"type": "count", "data": 1}),
            Content::Event(Event::Count(1)),
        ),
        (
            json!({"to": 1}),
            Content::Range(Range {
                from: None,
                to: Some(1),
            }),
        ),
    ];
    for (value, expected) in cases {
        assert_eq!(reads::<Content>(&value), expected);
    }
    assert_eq!(Content::from("x"), Content::Text("x".to_owned()));
}

#[test]
fn an_error_in_the_variant_that_a_value_looks_like_is_reported() {
    let problems = |value| errors::<Content>(&value).join("; ");
    assert_eq!(problems(json!(["a", 1])), "[1] expected a string");
    assert_eq!(problems(json!({"brand": 5})), "brand expected a string");
    assert_eq!(problems(json!({"to": "x"})), "to expected an integer");
    assert_eq!(problems(json!(null)), " must not be null");
    assert_eq!(
        problems(json!([1])),
        " expected a string, a number, a list or an object"
    );
}

#[test]
fn constants_are_checked_and_written() {
    let scan = Scan { pages: 3 };
    assert_eq!(
        serde_json::to_string(&scan).unwrap(),
        r#"{"kind":"scan","version":2,"raw":false,"pages":3}"#
    );
    let without: Scan = read(&json!({"raw": false, "pages": 3, "kind": "scan"})).unwrap();
    assert_eq!(without, scan);
    let with_fraction = json!({"version": 2.0, "raw": false, "pages": 3, "kind": "scan"});
    assert_eq!(read(&with_fraction).as_ref(), Ok(&scan));
    let problems = |value| errors::<Scan>(&value).join("; ");
    assert_eq!(
        problems(json!({"kind": "photo", "version": 3, "raw": 0})),
        "pages is missing; kind must be `scan`; version must be `2`; raw must be `false`"
    );
    assert_eq!(
        problems(json!({"pages": 1, "raw": false, "kind": "scan", "version": 2.5})),
        "version must be `2`"
    );
    assert_eq!(
        problems(json!({"pages": 1, "raw": false})),
        "kind is missing"
    );
    // A client needs the right constants too, because they tell types apart.
    assert_eq!(
        read::<Scan>(&json!({"kind": 1, "raw": false, "pages": 1})).unwrap_err(),
        "body `kind`: must be `scan`"
    );
}

#[test]
fn only_a_server_rejects_unknown_fields() {
    let value = json!({"brand": "visa", "colour": "red"});
    assert_eq!(read::<Card>(&value).unwrap(), card());
    assert_eq!(errors::<Card>(&value), ["colour is not a known field"]);
}

rt::object! {
    #[object(closed)]
    #[ignored("id", "created")]
    pub struct CardInput {
        pub brand: String,
    }
}

rt::object! {
    #[ignored("id")]
    pub struct Labels {
        pub brand: String,
        #[flatten(additional_fields)]
        pub others: BTreeMap<String, String>,
    }
}

#[test]
fn ignored_fields_are_neither_kept_nor_rejected() {
    let mut context = Context::for_requests();
    let value = json!({"id": {"x": 1}, "brand": "visa", "created": 5});
    assert!(CardInput::decode(&value, &mut context).is_ok());
    assert_eq!(
        errors::<CardInput>(&json!({"brand": "visa", "colour": 5})),
        ["colour is not a known field"]
    );
    let labels: Labels = read(&json!({"id": 5, "brand": "visa", "a": "b"})).unwrap();
    assert_eq!(labels.others.keys().collect::<Vec<_>>(), ["a"]);
}

#[test]
fn scalars_are_read_from_text_by_their_kind() {
    let read = |text: &str| Scalar::from_text(text).unwrap();
    assert_eq!(read("auto"), Scalar::Mode(Mode::Auto));
    assert_eq!(read("15"), Scalar::Integer(15));
    assert_eq!(read("x"), Scalar::Text("x".to_owned()));
    assert_eq!(Scalar::Integer(7).to_text(), "7");
    assert_eq!(Scalar::Text("x".to_owned()).problem(), None);
    assert_eq!(
        Scalar::Text("7".to_owned()).problem(),
        Some("would be read as a value of another variant")
    );
}

#[test]
fn unions_may_contain_themselves() {
    let value = json!({"left": 1.5, "right": {"left": [2.0, [3.5]], "right": 4.0}});
    let Expression::Sum(sum) = reads(&value) else {
        panic!("a sum");
    };
    assert_eq!(*sum.left, Expression::Number(1.5));
    assert_eq!(
        errors::<Expression>(&json!({"left": 1, "right": {"left": [true], "right": 1}})),
        ["right.left[0] expected a number, a list or an object"]
    );
}

#[test]
fn deep_nesting_takes_memory_in_proportion_to_the_text() {
    let depth = 60;
    let text = format!(
        "{}1{}",
        r#"{"right": 1, "left": "#.repeat(depth),
        "}".repeat(depth)
    );
    let found: Expression = from_json(text.as_bytes()).unwrap();
    assert!(matches!(found, Expression::Sum(_)));
    let lists = format!("{}{}", "[".repeat(120), "]".repeat(120));
    assert!(from_json::<Expression>(lists.as_bytes()).is_ok());
}

rt::object! {
    pub struct Width {
        pub width: i64,
        #[field(optional)]
        #[nested(boxed Measure)]
        pub inner: Option<rt::Boxed<Measure>>,
    }
}

rt::object! {
    pub struct Height {
        pub height: i64,
        #[field(optional)]
        #[nested(boxed Measure)]
        pub inner: Option<rt::Boxed<Measure>>,
    }
}

rt::union! {
    #[union(untagged("expected an object"))]
    pub enum Measure {
        #[from(Width)]
        #[matches(object Width)]
        #[nested(contains Width)]
        Width(Width) = "width",
        #[from(Height)]
        #[matches(object Height)]
        #[nested(contains Height)]
        Height(Height) = "height",
    }
}

#[test]
fn the_first_variant_that_a_value_matches_is_read() {
    let read = |value: Json| read::<Measure>(&value);
    let is_width = |value| matches!(read(value), Ok(Measure::Width(_)));
    assert!(is_width(json!({"width": 1, "height": 2})));
    assert!(is_width(json!({"width": 1, "height": "high"})));
    let found = read(json!({"width": "wide", "height": 2}));
    assert!(matches!(found, Ok(Measure::Height(found)) if found.height == 2));
    assert_eq!(
        errors::<Measure>(&json!({"width": "wide", "height": "high"})),
        ["width expected an integer"]
    );
}

/// Each level has two variants to try, so without a limit, this would take 2¹⁰⁰ steps.
#[test]
fn variants_in_variants_are_not_tried_without_end() {
    let mut value = json!({"width": 1, "height": "high"});
    for _ in 0..100 {
        value = json!({"width": 1, "height": 2, "inner": value});
    }
    assert!(read::<Measure>(&value).is_ok());
    let mut value = json!({"width": "wide", "height": "high"});
    for _ in 0..100 {
        value = json!({"width": 1, "height": 2, "inner": value});
    }
    assert!(read::<Measure>(&value).is_err());
}

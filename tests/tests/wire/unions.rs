//! Values of unions on both sides of a socket: they arrive unchanged, however they are told apart, and errors are
//! those of the variant that a value belongs to.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::collections::BTreeMap;

use hub_api::types::*;
use jsonschema::Validator;
use serde_json::{Value, json};
use specsmith::Format;
use specsmith_tests::cases;
use specsmith_tests::hub::{client, serve};
use specsmith_tests::raw::Request;

/// A home with a value of each variant of each union.
fn home() -> Value {
    json!({
        "devices": [
            {"type": "lamp", "level": 70, "colour": "red"},
            {"level": 0, "type": "lamp"},
            {"closed": true, "type": "shutter"},
            {"type": "blind", "closed": false},
            {"type": "sensor", "unit": "°C", "reading": 20.5},
            {"type": "labels", "room": "hall"},
            {"type": "button"},
            {"type": "oven", "heat": {"top": 200}, "level": "high"},
        ],
        "readings": {
            "state": "broken", "note": "wet", "count": 3, "value": 0.5, "on": true,
            "history": [1, 1.5, "unknown", [], [false]],
            "place": {"kind": "place", "name": "hall"}, "area": {"width": 1.5, "height": 2.5},
            "more": {"width": "1", "kind": "room"},
        },
        "condition": {"op": "all", "of": [
            {"op": "not", "of": {"op": "reads", "sensor": "a", "at_least": 3.5}},
            {"op": "all", "of": []},
            {"op": "always"},
        ]},
        "gestures": [
            {"action": {"type": "press", "long": true}, "times": 2},
            {"times": 1, "action": {"type": "press"}},
            {"action": {"degrees": -90, "type": "turn"}},
            {"action": {"type": "shake"}, "hard": true},
        ],
        "events": [
            {"type": "moved", "data": {"action": {"type": "turn", "degrees": 1}}},
            {"data": {"action": {"type": "wave", "far": 1}}, "type": "moved"},
            {"type": "failed", "data": "no power"},
            {"type": "rang"},
            {"type": "missing", "data": {"type": "button"}},
        ],
        "replies": [
            {"code": 0, "body": {"reason": "busy"}},
            {"code": 1, "body": {"type": "lamp", "level": 1}},
            {"code": 2},
        ],
        "outcomes": [{"ok": true, "level": 1}, {"ok": false, "reason": "dark"}],
        "selectors": [{"room": "hall"}, {"ids": [1, 2]}, {"all": {}}, {"device": {"type": "button"}}],
        "reactions": [
            {"reaction": "light", "level": 1},
            {"reaction": "sound", "sound": "bell", "volume": 3},
            {"text": "Fire!", "sound": "voice", "reaction": "sound"},
            {"sound": "silence", "reaction": "sound"},
            {"reaction": "sound", "sound": "siren", "hertz": 400},
            {"reaction": "call", "service": "fire", "floor": 2},
            {"service": "police", "urgent": true, "reaction": "call"},
            {"reaction": "none"},
            {"reaction": "wait", "sound": "bell"},
        ],
        "marks": [
            {"mark": "tally", "a": 1},
            {"mark": "names", "a": "b"},
            {"mark": "lock", "lock": "sealed", "since": "2026-01-02"},
            {"mark": "lock", "lock": "counts", "a": 1},
            {"mark": "lock", "lock": "free"},
            {"mark": "sealed", "since": "2026-01-02"},
            {"mark": "more", "a": [null]},
            {"mark": "none"},
        ],
        "ranks": [-128, 0.5, [1, 2], [0.5, 1.5], null],
        "guesses": [1, {"kind": "place", "name": "hall"}, {"width": 1.5, "height": 2.5}, [1], "x", {"a": 1}],
        "loose": [{"x": 1}, {"y": "a"}, {}],
        "extras": [1, "a", {"since": "2026-01-02"}, [1], 0.5, true],
        "spare": [1, null],
        "nothing": [1, null],
        "blanks": [{}, null],
    })
}

#[tokio::test]
async fn a_value_of_every_variant_arrives_unchanged() {
    let address = serve().await;
    let sent: Home = serde_json::from_value(home()).unwrap();
    assert_eq!(serde_json::to_value(&sent).unwrap(), home());
    let returned = client(address).put_home(sent.clone()).await.unwrap();
    assert_eq!(returned, sent);
    let response = Request::new("PUT", "/v1/home").json(home().to_string());
    let response = response.send(address).await;
    assert_eq!(response.status, 200, "{}", response.body);
    assert_eq!(response.json(), home());
}

#[test]
fn each_value_is_the_variant_that_the_specification_names() {
    let home: Home = serde_json::from_value(home()).unwrap();
    let devices = home.devices.unwrap();
    let tags: Vec<_> = devices.iter().map(Device::tag).collect();
    let expected = [
        "lamp", "lamp", "blind", "blind", "sensor", "labels", "button", "oven",
    ];
    assert_eq!(tags, expected);
    assert!(matches!(&devices[2], Device::Blind(blind) if blind.r#type == BlindType::Shutter));
    assert!(matches!(&devices[7], Device::Other(other) if other["heat"]["top"] == 200));
    for (name, reading) in home.readings.unwrap() {
        let variant = format!("{reading:?}").to_lowercase();
        assert!(
            variant.starts_with(&format!("{name}(")),
            "{name}: {variant}"
        );
    }
    let events = home.events.unwrap();
    assert!(matches!(
        &events[1],
        Event::Moved(Gesture::Other(other)) if other["action"]["far"] == 1
    ));
    assert!(matches!(&events[4], Event::Missing(Device::Button)));
    let reactions = home.reactions.unwrap();
    let tags: Vec<_> = reactions.iter().map(Reaction::tag).collect();
    let expected = [
        "light", "sound", "sound", "sound", "sound", "call", "call", "none", "wait",
    ];
    assert_eq!(tags, expected);
    assert!(matches!(&reactions[1], Reaction::Sound(Sound::Bell(bell)) if bell.volume == 3));
    assert!(matches!(&reactions[3], Reaction::Sound(Sound::Silence)));
    assert!(matches!(&reactions[4], Reaction::Sound(Sound::Other(other)) if other["hertz"] == 400));
    assert!(matches!(&reactions[6], Reaction::Call(Call::Police(call)) if call.urgent));
    let outcomes = home.outcomes.unwrap();
    assert!(matches!(&outcomes[0], Outcome::True(lamp) if lamp.level == 1));
}

/// Values in other spellings, and how the server returns them.
#[tokio::test]
async fn what_may_be_absent_or_have_another_tag_is_read() {
    let address = serve().await;
    for (sent, returned) in [
        (
            json!({"condition": {}}),
            json!({"condition": {"op": "always"}}),
        ),
        (json!({"condition": null}), json!({"condition": null})),
        (json!({"replies": [{}]}), json!({"replies": [{"code": 2}]})),
        (
            json!({"replies": [{"code": 2.0, "body": {"a": 1}}]}),
            json!({"replies": [{"code": 2}]}),
        ),
        (
            json!({"events": [{"type": "touched", "data": {"action": {"type": "press"}, "times": 1}}]}),
            json!({"events": [{"type": "moved", "data": {"action": {"type": "press"}, "times": 1}}]}),
        ),
        (
            json!({"selectors": [{"all": {"a": 1}}]}),
            json!({"selectors": [{"all": {}}]}),
        ),
        // A field that no variant has is ignored, unless the object is closed.
        (
            json!({"outcomes": [{"level": 1, "more": [{}], "ok": true}]}),
            json!({"outcomes": [{"ok": true, "level": 1}]}),
        ),
    ] {
        let request = Request::new("PUT", "/v1/home").json(sent.to_string());
        let response = request.send(address).await;
        assert_eq!(response.status, 200, "{sent}: {}", response.body);
        assert_eq!(response.json(), returned, "{sent}");
    }
}

/// Values that the server rejects, each with the places and the problems.
fn bad_values() -> Vec<(Value, Vec<(&'static str, &'static str)>)> {
    let lamp = |change: Value| json!({"devices": [change]});
    let reading = |value: Value| json!({"readings": {"a": value}});
    vec![
        (
            lamp(json!({"level": 1})),
            vec![("devices[0].type", "is missing")],
        ),
        (
            lamp(json!({"type": "lamp", "level": 101})),
            vec![("devices[0].level", "must be at most 100")],
        ),
        (
            lamp(json!({"level": 101, "colour": 1, "type": "lamp"})),
            vec![
                ("devices[0].level", "must be at most 100"),
                ("devices[0].colour", "expected a string"),
            ],
        ),
        (
            lamp(json!({"type": "lamp"})),
            vec![("devices[0].level", "is missing")],
        ),
        (
            lamp(json!({"type": 1, "level": 1})),
            vec![("devices[0].type", "expected a string")],
        ),
        (
            lamp(json!({"type": null})),
            vec![("devices[0].type", "expected a string")],
        ),
        (
            lamp(json!("lamp")),
            vec![("devices[0]", "expected an object")],
        ),
        (
            lamp(json!({"type": "blind", "closed": true, "more": 1})),
            vec![("devices[0].more", "is not a known field")],
        ),
        (
            lamp(json!({"type": "labels", "a": 1})),
            vec![("devices[0].a", "expected a string")],
        ),
        (
            lamp(json!({"type": "sensor", "unit": "m", "reading": [[{}, 1, null]]})),
            vec![("devices[0].reading[0][2]", "must not be null")],
        ),
        (
            reading(json!(null)),
            vec![("readings.a", "must not be null")],
        ),
        (
            reading(json!({"kind": "place", "name": 1})),
            vec![("readings.a.name", "expected a string")],
        ),
        (
            reading(json!({"width": 1, "height": 2, "depth": 3})),
            vec![
                ("readings.a.depth", "expected a string"),
                ("readings.a.height", "expected a string"),
                ("readings.a.width", "expected a string"),
            ],
        ),
        (
            json!({"condition": {"op": "not"}}),
            vec![("condition.of", "is missing")],
        ),
        (
            json!({"condition": {"op": "never"}}),
            vec![(
                "condition.op",
                "expected one of `all`, `not`, `reads`, `always`",
            )],
        ),
        (
            json!({"condition": {"of": [{}, {}, {}, {}], "op": "all"}}),
            vec![("condition.of", "must have at most 3 items")],
        ),
        (
            json!({"condition": {"op": "all", "of": [{"op": "reads", "at_least": "1"}]}}),
            vec![
                ("condition.of[0].sensor", "is missing"),
                ("condition.of[0].at_least", "expected a number"),
            ],
        ),
        (
            json!({"gestures": [{"action": {"type": "turn", "degrees": 70000}}]}),
            vec![("gestures[0].action.degrees", "must be from -32768 to 32767")],
        ),
        (
            json!({"gestures": [{"action": "turn"}]}),
            vec![("gestures[0].action.type", "is missing")],
        ),
        (
            json!({"gestures": [{"degrees": 1}]}),
            vec![("gestures[0].action.type", "is missing")],
        ),
        (
            json!({"events": [{"type": "failed"}]}),
            vec![("events[0].data", "is missing")],
        ),
        (
            json!({"events": [{"type": "failed", "data": 1}]}),
            vec![("events[0].data", "expected a string")],
        ),
        (
            json!({"events": [{"data": "a"}]}),
            vec![("events[0].type", "is missing")],
        ),
        (
            json!({"events": [{"type": "left", "data": 1}]}),
            vec![(
                "events[0].type",
                "expected one of `moved`, `touched`, `failed`, `rang`, `missing`",
            )],
        ),
        (
            json!({"replies": [{"code": "1"}, {"code": 3}, {"code": 0, "body": {}}]}),
            vec![
                ("replies[0].code", "expected an integer"),
                ("replies[1].code", "expected one of `0`, `1`, `2`"),
                ("replies[2].body.reason", "is missing"),
            ],
        ),
        (
            json!({"outcomes": [{"ok": "true", "level": 1}]}),
            vec![("outcomes[0].ok", "expected a boolean")],
        ),
        (
            json!({"reactions": [
                {"sound": "bell", "volume": 1},
                {"reaction": "sound", "volume": 1},
                {"volume": 11, "reaction": "sound", "sound": "bell"},
                {"reaction": "call", "service": "police"},
                {"reaction": "call", "service": "army"},
            ]}),
            vec![
                ("reactions[0].reaction", "is missing"),
                ("reactions[1].sound", "is missing"),
                ("reactions[2].volume", "must be at most 10"),
                ("reactions[3].urgent", "is missing"),
                ("reactions[4].service", "expected one of `fire`, `police`"),
            ],
        ),
        (
            json!({"selectors": [{"room": "a", "all": {}}]}),
            vec![(
                "selectors[0]",
                "expected one of `room`, `ids`, `all`, `device` as the only field",
            )],
        ),
        (
            json!({"selectors": [{}]}),
            vec![(
                "selectors[0]",
                "expected one of `room`, `ids`, `all`, `device` as the only field",
            )],
        ),
        (
            json!({"selectors": [{"house": 1}]}),
            vec![(
                "selectors[0]",
                "expected one of `room`, `ids`, `all`, `device` as the only field",
            )],
        ),
        (
            json!({"selectors": [{"ids": [1.5]}]}),
            vec![("selectors[0].ids[0]", "expected an integer")],
        ),
    ]
}

#[tokio::test]
async fn errors_are_those_of_the_variant() {
    let address = serve().await;
    for (value, expected) in bad_values() {
        let response = Request::new("PUT", "/v1/home").json(value.to_string());
        let response = response.send(address).await;
        assert_eq!(response.status, 400, "{value}: {}", response.body);
        let errors = response.validation_errors();
        let found: Vec<(&str, &str)> = errors
            .iter()
            .map(|(_, name, problem)| (name.as_str(), problem.as_str()))
            .collect();
        assert_eq!(found, expected, "{value}");
    }
}

/// In parameters all is text: enumerations come first, then integers, numbers, booleans and other strings.
#[tokio::test]
async fn a_parameter_is_the_most_special_variant() {
    let address = serve().await;
    let amounts = [
        Amount::State(State::Broken),
        Amount::Count(65535),
        Amount::Share(-0.5),
        Amount::All(true),
        Amount::Text("a b&c/d".to_owned()),
    ];
    let client = client(address);
    for amount in amounts.clone() {
        let call = client.get_amounts(amount.clone()).list(amounts.to_vec());
        let returned = call.in_header(amounts[1].clone()).await.unwrap();
        assert_eq!(returned.path, amount);
        assert_eq!(returned.list, amounts);
        assert_eq!(returned.in_header, Some(Amount::Count(65535)));
    }
    for (text, amount) in [
        ("unknown", Amount::State(State::Unknown)),
        ("7", Amount::Count(7)),
        ("7.5", Amount::Share(7.5)),
        ("false", Amount::All(false)),
        ("False", Amount::Text("False".to_owned())),
        ("-", Amount::Text("-".to_owned())),
    ] {
        let returned = client.get_amounts(Amount::Text(text.to_owned())).await;
        // The client does not send a string that would arrive as another variant.
        assert_eq!(
            returned.is_ok(),
            matches!(amount, Amount::Text(_)),
            "{text}"
        );
        let request = Request::new("GET", &format!("/v1/amounts/{text}"));
        let response = request.send(address).await;
        let read: Amounts = serde_json::from_str(&response.body).unwrap();
        assert_eq!(read.path, amount, "{text}");
    }
}

#[tokio::test]
async fn errors_and_debug_output_do_not_contain_values_of_variants() {
    let sent = json!({"devices": [{"type": "lamp", "level": 1, "private": "confidential"}]});
    let home: Home = serde_json::from_value(sent).unwrap();
    assert!(!format!("{home:?}").contains("confidential"));
    let address = serve().await;
    let body = json!({"type": "blind", "confidential": "confidential", "closed": "confidential"});
    let request = Request::new("PUT", "/v1/device").json(body.to_string());
    let response = request.send(address).await;
    assert_eq!(response.status, 400);
    let problems = response.validation_errors();
    assert!(
        problems
            .iter()
            .all(|(_, _, problem)| !problem.contains("confidential"))
    );
}

#[test]
fn values_convert_into_the_only_variant_of_their_type() {
    let lamp = Lamp::new(3);
    assert_eq!(Device::from(lamp.clone()), Device::Lamp(lamp));
    assert_eq!(Reading::from("wet"), Reading::Note("wet".to_owned()));
    assert_eq!(
        Reading::from(BTreeMap::new()),
        Reading::More(BTreeMap::new())
    );
}

#[test]
fn values_that_would_be_read_as_another_variant_can_be_written() {
    // The caller chose the variant; only the wire cannot tell the two apart.
    let written = serde_json::to_value(Reading::Value(3.0)).unwrap();
    let read: Reading = serde_json::from_value(written).unwrap();
    assert_eq!(read, Reading::Count(3));
}

/// The schema of a home in the exported document.
fn schema() -> Validator {
    let spec = cases::source(&cases::root().join("tests/apis/hub.yaml"));
    let document = specsmith::openapi(&spec, Format::Json).unwrap();
    let document: Value = serde_json::from_str(&document).unwrap();
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$ref": "#/components/schemas/Home",
        "components": document["components"],
    });
    let options = jsonschema::options().should_validate_formats(true);
    options.build(&schema).unwrap()
}

#[test]
fn the_document_describes_the_same_values() {
    let validator = schema();
    let home = home();
    let errors = validator.iter_errors(&home).map(|error| error.to_string());
    assert_eq!(errors.collect::<Vec<String>>(), [] as [&str; 0]);
    for (value, _) in bad_values() {
        assert!(!validator.is_valid(&value), "{value}");
    }
}

/// The value with one part changed, in every way: another value, one field or item less, or one more.
fn changed(value: &Value) -> Vec<Value> {
    let others = [
        json!(null),
        json!(true),
        json!(128),
        json!(0.5),
        json!("x"),
        json!([]),
        json!({}),
    ];
    let mut found = others.to_vec();
    match value {
        Value::Object(fields) => {
            for (name, inner) in fields {
                let with = |inner: Option<Value>| {
                    let mut fields = fields.clone();
                    fields.remove(name);
                    fields.extend(inner.map(|inner| (name.clone(), inner)));
                    Value::Object(fields)
                };
                found.push(with(None));
                found.extend(changed(inner).into_iter().map(|inner| with(Some(inner))));
            }
            for other in others {
                let mut fields = fields.clone();
                fields.insert("further".to_owned(), other);
                found.push(Value::Object(fields));
            }
        }
        Value::Array(items) => {
            for (index, inner) in items.iter().enumerate() {
                let with = |inner: Option<Value>| {
                    let mut items = items.clone();
                    items.splice(index..=index, inner);
                    Value::Array(items)
                };
                found.push(with(None));
                found.extend(changed(inner).into_iter().map(|inner| with(Some(inner))));
            }
            for other in others {
                found.push(Value::Array([items.as_slice(), &[other]].concat()));
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    found
}

/// The schema of the exported document accepts what the server accepts, and rejects what it rejects.
#[tokio::test]
async fn the_document_accepts_the_same_changed_values() {
    let address = serve().await;
    let validator = schema();
    let mut count = 0;
    for (field, value) in home().as_object().unwrap() {
        let values = match value {
            Value::Array(items) => {
                let items = items.iter().flat_map(changed);
                items.map(|item| json!([item])).collect()
            }
            value => changed(value),
        };
        for value in values {
            // Servers ignore what a variant has beside its tag, like unknown fields.
            let is_ignored = field == "selectors" && value[0].get("all").is_some();
            if is_ignored {
                continue;
            }
            let body = json!({ field: value });
            let request = Request::new("PUT", "/v1/home").json(body.to_string());
            let response = request.send(address).await;
            let is_accepted = response.status == 200;
            assert_eq!(
                validator.is_valid(&body),
                is_accepted,
                "{body}: {}",
                response.body
            );
            count += 1;
        }
    }
    assert!(count > 2000, "{count}");
}

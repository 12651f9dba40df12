//! Contents of responses that a field of the body chooses.

use serde_json::{Map, Value, json};

use super::Random;
use super::contents::{data_of_events, events, media};
use super::responses::headers;

/// Adds a body in JSON or any form, and a response whose content one of its fields chooses.
pub(super) fn choice(random: &mut Random, method: &str, operation: &mut Map<String, Value>) {
    let name = random.words.wire(&mut random.rng);
    let values = [
        ("string", json!("a \"b\" & c=d+é")),
        ("uint64", json!(7)),
        ("boolean", json!(true)),
    ];
    let (ty, value) = &values[random.rng.usize(..values.len())];
    let optional = if random.chance(50) { "?" } else { "" };
    // Such names cannot be in a form.
    let may_be_form = !name.contains(['[', ']']) && !name.bytes().all(|byte| byte.is_ascii_digit());
    let kinds = ["", "form", "multipart"];
    let kind = kinds[random.rng.usize(..if may_be_form { 3 } else { 1 })];
    let ty = match kind != "multipart" && random.chance(20) {
        true => format!("{ty}?"),
        false => (*ty).to_owned(),
    };
    let mut chosen = random.notes();
    let mut fields = json!({ format!("{name}{optional}"): ty });
    if kind == "multipart" && random.chance(60) {
        fields["a file"] = json!("binary");
    }
    chosen.insert("fields".into(), fields);
    let body = format!("Chosen{}", random.forms.len());
    random.forms.insert(body.clone(), Value::Object(chosen));
    let body = match kind {
        "" => body,
        kind => format!("{kind}<{body}>"),
    };
    operation.insert("body".into(), json!(body));
    let mut other = random.notes();
    let content = match random.rng.u8(..6) {
        0 => "text".to_owned(),
        1 => "binary".to_owned(),
        2 => format!("json_lines<{}>", random.types.any(&mut random.rng, 2)),
        3 | 4 => {
            events(random, method, &mut other);
            format!("events<{}>", data_of_events(random, &mut other))
        }
        _ => {
            let envelope = random.words.wire(&mut random.rng);
            other.insert("envelope".into(), json!(envelope));
            random.types.any(&mut random.rng, 2)
        }
    };
    if content != "binary" {
        media(random, &content, &mut other);
    }
    other.insert("type".into(), json!(content));
    let selector = match operation["query"].as_object_mut() {
        Some(query) if kind != "multipart" && random.chance(30) => {
            query.insert("answer_as?".into(), json!("string"));
            json!({ "query": { "answer_as": "second" } })
        }
        _ => json!({ "body": { name: value } }),
    };
    other.insert("selected_by".into(), selector);
    let mut long = random.notes();
    if random.chance(20) {
        long.insert("headers".into(), Value::Object(headers(random, None)));
    }
    let first = random.types.any(&mut random.rng, 2);
    long.insert("choice".into(), json!({ "first": first, "second": other }));
    operation.insert("returns".into(), Value::Object(long));
}

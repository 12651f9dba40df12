//! Successful responses.

use serde_json::{Map, Value, json};

use super::Random;
use super::contents::{data_of_events, events, lines, media};
use super::pagers::order;
use super::types::{field, is_declared};

/// `returns` or `responses`, or neither.
pub(super) fn response(random: &mut Random, method: &str, operation: &mut Map<String, Value>) {
    if method != "HEAD" && random.chance(12) {
        operation.insert("responses".into(), by_status(random, method));
        return;
    }
    let content = match method {
        "HEAD" => Some(json!("none")),
        _ => content(random, method, operation),
    };
    let Some(content) = content else {
        return;
    };
    if random.chance(30) {
        let mut statuses = vec!["200", "201", "202", "206", "207", "299"];
        if !has_page(random, &content) {
            statuses.push("2XX");
        }
        let status = statuses[random.rng.usize(..statuses.len())];
        operation.insert("responses".into(), json!({ status: content }));
    } else {
        operation.insert("returns".into(), content);
    }
}

/// Whether a page is in a content or an operation.
pub(super) fn has_page(random: &Random, of: &Value) -> bool {
    random.pagers.iter().any(|pager| mentions(of, pager))
}

/// Whether such a generic content is in a content or an operation.
pub(super) fn mentions(of: &Value, generic: &str) -> bool {
    of.to_string().contains(&format!("\"{generic}<"))
}

/// Responses of several statuses, which have no pages. At most one has events.
fn by_status(random: &mut Random, method: &str) -> Value {
    let mut responses = Map::new();
    // Those to GET can be conditional, which describes 304.
    let statuses = match method {
        "GET" => ["200", "2XX", "202", "207", "303", "307"],
        _ => ["200", "2XX", "202", "3XX", "303", "307"],
    };
    let first = random.rng.usize(..4);
    let mut has_events = random.chance(50);
    for status in statuses.into_iter().skip(first).take(3) {
        let mut response = random.notes();
        let content = match random.rng.u8(..6) {
            0 => "none".to_owned(),
            1 => "text".to_owned(),
            2 => "binary".to_owned(),
            3 => lines(random),
            4 if !std::mem::replace(&mut has_events, true) => {
                format!("events<{}>", random.types.any(&mut random.rng, 2))
            }
            _ => random.types.any(&mut random.rng, 2),
        };
        if random.chance(40) {
            let headers = headers(random, None);
            response.insert("headers".into(), Value::Object(headers));
        }
        if random.chance(30) {
            response.insert("name".into(), json!(format!("Named{status}")));
        }
        response.insert("type".into(), json!(content));
        responses.insert(status.to_owned(), Value::Object(response));
    }
    Value::Object(responses)
}

/// A content in short or long form.
fn content(random: &mut Random, method: &str, operation: &mut Map<String, Value>) -> Option<Value> {
    let objects = random.types.objects().to_vec();
    let mut long = random.notes();
    let content = match random.rng.u8(..14) {
        0 => return None,
        1 => "none".to_owned(),
        10..14 => {
            let content = match random.rng.u8(..5) {
                3 | 4 => {
                    events(random, method, &mut long);
                    format!("events<{}>", data_of_events(random, &mut long))
                }
                0 => "text".to_owned(),
                1 => "binary".to_owned(),
                _ => lines(random),
            };
            media(random, &content, &mut long);
            content
        }
        2..4 if !random.pagers.is_empty() && !objects.is_empty() => {
            let pager = random.pagers[random.rng.usize(..random.pagers.len())].clone();
            add_body_of_pager(random, &pager, method, operation);
            if let Some(field) = random.fields_of_items.get(&pager).cloned() {
                let item = object_with(random, json!({ field: "string" }));
                return Some(json!(format!("{pager}<{item}>")));
            }
            let item = &objects[random.rng.usize(..objects.len())];
            let fields = random.types.fields(item).to_vec();
            if !fields.is_empty() && random.chance(50) {
                operation.insert("order".into(), order(random, &fields));
            }
            let is_sorted = operation.contains_key("order");
            match !is_sorted && random.chance(30) {
                true => format!("{pager}<{}>", random.types.single(&mut random.rng)),
                false => format!("{pager}<{item}>"),
            }
        }
        4 => {
            let envelope = random.words.wire(&mut random.rng);
            long.insert("envelope".into(), json!(envelope));
            random.types.any(&mut random.rng, 2)
        }
        _ => random.types.any(&mut random.rng, 2),
    };
    if random.chance(25) {
        long.insert("headers".into(), Value::Object(headers(random, None)));
    }
    if long.is_empty() {
        return Some(json!(content));
    }
    long.insert("type".into(), json!(content));
    Some(Value::Object(long))
}

/// Adds the body with the fields of a request for a page, if the pager needs one.
fn add_body_of_pager(
    random: &mut Random,
    pager: &str,
    method: &str,
    operation: &mut Map<String, Value>,
) {
    if let Some(fields) = random.fields_of_bodies.get(pager).cloned()
        && !matches!(method, "HEAD" | "TRACE")
    {
        let body = object_with(random, Value::Object(fields));
        operation.remove("body?");
        operation.insert("body".into(), json!(body));
    }
}

/// Declares an object with these fields, and returns its name.
pub(super) fn object_with(random: &mut Random, fields: Value) -> String {
    let mut object = random.notes();
    object.insert("fields".into(), fields);
    let name = format!("Object{}", random.forms.len());
    random.forms.insert(name.clone(), Value::Object(object));
    name
}

/// Headers of a response. `mark` follows each name of an error's; others may be required, or lists.
pub(super) fn headers(random: &mut Random, mark: Option<&str>) -> Map<String, Value> {
    let mut headers = Map::new();
    if mark.is_none() && random.chance(20) {
        let name = match random.chance(30) {
            true => "Set-Cookie".to_owned(),
            false => random.words.header(&mut random.rng),
        };
        let item = random.types.single(&mut random.rng);
        headers.insert(format!("{name}?"), json!(format!("list<{item}>")));
    }
    for _ in 0..random.rng.usize(1..4) {
        let name = random.words.header(&mut random.rng);
        if is_declared(&headers, &name) {
            continue;
        }
        let ty = random.types.single(&mut random.rng);
        let header = field(random, &ty, false);
        let mark = mark.unwrap_or(if random.chance(50) { "?" } else { "" });
        headers.insert(format!("{name}{mark}"), header);
    }
    headers
}

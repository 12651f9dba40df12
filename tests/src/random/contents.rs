//! Contents of requests and responses.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::Random;
use super::responses::object_with;
use super::types::{in_xml, with_notes};
use super::words::pick;

/// A body in short or long form.
pub(super) fn body(random: &mut Random) -> Value {
    if random.chance(14) {
        return contents(random);
    }
    let mut long = random.notes();
    let content = match random.rng.u8(..40) {
        0..4 => "text".to_owned(),
        4..8 => "binary".to_owned(),
        8..12 => lines(random),
        // Few objects fit into a form.
        12..14 => form(random, &mut long),
        14..16 => multipart(random),
        16 => {
            let ty = in_xml(random);
            long.insert("type".into(), json!(ty));
            long.insert("media".into(), json!("application/xml"));
            return Value::Object(long);
        }
        _ => {
            let ty = random.types.any(&mut random.rng, 2);
            ty.trim_end_matches('?').to_owned()
        }
    };
    let is_json = content != "text" && content != "binary" && !is_generic(&content);
    if is_json && random.chance(10) {
        let envelope = random.words.wire(&mut random.rng);
        long.insert("envelope".into(), json!(envelope));
    }
    if is_json && random.chance(8) {
        long.insert("schema".into(), json!({ "not": { "type": "null" } }));
    }
    media(random, &content, &mut long);
    max_size(random, &mut long);
    if long.is_empty() {
        return json!(content);
    }
    long.insert("type".into(), json!(content));
    Value::Object(long)
}

/// Adds the maximum size of a body.
fn max_size(random: &mut Random, long: &mut Map<String, Value>) {
    if random.chance(20) {
        let sizes = [json!(7), json!("64KiB"), json!("20MiB"), json!("3GiB")];
        long.insert("max_size".into(), sizes[random.rng.usize(..4)].clone());
    }
}

/// Whether a content is a form or a stream of a type.
fn is_generic(content: &str) -> bool {
    let names = ["form<", "multipart<", "json_lines<"];
    names.iter().any(|name| content.starts_with(name))
}

/// One of several contents.
fn contents(random: &mut Random) -> Value {
    let mut long = random.notes();
    max_size(random, &mut long);
    let mut choice = Map::new();
    let kinds = [
        "json", "text", "bytes", "lines", "parts", "form", "image", "other",
    ];
    for kind in kinds {
        if choice.len() > 1 && random.rng.bool() {
            continue;
        }
        let mut content = random.notes();
        let ty = match kind {
            "text" => "text".to_owned(),
            "bytes" | "image" => "binary".to_owned(),
            "lines" => lines(random),
            "parts" => multipart(random),
            "form" => form(random, &mut content),
            _ => {
                let ty = random.types.any(&mut random.rng, 2);
                ty.trim_end_matches('?').to_owned()
            }
        };
        match kind {
            "image" => drop(content.insert("media".into(), json!("image/*"))),
            "other" => drop(content.insert("media".into(), json!("application/other+json"))),
            _ => {}
        }
        if matches!(kind, "json" | "other") && random.chance(20) {
            let envelope = random.words.wire(&mut random.rng);
            content.insert("envelope".into(), json!(envelope));
        }
        content.insert("type".into(), json!(ty));
        let name = random.words.plain(&mut random.rng).to_owned();
        choice.insert(name, Value::Object(content));
    }
    long.insert("choice".into(), Value::Object(choice));
    Value::Object(long)
}

pub(super) fn lines(random: &mut Random) -> String {
    format!("json_lines<{}>", random.types.any(&mut random.rng, 2))
}

/// A form, which is an object or a map. With `lists: indexed`, it can hold any value.
pub(super) fn form(random: &mut Random, long: &mut Map<String, Value>) -> String {
    long.insert("lists".into(), json!("indexed"));
    let objects = random.types.objects();
    if objects.is_empty() || random.rng.u8(..10) < 2 {
        return "form<map<list<string>>>".to_owned();
    }
    if random.rng.u8(..10) < 3 {
        let style = pick(&mut random.rng, &["comma", "space", "pipe", "json"]);
        long.insert("styles".into(), json!({ "numbers": style, "any": "json" }));
        let fields = json!({ "numbers?": "list<integer>", "any?": "list<json>" });
        return format!("form<{}>", object_with(random, fields));
    }
    let object = &objects[random.rng.usize(..objects.len())];
    format!("form<{object}>")
}

/// A multipart form: an object with files, or any object, of which few fit.
fn multipart(random: &mut Random) -> String {
    let plain = random.chance(8);
    let objects = random.types.objects();
    if !objects.is_empty() && plain {
        let object = &objects[random.rng.usize(..objects.len())];
        return format!("multipart<{object}>");
    }
    let mut fields = Map::new();
    let mut names = BTreeSet::new();
    for _ in 0..random.rng.usize(1..8) {
        let wire = random.words.wire(&mut random.rng);
        if wire.contains(['"', '\\', '%']) || !names.insert(wire.clone()) {
            continue;
        }
        let optional = if random.rng.bool() { "?" } else { "" };
        fields.insert(format!("{wire}{optional}"), part(random));
    }
    let mut form = random.notes();
    match random.rng.u8(..4) {
        0 => drop(form.insert("others".into(), json!("none"))),
        1 => drop(form.insert("others".into(), json!("binary"))),
        _ => {}
    }
    form.insert("fields".into(), Value::Object(fields));
    let name = format!("Upload{}", random.forms.len());
    random.forms.insert(name.clone(), Value::Object(form));
    format!("multipart<{name}>")
}

/// A field of a multipart form, in long form.
fn part(random: &mut Random) -> Value {
    let mut field = random.notes();
    let ty = if random.chance(40) {
        let media = [json!("image/*"), json!(["text/plain", "a/b"]), json!("*/*")];
        if random.chance(40) {
            field.insert("media".into(), media[random.rng.usize(..3)].clone());
        }
        "binary".to_owned()
    } else {
        let ty = random.types.any(&mut random.rng, 0);
        match ty.trim_end_matches('?') {
            list if list.starts_with("list<") => "map<json>".to_owned(),
            ty => ty.to_owned(),
        }
    };
    let is_list = random.chance(30);
    if is_list && random.chance(40) {
        let rule = ["min_items", "max_items"][random.rng.usize(..2)];
        field.insert(rule.into(), json!(random.rng.u8(1..4)));
    }
    if random.chance(15) {
        let word = ["personal", "secret"][random.rng.usize(..2)];
        field.insert(word.into(), json!(true));
    }
    let ty = if is_list { format!("list<{ty}>") } else { ty };
    field.insert("type".into(), json!(ty));
    Value::Object(field)
}

/// The keys of an event stream.
pub(super) fn events(random: &mut Random, method: &str, long: &mut Map<String, Value>) {
    if random.chance(50) {
        let end = [
            json!("[DONE]"),
            json!({ "event": "done" }),
            json!({ "data": "[END]" }),
        ];
        long.insert("end".into(), end[random.rng.usize(..3)].clone());
    }
    if random.chance(50) {
        let mut error = Map::from_iter([("event".to_owned(), json!("error"))]);
        if random.chance(60) {
            let ty = random.types.any(&mut random.rng, 1);
            error.insert("type".into(), json!(ty));
        }
        long.insert("error".into(), Value::Object(error));
    }
    if method == "GET" && random.chance(60) {
        long.insert("resumable".into(), json!(true));
    }
}

/// The type of the data of events, and the keys that depend on it.
pub(super) fn data_of_events(random: &mut Random, long: &mut Map<String, Value>) -> String {
    if random.chance(25) {
        return named_events(random, long);
    }
    let tagged = random.types.tagged();
    if !tagged.is_empty() && random.rng.u8(..2) == 0 {
        let ty = tagged[random.rng.usize(..tagged.len())].clone();
        long.insert("event_names".into(), json!(true));
        return ty;
    }
    let objects = random.types.objects();
    if !objects.is_empty() && random.rng.u8(..5) == 0 {
        let ty = objects[random.rng.usize(..objects.len())].clone();
        if let Some(field) = random.types.fields(&ty).first().cloned() {
            let mut error = json!({ "field": field });
            if random.chance(50) {
                error["is"] = json!("error");
            }
            long.insert("error".into(), error);
        }
        return ty;
    }
    random.types.any(&mut random.rng, 2)
}

/// Adds a union by the name of the event.
fn named_events(random: &mut Random, long: &mut Map<String, Value>) -> String {
    let mut variants = Map::new();
    for _ in 0..random.rng.usize(1..4) {
        let variant = match random.rng.u8(..10) {
            0..7 => json!(random.types.any(&mut random.rng, 1)),
            7 => json!({}),
            _ => json!({ "type": "string", "text": true }),
        };
        let variant = match variant {
            Value::Object(keys) if !keys.is_empty() => Value::Object(keys),
            variant => with_notes(random, variant),
        };
        variants.insert(random.words.wire(&mut random.rng), variant);
    }
    let mut union = random.notes();
    union.insert("union".into(), Value::Object(variants));
    union.insert("by_event".into(), json!(true));
    let open = [json!(true), json!(false), json!("responses")];
    union.insert("open".into(), open[random.rng.usize(..open.len())].clone());
    let name = format!("Events{}", random.forms.len());
    random.forms.insert(name.clone(), Value::Object(union));
    if let Some(Value::Object(error)) = long.get_mut("error") {
        error.entry("type").or_insert_with(|| json!("string"));
    }
    name
}

/// Media types that a content may have.
pub(super) fn media(random: &mut Random, content: &str, long: &mut Map<String, Value>) {
    let choices: &[Value] = match content {
        _ if content.starts_with("events<") => return,
        "text" => &[json!("text/html"), json!("application/xml")],
        "binary" => &[
            json!("image/*"),
            json!("*/*"),
            json!("image/png"),
            json!(["a/b", "c/*"]),
        ],
        _ if content.starts_with("json_lines<") => &[json!("application/jsonl")],
        _ if content.starts_with("form<") || content.starts_with("multipart<") => return,
        _ => &[
            json!("application/vnd.a+json"),
            json!(["application/json", "application/x+json"]),
        ],
    };
    if random.chance(20) {
        let chosen = choices[random.rng.usize(..choices.len())].clone();
        long.insert("media".into(), chosen);
    }
}

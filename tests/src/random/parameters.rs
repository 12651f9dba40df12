//! Parameters of operations.

use serde_json::{Map, Value, json};

use super::Random;
use super::types::{field, is_declared};
use super::words::{Words, pick};

/// A section of parameters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Query,
    Headers,
    Cookies,
}

impl Place {
    pub(super) fn key(self) -> &'static str {
        match self {
            Self::Query => "query",
            Self::Headers => "headers",
            Self::Cookies => "cookies",
        }
    }
}

/// A section of parameters of an operation. It often repeats a parameter of the path.
pub(super) fn parameters(random: &mut Random, path: &Map<String, Value>, place: Place) -> Value {
    let mut parameters = Map::new();
    for (name, parameter) in path {
        let is_of_page = place == Place::Query && random.page_parameters.contains(name);
        if place != Place::Cookies && !is_of_page && random.chance(30) {
            let name = match place {
                Place::Query | Place::Cookies => name.clone(),
                Place::Headers => Words::header_of(&mut random.rng, name),
            };
            parameters.insert(name, parameter.clone());
        }
    }
    let counts = match place {
        Place::Query | Place::Headers => [0, 0, 1, 2, 5],
        Place::Cookies => [0, 0, 0, 1, 2],
    };
    for _ in 0..counts[random.rng.usize(..5)] {
        let name = match place {
            Place::Query => random.words.wire(&mut random.rng),
            Place::Headers => random.words.header(&mut random.rng),
            Place::Cookies => random.words.snake(&mut random.rng),
        };
        let is_of_page = place == Place::Query && random.page_parameters.contains(&name);
        if is_of_page || is_declared(&parameters, &name) {
            continue;
        }
        let optional = random.chance(60);
        if random.chance(8) {
            let value = pick(&mut random.rng, &["2026-03-01", "a\"b\\", ""]);
            let value = match place {
                Place::Cookies => json!(7),
                Place::Query | Place::Headers => json!(value),
            };
            let name = if optional { format!("{name}?") } else { name };
            let mut constant = random.notes();
            constant.insert("const".into(), value);
            parameters.insert(name, Value::Object(constant));
            continue;
        }
        let (ty, style) = styled(random, place);
        let mut parameter = field(random, &ty, optional);
        add(&mut parameter, style);
        remove_example(&mut parameter, place);
        parameters.insert(if optional { format!("{name}?") } else { name }, parameter);
    }
    let name = random.words.wire(&mut random.rng);
    if place == Place::Query && random.chance(10) && !is_declared(&parameters, &name) {
        let parameter = of_any_name(random);
        let mark = if random.chance(60) { "?" } else { "" };
        parameters.insert(format!("{name}{mark}"), parameter);
    }
    Value::Object(parameters)
}

/// A map of the parameters that no other one names.
fn of_any_name(random: &mut Random) -> Value {
    let single = random.types.single(&mut random.rng);
    let ty = match random.rng.u8(..4) {
        0 => format!("map<list<{single}>>"),
        1 => "map<string?>".to_owned(),
        _ => format!("map<{single}>"),
    };
    let mut parameter = random.notes();
    if random.chance(30) {
        parameter.insert("max_items".into(), json!(random.rng.u8(1..9)));
    }
    parameter.insert("type".into(), json!(ty));
    parameter.insert("style".into(), json!("flat"));
    Value::Object(parameter)
}

/// Adds keys to a parameter in short or long form.
fn add(parameter: &mut Value, keys: Map<String, Value>) {
    if keys.is_empty() {
        return;
    }
    if let Value::String(ty) = parameter {
        *parameter = json!({ "type": ty });
    }
    if let Value::Object(parameter) = parameter {
        parameter.extend(keys);
    }
}

/// Removes examples of strings that could not be sent in a cookie, in a list or in a header.
fn remove_example(parameter: &mut Value, place: Place) {
    let Value::Object(parameter) = parameter else {
        return;
    };
    let is_list = parameter.get("type").and_then(Value::as_str);
    let is_list = is_list.is_some_and(|ty| ty.starts_with("list<"));
    let is_text = |value: &Value| match value {
        Value::String(_) => true,
        Value::Array(items) => items.iter().any(Value::is_string),
        _ => false,
    };
    let is_plain = !is_list && place == Place::Query;
    if !is_plain && parameter.get("example").is_some_and(is_text) {
        parameter.remove("example");
    }
}

/// A type of a parameter, and how it is written.
fn styled(random: &mut Random, place: Place) -> (String, Map<String, Value>) {
    let mut style = Map::new();
    let mut set = |key: &str, value: Value| style.insert(key.into(), value);
    // Types of strings have examples that no cookie can hold.
    let single = match place {
        Place::Cookies => {
            pick(&mut random.rng, &["string", "integer", "boolean", "float"]).to_owned()
        }
        Place::Query | Place::Headers => random.types.single(&mut random.rng),
    };
    let objects = random.types.objects().to_vec();
    let object = match objects.is_empty() {
        true => "map<string>".to_owned(),
        false => objects[random.rng.usize(..objects.len())].clone(),
    };
    if place == Place::Query && random.chance(10) {
        set("allow_reserved", json!(true));
    }
    match random.rng.u8(..40) {
        0..6 => {
            let styles: &[&str] = match place {
                Place::Query => &["repeated", "comma", "space", "pipe"],
                Place::Headers => &["repeated", "comma"],
                Place::Cookies => &["comma"],
            };
            if random.chance(70) {
                set("style", json!(pick(&mut random.rng, styles)));
            }
            (format!("list<{single}>"), style)
        }
        6..8 => {
            set("style", json!("json"));
            let ty = random.types.any(&mut random.rng, 2);
            (ty.trim_end_matches('?').to_owned(), style)
        }
        8 if place == Place::Query => {
            // Its fields often have the names of other parameters.
            let is_flat = !object.starts_with("map<") && random.rng.u8(..3) == 0;
            let written = if is_flat { "flat" } else { "deep" };
            set("style", json!(written));
            let lists = pick(
                &mut random.rng,
                &[
                    "indexed", "indexed", "indexed", "indexed", "indexed", "indexed", "brackets",
                    "repeated",
                ],
            );
            set("lists", json!(lists));
            style.remove("allow_reserved");
            (object, style)
        }
        _ => (single, style),
    }
}

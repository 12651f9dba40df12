//! Pages of lists.

use serde_json::{Map, Value, json};

use super::Random;
use super::types::field;
use super::words::pick;

/// The section `pagers`.
pub(super) fn pagers(random: &mut Random) -> Value {
    let mut pagers = Map::new();
    for _ in 0..random.rng.usize(1..3) {
        let name = match random.chance(60) {
            true => "page".to_owned(),
            false => random.words.snake(&mut random.rng),
        };
        let pager = match random.chance(30) {
            true => pager_in_body(random, &name),
            false => pager(random, &name),
        };
        pagers.insert(name, pager);
    }
    random.pagers = pagers.keys().cloned().collect();
    Value::Object(pagers)
}

/// A pager whose position and limit are fields of the body of a request.
fn pager_in_body(random: &mut Random, own_name: &str) -> Value {
    let mut pager = random.notes();
    let (position, ty) = [
        ("offset", "integer"),
        ("page_number", "uint32"),
        ("cursor", "string"),
    ][random.rng.usize(..3)];
    let mut described = random.notes();
    described.insert("field".into(), json!("from"));
    if position != "cursor" && random.chance(40) {
        described.insert("default".into(), json!(1));
    }
    pager.insert(position.into(), Value::Object(described));
    let mut fields = Map::from_iter([("from?".to_owned(), json!(ty))]);
    if random.chance(60) {
        let mut described = random.notes();
        described.insert("field".into(), json!("count"));
        pager.insert("limit".into(), Value::Object(described));
        fields.insert("count?".into(), json!("integer"));
    }
    pager.insert("items".into(), json!("items"));
    if position == "cursor" {
        pager.insert("next".into(), json!("next"));
    }
    random.fields_of_bodies.insert(own_name.to_owned(), fields);
    Value::Object(pager)
}

fn pager(random: &mut Random, own_name: &str) -> Value {
    let mut pager = random.notes();
    let position = ["offset", "page_number", "cursor"][random.rng.usize(..3)];
    let [name, limit] = two_names(random);
    pager.insert(position.into(), page_parameter(random, position, &name));
    if random.chance(80) {
        pager.insert("limit".into(), page_parameter(random, "limit", &limit));
    }
    if random.chance(20) {
        let next = [
            json!({ "link": "next" }),
            json!({ "header": "X-Next-Page" }),
        ];
        pager.insert("next".into(), next[random.rng.usize(..2)].clone());
        return Value::Object(pager);
    }
    let mut fields = vec!["items", "total", "pages", "more", "next"];
    // A number comes next in a URL, if anywhere.
    let in_url = random.chance(30);
    if position != "cursor" && !in_url {
        fields.pop();
    }
    let mut taken = Vec::new();
    for field in fields {
        let is_required = matches!(field, "items" | "next");
        if !is_required && random.chance(50) {
            continue;
        }
        let name = another_name(random, &taken);
        let optional = field != "items" && random.chance(30);
        let key = if optional {
            format!("{field}?")
        } else {
            field.to_owned()
        };
        let value = match field {
            "next" if in_url => json!({ "url": name }),
            "next" if random.chance(20) => {
                random
                    .fields_of_items
                    .insert(own_name.to_owned(), "position".to_owned());
                pager.insert("next".into(), json!({ "item": "position" }));
                continue;
            }
            _ => json!(name),
        };
        pager.insert(key, value);
        taken.push(name);
    }
    if random.chance(60) {
        pager.insert("fields".into(), fields_of_page(random, &mut taken));
    }
    Value::Object(pager)
}

/// Further fields of a page.
fn fields_of_page(random: &mut Random, taken: &mut Vec<String>) -> Value {
    const TYPES: [&str; 7] = [
        "string",
        "string",
        "integer",
        "number?",
        "timestamp",
        "uuid",
        "json",
    ];
    let mut fields = Map::new();
    for _ in 0..random.rng.usize(1..4) {
        let name = another_name(random, taken);
        let optional = random.chance(50);
        let ty = pick(&mut random.rng, &TYPES);
        let field = match random.chance(15) {
            true => json!({ "const": "list" }),
            false => field(random, ty, optional),
        };
        let mark = if optional { "?" } else { "" };
        fields.insert(format!("{name}{mark}"), field);
        taken.push(name);
    }
    Value::Object(fields)
}

fn page_parameter(random: &mut Random, key: &str, name: &str) -> Value {
    let mut described = random.notes();
    described.insert("parameter".into(), json!(name));
    random.page_parameters.push(name.to_owned());
    if key == "cursor" {
        if random.chance(50) {
            let ty = ["string", "uint64", "int32", "uuid", "timestamp"][random.rng.usize(..5)];
            described.insert("type".into(), json!(ty));
        }
        return Value::Object(described);
    }
    let bounds = [("min", 1..10), ("default", 10..50), ("max", 50..200)];
    for (key, values) in bounds {
        if random.chance(40) {
            described.insert(key.into(), json!(random.rng.u8(values)));
        }
    }
    Value::Object(described)
}

/// A name on the wire that is not taken.
fn another_name(random: &mut Random, taken: &[String]) -> String {
    loop {
        let name = random.words.wire(&mut random.rng);
        if !taken.contains(&name) {
            return name;
        }
    }
}

/// Two different names on the wire.
fn two_names(random: &mut Random) -> [String; 2] {
    loop {
        let names = [(); 2].map(|()| random.words.wire(&mut random.rng));
        if names[0] != names[1] {
            return names;
        }
    }
}

pub(super) fn order(random: &mut Random, fields: &[String]) -> Value {
    let mut order = Map::new();
    order.insert("by".into(), json!(fields[random.rng.usize(..fields.len())]));
    if random.chance(60) {
        let direction = pick(&mut random.rng, &["ascending", "descending"]);
        order.insert("direction".into(), json!(direction));
    }
    Value::Object(order)
}

//! Random operations, and the sections that they refer to.

use serde_json::{Map, Value, json};

use super::Random;
use super::auth::access;
use super::choices;
use super::contents::body;
use super::parameters::{Place, parameters};
use super::responses::{has_page, mentions, response};
use super::types::field;
use super::words::pick;

/// An operation. Its route contains `index`, so that all routes are different.
pub(super) fn operation(random: &mut Random, index: usize) -> Value {
    let mut operation = random.notes();
    let methods = [
        "GET", "PUT", "POST", "DELETE", "PATCH", "GET", "POST", "HEAD", "OPTIONS", "TRACE",
    ];
    let method = pick(&mut random.rng, &methods);
    // The first segment is the group. Names can collide in the file of a group.
    if index == 0 || random.chance(40) {
        random.segment = random.words.segment(&mut random.rng);
    }
    let mut route = format!("{method} /{}/{index}", random.segment);
    let mut path = Map::new();
    for _ in 0..random.rng.usize(0..3) {
        let name = random.words.snake(&mut random.rng);
        let mut ty = random.types.single(&mut random.rng);
        if random.chance(5) {
            ty = format!("list<{ty}>");
        }
        if !path.contains_key(&name) {
            let segments = ["/{}", "/{}", "/{}", "/{}", "/{}.json", "/v{}", "/a-{}...b"];
            let segment = pick(&mut random.rng, &segments);
            route.push_str(&segment.replace("{}", &format!("{{{name}}}")));
            path.insert(name, field(random, &ty, false));
        }
    }
    if random.chance(5) && !path.contains_key("rest") {
        route.push_str("/{*rest}");
        path.insert("rest".into(), json!("string"));
    }
    operation.insert("route".into(), json!(route));
    for place in [Place::Query, Place::Headers, Place::Cookies] {
        let parameters = parameters(random, &path, place);
        operation.insert(place.key().into(), parameters);
    }
    operation.insert("path".into(), Value::Object(path));
    if random.chance(30) {
        operation.insert("group".into(), json!(random.words.group(&mut random.rng)));
    }
    if !random.servers.is_empty() && random.chance(25) {
        let server = random.rng.usize(..random.servers.len());
        operation.insert("server".into(), json!(random.servers[server]));
    }
    if !random.keys.is_empty() {
        let access = access(random);
        operation.insert("auth".into(), access);
    }
    let has_body = !matches!(method, "GET" | "HEAD" | "TRACE");
    let is_chosen = has_body && random.chance(10);
    if is_chosen {
        choices::choice(random, &mut operation);
    } else if has_body && random.chance(60) {
        let optional = random.chance(25);
        let key = if optional { "body?" } else { "body" };
        operation.insert(key.into(), body(random));
    }
    if !is_chosen {
        response(random, method, &mut operation);
    }
    // Callers keep no copy of a stream of events.
    let has_events = mentions(&json!(operation), "events");
    if matches!(method, "GET" | "HEAD") && !has_events && random.chance(30) {
        let all = [
            json!("etag"),
            json!("last_modified"),
            json!(["etag", "last_modified"]),
        ];
        let validators = all[random.rng.usize(..all.len())].clone();
        if random.chance(30) {
            let part = format!("copies_{}", random.shared.len());
            operation.insert("uses".into(), json!([part]));
            random
                .shared
                .insert(part, json!({ "conditional": validators }));
        } else {
            operation.insert("conditional".into(), validators);
        }
    }
    paging(random, index, &mut operation);
    let has_page = has_page(random, &json!(operation));
    if matches!(method, "POST" | "PATCH" | "PUT" | "DELETE") && !has_page && random.chance(20) {
        let optional = random.chance(50);
        let key = if optional {
            "idempotency?"
        } else {
            "idempotency"
        };
        operation.insert(key.into(), json!("Idempotency-Key"));
    } else if random.chance(10) {
        operation.insert("idempotent".into(), json!(random.rng.bool()));
    }
    let errors = random.errors.clone();
    let errors: Vec<String> = errors.into_iter().filter(|_| random.chance(50)).collect();
    operation.insert("errors".into(), json!(errors));
    Value::Object(operation)
}

/// `pages` of an operation that returns a list, and the parameter with the position.
fn paging(random: &mut Random, index: usize, operation: &mut Map<String, Value>) {
    let is_list = |of: &str| of.starts_with("list<") && of.ends_with('>') && !of.ends_with("?>");
    let is_list = match operation.get("returns") {
        Some(Value::String(content)) => is_list(content),
        Some(Value::Object(content)) => content
            .get("type")
            .and_then(Value::as_str)
            .is_some_and(is_list),
        _ => false,
    };
    if !is_list || random.chance(40) {
        return;
    }
    let name = format!("position_{index}");
    let (key, ty) = [
        ("offset", "integer"),
        ("page_number", "uint8"),
        ("cursor", "string"),
        ("cursor", "uuid"),
    ][random.rng.usize(..4)];
    let next = match (key, random.rng.u8(..3)) {
        ("cursor", 0) => json!({ "next": { "header": "X-Next-Position" } }),
        ("cursor", _) => json!({ "next": { "link": "next" } }),
        (_, 0) => json!({ "first": 3 }),
        _ => json!({}),
    };
    let mut pages = next.as_object().cloned().unwrap_or_default();
    pages.insert(key.into(), json!(name));
    let query = operation.entry("query").or_insert_with(|| json!({}));
    if let Some(query) = query.as_object_mut() {
        query.insert(format!("{name}?"), json!(ty));
    }
    operation.insert("pages".into(), json!(pages));
}

//! Random operations, and the sections that they refer to.

use serde_json::{Map, Value, json};

use super::Random;
use super::auth::access;
use super::choices;
use super::contents::body;
use super::paging;
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
    let may_omit = random.has_default_access && random.chance(50);
    if !random.keys.is_empty() && !may_omit {
        let access = access(random);
        operation.insert("auth".into(), access);
    }
    let has_body = match method {
        "HEAD" | "TRACE" => false,
        "GET" => random.chance(20),
        _ => true,
    };
    let is_chosen = has_body && random.chance(if method == "GET" { 40 } else { 15 });
    if is_chosen {
        choices::choice(random, method, &mut operation);
    } else if has_body && random.chance(60) {
        let optional = random.chance(25);
        let key = if optional { "body?" } else { "body" };
        operation.insert(key.into(), body(random));
    }
    if !is_chosen && method != "HEAD" && random.chance(15) {
        paging::listing(random, index, &mut operation);
    } else if !is_chosen {
        response(random, method, &mut operation);
    }
    // Callers keep no copy of a stream of events.
    let has_events = mentions(&json!(operation), "events");
    // Caches look at no body.
    let has_body = operation.contains_key("body") || operation.contains_key("body?");
    if matches!(method, "GET" | "HEAD") && !has_body && !has_events && random.chance(30) {
        let all = [
            json!("etag"),
            json!("last_modified"),
            json!(["etag", "last_modified"]),
        ];
        let validators = all[random.rng.usize(..all.len())].clone();
        operation.insert("conditional".into(), validators);
    }
    paging::of_list(random, index, &mut operation);
    let has_page = has_page(random, &json!(operation)) || operation.contains_key("pages");
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
    if random.chance(30) {
        let part = share(random, &mut operation);
        operation.insert("uses".into(), json!([part]));
    }
    Value::Object(operation)
}

/// Moves some of the keys of an operation or a webhook to a shared part, and returns its name.
pub(super) fn share(random: &mut Random, operation: &mut Map<String, Value>) -> String {
    let mut part = Map::new();
    let mut keys = vec!["query", "headers", "cookies", "idempotency", "idempotency?"];
    if operation.contains_key("route") {
        keys.extend(["path", "conditional", "errors"]);
        if random.chance(30) {
            let headers = json!({ "X-Shared?": "string" });
            part.insert("response_headers".into(), headers);
        }
    }
    for key in keys {
        if let Some(value) = operation.remove(key) {
            let owner = if random.chance(50) {
                &mut part
            } else {
                &mut *operation
            };
            owner.insert(key.into(), value);
        }
    }
    let name = format!("part_{}", random.shared.len());
    random.shared.insert(name.clone(), Value::Object(part));
    name
}

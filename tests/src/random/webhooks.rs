//! Random webhooks.

use serde_json::{Map, Value, json};

use super::Random;
use super::contents::form;
use super::operations::share;
use super::parameters::{Place, parameters};
use super::words::pick;

pub(super) fn webhooks(random: &mut Random) -> Value {
    let mut webhooks = Map::new();
    for _ in 0..random.rng.usize(1..4) {
        let name = random.words.operation(&mut random.rng);
        webhooks.insert(name, webhook(random));
    }
    Value::Object(webhooks)
}

fn webhook(random: &mut Random) -> Value {
    let mut webhook = random.notes();
    if random.chance(30) {
        let method = pick(&mut random.rng, &["PUT", "PATCH", "DELETE", "POST"]);
        webhook.insert("method".into(), json!(method));
    }
    for place in [Place::Query, Place::Headers, Place::Cookies] {
        if random.chance(50) {
            let parameters = parameters(random, &Map::new(), place);
            webhook.insert(place.key().into(), parameters);
        }
    }
    if random.chance(80) {
        let optional = random.chance(20);
        let key = if optional { "body?" } else { "body" };
        webhook.insert(key.into(), body(random));
        if random.chance(70) {
            webhook.insert("signature".into(), json!("Example-Signature"));
        }
    }
    match random.rng.u8(..5) {
        0 | 1 => {}
        2 => {
            let ty = random.types.any(&mut random.rng, 2);
            webhook.insert("returns".into(), json!(ty));
        }
        3 => {
            webhook.insert("returns".into(), json!("text"));
        }
        _ => {
            let later = json!({ "headers": { "Retry-After?": "integer" } });
            webhook.insert("responses".into(), json!({ "204": "none", "202": later }));
        }
    }
    if random.chance(20) {
        let optional = random.chance(50);
        let key = if optional {
            "idempotency?"
        } else {
            "idempotency"
        };
        webhook.insert(key.into(), json!("Example-Delivery"));
    } else if random.chance(10) {
        webhook.insert("idempotent".into(), json!(random.rng.bool()));
    }
    if random.chance(20) {
        let part = share(random, &mut webhook);
        webhook.insert("uses".into(), json!([part]));
    }
    Value::Object(webhook)
}

fn body(random: &mut Random) -> Value {
    let mut long = Map::new();
    let content = match random.rng.u8(..10) {
        0 => "text".to_owned(),
        1 => form(random, &mut long),
        _ => {
            let ty = random.types.any(&mut random.rng, 2);
            ty.trim_end_matches('?').to_owned()
        }
    };
    long.insert("type".into(), json!(content));
    Value::Object(long)
}

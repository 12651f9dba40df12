//! Errors and their bodies.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::Random;
use super::responses::headers;
use super::types::field;
use super::words::line;

/// Statuses that an API may document.
pub(super) const STATUSES: &[u16] = &[400, 401, 403, 404, 405, 409, 413, 418, 429, 500, 503, 599];

/// The section `error_body`.
pub(super) fn error_body(random: &mut Random) -> Value {
    if random.chance(20) {
        return json!("problem");
    }
    let mut body = random.notes();
    if random.chance(50) {
        let envelope = random.words.wire(&mut random.rng);
        body.insert("envelope".into(), json!(envelope));
    }
    if random.chance(20) {
        body.insert("media".into(), json!("application/vnd.any+json"));
    }
    let mut names = random.error_fields.clone();
    for role in ["code", "message", "status", "parameter", "metadata"] {
        let is_needed = match role {
            "message" => true,
            "code" => random.has_codes,
            _ => random.chance(60),
        };
        let name = random.words.wire(&mut random.rng);
        if is_needed && names.insert(name.clone()) {
            let may_be_null = matches!(role, "code" | "parameter" | "metadata");
            let optional = may_be_null && random.chance(50);
            let key = if optional {
                format!("{role}?")
            } else {
                role.to_owned()
            };
            body.insert(key, json!(name));
        }
    }
    if random.chance(50) {
        let (fields, values) = error_fields(random, &mut names, false);
        body.insert("fields".into(), Value::Object(fields));
        body.insert("values".into(), Value::Object(values));
    }
    Value::Object(body)
}

/// Further fields of errors, and the values of fields that need one. `names` are the names of the other fields.
fn error_fields(
    random: &mut Random,
    names: &mut BTreeSet<String>,
    may_be_required: bool,
) -> (Map<String, Value>, Map<String, Value>) {
    let (mut fields, mut values) = (Map::new(), Map::new());
    for _ in 0..random.rng.usize(1..4) {
        let name = random.words.wire(&mut random.rng);
        if !names.insert(name.clone()) {
            continue;
        }
        if random.chance(40) {
            let (ty, value) = match random.rng.u8(..3) {
                0 => ("string?", json!(line(&mut random.rng))),
                1 => ("boolean", json!(true)),
                _ => ("uint64", json!(4)),
            };
            values.insert(name.clone(), value);
            // Random constraints of strings would reject most values.
            let field = match ty {
                "string?" => json!(ty),
                _ => field(random, ty, false),
            };
            fields.insert(name, field);
            continue;
        }
        let ty = random.types.any(&mut random.rng, 2);
        let is_required = may_be_required && random.chance(50);
        let key = if is_required {
            name
        } else {
            format!("{name}?")
        };
        fields.insert(key, field(random, &ty, false));
    }
    values.retain(|name, _| fields.contains_key(name));
    (fields, values)
}

/// The section `errors`.
pub(super) fn errors(random: &mut Random) -> Value {
    let (mut errors, mut names) = (Map::new(), BTreeSet::new());
    random.has_codes = random.chance(40);
    for _ in 0..random.rng.usize(0..4) {
        let status = match random.rng.u8(..10) {
            0 => "4XX".to_owned(),
            1 => "5XX".to_owned(),
            2 => "default".to_owned(),
            _ => STATUSES[random.rng.usize(..STATUSES.len())].to_string(),
        };
        let mut name = random.words.camel(&mut random.rng);
        if random.chance(60) {
            // The name of an operation is often the same.
            name.push_str("Again");
        }
        if name.starts_with(|c: char| c.is_ascii_lowercase()) || !names.insert(name.to_lowercase())
        {
            continue;
        }
        let mut error = random.notes();
        let by_name = random.has_codes && random.chance(50);
        let key = if by_name {
            name.clone()
        } else {
            status.clone()
        };
        if by_name {
            error.insert("status".into(), json!(status));
            error.insert("code".into(), json!(name));
        } else {
            error.insert("name".into(), json!(name));
        }
        match random.chance(30) {
            true => {
                error.insert("body".into(), error_content(random));
                error.remove("code");
            }
            false => {
                error.insert("message".into(), json!(line(&mut random.rng)));
                if random.chance(40) {
                    // The router sends none of these.
                    let may_be_required = ["402", "409", "410", "422"].contains(&&*status);
                    let mut names = ["code", "message", "metadata"].map(str::to_owned).into();
                    let (fields, values) = error_fields(random, &mut names, may_be_required);
                    random.error_fields.extend(names);
                    error.insert("fields".into(), Value::Object(fields));
                    error.insert("values".into(), Value::Object(values));
                }
            }
        }
        let is_plain = status.parse::<u16>().is_ok() && !error.contains_key("body");
        let implied = is_plain && random.chance(15);
        if implied || random.chance(30) {
            error.insert("when".into(), json!(line(&mut random.rng)));
        }
        if implied || random.chance(15) {
            error.insert("implied".into(), json!(implied));
        }
        error.insert("retry".into(), json!(random.rng.bool()));
        if random.chance(40) {
            let headers = headers(random, Some("?"));
            error.insert("headers".into(), Value::Object(headers));
        }
        errors.insert(key, Value::Object(error));
    }
    random.errors = errors.keys().cloned().collect();
    random.has_codes = errors.values().any(|error| error.get("code").is_some());
    Value::Object(errors)
}

/// The own body of an error.
fn error_content(random: &mut Random) -> Value {
    let kind = random.rng.u8(..8);
    let content = match kind {
        0 => "none".to_owned(),
        1 => "text".to_owned(),
        2 => "binary".to_owned(),
        _ => random.types.any(&mut random.rng, 2),
    };
    let mut long = Map::new();
    if kind > 2 && random.chance(30) {
        let envelope = random.words.wire(&mut random.rng);
        long.insert("envelope".into(), json!(envelope));
    }
    if kind > 2 && random.chance(20) {
        long.insert("media".into(), json!("application/problem+json"));
    }
    if long.is_empty() {
        return json!(content);
    }
    long.insert("type".into(), json!(content));
    Value::Object(long)
}

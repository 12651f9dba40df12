//! Authentication schemes, and who may call an operation.

use serde_json::{Map, Value, json};

use super::Random;
use super::errors::STATUSES;
use super::words::line;

/// The section `auth`.
pub(super) fn auth(random: &mut Random) -> Value {
    let mut auth = random.notes();
    let mut keys = Map::new();
    for _ in 0..random.rng.usize(1..4) {
        let name = random.words.snake(&mut random.rng);
        random.keys.push(name.clone());
        let notes = random.notes();
        let bare = notes.is_empty() && random.chance(50);
        let described = if bare { Value::Null } else { json!(notes) };
        keys.insert(name, described);
    }
    // The map is printed in sorted order, and the first kind of key in the document is the weakest one.
    random.keys.sort();
    random.keys.dedup();
    let mut scheme = random.notes();
    scheme.insert("scheme".into(), json!("bearer"));
    scheme.insert("kinds".into(), Value::Object(keys));
    // Schemes and kinds have different names.
    let name = random.words.snake(&mut random.rng);
    let name = format!("{name}_scheme");
    let mut schemes = Map::new();
    // Some APIs have only a scheme without bearer tokens.
    if random.chance(80) {
        schemes.insert(name, Value::Object(scheme));
    } else {
        random.keys.clear();
    }
    other_schemes(random, &mut schemes);
    combinations(random, &mut schemes);
    auth.insert("schemes".into(), Value::Object(schemes));
    if random.chance(30) {
        let kind = random.rng.usize(..random.keys.len());
        auth.insert("default".into(), json!(random.keys[kind]));
        random.has_default_access = true;
    }
    for response in ["missing", "unknown", "refused"] {
        if random.chance(30) {
            let status = STATUSES[random.rng.usize(..STATUSES.len())];
            let mut described = Map::new();
            described.insert("status".into(), json!(status));
            for key in ["message", "assumed"] {
                if random.chance(50) {
                    described.insert(key.into(), json!(line(&mut random.rng)));
                }
            }
            auth.insert(response.into(), Value::Object(described));
        }
    }
    Value::Object(auth)
}

/// Schemes without kinds; at least one if there is no other scheme.
fn other_schemes(random: &mut Random, schemes: &mut Map<String, Value>) {
    let all = [
        json!({ "scheme": "basic" }),
        json!({ "scheme": "api_key", "header": "X-Scheme-Key", "prefix": "Token " }),
        json!({ "scheme": "api_key", "query": "scheme-key[]" }),
        json!({ "scheme": "api_key", "cookie": "scheme_key" }),
        json!({ "scheme": "oauth2", "flows": {
            "client_credentials": { "token": "https://login.example/token" },
            "authorization_code": {
                "authorize": "https://login.example/authorize",
                "token": "https://login.example/token",
                "refresh": "https://login.example/refresh",
            },
        } }),
        json!({ "scheme": "oauth2", "flows": {
            "device": {
                "device": "https://login.example/device",
                "token": "https://login.example/token",
                "refresh": "https://login.example/refresh",
            },
            "password": {
                "token": "https://login.example/token",
                "refresh": "https://login.example/refresh",
            },
            "implicit": {
                "authorize": "https://login.example/authorize",
                "refresh": "https://login.example/refresh",
            },
        } }),
        json!({ "scheme": "openid", "discovery": "https://login.example/metadata" }),
        json!({ "scheme": "custom" }),
    ];
    for scheme in all {
        if random.chance(18) || schemes.is_empty() {
            // Schemes and kinds have different names.
            let name = loop {
                let name = random.words.snake(&mut random.rng);
                if !random.keys.contains(&name) {
                    break name;
                }
            };
            let mut described = random.notes();
            if let Value::Object(keys) = scheme {
                described.extend(keys);
            }
            if described.contains_key("prefix") && random.chance(40) {
                let kind = format!("{name}_kind");
                described.insert("kinds".into(), json!({ kind.clone(): null }));
                random.keys.push(kind);
            } else {
                if random.chance(40) {
                    described.insert("scopes".into(), scopes(random, &name));
                }
                random.keys.push(name.clone());
            }
            schemes.insert(name, Value::Object(described));
        }
    }
}

/// The scopes of a scheme.
fn scopes(random: &mut Random, scheme: &str) -> Value {
    let mut scopes = Map::new();
    for scope in ["read", "issues:write", "https://example.com/scope"] {
        if random.chance(50) || scopes.is_empty() {
            let notes = random.notes();
            scopes.insert(scope.into(), json!(notes));
        }
    }
    let names = scopes.keys().cloned().collect();
    random.scopes.insert(scheme.to_owned(), names);
    Value::Object(scopes)
}

/// Combinations of schemes that are in different places.
fn combinations(random: &mut Random, schemes: &mut Map<String, Value>) {
    let names: Vec<String> = schemes.keys().cloned().collect();
    if names.len() < 2 || random.chance(60) {
        return;
    }
    let first = random.rng.usize(..names.len() - 1);
    let parts = &names[first..first + 2];
    let place = |name: &String| match &schemes[name]["scheme"] {
        Value::String(scheme) if scheme == "api_key" => schemes[name].get("header").is_none(),
        _ => false,
    };
    // Several schemes may use the header `Authorization`.
    if !parts.iter().any(place) {
        return;
    }
    let name = format!("{}_and_{}", parts[0], parts[1]);
    let mut described = random.notes();
    described.insert("all".into(), json!(parts));
    let known = |part: &String| random.scopes.get(part).cloned().unwrap_or_default();
    let mut scopes: Vec<String> = parts.iter().flat_map(known).collect();
    scopes.sort();
    scopes.dedup();
    if !random.keys.contains(&name) {
        random.scopes.insert(name.clone(), scopes);
        random.keys.push(name.clone());
        schemes.insert(name, Value::Object(described));
    }
}

/// Who may call an operation: one of up to three keys, in short or long form, or nobody in particular.
pub(super) fn access(random: &mut Random) -> Value {
    let mut left = random.keys.clone();
    let mut listed = Vec::new();
    while !left.is_empty() && listed.len() < 3 && (listed.is_empty() || random.chance(30)) {
        let key = left.swap_remove(random.rng.usize(..left.len()));
        let scopes = random.scopes.get(&key).cloned().unwrap_or_default();
        let scopes: Vec<String> = scopes.into_iter().filter(|_| random.chance(60)).collect();
        listed.push(match scopes.is_empty() {
            true => json!(key),
            false => json!({ key: scopes }),
        });
    }
    if random.chance(20) {
        listed.truncate(random.rng.usize(..2));
        listed.push(json!("none"));
    }
    match listed.as_slice() {
        [only] if random.chance(70) => json!(only),
        several => json!(several),
    }
}

//! Random operations, and the sections that they refer to.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::Random;
use super::choices;
use super::types::{field, is_declared, with_notes};
use super::words::{Words, line, pick};

/// Statuses that an API may document.
const STATUSES: &[u16] = &[400, 401, 403, 404, 405, 409, 413, 418, 429, 500, 503, 599];

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
        json!({ "scheme": "openid", "discovery": "https://login.example/metadata" }),
        json!({ "scheme": "custom" }),
    ];
    for scheme in all {
        if random.chance(15) || schemes.is_empty() {
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
            if random.chance(40) {
                described.insert("scopes".into(), scopes(random, &name));
            }
            random.keys.push(name.clone());
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

/// The section `pagers`.
pub(super) fn pagers(random: &mut Random) -> Value {
    let mut pagers = Map::new();
    for _ in 0..random.rng.usize(1..3) {
        let name = match random.chance(60) {
            true => "page".to_owned(),
            false => random.words.snake(&mut random.rng),
        };
        let pager = pager(random);
        pagers.insert(name, pager);
    }
    random.pagers = pagers.keys().cloned().collect();
    Value::Object(pagers)
}

fn pager(random: &mut Random) -> Value {
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
        let value = match field == "next" && in_url {
            true => json!({ "url": name }),
            false => json!(name),
        };
        pager.insert(key, value);
        taken.push(name);
    }
    if random.chance(30) {
        let name = another_name(random, &taken);
        let ty = ["string", "integer?", "timestamp", "uuid", "json"][random.rng.usize(..5)];
        let field = if random.chance(30) {
            json!({ "const": "list" })
        } else {
            json!(ty)
        };
        pager.insert("fields".into(), json!({ name: field }));
    }
    Value::Object(pager)
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

/// Further fields of errors, and the values of those that need one. `names` are those of other fields.
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
                _ => ("uint64", json!(7)),
            };
            values.insert(name.clone(), value);
            // Random constraints would reject most values.
            let field = match ty {
                "boolean" => field(random, ty, false),
                _ => json!(ty),
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
    let has_events = json!(operation).to_string().contains("events<");
    if matches!(method, "GET" | "HEAD") && !has_events && random.chance(30) {
        let all = [
            json!("etag"),
            json!("last_modified"),
            json!(["etag", "last_modified"]),
        ];
        let validators = all[random.rng.usize(..all.len())].clone();
        operation.insert("conditional".into(), validators);
    }
    if matches!(method, "POST" | "PATCH" | "PUT" | "DELETE") && random.chance(20) {
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

/// Who may call an operation: one of up to three keys, in short or long form, or nobody in particular.
fn access(random: &mut Random) -> Value {
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

/// A body in short or long form.
fn body(random: &mut Random) -> Value {
    if random.chance(8) {
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
    media(random, &content, &mut long);
    if random.chance(20) {
        let sizes = [json!(7), json!("64KiB"), json!("20MiB"), json!("3GiB")];
        long.insert("max_size".into(), sizes[random.rng.usize(..4)].clone());
    }
    if long.is_empty() {
        return json!(content);
    }
    long.insert("type".into(), json!(content));
    Value::Object(long)
}

/// Whether a content is a form or a stream of a type.
fn is_generic(content: &str) -> bool {
    let names = ["form<", "multipart<", "json_lines<"];
    names.iter().any(|name| content.starts_with(name))
}

/// One of several contents.
fn contents(random: &mut Random) -> Value {
    let mut long = random.notes();
    let mut choice = Map::new();
    let kinds = ["json", "text", "bytes", "lines", "parts", "image", "other"];
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
        content.insert("type".into(), json!(ty));
        let name = random.words.plain(&mut random.rng).to_owned();
        choice.insert(name, Value::Object(content));
    }
    long.insert("choice".into(), Value::Object(choice));
    Value::Object(long)
}

fn lines(random: &mut Random) -> String {
    format!("json_lines<{}>", random.types.any(&mut random.rng, 2))
}

/// A form, which is an object or a map. With `lists: indexed`, it can hold any value.
pub(super) fn form(random: &mut Random, long: &mut Map<String, Value>) -> String {
    long.insert("lists".into(), json!("indexed"));
    let objects = random.types.objects();
    if objects.is_empty() || random.rng.u8(..10) < 2 {
        return "form<map<list<string>>>".to_owned();
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
fn events(random: &mut Random, method: &str, long: &mut Map<String, Value>) {
    if random.chance(50) {
        let end = [json!("[DONE]"), json!({ "event": "done" })];
        long.insert("end".into(), end[random.rng.usize(..2)].clone());
    }
    if random.chance(50) {
        let mut error = Map::from_iter([("event".to_owned(), json!("error"))]);
        if random.chance(60) {
            let ty = random.types.any(&mut random.rng, 1);
            error.insert("type".into(), json!(ty));
        }
        long.insert("error".into(), Value::Object(error));
    }
    if method == "GET" && random.chance(40) {
        long.insert("resumable".into(), json!(true));
    }
}

/// Adds a union by the name of the event.
fn named_events(random: &mut Random, long: &mut Map<String, Value>) -> String {
    let mut variants = Map::new();
    for _ in 0..random.rng.usize(1..4) {
        let variant = match random.chance(70) {
            true => json!(random.types.any(&mut random.rng, 1)),
            false => json!({}),
        };
        let variant = with_notes(random, variant);
        variants.insert(random.words.wire(&mut random.rng), variant);
    }
    let mut union = random.notes();
    union.insert("union".into(), Value::Object(variants));
    union.insert("by_event".into(), json!(true));
    union.insert("open".into(), json!(random.rng.bool()));
    let name = format!("Events{}", random.forms.len());
    random.forms.insert(name.clone(), Value::Object(union));
    if let Some(Value::Object(error)) = long.get_mut("error") {
        error.entry("type").or_insert_with(|| json!("string"));
    }
    name
}

/// Media types that a content may have.
fn media(random: &mut Random, content: &str, long: &mut Map<String, Value>) {
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
            parameters.insert(name, json!({ "const": value }));
            continue;
        }
        let (ty, style) = styled(random, place);
        let mut parameter = field(random, &ty, optional);
        add(&mut parameter, style);
        remove_example(&mut parameter, place);
        parameters.insert(if optional { format!("{name}?") } else { name }, parameter);
    }
    Value::Object(parameters)
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

/// Removes examples of texts that could not be sent in a cookie, in a list or in a header.
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

/// `returns` or `responses`, or neither.
fn response(random: &mut Random, method: &str, operation: &mut Map<String, Value>) {
    if method != "HEAD" && random.chance(12) {
        operation.insert("responses".into(), by_status(random));
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
        let status = [200, 201, 202, 206, 207, 299][random.rng.usize(..6)];
        operation.insert("responses".into(), json!({ status.to_string(): content }));
    } else {
        operation.insert("returns".into(), content);
    }
}

/// Responses of several statuses, which have neither pages nor events.
fn by_status(random: &mut Random) -> Value {
    let mut responses = Map::new();
    let first = random.rng.usize(..3);
    for status in [200, 202, 207, 303, 307].into_iter().skip(first).take(3) {
        let mut response = random.notes();
        let content = match random.rng.u8(..6) {
            0 => "none".to_owned(),
            1 => "text".to_owned(),
            2 => "binary".to_owned(),
            3 => lines(random),
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
        responses.insert(status.to_string(), Value::Object(response));
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
                    let ty = match random.chance(25) {
                        true => named_events(random, &mut long),
                        false => random.types.any(&mut random.rng, 2),
                    };
                    format!("events<{ty}>")
                }
                0 => "text".to_owned(),
                1 => "binary".to_owned(),
                _ => lines(random),
            };
            media(random, &content, &mut long);
            content
        }
        2..4 if !random.pagers.is_empty() && !objects.is_empty() => {
            let item = &objects[random.rng.usize(..objects.len())];
            let fields = random.types.fields(item).to_vec();
            if !fields.is_empty() && random.chance(50) {
                operation.insert("order".into(), order(random, &fields));
            }
            let pager = random.pagers[random.rng.usize(..random.pagers.len())].clone();
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

/// Headers of a response. `mark` follows each name of an error's; others may be required, or lists.
fn headers(random: &mut Random, mark: Option<&str>) -> Map<String, Value> {
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

fn order(random: &mut Random, fields: &[String]) -> Value {
    let mut order = Map::new();
    order.insert("by".into(), json!(fields[random.rng.usize(..fields.len())]));
    if random.chance(60) {
        let direction = pick(&mut random.rng, &["ascending", "descending"]);
        order.insert("direction".into(), json!(direction));
    }
    Value::Object(order)
}

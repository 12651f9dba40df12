//! Servers of random specifications, with and without variables in their URLs.

use serde_json::{Map, Value, json};

use super::Random;
use super::words::pick;

/// URLs, in which `{}` and `{/}` are variables.
const URLS: &[&str] = &[
    "https://api.example.com",
    "http://127.0.0.1:8080/edge",
    "http://[::1]",
    "https://{}.example.com",
    "https://{}.{}.example.com/{/}/{/}",
    "https://example.com/a%20{/}",
];

/// Values of a variable in a host.
const LABELS: &[&str] = &["eu", "us-1", "2fa", "0", "self"];

/// Values of a variable in a path, which need escapes in Rust or Markdown, or none.
const SEGMENTS: &[&str] = &["type", "a*b", "_", "(c)", "%F0%9F%A6%80", "'", "a/b", "~"];

pub(super) fn servers(random: &mut Random) -> Value {
    let mut servers = Map::new();
    for _ in 0..random.rng.usize(0..4) {
        let name = random.words.snake(&mut random.rng);
        let mut server = random.notes();
        let url = url(random, &mut server);
        let is_bare = !server.contains_key("variables") && random.chance(40);
        server.insert("url".into(), url.clone());
        servers.insert(name, if is_bare { url } else { json!(server) });
    }
    random.servers = servers.keys().cloned().collect();
    Value::Object(servers)
}

/// A URL, whose variables become part of the server.
fn url(random: &mut Random, server: &mut Map<String, Value>) -> Value {
    let mut url = String::new();
    let mut variables = Map::new();
    let mut rest = pick(&mut random.rng, URLS);
    while let Some((before, after)) = rest.split_once('{') {
        let (values, after) = match after.strip_prefix('/') {
            Some(after) => (SEGMENTS, after),
            None => (LABELS, after),
        };
        let name = loop {
            let name = random.words.snake(&mut random.rng);
            if !variables.contains_key(&name) {
                break name;
            }
        };
        url.push_str(before);
        url.push_str(&format!("{{{name}"));
        variables.insert(name, variable(random, values));
        rest = after;
    }
    url.push_str(rest);
    if !variables.is_empty() {
        server.insert("variables".into(), Value::Object(variables));
    }
    json!(url)
}

fn variable(random: &mut Random, values: &[&'static str]) -> Value {
    let mut variable = random.notes();
    let default = pick(&mut random.rng, values);
    variable.insert("default".into(), json!(default));
    if random.chance(40) {
        let mut listed: Vec<&str> = values.to_vec();
        listed.retain(|value| *value == default || random.chance(50));
        variable.insert("enum".into(), json!(listed));
    }
    Value::Object(variable)
}

//! Reads OpenAPI documents that are changed at random: keys are dropped, values swapped, references broken, led into
//! cycles or given more beside them. Nothing of that may panic, take long or exhaust the stack.
//!
//! `cargo run --release -p specsmith-tests --example mutations -- <seed> <count> <folder>…` takes the documents below the
//! folders that have at most 200 KB. `target/mutations/last.json` is the document that is being read, so after a crash it
//! is the one that caused it.

#![allow(clippy::print_stdout, reason = "it is a program")]

use std::collections::BTreeMap;
use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{env, fs};

use serde_json::{Map, Value, json};
use specsmith::diagnostic::Diagnostics;
use specsmith::source::SourceFile;
use specsmith_tests::{cases, circles};

/// The largest document, in bytes.
const LARGEST: u64 = 200_000;
/// No document of this size may take longer.
const LIMIT: Duration = Duration::from_secs(2);

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [seed, count, folders @ ..] = arguments.as_slice() else {
        return Err("usage: mutations <seed> <count> <folder>…".into());
    };
    let (seed, count): (u64, u64) = (seed.parse()?, count.parse()?);
    let mut documents = Vec::new();
    for folder in folders {
        add_documents(Path::new(folder), &mut documents)?;
    }
    if documents.is_empty() {
        return Err("there is no document in these folders".into());
    }
    let out = cases::root().join("target/mutations");
    fs::create_dir_all(&out)?;
    let last = out.join("last.json");
    let (mut failed, mut accepted) = (0, 0);
    let mut refused: BTreeMap<String, u64> = BTreeMap::new();
    for number in seed..seed + count {
        let mut random = fastrand::Rng::with_seed(number);
        let mut document = documents[random.usize(..documents.len())].clone();
        // Every fourth document has circles of schemas as well.
        if random.u8(..4) == 0 {
            close_circles(&mut document, &mut random);
        }
        for _ in 0..random.u32(1..=6) {
            mutate(&mut document, &mut random);
        }
        // Without its version, the document would be refused at once.
        if let Value::Object(map) = &mut document {
            map.insert("openapi".to_owned(), json!("3.1.0"));
        }
        let text = document.to_string();
        fs::write(&last, &text)?;
        let start = Instant::now();
        let source = SourceFile::new("openapi.json", text.as_str());
        let result = catch_unwind(AssertUnwindSafe(|| {
            let api = specsmith::read(&source)?;
            Ok::<bool, Diagnostics>(!specsmith::files(&api).is_empty())
        }));
        let problem = match result {
            Err(_) => "panics",
            Ok(_) if start.elapsed() > LIMIT => "takes too long",
            Ok(Ok(_)) => {
                accepted += 1;
                continue;
            }
            Ok(Err(errors)) => {
                let first = errors.iter().next();
                let why = first.map(|error| format!("{} {}", error.code, error.message));
                *refused.entry(why.unwrap_or_default()).or_insert(0) += 1;
                continue;
            }
        };
        failed += 1;
        let kept = out.join(format!("{number}.json"));
        fs::write(&kept, &text)?;
        println!("seed {number} {problem}: {}", kept.display());
    }
    for (why, count) in refused {
        println!("refused {count}: {why}");
    }
    println!("{count} documents, {accepted} accepted, {failed} failed");
    Ok(ExitCode::from(u8::from(failed > 0)))
}

/// Adds the documents below a folder.
fn add_documents(folder: &Path, documents: &mut Vec<Value>) -> Result<(), Box<dyn Error>> {
    let mut entries: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder)? {
        entries.push(entry?.path());
    }
    entries.sort();
    for path in entries {
        if path.is_dir() {
            add_documents(&path, documents)?;
        } else if path.extension().is_some_and(|end| end == "json")
            && fs::metadata(&path)?.len() <= LARGEST
        {
            documents.extend(serde_json::from_str::<Value>(&fs::read_to_string(&path)?));
        }
    }
    Ok(())
}

/// Lets up to four schemas of the document lead to each other, in ways that the first one has besides its own.
fn close_circles(document: &mut Value, random: &mut fastrand::Rng) {
    let Some(schemas) = document.pointer_mut("/components/schemas") else {
        return;
    };
    let Some(schemas) = schemas.as_object_mut().filter(|all| !all.is_empty()) else {
        return;
    };
    let names: Vec<String> = schemas.keys().cloned().collect();
    for _ in 0..random.u8(1..=4) {
        let (from, to) = (random.usize(..names.len()), random.usize(..names.len()));
        if let Some(schema) = schemas.get_mut(&names[from]) {
            circles::add(schema, circles::way(random, &names[to]));
        }
    }
}

/// Changes one place.
fn mutate(document: &mut Value, random: &mut fastrand::Rng) {
    let other = pick(document, random).clone();
    let reference = json!({ "$ref": pointer(document, random) });
    let place = pick_mut(document, random);
    match random.u32(..13) {
        0 => *place = simple(random),
        1 => *place = other,
        2 => *place = reference,
        3 => *place = json!([place.take()]),
        4 => *place = json!({ "allOf": [place.take(), other] }),
        5 => *place = json!({ "oneOf": [place.take(), other, reference] }),
        6 => {
            for _ in 0..random.u32(1..120) {
                *place = json!({ "type": "object", "properties": { "a": place.take() } });
            }
        }
        7 => rename(place, random),
        8 => insert(place, other, random),
        9 => {
            *place = reference;
            let (name, value) = beside(random);
            place[name] = value;
        }
        _ => remove(place, random),
    }
}

fn simple(random: &mut fastrand::Rng) -> Value {
    match random.u32(..14) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(-1),
        3 => json!(18_446_744_073_709_551_615_u64),
        4 => json!(1e308),
        5 => json!(0.5),
        6 => json!(""),
        7 => json!("é\u{0}\u{202e}`{}"),
        8 => json!("self"),
        9 => json!([]),
        10 => json!({}),
        11 => json!("string"),
        12 => json!("object"),
        _ => json!(["null", "array"]),
    }
}

/// A keyword that changes what a reference beside it means.
fn beside(random: &mut fastrand::Rng) -> (&'static str, Value) {
    match random.u32(..7) {
        0 => ("required", json!(["id"])),
        1 => ("minItems", json!(1)),
        2 => ("additionalProperties", json!(false)),
        3 => ("type", json!(["object", "null"])),
        4 => ("properties", json!({ "id": { "type": "string" } })),
        5 => ("oneOf", json!([{ "type": "string" }, { "type": "array" }])),
        _ => ("enum", json!(["a", "b"])),
    }
}

/// A random value in a document; those near the root are more frequent.
fn pick<'v>(value: &'v Value, random: &mut fastrand::Rng) -> &'v Value {
    let mut value = value;
    loop {
        let inner = match value {
            Value::Object(map) if !map.is_empty() => map.values().nth(random.usize(..map.len())),
            Value::Array(items) if !items.is_empty() => items.get(random.usize(..items.len())),
            _ => None,
        };
        match inner {
            Some(inner) if random.u32(..7) > 0 => value = inner,
            _ => return value,
        }
    }
}

fn pick_mut<'v>(value: &'v mut Value, random: &mut fastrand::Rng) -> &'v mut Value {
    let length = match value {
        Value::Object(map) => map.len(),
        Value::Array(items) => items.len(),
        _ => 0,
    };
    if length == 0 || random.u32(..7) == 0 {
        return value;
    }
    let index = random.usize(..length);
    match value {
        Value::Object(map) => match map.values_mut().nth(index) {
            Some(inner) => pick_mut(inner, random),
            None => unreachable!("the index is below the length"),
        },
        Value::Array(items) => pick_mut(&mut items[index], random),
        _ => unreachable!("other values have no length"),
    }
}

/// A pointer to a random place, which may contain the reference.
fn pointer(document: &Value, random: &mut fastrand::Rng) -> String {
    let mut pointer = "#".to_owned();
    let mut value = document;
    loop {
        let (name, inner) = match value {
            Value::Object(map) if !map.is_empty() => {
                let index = random.usize(..map.len());
                match map.iter().nth(index) {
                    Some((name, inner)) => (name.replace('~', "~0").replace('/', "~1"), inner),
                    None => return pointer,
                }
            }
            Value::Array(items) if !items.is_empty() => {
                let index = random.usize(..items.len());
                (index.to_string(), &items[index])
            }
            _ => return pointer,
        };
        if random.u32(..7) == 0 {
            return pointer;
        }
        pointer.push('/');
        pointer.push_str(&name);
        value = inner;
    }
}

fn rename(place: &mut Value, random: &mut fastrand::Rng) {
    const NAMES: [&str; 9] = [
        "",
        "$ref",
        "type",
        "allOf",
        "properties",
        "self",
        "a b",
        "discriminator",
        "é",
    ];
    if let Value::Object(map) = place
        && let Some(name) = map.keys().nth(random.usize(..=map.len())).cloned()
        && let Some(value) = map.remove(&name)
    {
        map.insert(NAMES[random.usize(..NAMES.len())].to_owned(), value);
    }
}

fn insert(place: &mut Value, other: Value, random: &mut fastrand::Rng) {
    match place {
        Value::Object(map) => {
            let name = map.keys().nth(random.usize(..=map.len())).cloned();
            let name = name.map_or_else(|| "added".to_owned(), |name| format!("{name}_"));
            map.insert(name, other);
        }
        Value::Array(items) => items.push(other),
        _ => *place = other,
    }
}

fn remove(place: &mut Value, random: &mut fastrand::Rng) {
    match place {
        Value::Object(map) => {
            let kept: Map<String, Value> = std::mem::take(map)
                .into_iter()
                .filter(|_| random.u32(..4) > 0)
                .collect();
            *map = kept;
        }
        Value::Array(items) => {
            items.pop();
        }
        _ => *place = Value::Null,
    }
}

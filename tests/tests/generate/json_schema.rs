//! The JSON Schema of the language accepts and rejects what the generator does, as far as a schema can tell.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use fastrand::Rng;
use jsonschema::Validator;
use serde_json::{Value, json};
use specsmith::diagnostic::{Diagnostics, Style};
use specsmith::source::SourceFile;
use specsmith::stages;
use specsmith_tests::cases;
use specsmith_tests::random::specification;

/// Errors of a document's shape that a schema of one file cannot express.
const BEYOND_A_SCHEMA: [(&str, &str); 4] = [
    ("E0133", "two files define the same name"),
    ("E0135", "an included file does not exist"),
    (
        "E0136",
        "the path back to the main file depends on where the file is",
    ),
    ("E0148", "SPDX has hundreds of licenses, and more each year"),
];

fn validator() -> Validator {
    let schema: Value = serde_json::from_str(&specsmith::json_schema()).unwrap();
    jsonschema::draft7::new(&schema).unwrap()
}

/// A string as YAML, or `None` if it is none: a schema is about documents that can be read.
fn yaml(text: &str) -> Option<Value> {
    let options = serde_yaml::options! { strict_booleans: true };
    serde_yaml::from_str_with_options(text, options).ok()
}

/// What the schema says about the files of a specification: the first error in each. `None` if a file is not YAML for the
/// generator: such errors come before errors of the shape, and a schema is about values.
fn errors(validator: &Validator, source: &SourceFile) -> Option<Vec<String>> {
    let mut errors = Vec::new();
    for (name, span) in source.files() {
        stages::yaml(source.slice(span)).ok()?;
        let document = yaml(source.slice(span))?;
        let first = validator.iter_errors(&document).next();
        errors.extend(first.map(|error| format!("{name}: {}: {error}", error.instance_path())));
    }
    Some(errors)
}

#[test]
fn the_committed_schema_is_up_to_date() {
    let path = cases::root().join("docs/specsmith.schema.json");
    let found = fs::read_to_string(path).unwrap_or_default();
    assert!(
        found == specsmith::json_schema(),
        "run `cargo run -p specsmith -- schema > docs/specsmith.schema.json`"
    );
}

#[test]
fn the_schema_is_one() {
    let schema: Value = serde_json::from_str(&specsmith::json_schema()).unwrap();
    if let Err(error) = jsonschema::draft7::meta::validate(&schema) {
        panic!("{}: {error}", error.instance_path());
    }
}

/// Every specification of the repository, with its name.
fn specifications() -> Vec<(String, SourceFile)> {
    let mut found = vec![("gateway".to_owned(), cases::gateway())];
    let mut files = cases::apis();
    files.extend(cases::bad());
    for folder in ["tests/fuzz/corpus/spec", "tests/examples"] {
        let entries = fs::read_dir(cases::root().join(folder)).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        files.extend(paths.filter(|path| path.extension().is_some_and(|end| end == "yaml")));
    }
    let sources = files.iter().map(|file| (shown(file), cases::source(file)));
    found.extend(sources);
    found.extend(
        cases::good()
            .iter()
            .map(|case| (case.name.clone(), case.spec())),
    );
    for page in [
        "README.md",
        "docs/spec-language.md",
        "docs/start.md",
        "docs/using.md",
    ] {
        let text = fs::read_to_string(cases::root().join(page)).unwrap();
        let blocks = text.split("\n```yaml\n").skip(1);
        let blocks = blocks.filter_map(|rest| rest.split_once("\n```"));
        let whole = blocks.filter(|(block, _)| block.contains("specsmith: 1\n"));
        found.extend(whole.map(|(block, _)| (page.to_owned(), SourceFile::new(page, block))));
    }
    found.retain(|(_, source)| !specsmith::is_openapi(source));
    found
}

fn shown(file: &Path) -> String {
    let path = file.strip_prefix(cases::root()).unwrap_or(file);
    path.display().to_string()
}

/// The codes of errors that a schema could find.
fn codes(errors: &Diagnostics) -> BTreeSet<&'static str> {
    let codes = errors.iter().map(|error| error.code.0);
    let is_beyond = |code: &&str| BEYOND_A_SCHEMA.iter().any(|(beyond, _)| beyond == code);
    codes.filter(|code| !is_beyond(code)).collect()
}

/// The generator reads a document in phases. Those with errors of the first one after YAML have a wrong shape.
#[test]
fn it_accepts_exactly_the_documents_of_the_right_shape() {
    let validator = validator();
    let (mut accepted, mut rejected) = (0, 0);
    let mut wrong = Vec::new();
    for (name, source) in specifications() {
        // As a main file, a part is wrong; as a part, it is valid.
        let is_part = source.text().starts_with("part_of");
        let shape = stages::shape(&source);
        let Some(errors) = errors(&validator, &source) else {
            assert!(shape.is_err(), "{name} is not YAML");
            continue;
        };
        match shape {
            Ok(()) if errors.is_empty() => accepted += 1,
            // The schema knows more than the reader: that a value of a field is never null.
            Ok(()) if specsmith::read(&source).is_err() => rejected += 1,
            Ok(()) => wrong.push(format!("{name} is valid, but {errors:?}")),
            Err(found) if !codes(&found).is_empty() && errors.is_empty() && !is_part => {
                let found = found.render(&source, Style::Plain);
                wrong.push(format!("{name} is accepted, but {found}"));
            }
            Err(_) => rejected += 1,
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(accepted > 100 && rejected > 50, "{accepted}, {rejected}");
}

/// Values that are put into documents.
fn strange(random: &mut Rng) -> Value {
    let texts = [
        "list<string>",
        "list<",
        "Book?",
        "GET /a/{b}",
        "404",
        "4XX",
        "etag",
        "none",
        "a b",
        "true",
    ];
    match random.u32(..12) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(-1),
        3 => json!(404),
        4 => json!(0.5),
        5 => json!([]),
        6 => json!({}),
        7 => json!(["integer"]),
        8 => json!({ "type": "string" }),
        _ => json!(texts[random.usize(..texts.len())]),
    }
}

/// Removes, renames, adds or replaces something in a document.
fn mutate(value: &mut Value, keys: &[String], random: &mut Rng) {
    let descend = random.u32(..6) > 0;
    match value {
        Value::Object(map) if !map.is_empty() => {
            let index = random.usize(..map.len());
            let key = map.keys().nth(index).unwrap().clone();
            let inner = map.get_mut(&key).unwrap();
            let is_leaf = !matches!(inner, Value::Object(_) | Value::Array(_));
            if descend && !is_leaf {
                return mutate(inner, keys, random);
            }
            let other = keys[random.usize(..keys.len())].clone();
            match random.u32(..4) {
                0 => drop(map.remove(&key)),
                1 => {
                    let moved = map.remove(&key).unwrap();
                    map.insert(other, moved);
                }
                2 => drop(map.insert(other, strange(random))),
                _ => *inner = strange(random),
            }
        }
        Value::Array(items) if !items.is_empty() => {
            let index = random.usize(..items.len());
            match descend {
                true => mutate(&mut items[index], keys, random),
                false => items[index] = strange(random),
            }
        }
        other => *other = strange(random),
    }
}

/// All keys of a document.
fn keys_of(value: &Value, keys: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                keys.insert(key.clone());
                keys_of(value, keys);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| keys_of(item, keys)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Documents that are nearly valid: the schema rejects what has a wrong shape, and nothing that is valid.
#[test]
fn it_agrees_about_documents_that_are_changed_at_random() {
    let validator = validator();
    let mut sources: Vec<SourceFile> = cases::good().iter().map(cases::Case::spec).collect();
    sources.extend((0..20).map(specification));
    sources.retain(|source| source.files().count() == 1 && !specsmith::is_openapi(source));
    let documents: Vec<Value> = sources.iter().filter_map(|of| yaml(of.text())).collect();
    let mut keys = BTreeSet::new();
    documents.iter().for_each(|of| keys_of(of, &mut keys));
    let keys: Vec<String> = keys.into_iter().collect();
    let mut random = Rng::with_seed(18);
    let mut wrong = Vec::new();
    let (mut valid, mut invalid) = (0, 0);
    for _ in 0..ROUNDS {
        let mut document = documents[random.usize(..documents.len())].clone();
        mutate(&mut document, &keys, &mut random);
        let source = SourceFile::new("mutation.yaml", document.to_string());
        if stages::yaml(source.text()).is_err() {
            continue;
        }
        let first = validator.iter_errors(&document).next();
        let shape = stages::shape(&source);
        match (&shape, first) {
            (Ok(()), None) => valid += 1,
            // The schema knows more than the reader: that a number is never the name of a type.
            (Ok(()), Some(_)) if specsmith::read(&source).is_err() => invalid += 1,
            (Err(found), None) if !codes(found).is_empty() => {
                wrong.push(found.render(&source, Style::Plain));
            }
            (Err(_), _) => invalid += 1,
            (Ok(()), Some(error)) => {
                wrong.push(format!("{document}\n{}: {error}", error.instance_path()));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {ROUNDS}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(
        valid > ROUNDS / 20 && invalid > ROUNDS / 5,
        "{valid} valid, {invalid} invalid"
    );
}

const ROUNDS: usize = 700;

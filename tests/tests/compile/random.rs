//! Every accepted specification compiles without warnings from rustc and clippy: the generated crate
//! with both sides, its scaffold, and a caller of its client.
//!
//! The specifications are random. Their grammar covers every feature of the language, with names that
//! are hard to use in Rust. `cargo run -p specsmith-tests --example random_specs` compiles more of them.

#![allow(clippy::unwrap_used, missing_docs)]

use std::fmt::Write as _;
use std::path::Path;

use specsmith::source::SourceFile;
use specsmith_tests::random::compile::Batch;
use specsmith_tests::random::specification;

/// The seeds of the specifications. In some of them, names collide: the names of patterns, an operation's arguments and the
/// generic parameter `A`, an operation and a method of `Arc` or of the client.
const SEEDS: std::ops::Range<u64> = 0..100;

/// The seeds of those that are compiled in each run of the tests.
const FEW_SEEDS: std::ops::Range<u64> = 7..15;

/// Names of APIs that can collide with names in the scaffold.
const API_NAMES: [&str; 14] = [
    "Task",
    "Caller",
    "Key",
    "Page",
    "Vec",
    "String",
    "Result",
    "Option",
    "BTreeMap",
    "BearerToken",
    "AuthError",
    "Timestamp",
    "Self",
    "A",
];

#[test]
fn some_random_specifications_compile() {
    compile("some-random", FEW_SEEDS, &API_NAMES[..1]);
}

#[test]
#[ignore = "part of the full run: compiles 100 random specifications"]
fn random_specifications_and_apis_with_any_name_compile() {
    compile("random", SEEDS, &API_NAMES);
}

fn compile(folder: &str, seeds: std::ops::Range<u64>, api_names: &[&str]) {
    let named = api_names.iter().map(|name| api_named(name));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    let count = usize::try_from(seeds.end - seeds.start).unwrap();
    let least = count * 2 / 3 + api_names.len();
    let batch = Batch::new(&folder, seeds.map(specification).chain(named));
    assert!(batch.accepted() >= least, "{} accepted", batch.accepted());
    let failures = batch.check(&["clippy"]).err().unwrap_or_default();
    let mut report = String::new();
    for failure in &failures {
        let (name, text) = (failure.spec.name(), failure.spec.text());
        writeln!(report, "{name}:\n{}\n{text}\n", failure.messages).unwrap();
    }
    assert!(failures.is_empty(), "{report}");
}

/// An API with this name, whose scaffold needs every possible import.
fn api_named(name: &str) -> SourceFile {
    let text = format!(
        "specsmith: 1
api: {{ name: {name}, title: An API, version: 1.0.0 }}
auth: {{ schemes: {{ key: {{ scheme: bearer, kinds: {{ any: {{}}, admin: {{}} }} }} }} }}
pagers: {{ page: {{ offset: {{ parameter: offset }}, limit: {{ parameter: limit }}, items: items, total: total }} }}
types:
  Task: {{ fields: {{ id: string }} }}
operations:
  list_tasks: {{ route: GET /tasks, auth: any, returns: page<Task> }}
  put_task: {{ route: PUT /tasks, auth: admin, body: Task, returns: map<Task?> }}
  get_times: {{ route: GET /times, auth: none, returns: list<timestamp> }}
"
    );
    SourceFile::new(format!("{name}.yaml"), text)
}

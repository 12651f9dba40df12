//! The dependencies of generated crates: cargo reads each manifest whose specification is accepted.

#![allow(clippy::unwrap_used, missing_docs)]

use std::fs;
use std::path::Path;
use std::process::Command;

use specsmith::source::SourceFile;

/// What the key `dependencies` can contain, as entries of a flow map.
const VALID: [&str; 13] = [
    r#"library-ids: "1""#,
    r#"library_ids: "=1.2.3""#,
    r#"Ids2: "*""#,
    r#"client: "1", server: "1", types: "1", fake: "1", default: "1""#,
    r#"ids: ">= 1.2, <2""#,
    r#"ids: "1.*""#,
    r#"ids: "~1.2.3-beta.1""#,
    r#"ids: "1.0.0+build""#,
    r#"ids: " 1""#,
    r#"ids: { path: ../ids }"#,
    r#"ids: { path: "..\\\"ids\"" }"#,
    r#"ids: { version: "1", path: ../ids, default_features: false, features: [a, b] }"#,
    r#"ids: { version: "1", features: ["a-b_c+d.e", "7"] }"#,
];

const INVALID: [&str; 21] = [
    r#"ids: banana"#,
    r#"ids: """#,
    r#"ids: "1.2.3.4""#,
    r#"ids: "01""#,
    r#"ids: "1 2""#,
    r#"ids: "1.*.3""#,
    r#"ids: "^^1""#,
    r#"ids: "1 || 2""#,
    r#"ids: "1,""#,
    r#"ids: "1-2""#,
    r#"ids: "99999999999999999999""#,
    r#"ids: "1\n2""#,
    r#"ids: { version: "v1", path: ../ids }"#,
    r#"ids: { version: "1", features: [serde/std] }"#,
    r#"ids: { version: "1", features: ["dep:serde"] }"#,
    r#"ids: { version: "1", features: ["serde?/std"] }"#,
    r#"ids: { version: "1", features: [""] }"#,
    r#"1ids: "1""#,
    r#""ids.version": "1""#,
    r#""": "1""#,
    r#""a b": "1""#,
];

#[test]
fn cargo_reads_the_manifest_of_each_accepted_specification() {
    let folder = tempfile::tempdir().unwrap();
    for entries in VALID {
        let files = specsmith::generate(&specification(entries)).unwrap();
        files.write_to(folder.path()).unwrap();
        assert_eq!(problem_of_manifest(folder.path()), None, "{entries}");
    }
}

#[test]
fn dependencies_that_cargo_cannot_read_are_rejected() {
    for entries in INVALID {
        let errors = specsmith::generate(&specification(entries)).unwrap_err();
        let mut codes = errors.iter().map(|error| error.code.0);
        assert!(codes.all(|code| code == "E0622"), "{entries}");
    }
}

fn specification(entries: &str) -> SourceFile {
    let text = format!(
        "specsmith: 1\n\
         api: {{ name: Library, title: Library API, version: 1.0.0 }}\n\
         rust: {{ runtime: ../runtime, dependencies: {{ {entries} }} }}\n\
         operations:\n  ping: {{ route: GET /ping }}\n"
    );
    SourceFile::new("library.yaml", text)
}

/// What cargo says about a manifest that it cannot read.
fn problem_of_manifest(folder: &Path) -> Option<String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--no-deps", "--offline"]);
    cargo.args(["--format-version", "1"]);
    let output = cargo.current_dir(folder).output().unwrap();
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    (!output.status.success()).then(|| format!("{error}\n{manifest}"))
}

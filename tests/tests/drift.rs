//! The committed crate is what its specification gives, and the specification alone decides it.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::fs;

use specsmith::source::SourceFile;
use specsmith_tests::cases;

fn gateway() -> SourceFile {
    SourceFile::new(
        "gateway.yaml",
        fs::read_to_string(cases::root().join("spec/gateway.yaml")).unwrap(),
    )
}

#[test]
fn the_generated_crate_is_what_the_specification_gives() {
    let files = specsmith::generate(&gateway()).expect("`spec/gateway.yaml` has no faults");
    let differences = files
        .compare_with(&cases::root().join("generated"))
        .unwrap();
    let shown: Vec<String> = differences
        .iter()
        .map(|difference| format!("generated/{} {difference}", difference.path()))
        .collect();
    assert!(
        shown.is_empty(),
        "the crate differs from its specification:\n{}\nRun `cargo run -p specsmith -- generate` and commit what it writes.",
        shown.join("\n")
    );
}

#[test]
fn generating_twice_gives_the_same_bytes() {
    assert_eq!(
        specsmith::generate(&gateway()),
        specsmith::generate(&gateway())
    );
    assert_eq!(
        specsmith::scaffold(&gateway()),
        specsmith::scaffold(&gateway())
    );
}

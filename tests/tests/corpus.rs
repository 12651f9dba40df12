//! Each OpenAPI document of `tests/corpus` becomes a crate. The example `corpus` compiles these crates.

#![allow(clippy::unwrap_used, missing_docs)]

use std::fmt::Write as _;
use std::process::Command;
use std::time::{Duration, Instant};

use specsmith_tests::cases;
use specsmith_tests::corpus::documents;

/// The largest document takes less than a tenth of this time in a debug build.
const LIMIT: Duration = Duration::from_secs(60);

#[test]
#[ignore = "OpenAPI is not an input language yet"]
fn each_document_is_generated_in_time() {
    let fetch = cases::root().join("tests/corpus/fetch");
    let folder = unpacked();
    let status = Command::new(&fetch)
        .env("CARGO_TARGET_DIR", &folder)
        .status();
    assert!(status.unwrap().success(), "{} failed", fetch.display());
    let documents = documents(&[folder.join("corpus/documents")]).unwrap();
    let listed = cases::root().join("tests/corpus/MANIFEST.tsv");
    let listed = std::fs::read_to_string(listed).unwrap().lines().count() - 1;
    assert_eq!(
        documents.len(),
        listed,
        "the documents differ from MANIFEST.tsv"
    );
    let mut report = String::new();
    for document in documents {
        let source = cases::source_as(&document.name, &document.path);
        let began = Instant::now();
        if let Err(errors) = specsmith::generate(&source) {
            let text = errors.render(&source, specsmith::diagnostic::Style::Plain);
            let first: Vec<&str> = text.lines().take(20).collect();
            writeln!(
                report,
                "{} is refused:\n{}",
                document.name,
                first.join("\n")
            )
            .unwrap();
        }
        let time = began.elapsed();
        if time > LIMIT {
            writeln!(report, "{} takes {time:?}", document.name).unwrap();
        }
    }
    assert!(
        report.is_empty(),
        "{report}\nRun `tests/corpus/fetch` and `cargo run --release -p specsmith-tests --example corpus -- generate \
         target/corpus/documents`, which groups all errors."
    );
}

/// Where the documents are unpacked.
fn unpacked() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("documents")
}

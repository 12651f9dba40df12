//! OpenAPI documents whose schemas contain each other in circles: each generates, and the order of its components changes
//! nothing.
//!
//! A circle that is followed without an end exhausts the stack, which ends the process. Run the test with `--nocapture`
//! then: the last name is the name of the circle.

#![allow(clippy::unwrap_used, missing_docs)]

use serde_json::Value;
use specsmith::diagnostic::Style;
use specsmith::source::SourceFile;
use specsmith_tests::circles::{WAYS, circles, document, random};

/// The files that a document becomes, each as its lines in alphabetical order.
fn lines(name: &str, schemas: &[(String, Value)]) -> Vec<(String, Vec<String>)> {
    println!("{name}");
    let text = document(schemas);
    let source = SourceFile::new("circle.json", text.as_str());
    let files = specsmith::generate(&source).unwrap_or_else(|errors| {
        let errors = errors.render(&source, Style::Plain);
        panic!("{name} must generate, because documents are never refused:\n{errors}\n{text}")
    });
    let files = files.iter().map(|(path, text)| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort_unstable();
        (path.to_owned(), lines)
    });
    files.collect()
}

/// Compares what a document becomes with what it becomes with its components in reverse.
fn check_order(name: &str, schemas: &[(String, Value)]) {
    let reversed: Vec<(String, Value)> = schemas.iter().rev().cloned().collect();
    let (files, others) = (lines(name, schemas), lines(name, &reversed));
    let paths = |files: &[(String, Vec<String>)]| -> Vec<String> {
        files.iter().map(|(path, _)| path.clone()).collect()
    };
    assert_eq!(
        paths(&files),
        paths(&others),
        "{name}: the order decides which files there are"
    );
    for ((path, lines), (_, other)) in files.iter().zip(&others) {
        let differing = lines.iter().zip(other).find(|(one, other)| one != other);
        assert!(
            differing.is_none() && lines.len() == other.len(),
            "{name}: {path} depends on the order of the components: {differing:?} in\n{}",
            document(schemas)
        );
    }
}

#[test]
fn circles_of_two_schemas() {
    let all: Vec<_> = circles()
        .filter(|(_, schemas)| schemas.len() == 2)
        .collect();
    assert_eq!(all.len(), WAYS.len() * WAYS.len());
    for (name, schemas) in all {
        check_order(&name, &schemas);
    }
}

#[test]
#[ignore = "part of the full run: it takes a minute"]
fn circles_of_three_schemas() {
    for (name, schemas) in circles().filter(|(_, schemas)| schemas.len() == 3) {
        check_order(&name, &schemas);
    }
}

/// What nothing tells apart becomes any value in an order that depends on what else does, so only the circles above are
/// compared with their reverse.
#[test]
fn random_circles() {
    for seed in 0..100 {
        let schemas = random(&mut fastrand::Rng::with_seed(seed));
        lines(&format!("seed {seed}"), &schemas);
    }
}

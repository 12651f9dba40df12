//! What the tests compare, and what is found: documents of a few sections, and changes as lines.

use specsmith::diff::{Axis, Change, Clients, diff};
use specsmith::source::SourceFile;

/// A specification of these sections.
pub(crate) fn specification(sections: &str) -> SourceFile {
    let head = "specsmith: 1\napi: { name: Shop, title: Shop, version: 1.0.0 }\n";
    SourceFile::new("shop.yaml", format!("{head}{sections}"))
}

/// An OpenAPI document of these sections.
pub(crate) fn document(sections: &str) -> SourceFile {
    let head = "openapi: 3.1.0\ninfo: { title: Shop, version: 1.0.0 }\n";
    SourceFile::new("openapi.yaml", format!("{head}{sections}"))
}

/// A Swagger document of these sections.
pub(crate) fn swagger(sections: &str) -> SourceFile {
    let head = "swagger: '2.0'\ninfo: { title: Shop, version: 1.0.0 }\n";
    SourceFile::new("swagger.yaml", format!("{head}{sections}"))
}

/// The changes on the wire, as `rule path: verdict`.
pub(crate) fn found_in(old: &SourceFile, new: &SourceFile) -> Vec<String> {
    found_by(&[Axis::Wire], Clients::Any, old, new)
}

/// The changes on the wire, as `rule path: verdict, verdict after a rollback`.
pub(crate) fn found_with_rollback(old: &SourceFile, new: &SourceFile) -> Vec<String> {
    found_by(&[Axis::Wire, Axis::Rollback], Clients::Any, old, new)
}

fn found_by(axes: &[Axis], clients: Clients, old: &SourceFile, new: &SourceFile) -> Vec<String> {
    let read = |source| specsmith::read_to_compare(source).expect("it has no errors");
    let changes = diff(&read(old), &read(new));
    let on_the_wire = changes
        .iter()
        .filter(|change| change.in_requests || change.in_responses);
    let line = |change: &Change| {
        let verdicts = axes
            .iter()
            .map(|axis| change.verdict(*axis, clients).name());
        let verdicts: Vec<&str> = verdicts.collect();
        format!(
            "{} {}: {}",
            change.rule.id(),
            change.path,
            verdicts.join(", ")
        )
    };
    let mut found: Vec<String> = on_the_wire.map(line).collect();
    found.sort();
    found
}

/// Asserts what changes between specifications of these sections.
#[track_caller]
pub(crate) fn assert_found(old: &str, new: &str, expected: &[&str]) {
    let found = found_in(&specification(old), &specification(new));
    assert_eq!(found, expected, "\nfrom{old}\nto{new}");
}

/// Like [`assert_found`], if Specsmith generated the clients and the receivers of webhooks.
#[track_caller]
pub(crate) fn assert_found_by_generated(old: &str, new: &str, expected: &[&str]) {
    let (before, after) = (specification(old), specification(new));
    let found = found_by(&[Axis::Wire], Clients::Specsmith, &before, &after);
    assert_eq!(found, expected, "\nfrom{old}\nto{new}");
}

/// Asserts what changes between documents in both directions, with what it means after a rollback.
#[track_caller]
pub(crate) fn assert_both(old: &SourceFile, new: &SourceFile, there: &[&str], back: &[&str]) {
    let (old_text, new_text) = (old.text(), new.text());
    let found = found_with_rollback(old, new);
    assert_eq!(found, there, "\nfrom {old_text}\nto {new_text}");
    let found = found_with_rollback(new, old);
    assert_eq!(found, back, "\nfrom {new_text}\nto {old_text}");
}

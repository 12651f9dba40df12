//! What holds for all documents: nothing differs from itself, and the way back is the mirror of the way there.

use std::path::Path;

use specsmith::diagnostic::Style;
use specsmith::diff::{Axis, Change, Clients, Side, Verdict, diff};
use specsmith::load;
use specsmith::source::SourceFile;
use specsmith_tests::{cases, corpus, random};

fn side(source: &SourceFile) -> Option<Side<'_>> {
    specsmith::read_to_compare(source).ok()
}

/// Changes, each on a line.
fn lines(changes: &[Change]) -> String {
    let lines = changes.iter();
    let lines =
        lines.map(|change| format!("{}: {} [{}]", change.path, change.message, change.rule.id()));
    lines.collect::<Vec<_>>().join("\n")
}

/// Asserts that a document does not differ from itself.
fn assert_no_changes(source: &SourceFile) {
    let (Some(old), Some(new)) = (side(source), side(source)) else {
        return;
    };
    let changes = diff(&old, &new);
    assert!(
        changes.is_empty(),
        "{}:\n{}",
        source.name(),
        lines(&changes)
    );
}

#[test]
fn a_specification_does_not_differ_from_itself() {
    for case in cases::good() {
        assert!(side(&case.spec()).is_some(), "a good case has errors");
        assert_no_changes(&case.spec());
    }
    for path in cases::apis() {
        let source = cases::source(&path);
        assert!(side(&source).is_some(), "{} has errors", path.display());
        assert_no_changes(&source);
    }
    for seed in 0..100 {
        assert_no_changes(&random::specification(seed));
    }
}

/// The documents of real APIs are outside of this repository. Without them, a warning says that nothing was compared.
#[test]
fn a_real_document_does_not_differ_from_itself() {
    let largest = match std::env::var_os("SPECSMITH_ALL_DOCUMENTS") {
        Some(_) => u64::MAX,
        // Without optimization, large ones take a minute.
        None => 500_000,
    };
    let Some(folder) = cases::shared("corpus") else {
        return;
    };
    let documents = corpus::documents(&[folder]).expect("the folder can be read");
    for document in documents
        .iter()
        .filter(|document| document.bytes <= largest)
    {
        if let Ok(source) = load::specification(&document.path, &mut Vec::new()) {
            assert_no_changes(&source);
        }
    }
}

/// A specification generates the same API if it is written in the other language, so nothing that its own conversion keeps
/// differs.
#[test]
fn a_document_does_not_differ_from_its_conversion() {
    for path in cases::warnings() {
        let source = cases::source(&path);
        let Ok(converted) = specsmith::convert(&source) else {
            continue;
        };
        let converted = SourceFile::new("converted.yaml", converted.text);
        let (Some(old), Some(new)) = (side(&source), side(&converted)) else {
            continue;
        };
        let changes = diff(&old, &new);
        let found = changes
            .iter()
            .filter(|change| !change.rule.is_not_compared());
        let found: Vec<Change> = found.cloned().collect();
        assert!(found.is_empty(), "{}:\n{}", path.display(), lines(&found));
    }
}

/// What a change means for old clients and a new server is what the reverse means for new clients and an old server.
#[test]
fn the_way_back_is_the_mirror() {
    let pairs = random_pairs().chain(given_pairs());
    let mut compared = 0;
    for (old, new) in pairs {
        let (Some(old), Some(new)) = (side(&old), side(&new)) else {
            continue;
        };
        let (there, back) = (diff(&old, &new), diff(&new, &old));
        let seen = |changes: &[Change], axis| {
            let mut seen: Vec<(&'static str, Verdict)> = changes
                .iter()
                .filter(|change| change.in_requests || change.in_responses)
                .map(|change| {
                    let rule = match axis {
                        Axis::Wire => change.rule,
                        _ => change.rule.mirror(),
                    };
                    (rule.id(), change.verdict(axis, Clients::Any))
                })
                .collect();
            seen.sort_unstable();
            seen
        };
        assert_eq!(
            seen(&there, Axis::Wire),
            seen(&back, Axis::Rollback),
            "{} → {}\n{}",
            old.source.name(),
            new.source.name(),
            lines(&there),
        );
        compared += 1;
    }
    assert!(compared > 50, "only {compared} pairs were compared");
}

/// Random specifications that have nothing in common.
fn random_pairs() -> impl Iterator<Item = (SourceFile, SourceFile)> {
    (0..60).map(|seed| (random::specification(seed), random::specification(seed + 1)))
}

/// The pairs of documents that are outside of this repository.
fn given_pairs() -> impl Iterator<Item = (SourceFile, SourceFile)> {
    let folders = cases::shared("diff-cases").into_iter();
    let entries = folders.flat_map(|folder| std::fs::read_dir(folder.join("cases")));
    let cases = entries.flatten().flatten();
    cases.filter_map(|case| {
        let files = std::fs::read_dir(case.path()).ok()?.flatten();
        let mut files: Vec<_> = files.map(|file| file.path()).collect();
        files.sort();
        let [old, new] = files.as_slice() else {
            return None;
        };
        let read = |path: &Path| load::specification(path, &mut Vec::new()).ok();
        Some((read(old)?, read(new)?))
    })
}

#[test]
fn positions_are_those_of_the_parts() {
    let old = SourceFile::new("old.yaml", SPEC);
    let new = SourceFile::new("new.yaml", SPEC.replace("b?: string", "c: string"));
    let (old_side, new_side) = (side(&old).unwrap(), side(&new).unwrap());
    let changes = diff(&old_side, &new_side);
    let report = specsmith::diff::Report::new(&old_side, &new_side, changes, Default::default());
    let text = report.to_text(Style::Plain);
    assert!(text.contains("--> new.yaml:4:29"), "{text}");
    assert!(text.contains("--> old.yaml:4:29"), "{text}");
}

const SPEC: &str = "specsmith: 1
api: { name: A, title: A, version: 1.0.0 }
types:
  A: { fields: { a: string, b?: string } }
operations:
  get_a: { route: GET /a, returns: A }
";

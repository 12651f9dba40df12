//! What holds for all documents: nothing differs from itself, and the way back is the mirror of the way there.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;
use specsmith::diagnostic::Style;
use specsmith::diff::{Axis, Change, Clients, Side, Verdict, diff};
use specsmith::load;
use specsmith::source::SourceFile;
use specsmith_tests::random::{self, mutate};
use specsmith_tests::{cases, corpus};

/// What is compared of a source. Panics with its errors if it has some.
fn read(source: &SourceFile) -> Side<'_> {
    specsmith::read_to_compare(source)
        .unwrap_or_else(|errors| panic!("{}", errors.render(source, Style::Plain)))
}

/// Changes, each on a line.
fn lines(changes: &[Change]) -> String {
    let lines = changes.iter();
    let lines =
        lines.map(|change| format!("{}: {} [{}]", change.path, change.message, change.rule.id()));
    lines.collect::<Vec<_>>().join("\n")
}

/// Asserts that a document does not differ from itself.
fn assert_no_changes(name: &str, old: &Side<'_>, new: &Side<'_>) {
    let changes = diff(old, new);
    assert!(changes.is_empty(), "{name}:\n{}", lines(&changes));
}

#[test]
fn a_specification_does_not_differ_from_itself() {
    let good = cases::good().into_iter().map(|case| case.spec());
    let apis = cases::apis().into_iter().map(|path| cases::source(&path));
    for source in good.chain(apis) {
        assert_no_changes(source.name(), &read(&source), &read(&source));
    }
    let mut compared = 0;
    for seed in 0..100 {
        let source = random::specification(seed);
        // Some random documents are rejected.
        let read = || specsmith::read_to_compare(&source).ok();
        if let (Some(old), Some(new)) = (read(), read()) {
            assert_no_changes(&format!("seed {seed}"), &old, &new);
            compared += 1;
        }
    }
    assert!(
        compared >= 70,
        "only {compared} random specifications were compared"
    );
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
    let mut documents = corpus::documents(&[folder]).expect("the folder can be read");
    documents.retain(|document| document.bytes <= largest);
    let mut compared = 0;
    for document in &documents {
        let Ok(source) = load::specification(&document.path, &mut Vec::new()) else {
            continue;
        };
        // Some real documents have errors.
        let read = || specsmith::read_to_compare(&source).ok();
        if let (Some(old), Some(new)) = (read(), read()) {
            assert_no_changes(source.name(), &old, &new);
            compared += 1;
        }
    }
    let all = documents.len();
    assert!(
        compared >= all * 9 / 10,
        "{compared} of {all} documents were compared"
    );
}

/// A specification generates the same API if it is written in the other language, so nothing that its own conversion keeps
/// differs.
#[test]
fn a_document_does_not_differ_from_its_conversion() {
    let mut compared = 0;
    let paths = cases::warnings();
    for path in &paths {
        let source = cases::source(path);
        // Some documents cannot be converted.
        let Ok(converted) = specsmith::convert(&source) else {
            continue;
        };
        let converted = SourceFile::new("converted.yaml", converted.text);
        let mut changes = diff(&read(&source), &read(&converted));
        changes.retain(|change| !change.rule.is_not_compared());
        assert!(
            changes.is_empty(),
            "{}:\n{}",
            path.display(),
            lines(&changes)
        );
        compared += 1;
    }
    let all = paths.len();
    assert!(
        compared >= all * 9 / 10,
        "{compared} of {all} documents were compared"
    );
}

/// What a change means for old clients and a new server is what the reverse means for new clients and an old server.
#[test]
fn the_way_back_is_the_mirror() {
    let mut report = String::new();
    let (mut compared, mut renamed) = (0, 0);
    for (title, old, new) in random_pairs().chain(given_pairs()) {
        let read = |source| specsmith::read_to_compare(source);
        let (Ok(before), Ok(after)) = (read(&old), read(&new)) else {
            continue;
        };
        compared += 1;
        let (there, back) = (diff(&before, &after), diff(&after, &before));
        let (there, back) = (seen(&there, Axis::Wire), seen(&back, Axis::Rollback));
        if paths(&there) == paths(&back) {
            continue;
        }
        // A path has the names of the new document. If the old one has others, positions show that the parts are the same.
        if positions(&there) == positions(&back) {
            renamed += 1;
            continue;
        }
        let only = |these: &[Seen], others: &[Seen]| -> String {
            let only = these.iter().filter(|one| !others.contains(one));
            only.map(|one| format!("    {one:?}\n")).collect()
        };
        let (only_there, only_back) = (only(&there, &back), only(&back, &there));
        writeln!(
            report,
            "{title}\n  there:\n{only_there}  back:\n{only_back}"
        )
        .unwrap();
    }
    assert!(report.is_empty(), "{report}");
    assert!(compared >= 50, "only {compared} pairs were compared");
    assert!(
        renamed * 20 <= compared,
        "{renamed} of {compared} pairs were compared by positions alone"
    );
}

/// Where a change is in the document that is new on the way there, and in the other one.
type Positions = [Option<(usize, usize)>; 2];

/// What is compared of a change.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Seen {
    rule: &'static str,
    verdict: Verdict,
    path: String,
    positions: Positions,
}

/// What is seen of the changes that concern requests or responses. After a rollback, a rule is the mirror of another one.
fn seen(changes: &[Change], axis: Axis) -> Vec<Seen> {
    let on_the_wire = changes
        .iter()
        .filter(|change| change.in_requests || change.in_responses);
    let seen = on_the_wire.map(|change| {
        let mut positions =
            [change.new, change.old].map(|span| span.map(|span| (span.start(), span.end())));
        let rule = match axis {
            Axis::Rollback => {
                positions.reverse();
                change.rule.mirror()
            }
            Axis::Wire | Axis::Callers | Axis::Implementers => change.rule,
        };
        Seen {
            rule: rule.id(),
            verdict: change.verdict(axis, Clients::Any),
            path: change.path.clone(),
            positions,
        }
    });
    seen.collect()
}

fn paths(seen: &[Seen]) -> Vec<(&'static str, Verdict, &str)> {
    let paths = seen
        .iter()
        .map(|one| (one.rule, one.verdict, one.path.as_str()));
    let mut paths: Vec<_> = paths.collect();
    paths.sort_unstable();
    paths
}

fn positions(seen: &[Seen]) -> Vec<(&'static str, Verdict, Positions)> {
    let positions = seen
        .iter()
        .map(|one| (one.rule, one.verdict, one.positions));
    let mut positions: Vec<_> = positions.collect();
    positions.sort_unstable();
    positions
}

/// Random specifications, and random changes of them.
fn random_pairs() -> impl Iterator<Item = (String, SourceFile, SourceFile)> {
    (0..24).flat_map(|seed| {
        let document = random::document(seed);
        (0..5).filter_map(move |number| {
            let (mutation, changed) = mutate::mutate(&document, seed, number)?;
            let title = format!(
                "seed {seed}, change {number}: {}: {}",
                mutation.kind, mutation.what
            );
            let source = |name, document: &Value| SourceFile::new(name, document.to_string());
            Some((
                title,
                source("old.yaml", &document),
                source("new.yaml", &changed),
            ))
        })
    })
}

/// The pairs of documents that are outside of this repository.
fn given_pairs() -> impl Iterator<Item = (String, SourceFile, SourceFile)> {
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
        Some((case.path().display().to_string(), read(old)?, read(new)?))
    })
}

/// Asserts that the report has positions in both documents, which begin with these lines and columns.
#[track_caller]
fn assert_positions(old: &str, new: &str, [in_old, in_new]: [&str; 2]) {
    let old = SourceFile::new("old.yaml", old);
    let new = SourceFile::new("new.yaml", new);
    let (old_side, new_side) = (read(&old), read(&new));
    let changes = diff(&old_side, &new_side);
    let report = specsmith::diff::Report::new(&old_side, &new_side, changes, Default::default());
    let text = report.to_text(Style::Plain);
    assert!(text.contains(&format!("--> new.yaml:{in_new}")), "{text}");
    assert!(text.contains(&format!("--> old.yaml:{in_old}")), "{text}");
}

#[test]
fn positions_are_those_of_the_parts() {
    let new = SPEC.replace("b?: string", "c: string");
    assert_positions(SPEC, &new, ["4:29", "4:29"]);
}

#[test]
fn a_variant_with_another_name_has_a_position_on_both_sides() {
    let old = "
openapi: 3.1.0
info: { title: A, version: 1.0.0 }
paths:
  /amount:
    get:
      operationId: get_amount
      responses:
        '200':
          description: An amount.
          content: { application/json: { schema: { $ref: '#/components/schemas/Amount' } } }
components:
  schemas:
    Amount:
      oneOf:
        - type: string
        - type: integer
";
    let new = old.replace("type: integer", "type: number");
    assert_positions(old, &new, ["17:11", "17:11"]);
    assert_positions(&new, old, ["17:11", "17:11"]);
}

/// The position of an error that another operation has too is not that of the error, which is not new or gone.
#[test]
fn an_error_of_one_operation_more_is_at_that_operation() {
    let with = |errors: &str| {
        format!(
            "specsmith: 1
api: {{ name: A, title: A, version: 1.0.0 }}
errors:
  404: {{ name: Missing, message: It is missing. }}
operations:
  get_a: {{ route: GET /a, errors: [404] }}
  get_b: {{ route: GET /b, errors: [{errors}] }}
"
        )
    };
    let position = |old: &str, new: &str, is_new: bool| {
        let (old, new) = (
            SourceFile::new("old.yaml", old),
            SourceFile::new("new.yaml", new),
        );
        let changes = diff(&read(&old), &read(&new));
        let change = changes.iter().find(|change| change.path == "get_b.404");
        let change = change.unwrap_or_else(|| panic!("{}", lines(&changes)));
        let span = if is_new { change.new } else { change.old };
        span.map(|span| span.start())
    };
    let (without, with) = (with(""), with("404"));
    let listed = with.rfind("404");
    assert_eq!(position(&without, &with, true), listed);
    assert_eq!(position(&with, &without, false), listed);
}

const SPEC: &str = "specsmith: 1
api: { name: A, title: A, version: 1.0.0 }
types:
  A: { fields: { a: string, b?: string } }
operations:
  get_a: { route: GET /a, returns: A }
";

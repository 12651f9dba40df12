//! The wire as the judge of `specsmith diff`: random values that one version of an API allows are read as the other version
//! reads them. Whatever fails must have been predicted, and what was predicted must fail for some value.
//!
//! Values are validated by the schemas of the exported documents. Other tests show that servers and clients agree with
//! these schemas, and `two_versions` in `wire` what they do with everything else. Both specifications of each disagreement
//! are kept in `target/tmp/wire`.

mod exchange;
mod samples;
mod schema;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use fastrand::Rng;
use serde_json::Value;
use specsmith::Format;
use specsmith::diff::{Axis, Change, Clients, Rule, Side, SubjectKind, Verdict, diff};
use specsmith::source::SourceFile;
use specsmith_tests::random::{self, mutate};

use exchange::{Outcome, Version, exchange};

#[test]
fn what_fails_on_the_wire_was_predicted() {
    judge(0..10, 10);
}

#[test]
#[ignore = "part of the full run: judges 10 changes of each specification with a seed in 0..100, or in CHANGED_SEEDS"]
fn what_fails_on_the_wire_was_predicted_for_many_changes() {
    let seeds = std::env::var("CHANGED_SEEDS").unwrap_or_else(|_| "0..100".to_owned());
    let (first, end) = seeds.split_once("..").expect("a range, such as 100..200");
    judge(first.parse().unwrap()..end.parse().unwrap(), 10);
}

/// Changes that break clients in ways that values of schemas cannot show, and why. What errors say is not judged
/// either.
const NOT_SHOWN: [(Rule, &str); 8] = [
    (Rule::ErrorBodyChanged, ERRORS),
    (Rule::ErrorShapeChanged, ERRORS),
    (Rule::ErrorValueChanged, ERRORS),
    (
        Rule::XmlChanged,
        "schemas validate values, not how they are written in XML",
    ),
    (
        Rule::ScopeAdded,
        "which keys are of a kind is up to the server",
    ),
    (
        Rule::CredentialsRemoved,
        "a server that needs no credentials ignores others, and does not know the caller",
    ),
    (
        Rule::WebhookRemoved,
        "receivers do not notice that nothing is sent",
    ),
    (Rule::MaxSizeLowered, "schemas do not count bytes"),
];

const ERRORS: &str = "calls that fail anyway do not work because of what their errors say";

/// How often further values are made if none fails.
const MORE: usize = 20;

fn judge(seeds: std::ops::Range<u64>, each: u64) {
    let folder = &Path::new(env!("CARGO_TARGET_TMPDIR")).join("wire");
    let mut report = Report::default();
    let possible = usize::try_from((seeds.end - seeds.start) * each).unwrap();
    for seed in seeds {
        let document = random::document(seed);
        let old_source = source("old", &document);
        // Some random documents are rejected.
        let Ok(old) = specsmith::read_to_compare(&old_source) else {
            continue;
        };
        for number in 0..each {
            let Some((mutation, changed)) = mutate::mutate(&document, seed, number) else {
                continue;
            };
            let new_source = source("new", &changed);
            let Ok(new) = specsmith::read_to_compare(&new_source) else {
                continue;
            };
            let title = format!(
                "seed {seed}, change {number}: {}: {}",
                mutation.kind, mutation.what
            );
            let wrong = report.wrong.len();
            report.add(&title, &old, &new, &mut Rng::with_seed(seed));
            if report.wrong.len() > wrong {
                mutate::keep(folder, seed, number).unwrap();
            }
        }
    }
    println!("{}", report.summary());
    assert!(report.wrong.is_empty(), "{}", report.wrong.join("\n\n"));
    report.assert_enough(possible);
}

fn source(name: &str, document: &Value) -> SourceFile {
    let text = serde_json::to_string_pretty(document).unwrap();
    SourceFile::new(format!("{name}.yaml"), text)
}

#[derive(Default)]
struct Report {
    pairs: usize,
    /// How often an operation fails or works that was predicted to fail or to work.
    counts: BTreeMap<(&'static str, &'static str), usize>,
    wrong: Vec<String>,
}

impl Report {
    fn add(&mut self, title: &str, old: &Side<'_>, new: &Side<'_>, rng: &mut Rng) {
        self.pairs += 1;
        let changes = diff(old, new);
        let [old, new] = [old, new].map(|side| {
            let text = specsmith::openapi_of(&side.api, Format::Json);
            Version::new(serde_json::from_str(&text).unwrap())
        });
        for (axis, client, server) in [(Axis::Wire, &old, &new), (Axis::Rollback, &new, &old)] {
            let mut outcome = exchange(client, server, rng);
            // Some values are rarely made.
            for _ in 0..MORE {
                if breaking(axis, &changes).all(|change| found(axis, change, &outcome).is_some()) {
                    break;
                }
                let more = exchange(client, server, rng);
                outcome.failures.extend(more.failures);
            }
            self.compare(title, axis, &changes, &outcome);
        }
    }

    fn compare(&mut self, title: &str, axis: Axis, changes: &[Change], outcome: &Outcome) {
        let verdict = |change: &Change| change.verdict(axis, Clients::Specsmith);
        let shown = |change: &Change| {
            let (rule, verdict) = (change.rule.id(), verdict(change).name());
            format!("{}: {} [{rule}, {verdict}]", change.path, change.message)
        };
        for (operation, failure) in &outcome.failures {
            let about = changes.iter().filter(|change| concerns(change, operation));
            let said = about
                .clone()
                .map(verdict)
                .max()
                .unwrap_or(Verdict::Compatible);
            let is_predicted = said >= Verdict::Unknown;
            self.count(
                if is_predicted {
                    "predicted"
                } else {
                    "not predicted"
                },
                "fails",
            );
            if !is_predicted {
                let all: Vec<String> = about.map(shown).collect();
                let axis = axis.name();
                let all = all.join("\n    ");
                self.wrong.push(format!(
                    "{title}\n  {axis}, {operation} fails: {failure}\n    {all}"
                ));
            }
        }
        for change in breaking(axis, changes) {
            match found(axis, change, outcome) {
                Some(found) => self.count("breaking", found),
                None => {
                    self.count("breaking", "works");
                    let axis = axis.name();
                    self.wrong.push(format!(
                        "{title}\n  {axis}, nothing fails: {}",
                        shown(change)
                    ));
                }
            }
        }
    }

    fn count(&mut self, said: &'static str, found: &'static str) {
        *self.counts.entry((said, found)).or_default() += 1;
    }

    /// Asserts that enough pairs were judged, and that enough breaks that were predicted were seen: a reason why one
    /// cannot be shown must not become a way to hide it.
    fn assert_enough(&self, possible: usize) {
        let summary = self.summary();
        let count = |found| {
            self.counts
                .get(&("breaking", found))
                .copied()
                .unwrap_or_default()
        };
        let breaks = self
            .counts
            .iter()
            .filter(|((said, _), _)| *said == "breaking");
        let breaks: usize = breaks.map(|(_, count)| count).sum();
        let is_enough = |part: usize, percent, all: usize| part * 100 >= all * percent;
        // Some random documents are rejected.
        assert!(
            is_enough(self.pairs, 40, possible),
            "few pairs, of {possible}: {summary}"
        );
        assert!(
            is_enough(breaks, 30, self.pairs),
            "few breaks were predicted: {summary}"
        );
        assert!(
            is_enough(count("fails"), 40, breaks),
            "few breaks were seen: {summary}"
        );
        assert!(
            !is_enough(count("is not called"), 10, breaks),
            "many are not called: {summary}"
        );
    }

    fn summary(&self) -> String {
        let mut text = format!("{} pairs", self.pairs);
        for ((said, found), count) in &self.counts {
            let _ = write!(text, ", {said} and {found}: {count}");
        }
        text
    }
}

fn breaking(axis: Axis, changes: &[Change]) -> impl Iterator<Item = &Change> {
    let is_breaking =
        move |change: &&Change| change.verdict(axis, Clients::Specsmith) == Verdict::Breaking;
    changes.iter().filter(is_breaking)
}

/// That something fails because of a breaking change, or why it cannot be shown. `None` if everything works.
fn found(axis: Axis, change: &Change, outcome: &Outcome) -> Option<&'static str> {
    let mut failures = outcome.failures.keys();
    if failures.any(|operation| concerns(change, operation)) {
        return Some("fails");
    }
    let rule = match axis {
        Axis::Rollback => change.rule.mirror(),
        Axis::Wire | Axis::Callers | Axis::Implementers => change.rule,
    };
    let is_among = |operations: &BTreeSet<String>| {
        let mut operations = operations.iter();
        operations.any(|operation| concerns(change, operation))
    };
    let kind = change.subject.kind;
    let is_of_type = kind == SubjectKind::Type;
    let is_of_operation = matches!(kind, SubjectKind::Operation | SubjectKind::Webhook);
    if !is_of_type && !is_of_operation {
        Some("is about errors or the whole API")
    } else if !is_among(&outcome.called) {
        Some("is not called")
    } else if NOT_SHOWN.iter().any(|(known, _)| *known == rule) {
        Some("is not of values")
    } else if is_among(&outcome.unsure) {
        Some("is not in the document")
    } else if is_of_type && is_among(&outcome.with_other_errors) {
        Some("is maybe of errors")
    } else {
        None
    }
}

/// Whether a change is about an operation, or about what it uses.
fn concerns(change: &Change, operation: &str) -> bool {
    let mut users = change.used_by.iter();
    change.subject.kind == SubjectKind::Api
        || change.subject.name == operation
        || users.any(|user| user.name == operation)
}

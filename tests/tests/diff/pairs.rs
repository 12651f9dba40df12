//! Pairs of documents from the tests of another tool. They are outside of this repository. Without them, a warning says that
//! nothing was compared.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use specsmith::diff::{Axis, Change, Clients, Verdict};
use specsmith::load;
use specsmith_tests::cases;

/// A line of the table of pairs.
struct Case {
    number: String,
    ids: String,
    level: String,
    coverage: String,
    wire: String,
    why: String,
}

fn folder() -> Option<PathBuf> {
    cases::shared("diff-cases")
}

fn table(folder: &Path) -> Vec<Case> {
    let table = fs::read_to_string(folder.join("cases.tsv")).unwrap();
    let mut lines = table.lines();
    let names: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let column = |name: &str| names.iter().position(|known| *known == name).unwrap();
    let [number, ids, level] = ["case", "ids", "level"].map(column);
    let [coverage, wire, why] = ["coverage", "wire_breaking", "why"].map(column);
    let cases = lines.map(|line| {
        let values: Vec<&str> = line.split('\t').collect();
        Case {
            number: values[number].to_owned(),
            ids: values[ids].to_owned(),
            level: values[level].to_owned(),
            coverage: values[coverage].to_owned(),
            wire: values[wire].to_owned(),
            why: values[why].to_owned(),
        }
    });
    cases.collect()
}

fn document(folder: &Path, case: &str, name: &str) -> PathBuf {
    let files = fs::read_dir(folder.join("cases").join(case)).unwrap();
    let mut files = files.map(|file| file.unwrap().path());
    files
        .find(|file| file.file_stem().is_some_and(|stem| stem == name))
        .unwrap()
}

fn changes(folder: &Path, case: &str) -> Result<Vec<Change>, String> {
    let source = |name| {
        let path = document(folder, case, name);
        load::specification(&path, &mut Vec::new()).map_err(|error| error.to_string())
    };
    let (old, new) = (source("base")?, source("revision")?);
    let read = |source| {
        let side = specsmith::read_to_compare(source);
        side.map_err(|errors| errors.render(source, specsmith::diagnostic::Style::Plain))
    };
    Ok(specsmith::diff::diff(&read(&old)?, &read(&new)?))
}

/// The worst verdict on the wire.
fn verdict(changes: &[Change]) -> Verdict {
    let verdicts = changes.iter();
    let verdicts = verdicts.map(|change| change.verdict(Axis::Wire, Clients::Any));
    verdicts.max().unwrap_or(Verdict::Compatible)
}

/// The changes of a pair, each on a line.
fn lines(changes: &[Change]) -> String {
    let lines = changes.iter().map(|change| {
        let verdict = change.verdict(Axis::Wire, Clients::Any).name();
        let (rule, path, message) = (change.rule.id(), &change.path, &change.message);
        format!("    {rule} {path}: {message} ({verdict})\n")
    });
    lines.collect()
}

/// The verdict on the wire agrees with the judgement of each pair, or the difference has a reason. What is risky or not
/// compared counts as a break that was announced.
#[test]
fn the_wire_verdict_agrees_with_the_judgement() {
    let Some(folder) = folder() else {
        return;
    };
    let mut report = String::new();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut reasons: BTreeMap<&str, &str> = REASONS.iter().copied().collect();
    for case in table(&folder) {
        let number = case.number.as_str();
        let found = match changes(&folder, number) {
            Ok(found) => found,
            Err(errors) => {
                if reasons.remove(number).is_none() {
                    writeln!(report, "{number}: {errors}").unwrap();
                }
                continue;
            }
        };
        let says = match verdict(&found) {
            Verdict::Compatible => "no",
            Verdict::Risky | Verdict::Unknown | Verdict::Breaking => "yes",
        };
        *counts.entry(format!("{}: {says}", case.wire)).or_default() += 1;
        let agrees = case.wire == "unsure" || says == case.wire;
        match (agrees, reasons.remove(number)) {
            (true, None) | (false, Some(_)) => {}
            (true, Some(_)) => {
                writeln!(report, "{number} agrees now: remove its reason").unwrap();
            }
            (false, None) => {
                let (wire, ids, why) = (&case.wire, &case.ids, &case.why);
                let lines = lines(&found);
                writeln!(
                    report,
                    "{number} is {wire}, found {says} ({ids}; {why}):\n{lines}"
                )
                .unwrap();
            }
        }
    }
    for number in reasons.keys() {
        writeln!(report, "{number} is not in the table: remove its reason").unwrap();
    }
    println!("{counts:?}, {} with a reason", REASONS.len());
    assert!(report.is_empty(), "{report}\n{counts:?}");
    let compared: usize = counts.values().sum();
    assert!(compared >= LEAST, "only {compared} pairs were compared");
}

/// What the other tool's tests expect, where they state all errors and warnings: how often the verdict is as bad.
#[test]
fn errors_of_the_other_tool_are_found() {
    let Some(folder) = folder() else {
        return;
    };
    let mut counts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for case in table(&folder) {
        if !["all", "breaking"].contains(&case.coverage.as_str()) {
            continue;
        }
        let found = match changes(&folder, &case.number) {
            Ok(found) => found,
            Err(_) if has_reason(&case.number) => continue,
            Err(errors) => panic!("{}: {errors}", case.number),
        };
        let is_announced = verdict(&found) > Verdict::Compatible;
        let is_expected = ["ERR", "WARN"].contains(&case.level.as_str());
        let word = match (is_expected, is_announced) {
            (true, true) | (false, false) => "agree",
            // The judgement of the pairs says who is right.
            _ if case.wire == "unsure" => "differ, unsure",
            _ if is_announced == (case.wire == "yes") => "differ, as judged",
            _ => "differ, against the judgement",
        };
        counts.entry(word.to_owned()).or_default().push(case.number);
    }
    println!("{counts:#?}");
    let against = counts.get("differ, against the judgement");
    let without_reason = against
        .into_iter()
        .flatten()
        .filter(|number| !has_reason(number));
    let without_reason: Vec<&String> = without_reason.collect();
    assert!(without_reason.is_empty(), "{without_reason:?}");
    let compared: usize = counts.values().map(Vec::len).sum();
    assert!(
        compared >= LEAST_WITH_LEVEL,
        "only {compared} pairs were compared"
    );
}

fn has_reason(number: &str) -> bool {
    REASONS.iter().any(|(known, _)| *known == number)
}

/// How many pairs are compared at least, so that an empty table does not pass.
const LEAST: usize = 370;

/// How many of them have all errors and warnings of the other tool's tests.
const LEAST_WITH_LEVEL: usize = 95;

/// Why a verdict differs from the judgement of a pair.
const REASONS: &[(&str, &str)] = &[
    (
        "004",
        "the parameter of the path is declared under another name, so what the model left out is gone too",
    ),
    (
        "014",
        "what becomes unstable may break from then on, so it is announced",
    ),
    (
        "043",
        "what becomes unstable may break from then on, so it is announced",
    ),
    (
        "050",
        "clients may have planned with the date that is gone, so it is announced",
    ),
    (
        "052",
        "clients may have planned with the date that is gone, so it is announced",
    ),
    (
        "149",
        "the pattern of a `readOnly` field is kept for requests only",
    ),
    (
        "151",
        "a server checks a `readOnly` field that a client sends all the same",
    ),
    (
        "176",
        "a body without media types is left out: that it is new is not compared",
    ),
    (
        "232",
        "clients may have planned with the date that is gone, so it is announced",
    ),
    (
        "235",
        "clients may have planned with the date that is gone, so it is announced",
    ),
    (
        "260",
        "a path parameter that its path does not have is left out: what it says is not compared",
    ),
    (
        "268",
        "a path parameter that its path does not have is left out: what it says is not compared",
    ),
    (
        "275",
        "a path parameter that its path does not have is left out: what it says is not compared",
    ),
    (
        "278",
        "`null` in a parameter cannot be sent, and is left out: that it is new is not compared",
    ),
    (
        "286",
        "objects that nothing tells apart become one object: how many there were is not compared",
    ),
    (
        "296",
        "a body that is `null` or an object is always an object in the model",
    ),
    (
        "298",
        "properties imply an object, so any other JSON was rejected before as well",
    ),
    (
        "325",
        "two schemas beside a type are not compared: a further one may reject more",
    ),
    (
        "370",
        "whether a value fits only one member of `oneOf` is not checked, and not compared",
    ),
    (
        "371",
        "two patterns are not compared: that one accepts all that the other does is not known",
    ),
    (
        "428",
        "`null` and absence are the same in a header, and it was optional before",
    ),
    (
        "437",
        "XML beside JSON is left out: that it is new is not compared",
    ),
    (
        "442",
        "`readOnly` and `writeOnly` exclude each other: what is meant is not compared",
    ),
    (
        "455",
        "objects that nothing tells apart become one object: how many there were is not compared",
    ),
    (
        "535",
        "`null` and absence are the same in a query, and it was optional before",
    ),
    (
        "557",
        "a document without `paths`, `webhooks` and `components` describes no API",
    ),
    (
        "520",
        "a number in a query is the same text as a string, which the parameter still takes",
    ),
    (
        "524",
        "a number in a query is the same text as a string, which the parameter still takes",
    ),
];

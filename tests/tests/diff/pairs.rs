//! Pairs of documents from the tests of another tool. They are outside of this repository; without them, nothing is
//! compared.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use specsmith::diff::{Axis, Change, Clients, Verdict};
use specsmith::load;

/// A line of the table of pairs.
struct Case {
    number: String,
    ids: String,
    wire: String,
    why: String,
}

fn folder() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/diff-cases");
    folder.is_dir().then_some(folder)
}

fn cases(folder: &Path) -> Vec<Case> {
    let table = fs::read_to_string(folder.join("cases.tsv")).unwrap();
    let mut lines = table.lines();
    let names: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let column = |name: &str| names.iter().position(|known| *known == name).unwrap();
    let [number, ids, wire, why] = ["case", "ids", "wire_breaking", "why"].map(column);
    let cases = lines.map(|line| {
        let values: Vec<&str> = line.split('\t').collect();
        Case {
            number: values[number].to_owned(),
            ids: values[ids].to_owned(),
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

/// The verdict on the wire agrees with the judgement of each pair, or the difference has a reason.
#[test]
fn the_wire_verdict_agrees_with_the_judgement() {
    let Some(folder) = folder() else {
        eprintln!("the pairs are not here: nothing was compared");
        return;
    };
    let mut report = String::new();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for case in cases(&folder) {
        let found = match changes(&folder, &case.number) {
            Ok(found) => found,
            Err(errors) => {
                writeln!(report, "{} {}: ERROR {errors}", case.number, case.wire).unwrap();
                continue;
            }
        };
        let worst = found
            .iter()
            .map(|change| change.verdict(Axis::Wire, Clients::Any))
            .max()
            .unwrap_or(Verdict::Compatible);
        let says = if worst == Verdict::Compatible {
            "no"
        } else {
            "yes"
        };
        *counts.entry(format!("{} {says}", case.wire)).or_default() += 1;
        if case.wire != "unsure" && says != case.wire {
            writeln!(
                report,
                "{} is {}, found {says} ({}; {}):",
                case.number, case.wire, case.ids, case.why
            )
            .unwrap();
            for change in &found {
                let verdict = change.verdict(Axis::Wire, Clients::Any).name();
                writeln!(
                    report,
                    "    {} {}: {} ({verdict})",
                    change.rule.id(),
                    change.path,
                    change.message
                )
                .unwrap();
            }
        }
    }
    panic!("{report}\n{counts:?}");
}

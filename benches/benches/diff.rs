//! Comparing two specifications, against reading them: the comparison should take at most as long as the reading, whatever
//! the types refer to, and however much changed. If the fields of a thousand types in a cycle change, it takes a little
//! longer: the report names a thousand operations for each of them.

use std::fmt::Write;
use std::hint::black_box;
use std::time::Instant;

use specsmith::diff::{Options, Report, diff};
use specsmith::source::SourceFile;
use specsmith_benches::paired::{measures, quartiles};
use specsmith_benches::specification;

/// The number of operations.
const OPERATIONS: usize = 1_000;

/// The number of turns.
const TURNS: usize = 15;

/// What types refer to: each refers to the types that many places after it, and the last ones to the first ones.
const REFERENCES: [(&str, &[usize]); 3] = [
    ("no references", &[]),
    ("one cycle", &[1]),
    ("many cycles", &[1, 7, 31]),
];

/// How a specification changes.
type Edit = fn(&str) -> String;

/// The changes of specifications whose types refer to each other.
const EDITS: [(&str, Edit); 6] = [
    ("five fields", |text| {
        text.replacen("name: string", "name: integer", 5)
    }),
    ("a field of each type", |text| {
        text.replace("name: string", "name: integer")
    }),
    ("the type of each body", |text| {
        text.replace("body: Item", "body: list<Item")
            .replace(", returns", ">, returns")
    }),
    ("the name of each operation", |text| {
        text.replace("put_item", "set_item")
    }),
    ("the name of each type", |text| {
        text.replace("Item", "Thing")
    }),
    ("all operations but one removed", |text| {
        let lines = text.lines();
        let kept = lines.filter(|line| !line.contains("put_item") || line.contains("put_item_1:"));
        kept.map(|line| format!("{line}\n")).collect()
    }),
];

fn main() {
    let text = specification(OPERATIONS, "../runtime");
    // As in most comparisons.
    let few = text.replacen("team?: { type: string,", "team: { type: string,", 5);
    compare("resources", "five fields", &text, &few);
    for (name, references) in REFERENCES {
        let text = with_references(references);
        for (change, edit) in EDITS {
            compare(name, change, &text, &edit(&text));
        }
    }
}

/// A specification of small types, each with an operation, so that little time goes into reading it.
fn with_references(distances: &[usize]) -> String {
    let (mut types, mut operations) = (String::new(), String::new());
    for index in 0..OPERATIONS {
        let references: String = distances
            .iter()
            .map(|distance| {
                let target = (index + distance) % OPERATIONS;
                format!(", after_{distance}?: Item{target}")
            })
            .collect();
        let ty = format!("  Item{index}: {{ fields: {{ id: string, name: string{references} }} }}");
        let operation = format!(
            "  put_item_{index}: {{ route: PUT /items/{index}, body: Item{index}, returns: Item{index} }}"
        );
        // Writing to a string does not fail.
        let _ = writeln!(types, "{ty}");
        let _ = writeln!(operations, "{operation}");
    }
    let head = "specsmith: 1\napi: { name: Items, title: Items, version: 1.0.0 }";
    format!("{head}\ntypes:\n{types}operations:\n{operations}")
}

fn compare(name: &str, change: &str, old: &str, new: &str) {
    let old = SourceFile::new("old.yaml", old);
    let new = SourceFile::new("new.yaml", new);
    let turns = if measures() { TURNS } else { 1 };
    let (mut ratios, mut readings, mut comparisons) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..turns {
        let began = Instant::now();
        let (Ok(old_side), Ok(new_side)) = (
            specsmith::read_to_compare(&old),
            specsmith::read_to_compare(&new),
        ) else {
            panic!("the specifications have errors");
        };
        let reading = began.elapsed().as_secs_f64();
        let began = Instant::now();
        let changes = diff(&old_side, &new_side);
        assert!(!changes.is_empty(), "nothing changed");
        let report = Report::new(&old_side, &new_side, changes, Options::default());
        black_box(report.to_json_lines());
        let comparing = began.elapsed().as_secs_f64();
        ratios.push((reading + comparing) / reading);
        readings.push(reading);
        comparisons.push(comparing);
    }
    if !measures() {
        return;
    }
    let [lower, ratio, upper] = quartiles(ratios);
    let [_, reading, _] = quartiles(readings);
    let [_, comparing, _] = quartiles(comparisons);
    println!(
        "{name:14} {change:31} reading both {:7.1} ms, comparing {:7.1} ms; all in all {ratio:.2} times the reading \
         ({lower:.2} to {upper:.2})",
        reading * 1e3,
        comparing * 1e3,
    );
}

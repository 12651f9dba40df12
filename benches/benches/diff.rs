//! Comparing two specifications, against reading them: the comparison should take at most as long as the reading.

use std::hint::black_box;
use std::time::Instant;

use specsmith::diff::{Options, Report, diff};
use specsmith::source::SourceFile;
use specsmith_benches::paired::measures;
use specsmith_benches::specification;

/// The number of operations.
const OPERATIONS: usize = 1_000;

/// The number of turns.
const TURNS: usize = 25;

fn main() {
    let text = specification(OPERATIONS, "../runtime");
    let old = SourceFile::new("old.yaml", text.clone());
    // A few changes, as in most comparisons.
    let changed = text.replacen("?: string", ": string", 5);
    let new = SourceFile::new("new.yaml", changed);
    let mut ratios: Vec<f64> = Vec::new();
    let mut times: Vec<(f64, f64)> = Vec::new();
    let turns = if measures() { TURNS } else { 1 };
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
        let report = Report::new(&old_side, &new_side, changes, Options::default());
        black_box(report.to_json_lines());
        let comparing = began.elapsed().as_secs_f64();
        ratios.push((reading + comparing) / reading);
        times.push((reading, comparing));
    }
    if !measures() {
        return;
    }
    ratios.sort_by(f64::total_cmp);
    times.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (reading, comparing) = times[times.len() / 2];
    println!(
        "{OPERATIONS} operations: reading both {:.1} ms, comparing {:.1} ms; all in all {:.2} times the reading \
         ({:.2} to {:.2})",
        reading * 1e3,
        comparing * 1e3,
        ratios[ratios.len() / 2],
        ratios[ratios.len() / 4],
        ratios[ratios.len() * 3 / 4],
    );
}

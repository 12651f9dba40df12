//! Lets the compiler judge what `specsmith diff` says of source code, for random changes of random specifications:
//!
//! `cargo run -p specsmith-tests --example source_breaks -- <first seed> <number of specifications> <changes of each> <minutes>`
//!
//! The specifications are compiled in batches. After the time limit, the current batch is completed. The program prints
//! what disagrees, and counts everything; it fails if something disagrees. Both specifications of each disagreement are
//! kept in `target/judge/disagreements`.

#![allow(clippy::print_stdout, reason = "it is a program")]

use std::env;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use specsmith_tests::cases;
use specsmith_tests::judge::{Report, judge};
use specsmith_tests::random::mutate;

/// The number of specifications in one batch.
const BATCH: u64 = 8;

fn main() -> ExitCode {
    let mut numbers = env::args()
        .skip(1)
        .map(|argument| argument.parse::<u64>().ok());
    let mut number = |default| numbers.next().flatten().unwrap_or(default);
    let (first, count, each, minutes) = (number(0), number(8), number(8), number(10));
    let end = Instant::now() + Duration::from_secs(60 * minutes);
    let folder = cases::root().join("target/judge/workspace");
    let disagreements = cases::root().join("target/judge/disagreements");
    let mut whole = Report::default();
    let mut seed = first;
    while seed < first + count && Instant::now() < end {
        let last = (seed + BATCH).min(first + count);
        let report = judge(&folder, seed..last, each);
        println!("{}", report.details());
        for found in &report.disagreements {
            let kept = mutate::keep(&disagreements, found.seed, found.number);
            kept.unwrap_or_else(|error| panic!("{}: {error}", disagreements.display()));
        }
        whole.add(report);
        seed = last;
        println!("up to seed {seed}:\n{}", whole.summary());
    }
    match whole.is_clean() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

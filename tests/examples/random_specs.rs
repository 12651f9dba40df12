//! Compiles the code that is generated from many random specifications:
//!
//! `cargo run --release -p specsmith-tests --example random_specs -- <first seed> <number of specs> <minutes> [<command>]`
//!
//! The command is a command of cargo, such as `clippy` or `doc --no-deps`. The default is `check`.
//!
//! To compile specifications in files instead: `… --example random_specs -- <file> …`
//!
//! The specifications are compiled in batches. After the time limit, the current batch is completed. The
//! program prints a summary, and fails if there was an error or a warning. Specifications that failed are
//! kept in `target/random/failures`.

#![allow(clippy::print_stdout, reason = "it is a program")]

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{env, fs};

use specsmith::diagnostic::Style;
use specsmith_tests::cases;
use specsmith_tests::random::compile::{Batch, Failure};
use specsmith_tests::random::specification;

/// The number of specifications in one run of cargo.
const BATCH: u64 = 100;

fn main() -> ExitCode {
    let files: Vec<PathBuf> = env::args().skip(1).map(PathBuf::from).collect();
    if files.iter().any(|file| file.is_file()) {
        return compile(&files);
    }
    let mut numbers = env::args()
        .skip(1)
        .map(|argument| argument.parse::<u64>().ok());
    let first = numbers.next().flatten().unwrap_or(0);
    let count = numbers.next().flatten().unwrap_or(1000);
    let minutes = numbers.next().flatten().unwrap_or(60);
    let command: Vec<String> = env::args().skip(4).collect();
    let command: Vec<&str> = match command.is_empty() {
        true => vec!["check"],
        false => command.iter().map(String::as_str).collect(),
    };
    let end = Instant::now() + Duration::from_secs(60 * minutes);
    let folder = cases::root().join("target/random");
    let mut summary = Summary::default();
    let mut seed = first;
    while seed < first + count && Instant::now() < end {
        let last = (seed + BATCH).min(first + count);
        let batch = Batch::new(&folder.join("workspace"), (seed..last).map(specification));
        summary.accepted += batch.accepted();
        for rejected in batch.rejected() {
            let text = rejected.diagnostics.render(&rejected.spec, Style::Plain);
            let code = text.get(6..11).unwrap_or_default().to_owned();
            *summary.rejected.entry(code).or_default() += 1;
        }
        match batch.check(&command) {
            Ok(()) => {}
            Err(failures) => summary.report(failures, &folder),
        }
        seed = last;
        println!("{}", summary.line());
    }
    println!(
        "rejected by the code of the first diagnostic: {:?}",
        summary.rejected
    );
    if summary.failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Compiles the code that is generated from files, with clippy.
fn compile(files: &[PathBuf]) -> ExitCode {
    let specs = files
        .iter()
        .map(|file| cases::source_as(&file.display().to_string(), file));
    let batch = Batch::new(&cases::root().join("target/random/files"), specs);
    for rejected in batch.rejected() {
        println!(
            "{}",
            rejected.diagnostics.render(&rejected.spec, Style::Plain)
        );
    }
    match batch.check(&["clippy"]) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failures) => {
            for failure in failures {
                println!("{}\n{}", failure.spec.name(), failure.messages);
            }
            ExitCode::FAILURE
        }
    }
}

#[derive(Default)]
struct Summary {
    accepted: usize,
    rejected: BTreeMap<String, usize>,
    failed: usize,
}

impl Summary {
    fn report(&mut self, failures: Vec<Failure>, folder: &std::path::Path) {
        for failure in failures {
            self.failed += 1;
            let path = folder.join("failures").join(failure.spec.name());
            if let Err(error) = cases::write(&path, failure.spec.text()) {
                println!("{}: {error}", path.display());
            }
            let log = path.with_extension("txt");
            if let Err(error) = fs::write(&log, &failure.messages) {
                println!("{}: {error}", log.display());
            }
            println!(
                "failed: {}\n{}",
                path.display(),
                failure.messages.lines().next().unwrap_or_default()
            );
        }
    }

    fn line(&self) -> String {
        let rejected: usize = self.rejected.values().sum();
        format!(
            "{} specifications: {} accepted, {rejected} rejected, {} failed",
            self.accepted + rejected,
            self.accepted,
            self.failed
        )
    }
}

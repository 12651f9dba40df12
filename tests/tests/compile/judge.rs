//! `specsmith diff` says of random changes what the compiler says: programs that use everything of the old crate are
//! compiled against the new one.
//!
//! `cargo run -p specsmith-tests --example source_breaks` tries more of them.

#![allow(clippy::unwrap_used, missing_docs)]

use std::path::Path;

use specsmith_tests::judge::judge;
use specsmith_tests::random::mutate;

/// How many changes of each specification are tried.
const EACH: u64 = 5;

#[test]
fn there_are_many_kinds_of_changes() {
    assert!(mutate::count() >= 25, "{}", mutate::count());
}

#[test]
fn the_compiler_agrees_on_some_changes() {
    agree("some-changes", 7..11, 12);
}

#[test]
#[ignore = "part of the full run: compiles programs against 500 changed crates, or CHANGED_CRATES of them"]
fn the_compiler_agrees_on_changes() {
    let count = std::env::var("CHANGED_CRATES");
    let count = count.map_or(500, |count| count.parse::<u64>().unwrap());
    let mut seed = 0;
    while seed * EACH < count {
        // As many as one workspace should have.
        let end = seed + 10.min(count.div_ceil(EACH) - seed);
        agree("changes", seed..end, 0);
        seed = end;
    }
}

fn agree(folder: &str, seeds: std::ops::Range<u64>, least: usize) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    let report = judge(&folder, seeds, EACH);
    let summary = report.summary();
    println!("{summary}");
    assert!(report.accepted() >= least, "{summary}");
    assert!(report.is_clean(), "{}\n{summary}", report.details());
}

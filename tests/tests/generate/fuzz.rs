//! The seeds of the fuzz targets, in every run of the tests. `tests/fuzz/README.md` tells how to fuzz for longer.

#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use specsmith_tests::cases;
use specsmith_tests::fuzz::TARGETS;

#[test]
fn seeds() {
    for (name, feed) in TARGETS {
        let folder = cases::root().join("tests/fuzz/corpus").join(name);
        let mut seeds = 0;
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            println!("{}", path.display());
            feed(&fs::read(&path).unwrap());
            seeds += 1;
        }
        assert!(seeds > 2, "{} needs seeds", folder.display());
    }
}

#[test]
fn every_target_can_be_run() {
    let listed: BTreeSet<String> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    let names = |folder: &Path| -> BTreeSet<String> {
        let entries = fs::read_dir(folder).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        paths
            .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
            .collect()
    };
    let fuzz = cases::root().join("tests/fuzz");
    assert_eq!(names(&fuzz.join("fuzz_targets")), listed);
    assert_eq!(names(&fuzz.join("corpus")), listed);
    let manifest = fs::read_to_string(fuzz.join("Cargo.toml")).unwrap();
    let declared = manifest
        .lines()
        .filter_map(|line| line.strip_prefix("path = \"fuzz_targets/"));
    assert_eq!(
        declared
            .map(|path| path.trim_end_matches(".rs\"").to_owned())
            .collect::<BTreeSet<_>>(),
        listed
    );
}

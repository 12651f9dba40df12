//! The sources that `specsmith` embeds in generated crates are those of this crate: `src/sources.rs` lists every file
//! that is no test, and `embedded.toml` is `Cargo.toml` without what only this repository needs.
//!
//! `UPDATE_EXPECTED=1 cargo test -p specsmith-runtime --test sources` writes both.

#![allow(clippy::unwrap_used, missing_docs)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

#[test]
fn all_sources_are_listed() {
    let mut paths = Vec::new();
    collect(Path::new("src"), &mut paths);
    paths.retain(|path| !is_test(path) && path != "src/sources.rs");
    paths.sort();
    let mut list = String::from(
        "//! The sources of this crate. `tests/sources.rs` writes this file.\n\n\
         /// The files by their paths. Their tests are to be left out.\n\
         #[rustfmt::skip]\npub const FILES: &[(&str, &str)] = &[\n    (\"Cargo.toml\", include_str!(\"../embedded.toml\")),\n",
    );
    for path in ["LICENSE-APACHE", "LICENSE-MIT", "README.md"] {
        writeln!(list, "    ({path:?}, include_str!(\"../{path}\")),").unwrap();
    }
    for path in paths {
        let local = path.strip_prefix("src/").unwrap();
        writeln!(list, "    ({path:?}, include_str!({local:?})),").unwrap();
    }
    list.push_str("];\n");
    compare("src/sources.rs", &list);
}

/// Inheritance from the workspace is resolved, and everything about tests and this repository's lints is left out.
#[test]
fn the_embedded_manifest_is_that_of_this_crate() {
    let manifest = read("Cargo.toml");
    let (package, rest) = manifest.split_once("[features]\n").unwrap();
    let (features, rest) = rest.split_once("# No dependency here").unwrap();
    let (_, rest) = rest.split_once("[dependencies]\n").unwrap();
    let (dependencies, _) = rest.split_once("[dev-dependencies]\n").unwrap();
    let workspace = read("../Cargo.toml");
    let mut embedded = String::new();
    for line in package.lines() {
        let inherited = line.strip_suffix(".workspace = true").map(|key| {
            let start = format!("{key} = ");
            workspace.lines().find(|line| line.starts_with(&start))
        });
        embedded.push_str(inherited.map_or(line, Option::unwrap));
        embedded.push('\n');
    }
    let of_sources = "# The sources of this crate, for the generator, which embeds them in generated crates.\nsources = []\n";
    assert!(features.contains(of_sources));
    let features = features.replace(of_sources, "");
    let text = format!(
        "{}\npublish = false\n\n[lib]\n# The tests are in the repository of Specsmith.\ntest = false\ndoctest = false\n\n\
         [features]\n{features}[dependencies]\n{}\n\n[lints.rust]\nunsafe_code = \"forbid\"\n\n\
         [lints.rustdoc]\n# Some links lead to items of features that the generated crate does not enable.\n\
         broken_intra_doc_links = \"allow\"\n",
        embedded.trim_end(),
        dependencies.trim_end(),
    );
    compare("embedded.toml", &text);
}

fn is_test(path: &str) -> bool {
    path.ends_with("/tests.rs") || path.contains("/tests/")
}

fn collect(folder: &Path, paths: &mut Vec<String>) {
    for entry in fs::read_dir(root().join(folder)).unwrap() {
        let entry = entry.unwrap();
        let path = folder.join(entry.file_name());
        if entry.path().is_dir() {
            collect(&path, paths);
        } else {
            paths.push(path.to_str().unwrap().replace('\\', "/"));
        }
    }
}

/// Compares a file of this crate with what it should be, or writes it.
fn compare(path: &str, expected: &str) {
    if env::var_os("UPDATE_EXPECTED").is_some_and(|value| !value.is_empty() && value != "0") {
        fs::write(root().join(path), expected).unwrap();
        return;
    }
    assert!(
        read(path) == expected,
        "runtime/{path} is out of date: run `UPDATE_EXPECTED=1 cargo test -p specsmith-runtime --test sources`"
    );
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_default()
}

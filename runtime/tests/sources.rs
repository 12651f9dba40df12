//! The sources that `specsmith` embeds in generated crates are those of this crate: `src/sources.rs` lists every file
//! that is no test, and `embedded.toml` is `Cargo.toml` without what only this repository needs.
//!
//! `UPDATE_EXPECTED=1 cargo test -p specsmith-runtime --test sources` writes both.

#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeMap;
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
         /// A file.\n#[derive(Debug)]\npub struct Source {\n    /// Its path in the package.\n    pub path: &'static str,\n    \
         /// The file that declares it as a module, and the line. Both are empty if it is not a module.\n    \
         pub declared: (&'static str, &'static str),\n    \
         /// Lists of features: it is compiled if each list has a feature that is enabled.\n    \
         pub needs: &'static [&'static [&'static str]],\n    /// Its text. Its tests are to be left out.\n    \
         pub text: &'static str,\n}\n\n\
         /// The files.\n#[rustfmt::skip]\npub const SOURCES: &[Source] = &[\n",
    );
    let mut add = |path: &str, module: &Module, file: &str| {
        let Module { declared, needs } = module;
        let needs = format!("{needs:?}")
            .replace("[[", "[&[")
            .replace(", [", ", &[");
        let line = format!(
            "path: {path:?}, declared: {declared:?}, needs: &{needs}, text: include_str!({file:?})"
        );
        writeln!(list, "    Source {{ {line} }},").unwrap();
    };
    add("Cargo.toml", &Module::default(), "../embedded.toml");
    for path in ["LICENSE-APACHE", "LICENSE-MIT", "README.md"] {
        add(path, &Module::default(), &format!("../{path}"));
    }
    let mut modules = BTreeMap::new();
    add_module("src/lib.rs", Module::default(), &paths, &mut modules);
    for path in &paths {
        let module = modules
            .get(path)
            .unwrap_or_else(|| panic!("no module is `{path}`"));
        add(path, module, path.strip_prefix("src/").unwrap());
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

/// A file as a module.
#[derive(Default)]
struct Module {
    /// The file that declares it, and the line.
    declared: (String, String),
    /// Lists of features: it is compiled if each list has a feature that is enabled.
    needs: Vec<Vec<String>>,
}

/// Adds a file and its modules.
fn add_module(
    path: &str,
    module: Module,
    paths: &[String],
    modules: &mut BTreeMap<String, Module>,
) {
    let folder = path.strip_suffix("mod.rs").or(path.strip_suffix("lib.rs"));
    let folder = folder.map_or_else(|| path.replace(".rs", "/"), str::to_owned);
    let mut conditions = Vec::new();
    for line in read(path).lines() {
        let name = line
            .strip_suffix(';')
            .and_then(|line| line.split_once("mod "));
        if let Some(condition) = line.strip_prefix("#[cfg(") {
            let features = condition.split('"').skip(1).step_by(2);
            conditions.push(features.map(str::to_owned).collect());
        } else if let Some((_, name)) = name {
            let mut needs = module.needs.clone();
            needs.append(&mut conditions);
            let files = [
                format!("{folder}{name}.rs"),
                format!("{folder}{name}/mod.rs"),
            ];
            if let Some(file) = files.iter().find(|file| paths.contains(file)) {
                let declared = (path.to_owned(), line.to_owned());
                add_module(file, Module { declared, needs }, paths, modules);
            }
        } else if !line.starts_with("#[") {
            conditions.clear();
        }
    }
    modules.insert(path.to_owned(), module);
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

//! Compiles the crates of many specifications with few runs of cargo: in one workspace, with one crate
//! for each specification, and one crate with all scaffolds and callers.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde_json::Value as Json;
use specsmith::diagnostic::Diagnostics;
use specsmith::output::FileSet;
use specsmith::source::SourceFile;

use super::caller::caller;
use crate::cases;
use crate::groups;
use crate::workspaces::{self, cargo, prepare, runtime_patch};

/// Specifications that are compiled together.
pub struct Batch {
    folder: PathBuf,
    cases: Vec<Case>,
    rejected: Vec<Rejected>,
}

/// An accepted specification, and what is generated from it.
struct Case {
    spec: SourceFile,
    files: FileSet,
    scaffold: String,
}

impl Case {
    /// The name of the crate.
    fn package(&self) -> &str {
        let manifest = self.files.get("Cargo.toml").unwrap_or_default();
        let mut names = manifest
            .lines()
            .filter_map(|line| line.strip_prefix("name = "));
        names.next().unwrap_or_default().trim_matches('"')
    }

    fn module(&self) -> String {
        self.package().replace('-', "_")
    }

    /// The features of the client, the server, the fake and the first group of operations.
    fn one_group(&self) -> Vec<String> {
        let manifest = self.files.get("Cargo.toml").unwrap_or_default();
        let group = groups::features(manifest).first().copied();
        let features = ["client", "fake", "server"].into_iter().chain(group);
        let package = self.package();
        features.map(|name| format!("{package}/{name}")).collect()
    }
}

/// A rejected specification.
pub struct Rejected {
    /// The specification.
    pub spec: SourceFile,
    /// Its errors.
    pub diagnostics: Diagnostics,
}

/// A specification whose generated code causes an error or a warning of the compiler.
pub struct Failure {
    /// The specification.
    pub spec: SourceFile,
    /// The errors and warnings of the compiler.
    pub messages: String,
}

/// The crate of the scaffolds and the callers.
const USERS: &str = "users";

impl Batch {
    /// Generates the crates of these specifications, to be compiled in `folder`.
    pub fn new(folder: &Path, specs: impl Iterator<Item = SourceFile>) -> Self {
        let mut batch = Self {
            folder: folder.to_owned(),
            cases: Vec::new(),
            rejected: Vec::new(),
        };
        for spec in specs {
            let generated = workspaces::generate(&spec);
            match generated.and_then(|files| Ok((files, specsmith::scaffold(&spec)?))) {
                Ok((files, scaffold)) => {
                    let case = Case {
                        spec,
                        files,
                        scaffold,
                    };
                    // A workspace has one package of each name.
                    let is_first = |known: &Case| known.package() != case.package();
                    if batch.cases.iter().all(is_first) {
                        batch.cases.push(case);
                    }
                }
                Err(diagnostics) => batch.rejected.push(Rejected { spec, diagnostics }),
            }
        }
        batch
    }

    /// How many specifications were accepted.
    pub fn accepted(&self) -> usize {
        self.cases.len()
    }

    /// The rejected specifications.
    pub fn rejected(&self) -> &[Rejected] {
        &self.rejected
    }

    /// Runs a command of cargo that compiles, such as `check` or `clippy`, with the client and the server
    /// of each crate: first with all groups of operations, then with one.
    ///
    /// A crate that fails can hide errors in crates that depend on it. So the others are compiled again
    /// without it.
    ///
    /// # Errors
    ///
    /// The specifications whose code has an error or a warning.
    ///
    /// # Panics
    ///
    /// The workspace cannot be written, or cargo fails for a reason other than the code.
    pub fn check(mut self, command: &[&str]) -> Result<(), Vec<Failure>> {
        let mut failures = self.write_crates();
        loop {
            self.write()
                .unwrap_or_else(|error| panic!("{}: {error}", self.folder.display()));
            let mut messages = self.run(command, &["--workspace"]);
            if messages.is_empty() {
                let features: Vec<String> = self.cases.iter().flat_map(Case::one_group).collect();
                let others = ["--workspace", "--exclude", USERS, "--no-default-features"];
                let features = ["--features", &features.join(",")];
                messages = self.run(command, &[&others[..], &features].concat());
            }
            let failed: BTreeSet<String> = messages.keys().cloned().collect();
            let (bad, good) = self
                .cases
                .into_iter()
                .partition(|case| failed.contains(&case.module()));
            self.cases = good;
            let bad: Vec<Case> = bad;
            if bad.is_empty() {
                break;
            }
            failures.extend(bad.into_iter().map(|case| Failure {
                messages: messages[&case.module()].concat(),
                spec: case.spec,
            }));
            // A workspace needs members.
            if self.cases.is_empty() {
                break;
            }
        }
        if failures.is_empty() {
            Ok(())
        } else {
            Err(failures)
        }
    }

    /// Writes the crates, and removes those that cannot be written from the batch.
    fn write_crates(&mut self) -> Vec<Failure> {
        let mut failures = Vec::new();
        for case in std::mem::take(&mut self.cases) {
            match case.files.write_to(&self.folder.join(case.package())) {
                Ok(_) => self.cases.push(case),
                Err(error) => failures.push(Failure {
                    spec: case.spec,
                    messages: error.to_string(),
                }),
            }
        }
        failures
    }

    /// Runs the command for a selection of packages and features. Returns the messages of the compiler by
    /// the module of the case.
    fn run(&self, command: &[&str], selection: &[&str]) -> BTreeMap<String, Vec<String>> {
        let [command, options @ ..] = command else {
            panic!("there is no command of cargo to run");
        };
        let output = cargo(&self.folder, command)
            .args(options)
            .args(["--keep-going", "--message-format", "json"])
            .args(selection)
            .output()
            .unwrap_or_else(|error| panic!("cargo cannot be started: {error}"));
        let text = String::from_utf8_lossy(&output.stdout);
        let mut messages: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for line in text.lines() {
            let Ok(message) = serde_json::from_str::<Json>(line) else {
                continue;
            };
            if let Some(rendered) = message["message"]["rendered"].as_str()
                && let Some(module) = self.module(&message)
            {
                messages
                    .entry(module)
                    .or_default()
                    .push(rendered.to_owned());
            }
        }
        assert!(
            output.status.success() || !messages.is_empty(),
            "cargo failed in {}:\n{}",
            self.folder.display(),
            String::from_utf8_lossy(&output.stderr)
        );
        messages
    }

    /// The module of the case that a message is about. The path of the file contains its name.
    fn module(&self, message: &Json) -> Option<String> {
        places(message).find_map(|place| {
            let module = place.replace('-', "_");
            self.cases
                .iter()
                .any(|case| case.module() == module)
                .then_some(module)
        })
    }

    fn write(&self) -> io::Result<()> {
        let mut members = String::new();
        let mut users =
            format!("[package]\nname = \"{USERS}\"\nedition = \"2024\"\n\n[dependencies]\n");
        let mut root = "//! Scaffolds and callers.\n\n".to_owned();
        let source = self.folder.join(USERS).join("src");
        for case in &self.cases {
            let (package, module) = (case.package(), case.module());
            let _ = writeln!(members, "    {package:?},");
            let _ = writeln!(
                users,
                "{package} = {{ path = \"../{package}\", features = [\"client\", \"server\"] }}"
            );
            cases::write(
                &source.join(format!("scaffold/{module}.rs")),
                &case.scaffold,
            )?;
            cases::write(
                &source.join(format!("caller/{module}.rs")),
                &caller(&module, &case.files),
            )?;
            let _ = writeln!(root, "pub mod {module} {{");
            for part in ["scaffold", "caller"] {
                let _ = writeln!(
                    root,
                    "    #[path = \"../{part}/{module}.rs\"]\n    pub mod {part};"
                );
            }
            root.push_str("}\n");
        }
        // `#[path]` is relative to a folder with the name of the module.
        fs::create_dir_all(source.join("case"))?;
        let root = root.replace("../", &format!("{}/", source.display()));
        cases::write(&source.join("lib.rs"), &root)?;
        cases::write(&self.folder.join(USERS).join("Cargo.toml"), &users)?;
        let patch = runtime_patch();
        let manifest = format!(
            "[workspace]\nresolver = \"3\"\nmembers = [\n{members}    {USERS:?},\n]\n\n\
             [profile.dev]\ndebug = false\n\n\
             {patch}"
        );
        cases::write(&self.folder.join("Cargo.toml"), &manifest)?;
        prepare(&self.folder)
    }
}

/// The names in the paths of the files that a message is about, the nearest first.
fn places(message: &Json) -> impl Iterator<Item = &str> {
    let spans = message["message"]["spans"].as_array();
    let files = spans.into_iter().flatten();
    let files = files.filter_map(|span| span["file_name"].as_str());
    let target = message["target"]["src_path"].as_str();
    let parts = files
        .chain(target)
        .flat_map(|file| file.rsplit(['/', '\\']));
    parts.map(|part| part.trim_end_matches(".rs"))
}

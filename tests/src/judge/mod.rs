//! The compiler as the judge of `specsmith diff`: whatever breaks source code must have been announced, and what is
//! announced must break.
//!
//! A program that uses everything of the old crate is compiled against the new one.

mod items;
mod program;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde_json::{Value as Json, json};
use specsmith::diagnostic::Diagnostics;
use specsmith::diff::{Axis, Change, Clients, Difference, Rule, Verdict};
use specsmith::output::FileSet;
use specsmith::source::SourceFile;

pub use program::{Care, User};

use crate::random::mutate::{self, Mutation};
use crate::workspaces::{self, cargo, prepare, runtime_patch};
use crate::{cases, groups, random};

/// Kinds of changes that break something although programs may compile, each with the reason.
const UNSEEN: [(&str, &str); 1] = [(
    "parameter renamed",
    "the compiler sees the type of an argument and its place, not its name",
)];

/// Changes after which code compiles: it means something else, or has the features that are on by default.
const SILENT: [Rule; 3] = [
    Rule::MeaningChanged,
    Rule::DefaultChanged,
    Rule::FeatureChanged,
];

/// A change of a specification, and what is to be found out about it.
struct Pair {
    base: usize,
    mutation: Mutation,
    new: FileSet,
    /// What is said of callers and of implementers.
    said: [Verdict; 2],
    /// Whether only changes that the compiler does not see break callers and implementers.
    is_silent: [bool; 2],
    /// The changes that are announced.
    changes: Vec<String>,
    /// Whether the compiler is not needed to know that both programs break, or that none does.
    known: Option<bool>,
}

/// A specification before its changes.
struct Base {
    seed: u64,
    old: FileSet,
    /// The functions that need a trait that a type does not have, by the name of the program.
    without: BTreeMap<String, BTreeSet<String>>,
}

/// Where the compiler and the comparison disagree.
#[derive(Debug)]
pub struct Disagreement {
    /// The seed of the specification.
    pub seed: u64,
    /// The number of the change.
    pub number: u64,
    /// The kind of the change.
    pub kind: &'static str,
    /// What was changed.
    pub what: String,
    /// Whose program it is about.
    pub user: User,
    /// What the comparison says.
    pub said: Verdict,
    /// The first error of the compiler, if there is one.
    pub error: Option<String>,
    /// All changes that are announced.
    pub changes: Vec<String>,
}

/// What was found in many changes.
#[derive(Debug, Default)]
pub struct Report {
    /// Changes that were tried, by kind, and how many of them led to valid specifications.
    pub kinds: BTreeMap<&'static str, (usize, usize)>,
    /// How often each verdict met a program that compiles, and one that does not.
    pub outcomes: BTreeMap<(User, &'static str), (usize, usize)>,
    /// Specifications whose own program does not compile.
    pub without_program: Vec<String>,
    /// New crates that do not compile.
    pub broken_crates: Vec<String>,
    /// What is to be explained.
    pub disagreements: Vec<Disagreement>,
}

/// Changes `each` times each of the specifications with these seeds, and compiles programs of the old crates against the
/// new ones in `folder`.
///
/// # Panics
///
/// The workspace cannot be written, or cargo fails for a reason other than the code.
pub fn judge(folder: &Path, seeds: impl Iterator<Item = u64>, each: u64) -> Report {
    let mut report = Report::default();
    let (mut bases, mut pairs) = (Vec::new(), Vec::new());
    for seed in seeds {
        add(seed, each, &mut bases, &mut pairs, &mut report);
    }
    let mut workspace = Workspace::new(folder);
    workspace.check_bases(&mut bases, &mut report);
    workspace.check_pairs(&bases, pairs, &mut report);
    report
}

/// Adds a specification and its changes.
fn add(seed: u64, each: u64, bases: &mut Vec<Base>, pairs: &mut Vec<Pair>, report: &mut Report) {
    let mut document = random::document(seed);
    document["rust"]["crate"] = json!("base");
    let source = source(&document);
    let Ok(side) = specsmith::read_to_compare(&source) else {
        return;
    };
    let old = workspaces::files(side.api.clone());
    let base = bases.len();
    bases.push(Base {
        seed,
        old,
        without: BTreeMap::new(),
    });
    let old = &bases[base].old;
    for number in 0..each {
        let Some((mutation, changed)) = mutate::mutate(&document, seed, number) else {
            continue;
        };
        let count = report.kinds.entry(mutation.kind).or_default();
        count.0 += 1;
        let new_source = self::source(&changed);
        let Ok(new_side) = specsmith::read_to_compare(&new_source) else {
            continue;
        };
        count.1 += 1;
        let found = specsmith::diff::diff(&side, &new_side);
        let worst = |axis| {
            let verdicts = found
                .iter()
                .map(|change| change.verdict(axis, Clients::Any));
            verdicts.max().unwrap_or(Verdict::Compatible)
        };
        let is_silent = |of: fn(&Change) -> Verdict, verdict: fn(&Difference) -> Verdict| {
            let mut breaking = found
                .iter()
                .filter(|change| of(change) == Verdict::Breaking);
            breaking.all(|change| {
                let differences = change.source.iter();
                let worst = differences.filter(|one| verdict(one) == Verdict::Breaking);
                let worst: Vec<&Difference> = worst.collect();
                let compiles = !worst.is_empty() && worst.iter().all(|one| one.compiles);
                SILENT.contains(&change.rule) || compiles
            })
        };
        let changes = found.iter().map(|change| {
            let [callers, implementers] = [change.callers, change.implementers].map(Verdict::name);
            let rule = change.rule.id();
            format!(
                "{rule} {}: {} (callers {callers}, implementers {implementers}) {:?}",
                change.path, change.message, change.source
            )
        });
        let new = workspaces::files(new_side.api.clone());
        let is_renamed = changed["rust"]["crate"] != document["rust"]["crate"];
        let known = match (is_renamed || lost_features(old, &new), same_code(old, &new)) {
            (true, _) => Some(false),
            (false, true) => Some(true),
            (false, false) => None,
        };
        // Crates of a workspace have different names.
        let new = match known {
            Some(_) => new,
            None => {
                let mut renamed = changed.clone();
                renamed["rust"]["crate"] = json!(format!("case-{}", pairs.len()));
                match generate(&renamed) {
                    Ok(files) => files,
                    Err(_) => continue,
                }
            }
        };
        pairs.push(Pair {
            base,
            mutation,
            new,
            said: [worst(Axis::Callers), worst(Axis::Implementers)],
            is_silent: [
                is_silent(|change| change.callers, |difference| difference.callers),
                is_silent(
                    |change| change.implementers,
                    |difference| difference.implementers,
                ),
            ],
            changes: changes.collect(),
            known,
        });
    }
}

fn source(document: &Json) -> SourceFile {
    let text = serde_json::to_string_pretty(document).unwrap_or_default();
    SourceFile::new("changed.yaml", text)
}

fn generate(document: &Json) -> Result<FileSet, Diagnostics> {
    workspaces::generate(&source(document))
}

/// Whether a group of operations has no feature any more.
fn lost_features(old: &FileSet, new: &FileSet) -> bool {
    let features = |files: &FileSet| -> BTreeSet<String> {
        let manifest = files.get("Cargo.toml").unwrap_or_default();
        let names = groups::features(manifest).into_iter();
        names.map(str::to_owned).collect()
    };
    !features(old).is_subset(&features(new))
}

/// Whether two crates differ only in their documentation.
fn same_code(old: &FileSet, new: &FileSet) -> bool {
    let code = |files: &FileSet| -> BTreeMap<String, String> {
        let files = files.iter().filter(|(path, _)| path.ends_with(".rs"));
        let without_comments = files.map(|(path, text)| {
            let lines = text.lines().map(str::trim_start);
            let lines = lines.filter(|line| !line.starts_with("//"));
            (path.to_owned(), lines.collect::<Vec<_>>().join("\n"))
        });
        without_comments.collect()
    };
    code(old) == code(new)
}

/// The workspace in which everything is compiled.
struct Workspace {
    folder: PathBuf,
}

/// The errors of the compiler: the lines of code and the messages, by the package.
type Errors = BTreeMap<String, Vec<CompileError>>;

struct CompileError {
    text: String,
    /// The line of the code, as it is in the file.
    line: Option<String>,
}

impl Workspace {
    fn new(folder: &Path) -> Self {
        // What is left of an earlier run is no member.
        let _ = fs::remove_dir_all(folder);
        Self {
            folder: folder.to_owned(),
        }
    }

    /// Compiles programs against the crates that they are made for, until only functions are left that compile.
    fn check_bases(&mut self, bases: &mut [Base], report: &mut Report) {
        let mut open: BTreeSet<usize> = (0..bases.len()).collect();
        for round in 0..6 {
            let mut members = Vec::new();
            for index in &open {
                let api = format!("base-{index}");
                let base = &bases[*index];
                if round == 0 {
                    let mut document = random::document(base.seed);
                    document["rust"]["crate"] = json!(api);
                    match generate(&document) {
                        Ok(files) => self.write_crate(&api, &files),
                        Err(errors) => panic!("{errors:?}"),
                    }
                }
                members.push(api.clone());
                for (user, care) in programs() {
                    let name = program_name(&api, user, care);
                    let without = base.without.get(&key(user, care)).cloned();
                    let text = program::program(
                        &api.replace('-', "_"),
                        &base.old,
                        user,
                        care,
                        &without.unwrap_or_default(),
                    );
                    let text = text.unwrap_or_else(|error| panic!("seed {}: {error}", base.seed));
                    self.write_program(&name, &api, &text);
                    members.push(name);
                }
            }
            if members.is_empty() {
                return;
            }
            let errors = self.check(&members);
            for index in open.clone() {
                let api = format!("base-{index}");
                let mut is_done = true;
                for (user, care) in programs() {
                    let found = errors.get(&program_name(&api, user, care));
                    for error in found.into_iter().flatten() {
                        is_done = false;
                        let base = &mut bases[index];
                        let without = base.without.entry(key(user, care)).or_default();
                        let line = error.line.as_deref();
                        match line.and_then(probe) {
                            Some(probe) => drop(without.insert(probe.to_owned())),
                            None => {
                                let seed = base.seed;
                                let text = format!("seed {seed}: {}", error.text);
                                report.without_program.push(text);
                                open.remove(&index);
                            }
                        }
                    }
                }
                if let Some(found) = errors.get(&api) {
                    let text = found.first().map(|error| error.text.clone());
                    report.broken_crates.push(text.unwrap_or_default());
                    open.remove(&index);
                }
                if is_done {
                    open.remove(&index);
                }
            }
        }
    }

    fn check_pairs(&mut self, bases: &[Base], pairs: Vec<Pair>, report: &mut Report) {
        let failed: BTreeSet<u64> = report
            .without_program
            .iter()
            .filter_map(|text| text.strip_prefix("seed ")?.split(':').next()?.parse().ok())
            .collect();
        let mut members = Vec::new();
        for (index, pair) in pairs.iter().enumerate() {
            let base = &bases[pair.base];
            if pair.known.is_some() || failed.contains(&base.seed) {
                continue;
            }
            let api = format!("case-{index}");
            self.write_crate(&api, &pair.new);
            members.push(api.clone());
            for (user, said) in User::ALL.into_iter().zip(pair.said) {
                let care = care(said);
                let without = base.without.get(&key(user, care)).cloned();
                let text = program::program(
                    &api.replace('-', "_"),
                    &base.old,
                    user,
                    care,
                    &without.unwrap_or_default(),
                );
                let name = program_name(&api, user, care);
                self.write_program(&name, &api, &text.unwrap_or_default());
                members.push(name);
            }
        }
        let errors = match members.is_empty() {
            true => Errors::new(),
            false => self.check(&members),
        };
        for (index, pair) in pairs.into_iter().enumerate() {
            let base = &bases[pair.base];
            if failed.contains(&base.seed) {
                continue;
            }
            let api = format!("case-{index}");
            if let Some(found) = errors.get(&api) {
                let text = found.first().map(|error| error.text.clone());
                let (seed, number) = (base.seed, pair.mutation.number);
                let text = format!("seed {seed}, change {number}: {}", text.unwrap_or_default());
                report.broken_crates.push(text);
                continue;
            }
            let silent = pair.is_silent.into_iter();
            for ((user, said), is_silent) in User::ALL.into_iter().zip(pair.said).zip(silent) {
                let found = errors.get(&program_name(&api, user, care(said)));
                let error = found.and_then(|found| found.first());
                let compiles = pair.known.unwrap_or(error.is_none());
                let count = report.outcomes.entry((user, said.name())).or_default();
                match compiles {
                    true => count.0 += 1,
                    false => count.1 += 1,
                }
                let agrees = match said {
                    Verdict::Compatible | Verdict::Risky => compiles,
                    Verdict::Breaking => {
                        let is_unseen = UNSEEN.iter().any(|(kind, _)| *kind == pair.mutation.kind);
                        !compiles || is_unseen || is_silent
                    }
                    Verdict::Unknown => true,
                };
                if !agrees {
                    report.disagreements.push(Disagreement {
                        seed: base.seed,
                        number: pair.mutation.number,
                        kind: pair.mutation.kind,
                        what: pair.mutation.what.clone(),
                        user,
                        said,
                        error: error.map(|error| error.text.clone()),
                        changes: pair.changes.clone(),
                    });
                }
            }
        }
    }

    fn write_crate(&self, name: &str, files: &FileSet) {
        let folder = self.folder.join(name);
        let _ = fs::remove_dir_all(&folder);
        let written = files.write_to(&folder);
        written.unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    }

    fn write_program(&self, name: &str, api: &str, text: &str) {
        let manifest = format!(
            "[package]\nname = {name:?}\nedition = \"2024\"\n\n[dependencies]\n{api} = {{ path = \"../{api}\", \
             features = [\"client\", \"server\"] }}\n"
        );
        let folder = self.folder.join(name);
        let written = cases::write(&folder.join("Cargo.toml"), &manifest)
            .and_then(|()| cases::write(&folder.join("src/lib.rs"), text));
        written.unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    }

    /// Runs `cargo check` for these packages.
    fn check(&self, members: &[String]) -> Errors {
        self.write_manifest(members)
            .unwrap_or_else(|error| panic!("{}: {error}", self.folder.display()));
        let output = cargo(&self.folder, "check")
            .args(["--keep-going", "--workspace", "--message-format", "json"])
            .output()
            .unwrap_or_else(|error| panic!("cargo cannot be started: {error}"));
        let mut errors = Errors::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let Ok(message) = serde_json::from_str::<Json>(line) else {
                continue;
            };
            let content = &message["message"];
            let package = message["target"]["name"].as_str();
            if let (Some(package), Some("error")) = (package, content["level"].as_str()) {
                let spans = content["spans"].as_array().into_iter().flatten();
                let mut primary = spans.filter(|span| span["is_primary"] == true);
                let line = primary.find_map(|span| span["text"][0]["text"].as_str());
                let text = content["rendered"].as_str().unwrap_or_default();
                let found = errors.entry(package.replace('_', "-")).or_default();
                found.push(CompileError {
                    text: shortened(text),
                    line: line.map(str::to_owned),
                });
            }
        }
        assert!(
            output.status.success() || !errors.is_empty(),
            "cargo failed in {}:\n{}",
            self.folder.display(),
            String::from_utf8_lossy(&output.stderr)
        );
        errors
    }

    fn write_manifest(&self, members: &[String]) -> io::Result<()> {
        let mut list = String::new();
        for member in members {
            let _ = writeln!(list, "    {member:?},");
        }
        let patch = runtime_patch();
        let manifest = format!(
            "[workspace]\nresolver = \"3\"\nmembers = [\n{list}]\n\n[profile.dev]\ndebug = false\n\n{patch}"
        );
        cases::write(&self.folder.join("Cargo.toml"), &manifest)?;
        prepare(&self.folder)
    }
}

/// The programs of a crate.
fn programs() -> impl Iterator<Item = (User, Care)> {
    let all = User::ALL.into_iter();
    all.flat_map(|user| Care::ALL.into_iter().map(move |care| (user, care)))
}

/// The program that a verdict is tested with: what is risky must break no careful program.
const fn care(said: Verdict) -> Care {
    match said {
        Verdict::Risky => Care::Tolerant,
        Verdict::Compatible | Verdict::Unknown | Verdict::Breaking => Care::Exhaustive,
    }
}

fn key(user: User, care: Care) -> String {
    format!("{}-{}", user.name(), care.name())
}

fn program_name(api: &str, user: User, care: Care) -> String {
    format!("{api}-{}", key(user, care))
}

/// The name of the function on this line, if it only requires a trait.
fn probe(line: &str) -> Option<&str> {
    let name = line.trim_start().strip_prefix("pub fn ")?;
    let name = name.split([' ', '(']).next()?;
    name.starts_with("probe_").then_some(name)
}

/// The first lines of a message, without long lines of generated code.
fn shortened(text: &str) -> String {
    let lines = text.lines().filter(|line| line.len() < 300);
    lines.take(8).collect::<Vec<_>>().join("\n")
}

impl Report {
    /// Adds what was found in further changes.
    pub fn add(&mut self, other: Self) {
        for (kind, (tried, accepted)) in other.kinds {
            let count = self.kinds.entry(kind).or_default();
            *count = (count.0 + tried, count.1 + accepted);
        }
        for (outcome, (good, bad)) in other.outcomes {
            let count = self.outcomes.entry(outcome).or_default();
            *count = (count.0 + good, count.1 + bad);
        }
        self.without_program.extend(other.without_program);
        self.broken_crates.extend(other.broken_crates);
        self.disagreements.extend(other.disagreements);
    }

    /// How many changes led to valid specifications.
    pub fn accepted(&self) -> usize {
        self.kinds.values().map(|(_, accepted)| accepted).sum()
    }

    /// Whether the compiler and the comparison agree on everything.
    pub fn is_clean(&self) -> bool {
        self.without_program.is_empty()
            && self.broken_crates.is_empty()
            && self.disagreements.is_empty()
    }

    /// What disagrees, one after the other.
    pub fn details(&self) -> String {
        let mut text = String::new();
        for error in &self.without_program {
            let _ = writeln!(
                text,
                "the program of an old crate does not compile: {error}\n"
            );
        }
        for error in &self.broken_crates {
            let _ = writeln!(text, "a new crate does not compile: {error}\n");
        }
        for found in &self.disagreements {
            let (said, user) = (found.said.name(), found.user.name());
            let _ = writeln!(
                text,
                "seed {}, change {} ({}: {}): {said} for the {user}, but {}",
                found.seed,
                found.number,
                found.kind,
                found.what,
                found.error.as_deref().unwrap_or("it compiles")
            );
            for change in &found.changes {
                let _ = writeln!(text, "    {change}");
            }
        }
        text
    }

    /// The counts.
    pub fn summary(&self) -> String {
        let mut text = String::new();
        let (mut tried, mut accepted) = (0, 0);
        for (kind, counts) in &self.kinds {
            let _ = writeln!(text, "    {kind}: {} of {} accepted", counts.1, counts.0);
            tried += counts.0;
            accepted += counts.1;
        }
        let kinds = self.kinds.len();
        let _ = writeln!(
            text,
            "{tried} changes of {kinds} kinds, {accepted} accepted"
        );
        for ((user, said), (good, bad)) in &self.outcomes {
            let user = user.name();
            let _ = writeln!(text, "{user}, {said}: {good} compile, {bad} do not");
        }
        let mut by_kind: BTreeMap<(&str, &str, &str), usize> = BTreeMap::new();
        for found in &self.disagreements {
            let key = (found.kind, found.user.name(), found.said.name());
            *by_kind.entry(key).or_default() += 1;
        }
        let _ = writeln!(text, "{} disagreements", self.disagreements.len());
        for ((kind, user, said), count) in by_kind {
            let _ = writeln!(text, "    {count} × {kind}: {said} for the {user}");
        }
        text
    }
}

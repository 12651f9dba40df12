//! The generated crates of the gateway and of every good case build without warnings from rustc,
//! clippy and rustdoc: with the client, with the server, with both and with neither; one of them also with
//! some of its groups of operations. So does code that a crate includes in its own.
//!
//! Each run of the tests compiles a selection that has every construct of the generated code, see [`constructs`]. The
//! full run compiles all cases.
//!
//! The selection is one workspace, and all cases are another. They use the dependency versions of this project, so that
//! nothing is downloaded.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{env, fs};

use specsmith::diagnostic::Style;
use specsmith::source::SourceFile;
use specsmith_tests::groups::SIDES;
use specsmith_tests::{cases, constructs, workspaces};

/// What each crate is checked with on its own, see [`every_crate_enables_the_runtime_features_that_it_needs`].
const BOTH: &str = "client,fake,server";

/// With both sides, so that their scaffolds and callers compile too. The crate of the gateway also with one side.
#[test]
fn selected_crates_build_without_rustc_and_clippy_warnings() {
    let folder = &selection().folder;
    workspaces::clippy(folder, &["--workspace", "--features", BOTH]);
    for side in ["client", "server"] {
        workspaces::clippy(folder, &["--package", "gateway-api", "--features", side]);
    }
}

#[test]
fn selected_crates_have_no_rustdoc_warnings() {
    workspaces::doc(&selection().folder, &crates_with(BOTH));
}

#[test]
#[ignore = "part of the full run: compiles all cases three times"]
fn generated_crates_build_without_rustc_and_clippy_warnings() {
    for sides in SIDES.into_iter().filter(|sides| *sides != BOTH) {
        workspaces::clippy(&all().folder, &crates_with(sides));
    }
}

#[test]
#[ignore = "part of the full run: documents all cases twice"]
fn generated_crates_have_no_rustdoc_warnings() {
    // A link can point to an item of a disabled feature. The features do not differ otherwise.
    for sides in [BOTH, ""] {
        workspaces::doc(&all().folder, &crates_with(sides));
    }
}

/// The options for all generated crates, without the one of their scaffolds.
fn crates_with(sides: &str) -> [&str; 5] {
    ["--workspace", "--exclude", "scaffolds", "--features", sides]
}

/// The groups of this case share types, errors, pages and names: no group, one, one whose operation needs
/// no key, and two neighbours. The example `group_features` checks all groups of larger crates.
#[test]
#[ignore = "part of the full run: compiles one crate twenty times"]
fn a_crate_with_some_of_its_groups_builds_without_warnings() {
    let folder = &all().folder;
    let package = [
        "--package",
        "features-of-groups-api",
        "--no-default-features",
    ];
    for groups in ["", "books", "client-group", "books,authors"] {
        for sides in SIDES {
            let features = format!("{groups},{sides}");
            workspaces::clippy(folder, &[&package[..], &["--features", &features]].concat());
        }
        let features = format!("{groups},{}", SIDES[0]);
        workspaces::doc(folder, &[&package[..], &["--features", &features]].concat());
    }
}

/// Cargo unifies features within a workspace, so a crate could rely on runtime features that another
/// crate enables. Therefore, each group of crates with the same runtime features is checked alone.
#[test]
#[ignore = "part of the full run: compiles all cases, and the runtime for each set of its features"]
fn every_crate_enables_the_runtime_features_that_it_needs() {
    let mut alike: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for generated in &all().crates {
        let packages = alike.entry(&generated.runtime).or_default();
        for package in [Some(&generated.package), generated.included.as_ref()] {
            packages.extend(package.into_iter().flat_map(|name| ["--package", name]));
        }
    }
    for packages in alike.values() {
        let options = [packages, &["--features", BOTH][..]].concat();
        workspaces::clippy(&all().folder, &options);
    }
}

#[test]
#[ignore = "part of the full run: compiles the scaffolds of all cases"]
fn scaffolds_build_against_their_crates() {
    workspaces::clippy(&all().folder, &["--package", "scaffolds"]);
}

/// Handlers can return only the errors that their operations document. The compiler says so.
#[test]
fn an_undocumented_error_is_explained() {
    // Not with clippy, which prints the same error with longer paths.
    let gateway = [("gateway".to_owned(), cases::gateway())];
    let folder = Workspace::new("undocumented", &gateway).folder;
    let mut check = workspaces::cargo(&folder, "check");
    check.args(["--package", "scaffolds", "--features", "undocumented"]);
    let output = check.output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{check:?} succeeded");
    let label = "neither an error that the operation documents (add its status to `errors` in the specification)";
    assert_eq!(message.matches(label).count(), 1, "{message}");
    let converted =
        "the trait `DocumentedOrInternal` is not implemented for `gateway_api::errors::NotFound`";
    assert_eq!(message.matches(converted).count(), 2, "{message}");
    assert_eq!(message.matches("error[E0277]").count(), 2, "{message}");
}

/// `get_key` documents 401 and 500. Any `Error` and text become an internal error.
const UNDOCUMENTED: &str = "\
use gateway_api::errors::{NotFound, Unauthorized};
use gateway_api::operations::GetKeyError;

pub fn documented() -> Result<(), GetKeyError> {
    Err(Unauthorized::new())?
}

pub fn internal() -> Result<(), GetKeyError> {
    Err(std::fmt::Error)?
}

pub fn undocumented() -> Result<(), GetKeyError> {
    Err(NotFound::new())?
}

pub fn undocumented_into() -> Result<(), GetKeyError> {
    Err(NotFound::new().into())
}

pub fn text() -> Result<(), GetKeyError> {
    Err(String::new())?
}
";

/// Cases whose code is also included in another crate: with attributes in the root module of a generated crate, with
/// features for groups, with all modules, and with descriptions and names that lints would warn about.
const INCLUDED: [&str; 6] = [
    "deprecated_parts",
    "features_of_groups",
    "hostile_markdown",
    "names_of_types",
    "servers",
    "webhooks",
];

/// The workspace of all generated crates.
struct Workspace {
    folder: PathBuf,
    crates: Vec<Generated>,
}

/// One generated crate.
struct Generated {
    package: String,
    /// The package that includes its code, if there is one.
    included: Option<String>,
    /// The line of its manifest that declares the dependency on the runtime.
    runtime: String,
}

/// The crates of all cases.
fn all() -> &'static Workspace {
    static ALL: OnceLock<Workspace> = OnceLock::new();
    ALL.get_or_init(|| Workspace::new("all-cases", &specifications()))
}

/// Cases that are always selected: the gateway, a crate with features for groups, and names that collide.
const ALWAYS: [&str; 3] = ["features_of_groups", "gateway", "names_of_types"];

/// Cases that have all constructs of the generated code between them, cases with a caller, and the cases in [`ALWAYS`].
fn selection() -> &'static Workspace {
    static SELECTION: OnceLock<Workspace> = OnceLock::new();
    SELECTION.get_or_init(|| {
        let vocabulary = constructs::Vocabulary::of_the_runtime();
        let specs = specifications();
        let of_each: Vec<_> = specs
            .iter()
            .map(|(_, spec)| {
                let mut files = workspaces::generate(&with_runtime(spec)).unwrap();
                files.insert("scaffold.rs", specsmith::scaffold(spec).unwrap());
                vocabulary.constructs(&files)
            })
            .collect();
        for known in [
            "rules max_length",
            "rules unique_items",
            "rt::object",
            ".path()",
        ] {
            assert!(
                of_each.iter().any(|constructs| constructs.contains(known)),
                "no case has `{known}`: does `constructs` still know the code?"
            );
        }
        for name in INCLUDED.iter().chain(&ALWAYS) {
            assert!(
                specs.iter().any(|(of, _)| of == name),
                "there is no case `{name}`: update the list in this file"
            );
        }
        let chosen = constructs::choose(&of_each);
        let selected: Vec<_> = specs
            .into_iter()
            .enumerate()
            .filter(|(index, (name, _))| {
                let caller = cases::folder().join(format!("good/{name}/caller.rs"));
                chosen.contains(index) || ALWAYS.contains(&&**name) || caller.exists()
            })
            .map(|(_, spec)| spec)
            .collect();
        Workspace::new("selected-cases", &selected)
    })
}

/// The names and specifications of all cases, and of the gateway.
fn specifications() -> Vec<(String, SourceFile)> {
    let cases = cases::good().into_iter();
    cases
        .map(|case| (case.name.clone(), case.spec()))
        .chain([("gateway".to_owned(), cases::gateway())])
        .collect()
}

impl Workspace {
    /// Writes the workspace. Unchanged files are not touched, so that cargo rebuilds only what changed.
    fn new(folder: &str, specs: &[(String, SourceFile)]) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
        let crates: Vec<Generated> = specs
            .iter()
            .map(|(name, spec)| generate(name, spec, &folder))
            .collect();
        write_scaffolds(specs, &crates, &folder);
        write_manifest(specs, &folder);
        workspaces::prepare(&folder).unwrap();
        Self { folder, crates }
    }
}

fn generate(name: &str, spec: &SourceFile, workspace: &Path) -> Generated {
    let spec = with_runtime(spec);
    let files = workspaces::generate(&spec)
        .unwrap_or_else(|errors| panic!("{name}: {}", errors.render(&spec, Style::Plain)));
    files.write_to(&workspace.join(name)).unwrap();
    if INCLUDED.contains(&name) {
        let included = workspaces::generate_included(&spec).unwrap();
        included
            .write_to(&workspace.join(included_in(name)))
            .unwrap();
    }
    let manifest = files.get("Cargo.toml").unwrap();
    let line = |start: &str| {
        manifest
            .lines()
            .find_map(|line| line.strip_prefix(start))
            .unwrap()
            .to_owned()
    };
    let package = line("name = ").trim_matches('"').to_owned();
    Generated {
        included: INCLUDED
            .contains(&name)
            .then(|| format!("{package}-included")),
        package,
        runtime: line("specsmith-runtime = "),
    }
}

/// The folder of the package that includes the code of a case.
fn included_in(name: &str) -> String {
    format!("{name}-included")
}

/// Removes the path of the runtime, which is relative to the specification. The workspace has its own.
fn with_runtime(spec: &SourceFile) -> SourceFile {
    let files = spec.files().map(|(name, span)| {
        let lines = spec.slice(span).lines();
        let kept: Vec<&str> = lines
            .filter(|line| !line.trim_start().starts_with("runtime: "))
            .collect();
        (name, kept.join("\n"))
    });
    let empty = None::<SourceFile>;
    let files = files.fold(empty, |source, (name, text)| {
        Some(match source {
            Some(source) => source.with_file(name, &text),
            None => SourceFile::new(name, text),
        })
    });
    files.unwrap_or_else(|| SourceFile::new(spec.name(), ""))
}

fn write_manifest(specs: &[(String, SourceFile)], folder: &Path) {
    let names = specs.iter().map(|(name, _)| name.clone());
    let included = specs.iter().filter(|(name, _)| INCLUDED.contains(&&**name));
    let included = included.map(|(name, _)| included_in(name));
    let members: String = names
        .chain(included)
        .map(|name| format!("    {name:?},\n"))
        .collect();
    let manifest = format!(
        "[workspace]\nresolver = \"3\"\nmembers = [\n{members}    \"scaffolds\",\n]\n\n{}",
        workspaces::runtime_patch()
    );
    cases::write(&folder.join("Cargo.toml"), &manifest).unwrap();
}

/// One crate with the scaffolds of all cases, one module for each case.
fn write_scaffolds(specs: &[(String, SourceFile)], crates: &[Generated], workspace: &Path) {
    let folder = workspace.join("scaffolds");
    let mut manifest =
        "[package]\nname = \"scaffolds\"\nedition = \"2024\"\n\n[features]\nundocumented = []\n\n[dependencies]\n"
            .to_owned();
    let mut root = "#[cfg(feature = \"undocumented\")]\npub mod undocumented;\n".to_owned();
    cases::write(&folder.join("src/undocumented.rs"), UNDOCUMENTED).unwrap();
    for ((name, spec), generated) in specs.iter().zip(crates) {
        let module = name.replace('-', "_");
        let scaffold = specsmith::scaffold(spec).unwrap();
        cases::write(&folder.join(format!("src/{module}.rs")), &scaffold).unwrap();
        writeln!(root, "pub mod {module};").unwrap();
        // Hand-written code that uses the crate, if the case has some.
        let caller = cases::folder().join("good").join(name).join("caller.rs");
        if let Ok(caller) = fs::read_to_string(caller) {
            cases::write(&folder.join(format!("src/{module}_caller.rs")), &caller).unwrap();
            writeln!(root, "pub mod {module}_caller;").unwrap();
        }
        writeln!(
            manifest,
            "{} = {{ path = \"../{name}\", features = [\"server\"] }}",
            generated.package
        )
        .unwrap();
    }
    cases::write(&folder.join("src/lib.rs"), &root).unwrap();
    cases::write(&folder.join("Cargo.toml"), &manifest).unwrap();
}

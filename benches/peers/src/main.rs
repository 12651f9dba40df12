//! Compares Specsmith with other generators: all of them generate code for the same API, in the same run, and
//! their code is compiled with the same toolchain. See "Compared with other generators" in
//! `docs/performance.md`.
//!
//! Usage: `specsmith-peers [gateway | <operations> | <document>] [generate] [<tool>…]`, by default with 300 operations and
//! all tools. Specsmith is always one of the tools. From an OpenAPI document, all of them generate clients, which are not
//! compiled with `generate`.
//! `benches/peers/install` installs the other tools.

mod count;
mod crates;
mod document;
mod measure;
mod table;
mod tools;

use std::path::{Path, PathBuf};
use std::{fs, io};

use specsmith_benches::run::{Cost, cost};

use count::Lines;
use crates::{Folders, Size};
use measure::{Entry, Figure, measure};
use table::Unit;
use tools::{Crate, Side, TOOLS, Tool};

/// How often everything is measured.
const TIMES: usize = 3;

/// How often crates of documents are compiled: each takes minutes.
const TIMES_OF_DOCUMENTS: usize = 1;

/// The folder for crates of earlier rounds.
const REPLACED: &str = "replaced";

const REPOSITORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn main() -> io::Result<()> {
    let (mut api, mut chosen, mut compiles) = (String::from("300"), Vec::new(), true);
    for argument in std::env::args().skip(1) {
        let mut named = TOOLS.iter();
        if let Some(tool) = named.find(|tool| tool.name.eq_ignore_ascii_case(&argument)) {
            chosen.push(tool.name);
        } else if argument == "generate" {
            compiles = false;
        } else if argument == "gateway"
            || argument.parse::<usize>().is_ok()
            || Path::new(&argument).is_file()
        {
            api = argument;
        } else {
            return Err(io::Error::other(format!("no API or tool: {argument}")));
        }
    }
    let takes_part =
        |tool: &&Tool| chosen.is_empty() || tool.is_specsmith() || chosen.contains(&tool.name);
    let tools: Vec<&Tool> = TOOLS.iter().filter(takes_part).collect();

    let programs = Programs::new()?;
    let document = Path::new(&api);
    let is_document = document.is_file();
    let name = document.file_stem().unwrap_or_default();
    let folders = Folders {
        api: programs.peers.join("apis").join(name),
        target: programs.peers.join("target"),
    };
    let sides: &[Side] = match is_document {
        true => {
            copy_document(document, &folders.api)?;
            &[Side::Client]
        }
        false => {
            write_documents(&programs, &folders.api, &api)?;
            &[Side::Client, Side::Server]
        }
    };
    for side in sides.iter().copied() {
        let mut entries: Vec<Entry> = tools
            .iter()
            .map(|tool| Entry::new(tool, tool.side(side)))
            .collect();
        let names: Vec<String> = tools.iter().map(|tool| programs.name(tool)).collect();
        let rows = match is_document {
            true => compare_clients(&programs, &folders, &mut entries, compiles),
            false => compare(&programs, &folders, &mut entries),
        };
        println!("\n{side:?}:\n\n{}", table::markdown(&names, &rows));
    }
    if !is_document {
        let Size { lines, items } = folders.size(&TOOLS[0].client, "client,server")?;
        println!(
            "Both sides of Specsmith's crate: {} lines, {} without comments; {} functions, {} impls.",
            lines.all, lines.code, items.functions, items.impls
        );
    }
    fs::remove_dir_all(folders.api.join(REPLACED))
}

const GENERATING: [Figure<Cost>; 2] = [
    ("generating: time", Unit::Seconds, |cost| cost.wall),
    ("generating: peak memory", Unit::Megabytes, |cost| cost.peak),
];

const CHECK: [Figure<Cost>; 3] = compiling([
    "`cargo check`: time",
    "`cargo check`: CPU time",
    "`cargo check`: peak memory",
]);

/// The rows of one side.
fn compare(programs: &Programs, folders: &Folders, entries: &mut [Entry]) -> Vec<table::Row> {
    const SIZE: [Figure<Size>; 4] = [
        ("lines", Unit::Count, |size| size.lines.all as f64),
        ("lines without comments", Unit::Count, |size| {
            size.lines.code as f64
        }),
        ("functions", Unit::Count, |size| size.items.functions as f64),
        ("impls", Unit::Count, |size| size.items.impls as f64),
    ];
    const RELEASE: [Figure<Cost>; 3] = compiling([
        "`cargo build --release`: time",
        "`cargo build --release`: CPU time",
        "`cargo build --release`: peak memory",
    ]);

    let generate =
        |entry: &Entry, generated: &Crate| programs.generate(entry.tool, generated, &folders.api);
    let size = |_: &Entry, generated: &Crate| folders.size(generated, generated.features);
    let check = |_: &Entry, generated: &Crate| folders.compile(generated, &["check"]);
    let release =
        |_: &Entry, generated: &Crate| folders.compile(generated, &["build", "--release"]);
    // The first round of each stage is not measured: it compiles the dependencies. Counting is last, so that code
    // that cannot be counted is measured nevertheless.
    let generating = measure(entries, 1, TIMES, generate, &GENERATING);
    let check = measure(entries, 1, TIMES, check, &CHECK);
    let release = measure(entries, 1, TIMES, release, &RELEASE);
    let size = measure(entries, 0, 1, size, &SIZE);
    [generating, size, check, release].concat()
}

/// The rows of the clients of a document. Its crates take long to compile, so that is measured less than in [`compare`].
fn compare_clients(
    programs: &Programs,
    folders: &Folders,
    entries: &mut [Entry],
    compiles: bool,
) -> Vec<table::Row> {
    const LINES: [Figure<Lines>; 2] = [
        ("lines", Unit::Count, |lines| lines.all as f64),
        ("lines without comments", Unit::Count, |lines| {
            lines.code as f64
        }),
    ];
    let generate =
        |entry: &Entry, generated: &Crate| programs.generate(entry.tool, generated, &folders.api);
    let dependencies = |_: &Entry, generated: &Crate| folders.check_dependencies(generated);
    let check = |_: &Entry, generated: &Crate| folders.compile(generated, &["check"]);
    let lines = |_: &Entry, generated: &Crate| folders.lines(generated, generated.features);
    let generating = measure(entries, 1, TIMES, generate, &GENERATING);
    if !compiles {
        return generating;
    }
    measure(entries, 0, 1, dependencies, &[]);
    let check = measure(entries, 0, TIMES_OF_DOCUMENTS, check, &CHECK);
    let lines = measure(entries, 0, 1, lines, &LINES);
    [generating, lines, check].concat()
}

const fn compiling([time, processor, peak]: [&'static str; 3]) -> [Figure<Cost>; 3] {
    [
        (time, Unit::Seconds, |cost| cost.wall),
        (processor, Unit::Seconds, |cost| cost.processor),
        (peak, Unit::Megabytes, |cost| cost.peak),
    ]
}

/// Where the tools are.
struct Programs {
    /// Cargo's target folder of this repository.
    target: PathBuf,
    /// Contains the peers, as `benches/peers/install` installs them.
    peers: PathBuf,
}

impl Programs {
    /// Builds Specsmith as it is published.
    fn new() -> io::Result<Self> {
        let target = std::env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| Path::new(REPOSITORY).join("target"), PathBuf::from);
        fs::create_dir_all(&target)?;
        let target = target.canonicalize()?;
        let arguments = [
            "build",
            "--profile",
            "dist",
            "--package",
            "specsmith",
            "--target-dir",
            &target.to_string_lossy(),
        ];
        cost(&crates::cargo(), &arguments, Path::new(REPOSITORY))?;
        let peers = target.join("peers");
        Ok(Self { target, peers })
    }

    /// The tool's program.
    fn program(&self, tool: &Tool) -> io::Result<PathBuf> {
        let folder = if tool.is_specsmith() {
            self.target.join("dist")
        } else {
            self.peers.join("bin")
        };
        let program = folder
            .join(tool.package)
            .with_extension(std::env::consts::EXE_EXTENSION);
        if program.exists() {
            return Ok(program);
        }
        let log = fs::read_to_string(self.peers.join(format!("{}.log", tool.package)));
        Err(io::Error::other(log.unwrap_or_else(|_| {
            "not installed, see `benches/peers/install`".into()
        })))
    }

    /// The tool's name, and its version if it is installed.
    fn name(&self, tool: &Tool) -> String {
        let installed = fs::read_to_string(self.peers.join(".crates.toml")).unwrap_or_default();
        let prefix = format!("\"{} ", tool.package);
        let version = installed
            .lines()
            .find_map(|line| line.strip_prefix(&prefix)?.split_whitespace().next());
        version.map_or_else(
            || tool.name.into(),
            |version| format!("{} {version}", tool.name),
        )
    }

    /// Generates a crate from nothing.
    fn generate(&self, tool: &Tool, generated: &Crate, api: &Path) -> io::Result<Cost> {
        let program = self.program(tool)?;
        let folder = api.join(generated.folder);
        if folder.exists() {
            set_aside(&folder, &api.join(REPLACED))?;
        }
        let cost = cost(&program, generated.arguments, api)?;
        tools::complete(&folder)?;
        Ok(cost)
    }
}

/// Moves a folder into another one. Deleting it would slow down the tool that writes files next.
fn set_aside(folder: &Path, into: &Path) -> io::Result<()> {
    fs::create_dir_all(into)?;
    let number = fs::read_dir(into)?.count();
    fs::rename(folder, into.join(number.to_string()))
}

/// Writes a document as JSON, for all tools, with the path of the runtime for Specsmith.
fn copy_document(document: &Path, folder: &Path) -> io::Result<()> {
    let text = fs::read_to_string(document)?;
    let mut content: serde_json::Value = serde_json::from_str(&text)
        .or_else(|_| serde_yaml::from_str(&text).map_err(io::Error::other))?;
    fs::create_dir_all(folder)?;
    fs::write(folder.join(tools::OPENAPI), content.to_string())?;
    let runtime = Path::new(REPOSITORY).canonicalize()?.join("runtime");
    let mut own = content.clone();
    own["x-specsmith"] = serde_json::json!({ "runtime": runtime });
    fs::write(folder.join(tools::SPECIFICATION), own.to_string())?;
    let is_newer = content["openapi"]
        .as_str()
        .is_some_and(|version| version.starts_with("3.1"));
    if is_newer {
        document::to_openapi_3_0(&mut content);
    }
    fs::write(folder.join(tools::OPENAPI_3_0), content.to_string())
}

/// Writes the documents from which the tools generate.
fn write_documents(programs: &Programs, folder: &Path, api: &str) -> io::Result<()> {
    let runtime = Path::new(REPOSITORY).canonicalize()?.join("runtime");
    let runtime = runtime.to_string_lossy();
    let specification = match api.parse() {
        Ok(operations) => specsmith_benches::specification(operations, &runtime),
        Err(_) => fs::read_to_string(format!("{REPOSITORY}/spec/{api}.yaml"))?
            .replace("../runtime", &runtime),
    };
    fs::create_dir_all(folder)?;
    fs::write(folder.join(tools::SPECIFICATION), specification)?;
    let export = ["openapi", tools::SPECIFICATION, "--out", tools::OPENAPI];
    cost(&programs.program(&TOOLS[0])?, &export, folder)?;
    let text = fs::read_to_string(folder.join(tools::OPENAPI))?;
    let mut document = serde_json::from_str(&text).map_err(io::Error::other)?;
    let configuration = tools::openapi_to_rust_configuration(&document::operations(&document));
    fs::write(
        folder.join(tools::OPENAPI_TO_RUST_CONFIGURATION),
        configuration,
    )?;
    document::to_openapi_3_0(&mut document);
    fs::write(folder.join(tools::OPENAPI_3_0), document.to_string())
}

//! The code in the documentation compiles, and the tutorial prints what it shows.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use specsmith::api::Runtime;
use specsmith::source::{SourceFile, Span, Spanned};
use specsmith_tests::pages::{code_blocks, read};
use specsmith_tests::{cases, workspaces};

/// With the runtime inside of the generated crate, as in every new project.
#[test]
fn the_tutorial_compiles() {
    let project = tutorial("tutorial-checked", Runtime::Embedded);
    let packages = [
        "tasks-api",
        "tasks-server",
        "tasks-client",
        "specsmith-runtime",
    ];
    let packages = packages.iter().flat_map(|name| ["--package", *name]);
    let options: Vec<&str> = packages.chain(["--all-targets"]).collect();
    workspaces::clippy(&project, &options);
}

#[test]
#[ignore = "part of the full run: builds two programs"]
fn the_tutorial_prints_the_documented_output() {
    let runtime = cases::root().join("runtime").display().to_string();
    let runtime = Runtime::Path(Spanned::new(runtime, Span::default()));
    let project = tutorial("tutorial", runtime);
    workspaces::succeed(workspaces::cargo(&project, "build").arg("--workspace"));
    let programs = project.with_file_name(workspaces::BUILT).join("debug");
    let mut server = Command::new(programs.join("tasks-server"))
        .env("ADDRESS", "127.0.0.1:0")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let out = server.stdout.as_mut().unwrap();
    BufReader::new(out).read_line(&mut line).unwrap();
    let url = line.trim().strip_prefix("listening on ").unwrap();
    let client = Command::new(programs.join("tasks-client"))
        .arg(url)
        .output();
    server.kill().unwrap();
    server.wait().unwrap();
    let printed = String::from_utf8(client.unwrap().stdout).unwrap();
    let page = read("docs/start.md");
    assert_eq!(code_blocks(&page, "text"), [printed.trim_end()]);
}

/// Writes the project that `specsmith new tasks` creates, with the files that the tutorial replaces.
fn tutorial(folder: &str, runtime: Runtime) -> PathBuf {
    let page = read("docs/start.md");
    let project = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    let spec = specsmith::first_spec("tasks");
    for shown in code_blocks(&page, "yaml") {
        assert!(spec.contains(shown), "not in the specification:\n{shown}");
    }
    let mut api = specsmith::read(&SourceFile::new("tasks.yaml", spec)).unwrap();
    api.package.runtime = runtime;
    let written = specsmith::files(&api).write_to(&project.join("generated"));
    written.unwrap();
    let surroundings = specsmith::Project {
        spec: "tasks.yaml",
        original: None,
        server: true,
    };
    let files = specsmith::project_of(&api, &surroundings).unwrap();
    for (path, contents) in files.iter().chain(named_files(&page)) {
        cases::write(&project.join(path), contents).unwrap();
    }
    workspaces::prepare(&project).unwrap();
    project
}

/// The Rust code in the language reference and in the guide compiles: against the crate of the
/// reference's first example, and against the gateway's crate.
#[test]
fn the_rust_of_the_reference_and_the_guide_compiles() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("samples");
    let reference = read("docs/spec-language.md");
    let runtime = cases::root().join("runtime");
    let example = code_blocks(&reference, "yaml")[0];
    let spec = format!("rust: {{ runtime: {runtime:?} }}\n{example}");
    let files = specsmith::generate(&SourceFile::new("example", spec)).unwrap();
    files.write_to(&folder.join("library-api")).unwrap();

    let guide = read("docs/using.md");
    cases::write(&folder.join("src/main.rs"), &reference_program(&reference)).unwrap();
    cases::write(&folder.join("src/bin/guide.rs"), &guide_program(&guide)).unwrap();
    let of_server = code_blocks(&guide, "toml")[0].lines();
    let is_other = |line: &&str| *line != "[dependencies]" && !line.starts_with("gateway-api");
    let of_server: Vec<&str> = of_server.filter(is_other).collect();
    let manifest = format!(
        "[package]\nname = \"samples\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         library-api = {{ path = \"library-api\", features = [\"client\", \"server\"] }}\n\
         gateway-api = {{ path = {:?}, features = [\"client\", \"server\"] }}\n{}\n",
        cases::root().join("generated"),
        of_server.join("\n")
    );
    cases::write(&folder.join("Cargo.toml"), &manifest).unwrap();
    workspaces::prepare(&folder).unwrap();
    workspaces::succeed(&mut workspaces::cargo(&folder, "check"));
}

/// The client's calls and the server's trait of the language reference.
fn reference_program(page: &str) -> String {
    let (client, server) = code_blocks(page, "rust")[0].split_once("\n\n").unwrap();
    let server = server.replace("trait LibraryApi {", "trait LibraryApi {\n    type Caller;");
    format!(
        "#![allow(async_fn_in_trait, dead_code, unused_variables)]
         use library_api::operations::*;
         use library_api::server::{{ListBooks, UpdateBook}};
         use library_api::types::*;
         use library_api::{{Client, Page}};
         async fn calls(library: Client, id: BookId) -> Result<(), Box<dyn std::error::Error>> {{
             {client}
             Ok(())
         }}
         {server}
         fn main() {{}}"
    )
}

/// The implementation that the guide shows. The methods that it omits come from the scaffold, and the
/// reader's own types are stubs. (The caller that the guide shows is a documentation test.)
fn guide_program(page: &str) -> String {
    let server = code_blocks(page, "rust,ignore");
    let (implementation, router) = (server[0], server[1]);
    let scaffold = specsmith::scaffold(&cases::gateway());
    let scaffold = scaffold.unwrap();
    let uses_end = scaffold.find("/// The state").unwrap();
    let uses_start = scaffold.find("use ").unwrap();
    let omitted: Vec<String> = scaffold
        .split("\n\n    async fn ")
        .skip(1)
        .map(|method| method.trim_end().trim_end_matches("\n}"))
        .filter(|method| {
            let name = method.split('(').next().unwrap();
            !implementation.contains(&format!("async fn {name}("))
        })
        .map(|method| format!("async fn {}", method.replace(" Caller", " VerifiedKey")))
        .collect();
    assert!(omitted.len() >= 10, "{omitted:?}");
    format!(
        "#![allow(dead_code, unused_variables)]
         {uses}
         use gateway_api::errors::NotFound;
         use gateway_api::types::GroupMappingId;
         use std::io::Result as Stored;
         struct VerifiedKey {{ organization: String, is_management: bool }}
         struct Gateway {{ store: Store }}
         struct Store;
         impl Store {{
             fn open() -> Stored<Self> {{ todo!() }}
             async fn key(&self, key: &str) -> Stored<Option<VerifiedKey>> {{ todo!() }}
             async fn credits(&self, organization: &str) -> Stored<Credits> {{ todo!() }}
             async fn mapping(&self, organization: &str, id: &GroupMappingId) -> Stored<Option<GroupMapping>> {{ todo!() }}
             async fn save(&self, mapping: &GroupMapping) -> Stored<()> {{ todo!() }}
         }}
         {implementation}
         {router}",
        uses = &scaffold[uses_start..uses_end],
        implementation = implementation.replace("// …", &omitted.join("\n")),
    )
}

/// The files of a tutorial: a path in bold at the start of a paragraph, and the next code block.
fn named_files(page: &str) -> Vec<(&str, &str)> {
    let sections = page.split("\n**`").skip(1);
    sections
        .map(|section| {
            let (path, rest) = section.split_once("`**").unwrap();
            let block = rest.split("\n```").nth(1).unwrap();
            let (_language, contents) = block.split_once('\n').unwrap();
            (path, contents)
        })
        .collect()
}

//! The examples in the documentation are valid.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::{env, fs};

use serde_json::{Map, Value};
use specsmith::api::Runtime;
use specsmith::diagnostic::Style;
use specsmith::source::{SourceFile, Span, Spanned};
use specsmith_tests::{cases, workspaces};

/// The examples of the language reference build on each other: each adds to the specification from
/// the first one.
#[test]
fn every_example_of_the_language_reference_is_valid() {
    let page = read("docs/spec-language.md");
    let mut spec = Map::new();
    let examples = code_blocks(&page, "yaml");
    assert!(
        examples.len() >= 15,
        "only {} examples found",
        examples.len()
    );
    for example in examples {
        let sections: Map<String, Value> = serde_yaml::from_str(example)
            .unwrap_or_else(|error| panic!("{error} in this example:\n{example}"));
        for (section, content) in sections {
            add(&mut spec, section, content);
        }
        let source = SourceFile::new("example", serde_json::to_string_pretty(&spec).unwrap());
        if let Err(diagnostics) = specsmith::read(&source) {
            let errors = diagnostics.render(&source, Style::Plain);
            panic!("{errors}\nin this example:\n{example}");
        }
    }
}

/// Adds a section to a specification. Entries of sections with free names are added one by one;
/// every other section is replaced.
fn add(spec: &mut Map<String, Value>, section: String, content: Value) {
    match (spec.get_mut(&section), content) {
        (Some(Value::Object(entries)), Value::Object(more))
            if ["errors", "pagers", "types", "operations", "webhooks"]
                .contains(&section.as_str()) =>
        {
            entries.extend(more);
        }
        (_, content) => {
            spec.insert(section, content);
        }
    }
}

/// The code blocks of a language in a Markdown text.
fn code_blocks<'t>(text: &'t str, language: &str) -> Vec<&'t str> {
    let opening = format!("\n```{language}\n");
    text.split(&opening)
        .skip(1)
        .filter_map(|rest| rest.split_once("\n```").map(|(block, _)| block))
        .collect()
}

fn read(path: &str) -> String {
    fs::read_to_string(cases::root().join(path)).unwrap()
}

/// Builds the project that `specsmith new tasks` creates, with the files that the tutorial replaces, and runs it.
#[test]
fn the_tutorial_prints_the_documented_output() {
    let page = read("docs/start.md");
    let project = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tutorial");
    let spec = specsmith::first_spec("tasks");
    for shown in code_blocks(&page, "yaml") {
        assert!(spec.contains(shown), "not in the specification:\n{shown}");
    }
    let mut api = specsmith::read(&SourceFile::new("tasks.yaml", spec)).unwrap();
    let runtime = cases::root().join("runtime").display().to_string();
    api.package.runtime = Runtime::Path(Spanned::new(runtime, Span::default()));
    let written = specsmith::files(&api).write_to(&project.join("generated"));
    written.unwrap();
    let files = specsmith::project_of(&api, "tasks.yaml").unwrap();
    for (path, contents) in files.iter().chain(named_files(&page)) {
        cases::write(&project.join(path), contents).unwrap();
    }
    workspaces::prepare(&project).unwrap();
    let build = cargo(&["build", "--workspace"], &project);
    let errors = String::from_utf8_lossy(&build.stderr);
    assert!(build.status.success(), "{errors}");

    let mut server = Command::new(project.join("target/debug/tasks-server"))
        .env("ADDRESS", "127.0.0.1:0")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let out = server.stdout.as_mut().unwrap();
    BufReader::new(out).read_line(&mut line).unwrap();
    let url = line.trim().strip_prefix("listening on ").unwrap();
    let client = Command::new(project.join("target/debug/tasks-client"))
        .arg(url)
        .output();
    server.kill().unwrap();
    server.wait().unwrap();
    let printed = String::from_utf8(client.unwrap().stdout).unwrap();
    assert_eq!(code_blocks(&page, "text"), [printed.trim_end()]);
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
    let output = cargo(&["check"], &folder);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
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

/// Runs cargo in a folder, with the versions that this workspace has.
fn cargo(arguments: &[&str], folder: &Path) -> Output {
    workspaces::cargo(folder)
        .args(arguments)
        .args(["--offline", "--quiet", "--target-dir", "target"])
        .env("CARGO_INCREMENTAL", "0")
        .output()
        .unwrap()
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

/// The code in the README is part of the tutorial, which is built and run.
#[test]
fn the_readme_shows_code_from_the_tutorial() {
    let tutorial = read("docs/start.md");
    let readme = read("README.md");
    let shown = [
        code_blocks(&readme, "yaml"),
        code_blocks(&readme, "rust,ignore"),
    ]
    .concat();
    assert_eq!(shown.len(), 3);
    for block in shown {
        assert!(tutorial.contains(block), "not in docs/start.md:\n{block}");
    }
}

/// Cargo checks the Rust version in the manifest. All other places must name the same version.
#[test]
fn the_same_rust_version_is_named_everywhere() {
    let manifest = read("Cargo.toml");
    let version = manifest
        .lines()
        .find_map(|line| line.strip_prefix("rust-version = "))
        .unwrap()
        .trim_matches('"');
    assert!(read("README.md").contains(&format!("need Rust {version} or newer")));
    assert!(read("docs/start.md").contains(&format!("need Rust {version} or newer")));
    assert!(read("Dockerfile").contains(&format!("FROM rust:{version}-")));
    for package in ["benches", "generator", "runtime", "server", "tests"] {
        let manifest = read(&format!("{package}/Cargo.toml"));
        assert!(
            manifest.contains("rust-version.workspace = true"),
            "{package}"
        );
    }
}

/// Links between documents point to files that exist.
#[test]
fn every_link_to_a_file_works() {
    let documents = [
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "docs/architecture.md",
        "docs/editors.md",
        "docs/gateway.md",
        "docs/performance.md",
        "docs/spec-language.md",
        "docs/start.md",
        "docs/using.md",
    ];
    for document in documents {
        let folder = cases::root().join(document);
        let folder = folder.parent().unwrap();
        for link in read(document).split("](").skip(1) {
            let target = link.split(')').next().unwrap();
            let path = target.split('#').next().unwrap();
            if !path.is_empty() && !path.contains("://") {
                assert!(folder.join(path).exists(), "{document}: {target}");
            }
        }
    }
}

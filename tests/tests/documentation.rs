//! The examples in the documentation are valid.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::path::Path;
use std::process::Output;
use std::{env, fs};

use serde_json::{Map, Value};
use specsmith::diagnostic::Style;
use specsmith::source::SourceFile;
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
    // People copy the first example, and cargo has to find the runtime.
    assert!(examples[0].contains("\nrust: { runtime: "));
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

/// Builds and runs the project that the tutorial describes, with the generator of this workspace.
#[test]
fn the_tutorial_prints_the_documented_output() {
    let page = read("docs/start.md");
    let project = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tutorial");
    for (path, contents) in named_files(&page) {
        let runtime = format!("runtime: {:?}", cases::root().join("runtime"));
        cases::write(
            &project.join(path),
            &contents.replace("runtime: ../../specsmith/runtime", &runtime),
        )
        .unwrap();
    }
    workspaces::write_lock(&project).unwrap();
    let spec = cases::source(&project.join("spec/tasks.yaml"));
    let files = specsmith::generate(&spec).unwrap();
    files.write_to(&project.join("generated")).unwrap();

    let output = cargo(&["run", "--package", "tasks-server"], &project);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let printed = String::from_utf8(output.stdout).unwrap();
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
    let written = example.lines().find(|line| line.starts_with("rust:"));
    let spec = example.replace(
        written.unwrap(),
        &format!("rust: {{ runtime: {runtime:?} }}"),
    );
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
    workspaces::write_lock(&folder).unwrap();
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

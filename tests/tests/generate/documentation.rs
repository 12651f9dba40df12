//! The examples, links and versions in the documentation are right. The test `compile` compiles its code.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Map, Value};
use specsmith::diagnostic::Style;
use specsmith::source::SourceFile;
use specsmith_tests::cases;
use specsmith_tests::pages::{code_blocks, read};

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
    for workflow in ["ci", "nightly", "release"] {
        let path = format!(".github/workflows/{workflow}.yml");
        let named = format!("\n  RUST: \"{version}.0\"\n");
        assert!(read(&path).contains(&named), "{path}");
    }
    for package in ["benches", "generator", "runtime", "server", "tests"] {
        let manifest = read(&format!("{package}/Cargo.toml"));
        assert!(
            manifest.contains("rust-version.workspace = true"),
            "{package}"
        );
    }
}

/// Each part of the full run belongs to a kind of change, which a table lists.
#[test]
fn contributors_know_when_to_run_each_part_of_the_full_run() {
    let script = read(".ci/full");
    let parts = script.split("\nparts=(run ").nth(1).unwrap();
    let parts: BTreeSet<&str> = parts.split(')').next().unwrap().split(' ').collect();
    let page = read("CONTRIBUTING.md");
    let table = page.split("| if you change | also run |").nth(1).unwrap();
    let table = table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    let cells = table.map(|row| row.rsplit('|').nth(1).unwrap());
    let named = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    let named: BTreeSet<&str> = named.collect();
    assert_eq!(
        parts, named,
        "change the table in CONTRIBUTING.md: it differs from `.ci/full --list`"
    );
}

/// Links between documents point to files that exist.
#[test]
fn every_link_to_a_file_works() {
    let documents = [
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "CODE_OF_CONDUCT.md",
        "SECURITY.md",
        "docs/architecture.md",
        "docs/dependencies.md",
        "docs/diff.md",
        "docs/editors.md",
        "docs/formatting.md",
        "docs/gateway.md",
        "docs/lint.md",
        "docs/openapi.md",
        "docs/performance.md",
        "docs/spec-language.md",
        "docs/start.md",
        "docs/using.md",
        "editors/vscode/README.md",
        "generator/README.md",
        "runtime/README.md",
        "tests/fuzz/README.md",
    ];
    let documents = documents.map(str::to_owned).into_iter();
    let mut documents: Vec<String> = documents.collect();
    documents.push("docs/decisions/README.md".to_owned());
    documents.extend(decisions());
    for document in documents {
        let folder = cases::root().join(&document);
        let folder = folder.parent().unwrap();
        for link in read(&document).split("](").skip(1) {
            let target = link.split(')').next().unwrap();
            let path = target.split('#').next().unwrap();
            if !path.is_empty() && !path.contains("://") {
                assert!(folder.join(path).exists(), "{document}: {target}");
            }
        }
    }
}

/// Files of code that documents name in backticks, by the ends of their paths, exist.
#[test]
fn every_named_source_file_exists() {
    const FOLDERS: [&str; 8] = [
        "benches",
        "examples",
        "generated/src",
        "generator",
        "runtime",
        "server",
        "tests/src",
        "tests/tests",
    ];
    let mut paths = Vec::new();
    for folder in FOLDERS {
        add_sources(Path::new(folder), &mut paths);
    }
    let mut documents = decisions();
    documents.extend(["CONTRIBUTING.md", "docs/architecture.md"].map(str::to_owned));
    for document in documents {
        let text = read(&document);
        let names = text.split('`').skip(1).step_by(2);
        for name in names.filter(|name| name.ends_with(".rs") && !name.contains('*')) {
            let end = format!("/{name}");
            assert!(
                paths.iter().any(|path| path.ends_with(&end)),
                "{document} names `{name}`, and no file has this name"
            );
        }
    }
}

/// Adds the paths of the files of Rust code in a folder, each with a leading `/`.
fn add_sources(folder: &Path, paths: &mut Vec<String>) {
    for entry in fs::read_dir(cases::root().join(folder)).unwrap() {
        let entry = entry.unwrap();
        let path = folder.join(entry.file_name());
        if entry.path().is_dir() {
            add_sources(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            paths.push(format!("/{}", path.to_str().unwrap().replace('\\', "/")));
        }
    }
}

/// The list of decisions has every record with its title, and all records have the same parts.
#[test]
fn every_decision_is_listed() {
    const PARTS: [&str; 4] = [
        "Decision",
        "Why",
        "What was measured",
        "What would change our mind",
    ];
    let list = read("docs/decisions/README.md");
    let records = decisions();
    for path in &records {
        let record = read(path);
        let title = record.lines().next().unwrap().trim_start_matches("# ");
        let file = path.trim_start_matches("docs/decisions/");
        let entry = format!("\n- [{title}]({file})\n");
        assert!(
            list.contains(&entry),
            "not in docs/decisions/README.md:{entry}"
        );
        let parts = record.lines().filter_map(|line| line.strip_prefix("## "));
        let parts: Vec<_> = parts.collect();
        let expected = PARTS.into_iter();
        let expected = expected.filter(|part| *part != PARTS[2] || parts.contains(part));
        assert!(parts.iter().copied().eq(expected), "{path}: {parts:?}");
    }
    assert_eq!(list.matches("\n- [").count(), records.len());
}

/// The paths of the records of decisions.
fn decisions() -> Vec<String> {
    let records = cases::read_files(&cases::root().join("docs/decisions")).unwrap();
    let records = records.iter().map(|(name, _)| name);
    let records = records.filter(|name| *name != "README.md");
    records
        .map(|name| format!("docs/decisions/{name}"))
        .collect()
}

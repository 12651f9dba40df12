//! OpenAPI documents become crates: documents of this repository, and real ones of other people. The latter are outside of this
//! project: in the folder that `SPECSMITH_CORPUS` names, or in `shared/corpus` beside this repository. Without them, a
//! warning says so.

#![allow(clippy::unwrap_used, missing_docs)]

use std::path::{Path, PathBuf};
use std::{env, fs};

use specsmith::diagnostic::Style;
use specsmith::source::SourceFile;
use specsmith_tests::{cases, workspaces};

/// The document of the gateway, which is exported from its specification.
const GATEWAY: &str = "gateway.json";

/// The documents that are compiled too: different in kind, and small enough to compile together.
const COMPILED: [&str; 9] = [
    GATEWAY,
    "box-2025.json",
    "museum.yaml",
    "oai31-webhook-example.yaml",
    "omicron-wicketd-commission.json",
    "qdrant.json",
    "train-travel.json",
    "twilio-messaging_v1.json",
    "xero_bankfeeds.yaml",
];

fn folder() -> Option<PathBuf> {
    match env::var_os("SPECSMITH_CORPUS") {
        Some(named) => {
            let folder = PathBuf::from(named);
            assert!(folder.is_dir(), "SPECSMITH_CORPUS names no folder");
            Some(folder)
        }
        None => cases::shared("corpus"),
    }
}

/// The documents of this repository and of other people.
fn documents() -> Vec<(String, SourceFile)> {
    let cases = cases::good().into_iter();
    let cases = cases.filter(|case| case.name.starts_with("openapi_"));
    let mut documents: Vec<_> = cases.map(|case| (case.name.clone(), case.spec())).collect();
    let gateway = fs::read_to_string(cases::root().join("docs/api/openapi.json")).unwrap();
    documents.push((GATEWAY.to_owned(), SourceFile::new(GATEWAY, gateway)));
    let Some(folder) = folder() else {
        return documents;
    };
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path());
    let is_document = |path: &PathBuf| {
        path.extension()
            .is_some_and(|end| end == "json" || end == "yaml")
    };
    let mut files: Vec<PathBuf> = files.filter(is_document).collect();
    files.sort();
    let read = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(path).unwrap();
        (name.clone(), SourceFile::new(name, text))
    };
    documents.extend(files.iter().map(read));
    documents
}

/// The largest of the documents that each run of the tests reads, in bytes.
const SMALL: usize = 200_000;

#[test]
fn small_documents_generate() {
    let mut documents = documents();
    documents.retain(|(_, source)| source.text().len() <= SMALL);
    assert!(documents.len() >= 15, "only {}", documents.len());
    generate(documents);
}

#[test]
#[ignore = "part of the full run: reads documents of up to 4 MB, without optimizations"]
fn all_documents_generate() {
    generate(documents());
}

fn generate(documents: Vec<(String, SourceFile)>) {
    let mut refused = String::new();
    for (name, source) in documents {
        match specsmith::read_with_warnings(&source) {
            Ok(read) => {
                let files = workspaces::files(read.api.clone());
                let printed = specsmith::convert(&source).unwrap().text;
                let printed = SourceFile::new("api.yaml", printed);
                let again = workspaces::generate(&printed).unwrap_or_else(|errors| {
                    panic!("{name}: {}", errors.render(&printed, Style::Plain))
                });
                for ((path, expected), (_, found)) in files.iter().zip(again.iter()) {
                    assert!(
                        expected == found,
                        "{name}: {}",
                        cases::difference(path, expected, found)
                    );
                }
                assert_eq!(files.len(), again.len(), "{name}");
                assert!(!specsmith::scaffold_of(&read.api).is_empty(), "{name}");
                assert!(!specsmith::reference_of(&read.api).is_empty(), "{name}");
                let options = specsmith::Reference::default();
                let markdown = specsmith::markdown_of(&read.api, &options);
                assert!(markdown.contains("\n# "), "{name}");
                let openapi = specsmith::openapi_of(&read.api, specsmith::Format::Json);
                assert!(
                    specsmith::read(&SourceFile::new("again.json", openapi)).is_ok(),
                    "{name}"
                );
            }
            Err(errors) => refused.push_str(&errors.render(&source, Style::Plain)),
        }
    }
    assert!(
        refused.is_empty(),
        "teach `openapi/legalize.rs` what to leave out:\n{refused}"
    );
}

#[test]
#[ignore = "part of the full run: compiles and documents nine crates"]
fn some_of_their_crates_build_without_warnings() {
    let documents = documents();
    let chosen: Vec<_> = documents
        .iter()
        .filter(|(name, _)| COMPILED.contains(&name.as_str()))
        .collect();
    let workspace = Path::new(env!("CARGO_TARGET_TMPDIR")).join("corpus");
    let mut members = String::new();
    for (name, source) in chosen {
        let folder = name.replace(['.', '_'], "-");
        let api = specsmith::read(source).unwrap();
        workspaces::files(api.clone())
            .write_to(&workspace.join(&folder))
            .unwrap();
        members.push_str(&format!("    {folder:?},\n    \"{folder}-handlers\",\n"));
        write_scaffold(&workspace.join(format!("{folder}-handlers")), &folder, &api);
    }
    let manifest = format!(
        "[workspace]\nresolver = \"3\"\nmembers = [\n{members}]\n\n{}",
        workspaces::runtime_patch()
    );
    cases::write(&workspace.join("Cargo.toml"), &manifest).unwrap();
    workspaces::prepare(&workspace).unwrap();
    let all = ["--workspace", "--all-features"];
    workspaces::clippy(&workspace, &all);
    workspaces::doc(&workspace, &all);
}

/// A crate with the first implementation of a handler trait.
fn write_scaffold(folder: &Path, api_folder: &str, api: &specsmith::api::Api) {
    let package = &api.package.name;
    let manifest = format!(
        "[package]\nname = \"{package}-handlers\"\nedition = \"2024\"\n\n[dependencies]\n{package} = {{ path = \
         \"../{api_folder}\", features = [\"server\"] }}\n"
    );
    cases::write(&folder.join("Cargo.toml"), &manifest).unwrap();
    cases::write(&folder.join("src/lib.rs"), &specsmith::scaffold_of(api)).unwrap();
}

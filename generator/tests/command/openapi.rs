//! The command `specsmith openapi`: the binary, run in temporary folders.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

const SPEC: &str = "\
specsmith: 1
api: { name: PetShop, title: Pet shop, version: 1.0.0 }
types:
  Pet: { fields: { name: string } }
operations:
  get_pet: { route: GET /pet, returns: Pet }
";

/// A temporary folder with a specification in `spec/petshop.yaml`.
fn workspace() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("spec")).unwrap();
    fs::write(folder.path().join("spec/petshop.yaml"), SPEC).unwrap();
    folder
}

/// Exit status, standard output, standard error.
fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_specsmith"));
    let output = command
        .current_dir(folder)
        .arg("openapi")
        .args(arguments)
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    (
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

/// Runs a command that succeeds. Returns standard output.
fn succeed(folder: &Path, arguments: &[&str]) -> String {
    let (status, out, error) = run(folder, arguments);
    assert_eq!((status, error.as_str()), (0, ""), "{arguments:?}");
    out
}

#[test]
fn without_out_the_document_is_printed() {
    let folder = workspace();
    let json = succeed(folder.path(), &[]);
    assert!(json.starts_with("{\n  \"openapi\": \"3.1.1\",\n"), "{json}");
    assert!(json.ends_with("}\n"), "{json}");
    let yaml = succeed(folder.path(), &["--format", "yaml"]);
    assert!(yaml.starts_with("openapi: \"3.1.1\"\n"), "{yaml}");
}

#[test]
fn the_extension_selects_the_format_unless_format_is_set() {
    let folder = workspace();
    for (arguments, file, start) in [
        (vec!["--out", "a.json"], "a.json", "{"),
        (vec!["--out", "a.yaml"], "a.yaml", "openapi:"),
        (vec!["--out", "a.yml"], "a.yml", "openapi:"),
        (vec!["--out", "A.YAML"], "A.YAML", "openapi:"),
        (vec!["--out", "a"], "a", "{"),
        (vec!["--out", "b.yaml", "--format", "json"], "b.yaml", "{"),
    ] {
        let output = succeed(folder.path(), &arguments);
        assert_eq!(output, format!("written {file}\n"));
        let text = fs::read_to_string(folder.path().join(file)).unwrap();
        assert!(text.starts_with(start), "{file}: {text}");
    }
}

#[test]
fn a_file_is_written_only_if_its_content_changes() {
    let folder = workspace();
    let path = folder.path().join("docs/openapi.json");
    let arguments = ["--out", "docs/openapi.json"];
    assert_eq!(
        succeed(folder.path(), &arguments),
        "written docs/openapi.json\n"
    );
    let before = fs::metadata(&path).unwrap().modified().unwrap();
    let again = succeed(folder.path(), &arguments);
    assert_eq!(
        again,
        "docs/openapi.json: up to date with spec/petshop.yaml\n"
    );
    assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), before);
    let old = fs::read_to_string(&path).unwrap().replace("1.0.0", "0.9.0");
    fs::write(&path, old).unwrap();
    assert_eq!(
        succeed(folder.path(), &arguments),
        "changed docs/openapi.json\n"
    );
    // No other file is left.
    let found = fs::read_dir(folder.path().join("docs")).unwrap();
    assert_eq!(found.count(), 1);
}

#[test]
fn a_file_of_another_program_is_never_overwritten() {
    let folder = workspace();
    for (file, text) in [
        ("lib.rs", "fn main() {}\n"),
        ("theirs.yaml", "openapi: 3.1.0\ninfo: { title: Theirs }\n"),
        ("theirs.json", "{ \"openapi\": \"3.1.0\" }\n"),
        ("bytes", "\u{feff}{}"),
    ] {
        let path = folder.path().join(file);
        fs::write(&path, text).unwrap();
        let (status, out, error) = run(folder.path(), &["--out", file]);
        assert_eq!((status, out.as_str()), (1, ""), "{file}");
        let reason = "was not written by this command and is not overwritten; \
                       move it away, or name another file with --out";
        assert_eq!(error, format!("error: `{file}` {reason}\n"));
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    fs::write(folder.path().join("empty.yaml"), "").unwrap();
    for changed in [SPEC.to_owned(), SPEC.replace("1.0.0", "1.0.1")] {
        fs::write(folder.path().join("spec/petshop.yaml"), changed).unwrap();
        let output = succeed(folder.path(), &["--out", "empty.yaml"]);
        assert_eq!(output, "changed empty.yaml\n");
    }
}

#[test]
fn the_specification_is_never_overwritten() {
    let folder = workspace();
    // Even if the specification looks like a generated document.
    let spec = format!("# x-generator: specsmith\n{SPEC}");
    fs::write(folder.path().join("spec/petshop.yaml"), &spec).unwrap();
    for file in ["spec/petshop.yaml", "spec/../spec/petshop.yaml"] {
        for arguments in [vec!["--out", file], vec!["--out", file, "--check"]] {
            let (status, _, error) = run(folder.path(), &arguments);
            assert_eq!(status, 1);
            let reason = "is the specification itself and is not overwritten; \
                           name another file with --out";
            assert_eq!(error, format!("error: `{file}` {reason}\n"));
        }
    }
    let text = fs::read_to_string(folder.path().join("spec/petshop.yaml")).unwrap();
    assert_eq!(text, spec);
}

#[test]
fn paths_that_are_no_files_are_errors() {
    let folder = workspace();
    let in_the_way = "cannot write `spec/petshop.yaml/a.json`: part of the path is a file, not a folder; \
                      name another file";
    for (file, message) in [
        ("spec", "`spec` is a folder; name a file in it"),
        ("spec/petshop.yaml/a.json", in_the_way),
    ] {
        let (status, _, error) = run(folder.path(), &["--out", file]);
        assert_eq!((status, error), (2, format!("error: {message}\n")));
    }
}

#[test]
fn a_hyphen_prints_the_document() {
    let folder = workspace();
    let printed = succeed(folder.path(), &["--out", "-"]);
    assert_eq!(printed, succeed(folder.path(), &[]));
    assert!(!folder.path().join("-").exists());
    let (status, _, error) = run(folder.path(), &["--out", "-", "--check"]);
    assert_eq!(status, 2);
    assert!(error.contains("needs a file to compare"), "{error}");
}

#[test]
fn check_writes_nothing_and_names_the_command_that_updates_the_file() {
    let folder = workspace();
    let path = folder.path().join("api.yaml");
    let check = ["--out", "api.yaml", "--format", "json", "--check"];
    let command = "run `specsmith openapi --out api.yaml --format json`";
    let (status, out, error) = run(folder.path(), &check);
    assert_eq!((status, out.as_str()), (1, ""));
    assert_eq!(
        error,
        format!("error: the file `api.yaml` does not exist; {command}\n")
    );
    assert!(!path.exists());

    fs::write(&path, "\u{feff}{}").unwrap();
    let (status, _, error) = run(folder.path(), &check);
    assert_eq!(status, 1);
    let differs = "error: `api.yaml` differs from what spec/petshop.yaml generates; ";
    assert_eq!(error, format!("{differs}{command}\n"));
    assert_eq!(fs::read_to_string(&path).unwrap(), "\u{feff}{}");

    fs::remove_file(&path).unwrap();
    succeed(folder.path(), &check[..4]);
    let output = succeed(folder.path(), &check);
    assert_eq!(output, "api.yaml: up to date with spec/petshop.yaml\n");
}

#[test]
fn check_requires_out() {
    let folder = workspace();
    let (status, _, error) = run(folder.path(), &["--check"]);
    assert_eq!(status, 2);
    assert!(error.contains("--out <FILE>"), "{error}");
}

#[test]
fn a_specification_with_errors_has_no_document() {
    let folder = workspace();
    let spec = SPEC.replace("returns: Pet", "returns: Dog");
    fs::write(folder.path().join("spec/petshop.yaml"), spec).unwrap();
    let (status, out, error) = run(folder.path(), &["--out", "openapi.json"]);
    assert_eq!((status, out.as_str()), (1, ""));
    assert!(error.contains("Dog"), "{error}");
    assert!(!folder.path().join("openapi.json").exists());
}

/// A reference to a component of the same name in another file renames nothing, even if it comes first.
#[test]
fn a_component_of_the_document_keeps_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let part = |name: &str, ty: &str| {
        format!("Pet: {{ type: object, properties: {{ {name}: {{ type: {ty} }} }} }}\n")
    };
    let operation = |path: &str, reference: &str| {
        format!(
            "  {path}: {{ get: {{ responses: {{ '200': {{ description: ok, content: {{ application/json: \
             {{ schema: {{ $ref: '{reference}' }} }} }} }} }} }} }}\n"
        )
    };
    let document = format!(
        "openapi: 3.0.3\ninfo: {{ title: Pets, version: '1' }}\npaths:\n{}{}components:\n  schemas:\n    {}",
        operation("/other", "other.yaml#/Pet"),
        operation("/own", "#/components/schemas/Pet"),
        part("own", "string"),
    );
    fs::write(folder.path().join("pets.yaml"), document).unwrap();
    fs::write(folder.path().join("other.yaml"), part("other", "integer")).unwrap();
    let written = succeed(folder.path(), &["pets.yaml"]);
    let written: serde_json::Value = serde_json::from_str(&written).unwrap();
    let schemas = &written["components"]["schemas"];
    assert_eq!(
        schemas["Pet"]["properties"]["own"]["type"], "string",
        "{schemas}"
    );
    assert_eq!(
        schemas["Pet2"]["properties"]["other"]["type"], "integer",
        "{schemas}"
    );
}

//! `specsmith fmt`, run as a process in temporary folders.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

const UNFORMATTED: &str = "specsmith: 1\napi: {title: Pets, name: Pets, version: '1'}\n";
const FORMATTED: &str = "specsmith: 1\napi: { name: Pets, title: Pets, version: \"1\" }\n";
/// The changes that `--check` shows.
const CHANGES: &str = "\
@@ -1,2 +1,2 @@
 specsmith: 1
-api: {title: Pets, name: Pets, version: '1'}
+api: { name: Pets, title: Pets, version: \"1\" }
";

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn read(folder: &TempDir, path: &str) -> String {
    fs::read_to_string(folder.path().join(path)).unwrap()
}

/// The status, standard output and standard error of a run.
fn run(folder: &Path, arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_specsmith"))
        .current_dir(folder)
        .arg("fmt")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that does not read its input may be gone.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    (
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

#[test]
fn the_specification_is_formatted_with_the_files_that_it_includes() {
    let main = format!("{UNFORMATTED}include: [parts/pets.yaml]\n");
    let part = "part_of: ../pets.yaml\ntypes: {Pet: {fields: {}}}\n";
    let folder = folder(&[("spec/pets.yaml", &main), ("spec/parts/pets.yaml", part)]);
    let (status, out, err) = run(folder.path(), &[], "");
    assert_eq!((status, err.as_str()), (0, ""));
    assert_eq!(
        out,
        "formatted spec/parts/pets.yaml\nformatted spec/pets.yaml\n"
    );
    assert_eq!(
        read(&folder, "spec/pets.yaml"),
        "specsmith: 1\ninclude: [parts/pets.yaml]\napi: { name: Pets, title: Pets, version: \"1\" }\n"
    );
    assert_eq!(
        read(&folder, "spec/parts/pets.yaml"),
        "part_of: ../pets.yaml\ntypes: { Pet: { fields: {} } }\n"
    );
    let (_, out, _) = run(folder.path(), &[], "");
    assert_eq!(out, "2 files, already formatted\n");
}

#[test]
fn check_shows_what_it_would_change_and_writes_nothing() {
    let folder = folder(&[("a.yaml", UNFORMATTED), ("b.yaml", FORMATTED)]);
    let (status, out, err) = run(folder.path(), &["--check", "a.yaml", "b.yaml"], "");
    assert_eq!((status, out.as_str()), (1, ""));
    assert_eq!(
        err,
        format!(
            "--- a.yaml\n+++ a.yaml, formatted\n{CHANGES}\n\
             error: 1 file is not formatted; run `specsmith fmt a.yaml b.yaml`\n"
        )
    );
    assert_eq!(read(&folder, "a.yaml"), UNFORMATTED);
    let (status, out, _) = run(folder.path(), &["--check", "b.yaml"], "");
    assert_eq!((status, out.as_str()), (0, "b.yaml: already formatted\n"));
}

#[test]
fn only_specifications_in_a_folder_are_formatted() {
    let other = "services: {a: 1}\n";
    let openapi = "openapi: 3.1.0\ninfo: {title: A}\n";
    let files = [
        ("apis/deep/a.yml", UNFORMATTED),
        ("apis/compose.yaml", other),
        ("apis/openapi.yaml", openapi),
        ("apis/.hidden/b.yaml", UNFORMATTED),
        ("apis/target/CACHEDIR.TAG", ""),
        ("apis/target/c.yaml", UNFORMATTED),
    ];
    let folder = folder(&files);
    let (status, out, _) = run(folder.path(), &["apis"], "");
    assert_eq!((status, out.as_str()), (0, "formatted apis/deep/a.yml\n"));
    for (path, text) in &files[1..] {
        assert_eq!(read(&folder, path), *text);
    }
    let (status, _, err) = run(folder.path(), &["apis/.hidden/.."], "");
    assert_eq!(status, 0, "{err}");
    let (status, _, err) = run(folder.path(), &["apis/openapi.yaml"], "");
    assert_eq!(status, 1);
    assert!(
        err.contains("error[E0920]: this is an OpenAPI document"),
        "{err}"
    );
}

#[test]
fn a_file_with_errors_is_left_alone_and_others_are_formatted() {
    let broken = "specsmith: 1\napi: {title: Pets\n";
    let folder = folder(&[("a.yaml", broken), ("b.yaml", UNFORMATTED)]);
    let (status, _, err) = run(folder.path(), &["a.yaml", "b.yaml"], "");
    assert_eq!(status, 1);
    assert!(err.starts_with("error[E0101]: invalid YAML"), "{err}");
    assert_eq!(read(&folder, "a.yaml"), broken);
    assert_eq!(read(&folder, "b.yaml"), FORMATTED);
}

#[test]
fn standard_input_is_printed_for_editors() {
    let folder = folder(&[]);
    let (status, out, err) = run(folder.path(), &["-"], UNFORMATTED);
    assert_eq!((status, out.as_str(), err.as_str()), (0, FORMATTED, ""));
    let (status, out, err) = run(folder.path(), &["--check", "-"], UNFORMATTED);
    assert_eq!((status, out.as_str()), (1, ""));
    assert_eq!(
        err,
        format!(
            "--- standard input\n+++ standard input, formatted\n{CHANGES}\n\
             error: standard input is not formatted; run `specsmith fmt -`\n"
        )
    );
    let (status, out, _) = run(folder.path(), &["-"], "specsmith: [\n");
    assert_eq!((status, out.as_str()), (1, ""));
}

#[test]
fn the_byte_order_mark_stays() {
    let text = format!("\u{feff}{UNFORMATTED}");
    let folder = folder(&[("a.yaml", &text)]);
    run(folder.path(), &["a.yaml"], "");
    assert_eq!(read(&folder, "a.yaml"), format!("\u{feff}{FORMATTED}"));
}

#[test]
fn json_is_not_formatted() {
    let folder = folder(&[("a.json", "{\"specsmith\": 1}")]);
    let (status, _, err) = run(folder.path(), &["a.json"], "");
    assert_eq!(status, 1);
    assert!(err.contains("`a.json` is JSON"), "{err}");
}

/// Programs read the other formats, and hidden characters could deceive people.
#[test]
fn changes_are_for_people_and_show_hidden_characters() {
    let hidden = UNFORMATTED.replace("Pets, name", "\"Pets\u{202e}\", name");
    let folder = folder(&[("a.yaml", &hidden)]);
    let (_, _, err) = run(folder.path(), &["--check", "a.yaml"], "");
    assert!(
        err.contains("+api: { name: Pets, title: \"Pets\\u{202e}\""),
        "{err}"
    );
    let arguments = ["--check", "a.yaml", "--message-format", "github"];
    let (_, _, err) = run(folder.path(), &arguments, "");
    assert_eq!(
        err,
        "::error::a.yaml is not formatted%0A%0A1 file is not formatted; run `specsmith fmt a.yaml`\n"
    );
}

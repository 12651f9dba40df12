//! `specsmith lint`, run as a process in temporary folders. What each lint finds is in `tests/cases/lint` of the
//! repository.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use specsmith::LintOptions;
use specsmith::api::Lint;
use specsmith::diagnostic::Style;
use specsmith::source::SourceFile;
use tempfile::TempDir;

/// An operation without a description, and a type that none needs.
const SPEC: &str = "specsmith: 1
api: { name: Library, title: Library API, version: 1.0.0 }
types: { Shelf: { enum: [open, closed], doc: Who can reach a book. } }
operations: { open_library: { route: PUT /open } }
";

const CLEAN: &str = "specsmith: 1
api: { name: Library, title: Library API, version: 1.0.0 }
operations: { open_library: { route: PUT /open, doc: Opens the library. } }
";

/// A folder with this specification.
fn folder(spec: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("spec")).unwrap();
    fs::write(folder.path().join("spec/library.yaml"), spec).unwrap();
    folder
}

/// The status, standard output and standard error of a run.
fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_specsmith"))
        .current_dir(folder)
        .arg("lint")
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let (stdout, stderr) = (text(output.stdout), text(output.stderr));
    (output.status.code().unwrap(), stdout, stderr)
}

#[test]
fn warnings_succeed_and_denied_findings_fail() {
    let folder = folder(SPEC);
    let (status, stdout, stderr) = run(folder.path(), &[]);
    assert_eq!(
        (status, stdout.as_str()),
        (
            0,
            "spec/library.yaml: 2 findings: 1 undocumented, 1 unused-type\n"
        )
    );
    assert!(stderr.contains("warning[L0001]"), "{stderr}");
    assert!(stderr.contains("warning[L0002]"), "{stderr}");

    let (status, stdout, stderr) = run(folder.path(), &["--deny", "unused-type"]);
    assert_eq!((status, stdout.as_str()), (1, ""));
    assert!(stderr.contains("warning[L0001]"), "{stderr}");
    assert!(stderr.contains("error[L0002]"), "{stderr}");
    let end = "error: 1 of 2 findings in spec/library.yaml is denied\n";
    assert!(stderr.ends_with(end), "{stderr}");

    for arguments in [
        &["--deny", "warnings"][..],
        &["--deny", "L0001,L0002"],
        &["--deny", "undocumented", "--deny", "unused-type"],
    ] {
        let (status, _, stderr) = run(folder.path(), arguments);
        assert_eq!(status, 1, "{stderr}");
        assert!(stderr.contains("error[L0001]"), "{stderr}");
        assert!(stderr.contains("error[L0002]"), "{stderr}");
    }
    let (status, _, stderr) = run(folder.path(), &["--deny-warnings"]);
    assert_eq!(status, 1, "{stderr}");
}

/// The name of a lint is misspelt, and one finding remains.
const DOCUMENT: &str = r#"openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
x-specsmith: { lint: { undocumentd: deny } }
paths: { /open: { put: { operationId: openLibrary, responses: { "204": { description: Open. } } } } }
"#;

#[test]
fn warnings_about_the_specification_are_printed_and_denied_too() {
    let open = folder(DOCUMENT);
    let (status, stdout, stderr) = run(open.path(), &[]);
    assert_eq!(
        (status, stdout.as_str()),
        (0, "spec/library.yaml: 1 finding\n")
    );
    assert!(stderr.starts_with("warning[W0121]"), "{stderr}");
    assert!(stderr.contains("\n\nwarning[L0001]"), "{stderr}");

    let (_, _, json) = run(open.path(), &["--message-format", "json"]);
    let codes = ["W0121", "L0001"].map(|code| json.find(&format!("\"code\":\"{code}\"")));
    assert!(codes[0].is_some() && codes[0] < codes[1], "{json}");

    let documented = DOCUMENT.replace("openLibrary", "openLibrary, summary: Opens it");
    for arguments in [&["--deny", "warnings"][..], &["--deny-warnings"]] {
        let (status, stdout, stderr) = run(open.path(), arguments);
        assert_eq!((status, stdout.as_str()), (1, ""));
        let end = "error: 1 warning and 1 finding in spec/library.yaml are denied\n";
        assert!(stderr.ends_with(end), "{stderr}");

        let (status, _, stderr) = run(folder(&documented).path(), arguments);
        assert_eq!(status, 1, "{stderr}");
        let end = "error: 1 warning in spec/library.yaml is denied\n";
        assert!(stderr.ends_with(end), "{stderr}");
    }
    let (status, _, stderr) = run(folder(&documented).path(), &["--deny", "undocumented"]);
    assert_eq!(status, 0, "{stderr}");
}

#[test]
fn many_findings_are_counted_by_lint() {
    let fields: String = (0..130)
        .map(|number| format!("f{number}: string, "))
        .collect();
    let types = format!("types: {{ Book: {{ fields: {{ {fields} }}, doc: A book. }}, ");
    let folder = folder(&SPEC.replace("types: {", &types));
    let (_, stdout, _) = run(folder.path(), &[]);
    let totals = "133 findings: 131 undocumented, 2 unused-type";
    let hidden = "the first 100 are shown, `--message-format json` prints all";
    assert_eq!(stdout, format!("spec/library.yaml: {totals}; {hidden}\n"));

    let (status, _, stderr) = run(folder.path(), &["--deny", "undocumented"]);
    assert_eq!(status, 1);
    let end = format!("131 of 133 findings in spec/library.yaml are denied; {hidden}\n");
    assert!(stderr.ends_with(&end), "{stderr}");
}

#[test]
fn lints_are_explained_by_name_and_by_code() {
    let explain = |name: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_specsmith"));
        command.args(["explain", name]).output().unwrap()
    };
    for lint in Lint::ALL {
        let by_name = explain(lint.name());
        assert!(by_name.status.success(), "{lint}");
        assert_eq!(by_name.stdout, explain(lint.code()).stdout, "{lint}");
    }
    assert_eq!(explain("undocumentd").status.code(), Some(2));
}

#[test]
fn a_specification_without_findings_passes_with_all_of_them_denied() {
    let (status, stdout, stderr) = run(folder(CLEAN).path(), &["--deny", "warnings"]);
    assert_eq!(
        (status, stdout.as_str(), stderr.as_str()),
        (0, "spec/library.yaml: no findings\n", "")
    );
}

#[test]
fn denying_a_lint_wins_over_its_level_but_not_over_exceptions() {
    let off = format!("lint: {{ undocumented: allow }}\n{SPEC}");
    let folder_with_level = folder(&off);
    let (status, _, stderr) = run(folder_with_level.path(), &["--deny", "undocumented"]);
    assert_eq!(status, 1, "{stderr}");
    // Nothing is a warning that `warnings` could deny.
    let (_, _, stderr) = run(folder_with_level.path(), &["--deny", "warnings"]);
    assert!(!stderr.contains("L0001"), "{stderr}");

    let excepted = CLEAN.replace("doc: Opens the library.", "allow: [undocumented]");
    let (status, _, stderr) = run(folder(&excepted).path(), &["--deny", "undocumented"]);
    assert_eq!(status, 0, "{stderr}");
}

#[test]
fn an_unknown_lint_is_wrong_usage() {
    let (status, _, stderr) = run(folder(SPEC).path(), &["--deny", "undocumentd"]);
    assert_eq!(status, 2, "{stderr}");
    assert!(stderr.contains("'undocumented'"), "{stderr}");
}

#[test]
fn errors_of_the_specification_come_first() {
    let wrong = SPEC.replace("PUT /open", "PUT open");
    let (status, _, stderr) = run(folder(&wrong).path(), &[]);
    assert_eq!(status, 1);
    assert!(stderr.contains("error[E0108]"), "{stderr}");
    assert!(!stderr.contains("L0001"), "{stderr}");
}

#[test]
fn findings_have_all_formats_of_messages() {
    let folder = folder(SPEC);
    let (_, _, json) = run(folder.path(), &["--message-format", "json"]);
    let codes: Vec<String> = json
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["code"].to_string())
        .collect();
    assert_eq!(codes, ["\"L0002\"", "\"L0001\""]);
    let (_, _, github) = run(folder.path(), &["--message-format", "github"]);
    assert!(
        github.starts_with("::warning file=spec/library.yaml,line=3"),
        "{github}"
    );
}

#[test]
fn a_new_specification_has_no_findings() {
    let source = SourceFile::new("to-do.yaml", specsmith::first_spec("to-do"));
    let found = specsmith::lint(&source, &LintOptions::default()).unwrap();
    let found = found.findings;
    assert!(
        found.is_empty(),
        "{}",
        found.render_findings(&source, Style::Plain)
    );
}

#[test]
fn a_converted_specification_keeps_levels_and_exceptions() {
    let spec = format!(
        "lint: {{ undocumented: deny, missing-rate-limit: warn }}\n{}",
        SPEC.replace("PUT /open", "PUT /open, allow: [undocumented, unused-type]")
    );
    let text = specsmith::convert(&SourceFile::new("library.yaml", spec))
        .unwrap()
        .text;
    for part in [
        "lint: { undocumented: deny, missing-rate-limit: warn }",
        "allow: [undocumented, unused-type]",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn valid_specifications_of_the_repository_can_be_linted() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let entries = |folder: &str| {
        let entries = fs::read_dir(root.join(folder)).unwrap();
        entries.map(|entry| entry.unwrap().path())
    };
    let mut files: Vec<PathBuf> = entries("spec").chain(entries("tests/apis")).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "yaml"));
    files.extend(entries("tests/cases/good").map(|case| case.join("spec.yaml")));
    assert!(files.len() > 100, "{}", files.len());
    let options = LintOptions {
        deny: Lint::ALL.to_vec(),
        deny_warnings: false,
    };
    for file in files {
        let main = SourceFile::new(file.to_string_lossy(), fs::read_to_string(&file).unwrap());
        let folder = file.parent().unwrap().to_owned();
        let source = specsmith::with_includes(main, &mut |path| {
            fs::read_to_string(folder.join(path)).map_err(|error| error.to_string())
        });
        let found = specsmith::lint(&source.unwrap(), &options);
        assert!(found.is_ok(), "{}", file.display());
    }
}

/// Exceptions are for the authors of the specification: nothing that is generated shows them.
#[test]
fn allowed_lints_do_not_change_what_is_generated() {
    const ITEMS: &str = "specsmith: 1
api: { name: Library, title: Library API, version: 1.0.0 ALLOW }
auth: { schemes: { key: { scheme: bearer, kinds: { reader: {}, librarian: { KIND } } ALLOW } } }
groups: { books: { title: Books ALLOW } }
errors: { 404: { name: NotFound, message: No such book ALLOW } }
types:
  Book: { fields: { title: { type: string ALLOW }, shelf: { type: string? ALLOW } } ALLOW }
  Shelf: { enum: { open: { name: open ALLOW }, closed: { name: closed ALLOW } } }
operations:
  get_book:
    route: GET /books/{isbn}
    group: books
    auth: reader
    path: { isbn: { type: string ALLOW } }
    query: { shelf?: { type: Shelf ALLOW } }
    returns: { type: Book, headers: { Age: { type: integer ALLOW } } ALLOW }
    errors: [404]
    idempotent: true
    LINE
";
    let generated = |item: &str, line: &str| {
        let text = ITEMS
            .replace("ALLOW", item)
            .replace("KIND", item.trim_start_matches(", "))
            .replace("LINE", line);
        let source = SourceFile::new("library.yaml", text);
        let api = specsmith::read(&source)
            .unwrap_or_else(|errors| panic!("{}", errors.render(&source, Style::Plain)));
        let options = specsmith::Reference::default();
        (
            specsmith::files(&api),
            specsmith::openapi_of(&api, specsmith::Format::Json),
            specsmith::reference_of(&api),
            specsmith::markdown_of(&api, &options),
        )
    };
    let plain = generated("", "");
    let allowed = generated(
        ", allow: [undocumented, inconsistent-casing]",
        "allow: [undocumented]",
    );
    for (path, text) in plain.0.iter() {
        assert_eq!(allowed.0.get(path), Some(text), "{path}");
    }
    assert!(plain == allowed);
}

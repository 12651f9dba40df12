//! What has changed since the default branch: `generate --diff`, and the language server with `diff: true`.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

const SPEC: &str = "\
specsmith: 1
api: { name: Library, title: Library API, version: 1.0.0 }
rust: { runtime: . }
operations:
  get_book: { route: GET /book, group: books, query: { id?: string } }
  list_books: { route: GET /books, group: books }
";

/// The specification in a folder.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("spec")).unwrap();
    fs::write(folder.path().join("spec/library.yaml"), SPEC).unwrap();
    folder
}

/// The specification in a repository, whose branch is `main`.
fn repository() -> TempDir {
    let folder = folder();
    git(folder.path(), &["init", "--quiet", "--initial-branch=main"]);
    git(folder.path(), &["add", "--all"]);
    git(folder.path(), &["commit", "--quiet", "--message=a"]);
    folder
}

fn git(folder: &Path, arguments: &[&str]) {
    let mut git = Command::new("git");
    git.arg("-C").arg(folder);
    for setting in [
        "user.name=a",
        "user.email=a@a.example",
        "commit.gpgsign=false",
    ] {
        git.args(["-c", setting]);
    }
    // The settings of this machine must not matter.
    git.env("GIT_CONFIG_GLOBAL", folder.join(".none"));
    assert!(git.args(arguments).status().unwrap().success());
}

fn changed() -> String {
    let spec = SPEC.replace("id?: string", "id: string");
    spec.replace("  list_books: { route: GET /books, group: books }\n", "")
}

/// What `generate` prints after the line of counts.
fn generated(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_specsmith"));
    command.current_dir(folder).arg("generate").args(arguments);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let (_, rest) = text.split_once(" ms\n").unwrap();
    rest.to_owned()
}

#[test]
fn generate_counts_breaking_changes_if_asked_to() {
    let folder = repository();
    let path = folder.path();
    assert_eq!(
        generated(path, &["--diff"]),
        "no breaking changes since main\n"
    );
    fs::write(path.join("spec/library.yaml"), changed()).unwrap();
    let expected = "2 breaking changes since main; see `specsmith diff`\n";
    assert_eq!(generated(path, &["--diff"]), expected);
    // Also if nothing is written, and not without the flag.
    assert_eq!(generated(path, &["--diff"]), expected);
    assert_eq!(generated(path, &[]), "");
}

#[test]
fn generate_needs_no_base() {
    let folder = folder();
    let text = generated(folder.path(), &["--diff"]);
    let expected = "breaking changes are not counted, as `specsmith diff` fails: ";
    assert!(text.starts_with(expected), "{text}");
    assert!(text.contains("not in a Git repository"), "{text}");
    // A branch of another name may be the default branch, but nothing says so.
    let folder = repository();
    git(folder.path(), &["branch", "--move", "trunk"]);
    let text = generated(folder.path(), &["--diff"]);
    assert!(
        text.contains("there is no branch `main` or `master`"),
        "{text}"
    );
}

#[test]
fn diff_on_the_default_branch_compares_what_is_not_committed() {
    let folder = repository();
    let path = folder.path();
    let note = "note: the default branch has all commits of `HEAD`, so only what is not committed was compared";
    let diff = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_specsmith"));
        let output = command
            .current_dir(path)
            .arg("diff")
            .args(arguments)
            .output()
            .unwrap();
        let [out, error] =
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        (out, error)
    };
    let (out, error) = diff(&[]);
    assert!(
        out.starts_with("no changes from main:spec/library.yaml"),
        "{out}"
    );
    assert!(error.starts_with(note), "{error}");
    // A base that is named needs no note, and neither does a change.
    assert_eq!(diff(&["--base", "main"]).1, "");
    fs::write(path.join("spec/library.yaml"), changed()).unwrap();
    let (_, error) = diff(&[]);
    assert!(!error.contains("note:"), "{error}");
    let (_, error) = diff(&["--base", "main", "spec", "spec"]);
    assert!(
        error.contains("`--base` both say what to compare with"),
        "{error}"
    );
}

/// The codes, severities and lines of what a language server finds in a text, apart from lints.
#[cfg(feature = "lsp")]
fn found(folder: &Path, text: &str, options: serde_json::Value) -> Vec<(String, u64, u64)> {
    use lsp_server::{Message, Notification, Request, RequestId};
    use serde_json::json;
    use std::io::BufReader;

    let mut server = Command::new(env!("CARGO_BIN_EXE_specsmith"))
        .arg("lsp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = server.stdin.take().unwrap();
    let mut output = BufReader::new(server.stdout.take().unwrap());
    let request = |id: i32, method: &str, params| {
        Message::Request(Request::new(RequestId::from(id), method.to_owned(), params))
    };
    let notification =
        |method: &str, params| Message::Notification(Notification::new(method.to_owned(), params));
    let initialize = json!({ "capabilities": {}, "initializationOptions": options });
    let main = folder.canonicalize().unwrap().join("spec/library.yaml");
    let document = json!({
        "uri": format!("file://{}", main.display()), "languageId": "yaml", "version": 1, "text": text,
    });
    for message in [
        request(1, "initialize", initialize),
        notification("initialized", json!({})),
        notification("textDocument/didOpen", json!({ "textDocument": document })),
    ] {
        message.write(&mut input).unwrap();
    }
    let published = loop {
        match Message::read(&mut output).unwrap().unwrap() {
            Message::Notification(one) if one.method == "textDocument/publishDiagnostics" => {
                break one.params;
            }
            _ => {}
        }
    };
    for message in [
        request(2, "shutdown", json!(null)),
        notification("exit", json!(null)),
    ] {
        message.write(&mut input).unwrap();
    }
    assert!(server.wait().unwrap().success());
    let all = published["diagnostics"].as_array().unwrap().iter();
    let all = all.map(|one| {
        (
            one["code"].as_str().unwrap().to_owned(),
            one["severity"].as_u64().unwrap(),
            one["range"]["start"]["line"].as_u64().unwrap(),
        )
    });
    all.filter(|(code, ..)| !code.starts_with('L')).collect()
}

#[cfg(feature = "lsp")]
#[test]
fn the_language_server_shows_changes_if_asked_to() {
    use serde_json::json;

    let folder = repository();
    let (path, text) = (folder.path(), changed());
    // The text is not saved: only the editor knows it.
    let mut all = found(path, &text, json!({ "diff": true }));
    all.sort();
    let change = |rule: &str, line| (rule.to_owned(), 2, line);
    assert_eq!(
        all,
        [
            change("operation-removed", 1),
            change("parameter-became-required", 4)
        ]
    );
    assert_eq!(found(path, SPEC, json!({ "diff": true })), []);
    assert_eq!(found(path, &text, json!({})), []);
    assert_eq!(found(path, &text, json!(null)), []);
}

#[cfg(feature = "lsp")]
#[test]
fn the_language_server_needs_no_base() {
    let folder = folder();
    let options = serde_json::json!({ "diff": true });
    assert_eq!(found(folder.path(), &changed(), options), []);
}

#[test]
fn a_document_of_types_alone_is_not_compared() {
    let folder = tempfile::tempdir().unwrap();
    let with = |ty: &str| {
        format!(
            "openapi: 3.1.0\ninfo: {{ title: Library, version: '1' }}\ncomponents: {{ schemas: {{ Book: {{ type: {ty} }} }} }}\n"
        )
    };
    fs::write(folder.path().join("old.yaml"), with("string")).unwrap();
    fs::write(folder.path().join("new.yaml"), with("integer")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_specsmith"));
    command
        .current_dir(folder.path())
        .args(["diff", "old.yaml", "new.yaml"]);
    let output = command.output().unwrap();
    let messages = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        messages.matches("warning[W0129]").count(),
        2,
        "each document has to be said to have nothing to compare: {messages}"
    );
}

#[test]
fn a_comparison_of_nothing_is_an_error_if_warnings_are() {
    let folder = tempfile::tempdir().unwrap();
    let schemas = "openapi: 3.1.0\ninfo: { title: Shop, version: 1.0.0 }\ncomponents: { schemas: { Order: { type: object } } }\n";
    fs::write(folder.path().join("schemas.yaml"), schemas).unwrap();
    for (arguments, code) in [(&[][..], 0), (&["--deny-warnings"], 1)] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_specsmith"));
        command.current_dir(folder.path());
        command.args(["diff", "schemas.yaml", "schemas.yaml"]);
        let output = command.args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{output:?}");
    }
}

#[test]
fn a_misspelled_allow_is_pointed_out() {
    let folder = tempfile::tempdir().unwrap();
    let document = |allow: &str| {
        format!(
            "openapi: 3.1.0\ninfo: {{ title: Shop, version: 1.0.0 }}\npaths:\n  /a:\n    get:\n      operationId: a\n{allow}      \
             responses: {{ '204': {{ description: Done }} }}\n"
        )
    };
    let wrong = document("      x-specsmith-allow: [maximum-lowered]\n");
    fs::write(folder.path().join("old.yaml"), document("")).unwrap();
    fs::write(folder.path().join("new.yaml"), wrong).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_specsmith"));
    command.current_dir(folder.path());
    let output = command
        .args(["diff", "old.yaml", "new.yaml"])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    for expected in [
        "there is no extension `x-specsmith-allow`",
        "write `x-specsmith: { allow: … }`",
    ] {
        assert!(text.contains(expected), "{text}");
    }
}

#[test]
fn a_file_that_cannot_be_read_is_pointed_out() {
    let folder = tempfile::tempdir().unwrap();
    let document = "openapi: 3.1.0\ninfo: { title: Shop, version: 1.0.0 }\npaths:\n  /a:\n    get:\n      operationId: a\n      \
                    responses: { '200': { description: It, content: { application/json: { schema: { $ref: 'b.yaml#/B' } } } } }\n";
    fs::write(folder.path().join("a.yaml"), document).unwrap();
    for (arguments, code) in [(&[][..], 0), (&["--deny-warnings"], 1)] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_specsmith"));
        command.current_dir(folder.path());
        let command = command.args(["diff", "a.yaml", "a.yaml"]);
        let output = command.args(arguments).output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains("`b.yaml#/B` cannot be read"), "{text}");
        assert_eq!(output.status.code(), Some(code), "{text}");
    }
}

#[test]
fn a_new_specification_is_no_error() {
    let empty = tempfile::tempdir().unwrap();
    let path = empty.path();
    git(path, &["init", "--quiet", "--initial-branch=main"]);
    git(path, &["commit", "--quiet", "--allow-empty", "--message=a"]);
    git(path, &["checkout", "--quiet", "-b", "feature"]);
    fs::create_dir(path.join("spec")).unwrap();
    fs::write(path.join("spec/library.yaml"), SPEC).unwrap();
    git(path, &["add", "--all"]);
    git(path, &["commit", "--quiet", "--message=b"]);
    let line = "spec/library.yaml is new: main does not have it, so there is nothing to compare\n";
    // The last ones are what the workflow of a new project runs.
    let in_workflow = ["--base", "main", "--message-format", "github"];
    for (arguments, expected) in [
        (&[][..], line),
        (&["spec/library.yaml"], line),
        (
            &["--format", "markdown"],
            "## 1.0.0\n\nThe first version.\n",
        ),
        (&in_workflow, line),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_specsmith"));
        command.current_dir(path).arg("diff").args(arguments);
        let output = command.output().unwrap();
        assert!(output.status.success(), "{output:?}");
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_specsmith"));
    let output = command
        .current_dir(path)
        .args(["generate", "--diff"])
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(
        printed.contains("the specification is new since main\n"),
        "{printed}"
    );
}

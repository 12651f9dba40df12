//! The command `specsmith docs`, and the page that it writes.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use base64::Engine;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

const SPEC: &str = "\
specsmith: 1
api: { name: PetShop, title: Pet shop, version: 1.0.0 }
types:
  Pet: { fields: { name: { type: string, doc: What it is called. } } }
operations:
  list_pets: { route: GET /pets, doc: Lists the pets., returns: list<Pet> }
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
    let output = Command::new(env!("CARGO_BIN_EXE_specsmith"))
        .current_dir(folder)
        .args(arguments)
        .output()
        .unwrap();
    (
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

#[test]
fn without_out_the_page_is_printed() {
    let folder = workspace();
    let (status, page, _) = run(folder.path(), &["docs"]);
    assert_eq!(status, 0);
    assert!(page.starts_with("<!DOCTYPE html>\n"));
    assert!(page.ends_with("</html>\n"));
    assert!(page.contains("Lists the pets."));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_file_is_written_only_if_its_content_changes() {
    let folder = workspace();
    let arguments = ["docs", "--out", "docs/api/index.html"];
    let (status, output, _) = run(folder.path(), &arguments);
    assert_eq!(
        (status, output.as_str()),
        (0, "written docs/api/index.html\n")
    );

    let file = folder.path().join("docs/api/index.html");
    fs::File::options()
        .write(true)
        .open(&file)
        .unwrap()
        .set_modified(SystemTime::UNIX_EPOCH)
        .unwrap();
    let (_, output, _) = run(folder.path(), &arguments);
    assert_eq!(
        output,
        "docs/api/index.html: up to date with spec/petshop.yaml\n"
    );
    let modified = fs::metadata(&file).unwrap().modified().unwrap();
    assert_eq!(modified, SystemTime::UNIX_EPOCH);

    let old = fs::read_to_string(&file).unwrap().replace("1.0.0", "0.9.0");
    fs::write(&file, old).unwrap();
    let (_, output, _) = run(folder.path(), &arguments);
    assert_eq!(output, "changed docs/api/index.html\n");

    fs::write(&file, "something else").unwrap();
    let (status, _, error) = run(folder.path(), &arguments);
    assert_eq!(status, 1);
    assert!(error.contains("was not written by this command"), "{error}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "something else");
}

#[test]
fn check_writes_nothing_and_names_the_command_that_updates_the_file() {
    let folder = workspace();
    let check = ["docs", "spec/petshop.yaml", "--out", "a b.html", "--check"];
    let command = "run `specsmith docs spec/petshop.yaml --out 'a b.html'`";

    let (status, _, error) = run(folder.path(), &check);
    assert_eq!(status, 1);
    assert_eq!(
        error,
        format!("error: the file `a b.html` does not exist; {command}\n")
    );
    assert!(!folder.path().join("a b.html").exists());

    fs::write(folder.path().join("a b.html"), [0xff]).unwrap();
    let (status, _, error) = run(folder.path(), &check);
    assert_eq!(status, 1);
    assert_eq!(
        error,
        format!("error: `a b.html` differs from what spec/petshop.yaml generates; {command}\n")
    );
    assert_eq!(fs::read(folder.path().join("a b.html")).unwrap(), [0xff]);

    fs::remove_file(folder.path().join("a b.html")).unwrap();
    assert_eq!(run(folder.path(), &check[..4]).0, 0);
    assert_eq!(run(folder.path(), &check).0, 0);
}

/// The page is one file.
#[test]
fn a_folder_is_no_file() {
    let folder = workspace();
    for out in ["new/", "spec/", "spec"] {
        let (status, _, error) = run(folder.path(), &["docs", "--out", out]);
        assert_ne!(status, 0);
        assert!(error.contains("name a file in it"), "{error}");
    }
    assert!(!folder.path().join("new").exists());
}

#[test]
fn a_specification_with_errors_has_no_page() {
    let folder = workspace();
    fs::write(folder.path().join("spec/petshop.yaml"), "specsmith: 1\n").unwrap();
    let (status, _, error) = run(folder.path(), &["docs", "--out", "page.html"]);
    assert_eq!(status, 1);
    assert!(error.contains("petshop.yaml"), "{error}");
    assert!(!folder.path().join("page.html").exists());
}

fn page(spec: &str) -> String {
    let source = specsmith::source::SourceFile::new("any.yaml", spec.to_owned());
    specsmith::reference(&source).unwrap()
}

#[test]
fn the_content_security_policy_allows_the_script() {
    let source = specsmith::source::SourceFile::new("any.yaml", SPEC);
    let api = specsmith::read(&source).unwrap();
    for console in [false, true] {
        let options = specsmith::Reference {
            console,
            ..specsmith::Reference::default()
        };
        let page = specsmith::reference_with(&api, &options);
        let (_, rest) = page.split_once("<script>").unwrap();
        let script = rest.split_once("</script>").unwrap().0;
        let hash = base64::engine::general_purpose::STANDARD.encode(Sha256::digest(script));
        assert!(
            page.contains(&format!("script-src 'sha256-{hash}'")),
            "the script has changed; its hash is {hash} (with console: {console})"
        );
        assert!(
            page.contains("</style>\n<script>"),
            "the style ends only at its end tag"
        );
    }
}

/// A page that loads itself again may do so, and nothing else.
#[test]
fn the_content_security_policy_allows_to_reload() {
    let source = specsmith::source::SourceFile::new("any.yaml", SPEC);
    let options = specsmith::Reference {
        reload: Some("1".to_owned()),
        ..specsmith::Reference::default()
    };
    let page = specsmith::reference_with(&specsmith::read(&source).unwrap(), &options);
    let (_, rest) = page.split_once("<script data-version=\"1\">").unwrap();
    let script = rest.split_once("</script>").unwrap().0;
    let hash = base64::engine::general_purpose::STANDARD.encode(Sha256::digest(script));
    assert!(
        page.replace("&#39;", "'")
            .contains(&format!(" 'sha256-{hash}'; connect-src 'self'; img-src")),
        "the script has changed; its hash is {hash}"
    );
}

#[test]
fn markdown_is_one_file_or_a_folder() {
    let folder = workspace();
    let (status, text, _) = run(folder.path(), &["docs", "--format", "markdown"]);
    assert_eq!(status, 0);
    assert!(
        text.starts_with("<!-- Generated by specsmith. -->\n\n# Pet shop\n"),
        "{text}"
    );
    let (_, output, _) = run(folder.path(), &["docs", "--out", "reference.md"]);
    assert_eq!(output, "written reference.md\n");
    assert_eq!(
        fs::read_to_string(folder.path().join("reference.md")).unwrap(),
        text
    );
    let (_, output, _) = run(folder.path(), &["docs", "--out", "reference.md", "--check"]);
    assert_eq!(output, "reference.md: up to date with spec/petshop.yaml\n");

    let arguments = ["docs", "--format", "markdown", "--out", "docs/"];
    let (_, _, error) = run(folder.path(), &[&arguments[..], &["--check"]].concat());
    let command = "run `specsmith docs --out docs/ --format markdown`";
    assert_eq!(
        error,
        format!("error: the folder docs/ does not exist; {command}\n")
    );
    let (status, output, error) = run(folder.path(), &arguments);
    assert_eq!(status, 0, "{error}");
    let files = [".specsmith", "index.md", "llms.txt", "pets.md", "types.md"];
    let written: Vec<String> = files
        .iter()
        .map(|file| format!("written docs/{file}\n"))
        .collect();
    assert_eq!(output, written.concat());

    let pets = folder.path().join("docs/pets.md");
    fs::write(&pets, "other").unwrap();
    fs::write(folder.path().join("docs/own.md"), "own").unwrap();
    let (status, _, error) = run(folder.path(), &[&arguments[..], &["--check"]].concat());
    assert_eq!(status, 1);
    assert!(error.starts_with("--- docs/pets.md\n"), "{error}");
    assert!(error.contains("\n-other\n"), "{error}");
    assert!(error.contains("1 file in docs/ differs"), "{error}");
    let (_, output, _) = run(folder.path(), &arguments);
    assert_eq!(output, "changed docs/pets.md\n");
    assert_eq!(
        fs::read_to_string(folder.path().join("docs/own.md")).unwrap(),
        "own"
    );
    let (_, output, _) = run(folder.path(), &[&arguments[..], &["--check"]].concat());
    assert_eq!(
        output,
        "docs/: 5 files, up to date with spec/petshop.yaml\n"
    );
}

/// A crate and a reference in one folder would remove the files of each other.
#[test]
fn markdown_does_not_replace_a_crate() {
    let folder = workspace();
    assert_eq!(run(folder.path(), &["generate"]).0, 0);
    let arguments = ["docs", "--format", "markdown", "--out", "generated/"];
    let (status, _, error) = run(folder.path(), &arguments);
    assert_eq!(status, 1);
    assert!(
        error.contains("wrote for something else, such as `Cargo.toml`"),
        "{error}"
    );
    assert_eq!(run(folder.path(), &["check"]).0, 0);
}

#[test]
fn markdown_has_no_console() {
    let folder = workspace();
    let (status, _, error) = run(
        folder.path(),
        &["docs", "--format", "markdown", "--console"],
    );
    assert_eq!(status, 2);
    assert_eq!(
        error,
        "error: Markdown has no request console; omit `--console`\n"
    );
}

#[test]
fn long_texts_are_not_repeated_at_every_use() {
    let long = "x".repeat(10_000);
    let mut spec = format!(
        "specsmith: 1\n\
         api: {{ name: Any, title: Any, version: 1.0.0 }}\n\
         errors: {{ 404: {{ name: Missing, message: {long}, when: {long} }} }}\n\
         auth: {{ missing: {{ status: 401, message: {long} }}, schemes: {{ key: {{ scheme: bearer, kinds: {{ a_key: {{}} }} }} }} }}\n\
         pagers: {{ page: {{ offset: {{ parameter: offset, doc: {long} }}, limit: {{ parameter: limit, assumed: {long} }}, items: items, total: total }} }}\n\
         types:\n  \
         Name: {{ newtype: string, example: {long} }}\n  \
         Thing: {{ fields: {{ a: string, b?: Name }}, example: {{ a: {long} }} }}\n\
         operations:\n"
    );
    for index in 0..50 {
        spec += &format!(
            "  put_{index}: {{ route: 'PUT /a{index}/{{id}}', auth: a_key, path: {{ id: Name }}, body: Thing, returns: Thing, errors: [404] }}\n  \
             list_{index}: {{ route: GET /b{index}, auth: a_key, returns: page<Thing>, errors: [404] }}\n"
        );
    }
    let page = page(&spec);
    let times = page.matches(&long).count();
    assert!((1..20).contains(&times), "{times} times");
    assert!(
        page.contains("/a0/id'"),
        "the name of the parameter replaces a long value"
    );
}

#[test]
fn the_page_grows_in_proportion_to_a_chain_of_types() {
    let chain = |length: usize| {
        let types: String = (0..length)
            .map(|i| format!("  T{i}: {{ fields: {{ next: T{} }} }}\n", i + 1))
            .collect();
        let header = SPEC.split("types:").next().unwrap();
        let spec = format!(
            "{header}types:\n{types}  T{length}: {{ fields: {{ end: string }} }}\n\
             operations:\n  get: {{ route: GET /t, returns: T0 }}\n"
        );
        page(&spec).len()
    };
    let (short, long) = (chain(100), chain(200));
    assert!(
        long < 3 * short,
        "{short} bytes for 100 types, {long} for 200"
    );
}

#[test]
fn generated_examples_are_valid() {
    let page = page(
        "specsmith: 1\n\
         api: { name: Any, title: Any, version: 1.0.0 }\n\
         types:\n  \
         Code: { newtype: string, pattern: '^[A-Z]{300}$' }\n  \
         Short: { newtype: string, pattern: '^[A-Z]{3}$' }\n  \
         Many: { fields: { many: { type: list<integer>, min_items: 8 } } }\n  \
         Long: { fields: { long: { type: string, min_length: 200 } } }\n\
         operations:\n  \
         get_a: { route: 'GET /a/{code}', path: { code: Code }, query: { must: Code }, returns: Code }\n  \
         get_short: { route: 'GET /short/{code}', path: { code: Short } }\n  \
         put_many: { route: PUT /many, body: Many }\n  \
         put_long: { route: PUT /long, body: Long }\n",
    );
    assert!(
        page.contains("/a/code'"),
        "the name of the parameter replaces an unknown value"
    );
    assert!(page.contains("-d <i>'must=must'</i>"));
    assert!(page.contains("/short/AAA'"), "a string matches its pattern");
    let without = "<summary class=\"good\">200</summary><p class=\"case\"><a href=\"#type-Code\">Code</a></p></details>";
    assert!(page.contains(without), "a response without an example");
    let ones = format!("[{}]", ["1"; 8].join(", "));
    assert!(page.contains(&ones), "a list has its minimum length");
    assert!(page.contains("--data-binary @body.json"));
    assert!(page.contains("client.put_long(body)"));
    assert!(
        !page.contains("<figcaption>Example"),
        "the example is generated"
    );
}

#[test]
fn tabs_are_kept_and_hidden_characters_are_escaped() {
    let page = page(
        "specsmith: 1\n\
         api: { name: Any, title: Any, version: 1.0.0, doc: \"a\\tb\" }\n\
         types: { Thing: { fields: { a: string }, example: { a: \"b\\u202ec\" } } }\n\
         operations: { put_thing: { route: PUT /a, body: Thing } }\n",
    );
    assert!(page.contains("<p>a\tb</p>"));
    assert!(page.contains("b\\u202ec"), "JSON shows it as an escape");
    assert!(!page.contains('\u{202e}'));
}

#[test]
fn variables_for_keys_are_not_those_of_the_shell() {
    let page = page(
        "specsmith: 1\n\
         api: { name: Any, title: Any, version: 1.0.0 }\n\
         auth: { schemes: { key: { scheme: bearer, kinds: { user: {}, path: {}, api_key: {} } } } }\n\
         operations:\n  \
         a: { route: GET /a, auth: user }\n  \
         b: { route: GET /b, auth: path }\n  \
         c: { route: GET /c, auth: api_key }\n",
    );
    for variable in ["USER_KEY", "PATH_KEY", "API_KEY"] {
        let header = format!("Authorization: Bearer ${variable}\"");
        assert!(page.contains(&header), "{variable}");
    }
    assert!(!page.contains("$USER\"") && !page.contains("$PATH\""));
}

#[test]
fn a_note_contains_its_paragraphs_and_lists() {
    let page = page(
        "specsmith: 1\n\
         api: { name: Any, title: Any, version: 1.0.0, deprecated: \"one\\n\\n- two\" }\n\
         operations: { a: { route: GET /a } }\n",
    );
    let note =
        "<div class=\"note warn\"><b>Deprecated</b> <p>one</p>\n<ul>\n<li>two</li>\n</ul></div>";
    assert!(page.contains(note));
}

#[test]
fn only_possible_responses_to_wrong_keys_are_listed() {
    let page = page(
        "specsmith: 1\n\
         api: { name: Any, title: Any, version: 1.0.0 }\n\
         auth: { schemes: { key: { scheme: bearer, kinds: { a_key: {} } } } }\n\
         operations: { a: { route: GET /a, auth: a_key } }\n",
    );
    assert!(page.contains("The key is unknown"));
    assert!(!page.contains("The key is of the wrong kind"));
}

#[test]
fn lists_in_a_call_are_formatted() {
    let page = page(
        "specsmith: 1\n\
         api: { name: Any, title: Any, version: 1.0.0 }\n\
         types:\n  \
         Part: { fields: { a: string } }\n  \
         Thing: { fields: { parts: list<Part>, days: list<date> } }\n\
         operations: { put_thing: { route: PUT /a, body: Thing } }\n",
    );
    assert!(page.contains("Vec::from([Part { a: <i>"));
    assert!(page.contains(".parse()?])"));
}

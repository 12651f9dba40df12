//! `specsmith docs` as people run it.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use tempfile::TempDir;

const SPEC: &str = "\
specsmith: 1
api: { name: PetShop, title: Pet shop, version: 1.0.0 }
types:
  Pet: { fields: { name: { type: string, doc: What it answers to. } } }
operations:
  list_pets: { route: GET /pets, doc: Lists the pets., returns: list<Pet> }
";

/// A folder with a specification in `spec/petshop.yaml`.
fn workspace() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("spec")).unwrap();
    fs::write(folder.path().join("spec/petshop.yaml"), SPEC).unwrap();
    folder
}

/// The status of a run, its standard output and its standard error.
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
fn the_page_is_printed_where_no_file_is_named() {
    let folder = workspace();
    let (status, page, _) = run(folder.path(), &["docs"]);
    assert_eq!(status, 0);
    assert!(page.starts_with("<!DOCTYPE html>\n"));
    assert!(page.ends_with("</html>\n"));
    assert!(page.contains("Lists the pets."));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn the_file_is_written_only_when_that_changes_it() {
    let folder = workspace();
    let arguments = ["docs", "--out", "docs/api/index.html"];
    let (status, said, _) = run(folder.path(), &arguments);
    assert_eq!(
        (status, said.as_str()),
        (0, "written docs/api/index.html\n")
    );

    let file = folder.path().join("docs/api/index.html");
    fs::File::options()
        .write(true)
        .open(&file)
        .unwrap()
        .set_modified(SystemTime::UNIX_EPOCH)
        .unwrap();
    let (_, said, _) = run(folder.path(), &arguments);
    assert_eq!(said, "docs/api/index.html: as spec/petshop.yaml says\n");
    let modified = fs::metadata(&file).unwrap().modified().unwrap();
    assert_eq!(modified, SystemTime::UNIX_EPOCH);

    let old = fs::read_to_string(&file).unwrap().replace("1.0.0", "0.9.0");
    fs::write(&file, old).unwrap();
    let (_, said, _) = run(folder.path(), &arguments);
    assert_eq!(said, "changed docs/api/index.html\n");

    fs::write(&file, "something else").unwrap();
    let (status, _, said) = run(folder.path(), &arguments);
    assert_eq!(status, 1);
    assert!(
        said.contains("is not a file that this command wrote"),
        "{said}"
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), "something else");
}

#[test]
fn check_writes_nothing_and_names_the_command_that_mends_the_file() {
    let folder = workspace();
    let check = ["docs", "spec/petshop.yaml", "--out", "a b.html", "--check"];
    let mend = "run `specsmith docs spec/petshop.yaml --out 'a b.html'`";

    let (status, _, said) = run(folder.path(), &check);
    assert_eq!(status, 1);
    assert_eq!(
        said,
        format!("error: there is no file `a b.html`; {mend}\n")
    );
    assert!(!folder.path().join("a b.html").exists());

    fs::write(folder.path().join("a b.html"), [0xff]).unwrap();
    let (status, _, said) = run(folder.path(), &check);
    assert_eq!(status, 1);
    assert_eq!(
        said,
        format!("error: `a b.html` differs from what spec/petshop.yaml says; {mend}\n")
    );
    assert_eq!(fs::read(folder.path().join("a b.html")).unwrap(), [0xff]);

    fs::remove_file(folder.path().join("a b.html")).unwrap();
    assert_eq!(run(folder.path(), &check[..4]).0, 0);
    assert_eq!(run(folder.path(), &check).0, 0);
}

#[test]
fn faults_are_shown_and_nothing_is_written() {
    let folder = workspace();
    fs::write(folder.path().join("spec/petshop.yaml"), "specsmith: 1\n").unwrap();
    let (status, _, said) = run(folder.path(), &["docs", "--out", "page.html"]);
    assert_eq!(status, 1);
    assert!(said.contains("petshop.yaml"), "{said}");
    assert!(!folder.path().join("page.html").exists());
}

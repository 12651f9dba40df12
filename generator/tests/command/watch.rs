//! `generate --watch`, run as a process in temporary folders.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

const SPEC: &str = "\
specsmith: 1
include: [books.yaml]
api: { name: Library, title: Library API, version: 1.0.0 }
rust: { runtime: . }
operations:
  get_book: { route: GET /book, doc: Gets a book., returns: Book }
";

const BOOKS: &str = "part_of: library.yaml\ntypes: { Book: { fields: { title: string } } }\n";

/// A process that watches, and the lines that it prints.
struct Watching {
    folder: TempDir,
    process: Child,
    out: Receiver<String>,
    err: Receiver<String>,
}

impl Watching {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("spec")).unwrap();
        fs::write(folder.path().join("spec/library.yaml"), SPEC).unwrap();
        fs::write(folder.path().join("spec/books.yaml"), BOOKS).unwrap();
        let mut process = Command::new(env!("CARGO_BIN_EXE_specsmith"))
            .current_dir(folder.path())
            .args(["generate", "--watch"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let out = lines(process.stdout.take().unwrap());
        let err = lines(process.stderr.take().unwrap());
        Self {
            folder,
            process,
            out,
            err,
        }
    }

    fn path(&self, path: &str) -> std::path::PathBuf {
        self.folder.path().join(path)
    }

    /// The next line that contains a text, on standard output. Systems may report one change twice.
    fn expect(&self, text: &str) {
        expect(&self.out, text);
    }

    /// Waits for a run that changes files.
    fn expect_change(&self) {
        loop {
            let line = self.out.recv_timeout(Duration::from_secs(20));
            if !line.expect("no run changes files").contains(" 0 changed") {
                return;
            }
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

fn lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (send, received) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(stream).lines() {
            if send.send(line.unwrap()).is_err() {
                break;
            }
        }
    });
    received
}

fn expect(lines: &Receiver<String>, text: &str) {
    loop {
        let line = lines.recv_timeout(Duration::from_secs(20));
        let line = line.unwrap_or_else(|_| panic!("no line contains {text:?}"));
        if line.contains(text) {
            return;
        }
    }
}

/// As many editors save: into a new file, which replaces the old one.
fn replace(path: &Path, text: &str) {
    let new = path.with_extension("new");
    fs::write(&new, text).unwrap();
    fs::rename(new, path).unwrap();
}

#[test]
fn every_save_generates_again() {
    let watching = Watching::start();
    watching.expect("generated/: ");
    let types = || -> String {
        let files = fs::read_dir(watching.path("generated/src/types")).unwrap();
        files
            .map(|file| fs::read_to_string(file.unwrap().path()).unwrap())
            .collect()
    };

    let pages = BOOKS.replace("title: string", "title: string, pages: int32");
    fs::write(watching.path("spec/books.yaml"), &pages).unwrap();
    watching.expect_change();
    assert!(types().contains("pages: i32"));

    replace(&watching.path("spec/books.yaml"), BOOKS);
    watching.expect_change();
    assert!(!types().contains("pages"));

    let isbn = BOOKS.replace("title: string", "isbn: string");
    replace(&watching.path("spec/books.yaml"), &isbn);
    watching.expect_change();
    assert!(types().contains("isbn: String"));
}

#[test]
fn errors_are_shown_and_the_next_save_generates() {
    let watching = Watching::start();
    watching.expect("generated/: ");
    replace(
        &watching.path("spec/library.yaml"),
        &SPEC.replace("returns: Book", "returns: Bok"),
    );
    expect(&watching.err, "`Bok`");
    expect(&watching.err, "error: 1 error in spec/library.yaml");
    fs::remove_file(watching.path("spec/library.yaml")).unwrap();
    expect(&watching.err, "contains no specification");
    let other = SPEC.replace("title: Library API", "title: Another API");
    fs::write(watching.path("spec/library.yaml"), other).unwrap();
    watching.expect_change();
    let root = fs::read_to_string(watching.path("generated/src/lib.rs")).unwrap();
    assert!(root.contains("//! Another API"));
}

#[test]
fn a_folder_of_an_included_file_may_go_and_come_back() {
    let watching = Watching::start();
    watching.expect("generated/: ");
    fs::create_dir(watching.path("spec/parts")).unwrap();
    fs::rename(
        watching.path("spec/books.yaml"),
        watching.path("spec/parts/books.yaml"),
    )
    .unwrap();
    let books = BOOKS.replace("part_of: library", "part_of: ../library");
    fs::write(watching.path("spec/parts/books.yaml"), &books).unwrap();
    let spec = SPEC.replace("[books.yaml]", "[parts/books.yaml]");
    fs::write(watching.path("spec/library.yaml"), spec).unwrap();
    watching.expect("generated/: ");
    // The folder is watched after the line was printed.
    thread::sleep(Duration::from_millis(500));

    // Also while a run is still writing what it found.
    for _ in 0..5 {
        fs::rename(watching.path("spec/parts"), watching.path("spec/gone")).unwrap();
        expect(&watching.err, "error");
        fs::rename(watching.path("spec/gone"), watching.path("spec/parts")).unwrap();
        watching.expect("generated/: ");
    }

    // And before a run sees that it has gone.
    fs::rename(watching.path("spec/parts"), watching.path("spec/gone")).unwrap();
    fs::rename(watching.path("spec/gone"), watching.path("spec/parts")).unwrap();
    watching.expect("generated/: ");
    thread::sleep(Duration::from_millis(500));
    fs::write(
        watching.path("spec/parts/books.yaml"),
        books.replace("title", "name"),
    )
    .unwrap();
    watching.expect_change();
}

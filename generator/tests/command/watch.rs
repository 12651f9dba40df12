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

    /// The next line that contains a string, on standard output. Systems may report one change twice.
    fn expect(&self, text: &str) {
        expect(&self.out, text);
    }

    /// Waits until a generated type has a field.
    fn expect_field(&self, name: &str) {
        let field = format!("pub {name}: ");
        let has_field = || {
            let files = fs::read_dir(self.path("generated/src/types")).unwrap();
            let mut texts = files.map(|file| fs::read_to_string(file.unwrap().path()));
            texts.any(|text| text.is_ok_and(|text| text.contains(&field)))
        };
        for _ in 0..200 {
            if has_field() {
                return;
            }
            thread::sleep(Duration::from_millis(100));
        }
        panic!("no type has a field `{name}`");
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
        // It may have ended.
        let _ = self.process.kill();
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

/// Writes the included file into a folder, and includes it from there.
fn move_books(watching: &Watching, folder: &str) {
    let up = "../".repeat(folder.split('/').count());
    let books = BOOKS.replace("library.yaml", &format!("{up}library.yaml"));
    fs::create_dir_all(watching.path("spec").join(folder)).unwrap();
    fs::write(watching.path("spec").join(folder).join("books.yaml"), books).unwrap();
    let spec = SPEC.replace("[books.yaml]", &format!("[{folder}/books.yaml]"));
    replace(&watching.path("spec/library.yaml"), &spec);
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

#[cfg(not(windows))]
#[test]
fn a_folder_of_an_included_file_may_go_and_come_back() {
    let watching = Watching::start();
    watching.expect("generated/: ");
    move_books(&watching, "parts");
    watching.expect("generated/: ");
    // Also while a run is still writing what it found.
    for _ in 0..5 {
        fs::rename(watching.path("spec/parts"), watching.path("spec/gone")).unwrap();
        expect(&watching.err, "error[");
        fs::rename(watching.path("spec/gone"), watching.path("spec/parts")).unwrap();
        watching.expect("generated/: ");
    }

    // Nothing has changed, if no run sees that it has gone.
    fs::rename(watching.path("spec/parts"), watching.path("spec/gone")).unwrap();
    fs::rename(watching.path("spec/gone"), watching.path("spec/parts")).unwrap();
    thread::sleep(Duration::from_millis(500));
    fs::write(
        watching.path("spec/parts/books.yaml"),
        BOOKS
            .replace("library.yaml", "../library.yaml")
            .replace("title", "name"),
    )
    .unwrap();
    watching.expect_change();
}

#[test]
fn specifications_that_come_and_go_in_the_folder_count() {
    let watching = Watching::start();
    watching.expect("generated/: ");
    fs::write(watching.path("spec/copy.yaml"), SPEC).unwrap();
    expect(&watching.err, "contains 2 specifications");
    fs::remove_file(watching.path("spec/copy.yaml")).unwrap();
    watching.expect("generated/: ");

    fs::remove_file(watching.path("spec/library.yaml")).unwrap();
    expect(&watching.err, "contains no specification");
    fs::write(
        watching.path("spec/books.yaml"),
        BOOKS.replace("library.yaml", "new.yaml"),
    )
    .unwrap();
    fs::write(watching.path("spec/new.yaml"), SPEC).unwrap();
    watching.expect("generated/: ");
}

// Windows keeps the name of a folder while something watches a folder in it.
#[cfg(not(windows))]
#[test]
fn a_folder_above_may_go_and_come_back() {
    let watching = Watching::start();
    watching.expect("generated/: ");
    move_books(&watching, "parts/deep");
    watching.expect("generated/: ");

    fs::rename(watching.path("spec/parts"), watching.path("spec/gone")).unwrap();
    expect(&watching.err, "error[");
    // A file has the name of the folder.
    fs::write(watching.path("spec/parts"), "").unwrap();
    thread::sleep(Duration::from_millis(700));
    fs::remove_file(watching.path("spec/parts")).unwrap();
    fs::rename(watching.path("spec/gone"), watching.path("spec/parts")).unwrap();
    watching.expect("generated/: ");
    let books = BOOKS.replace("library.yaml", "../../library.yaml");
    let books = books.replace("title", "name");
    replace(&watching.path("spec/parts/deep/books.yaml"), &books);
    watching.expect_change();
}

#[test]
fn an_error_is_shown_once() {
    let watching = Watching::start();
    watching.expect("generated/: ");
    let spec = SPEC.replace("[books.yaml]", "[books.yaml, nowhere/x.yaml]");
    fs::write(watching.path("spec/library.yaml"), spec).unwrap();
    expect(&watching.err, "error[E0135]");
    thread::sleep(Duration::from_millis(1200));
    let others: Vec<String> = watching.err.try_iter().collect();
    assert!(!others.concat().contains("error[E0135]"), "{others:?}");
}

/// The target of a link, and a folder with two names.
#[cfg(unix)]
#[test]
fn links_are_followed() {
    use std::os::unix::fs::symlink;

    const LAST: &str = "part_of: library.yaml\ntypes: { Last: { fields: { old: string } } }\n";

    let watching = Watching::start();
    watching.expect("generated/: ");
    fs::create_dir(watching.path("shared")).unwrap();
    let books = BOOKS.replace("library.yaml", "../library.yaml");
    fs::write(watching.path("shared/books.yaml"), &books).unwrap();
    let more = "part_of: ../library.yaml\ntypes: {}\n";
    fs::write(watching.path("shared/more.yaml"), more).unwrap();
    fs::write(watching.path("shared/last.yaml"), LAST).unwrap();
    symlink("../shared", watching.path("spec/first")).unwrap();
    symlink("../shared", watching.path("spec/second")).unwrap();
    symlink("../shared/last.yaml", watching.path("spec/last.yaml")).unwrap();
    fs::remove_file(watching.path("spec/books.yaml")).unwrap();
    let spec = SPEC.replace(
        "[books.yaml]",
        "[first/books.yaml, second/more.yaml, last.yaml]",
    );
    fs::write(watching.path("spec/library.yaml"), spec).unwrap();
    watching.expect("generated/: ");
    fs::write(
        watching.path("shared/books.yaml"),
        books.replace("title", "name"),
    )
    .unwrap();
    watching.expect_field("name");
    let last = LAST.replace("old", "fresh");
    fs::write(watching.path("shared/last.yaml"), last).unwrap();
    watching.expect_field("fresh");
}

/// A file that is older than the one that it replaces.
#[test]
fn a_replacement_may_be_older() {
    let watching = Watching::start();
    let older = watching.path("spec/books.old");
    fs::write(&older, BOOKS.replace("title", "name")).unwrap();
    let file = fs::File::options().write(true).open(&older).unwrap();
    file.set_modified(std::time::UNIX_EPOCH + Duration::from_secs(1_000_000_000))
        .unwrap();
    watching.expect("generated/: ");
    fs::rename(older, watching.path("spec/books.yaml")).unwrap();
    watching.expect_change();
}

/// Comparing files does not cause another comparison.
#[cfg(target_os = "linux")]
#[test]
fn it_waits_without_work() {
    let watching = Watching::start();
    watching.expect("generated/: ");
    let ticks = || -> u64 {
        let stat = format!("/proc/{}/stat", watching.process.id());
        let stat = fs::read_to_string(stat).unwrap();
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split(' ').collect();
        // In user and in system mode, in hundredths of a second.
        fields[12].parse::<u64>().unwrap() + fields[13].parse::<u64>().unwrap()
    };
    thread::sleep(Duration::from_millis(500));
    let before = ticks();
    thread::sleep(Duration::from_secs(2));
    let used = ticks() - before;
    assert!(used < 20, "it worked for {used} hundredths of two seconds");
}

#[cfg(unix)]
#[test]
fn it_ends_when_nobody_reads_its_output() {
    let mut watching = Watching::start();
    watching.expect("generated/: ");
    // The thread that reads it ends with the next line.
    drop(std::mem::replace(&mut watching.out, mpsc::channel().1));
    for _ in 0..200 {
        fs::write(watching.path("spec/library.yaml"), SPEC).unwrap();
        thread::sleep(Duration::from_millis(100));
        if watching.process.try_wait().unwrap().is_some() {
            return;
        }
    }
    panic!("it goes on without a reader");
}

//! Crates that are up to date, and recognized without generating them again.

use std::cell::LazyCell;
use std::fs::File;
use std::path::Path;
use std::thread::Builder;
use std::time::SystemTime;
use std::{env, io};

use specsmith::api::Runtime;
use specsmith::output::{Current, FileSet, Inputs};
use specsmith::source::{SourceFile, Span, Spanned};

use super::package_warnings::Packages;

/// Everything that a generated crate depends on.
pub(crate) struct Dependencies<'a> {
    /// `None` if the program cannot read its own file; then no crate is recognized.
    inputs: LazyCell<Option<Inputs>, Box<dyn FnOnce() -> Option<Inputs> + 'a>>,
    program: Option<ProgramFile>,
}

impl<'a> Dependencies<'a> {
    /// Another thread hashes the program, while the files are hashed or generated. If no thread can start, this one
    /// does so later.
    pub(crate) fn of(source: &'a SourceFile) -> Self {
        let program = ProgramFile::find().ok();
        let hashing = Builder::new().spawn(own_hash);
        let inputs = move || {
            let hashed = match hashing {
                Ok(thread) => thread.join().ok()?,
                Err(_) => own_hash(),
            };
            let generator = hashed.ok()?;
            Some(Inputs::new(&[
                generator.as_bytes(),
                source.text().as_bytes(),
            ]))
        };
        Self {
            inputs: LazyCell::new(Box::new(inputs)),
            program,
        }
    }
}

/// Identifies the generator by the contents of the program. A version would not be enough: the output
/// also depends on the versions of dependencies, which print the code.
fn own_hash() -> io::Result<blake3::Hash> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(File::open(env::current_exe()?)?)?;
    Ok(hasher.finalize())
}

/// What changes if the file of the program is replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ProgramFile {
    changed: SystemTime,
    bytes: u64,
}

impl ProgramFile {
    fn find() -> io::Result<Self> {
        let metadata = std::fs::metadata(env::current_exe()?)?;
        Ok(Self {
            changed: metadata.modified()?,
            bytes: metadata.len(),
        })
    }
}

/// A crate that is up to date.
pub(crate) struct Recognized {
    /// The number of its files.
    pub(crate) files: usize,
    pub(crate) packages: Packages,
}

/// Whether the folder contains exactly what the inputs generate.
pub(crate) fn recognize(dependencies: &Dependencies<'_>, out: &Path) -> Option<Recognized> {
    let Current { files, notes } = Current::recognize(|| *dependencies.inputs, out)?;
    let packages = packages(&notes)?;
    Some(Recognized { files, packages })
}

/// Stores what the dependencies generate, for later runs, unless the program was replaced while it was
/// running: its hash may be the hash of the new program.
pub(crate) fn remember(
    files: &FileSet,
    dependencies: &Dependencies<'_>,
    out: &Path,
    packages: &Packages,
) {
    if let Some(inputs) = &*dependencies.inputs
        && ProgramFile::find().ok() == dependencies.program
    {
        // Without it, later runs are slower and otherwise the same.
        let _ = files.remember(*inputs, out, &notes(packages));
    }
}

/// Where packages are: a line for each dependency, and then the runtime, whose path may contain line breaks. Warnings
/// about them depend on other folders, so each run needs them.
fn notes(packages: &Packages) -> String {
    let place = |word: &str, span: Span| format!("{word} {} {}", span.start(), span.end());
    let Packages { runtime, paths } = packages;
    let lines = paths.iter();
    let lines = lines.map(|path| format!("{} {}\n", place(DEPENDENCY, path.span), path.value));
    let of_runtime = match runtime {
        Runtime::Embedded => "embedded".to_owned(),
        Runtime::Published(span) => place("published", *span),
        Runtime::Path(path) => format!("{} {}", place("path", path.span), path.value),
    };
    lines.chain([of_runtime]).collect()
}

/// The first word of the line for a dependency.
const DEPENDENCY: &str = "dependency";

/// Where packages are, from [`notes`]; `None` if they are invalid.
fn packages(mut notes: &str) -> Option<Packages> {
    let mut paths = Vec::new();
    while notes.starts_with(DEPENDENCY) {
        let (line, rest) = notes.split_once('\n')?;
        let (_, span, path) = parts(line)?;
        paths.push(Spanned::new(path?.to_owned(), span));
        notes = rest;
    }
    let runtime = match notes {
        "embedded" => Runtime::Embedded,
        notes => match parts(notes)? {
            ("published", span, None) => Runtime::Published(span),
            ("path", span, Some(path)) => Runtime::Path(Spanned::new(path.to_owned(), span)),
            _ => return None,
        },
    };
    Some(Packages { runtime, paths })
}

/// A word, a place, and the rest, if there is any.
fn parts(note: &str) -> Option<(&str, Span, Option<&str>)> {
    let mut parts = note.splitn(4, ' ');
    let word = parts.next()?;
    let span = Span::new(parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    Some((word, span, parts.next()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_contain_any_place_of_packages() {
        let span = Span::new(3, 20);
        let path = |path: &str| Spanned::new(path.to_owned(), span);
        let runtimes = ["../runtime", "a b\n# c", "", "dependency"];
        let runtimes = runtimes.map(|runtime| Runtime::Path(path(runtime)));
        let others = [Runtime::Embedded, Runtime::Published(span)];
        for runtime in runtimes.into_iter().chain(others) {
            for paths in [Vec::new(), vec![path("../a"), path("embedded b")]] {
                let runtime = runtime.clone();
                let given = Packages { runtime, paths };
                assert_eq!(packages(&notes(&given)), Some(given));
            }
        }
        for invalid in [
            "",
            "path 1",
            "dependency 1 2 ../a",
            "dependency 1 2\nembedded",
        ] {
            assert_eq!(packages(invalid), None, "{invalid}");
        }
    }
}

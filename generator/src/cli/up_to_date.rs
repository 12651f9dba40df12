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
    /// Where the runtime is.
    pub(crate) runtime: Runtime,
}

/// Whether the folder contains exactly what the inputs generate.
pub(crate) fn recognize(dependencies: &Dependencies<'_>, out: &Path) -> Option<Recognized> {
    let Current { files, notes } = Current::recognize(|| *dependencies.inputs, out)?;
    let runtime = runtime(&notes)?;
    Some(Recognized { files, runtime })
}

/// Stores what the dependencies generate, for later runs, unless the program was replaced while it was
/// running: its hash may be the hash of the new program.
pub(crate) fn remember(
    files: &FileSet,
    dependencies: &Dependencies<'_>,
    out: &Path,
    runtime: &Runtime,
) {
    if let Some(inputs) = &*dependencies.inputs
        && ProgramFile::find().ok() == dependencies.program
    {
        // Without it, later runs are slower and otherwise the same.
        let _ = files.remember(*inputs, out, &notes(runtime));
    }
}

/// Where the runtime is. Warnings about it depend on other folders, so each run needs it.
fn notes(runtime: &Runtime) -> String {
    let place = |word: &str, span: Span| format!("{word} {} {}", span.start(), span.end());
    match runtime {
        Runtime::Embedded => "embedded".to_owned(),
        Runtime::Published(span) => place("published", *span),
        Runtime::Path(path) => format!("{} {}", place("path", path.span), path.value),
    }
}

/// Where the runtime is, from [`notes`]; `None` if they are invalid.
fn runtime(notes: &str) -> Option<Runtime> {
    if notes == "embedded" {
        return Some(Runtime::Embedded);
    }
    let mut parts = notes.splitn(4, ' ');
    let word = parts.next()?;
    let span = Span::new(parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    match (word, parts.next()) {
        ("published", None) => Some(Runtime::Published(span)),
        ("path", Some(path)) => Some(Runtime::Path(Spanned::new(path.to_owned(), span))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_contain_any_place_of_the_runtime() {
        let span = Span::new(3, 20);
        let paths = ["../runtime", "a b\n# c", ""];
        let paths = paths.map(|path| Runtime::Path(Spanned::new(path.to_owned(), span)));
        let others = [Runtime::Embedded, Runtime::Published(span)];
        for given in paths.into_iter().chain(others) {
            assert_eq!(runtime(&notes(&given)), Some(given));
        }
        assert_eq!(runtime("path 1"), None);
    }
}

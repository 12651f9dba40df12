//! Crates that are up to date, and recognized without generating them again.

use std::cell::LazyCell;
use std::fs::File;
use std::path::Path;
use std::time::SystemTime;
use std::{env, io, thread};

use specsmith::output::{Current, FileSet, Inputs};
use specsmith::source::{SourceFile, Span, Spanned};

/// Everything that a generated crate depends on.
pub(crate) struct Dependencies<'a> {
    /// `None` if the program cannot read its own file; then no crate is recognized.
    inputs: LazyCell<Option<Inputs>, Box<dyn FnOnce() -> Option<Inputs> + 'a>>,
    program: Option<ProgramFile>,
}

impl<'a> Dependencies<'a> {
    /// Another thread hashes the program, while the files are hashed or generated.
    pub(crate) fn of(source: &'a SourceFile) -> Self {
        let program = ProgramFile::find().ok();
        let generator = thread::spawn(own_hash);
        let inputs = move || {
            let generator = generator.join().ok()?.ok()?;
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
    /// The path of the runtime in the specification.
    pub(crate) runtime: Option<Spanned<String>>,
}

/// Whether the folder contains exactly what the inputs generate.
pub(crate) fn recognize(dependencies: &Dependencies<'_>, out: &Path) -> Option<Recognized> {
    let Current { files, notes } = Current::recognize(|| *dependencies.inputs, out)?;
    let runtime = runtime(&notes)?;
    Some(Recognized { files, runtime })
}

/// Stores what the dependencies generate, for later runs, unless the program was replaced while it was
/// running: its hash may be that of the new one.
pub(crate) fn remember(
    files: &FileSet,
    dependencies: &Dependencies<'_>,
    out: &Path,
    runtime: Option<&Spanned<String>>,
) {
    if let Some(inputs) = &*dependencies.inputs
        && ProgramFile::find().ok() == dependencies.program
    {
        // Without it, later runs are slower and otherwise the same.
        let _ = files.remember(*inputs, out, &notes(runtime));
    }
}

/// The path of the runtime and its place. Warnings about it depend on other folders, so each run needs
/// them.
fn notes(runtime: Option<&Spanned<String>>) -> String {
    match runtime {
        Some(path) => format!(
            "runtime {} {} {}",
            path.span.start(),
            path.span.end(),
            path.value
        ),
        None => String::new(),
    }
}

/// The path of the runtime in [`notes`].
#[expect(
    clippy::option_option,
    reason = "invalid notes, or notes without a path"
)]
fn runtime(notes: &str) -> Option<Option<Spanned<String>>> {
    if notes.is_empty() {
        return Some(None);
    }
    let (start, rest) = notes.strip_prefix("runtime ")?.split_once(' ')?;
    let (end, path) = rest.split_once(' ')?;
    let span = Span::new(start.parse().ok()?, end.parse().ok()?);
    Some(Some(Spanned::new(path.to_owned(), span)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_contain_any_path_of_the_runtime() {
        for path in ["../runtime", "a b\n# c", ""] {
            let path = Spanned::new(path.to_owned(), Span::new(3, 20));
            let read = runtime(&notes(Some(&path))).flatten();
            let read = read.map(|read| (read.value, read.span));
            assert_eq!(read, Some((path.value, path.span)));
        }
        assert_eq!(runtime(&notes(None)), Some(None));
        assert_eq!(runtime("runtime 1"), None);
    }
}

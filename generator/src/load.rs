//! Reads specifications from disk: [`specification`] reads one with the files that it includes.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::diagnostic::{Diagnostics, Style};
use crate::output::display_path;
use crate::source::SourceFile;

/// The largest specification, in bytes: far larger than any real one, and small enough to be in
/// memory several times.
const LARGEST: u64 = 64 * 1024 * 1024;

/// Why a specification cannot be read from disk.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// A file cannot be read, or is not UTF-8.
    #[error("{0}")]
    File(String),
    /// What the main file says about other files is wrong.
    #[error("{}", .errors.render(.main, Style::Plain).trim_end())]
    Diagnostics {
        /// The errors.
        errors: Diagnostics,
        /// The main file.
        main: Box<SourceFile>,
    },
}

/// Reads a specification, with the files that it includes. Every file that it tries to read is added to `files`, even
/// if there are errors.
///
/// # Errors
///
/// A file cannot be read, or is larger than 64 MiB, or is not UTF-8; an included file does not exist.
pub fn specification(path: &Path, files: &mut Vec<PathBuf>) -> Result<SourceFile, LoadError> {
    files.push(path.to_owned());
    with_includes(main_file(path)?, path, files)
}

/// Reads the main file of a specification alone.
///
/// # Errors
///
/// The file cannot be read, or is larger than 64 MiB, or is not UTF-8.
pub fn main_file(path: &Path) -> Result<SourceFile, LoadError> {
    let text = text(path).map_err(LoadError::File)?;
    Ok(SourceFile::new(display_path(path), text))
}

/// Adds the files that the specification at a path includes. Every file that it tries to read is added to `files`.
///
/// # Errors
///
/// An included file does not exist or cannot be read.
pub fn with_includes(
    main: SourceFile,
    path: &Path,
    files: &mut Vec<PathBuf>,
) -> Result<SourceFile, LoadError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    with_includes_from(main, &mut |included| {
        let path = folder.join(included);
        let text = text(&path);
        files.push(path);
        text
    })
}

/// Adds the files that a specification includes, wherever they are: `read` returns the text of the file at a path, which
/// is relative to the folder of the specification.
///
/// # Errors
///
/// An included file cannot be read, or all of them together are larger than 64 MiB.
#[doc(hidden)]
pub fn with_includes_from(
    main: SourceFile,
    read: &mut dyn FnMut(&str) -> Result<String, String>,
) -> Result<SourceFile, LoadError> {
    let mut left = LARGEST as usize;
    let mut read = |included: &str| {
        let text = read(included)?;
        left = left.checked_sub(text.len()).ok_or(
            "the included files are larger than 64 MiB, the largest size of a specification",
        )?;
        Ok(text)
    };
    let whole = crate::with_includes(main.clone(), &mut read);
    whole.map_err(|errors| LoadError::Diagnostics {
        errors,
        main: Box::new(main),
    })
}

/// Reads the text of a file, which is UTF-8, without its byte order mark.
///
/// # Errors
///
/// The reason why the file cannot be read, with its name.
pub fn text(path: &Path) -> Result<String, String> {
    marked_text(path).map(without_mark)
}

/// Reads the text of a file, which is UTF-8, with its byte order mark if it has one.
///
/// # Errors
///
/// The reason why the file cannot be read, with its name.
pub fn marked_text(path: &Path) -> Result<String, String> {
    let name = display_path(path);
    let bytes = File::open(path).and_then(bytes);
    decoded(
        &name,
        bytes.map_err(|error| cannot_read(path, &name, &error))?,
    )
}

/// Reads the text of a file that is not on disk, as [`text`] does: `name` is its name in errors.
///
/// # Errors
///
/// The reason why the file cannot be read, with its name.
#[doc(hidden)]
pub fn text_from(name: &str, file: impl Read) -> Result<String, String> {
    let bytes = bytes(file).map_err(|error| format!("cannot read `{name}`: {error}"))?;
    decoded(name, bytes).map(without_mark)
}

/// All bytes of a file, or one more than allowed.
fn bytes(file: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(LARGEST + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn without_mark(mut text: String) -> String {
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    text
}

fn cannot_read(path: &Path, name: &str, error: &io::Error) -> String {
    if path.is_dir() {
        return format!("`{name}` is a folder; name the specification's file in it");
    }
    match error.kind() {
        ErrorKind::NotFound => format!("the file `{name}` does not exist"),
        _ => format!("cannot read `{name}`: {error}"),
    }
}

fn decoded(name: &str, bytes: Vec<u8>) -> Result<String, String> {
    if bytes.len() as u64 > LARGEST {
        return Err(format!(
            "`{name}` is larger than 64 MiB, the largest size of a specification"
        ));
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err(format!("`{name}` is UTF-16; save it as UTF-8"));
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let before = String::from_utf8_lossy(&error.as_bytes()[..valid]);
        let (line, column) = SourceFile::new("", before).line_column(valid);
        format!("`{name}` is not valid UTF-8 at line {line}, column {column}; save it as UTF-8")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_is_not_part_of_the_text() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.yaml");
        std::fs::write(&path, b"\xef\xbb\xbfa: 1").unwrap();
        assert_eq!(text(&path).unwrap(), "a: 1");
        assert_eq!(marked_text(&path).unwrap(), "\u{feff}a: 1");
        std::fs::write(&path, b"").unwrap();
        assert_eq!(text(&path).unwrap(), "");
    }

    #[test]
    fn other_encodings_are_reported() {
        let utf16 = decoded("a", b"\xff\xfea\0".to_vec()).unwrap_err();
        assert_eq!(utf16, "`a` is UTF-16; save it as UTF-8");
        let latin = decoded("a", b"a: 1\nb: gr\xf6sse".to_vec()).unwrap_err();
        assert_eq!(
            latin,
            "`a` is not valid UTF-8 at line 2, column 6; save it as UTF-8"
        );
    }
}

//! Reads the file of a specification.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use specsmith::output::display_path;
use specsmith::source::SourceFile;

use super::{Failure, Messages};

/// The largest specification, in bytes: far larger than any real one, and small enough to be in
/// memory several times.
const LARGEST: u64 = 64 * 1024 * 1024;

/// Reads a specification, with the files that it includes.
pub(crate) fn read(path: &Path, messages: &Messages) -> Result<SourceFile, Failure> {
    read_and_list(path, messages, &mut Vec::new())
}

/// The same. Every file that it tries to read is added to `files`.
pub(crate) fn read_and_list(
    path: &Path,
    messages: &Messages,
    files: &mut Vec<PathBuf>,
) -> Result<SourceFile, Failure> {
    files.push(path.to_owned());
    with_includes(read_main(path)?, path, messages, files)
}

/// Reads the main file of a specification alone.
pub(crate) fn read_main(path: &Path) -> Result<SourceFile, Failure> {
    let text = read_text(path).map_err(Failure::Unable)?;
    Ok(SourceFile::new(display_path(path), text))
}

/// Adds the files that a specification includes. Every file that it tries to read is added to `files`.
pub(crate) fn with_includes(
    main: SourceFile,
    path: &Path,
    messages: &Messages,
    files: &mut Vec<PathBuf>,
) -> Result<SourceFile, Failure> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut left = LARGEST as usize;
    let mut read = |included: &str| {
        let path = folder.join(included);
        let text = read_text(&path);
        files.push(path);
        let text = text?;
        left = left.checked_sub(text.len()).ok_or(
            "the included files are larger than 64 MiB, the largest size of a specification",
        )?;
        Ok(text)
    };
    let whole = specsmith::with_includes(main.clone(), &mut read);
    whole.map_err(|diagnostics| messages.errors(&diagnostics, &main))
}

/// Reads the text of a file, which is UTF-8, without its byte order mark.
pub(crate) fn read_text(path: &Path) -> Result<String, String> {
    let mut text = read_marked(path)?;
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    Ok(text)
}

/// Reads the text of a file, which is UTF-8, with its byte order mark if it has one.
pub(crate) fn read_marked(path: &Path) -> Result<String, String> {
    let name = display_path(path);
    let bytes = bytes(path).map_err(|error| cannot_read(path, &name, &error))?;
    if bytes.len() as u64 > LARGEST {
        return Err(format!(
            "`{name}` is larger than 64 MiB, the largest size of a specification"
        ));
    }
    text(&name, bytes)
}

/// All bytes of the file, or one more than allowed.
fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?
        .take(LARGEST + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
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

fn text(name: &str, bytes: Vec<u8>) -> Result<String, String> {
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
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_byte_order_mark_is_not_part_of_the_text() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.yaml");
        std::fs::write(&path, b"\xef\xbb\xbfa: 1").unwrap();
        assert_eq!(read_text(&path).unwrap(), "a: 1");
        assert_eq!(read_marked(&path).unwrap(), "\u{feff}a: 1");
        std::fs::write(&path, b"").unwrap();
        assert_eq!(read_text(&path).unwrap(), "");
    }

    #[test]
    fn other_encodings_are_reported() {
        let utf16 = text("a", b"\xff\xfea\0".to_vec()).unwrap_err();
        assert_eq!(utf16, "`a` is UTF-16; save it as UTF-8");
        let latin = text("a", b"a: 1\nb: gr\xf6sse".to_vec()).unwrap_err();
        assert_eq!(
            latin,
            "`a` is not valid UTF-8 at line 2, column 6; save it as UTF-8"
        );
    }
}

//! Paths in the output folder: whether they are safe, and what they contain.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::error::{OutputConflict, OutputError};
use crate::diagnostic::visible;

/// The list of the files that were written.
pub(super) const MANIFEST: &str = ".specsmith";

/// Checks that a path stays in the folder on every system: relative, with forward slashes, without
/// `.` and `..`. The error is the problem.
pub(super) fn check(path: &str) -> Result<(), &'static str> {
    if path.starts_with('/') {
        return Err("is an absolute path");
    }
    if path.contains('\\') {
        return Err("contains a backslash");
    }
    if path.contains(':') {
        return Err("contains a colon");
    }
    if path.chars().any(char::is_control) {
        return Err("contains a control character");
    }
    if path.split('/').any(|part| matches!(part, "" | "." | "..")) {
        return Err("contains an empty part, `.` or `..`");
    }
    if path == MANIFEST {
        return Err("is the list itself");
    }
    Ok(())
}

/// The contents of a file in the folder, if it exists. Links are not followed: a link in the path
/// is an error, and so is anything that is not a regular file.
pub(super) fn read(folder: &Path, path: &str) -> Result<Option<Vec<u8>>, OutputError> {
    let mut place = folder.to_path_buf();
    let mut parts = path.split('/').peekable();
    while let Some(part) = parts.next() {
        place.push(part);
        let kind = match fs::symlink_metadata(&place) {
            Ok(metadata) => metadata.file_type(),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(system_error("read", &place, error)),
        };
        let what = match parts.peek() {
            _ if kind.is_symlink() => OutputConflict::Link,
            None if kind.is_dir() => OutputConflict::Folder,
            None if !kind.is_file() => OutputConflict::Other,
            Some(_) if !kind.is_dir() => OutputConflict::File,
            _ => continue,
        };
        let path = display(&place);
        return Err(OutputError::InTheWay { path, what });
    }
    fs::read(&place)
        .map(Some)
        .map_err(|error| system_error("read", &place, error))
}

/// A path of the set, in the folder.
pub(super) fn join(folder: &Path, path: &str) -> PathBuf {
    let mut place = folder.to_path_buf();
    place.extend(path.split('/'));
    place
}

/// A path of the set, in the folder, for display.
pub(super) fn shown(folder: &Path, path: &str) -> String {
    display(&join(folder, path))
}

/// A path for display: with forward slashes, and unprintable characters escaped.
pub fn display(path: &Path) -> String {
    let mut shown = path.display().to_string();
    if std::path::MAIN_SEPARATOR != '/' {
        shown = shown.replace(std::path::MAIN_SEPARATOR, "/");
    }
    visible(&shown)
}

/// An error of the system before anything was changed.
pub(super) fn system_error(action: &'static str, place: &Path, source: io::Error) -> OutputError {
    OutputError::System {
        action,
        path: display(place),
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_inside_the_folder_are_safe() {
        for path in ["Cargo.toml", "src/lib.rs", "src/types/größe.rs", "..."] {
            assert_eq!(check(path), Ok(()), "{path}");
        }
    }

    #[test]
    fn paths_that_could_lead_out_of_the_folder_are_unsafe() {
        for path in [
            "",
            "/etc/passwd",
            "../a",
            "a/../b",
            "a/..",
            "./a",
            "a//b",
            "a/",
            "a\\b",
            "..\\a",
            "C:a",
            "C:\\a",
            "a\0b",
            "a\rb",
            ".specsmith",
        ] {
            assert!(check(path).is_err(), "{path:?}");
        }
    }
}

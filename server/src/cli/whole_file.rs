//! A file that is there wholly or not at all.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// A file that is written beside its place, and put there when it is complete. Until then it is
/// removed with this.
pub(super) struct WholeFile {
    file: File,
    written: PathBuf,
    place: PathBuf,
    is_in_place: bool,
}

impl WholeFile {
    /// Begins a file that only its owner may read.
    pub(super) fn beside(place: &Path) -> io::Result<Self> {
        let name = place.file_name().ok_or(io::ErrorKind::IsADirectory)?;
        let mut hidden = OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}.part", std::process::id()));
        let written = place.with_file_name(hidden);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        Ok(Self {
            file: options.open(&written)?,
            written,
            place: place.to_owned(),
            is_in_place: false,
        })
    }

    /// What writes the file.
    pub(super) fn writer(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// Puts the file in its place, instead of what was there.
    pub(super) fn put_in_place(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.written, &self.place)?;
        self.is_in_place = true;
        Ok(())
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if !self.is_in_place {
            // Nothing more can be done about a file that cannot be removed.
            let _ = fs::remove_file(&self.written);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn a_file_that_is_not_complete_leaves_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("records.jsonl");
        fs::write(&place, "before").unwrap();
        let file = WholeFile::beside(&place).unwrap();
        file.writer().unwrap().write_all(b"half").unwrap();
        drop(file);
        assert_eq!(fs::read_to_string(&place).unwrap(), "before");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_complete_file_is_there_for_its_owner_only() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("records.jsonl");
        let file = WholeFile::beside(&place).unwrap();
        file.writer().unwrap().write_all(b"whole").unwrap();
        file.put_in_place().unwrap();
        assert_eq!(fs::read_to_string(&place).unwrap(), "whole");
        #[cfg(unix)]
        {
            let permissions = fs::metadata(&place).unwrap().permissions();
            let mode = std::os::unix::fs::PermissionsExt::mode(&permissions);
            assert_eq!(mode & 0o777, 0o600);
        }
    }
}

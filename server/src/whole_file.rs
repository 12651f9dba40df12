//! A file that is there wholly or not at all.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

/// A file that is written beside its place, and put there when it is complete. Until then it is
/// removed with this.
pub(crate) struct WholeFile {
    file: File,
    written: PathBuf,
    place: PathBuf,
    is_in_place: bool,
}

impl WholeFile {
    /// Begins a file that only its owner may read.
    pub(crate) fn beside(place: &Path) -> io::Result<Self> {
        let name = place.file_name().ok_or(io::ErrorKind::IsADirectory)?;
        let mut hidden = OsString::from(".");
        hidden.push(name);
        // What a process leaves that was killed is in nobody's way under such a name.
        let random = getrandom::u64().map_err(io::Error::other)?;
        hidden.push(format!(".{random:016x}.part"));
        let written = place.with_file_name(hidden);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true).mode(0o600);
        let file = options.open(&written).map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}", written.display()))
        })?;
        Ok(Self {
            file,
            written,
            place: place.to_owned(),
            is_in_place: false,
        })
    }

    /// What writes the file.
    pub(crate) fn writer(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// Puts the file in its place, instead of what was there.
    pub(crate) fn put_in_place(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.written, &self.place)?;
        self.is_in_place = true;
        sync_folder(&self.place)
    }

    /// Puts the file in its place, unless there is one: then the error is `AlreadyExists`.
    pub(crate) fn put_where_none_is(self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::hard_link(&self.written, &self.place)?;
        sync_folder(&self.place)
    }
}

/// The name of a file is on the disk when its folder is.
fn sync_folder(file: &Path) -> io::Result<()> {
    let folder = match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        Some(_) | None => Path::new("."),
    };
    File::open(folder)?.sync_all()
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
        let permissions = fs::metadata(&place).unwrap().permissions();
        let mode = std::os::unix::fs::PermissionsExt::mode(&permissions);
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn two_who_make_the_same_file_end_with_one_of_them_and_no_parts() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("gateway.key");
        let one = WholeFile::beside(&place).unwrap();
        let other = WholeFile::beside(&place).unwrap();
        one.writer().unwrap().write_all(b"one").unwrap();
        one.put_where_none_is().unwrap();
        let error = other.put_where_none_is().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&place).unwrap(), "one");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

//! Files that are written completely or not at all.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, RenameFlags, renameat_with};
use rustix::io::Errno;

/// A file that is written under a temporary name and renamed when it is complete. If it is dropped
/// before, it is removed.
pub(crate) struct WholeFile {
    file: File,
    folder: File,
    written: PathBuf,
    destination: PathBuf,
    is_in_place: bool,
}

impl WholeFile {
    /// Creates a file that only its owner may read.
    pub(crate) fn next_to(destination: &Path) -> io::Result<Self> {
        let name = destination.file_name().ok_or(io::ErrorKind::IsADirectory)?;
        let mut hidden = OsString::from(".");
        hidden.push(name);
        // A unique name, so the remains of a killed process do not matter.
        let random = getrandom::u64().map_err(io::Error::other)?;
        hidden.push(format!(".{random:016x}.part"));
        let written = destination.with_file_name(hidden);
        let folder = folder_of(destination);
        let of_folder = |error: io::Error| {
            io::Error::new(error.kind(), format!("{}: {error}", folder.display()))
        };
        // A folder that cannot be opened cannot be synchronized, so nothing is written to it.
        let opened = File::open(folder).map_err(of_folder)?;
        let mut options = OpenOptions::new();
        options.write(true).create_new(true).mode(0o600);
        let file = options.open(&written).map_err(of_folder)?;
        Ok(Self {
            file,
            folder: opened,
            written,
            destination: destination.to_owned(),
            is_in_place: false,
        })
    }

    /// The temporary name of the file.
    pub(crate) fn path(&self) -> &Path {
        &self.written
    }

    /// The writer of the file.
    pub(crate) fn writer(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// Renames the file, which replaces an existing one.
    pub(crate) fn put_in_place(self) -> io::Result<()> {
        self.put(|written, destination| fs::rename(written, destination))
    }

    /// Renames the file. If one exists, the error is `AlreadyExists`.
    pub(crate) fn put_if_none_exists(self) -> io::Result<()> {
        self.put(|written, destination| {
            match renameat_with(CWD, written, CWD, destination, RenameFlags::NOREPLACE) {
                // Some file systems, such as NFS, cannot do this. What they have are hard links.
                Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {
                    fs::hard_link(written, destination)?;
                    fs::remove_file(written)
                }
                renamed => Ok(renamed?),
            }
        })
    }

    fn put(mut self, rename: impl FnOnce(&Path, &Path) -> io::Result<()>) -> io::Result<()> {
        self.file.sync_all()?;
        rename(&self.written, &self.destination)?;
        self.is_in_place = true;
        sync_folder(&self.folder)
    }
}

/// The name of a file is durable when its folder is synchronized. File systems that cannot do that do it by themselves.
pub(crate) fn sync_folder(folder: &File) -> io::Result<()> {
    folder.sync_all().or_else(|error| match error.kind() {
        io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported => Ok(()),
        _ => Err(io::Error::new(
            error.kind(),
            format!("it is complete, but its folder cannot be synchronized, so a power failure may lose it: {error}"),
        )),
    })
}

/// The folder that a file is in.
pub(crate) fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        Some(_) | None => Path::new("."),
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if !self.is_in_place {
            // Nothing can be done if that fails.
            let _ = fs::remove_file(&self.written);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn an_incomplete_file_replaces_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let destination = folder.path().join("records.jsonl");
        fs::write(&destination, "before").unwrap();
        let file = WholeFile::next_to(&destination).unwrap();
        file.writer().unwrap().write_all(b"half").unwrap();
        drop(file);
        assert_eq!(fs::read_to_string(&destination).unwrap(), "before");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn only_the_owner_can_read_a_complete_file() {
        let folder = tempfile::tempdir().unwrap();
        let destination = folder.path().join("records.jsonl");
        let file = WholeFile::next_to(&destination).unwrap();
        file.writer().unwrap().write_all(b"whole").unwrap();
        file.put_in_place().unwrap();
        assert_eq!(fs::read_to_string(&destination).unwrap(), "whole");
        let permissions = fs::metadata(&destination).unwrap().permissions();
        let mode = std::os::unix::fs::PermissionsExt::mode(&permissions);
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn of_two_processes_that_create_the_same_file_one_succeeds() {
        let folder = tempfile::tempdir().unwrap();
        let destination = folder.path().join("gateway.key");
        let one = WholeFile::next_to(&destination).unwrap();
        let other = WholeFile::next_to(&destination).unwrap();
        one.writer().unwrap().write_all(b"one").unwrap();
        one.put_if_none_exists().unwrap();
        let error = other.put_if_none_exists().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&destination).unwrap(), "one");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

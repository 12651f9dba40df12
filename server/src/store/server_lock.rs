//! The lock of the server that serves a SQLite file.
//!
//! A file has one server, because its rate limits are in the memory of that server. The lock is on a separate file:
//! closing any descriptor of the database file would release SQLite's own locks. The system releases the lock when the
//! process ends, even if it is killed. The separate file is kept, since otherwise two servers could lock different
//! files of the same name.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, fchown};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

use crate::whole_file::folder_of;

/// Held while a server uses a SQLite file.
#[derive(Debug)]
pub struct ServerLock {
    _file: File,
}

/// A lock is not available.
#[derive(Debug)]
pub enum LockError {
    /// Another server has it. Its process ID, if it is known.
    Taken(Option<u32>),
    /// The file with the lock belongs to another user.
    Denied(PathBuf),
    /// What should be the file with the lock is a link, a folder or another file.
    NotAFile(PathBuf),
    /// The file with the lock cannot be created, or files cannot be locked here.
    Impossible(PathBuf, io::Error),
}

impl ServerLock {
    /// Takes the lock of this database file, which need not exist yet. Does not wait.
    ///
    /// # Errors
    ///
    /// Another server has the lock, or files cannot be locked here.
    pub fn take(database: &Path) -> Result<Self, LockError> {
        let (path, mut file) = open(database)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(LockError::Taken(owner(&file))),
            Err(TryLockError::Error(error)) => return Err(LockError::Impossible(path, error)),
        }
        // Only for the message of another server.
        let _ = file.set_len(0);
        let _ = writeln!(file, "{}", std::process::id());
        Ok(Self { _file: file })
    }
}

/// Opens the file next to the database, after symbolic links, as SQLite does for its other files.
fn open(database: &Path) -> Result<(PathBuf, File), LockError> {
    let impossible = |error| LockError::Impossible(database.to_owned(), error);
    let database = real(database).map_err(impossible)?;
    let path = beside(&database, "-lock");
    let mut options = OpenOptions::new();
    options.read(true).append(true).mode(0o600);
    match options.clone().create_new(true).open(&path) {
        Ok(file) => {
            // As SQLite does: otherwise, the owner could not serve the file after root did once.
            if let Ok(owner) = fs::metadata(&database) {
                let _ = fchown(&file, Some(owner.uid()), Some(owner.gid()));
            }
            return Ok((path, file));
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        Err(error) => return Err(LockError::Impossible(path, error)),
    }
    options.custom_flags(OFlags::NOFOLLOW.bits().cast_signed());
    match options.open(&path) {
        Ok(file) if is_lock(&file) => Ok((path, file)),
        Ok(_) => Err(LockError::NotAFile(path)),
        Err(_) if path.symlink_metadata().is_ok_and(|it| !it.is_file()) => {
            Err(LockError::NotAFile(path))
        }
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            Err(LockError::Denied(path))
        }
        Err(error) => Err(LockError::Impossible(path, error)),
    }
}

/// Whether an existing file is a lock: an ordinary file with one name, which contains a process ID or nothing. Whoever
/// may write the folder could otherwise make root empty any file by a link. The number of names alone does not tell,
/// because a link can be removed right after it was opened.
fn is_lock(file: &File) -> bool {
    let is_ordinary = |it: fs::Metadata| it.is_file() && it.nlink() == 1;
    file.metadata().is_ok_and(is_ordinary)
        && text(file).is_ok_and(|text| text.trim_end().bytes().all(|byte| byte.is_ascii_digit()))
}

/// The beginning of a file, as long as a lock may be.
fn text(mut file: &File) -> io::Result<String> {
    const LONGEST: u64 = 32;
    let mut text = String::new();
    file.rewind()?;
    file.take(LONGEST).read_to_string(&mut text)?;
    Ok(text)
}

/// The file next to a database with this at the end of its name.
pub(crate) fn beside(database: &Path, suffix: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// The absolute path after symbolic links. They may lead to a file that does not exist yet, in a folder that exists.
pub(crate) fn real(database: &Path) -> io::Result<PathBuf> {
    let mut path = database.to_owned();
    loop {
        match path.canonicalize() {
            // A circle of links is another error.
            Err(error) if error.kind() == io::ErrorKind::NotFound => match path.read_link() {
                Ok(target) => path = path.with_file_name("").join(target),
                Err(_) => {
                    let name = path.file_name().ok_or(error)?;
                    return Ok(folder_of(&path).canonicalize()?.join(name));
                }
            },
            found => return found,
        }
    }
}

/// Which process holds the lock. In another container, a process can have the ID of this one.
fn owner(file: &File) -> Option<u32> {
    let owner = text(file).ok()?.trim_end().parse().ok()?;
    (owner != std::process::id()).then_some(owner)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_link_to_a_new_file_has_the_lock_of_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let [link, other, file] =
            ["link.db", "other.db", "real.db"].map(|name| folder.path().join(name));
        symlink("other.db", &link).unwrap();
        symlink("real.db", &other).unwrap();
        let lock = ServerLock::take(&link).unwrap();
        fs::write(&file, "").unwrap();
        for path in [&link, &other, &file] {
            assert!(matches!(ServerLock::take(path), Err(LockError::Taken(_))));
        }
        drop(lock);
        assert!(ServerLock::take(&file).is_ok());
    }

    #[test]
    fn anything_else_in_place_of_the_lock_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let [database, lock] = ["gateway.db", "gateway.db-lock"].map(|it| folder.path().join(it));
        let is_rejected = || matches!(ServerLock::take(&database), Err(LockError::NotAFile(_)));
        fs::create_dir(&lock).unwrap();
        assert!(is_rejected(), "a folder");
        fs::remove_dir(&lock).unwrap();
        fs::write(&lock, "127 files").unwrap();
        assert!(is_rejected(), "another file");
        assert_eq!(fs::read_to_string(&lock).unwrap(), "127 files");
        // A process that was killed left it.
        fs::write(&lock, "127\n").unwrap();
        assert!(ServerLock::take(&database).is_ok());
    }

    #[test]
    fn what_a_link_in_place_of_the_lock_leads_to_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let [database, other, lock] =
            ["gateway.db", "other", "gateway.db-lock"].map(|name| folder.path().join(name));
        fs::write(&other, "kept").unwrap();
        symlink("other", &lock).unwrap();
        assert!(matches!(
            ServerLock::take(&database),
            Err(LockError::NotAFile(_))
        ));
        fs::remove_file(&lock).unwrap();
        fs::hard_link(&other, &lock).unwrap();
        assert!(matches!(
            ServerLock::take(&database),
            Err(LockError::NotAFile(_))
        ));
        assert_eq!(fs::read_to_string(&other).unwrap(), "kept");
    }
}

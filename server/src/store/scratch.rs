//! Whether a SQLite file can be written, as far as its files and its disk show that.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind as Io, Write as _};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::fs::Access;
use tokio::sync::Mutex;

use super::server_lock::{beside, real};
use super::{ErrorKind, Result, StoreError};

/// How many bytes are written: about as many as a change of one record.
const BYTES: usize = 32 * 1024;

/// A file without a name on the disk of the database, to find out whether the disk is full. SQLite's own files do not
/// show that: a transaction is not written before it is committed.
#[derive(Debug, Clone)]
pub(super) struct Scratch {
    database: Arc<PathBuf>,
    /// Which file it was when it was opened: its device and its number there.
    opened: Option<(u64, u64)>,
    /// It is created at the first check.
    file: Arc<Mutex<Option<File>>>,
}

impl Scratch {
    /// For this database file.
    pub(super) fn of(database: &Path) -> Self {
        let database = real(database).unwrap_or_else(|_| database.to_owned());
        Self {
            opened: identity(&database),
            database: Arc::new(database),
            file: Arc::default(),
        }
    }

    /// Checks that the file is still the one that was opened, that the files may be written, and that their disk has
    /// space.
    pub(super) async fn check(&self) -> Result<()> {
        let (database, opened) = (Arc::clone(&self.database), self.opened);
        // If the disk does not respond, further checks wait here and not on a thread each.
        let mut file = Arc::clone(&self.file).lock_owned().await;
        let checked = tokio::task::spawn_blocking(move || {
            permitted(&database)?;
            if identity(&database) != opened {
                let replaced =
                    "another file has its name now, and changes are lost; restart the server";
                return Err(at(&database, io::Error::other(replaced)));
            }
            allocated(&database, &mut file)
        });
        let error = match checked.await {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(error)) => error,
            Err(error) => io::Error::other(error),
        };
        Err(StoreError::new(kind(&error), error))
    }
}

/// What tells a file apart from all others.
fn identity(file: &Path) -> Option<(u64, u64)> {
    let metadata = file.metadata().ok()?;
    Some((metadata.dev(), metadata.ino()))
}

/// Checks the permissions and attributes of the files. SQLite creates the other two when it needs them.
fn permitted(database: &Path) -> io::Result<()> {
    for suffix in ["", "-wal", "-shm"] {
        let file = beside(database, suffix);
        // Opening and closing the database file would release SQLite's locks.
        match rustix::fs::access(&file, Access::WRITE_OK) {
            Err(rustix::io::Errno::NOENT) if !suffix.is_empty() => {}
            permitted => permitted.map_err(|error| at(&file, error.into()))?,
        }
    }
    Ok(())
}

/// Checks that the disk has space.
fn allocated(database: &Path, file: &mut Option<File>) -> io::Result<()> {
    let file = match file {
        Some(file) => file,
        None => match nameless(database) {
            // SQLite may have all its files already, and then needs no new ones.
            Err(error) if error.kind() == Io::PermissionDenied => return Ok(()),
            created => file.insert(created?),
        },
    };
    let written = file.write_all(&[0; BYTES]);
    let emptied = file.set_len(0);
    written.and(emptied).map_err(|error| at(database, error))
}

/// An error with the name of the file.
fn at(file: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", file.display()))
}

/// Creates a file next to the database, and removes its name.
fn nameless(database: &Path) -> io::Result<File> {
    let random = getrandom::u64().map_err(io::Error::other)?;
    let path = database.with_file_name(format!(".gateway.{random:016x}.part"));
    let mut options = OpenOptions::new();
    let file = options.append(true).create_new(true).mode(0o600);
    let file = file.open(&path)?;
    std::fs::remove_file(&path)?;
    Ok(file)
}

fn kind(error: &io::Error) -> ErrorKind {
    match error.kind() {
        Io::StorageFull | Io::QuotaExceeded => ErrorKind::DiskFull,
        Io::ReadOnlyFilesystem | Io::PermissionDenied => ErrorKind::ReadOnly,
        _ => ErrorKind::Unreachable,
    }
}

//! Messages about databases that cannot be used: what is wrong, which database it is, and what to do.

use std::error::Error;
use std::fmt;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use super::Failure;
use super::database_url::DatabasePlace;
use super::values::argument;
use crate::causes::with_causes;
use crate::store::{ErrorKind, OpenError, StoreError};

/// Why a server is not ready.
#[derive(Debug)]
pub(super) struct Unready {
    pub(super) place: DatabasePlace,
    pub(super) error: StoreError,
}

impl fmt::Display for Unready {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (advice(&self.place, self.error.kind), self.error.source()) {
            (Some(advice), _) => write!(f, "{}; {advice}", self.error),
            (None, Some(cause)) => write!(f, "{}: {cause}", self.error),
            (None, None) => write!(f, "{}", self.error),
        }
    }
}

/// The message contains the message of the store's error, so the next cause is the cause of that error.
impl Error for Unready {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.error.source()
    }
}

/// The message if a database cannot be opened.
pub(super) fn cannot_open(place: &DatabasePlace, error: OpenError) -> Failure {
    let kind = error.kind();
    let cause = with_causes(&error);
    let Some(kind) = kind else {
        return Failure::new(format!("the database {place} cannot be used: {cause}"));
    };
    Failure::new(match advice(place, kind) {
        Some(advice) => {
            format!("cannot open the database {place}: {kind} ({cause}); {advice}")
        }
        None => {
            let question = question(place);
            format!("cannot open the database {place}: {cause}\n{question}")
        }
    })
}

/// What to do about an error of this kind.
fn advice(place: &DatabasePlace, kind: ErrorKind) -> Option<String> {
    use DatabasePlace::{Postgres, Sqlite};

    let advice = match (kind, place) {
        (ErrorKind::Saturated, Sqlite(_)) => {
            "another process has its lock: try again later, or with a longer --database-wait"
        }
        (ErrorKind::Saturated, Postgres(_)) => {
            "let the database accept more connections, or lower --database-connections"
        }
        (ErrorKind::DiskFull, Sqlite(file)) => {
            return Some(format!("free space on the disk of {}", file.display()));
        }
        (ErrorKind::DiskFull, Postgres(_)) => "free space on the disk of the database server",
        (ErrorKind::ReadOnly, Sqlite(file)) => {
            return Some(format!(
                "let this user write {}, the files next to it, and their folder, on a disk that is mounted writable",
                file.display()
            ));
        }
        (ErrorKind::ReadOnly, Postgres(_)) => {
            "connect to the primary server, not to a standby, and turn `default_transaction_read_only` off"
        }
        (ErrorKind::Damaged, Sqlite(file)) => {
            return Some(format!(
                "restore {} from a backup, or name the right file with --database",
                file.display()
            ));
        }
        (ErrorKind::Damaged, Postgres(_)) => "see the log of the database server",
        (ErrorKind::Unreachable | ErrorKind::TooSlow | ErrorKind::Failed, _) => return None,
    };
    Some(advice.to_owned())
}

/// Hints for a database that cannot be opened for another reason.
const fn question(place: &DatabasePlace) -> &'static str {
    match place {
        DatabasePlace::Sqlite(_) => {
            "Does its folder exist, and may this user write to it? `--database` names another file."
        }
        DatabasePlace::Postgres(_) => {
            "Is it running, and are user, password and name correct? `--database` or DATABASE_URL names it; \
             in a password, write `@ : / ? # %` as %40 %3A %2F %3F %23 %25."
        }
    }
}

/// The message if there is no such file.
pub(super) fn missing(file: &Path) -> Failure {
    Failure::new(format!(
        "there is no database {}. `gateway migrate` creates it; `--database` or DATABASE_URL names another one",
        file.display()
    ))
}

/// The message if another server serves the file.
pub(super) fn in_use(file: &Path, process: Option<u32>) -> Failure {
    let process = process.map_or_else(String::new, |id| format!(" (process {id})"));
    Failure::new(format!(
        "another server{process} uses the database {}. Stop it first, or use PostgreSQL for several servers",
        file.display()
    ))
}

/// The message if the server may not open the file with the lock of a database.
pub(super) fn lock_of_other_user(database: &Path, lock: &Path) -> Failure {
    let owner = std::fs::metadata(lock).map_or_else(
        |_| String::new(),
        |lock| format!(", because it belongs to the user {}", lock.uid()),
    );
    let shown = lock.display();
    let quoted = |path: &Path| argument(&path.to_string_lossy()).into_owned();
    let (database, lock) = (quoted(database), quoted(lock));
    Failure::new(format!(
        "{shown} cannot be opened{owner}. Give it to the owner of the database: chown --reference {database} {lock}"
    ))
}

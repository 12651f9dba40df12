//! Errors of the database.

use std::error::Error;

use sqlx::error::DatabaseError;

/// An error of the store. Callers match on its kind; the cause is for the log.
#[derive(Debug, thiserror::Error)]
#[error("{kind}")]
pub struct StoreError {
    /// What kind of error it is.
    pub kind: ErrorKind,
    #[source]
    cause: Option<Cause>,
}

type Cause = Box<dyn Error + Send + Sync>;

/// The kinds of errors that callers tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ErrorKind {
    /// The database cannot be reached, or its files cannot be read.
    #[error("the database cannot be reached")]
    Unreachable,
    /// No connection or lock became free in time.
    #[error("the database is overloaded")]
    Saturated,
    /// A query took longer than its deadline.
    #[error("the database took too long")]
    TooSlow,
    /// The disk of the database has no space.
    #[error("the disk of the database is full")]
    DiskFull,
    /// The database can be read, and not written.
    #[error("the database is read-only")]
    ReadOnly,
    /// The files of the database are damaged, or are not a database.
    #[error("the database is damaged, or not a database")]
    Damaged,
    /// Anything else.
    #[error("the database failed")]
    Failed,
}

impl StoreError {
    /// A deadline has passed.
    pub const fn too_slow() -> Self {
        Self {
            kind: ErrorKind::TooSlow,
            cause: None,
        }
    }

    /// An error whose kind is already known.
    pub fn new(kind: ErrorKind, cause: impl Into<Cause>) -> Self {
        Self {
            kind,
            cause: Some(cause.into()),
        }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(cause: sqlx::Error) -> Self {
        Self::new(kind(&cause), cause)
    }
}

/// Whether the connection or the database is gone.
pub(super) fn is_unreachable(error: &sqlx::Error) -> bool {
    kind(error) == ErrorKind::Unreachable
}

/// The kind of an error.
pub(super) fn kind(error: &sqlx::Error) -> ErrorKind {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed => ErrorKind::Unreachable,
        sqlx::Error::PoolTimedOut => ErrorKind::Saturated,
        sqlx::Error::Database(database) => {
            if database
                .try_downcast_ref::<sqlx::sqlite::SqliteError>()
                .is_some()
            {
                sqlite_kind(database.code().and_then(|code| code.parse().ok()))
            } else {
                postgres_kind(&database.code().unwrap_or_default())
            }
        }
        _ => ErrorKind::Failed,
    }
}

/// The primary result code of an error of SQLite: the lowest byte of its code, which may be an extended one.
pub(super) fn sqlite_code(error: &dyn DatabaseError) -> Option<u32> {
    Some(error.code()?.parse::<u32>().ok()? & 0xff)
}

/// Maps a result code of SQLite, which may be an extended one.
fn sqlite_kind(code: Option<u32>) -> ErrorKind {
    // The file that connections share cannot grow.
    const IOERR_SHMSIZE: u32 = 4874;
    if code == Some(IOERR_SHMSIZE) {
        return ErrorKind::DiskFull;
    }
    match code.map(|code| code & 0xff) {
        // BUSY, LOCKED
        Some(5 | 6) => ErrorKind::Saturated,
        // READONLY
        Some(8) => ErrorKind::ReadOnly,
        // CORRUPT, NOTADB
        Some(11 | 26) => ErrorKind::Damaged,
        // FULL
        Some(13) => ErrorKind::DiskFull,
        // IOERR, CANTOPEN
        Some(10 | 14) => ErrorKind::Unreachable,
        _ => ErrorKind::Failed,
    }
}

/// Maps a SQLSTATE: see appendix A of the PostgreSQL manual.
fn postgres_kind(code: &str) -> ErrorKind {
    match code {
        // Shut down by an administrator, crashed, or still starting.
        "57P01" | "57P02" | "57P03" => ErrorKind::Unreachable,
        // Cancelled, for example by a statement or lock timeout.
        "57014" | "55P03" => ErrorKind::TooSlow,
        // A standby, for example after a failover, or `default_transaction_read_only`.
        "25006" => ErrorKind::ReadOnly,
        // Damaged data, and damaged indexes.
        "XX001" | "XX002" => ErrorKind::Damaged,
        // Connection exceptions, failed logins, a missing database.
        code if ["08", "28", "3D"]
            .iter()
            .any(|class| code.starts_with(class)) =>
        {
            ErrorKind::Unreachable
        }
        // Insufficient resources, such as too many connections. A full disk has nothing to do with load.
        "53100" => ErrorKind::DiskFull,
        code if code.starts_with("53") => ErrorKind::Saturated,
        _ => ErrorKind::Failed,
    }
}

#[cfg(test)]
mod tests {
    use super::{ErrorKind, postgres_kind};

    #[test]
    fn failed_logins_and_missing_databases_count_as_unreachable() {
        for code in ["28P01", "28000", "3D000", "08006", "57P03"] {
            assert_eq!(postgres_kind(code), ErrorKind::Unreachable, "{code}");
        }
        // A syntax error, and a transaction that has failed.
        for code in ["42601", "25P02"] {
            assert_eq!(postgres_kind(code), ErrorKind::Failed, "{code}");
        }
    }
}

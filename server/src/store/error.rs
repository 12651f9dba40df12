//! What can go wrong between this server and its database.

use std::fmt;

/// A failure of the store. It says which kind of trouble it is; the cause is for the log.
#[derive(Debug, thiserror::Error)]
#[error("{trouble}")]
pub struct StoreError {
    /// What kind of trouble it is.
    pub trouble: Trouble,
    #[source]
    cause: Option<sqlx::Error>,
}

/// The kinds of trouble that callers tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// The database cannot be reached, or its files cannot be read.
    Unreachable,
    /// The database has no connection or lock to give in time.
    Saturated,
    /// The database took longer than it is given.
    TooSlow,
    /// Anything else.
    Failed,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unreachable => "the database cannot be reached",
            Self::Saturated => "the database has more to do than it can",
            Self::TooSlow => "the database took too long",
            Self::Failed => "the database failed",
        })
    }
}

impl StoreError {
    /// A deadline that passed.
    pub const fn too_slow() -> Self {
        Self {
            trouble: Trouble::TooSlow,
            cause: None,
        }
    }

    /// A failure whose kind is known already.
    pub const fn new(trouble: Trouble, cause: sqlx::Error) -> Self {
        Self {
            trouble,
            cause: Some(cause),
        }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(cause: sqlx::Error) -> Self {
        Self::new(trouble(&cause), cause)
    }
}

fn trouble(error: &sqlx::Error) -> Trouble {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed => Trouble::Unreachable,
        sqlx::Error::PoolTimedOut => Trouble::Saturated,
        sqlx::Error::Database(database) => {
            let code = database.code().unwrap_or_default();
            if database
                .try_downcast_ref::<sqlx::sqlite::SqliteError>()
                .is_some()
            {
                sqlite_trouble(&code)
            } else {
                postgres_trouble(&code)
            }
        }
        _ => Trouble::Failed,
    }
}

/// By SQLite's result code, whose lowest byte is the primary one.
fn sqlite_trouble(code: &str) -> Trouble {
    match code.parse::<u32>().map(|code| code & 0xff) {
        // BUSY, LOCKED
        Ok(5 | 6) => Trouble::Saturated,
        // IOERR, CORRUPT, CANTOPEN, NOTADB
        Ok(10 | 11 | 14 | 26) => Trouble::Unreachable,
        _ => Trouble::Failed,
    }
}

/// By PostgreSQL's SQLSTATE: classes and codes of its manual's appendix A.
fn postgres_trouble(code: &str) -> Trouble {
    match code {
        // Shut down by an administrator, crashed, not started yet.
        "57P01" | "57P02" | "57P03" => Trouble::Unreachable,
        // Cancelled, as by a time-out of statements or locks.
        "57014" | "55P03" => Trouble::TooSlow,
        // A standby, which a failover left this connection with.
        "25006" => Trouble::Unreachable,
        // Connection exceptions, logins that are refused, a database that is not there.
        code if ["08", "28", "3D"]
            .iter()
            .any(|class| code.starts_with(class)) =>
        {
            Trouble::Unreachable
        }
        // Resources that do not suffice, too many connections among them. A full disk (53100) is
        // no matter of load.
        "53100" => Trouble::Failed,
        code if code.starts_with("53") => Trouble::Saturated,
        _ => Trouble::Failed,
    }
}

#[cfg(test)]
mod tests {
    use super::{Trouble, postgres_trouble};

    #[test]
    fn a_database_that_lets_nobody_in_cannot_be_reached() {
        for code in ["28P01", "28000", "3D000", "25006", "08006", "57P03"] {
            assert_eq!(postgres_trouble(code), Trouble::Unreachable, "{code}");
        }
        // A syntax error, a transaction that failed already.
        for code in ["42601", "25P02"] {
            assert_eq!(postgres_trouble(code), Trouble::Failed, "{code}");
        }
    }
}

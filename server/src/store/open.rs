//! Opening a store.

use std::time::Duration;

use sqlx::migrate::MigrateError;

use super::ErrorKind;
use super::error;

/// How a store uses its database.
#[derive(Debug, Clone, Copy)]
pub struct PoolOptions {
    /// The maximum number of connections.
    pub connections: u32,
    /// How long a request waits for a connection, or for the lock of a SQLite file.
    pub wait: Duration,
}

/// A store cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The database cannot be reached, or rejected the connection.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// The tables cannot be upgraded: they belong to another program or to a newer version of this
    /// server.
    #[error("{}", message(.0))]
    Migration(#[from] MigrateError),
    /// The database has no tables.
    #[error("it has no tables yet. `gateway migrate` creates them, and so does `gateway serve`")]
    NoTables,
    /// The file has tables, and none of this server.
    #[error("its tables belong to another program")]
    OtherTables,
    /// The database has the tables of an older version.
    #[error(
        "its tables belong to an older version. `gateway migrate` upgrades them, and so does `gateway serve`"
    )]
    OldTables,
}

impl OpenError {
    /// The kind of the database's error. None if the database has the wrong tables.
    pub fn kind(&self) -> Option<ErrorKind> {
        match self {
            Self::Database(error)
            | Self::Migration(
                MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _),
            ) => Some(error::kind(error)),
            Self::Migration(_) | Self::NoTables | Self::OtherTables | Self::OldTables => None,
        }
    }
}

fn message(error: &MigrateError) -> String {
    match error {
        MigrateError::VersionMissing(version) => format!(
            "its tables belong to a newer version of this server, which has a migration {version}"
        ),
        MigrateError::VersionMismatch(version) => {
            format!(
                "its tables do not belong to this server, whose migration {version} is different"
            )
        }
        error => format!("its tables cannot be upgraded: {error}"),
    }
}

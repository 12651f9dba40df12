//! Opening a store.

use std::time::Duration;

/// How a store uses its database.
#[derive(Debug, Clone, Copy)]
pub struct PoolOptions {
    /// How many connections there are at most.
    pub connections: u32,
    /// How long a request waits for a connection, or for a lock of SQLite's.
    pub wait: Duration,
}

/// Why a store could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The database cannot be reached, or refused.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// The tables cannot be brought up to date: they belong to something else or to a newer
    /// version of this server.
    #[error("the tables cannot be brought up to date: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
}

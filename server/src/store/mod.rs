//! The store: a database of records in SQLite or PostgreSQL.
//!
//! Both engines understand nearly the same SQL. So the methods of the store are written once: those that read in
//! `queries`, those that change a record in `changes`, and `load`, `export` and `master_key`. What differs is in
//! `sqlite` and `postgres`, and `engine` is what both have in common.

mod audit;
mod backup;
mod changes;
mod engine;
mod error;
mod export;
mod load;
mod log;
mod master_key;
mod open;
mod organization;
mod pool;
mod postgres;
mod probe;
mod queries;
mod rate_windows;
pub mod record;
mod rows;
mod schema;
mod scratch;
mod server_lock;
mod sql;
mod sqlite;
mod table;

pub use audit::{Action, AuditEntry, AuditPosition, Change, hash_prefix};
pub use engine::Engine;
pub use error::{ErrorKind, StoreError};
pub use master_key::{Resealed, Sealed};
pub use open::{OpenError, PoolOptions};
pub use organization::{
    CreditsUpdate, NewOrganization, NewWorkspace, Organization, OrganizationUpdate,
    OrganizationUpdated,
};
pub use postgres::{PostgresEngine, PostgresStore};
pub use record::{LoadEnd, LoadStep, MovedKey, Record, TakenName};
pub use rows::{ApiKey, Connections, Counted, RateLimit, Spending, Usage, Window};
pub use server_lock::{LockError, ServerLock};
pub(crate) use server_lock::{beside, real};
pub use sql::QUERIES;
pub use sqlite::{SqliteEngine, SqliteStore};

use crate::timestamps::UnixMicros;

/// The result of a method of the store.
pub type Result<T> = std::result::Result<T, StoreError>;

/// A database of records.
///
/// Methods that take an organization see only its records. A write is atomic, and durable when the
/// method returns.
#[derive(Debug, Clone)]
pub struct Store<E> {
    engine: E,
}

/// What every store can do with its connections.
impl<E: Engine> Store<E> {
    /// Counts a request of a key, and returns its window and how many requests were before it.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn count_request(
        &self,
        key_hash: &str,
        limit: RateLimit,
        now: UnixMicros,
    ) -> Result<Counted> {
        self.engine.count_request(key_hash, limit, now).await
    }

    /// Checks that the database responds, on a connection that no request uses.
    ///
    /// # Errors
    ///
    /// The database cannot be read or written.
    pub async fn ping(&self) -> Result<()> {
        self.engine.ping().await
    }

    /// How many connections are in use right now.
    pub fn connections(&self) -> Connections {
        self.engine.connections()
    }

    /// Closes all connections once they are idle. SQLite then moves its log into the file.
    pub async fn close(&self) {
        self.engine.close().await;
    }
}

//! The store in a SQLite file: nothing to install, for one server.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use gateway_api::Page;
use gateway_api::types::{
    Credits, Generation, GroupMapping, Guardrail, GuardrailAssignment, Model, OrganizationMember,
    Preset, ProviderEndpoint, Role, Workspace,
};
use sqlx::migrate::Migrator;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::types::Json;
use sqlx::{Connection as _, Sqlite, Transaction};
use tokio::sync::mpsc::{Receiver, Sender};

use super::audit::AUDIT_PAGE;
use super::changes::{audit, shared_changes};
use super::lease::{Lease, Leases, Permit};
use super::log::WriteAheadLog;
use super::queries::{ask, page_of, shared_queries, storable};
use super::rows::{Document, GroupMappingRow, page, page_of_known, page_of_mappings};
use super::schema::Applied;
use super::{
    Action, ApiKey, AuditEntry, AuditPosition, Change, Connections, Counted, LoadEnd, LoadStep,
    NewOrganization, OpenError, Organization, OrganizationUpdate, OrganizationUpdated, PoolOptions,
    RateLimit, Record, Resealed, Result, Sealed, Spending, Store, Usage, Window, export, load,
    master_key, schema, sql,
};
use crate::amount::Amount;
use crate::moment::{Day, Moment};

/// A store in a SQLite file.
///
/// The file is in WAL mode, where readers and the one writer do not wait for each other, and is
/// synchronized at every commit.
#[derive(Debug, Clone)]
pub struct SqliteStore {
    readers: Leases<Sqlite>,
    /// One connection: SQLite has one writer at a time, and waiting for it here is fair and costs
    /// no polling of the file's lock.
    writers: Leases<Sqlite>,
    log: Arc<WriteAheadLog>,
    /// How many requests each key made. There is one server to a file, so its memory will do, and
    /// a read need not write.
    windows: Arc<Mutex<RateWindows>>,
}

#[derive(Debug, Default)]
struct RateWindows {
    of_keys: HashMap<String, RateWindow>,
    /// How many may be in it before it is swept.
    room: usize,
}

#[derive(Debug, Clone, Copy)]
struct RateWindow {
    start: i64,
    end: i64,
    requests: i64,
}

/// How many keys are remembered at least before those whose window is over are forgotten.
const LEAST_ROOM: usize = 10_000;

impl RateWindows {
    /// Forgets the windows that are over, each time as many came anew as were left: so a request
    /// pays for a few windows, however many there are.
    fn sweep(&mut self, now: Moment) {
        if self.of_keys.len() >= self.room.max(LEAST_ROOM) {
            let now = now.unix_seconds();
            self.of_keys.retain(|_, window| window.end > now);
            self.room = 2 * self.of_keys.len();
        }
    }
}

/// There is one writer, so its rows are locked anyway.
const ROLE_TO_CHANGE: &str = sql::ROLE_OF_MAPPING;

const ORGANIZATION_TO_CHANGE: &str = sql::ORGANIZATION;

impl SqliteStore {
    /// Creates the file if it does not exist, and upgrades its tables to this version. Returns how
    /// many migrations that took.
    ///
    /// # Errors
    ///
    /// The file cannot be opened or written, or is not a database of this server.
    pub async fn migrate(
        path: &Path,
        options: PoolOptions,
    ) -> std::result::Result<usize, OpenError> {
        create(path)?;
        let writers = pool(1, options)
            .connect_with(connect(path, options))
            .await?;
        let before = applied(&writers).await?.len();
        migrate(&writers).await?;
        let after = applied(&writers).await?.len();
        writers.close().await;
        Ok(after - before)
    }

    /// Opens the file, which must have the tables of this version.
    ///
    /// # Errors
    ///
    /// The file cannot be opened or written, is not a database of this server, or of another version.
    pub async fn open(path: &Path, options: PoolOptions) -> std::result::Result<Self, OpenError> {
        let connect = connect(path, options);
        let writers = pool(1, options).connect_with(connect.clone()).await?;
        schema::check(&MIGRATIONS, &applied(&writers).await?)?;
        let writers = Leases::new(writers);
        let log = WriteAheadLog::open(&connect, &writers);
        let readers = pool(options.connections, options).connect_lazy_with(connect);
        Ok(Self {
            readers: Leases::new(readers),
            writers,
            log: Arc::new(log),
            windows: Arc::default(),
        })
    }

    async fn lease(&self) -> Result<Lease<Sqlite>> {
        Ok(self.readers.lease().await?)
    }

    /// A transaction that writes: it waits for its turn now and not at its first write, where it
    /// could no longer.
    async fn begin(&self) -> Result<(Permit, Transaction<'static, Sqlite>)> {
        let permit = self.writers.permit().await?;
        let begun = self.writers.pool().begin_with("BEGIN IMMEDIATE").await;
        if begun.as_ref().is_err_and(is_read_only) {
            self.forget_writer().await;
        }
        Ok((permit, begun?))
    }

    /// A connection that found its files read-only takes them for that as long as it lives. The next
    /// one looks again.
    async fn forget_writer(&self) {
        if let Ok(writer) = self.writers.pool().acquire().await {
            let _ = writer.close().await;
        }
    }

    /// A transaction that loads. It changes far more pages than others do; with memory for them they
    /// are not written to the log and read again over and over. A server loads hardly anything, so
    /// that the connection may keep it.
    async fn begin_load(&self) -> Result<(Permit, Transaction<'static, Sqlite>)> {
        let (permit, mut transaction) = self.begin().await?;
        sqlx::query("PRAGMA cache_size = -131072")
            .execute(&mut *transaction)
            .await?;
        Ok((permit, transaction))
    }

    /// A transaction that reads all of one moment.
    async fn begin_export(&self) -> Result<(Permit, Transaction<'static, Sqlite>)> {
        let permit = self.readers.permit().await?;
        Ok((permit, self.readers.pool().begin().await?))
    }

    /// What is deleted is to leave the write-ahead log too.
    fn deletes_material(&self) {
        self.log.empty_soon();
    }

    /// Key material may have been replaced or taken away, and the log may have grown.
    async fn loaded(&self) {
        self.log.empty().await;
    }
}

/// Whether SQLite said that it may not write: its result code READONLY, or one of its kinds.
fn is_read_only(error: &sqlx::Error) -> bool {
    const READONLY: u32 = 8;
    let code = error.as_database_error().and_then(|error| error.code());
    let code = code.and_then(|code| code.parse::<u32>().ok());
    code.is_some_and(|code| code & 0xff == READONLY)
}

static MIGRATIONS: Migrator = sqlx::migrate!("migrations/sqlite");

fn connect(path: &Path, options: PoolOptions) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(options.wait)
        // What is deleted is overwritten with zeros: deleted key material is gone from the file.
        .pragma("secure_delete", "ON")
        // 16 MiB of pages for each connection. The file is not mapped into memory, where a
        // failing disk would end the process instead of a query.
        .pragma("cache_size", "-16384")
}

fn pool(connections: u32, options: PoolOptions) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(options.wait)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        // Where a disk is full, SQLite rolls back by itself. The connection does not hear of
        // it and would begin no other transaction.
        .before_acquire(|connection, _| {
            Box::pin(async move { Ok(!connection.is_in_transaction()) })
        })
}

/// The migrations that the file has had.
async fn applied(pool: &SqlitePool) -> sqlx::Result<Vec<Applied>> {
    let exists = "SELECT count(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'";
    let exists: i64 = sqlx::query_scalar(exists).fetch_one(pool).await?;
    if exists == 0 {
        return Ok(Vec::new());
    }
    sqlx::query_as(schema::APPLIED).fetch_all(pool).await
}

/// Brings the tables up to date. Two processes that do so at once are in each other's way, so whoever
/// failed tries again when nobody else writes.
async fn migrate(writers: &SqlitePool) -> std::result::Result<(), OpenError> {
    if MIGRATIONS.run(writers).await.is_err() {
        let mut transaction = writers.begin_with("BEGIN IMMEDIATE").await?;
        MIGRATIONS
            .run_direct(None, &mut *transaction, false)
            .await?;
        transaction.commit().await?;
    }
    Ok(())
}

/// Makes the file where there is none, for its owner's eyes only: it has personal data in it. The
/// files that SQLite puts beside it get the same mode.
fn create(path: &Path) -> sqlx::Result<()> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        // Whether a file that may only be read will do is for SQLite to say.
        Err(error) if !path.exists() => Err(error.into()),
        Ok(_) | Err(_) => Ok(()),
    }
}

impl Store for SqliteStore {
    shared_queries!();
    shared_changes!();

    async fn count_request(
        &self,
        key_hash: &str,
        limit: RateLimit,
        now: Moment,
    ) -> Result<Counted> {
        let start = limit.window_start(now);
        let end = start.saturating_add(limit.length());
        let mut windows = self.windows.lock().unwrap_or_else(PoisonError::into_inner);
        windows.sweep(now);
        let new = RateWindow {
            start,
            end,
            requests: 0,
        };
        let window = windows.of_keys.entry(key_hash.into()).or_insert(new);
        // A window that has begun goes on where the clock was set back a little. One that is further
        // ahead comes from a clock that was wrong.
        if !(start..=end).contains(&window.start) {
            *window = new;
        }
        let before = window.requests;
        window.requests = before.saturating_add(1);
        Ok(Counted {
            before,
            window_start: window.start,
        })
    }

    fn connections(&self) -> Connections {
        let idle = self.readers.idle() + self.writers.idle();
        let all = self.readers.size() + self.writers.size();
        Connections {
            idle,
            used: all.saturating_sub(idle),
        }
    }

    async fn close(&self) {
        self.readers.close().await;
        self.log.close().await;
        self.writers.close().await;
    }
}

#[cfg(test)]
mod tests {
    use super::{LEAST_ROOM, RateWindow, RateWindows};
    use crate::moment::Moment;

    #[test]
    fn windows_that_are_over_are_forgotten_and_lasting_ones_are_not_walked_again() {
        let mut windows = RateWindows::default();
        for number in 0..LEAST_ROOM {
            let end = if number < 8 { 10 } else { i64::MAX };
            let window = RateWindow {
                start: 0,
                end,
                requests: 1,
            };
            windows.of_keys.insert(number.to_string(), window);
        }
        windows.sweep(Moment(10_000_000));
        assert_eq!(windows.of_keys.len(), LEAST_ROOM - 8);
        assert_eq!(windows.room, 2 * (LEAST_ROOM - 8));
    }
}

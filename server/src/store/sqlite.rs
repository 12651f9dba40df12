//! The store in a SQLite file, for one server.

use std::fs::OpenOptions;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use sqlx::migrate::Migrator;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{Connection as _, Sqlite};

use super::engine::{AnyRow, Engine, Value, bind_all};
use super::error::sqlite_code;
use super::log::WriteAheadLog;
use super::pool::{ConnectionPool, PooledTransaction};
use super::probe::{Probe, Step};
use super::rate_windows::RateWindows;
use super::schema::Applied;
use super::scratch::Scratch;
use super::{Connections, Counted, OpenError, PoolOptions, RateLimit, Result, Store, schema};
use crate::lock::lock;
use crate::timestamps::UnixMicros;

/// A store in a SQLite file.
pub type SqliteStore = Store<SqliteEngine>;

/// A SQLite file.
///
/// The file is in WAL mode, so readers and the writer do not wait for each other. Every commit is
/// synchronized to disk.
#[derive(Debug, Clone)]
pub struct SqliteEngine {
    readers: ConnectionPool<Sqlite>,
    /// One connection, since SQLite has one writer at a time. Waiting for it here is fair and does not
    /// poll the lock of the file.
    writers: ConnectionPool<Sqlite>,
    log: Arc<WriteAheadLog>,
    /// How many requests each key made. A file has one server, so its memory suffices, and reads
    /// need not write to the file.
    windows: Arc<Mutex<RateWindows>>,
    probe: Probe<Sqlite>,
    scratch: Scratch,
}

/// Reads the file, and not only what SQLite remembers of it, and takes the lock of the writer. Nothing is written, so
/// the log does not grow. If another connection has the lock, such as one that loads, it can write.
const PROBE: &[Step] = &[
    Step {
        query: "SELECT count(*) FROM sqlite_schema",
        tolerates: |_| false,
    },
    Step {
        query: "BEGIN IMMEDIATE; ROLLBACK",
        tolerates: is_busy,
    },
];

/// How long a probe waits for the lock.
const PROBE_WAIT: Duration = Duration::from_millis(100);

impl SqliteStore {
    /// Creates the file if it does not exist, and upgrades its tables to this version. Returns how
    /// many migrations that took.
    ///
    /// # Errors
    ///
    /// The file cannot be opened or written, or is not a database of this server.
    pub async fn migrate(path: &Path, options: PoolOptions) -> std::result::Result<u64, OpenError> {
        create(path)?;
        let writers = connect_writer(&connect(path, options), options).await?;
        let before = applied(&mut *writers.acquire().await?).await?.len();
        migrate(&writers).await?;
        let after = applied(&mut *writers.acquire().await?).await?.len();
        writers.close().await;
        Ok(after.saturating_sub(before) as u64)
    }

    /// Opens the file, which must have the tables of this version.
    ///
    /// # Errors
    ///
    /// The file cannot be opened or written, is not a database of this server, or of another version.
    pub async fn open(path: &Path, options: PoolOptions) -> std::result::Result<Self, OpenError> {
        let connect = connect(path, options);
        let writers = connect_writer(&connect, options).await?;
        schema::check(&MIGRATIONS, &applied(&mut *writers.acquire().await?).await?)?;
        check_writable(&writers, options.wait).await?;
        let writers = ConnectionPool::new(writers);
        let log = WriteAheadLog::open(&connect, &writers);
        let probe = Probe::new(connect.clone().busy_timeout(PROBE_WAIT), PROBE);
        let readers = pool(options.connections, options).connect_lazy_with(connect);
        let engine = SqliteEngine {
            readers: ConnectionPool::new(readers),
            writers,
            log: Arc::new(log),
            windows: Arc::default(),
            probe,
            scratch: Scratch::of(path),
        };
        Ok(Self { engine })
    }
}

impl SqliteEngine {
    /// Closes the writer. A connection that found its files read-only never checks again.
    async fn forget_writer(&self) {
        if let Ok(writer) = self.writers.pool().acquire().await {
            let _ = writer.close().await;
        }
    }
}

/// SQLite opens a file that it cannot write for reading only, unless it has to create files next to it.
async fn check_writable(writers: &SqlitePool, wait: Duration) -> sqlx::Result<()> {
    let mut writer = writers.acquire().await?;
    // Do not wait for a lock of another process, because a read-only file is reported before the lock.
    sqlx::query("PRAGMA busy_timeout = 0")
        .execute(&mut *writer)
        .await?;
    let written = sqlx::query("DELETE FROM _sqlx_migrations WHERE false")
        .execute(&mut *writer)
        .await;
    let wait = format!("PRAGMA busy_timeout = {}", wait.as_millis());
    sqlx::query(sqlx::AssertSqlSafe(wait))
        .execute(&mut *writer)
        .await?;
    match written {
        Err(error) if is_read_only(&error) => Err(error),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Connects to a file that is not another program's, which switches a new one to WAL mode. If another process does the
/// same, SQLite fails at once, whatever the timeout for locks is. So this tries again until `options.wait` is over.
async fn connect_writer(
    connect: &SqliteConnectOptions,
    options: PoolOptions,
) -> std::result::Result<SqlitePool, OpenError> {
    const PAUSE: Duration = Duration::from_millis(10);
    check_owner(connect.get_filename(), options.wait).await?;
    let start = Instant::now();
    loop {
        match pool(1, options).connect_with(connect.clone()).await {
            Err(error) if is_busy(&error) && start.elapsed() < options.wait => {
                tokio::time::sleep(PAUSE).await;
            }
            connected => return Ok(connected?),
        }
    }
}

/// Whether another connection holds a lock.
fn is_busy(error: &sqlx::Error) -> bool {
    const BUSY: u32 = 5;
    error.as_database_error().and_then(sqlite_code) == Some(BUSY)
}

/// Whether a file is read-only.
fn is_read_only(error: &sqlx::Error) -> bool {
    const READONLY: u32 = 8;
    error.as_database_error().and_then(sqlite_code) == Some(READONLY)
}

static MIGRATIONS: Migrator = sqlx_macros::migrate!("migrations/sqlite");

fn connect(path: &Path, options: PoolOptions) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(options.wait)
        // Overwrite deleted data with zeros, so that deleted key material is gone from the file.
        .pragma("secure_delete", "ON")
        // 16 MiB of pages for each connection. The file is not memory-mapped: then a failing disk
        // would end the process instead of a query.
        .pragma("cache_size", "-16384")
}

fn pool(connections: u32, options: PoolOptions) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(options.wait)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        // If the disk is full, SQLite rolls back by itself. sqlx does not notice, and the connection
        // could not begin another transaction.
        .before_acquire(|connection, _| {
            Box::pin(async move { Ok(!connection.is_in_transaction()) })
        })
}

/// Checks that the file is not the database of another program or version, without changing it: a connection of the
/// store would turn its write-ahead log on.
async fn check_owner(path: &Path, wait: Duration) -> std::result::Result<(), OpenError> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .busy_timeout(wait);
    match check_tables(&options.clone().read_only(true)).await {
        // SQLite has to roll back what a process left that crashed, or the file cannot be opened, for which SQLite has
        // a better error when it opens the file for writing.
        Err(OpenError::Database(error)) if !is_busy(&error) => check_tables(&options).await,
        checked => checked,
    }
}

/// Checks that the file has no tables, or tables that this version can use or upgrade.
async fn check_tables(options: &SqliteConnectOptions) -> std::result::Result<(), OpenError> {
    const OTHER_TABLES: &str = "
        SELECT count(*) > 0 FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'
            AND NOT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = '_sqlx_migrations')";
    let mut connection = SqliteConnection::connect_with(options).await?;
    let is_other: bool = sqlx::query_scalar(OTHER_TABLES)
        .fetch_one(&mut connection)
        .await?;
    let applied = applied(&mut connection).await?;
    connection.close().await?;
    if is_other {
        return Err(OpenError::OtherTables);
    }
    match schema::check(&MIGRATIONS, &applied) {
        Ok(()) | Err(OpenError::NoTables | OpenError::OldTables) => Ok(()),
        Err(error) => Err(error),
    }
}

/// The migrations that the file has had.
async fn applied(connection: &mut SqliteConnection) -> sqlx::Result<Vec<Applied>> {
    let exists = "SELECT count(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'";
    let exists: i64 = sqlx::query_scalar(exists)
        .fetch_one(&mut *connection)
        .await?;
    if exists == 0 {
        return Ok(Vec::new());
    }
    sqlx::query_as(schema::APPLIED).fetch_all(connection).await
}

/// Upgrades the tables. If two processes do so at once, one of them fails and tries again when the
/// other is done.
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

/// Creates the file if it does not exist. It will contain personal data, so only its owner may read
/// it. SQLite gives the same mode to the files that it creates next to it.
fn create(path: &Path) -> sqlx::Result<()> {
    let mut options = OpenOptions::new();
    options.append(true).create(true).mode(0o600);
    match options.open(path) {
        // SQLite reports whether a read-only file is a problem.
        Err(error) if !path.exists() => Err(error.into()),
        Ok(_) | Err(_) => Ok(()),
    }
}

impl Engine for SqliteEngine {
    type Transaction = PooledTransaction<Sqlite>;

    async fn fetch<T: AnyRow>(&self, sql: &'static str, values: Vec<Value>) -> Result<Vec<T>> {
        let mut connection = self.readers.acquire().await?;
        let query = bind_all!(sqlx::query_as(sql), values);
        let rows = query.fetch_all(&mut *connection).await;
        Ok(connection.end(rows)?)
    }

    /// SQLite stops after the row, and its thread wakes the task once.
    async fn fetch_first<T: AnyRow>(
        &self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<Option<T>> {
        let mut connection = self.readers.acquire().await?;
        let query = bind_all!(sqlx::query_as(sql), values);
        let row = query.fetch_optional(&mut *connection).await;
        Ok(connection.end(row)?)
    }

    /// Takes the lock now: a transaction that reads first could not wait for it later.
    async fn begin(&self) -> Result<Self::Transaction> {
        let begun = self.writers.begin("BEGIN IMMEDIATE").await;
        if begun.as_ref().is_err_and(is_read_only) {
            self.forget_writer().await;
        }
        Ok(begun?)
    }

    /// A load changes far more pages than other transactions, so it gets a larger cache.
    /// Servers rarely load, so the connection may keep it.
    async fn begin_load(&self) -> Result<Self::Transaction> {
        let mut transaction = self.begin().await?;
        schema::check_again(&MIGRATIONS, &applied(&mut transaction).await?)?;
        sqlx::query("PRAGMA cache_size = -131072")
            .execute(&mut *transaction)
            .await?;
        Ok(transaction)
    }

    async fn begin_export(&self) -> Result<Self::Transaction> {
        Ok(self.readers.begin("BEGIN").await?)
    }

    /// Deleted key material must leave the write-ahead log too.
    fn deletes_material(&self) {
        self.log.truncate_soon();
    }

    /// A load may have replaced or deleted key material, and the log may have grown.
    async fn loaded(&self) {
        self.log.truncate().await;
    }

    async fn ping(&self) -> Result<()> {
        self.scratch.check().await?;
        Ok(self.probe.ask().await?)
    }

    async fn count_request(
        &self,
        key_hash: &str,
        limit: RateLimit,
        now: UnixMicros,
    ) -> Result<Counted> {
        let mut windows = lock(&self.windows);
        Ok(windows.count(key_hash, limit, now))
    }

    fn connections(&self) -> Connections {
        let (readers, writers) = (self.readers.connections(), self.writers.connections());
        Connections {
            idle: readers.idle + writers.idle,
            used: readers.used + writers.used,
        }
    }

    async fn close(&self) {
        self.probe.close().await;
        self.readers.close().await;
        self.log.close().await;
        self.writers.close().await;
    }
}

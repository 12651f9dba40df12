//! The store in a PostgreSQL database, for any number of servers.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::{Connection as _, PgConnection, Postgres};
use tokio::sync::Mutex;

use super::engine::{AnyRow, Engine, Value, bind_all};
use super::error;
use super::pool::{ConnectionPool, PooledConnection, PooledTransaction};
use super::probe::{Probe, Step};
use super::schema::Applied;
use super::{
    Connections, Counted, ErrorKind, OpenError, PoolOptions, RateLimit, Result, Store, StoreError,
    schema,
};
use crate::timestamps::UnixMicros;

/// A store in a PostgreSQL database.
pub type PostgresStore = Store<PostgresEngine>;

/// A PostgreSQL database.
#[derive(Debug, Clone)]
pub struct PostgresEngine {
    connections: ConnectionPool<Postgres>,
    /// The last diagnosis of why no connection was available, and when it was made.
    diagnosis: Arc<Mutex<Option<(Instant, ErrorKind)>>>,
    probe: Probe<Postgres>,
}

/// How long a diagnosis is valid, and how long a ping or a test connection may take.
const SHORT: Duration = Duration::from_millis(500);

/// The statement timeout, except for loads, exports and migrations: twice the default deadline of a
/// request, so no request waits for the result of a longer one. A timeout that the operator set for the
/// role or the database is kept.
const LIMIT_STATEMENTS: &str = "
    SELECT set_config('statement_timeout', '60s', FALSE)
    WHERE current_setting('statement_timeout') = '0'";

/// For migrations, which may have to wait for a migration by another server.
const NO_STATEMENT_TIMEOUT: &str = "SET statement_timeout = 0";

/// For loads and exports.
const NO_TIMEOUT_IN_TRANSACTION: &str = "SET LOCAL statement_timeout = 0";

/// Counts a request in the window that begins at `$2` and is `$3` seconds long. A server whose clock
/// is a little behind uses the window of the other servers. A window further ahead was started by a
/// wrong clock.
const COUNT_REQUEST: &str = "
    INSERT INTO rate_windows AS seen (key_hash, window_start, requests) VALUES ($1, $2, 1)
    ON CONFLICT (key_hash) DO UPDATE SET (window_start, requests) = (
        SELECT CASE WHEN goes_on THEN seen.window_start ELSE excluded.window_start END,
            CASE WHEN goes_on THEN seen.requests + 1 ELSE 1 END
        FROM (SELECT seen.window_start - excluded.window_start BETWEEN 0 AND $3 AS goes_on) AS window_of_others
    )
    RETURNING requests - 1 AS before, window_start";

/// Changes nothing, which is an error if the database is read-only. Then writes more than 64 kB to a temporary file,
/// which is an error if the disk is full. Neither writes to the write-ahead log.
const PROBE: &[Step] = &[
    Step {
        query: "UPDATE rate_windows SET requests = requests WHERE FALSE",
        tolerates: |_| false,
    },
    Step {
        query: "SET LOCAL work_mem = '64kB'; SET LOCAL temp_tablespaces = '';
            SELECT count(*) FROM generate_series(1, 5000)",
        // Temporary files may be limited.
        tolerates: |error| match error {
            sqlx::Error::Database(_) => error::kind(error) != ErrorKind::DiskFull,
            _ => false,
        },
    },
];

/// Waits for other loads, and for upgrades.
const BEGIN_LOAD: &str = "SELECT pg_advisory_xact_lock(7165067462155002)";

/// The lock of [`BEGIN_LOAD`], until the connection is closed.
const LOCK_LOADS: &str = "SELECT pg_advisory_lock(7165067462155002)";

impl PostgresStore {
    /// Upgrades the tables to this version, and creates them in an empty database. Several processes
    /// may do so at once. Returns how many migrations that took.
    ///
    /// # Errors
    ///
    /// The database cannot be reached, or its tables are not of this server.
    pub async fn migrate(url: &str, options: PoolOptions) -> std::result::Result<u64, OpenError> {
        let options = PoolOptions {
            connections: 1,
            ..options
        };
        let pool = connect(url, options, NO_STATEMENT_TIMEOUT).await?;
        let before = applied(&mut *pool.acquire().await?).await?;
        // A load must not go on with other tables than it began with. Without an upgrade, nothing has to wait.
        let lock = match schema::check(&MIGRATIONS, &before) {
            Ok(()) => None,
            Err(_) => Some(lock_loads(&pool.connect_options()).await?),
        };
        MIGRATIONS.run(&pool).await?;
        if let Some(lock) = lock {
            lock.close().await?;
        }
        let after = applied(&mut *pool.acquire().await?).await?;
        pool.close().await;
        Ok(after.len().saturating_sub(before.len()) as u64)
    }

    /// Connects to a database, which must have the tables of this version.
    ///
    /// # Errors
    ///
    /// The database cannot be reached, or its tables do not belong to this version.
    pub async fn open(url: &str, options: PoolOptions) -> std::result::Result<Self, OpenError> {
        let pool = connect(url, options, LIMIT_STATEMENTS).await?;
        let applied = applied(&mut *pool.acquire().await?).await?;
        schema::check(&MIGRATIONS, &applied)?;
        let engine = PostgresEngine {
            probe: Probe::new((*pool.connect_options()).clone(), PROBE),
            connections: ConnectionPool::new(pool),
            diagnosis: Arc::default(),
        };
        Ok(Self { engine })
    }
}

impl PostgresEngine {
    async fn acquire(&self) -> Result<PooledConnection<Postgres>> {
        self.acquired(self.connections.acquire().await).await
    }

    async fn begin_with(&self, statement: &'static str) -> Result<PooledTransaction<Postgres>> {
        self.acquired(self.connections.begin(statement).await).await
    }

    /// When waiting for a connection times out, the pool does not report whether all connections are in
    /// use or the database is unreachable. So one request tries to connect, and the others use its
    /// diagnosis: an overloaded database should not get even more connections.
    async fn acquired<T>(&self, acquired: sqlx::Result<T>) -> Result<T> {
        let error = match acquired {
            Err(error @ sqlx::Error::PoolTimedOut) => error,
            acquired => return Ok(acquired?),
        };
        let mut diagnosis = self.diagnosis.lock().await;
        if let Some((at, kind)) = *diagnosis
            && at.elapsed() < SHORT
        {
            return Err(StoreError::new(kind, error));
        }
        let kind = match test_connection(&self.connections.pool().connect_options()).await {
            Ok(()) => ErrorKind::Saturated,
            Err(reason) => StoreError::from(reason).kind,
        };
        *diagnosis = Some((Instant::now(), kind));
        Err(StoreError::new(kind, error))
    }
}

static MIGRATIONS: Migrator = sqlx_macros::migrate!("migrations/postgres");

/// A pool whose connections all run `setup` first.
async fn connect(
    url: &str,
    options: PoolOptions,
    setup: &'static str,
) -> std::result::Result<PgPool, OpenError> {
    let connect: PgConnectOptions = url.parse()?;
    let pool = PgPoolOptions::new()
        .max_connections(options.connections)
        .acquire_timeout(options.wait)
        .test_before_acquire(false)
        .after_connect(move |connection, _| {
            Box::pin(async move { sqlx::query(setup).execute(connection).await.map(drop) })
        })
        // A connection that was idle may be dead, for example after a restart of the database. One
        // that was in use a moment ago is not pinged, which saves a round trip.
        .before_acquire(|connection, meta| {
            Box::pin(async move {
                let was_idle = meta.idle_for.as_secs() >= 1;
                Ok(!was_idle || within_short(connection.ping()).await.is_ok())
            })
        })
        // Only connections whose query failed or was cancelled come back here. If the database does
        // not respond, for example after a failover, sqlx would wait for a TCP timeout.
        .after_release(|connection, _| {
            Box::pin(async move { within_short(connection.ping()).await.map(|()| true) })
        })
        .connect_with(connect.clone())
        .await;
    match pool {
        // The pool does not report why it could not connect.
        Err(sqlx::Error::PoolTimedOut) => {
            test_connection(&connect).await?;
            Err(sqlx::Error::PoolTimedOut.into())
        }
        pool => Ok(pool?),
    }
}

/// A connection with the lock of loads, until it is closed.
async fn lock_loads(options: &PgConnectOptions) -> sqlx::Result<PgConnection> {
    let mut connection = PgConnection::connect_with(options).await?;
    for statement in [NO_STATEMENT_TIMEOUT, LOCK_LOADS] {
        sqlx::query(statement).execute(&mut connection).await?;
    }
    Ok(connection)
}

/// The migrations that the database has had.
async fn applied(connection: &mut PgConnection) -> sqlx::Result<Vec<Applied>> {
    let exists = "SELECT to_regclass('_sqlx_migrations') IS NOT NULL";
    let exists: bool = sqlx::query_scalar(exists)
        .fetch_one(&mut *connection)
        .await?;
    if !exists {
        return Ok(Vec::new());
    }
    sqlx::query_as(schema::APPLIED).fetch_all(connection).await
}

/// Connects once without the pool, to find out why there is no connection.
async fn test_connection(connect: &PgConnectOptions) -> sqlx::Result<()> {
    within_short(async {
        let connection = PgConnection::connect_with(connect).await?;
        connection.close().await
    })
    .await
}

async fn within_short(work: impl Future<Output = sqlx::Result<()>>) -> sqlx::Result<()> {
    let done = tokio::time::timeout(SHORT, work).await;
    done.unwrap_or_else(|_| {
        Err(io::Error::new(io::ErrorKind::TimedOut, "no response in time").into())
    })
}

impl Engine for PostgresEngine {
    type Transaction = PooledTransaction<Postgres>;

    /// If the connection was closed while it was idle, for example by a restart of the database, the query runs again
    /// on another one.
    async fn fetch<T: AnyRow>(&self, sql: &'static str, values: Vec<Value>) -> Result<Vec<T>> {
        let query = || bind_all!(sqlx::query_as(sql), &values);
        let mut connection = self.acquire().await?;
        let fetched = query().fetch_all(&mut *connection).await;
        match connection.end(fetched) {
            Err(error) if error::is_unreachable(&error) => {
                let mut connection = self.acquire().await?;
                let fetched = query().fetch_all(&mut *connection).await;
                Ok(connection.end(fetched)?)
            }
            fetched => Ok(fetched?),
        }
    }

    async fn begin(&self) -> Result<Self::Transaction> {
        self.begin_with("BEGIN").await
    }

    /// Loads wait for each other, since two of them may change the sums of the same day. Each statement is planned
    /// anew, because the tables may have been empty at the beginning.
    async fn begin_load(&self) -> Result<Self::Transaction> {
        let mut transaction = self.begin().await?;
        for statement in [
            NO_TIMEOUT_IN_TRANSACTION,
            BEGIN_LOAD,
            "SET LOCAL plan_cache_mode = force_custom_plan",
        ] {
            sqlx::query(statement).execute(&mut *transaction).await?;
        }
        schema::check_again(&MIGRATIONS, &applied(&mut transaction).await?)?;
        Ok(transaction)
    }

    async fn begin_export(&self) -> Result<Self::Transaction> {
        let statement = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
        let mut transaction = self.begin_with(statement).await?;
        sqlx::query(NO_TIMEOUT_IN_TRANSACTION)
            .execute(&mut *transaction)
            .await?;
        Ok(transaction)
    }

    /// PostgreSQL removes old versions of rows by itself.
    fn deletes_material(&self) {}

    async fn loaded(&self) {}

    async fn ping(&self) -> Result<()> {
        match self.probe.ask().await.map_err(StoreError::from) {
            // The database allows no further connections, so use one from the pool.
            Err(error) if error.kind == ErrorKind::Saturated => {
                let _: Vec<(i32,)> = self.fetch("SELECT 1", Vec::new()).await?;
                Ok(())
            }
            probed => probed,
        }
    }

    async fn count_request(
        &self,
        key_hash: &str,
        limit: RateLimit,
        now: UnixMicros,
    ) -> Result<Counted> {
        let query = sqlx::query_as(COUNT_REQUEST)
            .bind(key_hash)
            .bind(limit.window_start(now))
            .bind(limit.length());
        let mut connection = self.acquire().await?;
        let counted = query.fetch_one(&mut *connection).await;
        Ok(connection.end(counted)?)
    }

    fn connections(&self) -> Connections {
        self.connections.connections()
    }

    async fn close(&self) {
        self.probe.close().await;
        self.connections.close().await;
    }
}

//! The store in a PostgreSQL database, which any number of servers share.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use gateway_api::Page;
use gateway_api::types::{
    Credits, Generation, GroupMapping, Guardrail, GuardrailAssignment, Model, OrganizationMember,
    Preset, ProviderEndpoint, Role, Workspace,
};
use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::types::Json;
use sqlx::{Connection as _, PgConnection, Postgres, Transaction};
use tokio::sync::Mutex;
use tokio::sync::mpsc::{Receiver, Sender};

use super::audit::AUDIT_PAGE;
use super::changes::{audit, shared_changes};
use super::lease::{Lease, Leases, Permit};
use super::queries::{ask, page_of, shared_queries, storable};
use super::rows::{Document, GroupMappingRow, page, page_of_known, page_of_mappings};
use super::schema::Applied;
use super::sql::organization_columns;
use super::{
    Action, ApiKey, AuditEntry, AuditPosition, Change, Connections, Counted, LoadEnd, LoadStep,
    NewOrganization, OpenError, Organization, OrganizationUpdate, OrganizationUpdated, PoolOptions,
    RateLimit, Record, Resealed, Result, Sealed, Spending, Store, StoreError, Trouble, Usage,
    Window, export, load, master_key, schema, sql,
};
use crate::amount::Amount;
use crate::moment::{Day, Moment};

/// A store in a PostgreSQL database.
#[derive(Debug, Clone)]
pub struct PostgresStore {
    connections: Leases<Postgres>,
    /// Why there was no connection, when somebody last looked.
    seen: Arc<Mutex<Option<(Instant, Trouble)>>>,
}

/// How long it is believed why there was no connection, and how long looking may take, or asking
/// a connection whether it lives.
const A_MOMENT: Duration = Duration::from_millis(500);

/// How long the database works at a statement, a load and an export apart: twice the deadline of a
/// request as it is by default. Nobody waits any more for what takes longer. An operator who set
/// something for the role or the database has a reason.
const LIMIT_STATEMENTS: &str = "
    SELECT set_config('statement_timeout', '60s', FALSE)
    WHERE current_setting('statement_timeout') = '0'";

/// A migration takes as long as it takes, and so does waiting for another server's.
const NO_STATEMENT_TIMEOUT: &str = "SET statement_timeout = 0";

/// What takes longer than a request may: it is as long as it is.
const TAKE_YOUR_TIME: &str = "SET LOCAL statement_timeout = 0";

/// Counts a request in the window that begins at `$2` and is `$3` long. A server
/// whose clock is a little behind counts into the window that the others are in; a window that is
/// further ahead comes from a clock that was wrong.
const COUNT_REQUEST: &str = "
    INSERT INTO rate_windows AS seen (key_hash, window_start, requests) VALUES ($1, $2, 1)
    ON CONFLICT (key_hash) DO UPDATE SET (window_start, requests) = (
        SELECT CASE WHEN goes_on THEN seen.window_start ELSE excluded.window_start END,
            CASE WHEN goes_on THEN seen.requests + 1 ELSE 1 END
        FROM (SELECT seen.window_start - excluded.window_start BETWEEN 0 AND $3 AS goes_on) AS window_of_others
    )
    RETURNING requests - 1 AS before, window_start";

/// Transactions that change the same row wait for each other here.
const ROLE_TO_CHANGE: &str =
    "SELECT role FROM group_mappings WHERE organization_id = $1 AND id = $2 FOR UPDATE";

const ORGANIZATION_TO_CHANGE: &str = concat!(
    "SELECT ",
    organization_columns!(),
    " FROM organizations WHERE id = $1 FOR UPDATE"
);

impl PostgresStore {
    /// Upgrades the tables to this version, and creates them in an empty database. Several processes
    /// may do so at once. Returns how many migrations that took.
    ///
    /// # Errors
    ///
    /// The database cannot be reached, or its tables are not of this server.
    pub async fn migrate(url: &str, options: PoolOptions) -> std::result::Result<usize, OpenError> {
        let options = PoolOptions {
            connections: 1,
            ..options
        };
        let pool = connect(url, options, NO_STATEMENT_TIMEOUT).await?;
        let before = applied(&pool).await?.len();
        MIGRATIONS.run(&pool).await?;
        let after = applied(&pool).await?.len();
        pool.close().await;
        Ok(after.saturating_sub(before))
    }

    /// Connects to a database, which must have the tables of this version.
    ///
    /// # Errors
    ///
    /// The database cannot be reached, or its tables are not those of this version.
    pub async fn open(url: &str, options: PoolOptions) -> std::result::Result<Self, OpenError> {
        let pool = connect(url, options, LIMIT_STATEMENTS).await?;
        schema::check(&MIGRATIONS, &applied(&pool).await?)?;
        Ok(Self {
            connections: Leases::new(pool),
            seen: Arc::default(),
        })
    }

    async fn lease(&self) -> Result<Lease<Postgres>> {
        self.acquired(self.connections.lease().await).await
    }

    async fn begin(&self) -> Result<(Permit, Transaction<'static, Postgres>)> {
        let permit = self.acquired(self.connections.permit().await).await?;
        let begun = self.connections.pool().begin().await;
        Ok((permit, self.acquired(begun).await?))
    }

    /// A transaction that loads. Loads wait for each other: none may count a day while another
    /// writes its generations. Each statement is planned for the table as it is then, and not for
    /// the empty one that it was at the beginning.
    async fn begin_load(&self) -> Result<(Permit, Transaction<'static, Postgres>)> {
        let (permit, mut transaction) = self.begin().await?;
        for statement in [
            TAKE_YOUR_TIME,
            "SELECT pg_advisory_xact_lock(7165067462155002)",
            "SET LOCAL plan_cache_mode = force_custom_plan",
        ] {
            sqlx::query(statement).execute(&mut *transaction).await?;
        }
        Ok((permit, transaction))
    }

    /// A transaction that reads all of one moment.
    async fn begin_export(&self) -> Result<(Permit, Transaction<'static, Postgres>)> {
        let permit = self.acquired(self.connections.permit().await).await?;
        let begun = self
            .connections
            .pool()
            .begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            .await;
        let mut transaction = self.acquired(begun).await?;
        sqlx::query(TAKE_YOUR_TIME)
            .execute(&mut *transaction)
            .await?;
        Ok((permit, transaction))
    }

    /// The pool tries to connect until the time to wait is over, and then says only that it is: every
    /// connection may be in use, or none to be had. So somebody looks, and not everybody: a database
    /// that has too much to do should not be asked even more often.
    async fn acquired<T>(&self, asked: sqlx::Result<T>) -> Result<T> {
        let error = match asked {
            Err(error @ sqlx::Error::PoolTimedOut) => error,
            asked => return Ok(asked?),
        };
        let mut seen = self.seen.lock().await;
        if let Some((at, trouble)) = *seen
            && at.elapsed() < A_MOMENT
        {
            return Err(StoreError::new(trouble, error));
        }
        let trouble = match knock(&self.connections.pool().connect_options()).await {
            Ok(()) => Trouble::Saturated,
            Err(reason) => StoreError::from(reason).trouble,
        };
        *seen = Some((Instant::now(), trouble));
        Err(StoreError::new(trouble, error))
    }

    /// Older versions of a row are the database's own to clean up.
    fn deletes_material(&self) {}

    async fn loaded(&self) {}
}

static MIGRATIONS: Migrator = sqlx::migrate!("migrations/postgres");

/// A pool whose connections all begin with a statement of `setup`.
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
        // A connection that slept may be dead by now: the server was restarted, say. One that
        // was in use a moment ago is taken as it is, which saves a round trip a query.
        .before_acquire(|connection, meta| {
            Box::pin(async move {
                let slept = meta.idle_for.as_secs() >= 1;
                Ok(!slept || in_a_moment(connection.ping()).await.is_ok())
            })
        })
        // Only a connection whose query failed or was given up comes back here. Where its
        // database is silent (after a failover, say), sqlx would wait for TCP to give up.
        .after_release(|connection, _| {
            Box::pin(async move { in_a_moment(connection.ping()).await.map(|()| true) })
        })
        .connect_with(connect.clone())
        .await;
    match pool {
        // The pool tried until the time was over, and does not say what it met.
        Err(sqlx::Error::PoolTimedOut) => {
            knock(&connect).await?;
            Err(sqlx::Error::PoolTimedOut.into())
        }
        pool => Ok(pool?),
    }
}

/// The migrations that the database has had.
async fn applied(pool: &PgPool) -> sqlx::Result<Vec<Applied>> {
    let exists = "SELECT to_regclass('_sqlx_migrations') IS NOT NULL";
    let exists: bool = sqlx::query_scalar(exists).fetch_one(pool).await?;
    if !exists {
        return Ok(Vec::new());
    }
    sqlx::query_as(schema::APPLIED).fetch_all(pool).await
}

/// Connects once, past the pool, to learn why there is no connection.
async fn knock(connect: &PgConnectOptions) -> sqlx::Result<()> {
    in_a_moment(async {
        let connection = PgConnection::connect_with(connect).await?;
        connection.close().await
    })
    .await
}

async fn in_a_moment(asking: impl Future<Output = sqlx::Result<()>>) -> sqlx::Result<()> {
    let response = tokio::time::timeout(A_MOMENT, asking).await;
    response.unwrap_or_else(|_| {
        Err(io::Error::new(io::ErrorKind::TimedOut, "there was no response in time").into())
    })
}

impl Store for PostgresStore {
    shared_queries!();
    shared_changes!();

    async fn count_request(
        &self,
        key_hash: &str,
        limit: RateLimit,
        now: Moment,
    ) -> Result<Counted> {
        let query = sqlx::query_as(COUNT_REQUEST)
            .bind(key_hash)
            .bind(limit.window_start(now))
            .bind(limit.length());
        Ok(ask!(self, query.fetch_one))
    }

    fn connections(&self) -> Connections {
        let idle = self.connections.idle();
        Connections {
            idle,
            used: self.connections.size().saturating_sub(idle),
        }
    }

    async fn close(&self) {
        self.connections.close().await;
    }
}

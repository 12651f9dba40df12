//! A pool over the pool of sqlx, which keeps connections between queries.
//!
//! The pool of sqlx pings each connection that is returned to it. For SQLite, that wakes the thread of the connection
//! once more; for PostgreSQL, it is a round trip. A ping costs about as much as a query, so a connection stays idle
//! here after a successful query. It goes back to the pool of sqlx only if the query failed or was cancelled.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use sqlx::pool::PoolConnection;
use sqlx::{Database, Pool, Transaction};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{Connections, error};
use crate::lock::lock;

/// A connection that was idle for longer may be dead, for example after a restart of the database. It goes back to the
/// pool of sqlx, which pings it.
const MAX_IDLE: Duration = Duration::from_secs(1);

/// After this time, a connection goes back to the pool of sqlx, which closes connections that are old or in excess.
const MAX_AGE: Duration = Duration::from_secs(60);

/// The connections to a database.
#[derive(Debug)]
pub(super) struct ConnectionPool<DB: Database> {
    pool: Pool<DB>,
    idle: Idle<DB>,
    /// As many as the pool of sqlx has connections, so a permit guarantees a connection: an idle one or one of that
    /// pool.
    permits: Arc<Semaphore>,
}

/// The idle connections. The most recently used one is last.
type Idle<DB> = Arc<Mutex<Vec<KeptConnection<DB>>>>;

/// A connection that is kept between queries.
#[derive(Debug)]
struct KeptConnection<DB: Database> {
    connection: PoolConnection<DB>,
    /// When it was taken from the pool of sqlx.
    taken: Instant,
    /// When it was last used.
    used: Instant,
}

/// The right to use one connection of the pool.
pub(super) type Permit = OwnedSemaphorePermit;

/// A connection for one query.
pub(super) struct PooledConnection<DB: Database> {
    kept: KeptConnection<DB>,
    pool: ConnectionPool<DB>,
    // Declared after the connection, so it is released later.
    permit: Permit,
}

/// A transaction with its connection.
pub struct PooledTransaction<DB: Database> {
    pub(super) transaction: Transaction<'static, DB>,
    // Declared after the transaction, so it is released later.
    _permit: Permit,
}

impl<DB: Database> Clone for ConnectionPool<DB> {
    fn clone(&self) -> Self {
        Self {
            pool: self.pool.clone(),
            idle: Arc::clone(&self.idle),
            permits: Arc::clone(&self.permits),
        }
    }
}

impl<DB: Database> KeptConnection<DB> {
    fn new(connection: PoolConnection<DB>) -> Self {
        let taken = Instant::now();
        Self {
            connection,
            taken,
            used: taken,
        }
    }
}

impl<DB: Database> ConnectionPool<DB> {
    pub(super) fn new(pool: Pool<DB>) -> Self {
        let connections = pool.options().get_max_connections();
        Self {
            pool,
            idle: Arc::default(),
            permits: Arc::new(Semaphore::new(connections as usize)),
        }
    }

    /// The pool of sqlx, for transactions. Each needs a [permit](Self::permit).
    pub(super) const fn pool(&self) -> &Pool<DB> {
        &self.pool
    }

    /// A connection for a query. Waits for one as long as the pool would.
    pub(super) async fn acquire(&self) -> sqlx::Result<PooledConnection<DB>> {
        // Nearly always a connection is available, and no timer is needed.
        if let Ok(permit) = self.permits().try_acquire_owned()
            && let Some(kept) = self.take_idle()
        {
            return Ok(self.lend(kept, permit));
        }
        self.in_time(async {
            let permit = self.acquire_permit().await?;
            let kept = match self.take_idle() {
                Some(kept) => kept,
                None => KeptConnection::new(self.pool.acquire().await?),
            };
            Ok(self.lend(kept, permit))
        })
        .await
    }

    /// Begins a transaction with this statement. If its connection was closed while it was idle, for example by a
    /// restart of the database, begins it on another one: nothing has been executed yet.
    pub(super) async fn begin(
        &self,
        statement: &'static str,
    ) -> sqlx::Result<PooledTransaction<DB>> {
        let permit = self.permit().await?;
        let mut begun = self.pool.begin_with(statement).await;
        if begun.as_ref().is_err_and(error::is_unreachable) {
            self.distrust_idle();
            begun = self.pool.begin_with(statement).await;
        }
        Ok(PooledTransaction {
            transaction: begun?,
            _permit: permit,
        })
    }

    /// Lets the pool of sqlx ping all idle connections, and close those that are dead, for example after a restart of
    /// the database.
    fn distrust_idle(&self) {
        lock(&self.idle).clear();
        // Dropping a connection pings it in the background.
        for _ in 0..self.pool.num_idle() {
            drop(self.pool.try_acquire());
        }
    }

    /// The right to take a connection from the pool of sqlx, which then has one.
    pub(super) async fn permit(&self) -> sqlx::Result<Permit> {
        let permit = self.in_time(self.acquire_permit()).await?;
        drop(lock(&self.idle).pop());
        Ok(permit)
    }

    async fn acquire_permit(&self) -> sqlx::Result<Permit> {
        let permit = self.permits().acquire_owned().await;
        permit.map_err(|_| sqlx::Error::PoolClosed)
    }

    async fn in_time<T>(&self, work: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
        let wait = self.pool.options().get_acquire_timeout();
        let done = tokio::time::timeout(wait, work).await;
        done.unwrap_or(Err(sqlx::Error::PoolTimedOut))
    }

    fn permits(&self) -> Arc<Semaphore> {
        Arc::clone(&self.permits)
    }

    fn lend(&self, kept: KeptConnection<DB>, permit: Permit) -> PooledConnection<DB> {
        PooledConnection {
            kept,
            pool: self.clone(),
            permit,
        }
    }

    /// The most recently used connection, unless it was idle for too long. Then all others were too,
    /// and all go back to the pool of sqlx.
    fn take_idle(&self) -> Option<KeptConnection<DB>> {
        let mut idle = lock(&self.idle);
        let last = idle.pop()?;
        if last.used.elapsed() < MAX_IDLE {
            return Some(last);
        }
        idle.clear();
        None
    }

    /// Closes all connections, once they are idle.
    pub(super) async fn close(&self) {
        self.permits.close();
        lock(&self.idle).clear();
        self.pool.close().await;
    }

    /// How many connections are in use right now.
    pub(super) fn connections(&self) -> Connections {
        let idle = self.pool.num_idle() + lock(&self.idle).len();
        Connections {
            idle,
            used: (self.pool.size() as usize).saturating_sub(idle),
        }
    }
}

impl<DB: Database> PooledConnection<DB> {
    /// Gives the connection back, with the result of its query. It stays in this pool if the query succeeded.
    pub(super) fn end<T>(self, result: sqlx::Result<T>) -> sqlx::Result<T> {
        match &result {
            Ok(_) => self.release(),
            Err(error) if error::is_unreachable(error) => self.pool.distrust_idle(),
            Err(_) => {}
        }
        result
    }

    /// Gives the connection back after a query that succeeded.
    fn release(mut self) {
        self.kept.used = Instant::now();
        let mut idle = lock(&self.pool.idle);
        let is_closed = self.permit.semaphore().is_closed();
        if !is_closed && self.kept.used - self.kept.taken < MAX_AGE {
            idle.push(self.kept);
        }
    }
}

impl<DB: Database> Deref for PooledConnection<DB> {
    type Target = DB::Connection;

    fn deref(&self) -> &DB::Connection {
        &self.kept.connection
    }
}

impl<DB: Database> DerefMut for PooledConnection<DB> {
    fn deref_mut(&mut self) -> &mut DB::Connection {
        &mut self.kept.connection
    }
}

impl<DB: Database> Deref for PooledTransaction<DB> {
    type Target = DB::Connection;

    fn deref(&self) -> &DB::Connection {
        &self.transaction
    }
}

impl<DB: Database> DerefMut for PooledTransaction<DB> {
    fn deref_mut(&mut self) -> &mut DB::Connection {
        &mut self.transaction
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use sqlx::Sqlite;
    use sqlx::sqlite::SqlitePoolOptions;

    use super::{ConnectionPool, Connections, lock};

    fn pool(connections: u32) -> ConnectionPool<Sqlite> {
        let sqlx_pool = SqlitePoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(Duration::from_millis(200))
            .connect_lazy("sqlite::memory:");
        ConnectionPool::new(sqlx_pool.unwrap())
    }

    #[tokio::test]
    async fn a_waiting_query_gets_the_next_connection_that_is_free() {
        let pool = pool(1);
        let first = pool.acquire().await.unwrap();
        let (second, ()) = tokio::join!(pool.acquire(), async { first.release() });
        second.unwrap().release();
        assert_eq!(pool.connections(), Connections { idle: 1, used: 0 });
    }

    #[tokio::test]
    async fn a_transaction_gets_a_connection_that_is_idle() {
        let pool = pool(1);
        for _ in 0..3 {
            pool.acquire().await.unwrap().release();
            let _permit = pool.permit().await.unwrap();
            let transaction = pool.pool().begin().await.unwrap();
            transaction.commit().await.unwrap();
        }
    }

    #[tokio::test]
    async fn waiting_for_a_connection_times_out() {
        let pool = pool(1);
        let _first = pool.acquire().await.unwrap();
        let error = pool.acquire().await.err();
        assert!(matches!(error, Some(sqlx::Error::PoolTimedOut)));
    }

    #[tokio::test]
    async fn the_connection_of_a_cancelled_query_does_not_stay() {
        let pool = pool(2);
        drop(pool.acquire().await.unwrap());
        assert!(lock(&pool.idle).is_empty());
        pool.acquire().await.unwrap().release();
        assert_eq!(lock(&pool.idle).len(), 1);
    }

    #[tokio::test]
    async fn closing_does_not_wait_for_idle_connections() {
        let pool = pool(2);
        let busy = pool.acquire().await.unwrap();
        pool.acquire().await.unwrap().release();
        tokio::join!(pool.close(), async { busy.release() });
        assert_eq!(pool.connections(), Connections { idle: 0, used: 0 });
        let error = pool.acquire().await.err();
        assert!(matches!(error, Some(sqlx::Error::PoolClosed)));
    }
}

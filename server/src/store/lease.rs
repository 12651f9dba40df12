//! Keeps connections between queries.
//!
//! sqlx's pool pings each connection that is returned to it. For SQLite, that wakes the thread of the
//! connection once more; for PostgreSQL, it is a round trip. A ping costs about as much as a query, so a
//! connection is kept here after a successful query. Only if the query failed or was cancelled does the
//! connection go back to the pool.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sqlx::pool::PoolConnection;
use sqlx::{Database, Pool};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{ErrorKind, error};

/// A connection that was idle for longer may be dead, for example after a restart of the database. It
/// goes back to the pool, which pings it.
const FRESH: Duration = Duration::from_secs(1);

/// How long a connection is kept at most. The pool closes connections that are old or in excess.
const TENURE: Duration = Duration::from_secs(60);

/// The connections of a pool.
#[derive(Debug)]
pub(super) struct Leases<DB: Database> {
    pool: Pool<DB>,
    kept: Shelf<DB>,
    /// As many as the pool has connections, so a permit guarantees a connection: a kept one or one
    /// of the pool.
    permits: Arc<Semaphore>,
}

/// The kept connections. The most recently used one is last.
type Shelf<DB> = Arc<Mutex<Vec<Kept<DB>>>>;

#[derive(Debug)]
struct Kept<DB: Database> {
    connection: PoolConnection<DB>,
    /// When it was taken from the pool.
    since: Instant,
    /// When it was last used.
    used: Instant,
}

/// The right to use one connection of the pool.
pub(super) type Permit = OwnedSemaphorePermit;

/// A connection for one query.
pub(super) struct Lease<DB: Database> {
    connection: PoolConnection<DB>,
    since: Instant,
    kept: Shelf<DB>,
    // Declared after the connection, so it is released later.
    permit: Permit,
}

impl<DB: Database> Clone for Leases<DB> {
    fn clone(&self) -> Self {
        Self {
            pool: self.pool.clone(),
            kept: Arc::clone(&self.kept),
            permits: Arc::clone(&self.permits),
        }
    }
}

impl<DB: Database> Leases<DB> {
    pub(super) fn new(pool: Pool<DB>) -> Self {
        let connections = pool.options().get_max_connections();
        Self {
            pool,
            kept: Arc::default(),
            permits: Arc::new(Semaphore::new(connections as usize)),
        }
    }

    /// The pool, for transactions. Each needs a [permit](Self::permit).
    pub(super) const fn pool(&self) -> &Pool<DB> {
        &self.pool
    }

    /// A connection for a query. Waits for one as long as the pool would.
    pub(super) async fn lease(&self) -> sqlx::Result<Lease<DB>> {
        // Nearly always a connection is available, and no timer is needed.
        if let Ok(permit) = self.permits().try_acquire_owned()
            && let Some(kept) = self.fresh()
        {
            return Ok(self.lend(kept.connection, kept.since, permit));
        }
        self.in_time(async {
            let permit = self.acquire_permit().await?;
            let kept = self.fresh().map(|kept| (kept.connection, kept.since));
            let (connection, since) = match kept {
                Some(kept) => kept,
                None => (self.pool.acquire().await?, Instant::now()),
            };
            Ok(self.lend(connection, since, permit))
        })
        .await
    }

    /// The right to take a connection from the pool, which then has one.
    pub(super) async fn permit(&self) -> sqlx::Result<Permit> {
        let permit = self.in_time(self.acquire_permit()).await?;
        drop(lock(&self.kept).pop());
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

    fn lend(&self, connection: PoolConnection<DB>, since: Instant, permit: Permit) -> Lease<DB> {
        Lease {
            connection,
            since,
            kept: Arc::clone(&self.kept),
            permit,
        }
    }

    /// The most recently used connection, unless it was idle for too long. Then all others were too,
    /// and all go back to the pool.
    fn fresh(&self) -> Option<Kept<DB>> {
        let mut kept = lock(&self.kept);
        let last = kept.pop()?;
        if last.used.elapsed() < FRESH {
            return Some(last);
        }
        kept.clear();
        None
    }

    /// Closes all connections, once they are idle.
    pub(super) async fn close(&self) {
        self.permits.close();
        lock(&self.kept).clear();
        self.pool.close().await;
    }

    /// The number of idle connections.
    pub(super) fn idle(&self) -> usize {
        self.pool.num_idle() + lock(&self.kept).len()
    }

    /// The number of connections.
    pub(super) fn size(&self) -> usize {
        self.pool.size() as usize
    }
}

impl<DB: Database> Lease<DB> {
    /// Ends with the result of a query. The connection is kept if it succeeded.
    pub(super) fn end<T>(self, result: sqlx::Result<T>) -> sqlx::Result<T> {
        match &result {
            Ok(_) => self.keep(),
            // All connections may be dead, for example after a restart of the database. The pool pings them.
            Err(error) if error::kind(error) == ErrorKind::Unreachable => lock(&self.kept).clear(),
            Err(_) => {}
        }
        result
    }

    /// Keeps the connection after a query that succeeded.
    fn keep(self) {
        let used = Instant::now();
        let mut kept = lock(&self.kept);
        let is_closed = self.permit.semaphore().is_closed();
        if !is_closed && used - self.since < TENURE {
            kept.push(Kept {
                connection: self.connection,
                since: self.since,
                used,
            });
        }
    }
}

impl<DB: Database> Deref for Lease<DB> {
    type Target = DB::Connection;

    fn deref(&self) -> &DB::Connection {
        &self.connection
    }
}

impl<DB: Database> DerefMut for Lease<DB> {
    fn deref_mut(&mut self) -> &mut DB::Connection {
        &mut self.connection
    }
}

fn lock<T>(kept: &Mutex<T>) -> MutexGuard<'_, T> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use sqlx::Sqlite;
    use sqlx::sqlite::SqlitePoolOptions;

    use super::Leases;

    fn leases(connections: u32) -> Leases<Sqlite> {
        let pool = SqlitePoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(Duration::from_millis(200))
            .connect_lazy("sqlite::memory:");
        Leases::new(pool.unwrap())
    }

    #[tokio::test]
    async fn a_waiting_query_gets_the_next_connection_that_is_free() {
        let leases = leases(1);
        let first = leases.lease().await.unwrap();
        let (second, ()) = tokio::join!(leases.lease(), async { first.keep() });
        second.unwrap().keep();
        assert_eq!((leases.size(), leases.idle()), (1, 1));
    }

    #[tokio::test]
    async fn a_transaction_gets_a_connection_that_was_kept() {
        let leases = leases(1);
        for _ in 0..3 {
            leases.lease().await.unwrap().keep();
            let _permit = leases.permit().await.unwrap();
            let transaction = leases.pool().begin().await.unwrap();
            transaction.commit().await.unwrap();
        }
    }

    #[tokio::test]
    async fn waiting_for_a_connection_times_out() {
        let leases = leases(1);
        let _first = leases.lease().await.unwrap();
        let error = leases.lease().await.err();
        assert!(matches!(error, Some(sqlx::Error::PoolTimedOut)));
    }

    #[tokio::test]
    async fn the_connection_of_a_cancelled_query_is_not_kept() {
        let leases = leases(2);
        drop(leases.lease().await.unwrap());
        assert!(super::lock(&leases.kept).is_empty());
        leases.lease().await.unwrap().keep();
        assert_eq!(super::lock(&leases.kept).len(), 1);
    }

    #[tokio::test]
    async fn closing_does_not_wait_for_kept_connections() {
        let leases = leases(2);
        let busy = leases.lease().await.unwrap();
        leases.lease().await.unwrap().keep();
        tokio::join!(leases.close(), async { busy.keep() });
        assert_eq!(leases.size(), 0);
        let error = leases.lease().await.err();
        assert!(matches!(error, Some(sqlx::Error::PoolClosed)));
    }
}

//! Connections that are lent for a query and kept for the next one.
//!
//! A connection that goes back into sqlx's pool is asked first whether it still works, in a task of
//! its own: for SQLite that is another turn of the connection's thread, for PostgreSQL another round
//! trip. Both cost about as much as the query did. So a connection whose query ended well is kept
//! here. Only one whose query failed or was given up goes back to the pool, and is asked.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sqlx::pool::PoolConnection;
use sqlx::{Database, Pool};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How long a connection may have been idle to be taken as it is. One that slept longer may be dead
/// by now (the database was restarted, say), and the pool is to look at it.
const FRESH: Duration = Duration::from_secs(1);

/// How long a connection is kept from the pool, which also closes those that are old or in excess.
const TENURE: Duration = Duration::from_secs(60);

/// The connections of a pool, lent one to a query or a transaction.
#[derive(Debug)]
pub(super) struct Leases<DB: Database> {
    pool: Pool<DB>,
    kept: Shelf<DB>,
    /// As many as the pool has connections: whoever has one finds a connection, either kept or in
    /// the pool.
    permits: Arc<Semaphore>,
}

/// Connections that are kept; the last used is at the end.
type Shelf<DB> = Arc<Mutex<Vec<Kept<DB>>>>;

#[derive(Debug)]
struct Kept<DB: Database> {
    connection: PoolConnection<DB>,
    /// When it came from the pool.
    since: Instant,
    /// When it was last used.
    used: Instant,
}

/// The right to have one connection of the pool.
pub(super) type Permit = OwnedSemaphorePermit;

/// A connection for one query.
pub(super) struct Lease<DB: Database> {
    connection: PoolConnection<DB>,
    since: Instant,
    kept: Shelf<DB>,
    // Given back after the connection, since it is declared behind it.
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

    /// The pool, for connections that are held for longer than a query. Each needs a
    /// [permit](Self::permit) for as long.
    pub(super) const fn pool(&self) -> &Pool<DB> {
        &self.pool
    }

    /// A connection for a query: waits for one as long as the pool would.
    pub(super) async fn lease(&self) -> sqlx::Result<Lease<DB>> {
        // Nearly always there is one at hand, and then no time has to be watched.
        if let Ok(permit) = self.permits().try_acquire_owned()
            && let Some(kept) = self.fresh()
        {
            return Ok(self.lend(kept.connection, kept.since, permit));
        }
        self.in_time(async {
            let permit = self.turn().await?;
            let kept = self.fresh().map(|kept| (kept.connection, kept.since));
            let (connection, since) = match kept {
                Some(kept) => kept,
                None => (self.pool.acquire().await?, Instant::now()),
            };
            Ok(self.lend(connection, since, permit))
        })
        .await
    }

    /// The right to take a connection from the pool itself, which has one to give then.
    pub(super) async fn permit(&self) -> sqlx::Result<Permit> {
        let permit = self.in_time(self.turn()).await?;
        drop(lock(&self.kept).pop());
        Ok(permit)
    }

    async fn turn(&self) -> sqlx::Result<Permit> {
        let permit = self.permits().acquire_owned().await;
        permit.map_err(|_| sqlx::Error::PoolClosed)
    }

    async fn in_time<T>(&self, asking: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
        let wait = self.pool.options().get_acquire_timeout();
        let response = tokio::time::timeout(wait, asking).await;
        response.unwrap_or(Err(sqlx::Error::PoolTimedOut))
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

    /// The connection that was used last, unless it slept. Then so did all the others, and they go
    /// back to the pool.
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

    /// How many connections wait for work.
    pub(super) fn idle(&self) -> usize {
        self.pool.num_idle() + lock(&self.kept).len()
    }

    /// How many connections there are.
    pub(super) fn size(&self) -> usize {
        self.pool.size() as usize
    }
}

impl<DB: Database> Lease<DB> {
    /// Gives the connection back after a query that was answered to its end.
    pub(super) fn keep(self) {
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
    async fn whoever_waits_gets_the_connection_that_another_gives_back() {
        let leases = leases(1);
        let first = leases.lease().await.unwrap();
        let (second, ()) = tokio::join!(leases.lease(), async { first.keep() });
        second.unwrap().keep();
        assert_eq!((leases.size(), leases.idle()), (1, 1));
    }

    #[tokio::test]
    async fn a_transaction_finds_a_connection_although_queries_keep_theirs() {
        let leases = leases(1);
        for _ in 0..3 {
            leases.lease().await.unwrap().keep();
            let _permit = leases.permit().await.unwrap();
            let transaction = leases.pool().begin().await.unwrap();
            transaction.commit().await.unwrap();
        }
    }

    #[tokio::test]
    async fn whoever_waits_for_too_long_hears_that_there_was_none() {
        let leases = leases(1);
        let _first = leases.lease().await.unwrap();
        let error = leases.lease().await.err();
        assert!(matches!(error, Some(sqlx::Error::PoolTimedOut)));
    }

    #[tokio::test]
    async fn a_connection_whose_query_was_given_up_is_not_kept() {
        let leases = leases(2);
        drop(leases.lease().await.unwrap());
        assert!(super::lock(&leases.kept).is_empty());
        leases.lease().await.unwrap().keep();
        assert_eq!(super::lock(&leases.kept).len(), 1);
    }

    #[tokio::test]
    async fn closing_waits_for_nothing_that_is_kept() {
        let leases = leases(2);
        let busy = leases.lease().await.unwrap();
        leases.lease().await.unwrap().keep();
        tokio::join!(leases.close(), async { busy.keep() });
        assert_eq!(leases.size(), 0);
        let error = leases.lease().await.err();
        assert!(matches!(error, Some(sqlx::Error::PoolClosed)));
    }
}

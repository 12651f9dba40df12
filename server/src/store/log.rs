//! Removes deleted data from the write-ahead log of a SQLite file.
//!
//! SQLite overwrites deleted rows in the file, but older copies of their pages stay in the log until
//! it is truncated. A long read, such as an export, delays that. So no request waits for it: a
//! background task retries until it succeeds. If the process is killed before, the next one truncates
//! the log when it opens the file.

use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection as _, Sqlite, SqliteConnection};
use tokio::sync::Notify;
use tokio::task::JoinHandle;

use super::pool::ConnectionPool;

/// How long an attempt waits for readers. Writers are blocked meanwhile, so it is short; most queries
/// end in that time.
const HOLD: Duration = Duration::from_millis(10);

/// The first pause between two attempts.
const SHORTEST_PAUSE: Duration = Duration::from_millis(10);

/// The pauses double up to this.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// The write-ahead log of an open file.
#[derive(Debug)]
pub(super) struct WriteAheadLog {
    log: Log,
    requested: Arc<Notify>,
    task: JoinHandle<()>,
}

#[derive(Debug, Clone)]
struct Log {
    connect: SqliteConnectOptions,
    writers: ConnectionPool<Sqlite>,
}

impl WriteAheadLog {
    /// Truncates what another process may have left, in the background.
    pub(super) fn open(connect: &SqliteConnectOptions, writers: &ConnectionPool<Sqlite>) -> Self {
        let log = Log {
            connect: connect.clone().busy_timeout(HOLD),
            writers: writers.clone(),
        };
        let requested = Arc::new(Notify::new());
        requested.notify_one();
        let task = tokio::spawn(log.clone().truncate_when(Arc::clone(&requested)));
        Self {
            log,
            requested,
            task,
        }
    }

    /// Truncates the log as soon as possible, in the background. It waits for the writer, so a
    /// transaction may call this before its commit. Then the log is truncated even if the request
    /// that waits for the commit is cancelled.
    pub(super) fn truncate_soon(&self) {
        self.requested.notify_one();
    }

    /// Truncates the log now, or soon if a reader prevents it.
    pub(super) async fn truncate(&self) {
        if !matches!(self.log.truncate().await, Ok(true)) {
            self.truncate_soon();
        }
    }

    /// Stops the background task after one last attempt.
    pub(super) async fn close(&self) {
        self.task.abort();
        let _ = self.log.truncate().await;
    }
}

impl Drop for WriteAheadLog {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Log {
    async fn truncate_when(self, requested: Arc<Notify>) {
        loop {
            requested.notified().await;
            let mut pause = SHORTEST_PAUSE;
            loop {
                let outcome = self.truncate().await;
                if matches!(outcome, Ok(true)) {
                    break;
                }
                if pause < LONGEST_PAUSE && pause * 2 >= LONGEST_PAUSE {
                    let error = outcome.err().map(tracing::field::display);
                    tracing::warn!(
                        error,
                        "deleted key material may be in the write-ahead log until it can be truncated; long reads may prevent that"
                    );
                }
                tokio::time::sleep(pause).await;
                pause = LONGEST_PAUSE.min(pause * 2);
            }
        }
    }

    /// Tries to truncate the log. False if a reader prevents it.
    async fn truncate(&self) -> sqlx::Result<bool> {
        // A new connection each time: one that found the files read-only never checks again.
        let mut connection = SqliteConnection::connect_with(&self.connect).await?;
        // Most of the work. It blocks no other connection.
        checkpoint(&mut connection, "PRAGMA wal_checkpoint(PASSIVE)").await?;
        let _permit = self.writers.permit().await?;
        let _writer = self.writers.pool().acquire().await?;
        let is_complete = checkpoint(&mut connection, "PRAGMA wal_checkpoint(TRUNCATE)").await?;
        connection.close().await?;
        Ok(is_complete)
    }
}

/// Whether the checkpoint was complete.
async fn checkpoint(connection: &mut SqliteConnection, pragma: &'static str) -> sqlx::Result<bool> {
    let is_busy: i64 = sqlx::query_scalar(pragma).fetch_one(connection).await?;
    Ok(is_busy == 0)
}

//! The write-ahead log of a SQLite file, and how what was deleted leaves it.
//!
//! Deleted rows are overwritten in the file, but older copies of their pages stay in the log until
//! it is emptied. A reader that is at work for long (an export, say) holds that up, so nobody waits
//! for it: a task tries again until it is done. What a process leaves behind that is killed before,
//! the next one finds when it opens the file.

use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection as _, Sqlite, SqliteConnection};
use tokio::sync::Notify;
use tokio::task::JoinHandle;

use super::lease::Leases;

/// How long an attempt waits for readers, and holds up writers meanwhile: most queries end in that
/// time, and nobody notices it.
const HOLD: Duration = Duration::from_millis(10);

/// The pauses between attempts grow from this…
const SHORTEST_PAUSE: Duration = Duration::from_millis(10);

/// …to that.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// The write-ahead log of an open file.
#[derive(Debug)]
pub(super) struct WriteAheadLog {
    log: Log,
    wanted: Arc<Notify>,
    emptying: JoinHandle<()>,
}

#[derive(Debug, Clone)]
struct Log {
    connect: SqliteConnectOptions,
    writers: Leases<Sqlite>,
}

impl WriteAheadLog {
    /// Begins with emptying what another process may have left.
    pub(super) fn open(connect: &SqliteConnectOptions, writers: &Leases<Sqlite>) -> Self {
        let log = Log {
            connect: connect.clone().busy_timeout(HOLD),
            writers: writers.clone(),
        };
        let wanted = Arc::new(Notify::new());
        wanted.notify_one();
        let emptying = tokio::spawn(log.clone().empty_when(Arc::clone(&wanted)));
        Self {
            log,
            wanted,
            emptying,
        }
    }

    /// Has the log emptied as soon as can be, without waiting for it. A transaction that asks for it
    /// before its commit may be sure that what it writes is included, even where whoever waits for
    /// the commit goes away meanwhile: the log is emptied when the writer is free.
    pub(super) fn empty_soon(&self) {
        self.wanted.notify_one();
    }

    /// Empties the log now, or soon where readers are in the way.
    pub(super) async fn empty(&self) {
        if !matches!(self.log.empty().await, Ok(true)) {
            self.empty_soon();
        }
    }

    /// Tries a last time, and no more.
    pub(super) async fn close(&self) {
        self.emptying.abort();
        let _ = self.log.empty().await;
    }
}

impl Drop for WriteAheadLog {
    fn drop(&mut self) {
        self.emptying.abort();
    }
}

impl Log {
    async fn empty_when(self, wanted: Arc<Notify>) {
        loop {
            wanted.notified().await;
            let mut pause = SHORTEST_PAUSE;
            loop {
                let outcome = self.empty().await;
                if matches!(outcome, Ok(true)) {
                    break;
                }
                if pause < LONGEST_PAUSE && pause * 2 >= LONGEST_PAUSE {
                    let error = outcome.err().map(tracing::field::display);
                    tracing::warn!(
                        error,
                        "deleted key material may be in the write-ahead log until it can be emptied; readers may be in the way"
                    );
                }
                tokio::time::sleep(pause).await;
                pause = LONGEST_PAUSE.min(pause * 2);
            }
        }
    }

    /// Tries to empty the log. False where readers are in the way.
    async fn empty(&self) -> sqlx::Result<bool> {
        // A connection of its own each time: what it was told of the files, it believes for ever.
        let mut connection = SqliteConnection::connect_with(&self.connect).await?;
        // Nearly all of the work, which holds up nobody.
        checkpoint(&mut connection, "PRAGMA wal_checkpoint(PASSIVE)").await?;
        let _permit = self.writers.permit().await?;
        let _writer = self.writers.pool().acquire().await?;
        let is_empty = checkpoint(&mut connection, "PRAGMA wal_checkpoint(TRUNCATE)").await?;
        connection.close().await?;
        Ok(is_empty)
    }
}

/// Whether nothing was in the way of this checkpoint.
async fn checkpoint(connection: &mut SqliteConnection, pragma: &'static str) -> sqlx::Result<bool> {
    let is_busy: i64 = sqlx::query_scalar(pragma).fetch_one(connection).await?;
    Ok(is_busy == 0)
}

//! Whether the database responds, checked on a separate connection: a pool that requests use up does
//! not make a server unready.

use std::sync::Arc;

use sqlx::{Connection, Database, Executor};
use tokio::sync::Mutex;

type Options<DB> = <<DB as Database>::Connection as Connection>::Options;

/// A connection that only [`ask`](Self::ask) uses.
#[derive(Debug)]
pub(super) struct Probe<DB: Database> {
    options: Options<DB>,
    query: &'static str,
    connection: Arc<Mutex<Option<DB::Connection>>>,
}

impl<DB: Database> Clone for Probe<DB> {
    fn clone(&self) -> Self {
        Self {
            options: self.options.clone(),
            query: self.query,
            connection: Arc::clone(&self.connection),
        }
    }
}

impl<DB: Database> Probe<DB>
where
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
{
    /// A probe that connects when it is first asked.
    pub(super) fn new(options: Options<DB>, query: &'static str) -> Self {
        Self {
            options,
            query,
            connection: Arc::default(),
        }
    }

    /// Runs the query. A connection that fails, or whose caller gives up, is not used again.
    pub(super) async fn ask(&self) -> sqlx::Result<()> {
        let mut kept = self.connection.lock().await;
        // The database may have closed the connection since the last time.
        if let Some(mut connection) = kept.take()
            && connection.execute(self.query).await.is_ok()
        {
            *kept = Some(connection);
            return Ok(());
        }
        let mut connection = DB::Connection::connect_with(&self.options).await?;
        connection.execute(self.query).await?;
        *kept = Some(connection);
        Ok(())
    }

    /// Closes the connection.
    pub(super) async fn close(&self) {
        if let Some(connection) = self.connection.lock().await.take() {
            let _ = connection.close().await;
        }
    }
}

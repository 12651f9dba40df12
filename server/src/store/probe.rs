//! Whether the database can be read and written, checked on a separate connection: a pool that requests use up does
//! not make a server unready.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::{Connection, Database, Executor};
use tokio::sync::Mutex;

type Options<DB> = <<DB as Database>::Connection as Connection>::Options;

/// How long a connection is used. A new one notices what has changed since, such as a setting of the database.
const TENURE: Duration = Duration::from_secs(30);

/// A query of a probe.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) query: &'static str,
    /// Whether the database can be used in spite of this error.
    pub(super) tolerates: fn(&sqlx::Error) -> bool,
}

/// A connection that only [`ask`](Self::ask) uses.
#[derive(Debug)]
pub(super) struct Probe<DB: Database> {
    options: Options<DB>,
    steps: &'static [Step],
    kept: Arc<Mutex<Option<Kept<DB::Connection>>>>,
}

#[derive(Debug)]
struct Kept<C> {
    connection: C,
    since: Instant,
}

impl<DB: Database> Clone for Probe<DB> {
    fn clone(&self) -> Self {
        Self {
            options: self.options.clone(),
            steps: self.steps,
            kept: Arc::clone(&self.kept),
        }
    }
}

impl<DB: Database> Probe<DB>
where
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
{
    /// A probe that connects when it is first asked.
    pub(super) fn new(options: Options<DB>, steps: &'static [Step]) -> Self {
        Self {
            options,
            steps,
            kept: Arc::default(),
        }
    }

    /// Runs the steps. A connection that fails, or whose caller gives up, is not used again.
    pub(super) async fn ask(&self) -> sqlx::Result<()> {
        let mut place = self.kept.lock().await;
        // The database may have closed the connection since the last time.
        if let Some(mut kept) = place.take()
            && kept.since.elapsed() < TENURE
            && self.run(&mut kept.connection).await.is_ok()
        {
            *place = Some(kept);
            return Ok(());
        }
        let mut connection = DB::Connection::connect_with(&self.options).await?;
        self.run(&mut connection).await?;
        let since = Instant::now();
        *place = Some(Kept { connection, since });
        Ok(())
    }

    async fn run(&self, connection: &mut DB::Connection) -> sqlx::Result<()> {
        for Step { query, tolerates } in self.steps {
            match connection.execute(*query).await {
                Err(error) if !tolerates(&error) => return Err(error),
                Ok(_) | Err(_) => {}
            }
        }
        Ok(())
    }

    /// Closes the connection.
    pub(super) async fn close(&self) {
        if let Some(Kept { connection, .. }) = self.kept.lock().await.take() {
            let _ = connection.close().await;
        }
    }
}

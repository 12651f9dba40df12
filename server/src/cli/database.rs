//! Which database a command works on.

use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;

use super::Failure;
use super::database_error::{cannot_open, in_use, lock_of_other_user, missing};
use super::database_url::{DatabasePlace, DatabaseUrl};
use super::values::argument;
use crate::http::duration;
use crate::store::{
    self, Engine, LockError, PoolOptions, PostgresStore, ServerLock, SqliteStore, Store,
};

/// Which database a command works on, and its connections.
#[derive(Debug, Clone, Args)]
pub struct DatabaseArguments {
    /// The database: `sqlite:FILE`, or `postgres://USER@HOST/NAME`
    #[arg(
        long,
        env = "DATABASE_URL",
        hide_env_values = true,
        value_name = "URL",
        default_value = "sqlite:gateway.db"
    )]
    pub database: DatabaseUrl,

    /// The maximum number of connections to the database for requests. `/readyz` has a separate one
    #[arg(long, env = "GATEWAY_DATABASE_CONNECTIONS", value_name = "NUMBER", default_value = "16",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub database_connections: u32,

    /// How long to wait for a connection, or for the lock of a SQLite file
    #[arg(long, env = "GATEWAY_DATABASE_WAIT", value_name = "TIME", default_value = "3s",
          value_parser = duration)]
    pub database_wait: Duration,
}

/// An open store of one of the engines.
#[derive(Debug, Clone)]
pub enum Database {
    /// In a SQLite file.
    Sqlite(SqliteStore),
    /// In a PostgreSQL database.
    Postgres(PostgresStore),
}

/// Opens a database, does something with its store, and closes it.
macro_rules! with_store {
    ($opening:expr, $store:ident => $work:expr) => {
        match $opening.await? {
            $crate::cli::Database::Sqlite($store) => {
                let done = $work;
                $crate::cli::database::close(&$store).await;
                done
            }
            $crate::cli::Database::Postgres($store) => {
                let done = $work;
                $crate::cli::database::close(&$store).await;
                done
            }
        }
    };
}

pub(super) use with_store;

/// Closes a store. Does not wait for a database that no longer responds.
pub(super) async fn close(store: &Store<impl Engine>) {
    const PATIENCE: Duration = Duration::from_secs(5);
    let _ = tokio::time::timeout(PATIENCE, store.close()).await;
}

impl DatabaseArguments {
    /// Opens a database that exists and has the tables of this version.
    ///
    /// # Errors
    ///
    /// It does not exist, has other tables, or cannot be opened. The message names it without its
    /// password.
    pub async fn open(&self) -> Result<Database, Failure> {
        let place = self.place()?;
        let opened = match &place {
            DatabasePlace::Sqlite(path) if !path.exists() => return Err(missing(path)),
            DatabasePlace::Sqlite(path) => SqliteStore::open(path, self.options())
                .await
                .map(Database::Sqlite),
            DatabasePlace::Postgres(url) => PostgresStore::open(url, self.options())
                .await
                .map(Database::Postgres),
        };
        opened.map_err(|error| cannot_open(&place, error))
    }

    /// Creates a SQLite file that does not exist, upgrades the tables to this version, and returns
    /// how many migrations that took.
    ///
    /// # Errors
    ///
    /// The database cannot be opened, or its tables are not of this server. The message names it
    /// without its password.
    pub async fn migrate(&self) -> Result<u64, Failure> {
        let place = self.place()?;
        let migrated = match &place {
            DatabasePlace::Sqlite(path) => SqliteStore::migrate(path, self.options()).await,
            DatabasePlace::Postgres(url) => PostgresStore::migrate(url, self.options()).await,
        };
        migrated.map_err(|error| cannot_open(&place, error))
    }

    /// Upgrades the tables, and opens the database.
    ///
    /// # Errors
    ///
    /// As [`migrate`](Self::migrate).
    pub async fn open_and_migrate(&self) -> Result<Database, Failure> {
        self.migrate().await?;
        self.open().await
    }

    const fn options(&self) -> PoolOptions {
        PoolOptions {
            connections: self.database_connections,
            wait: self.database_wait,
        }
    }

    /// The file of a SQLite database.
    ///
    /// # Errors
    ///
    /// The address is invalid.
    pub fn file(&self) -> Result<Option<PathBuf>, Failure> {
        Ok(match self.place()? {
            DatabasePlace::Sqlite(path) => Some(path),
            DatabasePlace::Postgres(_) => None,
        })
    }

    /// The file of a SQLite database, which must exist.
    ///
    /// # Errors
    ///
    /// The address is invalid, or the file does not exist.
    pub(super) fn existing_file(&self) -> Result<Option<PathBuf>, Failure> {
        match self.file()? {
            Some(path) if !path.exists() => Err(missing(&path)),
            file => Ok(file),
        }
    }

    /// Takes the lock of the server that serves a SQLite file. Waits for a server that is about to stop.
    ///
    /// # Errors
    ///
    /// The address is invalid, or another server still has the lock after `--database-wait`.
    pub(super) async fn lock(&self) -> Result<Option<ServerLock>, Failure> {
        let Some(path) = self.file()? else {
            return Ok(None);
        };
        let is_taken = |error: &LockError| matches!(error, LockError::Taken(_));
        match self.wait_for(|| ServerLock::take(&path), is_taken).await {
            Ok(lock) => Ok(Some(lock)),
            Err(LockError::Taken(process)) => Err(in_use(&path, process)),
            // Opening the file reports a missing folder.
            Err(LockError::Impossible(_, error)) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(LockError::Impossible(file, error)) => {
                tracing::warn!(
                    cause = error.to_string(),
                    "{} cannot be locked; make sure that no other server uses the database",
                    file.display()
                );
                Ok(None)
            }
            Err(LockError::NotAFile(file)) => Err(Failure::new(format!(
                "{} should be an ordinary file with one name; remove it while no server uses the database",
                file.display()
            ))),
            Err(LockError::Denied(file)) => Err(lock_of_other_user(&path, &file)),
        }
    }

    /// Takes a lock. While another process has it, tries again for the time of `--database-wait`.
    ///
    /// # Errors
    ///
    /// As the last attempt.
    pub(super) async fn wait_for<T, E>(
        &self,
        take: impl Fn() -> Result<T, E>,
        is_taken: impl Fn(&E) -> bool,
    ) -> Result<T, E> {
        const PAUSE: Duration = Duration::from_millis(50);
        let begun = Instant::now();
        loop {
            match take() {
                Err(error) if is_taken(&error) && begun.elapsed() < self.database_wait => {
                    tokio::time::sleep(PAUSE).await;
                }
                taken => return taken,
            }
        }
    }

    /// Warns if other users may read the files of a SQLite database, or if it has another name, under which a second server
    /// would damage it.
    ///
    /// # Errors
    ///
    /// The address is invalid.
    pub(super) fn warn_if_exposed(&self) -> Result<(), Failure> {
        let Some(path) = self.file()? else {
            return Ok(());
        };
        let database = store::real(&path).unwrap_or(path);
        if std::fs::metadata(&database).is_ok_and(|file| file.nlink() > 1) {
            tracing::warn!(
                "{} has several names (hard links); a server for each of them would damage it",
                database.display()
            );
        }
        let exposed = ["", "-wal", "-shm"].map(|suffix| {
            let file = store::beside(&database, suffix);
            let metadata = std::fs::metadata(&file).ok()?;
            let is_exposed = metadata.mode() & 0o044 != 0;
            is_exposed.then(|| argument(&file.to_string_lossy()).into_owned())
        });
        let exposed: Vec<String> = exposed.into_iter().flatten().collect();
        if !exposed.is_empty() {
            let files = exposed.join(" ");
            tracing::warn!("other users may read the database: chmod 600 {files}");
        }
        Ok(())
    }

    /// Which database it is.
    ///
    /// # Errors
    ///
    /// The address is invalid.
    pub(super) fn place(&self) -> Result<DatabasePlace, Failure> {
        let place = self.database.place();
        place.map_err(|problem| {
            Failure::wrong_usage(format!("--database or DATABASE_URL: {problem}"))
        })
    }
}

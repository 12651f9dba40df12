//! Which database a command works on.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::Failure;
use super::database_url::{DatabasePlace, DatabaseUrl};
use crate::http::duration;
use crate::store::{PoolOptions, PostgresStore, SqliteStore, Store};

/// Which database a command works on, and how.
#[derive(Debug, Clone, Args)]
pub struct DatabaseArguments {
    /// The database: `sqlite:FILE`, which is made where it is missing, or `postgres://USER@HOST/NAME`
    #[arg(
        long,
        env = "DATABASE_URL",
        hide_env_values = true,
        value_name = "URL",
        default_value = "sqlite:gateway.db"
    )]
    pub database: DatabaseUrl,

    /// How many connections to the database there are at most
    #[arg(long, env = "GATEWAY_DATABASE_CONNECTIONS", value_name = "NUMBER", default_value = "16",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub database_connections: u32,

    /// How long to wait for a connection, or for SQLite's lock
    #[arg(long, env = "GATEWAY_DATABASE_WAIT", value_name = "TIME", default_value = "3s",
          value_parser = duration)]
    pub database_wait: Duration,
}

/// A store that was opened: one of each engine.
#[derive(Debug, Clone)]
pub enum Database {
    /// In a SQLite file.
    Sqlite(SqliteStore),
    /// In a PostgreSQL database.
    Postgres(PostgresStore),
}

/// Opens the database of some arguments, does something with its store, and closes it.
macro_rules! with_store {
    ($arguments:expr, $store:ident => $work:expr) => {
        match $arguments.open().await? {
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

/// Closes a store; a database that does not response any more is not waited for.
pub(super) async fn close(store: &impl Store) {
    const PATIENCE: Duration = Duration::from_secs(5);
    let _ = tokio::time::timeout(PATIENCE, store.close()).await;
}

impl DatabaseArguments {
    /// Opens the database, and brings its tables up to date.
    ///
    /// # Errors
    ///
    /// It cannot be opened; the message names it without its password.
    pub async fn open(&self) -> Result<Database, Failure> {
        let options = PoolOptions {
            connections: self.database_connections,
            wait: self.database_wait,
        };
        let place = self.place()?;
        let opened = match &place {
            DatabasePlace::Sqlite(path) => {
                SqliteStore::open(path, options).await.map(Database::Sqlite)
            }
            DatabasePlace::Postgres(url) => PostgresStore::open(url, options)
                .await
                .map(Database::Postgres),
        };
        opened.map_err(|error| {
            let cause = Failure::from(error);
            Failure::new(format!(
                "cannot open the database {place}: {cause}\n{}",
                advice(&place)
            ))
        })
    }

    /// The file that the database is in, where it is in one.
    ///
    /// # Errors
    ///
    /// The address is none.
    pub fn file(&self) -> Result<Option<PathBuf>, Failure> {
        Ok(match self.place()? {
            DatabasePlace::Sqlite(path) => Some(path),
            DatabasePlace::Postgres(_) => None,
        })
    }

    /// Expects a database that is there already: what only reads makes none.
    ///
    /// # Errors
    ///
    /// There is no such file, or the address is none.
    pub fn expect_one(&self) -> Result<(), Failure> {
        match self.file()? {
            Some(path) if !path.exists() => Err(Failure::new(format!(
                "there is no database {}; `--database` or DATABASE_URL names another one",
                path.display()
            ))),
            Some(_) | None => Ok(()),
        }
    }

    fn place(&self) -> Result<DatabasePlace, Failure> {
        let place = self.database.place();
        place.map_err(|problem| {
            Failure::wrong_usage(format!("--database or DATABASE_URL: {problem}"))
        })
    }
}

/// What may help where a database cannot be opened.
const fn advice(place: &DatabasePlace) -> &'static str {
    match place {
        DatabasePlace::Sqlite(_) => {
            "Is its folder there, and may this user write to it? `--database` names another file."
        }
        DatabasePlace::Postgres(_) => {
            "Does it run there, and do user, password and name fit? `--database` or DATABASE_URL names it; \
             in a password, `@ : / ? # %` are written as %40 %3A %2F %3F %23 %25."
        }
    }
}

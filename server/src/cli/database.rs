//! Which database a command works on.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use clap::Args;

use super::Failure;
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
          value_parser = humantime::parse_duration)]
    pub database_wait: Duration,
}

/// The address of a database.
#[derive(Clone, PartialEq, Eq)]
pub enum DatabaseUrl {
    /// A SQLite file.
    Sqlite(PathBuf),
    /// The URL of a PostgreSQL database. It may hold a password.
    Postgres(String),
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

/// Closes a store; a database that does not answer any more is not waited for.
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
        let opened = match &self.database {
            DatabaseUrl::Sqlite(path) => {
                SqliteStore::open(path, options).await.map(Database::Sqlite)
            }
            DatabaseUrl::Postgres(url) => PostgresStore::open(url, options)
                .await
                .map(Database::Postgres),
        };
        opened.map_err(|error| {
            let cause = Failure::from(error);
            Failure::new(format!(
                "cannot open the database {}: {cause}\n{}",
                self.database,
                self.database.advice()
            ))
        })
    }

    /// The folder that files beside the database belong into: that of a SQLite file, otherwise the
    /// current one.
    pub fn folder(&self) -> &Path {
        match &self.database {
            DatabaseUrl::Sqlite(path) => path.parent().unwrap_or(Path::new("")),
            DatabaseUrl::Postgres(_) => Path::new(""),
        }
    }
}

impl DatabaseUrl {
    const fn advice(&self) -> &'static str {
        match self {
            Self::Sqlite(_) => {
                "Is its folder there, and may this user write to it? `--database` names another file."
            }
            Self::Postgres(_) => {
                "Does it run there, and do user, password and name fit? `--database` or DATABASE_URL names it."
            }
        }
    }
}

impl FromStr for DatabaseUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((scheme, rest)) = text.split_once(':') else {
            return Err(format!("expected `sqlite:{text}`, or `postgres://…`"));
        };
        match scheme {
            "postgres" | "postgresql" => Ok(Self::Postgres(text.to_owned())),
            "sqlite" => {
                let path = rest.strip_prefix("//").unwrap_or(rest);
                if path.is_empty() {
                    return Err("expected the name of a file after `sqlite:`".to_owned());
                }
                Ok(Self::Sqlite(path.into()))
            }
            // What stands here may be a part of a password, so it is not repeated.
            _ => Err("expected `sqlite:FILE` or `postgres://USER@HOST/NAME`".to_owned()),
        }
    }
}

/// The address without user and password.
impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => write!(f, "sqlite:{}", path.display()),
            Self::Postgres(url) => {
                let address = url.split_once("://").map_or("", |(_, address)| address);
                let place = address.rsplit_once('@').map_or(address, |(_, place)| place);
                let place = place.split_once('?').map_or(place, |(place, _)| place);
                write!(f, "postgres://{place}")
            }
        }
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::DatabaseUrl;

    #[test]
    fn an_address_is_shown_without_its_password() {
        let cases = [
            ("sqlite:gateway.db", "sqlite:gateway.db"),
            ("sqlite:///var/lib/gateway.db", "sqlite:/var/lib/gateway.db"),
            ("postgres://db/gateway", "postgres://db/gateway"),
            (
                "postgres://me:s3c@ret@db:5433/gateway?password=s3cret",
                "postgres://db:5433/gateway",
            ),
            ("postgresql:host=db password=s3cret", "postgres://"),
        ];
        for (text, shown) in cases {
            let url: DatabaseUrl = text.parse().unwrap();
            assert_eq!(url.to_string(), shown);
            assert_eq!(format!("{url:?}"), shown);
        }
    }

    #[test]
    fn what_is_no_address_is_told_without_repeating_secrets() {
        for text in ["gateway.db", "sqlite:", "mysql://me:s3cret@db/gateway"] {
            let error = text.parse::<DatabaseUrl>().unwrap_err();
            assert!(
                error.starts_with("expected") && !error.contains("s3cret"),
                "{error}"
            );
        }
    }
}

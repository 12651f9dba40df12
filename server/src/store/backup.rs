//! Copies of a SQLite file.

use std::path::Path;
use std::time::Duration;

use sqlx::Connection as _;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use super::{OpenError, SqliteStore};

impl SqliteStore {
    /// Copies a file, as of one moment, into an empty file. Servers and commands can use the database meanwhile, and
    /// its tables may belong to another version.
    ///
    /// # Errors
    ///
    /// The file is not a database or has no tables, or the copy cannot be written.
    pub async fn back_up(
        path: &Path,
        empty: &Path,
        wait: Duration,
    ) -> std::result::Result<(), OpenError> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .busy_timeout(wait);
        let mut connection = SqliteConnection::connect_with(&options).await?;
        let tables = "SELECT count(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'";
        let tables: i64 = sqlx::query_scalar(tables)
            .fetch_one(&mut connection)
            .await?;
        if tables == 0 {
            return Err(OpenError::NoTables);
        }
        // A relative path could begin with `file:`, which SQLite reads as a URL.
        let empty = std::path::absolute(empty).map_err(sqlx::Error::Io)?;
        let empty = empty.to_str().ok_or_else(|| {
            sqlx::Error::Configuration("the name of the copy is not valid UTF-8".into())
        })?;
        sqlx::query("VACUUM INTO ?")
            .bind(empty)
            .execute(&mut connection)
            .await?;
        Ok(connection.close().await?)
    }
}

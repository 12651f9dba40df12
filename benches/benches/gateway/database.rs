//! The databases of the servers: filled with records, and removed after the measurement.

use std::path::Path;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, Connection as _, Executor as _};
use tempfile::TempDir;

use crate::data;

/// A SQLite file in a temporary folder.
pub(crate) struct Sqlite {
    folder: TempDir,
}

impl Sqlite {
    pub(crate) async fn filled() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        data::into_sqlite(&file(folder.path())).await;
        Self { folder }
    }

    pub(crate) fn url(&self) -> String {
        format!("sqlite:{}", file(self.folder.path()).display())
    }
}

fn file(folder: &Path) -> std::path::PathBuf {
    folder.join("gateway.db")
}

/// A separate database on a PostgreSQL server.
pub(crate) struct Postgres {
    administrator: PgConnection,
    name: String,
    url: String,
    is_here: bool,
}

impl Postgres {
    /// Creates a database on the server at GATEWAY_TEST_DATABASE_URL. `None` if that is not set.
    pub(crate) async fn filled() -> Option<Self> {
        let url = std::env::var("GATEWAY_TEST_DATABASE_URL").ok()?;
        let options: PgConnectOptions = url.parse().expect("GATEWAY_TEST_DATABASE_URL is a URL");
        let is_here = matches!(options.get_host(), "127.0.0.1" | "localhost" | "::1");
        let mut administrator = PgConnection::connect_with(&options)
            .await
            .expect("GATEWAY_TEST_DATABASE_URL is the URL of a PostgreSQL server");
        let name = format!("gateway_bench_{}", std::process::id());
        let create = AssertSqlSafe(format!("CREATE DATABASE {name}"));
        let created = administrator.execute(create).await;
        created.expect("its user may create databases");
        let (server, _) = url.rsplit_once('/').expect("the URL names a database");
        let url = format!("{server}/{name}");
        data::into_postgres(&url).await;
        Some(Self {
            administrator,
            name,
            url,
            is_here,
        })
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// The processes that serve the connections to this database, if they run on this machine.
    pub(crate) async fn processes(&mut self) -> Vec<u32> {
        if !self.is_here {
            return Vec::new();
        }
        let query = sqlx::query_scalar("SELECT pid FROM pg_stat_activity WHERE datname = $1");
        let processes = query.bind(&self.name).fetch_all(&mut self.administrator);
        let processes: Vec<i32> = processes.await.expect("PostgreSQL lists its processes");
        processes.into_iter().map(i32::cast_unsigned).collect()
    }

    pub(crate) async fn drop(mut self) {
        let drop = AssertSqlSafe(format!("DROP DATABASE {} WITH (FORCE)", self.name));
        let dropped = self.administrator.execute(drop).await;
        dropped.expect("the database can be dropped");
    }
}

//! A database for one test: a file in a temporary folder, or a PostgreSQL database that is dropped
//! afterwards, even if the test panics.

use std::path::{Path, PathBuf};
use std::time::Duration;

use gateway_server::store::{
    self, OpenError, PoolOptions, PostgresEngine, PostgresStore, SqliteEngine, SqliteStore, Store,
};
use sqlx::migrate::Migrator;
use sqlx::postgres::PgPoolOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use sqlx::{
    AssertSqlSafe, Connection as _, Executor as _, PgConnection, PgPool, Row as _, SqlitePool,
};
use tempfile::TempDir;

/// The variable with the administrator's URL for the PostgreSQL cluster, set by `with-postgres`.
pub const URL: &str = "GATEWAY_TEST_DATABASE_URL";

/// The default options of stores in tests.
pub const OPTIONS: PoolOptions = PoolOptions {
    connections: 4,
    wait: Duration::from_secs(10),
};

/// A store, and a connection to its database for raw SQL.
pub struct Database<S: Engine> {
    pub store: Store<S::Engine>,
    pub place: Place,
    plain: Plain,
}

/// The location of a database.
pub enum Place {
    /// A file, in a folder that is removed on drop.
    File { path: PathBuf, folder: TempDir },
    /// A database that is dropped with this value.
    Url(OwnDatabase),
}

/// A connection for raw SQL.
enum Plain {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

/// The differences between the engines for a test.
pub trait Engine {
    const NAME: &'static str;

    type Engine: store::Engine;

    /// Creates an empty location.
    fn new_place() -> impl Future<Output = Place> + Send;

    /// Opens a store. Its database must have the tables of this version.
    fn open_only(
        place: &Place,
    ) -> impl Future<Output = Result<Store<Self::Engine>, OpenError>> + Send;

    /// Creates or upgrades the tables, and opens a store.
    fn open_at(
        place: &Place,
        options: PoolOptions,
    ) -> impl Future<Output = Result<Store<Self::Engine>, OpenError>> + Send;
}

impl Engine for SqliteStore {
    const NAME: &'static str = "sqlite";

    type Engine = SqliteEngine;

    async fn new_place() -> Place {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("gateway.db");
        Place::File { path, folder }
    }

    async fn open_only(place: &Place) -> Result<Self, OpenError> {
        Self::open(place.path(), OPTIONS).await
    }

    async fn open_at(place: &Place, options: PoolOptions) -> Result<Self, OpenError> {
        Self::migrate(place.path(), options).await?;
        Self::open(place.path(), options).await
    }
}

impl Engine for PostgresStore {
    const NAME: &'static str = "postgres";

    type Engine = PostgresEngine;

    async fn new_place() -> Place {
        let admin = std::env::var(URL).unwrap_or_else(|_| {
            panic!("{URL} is not set: run the tests with server/tests/with-postgres")
        });
        Place::Url(OwnDatabase::create(&admin).await)
    }

    async fn open_only(place: &Place) -> Result<Self, OpenError> {
        Self::open(place.url(), OPTIONS).await
    }

    async fn open_at(place: &Place, options: PoolOptions) -> Result<Self, OpenError> {
        Self::migrate(place.url(), options).await?;
        Self::open(place.url(), options).await
    }
}

impl Place {
    /// The path of the file.
    pub fn path(&self) -> &Path {
        match self {
            Self::File { path, .. } => path,
            Self::Url(_) => panic!("PostgreSQL has no file"),
        }
    }

    /// The URL of the database.
    pub fn url(&self) -> &str {
        match self {
            Self::File { .. } => panic!("SQLite has no URL"),
            Self::Url(database) => &database.url,
        }
    }

    /// Creates the tables of an older version.
    pub async fn migrate_to(&self, version: i64) {
        let up_to = |migrator: Migrator| {
            let migrations = migrator.iter().filter(|it| it.version <= version);
            Migrator::with_migrations(migrations.cloned().collect())
        };
        let done = match self.plain() {
            Plain::Sqlite(pool) => {
                let migrator = up_to(sqlx_macros::migrate!("migrations/sqlite"));
                migrator.run(&pool).await
            }
            Plain::Postgres(pool) => {
                let migrator = up_to(sqlx_macros::migrate!("migrations/postgres"));
                migrator.run(&pool).await
            }
        };
        done.expect("the tables");
    }

    /// A connection for raw SQL. It connects when it is used.
    fn plain(&self) -> Plain {
        match self {
            Self::File { path, .. } => {
                let options = SqliteConnectOptions::new().filename(path);
                let options = options.create_if_missing(true);
                let pool = SqlitePoolOptions::new().max_connections(1);
                Plain::Sqlite(pool.connect_lazy_with(options.foreign_keys(true)))
            }
            Self::Url(database) => {
                let pool = PgPoolOptions::new().max_connections(1);
                Plain::Postgres(pool.connect_lazy(&database.url).expect("a URL"))
            }
        }
    }
}

impl Plain {
    async fn execute(&self, sql: &str) {
        let statements = sqlx::raw_sql(AssertSqlSafe(sql.to_owned()));
        let done = match self {
            Self::Sqlite(pool) => statements.execute(pool).await.map(drop),
            Self::Postgres(pool) => statements.execute(pool).await.map(drop),
        };
        done.unwrap_or_else(|error| panic!("{error}: {sql}"));
    }
}

impl<S: Engine> Database<S> {
    /// A database with empty tables.
    pub async fn new() -> Self {
        Self::with_options(OPTIONS).await
    }

    pub async fn with_options(options: PoolOptions) -> Self {
        let place = S::new_place().await;
        let store = S::open_at(&place, options).await.expect("a store");
        let plain = place.plain();
        Self {
            store,
            place,
            plain,
        }
    }

    /// A database with the tables of an older version and these rows, upgraded to this version.
    pub async fn upgraded_from(version: i64, rows: &str) -> Self {
        let place = S::new_place().await;
        place.migrate_to(version).await;
        let plain = place.plain();
        plain.execute(rows).await;
        let store = S::open_at(&place, OPTIONS).await.expect("a store");
        Self {
            store,
            place,
            plain,
        }
    }

    /// Another store for the same database, as another server would have.
    pub async fn another_store(&self) -> Store<S::Engine> {
        S::open_at(&self.place, OPTIONS).await.expect("a store")
    }

    /// Executes SQL statements.
    pub async fn execute(&self, sql: &str) {
        self.plain.execute(sql).await;
    }

    /// The integer that a query returns.
    pub async fn number(&self, sql: &str) -> i64 {
        let sql = AssertSqlSafe(sql.to_owned());
        let number = match &self.plain {
            Plain::Sqlite(pool) => sqlx::query_scalar(sql).fetch_one(pool).await,
            Plain::Postgres(pool) => sqlx::query_scalar(sql).fetch_one(pool).await,
        };
        number.expect("a number")
    }

    /// The steps of a query plan, indented.
    pub async fn plan(&self, explain: &str) -> Vec<String> {
        let explain = AssertSqlSafe(explain.to_owned());
        let steps = match &self.plain {
            // The columns are id, parent, an unused one, and the text.
            Plain::Sqlite(pool) => {
                let steps = sqlx::raw_sql(explain).fetch_all(pool).await;
                steps.map(|steps| steps.iter().map(|step| step.get(3)).collect())
            }
            Plain::Postgres(pool) => {
                let steps = sqlx::raw_sql(explain).fetch_all(pool).await;
                steps.map(|steps| steps.iter().map(|step| step.get(0)).collect())
            }
        };
        steps.expect("a plan")
    }

    /// The strings that a query returns.
    pub async fn texts(&self, sql: &str) -> Vec<String> {
        let sql = AssertSqlSafe(sql.to_owned());
        let texts = match &self.plain {
            Plain::Sqlite(pool) => sqlx::query_scalar(sql).fetch_all(pool).await,
            Plain::Postgres(pool) => sqlx::query_scalar(sql).fetch_all(pool).await,
        };
        texts.expect("strings")
    }
}

/// A PostgreSQL database, dropped with this value.
pub struct OwnDatabase {
    pub url: String,
    admin: String,
    name: String,
}

impl OwnDatabase {
    async fn create(admin: &str) -> Self {
        let name = format!("gateway_test_{}", uuid::Uuid::now_v7().simple());
        let mut connection = PgConnection::connect(admin)
            .await
            .unwrap_or_else(|error| panic!("{URL}: {error}"));
        let create = AssertSqlSafe(format!("CREATE DATABASE {name}"));
        connection.execute(create).await.expect("a new database");
        connection.close().await.expect("closed");
        let (server, _) = admin.rsplit_once('/').expect("a URL with a database");
        Self {
            url: format!("{server}/{name}"),
            admin: admin.to_owned(),
            name,
        }
    }
}

impl Drop for OwnDatabase {
    /// Uses another thread, because the caller may be inside a runtime.
    fn drop(&mut self) {
        let drop = AssertSqlSafe(format!("DROP DATABASE {} WITH (FORCE)", self.name));
        let admin = std::mem::take(&mut self.admin);
        let dropping = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .map_err(sqlx::Error::Io)?;
            runtime.block_on(async {
                let mut connection = PgConnection::connect(&admin).await?;
                connection.execute(drop).await
            })
        });
        match dropping.join() {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => eprintln!("the database {} was not dropped: {error}", self.name),
            Err(_) => eprintln!("the database {} was not dropped", self.name),
        }
    }
}

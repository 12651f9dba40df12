//! What a store needs of its engine: queries and transactions, with values of any type.

use std::sync::Arc;

use futures_util::TryStreamExt as _;
use futures_util::stream::BoxStream;
use serde_json::value::RawValue;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, FromRow, Postgres, Sqlite};

use super::pool::PooledTransaction;
use super::{Connections, Counted, RateLimit, Result};
use crate::amount::Amount;
use crate::timestamps::{Day, UnixMicros};

/// A value of a column.
#[derive(Clone)]
pub enum Value {
    Text(Option<String>),
    Integer(Option<i64>),
    Amount(Option<Amount>),
    Boolean(bool),
    Bytes(Vec<u8>),
    Document(Box<RawValue>),
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(Some(text.to_owned()))
    }
}

/// Conversions of what columns contain, with and without a value.
macro_rules! values {
    ($($type:ty: $variant:ident($it:ident => $value:expr);)*) => {
        $(
            impl From<$type> for Value {
                fn from($it: $type) -> Self {
                    Self::$variant(Some($value))
                }
            }

            impl From<Option<$type>> for Value {
                fn from(it: Option<$type>) -> Self {
                    Self::$variant(it.map(|$it| $value))
                }
            }
        )*
    };
}

values! {
    String: Text(it => it);
    i64: Integer(it => it);
    UnixMicros: Integer(it => it.0);
    Day: Integer(it => it.0);
    Amount: Amount(it => it);
}

impl From<Option<&str>> for Value {
    fn from(text: Option<&str>) -> Self {
        Self::Text(text.map(str::to_owned))
    }
}

impl From<bool> for Value {
    fn from(boolean: bool) -> Self {
        Self::Boolean(boolean)
    }
}

impl Value {
    /// How many bytes it uses on the heap.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Text(text) => text.as_ref().map_or(0, String::len),
            Self::Bytes(bytes) => bytes.len(),
            Self::Document(document) => document.get().len(),
            Self::Integer(_) | Self::Amount(_) | Self::Boolean(_) => 0,
        }
    }
}

/// A row that both engines can return.
pub trait AnyRow:
    for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin
{
}

impl<T> AnyRow for T where
    T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin
{
}

/// Differences in the SQL of the engines.
#[derive(Clone, Copy)]
pub struct Dialect {
    /// The first character of a parameter.
    pub(super) placeholder: char,
    /// Whether its number follows. SQLite treats `$1` and `?1` as names and looks each of them up
    /// among all names, which is slow.
    pub(super) is_numbered: bool,
    /// What follows a parameter that is a document.
    pub(super) as_document: &'static str,
    /// What follows a query that locks its rows. SQLite has one writer, so no row has to be locked.
    pub(super) locking: &'static str,
    /// The statement before entries of the audit table are written, if the engine has several writers.
    pub(super) lock_audit: Option<&'static str>,
}

/// Waits for the other transactions that write entries, until they end. Entries are written last, so a transaction with
/// this lock waits for no other one. A large load writes its entries and commits in this time. If a server hangs here,
/// the database gives up on it, and the others go on.
const LOCK_AUDIT: &str = "
    SELECT set_config('idle_in_transaction_session_timeout', '10s', TRUE),
        pg_advisory_xact_lock(7165067462155003)";

/// SQLite or PostgreSQL: the differences between the stores.
pub trait Engine: Clone + Send + Sync + 'static {
    /// A transaction.
    type Transaction: Transaction;

    /// Fetches the rows of a query, which must not change anything.
    fn fetch<T: AnyRow>(
        &self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> impl Future<Output = Result<Vec<T>>> + Send;

    /// Fetches the first row of such a query.
    fn fetch_first<T: AnyRow>(
        &self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> impl Future<Output = Result<Option<T>>> + Send {
        async move { Ok(self.fetch(sql, values).await?.into_iter().next()) }
    }

    /// Begins a transaction that changes a few records.
    fn begin(&self) -> impl Future<Output = Result<Self::Transaction>> + Send;

    /// Begins a transaction that loads. One load runs at a time.
    fn begin_load(&self) -> impl Future<Output = Result<Self::Transaction>> + Send;

    /// Begins a transaction that reads everything as of one moment.
    fn begin_export(&self) -> impl Future<Output = Result<Self::Transaction>> + Send;

    /// Is called before a commit that deletes key material.
    fn deletes_material(&self);

    /// Is called after a load.
    fn loaded(&self) -> impl Future<Output = ()> + Send;

    /// See [`Store::count_request`](super::Store::count_request).
    fn count_request(
        &self,
        key_hash: &str,
        limit: RateLimit,
        now: UnixMicros,
    ) -> impl Future<Output = Result<Counted>> + Send;

    /// See [`Store::ping`](super::Store::ping).
    fn ping(&self) -> impl Future<Output = Result<()>> + Send;

    /// See [`Store::connections`](super::Store::connections).
    fn connections(&self) -> Connections;

    /// See [`Store::close`](super::Store::close).
    fn close(&self) -> impl Future<Output = ()> + Send;
}

/// A transaction of one of the engines. It rolls back unless it is committed.
pub trait Transaction: Send {
    /// The differences in its SQL.
    const DIALECT: Dialect;

    /// Runs a statement and returns how many rows it changed.
    fn run(
        &mut self,
        sql: impl Into<Arc<str>> + Send,
        values: Vec<Value>,
    ) -> impl Future<Output = Result<u64>> + Send;

    /// Streams the rows of a query.
    fn stream<'t, T: AnyRow + 't>(
        &'t mut self,
        sql: impl Into<Arc<str>> + Send,
        values: Vec<Value>,
    ) -> BoxStream<'t, sqlx::Result<T>>;

    /// Commits.
    fn commit(self) -> impl Future<Output = Result<()>> + Send;

    /// Rolls back.
    fn roll_back(self) -> impl Future<Output = Result<()>> + Send;
}

/// Binds values to a query.
macro_rules! bind_all {
    ($query:expr, $values:expr) => {
        $values
            .into_iter()
            .fold($query, |query, value| match value {
                $crate::store::engine::Value::Text(text) => query.bind(text),
                $crate::store::engine::Value::Integer(integer) => query.bind(integer),
                $crate::store::engine::Value::Amount(amount) => query.bind(amount),
                $crate::store::engine::Value::Boolean(boolean) => query.bind(boolean),
                $crate::store::engine::Value::Bytes(bytes) => query.bind(bytes),
                $crate::store::engine::Value::Document(document) => {
                    query.bind(sqlx::types::Json(document))
                }
            })
    };
}

pub(super) use bind_all;

macro_rules! transaction {
    ($database:ty, $dialect:expr) => {
        impl Transaction for PooledTransaction<$database> {
            const DIALECT: Dialect = $dialect;

            async fn run(
                &mut self,
                sql: impl Into<Arc<str>> + Send,
                values: Vec<Value>,
            ) -> Result<u64> {
                let query = bind_all!(sqlx::query(AssertSqlSafe(sql.into())), values);
                Ok(query.execute(&mut **self).await?.rows_affected())
            }

            fn stream<'t, T: AnyRow + 't>(
                &'t mut self,
                sql: impl Into<Arc<str>> + Send,
                values: Vec<Value>,
            ) -> BoxStream<'t, sqlx::Result<T>> {
                bind_all!(sqlx::query_as(AssertSqlSafe(sql.into())), values).fetch(&mut **self)
            }

            async fn commit(self) -> Result<()> {
                Ok(self.transaction.commit().await?)
            }

            async fn roll_back(self) -> Result<()> {
                Ok(self.transaction.rollback().await?)
            }
        }
    };
}

transaction!(
    Sqlite,
    Dialect {
        placeholder: '?',
        is_numbered: false,
        as_document: "",
        locking: "",
        lock_audit: None,
    }
);
transaction!(
    Postgres,
    Dialect {
        placeholder: '$',
        is_numbered: true,
        as_document: "::json",
        locking: " FOR UPDATE",
        lock_audit: Some(LOCK_AUDIT),
    }
);

/// The first row of a query, or of a statement that returns rows.
pub(super) async fn first<T: AnyRow>(
    transaction: &mut impl Transaction,
    sql: impl Into<Arc<str>> + Send,
    values: Vec<Value>,
) -> Result<Option<T>> {
    let rows: Vec<T> = transaction.stream(sql, values).try_collect().await?;
    Ok(rows.into_iter().next())
}

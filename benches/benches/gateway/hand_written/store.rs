//! The queries, with the same SQL and the same pools as the gateway's.

use std::path::Path;
use std::time::Duration;

use sqlx::Connection as _;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::types::Json;

use super::models::Model;
use crate::types::{Page, Workspace};

/// The default of `gateway serve`.
const CONNECTIONS: u32 = 16;

/// The default of `gateway serve`.
const WAIT: Duration = Duration::from_secs(3);

/// The columns of a key that are checked.
#[derive(sqlx_macros::FromRow)]
pub(super) struct ApiKey {
    pub(super) organization_id: String,
    pub(super) is_management: bool,
    expires_at: Option<i64>,
    deleted_at: Option<i64>,
}

impl ApiKey {
    pub(super) fn is_valid(&self, now_in_microseconds: i64) -> bool {
        self.deleted_at.is_none() && self.expires_at.is_none_or(|end| now_in_microseconds < end)
    }
}

const API_KEY: &str =
    "SELECT organization_id, is_management, expires_at, deleted_at FROM api_keys WHERE hash = $1";

const MODEL: &str = "
    SELECT coalesce(variants.document, models.document)
    FROM model_names JOIN models ON models.id = model_names.model_id
    LEFT JOIN models AS variants ON model_names.name = $2 AND variants.id = models.id || $3
    WHERE model_names.name IN ($1, $2)
    ORDER BY CASE model_names.name WHEN $1 THEN 0 ELSE 1 END LIMIT 1";

const WORKSPACES: &str = "
    SELECT total, document FROM (
        SELECT count(*) AS total FROM workspaces WHERE organization_id = $1
    ) AS counted LEFT JOIN (
        SELECT * FROM workspaces WHERE organization_id = $1 ORDER BY id LIMIT $2 OFFSET $3
    ) AS item ON TRUE ORDER BY id";

/// The queries of the handlers. The SQL works on both PostgreSQL and SQLite.
pub(super) trait Store: Clone + Send + Sync + 'static {
    fn api_key(&self, hash: &str) -> impl Future<Output = sqlx::Result<Option<ApiKey>>> + Send;

    fn model(&self, name: &str) -> impl Future<Output = sqlx::Result<Option<Model>>> + Send;

    fn workspaces(
        &self,
        organization: &str,
        limit: i64,
        offset: i64,
    ) -> impl Future<Output = sqlx::Result<Page<Workspace>>> + Send;
}

macro_rules! store {
    ($pool:ty) => {
        impl Store for $pool {
            async fn api_key(&self, hash: &str) -> sqlx::Result<Option<ApiKey>> {
                sqlx::query_as(API_KEY)
                    .bind(hash)
                    .fetch_optional(self)
                    .await
            }

            async fn model(&self, name: &str) -> sqlx::Result<Option<Model>> {
                let (base, variant) = parts(name);
                let query = sqlx::query_scalar(MODEL)
                    .bind(name)
                    .bind(base)
                    .bind(variant);
                let row: Option<Json<Model>> = query.fetch_optional(self).await?;
                Ok(row.map(|Json(model)| model))
            }

            async fn workspaces(
                &self,
                organization: &str,
                limit: i64,
                offset: i64,
            ) -> sqlx::Result<Page<Workspace>> {
                let query = sqlx::query_as(WORKSPACES)
                    .bind(organization)
                    .bind(limit)
                    .bind(offset);
                let rows: Vec<(i64, Option<Json<Workspace>>)> = query.fetch_all(self).await?;
                let total_count = rows.first().map_or(0, |row| row.0);
                let items = rows.into_iter().filter_map(|row| row.1);
                Ok(Page {
                    data: items.map(|Json(workspace)| workspace).collect(),
                    total_count,
                })
            }
        }
    };
}

store!(SqlitePool);
store!(PgPool);

/// The name without its variant, and the variant with its colon.
fn parts(name: &str) -> (&str, &str) {
    let slug = name.find('/').map_or(0, |slash| slash + 1);
    match name[slug..].find(':') {
        Some(colon) => name.split_at(slug + colon),
        None => (name, ""),
    }
}

pub(super) fn sqlite(file: &Path) -> SqlitePool {
    let connect = SqliteConnectOptions::new()
        .filename(file)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(WAIT)
        .pragma("secure_delete", "ON")
        .pragma("cache_size", "-16384");
    SqlitePoolOptions::new()
        .max_connections(CONNECTIONS)
        .acquire_timeout(WAIT)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .connect_lazy_with(connect)
}

pub(super) fn postgres(url: &str) -> sqlx::Result<PgPool> {
    let connect: PgConnectOptions = url.parse()?;
    Ok(PgPoolOptions::new()
        .max_connections(CONNECTIONS)
        .acquire_timeout(WAIT)
        .test_before_acquire(false)
        .before_acquire(|connection, meta| {
            Box::pin(async move {
                let slept = meta.idle_for.as_secs() >= 1;
                Ok(!slept || connection.ping().await.is_ok())
            })
        })
        .connect_lazy_with(connect))
}

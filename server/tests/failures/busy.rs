//! Databases without a free connection or lock.

use std::time::{Duration, Instant};

use gateway_server::store::{ErrorKind, PoolOptions, PostgresStore, SqliteStore};
use libtest_mimic::Trial;
use tokio::task::JoinSet;

use crate::support::Database;
use crate::support::records::{CREATED, change_at, key, now};
use crate::{IMPATIENT, assert_fails, on_postgres, on_sqlite};

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = on_sqlite![
        a_ping_writes_nothing_and_does_not_wait_for_a_lock,
        a_writer_waits_for_a_lock_of_another_process,
        a_lock_held_too_long_saturates_writers_but_not_readers,
        opening_does_not_wait_for_a_lock_of_another_process,
    ];
    trials.extend(on_postgres![
        a_pool_with_all_connections_in_use_is_saturated,
        a_database_at_its_connection_limit_is_saturated,
    ]);
    trials
}

/// A load holds the lock as long as it runs.
async fn a_ping_writes_nothing_and_does_not_wait_for_a_lock(database: &Database<SqliteStore>) {
    let store = &database.store;
    store.insert_key(&key("org", "aa"), now()).await.unwrap();
    let log = database.place.path().with_file_name("gateway.db-wal");
    let size = || std::fs::metadata(&log).unwrap().len();
    let before = size();
    for _ in 0..20 {
        store.ping().await.unwrap();
    }
    // Another task may truncate it.
    assert!(size() <= before);
    database.execute("BEGIN IMMEDIATE").await;
    let started = Instant::now();
    store.ping().await.unwrap();
    assert!(started.elapsed() < Duration::from_secs(1));
    database.execute("COMMIT").await;
}

async fn a_writer_waits_for_a_lock_of_another_process(_: &Database<SqliteStore>) {
    let database = Database::<SqliteStore>::with_options(IMPATIENT).await;
    database.execute("BEGIN IMMEDIATE").await;
    let store = database.store.clone();
    let writing = tokio::spawn(async move { store.insert_key(&key("org", "aa"), now()).await });
    tokio::time::sleep(IMPATIENT.wait / 2).await;
    assert!(!writing.is_finished());
    database.execute("COMMIT").await;
    assert!(writing.await.unwrap().unwrap());
}

async fn a_lock_held_too_long_saturates_writers_but_not_readers(_: &Database<SqliteStore>) {
    let database = Database::<SqliteStore>::with_options(IMPATIENT).await;
    let store = &database.store;
    store.insert_key(&key("org", "aa"), now()).await.unwrap();
    database.execute("BEGIN IMMEDIATE").await;
    let mut writing = JoinSet::new();
    for _ in 0..4 {
        let store = store.clone();
        writing.spawn(async move {
            assert_fails(
                ErrorKind::Saturated,
                store.delete_key("org", "aa", change_at(CREATED)),
            )
            .await;
        });
    }
    while !writing.is_empty() {
        assert!(store.api_key("aa").await.unwrap().is_some());
        tokio::time::sleep(Duration::from_millis(10)).await;
        while let Some(failed) = writing.try_join_next() {
            failed.unwrap();
        }
    }
    database.execute("COMMIT").await;
    assert!(
        store
            .delete_key("org", "aa", change_at(CREATED))
            .await
            .unwrap()
    );
}

async fn opening_does_not_wait_for_a_lock_of_another_process(database: &Database<SqliteStore>) {
    database.execute("BEGIN IMMEDIATE").await;
    let patient = PoolOptions {
        wait: Duration::from_secs(600),
        ..IMPATIENT
    };
    let store = SqliteStore::open(database.place.path(), patient).await;
    assert!(store.unwrap().api_key("aa").await.unwrap().is_none());
    database.execute("COMMIT").await;
}

/// Starts a query that waits for the lock on the organizations.
fn spawn_credits_query(store: &PostgresStore, queries: &mut JoinSet<bool>) {
    let store = store.clone();
    queries.spawn(async move { store.credits("org").await.is_ok() });
}

/// Starts two queries that wait for the lock. On a busy machine, connecting can take longer than a query
/// may wait: a query that gave up is started again.
async fn block_two_queries(
    database: &Database<PostgresStore>,
    store: &PostgresStore,
    queries: &mut JoinSet<bool>,
) {
    let waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND database =
        (SELECT oid FROM pg_database WHERE datname = current_database())";
    let deadline = Instant::now() + Duration::from_secs(60);
    while database.number(waiting).await < 2 {
        assert!(
            Instant::now() < deadline,
            "no two queries wait for the lock"
        );
        while queries.try_join_next().is_some() {}
        if queries.len() < 2 {
            spawn_credits_query(store, queries);
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn a_pool_with_all_connections_in_use_is_saturated(_: &Database<PostgresStore>) {
    let database = Database::<PostgresStore>::with_options(IMPATIENT).await;
    let store = &database.store;
    database.execute("BEGIN; LOCK TABLE organizations").await;
    let mut queries = JoinSet::new();
    block_two_queries(&database, store, &mut queries).await;
    assert_eq!(store.connections().used, 2);
    assert_fails(ErrorKind::Saturated, store.api_key("aa")).await;
    assert_fails(
        ErrorKind::Saturated,
        store.delete_key("org", "aa", change_at(CREATED)),
    )
    .await;

    database.execute("COMMIT").await;
    assert!(queries.join_all().await.into_iter().all(|ok| ok));
    store.api_key("aa").await.unwrap();
}

/// The database allows fewer connections than the pool.
async fn a_database_at_its_connection_limit_is_saturated(database: &Database<PostgresStore>) {
    let name = database.place.url().rsplit_once('/').unwrap().1;
    let role = format!("limited_{name}");
    let create = format!(
        "CREATE ROLE {role} LOGIN PASSWORD 'limited' CONNECTION LIMIT 2;
         GRANT ALL ON ALL TABLES IN SCHEMA public TO {role};
         GRANT CREATE ON SCHEMA public TO {role}"
    );
    database.execute(&create).await;
    let host = database.place.url().rsplit_once('@').unwrap().1;
    let url = format!("postgres://{role}:limited@{host}");
    let options = PoolOptions {
        connections: 4,
        ..IMPATIENT
    };
    let store = PostgresStore::open(&url, options).await.unwrap();
    database.execute("BEGIN; LOCK TABLE organizations").await;
    let mut queries = JoinSet::new();
    block_two_queries(database, &store, &mut queries).await;
    assert_fails(ErrorKind::Saturated, store.ping()).await;
    let result = PostgresStore::open(&url, options).await;
    let error = result.expect_err("an error").to_string();
    assert!(error.contains("too many connections"), "{error}");

    database.execute("COMMIT").await;
    assert!(queries.join_all().await.into_iter().all(|ok| ok));
    store.ping().await.unwrap();
    let drop = format!("DROP OWNED BY {role}; DROP ROLE {role}");
    database.execute(&drop).await;
}

//! A PostgreSQL server that is stopped and restarted.

use std::process::{Command, Stdio};
use std::time::Duration;

use gateway_server::store::{ErrorKind, PoolOptions, PostgresStore};
use libtest_mimic::Trial;
use tokio::task::JoinSet;

use crate::support::Database;
use crate::support::records::{ALL, CREATED, change_at, key, now};
use crate::support::trials::{has_postgres, postgres_trial};
use crate::{IMPATIENT, assert_fails};

/// The variable with the command that starts and stops the cluster, set by `with-postgres`.
const CONTROL: &str = "GATEWAY_TEST_DATABASE_CONTROL";

pub(crate) fn trials() -> Vec<Trial> {
    let is_ignored = !has_postgres() || std::env::var_os(CONTROL).is_none();
    let trials = [
        postgres_trial(
            "failures::stopped::a_server_that_was_shut_down_is_unreachable_until_it_restarts",
            async || stop_and_restart("fast").await,
        ),
        postgres_trial(
            "failures::stopped::a_server_that_crashed_is_unreachable_until_it_restarts",
            async || stop_and_restart("immediate").await,
        ),
        postgres_trial(
            "failures::stopped::connections_idle_during_a_restart_are_not_used",
            connections_idle_during_a_restart_are_not_used,
        ),
        postgres_trial(
            "failures::stopped::queries_right_after_a_restart_succeed",
            queries_right_after_a_restart_succeed,
        ),
        postgres_trial(
            "failures::stopped::changes_right_after_a_restart_succeed",
            changes_right_after_a_restart_succeed,
        ),
        postgres_trial(
            "failures::stopped::a_connection_that_the_database_closed_is_replaced",
            a_connection_that_the_database_closed_is_replaced,
        ),
    ];
    let trials = trials.into_iter();
    trials
        .map(|trial| trial.with_ignored_flag(is_ignored))
        .collect()
}

fn control(arguments: &[&str]) {
    let control = std::env::var(CONTROL).expect(CONTROL);
    let status = Command::new(control)
        .args(arguments)
        .stdout(Stdio::null())
        .status();
    assert!(status.expect("the command runs").success());
}

/// A stopped server. Started again on drop, even if the test fails, because other tests need it.
struct Stopped;

impl Stopped {
    fn now(mode: &str) -> Self {
        control(&["stop", "-m", mode]);
        Self
    }
}

impl Drop for Stopped {
    fn drop(&mut self) {
        control(&["start"]);
    }
}

async fn stop_and_restart(mode: &str) {
    let database = Database::<PostgresStore>::with_options(IMPATIENT).await;
    let store = &database.store;
    store.insert_key(&key("org", "aa"), now()).await.unwrap();
    let stopped = Stopped::now(mode);
    for _ in 0..3 {
        assert_fails(ErrorKind::Unreachable, store.api_key("aa")).await;
    }
    let deletion = store.delete_key("org", "aa", change_at(CREATED));
    assert_fails(ErrorKind::Unreachable, deletion).await;
    assert_fails(ErrorKind::Unreachable, store.workspaces("org", ALL)).await;
    // More requests than connections.
    let mut queries = JoinSet::new();
    for _ in 0..20 {
        let store = store.clone();
        queries.spawn(async move { assert_fails(ErrorKind::Unreachable, store.ping()).await });
    }
    queries.join_all().await;

    drop(stopped);
    let found = store.api_key("aa").await.unwrap().expect("a key");
    assert_eq!(found.deleted_at, None);
    assert!(
        store
            .delete_key("org", "aa", change_at(CREATED))
            .await
            .unwrap()
    );
}

async fn connections_idle_during_a_restart_are_not_used() {
    let database = Database::<PostgresStore>::with_options(IMPATIENT).await;
    database.store.ping().await.unwrap();
    control(&["restart"]);
    tokio::time::sleep(Duration::from_millis(1100)).await;
    for _ in 0..4 {
        database.store.ping().await.unwrap();
    }
}

/// How many connections the stores of the tests below have.
const CONNECTIONS: u32 = 8;

/// A database whose store has several idle connections.
async fn with_idle_connections() -> Database<PostgresStore> {
    let options = PoolOptions {
        connections: CONNECTIONS,
        wait: Duration::from_secs(10),
    };
    let database = Database::<PostgresStore>::with_options(options).await;
    query_at_once(&database.store).await;
    assert!(
        database.store.connections().idle > 2,
        "few connections are kept"
    );
    database
}

async fn query_at_once(store: &PostgresStore) {
    let all = (0..2 * CONNECTIONS).map(|_| store.api_key("aa"));
    futures_util::future::try_join_all(all).await.unwrap();
}

async fn insert_at_once(store: &PostgresStore, prefix: &str) {
    let keys: Vec<_> = (0..2 * CONNECTIONS)
        .map(|number| key("org", &format!("{prefix}{number:x}")))
        .collect();
    let all = keys.iter().map(|key| store.insert_key(key, now()));
    futures_util::future::try_join_all(all).await.unwrap();
}

async fn queries_right_after_a_restart_succeed() {
    let database = with_idle_connections().await;
    for mode in ["fast", "immediate"] {
        control(&["restart", "-m", mode]);
        query_at_once(&database.store).await;
    }
}

async fn changes_right_after_a_restart_succeed() {
    let database = with_idle_connections().await;
    for (prefix, mode) in [("a", "fast"), ("b", "immediate")] {
        insert_at_once(&database.store, &format!("before{prefix}")).await;
        control(&["restart", "-m", mode]);
        insert_at_once(&database.store, &format!("after{prefix}")).await;
    }
    let keys = database.store.api_keys(Some("org")).await.unwrap();
    assert_eq!(
        keys.len(),
        8 * CONNECTIONS as usize,
        "each change was made once"
    );
}

async fn a_connection_that_the_database_closed_is_replaced() {
    let database = with_idle_connections().await;
    let terminate = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()";
    database.execute(terminate).await;
    database.store.api_key("aa").await.unwrap();
    query_at_once(&database.store).await;
    insert_at_once(&database.store, "before").await;
    database.execute(terminate).await;
    insert_at_once(&database.store, "after").await;
}

//! A PostgreSQL server that is stopped and restarted.

use std::process::{Command, Stdio};
use std::time::Duration;

use gateway_server::store::{ErrorKind, PoolOptions, PostgresStore, Store};
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
            "failures::stopped::of_the_queries_right_after_a_restart_at_most_one_fails",
            of_the_queries_right_after_a_restart_at_most_one_fails,
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

async fn of_the_queries_right_after_a_restart_at_most_one_fails() {
    const CONNECTIONS: u32 = 8;
    let options = PoolOptions {
        connections: CONNECTIONS,
        ..IMPATIENT
    };
    let database = Database::<PostgresStore>::with_options(options).await;
    let store = &database.store;
    let all = (0..2 * CONNECTIONS).map(|_| store.api_key("aa"));
    futures_util::future::try_join_all(all).await.unwrap();
    assert!(store.connections().idle > 2, "few connections are kept");
    control(&["restart"]);
    let mut failed = 0;
    for _ in 0..3 * CONNECTIONS {
        if let Err(error) = store.api_key("aa").await {
            assert_eq!(error.kind, ErrorKind::Unreachable, "{error:?}");
            failed += 1;
        }
    }
    assert!(failed <= 1, "{failed}");
}

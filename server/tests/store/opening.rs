//! Opening and migrating databases.

use std::path::Path;
use std::time::{Duration, Instant};

use gateway_server::store::{PoolOptions, PostgresStore, SqliteStore};
use libtest_mimic::Trial;

use crate::support::database::OPTIONS;
use crate::support::records::{ALL, key, now};
use crate::support::{Database, Engine};
use crate::{on_both, on_postgres, on_sqlite};

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = on_both![
        opening_a_database_again_keeps_its_records,
        eight_stores_open_at_the_same_time,
        a_ping_does_not_wait_for_the_connections_of_requests,
        a_database_of_a_newer_version_is_rejected,
        a_database_with_another_migration_is_rejected,
    ];
    trials.extend(on_sqlite![
        a_file_that_is_not_a_database_is_rejected_and_kept,
        an_impossible_path_is_rejected,
    ]);
    trials.extend(on_postgres![
        a_missing_database_is_rejected,
        a_wrong_password_is_rejected_and_not_printed,
        an_unreachable_server_is_reported_with_the_reason,
        an_invalid_url_is_rejected,
    ]);
    trials
}

async fn a_ping_does_not_wait_for_the_connections_of_requests<S: Engine>(_: &Database<S>) {
    let options = PoolOptions {
        connections: 1,
        wait: Duration::from_millis(200),
    };
    let database = Database::<S>::with_options(options).await;
    for number in 0..20 {
        let hash = format!("{number:02}");
        database
            .store
            .insert_key(&key("org", &hash), now())
            .await
            .unwrap();
    }
    // An export whose records are not read keeps the only connection.
    let (sender, mut records) = tokio::sync::mpsc::channel(1);
    let store = database.store.clone();
    let export = tokio::spawn(async move { store.export(None, sender).await });
    records.recv().await.unwrap();
    assert!(
        database.store.api_keys(None).await.is_err(),
        "a free connection"
    );
    for _ in 0..2 {
        database.store.ping().await.unwrap();
    }
    while records.recv().await.is_some() {}
    export.await.unwrap().unwrap();
}

async fn opening_a_database_again_keeps_its_records(database: &Database<impl Engine>) {
    database
        .store
        .insert_key(&key("org", "aa"), now())
        .await
        .unwrap();
    let again = database.another_store().await;
    assert_eq!(again.api_keys(None).await.unwrap(), [key("org", "aa")]);
    again.insert_key(&key("org", "bb"), now()).await.unwrap();
    assert_eq!(database.store.api_keys(None).await.unwrap().len(), 2);
}

/// Four rounds, since races are rare.
async fn eight_stores_open_at_the_same_time<S: Engine>(_: &Database<S>) {
    for _ in 0..4 {
        let place = S::new_place().await;
        let opening = (0..8).map(|_| S::open_at(&place, OPTIONS));
        for opened in futures_util::future::join_all(opening).await {
            let store = opened.unwrap();
            assert!(store.members("org", ALL).await.unwrap().is_none());
        }
    }
}

async fn open_error<S: Engine>(database: &Database<S>) -> String {
    let opened = S::open_at(&database.place, OPTIONS).await;
    opened.err().expect("an error").to_string()
}

async fn a_database_of_a_newer_version_is_rejected(database: &Database<impl Engine>) {
    let newer = "INSERT INTO _sqlx_migrations
        (version, description, installed_on, success, checksum, execution_time)
        SELECT 9999, 'new', installed_on, success, checksum, 0 FROM _sqlx_migrations WHERE version = 1";
    database.execute(newer).await;
    assert_contains(&open_error(database).await, "newer version");
}

async fn a_database_with_another_migration_is_rejected(database: &Database<impl Engine>) {
    let changed = "UPDATE _sqlx_migrations SET checksum = substr(checksum, 1, 3)";
    database.execute(changed).await;
    assert_contains(&open_error(database).await, "migration 1 ");
}

fn assert_contains(text: &str, what: &str) {
    assert!(text.contains(what), "{text:?} does not contain {what:?}");
    assert!(!text.contains('\n'), "{text:?}");
}

async fn open_file(path: &Path) -> String {
    let migrated = SqliteStore::migrate(path, OPTIONS).await;
    migrated.expect_err("it must fail").to_string()
}

async fn a_file_that_is_not_a_database_is_rejected_and_kept(database: &Database<SqliteStore>) {
    let path = database.place.path().with_extension("txt");
    let text = "A letter to a friend. ".repeat(1000);
    std::fs::write(&path, &text).unwrap();
    assert_contains(&open_file(&path).await, "file is not a database");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
}

async fn an_impossible_path_is_rejected(database: &Database<SqliteStore>) {
    let folder = database.place.path().parent().unwrap();
    let places = [
        folder.join("missing/gateway.db"),
        folder.to_owned(),
        database.place.path().join("below-a-file.db"),
        // Not even root can write here.
        "/proc/gateway.db".into(),
    ];
    for place in places {
        let error = open_file(&place).await;
        let reasons = ["unable to open database file", "(os error "];
        assert!(
            reasons.iter().any(|reason| error.contains(reason)),
            "{error}"
        );
    }
}

async fn open_url(url: &str) -> String {
    let options = PoolOptions {
        wait: Duration::from_secs(1),
        ..OPTIONS
    };
    let started = Instant::now();
    let opened = PostgresStore::open(url, options).await;
    assert!(
        started.elapsed() < Duration::from_secs(3),
        "{:?}",
        started.elapsed()
    );
    opened.expect_err("it must fail").to_string()
}

async fn a_missing_database_is_rejected(database: &Database<PostgresStore>) {
    let (server, name) = database.place.url().rsplit_once('/').unwrap();
    let error = open_url(&format!("{server}/no_{name}")).await;
    assert_contains(&error, &format!("database \"no_{name}\" does not exist"));
}

async fn a_wrong_password_is_rejected_and_not_printed(database: &Database<PostgresStore>) {
    let (user, place) = database.place.url().rsplit_once('@').unwrap();
    let error = open_url(&format!("{user}wrong@{place}")).await;
    assert_contains(
        &error,
        "password authentication failed for user \"gateway\"",
    );
    assert!(!error.contains("wrong"), "{error}");
}

async fn an_unreachable_server_is_reported_with_the_reason(_: &Database<PostgresStore>) {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    // It accepts connections, and does not respond.
    let silent = open_url(&format!(
        "postgres://gateway:secret@127.0.0.1:{port}/gateway"
    ))
    .await;
    assert_contains(&silent, "no response");
    drop(listener);
    let error = open_url(&format!(
        "postgres://gateway:secret@127.0.0.1:{port}/gateway"
    ))
    .await;
    assert_contains(&error, "Connection refused");
    let unknown = open_url("postgres://gateway:secret@no-such-host.invalid/gateway").await;
    assert_contains(&unknown, "lookup");
    assert!(!error.contains("secret") && !unknown.contains("secret"));
}

async fn an_invalid_url_is_rejected(_: &Database<PostgresStore>) {
    for url in [
        "",
        "gateway",
        "mysql://127.0.0.1/gateway",
        "postgres://127.0.0.1:notaport/x",
    ] {
        open_url(url).await;
    }
}

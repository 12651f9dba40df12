//! Signals before the server is ready, and the log lines of requests.

use std::fs::File;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use gateway_server::store::SqliteStore;
use serde_json::Value;
use sqlx::Connection as _;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode};

use crate::process::{Running, gateway, issue_key, url};
use crate::support::{Database, Engine};

pub(crate) async fn a_signal_stops_a_server_that_still_opens_its_database(
    _: &Database<SqliteStore>,
) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.db");
    let url = format!("sqlite:{}", path.display());
    // Another connection holds the write lock, so the migration waits.
    let options = SqliteConnectOptions::new()
        .filename(&path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal);
    let mut other = SqliteConnection::connect_with(&options).await.unwrap();
    let lock = other.begin_with("BEGIN IMMEDIATE").await.unwrap();
    let log = folder.path().join("gateway.log");
    let mut server = gateway(&url, &["serve", "--listen", "127.0.0.1:0"])
        .args(["--operations-listen", "off", "--database-wait", "60s"])
        .stdout(Stdio::null())
        .stderr(File::create(&log).unwrap())
        .spawn()
        .unwrap();
    tokio::time::sleep(Duration::from_millis(1_000)).await;
    assert!(server.try_wait().unwrap().is_none(), "it did not wait");
    let id = server.id().to_string();
    let sent = Command::new("kill").args(["-TERM", &id]).status();
    assert!(sent.unwrap().success());
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = server.try_wait().unwrap() {
            break status;
        }
        if begun.elapsed() > Duration::from_secs(20) {
            server.kill().unwrap();
            panic!("it goes on");
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert!(status.success(), "{status}");
    let log = std::fs::read_to_string(&log).unwrap();
    assert!(log.contains("stopped before serving"), "{log}");
    drop(lock);
}

pub(crate) async fn the_log_names_the_caller_and_what_was_changed<S: Engine>(
    database: &Database<S>,
) {
    let folder = tempfile::tempdir().unwrap();
    let url = url(&database.place);
    let key = issue_key(&url, "org_1", &["--management"]);
    let victim = gateway_server::keys::hash(&issue_key(&url, "org_1", &[]));
    let hash = gateway_server::keys::hash(&key);
    let mut server = Running::start(&url, folder.path(), &[]);
    let client = server.client(&key);
    client.delete_key(victim.as_str()).await.unwrap();
    client
        .delete_key("sk-gw-somebody-pasted-a-key")
        .await
        .unwrap_err();
    client.get_credits().await.unwrap();
    server.client("unknown").get_credits().await.unwrap_err();
    server.terminate();
    while server.ended().is_none() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }

    let log = server.log();
    let lines = log.lines().map(|line| serde_json::from_str(line).unwrap());
    let lines: Vec<Value> = lines
        .filter(|line: &Value| line["target"] == "gateway::request")
        .collect();
    let prefix = Value::from(&hash[..12]);
    let seen = |line: &Value| {
        let name = line["operation"].as_str().unwrap().to_owned();
        (
            name,
            line["status"].as_u64().unwrap(),
            line["target_id"].clone(),
        )
    };
    let expected = [
        ("delete_key", 200, Value::from(&victim[..12])),
        ("delete_key", 404, Value::Null),
        ("get_credits", 200, Value::Null),
        ("get_credits", 401, Value::Null),
    ];
    assert_eq!(lines.len(), expected.len(), "{log}");
    for (line, (operation, status, target)) in lines.iter().zip(expected) {
        assert_eq!(seen(line), (operation.to_owned(), status, target), "{line}");
        let (key, organization) = match status {
            401 => (&Value::Null, Value::Null),
            _ => (&prefix, Value::from("org_1")),
        };
        assert_eq!((&line["key"], &line["organization"]), (key, &organization));
    }
    for secret in [key.as_str(), &victim, "somebody-pasted"] {
        assert!(!log.contains(secret), "{log}");
    }
}

//! Signals before the server is ready, and the log lines of requests.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use gateway_api::types::{GroupMappingUpdate, Role, Uuid};
use gateway_server::store::SqliteStore;
use serde_json::Value;
use sqlx::Connection as _;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode};

use crate::first_steps::exchange;
use crate::process::{Running, gateway, issue_key, load, run, url};
use crate::records;
use crate::support::{Database, Engine};

pub(crate) async fn a_signal_stops_a_server_that_still_opens_its_database(
    _: &Database<SqliteStore>,
) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.db");
    let mut other = connect(&path).await;
    // Another connection holds the write lock, so the migration waits.
    let lock = other.begin_with("BEGIN IMMEDIATE").await.unwrap();
    assert_a_signal_stops(&path, &[]).await;
    drop(lock);
}

pub(crate) async fn a_signal_stops_a_server_that_still_loads_its_demonstration(
    _: &Database<SqliteStore>,
) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.db");
    run(&format!("sqlite:{}", path.display()), &["migrate"]);
    let mut other = connect(&path).await;
    let lock = other.begin_with("BEGIN IMMEDIATE").await.unwrap();
    assert_a_signal_stops(&path, &["--demo"]).await;
    drop(lock);
}

async fn connect(path: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal);
    SqliteConnection::connect_with(&options).await.unwrap()
}

/// Starts a server that waits for the lock of its file, and stops it before it serves.
async fn assert_a_signal_stops(path: &Path, more: &[&str]) {
    let url = format!("sqlite:{}", path.display());
    let log = path.with_file_name("gateway.log");
    let mut server = gateway(&url, &["serve", "--listen", "127.0.0.1:0"])
        .args(["--operations-listen", "off", "--database-wait", "60s"])
        .args(more)
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
}

/// The request waits for the lock of another process, with a query that cannot be interrupted.
pub(crate) async fn a_second_signal_waits_for_no_lock(database: &Database<SqliteStore>) {
    let folder = tempfile::tempdir().unwrap();
    let url = url(&database.place);
    let key = issue_key(&url, "org_1", &["--management"]);
    let mut server = Running::start(&url, folder.path(), &["--database-wait", "60s"]);
    database.execute("BEGIN IMMEDIATE").await;
    let base = server.base().to_owned();
    let change = format!("DELETE /v1/keys/{}", gateway_server::keys::hash(&key));
    let request = std::thread::spawn(move || exchange(&base, &change, &key, ""));
    tokio::time::sleep(Duration::from_millis(500)).await;
    server.terminate();
    server.logs("shutting down");
    let begun = Instant::now();
    while server.ended().is_none() {
        server.terminate();
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(begun.elapsed() < Duration::from_secs(3), "{}", server.log());
    server.logs("requests were cut off by the shutdown");
    assert_eq!(request.join().unwrap(), "");
    database.execute("ROLLBACK").await;
}

/// Once the pipe and the buffers of the log are full, lines are dropped and counted.
pub(crate) async fn a_log_that_nobody_reads_delays_no_request(database: &Database<SqliteStore>) {
    let url = url(&database.place);
    let operations = {
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        free.local_addr().unwrap().to_string()
    };
    let listen = [
        "--listen",
        "127.0.0.1:0",
        "--operations-listen",
        &operations,
    ];
    let mut server = gateway(&url, &["serve", "--log", "trace"])
        .args(listen)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut printed = BufReader::new(server.stdout.take().unwrap()).lines();
    let base = printed.find_map(|line| {
        let line = line.unwrap();
        line.strip_prefix("Serving the API at ").map(str::to_owned)
    });
    let client = Running::client_of(&base.unwrap(), "unknown");
    let end = Instant::now() + Duration::from_secs(60);
    let dropped = loop {
        let crowd = (0..200).map(|_| async { client.get_credits().await.unwrap_err() });
        let crowd = futures_util::future::join_all(crowd);
        let responses = tokio::time::timeout(Duration::from_secs(20), crowd).await;
        let Ok(responses) = responses else {
            break Err("requests wait for the log");
        };
        if responses.iter().any(|error| error.status().is_none()) {
            break Err("a request failed");
        }
        if dropped_lines(&operations) > 0 {
            break Ok(());
        }
        if Instant::now() > end {
            break Err("no line was dropped");
        }
    };
    server.kill().unwrap();
    server.wait().unwrap();
    assert_eq!(dropped, Ok(()));
}

/// The number of dropped lines according to `/metrics`.
fn dropped_lines(operations: &str) -> u64 {
    let response = exchange(operations, "GET /metrics", "", "");
    let mut lines = response.lines();
    let number = lines.find_map(|line| line.strip_prefix("gateway_log_lines_dropped_total "));
    number.unwrap().parse().unwrap()
}

pub(crate) async fn the_log_names_the_caller_and_what_was_changed<S: Engine>(
    database: &Database<S>,
) {
    let folder = tempfile::tempdir().unwrap();
    let url = url(&database.place);
    load(
        &url,
        folder.path(),
        &records::lines(&records::organization("org_1")),
    );
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
    let admin = GroupMappingUpdate { role: Role::Admin };
    client.update_group_mapping("gm_1", admin).await.unwrap();
    let credential: Uuid = records::CREDENTIAL.parse().unwrap();
    client.delete_byok_credential(credential).await.unwrap();
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
        ("update_group_mapping", 200, "gm_1".into()),
        ("delete_byok_credential", 200, records::CREDENTIAL.into()),
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

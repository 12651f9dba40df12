//! Requests whose database is busy.

use std::time::{Duration, Instant};

use gateway_server::store::{PostgresStore, SqliteStore};

use crate::first_steps::exchange;
use crate::process::{Running, issue_key, load, url};
use crate::records;
use crate::support::Database;

/// Checks that a client is told to try again, in the shape of the API.
fn assert_asked_to_try_again(response: &str) {
    assert!(response.starts_with("HTTP/1.1 503 "), "{response}");
    let lower = response.to_ascii_lowercase();
    assert!(lower.contains("\r\nretry-after: 1\r\n"), "{response}");
    assert!(
        lower.contains("\r\ncache-control: no-store\r\n"),
        "{response}"
    );
    let (_, body) = response.split_once("\r\n\r\n").unwrap();
    let body: serde_json::Value = serde_json::from_str(body).unwrap();
    assert_eq!(body["error"]["code"], 503, "{response}");
}

const CHANGES: [(&str, &str); 3] = [
    ("PATCH /v1/scim/group-mappings/gm_1", r#"{"role": "admin"}"#),
    ("DELETE /v1/keys/HASH", ""),
    ("DELETE /v1/byok/6f1c2f4e-8c1b-4a57-9d0e-3b9a7c5d2e10", ""),
];

pub(crate) async fn a_change_during_a_long_load_may_be_tried_again(
    database: &Database<SqliteStore>,
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
    let server = Running::start(&url, folder.path(), &["--database-wait", "200ms"]);
    // A load holds the lock of the writer until it ends.
    database.execute("BEGIN IMMEDIATE").await;
    for (line, body) in CHANGES {
        let line = line.replace("HASH", &victim);
        assert_asked_to_try_again(&exchange(server.base(), &line, &key, body));
    }
    let read = exchange(server.base(), "GET /v1/credits", &key, "");
    assert!(read.starts_with("HTTP/1.1 200 "), "{read}");
    database.execute("ROLLBACK").await;
    for (line, body) in CHANGES {
        let line = line.replace("HASH", &victim);
        let done = exchange(server.base(), &line, &key, body);
        assert!(done.starts_with("HTTP/1.1 200 "), "{line}: {done}");
    }
    server.logs(r#""operation":"delete_key","method":"DELETE","status":503"#);
}

pub(crate) async fn a_request_without_a_free_connection_may_be_tried_again(
    database: &Database<PostgresStore>,
) {
    let folder = tempfile::tempdir().unwrap();
    let url = url(&database.place);
    let key = issue_key(&url, "org_1", &["--management"]);
    let narrow = ["--database-connections", "1", "--database-wait", "500ms"];
    let server = Running::start(&url, folder.path(), &narrow);
    database.execute("BEGIN; LOCK TABLE organizations").await;
    let get = |path: &'static str| {
        let (base, key) = (server.base().to_owned(), key.clone());
        tokio::task::spawn_blocking(move || exchange(&base, path, &key, ""))
    };
    // It waits for the table, with the only connection.
    let waiting = get("GET /v1/credits");
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_asked_to_try_again(&get("GET /v1/workspaces").await.unwrap());
    // This operation documents another status for this case.
    let generation = get("GET /v1/generation?id=gen-1").await.unwrap();
    assert!(generation.starts_with("HTTP/1.1 529 "), "{generation}");
    database.execute("COMMIT").await;
    let response = waiting.await.unwrap();
    assert!(response.starts_with("HTTP/1.1 200 "), "{response}");
}

/// A server that hangs right after it got the lock of the audit table, as if its machine did.
pub(crate) async fn a_server_that_hangs_delays_the_changes_of_others_for_ten_seconds(
    database: &Database<PostgresStore>,
) {
    let folder = tempfile::tempdir().unwrap();
    let url = url(&database.place);
    let key = issue_key(&url, "org_1", &["--management"]);
    let victim = gateway_server::keys::hash(&issue_key(&url, "org_1", &[]));
    let server = Running::start(&url, folder.path(), &[]);
    let locks = |granted: &str| {
        format!(
            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND {granted} AND pid <> pg_backend_pid()
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        )
    };
    let wait_for = async |granted: &str| {
        while database.number(&locks(granted)).await == 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    database
        .execute("BEGIN; SELECT pg_advisory_xact_lock(7165067462155003)")
        .await;
    let base = server.base().to_owned();
    let change = format!("DELETE /v1/keys/{victim}");
    std::thread::spawn(move || exchange(&base, &change, &key, ""));
    wait_for("NOT granted").await;
    server.signal("-STOP");
    database.execute("COMMIT").await;
    wait_for("granted").await;
    let begun = Instant::now();
    issue_key(&url, "org_1", &[]);
    let took = begun.elapsed();
    assert!((5..30).contains(&took.as_secs()), "{took:?}");
}

//! Slots, deadlines and shutdowns.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use sqlx::postgres::PgConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection as _, Executor as _};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::stage::{SPARE_MAPPING, Server, Stage, key, mapping};
use crate::support::database::Place;
use crate::support::{Database, Engine};
use crate::wire::{Response, Wire, mapping_update, request};

/// The number of active clients at shutdown.
const CLIENTS: usize = 32;

/// A lock that blocks changes to group mappings until it is released.
enum Lock {
    File(SqliteConnection),
    Table(PgConnection),
}

impl Lock {
    async fn take(place: &Place) -> Self {
        match place {
            Place::File { path, .. } => {
                let options = SqliteConnectOptions::new().filename(path);
                let mut other = SqliteConnection::connect_with(&options).await.unwrap();
                other.execute("BEGIN IMMEDIATE").await.unwrap();
                Self::File(other)
            }
            Place::Url(database) => {
                let mut other = PgConnection::connect(&database.url).await.unwrap();
                other.execute("BEGIN").await.unwrap();
                other.execute("LOCK TABLE group_mappings").await.unwrap();
                Self::Table(other)
            }
        }
    }

    async fn release(self) {
        match self {
            Self::File(connection) => connection.close().await.unwrap(),
            Self::Table(connection) => connection.close().await.unwrap(),
        }
    }
}

/// Sends a request on a new connection.
fn send(server: &Server, bytes: Vec<u8>) -> tokio::task::JoinHandle<Response> {
    let api = server.api.clone();
    tokio::spawn(async move {
        let mut wire = Wire::connect(&api).await.unwrap();
        wire.ask(&bytes).await.unwrap()
    })
}

pub(crate) async fn a_full_server_responds_with_retry_after<S: Engine>(database: &Database<S>) {
    let stage = Stage::in_place(&database.place);
    let server = stage.serve(&[
        "--max-requests",
        "1",
        "--request-deadline",
        "2s",
        "--database-wait",
        "20s",
    ]);
    let lock = Lock::take(&database.place).await;
    let slow = send(
        &server,
        mapping_update(&mapping(SPARE_MAPPING), "admin", &key(0)),
    );
    while server.metric("gateway_requests_in_flight").await == 0 {
        sleep(Duration::from_millis(5)).await;
    }
    let read = || request("GET /v1/workspaces", &key(1), "");
    let crowd: Vec<_> = (0..8).map(|_| send(&server, read())).collect();
    for response in crowd {
        let response = response.await.unwrap();
        assert_eq!(response.status, 503);
        assert!(
            response.head.contains("\r\nretry-after: 1\r\n"),
            "{}",
            response.head
        );
    }
    assert_eq!(slow.await.unwrap().status, 500);
    lock.release().await;
    assert_eq!(send(&server, read()).await.unwrap().status, 200);
    let again = mapping_update(&mapping(SPARE_MAPPING), "admin", &key(0));
    assert_eq!(send(&server, again).await.unwrap().status, 200);
    server.log();
}

pub(crate) async fn requests_in_flight_finish_before_the_server_stops<S: Engine>(
    database: &Database<S>,
) {
    let stage = Stage::in_place(&database.place);
    let server = stage.serve(&["--grace-period", "10s", "--database-wait", "10s"]);
    let api = server.api.clone();
    let mut clients = JoinSet::new();
    for client in 0..CLIENTS {
        let wire = Wire::connect(&api).await.unwrap();
        clients.spawn(request_until_closed(client, wire));
    }
    sleep(Duration::from_millis(500)).await;
    let lock = Lock::take(&database.place).await;
    let held = send(
        &server,
        mapping_update(&mapping(SPARE_MAPPING), "admin", &key(0)),
    );
    sleep(Duration::from_millis(300)).await;
    server.running.terminate();
    sleep(Duration::from_millis(300)).await;
    lock.release().await;
    let held = held.await.unwrap();
    assert!(held.status == 200 && held.is_last(), "{}", held.head);

    let got: BTreeSet<String> = clients.join_all().await.into_iter().flatten().collect();
    let log = server.exits_successfully(Duration::from_secs(10)).await;
    assert!(
        !log.contains("cut off") && !log.contains("abandoned"),
        "{log}"
    );
    assert_eq!(
        logged_responses(&log),
        got,
        "the logged responses differ from the received ones"
    );
    println!(
        "{} requests got a complete response before the shutdown",
        got.len()
    );

    // The port and the database file are released immediately.
    let next = stage.serve_where(&["--listen", &api, "--operations-listen", "127.0.0.1:0"]);
    let read = send(&next, request("GET /v1/workspaces", &key(0), ""));
    assert_eq!(read.await.unwrap().status, 200);
    next.log();
}

/// Sends requests until the server closes the connection. Returns the ids of the requests that got a
/// response.
async fn request_until_closed(client: usize, mut wire: Wire) -> Vec<String> {
    let key: Arc<str> = key(client).into();
    let mut got = Vec::new();
    loop {
        let id = format!("load-{client}-{}", got.len());
        let header = format!("x-request-id: {id}\r\n");
        let bytes = request("GET /v1/workspaces?limit=50", &key, &header);
        if wire.send(&bytes).await.is_err() {
            return got;
        }
        // If the connection closes before the first byte of a response, the server did not accept the
        // request.
        let Some(response) = wire.response().await.expect("a complete response or none") else {
            return got;
        };
        assert_eq!(response.status, 200, "{}", response.head);
        got.push(id);
        if response.is_last() {
            return got;
        }
    }
}

/// The ids of the load's requests that have a response in the log.
fn logged_responses(log: &str) -> BTreeSet<String> {
    let lines = log.lines().filter_map(|line| {
        let line: Value = serde_json::from_str(line).ok()?;
        let id = line["request_id"].as_str()?.to_owned();
        (line["message"] == "responded" && id.starts_with("load-")).then_some(id)
    });
    lines.collect()
}

//! Database failures while clients read and write.

use std::collections::BTreeMap;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use gateway_server::store::{PostgresStore, SqliteStore};
use serde_json::Value;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection as _, Executor as _, SqliteConnection};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::disk::{Frozen, SmallDisk, fill};
use crate::process::run;
use crate::stage::{MAPPINGS, SPARE_MAPPING, Server, Stage, key, mapping};
use crate::support::Database;
use crate::wire::{Wire, mapping_update, request};

/// The number of clients.
const CLIENTS: usize = 16;

/// How soon a server must recover after its database does.
const SOON: Duration = Duration::from_secs(10);

/// The environment variable with the command that stops and starts the cluster.
const CONTROL: &str = "GATEWAY_TEST_DATABASE_CONTROL";

/// The responses that the clients got.
#[derive(Default)]
struct Seen {
    /// The number of responses by operation and status.
    responses: BTreeMap<(&'static str, u16), usize>,
    /// The mappings with an acknowledged change.
    changed: Vec<usize>,
}

/// Clients that read and write until they are stopped.
struct Clients {
    stop: Arc<AtomicBool>,
    /// The current run of 200 responses of each client.
    in_a_row: Arc<[AtomicUsize]>,
    all: JoinSet<Seen>,
}

impl Clients {
    async fn start(server: &Server) -> Self {
        let mut clients = Self {
            stop: Arc::default(),
            in_a_row: (0..CLIENTS).map(|_| AtomicUsize::new(0)).collect(),
            all: JoinSet::new(),
        };
        for client in 0..CLIENTS {
            let wire = Wire::connect(&server.api).await.unwrap();
            let (stop, in_a_row) = (Arc::clone(&clients.stop), Arc::clone(&clients.in_a_row));
            clients
                .all
                .spawn(async move { read_and_write(client, wire, &stop, &in_a_row[client]).await });
        }
        clients
    }

    /// Waits until each client has got a few successful responses in a row.
    async fn have_recovered(&self) {
        for count in &*self.in_a_row {
            count.store(0, Ordering::Relaxed);
        }
        let end = Instant::now() + SOON;
        while self
            .in_a_row
            .iter()
            .any(|count| count.load(Ordering::Relaxed) < 8)
        {
            assert!(
                Instant::now() < end,
                "not every client has recovered after {SOON:?}; successful responses in a row: {:?}",
                self.in_a_row
            );
            sleep(Duration::from_millis(20)).await;
        }
    }

    async fn stop(self) -> Seen {
        self.stop.store(true, Ordering::Relaxed);
        let mut all = Seen::default();
        for seen in self.all.join_all().await {
            all.changed.extend(seen.changed);
            for (response, count) in seen.responses {
                *all.responses.entry(response).or_default() += count;
            }
        }
        all
    }
}

/// Repeatedly writes, reads a generation and reads a list. It keeps one connection: the server
/// responds even if the database fails.
async fn read_and_write(
    client: usize,
    mut wire: Wire,
    stop: &AtomicBool,
    in_a_row: &AtomicUsize,
) -> Seen {
    let key = key(client);
    let mut seen = Seen::default();
    let mut number = client + 1;
    while !stop.load(Ordering::Relaxed) {
        let requests = [
            (
                "update_group_mapping",
                mapping_update(&mapping(number), "admin", &key),
            ),
            (
                "get_generation",
                request("GET /v1/generation?id=gen-1", &key, ""),
            ),
            ("list_workspaces", request("GET /v1/workspaces", &key, "")),
        ];
        for (operation, bytes) in requests {
            let response = wire.ask(&bytes).await.expect("a complete response");
            *seen
                .responses
                .entry((operation, response.status))
                .or_default() += 1;
            if response.status != 200 {
                in_a_row.store(0, Ordering::Relaxed);
                continue;
            }
            in_a_row.fetch_add(1, Ordering::Relaxed);
            if operation == "update_group_mapping" {
                seen.changed.push(number);
            }
        }
        number += CLIENTS;
        assert!(number < MAPPINGS, "too few mappings: add more");
        sleep(Duration::from_millis(20)).await;
    }
    seen
}

impl Seen {
    /// Checks that there were errors, and only those that the API documents.
    fn assert_documented_errors_only(&self) {
        println!("responses: {:?}", self.responses);
        for (operation, status) in self.responses.keys() {
            let documented: &[u16] = match *operation {
                "get_generation" => &[200, 500, 502, 524, 529],
                _ => &[200, 500, 503],
            };
            assert!(
                documented.contains(status),
                "{operation} responded with {status}"
            );
        }
        let errors = self.responses.keys().filter(|(_, status)| *status != 200);
        assert!(
            errors.count() > 0,
            "no client got an error during the outage"
        );
    }

    /// Checks that every acknowledged change is in the database.
    fn assert_acknowledged_changes_are_stored(&self, stage: &Stage) {
        let mut roles: BTreeMap<String, Value> = BTreeMap::new();
        for line in run(&stage.database, &["export"]).lines() {
            let mut record: Value = serde_json::from_str(line).unwrap();
            if record["record"] == "group_mapping" {
                roles.insert(
                    record["id"].as_str().unwrap().to_owned(),
                    record["role"].take(),
                );
            }
        }
        assert!(!self.changed.is_empty());
        for number in &self.changed {
            let role = &roles[&mapping(*number)];
            assert_eq!(
                role,
                "admin",
                "the change to {} was acknowledged but is lost",
                mapping(*number)
            );
        }
    }
}

pub(crate) async fn a_server_survives_restarts_of_its_database(database: &Database<PostgresStore>) {
    let Ok(control) = std::env::var(CONTROL) else {
        println!("skipped: {CONTROL} is not set");
        return;
    };
    let control = |command: &str| {
        let output = Command::new(&control).arg(command).output().unwrap();
        assert!(
            output.status.success(),
            "{command}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    };
    // The test cluster may lose acknowledged writes unless this is set.
    database
        .execute("DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = on', current_database()); END $$")
        .await;
    let stage = Stage::in_place(&database.place).with_mappings();
    let server = stage.serve(&["--database-wait", "1s"]);
    let clients = Clients::start(&server).await;
    clients.have_recovered().await;
    assert_eq!(server.operators_response("/readyz").await.status, 200);

    tokio::task::block_in_place(|| control("stop"));
    sleep(Duration::from_millis(500)).await;
    assert_eq!(server.operators_response("/readyz").await.status, 503);
    assert_eq!(server.operators_response("/healthz").await.status, 200);
    sleep(Duration::from_secs(1)).await;
    tokio::task::block_in_place(|| control("start"));
    wait_for_recovery(&server, &clients).await;

    tokio::task::block_in_place(|| control("restart"));
    wait_for_recovery(&server, &clients).await;

    let seen = clients.stop().await;
    seen.assert_documented_errors_only();
    seen.assert_acknowledged_changes_are_stored(&stage);
    server.log();
}

/// Waits until the server is ready and its clients get successful responses.
async fn wait_for_recovery(server: &Server, clients: &Clients) {
    let begun = Instant::now();
    while server.operators_response("/readyz").await.status != 200 {
        assert!(begun.elapsed() < SOON, "not ready after {SOON:?}");
        sleep(Duration::from_millis(20)).await;
    }
    clients.have_recovered().await;
    println!("recovered {:.1?} after the database", begun.elapsed());
}

pub(crate) async fn reads_continue_while_another_process_holds_the_lock(
    database: &Database<SqliteStore>,
) {
    let stage = Stage::in_place(&database.place).with_mappings();
    let server = stage.serve(&["--database-wait", "300ms"]);
    let clients = Clients::start(&server).await;
    clients.have_recovered().await;

    let options = SqliteConnectOptions::new().filename(database.place.path());
    let mut other = SqliteConnection::connect_with(&options).await.unwrap();
    other.execute("PRAGMA busy_timeout = 20000").await.unwrap();
    other.execute("BEGIN IMMEDIATE").await.unwrap();
    assert_reads_succeed_and_writes_fail(&server, &mapping(SPARE_MAPPING), 503).await;
    assert_eq!(server.operators_response("/readyz").await.status, 200);
    other.execute("COMMIT").await.unwrap();
    clients.have_recovered().await;

    let seen = clients.stop().await;
    seen.assert_documented_errors_only();
    assert!(
        !seen.responses.contains_key(&("list_workspaces", 500)),
        "a read failed"
    );
    seen.assert_acknowledged_changes_are_stored(&stage);
    server.log();
}

/// Checks that a write responds with this status and that reads still succeed.
async fn assert_reads_succeed_and_writes_fail(server: &Server, id: &str, status: u16) {
    let mut wire = Wire::connect(&server.api).await.unwrap();
    let read = request("GET /v1/workspaces", &key(0), "");
    let write = mapping_update(id, "admin", &key(0));
    for _ in 0..3 {
        assert_eq!(wire.ask(&write).await.unwrap().status, status);
        assert_eq!(wire.ask(&read).await.unwrap().status, 200);
        assert_eq!(server.operators_response("/healthz").await.status, 200);
    }
}

/// Checks that `/readyz` gives this reason.
async fn assert_unready(server: &Server, reason: &str) {
    let response = server.operators_response("/readyz").await;
    assert_eq!(response.status, 503);
    let text = String::from_utf8(response.body).unwrap();
    assert!(text.starts_with(&format!("not ready: {reason}")), "{text}");
}

pub(crate) async fn reads_continue_on_a_full_disk() {
    let folder = tempfile::tempdir().unwrap();
    let Some(disk) = SmallDisk::mount(folder.path()) else {
        println!("skipped: only root can mount a small disk, and only on Linux");
        return;
    };
    let path = disk.path.join("gateway.db");
    let stage = Stage::at(format!("sqlite:{}", path.display())).with_mappings();
    let server = stage.serve(&["--database-wait", "1s"]);
    let clients = Clients::start(&server).await;
    clients.have_recovered().await;

    let filler = disk.path.join("filler");
    fill(&filler);
    assert_reads_succeed_and_writes_fail(&server, &mapping(SPARE_MAPPING), 500).await;
    let advice = format!("free space on the disk of {}", path.display());
    assert_unready(
        &server,
        &format!("the disk of the database is full; {advice}"),
    )
    .await;
    server
        .running
        .logs("the disk of the database is full: error returned from database: (code: 13)");
    std::fs::remove_file(&filler).unwrap();
    wait_for_recovery(&server, &clients).await;

    let seen = clients.stop().await;
    seen.assert_documented_errors_only();
    assert!(
        !seen.responses.contains_key(&("list_workspaces", 500)),
        "a read failed"
    );
    seen.assert_acknowledged_changes_are_stored(&stage);
    server.log();
}

pub(crate) async fn reads_continue_with_a_read_only_database_file(
    database: &Database<SqliteStore>,
) {
    let stage = Stage::in_place(&database.place).with_mappings();
    let server = stage.serve(&[]);
    let clients = Clients::start(&server).await;
    clients.have_recovered().await;

    let log = format!("{}-wal", database.place.path().display());
    let Some(frozen) = Frozen::freeze(log.clone()) else {
        println!("skipped: only root can make a file immutable, and not on every file system");
        return;
    };
    assert_reads_succeed_and_writes_fail(&server, &mapping(SPARE_MAPPING), 500).await;
    let advice = format!("let this user write {}", database.place.path().display());
    assert_unready(&server, &format!("the database is read-only; {advice}")).await;
    server.running.logs(&format!("{log}: "));
    drop(frozen);
    wait_for_recovery(&server, &clients).await;

    let seen = clients.stop().await;
    seen.assert_documented_errors_only();
    assert!(
        !seen.responses.contains_key(&("list_workspaces", 500)),
        "a read failed"
    );
    seen.assert_acknowledged_changes_are_stored(&stage);
    server.log();
}

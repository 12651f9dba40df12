//! The test setup: a database with records, and servers that use it.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::sleep;

use crate::process::{Running, load, run, url};
use crate::records;
use crate::support::database::Place;
use crate::wire::{Response, Wire, request};

/// The number of clients with a key.
pub(crate) const CLIENTS: usize = 64;

/// The number of workspaces: more than fit on a page.
pub(crate) const WORKSPACES: usize = 60;

/// The group mapping that no load changes.
pub(crate) const SPARE_MAPPING: usize = 0;

/// The number of group mappings for loads that change each of them once.
pub(crate) const MAPPINGS: usize = 10_000;

/// A database with records, and a folder for the logs of its servers.
pub(crate) struct Stage {
    pub(crate) folder: TempDir,
    pub(crate) database: String,
}

impl Stage {
    /// Fills the database of a test.
    pub(crate) fn in_place(place: &Place) -> Self {
        Self::at(url(place))
    }

    /// Fills the database at this URL.
    pub(crate) fn at(database: String) -> Self {
        let folder = tempfile::tempdir().unwrap();
        run(&database, &["migrate"]);
        load(&database, folder.path(), &records());
        Self { folder, database }
    }

    /// Adds group mappings for loads to change.
    pub(crate) fn with_mappings(self) -> Self {
        let records = (1..MAPPINGS).map(|number| mapping_record(number).to_string());
        let records: Vec<_> = records.collect();
        load(&self.database, self.folder.path(), &records);
        self
    }

    /// Starts a server whose rate limit is never reached.
    pub(crate) fn serve(&self, arguments: &[&str]) -> Server {
        let often = ["--rate-limit", "1000000000/1s"];
        self.serve_with_limits(&[&often, arguments].concat())
    }

    /// Starts a server with the default rate limit, on free ports.
    pub(crate) fn serve_with_limits(&self, arguments: &[&str]) -> Server {
        let free = "127.0.0.1:0";
        self.serve_where(&[&["--listen", free, "--operations-listen", free], arguments].concat())
    }

    /// Starts a server that listens on the addresses in the arguments.
    pub(crate) fn serve_where(&self, arguments: &[&str]) -> Server {
        // Each server has its own log.
        let folder = self.folder.path().join(uuid::Uuid::now_v7().to_string());
        std::fs::create_dir(&folder).unwrap();
        let running = Running::start_where(&self.database, &folder, arguments);
        let api = running.base().trim_start_matches("http://").to_owned();
        Server {
            operations: operations(&running),
            running,
            api,
        }
    }
}

/// A running server.
pub(crate) struct Server {
    pub(crate) running: Running,
    /// The address of the API.
    pub(crate) api: String,
    operations: String,
}

impl Server {
    /// Sends a request to the operations listener.
    pub(crate) async fn operators_response(&self, path: &str) -> Response {
        let mut wire = Wire::connect(&self.operations).await.unwrap();
        let bytes = request(&format!("GET {path}"), "", "");
        wire.ask(&bytes).await.unwrap()
    }

    /// The value of a metric.
    pub(crate) async fn metric(&self, name: &str) -> usize {
        let response = self.operators_response("/metrics").await;
        let text = String::from_utf8(response.body).unwrap();
        let value = text
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.map_or(0, |value| value.parse().unwrap())
    }

    /// The number of open connections to the database.
    pub(crate) async fn database_connections(&self) -> usize {
        let idle = r#"gateway_database_connections{state="idle"}"#;
        let used = r#"gateway_database_connections{state="used"}"#;
        self.metric(idle).await + self.metric(used).await
    }

    /// Waits until the API has at most this many connections.
    pub(crate) async fn wait_for_connections(&self, number: usize, patience: Duration) {
        let end = Instant::now() + patience;
        loop {
            let open = self.metric("gateway_connections").await;
            if open <= number {
                return;
            }
            assert!(
                Instant::now() < end,
                "{open} connections are still open, expected {number}"
            );
            sleep(Duration::from_millis(100)).await;
        }
    }

    /// The log, checked for panics.
    pub(crate) fn log(&self) -> String {
        let log = self.running.log();
        let panics: Vec<_> = log
            .lines()
            .filter(|line| line.contains("panicked"))
            .collect();
        assert!(panics.is_empty(), "{panics:#?}");
        log
    }

    /// Waits until the server has exited successfully, within this time. Returns its log.
    pub(crate) async fn exits_successfully(mut self, patience: Duration) -> String {
        let end = Instant::now() + patience;
        loop {
            if let Some(status) = self.running.ended() {
                assert!(status.success(), "{status}:\n{}", self.log());
                return self.log();
            }
            assert!(
                Instant::now() < end,
                "the server has not exited within {patience:?}"
            );
            sleep(Duration::from_millis(20)).await;
        }
    }
}

/// The address of the operations listener, from the log.
fn operations(running: &Running) -> String {
    let end = Instant::now() + Duration::from_secs(20);
    while Instant::now() < end {
        for line in running.log().lines() {
            let line: Value = serde_json::from_str(line).unwrap_or_default();
            if let Some(address) = line["operations"].as_str() {
                return address.to_owned();
            }
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("the log does not contain the address of the operations listener");
}

/// The management key of a client.
pub(crate) fn key(client: usize) -> String {
    format!("key of client {client}").replace(' ', "-")
}

/// The id of a group mapping.
pub(crate) fn mapping(number: usize) -> String {
    format!("mapping-{number}")
}

fn records() -> Vec<String> {
    let mut all = [records::organization("org_1"), records::catalogue()].concat();
    let workspace = all.iter().find(|record| record["record"] == "workspace");
    let workspace = workspace.unwrap().clone();
    for number in 1..WORKSPACES {
        let mut workspace = workspace.clone();
        workspace["id"] = format!("workspace-{number:03}").into();
        all.push(workspace);
    }
    for client in 0..CLIENTS {
        let more = json!({"is_management": true});
        all.push(records::api_key(&key(client), "org_1", more));
    }
    all.push(mapping_record(SPARE_MAPPING));
    all.iter().map(Value::to_string).collect()
}

fn mapping_record(number: usize) -> Value {
    let created = "2026-01-15T09:30:00Z";
    json!({"record": "group_mapping", "id": mapping(number), "organization_id": "org_1",
        "workspace_id": "ws_1", "scim_group_id": "sg_1", "role": "member", "created_at": created,
        "updated_at": created})
}

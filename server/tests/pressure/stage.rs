//! What the tests start from: a database with records in it, and servers over it.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::sleep;

use crate::process::{Running, load, run, url};
use crate::records;
use crate::support::database::Place;
use crate::wire::{Response, Wire, request};

/// How many clients there are keys for.
pub(crate) const CLIENTS: usize = 64;

/// How many workspaces there are: more than a page has.
pub(crate) const WORKSPACES: usize = 60;

/// The group mapping that no load changes.
pub(crate) const SPARE_MAPPING: usize = 0;

/// How many group mappings there are for loads that change each once.
pub(crate) const MAPPINGS: usize = 10_000;

/// A database with records in it, and a folder for what servers over it write.
pub(crate) struct Stage {
    pub(crate) folder: TempDir,
    pub(crate) database: String,
}

impl Stage {
    /// Fills a database that has been made for a test.
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

    /// Adds group mappings to change.
    pub(crate) fn with_mappings(self) -> Self {
        let records = (1..MAPPINGS).map(|number| mapping_record(number).to_string());
        let records: Vec<_> = records.collect();
        load(&self.database, self.folder.path(), &records);
        self
    }

    /// Starts a server whose clients may ask as often as they like.
    pub(crate) fn serve(&self, arguments: &[&str]) -> Server {
        let often = ["--rate-limit", "1000000000/1s"];
        self.serve_with_limits(&[&often, arguments].concat())
    }

    /// Starts a server.
    pub(crate) fn serve_with_limits(&self, arguments: &[&str]) -> Server {
        let free = "127.0.0.1:0";
        self.serve_where(&[&["--listen", free, "--operations-listen", free], arguments].concat())
    }

    /// Starts a server that listens where the arguments say.
    pub(crate) fn serve_where(&self, arguments: &[&str]) -> Server {
        // Each has a log of its own.
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

/// A server that runs.
pub(crate) struct Server {
    pub(crate) running: Running,
    /// Where it serves the API.
    pub(crate) api: String,
    operations: String,
}

impl Server {
    /// Asks what operators ask.
    pub(crate) async fn operators_response(&self, path: &str) -> Response {
        let mut wire = Wire::connect(&self.operations).await.unwrap();
        let question = request(&format!("GET {path}"), "", "");
        wire.ask(&question).await.unwrap()
    }

    /// The value of a measurement.
    pub(crate) async fn measured(&self, name: &str) -> usize {
        let response = self.operators_response("/metrics").await;
        let text = String::from_utf8(response.body).unwrap();
        let value = text
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.map_or(0, |value| value.parse().unwrap())
    }

    /// Waits until the API has no more connections than these.
    pub(crate) async fn has_connections(&self, number: usize, patience: Duration) {
        let end = Instant::now() + patience;
        loop {
            let open = self.measured("gateway_connections").await;
            if open <= number {
                return;
            }
            assert!(
                Instant::now() < end,
                "{open} connections are still open, and {number} should be"
            );
            sleep(Duration::from_millis(100)).await;
        }
    }

    /// Its log, in which nothing panicked.
    pub(crate) fn log(&self) -> String {
        let log = self.running.log();
        let panics: Vec<_> = log
            .lines()
            .filter(|line| line.contains("panicked"))
            .collect();
        assert!(panics.is_empty(), "{panics:#?}");
        log
    }

    /// Waits until it has ended by itself, well and within this time.
    pub(crate) async fn ends_well(mut self, patience: Duration) -> String {
        let end = Instant::now() + patience;
        loop {
            if let Some(status) = self.running.ended() {
                assert!(status.success(), "{status}:\n{}", self.log());
                return self.log();
            }
            assert!(Instant::now() < end, "it has not ended in {patience:?}");
            sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Where it serves operators, which is in its log.
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
    panic!("the log does not say where operators are served");
}

/// The key of a client. It is a management key.
pub(crate) fn key(client: usize) -> String {
    format!("key of client {client}").replace(' ', "-")
}

/// The identifier of a group mapping.
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

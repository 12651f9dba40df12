//! Kills the server repeatedly while it writes. Acknowledged writes survive, and no write is stored
//! partially.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use gateway_api::Client;
use gateway_api::client::Error;
use gateway_api::runtime::error::OperationError;
use gateway_api::types::{GroupMappingUpdate, Role};
use serde_json::{Value, json};

use crate::process::{Running, load, run, url};
use crate::records;
use crate::support::database::Place;
use crate::support::{Database, Engine};

/// The environment variable that sets how often the server is killed.
const CRASHES: &str = "GATEWAY_TEST_CRASHES";

/// How often the server is killed: as often as the variable says, or eight times.
fn crashes() -> usize {
    let Ok(count) = std::env::var(CRASHES) else {
        return 8;
    };
    let count = count.parse().ok().filter(|count| *count > 0);
    count.unwrap_or_else(|| panic!("{CRASHES} must be a number above 0"))
}

/// How many records of each kind can be changed.
const RECORDS: usize = 20_000;

/// How long a busy machine may take to acknowledge a write.
const PATIENCE: Duration = Duration::from_secs(10);

/// How many clients write at once.
const WRITERS: usize = 4;

/// The state of a requested change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// The server acknowledged it.
    Acknowledged,
    /// The server was killed before it responded.
    Unknown,
}

/// The requested changes, by the number of the record.
#[derive(Default)]
struct Ledger {
    next: usize,
    keys: BTreeMap<usize, Fate>,
    credentials: BTreeMap<usize, Fate>,
    mappings: BTreeMap<usize, Fate>,
}

pub(crate) async fn acknowledged_writes_survive_crashes<S: Engine>(database: &Database<S>) {
    let folder = tempfile::tempdir().unwrap();
    crash_repeatedly(&url(&database.place), folder.path()).await;
    if let Place::File { .. } = &database.place {
        assert_eq!(database.texts("PRAGMA integrity_check").await, ["ok"]);
        let strays = database
            .number("SELECT count(*) FROM pragma_foreign_key_check")
            .await;
        assert_eq!(strays, 0, "rows refer to rows that are not there");
    }
}

async fn crash_repeatedly(database: &str, folder: &Path) {
    load(database, folder, &records());
    let ledger = Mutex::new(Ledger::default());
    for crash in 0..crashes() {
        let server = Running::start(database, folder, &["--rate-limit", "1000000/1s"]);
        let client = server.client("management");
        let life = Duration::from_millis(40 + (crash as u64 * 37) % 160);
        let writing = (0..WRITERS).map(|_| write(&client, &ledger));
        let killing = async {
            tokio::time::sleep(life).await;
            // On a busy machine, possibly nothing was acknowledged yet.
            let enough = async || {
                while acknowledged(&ledger.lock().unwrap())
                    .into_iter()
                    .any(|it| it <= crash)
                {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            };
            let _ = tokio::time::timeout(PATIENCE, enough()).await;
            server.kill();
        };
        tokio::join!(futures_util::future::join_all(writing), killing);
    }
    let ledger = ledger.into_inner().unwrap();
    let counts = acknowledged(&ledger);
    println!(
        "acknowledged before a crash: {counts:?} deleted keys, deleted credentials, changed mappings"
    );
    assert!(
        counts.iter().all(|count| *count >= crashes()),
        "too few writes: {counts:?}"
    );
    compare(&ledger, &run(database, &["export"]));
    // Loading the file again does not restore deleted records.
    let before = run(database, &["export"]);
    let summary = load(database, folder, &records());
    assert!(summary.contains("were not stored"), "{summary}");
    let after = run(database, &["export"]);
    assert!(
        without_sealed(&before) == without_sealed(&after),
        "a load undid changes"
    );
}

/// How many deletions of keys, deletions of credentials and changes of mappings were acknowledged.
fn acknowledged(ledger: &Ledger) -> [usize; 3] {
    [&ledger.keys, &ledger.credentials, &ledger.mappings].map(|fates| {
        let fates = fates.values();
        fates.filter(|fate| **fate == Fate::Acknowledged).count()
    })
}

/// An export without the encrypted secrets, which differ each time they are loaded.
fn without_sealed(export: &str) -> Vec<Value> {
    let records = export.lines().map(|line| {
        let mut record: Value = serde_json::from_str(line).unwrap();
        if let Some(sealed) = record.get_mut("sealed") {
            *sealed = "…".into();
        }
        record
    });
    records.collect()
}

/// The sample data and the loaded file contain an older state of the changed record.
pub(crate) async fn an_acknowledged_change_survives_a_crash_and_loading_again<S: Engine>(
    database: &Database<S>,
) {
    let folder = tempfile::tempdir().unwrap();
    let url = url(&database.place);
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("demo/records.jsonl");
    let server = Running::start(&url, folder.path(), &["--demo"]);
    let client = server.client(&printed_key(&server));
    let mappings = client.list_group_mappings().await.unwrap().data;
    let member = mappings.iter().find(|it| it.role == Role::Member).unwrap();
    let admin = GroupMappingUpdate { role: Role::Admin };
    let changed = client.update_group_mapping(member.id.as_str(), admin).await;
    let changed = changed.unwrap();
    assert_eq!(changed.role, Role::Admin);
    assert!(changed.updated_at > member.updated_at);

    server.kill();
    let server = Running::start(&url, folder.path(), &["--demo"]);
    let client = server.client(&printed_key(&server));
    let is_there = async || {
        let mappings = client.list_group_mappings().await.unwrap().data;
        mappings.contains(&changed)
    };
    assert!(is_there().await, "the demonstration undid the change");
    run(&url, &["load", demo.to_str().unwrap()]);
    assert!(is_there().await, "the load undid the change");
}

/// Members have no `updated_at`, so loading the demo again would replace them.
pub(crate) async fn a_demonstration_that_is_there_is_left_alone<S: Engine>(database: &Database<S>) {
    let folder = tempfile::tempdir().unwrap();
    let url = url(&database.place);
    let start = || {
        let server = Running::start(&url, folder.path(), &["--demo"]);
        printed_key(&server);
    };
    let members = || {
        let export = run(&url, &["export"]);
        let records = export
            .lines()
            .map(|line| serde_json::from_str(line).unwrap());
        let records = records.filter(|record: &Value| record["record"] == "member");
        records.collect::<Vec<Value>>()
    };
    start();
    let mut member = members().swap_remove(0);
    member["first_name"] = "Changed".into();
    load(&url, folder.path(), &[member.to_string()]);
    start();
    assert!(members().contains(&member), "it was loaded again");
}

/// The management key that the demo printed.
pub(crate) fn printed_key(server: &Running) -> String {
    let printed = server.printed_until("The reference is at");
    let lines = printed.lines().map(str::trim);
    let mut keys = lines.filter_map(|line| line.strip_prefix("management key"));
    keys.next().unwrap().trim().to_owned()
}

/// Deletes a key and a credential and changes a mapping, repeatedly until the server is gone.
async fn write(client: &Client, ledger: &Mutex<Ledger>) {
    loop {
        let number = {
            let mut ledger = ledger.lock().unwrap();
            ledger.next += 1;
            ledger.next - 1
        };
        assert!(
            number < RECORDS,
            "this machine is too fast: create more records"
        );
        let admin = GroupMappingUpdate { role: Role::Admin };
        let key = fate(client.delete_key(key_hash(number)).await);
        ledger.lock().unwrap().keys.insert(number, key);
        if key == Fate::Unknown {
            return;
        }
        let credential = fate(client.delete_byok_credential(credential(number)).await);
        ledger
            .lock()
            .unwrap()
            .credentials
            .insert(number, credential);
        if credential == Fate::Unknown {
            return;
        }
        let mapping = fate(client.update_group_mapping(mapping(number), admin).await);
        ledger.lock().unwrap().mappings.insert(number, mapping);
        if mapping == Fate::Unknown {
            return;
        }
    }
}

/// Every record exists and is changed once, so an error response fails the test.
fn fate<T, E: OperationError + std::fmt::Debug>(result: Result<T, Error<E>>) -> Fate {
    match result {
        Ok(_) => Fate::Acknowledged,
        Err(error) if error.status().is_none() => Fate::Unknown,
        Err(error) => panic!("the server rejected a valid write: {error}"),
    }
}

/// Compares the database with the requested changes.
fn compare(ledger: &Ledger, export: &str) {
    let (mut keys, mut credentials, mut mappings) =
        (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for line in export.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let deleted = record.get("deleted_at").is_some_and(|at| !at.is_null());
        match record["record"].as_str() {
            Some("api_key") if deleted => {
                keys.insert(record["hash"].as_str().unwrap().to_owned());
            }
            Some("byok_credential") => {
                let has_material = record.get("sealed").is_some_and(|sealed| !sealed.is_null());
                assert_ne!(deleted, has_material, "a partial deletion: {record}");
                if deleted {
                    credentials.insert(record["id"].as_str().unwrap().to_owned());
                }
            }
            Some("group_mapping") if record["role"] == "admin" => {
                mappings.insert(record["id"].as_str().unwrap().to_owned());
            }
            _ => {}
        }
    }
    let of_uuid = |number| credential(number).to_string();
    agree("the deletion of key", &ledger.keys, &keys, key_hash);
    agree(
        "the deletion of credential",
        &ledger.credentials,
        &credentials,
        of_uuid,
    );
    agree(
        "the change of mapping",
        &ledger.mappings,
        &mappings,
        mapping,
    );
}

fn agree(
    what: &str,
    fates: &BTreeMap<usize, Fate>,
    found: &BTreeSet<String>,
    name: impl Fn(usize) -> String,
) {
    for number in 0..RECORDS {
        let is_there = found.contains(&name(number));
        match fates.get(&number) {
            Some(Fate::Acknowledged) => {
                assert!(is_there, "{what} {number} was acknowledged and is lost")
            }
            // The response was lost, so the write may be lost, too.
            Some(Fate::Unknown) => {}
            None => assert!(!is_there, "{what} {number} happened without a request"),
        }
    }
}

fn records() -> Vec<String> {
    let created = "2026-01-15T09:30:00Z";
    let mut lines = vec![
        json!({"record": "organization", "id": "org_1", "total_credits": 1, "total_usage": 0}),
        records::api_key("management", "org_1", json!({"is_management": true})),
    ];
    for number in 0..RECORDS {
        lines.push(records::api_key(
            &format!("key {number}"),
            "org_1",
            json!({}),
        ));
        lines.push(json!({"record": "byok_credential", "organization_id": "org_1", "id": credential(number),
            "provider": "acme-cloud", "label": "", "created_at": created, "key": "provider-secret"}));
        lines.push(json!({"record": "group_mapping", "id": mapping(number), "organization_id": "org_1",
            "workspace_id": "ws_1", "scim_group_id": "sg_1", "role": "member", "created_at": created,
            "updated_at": created}));
    }
    lines.iter().map(Value::to_string).collect()
}

fn key_hash(number: usize) -> String {
    gateway_server::keys::hash(&format!("key {number}"))
}

fn credential(number: usize) -> uuid::Uuid {
    uuid::Uuid::from_u128(number as u128)
}

fn mapping(number: usize) -> String {
    format!("gm_{number}")
}

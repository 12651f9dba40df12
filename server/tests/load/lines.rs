//! Records as lines, and functions that load them.

use std::sync::OnceLock;

use gateway_server::records::{self, LoadError, Loaded, RecordErrors};
use gateway_server::store::{self, Store};
use gateway_server::vault::Vault;
use serde_json::{Map, Value, json};

use crate::support::records::NULL_IN_GENERATIONS;

/// The identifier of a BYOK credential.
pub const CREDENTIAL: &str = "6f1c2f4e-8c1b-4a57-9d0e-3b9a7c5d2e10";

/// A hash of a key.
pub fn hash(digit: char) -> String {
    digit.to_string().repeat(64)
}

/// Replaces some fields of a record.
fn with(record: Value, members: Value) -> Value {
    let (Value::Object(mut record), Value::Object(members)) = (record, members) else {
        panic!("records are objects");
    };
    record.extend(members);
    Value::Object(record)
}

/// A record with default fields.
pub fn organization(members: Value) -> Value {
    with(
        json!({"record": "organization", "id": "org", "total_credits": 10, "total_usage": 2.5}),
        members,
    )
}

pub fn api_key(members: Value) -> Value {
    let key = json!({
        "record": "api_key", "hash": hash('a'), "organization_id": "org", "label": "A key",
        "is_management": false, "created_at": "2026-01-15T09:30:00Z",
    });
    with(key, members)
}

pub fn group_mapping(members: Value) -> Value {
    let mapping = json!({
        "record": "group_mapping", "id": "gm", "organization_id": "org", "workspace_id": "ws",
        "scim_group_id": "sg", "role": "member", "created_at": "2026-01-15T09:30:00Z",
        "updated_at": "2026-01-15T09:30:00Z",
    });
    with(mapping, members)
}

pub fn member(members: Value) -> Value {
    let member = json!({
        "record": "member", "organization_id": "org", "id": "user", "email": "ada@example.com",
        "first_name": "Ada", "last_name": null, "role": "org:admin",
    });
    with(member, members)
}

pub fn model(members: Value) -> Value {
    let model = json!({
        "record": "model", "id": "acme/nova", "canonical_slug": "acme/nova-2026", "name": "Nova",
        "created": 1, "context_length": null,
        "architecture": {"input_modalities": ["text"], "output_modalities": ["text"]},
        "pricing": {"prompt": "0.1", "completion": "0.2"},
        "top_provider": {"is_moderated": false}, "supported_parameters": [],
        "default_parameters": null, "per_request_limits": null, "supported_voices": null,
        "links": {"details": "/models/acme/nova"},
    });
    with(model, members)
}

pub fn credential(members: Value) -> Value {
    let credential = json!({
        "record": "byok_credential", "organization_id": "org", "id": CREDENTIAL,
        "provider": "northbank", "label": "Ours", "created_at": "2026-01-15T09:30:00Z",
    });
    with(credential, members)
}

pub fn generation(members: Value) -> Value {
    let nulls = NULL_IN_GENERATIONS.map(|name| (name.to_owned(), Value::Null));
    let generation = json!({
        "record": "generation", "organization_id": "org", "id": "gen",
        "created_at": "2026-01-15T09:30:00Z", "model": "acme/nova", "origin": "here",
        "data_region": "europe", "is_byok": false, "total_cost": 0.25, "usage": 0.25,
    });
    with(
        with(generation, Value::Object(Map::from_iter(nulls))),
        members,
    )
}

/// A file of these records.
pub fn file(records: &[Value]) -> String {
    records.iter().map(|record| format!("{record}\n")).collect()
}

pub fn vault() -> Vault {
    Vault::generate().expect("random bytes")
}

/// The default vault of a test.
pub fn common_vault() -> &'static Vault {
    static VAULT: OnceLock<Vault> = OnceLock::new();
    VAULT.get_or_init(vault)
}

/// Loads lines.
pub async fn try_load(
    store: &Store<impl store::Engine>,
    vault: &Vault,
    text: impl Into<String>,
) -> Result<Loaded, LoadError> {
    let source = std::io::Cursor::new(text.into());
    records::load(store, vault, source).await
}

/// Loads valid records.
pub async fn load(store: &Store<impl store::Engine>, records: &[Value]) {
    let loaded = try_load(store, common_vault(), file(records)).await;
    let loaded = loaded.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(loaded.total(), records.len() as u64);
}

/// The errors of invalid lines.
pub async fn errors(store: &Store<impl store::Engine>, text: impl Into<String>) -> RecordErrors {
    match try_load(store, common_vault(), text).await {
        Err(LoadError::Invalid(errors)) => errors,
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("it was loaded"),
    }
}

/// What an export writes.
pub async fn export(store: &Store<impl store::Engine>, organization: Option<&str>) -> String {
    let written = Shared::default();
    let exported = records::export(store, organization, written.clone()).await;
    let count = exported.expect("an export");
    let bytes = std::mem::take(&mut *written.0.lock().unwrap());
    let text = String::from_utf8(bytes).expect("UTF-8");
    assert_eq!(text.lines().count() as u64, count);
    text
}

/// A writer into memory that can be read afterwards.
#[derive(Clone, Default)]
struct Shared(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);

impl std::io::Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

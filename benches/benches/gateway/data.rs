//! The records in the database of both servers.

use std::io::Cursor;
use std::path::Path;
use std::time::Duration;

use gateway_server::keys;
use gateway_server::records;
use gateway_server::store::{self, PoolOptions, PostgresStore, SqliteStore, Store};
use gateway_server::vault::Vault;
use serde_json::{Value, json};

use crate::samples;

/// The organization whose key the requests use.
pub(crate) const ORGANIZATION: &str = "org_0007";

/// The numbers of organizations, keys and models: high enough that a lookup needs an index.
const ORGANIZATIONS: usize = 200;
const KEYS_OF_EACH: usize = 10;
const MODELS: usize = 500;

/// The number of workspaces of each organization, which is the size of the requested page.
pub(crate) const WORKSPACES: usize = 20;

const POOL: PoolOptions = PoolOptions {
    connections: 2,
    wait: Duration::from_secs(10),
};

/// Creates and fills the tables in a SQLite file.
pub(crate) async fn into_sqlite(file: &Path) {
    SqliteStore::migrate(file, POOL)
        .await
        .expect("the folder is writable");
    let store = SqliteStore::open(file, POOL).await;
    load(&store.expect("the folder is writable")).await;
}

/// Creates and fills the tables in a PostgreSQL database.
pub(crate) async fn into_postgres(url: &str) {
    let migrated = PostgresStore::migrate(url, POOL).await;
    migrated.expect("the database was just created");
    let store = PostgresStore::open(url, POOL).await;
    load(&store.expect("the database was just created")).await;
}

async fn load(store: &Store<impl store::Engine>) {
    let lines: Vec<String> = records().map(|record| record.to_string()).collect();
    let vault = Vault::generate().expect("the system provides random bytes");
    let source = Cursor::new(lines.join("\n"));
    let loaded = records::load(store, &vault, source).await;
    loaded.expect("the records are valid");
}

fn records() -> impl Iterator<Item = Value> {
    let organizations = (0..ORGANIZATIONS).flat_map(|number| {
        let id = format!("org_{number:04}");
        let workspaces = samples::workspaces(WORKSPACES).into_iter();
        let workspaces = workspaces.map({
            let id = id.clone();
            move |workspace| record("workspace", Some(&id), workspace)
        });
        let organization = json!({
            "record": "organization", "id": id, "total_credits": 100.0, "total_usage": 25.0,
        });
        let keys = (0..KEYS_OF_EACH).map(move |number| key(&id, number));
        [organization].into_iter().chain(workspaces).chain(keys)
    });
    organizations.chain((0..MODELS).map(|number| record("model", None, model(number))))
}

fn record(kind: &str, organization: Option<&str>, mut fields: Value) -> Value {
    fields["record"] = kind.into();
    if let Some(organization) = organization {
        fields["organization_id"] = organization.into();
    }
    fields
}

fn key(organization: &str, number: usize) -> Value {
    let secret = if organization == ORGANIZATION && number == 3 {
        samples::KEY.to_owned()
    } else {
        format!("{organization} {number}")
    };
    json!({
        "record": "api_key", "hash": keys::hash(&secret), "organization_id": organization,
        "label": format!("Key {number}"), "is_management": true, "limit_usd": 50.0,
        "limit_reset": "monthly", "include_byok_in_limit": false, "creator_user_id": "user_2ab9",
        "created_at": "2026-01-15T09:30:00Z", "expires_at": "2196-01-15T09:30:00Z",
    })
}

fn model(number: usize) -> Value {
    json!({
        "id": format!("acme/nova-{number}"),
        "canonical_slug": format!("acme/nova-{number}-2026-08"),
        "name": format!("Acme: Nova {number}"),
        "description": "Reads long documents and images, and reasons before it responds",
        "created": 1_786_406_400,
        "context_length": 262_144,
        "architecture": {
            "input_modalities": ["text", "image", "file"], "output_modalities": ["text"],
            "modality": "text+image+file->text", "tokenizer": "Nova",
        },
        "pricing": {
            "prompt": "0.000004", "completion": "0.000016", "request": "0", "image": "0.0048",
            "web_search": "0.01",
        },
        "top_provider": {
            "context_length": 262_144, "max_completion_tokens": 32_768, "is_moderated": true,
        },
        "supported_parameters": [
            "temperature", "top_p", "max_tokens", "tools", "tool_choice", "response_format",
        ],
        "default_parameters": { "temperature": 0.7, "top_k": 40 },
        "knowledge_cutoff": "2026-03-31",
        "per_request_limits": null,
        "supported_voices": null,
        "links": { "details": "/models/acme/nova" },
        "reasoning": {
            "mandatory": false, "default_enabled": true, "default_effort": "medium",
            "supported_efforts": ["high", "medium", "low"],
        },
    })
}

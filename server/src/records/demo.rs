//! The sample data of `--demo`.

use super::{LoadError, Loaded};
use crate::store::{Engine, Store};
use crate::vault::Vault;

/// Two organizations with workspaces, members, keys and generations, and a catalogue of fictional
/// models.
const RECORDS: &str = include_str!("../../demo/records.jsonl");

/// The hash of a key in the demo. A load is atomic, so a database with this key has all
/// records.
pub const KEY: &str = "8498c892307d42fdba3170a99db0d5b10cfb3ebb485493780922af1bd98d6502";

/// Loads the sample data.
///
/// # Errors
///
/// The database failed.
pub async fn load(store: &Store<impl Engine>, vault: &Vault) -> Result<Loaded, LoadError> {
    super::load(store, vault, RECORDS.as_bytes()).await
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::store::{PoolOptions, SqliteStore, Window};
    use crate::timestamps::UnixMicros;

    #[tokio::test]
    async fn the_demonstration_is_valid_and_can_be_loaded_twice() {
        let folder = tempfile::tempdir().unwrap();
        let options = PoolOptions {
            connections: 2,
            wait: Duration::from_secs(5),
        };
        let path = folder.path().join("gateway.db");
        SqliteStore::migrate(&path, options).await.unwrap();
        let store = SqliteStore::open(&path, options).await.unwrap();
        let vault = Vault::generate().unwrap();
        let once = load(&store, &vault).await.unwrap();
        assert_eq!(load(&store, &vault).await.unwrap(), once);

        let everything = Window {
            offset: 0,
            limit: 100,
        };
        let workspaces = store.workspaces("org_meridian", everything).await.unwrap();
        assert_eq!(workspaces.total_count, 4);
        for organization in ["org_meridian", "org_saltmarsh"] {
            let guardrails = store.guardrails(organization, None, everything);
            let guardrails = guardrails.await.unwrap().data;
            // Some clients expect that every guardrail names its workspace.
            assert!(!guardrails.is_empty(), "{organization}");
            assert!(guardrails.iter().all(|it| it.workspace_id.is_some()));
        }
        let model = store
            .model("brindle/heron", "brindle/heron")
            .await
            .unwrap()
            .unwrap();
        assert_eq!(model.id.as_str(), "brindle/heron-3");
        assert!(store.api_key(KEY).await.unwrap().is_some());
        let keys = store.api_keys(Some("org_saltmarsh")).await.unwrap();
        let usage = store
            .usage("org_saltmarsh", &keys[0].hash, UnixMicros::now().day())
            .await
            .unwrap();
        assert!(usage.all_time.to_number() > 0.0);
    }
}

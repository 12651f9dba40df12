//! Deleted records stay deleted.

use gateway_server::timestamps::UnixMicros;
use libtest_mimic::Trial;
use serde_json::json;

use crate::lines::{self, CREDENTIAL, api_key, credential, organization};
use crate::on_both;
use crate::support::records::change_at;
use crate::support::{Database, Engine};

pub fn trials() -> Vec<Trial> {
    on_both![
        loading_does_not_restore_a_deleted_key,
        loading_does_not_restore_a_deleted_credential,
        loading_a_credential_as_deleted_deletes_its_material,
    ]
}

const MATERIAL: &str = "SELECT count(*) FROM byok_material";

async fn loading_does_not_restore_a_deleted_key<S: Engine>(at: &Database<S>) {
    let records = [organization(json!({})), api_key(json!({}))];
    lines::load(&at.store, &records).await;
    let (hash, now) = (lines::hash('a'), UnixMicros(1_000_000));
    assert!(
        at.store
            .delete_key("org", &hash, change_at(now))
            .await
            .unwrap()
    );
    lines::load(&at.store, &[api_key(json!({"label": "Renamed"}))]).await;
    let key = at.store.api_key(&hash).await.unwrap().unwrap();
    assert_eq!(key.label, "Renamed");
    assert_eq!(key.deleted_at, Some(now));
}

async fn loading_does_not_restore_a_deleted_credential<S: Engine>(at: &Database<S>) {
    let record = credential(json!({"key": "a secret"}));
    lines::load(&at.store, std::slice::from_ref(&record)).await;
    assert_eq!(at.number(MATERIAL).await, 1);
    let delete = || {
        at.store
            .delete_byok_credential("org", CREDENTIAL, change_at(UnixMicros(1_000_000)))
    };
    assert!(delete().await.unwrap());
    lines::load(&at.store, &[record]).await;
    assert_eq!(at.number(MATERIAL).await, 0);
    assert!(!delete().await.unwrap(), "it is still deleted");
}

async fn loading_a_credential_as_deleted_deletes_its_material<S: Engine>(at: &Database<S>) {
    lines::load(&at.store, &[credential(json!({"key": "a secret"}))]).await;
    let deleted = credential(json!({"deleted_at": "2026-03-01T00:00:00Z"}));
    lines::load(&at.store, &[deleted]).await;
    assert_eq!(at.number(MATERIAL).await, 0);
}

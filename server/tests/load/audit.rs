//! What loads create, change and delete is in the audit table.

use gateway_server::store::AuditPosition;
use gateway_server::timestamps::UnixMicros;
use libtest_mimic::Trial;
use serde_json::{Value, json};

use crate::lines::{self, CREDENTIAL, api_key, credential, group_mapping, hash, organization};
use crate::on_both;
use crate::support::{Database, Engine};

pub fn trials() -> Vec<Trial> {
    on_both![
        each_created_changed_and_deleted_record_has_an_entry,
        what_a_load_does_not_change_has_no_entry,
        a_record_that_is_twice_in_a_file_has_an_entry_for_each_change,
        a_failed_load_has_no_entries,
        a_load_with_more_keys_than_a_statement_takes,
    ]
}

/// The entries of the organization `org`, in their order.
async fn entries<S: Engine>(at: &Database<S>) -> Vec<String> {
    let position = AuditPosition::since(UnixMicros(0));
    let entries = at.store.audit(Some("org"), position).await.unwrap();
    let entries = entries.into_iter().map(|entry| {
        let detail = entry.detail.unwrap_or_default();
        let text = format!("{} {} {} {detail}", entry.actor, entry.action, entry.target);
        text.trim_end().to_owned()
    });
    entries.collect()
}

/// The entries that loading these records adds.
async fn added<S: Engine>(at: &Database<S>, records: &[Value]) -> Vec<String> {
    let before = entries(at).await.len();
    lines::load(&at.store, records).await;
    entries(at).await.split_off(before)
}

async fn each_created_changed_and_deleted_record_has_an_entry<S: Engine>(at: &Database<S>) {
    let deleted_at = "2026-03-01T00:00:00Z";
    let (a, b) = (hash('a'), hash('b'));
    let created = [
        organization(json!({"total_credits": 10.50})),
        api_key(json!({})),
        api_key(json!({"hash": b, "is_management": true})),
        group_mapping(json!({})),
        credential(json!({"key": "a secret"})),
    ];
    assert_eq!(
        added(at, &created).await,
        [
            "load organization.created org credits 10.5".to_owned(),
            format!("load key.issued {a} ordinary"),
            format!("load key.issued {b} management"),
            "load group_mapping.created gm member".to_owned(),
            format!("load byok_credential.created {CREDENTIAL}"),
        ]
    );
    let changed = [
        organization(json!({"total_credits": 20, "default_workspace_id": "ws"})),
        api_key(json!({
            "is_management": true, "limit_usd": 5, "expires_at": "2027-01-01T00:00:00Z",
        })),
        group_mapping(json!({"role": "admin"})),
    ];
    assert_eq!(
        added(at, &changed).await,
        [
            "load organization.updated org credits 10.5 -> 20, default workspace none -> ws"
                .to_owned(),
            format!(
                "load key.updated {a} ordinary -> management, limit none -> 5, \
                 expires never -> 2027-01-01T00:00:00Z"
            ),
            "load group_mapping.role_changed gm member -> admin".to_owned(),
        ]
    );
    let deleted = [
        api_key(json!({"deleted_at": deleted_at})),
        credential(json!({"deleted_at": deleted_at})),
    ];
    assert_eq!(
        added(at, &deleted).await,
        [
            format!("load key.deleted {a}"),
            format!("load byok_credential.deleted {CREDENTIAL}"),
        ]
    );
}

async fn what_a_load_does_not_change_has_no_entry<S: Engine>(at: &Database<S>) {
    let deleted_at = "2026-03-01T00:00:00Z";
    let records = [
        organization(json!({"updated_at": "2026-02-01T00:00:00Z"})),
        api_key(json!({"limit_usd": 5})),
        group_mapping(json!({})),
        credential(json!({"key": "a secret"})),
    ];
    assert_eq!(added(at, &records).await.len(), 4);
    assert_eq!(added(at, &records).await, [""; 0]);
    let older = [
        organization(json!({"total_credits": 99, "total_usage": 3})),
        group_mapping(json!({"role": "admin", "updated_at": "2025-01-01T00:00:00Z"})),
        // They were never here.
        api_key(json!({"hash": hash('b'), "deleted_at": deleted_at})),
        credential(json!({"id": "6f1c2f4e-8c1b-4a57-9d0e-000000000000", "deleted_at": deleted_at})),
        // Only what it may do matters.
        api_key(json!({"limit_usd": 5.0, "label": "Renamed"})),
    ];
    assert_eq!(added(at, &older).await, [""; 0]);
    let deleted = [api_key(json!({"deleted_at": deleted_at}))];
    assert_eq!(added(at, &deleted).await.len(), 1);
    let still_deleted = [api_key(json!({"is_management": true}))];
    assert_eq!(added(at, &still_deleted).await, [""; 0]);
    assert_eq!(added(at, &deleted).await, [""; 0]);
}

async fn a_record_that_is_twice_in_a_file_has_an_entry_for_each_change<S: Engine>(
    at: &Database<S>,
) {
    let credits = |credits: i32| organization(json!({"total_credits": credits}));
    assert_eq!(
        added(at, &[credits(1), credits(2), credits(3)]).await,
        [
            "load organization.created org credits 1",
            "load organization.updated org credits 1 -> 2",
            "load organization.updated org credits 2 -> 3",
        ]
    );
}

async fn a_failed_load_has_no_entries<S: Engine>(at: &Database<S>) {
    let text = lines::file(&[organization(json!({})), api_key(json!({}))]);
    lines::errors(&at.store, text + "no JSON").await;
    assert_eq!(entries(at).await, [""; 0]);
}

async fn a_load_with_more_keys_than_a_statement_takes<S: Engine>(at: &Database<S>) {
    let key = |number: usize| api_key(json!({"hash": format!("{number:064x}")}));
    let keys: Vec<_> = (0..1_000).map(key).collect();
    assert_eq!(added(at, &keys).await.len(), 1_000);
    assert_eq!(added(at, &keys).await, [""; 0]);
}

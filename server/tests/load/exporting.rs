//! Exports can be loaded again.

use libtest_mimic::Trial;
use serde_json::json;

use crate::lines::{self, generation, model};
use crate::on_both;
use crate::support::records::quote;
use crate::support::{Database, Engine};

pub fn trials() -> Vec<Trial> {
    on_both![
        an_export_loads_into_an_empty_database_and_exports_the_same_bytes,
        an_export_of_an_organization_has_only_its_records,
        an_export_ends_if_its_reader_is_gone,
        a_model_without_a_newer_nullable_field_is_exported,
    ]
}

async fn an_export_loads_into_an_empty_database_and_exports_the_same_bytes<S: Engine>(
    at: &Database<S>,
) {
    let vault = lines::vault();
    gateway_server::records::demo::load(&at.store, &vault)
        .await
        .unwrap();
    let odd = json!({
        "id": "gen-\u{1f980}-\"\\", "created_at": "2026-01-15T23:59:59.123456789-11:30", "usage": 1e-7,
        "total_cost": 0.1, "provider_responses": [{"z": 1, "a": [1.0, 12_345_678_901_234_567_i64, "\u{1}\u{7f}"]}],
    });
    lines::load(&at.store, &[generation(odd)]).await;
    let exported = lines::export(&at.store, None).await;
    assert!(exported.contains("2026-01-15T23:59:59.123456789-11:30"));
    assert!(!exported.contains("made-up-northbank-key"));

    let other = Database::<S>::new().await;
    lines::try_load(&other.store, &vault, exported.clone())
        .await
        .unwrap();
    let again = lines::export(&other.store, None).await;
    assert!(again == exported, "the second export differs");
    let days = "SELECT count(*) FROM usage_by_day";
    assert_eq!(at.number(days).await, other.number(days).await);
}

async fn an_export_of_an_organization_has_only_its_records<S: Engine>(at: &Database<S>) {
    gateway_server::records::demo::load(&at.store, &lines::vault())
        .await
        .unwrap();
    let all = lines::export(&at.store, None).await;
    let one = lines::export(&at.store, Some("org_saltmarsh")).await;
    let is_of_one = |line: &&str| line.contains("\"org_saltmarsh\"");
    let expected: Vec<_> = all.lines().filter(is_of_one).collect();
    assert_eq!(one.lines().collect::<Vec<_>>(), expected);
    assert!(expected.len() > 10);
    assert_eq!(lines::export(&at.store, Some("nobody")).await, "");
}

async fn an_export_ends_if_its_reader_is_gone<S: Engine>(at: &Database<S>) {
    gateway_server::records::demo::load(&at.store, &lines::vault())
        .await
        .unwrap();
    let full: &mut [u8] = Box::leak(Box::new([0; 100]));
    let error = gateway_server::records::export(&at.store, None, full).await;
    assert!(error.is_err());
    // The connection is free for the next one.
    assert!(!lines::export(&at.store, None).await.is_empty());
}

/// Its aliases are exported too, which takes reading it.
async fn a_model_without_a_newer_nullable_field_is_exported<S: Engine>(at: &Database<S>) {
    let aliases = json!({"aliases": ["acme/new"]});
    lines::load(&at.store, &[model(aliases)]).await;
    let mut old = model(json!({}));
    let fields = old.as_object_mut().unwrap();
    for newer in ["record", "context_length", "supported_voices"] {
        fields.remove(newer).unwrap();
    }
    let old = quote(&old.to_string());
    at.execute(&format!("UPDATE models SET document = {old}"))
        .await;

    let exported = lines::export(&at.store, None).await;
    assert!(exported.contains(r#""aliases":["acme/new"]"#), "{exported}");
    let copy = Database::<S>::new().await;
    let loaded = lines::try_load(&copy.store, &lines::vault(), exported).await;
    assert_eq!(loaded.unwrap().total(), 1);
}

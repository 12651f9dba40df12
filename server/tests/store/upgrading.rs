//! Databases of older versions, and servers that run while their database is upgraded.

use gateway_server::moment::Day;
use gateway_server::store::Store as _;
use libtest_mimic::Trial;
use serde_json::json;

use crate::on_both;
use crate::support::records::{self, amount, quote};
use crate::support::{Database, Engine};

pub(crate) fn trials() -> Vec<Trial> {
    on_both![amounts_of_an_older_database_become_exact]
}

/// What version 1 had: sums of floating-point numbers, with what they got wrong.
async fn amounts_of_an_older_database_become_exact<S: Engine>(_: &Database<S>) {
    let mut rows = "
        INSERT INTO organizations (id, total_credits, total_usage) VALUES ('org', 131.4275, 0.30000000000000004);
        INSERT INTO api_keys (hash, organization_id, label, is_management, limit_usd, include_byok_in_limit, created_at)
            VALUES ('limited', 'org', '', FALSE, 9.95, FALSE, 0), ('free', 'org', '', FALSE, NULL, FALSE, 0);
        INSERT INTO usage_by_day (organization_id, key_hash, day, usage, byok_usage)
            VALUES ('org', 'limited', 1, 0.9999999999999999, 0.9999999999999999);"
        .to_owned();
    for number in 0..20 {
        let mut generation = records::generation(&format!("gen-{number}"), "acme/nova-2");
        generation["usage"] = json!(0.1);
        rows += &format!(
            "INSERT INTO generations (organization_id, id, key_hash, day, usage, is_byok, document)
                VALUES ('org', 'gen-{number}', 'limited', 1, 0.1, {}, {});",
            number < 10,
            quote(&generation.to_string()),
        );
    }
    let mut small = records::generation("small", "acme/nova-2");
    small["usage"] = json!(1e-7);
    rows += &format!(
        "INSERT INTO generations (organization_id, id, key_hash, day, usage, is_byok, document)
            VALUES ('org', 'small', 'free', 2, 1e-7, FALSE, {});",
        quote(&small.to_string()),
    );
    let database = Database::<S>::upgraded_from(1, &rows).await;
    let store = &database.store;

    let spending = store.spending("org", "limited", Day(0)).await.unwrap();
    assert_eq!(spending.total_credits, amount(131.4275));
    assert_eq!(spending.total_usage, amount(0.3));
    assert_eq!(spending.key_usage, amount(1.0));
    assert_eq!(spending.key_byok_usage, amount(1.0));
    let spending = store.spending("org", "free", Day(0)).await.unwrap();
    assert_eq!(spending.key_usage, amount(1e-7));
    let limit = async |hash| store.api_key(hash).await.unwrap().unwrap().limit_usd;
    assert_eq!(limit("limited").await, Some(amount(9.95)));
    assert_eq!(limit("free").await, None);
    let stored =
        "SELECT CAST(usage AS TEXT) FROM generations WHERE id IN ('gen-0', 'small') ORDER BY id";
    let stored: Vec<f64> = database
        .texts(stored)
        .await
        .iter()
        .map(|text| text.parse().unwrap())
        .collect();
    assert_eq!(stored, [0.1, 1e-7]);
}

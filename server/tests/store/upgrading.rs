//! Databases of older versions, and servers that run while their database is upgraded.

use std::io::Cursor;
use std::time::{Duration, Instant};

use gateway_api::types::Role;
use gateway_server::amount::Amount;
use gateway_server::records as files;
use gateway_server::store::{
    self, AuditPosition, CreditsUpdate, OrganizationUpdate, OrganizationUpdated, PostgresStore,
    RateLimit, Store,
};
use gateway_server::timestamps::{Day, UnixMicros};
use gateway_server::vault::Vault;
use libtest_mimic::Trial;
use serde_json::{Value, json};

use crate::support::database::OPTIONS;
use crate::support::records::{self, ALL, CREATED, amount, change_at, key, now, quote};
use crate::support::{Database, Engine};
use crate::{on_both, on_postgres};

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = on_both![
        amounts_of_an_older_database_become_exact,
        days_of_an_older_database_are_added_up_exactly,
        what_organizations_used_stays_the_same_or_is_what_their_keys_used,
        a_running_server_survives_a_migration_that_adds_columns,
        opening_checks_the_tables_and_does_not_change_them,
        a_document_without_a_newer_nullable_field_still_reads,
    ];
    trials.extend(on_postgres![
        a_migration_takes_longer_than_a_statement_may,
        an_upgrade_waits_for_a_load,
    ]);
    trials
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
    // More than its record said.
    assert_eq!(spending.total_usage, amount(1.000_000_1));
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

async fn days_of_an_older_database_are_added_up_exactly<S: Engine>(_: &Database<S>) {
    let keys: [(&str, Vec<f64>); 6] = [
        ("large", vec![123_456.1]),
        ("many digits", vec![1.234_567_890_123_45e-5, 0.1, 3.0, 0.0]),
        ("small", vec![1e-13, 5e-324]),
        ("largest", vec![1e12, 1e-12, 999_999_999_999.999_9]),
        ("refund", vec![-0.5, -1.25e-7, 0.2]),
        ("sum beyond 64 bits", vec![0.012_345_678_901_234_567; 1000]),
    ];
    let mut rows =
        "INSERT INTO organizations (id, total_credits, total_usage) VALUES ('org', 1, 0);"
            .to_owned();
    for (key, amounts) in &keys {
        for (number, usage) in amounts.iter().enumerate() {
            for is_byok in [false, true] {
                let id = format!("{key}-{number}-{is_byok}");
                let mut generation = records::generation(&id, "acme/nova-2");
                generation["usage"] = json!(usage);
                rows += &format!(
                    "INSERT INTO generations (organization_id, id, key_hash, day, usage, is_byok, document)
                        VALUES ('org', '{id}', '{key}', 1, {usage:e}, {is_byok}, {});",
                    quote(&generation.to_string()),
                );
            }
        }
    }
    let database = Database::<S>::upgraded_from(1, &rows).await;
    for (key, amounts) in keys {
        let sum: Amount = amounts.into_iter().map(amount).sum();
        let spending = database.store.spending("org", key, Day(0)).await.unwrap();
        let used = (spending.key_usage, spending.key_byok_usage);
        assert_eq!(used, (sum.clone(), sum), "{key}");
    }
}

/// Before version 5, generations did not count as usage of their organization.
async fn what_organizations_used_stays_the_same_or_is_what_their_keys_used<S: Engine>(
    _: &Database<S>,
) {
    // For each organization: what its record said, the generations, what is shown, and what remains of the record.
    let cases = [
        (
            "more",
            "57.5",
            vec!["0.1", "0.2", "-0.05", "1e-7"],
            57.5,
            57.249_999_9,
        ),
        ("less", "0.25", vec!["0.1", "0.2"], 0.3, 0.0),
        ("equal", "0.3", vec!["0.1", "0.2"], 0.3, 0.0),
        ("none", "2", vec![], 2.0, 2.0),
    ];
    let mut rows = String::new();
    for (organization, recorded, generations, ..) in &cases {
        rows += &format!(
            "INSERT INTO organizations (id, total_credits, total_usage)
                VALUES ('{organization}', '100', '{recorded}');"
        );
        let mut sum = amount(0.0);
        for (number, usage) in generations.iter().enumerate() {
            rows += &format!(
                "INSERT INTO generations (organization_id, id, key_hash, day, usage, is_byok, document)
                    VALUES ('{organization}', '{number}', 'key', 1, '{usage}', FALSE, '{{}}'),
                        ('{organization}', 'byok-{number}', 'key', 1, '8', TRUE, '{{}}'),
                        ('{organization}', 'free-{number}', NULL, 1, '8', FALSE, '{{}}');"
            );
            sum += &usage.parse::<Amount>().unwrap();
        }
        if !generations.is_empty() {
            rows += &format!(
                "INSERT INTO usage_by_day (organization_id, key_hash, day, usage, byok_usage)
                    VALUES ('{organization}', 'key', 1, '{sum}', '8');"
            );
        }
    }
    let database = Database::<S>::upgraded_from(4, &rows).await;
    for (organization, _, _, shown, exported) in cases {
        let stored = database.store.organization(organization).await.unwrap();
        assert_eq!(stored.unwrap().total_usage, amount(shown), "{organization}");
        let spending = database.store.spending(organization, "key", Day(0));
        let spending = spending.await.unwrap();
        assert_eq!(spending.total_usage, amount(shown), "{organization}");
        let recorded = format!(
            "SELECT CAST(total_usage AS TEXT) FROM organizations WHERE id = '{organization}'"
        );
        let recorded = database.texts(&recorded).await;
        let parts = recorded[0]
            .split(' ')
            .map(|part| part.parse::<Amount>().unwrap());
        assert_eq!(parts.sum::<Amount>(), amount(exported), "{organization}");
    }
}

/// Uses everything that a store does, and returns how many records it found.
async fn use_everything(store: &Store<impl store::Engine>, round: &str) -> u64 {
    let org = "org";
    store.api_key("aa").await.unwrap().unwrap();
    store
        .model("acme/nova", "acme/nova")
        .await
        .unwrap()
        .unwrap();
    store.zdr_endpoints().await.unwrap();
    store.generation(org, "gen").await.unwrap().unwrap();
    store.credits(org).await.unwrap();
    store.spending(org, "aa", Day(0)).await.unwrap();
    store.usage(org, "aa", Day(0)).await.unwrap();
    store.workspaces(org, ALL).await.unwrap();
    store.guardrails(org, None, ALL).await.unwrap();
    store.guardrail_assignments(org, ALL).await.unwrap();
    store.presets(org, ALL).await.unwrap();
    store.group_mappings(org, ALL).await.unwrap().unwrap();
    store.members(org, ALL).await.unwrap().unwrap();
    store.api_keys(None).await.unwrap();
    store.organization(org).await.unwrap().unwrap();
    store.organizations().await.unwrap();
    let credits = OrganizationUpdate {
        credits: Some(CreditsUpdate::Set(amount(1.0))),
        default_workspace: None,
    };
    let updated = store.update_organization(org, &credits, change_at(CREATED));
    assert!(matches!(
        updated.await.unwrap(),
        OrganizationUpdated::Done(_)
    ));
    for organization in [None, Some(org)] {
        let entries = store.audit(organization, AuditPosition::since(UnixMicros(0)));
        assert!(!entries.await.unwrap().is_empty());
    }
    store.master_key().await.unwrap();
    let limit = RateLimit {
        requests: 10,
        seconds: 10,
    };
    store.count_request("aa", limit, CREATED).await.unwrap();
    store.insert_key(&key(org, round), now()).await.unwrap();
    assert!(
        store
            .delete_key(org, round, change_at(CREATED))
            .await
            .unwrap()
    );
    let changed = store.update_group_mapping(org, "gm", Role::Admin, change_at(UnixMicros::now()));
    assert!(changed.await.unwrap().is_some());
    assert!(
        !store
            .delete_byok_credential(org, "none", change_at(CREATED))
            .await
            .unwrap()
    );
    let vault = Vault::generate().unwrap();
    let line =
        r#"{"record": "organization", "id": "org", "total_credits": 10.5, "total_usage": 2.25}"#;
    files::load(store, &vault, Cursor::new(line)).await.unwrap();
    files::export(store, None, std::io::sink()).await.unwrap()
}

async fn a_running_server_survives_a_migration_that_adds_columns(database: &Database<impl Engine>) {
    fill(database).await;
    // Twice, since a statement is prepared the first time and used again from then on.
    use_everything(&database.store, "one").await;
    let before = use_everything(&database.store, "two").await;
    let tables = [
        "organizations",
        "api_keys",
        "workspaces",
        "guardrails",
        "guardrail_assignments",
        "presets",
        "group_mappings",
        "members",
        "models",
        "model_names",
        "endpoints",
        "generations",
        "usage_by_day",
        "usage_by_organization",
        "byok_credentials",
        "byok_material",
        "audit",
        "master_key",
    ];
    for table in tables {
        let add = format!("ALTER TABLE {table} ADD COLUMN added_later TEXT NOT NULL DEFAULT 'x'");
        database.execute(&add).await;
    }
    let after = use_everything(&database.store, "three").await;
    assert_eq!(after, before + 1, "a key more");
}

async fn fill(database: &Database<impl Engine>) {
    database.add_organization("org", None).await;
    database
        .store
        .insert_key(&key("org", "aa"), now())
        .await
        .unwrap();
    database.add_workspace("org", "ws").await;
    database.add_guardrail("org", "gr", "").await;
    database.add_group_mapping("org", "gm").await;
    database.add_model("acme/nova", &["acme/nova"]).await;
    database.add_endpoint("acme/nova", "acme", true).await;
    database.add_generation("org", "gen").await;
    database.add_credential("org", "byok").await;
    database.add_usage("aa", 0, 0.5, 0.25).await;
}

async fn opening_checks_the_tables_and_does_not_change_them<S: Engine>(_: &Database<S>) {
    let place = S::new_place().await;
    if let crate::support::database::Place::File { path, .. } = &place {
        std::fs::write(path, "").unwrap();
    }
    for _ in 0..2 {
        let error = S::open_only(&place).await.err().unwrap().to_string();
        assert!(error.contains("no tables"), "{error}");
        assert!(error.contains("`gateway migrate`"), "{error}");
    }
    place.migrate_to(1).await;
    for _ in 0..2 {
        let error = S::open_only(&place).await.err().unwrap().to_string();
        assert!(error.contains("older version"), "{error}");
        assert!(error.contains("`gateway migrate`"), "{error}");
    }
    S::open_at(&place, OPTIONS).await.unwrap();
    S::open_only(&place).await.unwrap();
}

async fn a_document_without_a_newer_nullable_field_still_reads(database: &Database<impl Engine>) {
    let without = |mut record: Value, fields: &[&str]| {
        for field in fields {
            record.as_object_mut().unwrap().remove(*field).unwrap();
        }
        record
    };
    database.add_organization("org", None).await;
    let member = without(records::member("user", "ada@example.com"), &["last_name"]);
    database.add("members", "org", &member, &[]).await;
    let workspace = without(
        records::workspace("ws", "Research"),
        &["updated_at", "created_by"],
    );
    database.add("workspaces", "org", &workspace, &[]).await;
    let guardrail = records::guardrail("gr", "Careful");
    database
        .add("guardrails", "org", &guardrail, &[("workspace_id", "''")])
        .await;
    let generation = without(
        records::generation("gen", "acme/nova"),
        &["latency", "router"],
    );
    let row = [("day", "0"), ("usage", "0.5"), ("is_byok", "FALSE")];
    database.add("generations", "org", &generation, &row).await;

    let store = &database.store;
    let members = store.members("org", ALL).await.unwrap().unwrap();
    assert_eq!(
        (members.total_count, &members.data[0].last_name),
        (1, &None)
    );
    let workspaces = store.workspaces("org", ALL).await.unwrap();
    assert_eq!(workspaces.data[0].updated_at, None);
    let guardrails = store.guardrails("org", None, ALL).await.unwrap();
    assert_eq!(guardrails.data[0].name, "Careful");
    let generation = store.generation("org", "gen").await.unwrap().unwrap();
    assert_eq!((generation.latency, generation.router), (None, None));
}

/// The lock is the one that loads take.
async fn an_upgrade_waits_for_a_load(database: &Database<PostgresStore>) {
    database
        .execute("DELETE FROM _sqlx_migrations WHERE version = 5; DROP TABLE usage_by_organization")
        .await;
    database
        .execute("BEGIN; SELECT pg_advisory_xact_lock(7165067462155002)")
        .await;
    let url = database.place.url().to_owned();
    let upgrade = tokio::spawn(async move { PostgresStore::migrate(&url, OPTIONS).await });
    let waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    while database.number(waiting).await == 0 {
        assert!(!upgrade.is_finished());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    database.execute("COMMIT").await;
    assert_eq!(upgrade.await.unwrap().unwrap(), 1);
    // Nothing is left to do, so nothing has to wait.
    database
        .execute("BEGIN; SELECT pg_advisory_xact_lock(7165067462155002)")
        .await;
    let again = PostgresStore::migrate(database.place.url(), OPTIONS).await;
    assert_eq!(again.unwrap(), 0);
}

/// A lock simulates a long migration.
async fn a_migration_takes_longer_than_a_statement_may(database: &Database<PostgresStore>) {
    let (_, name) = database.place.url().rsplit_once('/').unwrap();
    let limit = format!("ALTER DATABASE {name} SET statement_timeout = '100ms'");
    database.execute(&limit).await;
    let begun = Instant::now();
    let long = Duration::from_millis(800);
    let (migrated, ()) = tokio::join!(
        async {
            tokio::time::sleep(Duration::from_millis(200)).await;
            PostgresStore::migrate(database.place.url(), OPTIONS).await
        },
        async {
            database
                .execute("BEGIN; LOCK TABLE _sqlx_migrations IN ACCESS EXCLUSIVE MODE")
                .await;
            tokio::time::sleep(long).await;
            database.execute("COMMIT").await;
        }
    );
    assert_eq!(migrated.unwrap(), 0);
    assert!(begun.elapsed() > long);
}

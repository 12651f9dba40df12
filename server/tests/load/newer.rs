//! A load never undoes a newer change.

use gateway_api::types::Role;
use gateway_server::timestamps::UnixMicros;
use libtest_mimic::Trial;
use serde_json::{Value, json};

use crate::lines::{self, group_mapping, organization};
use crate::on_both;
use crate::support::records::{self, ALL, CREATED, change_at};
use crate::support::{Database, Engine};

pub fn trials() -> Vec<Trial> {
    on_both![
        a_changed_mapping_survives_loading_the_same_file_again,
        a_change_counts_as_newer_than_a_record_from_the_future,
        the_newer_of_two_states_stays_in_whichever_order_they_are_loaded,
        a_record_without_a_time_does_not_replace_one_with_a_time,
        an_older_organization_record_only_raises_the_usage,
        a_load_counts_the_records_that_it_did_not_store,
        a_load_that_only_raises_the_usage_kept_nothing,
    ]
}

async fn mapping<S: Engine>(at: &Database<S>) -> (String, UnixMicros) {
    let page = at.store.group_mappings("org", ALL).await.unwrap().unwrap();
    let mapping = &page.data[0];
    (
        mapping.role.as_str().to_owned(),
        UnixMicros::from(&mapping.updated_at),
    )
}

async fn a_changed_mapping_survives_loading_the_same_file_again<S: Engine>(at: &Database<S>) {
    let file = [organization(json!({})), group_mapping(json!({}))];
    lines::load(&at.store, &file).await;
    let now = UnixMicros::now();
    let changed = at
        .store
        .update_group_mapping("org", "gm", Role::Admin, change_at(now));
    assert!(changed.await.unwrap().is_some());
    for _ in 0..2 {
        lines::load(&at.store, &file).await;
        assert_eq!(mapping(at).await, ("admin".to_owned(), now));
    }
}

/// The clock of this server may be behind the clock of the system that wrote the file.
async fn a_change_counts_as_newer_than_a_record_from_the_future<S: Engine>(at: &Database<S>) {
    let ahead = group_mapping(json!({"updated_at": "2999-01-01T00:00:00Z"}));
    let file = [organization(json!({})), ahead];
    lines::load(&at.store, &file).await;
    let (_, loaded) = mapping(at).await;
    let changed = at
        .store
        .update_group_mapping("org", "gm", Role::Admin, change_at(CREATED));
    assert!(changed.await.unwrap().is_some());
    lines::load(&at.store, &file).await;
    assert_eq!(
        mapping(at).await,
        ("admin".to_owned(), UnixMicros(loaded.0 + 1))
    );
}

/// A record of each kind that has `updated_at`, and its table.
fn timed(updated_at: Option<&str>, name: &str) -> [(&'static str, Value); 3] {
    let with = |mut record: Value, kind: &str| {
        record["record"] = kind.into();
        record["organization_id"] = "org".into();
        record["updated_at"] = updated_at.into();
        record
    };
    [
        (
            "workspaces",
            with(records::workspace("ws", name), "workspace"),
        ),
        ("guardrails", {
            let mut guardrail = records::guardrail("gr", name);
            guardrail["workspace_id"] = Value::Null;
            with(guardrail, "guardrail")
        }),
        ("presets", with(records::preset("pr", name), "preset")),
    ]
}

async fn name_in<S: Engine>(at: &Database<S>, table: &str) -> String {
    let documents = at
        .texts(&format!("SELECT CAST(document AS TEXT) FROM {table}"))
        .await;
    let document: Value = serde_json::from_str(&documents[0]).unwrap();
    document["name"].as_str().unwrap().to_owned()
}

async fn the_newer_of_two_states_stays_in_whichever_order_they_are_loaded<S: Engine>(
    at: &Database<S>,
) {
    let early = || timed(Some("2026-02-01T00:00:00Z"), "early");
    let late = || timed(Some("2026-02-01T00:00:00.000001Z"), "late");
    for states in [early(), late(), early()] {
        lines::load(&at.store, &states.map(|(_, record)| record)).await;
    }
    for (table, _) in early() {
        assert_eq!(name_in(at, table).await, "late", "{table}");
    }
    // A record with the same time replaces the stored one.
    let corrected = timed(Some("2026-02-01T00:00:00.000001Z"), "corrected");
    for (table, record) in corrected {
        lines::load(&at.store, &[record]).await;
        assert_eq!(name_in(at, table).await, "corrected", "{table}");
    }
}

async fn a_record_without_a_time_does_not_replace_one_with_a_time<S: Engine>(at: &Database<S>) {
    let [workspace, guardrail, _] = timed(None, "untimed");
    for (table, untimed) in [workspace, guardrail] {
        let untimed = std::slice::from_ref(&untimed);
        lines::load(&at.store, untimed).await;
        lines::load(&at.store, untimed).await;
        assert_eq!(name_in(at, table).await, "untimed", "{table}");
        let timed = timed(Some("2026-02-01T00:00:00Z"), "timed");
        let (_, timed) = timed
            .into_iter()
            .find(|(timed_table, _)| *timed_table == table)
            .unwrap();
        lines::load(&at.store, &[timed]).await;
        lines::load(&at.store, untimed).await;
        assert_eq!(name_in(at, table).await, "timed", "{table}");
    }
}

async fn an_older_organization_record_only_raises_the_usage<S: Engine>(at: &Database<S>) {
    let (january, february, march) = (
        Some("2026-01-01T00:00:00Z"),
        Some("2026-02-01T00:00:00Z"),
        Some("2026-03-01T00:00:00Z"),
    );
    // As text, 10.5 is less than 9.
    let steps = [
        ("the first record", february, (50.0, 1.0), (50.0, 1.0)),
        ("older, more", january, (10.0, 9.0), (50.0, 9.0)),
        ("older, more", None, (10.0, 10.5), (50.0, 10.5)),
        ("older, less", january, (10.0, 9.0), (50.0, 10.5)),
        ("without a time, less", None, (10.0, 3.0), (50.0, 10.5)),
        ("newer, more", march, (60.0, 12.0), (60.0, 12.0)),
        ("a correction", march, (60.0, 11.0), (60.0, 11.0)),
    ];
    for (step, updated_at, (total_credits, total_usage), expected) in steps {
        let record = organization(json!({
            "total_credits": total_credits, "total_usage": total_usage, "updated_at": updated_at,
        }));
        lines::load(&at.store, &[record]).await;
        let credits = at.store.credits("org").await.unwrap();
        let stored = (credits.total_credits, credits.total_usage);
        assert_eq!(stored, expected, "{step}");
    }
}

async fn a_load_counts_the_records_that_it_did_not_store<S: Engine>(at: &Database<S>) {
    let states = |time: &str| -> Vec<Value> {
        let timed = timed(Some(time), "name").map(|(_, record)| record);
        timed.into_iter().chain([organization(json!({}))]).collect()
    };
    let vault = lines::vault();
    let mut kept = Vec::new();
    for time in ["2026-02-01T00:00:00Z", "2026-01-01T00:00:00Z"] {
        let text = lines::file(&states(time));
        let loaded = lines::try_load(&at.store, &vault, text).await.unwrap();
        kept.push((loaded.total(), loaded.kept()));
    }
    assert_eq!(kept, [(4, 0), (4, 3)]);
}

/// A command changed the credits, and the file has the new usage.
async fn a_load_that_only_raises_the_usage_kept_nothing<S: Engine>(at: &Database<S>) {
    let kept = async |total_usage: f64, updated_at: Option<&str>| {
        let record = organization(json!({"total_usage": total_usage, "updated_at": updated_at}));
        let text = lines::file(&[record]);
        let loaded = lines::try_load(&at.store, &lines::vault(), text).await;
        loaded.unwrap().kept()
    };
    assert_eq!(kept(1.0, Some("2026-02-01T00:00:00Z")).await, 0);
    assert_eq!(kept(2.0, None).await, 0, "more usage is stored");
    assert_eq!(kept(2.0, None).await, 1, "nothing is stored");
    assert_eq!(kept(1.5, None).await, 1, "nothing is stored");
}

//! Usage of keys is counted exactly.

use gateway_server::store::Usage;
use gateway_server::timestamps::{Day, UnixMicros};
use libtest_mimic::Trial;
use serde_json::json;

use crate::lines::{self, api_key, generation, hash, organization};
use crate::on_both;
use crate::support::records::amount;
use crate::support::{Database, Engine};

pub fn trials() -> Vec<Trial> {
    on_both![
        generations_are_counted_by_key_and_day,
        a_replaced_generation_counts_for_its_new_key_and_day,
        byok_usage_is_counted_separately,
        a_failed_load_counts_nothing,
        usage_of_another_organization_does_not_count,
        a_key_stays_with_its_organization,
        ten_charges_of_ten_cents_are_one_dollar,
        replacing_a_generation_leaves_no_remainder,
        a_day_with_more_generations_than_a_statement_takes,
        an_organization_used_what_its_keys_used_and_what_its_record_says,
        the_usage_of_an_organization_does_not_depend_on_the_order_of_loads,
        the_usage_of_an_organization_survives_an_export,
    ]
}

/// The usage of a key, as of 2026-01-16, a Friday.
async fn usage<S: Engine>(at: &Database<S>, key: char) -> Usage {
    let today = UnixMicros(1_768_521_600_000_000).day();
    at.store.usage("org", &hash(key), today).await.unwrap()
}

async fn generations_are_counted_by_key_and_day<S: Engine>(at: &Database<S>) {
    let on = |id: &str, key, at: &str, usage: f64| {
        generation(json!({"id": id, "key_hash": hash(key), "created_at": at, "usage": usage}))
    };
    let records = [
        on("1", 'a', "2026-01-16T00:00:00Z", 1.0),
        // The sixteenth in local time, but still the fifteenth in UTC.
        on("2", 'a', "2026-01-16T00:30:00+01:00", 2.0),
        on("3", 'a', "2026-01-11T23:59:59Z", 4.0),
        on("4", 'a', "2025-12-31T23:59:59.999999Z", 8.0),
        on("5", 'b', "2026-01-16T12:00:00Z", 0.25),
        generation(json!({"id": "6", "usage": 32.0})),
    ];
    lines::load(&at.store, &records).await;
    let used = usage(at, 'a').await;
    let windows = [used.daily, used.weekly, used.monthly, used.all_time];
    assert_eq!(windows, [1.0, 3.0, 7.0, 15.0].map(amount));
    assert_eq!(usage(at, 'b').await.all_time, amount(0.25));
}

async fn a_replaced_generation_counts_for_its_new_key_and_day<S: Engine>(at: &Database<S>) {
    let records = [
        generation(json!({"id": "1", "key_hash": hash('a'), "usage": 1.0})),
        generation(json!({"id": "2", "key_hash": hash('a'), "usage": 2.0})),
    ];
    lines::load(&at.store, &records).await;
    assert_eq!(usage(at, 'a').await.all_time, amount(3.0));

    let moved = json!({"id": "1", "key_hash": hash('b'), "usage": 4.0, "created_at": "2026-01-16T01:00:00Z"});
    lines::load(&at.store, &[generation(moved)]).await;
    assert_eq!(usage(at, 'a').await.all_time, amount(2.0));
    assert_eq!(usage(at, 'b').await.daily, amount(4.0));

    let nobodys = generation(json!({"id": "2", "usage": 2.0}));
    lines::load(&at.store, &[nobodys]).await;
    assert_eq!(usage(at, 'a').await, Usage::default());
    let days = at.number("SELECT count(*) FROM usage_by_day").await;
    assert_eq!(days, 1, "days without generations are gone");
}

async fn byok_usage_is_counted_separately<S: Engine>(at: &Database<S>) {
    let key = hash('a');
    let records = [
        generation(json!({"id": "1", "key_hash": key, "usage": 1.0})),
        generation(json!({"id": "2", "key_hash": key, "usage": 2.0, "is_byok": true})),
    ];
    lines::load(&at.store, &records).await;
    let used = usage(at, 'a').await;
    assert_eq!(
        (used.all_time, used.byok_all_time),
        (amount(1.0), amount(2.0))
    );
}

async fn a_failed_load_counts_nothing<S: Engine>(at: &Database<S>) {
    lines::load(&at.store, &[generation(json!({"key_hash": hash('a')}))]).await;
    let text = lines::file(&[generation(json!({"key_hash": hash('b'), "usage": 8.0}))]);
    lines::errors(&at.store, text + "no JSON").await;
    assert_eq!(usage(at, 'a').await.all_time, amount(0.25));
    assert_eq!(usage(at, 'b').await, Usage::default());
}

/// Such a file has an error: an organization must not pay for the usage of another.
async fn usage_of_another_organization_does_not_count<S: Engine>(at: &Database<S>) {
    let on = |organization: &str, usage: f64| {
        generation(json!({
            "id": "1", "organization_id": organization, "key_hash": hash('a'), "usage": usage,
        }))
    };
    let records = [organization(json!({})), on("org", 1.0), on("another", 2.0)];
    lines::load(&at.store, &records).await;
    assert_eq!(usage(at, 'a').await.all_time, amount(1.0));
    let spending = at.store.spending("org", &hash('a'), Day(0)).await.unwrap();
    assert_eq!(spending.key_usage, amount(1.0));
}

async fn a_key_stays_with_its_organization<S: Engine>(at: &Database<S>) {
    let key = |organization: &str| api_key(json!({"organization_id": organization}));
    let in_one_file = lines::file(&[key("org"), key("another")]);
    lines::load(&at.store, &[key("org"), key("org")]).await;
    let over_a_stored_one = lines::file(&[organization(json!({})), key("another")]);
    for file in [in_one_file, over_a_stored_one] {
        let errors = lines::errors(&at.store, file).await.to_string();
        let expected = format!(
            "line 2: `organization_id` differs from the stored one of the key {}; a key stays with its organization",
            hash('a')
        );
        assert_eq!(errors, expected);
    }
    let stored = at.store.api_key(&hash('a')).await.unwrap().unwrap();
    assert_eq!(stored.organization_id, "org");
}

async fn ten_charges_of_ten_cents_are_one_dollar<S: Engine>(at: &Database<S>) {
    let charge = |id: usize, is_byok: bool| {
        generation(json!({
            "id": id.to_string(), "key_hash": hash('a'), "usage": 0.1, "is_byok": is_byok,
            "created_at": format!("2026-01-{:02}T12:00:00Z", id % 10 + 1),
        }))
    };
    let mut records = vec![organization(json!({}))];
    records.extend((0..20).map(|id| charge(id, id >= 10)));
    lines::load(&at.store, &records).await;
    let used = usage(at, 'a').await;
    assert_eq!(
        (used.all_time, used.byok_all_time),
        (amount(1.0), amount(1.0))
    );
    let spending = at.store.spending("org", &hash('a'), Day(0)).await.unwrap();
    assert_eq!(
        (spending.key_usage, spending.key_byok_usage),
        (amount(1.0), amount(1.0))
    );
}

/// 0.3 - 0.1 - 0.2 is not zero in floating point.
async fn replacing_a_generation_leaves_no_remainder<S: Engine>(at: &Database<S>) {
    let charge =
        |id: &str, usage: f64| generation(json!({"id": id, "key_hash": hash('a'), "usage": usage}));
    lines::load(&at.store, &[charge("1", 0.1), charge("2", 0.2)]).await;
    assert_eq!(usage(at, 'a').await.all_time, amount(0.3));
    lines::load(&at.store, &[charge("1", 0.0), charge("2", 0.0)]).await;
    assert_eq!(at.number("SELECT count(*) FROM usage_by_day").await, 0);
    lines::load(&at.store, &[charge("1", -0.5), charge("1", 1e-9)]).await;
    assert_eq!(usage(at, 'a').await.all_time, amount(1e-9));
}

async fn a_day_with_more_generations_than_a_statement_takes<S: Engine>(at: &Database<S>) {
    let charges: Vec<_> = (0..1201)
        .map(|id| generation(json!({"id": id.to_string(), "key_hash": hash('a'), "usage": 0.01})))
        .collect();
    for _ in 0..2 {
        lines::load(&at.store, &charges).await;
        assert_eq!(usage(at, 'a').await.all_time, amount(12.01));
    }
}

/// What the organization `org` used, which is the same wherever it is shown.
async fn total<S: Engine>(at: &Database<S>) -> f64 {
    let credits = at.store.credits("org").await.unwrap().total_usage;
    let spending = at.store.spending("org", &hash('a'), Day(0)).await.unwrap();
    let shown = at.store.organization("org").await.unwrap().unwrap();
    let listed = at.store.organizations().await.unwrap();
    for usage in [
        &spending.total_usage,
        &shown.total_usage,
        &listed[0].total_usage,
    ] {
        assert_eq!(*usage, amount(credits));
    }
    credits
}

async fn an_organization_used_what_its_keys_used_and_what_its_record_says<S: Engine>(
    at: &Database<S>,
) {
    let charge = |id: &str, key: char, usage: f64| {
        generation(json!({"id": id, "key_hash": hash(key), "usage": usage}))
    };
    // Generations may be loaded before the organization.
    lines::load(&at.store, &[charge("1", 'a', 0.1)]).await;
    let of_organization = organization(json!({"total_usage": 2.5}));
    lines::load(&at.store, &[of_organization]).await;
    assert_eq!(total(at).await, 2.6);
    // In each step: the generation, and the total afterwards.
    let steps = [
        (charge("2", 'b', 0.2), 2.8),
        (charge("2", 'b', 0.2), 2.8),
        (charge("1", 'a', 0.3), 3.0),
        (charge("1", 'b', 0.3), 3.0),
        (
            generation(json!({"id": "3", "key_hash": hash('a'), "usage": 8.0, "is_byok": true})),
            3.0,
        ),
        (generation(json!({"id": "4", "usage": 8.0})), 3.0),
        (
            generation(json!({"id": "4", "key_hash": hash('a'), "organization_id": "another"})),
            3.0,
        ),
        (generation(json!({"id": "1", "usage": 0.3})), 2.7),
    ];
    for (generation, expected) in steps {
        lines::load(&at.store, &[generation]).await;
        assert_eq!(total(at).await, expected);
    }
    let used = [usage(at, 'a').await.all_time, usage(at, 'b').await.all_time];
    assert_eq!(used, [0.0, 0.2].map(amount));
}

async fn the_usage_of_an_organization_does_not_depend_on_the_order_of_loads<S: Engine>(
    at: &Database<S>,
) {
    let charge =
        |id: &str, usage: f64| generation(json!({"id": id, "key_hash": hash('a'), "usage": usage}));
    let first = [organization(json!({"total_usage": 2.5})), charge("1", 0.25)];
    let second = [charge("2", 0.5), charge("3", 0.125)];
    let once = [first.as_slice(), &second];
    let again = [second.as_slice(), &first, &first, &second];
    let another = Database::<S>::new().await;
    for file in once {
        lines::load(&at.store, file).await;
    }
    for file in again {
        lines::load(&another.store, file).await;
    }
    assert_eq!((total(at).await, total(&another).await), (3.375, 3.375));
}

async fn the_usage_of_an_organization_survives_an_export<S: Engine>(at: &Database<S>) {
    let records = [
        organization(json!({"total_usage": 2.5})),
        generation(json!({"key_hash": hash('a'), "usage": 0.25})),
    ];
    lines::load(&at.store, &records).await;
    let exported = lines::export(&at.store, None).await;
    let copy = Database::<S>::new().await;
    for database in [at, &copy] {
        let vault = lines::vault();
        let loaded = lines::try_load(&database.store, &vault, exported.clone());
        loaded.await.unwrap();
        assert_eq!(total(database).await, 2.75);
        assert_eq!(lines::export(&database.store, None).await, exported);
    }
}

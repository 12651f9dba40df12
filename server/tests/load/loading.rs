//! Loads are atomic and can be repeated.

use libtest_mimic::Trial;
use serde_json::json;

use crate::lines::{self, generation, group_mapping, member, organization};
use crate::on_both;
use crate::support::records::ALL;
use crate::support::{Database, Engine};

pub fn trials() -> Vec<Trial> {
    on_both![
        an_error_in_the_last_line_loads_nothing,
        loading_a_file_twice_changes_nothing,
        the_last_of_two_lines_about_a_record_wins,
        a_record_replaces_the_stored_one,
        the_same_identifier_in_two_organizations_is_two_records,
        the_demonstration_loads,
        more_records_than_a_statement_takes,
        a_load_whose_tables_were_upgraded_before_its_turn_loads_nothing,
    ]
}

async fn an_error_in_the_last_line_loads_nothing<S: Engine>(at: &Database<S>) {
    lines::load(&at.store, &[organization(json!({"id": "before"}))]).await;
    let mut records = vec![organization(json!({}))];
    records.extend((0..2000).map(|n| generation(json!({"id": format!("gen-{n}")}))));
    let text = lines::file(&records) + "{\"record\": \"member\"}\n";
    let errors = lines::errors(&at.store, text).await;
    assert_eq!((errors.lines(), errors.first()[0].line), (1, 2002));
    assert_eq!(at.number("SELECT count(*) FROM organizations").await, 1);
    assert_eq!(at.number("SELECT count(*) FROM generations").await, 0);
    // The store is not affected.
    lines::load(&at.store, &records).await;
    assert_eq!(at.number("SELECT count(*) FROM generations").await, 2000);
}

/// Another version may upgrade the tables while a load waits for its turn.
async fn a_load_whose_tables_were_upgraded_before_its_turn_loads_nothing<S: Engine>(
    at: &Database<S>,
) {
    let upgrade = "INSERT INTO _sqlx_migrations
        (version, description, installed_on, success, checksum, execution_time)
        SELECT 9999, 'new', installed_on, success, checksum, 0 FROM _sqlx_migrations WHERE version = 1";
    at.execute(upgrade).await;
    let text = lines::file(&[organization(json!({}))]);
    let loaded = lines::try_load(&at.store, lines::common_vault(), text).await;
    let error = loaded.expect_err("an error");
    let causes = std::iter::successors(Some(&error as &dyn std::error::Error), |error| {
        error.source()
    });
    let causes: Vec<String> = causes.map(ToString::to_string).collect();
    assert!(
        causes.iter().any(|cause| cause.contains("newer version")),
        "{causes:?}"
    );
    assert_eq!(at.number("SELECT count(*) FROM organizations").await, 0);
}

async fn loading_a_file_twice_changes_nothing<S: Engine>(at: &Database<S>) {
    let records = [
        organization(json!({})),
        lines::api_key(json!({"rate_limit": "5/10s", "limit_usd": 1.5, "limit_reset": "daily"})),
        member(json!({})),
        group_mapping(json!({})),
        lines::model(json!({"aliases": ["acme/new", "acme/best"]})),
        generation(json!({"key_hash": lines::hash('a')})),
    ];
    lines::load(&at.store, &records).await;
    let once = lines::export(&at.store, None).await;
    lines::load(&at.store, &records).await;
    assert_eq!(lines::export(&at.store, None).await, once);
    assert_eq!(once.lines().count(), records.len());
}

async fn the_last_of_two_lines_about_a_record_wins<S: Engine>(at: &Database<S>) {
    let records = [
        organization(json!({})),
        member(json!({"first_name": "First"})),
        member(json!({"first_name": "Second"})),
        member(json!({"id": "other"})),
        member(json!({"first_name": "Third"})),
    ];
    lines::load(&at.store, &records).await;
    let page = at.store.members("org", ALL).await.unwrap().unwrap();
    assert_eq!(page.total_count, 2);
    assert_eq!(page.data[1].first_name.as_deref(), Some("Third"));
}

async fn a_record_replaces_the_stored_one<S: Engine>(at: &Database<S>) {
    let first = [
        organization(json!({})),
        group_mapping(json!({"role": "admin"})),
    ];
    lines::load(&at.store, &first).await;
    let mapping = group_mapping(json!({"updated_at": "2026-02-01T01:00:00.5+01:00"}));
    lines::load(&at.store, &[mapping]).await;
    let page = at.store.group_mappings("org", ALL).await.unwrap().unwrap();
    assert_eq!(page.total_count, 1);
    assert_eq!(page.data[0].role.as_str(), "member");
    assert_eq!(
        page.data[0].updated_at.to_string(),
        "2026-02-01T00:00:00.5Z"
    );
}

async fn the_same_identifier_in_two_organizations_is_two_records<S: Engine>(at: &Database<S>) {
    let records = [
        generation(json!({"organization_id": "one", "model": "of one"})),
        generation(json!({"organization_id": "two", "model": "of two"})),
    ];
    lines::load(&at.store, &records).await;
    for organization in ["one", "two"] {
        let found = at.store.generation(organization, "gen").await.unwrap();
        assert_eq!(found.unwrap().model, format!("of {organization}"));
    }
}

async fn the_demonstration_loads<S: Engine>(at: &Database<S>) {
    let vault = lines::vault();
    let loaded = gateway_server::records::demo::load(&at.store, &vault).await;
    assert!(loaded.unwrap().total() > 100);
    let endpoints = at.store.zdr_endpoints().await.unwrap();
    assert!(endpoints.len() > 5);
}

async fn more_records_than_a_statement_takes<S: Engine>(at: &Database<S>) {
    let identifiers = 0..1201;
    let generations = identifiers
        .clone()
        .map(|n| generation(json!({"id": format!("gen-{n}"), "key_hash": lines::hash('b')})));
    let members = identifiers.map(|n| member(json!({"id": format!("user-{n}")})));
    // One of the documents fills a batch alone.
    let long = generation(json!({"id": "long", "user_agent": "x".repeat(3 << 20)}));
    let records: Vec<_> = generations.chain([long]).chain(members).collect();
    lines::load(&at.store, &records).await;
    assert_eq!(at.number("SELECT count(*) FROM generations").await, 1202);
    assert_eq!(at.number("SELECT count(*) FROM members").await, 1201);
}

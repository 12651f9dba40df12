//! Two organizations whose records have the same identifiers cannot see, count or change each other's.

use gateway_api::Page;
use gateway_api::types::Role;
use gateway_server::store::Spending;
use gateway_server::timestamps::{Day, UnixMicros};
use libtest_mimic::Trial;
use serde::Serialize;

use crate::on_both;
use crate::support::records::{ALL, CREATED, change_at, key, now};
use crate::support::{Database, Engine};

pub(crate) fn trials() -> Vec<Trial> {
    on_both![
        lists_contain_and_count_only_records_of_the_organization,
        lists_of_an_unknown_organization_are_empty_or_missing,
        a_group_mapping_of_an_unknown_organization_does_not_exist,
        only_its_organization_finds_a_generation,
        credits_are_those_of_the_organization,
        only_its_organization_changes_a_group_mapping,
        only_its_organization_deletes_a_key,
        only_its_organization_deletes_a_credential,
        keys_are_listed_by_organization,
    ]
}

const LATER: UnixMicros = UnixMicros(CREATED.0 + 1);

const CREDENTIAL: &str = "6f1c2f4e-8c1b-4a57-9d0e-3b9a7c5d2e10";

/// Fills both organizations: the first has two records of each kind, the second one.
async fn fill(database: &Database<impl Engine>) {
    for (organization, ids) in [("org_a", &["1", "2"][..]), ("org_b", &["1"])] {
        database.add_organization(organization, Some("ws")).await;
        for id in ids {
            database.add_workspace(organization, id).await;
            database.add_guardrail(organization, id, "ws").await;
            database.add_assignment(organization, id).await;
            database.add_preset(organization, id, 1).await;
            database.add_group_mapping(organization, id).await;
            database.add_member(organization, id).await;
            database.add_generation(organization, id).await;
        }
    }
}

/// Each record contains its organization, so a wrong one is noticed.
fn assert_own<T: Serialize>(page: &Page<T>, organization: &str, count: usize) {
    assert_eq!(page.total_count, count as i64);
    assert_eq!(page.data.len(), count);
    for record in &page.data {
        let record = serde_json::to_string(record).unwrap();
        assert!(record.contains(organization), "{record} in {organization}");
    }
}

async fn lists_contain_and_count_only_records_of_the_organization(
    database: &Database<impl Engine>,
) {
    fill(database).await;
    let store = &database.store;
    for (own, count) in [("org_a", 2), ("org_b", 1)] {
        assert_own(&store.workspaces(own, ALL).await.unwrap(), own, count);
        assert_own(&store.guardrails(own, None, ALL).await.unwrap(), own, count);
        let of_workspace = store.guardrails(own, Some("ws"), ALL).await.unwrap();
        assert_own(&of_workspace, own, count);
        let assignments = store.guardrail_assignments(own, ALL).await.unwrap();
        assert_own(&assignments, own, count);
        assert_own(&store.presets(own, ALL).await.unwrap(), own, count);
        let mappings = store.group_mappings(own, ALL).await.unwrap();
        assert_own(&mappings.expect("an organization"), own, count);
        let members = store.members(own, ALL).await.unwrap();
        assert_own(&members.expect("an organization"), own, count);
    }
}

async fn lists_of_an_unknown_organization_are_empty_or_missing(database: &Database<impl Engine>) {
    fill(database).await;
    let store = &database.store;
    for unknown in ["org_c", "org_", "ORG_A", "", "%", "org\u{5f}a' OR '1'='1"] {
        assert_own(&store.workspaces(unknown, ALL).await.unwrap(), unknown, 0);
        let guardrails = store.guardrails(unknown, Some("ws"), ALL).await.unwrap();
        assert_own(&guardrails, unknown, 0);
        let assignments = store.guardrail_assignments(unknown, ALL).await.unwrap();
        assert_own(&assignments, unknown, 0);
        assert_own(&store.presets(unknown, ALL).await.unwrap(), unknown, 0);
        assert!(store.group_mappings(unknown, ALL).await.unwrap().is_none());
        assert!(store.members(unknown, ALL).await.unwrap().is_none());
        assert!(store.api_keys(Some(unknown)).await.unwrap().is_empty());
    }
}

async fn a_group_mapping_of_an_unknown_organization_does_not_exist(
    database: &Database<impl Engine>,
) {
    let store = &database.store;
    database.add_group_mapping("org", "gm").await;
    let change = || store.update_group_mapping("org", "gm", Role::Admin, change_at(LATER));
    assert!(change().await.unwrap().is_none());
    database.add_organization("org", None).await;
    let changed = change().await.unwrap().expect("a mapping");
    assert_eq!(changed.role, Role::Admin);
}

async fn only_its_organization_finds_a_generation(database: &Database<impl Engine>) {
    fill(database).await;
    let store = &database.store;
    // The fixtures name the organization as the model.
    for organization in ["org_a", "org_b"] {
        let found = store.generation(organization, "1").await.unwrap();
        assert_eq!(found.expect("a generation").model, organization);
    }
    assert!(store.generation("org_a", "2").await.unwrap().is_some());
    assert!(store.generation("org_b", "2").await.unwrap().is_none());
    assert!(store.generation("org_c", "1").await.unwrap().is_none());
}

async fn credits_are_those_of_the_organization(database: &Database<impl Engine>) {
    database.add_organization("org_a", None).await;
    let update = "UPDATE organizations SET total_credits = 99 WHERE id = 'org_a'";
    database.execute(update).await;
    database.add_organization("org_b", None).await;
    let store = &database.store;
    assert_eq!(store.credits("org_a").await.unwrap().total_credits, 99.0);
    assert_eq!(store.credits("org_b").await.unwrap().total_credits, 10.5);

    let nothing = store.credits("org_c").await.unwrap();
    assert_eq!((nothing.total_credits, nothing.total_usage), (0.0, 0.0));
    let spending = store.spending("org_c", "hash", Day(0)).await.unwrap();
    assert_eq!(spending, Spending::default());
}

async fn only_its_organization_changes_a_group_mapping(database: &Database<impl Engine>) {
    fill(database).await;
    let store = &database.store;
    let of_another = store.update_group_mapping("org_b", "2", Role::Admin, change_at(LATER));
    assert!(of_another.await.unwrap().is_none());
    let changed = store.update_group_mapping("org_b", "1", Role::Admin, change_at(LATER));
    let changed = changed.await.unwrap().expect("a mapping");
    assert_eq!(changed.organization_id.as_str(), "org_b");

    let others = store.group_mappings("org_a", ALL).await.unwrap();
    for mapping in others.expect("an organization").data {
        assert_eq!(mapping.role, Role::Member);
        assert_eq!(UnixMicros::from(&mapping.updated_at), CREATED);
    }
}

async fn only_its_organization_deletes_a_key(database: &Database<impl Engine>) {
    let store = &database.store;
    store.insert_key(&key("org_a", "aa"), now()).await.unwrap();
    store.insert_key(&key("org_b", "bb"), now()).await.unwrap();
    assert!(
        !store
            .delete_key("org_b", "aa", change_at(LATER))
            .await
            .unwrap()
    );
    let key = store.api_key("aa").await.unwrap().expect("a key");
    assert_eq!(key.deleted_at, None);
    assert!(
        store
            .delete_key("org_a", "aa", change_at(LATER))
            .await
            .unwrap()
    );
}

async fn only_its_organization_deletes_a_credential(database: &Database<impl Engine>) {
    for organization in ["org_a", "org_b"] {
        database.add_credential(organization, CREDENTIAL).await;
    }
    let store = &database.store;
    let delete =
        |organization| store.delete_byok_credential(organization, CREDENTIAL, change_at(LATER));
    assert!(!delete("org_c").await.unwrap());
    assert!(delete("org_a").await.unwrap());
    let left = "SELECT organization_id FROM byok_material";
    assert_eq!(database.texts(left).await, ["org_b"]);
    let left = "SELECT organization_id FROM byok_credentials WHERE deleted_at IS NULL";
    assert_eq!(database.texts(left).await, ["org_b"]);
}

async fn keys_are_listed_by_organization(database: &Database<impl Engine>) {
    let store = &database.store;
    store.insert_key(&key("org_b", "bb"), now()).await.unwrap();
    store.insert_key(&key("org_a", "aa"), now()).await.unwrap();
    let own = store.api_keys(Some("org_a")).await.unwrap();
    assert_eq!(own, [key("org_a", "aa")]);
    let all = store.api_keys(None).await.unwrap();
    assert_eq!(all, [key("org_a", "aa"), key("org_b", "bb")]);
}

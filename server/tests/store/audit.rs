//! The audit table.

use gateway_api::types::Role;
use gateway_server::moment::Moment;
use gateway_server::store::{
    AuditPosition, Change, CreditsUpdate, NewOrganization, NewWorkspace, OrganizationUpdate,
    OrganizationUpdated,
};
use libtest_mimic::Trial;
use serde_json::value::to_raw_value;

use crate::on_both;
use crate::support::records::{self, ALL, CREATED, amount, change_at, key};
use crate::support::{Database, Engine};

pub(crate) fn trials() -> Vec<Trial> {
    on_both![
        deletions_and_role_changes_are_kept_with_who_and_when,
        what_changed_nothing_is_not_kept,
        entries_are_found_by_organization_and_time,
        many_entries_come_page_by_page,
        credits_change_by_an_amount_or_to_a_total,
        an_organization_is_created_once_with_its_workspace,
        a_new_default_workspace_is_created_unless_it_exists,
        concurrent_additions_of_credits_all_count,
    ]
}

const EVERYTHING: AuditPosition = AuditPosition::since(Moment(i64::MIN));

const fn later(micros: i64) -> Moment {
    Moment(CREATED.0 + micros)
}

/// The entries without their numbers, as text.
async fn entries(database: &Database<impl Engine>) -> Vec<String> {
    let entries = database.store.audit(None, EVERYTHING).await.unwrap();
    let entries = entries.into_iter().map(|entry| {
        let organization = entry.organization_id.unwrap_or_default();
        let detail = entry.detail.unwrap_or_default();
        let micros = entry.at.0 - CREATED.0;
        let (actor, action, target) = (entry.actor, entry.action, entry.target);
        format!("{micros} {organization} {actor} {action} {target} {detail}")
    });
    entries.collect()
}

async fn deletions_and_role_changes_are_kept_with_who_and_when(database: &Database<impl Engine>) {
    database.add_organization("org", None).await;
    database.add_group_mapping("org", "gm").await;
    database.add_credential("org", "byok").await;
    let caller = key("org", &"0123456789abcdef".repeat(4));
    let store = &database.store;
    store
        .insert_key(&key("org", "aa"), change_at(later(0)))
        .await
        .unwrap();
    let change = Change::by_key(&caller);
    store
        .update_group_mapping("org", "gm", Role::Admin, change.at(later(1)))
        .await
        .unwrap();
    store
        .delete_byok_credential("org", "byok", change.at(later(2)))
        .await
        .unwrap();
    store
        .delete_key("org", "aa", change_at(later(3)))
        .await
        .unwrap();
    assert_eq!(
        entries(database).await,
        [
            "0 org command line key.issued aa ordinary",
            "1 org key 0123456789ab group_mapping.role_changed gm member -> admin",
            "2 org key 0123456789ab byok_credential.deleted byok ",
            "3 org command line key.deleted aa ",
        ]
    );
}

async fn what_changed_nothing_is_not_kept(database: &Database<impl Engine>) {
    database.add_organization("org", None).await;
    database.add_group_mapping("org", "gm").await;
    let store = &database.store;
    let again = store.update_group_mapping("org", "gm", Role::Member, change_at(later(1)));
    assert!(again.await.unwrap().is_some());
    let unknown = store.update_group_mapping("org", "none", Role::Admin, change_at(later(1)));
    assert!(unknown.await.unwrap().is_none());
    assert!(
        !store
            .delete_key("org", "none", change_at(later(1)))
            .await
            .unwrap()
    );
    assert_eq!(entries(database).await, [""; 0]);
}

async fn entries_are_found_by_organization_and_time(database: &Database<impl Engine>) {
    let store = &database.store;
    for (organization, hash, at) in [("one", "aa", 5), ("two", "bb", 6), ("one", "cc", 7)] {
        let issued = change_at(later(at - 10));
        store
            .insert_key(&key(organization, hash), issued)
            .await
            .unwrap();
        let change = change_at(later(at));
        store.delete_key(organization, hash, change).await.unwrap();
    }
    let found = async |organization, since| {
        let position = AuditPosition::since(later(since));
        let entries = store.audit(organization, position).await.unwrap();
        let targets = entries.into_iter().map(|entry| entry.target);
        targets.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(found(None, 0).await, "aa bb cc");
    assert_eq!(found(None, 6).await, "bb cc");
    assert_eq!(found(Some("one"), 0).await, "aa cc");
    assert_eq!(found(Some("one"), 6).await, "cc");
    assert_eq!(found(Some("none"), 0).await, "");
    assert_eq!(found(Some("two"), -10).await, "two bb bb");
}

async fn many_entries_come_page_by_page(database: &Database<impl Engine>) {
    let rows = "INSERT INTO audit (organization_id, at, actor, action, target)
        WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2500)
        SELECT 'org', n / 7, 'load', 'key.deleted', CAST(n AS TEXT) FROM numbers";
    database.execute(rows).await;
    for organization in [None, Some("org")] {
        let (mut position, mut seen) = (EVERYTHING, Vec::new());
        loop {
            let entries = database.store.audit(organization, position).await.unwrap();
            let Some(last) = entries.last() else { break };
            position = AuditPosition::after(last);
            seen.extend(entries.into_iter().map(|entry| entry.id));
        }
        assert_eq!(seen.len(), 2500);
        assert!(seen.is_sorted());
    }
}

fn new_organization(id: &str) -> NewOrganization {
    NewOrganization {
        id: id.to_owned(),
        total_credits: amount(0.1),
        workspace: NewWorkspace {
            id: "ws".to_owned(),
            document: to_raw_value(&records::workspace("ws", "Default")).unwrap(),
            guardrail_id: "gr".to_owned(),
            guardrail_document: to_raw_value(&records::guardrail("gr", "Default")).unwrap(),
        },
    }
}

fn credits(update: CreditsUpdate) -> OrganizationUpdate {
    OrganizationUpdate {
        credits: Some(update),
        default_workspace: None,
    }
}

async fn credits_change_by_an_amount_or_to_a_total(database: &Database<impl Engine>) {
    let store = &database.store;
    let new = new_organization("org");
    let created = store.create_organization(&new, change_at(later(1)));
    assert!(created.await.unwrap());
    let update = async |update, at| {
        let change = change_at(later(at));
        store
            .update_organization("org", &credits(update), change)
            .await
            .unwrap()
    };
    let add = CreditsUpdate::Add(amount(0.2));
    let OrganizationUpdated::Done(organization) = update(add, 1).await else {
        panic!("it exists");
    };
    assert_eq!(organization.total_credits, amount(0.3));
    // Newer than before, although the clock did not move.
    assert_eq!(organization.updated_at, Some(later(2)));
    update(CreditsUpdate::Set(amount(7.0)), 9).await;
    let stored = store.organization("org").await.unwrap().unwrap();
    assert_eq!(stored.total_credits, amount(7.0));
    assert_eq!(stored.updated_at, Some(later(9)));
    let too_many = CreditsUpdate::Add(amount(1e12));
    assert_eq!(
        update(too_many, 10).await,
        OrganizationUpdated::CreditsOutOfRange
    );
    assert_eq!(
        entries(database).await,
        [
            "1 org command line organization.created org credits 0.1",
            "1 org command line organization.updated org credits 0.1 -> 0.3",
            "9 org command line organization.updated org credits 0.3 -> 7",
        ]
    );
}

async fn an_organization_is_created_once_with_its_workspace(database: &Database<impl Engine>) {
    let store = &database.store;
    let new = new_organization("org");
    assert!(
        store
            .create_organization(&new, change_at(later(1)))
            .await
            .unwrap()
    );
    assert!(
        !store
            .create_organization(&new, change_at(later(2)))
            .await
            .unwrap()
    );
    assert_eq!(store.workspaces("org", ALL).await.unwrap().total_count, 1);
    assert_eq!(
        store
            .guardrails("org", None, ALL)
            .await
            .unwrap()
            .total_count,
        1
    );
    let organizations = store.organizations().await.unwrap();
    assert_eq!(organizations.len(), 1);
    assert_eq!(organizations[0].default_workspace_id.as_deref(), Some("ws"));
    // A workspace that exists is left alone.
    database.add_workspace("another", "ws").await;
    let another = new_organization("another");
    assert!(
        store
            .create_organization(&another, change_at(later(3)))
            .await
            .unwrap()
    );
    let workspaces = store.workspaces("another", ALL).await.unwrap();
    assert_eq!(workspaces.data[0].name, "another");
    assert_eq!(
        store
            .guardrails("another", None, ALL)
            .await
            .unwrap()
            .total_count,
        0
    );
}

async fn a_new_default_workspace_is_created_unless_it_exists(database: &Database<impl Engine>) {
    database.add_organization("org", None).await;
    database.add_workspace("org", "existing").await;
    let store = &database.store;
    let update = async |organization: &str, workspace: &str| {
        let update = OrganizationUpdate {
            credits: None,
            default_workspace: Some(NewWorkspace {
                id: workspace.to_owned(),
                ..new_organization(organization).workspace
            }),
        };
        let change = change_at(later(1));
        let updated = store.update_organization(organization, &update, change);
        updated.await.unwrap()
    };
    let count = async || {
        (
            store.workspaces("org", ALL).await.unwrap().total_count,
            store
                .guardrails("org", None, ALL)
                .await
                .unwrap()
                .total_count,
        )
    };
    // In each step: the workspace, and then how many workspaces and guardrails of the default one.
    let steps = [("existing", (1, 0)), ("new", (2, 1)), ("new", (2, 1))];
    for (workspace, expected) in steps {
        let OrganizationUpdated::Done(organization) = update("org", workspace).await else {
            panic!("the organization exists");
        };
        assert_eq!(
            organization.default_workspace_id.as_deref(),
            Some(workspace)
        );
        assert_eq!(count().await, expected, "{workspace}");
    }
    let unknown = update("none", "new").await;
    assert_eq!(unknown, OrganizationUpdated::NoOrganization);
    let workspaces = store.workspaces("none", ALL).await.unwrap();
    assert_eq!(workspaces.total_count, 0);
}

async fn concurrent_additions_of_credits_all_count(database: &Database<impl Engine>) {
    let new = new_organization("org");
    let created = database
        .store
        .create_organization(&new, change_at(later(1)));
    assert!(created.await.unwrap());
    let tasks: Vec<_> = (0..20)
        .map(|_| {
            let store = database.store.clone();
            tokio::spawn(async move {
                let update = credits(CreditsUpdate::Add(amount(0.1)));
                store
                    .update_organization("org", &update, change_at(later(1)))
                    .await
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap().unwrap();
    }
    let stored = database.store.organization("org").await.unwrap().unwrap();
    assert_eq!(stored.total_credits, amount(2.1));
}

//! The audit table.

use std::time::Duration;

use gateway_api::types::Role;
use gateway_server::records as files;
use gateway_server::store::{
    AuditPosition, Change, CreditsUpdate, NewOrganization, NewWorkspace, OrganizationUpdate,
    OrganizationUpdated, PostgresStore,
};
use gateway_server::timestamps::UnixMicros;
use gateway_server::vault::Vault;
use libtest_mimic::Trial;
use serde_json::json;
use serde_json::value::to_raw_value;

use crate::support::records::{self, ALL, CREATED, amount, change_at, key, now};
use crate::support::{Database, Engine};
use crate::{on_both, on_postgres};

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = on_both![
        deletions_and_role_changes_are_kept_with_who_and_when,
        what_changed_nothing_is_not_kept,
        entries_are_found_by_organization_and_time,
        many_entries_come_page_by_page,
        credits_change_by_an_amount_or_to_a_total,
        an_organization_is_created_once_with_its_workspace,
        a_new_default_workspace_is_created_unless_it_exists,
        concurrent_additions_of_credits_all_count,
    ];
    trials.extend(on_postgres![a_reader_misses_no_entry_of_a_slow_commit]);
    trials
}

const EVERYTHING: AuditPosition = AuditPosition::since(UnixMicros(i64::MIN));

const fn later(micros: i64) -> UnixMicros {
    UnixMicros(CREATED.0 + micros)
}

/// The entries without their numbers and times, as text. Both grow.
async fn entries(database: &Database<impl Engine>) -> Vec<String> {
    let entries = database.store.audit(None, EVERYTHING).await.unwrap();
    assert!(entries.is_sorted_by_key(|entry| entry.id));
    assert!(entries.is_sorted_by_key(|entry| entry.at));
    let entries = entries.into_iter().map(|entry| {
        let organization = entry.organization_id.unwrap_or_default();
        let detail = entry.detail.unwrap_or_default();
        let (actor, action, target) = (entry.actor, entry.action, entry.target);
        format!("{organization} {actor} {action} {target} {detail}")
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
            "org command line key.issued aa ordinary",
            "org key 0123456789ab group_mapping.role_changed gm member -> admin",
            "org key 0123456789ab byok_credential.deleted byok ",
            "org command line key.deleted aa ",
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
    for (organization, target, at) in [
        ("two", "before", -5),
        ("one", "aa", 5),
        ("two", "bb", 6),
        ("one", "cc", 7),
    ] {
        let entry = "INSERT INTO audit (organization_id, at, actor, action, target)";
        let at = later(at).0;
        let values = format!("VALUES ('{organization}', {at}, 'load', 'key.deleted', '{target}')");
        database.execute(&format!("{entry} {values}")).await;
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
    assert_eq!(found(Some("two"), -10).await, "before bb");
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
            "org command line organization.created org credits 0.1",
            "org command line organization.updated org credits 0.1 -> 0.3",
            "org command line organization.updated org credits 0.3 -> 7",
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
    let stores = [database.store.clone(), database.another_store().await];
    let tasks: Vec<_> = (0..20)
        .map(|number| {
            let store = stores[number % 2].clone();
            tokio::spawn(async move {
                let update = credits(CreditsUpdate::Add(amount(0.1)));
                // The clock of one server is behind.
                let at = later(1 - 10 * i64::from(number % 2 == 0));
                store
                    .update_organization("org", &update, change_at(at))
                    .await
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap().unwrap();
    }
    let stored = database.store.organization("org").await.unwrap().unwrap();
    assert_eq!(stored.total_credits, amount(2.1));
    // Each entry begins where the one before ended.
    let tenths = |tenths: i32| amount(f64::from(tenths) / 10.0);
    let mut expected = vec!["org command line organization.created org credits 0.1".to_owned()];
    expected.extend((1..=20).map(|before| {
        let (before, after) = (tenths(before), tenths(before + 1));
        format!("org command line organization.updated org credits {before} -> {after}")
    }));
    assert_eq!(entries(database).await, expected);
}

/// The commit of one change takes long, and other changes follow.
async fn a_reader_misses_no_entry_of_a_slow_commit(database: &Database<PostgresStore>) {
    database
        .execute(
            "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql
                AS $$ BEGIN PERFORM pg_sleep(0.5); RETURN NULL; END $$;
            CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON audit DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW WHEN (NEW.target = 'slow') EXECUTE FUNCTION wait()",
        )
        .await;
    let issue = |hash: &'static str| {
        let store = database.store.clone();
        tokio::spawn(async move { store.insert_key(&key("org", hash), now()).await.unwrap() })
    };
    let slow = issue("slow");
    let waiting = "SELECT count(*) FROM pg_stat_activity
        WHERE wait_event = 'PgSleep' AND datname = current_database()";
    while database.number(waiting).await == 0 {
        tokio::task::yield_now().await;
    }
    let fast = issue("fast");
    let other = database.another_store().await;
    let load = tokio::spawn(async move {
        let record = json!({
            "record": "api_key", "hash": "ab".repeat(32), "organization_id": "another", "label": "",
            "is_management": false, "created_at": "2026-01-15T09:30:00Z",
        });
        let file = std::io::Cursor::new(record.to_string());
        let vault = Vault::generate().unwrap();
        files::load(&other, &vault, file).await.unwrap()
    });

    let (mut position, mut seen) = (EVERYTHING, Vec::new());
    loop {
        let is_last = slow.is_finished() && fast.is_finished() && load.is_finished();
        let entries = database.store.audit(None, position).await.unwrap();
        if let Some(last) = entries.last() {
            position = AuditPosition::after(last);
        }
        seen.extend(
            entries
                .into_iter()
                .map(|entry| (entry.id, entry.at, entry.target)),
        );
        if is_last {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let all = database.texts("SELECT target FROM audit ORDER BY id").await;
    let targets: Vec<_> = seen.iter().map(|(.., target)| target.clone()).collect();
    assert_eq!(targets, all);
    assert_eq!(targets.len(), 4, "the organization and three keys");
    assert!(seen.is_sorted());
}

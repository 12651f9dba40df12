//! Changes, insertions and deletions.

use gateway_api::types::Role;
use gateway_server::store::{ApiKey, ErrorKind};
use gateway_server::timestamps::UnixMicros;
use libtest_mimic::Trial;

use crate::on_both;
use crate::support::records::{ALL, CREATED, amount, change_at, key, now};
use crate::support::{Database, Engine};

pub(crate) fn trials() -> Vec<Trial> {
    on_both![
        a_changed_group_mapping_has_the_new_role_and_time,
        an_unknown_group_mapping_is_not_created,
        a_deleted_key_is_kept_and_invalid,
        a_deleted_credential_loses_its_material,
        of_many_deletions_at_once_one_succeeds,
        a_key_is_returned_as_it_was_stored,
        storing_a_key_twice_fails_and_changes_nothing,
        the_first_key_of_an_organization_creates_the_organization,
        of_many_keys_at_once_one_creates_the_organization,
    ]
}

const fn later(micros: i64) -> UnixMicros {
    UnixMicros(CREATED.0 + micros)
}

async fn a_changed_group_mapping_has_the_new_role_and_time(database: &Database<impl Engine>) {
    database.add_organization("org", None).await;
    database.add_group_mapping("org", "gm").await;
    database.add_group_mapping("org", "gm2").await;
    let store = &database.store;
    for (step, role) in [Role::Admin, Role::Admin, Role::Member]
        .into_iter()
        .enumerate()
    {
        let now = later(step as i64 + 1);
        let changed = store
            .update_group_mapping("org", "gm", role, change_at(now))
            .await;
        let changed = changed.unwrap().expect("a mapping");
        assert_eq!((changed.id.as_str(), changed.role), ("gm", role));
        assert_eq!(UnixMicros::from(&changed.updated_at), now);
        assert_eq!(UnixMicros::from(&changed.created_at), CREATED);

        let listed = store.group_mappings("org", ALL).await.unwrap();
        let listed = listed.expect("an organization").data;
        assert_eq!(listed[0], changed);
        assert_eq!(UnixMicros::from(&listed[1].updated_at), CREATED);
    }
}

async fn an_unknown_group_mapping_is_not_created(database: &Database<impl Engine>) {
    database.add_organization("org", None).await;
    let changed = database
        .store
        .update_group_mapping("org", "gm", Role::Admin, change_at(CREATED));
    assert!(changed.await.unwrap().is_none());
    let listed = database.store.group_mappings("org", ALL).await.unwrap();
    assert_eq!(listed.expect("an organization").total_count, 0);
}

async fn a_deleted_key_is_kept_and_invalid(database: &Database<impl Engine>) {
    let store = &database.store;
    store.insert_key(&key("org", "aa"), now()).await.unwrap();
    store.insert_key(&key("org", "bb"), now()).await.unwrap();
    assert!(
        store
            .delete_key("org", "aa", change_at(later(1)))
            .await
            .unwrap()
    );
    assert!(
        !store
            .delete_key("org", "aa", change_at(later(2)))
            .await
            .unwrap()
    );

    let deleted = store.api_key("aa").await.unwrap().expect("a key");
    assert_eq!(deleted.deleted_at, Some(later(1)));
    assert!(!deleted.is_valid(later(3)));
    let other = store.api_key("bb").await.unwrap().expect("a key");
    assert!(other.is_valid(later(3)));
    assert_eq!(store.api_keys(Some("org")).await.unwrap().len(), 2);
}

async fn a_deleted_credential_loses_its_material(database: &Database<impl Engine>) {
    database.add_credential("org", "one").await;
    database.add_credential("org", "two").await;
    let store = &database.store;
    let delete = |now| store.delete_byok_credential("org", "one", change_at(now));
    assert!(delete(later(1)).await.unwrap());
    assert!(!delete(later(2)).await.unwrap());

    let left = "SELECT credential_id FROM byok_material";
    assert_eq!(database.texts(left).await, ["two"]);
    let deleted = "SELECT deleted_at FROM byok_credentials WHERE id = 'one'";
    assert_eq!(database.number(deleted).await, later(1).0);
}

async fn of_many_deletions_at_once_one_succeeds(database: &Database<impl Engine>) {
    let store = &database.store;
    store.insert_key(&key("org", "aa"), now()).await.unwrap();
    database.add_credential("org", "byok").await;
    let tasks: Vec<_> = (0..20)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move {
                let key = store
                    .delete_key("org", "aa", change_at(CREATED))
                    .await
                    .unwrap();
                let credential = store
                    .delete_byok_credential("org", "byok", change_at(CREATED))
                    .await;
                (key, credential.unwrap())
            })
        })
        .collect();
    let (mut keys, mut credentials) = (0, 0);
    for task in tasks {
        let (key, credential) = task.await.unwrap();
        keys += u32::from(key);
        credentials += u32::from(credential);
    }
    assert_eq!((keys, credentials), (1, 1));
}

async fn a_key_is_returned_as_it_was_stored(database: &Database<impl Engine>) {
    let full = ApiKey {
        label: "'quotes' \"and\" \u{1f600}".into(),
        is_management: true,
        limit_usd: Some(amount(0.1)),
        limit_reset: Some("weekly".into()),
        include_byok_in_limit: true,
        creator_user_id: Some("user".into()),
        expires_at: Some(UnixMicros(i64::MAX)),
        deleted_at: Some(UnixMicros(-1)),
        rate_limit_requests: Some(5),
        rate_limit_seconds: Some(7),
        ..key("org", "full")
    };
    for key in [key("org", "empty"), full] {
        database.store.insert_key(&key, now()).await.unwrap();
        let found = database.store.api_key(&key.hash).await.unwrap();
        assert_eq!(found, Some(key));
    }
}

async fn storing_a_key_twice_fails_and_changes_nothing(database: &Database<impl Engine>) {
    let store = &database.store;
    let first = key("org", "aa");
    store.insert_key(&first, now()).await.unwrap();
    let again = store.insert_key(&key("another", "aa"), now()).await;
    assert_eq!(again.unwrap_err().kind, ErrorKind::Failed);
    assert_eq!(store.api_keys(None).await.unwrap(), [first]);
    // Its organization was not created either.
    assert!(store.members("another", ALL).await.unwrap().is_none());
    // The connection still works.
    assert!(
        store
            .insert_key(&key("another", "bb"), now())
            .await
            .unwrap()
    );
}

async fn the_first_key_of_an_organization_creates_the_organization(
    database: &Database<impl Engine>,
) {
    let store = &database.store;
    assert!(store.insert_key(&key("org", "aa"), now()).await.unwrap());
    assert!(!store.insert_key(&key("org", "bb"), now()).await.unwrap());
    assert!(store.members("org", ALL).await.unwrap().is_some());
    assert_eq!(store.credits("org").await.unwrap().total_credits, 0.0);

    database.add_organization("known", None).await;
    assert!(!store.insert_key(&key("known", "cc"), now()).await.unwrap());
    assert_eq!(store.credits("known").await.unwrap().total_credits, 10.5);
}

async fn of_many_keys_at_once_one_creates_the_organization(database: &Database<impl Engine>) {
    let tasks: Vec<_> = (0..20)
        .map(|number| {
            let store = database.store.clone();
            tokio::spawn(async move {
                store
                    .insert_key(&key("org", &number.to_string()), now())
                    .await
            })
        })
        .collect();
    let mut new = 0;
    for task in tasks {
        new += u32::from(task.await.unwrap().unwrap());
    }
    assert_eq!(new, 1);
    let keys = database.store.api_keys(Some("org")).await.unwrap();
    assert_eq!(keys.len(), 20);
}

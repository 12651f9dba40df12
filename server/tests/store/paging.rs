//! Pages of lists, and their order.

use gateway_api::Page;
use gateway_server::store::Window;
use libtest_mimic::Trial;
use serde::Serialize;

use crate::on_both;
use crate::support::records::{ALL, key, now, window};
use crate::support::{Database, Engine};

pub(crate) fn trials() -> Vec<Trial> {
    on_both![
        an_offset_after_the_end_returns_the_total,
        pages_of_one_item_return_each_item_once,
        records_are_ordered_by_the_bytes_of_their_identifiers,
        presets_are_ordered_by_update_and_then_by_identifier,
        keys_are_ordered_by_organization_and_age,
    ]
}

/// Identifiers in byte order, which differs from dictionary order and from UTF-16 order.
const ORDERED: [&str; 14] = [
    " ", "%", "'", "-a", "10", "9", "B", "Z", "_", "a", "ab", "z", "\u{e9}", "\u{fffd}",
];

const LAST: &str = "\u{1f600}";

type Listed = (i64, Vec<String>);

/// The identifiers of a page.
fn listed<T: Serialize>(page: &Page<T>) -> Listed {
    let id = |record| {
        serde_json::to_value(record).unwrap()["id"]
            .as_str()
            .unwrap()
            .into()
    };
    (page.total_count, page.data.iter().map(id).collect())
}

/// A page of each list.
async fn lists(database: &Database<impl Engine>, window: Window) -> Vec<(&'static str, Listed)> {
    let store = &database.store;
    let guardrails = store.guardrails("org", Some("ws"), window).await.unwrap();
    let assignments = store.guardrail_assignments("org", window).await.unwrap();
    let mappings = store.group_mappings("org", window).await.unwrap();
    let members = store.members("org", window).await.unwrap();
    vec![
        (
            "workspaces",
            listed(&store.workspaces("org", window).await.unwrap()),
        ),
        ("guardrails", listed(&guardrails)),
        ("guardrail assignments", listed(&assignments)),
        (
            "presets",
            listed(&store.presets("org", window).await.unwrap()),
        ),
        (
            "group mappings",
            listed(&mappings.expect("an organization")),
        ),
        ("members", listed(&members.expect("an organization"))),
    ]
}

/// Fills each list, out of order. The presets have the same time, so they are ordered by identifier.
async fn fill(database: &Database<impl Engine>) {
    database.add_organization("org", Some("ws")).await;
    for id in [LAST].into_iter().chain(ORDERED.into_iter().rev()) {
        database.add_workspace("org", id).await;
        database.add_guardrail("org", id, "ws").await;
        database.add_assignment("org", id).await;
        database.add_preset("org", id, 7).await;
        database.add_group_mapping("org", id).await;
        database.add_member("org", id).await;
    }
}

fn ordered() -> Vec<&'static str> {
    ORDERED.into_iter().chain([LAST]).collect()
}

async fn an_offset_after_the_end_returns_the_total(database: &Database<impl Engine>) {
    fill(database).await;
    let beyond = [window(15, 1), window(16, 100), window(i64::MAX, i64::MAX)];
    for window in beyond {
        for (list, listed) in lists(database, window).await {
            assert_eq!(listed, (15, vec![]), "{list} at {window:?}");
        }
    }
    for (list, (total, ids)) in lists(database, window(14, 100)).await {
        assert_eq!((total, ids), (15, vec![LAST.into()]), "{list}");
    }
}

async fn pages_of_one_item_return_each_item_once(database: &Database<impl Engine>) {
    fill(database).await;
    for (offset, id) in ordered().into_iter().enumerate() {
        for (list, listed) in lists(database, window(offset as i64, 1)).await {
            assert_eq!(listed, (15, vec![id.into()]), "{list} at {offset}");
        }
    }
}

async fn records_are_ordered_by_the_bytes_of_their_identifiers(database: &Database<impl Engine>) {
    fill(database).await;
    for (list, (_, ids)) in lists(database, ALL).await {
        assert_eq!(ids, ordered(), "{list}");
    }
}

async fn presets_are_ordered_by_update_and_then_by_identifier(database: &Database<impl Engine>) {
    let presets = [("c", 2), ("B", 3), ("a", 3), ("d", 9), ("e", -1)];
    for (id, updated_at) in presets {
        database.add_preset("org", id, updated_at).await;
    }
    let page = database.store.presets("org", ALL).await.unwrap();
    let expected: Vec<String> = ["d", "B", "a", "c", "e"].map(Into::into).into();
    assert_eq!(listed(&page), (5, expected));
    let page = database.store.presets("org", window(1, 2)).await.unwrap();
    assert_eq!(listed(&page), (5, vec!["B".into(), "a".into()]));
}

async fn keys_are_ordered_by_organization_and_age(database: &Database<impl Engine>) {
    let keys = [
        ("a", "03", 5),
        ("B", "02", 9),
        ("a", "01", 5),
        ("a", "04", 1),
    ];
    for (organization, hash, age) in keys {
        let mut key = key(organization, hash);
        key.created_at.0 = age;
        database.store.insert_key(&key, now()).await.unwrap();
    }
    let all = database.store.api_keys(None).await.unwrap();
    let hashes: Vec<_> = all.iter().map(|key| key.hash.as_str()).collect();
    assert_eq!(hashes, ["02", "04", "01", "03"]);
}

//! Lookups: guardrails of workspaces, models by name, endpoints, generations.

use libtest_mimic::Trial;

use crate::on_both;
use crate::support::records::{ALL, change_at, key, now, window};
use crate::support::{Database, Engine};

pub(crate) fn trials() -> Vec<Trial> {
    on_both![
        guardrails_without_a_workspace_belong_to_the_default_one,
        without_a_default_workspace_guardrails_without_a_workspace_are_listed,
        guardrails_are_listed_without_a_record_of_the_organization,
        an_empty_workspace_identifier_matches_nothing,
        a_model_is_found_by_its_id_slug_and_aliases,
        a_variant_is_preferred_to_its_base_model,
        endpoints_that_retain_data_are_not_listed,
        a_generation_is_returned_as_it_was_stored,
        unusual_identifiers_match_nothing_and_change_nothing,
        a_ping_leaves_a_connection_idle,
    ]
}

async fn guardrail_ids<S: Engine>(database: &Database<S>, workspace: Option<&str>) -> Vec<String> {
    let page = database.store.guardrails("org", workspace, ALL);
    let page = page.await.unwrap();
    assert_eq!(page.total_count, page.data.len() as i64);
    let ids = page.data.iter().map(|guardrail| guardrail.id.to_string());
    ids.collect()
}

async fn fill_guardrails(database: &Database<impl Engine>) {
    for (id, workspace) in [("1", ""), ("2", "main"), ("3", "side"), ("4", "")] {
        database.add_guardrail("org", id, workspace).await;
    }
}

async fn guardrails_without_a_workspace_belong_to_the_default_one(
    database: &Database<impl Engine>,
) {
    database.add_organization("org", Some("main")).await;
    fill_guardrails(database).await;
    assert_eq!(guardrail_ids(database, None).await, ["1", "2", "4"]);
    assert_eq!(guardrail_ids(database, Some("main")).await, ["1", "2", "4"]);
    assert_eq!(guardrail_ids(database, Some("side")).await, ["3"]);
    assert_eq!(guardrail_ids(database, Some("Main")).await, [""; 0]);

    let page = database.store.guardrails("org", None, window(1, 1));
    let page = page.await.unwrap();
    assert_eq!((page.total_count, page.data[0].id.as_str()), (3, "2"));
}

async fn without_a_default_workspace_guardrails_without_a_workspace_are_listed(
    database: &Database<impl Engine>,
) {
    database.add_organization("org", None).await;
    fill_guardrails(database).await;
    assert_eq!(guardrail_ids(database, None).await, ["1", "4"]);
    assert_eq!(guardrail_ids(database, Some("main")).await, ["2"]);
}

async fn guardrails_are_listed_without_a_record_of_the_organization(
    database: &Database<impl Engine>,
) {
    fill_guardrails(database).await;
    assert_eq!(guardrail_ids(database, None).await, ["1", "4"]);
    assert_eq!(guardrail_ids(database, Some("side")).await, ["3"]);
}

/// The table has an empty identifier for "no workspace", which callers cannot query.
async fn an_empty_workspace_identifier_matches_nothing(database: &Database<impl Engine>) {
    fill_guardrails(database).await;
    for default in [None, Some("main")] {
        database.execute("DELETE FROM organizations").await;
        database.add_organization("org", default).await;
        assert_eq!(guardrail_ids(database, Some("")).await, [""; 0]);
        assert_eq!(guardrail_ids(database, Some("\0")).await, [""; 0]);
    }
}

async fn model_id<S: Engine>(database: &Database<S>, [name, base]: [&str; 2]) -> Option<String> {
    let model = database.store.model(name, base).await.unwrap();
    model.map(|model| model.id.to_string())
}

async fn a_model_is_found_by_its_id_slug_and_aliases(database: &Database<impl Engine>) {
    let names = ["acme/nova", "acme/nova-2026", "acme/latest"];
    database.add_model("acme/nova", &names).await;
    database.add_model("acme/luna", &["acme/luna"]).await;
    for name in names {
        let found = model_id(database, [name, name]).await;
        assert_eq!(found.as_deref(), Some("acme/nova"), "{name}");
    }
    for unknown in ["acme/Nova", "acme/nov", "nova", "acme/nova/", "", "acme/%"] {
        assert_eq!(model_id(database, [unknown, unknown]).await, None);
    }
}

async fn a_variant_is_preferred_to_its_base_model(database: &Database<impl Engine>) {
    database.add_model("acme/nova", &["acme/nova"]).await;
    database
        .add_model("acme/nova:free", &["acme/nova:free"])
        .await;
    database
        .add_model("acme/latest-nova", &["acme/latest-nova"])
        .await;
    database
        .execute("INSERT INTO model_names (name, model_id) VALUES ('acme/latest', 'acme/nova')")
        .await;
    let cases = [
        (["acme/nova:free", "acme/nova"], Some("acme/nova:free")),
        (["acme/nova:fast", "acme/nova"], Some("acme/nova")),
        (["acme/latest", "acme/latest"], Some("acme/nova")),
        (["acme/latest:free", "acme/latest"], Some("acme/nova:free")),
        (["acme/latest:fast", "acme/latest"], Some("acme/nova")),
        (["acme/luna:free", "acme/luna"], None),
    ];
    for (names, expected) in cases {
        assert_eq!(model_id(database, names).await.as_deref(), expected);
    }
}

async fn endpoints_that_retain_data_are_not_listed(database: &Database<impl Engine>) {
    assert_eq!(database.store.zdr_endpoints().await.unwrap(), []);
    let endpoints = [
        ("b/nova", "z", true),
        ("b/nova", "\u{e9}", true),
        ("b/nova", "Z", true),
        ("b/nova", "y", false),
        ("B/nova", "x", true),
    ];
    for (model, tag, zero_data_retention) in endpoints {
        database.add_endpoint(model, tag, zero_data_retention).await;
    }
    let listed = database.store.zdr_endpoints().await.unwrap();
    let tags: Vec<_> = listed
        .iter()
        .map(|endpoint| endpoint.tag.as_str())
        .collect();
    assert_eq!(tags, ["x", "Z", "z", "\u{e9}"]);
}

async fn a_generation_is_returned_as_it_was_stored(database: &Database<impl Engine>) {
    let mut record = crate::support::records::generation("gen", "acme/nova");
    record["usage"] = 0.1.into();
    record["total_cost"] = 1e-300.into();
    record["tokens_prompt"] = 9_007_199_254_740_993_i64.into();
    record["finish_reason"] = "a \"quote\" \\ \u{7f} \u{1f600} \n".into();
    record["provider_responses"] =
        serde_json::json!([{ "z": 1, "a": [null, 0.30000000000000004] }]);
    let more = [("day", "0"), ("usage", "0.1"), ("is_byok", "FALSE")];
    database.add("generations", "org", &record, &more).await;
    let found = database.store.generation("org", "gen").await.unwrap();
    assert_eq!(serde_json::to_value(found.unwrap()).unwrap(), record);
}

async fn unusual_identifiers_match_nothing_and_change_nothing(database: &Database<impl Engine>) {
    use gateway_api::types::Role;
    use gateway_server::timestamps::UnixMicros;

    let store = &database.store;
    database.add_organization("org", Some("ws")).await;
    database.add_generation("org", "gen").await;
    database.add_group_mapping("org", "gm").await;
    database.add_guardrail("org", "gr", "ws").await;
    database.add_credential("org", "byok").await;
    database.add_model("acme/nova", &["acme/nova"]).await;
    store.insert_key(&key("org", "aa"), now()).await.unwrap();

    let long = "x".repeat(1_000_000);
    let now = UnixMicros(1);
    let texts = [
        "",
        "\0",
        "gen\0",
        "%",
        "_",
        "ge%",
        "' OR ''='",
        "'; DROP TABLE generations; --",
        "$1",
        "?",
        "\\",
        "gen\\",
        "\u{1f600}",
        "gen\u{301}",
        "GEN",
        " gen",
        "gen ",
        "\u{202e}",
        &long,
    ];
    for text in texts {
        let shown = text.get(..20).unwrap_or(text);
        assert!(
            store.generation("org", text).await.unwrap().is_none(),
            "{shown:?}"
        );
        assert!(
            store.model(text, text).await.unwrap().is_none(),
            "{shown:?}"
        );
        let guardrails = store.guardrails("org", Some(text), ALL).await.unwrap();
        assert_eq!(guardrails.total_count, 0, "{shown:?}");
        let mapping = store.update_group_mapping("org", text, Role::Admin, change_at(now));
        assert!(mapping.await.unwrap().is_none(), "{shown:?}");
        assert!(
            !store.delete_key("org", text, change_at(now)).await.unwrap(),
            "{shown:?}"
        );
        let deleted = store
            .delete_byok_credential("org", text, change_at(now))
            .await;
        assert!(!deleted.unwrap(), "{shown:?}");
    }
    assert!(store.generation("org", "gen").await.unwrap().is_some());
    assert!(
        store
            .api_key("aa")
            .await
            .unwrap()
            .expect("a key")
            .is_valid(now)
    );
    assert_eq!(
        database.number("SELECT count(*) FROM byok_material").await,
        1
    );
}

async fn a_ping_leaves_a_connection_idle(database: &Database<impl Engine>) {
    database.store.ping().await.unwrap();
    // Another task returns the connection.
    for _ in 0..100 {
        let connections = database.store.connections();
        if connections.used == 0 && connections.idle > 0 {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("{:?}", database.store.connections());
}

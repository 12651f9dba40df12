//! Every operation works: the caller gets the records of the gateway.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use gateway_api::operations::LIST_GUARDRAILS;
use gateway_api::types::{
    ByokCredentialId, Deleted, GroupMappingUpdate, KeyHash, ModelId, Role, WorkspaceId,
};
use specsmith_tests::gateway::ORDINARY_KEY;
use specsmith_tests::serving::Served;
use specsmith_tests::spec::example;

#[tokio::test]
async fn get_model() {
    let served = Served::start().await;
    let model = served.client().get_model("acme", "nova-2").await.unwrap();
    assert_eq!(
        model,
        served.gateway.records(|records| records.models[0].clone())
    );
    assert_eq!(model.id, ModelId::new("acme/nova-2"));
}

#[tokio::test]
async fn get_model_accepts_an_alias_and_a_variant() {
    let client = Served::start().await.client();
    for (slug, found) in [
        ("nova-latest", "acme/nova-2"),
        ("nova-2:free", "acme/nova-2:free"),
        ("nova-latest:free", "acme/nova-2:free"),
    ] {
        let model = client.get_model("acme", slug).await.unwrap();
        assert_eq!(model.id.as_str(), found, "asked for {slug}");
    }
}

#[tokio::test]
async fn list_zdr_endpoints() {
    let served = Served::start().await;
    let endpoints = served.client().list_zdr_endpoints().await.unwrap();
    assert_eq!(
        endpoints,
        served.gateway.records(|records| records.endpoints.clone())
    );
    assert_eq!(endpoints.len(), 1);
}

#[tokio::test]
async fn get_generation() {
    let served = Served::start().await;
    let generation = served
        .client()
        .get_generation("gen-1768469400-x7Qp")
        .await
        .unwrap();
    assert_eq!(
        generation,
        served
            .gateway
            .records(|records| records.generations[0].clone())
    );
}

#[tokio::test]
async fn get_credits() {
    let served = Served::start().await;
    let credits = served.client().get_credits().await.unwrap();
    assert_eq!((credits.total_credits, credits.total_usage), (100.5, 25.75));
}

#[tokio::test]
async fn list_workspaces() {
    let served = Served::start().await;
    let page = served.client().list_workspaces().await.unwrap();
    assert_eq!(
        page.data,
        served.gateway.records(|records| records.workspaces.clone())
    );
    assert_eq!(page.total_count, 1);
}

#[tokio::test]
async fn list_guardrails() {
    let served = Served::start().await;
    let page = served.client().list_guardrails().await.unwrap();
    assert_eq!(
        page.data,
        served.gateway.records(|records| records.guardrails.clone())
    );
    assert_eq!(page.total_count, 1);
}

#[tokio::test]
async fn list_guardrails_of_one_workspace() {
    let served = Served::start().await;
    let other = WorkspaceId::new("ws é&/=+");
    served.gateway.records(|records| {
        let mut guardrail = records.guardrails[0].clone();
        guardrail.workspace_id = other.clone().into();
        records.guardrails.push(guardrail);
    });

    let client = served.client();
    let of_other = client.list_guardrails().workspace_id(&other).await.unwrap();
    assert_eq!(of_other.total_count, 1);
    assert_eq!(of_other.data[0].workspace_id.as_ref(), Some(&other));

    let of_default = client.list_guardrails().await.unwrap();
    assert_eq!(of_default.data, [example("Guardrail")]);

    let of_unknown = client
        .list_guardrails()
        .workspace_id("ws_none")
        .await
        .unwrap();
    assert_eq!((of_unknown.data, of_unknown.total_count), (vec![], 0));
    assert_eq!(served.gateway.calls(&LIST_GUARDRAILS), 3);
}

#[tokio::test]
async fn list_guardrail_assignments() {
    let served = Served::start().await;
    let page = served.client().list_guardrail_assignments().await.unwrap();
    assert_eq!(
        page.data,
        served
            .gateway
            .records(|records| records.assignments.clone())
    );
    assert_eq!(page.total_count, 1);
}

#[tokio::test]
async fn list_presets_sorts_by_the_last_change() {
    let served = Served::start().await;
    served.gateway.records(|records| {
        for (id, changed) in [
            ("old", "2026-01-15T09:30:00Z"),
            ("new", "2026-02-02T00:00:00+09:00"),
        ] {
            let mut preset = records.presets[0].clone();
            preset.id = id.into();
            preset.updated_at = changed.parse().unwrap();
            records.presets.push(preset);
        }
    });
    let page = served
        .client_with_key(ORDINARY_KEY)
        .list_presets()
        .await
        .unwrap();
    let ids: Vec<_> = page.data.iter().map(|preset| preset.id.as_str()).collect();
    assert_eq!(ids, ["new", "pr_0b71", "old"]);
    assert_eq!(page.data[1], example("Preset"));
}

#[tokio::test]
async fn list_group_mappings() {
    let served = Served::start().await;
    let page = served.client().list_group_mappings().await.unwrap();
    assert_eq!(
        page.data,
        served.gateway.records(|records| records.mappings.clone())
    );
    assert_eq!(page.total_count, 1);
}

#[tokio::test]
async fn update_group_mapping() {
    let served = Served::start().await;
    let update = GroupMappingUpdate { role: Role::Admin };
    let mapping = served
        .client()
        .update_group_mapping("gm_42d8", update)
        .await
        .unwrap();
    assert_eq!(mapping.role, Role::Admin);
    assert_eq!(
        mapping,
        served
            .gateway
            .records(|records| records.mappings[0].clone())
    );
}

#[tokio::test]
async fn list_organization_members() {
    let served = Served::start().await;
    let page = served.client().list_organization_members().await.unwrap();
    assert_eq!(
        page.data,
        served.gateway.records(|records| records.members.clone())
    );
    assert_eq!(page.data[0].email, "ada@example.com");
}

#[tokio::test]
async fn get_key_describes_the_key_of_the_caller() {
    let served = Served::start().await;
    let ordinary = served
        .client_with_key(ORDINARY_KEY)
        .get_key()
        .await
        .unwrap();
    assert_eq!(ordinary, example("KeyInfo"));
    let management = served.client().get_key().await.unwrap();
    assert!(management.is_management_key);
}

#[tokio::test]
async fn delete_key() {
    let served = Served::start().await;
    let hash: KeyHash = example("KeyHash");
    let deleted = served.client().delete_key(&hash).await.unwrap();
    assert_eq!(deleted, Deleted { deleted: true });
    assert!(served.gateway.records(|records| records.keys.is_empty()));

    let again = served.client().delete_key(&hash).await.unwrap_err();
    assert_eq!(again.status().unwrap(), 404);
}

#[tokio::test]
async fn delete_byok_credential_keeps_the_record() {
    let served = Served::start().await;
    let id: ByokCredentialId = example("ByokCredentialId");
    let deleted = served.client().delete_byok_credential(id).await.unwrap();
    assert_eq!(deleted, Deleted { deleted: true });
    assert_eq!(
        served
            .gateway
            .records(|records| records.credentials.get(&id).copied()),
        Some(true)
    );

    let again = served
        .client()
        .delete_byok_credential(id)
        .await
        .unwrap_err();
    assert_eq!(again.status().unwrap(), 404);
}

/// `send()` also returns the status, the headers, the request ID and the number of tries.
#[tokio::test]
async fn send_returns_the_whole_response() {
    let served = Served::start().await;
    let response = served.client().get_credits().send().await.unwrap();
    assert_eq!(response.status, 200);
    assert_eq!(response.headers["content-type"], "application/json");
    assert_eq!(response.request_id(), Some("req-1"));
    assert_eq!(response.tries, 1);
    assert_eq!(response.value, example("Credits"));
}

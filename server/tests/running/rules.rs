//! Rules about responses beyond the status, checked with a running server.

use std::time::{SystemTime, UNIX_EPOCH};

use gateway_api::client::Error;
use gateway_api::operations::GetGenerationError;
use serde_json::json;

use crate::call::{Outcome, all, call};
use crate::process::{Running, load, url};
use crate::records;
use crate::support::{Database, Engine};

/// Another organization has records of the same kinds with other identifiers.
pub(crate) async fn an_organization_cannot_see_another<S: Engine>(database: &Database<S>) {
    let folder = tempfile::tempdir().unwrap();
    let url = url(&database.place);
    let management = json!({"is_management": true});
    let stranger =
        json!({"record": "organization", "id": "org_2", "total_credits": 10, "total_usage": 0});
    let more = vec![
        stranger,
        records::api_key("stranger", "org_2", management.clone()),
        records::api_key("management", "org_1", management),
    ];
    load(
        &url,
        folder.path(),
        &records::lines(&[records::organization("org_1"), more].concat()),
    );
    let server = Running::start(&url, folder.path(), &[]);
    let (stranger, owner) = (server.client("stranger"), server.client("management"));

    for operation in [
        "get_generation",
        "update_group_mapping",
        "delete_byok_credential",
    ] {
        let outcome = call(&stranger, operation).await;
        assert_eq!(
            outcome,
            Outcome::Documented(404),
            "{operation} of a stranger"
        );
    }
    let of_owner = gateway_server::keys::hash("management");
    let deletion = stranger.delete_key(of_owner.as_str()).await;
    assert_eq!(crate::call::outcome(deletion), Outcome::Documented(404));
    assert_eq!(stranger.list_workspaces().await.unwrap().total_count, 0);
    assert_eq!(
        stranger
            .list_guardrails()
            .workspace_id("ws_1")
            .await
            .unwrap()
            .total_count,
        0
    );
    assert_eq!(
        stranger
            .list_guardrail_assignments()
            .await
            .unwrap()
            .total_count,
        0
    );
    assert_eq!(stranger.list_presets().await.unwrap().total_count, 0);
    assert_eq!(stranger.list_group_mappings().await.unwrap().total_count, 0);
    assert_eq!(
        stranger
            .list_organization_members()
            .await
            .unwrap()
            .total_count,
        0
    );
    assert_eq!(stranger.get_credits().await.unwrap().total_credits, 10.0);

    // The owner still gets all records unchanged.
    let mapping = owner.list_group_mappings().await.unwrap();
    assert_eq!(mapping.data[0].role.as_str(), "member");
    for operation in [
        "get_generation",
        "update_group_mapping",
        "delete_byok_credential",
    ] {
        assert_eq!(
            call(&owner, operation).await,
            Outcome::Success,
            "{operation} of the owner"
        );
    }
    assert_eq!(owner.list_guardrails().await.unwrap().total_count, 1);
    assert_eq!(
        owner.list_organization_members().await.unwrap().total_count,
        1
    );
}

pub(crate) async fn invalid_keys_get_the_same_response<S: Engine>(database: &Database<S>) {
    let folder = tempfile::tempdir().unwrap();
    let url = url(&database.place);
    let over = "2026-01-16T09:30:00Z";
    let records = [
        records::api_key(
            "expired",
            "org_1",
            json!({"is_management": true, "expires_at": over}),
        ),
        records::api_key(
            "deleted",
            "org_1",
            json!({"is_management": true, "deleted_at": over}),
        ),
    ];
    load(&url, folder.path(), &records::lines(&records));
    let server = Running::start(&url, folder.path(), &[]);
    for operation in all() {
        for key in ["expired", "deleted", "never issued"] {
            let outcome = call(&server.client(key), operation).await;
            let is_401 = matches!(outcome, Outcome::Documented(401) | Outcome::Implied(401));
            assert!(is_401, "{operation} with a key that is {key}: {outcome:?}");
        }
    }
    let message = |error: Error<_>| error.body().unwrap().message.clone();
    let expired = message(server.client("expired").get_key().await.unwrap_err());
    assert_eq!(
        expired,
        message(server.client("unknown").get_key().await.unwrap_err())
    );
}

pub(crate) async fn a_rate_limit_tells_when_it_is_reset<S: Engine>(database: &Database<S>) {
    let folder = tempfile::tempdir().unwrap();
    let url = url(&database.place);
    let twice = json!({"rate_limit": "2/1day"});
    let more = vec![records::api_key("twice", "org_1", twice)];
    load(
        &url,
        folder.path(),
        &records::lines(&[records::organization("org_1"), more].concat()),
    );
    let server = Running::start(&url, folder.path(), &[]);
    let client = server.client("twice");
    for _ in 0..2 {
        assert_eq!(call(&client, "get_generation").await, Outcome::Success);
    }
    let error = client.get_generation("gen-1").await.unwrap_err();
    let Error::Api(GetGenerationError::TooManyRequests(limit)) = error else {
        panic!("expected the limit, not {error}");
    };
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap()
        .as_secs() as i64;
    let reset = limit.x_rate_limit_reset.unwrap();
    assert_eq!(
        (limit.x_rate_limit_limit, limit.x_rate_limit_remaining),
        (Some(2), Some(0))
    );
    assert_eq!(
        reset % 86_400,
        0,
        "a window of a day ends at midnight in UTC"
    );
    assert!(
        (now..=now + 86_400).contains(&reset),
        "{reset} is not within a day of {now}"
    );
    let wait = limit.retry_after.unwrap();
    assert!(
        (reset - now - 1..=reset - now + 1).contains(&wait.max(1)),
        "{wait}"
    );
    // Other operations have no rate limit.
    assert_eq!(call(&client, "get_key").await, Outcome::Success);
}

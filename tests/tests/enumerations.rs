//! Enumerations of integers, numbers and booleans on both sides of a socket.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use hub_api::types::*;
use serde_json::{Value, json};
use specsmith_tests::hub::{client, serve};
use specsmith_tests::raw::Request;

#[tokio::test]
async fn values_arrive_unchanged() {
    let client = client(serve().await);
    let sent = Task {
        agreed: Maybe::Null,
        size: Some(Size::Count(2)),
        ..Task::new(Priority::Low, vec![Share::V05])
    };
    let returned = client.put_task(7, sent).share(Share::V1).await.unwrap();
    assert_eq!(returned.priority, Priority::Other(7));
    assert_eq!(returned.shares, [Share::V05, Share::V1]);
    assert_eq!(returned.agreed, Maybe::Null);
    assert_eq!(returned.size, Some(Size::Count(2)));
    let with_default = Task::new(Priority::V2, Vec::new());
    let call = client.put_task(Priority::Low, with_default);
    let returned = call.agreed(Agreed::True).await.unwrap();
    assert_eq!(returned.priority.get(), 1);
    assert_eq!(returned.shares, [Share::V05]);
    assert_eq!(returned.agreed, Maybe::Value(Agreed::True));
}

/// Bodies, each with what the server returns.
#[tokio::test]
async fn numbers_may_be_written_in_any_way() {
    let address = serve().await;
    for (size, expected) in [
        (json!(0.5), json!(0.5)),
        (json!(1), json!(1.0)),
        (json!(3), json!(3)),
    ] {
        let body = json!({"priority": 2.0, "shares": [1], "size": size, "agreed": true});
        let request = Request::new("PUT", "/v1/tasks/1").json(body.to_string());
        let response = request.send(address).await;
        assert_eq!(
            response.json(),
            json!({"priority": 1, "shares": [1.0, 0.5], "size": expected, "agreed": true})
        );
    }
}

#[tokio::test]
async fn other_values_are_rejected() {
    let address = serve().await;
    let task = |change: Value| {
        let mut task = json!({"priority": 1, "shares": [0.5]});
        task.as_object_mut()
            .unwrap()
            .extend(change.as_object().unwrap().clone());
        task.to_string()
    };
    for (target, change, place, problem) in [
        (
            "1",
            json!({"priority": "1"}),
            "body priority",
            "expected an integer",
        ),
        (
            "1",
            json!({"priority": 1.5}),
            "body priority",
            "expected an integer",
        ),
        (
            "1",
            json!({"priority": null}),
            "body priority",
            "must not be null",
        ),
        (
            "1",
            json!({"shares": [0.5, 2]}),
            "body shares[1]",
            "expected one of `0.5`, `1`",
        ),
        (
            "1",
            json!({"shares": ["1"]}),
            "body shares[0]",
            "expected a number",
        ),
        (
            "1",
            json!({"agreed": false}),
            "body agreed",
            "expected one of `true`",
        ),
        (
            "1",
            json!({"agreed": "true"}),
            "body agreed",
            "expected a boolean",
        ),
        (
            "1",
            json!({"size": 1.5}),
            "body size",
            "expected a number or an integer",
        ),
        ("low", json!({}), "path priority", "expected an integer"),
        (
            "1?share=2",
            json!({}),
            "query share",
            "expected one of `0.5`, `1`",
        ),
        (
            "1?agreed=false",
            json!({}),
            "query agreed",
            "expected one of `true`",
        ),
    ] {
        let request = Request::new("PUT", &format!("/v1/tasks/{target}")).json(task(change));
        let response = request.send(address).await;
        assert_eq!(response.status, 400, "{place}: {}", response.body);
        let errors = response.validation_errors();
        let errors: Vec<String> = errors
            .iter()
            .map(|(from, name, problem)| format!("{from} {name}: {problem}"))
            .collect();
        assert_eq!(errors, [format!("{place}: {problem}")]);
    }
}

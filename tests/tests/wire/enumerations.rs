//! Enumerations, open and closed, of strings, integers, numbers and booleans on both sides of a socket.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use hub_api::client::Error;
use hub_api::operations::PutGuardError;
use hub_api::types::*;
use serde_json::{Value, json};
use specsmith_tests::hub::{client, newer_guard, serve};
use specsmith_tests::raw::Request;

#[tokio::test]
async fn values_arrive_unchanged() {
    let client = client(serve().await);
    let sent = Task {
        agreed: Maybe::Null,
        size: Some(Size::Count(2)),
        ..Task::new(Priority::Low, vec![Share::V0_5])
    };
    let returned = client.put_task(7, sent).share(Share::V1).await.unwrap();
    assert_eq!(returned.priority, Priority::Other(7));
    assert_eq!(returned.shares, [Share::V0_5, Share::V1]);
    assert_eq!(returned.agreed, Maybe::Null);
    assert_eq!(returned.size, Some(Size::Count(2)));
    let with_default = Task::new(Priority::V2, Vec::new());
    let call = client.put_task(Priority::Low, with_default);
    let returned = call.agreed(Agreed::True).await.unwrap();
    assert_eq!(returned.priority.get(), 1);
    assert_eq!(returned.shares, [Share::V0_5]);
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

#[tokio::test]
async fn unknown_values_are_read_in_responses_and_rejected_in_requests() {
    let address = serve().await;
    let client = client(address);
    let guard = client.get_guard().await.unwrap();
    assert_eq!(guard, newer_guard());
    let known = Guard::new(Mode::Away);
    let returned = client.put_guard(Mode::Home, known.clone()).await.unwrap();
    assert_eq!(returned, known);
    // What the client has read is sent as it is, and the server rejects it.
    let call = client.put_guard("night", guard.clone());
    let error = call.speeds(vec![Speed::Other(3)]).await.unwrap_err();
    let Error::Api(PutGuardError::BadRequest(error)) = error else {
        panic!("{error}");
    };
    let errors = error.body.validation_errors();
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    let mode = "expected one of `home`, `away`";
    assert_eq!(
        errors,
        [
            format!("path `mode`: {mode}"),
            "query `speeds`: expected one of `1`, `2`".to_owned(),
            format!("body `mode`: {mode}"),
            "body `speeds[1]`: expected one of `1`, `2`".to_owned(),
            format!("body `by_room.hall`: {mode}"),
            "body `alarms[1].type`: expected one of `bell`, `light`".to_owned(),
            format!("body `steps[0][0]`: {mode}"),
        ]
    );
}

/// A request of each kind, with what the server rejects.
#[tokio::test]
async fn unknown_values_are_rejected_wherever_they_are() {
    let address = serve().await;
    let json = |method: &str, target: &str, body: Value| {
        Request::new(method, &format!("/v1/{target}")).json(body.to_string())
    };
    let home = json!({"mode": "home"});
    let form = "mode=home&speeds[0]=3&by_room[hall]=night&alarms[0][type]=siren&steps[0][]=night&steps[0][]=1";
    let mode = "expected one of `home`, `away`";
    let speed = "expected one of `1`, `2`";
    let alarm = "expected one of `bell`, `light`";
    for (request, expected) in [
        (
            json("PUT", "guards/night", home.clone()),
            vec![("path mode", mode)],
        ),
        (
            json("PUT", "guards/home?speeds=1&speeds=3", home.clone()),
            vec![("query speeds", speed)],
        ),
        (
            json("PUT", "guards/home?steps=[%22night%22,1]", home.clone()),
            vec![("query steps[0]", mode)],
        ),
        (
            json("PUT", "guards/home", home.clone()).header("X-Mode", "night"),
            vec![("header x-mode", mode)],
        ),
        (
            json(
                "PUT",
                "guards/home",
                serde_json::to_value(newer_guard()).unwrap(),
            ),
            vec![
                ("body mode", mode),
                ("body speeds[1]", speed),
                ("body by_room.hall", mode),
                ("body alarms[1].type", alarm),
                ("body steps[0][0]", mode),
            ],
        ),
        (
            Request::new("POST", "/v1/guard").body("application/x-www-form-urlencoded", form),
            vec![
                ("body speeds[0]", speed),
                ("body by_room.hall", mode),
                ("body alarms[0].type", alarm),
                ("body steps[0][0]", mode),
            ],
        ),
    ] {
        let response = request.send(address).await;
        assert_eq!(response.status, 400, "{expected:?}: {}", response.body);
        let errors = response.validation_errors();
        let errors = errors.iter();
        let errors: Vec<(String, &str)> = errors
            .map(|(from, name, problem)| (format!("{from} {name}"), problem.as_str()))
            .collect();
        let errors: Vec<(&str, &str)> = errors
            .iter()
            .map(|(place, problem)| (place.as_str(), *problem))
            .collect();
        assert_eq!(errors, expected);
    }
}

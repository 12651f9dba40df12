//! The generated router as part of an application: next to other routes, below a path, inside layers.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::error::Error;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::Request as HttpRequest;
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn, map_response};
use axum::response::Response;
use axum::routing::get;
use gateway_api::Client;
use gateway_api::operations::GET_CREDITS;
use gateway_api::runtime::Operation;
use gateway_api::server::{self, ServerConfig, router_with};
use gateway_api::types::{GroupMappingUpdate, Role};
use serde_json::json;
use specsmith_tests::gateway::{CAUSE, Gateway, MANAGEMENT_KEY, ORDINARY_KEY, Turn};
use specsmith_tests::raw::Request;
use specsmith_tests::serving::{Served, build};
use specsmith_tests::spec::example;

#[tokio::test]
async fn the_router_can_be_nested_below_a_path() {
    let gateway = Gateway::default();
    let router = Router::new().nest("/api/gateway", server::router(gateway.clone()));
    let served = Served::start_with(gateway, router).await;
    for path in ["/api/gateway", "/api/gateway/"] {
        let client = build(Client::builder(served.base_url() + path).bearer_token(MANAGEMENT_KEY));
        assert_eq!(client.get_credits().await.unwrap(), example("Credits"));
        assert_eq!(
            client
                .get_model("acme", "nova-2:free")
                .await
                .unwrap()
                .id
                .as_str(),
            "acme/nova-2:free"
        );
        let update = GroupMappingUpdate { role: Role::Admin };
        assert_eq!(
            client
                .update_group_mapping("gm_42d8", update)
                .await
                .unwrap()
                .role,
            Role::Admin
        );
        assert_eq!(
            client.list_workspaces().limit(1).await.unwrap().total_count,
            1
        );
    }

    let unknown = Request::new("GET", "/api/gateway/v1/nothing")
        .send(served.address)
        .await;
    assert_eq!(
        (unknown.status, unknown.error()["message"].as_str()),
        (404, Some("No operation has this path"))
    );
    let other_method = Request::new("PUT", "/api/gateway/v1/key")
        .send(served.address)
        .await;
    assert_eq!(
        (other_method.status, other_method.header("allow")),
        (405, Some("GET,HEAD"))
    );
    other_method.error();
}

#[tokio::test]
async fn the_router_can_be_merged_with_other_routes() {
    let gateway = Gateway::default();
    let health = Router::new().route("/healthz", get(async || "well"));
    let routers = [
        server::router(gateway.clone()).route("/healthz", get(async || "well")),
        server::router(gateway.clone()).merge(health.clone()),
        health.merge(server::router(gateway.clone())),
    ];
    for router in routers {
        let served = Served::start_with(gateway.clone(), router).await;
        let health = Request::new("GET", "/healthz").send(served.address).await;
        assert_eq!((health.status, health.body.as_str()), (200, "well"));
        assert_eq!(
            served.client().get_credits().await.unwrap(),
            example("Credits")
        );
        let unknown = Request::new("GET", "/v1/nothing")
            .send(served.address)
            .await;
        assert_eq!(
            unknown.error(),
            json!({ "code": 404, "message": "No operation has this path" })
        );
    }
}

/// A layer around the router can report the cause of an error, or replace the response.
#[tokio::test]
async fn layers_around_the_router_see_the_cause_of_an_error() {
    let causes: Arc<Mutex<Vec<Option<String>>>> = Arc::default();
    let seen = Arc::clone(&causes);
    let report = map_response(move |response: Response| {
        let cause: Option<&Arc<dyn Error + Send + Sync>> = response.extensions().get();
        seen.lock().unwrap().push(cause.map(ToString::to_string));
        async { response }
    });
    let gateway = Gateway::default();
    let router = router_with(gateway.clone(), ServerConfig::new()).layer(report);
    let served = Served::start_with(gateway, router).await;
    served.gateway.tell(&GET_CREDITS, [Turn::Work, Turn::Fail]);
    for key in [MANAGEMENT_KEY, MANAGEMENT_KEY, "unknown"] {
        let request = Request::new("GET", "/v1/credits").key(key);
        let response = request.send(served.address).await;
        assert!(!response.body.contains("10.0.0.7"), "{}", response.body);
    }
    let expected = [None, Some(CAUSE.to_owned()), None];
    assert_eq!(*causes.lock().unwrap(), expected);
}

/// What a layer has seen: the operation, if one matched, and the status, if there is one already.
type Seen = Arc<Mutex<Vec<(Option<&'static str>, Option<u16>)>>>;

#[tokio::test]
async fn layers_see_the_operation() {
    let (inside, outside) = (Seen::default(), Seen::default());
    let (within, around) = (Arc::clone(&inside), Arc::clone(&outside));
    let before = from_fn(move |request: HttpRequest, next: Next| {
        let operation = request
            .extensions()
            .get::<&'static Operation>()
            .map(|operation| operation.name);
        within.lock().unwrap().push((operation, None));
        next.run(request)
    });
    let after = map_response(move |response: Response| {
        let operation = response
            .extensions()
            .get::<&'static Operation>()
            .map(|operation| operation.name);
        around
            .lock()
            .unwrap()
            .push((operation, Some(response.status().as_u16())));
        async { response }
    });
    let gateway = Gateway::default();
    let router = router_with(gateway.clone(), ServerConfig::new().layer(before)).layer(after);
    let served = Served::start_with(gateway, router).await;

    served.gateway.tell(&GET_CREDITS, [Turn::Work, Turn::Panic]);
    let get = |path| Request::new("GET", path);
    get("/v1/credits")
        .key(MANAGEMENT_KEY)
        .send(served.address)
        .await;
    get("/v1/credits")
        .key(MANAGEMENT_KEY)
        .send(served.address)
        .await;
    get("/v1/key").send(served.address).await;
    get("/v1/presets?limit=0")
        .key(ORDINARY_KEY)
        .send(served.address)
        .await;
    get("/v1/nothing").send(served.address).await;
    Request::new("PUT", "/v1/key").send(served.address).await;

    let (credits, key, presets) = (Some("get_credits"), Some("get_key"), Some("list_presets"));
    assert_eq!(
        *inside.lock().unwrap(),
        [
            (credits, None),
            (credits, None),
            (key, None),
            (presets, None)
        ]
    );
    let outcomes = [
        (credits, 200),
        (credits, 500),
        (key, 401),
        (presets, 400),
        (None, 404),
        (None, 405),
    ];
    assert_eq!(
        *outside.lock().unwrap(),
        outcomes.map(|(operation, status)| (operation, Some(status)))
    );
}

/// A layer of the application can respond instead of the handler.
#[tokio::test]
async fn a_layer_can_respond_instead_of_the_handler() {
    let closed = from_fn(async |_: HttpRequest, _: Next| StatusCode::SERVICE_UNAVAILABLE);
    let gateway = Gateway::default();
    let router = router_with(gateway.clone(), ServerConfig::new().layer(closed));
    let served = Served::start_with(gateway, router).await;
    let error = served.client().get_credits().await.unwrap_err();
    assert_eq!(error.status().unwrap(), 503);
    assert_eq!(served.gateway.calls(&GET_CREDITS), 0);
}

//! The generated router as part of an application: next to other routes, below a path, inside layers.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::error::Error;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::Request as HttpRequest;
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn, map_response};
use axum::response::Response;
use axum::routing::{get, post};
use gateway_api::Client;
use gateway_api::operations::GET_CREDITS;
use gateway_api::runtime::Operation;
use gateway_api::server::{self, ServerConfig, router_with};
use gateway_api::types::{GroupMappingUpdate, Role};
use problems_api::server as problems;
use serde_json::{Value, json};
use specsmith_tests::clinic::Clinic;
use specsmith_tests::gateway::{CAUSE, Gateway, MANAGEMENT_KEY, ORDINARY_KEY, Turn};
use specsmith_tests::raw::Request;
use specsmith_tests::serving::{Served, build, serve};
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

/// The responses to GET requests: the status, and the message of an error or else the body.
async fn responses(router: Router, paths: &[&str]) -> Vec<(u16, String)> {
    let address = serve(router).await;
    let mut responses = Vec::new();
    for path in paths {
        let response = Request::new("GET", path).send(address).await;
        let body: Value = serde_json::from_str(&response.body).unwrap_or_default();
        let error = body.get("error").unwrap_or(&body);
        let message = error["message"].as_str().or(error["detail"].as_str());
        let message = message.unwrap_or(&response.body);
        responses.push((response.status, message.to_owned()));
    }
    responses
}

const UNKNOWN: &str = "No operation has this path";

#[tokio::test]
async fn the_fallback_of_an_application_gets_only_paths_outside_of_the_api() {
    let page = || Router::new().fallback(async || "a page");
    let gateway = || server::router(Gateway::default());
    let clinic = || clinic_api::server::router(Clinic::new());
    let paths = [
        "/v1",
        "/v1/",
        "/v1/nothing/at/all",
        "/v1/keys/a/b",
        "/v12",
        "/",
        "/nothing",
    ];
    let unknown = || (404, UNKNOWN.to_owned());
    let app = || (200, "a page".to_owned());
    let expected = [
        unknown(),
        unknown(),
        unknown(),
        unknown(),
        app(),
        app(),
        app(),
    ];
    // Two APIs may have the same base path.
    for router in [
        page().merge(gateway()),
        gateway().merge(page()),
        page().merge(gateway()).merge(clinic()),
        gateway().merge(clinic()).merge(page()),
    ] {
        assert_eq!(responses(router, &paths).await, expected);
    }
    let both = gateway().merge(clinic());
    let statuses = [
        "/v1/status",
        "/v1/status/own",
        "/v1/key",
        "/v1/beds/1",
        "/nothing",
    ];
    let found = responses(both, &statuses).await;
    let statuses: Vec<u16> = found.iter().map(|(status, _)| *status).collect();
    assert_eq!(statuses, [200, 401, 401, 405, 404]);
    assert_eq!(found[4].1, UNKNOWN);
}

#[tokio::test]
async fn methods_of_one_path_may_belong_to_several_routers() {
    let other = Router::new().route("/v1/key", post(async || "made"));
    let address = serve(other.merge(server::router(Gateway::default()))).await;
    let made = Request::new("POST", "/v1/key").send(address).await;
    assert_eq!((made.status, made.body.as_str()), (200, "made"));
    let neither = Request::new("PUT", "/v1/key").send(address).await;
    assert_eq!(
        (neither.status, neither.header("allow")),
        (405, Some("POST,GET,HEAD"))
    );
    neither.error();
}

#[tokio::test]
async fn an_api_without_a_base_path_owns_all_paths_unless_it_leaves_them() {
    let page = || Router::new().fallback(async || "a page");
    let paths = ["/nothing", "/things/1"];
    let unknown = (404, UNKNOWN.to_owned());
    let owned = page().merge(problems::router(Shop));
    assert_eq!(
        responses(owned, &paths).await,
        [unknown.clone(), unknown.clone()]
    );
    let nested = Router::new()
        .nest("/shop", problems::router(Shop))
        .merge(page());
    let paths_below = ["/shop/nothing", "/nothing"];
    let page_of_app = (200, "a page".to_owned());
    assert_eq!(
        responses(nested, &paths_below).await,
        [unknown.clone(), page_of_app.clone()]
    );
    let left = || problems::router_with(Shop, ServerConfig::new().owns_unknown_paths(false));
    let merged = page().merge(left());
    assert_eq!(
        responses(merged, &paths).await,
        [page_of_app.clone(), page_of_app]
    );
    // Alone, it still responds in its own shape.
    assert_eq!(responses(left(), &paths).await, [unknown.clone(), unknown]);
    let own = left().route("/{page}", get(async || "a page"));
    assert_eq!(
        responses(own, &["/help"]).await,
        [(200, "a page".to_owned())]
    );
}

/// An API with one operation, and without a base path.
struct Shop;

impl problems::ProblemsApi for Shop {
    async fn buy(&self, _: problems::Buy) -> Result<(), problems_api::operations::BuyError> {
        Ok(())
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

//! Compares the generated router with the same routes written by hand with axum: the same key check,
//! parameter limits and JSON. Both are called in process, without a socket, and both responses are
//! read completely.

#![expect(
    clippy::expect_used,
    reason = "a benchmark that cannot run can only panic"
)]

#[path = "../shared/gateway.rs"]
mod gateway;
mod hand_written;
#[path = "../shared/samples.rs"]
mod samples;
#[path = "../shared/types.rs"]
mod types;

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use serde_json::Value;
use specsmith_benches::paired;
use tower::Service;

use samples::{KEY, MAPPING, keys, value};

/// The number of workspaces.
const WORKSPACES: usize = 20;

fn main() {
    let mut hand = hand_written::router(hand_written::Gateway {
        keys: keys(),
        credits: value(samples::credits()),
        workspaces: value(samples::workspaces(WORKSPACES).into()),
        mapping: value(samples::mapping()),
    });
    let mut own = gateway::router(gateway::Gateway {
        keys: keys(),
        credits: value(samples::credits()),
        workspaces: value(samples::workspaces(WORKSPACES).into()),
        mapping: value(samples::mapping()),
    });
    let patch = format!("/v1/scim/group-mappings/{MAPPING}");
    let cases = [
        ("GET one small object", Method::GET, "/v1/credits", ""),
        (
            "GET a page of 20 items",
            Method::GET,
            "/v1/workspaces?limit=20&offset=0",
            "",
        ),
        (
            "GET a page of 1 item",
            Method::GET,
            "/v1/workspaces?limit=1&offset=3",
            "",
        ),
        (
            "PATCH with a body",
            Method::PATCH,
            patch.as_str(),
            r#"{"role":"admin"}"#,
        ),
    ];
    let response = call(&mut hand, request(&cases[1].1, cases[1].2, ""));
    assert_eq!(json(&response.1), samples::page(WORKSPACES));
    paired::heading("by hand", "generated");
    for (name, method, path, body) in cases {
        let request = || request(&method, path, body);
        assert_same(&call(&mut hand, request()), &call(&mut own, request()));
        paired::compare(
            name,
            || {
                std::hint::black_box(call(&mut hand, request()));
            },
            || {
                std::hint::black_box(call(&mut own, request()));
            },
        );
    }
    let mut again = hand.clone();
    let request = || request(&Method::GET, "/v1/credits", "");
    paired::compare(
        "(by hand against itself)",
        || {
            std::hint::black_box(call(&mut hand, request()));
        },
        || {
            std::hint::black_box(call(&mut again, request()));
        },
    );
}

fn request(method: &Method, path: &str, body: &'static str) -> Request<Body> {
    let request = Request::builder()
        .method(method.clone())
        .uri(path)
        .header(header::HOST, "gateway.example")
        .header(header::USER_AGENT, "bench/1.0")
        .header(header::ACCEPT, "application/json")
        .header(header::AUTHORIZATION, format!("Bearer {KEY}"));
    let request = match body {
        "" => request.body(Body::empty()),
        body => request
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::CONTENT_LENGTH, body.len())
            .body(Body::from(body)),
    };
    request.expect("the request is well formed")
}

fn call(router: &mut Router, request: Request<Body>) -> (StatusCode, Bytes) {
    ready(async {
        let Ok(response) = router.call(request).await;
        let status = response.status();
        let body = response
            .into_body()
            .collect()
            .await
            .expect("the body is in memory");
        (status, body.to_bytes())
    })
}

/// The value of a future that never waits: the handlers of these routers do not.
fn ready<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("no handler waits"),
    }
}

fn assert_same(hand: &(StatusCode, Bytes), own: &(StatusCode, Bytes)) {
    assert_eq!(
        (hand.0, own.0),
        (StatusCode::OK, StatusCode::OK),
        "{:?} {:?}",
        hand.1,
        own.1
    );
    assert_eq!(json(&hand.1), json(&own.1));
}

fn json(body: &Bytes) -> Value {
    serde_json::from_slice(body).expect("the response is JSON")
}

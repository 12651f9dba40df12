//! What handlers, `authenticate` and layers know about a request, over real sockets.

#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::middleware::map_response;
use axum::response::Response;
use clinic_api::server::{ClinicApi, ServerConfig, router, router_per_request};
use serde_json::json;
use specsmith_tests::clinic::{Caller, Clinic};
use specsmith_tests::raw::Request;
use specsmith_tests::serving::serve;
use tokio::net::TcpListener;

/// Serves a clinic whose handlers know their requests, the addresses of clients among it.
async fn served() -> SocketAddr {
    let clinic = Clinic::new();
    let router = router_per_request(move |head| clinic.for_request(head), ServerConfig::new());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, service).await });
    address
}

#[tokio::test]
async fn handlers_know_the_request() {
    let address = served().await;
    let request = Request::new("GET", "/v1/status").header("x-note", "hello");
    let expected = json!({
        "peer": "127.0.0.1",
        "operation": "get_status /v1/status",
        "note": "hello"
    });
    assert_eq!(request.send(address).await.json(), expected);
    let request = Request::new("GET", "/v1/status/own").key("ada");
    let expected = json!({
        "caller": "ada",
        "peer": "127.0.0.1",
        "operation": "get_own_status /v1/status/own"
    });
    assert_eq!(request.send(address).await.json(), expected);
}

#[tokio::test]
async fn authenticate_knows_the_request() {
    let request = Request::new("GET", "/v1/status/own").key("local");
    assert_eq!(request.send(served().await).await.status, 200);
    // Without the address of the client, the key is not good.
    let without = serve(router(Clinic::new())).await;
    assert_eq!(request.send(without).await.status, 401);
}

#[tokio::test]
async fn a_handler_can_be_called_without_a_request() {
    let status = Clinic::new().get_own_status(Caller("ada".to_owned())).await;
    assert_eq!(status.unwrap().caller.as_deref(), Some("ada"));
}

#[tokio::test]
async fn layers_count_requests_by_caller() {
    let counts: Arc<Mutex<BTreeMap<Option<String>, u32>>> = Arc::default();
    let seen = Arc::clone(&counts);
    let count = map_response(move |response: Response| {
        let caller: Option<&Caller> = response.extensions().get();
        let name = caller.map(|caller| caller.0.clone());
        *seen.lock().unwrap().entry(name).or_default() += 1;
        async { response }
    });
    let address = serve(router(Clinic::new()).layer(count)).await;
    for (target, key) in [
        ("/v1/status/own", "ada"),
        // An error is a request of the caller, too.
        ("/v1/patients/none", "ada"),
        ("/v1/patients/7", "grace"),
        ("/v1/status/own", "unknown"),
        ("/v1/status", "ada"),
    ] {
        Request::new("GET", target).key(key).send(address).await;
    }
    // Nobody identifies the caller of a public operation.
    let expected = [
        (None, 2),
        (Some("ada".to_owned()), 2),
        (Some("grace".to_owned()), 1),
    ];
    assert_eq!(*counts.lock().unwrap(), BTreeMap::from(expected));
}

#[tokio::test]
async fn a_panic_while_an_implementation_is_made_is_an_internal_error() {
    let router = router_per_request::<Clinic>(|_| panic!("no clinic"), ServerConfig::new());
    let response = Request::new("GET", "/v1/status")
        .send(serve(router).await)
        .await;
    assert_eq!(
        (response.status, &response.error()["code"]),
        (500, &json!(500))
    );
}

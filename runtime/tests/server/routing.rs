//! Which requests reach an operation.

use axum::Router;

use crate::api;
use crate::wire::{serve, start};
use crate::workshop::Workshop;

#[tokio::test]
async fn an_unknown_path_is_404() {
    let server = start().await;
    for path in ["/", "/v1/toys", "/v1/tools/", "/v1/tools/a/b", "/v1//tools"] {
        let response = server.send(&format!("GET {path}"), &[]).await;
        response.is_error(404, "No operation has this path");
    }
}

#[tokio::test]
async fn another_method_is_405_and_lists_the_allowed_methods() {
    let server = start().await;
    for (line, allowed) in [
        ("PUT /v1/tools", "GET,HEAD,POST"),
        ("OPTIONS /v1/tools", "GET,HEAD,POST"),
        ("GET /v1/tools/saw", "DELETE"),
        ("BREW /v1/tools/saw/parts/blade", "GET,HEAD"),
    ] {
        let response = server.send(line, &[]).await;
        response.is_error(405, "Method Not Allowed");
        assert_eq!(response.header("allow"), Some(allowed));
    }
}

#[tokio::test]
async fn head_is_get_without_the_body() {
    let server = start().await;
    let get = server.send("GET /v1/tools?limit=7", &[]).await;
    let head = server.send("HEAD /v1/tools?limit=7", &[]).await;
    assert_eq!((head.status, head.text.as_str()), (200, ""));
    assert_eq!(head.header("content-length"), get.header("content-length"));
    assert_eq!(head.header("content-type"), Some("application/json"));
}

#[tokio::test]
async fn head_of_an_error_has_no_body() {
    let server = start().await;
    for (line, status) in [
        ("HEAD /v1/tools?limit=0", 400),
        ("HEAD /v1/toys", 404),
        ("HEAD /v1/tools/saw", 405),
    ] {
        let response = server.send(line, &[]).await;
        assert_eq!((response.status, response.text.as_str()), (status, ""));
    }
}

#[tokio::test]
async fn a_router_can_be_nested_below_path_parameters() {
    let outer = Router::new().nest("/tenants/{tenant}", api::router(Workshop));
    let server = serve(outer).await;
    let response = server
        .send("GET /tenants/7/v1/tools/saw/parts/blade", &[])
        .await;
    assert_eq!(response.json(), serde_json::json!(["saw", "blade"]));
    let response = server.send("PUT /tenants/7/v1/tools", &[]).await;
    response.is_error(405, "Method Not Allowed");
    assert_eq!(response.header("allow"), Some("GET,HEAD,POST"));
    server
        .send("GET /tenants/7/v1/toys", &[])
        .await
        .is_error(404, "No operation has this path");
}

//! Layers around the router, and layers between the router and the handlers.

use std::sync::{Arc, Mutex};

use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use specsmith_runtime::Operation;
use specsmith_runtime::server::{ServerConfig, error_response};

use crate::api;
use crate::wire::{serve, start};
use crate::workshop::Workshop;

/// Adds a header with the name of the operation.
async fn name_operation(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let name = response
        .extensions()
        .get::<&'static Operation>()
        .map_or("-", |it| it.name);
    response
        .headers_mut()
        .insert("x-operation", HeaderValue::from_static(name));
    response
}

#[tokio::test]
async fn a_layer_around_the_router_sees_the_operation_of_the_response() {
    let router = api::router(Workshop).layer(middleware::from_fn(name_operation));
    let server = serve(router).await;
    for (line, name) in [
        ("GET /v1/tools", "list_tools"),
        ("GET /v1/tools?limit=0", "list_tools"),
        ("DELETE /v1/tools/panicking", "delete_tool"),
        ("GET /v1/toys", "-"),
        ("PUT /v1/tools", "-"),
    ] {
        assert_eq!(
            server.send(line, &[]).await.header("x-operation"),
            Some(name),
            "{line}"
        );
    }
}

#[tokio::test]
async fn a_layer_inside_sees_the_operation_of_the_request() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let note = {
        let seen = Arc::clone(&seen);
        middleware::from_fn(move |request: Request, next: Next| {
            let operation = *request.extensions().get::<&'static Operation>().unwrap();
            seen.lock().unwrap().push(operation.name);
            next.run(request)
        })
    };
    let config = ServerConfig::new().layer(note);
    let router = api::router_with(Workshop, config).layer(middleware::from_fn(name_operation));
    let server = serve(router).await;
    assert_eq!(server.send("GET /v1/tools", &[]).await.status, 200);
    let response = server.send("DELETE /v1/tools/saw", &[]).await;
    assert_eq!(
        (response.status, response.header("x-operation")),
        (204, Some("delete_tool"))
    );
    server.send("GET /v1/toys", &[]).await;
    server.send("PUT /v1/tools", &[]).await;
    assert_eq!(*seen.lock().unwrap(), ["list_tools", "delete_tool"]);
}

#[tokio::test]
async fn a_layer_inside_can_respond_and_can_panic() {
    let reject = middleware::from_fn(async |request: Request, next: Next| {
        match request.headers().get("x-layer").map(HeaderValue::as_bytes) {
            Some(b"response") => "from the layer".into_response(),
            Some(b"panic") => panic!("the layer panicked"),
            _ => next.run(request).await,
        }
    });
    let config = ServerConfig::new().layer(reject);
    let server = serve(api::router_with(Workshop, config)).await;
    assert_eq!(
        server
            .send("GET /v1/tools", &["x-layer: response"])
            .await
            .text,
        "from the layer"
    );
    let response = server.send("GET /v1/tools", &["x-layer: panic"]).await;
    response.is_error(500, "Internal Server Error");
    assert_eq!(server.send("GET /v1/tools", &[]).await.status, 200);
}

#[tokio::test]
async fn a_layer_around_the_router_responds_in_the_shape_of_the_api() {
    let reject = middleware::from_fn(async |request: Request, _: Next| {
        let (status, message) = match request.uri().path() {
            "/busy" => (StatusCode::SERVICE_UNAVAILABLE, None),
            "/locked" => (StatusCode::UNAUTHORIZED, None),
            _ => (StatusCode::TOO_MANY_REQUESTS, Some("Come back tomorrow")),
        };
        error_response(status, message, &api::ERRORS)
    });
    let server = serve(api::router(Workshop).layer(reject)).await;
    let busy = server.send("GET /busy", &[]).await;
    busy.is_error(503, "Service Unavailable");
    assert_eq!(busy.header("www-authenticate"), None);
    let locked = server.send("GET /locked", &[]).await;
    locked.is_error(401, "Missing Authentication header");
    assert!(locked.header("www-authenticate").is_some());
    let later = server.send("GET /later", &[]).await;
    later.is_error(429, "Come back tomorrow");
}

#[tokio::test]
async fn one_connection_serves_many_requests() {
    let server = start().await;
    let get = "GET /v1/tools/a/parts/b HTTP/1.1\r\nhost: test\r\n";
    let two = format!("{get}\r\n{get}connection: close\r\n\r\n");
    let response = server.raw(two.as_bytes()).await;
    assert_eq!(response.text.matches("HTTP/1.1 200").count(), 1);
}

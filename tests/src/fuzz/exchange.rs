//! Requests to a router in the same process.

use std::cell::RefCell;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

thread_local! {
    static RUNTIME: RefCell<Runtime> = RefCell::new(
        Builder::new_current_thread().enable_time().build().expect("a runtime without input and output starts"),
    );
}

/// Runs a future to its end.
pub(super) fn run<F: Future>(future: F) -> F::Output {
    RUNTIME.with_borrow(|runtime| runtime.block_on(future))
}

/// The status and the body of the response.
pub(super) fn send(router: &Router, request: Request<Body>) -> (StatusCode, Vec<u8>) {
    run(async {
        let response = router.clone().oneshot(request).await;
        let response = response.unwrap_or_else(|never| match never {});
        let status = response.status();
        let body = to_bytes(response.into_body(), usize::MAX).await;
        (status, body.expect("the body is complete").into())
    })
}

/// A request with a body.
pub(super) fn request(method: &str, target: &str, media: &str, body: &[u8]) -> Request<Body> {
    Request::builder()
        .method(method)
        .uri(target)
        .header("Content-Type", media)
        .body(Body::from(body.to_vec()))
        .expect("the request is valid")
}

/// The JSON of a body, read by somebody else's parser.
pub(super) fn parsed(body: &[u8]) -> Value {
    serde_json::from_slice(body).unwrap_or_else(|error| {
        panic!("{error}: {}", String::from_utf8_lossy(body));
    })
}

/// Checks that a response rejects the request, and says why.
pub(super) fn assert_rejected(status: StatusCode, body: &[u8]) {
    assert_eq!(status, 400, "{}", String::from_utf8_lossy(body));
    let shown = parsed(body).to_string();
    assert!(shown.contains("message"), "{shown}");
}

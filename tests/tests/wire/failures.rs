//! What handlers can return: errors of other operations, and errors of any kind.

#![allow(clippy::unwrap_used, missing_docs)]

use std::error::Error;
use std::sync::{Arc, Mutex};

use axum::middleware::map_response;
use axum::response::Response as Answer;
use clinic_api::errors::NotFound;
use clinic_api::operations::MovePatientError;
use clinic_api::server::{AuthError, OperationFailure, router};
use serde_json::json;
use specsmith_tests::clinic::Clinic;
use specsmith_tests::raw::{Request, Response};
use specsmith_tests::serving::serve;

/// The response to a request, and the causes that layers see.
async fn send(request: Request) -> (Response, Option<String>) {
    let causes: Arc<Mutex<Option<String>>> = Arc::default();
    let seen = Arc::clone(&causes);
    let report = map_response(move |response: Answer| {
        let cause: Option<&Arc<dyn Error + Send + Sync>> = response.extensions().get();
        *seen.lock().unwrap() = cause.map(|cause| {
            let source = cause.source().map(ToString::to_string);
            format!("{cause}: {}", source.unwrap_or_default())
        });
        async { response }
    });
    let response = request
        .send(serve(router(Clinic::new()).layer(report)).await)
        .await;
    let cause = causes.lock().unwrap().take();
    (response, cause)
}

fn free(bed: &str) -> Request {
    Request::new("DELETE", &format!("/v1/beds/{bed}")).key("ada")
}

fn move_patient(number: &str) -> Request {
    let request = Request::new("PATCH", &format!("/v1/patients/{number}")).key("ada");
    request.json(r#"{"bed":"2"}"#)
}

#[tokio::test]
async fn an_error_that_both_operations_document_is_passed_on() {
    let (response, cause) = send(free("none")).await;
    assert_eq!((response.status, cause), (404, None));
    assert_eq!(response.error()["message"], "Not found");
    // With its headers, and its cause for the log.
    let (response, cause) = send(free("stuck")).await;
    assert_eq!(
        (response.status, response.header("retry-after")),
        (409, Some("7"))
    );
    assert_eq!(cause.unwrap(), "the bed is locked: ");
    assert_eq!(send(free("7")).await.0.status, 204);
}

#[tokio::test]
async fn an_error_that_only_the_other_operation_documents_is_an_internal_error() {
    let (response, cause) = send(move_patient("none")).await;
    assert_eq!(response.status, 500);
    assert!(!response.body.contains("found"), "{}", response.body);
    let cause = cause.unwrap();
    assert!(
        cause.contains("does not document: 404 Not Found"),
        "{cause}"
    );
    // The cause of the other error is not lost.
    let other = NotFound::new().caused_by("the index is gone");
    let other = clinic_api::operations::GetPatientError::from(other);
    let error = MovePatientError::from(OperationFailure::from(other));
    let MovePatientError::Internal(internal) = error else {
        panic!("{error}")
    };
    let cause = internal.context.cause().unwrap();
    assert_eq!(cause.source().unwrap().to_string(), "the index is gone");
}

#[tokio::test]
async fn an_internal_error_of_another_operation_keeps_its_cause() {
    for (number, expected) in [
        ("boxed", "a boxed error: "),
        ("anyhow", "the outer error: the inner error"),
    ] {
        for request in [move_patient(number), free(number)] {
            let (response, cause) = send(request).await;
            assert_eq!((response.status, cause.as_deref()), (500, Some(expected)));
            assert!(!response.body.contains("error:"), "{}", response.body);
        }
    }
}

#[tokio::test]
async fn authenticate_can_fail_with_any_error() {
    let request = Request::new("GET", "/v1/status/own").key("broken");
    let (response, cause) = send(request).await;
    assert_eq!(
        (response.status, cause.as_deref()),
        (500, Some("no keys: "))
    );
    assert_eq!(response.error()["code"], json!(500));
    let boxed: Box<dyn Error + Send + Sync> = "no keys".into();
    assert!(matches!(AuthError::from(boxed), AuthError::Internal(_)));
}

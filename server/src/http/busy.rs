//! The response if the server or its database is too busy for a request: 503, so that the client tries again.

use std::error::Error;
use std::sync::Arc;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use gateway_api::server::error_response;

use crate::store::{ErrorKind, StoreError};

/// The response that asks the client to try again in a second.
pub(super) fn response() -> Response {
    let mut response = error_response(StatusCode::SERVICE_UNAVAILABLE, None);
    let seconds = HeaderValue::from_static("1");
    response.headers_mut().insert(header::RETRY_AFTER, seconds);
    response
}

/// Replaces an internal error whose cause is that the database was too busy. An operation that documents a status for
/// this case keeps it.
pub(super) fn in_place_of(mut response: Response) -> Response {
    if response.status() != StatusCode::INTERNAL_SERVER_ERROR || !is_busy(&response) {
        return response;
    }
    let (parts, body) = self::response().into_parts();
    *response.status_mut() = parts.status;
    *response.body_mut() = body;
    let headers = response.headers_mut();
    // It was the length of the other body. The connection adds the right one.
    headers.remove(header::CONTENT_LENGTH);
    headers.extend(parts.headers);
    response
}

/// Whether the store had no free connection or lock for the request.
fn is_busy(response: &Response) -> bool {
    let cause: Option<&Arc<dyn Error + Send + Sync>> = response.extensions().get();
    let cause = cause.and_then(|cause| cause.downcast_ref::<StoreError>());
    cause.is_some_and(|error| error.kind == ErrorKind::Saturated)
}

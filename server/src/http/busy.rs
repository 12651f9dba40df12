//! The response if the database was too busy for a request: 503 instead of 500, so that the client tries again.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use gateway_api::server::error_response;

use crate::request_log::RequestFacts;

/// When a client may try again, in seconds.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("1");

/// Replaces an internal error whose cause is that the database was too busy. An operation that documents a status for
/// this case keeps it.
pub(super) fn in_place_of(mut response: Response, facts: &RequestFacts) -> Response {
    if response.status() != StatusCode::INTERNAL_SERVER_ERROR || !facts.is_store_busy() {
        return response;
    }
    let (parts, body) = error_response(StatusCode::SERVICE_UNAVAILABLE, None).into_parts();
    *response.status_mut() = parts.status;
    *response.body_mut() = body;
    let headers = response.headers_mut();
    // That of the other body. The connection adds the right one.
    headers.remove(header::CONTENT_LENGTH);
    headers.extend(parts.headers);
    headers.insert(header::RETRY_AFTER, RETRY_AFTER);
    response
}

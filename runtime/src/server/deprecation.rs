//! The headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), which tell callers how long an operation exists.

use std::future::ready;

use axum::http::{HeaderName, HeaderValue};
use axum::middleware::map_response;
use axum::response::Response;
use axum::routing::MethodRouter;

use crate::Operation;

/// Adds the dates of an operation to all its responses, unless a handler or a layer sets them. An operation without
/// dates is left as it is.
pub(super) fn add_headers(routes: MethodRouter, operation: &Operation) -> MethodRouter {
    let dates = [
        ("deprecation", operation.deprecation),
        ("sunset", operation.sunset),
    ];
    let dates = dates.into_iter().filter_map(|(name, date)| {
        let name = HeaderName::from_static(name);
        Some((name, HeaderValue::from_static(date?)))
    });
    let headers: Vec<(HeaderName, HeaderValue)> = dates.collect();
    if headers.is_empty() {
        return routes;
    }
    routes.route_layer(map_response(move |mut response: Response| {
        for (name, value) in &headers {
            let own = response.headers_mut().entry(name);
            own.or_insert_with(|| value.clone());
        }
        ready(response)
    }))
}

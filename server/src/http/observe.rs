//! The outcome of a request: one line in the log, and its measurements.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use axum::http::{HeaderValue, Method, Uri, header};
use axum::response::Response;
use gateway_api::operations::ALL;
use gateway_api::server::Operation;

use super::busy;
use super::metrics::{CLOSED, Counted, Metrics};
use super::request_id;
use crate::request_facts::RequestFacts;

/// Observes all requests.
pub(super) struct Observer {
    pub(super) metrics: Metrics,
    cutting: AtomicBool,
}

impl Observer {
    pub(super) fn new() -> Self {
        Self {
            metrics: Metrics::new(),
            cutting: AtomicBool::new(false),
        }
    }

    /// From now on, requests that end without a response were cut off by the shutdown.
    pub(super) fn cut(&self) {
        self.cutting.store(true, Ordering::Relaxed);
    }

    pub(super) fn begin(
        &self,
        id: HeaderValue,
        method: Method,
        uri: Uri,
        facts: Arc<RequestFacts>,
    ) -> Observation<'_> {
        Observation {
            observer: self,
            id,
            method,
            uri,
            facts,
            begun: Instant::now(),
            has_response: false,
            _in_flight: self.metrics.request(),
        }
    }
}

/// A request that is being handled. One that is dropped without a response was abandoned by its
/// client or cut off by the shutdown, and is recorded as such.
pub(super) struct Observation<'a> {
    observer: &'a Observer,
    id: HeaderValue,
    method: Method,
    uri: Uri,
    facts: Arc<RequestFacts>,
    begun: Instant,
    has_response: bool,
    _in_flight: Counted<'a>,
}

impl Observation<'_> {
    /// What the handler records about the request.
    pub(super) fn facts(&self) -> &Arc<RequestFacts> {
        &self.facts
    }

    /// Records the response, and adds the request's identifier to it.
    pub(super) fn end(mut self, response: Response) -> Response {
        self.has_response = true;
        let mut response = busy::in_place_of(response);
        let operation = response.extensions().get::<&'static Operation>().copied();
        // Only a response from the router names the operation.
        let operation = operation.or_else(|| matching(&self.method, self.uri.path()));
        self.record(operation, response.status().as_u16(), "responded");
        let headers = response.headers_mut();
        headers.insert(request_id::HEADER, self.id.clone());
        // Responses of the API depend on the key and must not be cached. Pages set their own header.
        let no_store = HeaderValue::from_static("no-store");
        headers.entry(header::CACHE_CONTROL).or_insert(no_store);
        response
    }

    /// The line has the operation and never the path, whose parameters may be secret.
    fn record(&self, operation: Option<&'static Operation>, status: u16, outcome: &'static str) {
        let duration = self.begun.elapsed();
        let metrics = &self.observer.metrics;
        metrics.responded(operation, status, duration);
        tracing::info!(
            target: "gateway::request",
            request_id = self.id.to_str().unwrap_or_default(),
            operation = operation.map_or("none", |operation| operation.name),
            method = name(&self.method),
            status,
            duration_ms = milliseconds(duration),
            key = self.facts.key(),
            organization = self.facts.organization(),
            target_id = self.facts.target(),
            "{outcome}"
        );
    }
}

impl Drop for Observation<'_> {
    fn drop(&mut self) {
        if !self.has_response {
            let outcome = if self.observer.cutting.load(Ordering::Relaxed) {
                "cut off by the shutdown"
            } else {
                "abandoned by the client"
            };
            let operation = matching(&self.method, self.uri.path());
            self.record(operation, CLOSED, outcome);
        }
    }
}

/// A duration to the microsecond.
fn milliseconds(duration: std::time::Duration) -> f64 {
    (duration.as_secs_f64() * 1e6).round() / 1e3
}

/// The name of a method. Clients can send any word, so only standard methods are named.
fn name(method: &Method) -> &str {
    const STANDARD: [Method; 9] = [
        Method::GET,
        Method::PATCH,
        Method::DELETE,
        Method::POST,
        Method::PUT,
        Method::HEAD,
        Method::OPTIONS,
        Method::TRACE,
        Method::CONNECT,
    ];
    if STANDARD.contains(method) {
        method.as_str()
    } else {
        "other"
    }
}

/// The operation that a request is for. The router knows it, so this is only for requests that have
/// no response from the router.
fn matching(method: &Method, path: &str) -> Option<&'static Operation> {
    let method = if method == Method::HEAD {
        &Method::GET
    } else {
        method
    };
    let matches = |template: &str| {
        let (segments, given) = (template.split('/'), path.split('/'));
        let is_same = |(segment, given): (&str, &str)| {
            segment == given || (segment.starts_with('{') && !given.is_empty())
        };
        segments.clone().count() == given.clone().count() && segments.zip(given).all(is_same)
    };
    let candidates = ALL
        .iter()
        .filter(|operation| operation.method == *method && matches(operation.path));
    // A literal segment wins over a parameter, as in the router.
    candidates
        .min_by_key(|operation| operation.path.matches('{').count())
        .copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_matched_like_in_the_router() {
        for (method, path, name) in [
            (Method::GET, "/v1/credits", Some("get_credits")),
            (Method::HEAD, "/v1/credits", Some("get_credits")),
            (Method::GET, "/v1/credits/", None),
            (Method::POST, "/v1/credits", None),
            (Method::GET, "/v1/model/acme/large", Some("get_model")),
            (Method::GET, "/v1/model/acme/", None),
            (Method::GET, "/v1/model/acme", None),
            (Method::GET, "/docs", None),
        ] {
            let found = matching(&method, path).map(|operation| operation.name);
            assert_eq!(found, name, "{method} {path}");
        }
    }
}

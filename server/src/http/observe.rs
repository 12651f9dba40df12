//! What becomes of a request: one line in the log, and its measurements.

use std::time::Instant;

use axum::http::{Method, Uri};
use axum::response::Response;
use gateway_api::operations::ALL;
use gateway_api::server::Operation;

use super::front::Front;
use super::metrics::{CLOSED, Counted};
use super::request_id::{self, RequestId};

/// A request that is being answered. One that is dropped without a response was abandoned by its
/// client, or cut off by the shutdown, and is recorded as such.
pub(super) struct Observation<'a> {
    front: &'a Front,
    id: RequestId,
    method: Method,
    uri: Uri,
    begun: Instant,
    answered: bool,
    _in_flight: Counted<'a>,
}

impl<'a> Observation<'a> {
    pub(super) fn begin(front: &'a Front, id: RequestId, method: Method, uri: Uri) -> Self {
        Self {
            front,
            id,
            method,
            uri,
            begun: Instant::now(),
            answered: false,
            _in_flight: front.metrics.request(),
        }
    }

    /// Records the response, and writes the request's id into it.
    pub(super) fn end(mut self, mut response: Response) -> Response {
        self.answered = true;
        let operation = response.extensions().get::<&'static Operation>().copied();
        // A response that did not come from the router says nothing of the operation.
        let operation = operation.or_else(|| matching(&self.method, self.uri.path()));
        self.record(operation, response.status().as_u16(), "answered");
        if let Some(id) = self.id.header_value() {
            response.headers_mut().insert(request_id::HEADER, id);
        }
        response
    }

    /// The line names the operation and never the path, whose parameters may be secret.
    fn record(&self, operation: Option<&'static Operation>, status: u16, outcome: &'static str) {
        let duration = self.begun.elapsed();
        self.front.metrics.answered(operation, status, duration);
        tracing::info!(
            target: "gateway::request",
            request_id = self.id.as_str(),
            operation = operation.map_or("none", |operation| operation.name),
            method = name(&self.method),
            status,
            duration_ms = milliseconds(duration),
            "{outcome}"
        );
    }
}

impl Drop for Observation<'_> {
    fn drop(&mut self) {
        if !self.answered {
            let outcome = if self.front.is_cutting() {
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

/// The name of a method. Anything can be one, so what is not standard has no name here.
fn name(method: &Method) -> &'static str {
    const STANDARD: [(Method, &str); 9] = [
        (Method::GET, "GET"),
        (Method::PATCH, "PATCH"),
        (Method::DELETE, "DELETE"),
        (Method::POST, "POST"),
        (Method::PUT, "PUT"),
        (Method::HEAD, "HEAD"),
        (Method::OPTIONS, "OPTIONS"),
        (Method::TRACE, "TRACE"),
        (Method::CONNECT, "CONNECT"),
    ];
    let found = STANDARD.iter().find(|(standard, _)| standard == method);
    found.map_or("other", |(_, name)| name)
}

/// The operation that a request is for. The router knows, but its response was not waited for; this
/// is only for that case, which is rare.
fn matching(method: &Method, path: &str) -> Option<&'static Operation> {
    let method = if method == Method::HEAD {
        &Method::GET
    } else {
        method
    };
    let matches = |template: &str| {
        let (mut segments, mut given) = (template.split('/'), path.split('/'));
        segments
            .by_ref()
            .zip(given.by_ref())
            .all(|(segment, given)| {
                segment == given || (segment.starts_with('{') && !given.is_empty())
            })
            && template.split('/').count() == path.split('/').count()
    };
    let candidates = ALL
        .iter()
        .filter(|operation| operation.method == *method && matches(operation.path));
    // What is written out goes before what is a parameter, as in the router.
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

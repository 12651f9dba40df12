//! The spans of calls and tries, with the attributes of OpenTelemetry's conventions for HTTP clients.
//!
//! They have nothing of a request that can be personal or secret: no query, and the template of the path.

use std::fmt;

use http::{Method, StatusCode};
use tracing::field::Empty;
use tracing::{Instrument, Span};

use super::HttpRequest;
use super::attempt::Attempt;
use super::call::Pending;
use super::outcome::{Failure, Outcome};
use crate::Operation;
use crate::spans;

/// Runs a call in its span. Without a subscriber that wants it, there is none, and nothing is formatted.
pub(super) fn in_span(operation: &'static Operation, call: impl FnOnce() -> Pending) -> Pending {
    if !spans::are_wanted() {
        return call();
    }
    let span = tracing::info_span!(
        target: spans::TARGET,
        "call",
        otel.kind = "internal",
        otel.name = operation.name,
        otel.status_code = Empty,
        operation = operation.name,
        http.request.method = operation.method.as_str(),
        url.template = template(operation),
        http.response.status_code = Empty,
        error.r#type = Empty,
    );
    let call = span.in_scope(call);
    if span.is_disabled() {
        return call;
    }
    Box::pin(async move {
        let mut result = call.instrument(span.clone()).await;
        let (status, error) = of_result(&result);
        record(&span, status, error);
        // Reading the response belongs to the call.
        if let Ok(Outcome::Success(response) | Outcome::Documented(response, _)) = &mut result {
            response.belongs_to(span);
        }
        result
    })
}

/// The span of a request. `number` counts the requests of the call, from 1.
pub(super) fn of_request(
    operation: &'static Operation,
    request: &HttpRequest,
    number: u32,
) -> Span {
    if !spans::are_wanted() {
        return Span::none();
    }
    let (method, url) = (request.method(), request.url());
    let span = tracing::info_span!(
        target: spans::TARGET,
        "request",
        otel.kind = "client",
        otel.name = %Name(operation, method),
        otel.status_code = Empty,
        http.request.method = method.as_str(),
        url.template = template(operation),
        server.address = url.host_str(),
        server.port = url.port_or_known_default(),
        http.request.resend_count = Empty,
        http.response.status_code = Empty,
        error.r#type = Empty,
    );
    if number > 1 {
        span.record("http.request.resend_count", number - 1);
    }
    span
}

/// The template of the path, unless the description of the API lacks the request.
fn template(operation: &Operation) -> Option<&str> {
    Some(operation.path).filter(|path| !path.is_empty())
}

/// The method and the template of the path.
struct Name<'r>(&'r Operation, &'r Method);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.1.as_str())?;
        template(self.0).map_or(Ok(()), |path| write!(f, " {path}"))
    }
}

/// Records what became of a request.
pub(super) fn record_attempt(span: &Span, attempt: &Attempt) {
    let (status, error) = match attempt {
        Attempt::Response(status, ..) => (Some(*status), None),
        #[cfg(feature = "streams")]
        Attempt::Streamed(status, ..) => (Some(*status), None),
        Attempt::TooLarge(status, _) => (Some(*status), Some(TOO_LARGE)),
        Attempt::NoResponse(reason) if reason.is_timeout() => (None, Some(TIMEOUT)),
        Attempt::NoResponse(reason) => (None, Some(of_transport(reason.is_connect()))),
    };
    record(span, status, error);
}

/// Records that the response of a call does not match the API.
pub(super) fn record_unreadable(span: &Span) {
    record(span, None, Some("decode"));
}

/// The kinds of errors without a status, for `error.type`.
const TIMEOUT: &str = "timeout";
const TOO_LARGE: &str = "too_large";

const fn of_transport(is_connect: bool) -> &'static str {
    match is_connect {
        true => "connect",
        false => "transport",
    }
}

/// The status of the last response, and the kind of error if the status does not say it.
fn of_result(result: &Result<Outcome, Failure>) -> (Option<StatusCode>, Option<&'static str>) {
    match result {
        Ok(Outcome::Success(response) | Outcome::Documented(response, _)) => {
            (Some(response.status), None)
        }
        Err(Failure::Rejected(error)) => (Some(error.status), None),
        Err(Failure::Undocumented(error)) => (Some(error.status()), Some("undocumented")),
        Err(Failure::TooLarge(error)) => (Some(error.status), Some(TOO_LARGE)),
        Err(Failure::Transport(error)) => (None, Some(of_transport(error.is_connect()))),
        Err(Failure::Timeout(_)) => (None, Some(TIMEOUT)),
        Err(Failure::Request(_)) => (None, Some("request")),
    }
}

fn record(span: &Span, status: Option<StatusCode>, error: Option<&str>) {
    if let Some(status) = &status {
        span.record("http.response.status_code", status.as_u16());
    }
    let is_error = |status: &&StatusCode| status.is_client_error() || status.is_server_error();
    let of_status = status.as_ref().filter(is_error).map(StatusCode::as_str);
    if let Some(error) = error.or(of_status) {
        span.record("error.type", error);
        span.record("otel.status_code", "ERROR");
    }
}

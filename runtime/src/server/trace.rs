//! The span of a request, with the attributes of OpenTelemetry's conventions for HTTP servers.

use std::fmt;

use axum::extract::Request;
use axum::http::{Method, header};
use axum::response::Response;
use tracing::Span;
use tracing::field::{Empty, display};

use crate::Operation;
#[cfg(feature = "trace-context")]
use crate::TraceContext;
use crate::error::OneLine;
use crate::path;
use crate::spans;

/// The span of a request, and the trace that the request belongs to.
pub(super) struct Traced {
    pub(super) span: Span,
    #[cfg(feature = "trace-context")]
    context: Option<TraceContext>,
}

impl Traced {
    pub(super) fn new(operation: Option<&'static Operation>, request: &Request) -> Self {
        let traced = Self {
            span: span(operation, request),
            #[cfg(feature = "trace-context")]
            context: TraceContext::of(request.headers()),
        };
        #[cfg(feature = "trace-context")]
        if let Some(context) = traced
            .context
            .as_ref()
            .filter(|_| !traced.span.is_disabled())
        {
            traced.span.record("trace_id", context.trace_id());
            traced.span.record("parent_id", context.parent_id());
        }
        traced
    }

    /// Adds the trace to the extensions of the request.
    #[cfg(feature = "trace-context")]
    pub(super) fn add_to(&self, request: &mut Request) {
        if let Some(context) = &self.context {
            request.extensions_mut().insert(context.clone());
        }
    }

    /// A handler that runs in the trace of the request, and the span to run it in.
    pub(super) fn run<H: Future>(self, handler: H) -> (impl Future<Output = H::Output>, Span) {
        #[cfg(feature = "trace-context")]
        let handler = crate::trace_context::scope(self.context, handler);
        (handler, self.span)
    }
}

/// The span of a request. Without a subscriber that wants it, it is empty, and nothing is formatted.
///
/// It has nothing of the request that can be personal or secret: no query, and no path that has parameters.
fn span(operation: Option<&'static Operation>, request: &Request) -> Span {
    if !spans::are_wanted() {
        return Span::none();
    }
    let span = tracing::info_span!(
        target: spans::TARGET,
        "request",
        otel.kind = "server",
        otel.name = %Name(operation, request),
        otel.status_code = Empty,
        operation = operation.map(|operation| operation.name),
        http.request.method = known_method(request.method()).unwrap_or("_OTHER"),
        http.request.method_original = Empty,
        http.route = operation.map(|operation| operation.path),
        http.response.status_code = Empty,
        url.path = operation.map(|operation| operation.path).filter(|path| !has_parameters(path)),
        server.address = Empty,
        error.r#type = Empty,
        trace_id = Empty,
        parent_id = Empty,
    );
    if span.is_disabled() {
        return span;
    }
    if known_method(request.method()).is_none() {
        span.record("http.request.method_original", request.method().as_str());
    }
    if let Some(host) = host(request) {
        span.record("server.address", display(OneLine(host)));
    }
    span
}

/// Records what became of the request.
pub(super) fn record(span: &Span, response: &Response) {
    if span.is_disabled() {
        return;
    }
    let status = response.status();
    span.record("http.response.status_code", status.as_u16());
    // For a server, an error of its client is not an error.
    if status.is_server_error() {
        span.record("error.type", status.as_str());
        span.record("otel.status_code", "ERROR");
    }
}

/// A method of RFC 9110 or RFC 5789. A client can make up any number of others, so spans are not named after those.
fn known_method(method: &Method) -> Option<&str> {
    let known = [
        Method::GET,
        Method::HEAD,
        Method::POST,
        Method::PUT,
        Method::DELETE,
        Method::CONNECT,
        Method::OPTIONS,
        Method::TRACE,
        Method::PATCH,
    ];
    known.contains(method).then(|| method.as_str())
}

/// The method and the path template.
struct Name<'r>(Option<&'static Operation>, &'r Request);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(known_method(self.1.method()).unwrap_or("HTTP"))?;
        self.0
            .map_or(Ok(()), |operation| write!(f, " {}", operation.path))
    }
}

fn has_parameters(template: &str) -> bool {
    template.split('/').any(path::has_parameters)
}

/// The host that the client asked, without the port.
fn host(request: &Request) -> Option<&str> {
    let of_header = || request.headers().get(header::HOST)?.to_str().ok();
    let authority = match request.uri().host() {
        Some(host) => return Some(host),
        None => of_header()?,
    };
    let port = authority
        .rfind(':')
        .filter(|colon| !authority.get(*colon..).unwrap_or_default().contains(']'));
    authority.get(..port.unwrap_or(authority.len()))
}

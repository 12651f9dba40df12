//! The layers that operators need around the routes, from the usual crates: an id and a log line for
//! each request, metrics, limits on concurrent requests and body sizes, a deadline, and a response when
//! a handler panics.

use std::io;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request};
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use metrics_exporter_prometheus::PrometheusBuilder;
use tower::ServiceBuilder;
use tower::limit::GlobalConcurrencyLimitLayer;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::request_id::{
    MakeRequestUuid, PropagateRequestIdLayer, RequestId, SetRequestIdLayer,
};
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::{DefaultOnResponse, TraceLayer};
use tracing::{Level, Span, info_span};

/// Sets up the log and the metrics of the process, and wraps the routes in the layers.
pub(super) fn around(router: Router) -> Router {
    tracing_subscriber::fmt()
        .json()
        .with_writer(io::stderr)
        .with_max_level(Level::INFO)
        .init();
    PrometheusBuilder::new()
        .install_recorder()
        .expect("there is no other recorder");
    let layers = ServiceBuilder::new()
        .layer(SetRequestIdLayer::x_request_id(MakeRequestUuid))
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(span)
                .on_response(DefaultOnResponse::new().level(Level::INFO)),
        )
        .layer(PropagateRequestIdLayer::x_request_id())
        .layer(CatchPanicLayer::new())
        .layer(GlobalConcurrencyLimitLayer::new(1024))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::INTERNAL_SERVER_ERROR,
            Duration::from_secs(30),
        ))
        .layer(DefaultBodyLimit::max(1 << 20));
    // Inside the router, so that the matched path is known.
    router.route_layer(from_fn(measured)).layer(layers)
}

fn span(request: &Request) -> Span {
    let id = request.extensions().get::<RequestId>();
    let id = id.and_then(|id| id.header_value().to_str().ok());
    let path = request.extensions().get::<MatchedPath>();
    info_span!(
        "request",
        request_id = id,
        method = request.method().as_str(),
        path = path.map(MatchedPath::as_str),
    )
}

async fn measured(path: MatchedPath, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let response = next.run(request).await;
    let labels = [
        ("path", path.as_str().to_owned()),
        ("status", response.status().as_str().to_owned()),
    ];
    metrics::counter!("requests_total", &labels).increment(1);
    metrics::histogram!("request_duration_seconds", &labels).record(begun.elapsed());
    response
}

//! Between a connection and the router: the limit of concurrent requests, and the deadline.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use gateway_api::server::error_response;
use hyper::body::Incoming;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::{Instant, timeout_at};
use tower::Service;
use tracing::Instrument;

use super::metrics::Metrics;
use super::observe::Observation;
use super::options::Options;
use super::request_id::request_id;

/// When a caller may try again if there was no slot, in seconds.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("1");

/// Everything that all requests share.
///
/// These are plain functions around the router and not a stack of layers of tower-http, because each
/// layer of axum boxes a future per request.
pub(super) struct Front {
    router: Router,
    slots: Semaphore,
    deadline: Duration,
    pub(super) metrics: Metrics,
    cutting: AtomicBool,
}

impl Front {
    pub(super) fn new(router: Router, options: &Options) -> Self {
        Self {
            router,
            slots: Semaphore::new(options.max_requests),
            deadline: options.request_deadline,
            metrics: Metrics::new(),
            cutting: AtomicBool::new(false),
        }
    }

    /// Responds to a request, even if its handler fails or takes too long.
    pub(super) async fn response(
        self: Arc<Self>,
        request: hyper::Request<Incoming>,
    ) -> Result<Response, Infallible> {
        let id = request_id(request.headers());
        // No filter excludes this level, so each line about a request has its identifier.
        let span = tracing::error_span!("request", request_id = id.to_str().unwrap_or_default());
        let (method, uri) = (request.method().clone(), request.uri().clone());
        let observation = Observation::begin(&self, id, method, uri);
        let handled = self.in_time(request.map(Body::new)).instrument(span);
        let response = observation.facts().collect(handled).await;
        Ok(observation.end(response))
    }

    /// Passes the request to the router once there is a slot, all within the deadline. Handlers read
    /// the body, so the deadline bounds slow bodies as well.
    async fn in_time(&self, request: Request) -> Response {
        let begun = Instant::now();
        let Some(slot) = self.slot(begun).await else {
            return self.busy();
        };
        let response = self.router.clone().call(request);
        let response = match timeout_at(begun + self.deadline, response).await {
            Ok(Ok(response)) => response,
            Ok(Err(never)) => match never {},
            Err(_) => self.late(),
        };
        drop(slot);
        response
    }

    /// Waits for a slot, for up to half of the deadline. Slots go to the requests that wait longest, so
    /// without this limit each would get its slot shortly before its deadline and then fail.
    async fn slot(&self, begun: Instant) -> Option<SemaphorePermit<'_>> {
        if let Ok(slot) = self.slots.try_acquire() {
            return Some(slot);
        }
        let until = begun + self.deadline / 2;
        timeout_at(until, self.slots.acquire()).await.ok()?.ok()
    }

    /// The response if all slots were taken for too long.
    fn busy(&self) -> Response {
        tracing::warn!(
            waited = %humantime::format_duration(self.deadline / 2),
            "no slot for the request: see --max-requests"
        );
        let mut response = error_response(StatusCode::SERVICE_UNAVAILABLE, None);
        response
            .headers_mut()
            .insert(header::RETRY_AFTER, RETRY_AFTER);
        response
    }

    /// The response if the handler missed the deadline.
    fn late(&self) -> Response {
        tracing::error!(
            deadline = %humantime::format_duration(self.deadline),
            "the request had no response before its deadline: see --request-deadline"
        );
        error_response(StatusCode::INTERNAL_SERVER_ERROR, None)
    }

    /// From now on, requests that end without a response were cut off by the shutdown.
    pub(super) fn cut(&self) {
        self.cutting.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_cutting(&self) -> bool {
        self.cutting.load(Ordering::Relaxed)
    }
}

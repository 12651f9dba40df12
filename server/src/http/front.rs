//! Between a connection and the router: what is refused at once, the slots, and the deadlines.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Version, header, uri};
use axum::response::Response;
use gateway_api::server::error_response;
use hyper::body::Incoming;
use tokio::time::{Instant, sleep_until};
use tower::Service;
use tracing::Instrument;

use super::addresses::{Addresses, ClientNetwork};
use super::arriving::ArrivingBody;
use super::busy;
use super::observe::Observer;
use super::options::Options;
use super::request_id::request_id;
use crate::request_facts::RequestFacts;
use crate::slots::{Refusal, Slots};

/// Everything that all requests share.
///
/// These are plain functions around the router and not a stack of layers of tower-http, because each
/// layer of axum boxes a future per request.
pub(super) struct Front {
    router: Router,
    slots: Arc<Slots>,
    deadline: Duration,
    body_timeout: Duration,
    pub(super) addresses: Arc<Addresses>,
    pub(super) observer: Observer,
    closing: AtomicBool,
}

impl Front {
    pub(super) fn new(router: Router, options: &Options) -> Self {
        let share = options.max_requests_per_organization();
        Self {
            router,
            slots: Arc::new(Slots::new(
                options.max_requests,
                share,
                options.request_deadline,
            )),
            deadline: options.request_deadline,
            body_timeout: options.body_timeout,
            addresses: Arc::new(Addresses::new(options)),
            observer: Observer::new(),
            closing: AtomicBool::new(false),
        }
    }

    /// Responds to a request, even if its handler fails or takes too long.
    pub(super) async fn response(
        self: Arc<Self>,
        peer: IpAddr,
        request: hyper::Request<Incoming>,
    ) -> Result<Response, Infallible> {
        let id = request_id(request.headers());
        // No filter excludes this level, so each line about a request has its identifier.
        let span = tracing::error_span!("request", request_id = id.to_str().unwrap_or_default());
        let (method, uri) = (request.method().clone(), request.uri().clone());
        let client = self.addresses.client(peer, request.headers());
        let is_blocked = self.addresses.blocked(client).is_some();
        let facts = RequestFacts::new(is_blocked);
        let observation = self.observer.begin(id, method, uri, facts);
        let handled = self.checked(client, is_blocked, request).instrument(span);
        let mut response = observation.facts().collect(handled).await;
        if self.closing.load(Ordering::Relaxed) {
            close(response.headers_mut());
        }
        Ok(observation.end(response))
    }

    /// Refuses what is not a request of HTTP, and counts the requests that are rejected for their keys. An address that
    /// was blocked when the request arrived gets another response to them.
    async fn checked(
        &self,
        client: ClientNetwork,
        is_blocked: bool,
        request: hyper::Request<Incoming>,
    ) -> Response {
        if let Err(problem) = check_host(request.version(), request.headers()) {
            return error_response(StatusCode::BAD_REQUEST, Some(problem));
        }
        let response = self.in_time(request).await;
        if response.status() != StatusCode::UNAUTHORIZED {
            return response;
        }
        if is_blocked {
            // The request may have waited for a slot, so less time is left than when it arrived.
            return too_many(self.addresses.blocked(client).unwrap_or_default());
        }
        self.addresses.count_failure(client);
        response
    }

    /// Passes the request to the router once there is a slot, all within the deadline.
    async fn in_time(&self, request: hyper::Request<Incoming>) -> Response {
        let begun = Instant::now();
        let is_change = !request.method().is_safe();
        let Some(ticket) = self.slots.ticket(is_change).await else {
            return self.refuse(Refusal::Busy);
        };
        // The rest of the deadline is for the response.
        let until = begun + self.deadline * 9 / 10;
        let request: Request =
            request.map(|body| ArrivingBody::of_request(body, &ticket, self.body_timeout, until));
        let response = ticket.scope(self.router.clone().call(request));
        tokio::select! {
            biased;
            response = response => match response {
                Ok(response) => response,
                Err(never) => match never {},
            },
            refusal = ticket.refused() => self.refuse(refusal),
            () = sleep_until(begun + self.deadline) => self.late(),
        }
    }

    /// The response in place of the handler.
    fn refuse(&self, refusal: Refusal) -> Response {
        match refusal {
            Refusal::Busy => {
                tracing::warn!(
                    waited = %humantime::format_duration(self.slots.patience()),
                    "no slot for the request: see --max-requests and --max-requests-per-organization"
                );
                busy::response()
            }
            Refusal::SlowBody => {
                // RFC 9110, 15.5.9: the connection is closed, because the rest of the body may still come.
                let message = "The body of the request did not arrive in time";
                let mut response = error_response(StatusCode::REQUEST_TIMEOUT, Some(message));
                close(response.headers_mut());
                response
            }
        }
    }

    /// The response if the handler missed the deadline.
    fn late(&self) -> Response {
        tracing::error!(
            deadline = %humantime::format_duration(self.deadline),
            "the request had no response before its deadline: see --request-deadline"
        );
        error_response(StatusCode::INTERNAL_SERVER_ERROR, None)
    }

    /// Forgets what no longer counts.
    pub(super) fn upkeep(&self) {
        self.observer.metrics.upkeep();
        self.slots.upkeep();
        self.addresses.upkeep();
    }

    /// From now on, each response asks its client to close the connection.
    pub(super) fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
    }
}

/// Checks that a request names one host (RFC 9112, 3.2). If it names none or two, a proxy may have read another one.
fn check_host(version: Version, headers: &HeaderMap) -> Result<(), &'static str> {
    let mut hosts = headers.get_all(header::HOST).iter();
    match (hosts.next(), hosts.next()) {
        (None, _) if version < Version::HTTP_11 => Ok(()),
        (None, _) => Err("The header `Host` is missing"),
        (Some(_), Some(_)) => Err("There is more than one header `Host`"),
        (Some(host), None) => {
            let host = host.as_bytes();
            let is_valid =
                host.is_empty() || !host.contains(&b'@') && uri::Authority::try_from(host).is_ok();
            is_valid
                .then_some(())
                .ok_or("The header `Host` is not a host")
        }
    }
}

/// The response instead of 401 to an address that is blocked for this time. The key may be valid, because it was not
/// looked up.
fn too_many(rest: Duration) -> Response {
    let message = "Too many requests without a valid key";
    let mut response = error_response(StatusCode::TOO_MANY_REQUESTS, Some(message));
    let seconds = HeaderValue::from(rest.as_secs().saturating_add(1));
    response.headers_mut().insert(header::RETRY_AFTER, seconds);
    close(response.headers_mut());
    response
}

/// Closes the connection after this response (RFC 9112, 9.6).
fn close(headers: &mut HeaderMap) {
    headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
}

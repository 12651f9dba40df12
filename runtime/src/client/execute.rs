//! Sending a request, with retries.

#[cfg(feature = "streams")]
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::Arc;
#[cfg(feature = "streams")]
use std::task::Poll;
use std::time::{Duration, Instant};

use bytes::{Bytes, BytesMut};
use http::StatusCode;
use http::header::AUTHORIZATION;
use tracing::{Instrument, Span};

use super::attempt::{Attempt, NoResponse};
use super::call::Pending;
use super::next::Next;
use super::outcome::{Failure, Outcome, Received};
use super::request::Request;
use super::trace;
use super::transport::{ReceivedBytes, SendError};
use super::{
    AccessToken, HttpRequest, RequestError, Timeout, TimeoutKind, TooLarge, TransportError, Try,
};
use crate::ResponseBody;
use crate::codegen::BoxError;
use crate::deviation::DeviationLog;

/// Runs a call with the layers around it.
pub(super) fn execute(request: Request) -> Pending {
    trace::in_span(request.operation, || match request.http.0.calls.clone() {
        Some(calls) => calls.run(request),
        None => with_retries(request),
    })
}

/// Sends a request until a response is final or no try is left.
///
/// Each call keeps the state of this future on the heap, so the state is small.
pub(super) fn with_retries(request: Request) -> Pending {
    Box::pin(async move {
        let deadline = Instant::now().checked_add(request.limits.total_timeout);
        // A request that is sent again with another token is a further request, but the same try.
        let mut requests = 1;
        let mut tries = 1;
        // What the last retry has taken from the budget.
        let mut taken = None;
        let mut has_rejected_token = false;
        let mut token = request.token(requests, time_left(deadline)).await?;
        loop {
            let began = Instant::now();
            let timeout = request.limits.try_timeout.min(time_left(deadline));
            let attempt = {
                let prepared = request.prepare(token.as_ref());
                let prepared = prepared.map_err(Failure::Request)?;
                let span = trace::of_request(request.operation, &prepared, requests);
                #[cfg(feature = "trace-context")]
                let prepared = span.in_scope(|| request.http.continue_trace(prepared));
                // Pinned here, the exchange is not copied into each future around it.
                let exchange = pin!(exchange(prepared, &request));
                let attempt = tokio::time::timeout(timeout, exchange)
                    .instrument(span.clone())
                    .await
                    .unwrap_or_else(|error| Attempt::NoResponse(NoResponse::TimedOut(error)));
                trace::record_attempt(&span, &attempt);
                attempt
            };
            if !has_rejected_token && request.forget(token.as_ref(), &attempt) {
                has_rejected_token = true;
                let new_token = request
                    .token(requests, time_left(deadline))
                    .await
                    .inspect_err(|_| request.report(requests, began, &attempt, &Next::Nothing))?;
                if new_token != token {
                    request.report(requests, began, &attempt, &Next::Retry(Duration::ZERO));
                    token = new_token;
                    requests += 1;
                    continue;
                }
            }
            let next = {
                let describe = || request.describe(requests, began, &attempt);
                request.next(tries, &attempt, describe, time_left(deadline), &mut taken)
            };
            request.report(requests, began, &attempt, &next);
            match next {
                Next::Retry(wait) => {
                    tokio::time::sleep(wait).await;
                    token = request.token(requests, time_left(deadline)).await?;
                    requests += 1;
                    tries += 1;
                }
                Next::Nothing | Next::OverBudget => {
                    if attempt.is_success() {
                        request.http.0.retry_tokens.give_back(taken);
                    }
                    let timeout_kind = match timeout < request.limits.try_timeout {
                        true => TimeoutKind::Total,
                        false => TimeoutKind::Try,
                    };
                    return request.conclude(requests, attempt, timeout_kind, token);
                }
            }
        }
    })
}

/// The time until `deadline`, or the maximum without one.
fn time_left(deadline: Option<Instant>) -> Duration {
    deadline.map_or(Duration::MAX, |deadline| {
        deadline.saturating_duration_since(Instant::now())
    })
}

/// Whether a response of this status has no documented body.
fn is_empty(request: &Request, status: StatusCode) -> bool {
    let body = request
        .operation
        .response_of(status.as_u16(), request.choice);
    body == Some(ResponseBody::Empty) && !request.is_raw
}

/// Sends a request and reads the response, except for a body that is read later.
async fn exchange(prepared: HttpRequest, request: &Request) -> Attempt {
    let settings = &*request.http.0;
    let response = pin!(settings.sender.send(prepared, request.operation));
    let response = match request.response(response).await {
        Ok(response) => response,
        Err(reason) => return Attempt::NoResponse(reason),
    };
    #[cfg(feature = "streams")]
    if super::streams::is_expected(request, response.status(), response.headers()) {
        return super::streams::open(response, settings);
    }
    receive(response, request, settings.max_response_bytes).await
}

/// Reads a whole response.
async fn receive(mut response: reqwest::Response, request: &Request, limit: usize) -> Attempt {
    let status = response.status();
    let body = if is_empty(request, status) {
        // The operation succeeded, regardless of the body.
        Ok(Some(Bytes::new()))
    } else {
        read(&mut response, limit).await
    };
    let headers = std::mem::take(response.headers_mut());
    match body {
        Ok(Some(body)) => Attempt::Response(status, headers, body),
        Ok(None) => Attempt::TooLarge(status, headers),
        Err(error) => Attempt::NoResponse(NoResponse::Failed(error)),
    }
}

/// Reads a body; `None` if it exceeds `limit`.
async fn read(response: &mut reqwest::Response, limit: usize) -> Result<Option<Bytes>, SendError> {
    let announced = response.content_length();
    if announced.unwrap_or_default() > limit as u64 {
        return Ok(None);
    }
    let broken = |bytes: usize| {
        move |error: reqwest::Error| {
            SendError::Body(error.without_url(), ReceivedBytes { bytes, announced })
        }
    };
    // Most bodies arrive in one piece, which is not copied.
    let Some(first) = response.chunk().await.map_err(broken(0))? else {
        return Ok(Some(Bytes::new()));
    };
    let mut whole = BytesMut::new();
    loop {
        let received = whole.len().max(first.len());
        let Some(piece) = response.chunk().await.map_err(broken(received))? else {
            break;
        };
        if whole.is_empty() {
            whole.reserve(
                usize::try_from(announced.unwrap_or_default())
                    .unwrap_or_default()
                    .max(first.len() + piece.len()),
            );
            whole.extend_from_slice(&first);
        }
        if whole.len() + piece.len() > limit {
            return Ok(None);
        }
        whole.extend_from_slice(&piece);
    }
    let body = if whole.is_empty() {
        first
    } else {
        whole.freeze()
    };
    Ok((body.len() <= limit).then_some(body))
}

impl Request {
    /// Waits for the head of a response. Meanwhile, the server has to accept the body.
    pub(super) async fn response(
        &self,
        response: Pin<&mut impl Future<Output = Result<reqwest::Response, SendError>>>,
    ) -> Result<reqwest::Response, NoResponse> {
        #[cfg(feature = "streams")]
        if let Some(progress) = self.progress() {
            let timeout = self.http.0.streams.idle_timeout;
            let (mut response, mut stall) = (response, pin!(progress.stall(timeout)));
            return poll_fn(|context| match response.as_mut().poll(context) {
                Poll::Ready(response) => Poll::Ready(response.map_err(NoResponse::Failed)),
                Poll::Pending => stall
                    .as_mut()
                    .poll(context)
                    .map(|error| Err(NoResponse::Stalled(error))),
            })
            .await;
        }
        response.await.map_err(NoResponse::Failed)
    }

    /// The access token for the next request, if the credentials are one. An error contains the number of `requests`.
    async fn token(&self, requests: u32, left: Duration) -> Result<Option<AccessToken>, Failure> {
        let Ok(Some(credentials)) = self.credentials() else {
            return Ok(None);
        };
        let Some(source) = credentials.source() else {
            return Ok(None);
        };
        if self.call_headers().has_header(AUTHORIZATION.as_str()) {
            return Ok(None);
        }
        match tokio::time::timeout(left, source.token()).await {
            Ok(Ok(token)) => Ok(Some(token)),
            Ok(Err(error)) => {
                let problem = format!("there is no access token of `{}`", credentials.scheme);
                let error = RequestError::caused_by(self.operation.name, problem, Arc::new(error));
                Err(Failure::Request(error))
            }
            Err(error) => Err(Failure::Timeout(Timeout {
                operation: self.operation.name,
                kind: TimeoutKind::Total,
                tries: requests,
                limit: Some(self.limits.total_timeout),
                server: None,
                error: error.into(),
            })),
        }
    }

    /// Tells the source that the server has rejected its token, which means that it has not run the operation. Returns
    /// whether the request can be sent again.
    fn forget(&self, token: Option<&AccessToken>, attempt: &Attempt) -> bool {
        let is_rejected =
            matches!(attempt, Attempt::Response(status, ..) if *status == StatusCode::UNAUTHORIZED);
        let (true, Some(token), Ok(Some(credentials))) = (is_rejected, token, self.credentials())
        else {
            return false;
        };
        credentials
            .source()
            .into_iter()
            .for_each(|source| source.rejected(token));
        self.is_repeatable()
    }

    /// Logs deviations of the response. `None` if the client is strict.
    pub(super) fn deviation_log(&self) -> Option<DeviationLog> {
        let logged_places = self.http.0.logged_places.as_ref()?;
        Some(DeviationLog {
            operation: self.operation.name,
            logged_places: Arc::clone(logged_places),
            span: Span::none(),
        })
    }

    /// Reports a try to the application.
    fn report(&self, number: u32, began: Instant, attempt: &Attempt, next: &Next) {
        let Some(on_try) = &self.http.0.on_try else {
            return;
        };
        let mut report = self.describe(number, began, attempt);
        match next {
            Next::Retry(wait) => report.wait = Some(*wait),
            Next::OverBudget => report.over_budget = true,
            Next::Nothing => {}
        }
        on_try(&report);
    }

    /// A try whose end is known, but not what follows.
    fn describe<'a>(&'a self, number: u32, began: Instant, attempt: &'a Attempt) -> Try<'a> {
        let mut report = Try {
            operation: self.operation,
            number,
            duration: began.elapsed(),
            status: None,
            headers: None,
            request_id: None,
            error: None,
            wait: None,
            over_budget: false,
        };
        match attempt {
            Attempt::Response(status, headers, _) | Attempt::TooLarge(status, headers) => {
                report.status = Some(*status);
                report.headers = Some(headers);
                report.request_id = self.http.0.service.request_id(headers);
            }
            Attempt::NoResponse(reason) => report.error = Some(reason.error()),
            #[cfg(feature = "streams")]
            Attempt::Streamed(status, headers, _) => {
                report.status = Some(*status);
                report.headers = Some(headers);
                report.request_id = self.http.0.service.request_id(headers);
            }
        }
        report
    }

    /// Turns the last attempt into the result of the call. `timeout_kind` is the limit that determined how long it
    /// could take, and `token` is the access token of the last try.
    fn conclude(
        &self,
        requests: u32,
        attempt: Attempt,
        timeout_kind: TimeoutKind,
        token: Option<AccessToken>,
    ) -> Result<Outcome, Failure> {
        let operation = self.operation;
        let settings = &*self.http.0;
        let received = |status, headers, body| Received {
            operation,
            choice: self.choice,
            is_conditional: self.is_conditional,
            service: settings.service,
            sent: self.sent(token),
            deviation_log: self.deviation_log(),
            status,
            headers,
            body,
            #[cfg(feature = "streams")]
            stream: None,
            tries: requests,
            span: Span::none(),
        };
        let timeout = |kind, error: BoxError| Timeout {
            operation: operation.name,
            kind,
            tries: requests,
            limit: None,
            server: None,
            error,
        };
        match attempt {
            Attempt::Response(status, headers, body) if self.is_raw => {
                Ok(Outcome::Success(received(status, headers, body)))
            }
            Attempt::Response(status, headers, body) => received(status, headers, body).classify(),
            #[cfg(feature = "streams")]
            Attempt::Streamed(status, headers, body) => {
                let mut received = received(status, headers, Bytes::new());
                received.stream = Some(super::streams::Opened::new(body, self));
                Ok(Outcome::Success(received))
            }
            Attempt::TooLarge(status, headers) => Err(Failure::TooLarge(TooLarge {
                operation: operation.name,
                status,
                limit: settings.max_response_bytes,
                request_id: settings.service.request_id(&headers).map(Box::from),
            })),
            Attempt::NoResponse(NoResponse::TimedOut(error)) => {
                let limit = match timeout_kind {
                    TimeoutKind::Total => self.limits.total_timeout,
                    TimeoutKind::Try | TimeoutKind::Connect | TimeoutKind::Upload => {
                        self.limits.try_timeout
                    }
                };
                Err(Failure::Timeout(Timeout {
                    limit: Some(limit),
                    ..timeout(timeout_kind, error.into())
                }))
            }
            #[cfg(feature = "streams")]
            Attempt::NoResponse(NoResponse::Stalled(error)) => {
                Err(Failure::Timeout(timeout(TimeoutKind::Upload, error.into())))
            }
            Attempt::NoResponse(NoResponse::Failed(error)) if error.is_timeout() => {
                let kind = match error.is_connect() {
                    true => TimeoutKind::Connect,
                    false => timeout_kind,
                };
                let (server, cause) = error.into_server_and_cause();
                Err(Failure::Timeout(Timeout {
                    server,
                    ..timeout(kind, cause)
                }))
            }
            Attempt::NoResponse(NoResponse::Failed(error)) => {
                Err(Failure::Transport(TransportError {
                    operation: operation.name,
                    tries: requests,
                    error,
                }))
            }
        }
    }
}

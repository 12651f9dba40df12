//! Sending a request, with retries.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::{Bytes, BytesMut};
use http::{HeaderMap, StatusCode};

use super::call::Pending;
use super::outcome::{Failure, Outcome, Received, standard_body};
use super::request::Request;
use super::retry::retry_after;
use super::{AccessToken, RequestError, Timeout, TimeoutKind, TooLarge, TransportError, Try};
use crate::ResponseBody;
use crate::codegen::BoxError;
use crate::deviation::Watch;
use crate::error::covers;

/// The result of one try.
pub(super) enum Tried {
    Response(StatusCode, HeaderMap, Bytes),
    /// A successful response whose body is read later.
    #[cfg(feature = "streams")]
    Streamed(StatusCode, HeaderMap, crate::Body),
    TooLarge(StatusCode, HeaderMap),
    Failed(reqwest::Error),
    /// There was no response in time.
    #[cfg(feature = "streams")]
    TimedOut(tokio::time::error::Elapsed),
}

/// Sends a request until a response is final or no try is left.
///
/// Each call keeps the state of this future on the heap, so the state is small.
pub(super) fn execute(request: Request) -> Pending {
    Box::pin(async move {
        let deadline = Instant::now().checked_add(request.limits.total_timeout);
        let mut number = 1;
        let mut token = request.token(number, left(deadline)).await?;
        // Whether the server has rejected a token, and how many were replaced, which counts as no try.
        let mut rejected = false;
        let mut replaced = 0;
        loop {
            let began = Instant::now();
            let timeout = request.limits.try_timeout.min(left(deadline));
            let tried = {
                let prepared = request.prepare(timeout, token.as_ref());
                let prepared = prepared.map_err(Failure::Request)?;
                let settings = &*request.http.0;
                let response = settings.client.execute(prepared);
                #[cfg(feature = "streams")]
                if request.operation.is_streamed(request.choice) {
                    super::streams::attempt(response, &request, timeout).await
                } else {
                    attempt(response, &request, settings.max_response_bytes).await
                }
                #[cfg(not(feature = "streams"))]
                attempt(response, &request, settings.max_response_bytes).await
            };
            if !rejected && request.forget(token.as_ref(), &tried) {
                rejected = true;
                let another = request.token(number, left(deadline)).await;
                let another =
                    another.inspect_err(|_| request.report(number, began, &tried, None))?;
                if another != token {
                    request.report(number, began, &tried, Some(Duration::ZERO));
                    token = another;
                    replaced = 1;
                    number += 1;
                    continue;
                }
            }
            let wait = request.wait(number - replaced, &tried, left(deadline));
            request.report(number, began, &tried, wait);
            match wait {
                Some(wait) => {
                    tokio::time::sleep(wait).await;
                    token = request.token(number, left(deadline)).await?;
                }
                None => {
                    return request.conclude(number, tried, timeout < request.limits.try_timeout);
                }
            }
            number += 1;
        }
    })
}

/// The time until `deadline`, or the maximum without one.
fn left(deadline: Option<Instant>) -> Duration {
    deadline.map_or(Duration::MAX, |deadline| {
        deadline.saturating_duration_since(Instant::now())
    })
}

/// Whether a response of this status has no documented body.
fn is_empty(request: &Request, status: StatusCode) -> bool {
    let body = request
        .operation
        .response_of(status.as_u16(), request.choice);
    body == Some(ResponseBody::Empty)
}

async fn attempt(
    response: impl Future<Output = Result<reqwest::Response, reqwest::Error>>,
    request: &Request,
    limit: usize,
) -> Tried {
    match response.await {
        Ok(response) => receive(response, request, limit).await,
        Err(error) => Tried::Failed(error.without_url()),
    }
}

/// Reads a whole response.
pub(super) async fn receive(
    mut response: reqwest::Response,
    request: &Request,
    limit: usize,
) -> Tried {
    let status = response.status();
    let body = if is_empty(request, status) {
        // The operation succeeded, regardless of the body.
        Ok(Some(Bytes::new()))
    } else {
        read(&mut response, limit).await
    };
    let headers = std::mem::take(response.headers_mut());
    match body {
        Ok(Some(body)) => Tried::Response(status, headers, body),
        Ok(None) => Tried::TooLarge(status, headers),
        Err(error) => Tried::Failed(error.without_url()),
    }
}

/// Reads a body; `None` if it exceeds `limit`.
async fn read(
    response: &mut reqwest::Response,
    limit: usize,
) -> Result<Option<Bytes>, reqwest::Error> {
    let announced = response.content_length().unwrap_or_default();
    if announced > limit as u64 {
        return Ok(None);
    }
    // Most bodies arrive in one piece, which is not copied.
    let Some(first) = response.chunk().await? else {
        return Ok(Some(Bytes::new()));
    };
    let mut whole = BytesMut::new();
    while let Some(piece) = response.chunk().await? {
        if whole.is_empty() {
            whole.reserve(
                usize::try_from(announced)
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
    /// The access token for the next try, if the credentials are one.
    async fn token(&self, number: u32, left: Duration) -> Result<Option<AccessToken>, Failure> {
        let Ok(Some(credentials)) = self.credentials() else {
            return Ok(None);
        };
        let Some(source) = credentials.source() else {
            return Ok(None);
        };
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
                tries: number,
                error: error.into(),
            })),
        }
    }

    /// Tells the source that the server has rejected its token, which means that it has not run the operation. Returns
    /// whether the request can be sent again.
    fn forget(&self, token: Option<&AccessToken>, tried: &Tried) -> bool {
        let is_rejected =
            matches!(tried, Tried::Response(status, ..) if *status == StatusCode::UNAUTHORIZED);
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

    /// How long to wait before the next try; `None` if this was the last. `left` is the remaining
    /// time of the call.
    fn wait(&self, number: u32, tried: &Tried, left: Duration) -> Option<Duration> {
        let retry = &self.limits.retry;
        if number >= retry.max_tries || !self.may_repeat(tried) || !self.is_repeatable() {
            return None;
        }
        let asked = match tried {
            Tried::Response(_, headers, _) => retry_after(headers).unwrap_or_default(),
            Tried::TooLarge(..) | Tried::Failed(_) => Duration::ZERO,
            #[cfg(feature = "streams")]
            Tried::Streamed(..) | Tried::TimedOut(_) => Duration::ZERO,
        };
        let wait = retry.backoff(number).max(asked);
        (wait < left).then_some(wait)
    }

    /// Whether another try may succeed and does no harm.
    fn may_repeat(&self, tried: &Tried) -> bool {
        match tried {
            Tried::Response(status, _, body) => {
                let service = self.http.0.service;
                let body = || standard_body(self.operation, service.errors, *status, body);
                let status = status.as_u16();
                let mut documented = service.retry_statuses.iter();
                let documented = documented.find(|of| covers(**of, status));
                self.operation.idempotent
                    && (PASSING.contains(&status)
                        || documented.is_some_and(|of| service.errors.may_pass(*of, body)))
            }
            Tried::TooLarge(..) => false,
            #[cfg(feature = "streams")]
            Tried::Streamed(..) => false,
            #[cfg(feature = "streams")]
            Tried::TimedOut(_) => self.operation.idempotent,
            // Without a connection nothing was sent, unless this was the connection to the target
            // of a redirect.
            Tried::Failed(error) => {
                let nothing_sent = error.is_connect() && !self.http.0.may_redirect;
                nothing_sent || self.operation.idempotent
            }
        }
    }

    /// What notes how the response differs from the specification, if it may.
    pub(super) fn watch(&self) -> Option<Watch> {
        let logged = self.http.0.lenient.as_ref()?;
        Some(Watch {
            operation: self.operation.name,
            logged: Arc::clone(logged),
        })
    }

    fn report(&self, number: u32, began: Instant, tried: &Tried, wait: Option<Duration>) {
        let Some(on_try) = &self.http.0.on_try else {
            return;
        };
        let mut report = Try {
            operation: self.operation,
            number,
            duration: began.elapsed(),
            status: None,
            request_id: None,
            error: None,
            wait,
        };
        match tried {
            Tried::Response(status, headers, _) | Tried::TooLarge(status, headers) => {
                report.status = Some(*status);
                report.request_id = self.http.0.service.request_id(headers);
            }
            Tried::Failed(error) => report.error = Some(error),
            #[cfg(feature = "streams")]
            Tried::Streamed(status, headers, _) => {
                report.status = Some(*status);
                report.request_id = self.http.0.service.request_id(headers);
            }
            #[cfg(feature = "streams")]
            Tried::TimedOut(error) => report.error = Some(error),
        }
        on_try(&report);
    }

    /// Turns the last try into the result of the call. `cut` tells whether it had less time than
    /// other tries, because the call ran out of time.
    fn conclude(&self, tries: u32, tried: Tried, cut: bool) -> Result<Outcome, Failure> {
        let operation = self.operation;
        let settings = &*self.http.0;
        let received = |status, headers, body| Received {
            operation,
            choice: self.choice,
            is_conditional: self.is_conditional,
            service: settings.service,
            lenient: self.watch(),
            status,
            headers,
            body,
            #[cfg(feature = "streams")]
            stream: None,
            tries,
        };
        let timeout = |kind, error: BoxError| {
            Err(Failure::Timeout(Timeout {
                operation: operation.name,
                kind,
                tries,
                error,
            }))
        };
        let limit = if cut {
            TimeoutKind::Total
        } else {
            TimeoutKind::Try
        };
        match tried {
            Tried::Response(status, headers, body) => received(status, headers, body).judge(),
            #[cfg(feature = "streams")]
            Tried::Streamed(status, headers, body) => {
                let mut received = received(status, headers, Bytes::new());
                received.stream = Some(super::streams::Opened::new(body, self));
                Ok(Outcome::Success(received))
            }
            #[cfg(feature = "streams")]
            Tried::TimedOut(error) => timeout(limit, error.into()),
            Tried::TooLarge(status, headers) => Err(Failure::TooLarge(TooLarge {
                operation: operation.name,
                status,
                limit: settings.max_response_bytes,
                request_id: settings.service.request_id(&headers).map(Box::from),
            })),
            Tried::Failed(error) if error.is_timeout() => {
                let kind = if error.is_connect() {
                    TimeoutKind::Connect
                } else {
                    limit
                };
                timeout(kind, error.into())
            }
            Tried::Failed(error) => Err(Failure::Transport(TransportError {
                operation: operation.name,
                tries,
                error,
            })),
        }
    }
}

/// Statuses of proxies and load balancers that are temporary, regardless of the API: Request
/// Timeout, Service Unavailable and Gateway Timeout (RFC 9110, sections 15.5.9, 15.6.4 and 15.6.5).
const PASSING: [u16; 3] = [408, 503, 504];

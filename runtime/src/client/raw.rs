//! Responses that are not decoded, and requests that the description of an API lacks.

use std::convert::Infallible;
use std::fmt;
use std::future::{Future, IntoFuture};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, Method, StatusCode};
use serde_core::Serialize;

use super::call::Pending;
use super::execute::execute;
use super::outcome::{FromResponse, Outcome, Received};
use super::request::Request;
use super::{Call, Error, Http, Retry, Service};
use crate::Operation;
use crate::decode::{Decode, InvalidJson, from_json};
use crate::encode::to_json;
use crate::error::OperationError;
use crate::text::header_text;

/// A response as it arrived, of any status.
///
/// `Debug` omits the headers and the body, since nothing is known about their content.
#[derive(Clone)]
#[non_exhaustive]
pub struct RawResponse {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The whole body.
    pub body: Bytes,
    /// The number of tries.
    pub tries: u32,
    service: &'static Service,
}

impl RawResponse {
    fn new(received: Received) -> Self {
        Self {
            status: received.status,
            headers: received.headers,
            body: received.body,
            tries: received.tries,
            service: received.service,
        }
    }

    /// The server's identifier of the request, if it sent one.
    pub fn request_id(&self) -> Option<&str> {
        self.service.request_id(&self.headers)
    }

    /// The media type of the body, with its parameters.
    pub fn media(&self) -> Option<&str> {
        header_text(&self.headers, CONTENT_TYPE.as_str())
    }

    /// Reads the body as JSON: as a type of the API, or as any value ([`Json`](crate::Json)).
    ///
    /// # Errors
    /// It is not JSON, or does not match the type.
    pub fn json<T: Decode>(&self) -> Result<T, InvalidJson> {
        from_json(&self.body)
    }
}

impl fmt::Debug for RawResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RawResponse")
            .field("status", &self.status)
            .field("media", &self.media())
            .field("body_bytes", &self.body.len())
            .field("tries", &self.tries)
            .finish_non_exhaustive()
    }
}

/// A request in flight, for its response as it arrives.
#[must_use = "futures do nothing until they are awaited"]
pub struct RawFuture(Pending);

impl RawFuture {
    fn new(mut request: Request) -> Self {
        request.is_raw = true;
        Self(execute(request))
    }
}

impl Future for RawFuture {
    type Output = Result<RawResponse, Error<Infallible>>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.0.as_mut().poll(context).map(|outcome| {
            let (Outcome::Success(received) | Outcome::Documented(received, _)) = outcome?;
            Ok(RawResponse::new(received))
        })
    }
}

impl fmt::Debug for RawFuture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RawFuture").finish_non_exhaustive()
    }
}

impl<T: FromResponse, E: OperationError> Call<T, E> {
    /// Sends the request. Returns the response as it arrives, whatever its status is: nothing is decoded, and no status
    /// is an error. Credentials, retries and limits are those of the call.
    ///
    /// The body is read whole, even if the operation streams it.
    ///
    /// # Errors
    /// There is no complete response: see [`Error`].
    pub fn send_raw(self) -> RawFuture {
        RawFuture::new(self.request)
    }
}

/// A request that the description of the API lacks, which `Client::request` starts.
///
/// Awaiting it sends the request. It has the base URL, headers, retries and limits of the client. The credentials are
/// those that the client sends with every request, and those of its scheme, if it has credentials of only one; see
/// [`scheme`](Self::scheme). `GET`, `HEAD`, `OPTIONS`, `TRACE`, `PUT` and `DELETE` are retried as idempotent operations
/// are.
#[must_use = "a request does nothing until it is awaited or sent"]
pub struct RawCall {
    request: Request,
}

impl RawCall {
    /// Starts a request.
    #[doc(hidden)]
    pub fn new(http: &Http, method: &str, path: &str) -> Self {
        let mut operations = OPERATIONS.iter();
        let known = operations.find(|operation| operation.method.as_str() == method);
        let mut request = Request::new(http, known.unwrap_or(&OPERATIONS[0]), &[]);
        if known.is_none() {
            request.fail(format!("`{method}` is not a method that can be requested"));
        }
        request.set_path(path);
        match http.0.credentials.as_slice() {
            [] => {}
            [only] => request.schemes = vec![only.scheme].into(),
            [..] => request.is_open = false,
        }
        Self { request }
    }

    /// Sends the credentials of this scheme of the specification. A client with the credentials of several schemes needs
    /// it, because each request carries only the credentials that are meant for it.
    pub fn scheme(mut self, scheme: &'static str) -> Self {
        self.request.schemes = vec![scheme].into();
        self.request.is_open = false;
        self
    }

    /// Sends no credentials.
    pub fn without_credentials(mut self) -> Self {
        self.request.schemes = Vec::new().into();
        self.request.is_open = true;
        self.request.is_without_token = true;
        self
    }

    /// Adds a query parameter. It may have other values already. If the credentials of the client are in a parameter of
    /// this name, they are not added.
    pub fn query(mut self, name: &str, value: &str) -> Self {
        self.request.add_text(name, value);
        self
    }

    /// Sends a header, replacing one that the client sends with every request, and credentials in this header.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.request.set_header(name, value);
        self
    }

    /// Sets the body to JSON.
    pub fn json<B: Serialize + ?Sized>(mut self, body: &B) -> Self {
        self.request.set_json(to_json(Vec::new(), body));
        self
    }

    /// Sets the body to bytes of this media type.
    pub fn body(mut self, media: &str, bytes: impl Into<Bytes>) -> Self {
        self.request.set_bytes(media, bytes.into());
        self
    }

    /// The time limit for this request, with all its tries and the waits between them.
    pub const fn timeout(mut self, timeout: Duration) -> Self {
        self.request.limits.total_timeout = timeout;
        self
    }

    /// The time limit for one try of this request.
    pub const fn try_timeout(mut self, timeout: Duration) -> Self {
        self.request.limits.try_timeout = timeout;
        self
    }

    /// How many times to try this request, after what, and how long to wait between tries.
    pub fn retry(mut self, retry: Retry) -> Self {
        self.request.limits.retry = retry;
        self
    }

    /// Sends the request. No status of the response is an error.
    ///
    /// # Errors
    /// There is no complete response: see [`Error`].
    pub fn send(mut self) -> RawFuture {
        if self.request.schemes.is_empty() && !self.request.is_open {
            let problem = "the client has credentials of several schemes: choose one of them with `.scheme(…)`";
            self.request.fail(problem.to_owned());
        }
        RawFuture::new(self.request)
    }
}

impl IntoFuture for RawCall {
    type Output = Result<RawResponse, Error<Infallible>>;
    type IntoFuture = RawFuture;

    fn into_future(self) -> RawFuture {
        self.send()
    }
}

impl fmt::Debug for RawCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RawCall")
            .field("method", &self.request.operation.method)
            .finish_non_exhaustive()
    }
}

/// The name of these requests in errors, logs and metrics.
const NAME: &str = "request";

/// What these requests have instead of an operation, by method.
static OPERATIONS: [Operation; 8] = [
    Operation::new(NAME, Method::GET, "").idempotent(),
    Operation::new(NAME, Method::HEAD, "").idempotent(),
    Operation::new(NAME, Method::OPTIONS, "").idempotent(),
    Operation::new(NAME, Method::TRACE, "").idempotent(),
    Operation::new(NAME, Method::PUT, "").idempotent(),
    Operation::new(NAME, Method::DELETE, "").idempotent(),
    Operation::new(NAME, Method::POST, ""),
    Operation::new(NAME, Method::PATCH, ""),
];

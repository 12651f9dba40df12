//! Why a call fails.

use std::fmt;
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, StatusCode};

use crate::ValidationError;
use crate::decode::InvalidJson;
use crate::error::{ErrorBody, ErrorContext, OneLine, OperationError, describe, write_error};

/// Why a call of an operation with the errors `E` fails.
///
/// It never contains the key or a URL.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error<E> {
    /// An error that the operation documents.
    Api(E),
    /// An error that any operation can respond with, such as 401, 405 or 415.
    Rejected(Rejected),
    /// A response that the operation does not document, or that does not have the API's shape.
    Undocumented(Box<UndocumentedResponse>),
    /// The operation succeeded, but its response does not match the API.
    Decode(Box<DecodeError>),
    /// There is no complete response: the connection failed or broke.
    Transport(TransportError),
    /// There was no complete response in time.
    Timeout(Timeout),
    /// The response exceeds the size limit.
    TooLarge(TooLarge),
    /// The request is invalid. Nothing was sent.
    Request(RequestError),
}

impl<E: OperationError> Error<E> {
    /// The status of the response, if there was one.
    pub fn status(&self) -> Option<StatusCode> {
        match self {
            Self::Api(error) => StatusCode::from_u16(error.status_error().status()).ok(),
            Self::Rejected(error) => Some(error.status),
            Self::Undocumented(error) => Some(error.status()),
            Self::Decode(error) => Some(error.origin.status),
            Self::TooLarge(error) => Some(error.status),
            Self::Transport(_) | Self::Timeout(_) | Self::Request(_) => None,
        }
    }

    /// The server's identifier of the request, if it sent one.
    pub fn request_id(&self) -> Option<&str> {
        match self {
            Self::Api(error) => error.status_error().context().request_id(),
            Self::Rejected(error) => error.request_id(),
            Self::Undocumented(error) => error.request_id(),
            Self::Decode(error) => error.origin.request_id.as_deref(),
            Self::TooLarge(error) => error.request_id.as_deref(),
            Self::Transport(_) | Self::Timeout(_) | Self::Request(_) => None,
        }
    }

    /// How long the server asks to wait before the next try, counted from the response.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Api(error) => error.status_error().context().retry_after(),
            Self::Rejected(error) => error.context.retry_after(),
            Self::Undocumented(error) => super::retry::retry_after(&error.headers),
            Self::Decode(_)
            | Self::Transport(_)
            | Self::Timeout(_)
            | Self::TooLarge(_)
            | Self::Request(_) => None,
        }
    }

    /// The body of the API's error, if it is one.
    pub fn body(&self) -> Option<&ErrorBody> {
        match self {
            Self::Api(error) => Some(error.status_error().body()),
            Self::Rejected(error) => Some(&error.body),
            Self::Undocumented(_)
            | Self::Decode(_)
            | Self::Transport(_)
            | Self::Timeout(_)
            | Self::TooLarge(_)
            | Self::Request(_) => None,
        }
    }
}

impl<E> Error<E> {
    /// Whether the response did not arrive in time.
    pub const fn is_timeout(&self) -> bool {
        matches!(self, Self::Timeout(_))
    }

    /// Whether no connection could be made.
    ///
    /// In that case nothing was sent, unless a client of your own followed a redirect: then the
    /// operation may have run.
    pub fn is_connect(&self) -> bool {
        match self {
            Self::Transport(error) => error.is_connect(),
            Self::Timeout(timeout) => timeout.kind == TimeoutKind::Connect,
            Self::Api(_)
            | Self::Rejected(_)
            | Self::Undocumented(_)
            | Self::Decode(_)
            | Self::TooLarge(_)
            | Self::Request(_) => false,
        }
    }
}

impl<E: OperationError> fmt::Display for Error<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Api(error) => {
                let error = error.status_error();
                let operation = error.context().operation().unwrap_or("the call");
                write!(f, "{operation}: ")?;
                crate::error::write_status_error(error, f)
            }
            Self::Rejected(error) => error.fmt(f),
            Self::Undocumented(error) => error.fmt(f),
            Self::Decode(error) => error.fmt(f),
            Self::Transport(error) => error.fmt(f),
            Self::Timeout(error) => error.fmt(f),
            Self::TooLarge(error) => error.fmt(f),
            Self::Request(error) => error.fmt(f),
        }
    }
}

impl<E: OperationError + fmt::Debug> std::error::Error for Error<E> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Transport(error) => error.source(),
            Self::Timeout(error) => error.source(),
            Self::Api(_)
            | Self::Rejected(_)
            | Self::Undocumented(_)
            | Self::Decode(_)
            | Self::TooLarge(_)
            | Self::Request(_) => None,
        }
    }
}

/// The response that an error is about.
#[derive(Debug, Clone)]
pub(super) struct Origin {
    pub(super) operation: &'static str,
    pub(super) status: StatusCode,
    pub(super) request_id: Option<Box<str>>,
}

/// The end of a message about a response, which identifies it in the server's logs.
fn reference(request_id: Option<&str>) -> String {
    request_id.map_or_else(String::new, |id| format!(" (request {})", OneLine(id)))
}

/// The start of a message about a response: `get_tool: the response 200 OK`.
fn subject(operation: &str, status: StatusCode) -> String {
    format!("{operation}: the response {}", describe(status.as_u16()))
}

impl Origin {
    fn subject(&self) -> String {
        subject(self.operation, self.status)
    }

    fn reference(&self) -> String {
        reference(self.request_id.as_deref())
    }
}

/// An error that any operation can respond with.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Rejected {
    /// The status.
    pub status: StatusCode,
    /// The body.
    pub body: ErrorBody,
    pub(super) context: ErrorContext,
}

impl Rejected {
    /// The server's identifier of the request, if it sent one.
    pub fn request_id(&self) -> Option<&str> {
        self.context.request_id()
    }

    /// What is wrong with the request, and where. Only for 400.
    pub fn validation_errors(&self) -> Vec<ValidationError> {
        self.body.validation_errors()
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operation = self.context.operation().unwrap_or("the call");
        write!(f, "{operation}: ")?;
        write_error(self.status.as_u16(), &self.body, f)
    }
}

impl std::error::Error for Rejected {}

/// A response that the operation does not document.
///
/// `Debug` omits the headers and the body, since nothing is known about their content.
#[derive(Clone)]
#[non_exhaustive]
pub struct UndocumentedResponse {
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
    pub(super) origin: Origin,
}

impl UndocumentedResponse {
    /// The status.
    pub const fn status(&self) -> StatusCode {
        self.origin.status
    }

    /// The server's identifier of the request, if it sent one.
    pub fn request_id(&self) -> Option<&str> {
        self.origin.request_id.as_deref()
    }
}

impl fmt::Debug for UndocumentedResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UndocumentedResponse")
            .field("origin", &self.origin)
            .field("body_bytes", &self.body.len())
            .finish_non_exhaustive()
    }
}

impl fmt::Display for UndocumentedResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (subject, reference) = (self.origin.subject(), self.origin.reference());
        let bytes = self.body.len();
        write!(
            f,
            "{subject} with {bytes} bytes is not documented{reference}"
        )
    }
}

impl std::error::Error for UndocumentedResponse {}

/// A successful response that does not match the API.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct DecodeError {
    /// What is wrong, and where.
    pub problem: InvalidJson,
    pub(super) origin: Origin,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (subject, reference) = (self.origin.subject(), self.origin.reference());
        write!(f, "{subject} cannot be read: {}{reference}", self.problem)
    }
}

impl std::error::Error for DecodeError {}

/// A connection that failed or broke.
#[derive(Debug)]
#[non_exhaustive]
pub struct TransportError {
    /// The name of the operation.
    pub operation: &'static str,
    /// The number of tries.
    pub tries: u32,
    pub(super) error: reqwest::Error,
}

impl TransportError {
    /// Whether no connection could be made; see [`Error::is_connect`].
    pub fn is_connect(&self) -> bool {
        self.error.is_connect()
    }
}

impl fmt::Display for TransportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = if self.is_connect() {
            "cannot connect"
        } else {
            "the connection failed"
        };
        write!(f, "{}: {what}{}", self.operation, after(self.tries))
    }
}

impl std::error::Error for TransportError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

/// A response that did not arrive in time.
#[derive(Debug)]
#[non_exhaustive]
pub struct Timeout {
    /// The name of the operation.
    pub operation: &'static str,
    /// The limit that was exceeded.
    pub kind: TimeoutKind,
    /// The number of tries.
    pub tries: u32,
    pub(super) error: reqwest::Error,
}

/// A time limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TimeoutKind {
    /// The limit for connecting.
    Connect,
    /// The limit for one try.
    Try,
    /// The limit for the whole call.
    Total,
}

impl fmt::Display for Timeout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            TimeoutKind::Connect => "connecting took too long",
            TimeoutKind::Try => "no response came in the time of a try",
            TimeoutKind::Total => "no response came in the time of the call",
        };
        write!(f, "{}: {what}{}", self.operation, after(self.tries))
    }
}

impl std::error::Error for Timeout {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

fn after(tries: u32) -> String {
    if tries == 1 {
        String::new()
    } else {
        format!(" ({tries} tries)")
    }
}

/// A response that exceeds the size limit.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct TooLarge {
    /// The name of the operation.
    pub operation: &'static str,
    /// The status of the response.
    pub status: StatusCode,
    /// The size limit in bytes.
    pub limit: usize,
    pub(super) request_id: Option<Box<str>>,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let subject = subject(self.operation, self.status);
        let reference = reference(self.request_id.as_deref());
        write!(
            f,
            "{subject} is larger than {} bytes{reference}",
            self.limit
        )
    }
}

impl std::error::Error for TooLarge {}

/// A request that cannot be sent.
#[derive(Debug, Clone)]
pub struct RequestError {
    operation: &'static str,
    problem: String,
}

impl RequestError {
    pub(super) const fn new(operation: &'static str, problem: String) -> Self {
        Self { operation, problem }
    }
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.operation, self.problem)
    }
}

impl std::error::Error for RequestError {}

//! Errors about a response.

use std::fmt;

use bytes::Bytes;
use http::{HeaderMap, StatusCode};

use crate::ValidationError;
use crate::decode::InvalidJson;
use crate::error::{ErrorBody, ErrorContext, OneLine, describe, write_error};

/// The response that an error is about.
#[derive(Debug, Clone)]
pub(in crate::client) struct Origin {
    pub(in crate::client) operation: &'static str,
    pub(in crate::client) status: StatusCode,
    pub(in crate::client) request_id: Option<Box<str>>,
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
    pub(in crate::client) context: ErrorContext,
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
    pub(in crate::client) origin: Origin,
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
    pub(in crate::client) origin: Origin,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (subject, reference) = (self.origin.subject(), self.origin.reference());
        write!(f, "{subject} cannot be read: {}{reference}", self.problem)
    }
}

impl std::error::Error for DecodeError {}

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
    pub(in crate::client) request_id: Option<Box<str>>,
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

//! Errors without a complete response.

use std::fmt;
use std::sync::Arc;

use crate::client::transport::SendError;
use crate::codegen::BoxError;

/// A connection that failed or broke, or an error of a layer or of another transport.
#[derive(Debug)]
#[non_exhaustive]
pub struct TransportError {
    /// The name of the operation.
    pub operation: &'static str,
    /// The number of tries. Zero if a layer around the call failed.
    pub tries: u32,
    pub(in crate::client) error: SendError,
}

impl TransportError {
    /// Whether no connection could be made; see [`Error::is_connect`](super::Error::is_connect).
    pub fn is_connect(&self) -> bool {
        self.error.is_connect()
    }
}

impl fmt::Display for TransportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match &self.error {
            _ if self.tries == 0 => return write!(f, "{}: a layer failed", self.operation),
            SendError::Reqwest(error) if error.is_connect() => "cannot connect",
            SendError::Reqwest(_) => "the connection failed",
            SendError::Other(_) => "the transport failed",
        };
        write!(f, "{}: {what}{}", self.operation, after(self.tries))
    }
}

impl std::error::Error for TransportError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(self.error.cause())
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
    pub(in crate::client) error: BoxError,
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
    /// The limit for a server that accepts nothing of a streamed body.
    Upload,
}

impl fmt::Display for Timeout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            TimeoutKind::Connect => "connecting took too long",
            TimeoutKind::Try => "the try timed out",
            TimeoutKind::Total => "the call timed out",
            TimeoutKind::Upload => "the upload stalled",
        };
        write!(f, "{}: {what}{}", self.operation, after(self.tries))
    }
}

impl std::error::Error for Timeout {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&*self.error)
    }
}

fn after(tries: u32) -> String {
    if tries == 1 {
        String::new()
    } else {
        format!(" ({tries} tries)")
    }
}

/// A request that cannot be sent.
#[derive(Debug, Clone)]
pub struct RequestError {
    operation: &'static str,
    problem: String,
    cause: Option<Arc<dyn std::error::Error + Send + Sync>>,
}

impl RequestError {
    pub(in crate::client) const fn new(operation: &'static str, problem: String) -> Self {
        Self {
            operation,
            problem,
            cause: None,
        }
    }

    pub(in crate::client) fn caused_by(
        operation: &'static str,
        problem: String,
        cause: Arc<dyn std::error::Error + Send + Sync>,
    ) -> Self {
        Self {
            operation,
            problem,
            cause: Some(cause),
        }
    }
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.operation, self.problem)
    }
}

impl std::error::Error for RequestError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        let cause = self.cause.as_deref()?;
        Some(cause)
    }
}

//! Errors without a complete response.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::client::transport::{SendError, ServerName};
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
        write!(f, "{}: ", self.operation)?;
        if self.tries == 0 {
            return f.write_str("a layer failed");
        }
        let to = self.error.server().map(|server| format!(" to {server}"));
        let to = to.unwrap_or_default();
        match &self.error {
            SendError::Reqwest(error, _) if error.is_connect() => write!(f, "cannot connect{to}")?,
            SendError::Reqwest(..) => write!(f, "the connection{to} failed")?,
            SendError::Body(_, received) => {
                f.write_str(
                    "the connection broke while the body of the response was read, after ",
                )?;
                match received.announced {
                    Some(all) => write!(f, "{} of {all} bytes", received.bytes)?,
                    None if received.bytes == 1 => f.write_str("1 byte")?,
                    None => write!(f, "{} bytes", received.bytes)?,
                }
            }
            SendError::Other(_) => f.write_str("the transport failed")?,
        }
        f.write_str(&tried(self.tries))
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
    /// How long the limit is, if it is a limit of this client.
    pub(in crate::client) limit: Option<Duration>,
    /// The server that could not be connected to.
    pub(in crate::client) server: Option<ServerName>,
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
        write!(f, "{}: ", self.operation)?;
        match (self.kind, &self.server) {
            (TimeoutKind::Connect, Some(server)) => {
                write!(f, "connecting to {server} took too long")?;
            }
            (TimeoutKind::Connect, None) => f.write_str("connecting took too long")?,
            (TimeoutKind::Try, _) => f.write_str("the try timed out")?,
            (TimeoutKind::Total, _) => f.write_str("the call timed out")?,
            (TimeoutKind::Upload, _) => f.write_str("the upload stalled")?,
        }
        match self.limit {
            Some(limit) if limit.subsec_nanos() == 0 => write!(f, " after {} s", limit.as_secs())?,
            Some(limit) => write!(f, " after {} ms", limit.as_millis())?,
            None => {}
        }
        f.write_str(&tried(self.tries))
    }
}

impl std::error::Error for Timeout {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&*self.error)
    }
}

/// How many tries there were, unless it was one.
fn tried(tries: u32) -> String {
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

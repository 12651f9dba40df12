//! Why an event stream ends, or an event cannot be read.

use std::error::Error;
use std::fmt;

use crate::body::BodyError;
use crate::codegen::BoxError;
use crate::decode::InvalidJson;

/// An error of an event stream whose error events contain `E`.
///
/// After [`Invalid`](Self::Invalid), the stream goes on with the next event. It ends after any other error.
#[derive(Debug)]
#[non_exhaustive]
pub enum StreamError<E> {
    /// An error event: the operation failed after it had responded.
    Event(E),
    /// The connection ended before the stream did.
    Interrupted(BodyError),
    /// An event does not match the specification.
    Invalid(InvalidEvent),
    /// An event exceeds the size limit, in bytes.
    TooLong {
        /// The limit.
        limit: usize,
    },
    /// The client could not connect again.
    Reconnect(BoxError),
    /// The handler failed. The client only learns that the stream is incomplete; the cause goes to the log.
    Internal(BoxError),
}

/// An event that does not match the specification.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidEvent {
    /// The name of the operation, if a client reads its response.
    pub operation: Option<&'static str>,
    /// The problem, and its place.
    pub problem: InvalidJson,
}

impl fmt::Display for InvalidEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(operation) = self.operation {
            write!(f, "{operation}: ")?;
        }
        f.write_str("an event cannot be read: ")?;
        match &self.problem {
            // The place is in the data of the event.
            InvalidJson::ValidationError(error) if error.name.is_empty() => {
                write!(f, "its data: {}", error.problem)
            }
            InvalidJson::ValidationError(error) => write!(f, "`{}`: {}", error.name, error.problem),
            problem => problem.fmt(f),
        }
    }
}

impl Error for InvalidEvent {}

impl<E> StreamError<E> {
    /// An internal error, for streams of handlers: `stream.map_err(StreamError::internal)`.
    pub fn internal(cause: impl Into<BoxError>) -> Self {
        Self::Internal(cause.into())
    }

    /// The cause, for the log.
    pub(super) fn into_cause(self) -> BoxError
    where
        E: 'static,
    {
        match self {
            Self::Internal(cause) | Self::Reconnect(cause) => cause,
            Self::Interrupted(error) => error.into(),
            Self::Invalid(error) => error.into(),
            Self::Event(_) | Self::TooLong { .. } => self.to_string().into(),
        }
    }
}

impl<E> From<E> for StreamError<E> {
    fn from(error: E) -> Self {
        Self::Event(error)
    }
}

impl<E> fmt::Display for StreamError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Event(_) => f.write_str("the stream ended with an error event"),
            Self::Interrupted(_) => f.write_str("the stream was interrupted"),
            Self::Invalid(error) => error.fmt(f),
            Self::TooLong { limit } => write!(f, "an event is larger than {limit} bytes"),
            Self::Reconnect(_) => {
                f.write_str("the stream was interrupted, and connecting again failed")
            }
            Self::Internal(_) => f.write_str("the source of the stream failed"),
        }
    }
}

impl<E: fmt::Debug> Error for StreamError<E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Interrupted(error) => Some(error),
            Self::Reconnect(cause) | Self::Internal(cause) => Some(&**cause),
            Self::Event(_) | Self::Invalid(_) | Self::TooLong { .. } => None,
        }
    }
}

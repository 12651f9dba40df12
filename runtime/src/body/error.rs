//! Why a body cannot be read or sent to its end.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use crate::codegen::BoxError;

/// Why a body ended too early.
///
/// In a handler, `?` returns it like any other error. If the body belongs to the request, the server responds with 413
/// or 400 instead of 500.
#[derive(Debug)]
pub struct BodyError {
    kind: BodyErrorKind,
    cause: Option<BoxError>,
    /// Whether the error is about the body of a request that this server receives.
    of_request: bool,
}

/// What went wrong with a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BodyErrorKind {
    /// It exceeds the limit, in bytes.
    TooLarge {
        /// The limit.
        limit: u64,
    },
    /// The connection broke before the end.
    Interrupted,
    /// Nothing arrived for this long.
    Idle(Duration),
    /// The server accepted nothing for this long.
    Stalled(Duration),
    /// The client sends it too slowly. Only for bodies that a server receives.
    TooSlow,
    /// It is shorter or longer than announced.
    WrongLength,
    /// The file or stream that it was made from failed.
    Source,
}

impl BodyError {
    pub(crate) const fn new(kind: BodyErrorKind) -> Self {
        Self {
            kind,
            cause: None,
            of_request: false,
        }
    }

    pub(crate) fn caused_by(kind: BodyErrorKind, cause: impl Into<BoxError>) -> Self {
        Self {
            cause: Some(cause.into()),
            ..Self::new(kind)
        }
    }

    /// The error of a stream that a body is made from. If that is another body, the error stays the same.
    pub(crate) fn of_source(error: impl Into<BoxError>) -> Self {
        match error.into().downcast::<Self>() {
            Ok(error) => *error,
            Err(error) => Self::caused_by(BodyErrorKind::Source, error),
        }
    }

    /// What went wrong.
    pub const fn kind(&self) -> BodyErrorKind {
        self.kind
    }

    /// Whether the error is about the body of a request that this server receives.
    pub const fn is_of_request(&self) -> bool {
        self.of_request
    }
}

#[cfg(any(feature = "multipart", feature = "server"))]
impl BodyError {
    /// Marks the error as an error of a request.
    pub(crate) const fn of_request(mut self) -> Self {
        self.of_request = true;
        self
    }
}

impl fmt::Display for BodyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            BodyErrorKind::TooLarge { limit } => {
                write!(f, "the body is larger than {limit} bytes")
            }
            BodyErrorKind::Interrupted => f.write_str("the body ended before it was complete"),
            BodyErrorKind::Idle(time) => write!(f, "the body sent nothing for {time:?}"),
            BodyErrorKind::Stalled(time) => {
                write!(f, "the server accepted nothing of the body for {time:?}")
            }
            BodyErrorKind::TooSlow => f.write_str("the client sent the body too slowly"),
            BodyErrorKind::WrongLength => {
                f.write_str("the body does not have its announced length")
            }
            BodyErrorKind::Source => f.write_str("the source of the body failed"),
        }
    }
}

impl Error for BodyError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.cause.as_deref().map(|cause| cause as _)
    }
}

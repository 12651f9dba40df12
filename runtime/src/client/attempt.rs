//! The result of one request.

use std::error::Error;

use bytes::Bytes;
use http::{HeaderMap, StatusCode};

use super::transport::SendError;

/// The result of one request.
pub(super) enum Attempt {
    Response(StatusCode, HeaderMap, Bytes),
    /// A successful response whose body is read later.
    #[cfg(feature = "streams")]
    Streamed(StatusCode, HeaderMap, crate::Body),
    TooLarge(StatusCode, HeaderMap),
    NoResponse(NoResponse),
}

/// Why there is no response, or none that is complete.
pub(super) enum NoResponse {
    Failed(SendError),
    /// There was no response in time.
    TimedOut(tokio::time::error::Elapsed),
    /// The server stopped accepting the body.
    #[cfg(feature = "streams")]
    Stalled(crate::BodyError),
}

impl NoResponse {
    pub(super) fn is_timeout(&self) -> bool {
        match self {
            Self::Failed(error) => error.is_timeout(),
            Self::TimedOut(_) => true,
            #[cfg(feature = "streams")]
            Self::Stalled(_) => true,
        }
    }

    /// Whether no connection could be made.
    pub(super) fn is_connect(&self) -> bool {
        match self {
            Self::Failed(error) => error.is_connect(),
            Self::TimedOut(_) => false,
            #[cfg(feature = "streams")]
            Self::Stalled(_) => false,
        }
    }

    pub(super) fn error(&self) -> &(dyn Error + 'static) {
        match self {
            Self::Failed(error) => error.cause(),
            Self::TimedOut(error) => error,
            #[cfg(feature = "streams")]
            Self::Stalled(error) => error,
        }
    }
}

impl Attempt {
    pub(super) fn is_success(&self) -> bool {
        match self {
            Self::Response(status, ..) => status.is_success(),
            #[cfg(feature = "streams")]
            Self::Streamed(..) => true,
            Self::TooLarge(..) | Self::NoResponse(_) => false,
        }
    }

    pub(super) fn is_timeout(&self) -> bool {
        match self {
            Self::NoResponse(reason) => reason.is_timeout(),
            #[cfg(feature = "streams")]
            Self::Streamed(..) => false,
            Self::Response(..) | Self::TooLarge(..) => false,
        }
    }
}

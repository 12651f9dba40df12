//! Why a call fails.

mod excerpt;
mod response;
mod transport;

use std::fmt;
use std::time::Duration;

use http::StatusCode;

pub(super) use self::excerpt::{Excerpt, Sent};
pub(super) use self::response::Origin;
pub use self::response::{DecodeError, Rejected, TooLarge, UndocumentedResponse};
pub use self::transport::{RequestError, Timeout, TimeoutKind, TransportError};
use crate::error::{ErrorBody, OperationError};

/// Why a call of an operation with the errors `E` fails.
///
/// Its text and `Debug` never contain the credentials or the URL of the request, except for the host and the port if the
/// connection fails. They contain the target of a redirect, without its query, and the start of a body that cannot be
/// read, unless the operation has values that are secret or personal.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error<E> {
    /// An error that the operation documents.
    Api(E),
    /// An error that any operation can respond with, such as 401, 405 or 415.
    Rejected(Rejected),
    /// A response whose status the operation does not document, or whose body is not the documented one.
    ///
    /// A redirect that the operation does not document is one, because the client does not follow redirects. Its
    /// [`redirect`](UndocumentedResponse::redirect) is the target.
    Undocumented(Box<UndocumentedResponse>),
    /// The operation succeeded, but its response does not match the API.
    Decode(Box<DecodeError>),
    /// There is no complete response: the connection failed or broke.
    Transport(TransportError),
    /// There was no complete response in time.
    Timeout(Timeout),
    /// The response exceeds the size limit.
    TooLarge(TooLarge),
    /// The request is invalid, or there is no access token for it. It was not sent, unless a token could not be
    /// replaced between two tries.
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
            Self::Decode(error) => super::retry::retry_after(&error.headers),
            Self::Transport(_) | Self::Timeout(_) | Self::TooLarge(_) | Self::Request(_) => None,
        }
    }

    /// What went wrong, for people, as the server says it: the message in [`body`](Self::body).
    pub fn message(&self) -> Option<&str> {
        self.body().map(|body| body.message.as_str())
    }

    /// The error's own code, for programs: that in [`body`](Self::body).
    pub fn code(&self) -> Option<&str> {
        self.body().and_then(ErrorBody::code)
    }

    /// The body of the API's error, if it is one and has the shape that the errors of the API have, whatever its own
    /// type.
    pub fn body(&self) -> Option<&ErrorBody> {
        match self {
            Self::Api(error) => error.status_error().body(),
            Self::Rejected(error) => Some(&error.body),
            Self::Undocumented(error) => error.error_body.as_ref(),
            Self::Decode(_)
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
    /// In that case nothing was sent, unless your own client followed a redirect: then the
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
            Self::Request(error) => error.source(),
            Self::Api(_)
            | Self::Rejected(_)
            | Self::Undocumented(_)
            | Self::Decode(_)
            | Self::TooLarge(_) => None,
        }
    }
}

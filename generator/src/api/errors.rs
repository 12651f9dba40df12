//! Errors: what operations document, and the body that error responses have.

use std::fmt;

use super::{Notes, Parameter};

/// Refers to an [`ErrorDef`] of the same [`Api`](super::Api).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ErrorId(pub(crate) usize);

impl ErrorId {
    /// The index of the definition in [`Api::errors`](super::Api::errors).
    pub fn index(self) -> usize {
        self.0
    }
}

/// The statuses of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// This one.
    Exact(u16),
    /// All that begin with this digit, and have no response of their own.
    Class(u8),
    /// All that have no other response.
    Default,
}

impl Status {
    /// The status, if it is only one.
    pub fn exact(self) -> Option<u16> {
        match self {
            Self::Exact(status) => Some(status),
            Self::Class(_) | Self::Default => None,
        }
    }
}

/// As operations list it, and as it is in OpenAPI: `404`, `5XX`, `default`.
impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(status) => status.fmt(f),
            Self::Class(digit) => write!(f, "{digit}XX"),
            Self::Default => f.write_str("default"),
        }
    }
}

/// An error that operations document.
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorDef {
    /// The statuses of the response.
    pub status: Status,
    /// Its name in UpperCamelCase: `TooManyRequests`.
    pub name: String,
    /// The body of the response.
    pub content: ErrorContent,
    /// When the server responds with it.
    pub when: Option<String>,
    /// Whether the same request may succeed later.
    pub retry: bool,
    /// Whether the layers around the handlers may respond with it to a request for any operation.
    pub implied: bool,
    /// The headers of the response.
    pub headers: Vec<Parameter>,
    /// Description and decisions.
    pub notes: Notes,
}

impl ErrorDef {
    /// The error whose body the layers around the handlers send with a status.
    pub(crate) fn describing(status: u16, errors: &[Self]) -> Option<ErrorId> {
        let mut errors = errors.iter();
        let place = errors.position(|error| error.status == Status::Exact(status));
        place.map(ErrorId)
    }

    /// The message of the response if the handler sets none, if it has one.
    pub fn message(&self) -> Option<&str> {
        match &self.content {
            ErrorContent::Standard { message } => Some(message),
        }
    }
}

/// The body of an error.
#[derive(Debug, Clone, PartialEq)]
pub enum ErrorContent {
    /// The body that all errors have unless they declare another one: [`ErrorBody`].
    Standard {
        /// The message if the handler sets none.
        message: String,
    },
}

/// The errors of an operation that share one entry of its responses.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ErrorResponse {
    /// The statuses.
    pub status: Status,
    /// The errors that the operation documents, which its handler can return.
    pub documented: Vec<ErrorId>,
    /// Whether the layers around the handler respond with this status too, and no documented error
    /// describes that response.
    pub implied: bool,
}

/// The names of the fields of an error response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErrorBody {
    /// The field that wraps the others.
    pub envelope: Option<String>,
    /// The field that repeats the status.
    pub code: String,
    /// The field with the message.
    pub message: String,
    /// The field for details.
    pub metadata: String,
    /// Description and decisions.
    pub notes: Notes,
}

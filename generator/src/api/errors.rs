//! Error responses.

use super::{Notes, Parameter};

/// An error status that operations document.
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorStatus {
    /// The HTTP status.
    pub status: u16,
    /// Its name in UpperCamelCase: `TooManyRequests`.
    pub name: String,
    /// The message that stands in the response where the handler gives none.
    pub message: String,
    /// When it is answered.
    pub when: Option<String>,
    /// Whether the same request may succeed later.
    pub retry: bool,
    /// Whether the layers around the handlers may respond with it to a request for any operation.
    pub implied: bool,
    /// The headers that go with it.
    pub headers: Vec<Parameter>,
    /// Description and decisions.
    pub notes: Notes,
}

/// An error that the layers around the handlers response by themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImpliedError {
    /// Why they do.
    pub cause: Cause,
    /// The HTTP status.
    pub status: u16,
    /// When they do, as a sentence.
    pub when: String,
    /// The message that stands in the response.
    pub message: String,
    /// What the source leaves open.
    pub assumed: Option<String>,
}

/// Why the layers around the handlers response an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// No operation has the path of the request.
    UnknownPath,
    /// Operations have the path of the request, none of them with its method.
    UnknownMethod,
    /// The operation takes a key, and the request carries none.
    MissingKey,
    /// The request carries a key that nobody knows.
    UnknownKey,
    /// The request carries a key of a kind that the operation does not take.
    RefusedKey,
    /// The body is larger than the server takes.
    LargeBody,
    /// The body is not JSON by its headers.
    ForeignBody,
    /// A parameter or the body is not as described.
    Malformed,
    /// The handler failed in a way that the operation does not document.
    Failure,
    /// The document declares this status as one that the layers around the handlers may send to a
    /// request for any operation.
    Declared(u16),
}

impl Cause {
    /// The name of the cause in snake_case, for examples.
    pub fn name(self) -> &'static str {
        match self {
            Self::UnknownPath => "unknown_path",
            Self::UnknownMethod => "unknown_method",
            Self::MissingKey => "missing_key",
            Self::UnknownKey => "unknown_key",
            Self::RefusedKey => "wrong_kind_of_key",
            Self::LargeBody => "large_body",
            Self::ForeignBody => "unsupported_media_type",
            Self::Malformed => "invalid_request",
            Self::Failure => "handler_error",
            Self::Declared(_) => "declared",
        }
    }

    /// Whether no operation is for the request, so that the response is none of an operation's.
    pub fn finds_no_operation(self) -> bool {
        match self {
            Self::UnknownPath | Self::UnknownMethod => true,
            Self::MissingKey
            | Self::UnknownKey
            | Self::RefusedKey
            | Self::LargeBody
            | Self::ForeignBody
            | Self::Malformed
            | Self::Failure
            | Self::Declared(_) => false,
        }
    }

    /// When it is the cause, as a sentence.
    pub fn when(self) -> &'static str {
        match self {
            Self::UnknownPath => "No operation has this path.",
            Self::UnknownMethod => "No operation with this path has this method.",
            Self::MissingKey => "The request has no key.",
            Self::UnknownKey => "The key is unknown.",
            Self::RefusedKey => "The key is of the wrong kind.",
            Self::LargeBody => "The body is too large.",
            Self::ForeignBody => {
                "The media type of the body is not JSON, or the body has a content encoding."
            }
            Self::Malformed => "A parameter or the body is invalid.",
            Self::Failure => "The handler failed.",
            Self::Declared(_) => "A layer around the handlers responds with it.",
        }
    }
}

/// The sentence that marks the description of an implied error.
pub const IMPLIED: &str = "Implied: operations need not document it.";

/// The wire names of an error response's members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErrorBody {
    /// The member that wraps the others.
    pub envelope: Option<String>,
    /// The member that repeats the status.
    pub code: String,
    /// The member that says what went wrong.
    pub message: String,
    /// The member for details.
    pub metadata: String,
    /// Description and decisions.
    pub notes: Notes,
}

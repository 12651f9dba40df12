//! Errors that the rules of the API imply: the layers around the handlers respond with them.

use super::ErrorId;

/// An error that the layers around the handlers respond with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImpliedError {
    /// The cause.
    pub cause: Cause,
    /// The HTTP status.
    pub status: u16,
    /// The error whose body the response has, if the document declares one for this status.
    pub error: Option<ErrorId>,
    /// When it occurs, as a sentence.
    pub when: String,
    /// The message of the response.
    pub message: String,
    /// The decision that the source leaves open.
    pub assumed: Option<String>,
}

/// Why the layers around the handlers respond with an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// No operation has the path of the request.
    UnknownPath,
    /// Operations have the path of the request, but none of them its method.
    UnknownMethod,
    /// The operation takes a key, and the request carries none.
    MissingKey,
    /// The request carries an unknown key.
    UnknownKey,
    /// The request carries a key of a kind that the operation does not accept.
    RefusedKey,
    /// The body is larger than the server accepts.
    LargeBody,
    /// The body has another media type than the operation accepts, or a content encoding.
    ForeignBody,
    /// The body arrives too slowly.
    SlowBody,
    /// A parameter or the body is invalid.
    Malformed,
    /// The request accepts none of the contents that the operation can send.
    NothingAcceptable,
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
            Self::SlowBody => "slow_body",
            Self::Malformed => "invalid_request",
            Self::NothingAcceptable => "not_acceptable",
            Self::Failure => "handler_error",
            Self::Declared(_) => "declared",
        }
    }

    /// Whether the request matches no operation, so that the response belongs to none.
    pub fn finds_no_operation(self) -> bool {
        match self {
            Self::UnknownPath | Self::UnknownMethod => true,
            Self::MissingKey
            | Self::UnknownKey
            | Self::RefusedKey
            | Self::LargeBody
            | Self::ForeignBody
            | Self::SlowBody
            | Self::Malformed
            | Self::NothingAcceptable
            | Self::Failure
            | Self::Declared(_) => false,
        }
    }

    /// When the error occurs, as a sentence.
    pub fn when(self) -> &'static str {
        match self {
            Self::UnknownPath => "No operation has this path.",
            Self::UnknownMethod => "No operation with this path has this method.",
            Self::MissingKey => "The request has no key.",
            Self::UnknownKey => "The key is unknown.",
            Self::RefusedKey => "The key is of the wrong kind.",
            Self::LargeBody => "The body is too large.",
            Self::ForeignBody => {
                "The operation does not accept the media type or the charset of the body, or the body has a content \
                 encoding."
            }
            Self::SlowBody => "The body arrives too slowly.",
            Self::Malformed => "A parameter or the body is invalid.",
            Self::NothingAcceptable => {
                "The header `Accept` excludes every content of the response."
            }
            Self::Failure => "The handler failed.",
            Self::Declared(_) => "A layer around the handlers responds with it.",
        }
    }
}

/// The sentence that marks the description of an implied error.
pub const IMPLIED: &str = "Implied: operations need not document it.";

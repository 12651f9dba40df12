//! Authentication.

use super::{Cause, Notes};

/// Bearer keys (RFC 6750): their kinds, and the responses to requests without a suitable key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Auth {
    /// The kinds of key, in the order of the document.
    pub keys: Vec<KeyKind>,
    /// The response to a request without credentials.
    pub missing: AuthResponse,
    /// The response to an unknown key.
    pub unknown: AuthResponse,
    /// The response to a key of the wrong kind.
    pub refused: AuthResponse,
    /// Description and decisions.
    pub notes: Notes,
}

impl Auth {
    /// The response for a cause that concerns the caller's key; `None` for other causes.
    pub fn response(&self, cause: Cause) -> Option<&AuthResponse> {
        match cause {
            Cause::MissingKey => Some(&self.missing),
            Cause::UnknownKey => Some(&self.unknown),
            Cause::RefusedKey => Some(&self.refused),
            Cause::UnknownPath
            | Cause::UnknownMethod
            | Cause::LargeBody
            | Cause::ForeignBody
            | Cause::Malformed
            | Cause::Failure
            | Cause::Declared(_) => None,
        }
    }
}

/// A kind of key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyKind {
    /// Its name in the document, in snake_case: `management_key`.
    pub name: String,
    /// Description and decisions.
    pub notes: Notes,
}

/// The response to a request without a suitable key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthResponse {
    /// The HTTP status.
    pub status: u16,
    /// The message.
    pub message: String,
    /// The decision that the source leaves open.
    pub assumed: Option<String>,
}

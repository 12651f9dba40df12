//! Who may call.

use super::{Cause, Notes};

/// Bearer keys, RFC 6750: the kinds there are, and what a caller without the right one is answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Auth {
    /// The kinds of key, in the order of the document.
    pub keys: Vec<KeyKind>,
    /// The response to a request without credentials.
    pub missing: AuthResponse,
    /// The response to a key that nobody knows.
    pub unknown: AuthResponse,
    /// The response to a key of the wrong kind.
    pub refused: AuthResponse,
    /// Description and decisions.
    pub notes: Notes,
}

impl Auth {
    /// What is answered for a cause that is about the caller's key; `None` for the others.
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

/// What a caller without the right key is answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthResponse {
    /// The HTTP status.
    pub status: u16,
    /// The message.
    pub message: String,
    /// What the source leaves open.
    pub assumed: Option<String>,
}

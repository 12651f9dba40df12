//! Who may call.

use super::{Access, Cause, KeyKind, Notes, Scheme, SchemeId};

/// Who may call: the ways to prove who calls, and the responses to everybody else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Auth {
    /// The schemes, in the order of the document.
    pub schemes: Vec<Scheme>,
    /// The response to a request without credentials.
    pub missing: AuthResponse,
    /// The response to unknown credentials.
    pub unknown: AuthResponse,
    /// The response to a known caller who may not call the operation.
    pub refused: AuthResponse,
    /// Description and decisions.
    pub notes: Notes,
}

impl Auth {
    /// The scheme with this identifier.
    pub fn scheme(&self, id: SchemeId) -> &Scheme {
        &self.schemes[id.0]
    }

    /// The kind of key that an operation requires, if it requires one.
    pub fn kind(&self, access: &Access) -> Option<&KeyKind> {
        access.alternatives.first()?.of(self).1
    }

    /// The response for a cause that concerns credentials; `None` for other causes.
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

/// The response to a request without suitable credentials.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthResponse {
    /// The HTTP status.
    pub status: u16,
    /// The message.
    pub message: String,
    /// The decision that the source leaves open.
    pub assumed: Option<String>,
}

//! Error answers.

use super::{Notes, Parameter};

/// An error status that operations document.
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorStatus {
    /// The HTTP status.
    pub status: u16,
    /// Its name in UpperCamelCase: `TooManyRequests`.
    pub name: String,
    /// The message that stands in the answer where the handler gives none.
    pub message: String,
    /// When it is answered.
    pub when: Option<String>,
    /// Whether the same request may succeed later.
    pub retry: bool,
    /// The headers that go with it.
    pub headers: Vec<Parameter>,
    /// Description and decisions.
    pub notes: Notes,
}

/// The wire names of an error answer's members.
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

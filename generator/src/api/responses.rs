//! Successful responses.

use super::{Content, Notes, Parameter, Status};

/// A successful response.
#[derive(Debug, Clone, PartialEq)]
pub struct Response {
    /// Its status, or a class of statuses.
    pub status: Status,
    /// The name of its variant in Rust, if the document has one.
    pub rust_name: Option<String>,
    /// Its own headers.
    pub headers: Vec<Parameter>,
    /// Its content.
    pub content: Content,
    /// Description and decisions.
    pub notes: Notes,
}

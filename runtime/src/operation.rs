//! What both sides know of an operation.

use http::Method;

/// An operation of the API. The generated crate has one constant for each; the server
/// puts it into the extensions of requests and responses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// Its name in the specification, such as `list_guardrails`.
    pub name: &'static str,
    /// The method of its requests.
    pub method: Method,
    /// Its path from the root, with parameters as `{name}`.
    pub path: &'static str,
    /// Whether doing it twice is the same as doing it once (RFC 9110, 9.2.2).
    pub idempotent: bool,
    /// The statuses of the errors that it documents.
    pub error_statuses: &'static [u16],
}

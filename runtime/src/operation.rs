//! What client and server know about an operation.

use http::Method;

/// An operation of the API. The generated crate has one static for each. The server puts it into
/// the extensions of requests and responses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// Its name in the specification, such as `list_guardrails`.
    pub name: &'static str,
    /// The method of its requests.
    pub method: Method,
    /// Its full path, with parameters as `{name}`.
    pub path: &'static str,
    /// Whether it is idempotent (RFC 9110, 9.2.2).
    pub idempotent: bool,
    /// The status of its successful response.
    pub success: u16,
    /// The body of its successful response.
    pub response: ResponseBody,
    /// The statuses of the errors that it documents.
    pub error_statuses: &'static [u16],
}

/// The body of a successful response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResponseBody {
    /// None.
    Empty,
    /// The value as JSON.
    Value,
    /// A JSON object with one field of this name, which contains the value.
    Envelope(&'static str),
}

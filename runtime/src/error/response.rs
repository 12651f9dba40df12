//! A response, before it is known which error it is.

use http::HeaderMap;

use super::{ErrorBody, ErrorContext};

/// A response, before it is known which error it is.
#[derive(Debug, Clone, Copy)]
pub struct ErrorResponse<'r> {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: &'r HeaderMap,
    /// The body, if it has the shape that all errors of the API have.
    pub body: Option<&'r ErrorBody>,
    /// What is known beyond the response.
    pub context: &'r ErrorContext,
}

impl ErrorResponse<'_> {
    /// The body of an error of this status in the usual shape. `codes` has the error's code if others of its status
    /// have other codes.
    #[doc(hidden)]
    pub fn standard(&self, status: u16, codes: &[&str]) -> Option<ErrorBody> {
        let body = self.body.filter(|_| self.status == status)?;
        let is_meant = codes.iter().all(|code| body.code() == Some(code));
        is_meant.then(|| body.clone())
    }
}

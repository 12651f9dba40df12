//! A response, before it is known which error it is.

use http::HeaderMap;

use super::statuses::covers;
use super::{ErrorBody, ErrorContext};
use crate::decode::Literal;
use crate::deviation::Deviations;

/// A response, before it is known which error it is.
#[derive(Debug, Clone, Copy)]
pub struct ErrorResponse<'r> {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: &'r HeaderMap,
    /// The body as it is.
    pub text: &'r [u8],
    /// Collects the deviations of the body. `None` if the client is strict.
    pub deviations: Option<&'r Deviations>,
    /// The body, if it has the shape that all errors of the API have.
    pub body: Option<&'r ErrorBody>,
    /// Whether layers around the handlers respond with this status too.
    pub is_implied: bool,
    /// The context of the error: the operation, the request ID and `Retry-After`.
    pub context: &'r ErrorContext,
}

impl ErrorResponse<'_> {
    /// The body of an error of these statuses in the usual shape. If there are others of its status, `codes` has the
    /// error's code, and `values` the values that only this error has.
    #[doc(hidden)]
    pub fn standard(
        &self,
        statuses: u16,
        codes: &[&str],
        values: &[(&str, Literal)],
    ) -> Option<ErrorBody> {
        let body = self.body.filter(|_| covers(statuses, self.status))?;
        let is_coded = codes.iter().all(|code| body.code() == Some(code));
        (is_coded && body.has(values)).then(|| body.clone())
    }

    /// The context of an error whose body has its own type.
    #[doc(hidden)]
    pub fn own_context(&self) -> ErrorContext {
        self.context.with_body(self.body)
    }

    /// Whether it can be an error of these statuses whose body has its own type.
    #[doc(hidden)]
    pub fn is_own(&self, statuses: u16) -> bool {
        covers(statuses, self.status)
    }

    /// Whether the layers around the handlers may have sent it, instead of an error of this range of statuses.
    #[doc(hidden)]
    pub fn may_be_of_layers(&self, statuses: u16) -> bool {
        let is_range = statuses < 100;
        is_range && self.is_implied && self.body.is_some()
    }
}

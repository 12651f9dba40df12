//! What a client knows about the API as a whole.

use http::HeaderMap;

use crate::error::{ErrorShape, Statuses};
use crate::text::header_text;

/// The properties of an API that are the same for every call. The generated crate has one constant.
#[derive(Debug, Clone, Copy)]
pub struct Service {
    /// The name of the generated crate, for the user agent.
    pub name: &'static str,
    /// The version of the API, for the user agent.
    pub version: &'static str,
    /// The shape of error responses.
    pub errors: &'static ErrorShape,
    /// The statuses after which an idempotent operation is retried.
    pub retry_statuses: &'static [Statuses],
    /// The statuses that any operation can respond with, documented or not.
    pub implied_statuses: &'static [u16],
    /// The response header that identifies the request.
    pub request_id_header: &'static str,
}

impl Service {
    /// The identifier of the request in the headers of its response.
    pub(super) fn request_id<'h>(&self, headers: &'h HeaderMap) -> Option<&'h str> {
        header_text(headers, self.request_id_header)
    }
}

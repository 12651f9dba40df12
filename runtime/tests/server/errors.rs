//! The errors of the example API, as the generator would write them.

use specsmith_runtime::codegen as rt;

use crate::api::ERRORS;

/// 404: there is no such tool.
#[derive(Debug, Clone)]
pub(crate) struct NotFound {
    pub(crate) body: rt::ErrorBody,
    pub(crate) context: rt::ErrorContext,
}

rt::status_error!(NotFound, 404, ERRORS);

/// 429: too many tools at once.
#[derive(Debug, Clone)]
pub(crate) struct TooManyRequests {
    pub(crate) body: rt::ErrorBody,
    pub(crate) retry_after: Option<i64>,
    pub(crate) context: rt::ErrorContext,
}

rt::status_error!(
    TooManyRequests {
        retry_after: "retry-after"
    },
    429,
    ERRORS
);

/// 500: the workshop failed.
#[derive(Debug, Clone)]
pub(crate) struct InternalServerError {
    pub(crate) body: rt::ErrorBody,
    pub(crate) context: rt::ErrorContext,
}

rt::status_error!(InternalServerError, 500, ERRORS);

rt::operation_errors! {
    /// The errors of deleting a tool.
    #[internal(InternalServerError)]
    pub enum DeleteToolError {
        NotFound,
        TooManyRequests,
        InternalServerError,
    }
}

rt::operation_errors! {
    /// The errors of every other operation.
    #[internal(InternalServerError)]
    pub enum ToolError {
        InternalServerError,
    }
}

//! The errors of the example API, as the generator would write them.

use specsmith_runtime::codegen as rt;

use crate::api::ERRORS;

rt::status_error! {
    /// 404: there is no such tool.
    #[error(404, ERRORS)]
    pub struct NotFound {
        pub body: rt::ErrorBody,
        pub context: rt::ErrorContext,
    }
}

rt::status_error! {
    /// 429: too many tools at once.
    #[error(429, ERRORS)]
    pub struct TooManyRequests {
        pub body: rt::ErrorBody,
        /// How many seconds to wait.
        #[header("retry-after")]
        pub retry_after: Option<i64>,
        pub context: rt::ErrorContext,
    }
}

rt::status_error! {
    /// 500: the workshop failed.
    #[error(500, ERRORS)]
    pub struct InternalServerError {
        pub body: rt::ErrorBody,
        pub context: rt::ErrorContext,
    }
}

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

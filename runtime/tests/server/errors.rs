//! The errors of the example API, written as the generator would write them.

use specsmith_runtime::codegen as rt;

use crate::api::ERRORS;

/// 404: there is no such tool.
#[derive(Debug, Clone)]
pub(crate) struct NotFound {
    pub(crate) body: rt::ErrorBody,
    pub(crate) context: rt::ErrorContext,
}

impl rt::StatusError for NotFound {
    const STATUS: u16 = 404;

    fn from_parts(body: rt::ErrorBody, _: &rt::HeaderMap, context: rt::ErrorContext) -> Self {
        Self { body, context }
    }

    fn body(&self) -> &rt::ErrorBody {
        &self.body
    }

    fn body_mut(&mut self) -> &mut rt::ErrorBody {
        &mut self.body
    }

    fn context(&self) -> &rt::ErrorContext {
        &self.context
    }

    fn context_mut(&mut self) -> &mut rt::ErrorContext {
        &mut self.context
    }
}
rt::status_error!(NotFound, ERRORS);

/// 429: too many tools at once.
#[derive(Debug, Clone)]
pub(crate) struct TooManyRequests {
    pub(crate) body: rt::ErrorBody,
    pub(crate) retry_after: Option<i64>,
    pub(crate) context: rt::ErrorContext,
}

impl rt::StatusError for TooManyRequests {
    const STATUS: u16 = 429;

    fn from_parts(body: rt::ErrorBody, headers: &rt::HeaderMap, context: rt::ErrorContext) -> Self {
        Self {
            body,
            retry_after: rt::read_header(headers, "retry-after"),
            context,
        }
    }

    fn body(&self) -> &rt::ErrorBody {
        &self.body
    }

    fn body_mut(&mut self) -> &mut rt::ErrorBody {
        &mut self.body
    }

    fn context(&self) -> &rt::ErrorContext {
        &self.context
    }

    fn context_mut(&mut self) -> &mut rt::ErrorContext {
        &mut self.context
    }

    fn write_headers(&self, headers: &mut rt::HeaderMap) {
        rt::write_header(headers, "retry-after", &self.retry_after);
    }
}
rt::status_error!(TooManyRequests, ERRORS);

/// 500: the workshop failed.
#[derive(Debug, Clone)]
pub(crate) struct InternalServerError {
    pub(crate) body: rt::ErrorBody,
    pub(crate) context: rt::ErrorContext,
}

impl rt::StatusError for InternalServerError {
    const STATUS: u16 = 500;

    fn from_parts(body: rt::ErrorBody, _: &rt::HeaderMap, context: rt::ErrorContext) -> Self {
        Self { body, context }
    }

    fn body(&self) -> &rt::ErrorBody {
        &self.body
    }

    fn body_mut(&mut self) -> &mut rt::ErrorBody {
        &mut self.body
    }

    fn context(&self) -> &rt::ErrorContext {
        &self.context
    }

    fn context_mut(&mut self) -> &mut rt::ErrorContext {
        &mut self.context
    }
}
rt::status_error!(InternalServerError, ERRORS);

/// What deleting a tool can fail with.
#[derive(Debug, Clone)]
pub(crate) enum DeleteToolError {
    NotFound(NotFound),
    TooManyRequests(TooManyRequests),
    InternalServerError(InternalServerError),
}
rt::operation_error!(DeleteToolError {
    NotFound,
    TooManyRequests,
    InternalServerError
});
rt::internal_error!(DeleteToolError, InternalServerError);

/// What every other operation can fail with.
#[derive(Debug, Clone)]
pub(crate) enum ToolError {
    InternalServerError(InternalServerError),
}
rt::operation_error!(ToolError {
    InternalServerError
});
rt::internal_error!(ToolError, InternalServerError);

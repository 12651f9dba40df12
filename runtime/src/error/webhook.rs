//! The error of webhooks: what a receiver responds with, and what the sender gets.

use std::fmt;

use http::HeaderMap;

use super::{
    AnyStatusError, DocumentedOrInternal, ErrorBody, ErrorContext, ErrorField, ErrorResponse,
    ErrorShape, OperationError, SentBody, Statuses, write_status_error,
};

/// The error of a webhook.
///
/// A receiver returns it if it cannot take the request. `?` turns every other error into the status 500, and its text
/// goes to the log. The sender gets it for each error status, in [`Error::Api`](crate::client::Error::Api).
#[derive(Clone)]
pub struct WebhookError {
    status: u16,
    context: ErrorContext,
}

impl WebhookError {
    /// An error with this status. Any status but those from 400 to 599 becomes 500.
    ///
    /// Senders may take 410 as a request to send nothing more.
    pub fn new(status: u16) -> Self {
        Self {
            status: if Statuses::Any.covers(status) {
                status
            } else {
                500
            },
            context: ErrorContext::default(),
        }
    }

    /// The status.
    pub const fn status(&self) -> u16 {
        self.status
    }

    /// How long the receiver asks to wait before the next try. Only at the sender.
    pub fn retry_after(&self) -> Option<std::time::Duration> {
        self.context.retry_after()
    }
}

/// The shape of the bodies of errors. Only people read them, in the log of the sender.
pub static WEBHOOK_ERRORS: ErrorShape = ErrorShape {
    status: Some("code"),
    message: Some("message"),
    metadata: Some(ErrorField::optional("metadata")),
    messages: &[(Statuses::Exact(401), "The signature is missing or wrong")],
    ..ErrorShape::JSON
};

impl OperationError for WebhookError {
    fn from_response(response: &ErrorResponse<'_>) -> Option<Self> {
        Statuses::Any.covers(response.status).then(|| Self {
            status: response.status,
            context: response.context.clone(),
        })
    }

    fn from_status_error(error: &dyn std::any::Any) -> Option<Self> {
        error.downcast_ref().cloned()
    }

    fn status_error(&self) -> &dyn AnyStatusError {
        self
    }
}

impl AnyStatusError for WebhookError {
    fn statuses(&self) -> u16 {
        0
    }

    fn status(&self) -> u16 {
        self.status
    }

    fn body(&self) -> Option<&ErrorBody> {
        None
    }

    fn context(&self) -> &ErrorContext {
        &self.context
    }

    fn write_headers(&self, _: &mut HeaderMap) {}

    fn encode(&self, shape: &ErrorShape) -> serde_json::Result<SentBody> {
        shape.sent_with(&shape.body(self.status), &[])
    }
}

impl<E: DocumentedOrInternal> From<E> for WebhookError {
    fn from(error: E) -> Self {
        error.into_error(|cause| {
            let mut internal = Self::new(500);
            internal.context.set_cause(cause);
            internal
        })
    }
}

impl fmt::Display for WebhookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_status_error(self, f)
    }
}

impl fmt::Debug for WebhookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("WebhookError").field(&self.status).finish()
    }
}

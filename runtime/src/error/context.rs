//! What is known about an error beyond its body.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::ErrorBody;

/// The context of an error: the operation, the cause, the request ID and `Retry-After`. Empty by default.
///
/// At the client, it identifies the call that failed. At the server, it contains the cause, which goes
/// to the log and never into the response.
#[derive(Debug, Clone, Default)]
pub struct ErrorContext(Option<Arc<Known>>);

#[derive(Clone, Default)]
struct Known {
    operation: Option<&'static str>,
    request_id: Option<Box<str>>,
    retry_after: Option<Duration>,
    cause: Option<Arc<dyn Error + Send + Sync>>,
    /// The body in the shape of the API's errors, of an error that has a type for its body.
    body: Option<ErrorBody>,
}

// The error itself shows the body.
impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Known")
            .field("operation", &self.operation)
            .field("request_id", &self.request_id)
            .field("retry_after", &self.retry_after)
            .field("cause", &self.cause)
            .finish()
    }
}

impl ErrorContext {
    /// The context of an error that a client has received.
    pub fn of_response(
        operation: &'static str,
        request_id: Option<&str>,
        retry_after: Option<Duration>,
    ) -> Self {
        let request_id = request_id.map(Box::from);
        Self(Some(Arc::new(Known {
            operation: Some(operation),
            request_id,
            retry_after,
            cause: None,
            body: None,
        })))
    }

    /// The name of the operation that failed. Only at the client.
    pub fn operation(&self) -> Option<&'static str> {
        self.0.as_ref()?.operation
    }

    /// The server's identifier of the request. Only at the client.
    pub fn request_id(&self) -> Option<&str> {
        self.0.as_ref()?.request_id.as_deref()
    }

    /// How long the server asks to wait before the next try, counted from the response. Only at the
    /// client.
    pub fn retry_after(&self) -> Option<Duration> {
        self.0.as_ref()?.retry_after
    }

    /// The body in the shape that all errors of the API have. Only at the client, if the error has a type for its body,
    /// and the response that shape too.
    #[doc(hidden)]
    pub fn shared_body(&self) -> Option<&ErrorBody> {
        self.0.as_ref()?.body.as_ref()
    }

    /// The same with the body in that shape.
    pub(super) fn with_body(&self, body: Option<&ErrorBody>) -> Self {
        let mut context = self.clone();
        if let Some(body) = body {
            let known = context.0.get_or_insert_default();
            Arc::make_mut(known).body = Some(body.clone());
        }
        context
    }

    /// The cause. Only at the server.
    pub fn cause(&self) -> Option<&Arc<dyn Error + Send + Sync>> {
        self.0.as_ref()?.cause.as_ref()
    }

    /// Sets the cause.
    pub fn set_cause(&mut self, cause: impl Into<Box<dyn Error + Send + Sync>>) {
        let known = self.0.get_or_insert_default();
        Arc::make_mut(known).cause = Some(Arc::from(cause.into()));
    }
}

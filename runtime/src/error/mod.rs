//! Errors of an API, on the wire and as types.
//!
//! Each status that an API documents is a type ([`StatusError`]), and each set of documented
//! statuses is an enum ([`OperationError`]). Both sides use them: a handler can return nothing
//! else, and a caller matches on them.

mod body;
mod context;
mod one_line;
mod operation;
mod own_body;
mod response;
mod shape;
mod status;
mod statuses;
mod typed;
#[cfg(any(feature = "client", feature = "server"))]
mod webhook;

pub use self::body::{ErrorBody, ErrorDetails};
#[cfg(feature = "client")]
pub(crate) use self::body::{describe, write_error};
pub use self::context::ErrorContext;
pub(crate) use self::one_line::OneLine;
#[doc(hidden)]
pub use self::operation::caused_by;
pub use self::operation::{DocumentedOrInternal, OperationError, OperationFailure};
#[doc(hidden)]
pub use self::own_body::{BinaryErrorBody, JsonErrorBody, SentBody, TextErrorBody};
#[doc(hidden)]
pub use self::response::ErrorResponse;
#[doc(hidden)]
pub use self::shape::{BodyField, ErrorField, ErrorShape, RetryRule};
#[doc(hidden)]
pub use self::status::write_status_error;
pub use self::status::{AnyStatusError, StatusError};
#[doc(hidden)]
pub use self::statuses::Statuses;
#[cfg(any(feature = "client", feature = "server"))]
pub(crate) use self::statuses::covers;
#[doc(hidden)]
#[cfg(any(feature = "client", feature = "server"))]
pub use self::webhook::WEBHOOK_ERRORS;
#[cfg(any(feature = "client", feature = "server"))]
pub use self::webhook::WebhookError;

#[cfg(test)]
mod tests;

//! An error of one status.

use std::fmt;

use http::HeaderMap;

use super::body::write_error;
use super::{ErrorBody, ErrorContext};

/// An error with its own status. The generated crate has one type for each status that the API
/// documents.
///
/// It is not a [`std::error::Error`]: an operation's error converts from every `Error` as an
/// internal one, and a status must not be lost that way.
pub trait StatusError: Sized {
    /// The status.
    const STATUS: u16;

    /// Builds the error from the parts of a response.
    fn from_parts(body: ErrorBody, headers: &HeaderMap, context: ErrorContext) -> Self;

    /// The body.
    fn body(&self) -> &ErrorBody;

    /// The body, mutable.
    fn body_mut(&mut self) -> &mut ErrorBody;

    /// What is known beyond the response.
    fn context(&self) -> &ErrorContext;

    /// What is known beyond the response, mutable.
    fn context_mut(&mut self) -> &mut ErrorContext;

    /// Writes the headers that the error declares.
    fn write_headers(&self, headers: &mut HeaderMap);
}

/// A [`StatusError`] of any status.
pub trait AnyStatusError {
    /// The status.
    fn status(&self) -> u16;

    /// The body.
    fn body(&self) -> &ErrorBody;

    /// What is known beyond the response.
    fn context(&self) -> &ErrorContext;

    /// Writes the headers that the error declares.
    fn write_headers(&self, headers: &mut HeaderMap);
}

impl<T: StatusError> AnyStatusError for T {
    fn status(&self) -> u16 {
        T::STATUS
    }

    fn body(&self) -> &ErrorBody {
        StatusError::body(self)
    }

    fn context(&self) -> &ErrorContext {
        StatusError::context(self)
    }

    fn write_headers(&self, headers: &mut HeaderMap) {
        StatusError::write_headers(self, headers);
    }
}

/// Writes an error on one line: `429 Too Many Requests: Rate limit exceeded`.
///
/// # Errors
/// Those of the formatter.
pub fn write_status_error(error: &dyn AnyStatusError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write_error(error.status(), error.body(), f)
}

/// Defines the error of a status, with the fields `body` and `context`, and one for each header.
///
/// ```ignore
/// rt::status_error! {
///     /// 429: Rate limit exceeded
///     #[error(429, ERRORS)]
///     pub struct TooManyRequests {
///         /// How many seconds to wait.
///         #[header("retry-after")]
///         pub retry_after: Option<i64>,
///         /// The ticket of the support.
///         #[header("x-ticket", personal)]
///         pub ticket: Option<String>,
///     }
/// }
/// ```
///
/// The arguments of `#[error(…)]` are the status and the [`ErrorShape`](crate::error::ErrorShape) of the
/// API. `personal` or `secret` after the name of a header hides its value in `Debug`, and marks the
/// header as sensitive.
#[doc(hidden)]
#[macro_export]
macro_rules! status_error {
    (
        $(#[doc = $doc:tt])*
        #[error($status:literal, $shape:expr)]
        pub struct $name:ident {
            $(
                $(#[doc = $about:tt])*
                #[header($header:literal $(, $property:ident)?)]
                pub $field:ident: $type:ty,
            )*
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone)]
        pub struct $name {
            /// The body of the response.
            pub body: $crate::error::ErrorBody,
            $($(#[doc = $about])* pub $field: $type,)*
            /// Data about the error that is not in its body.
            pub context: $crate::error::ErrorContext,
        }

        impl $crate::error::StatusError for $name {
            const STATUS: u16 = $status;

            fn from_parts(
                body: $crate::error::ErrorBody,
                headers: &$crate::codegen::HeaderMap,
                context: $crate::error::ErrorContext,
            ) -> Self {
                // Most errors have no headers.
                let _ = headers;
                Self {
                    body,
                    $($field: $crate::codegen::read_header(headers, $header),)*
                    context,
                }
            }

            fn body(&self) -> &$crate::error::ErrorBody {
                &self.body
            }

            fn body_mut(&mut self) -> &mut $crate::error::ErrorBody {
                &mut self.body
            }

            fn context(&self) -> &$crate::error::ErrorContext {
                &self.context
            }

            fn context_mut(&mut self) -> &mut $crate::error::ErrorContext {
                &mut self.context
            }

            fn write_headers(&self, headers: &mut $crate::codegen::HeaderMap) {
                let _ = &headers;
                $($crate::codegen::write_header(
                    headers,
                    $crate::__header!($header $($property)?),
                    &self.$field,
                );)*
            }
        }

        impl $name {
            /// An error with the API's message for this status.
            pub fn new() -> Self {
                let body = $shape.body(<Self as $crate::error::StatusError>::STATUS);
                let context = $crate::error::ErrorContext::default();
                <Self as $crate::error::StatusError>::from_parts(
                    body,
                    &$crate::codegen::HeaderMap::new(),
                    context,
                )
            }

            /// Replaces the API's message.
            #[must_use]
            pub fn with_message(mut self, message: impl Into<::std::string::String>) -> Self {
                $crate::error::StatusError::body_mut(&mut self).message = message.into();
                self
            }

            /// Adds a field to the metadata.
            #[must_use]
            pub fn with_metadata(
                mut self,
                key: impl Into<::std::string::String>,
                value: impl Into<$crate::Json>,
            ) -> Self {
                let body = $crate::error::StatusError::body_mut(&mut self);
                body.metadata
                    .get_or_insert_default()
                    .insert(key.into(), value.into());
                self
            }

            /// Sets the cause, for the log. It is never sent.
            #[must_use]
            pub fn caused_by(mut self, cause: impl Into<$crate::codegen::BoxError>) -> Self {
                $crate::error::StatusError::context_mut(&mut self).set_cause(cause);
                self
            }

            /// The server's identifier of the request. Only at the client.
            pub fn request_id(&self) -> Option<&str> {
                $crate::error::StatusError::context(self).request_id()
            }

            /// How long the server asks to wait before the next try. Only at the client.
            pub fn retry_after(&self) -> Option<::std::time::Duration> {
                $crate::error::StatusError::context(self).retry_after()
            }
        }

        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                let fields = &[
                    $crate::Field("body", $crate::REQUIRED),
                    $($crate::Field(
                        ::std::stringify!($field),
                        $crate::REQUIRED $(.$property())?,
                    ),)*
                    $crate::Field("context", $crate::REQUIRED),
                ];
                let values: &[&dyn ::std::fmt::Debug] = &[&self.body, $(&self.$field,)* &self.context];
                $crate::decode::show_fields(f, ::std::stringify!($name), fields, values)
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::new()
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                $crate::error::write_status_error(self, f)
            }
        }
    };
}

/// A header, which may have a property: `"x-ticket" personal`.
#[doc(hidden)]
#[macro_export]
macro_rules! __header {
    ($name:literal) => {
        $name
    };
    ($name:literal $property:ident) => {
        $crate::codegen::sensitive($name)
    };
}

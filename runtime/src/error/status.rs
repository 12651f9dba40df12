//! An error of one status.

use std::fmt;

use http::HeaderMap;

use super::body::write_error;
use super::{ErrorBody, ErrorContext, ErrorResponse};

/// An error with its own status. The generated crate has one type for each error that the API
/// documents.
///
/// It is not a [`std::error::Error`]: every `Error` converts into an operation's internal error, and a
/// status must not be lost that way.
pub trait StatusError: AnyStatusError + Sized {
    /// The error of a response; `None` if it is another one.
    fn from_response(response: &ErrorResponse<'_>) -> Option<Self>;

    /// What is known beyond the body, mutable.
    fn context_mut(&mut self) -> &mut ErrorContext;
}

/// A [`StatusError`] of any status.
pub trait AnyStatusError {
    /// The status.
    fn status(&self) -> u16;

    /// The body.
    fn body(&self) -> &ErrorBody;

    /// What is known beyond the body.
    fn context(&self) -> &ErrorContext;

    /// Writes the headers that the error declares.
    fn write_headers(&self, headers: &mut HeaderMap);
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
///         /// The support ticket.
///         #[header("x-ticket", personal)]
///         pub ticket: Option<String>,
///     }
/// }
/// ```
///
/// The arguments of `#[error(…)]` are the status and the [`ErrorShape`](crate::error::ErrorShape) of the
/// API, and the message and the code, unless they are those of the status. `personal` or `secret` after the name
/// of a header hides its value in `Debug`, and marks the header as sensitive. `#[code(…)]` is the code by which
/// the error is told apart from others of its status.
#[doc(hidden)]
#[macro_export]
macro_rules! status_error {
    (
        $(#[doc = $doc:tt])*
        #[error($status:literal, $shape:expr $(, message = $message:literal)? $(, code = $code:literal)?)]
        $(#[code($only:literal)])?
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
            fn from_response(response: &$crate::error::ErrorResponse<'_>) -> Option<Self> {
                Some(Self {
                    body: response.standard($status, &[$($only)?])?,
                    $($field: $crate::text::read_header(response.headers, $header),)*
                    context: response.context.clone(),
                })
            }

            fn context_mut(&mut self) -> &mut $crate::error::ErrorContext {
                &mut self.context
            }
        }

        impl $crate::error::AnyStatusError for $name {
            fn status(&self) -> u16 {
                $status
            }

            fn body(&self) -> &$crate::error::ErrorBody {
                &self.body
            }

            fn context(&self) -> &$crate::error::ErrorContext {
                &self.context
            }

            fn write_headers(&self, headers: &mut $crate::codegen::HeaderMap) {
                let _ = &headers;
                $(
                    let header = $crate::Field($header, $crate $(::$property)? ::PROPERTIES);
                    $crate::text::write_header(headers, &header, &self.$field);
                )*
            }
        }

        impl $name {
            /// An error with the API's message.
            pub fn new() -> Self {
                Self {
                    body: $shape.body($status)$(.with_message($message))?$(.with_code($code))?,
                    $($field: None,)*
                    context: $crate::error::ErrorContext::default(),
                }
            }

            /// Replaces the API's message.
            #[must_use]
            pub fn with_message(mut self, message: impl Into<::std::string::String>) -> Self {
                self.body.message = message.into();
                self
            }

            /// Adds a field to the metadata.
            #[must_use]
            pub fn with_metadata(
                mut self,
                key: impl Into<::std::string::String>,
                value: impl Into<$crate::Json>,
            ) -> Self {
                self.body.metadata_mut().insert(key.into(), value.into());
                self
            }

            /// Sets the cause, for the log. It is never sent.
            #[must_use]
            pub fn caused_by(mut self, cause: impl Into<$crate::codegen::BoxError>) -> Self {
                self.context.set_cause(cause);
                self
            }

            /// The server's identifier of the request. Only at the client.
            pub fn request_id(&self) -> Option<&str> {
                self.context.request_id()
            }

            /// How long the server asks to wait before the next try, from the headers of the response. Only at
            /// the client.
            pub fn retry_after(&self) -> Option<::std::time::Duration> {
                self.context.retry_after()
            }
        }

        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                let fields = &[
                    $crate::Field("body", $crate::PROPERTIES),
                    $($crate::Field(
                        ::std::stringify!($field),
                        $crate $(::$property)? ::PROPERTIES,
                    ),)*
                    // The context contains the values of `Retry-After` and of the request's ID, which may be
                    // among the sensitive headers.
                    $crate::Field("context", $crate::PROPERTIES $($(.$property())?)*),
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

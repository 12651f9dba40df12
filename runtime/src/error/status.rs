//! An error of one status.

use std::fmt;

use http::HeaderMap;

use super::body::{describe, write_error};
use super::{ErrorBody, ErrorContext, ErrorResponse, ErrorShape, SentBody};

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
    /// The status that the specification gives to the error, or else the first digit of its statuses, or 0 for all
    /// error statuses.
    fn statuses(&self) -> u16;

    /// The status.
    fn status(&self) -> u16;

    /// The body, if it has the shape that all errors have unless they declare another one.
    fn body(&self) -> Option<&ErrorBody>;

    /// What is known beyond the body.
    fn context(&self) -> &ErrorContext;

    /// Writes the headers that the error declares.
    fn write_headers(&self, headers: &mut HeaderMap);

    /// Writes the body.
    ///
    /// # Errors
    /// It cannot be written as JSON.
    fn encode(&self, shape: &ErrorShape) -> serde_json::Result<SentBody>;
}

impl<E: AnyStatusError + ?Sized> AnyStatusError for Box<E> {
    fn statuses(&self) -> u16 {
        E::statuses(self)
    }

    fn status(&self) -> u16 {
        E::status(self)
    }

    fn body(&self) -> Option<&ErrorBody> {
        E::body(self)
    }

    fn context(&self) -> &ErrorContext {
        E::context(self)
    }

    fn write_headers(&self, headers: &mut HeaderMap) {
        E::write_headers(self, headers);
    }

    fn encode(&self, shape: &ErrorShape) -> serde_json::Result<SentBody> {
        E::encode(self, shape)
    }
}

/// Writes an error on one line: `429 Too Many Requests: Rate limit exceeded`.
///
/// # Errors
/// Those of the formatter.
pub fn write_status_error(error: &dyn AnyStatusError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match error.body() {
        Some(body) => write_error(error.status(), body, f),
        None => f.write_str(&describe(error.status())),
    }
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
///
/// An error of several statuses has the first digit of them instead of one, or 0 for all error statuses, and a field
/// with its status: `#[status(500)] pub status: u16`, where 500 is the status of its `Default`.
#[doc(hidden)]
#[macro_export]
macro_rules! status_error {
    (
        $(#[doc = $doc:tt])*
        #[error($statuses:literal, $shape:expr $(, message = $message:literal)? $(, code = $code:literal)?)]
        $(#[code($only:literal)])?
        pub struct $name:ident {
            $(#[status($usual:literal)] pub status: $status:ty,)?
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
            $(
                /// The status of the response.
                pub status: $status,
            )?
            /// The body of the response.
            pub body: $crate::error::ErrorBody,
            $($(#[doc = $about])* pub $field: $type,)*
            /// Data about the error that is not in its body.
            pub context: $crate::error::ErrorContext,
        }

        impl $crate::error::StatusError for $name {
            fn from_response(response: &$crate::error::ErrorResponse<'_>) -> Option<Self> {
                Some(Self {
                    $(status: $crate::error_parts!(@second $usual, response.status),)?
                    body: response.standard($statuses, &[$($only)?])?,
                    $($field: $crate::text::read_header(response.headers, $header),)*
                    context: response.context.clone(),
                })
            }

            fn context_mut(&mut self) -> &mut $crate::error::ErrorContext {
                &mut self.context
            }
        }

        impl $crate::error::AnyStatusError for $name {
            fn statuses(&self) -> u16 {
                $statuses
            }

            fn status(&self) -> u16 {
                $crate::error_parts!(@status self $statuses $(, $status)?)
            }

            fn body(&self) -> Option<&$crate::error::ErrorBody> {
                Some(&self.body)
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

            fn encode(
                &self,
                shape: &$crate::error::ErrorShape,
            ) -> $crate::codegen::JsonResult<$crate::error::SentBody> {
                Ok(shape.sent(&self.body))
            }
        }

        impl $name {
            /// An error with the API's message.
            pub fn new($(status: $status)?) -> Self {
                Self {
                    $(status: $crate::error_parts!(@second $usual, status),)?
                    body: $shape
                        .body($crate::error_parts!(@given $statuses $(, $usual, status)?))$(.with_message($message))?$(.with_code($code))?,
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
        }

        impl Default for $name {
            fn default() -> Self {
                Self::new($($usual)?)
            }
        }

        $crate::error_parts!(
            @common $name [$($status)?] [$crate::error::ErrorBody] $($field $(($property))?,)*
        );
    };
}

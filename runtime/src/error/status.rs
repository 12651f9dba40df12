//! An error of one status.

use std::any::Any;
use std::fmt;

use http::HeaderMap;

use super::body::{describe, write_error};
use super::{ErrorBody, ErrorContext, ErrorResponse, ErrorShape, SentBody};

/// An error with its own status. The generated crate has one type for each error that the API
/// documents. Implementing this trait yourself is not part of the contract.
///
/// It is not a [`std::error::Error`]: every `Error` converts into an operation's internal error, and a
/// status must not be lost that way.
pub trait StatusError: AnyStatusError + Sized {
    /// The media type of its body, if it has one that does not have the shape of all errors.
    const MEDIA: Option<&'static str> = None;

    /// The error of a response; `None` if it is another one.
    fn from_response(response: &ErrorResponse<'_>) -> Option<Self>;

    /// The context of the error, mutable.
    fn context_mut(&mut self) -> &mut ErrorContext;
}

/// A [`StatusError`] of any status. Implementing it yourself is not part of the contract.
pub trait AnyStatusError: Any {
    /// The status that the specification gives to the error. If it gives several, their first digit, or 0 for all error
    /// statuses.
    fn statuses(&self) -> u16;

    /// The status.
    fn status(&self) -> u16;

    /// The body, if it has the shape that all errors have unless they declare another one.
    fn body(&self) -> Option<&ErrorBody>;

    /// The context of the error: the operation, the cause, the request ID and `Retry-After`.
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

/// Defines the error of a status: a struct with its body and its context, each further field of the body, and each
/// header.
///
/// ```ignore
/// rt::status_error! {
///     /// 429: Rate limit exceeded
///     #[error(429, ERRORS)]
///     pub struct TooManyRequests {
///         pub body: rt::ErrorBody,
///         #[field("limits")]
///         /// The limits that apply.
///         #[argument(Vec<Limit>)]
///         pub limits: Vec<Limit> = limits,
///         #[field("type")]
///         /// The family of the error.
///         #[setter(ErrorType)]
///         pub r#type: ErrorType = ErrorType::RateLimit,
///         #[field("scope", optional, personal)]
///         /// What is limited.
///         #[setter(Some(impl Into<String>))]
///         pub scope: Option<String> = None,
///         /// How many seconds to wait.
///         #[header("retry-after")]
///         pub retry_after: Option<i64>,
///         /// The support ticket.
///         #[header("x-ticket", personal)]
///         pub ticket: Option<String>,
///         pub context: rt::ErrorContext,
///     }
/// }
/// ```
///
/// The arguments of `#[error(…)]` are the status and the [`ErrorShape`](crate::error::ErrorShape) of the API, and the
/// message and the code, if they differ from those that the shape has for the status. `#[code(…)]` and `#[values(…)]`
/// are the code and the values by which the error is told apart from others of its status.
///
/// `#[field(…)]` is a further field of the body: its name on the wire, and `optional`, `personal` and `secret` as in
/// [`object!`](crate::object). It comes before the documentation, so that the macro can tell these fields from headers.
/// The value of the field in a new error follows the type. With `#[argument(…)]`, the field is an argument of `new`
/// with this type. With `#[setter(…)]`, the method of its name takes a value of this type; `Some` around it says that
/// the field holds `Some` of the value. `personal` or `secret` after the name of a header marks it as sensitive.
///
/// An error of several statuses has the first digit of them instead of one, or 0 for all error statuses, and a field
/// with its status: `#[status(500)] pub status: u16`, where 500 is the status of its `Default`.
#[doc(hidden)]
#[macro_export]
macro_rules! status_error {
    (
        $(#[doc = $doc:tt])*
        $(#[deprecated $($note:tt)?])?
        #[error($statuses:literal, $shape:expr $(, message = $message:literal)? $(, code = $code:literal)?)]
        $(#[code($only:literal)])?
        $(#[values($($value:literal = $kind:ident($constant:literal)),+)])?
        pub struct $name:ident {
            $(#[status($usual:literal)] pub status: $status:ty,)?
            pub body: $body:ty,
            $(
                #[field($wire:literal $(, $property:ident)*)]
                $(#[doc = $about:tt])*
                $(#[deprecated $($why:tt)?])?
                $(#[argument($argument:ty)])?
                $(#[setter($($setter:tt)+)])?
                pub $field:ident: $type:ty = $initial:expr,
            )*
            $(
                $(#[doc = $about_header:tt])*
                $(#[deprecated $($why_header:tt)?])?
                #[header($wire_header:literal $(, $property_header:ident)?)]
                pub $header:ident: $type_header:ty,
            )*
            pub context: $context:ty,
        }
    ) => {
        $(#[doc = $doc])*
        $(#[deprecated $($note)?])?
        #[derive(Clone)]
        pub struct $name {
            $(
                /// The status of the response.
                pub status: $status,
            )?
            /// The body of the response.
            pub body: $body,
            $($(#[doc = $about])* $(#[deprecated $($why)?])? pub $field: $type,)*
            $($(#[doc = $about_header])* $(#[deprecated $($why_header)?])? pub $header: $type_header,)*
            /// Data about the error that is not in its body.
            pub context: $context,
        }

        impl $crate::codegen::StatusError for $name {
            fn from_response(response: &$crate::codegen::ErrorResponse<'_>) -> Option<Self> {
                let body = response.standard(
                    $statuses,
                    &[$($only)?],
                    &[$($(($value, $crate::codegen::Literal::$kind($constant))),+)?],
                )?;
                Some(Self {
                    $(status: $crate::error_parts!(@second $usual, response.status),)?
                    $($field: body.field(&$crate::Field($wire, $crate $(::$property)* ::PROPERTIES))?,)*
                    $($header: $crate::codegen::read_header(response.headers, $wire_header),)*
                    context: response.context.clone(),
                    body,
                })
            }

            fn context_mut(&mut self) -> &mut $crate::codegen::ErrorContext {
                &mut self.context
            }
        }

        impl $crate::codegen::AnyStatusError for $name {
            $crate::__error_methods!(
                $statuses [$($status)?] $($header = $wire_header $($property_header)?,)*
            );

            fn body(&self) -> Option<&$crate::codegen::ErrorBody> {
                Some(&self.body)
            }

            fn encode(
                &self,
                shape: &$crate::codegen::ErrorShape,
            ) -> $crate::codegen::JsonResult<$crate::codegen::SentBody> {
                shape.sent_with(&self.body, &[
                    $(($crate::Field($wire, $crate $(::$property)* ::PROPERTIES), &self.$field),)*
                ])
            }
        }

        impl $name {
            /// An error with the API's message.
            pub fn new($(status: $status,)? $($($field: $argument,)?)*) -> Self {
                Self {
                    $(status: $crate::error_parts!(@second $usual, status),)?
                    body: $shape.body($crate::error_parts!(@given $statuses $(, $usual, status)?))
                        $(.with_message($message))?
                        $(.with_code($code))?,
                    $($field: $initial,)*
                    $($header: None,)*
                    context: <$context>::default(),
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
                value: impl Into<$crate::codegen::Json>,
            ) -> Self {
                self.body.metadata_mut().insert(key.into(), value.into());
                self
            }

            $($crate::__error_setter!(
                [$(#[deprecated $($why)?])?] $field $wire $($($setter)+)?
            );)*
        }

        $crate::error_parts!(@default $name [$($usual)?] [$($($argument)?)*]);

        $crate::__error_impls!(
            $name [$($status)?] [$body] [$($field $($property)*,)*] $($header $($property_header)?,)*
        );
    };
}

/// The method that sets a field of the body of an error.
#[doc(hidden)]
#[macro_export]
macro_rules! __error_setter {
    ([$($deprecated:tt)*] $field:ident $wire:literal) => {};
    ([$($deprecated:tt)*] $field:ident $wire:literal Some($type:ty)) => {
        #[doc = ::std::concat!("Sets the field `", $wire, "`.")]
        $($deprecated)*
        #[must_use]
        pub fn $field(mut self, value: $type) -> Self {
            self.$field = Some(value.into());
            self
        }
    };
    ([$($deprecated:tt)*] $field:ident $wire:literal $type:ty) => {
        #[doc = ::std::concat!("Replaces the value of the field `", $wire, "`.")]
        $($deprecated)*
        #[must_use]
        pub fn $field(mut self, value: $type) -> Self {
            self.$field = value.into();
            self
        }
    };
}

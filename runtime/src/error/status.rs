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
    /// The media type of its body, if it has one that does not have the shape of all errors.
    const MEDIA: Option<&'static str> = None;

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

/// Defines the error of a status: a struct with its body and its context, each further field of the body, and each header.
///
/// ```ignore
/// rt::status_error! {
///     /// 429: Rate limit exceeded
///     #[error(429, ERRORS)]
///     pub struct TooManyRequests {
///         pub body: rt::ErrorBody,
///         #[required("limits")]
///         /// The limits that apply.
///         pub limits: Vec<Limit>,
///         #[usual("type")]
///         /// The family of the error.
///         pub r#type: ErrorType = ErrorType::RateLimit,
///         #[optional(into "scope", personal)]
///         /// What is limited.
///         pub scope: Option<String>,
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
/// The arguments of `#[error(…)]` are the status and the [`ErrorShape`](crate::error::ErrorShape) of the
/// API, and the message and the code, unless they are those of the status. `personal` or `secret` after a name
/// hides the value in `Debug`, and marks a header as sensitive. `#[code(…)]` and `#[values(…)]` are the code and the
/// values by which the error is told apart from others of its status.
///
/// `new` takes the `required` fields of the body. The `usual` ones have a value, and the `optional` ones have none, unless
/// the method of their name sets it. With `into`, these take whatever converts into the type. Their documentation follows the
/// attribute, so that the macro can tell them from headers. `#[deprecated]` follows the documentation of any
/// of these, and the documentation of the error.
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
                #[required($($required_into:ident)? $required_name:literal $(, $required_property:ident)?)]
                $(#[doc = $required_about:tt])*
                $(#[deprecated $($required_why:tt)?])?
                pub $required:ident: $required_type:ty,
            )*
            $(
                #[usual($($filled_into:ident)? $filled_name:literal $(, $filled_property:ident)*)]
                $(#[doc = $filled_about:tt])*
                $(#[deprecated $($filled_why:tt)?])?
                pub $filled:ident: $filled_type:ty = $filling:expr,
            )*
            $(
                #[optional($($optional_into:ident)? $optional_name:literal $(, $optional_property:ident)?)]
                $(#[doc = $optional_about:tt])*
                $(#[deprecated $($optional_why:tt)?])?
                pub $optional:ident: Option<$optional_type:ty>,
            )*
            $(
                $(#[doc = $about:tt])*
                $(#[deprecated $($why:tt)?])?
                #[header($header:literal $(, $property:ident)?)]
                pub $field:ident: $type:ty,
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
            $(
                $(#[doc = $required_about])*
                $(#[deprecated $($required_why)?])?
                pub $required: $required_type,
            )*
            $(
                $(#[doc = $filled_about])*
                $(#[deprecated $($filled_why)?])?
                pub $filled: $filled_type,
            )*
            $(
                $(#[doc = $optional_about])*
                $(#[deprecated $($optional_why)?])?
                pub $optional: Option<$optional_type>,
            )*
            $(
                $(#[doc = $about])*
                $(#[deprecated $($why)?])?
                pub $field: $type,
            )*
            /// Data about the error that is not in its body.
            pub context: $context,
        }

        impl $crate::error::StatusError for $name {
            fn from_response(response: &$crate::error::ErrorResponse<'_>) -> Option<Self> {
                let body = response.standard(
                    $statuses,
                    &[$($only)?],
                    &[$($(($value, $crate::decode::Literal::$kind($constant))),+)?],
                )?;
                Some(Self {
                    $(status: $crate::error_parts!(@second $usual, response.status),)?
                    $($required: body.field(&$crate::Field(
                        $required_name,
                        $crate $(::$required_property)? ::PROPERTIES,
                    ))?,)*
                    $($filled: body.field(&$crate::Field(
                        $filled_name,
                        $crate $(::$filled_property)* ::PROPERTIES,
                    ))?,)*
                    $($optional: body.field(&$crate::Field(
                        $optional_name,
                        $crate::optional $(::$optional_property)? ::PROPERTIES,
                    ))?,)*
                    $($field: $crate::text::read_header(response.headers, $header),)*
                    context: response.context.clone(),
                    body,
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
                shape.sent_with(&self.body, &[
                    $((
                        $crate::Field($required_name, $crate $(::$required_property)? ::PROPERTIES),
                        &self.$required,
                    ),)*
                    $((
                        $crate::Field($filled_name, $crate $(::$filled_property)* ::PROPERTIES),
                        &self.$filled,
                    ),)*
                    $((
                        $crate::Field(
                            $optional_name,
                            $crate::optional $(::$optional_property)? ::PROPERTIES,
                        ),
                        &self.$optional,
                    ),)*
                ])
            }
        }

        impl $name {
            /// An error with the API's message.
            pub fn new($(status: $status,)? $($required: $crate::error_parts!(@given_as $($required_into)? $required_type)),*) -> Self {
                Self {
                    $(status: $crate::error_parts!(@second $usual, status),)?
                    body: $shape
                        .body($crate::error_parts!(@given $statuses $(, $usual, status)?))$(.with_message($message))?$(.with_code($code))?,
                    $($required: Into::<$required_type>::into($required),)*
                    $($filled: $filling,)*
                    $($optional: None,)*
                    $($field: None,)*
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
                value: impl Into<$crate::Json>,
            ) -> Self {
                self.body.metadata_mut().insert(key.into(), value.into());
                self
            }

            $(
                #[doc = ::std::concat!("Replaces the value of the field `", $filled_name, "`.")]
                $(#[deprecated $($filled_why)?])?
                #[must_use]
                pub fn $filled(mut self, value: $crate::error_parts!(@given_as $($filled_into)? $filled_type)) -> Self {
                    self.$filled = value.into();
                    self
                }
            )*

            $(
                #[doc = ::std::concat!("Sets the field `", $optional_name, "`.")]
                $(#[deprecated $($optional_why)?])?
                #[must_use]
                pub fn $optional(mut self, value: $crate::error_parts!(@given_as $($optional_into)? $optional_type)) -> Self {
                    self.$optional = Some(value.into());
                    self
                }
            )*
        }

        $crate::error_parts!(@default $name [$($usual)?] [$($required)*]);

        $crate::error_parts!(
            @common $name [$($status)?] [$body]
            [
                $($required $(($required_property))?,)*
                $($filled $(($filled_property))*,)*
                $($optional $(($optional_property))?,)*
            ]
            $($field $(($property))?,)*
        );
    };
}

//! Errors whose bodies do not have the shape of all others.

/// Defines an error whose body has its own type, or an error without a body.
///
/// ```ignore
/// rt::typed_error! {
///     /// 422: The content filter stopped the request.
///     #[error(422)]
///     pub struct Filtered {
///         #[body(rt::JsonErrorBody("application/json", None))]
///         pub body: FilterReport,
///         /// How many seconds to wait.
///         #[header("retry-after")]
///         pub retry_after: Option<i64>,
///         pub context: rt::ErrorContext,
///     }
/// }
/// ```
///
/// An error of several statuses has a field for the status as well, as in `status_error`. With `#[error(422,
/// private)]`, the message and the code in the body are not shown.
#[doc(hidden)]
#[macro_export]
macro_rules! typed_error {
    (
        $(#[doc = $doc:tt])*
        $(#[deprecated $($note:tt)?])?
        #[error($statuses:literal $(, $private:ident)?)]
        pub struct $name:ident {
            $(#[status($usual:literal)] pub status: $status:ty,)?
            $(#[body($content:expr)] pub body: $body:ty,)?
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
            $(
                /// The body of the response.
                pub body: $body,
            )?
            $(
                $(#[doc = $about])*
                $(#[deprecated $($why)?])?
                pub $field: $type,
            )*
            /// Data about the error that is not in its response.
            pub context: $context,
        }

        impl $crate::codegen::StatusError for $name {
            $(const MEDIA: Option<&'static str> = Some($content.media());)?

            fn from_response(response: &$crate::codegen::ErrorResponse<'_>) -> Option<Self> {
                let is_meant = response.is_own($statuses)
                    && $crate::error_parts!(@has_body [$($body)?] response $statuses);
                if !is_meant {
                    return None;
                }
                Some(Self {
                    $(status: $crate::error_parts!(@second $usual, response.status),)?
                    $(body: $content.read(response, $statuses)?,)?
                    $($field: $crate::codegen::read_header(response.headers, $header),)*
                    context: $crate::error_parts!(@context response $($private)?),
                })
            }

            fn context_mut(&mut self) -> &mut $crate::codegen::ErrorContext {
                &mut self.context
            }
        }

        impl $crate::codegen::AnyStatusError for $name {
            $crate::__error_methods!(
                $statuses [$($status)?] $($field = $header $($property)?,)*
            );

            fn body(&self) -> Option<&$crate::codegen::ErrorBody> {
                self.context.shared_body()
            }

            fn encode(
                &self,
                _: &$crate::codegen::ErrorShape,
            ) -> $crate::codegen::JsonResult<$crate::codegen::SentBody> {
                $crate::error_parts!(@encode self $(, $content, $body)?)
            }
        }

        impl $name {
            /// An error with this content.
            #[allow(clippy::new_without_default, reason = "errors have no usual content")]
            pub fn new($(status: $status,)? $(body: impl Into<$body>,)?) -> Self {
                Self {
                    $(status: $crate::error_parts!(@second $usual, status),)?
                    $(body: Into::<$body>::into(body),)?
                    $($field: None,)*
                    context: <$context>::default(),
                }
            }
        }

        $crate::__error_impls!($name [$($status)?] [$($body)?] [] $($field $($property)?,)*);
    };
}

/// Expressions and implementations that differ between errors.
#[doc(hidden)]
#[macro_export]
macro_rules! error_parts {
    (@second $first:literal, $second:expr) => {
        $second
    };
    (@context $response:ident) => {
        $response.own_context()
    };
    // The message of the body must not be shown.
    (@context $response:ident private) => {
        $response.context.clone()
    };
    (@has_body [] $response:ident $statuses:literal) => {
        $response.text.is_empty() && !$response.may_be_of_layers($statuses)
    };
    (@has_body [$body:ty] $response:ident $statuses:literal) => {
        true
    };
    (@status $self:ident $statuses:literal) => {
        $statuses
    };
    (@status $self:ident $statuses:literal, $status:ty) => {
        $self.status
    };
    (@given $statuses:literal) => {
        $statuses
    };
    (@given $statuses:literal, $usual:literal, $status:ident) => {
        $status
    };
    (@default $name:ident [$($usual:literal)?] []) => {
        impl Default for $name {
            fn default() -> Self {
                Self::new($($usual)?)
            }
        }
    };
    (@default $name:ident [$($usual:literal)?] [$($argument:ty)+]) => {};
    (@encode $self:ident) => {
        Ok($crate::codegen::SentBody::NONE)
    };
    (@encode $self:ident, $content:expr, $body:ty) => {
        $content.write::<$body>(&$self.body)
    };
    (@field $type:ty, $field:literal) => {
        $crate::Field($field, $crate::PROPERTIES)
    };
    (@value $self:ident $field:ident $type:ty) => {
        &$self.$field
    };
}

/// The methods of [`AnyStatusError`](crate::error::AnyStatusError) that are the same for all errors.
#[doc(hidden)]
#[macro_export]
macro_rules! __error_methods {
    ($statuses:literal [$($status:ty)?] $($header:ident = $wire:literal $($property:ident)?,)*) => {
        fn statuses(&self) -> u16 {
            $statuses
        }

        fn status(&self) -> u16 {
            $crate::error_parts!(@status self $statuses $(, $status)?)
        }

        fn context(&self) -> &$crate::codegen::ErrorContext {
            &self.context
        }

        fn write_headers(&self, headers: &mut $crate::codegen::HeaderMap) {
            let _ = &headers;
            $(
                let header = $crate::Field($wire, $crate $(::$property)? ::PROPERTIES);
                $crate::codegen::write_header(headers, &header, &self.$header);
            )*
        }
    };
}

/// What all errors implement in the same way. The fields of the body and the headers are followed by their properties.
#[doc(hidden)]
#[macro_export]
macro_rules! __error_impls {
    (
        $name:ident [$($status:ty)?] [$($body:ty)?]
        [$($field:ident $($property:ident)*,)*]
        $($header:ident $($property_header:ident)?,)*
    ) => {
        impl $name {
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
                    $($crate::error_parts!(@field $status, "status"),)?
                    $($crate::error_parts!(@field $body, "body"),)?
                    $($crate::Field(::std::stringify!($field), $crate $(::$property)* ::PROPERTIES),)*
                    $($crate::Field(
                        ::std::stringify!($header),
                        $crate $(::$property_header)? ::PROPERTIES,
                    ),)*
                    // The context contains the values of `Retry-After` and of the request's ID, which may be
                    // among the sensitive headers.
                    $crate::Field("context", $crate::PROPERTIES $($(.$property_header())?)*),
                ];
                let values: &[&dyn ::std::fmt::Debug] = &[
                    $($crate::error_parts!(@value self status $status),)?
                    $($crate::error_parts!(@value self body $body),)?
                    $(&self.$field,)*
                    $(&self.$header,)*
                    &self.context,
                ];
                $crate::codegen::show_fields(f, ::std::stringify!($name), fields, values)
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                $crate::codegen::write_status_error(self, f)
            }
        }
    };
}

//! A successful response with headers or a class of statuses.

/// Defines a successful response with headers or a class of statuses.
///
/// ```ignore
/// rt::response! {
///     /// The response of `update_issue`.
///     #[derive(Clone, PartialEq)]
///     #[from(body)]
///     pub struct UpdateIssueResponse {
///         #[body]
///         pub body: Issue,
///         /// The version of the issue.
///         #[header("etag")]
///         pub etag: Option<String>,
///     }
/// }
/// ```
///
/// `#[class(2)] pub status: u16` before the body is a status that begins with 2, which the handler chooses.
///
/// `#[from(body)]` implements `From` for the body: no header is required. A response without a body has headers only.
/// `personal` or `secret` after the name of a header hides its value in `Debug`, and marks the header as sensitive.
#[doc(hidden)]
#[macro_export]
macro_rules! response {
    (
        $(#[doc = $doc:tt])*
        $(#[derive($($derive:ident),+)])?
        $(#[from($from:ident)])?
        pub struct $name:ident {
            $(
                #[class($class:literal)]
                pub status: u16,
            )?
            $(
                #[body]
                pub body: $body:ty,
            )?
            $(
                $(#[doc = $about:tt])*
                $(#[deprecated $($why:tt)?])?
                #[header($header:literal $(, $property:ident)?)]
                pub $field:ident: $type:ty,
            )*
        }
    ) => {
        $(#[doc = $doc])*
        $(#[derive($($derive),+)])?
        pub struct $name {
            $(
                #[doc = ::std::concat!(
                    "The status: one from ", $class, "00 to ", $class, "99 without a response of its own.",
                )]
                pub status: u16,
            )?
            $(
                /// The content.
                pub body: $body,
            )?
            $(
                $(#[doc = $about])*
                $(#[deprecated $($why)?])?
                pub $field: $type,
            )*
        }

        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                let fields = &[
                    $($crate::__with!([$class] $crate::Field("status", $crate::PROPERTIES)),)?
                    $($crate::__with!([$body] $crate::Field("body", $crate::PROPERTIES)),)?
                    $($crate::Field(
                        ::std::stringify!($field),
                        $crate $(::$property)? ::PROPERTIES,
                    ),)*
                ];
                let values: &[&dyn ::std::fmt::Debug] = &[
                    $($crate::__with!([$class] &self.status),)?
                    $($crate::__with!([$body] &self.body),)?
                    $(&self.$field,)*
                ];
                $crate::codegen::show_fields(f, ::std::stringify!($name), fields, values)
            }
        }

        $crate::__from_body! { [$($from)?] $name [$($body)?] [$($field)*] }
        $crate::__respond! { $name [$($class)?] [$($body)?] $([$header $($property)?] $field)* }
        $crate::__receive! { $name [$($class)?] [$($body)?] $($header $field)* }
    };
}

/// Some tokens, in a repetition that depends on others.
#[doc(hidden)]
#[macro_export]
macro_rules! __with {
    ([$($others:tt)*] $($tokens:tt)*) => {
        $($tokens)*
    };
}

/// `From` for the body of a response whose headers are all optional.
#[doc(hidden)]
#[macro_export]
macro_rules! __from_body {
    ([] $name:ident [$($body:ty)?] [$($field:ident)*]) => {};
    ([body] $name:ident [$body:ty] [$($field:ident)*]) => {
        impl From<$body> for $name {
            fn from(body: $body) -> Self {
                Self { body, $($field: ::std::default::Default::default()),* }
            }
        }
    };
}

/// How a server sends a response with headers.
#[cfg(feature = "server")]
#[doc(hidden)]
#[macro_export]
macro_rules! __respond {
    ($name:ident [$($class:literal)?] [$($body:ty)?] $([$header:literal $($property:ident)?] $field:ident)*) => {
        impl $crate::codegen::Respond for $name {
            fn respond(
                self,
                to: &$crate::codegen::Responding<'_>,
            ) -> Result<$crate::codegen::Response, $crate::codegen::Rejection> {
                $(let to = &to.of_class($class, self.status)?;)?
                let headers: &[($crate::Field, &dyn $crate::codegen::ResponseHeader)] = &[
                    $(($crate::Field($header, $crate $(::$property)? ::PROPERTIES), &self.$field),)*
                ];
                let headers = to.headers(headers)?;
                let body = ($($crate::__with!([$body] self.body))?);
                to.with_headers(headers, body)
            }
        }
    };
}

/// There is no server.
#[cfg(not(feature = "server"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __respond {
    ($($tokens:tt)*) => {};
}

/// How a client reads a response with headers.
#[cfg(feature = "client")]
#[doc(hidden)]
#[macro_export]
macro_rules! __receive {
    ($name:ident [$($class:literal)?] [$($body:ty)?] $($header:literal $field:ident)*) => {
        impl $crate::codegen::FromResponse for $name {
            fn from_response(
                response: &mut $crate::codegen::Received,
            ) -> Result<Self, $crate::codegen::InvalidJson> {
                Ok(Self {
                    $(status: $crate::__with!([$class] response.status()),)?
                    $($field: response.header($header)?,)*
                    $(body: <$body as $crate::codegen::FromResponse>::from_response(response)?,)?
                })
            }
        }
    };
}

/// There is no client.
#[cfg(not(feature = "client"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __receive {
    ($($tokens:tt)*) => {};
}

//! Bodies of requests that have one of several contents.

use super::Call;
use super::outcome::FromResponse;
use crate::error::OperationError;

/// The body of a request that has one of several contents, as an enum. [`sent_contents!`](crate::sent_contents)
/// implements it.
pub trait SentContents {
    /// Sets the body of a call.
    fn add_to<T: FromResponse, E: OperationError>(self, call: Call<T, E>) -> Call<T, E>;
}

impl<T: FromResponse, E: OperationError> Call<T, E> {
    /// Sets the body to one of several contents.
    #[doc(hidden)]
    pub fn contents(self, body: impl SentContents) -> Self {
        body.add_to(self)
    }
}

/// Defines the enum of the contents of a request, as callers send it.
///
/// ```ignore
/// rt::sent_contents! {
///     /// The body of `import_books`, by content.
///     pub enum ImportBooksBody {
///         /// `application/x-ndjson`.
///         #[from(rt::JsonLines<Book>)]
///         Lines(rt::JsonLines<Book>) = lines("application/x-ndjson"),
///         /// `application/json`.
///         #[from(Vec<Book>)]
///         List(Vec<Book>) = json(),
///     }
/// }
/// ```
///
/// Each content is followed by the method of [`Call`](crate::client::Call) that sets it, and the arguments of that
/// before the value. `#[from(…)]` lists the types that convert into the enum.
#[doc(hidden)]
#[macro_export]
macro_rules! sent_contents {
    (
        $(#[doc = $doc:tt])*
        pub enum $name:ident {
            $(
                $(#[doc = $about:tt])*
                $(#[from($($from:ty),+)])?
                $variant:ident($content:ty) = $method:ident $settings:tt,
            )+
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Debug)]
        pub enum $name {
            $($(#[doc = $about])* $variant($content),)+
        }

        impl $crate::codegen::SentContents for $name {
            fn add_to<T: $crate::codegen::FromResponse, E: $crate::codegen::OperationError>(
                self,
                call: $crate::codegen::Call<T, E>,
            ) -> $crate::codegen::Call<T, E> {
                match self {
                    $(Self::$variant(body) => $crate::__send!(call, body, $method $settings),)+
                }
            }
        }

        $($($crate::__conversions!($name, $variant, $($from),+);)?)+
    };
}

/// Sets a body. What is written as JSON, XML or a form is borrowed.
#[doc(hidden)]
#[macro_export]
macro_rules! __send {
    ($call:ident, $body:ident, json()) => {
        $call.json(&$body)
    };
    ($call:ident, $body:ident, json_as($media:literal)) => {
        $call.json_as($media, &$body)
    };
    ($call:ident, $body:ident, json_in($media:literal, $envelope:literal)) => {
        $call.json_in($media, $envelope, &$body)
    };
    ($call:ident, $body:ident, xml($media:literal, $root:expr)) => {
        $call.xml($media, $root, &$body)
    };
    ($call:ident, $body:ident, form($lists:expr)) => {
        $call.form($lists, &$body)
    };
    ($call:ident, $body:ident, styled_form($lists:expr, $styles:expr)) => {
        $call.styled_form($lists, $styles, &$body)
    };
    ($call:ident, $body:ident, $method:ident($($setting:expr),*)) => {
        $call.$method($($setting,)* $body)
    };
}

//! Bodies of requests that have one of several contents.

use super::{Input, Invalid, RequestBody};

/// The body of a request that has one of several contents, as an enum. [`received_contents!`](crate::received_contents)
/// implements it.
pub trait Contents: Sized + 'static {
    /// How each content is received.
    const CONTENTS: &'static [RequestBody];

    /// How each content is read, in the same order.
    const READ: &'static [ReadContent<Self>];
}

/// Reads one content of a body.
pub type ReadContent<T> = fn(&mut Input) -> Result<T, Invalid>;

/// Defines the enum of the contents of a request, as handlers get it.
///
/// ```ignore
/// rt::received_contents! {
///     /// The body of `import_books`, by content.
///     pub enum ImportBooksBody {
///         /// `application/x-ndjson`.
///         Lines(rt::JsonLines<Book>) = lines("application/x-ndjson"),
///         /// `application/json`.
///         List(Vec<Book>) = json("application/json"),
///     }
/// }
/// ```
///
/// The words are the same as in `#[body(…)]` in [`arguments!`](crate::arguments), with all media types of the content.
#[doc(hidden)]
#[macro_export]
macro_rules! received_contents {
    (
        $(#[doc = $doc:tt])*
        $(#[derive($($derive:ident),+)])?
        pub enum $name:ident {
            $(
                $(#[doc = $about:tt])*
                $(#[envelope($envelope:literal)])?
                $(#[styled($($styled:literal = $style:expr),+)])?
                $(#[root($root:path)])?
                $(#[rules($($rule:ident = $limit:expr),+)])?
                $variant:ident($content:ty) = $reading:ident($($media:literal),+),
            )+
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Debug $($(, $derive)+)?)]
        pub enum $name {
            $($(#[doc = $about])* $variant($content),)+
        }

        impl $crate::codegen::Contents for $name {
            const CONTENTS: &'static [$crate::codegen::RequestBody] = &[
                $($crate::codegen::RequestBody::$reading(&[$($media),+]),)+
            ];

            const READ: &'static [$crate::codegen::ReadContent<Self>] =
                &[$(|input| {
                    input
                        $(.enveloped($envelope))?
                        $(.styled(&[$(($styled, $style)),+]))?
                        $(.rooted(&$root))?
                        $(.limited($crate::__rules!($($rule = $limit),+)))?
                        .$reading()
                        .map(Self::$variant)
                },)+];
        }
    };
}

//! The macros for newtypes: they define the struct and its implementations.

use std::borrow::Cow;

use serde_core::Deserializer;

use crate::Expected;
use crate::decode::{Context, Decode};
use crate::text::Text;

/// A newtype: a scalar with its own type.
pub trait Newtype: From<Self::Inner> {
    /// The scalar.
    type Inner;

    /// The inner value.
    fn inner(&self) -> &Self::Inner;

    /// Checks the value against the rules of the type.
    ///
    /// # Errors
    /// What the first violated rule requires, to follow a name: `must be at least 1`.
    fn check_own(&self) -> Result<(), String> {
        Ok(())
    }
}

/// A newtype has the text of its scalar.
impl<T: Newtype<Inner: Text>> Text for T {
    fn from_text(text: &str) -> Result<Self, Expected> {
        T::Inner::from_text(text).map(Self::from)
    }

    fn to_text(&self) -> Cow<'_, str> {
        self.inner().to_text()
    }

    fn problem(&self) -> Option<&'static str> {
        self.inner().problem()
    }

    fn from_request(text: &str) -> Result<Self, String> {
        let value = T::Inner::from_request(text).map(Self::from)?;
        value.check_own()?;
        Ok(value)
    }
}

/// Reads a newtype, and checks the rules of the type.
///
/// # Errors
/// As [`Decode::decode`].
pub fn read<'de, T: Newtype<Inner: Decode>, D: Deserializer<'de>>(
    deserializer: D,
    context: &mut Context,
) -> Result<T, D::Error> {
    let value = T::from(T::Inner::decode(deserializer, context)?);
    context.enforce(|| value.check_own())?;
    Ok(value)
}

/// Defines a newtype of a string.
///
/// ```
/// use specsmith_runtime::codegen as rt;
///
/// rt::string_newtype! {
///     /// Identifies a member.
///     #[rules(min_length = 1)]
///     pub struct MemberId(String);
/// }
/// rt::string_newtype! {
///     /// The address of a member.
///     #[hidden(personal)]
///     pub struct Email(String);
/// }
///
/// assert_eq!(MemberId::new("ann").to_string(), "ann");
/// assert_eq!(format!("{:?}", Email::new("ann@example.com")), "Email(<personal>)");
/// ```
///
/// `#[derive(…)]` has further traits to derive. `#[rules(…)]` is as in [`object!`](crate::object). `#[hidden(personal)]` or `#[hidden(secret)]` is for
/// values that must not appear in logs: there is no `Display`, and `Debug` shows the word instead.
#[doc(hidden)]
#[macro_export]
macro_rules! string_newtype {
    (
        $(#[doc = $doc:tt])*
        $(#[deprecated $($note:tt)?])?
        $(#[derive $derives:tt])?
        $(#[hidden($word:ident)])?
        $(#[rules($($rule:ident = $limit:expr),+)])?
        pub struct $name:ident(String);
    ) => {
        $(#[doc = $doc])*
        $(#[deprecated $($note)?])?
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $(#[derive $derives])?
        pub struct $name(::std::string::String);

        $crate::__string_newtype!($name, ($($($rule = $limit),+)?));
        $crate::__shown!($name, pad $($word)?);
    };
}

/// Defines a newtype of another scalar, with its traits. For the rest, see
/// [`string_newtype!`](crate::string_newtype).
///
/// ```
/// use specsmith_runtime::codegen as rt;
///
/// rt::newtype! {
///     /// The number of seats.
///     #[derive(Clone, Copy, PartialEq, Eq)]
///     #[rules(min = 1)]
///     pub struct Seats(i64);
/// }
///
/// assert_eq!(Seats::new(3).to_string(), "3");
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! newtype {
    (
        $(#[doc = $doc:tt])*
        $(#[deprecated $($note:tt)?])?
        #[derive $derives:tt]
        $(#[hidden($word:ident)])?
        $(#[rules($($rule:ident = $limit:expr),+)])?
        pub struct $name:ident($inner:ty);
    ) => {
        $(#[doc = $doc])*
        $(#[deprecated $($note)?])?
        #[derive $derives]
        pub struct $name($inner);

        $crate::__newtype!($name, $inner, ($($($rule = $limit),+)?));
        $crate::__shown!($name, write_str $($word)?);
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __string_newtype {
    ($name:ident, $rules:tt) => {
        $crate::__newtype!(@both $name, ::std::string::String, $rules);

        impl $name {
            /// Creates one from text.
            pub fn new(text: impl Into<::std::string::String>) -> Self {
                Self(text.into())
            }

            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.into())
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = ::std::convert::Infallible;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Ok(Self(text.into()))
            }
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __newtype {
    ($name:ident, $inner:ty, $rules:tt) => {
        $crate::__newtype!(@both $name, $inner, $rules);

        impl $name {
            /// Wraps a value.
            pub fn new(value: impl Into<$inner>) -> Self {
                Self(value.into())
            }

            /// The inner value.
            pub fn get(&self) -> &$inner {
                &self.0
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::codegen::Expected;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $crate::codegen::Text::from_text(text)
            }
        }
    };
    (@both $name:ident, $inner:ty, $rules:tt) => {
        impl $name {
            /// Returns the inner value.
            pub fn into_inner(self) -> $inner {
                self.0
            }
        }

        impl From<$inner> for $name {
            fn from(value: $inner) -> Self {
                Self(value)
            }
        }

        impl From<&$name> for $name {
            fn from(other: &$name) -> Self {
                other.clone()
            }
        }

        impl $crate::codegen::Newtype for $name {
            type Inner = $inner;

            fn inner(&self) -> &$inner {
                &self.0
            }

            $crate::__own_rules!($rules);
        }

        impl $crate::codegen::Decode for $name {
            type Form = $crate::codegen::OfSerde;

            fn decode<'de, D: $crate::codegen::Deserializer<'de>>(
                deserializer: D,
                context: &mut $crate::codegen::Context,
            ) -> Result<Self, D::Error> {
                $crate::codegen::read_newtype(deserializer, context)
            }
        }

        impl $crate::codegen::Serialize for $name {
            fn serialize<S: $crate::codegen::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::codegen::Decode::encode(&self.0, serializer)
            }
        }

        $crate::__deserialize!($name);
    };
}

/// The check of the rules of a type, if it has any.
#[doc(hidden)]
#[macro_export]
macro_rules! __own_rules {
    (()) => {};
    (($($rule:ident = $limit:expr),+)) => {
        fn check_own(&self) -> Result<(), ::std::string::String> {
            const RULES: $crate::codegen::Rules = $crate::codegen::Rules::NONE
                $(.$rule($crate::__rule!($rule $limit)))+;
            $crate::codegen::check_scalar(&self.0, &RULES)
        }
    };
}

/// `Debug` and `Display` of a newtype; only `Debug`, with the word instead of the value, if it must not
/// be shown. Only strings are padded.
#[doc(hidden)]
#[macro_export]
macro_rules! __shown {
    ($name:ident, $write:ident) => {
        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.debug_tuple(::std::stringify!($name))
                    .field(&self.0)
                    .finish()
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.$write(&$crate::codegen::Text::to_text(&self.0))
            }
        }
    };
    ($name:ident, $write:ident $word:ident) => {
        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(::std::concat!(
                    ::std::stringify!($name),
                    "(<",
                    ::std::stringify!($word),
                    ">)"
                ))
            }
        }
    };
}

/// Implements serde's `Deserialize` for a type that implements `Decode`.
#[doc(hidden)]
#[macro_export]
macro_rules! __deserialize {
    ($name:ident $(<$parameter:ident>)?) => {
        impl<'de, $($parameter: $crate::codegen::Decode)?> $crate::codegen::Deserialize<'de>
            for $name $(<$parameter>)?
        {
            fn deserialize<D: $crate::codegen::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::codegen::deserialize(deserializer)
            }
        }
    };
}

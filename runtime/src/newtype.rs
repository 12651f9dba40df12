//! Implementations for newtypes. The generated crate declares the struct with its documentation and
//! derives; these macros add the rest.

/// A string newtype that may be shown: `string_newtype!(WorkspaceId)`, or `string_newtype!(KeyHash,
/// &[&length(1..)])` with rules.
#[doc(hidden)]
#[macro_export]
macro_rules! string_newtype {
    ($name:ident $(, $rules:expr)?) => {
        $crate::__string_newtype!($name, ($($rules)?));

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(&self.0)
            }
        }
    };
}

/// A string newtype that must not appear in logs: `sensitive_string_newtype!(Email, "personal")`.
/// It has no `Display`, and its `Debug` shows the word instead of the value.
#[doc(hidden)]
#[macro_export]
macro_rules! sensitive_string_newtype {
    ($name:ident, $word:literal $(, $rules:expr)?) => {
        $crate::__string_newtype!($name, ($($rules)?));
        $crate::__hidden_debug!($name, $word);
    };
}

/// A newtype of another scalar that may be shown: `newtype!(ByokId, Uuid)`.
#[doc(hidden)]
#[macro_export]
macro_rules! newtype {
    ($name:ident, $inner:ty $(, $rules:expr)?) => {
        $crate::__newtype!($name, $inner, ($($rules)?));

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(&$crate::text::Text::to_text(&self.0))
            }
        }
    };
}

/// A newtype of another scalar that must not appear in logs: `sensitive_newtype!(Salary, Decimal,
/// "personal")`.
#[doc(hidden)]
#[macro_export]
macro_rules! sensitive_newtype {
    ($name:ident, $inner:ty, $word:literal $(, $rules:expr)?) => {
        $crate::__newtype!($name, $inner, ($($rules)?));
        $crate::__hidden_debug!($name, $word);
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __string_newtype {
    ($name:ident, ($($rules:expr)?)) => {
        $crate::__newtype!(@both $name, ::std::string::String, ($($rules)?));

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
    ($name:ident, $inner:ty, ($($rules:expr)?)) => {
        $crate::__newtype!(@both $name, $inner, ($($rules)?));

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
            type Err = $crate::Expected;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $crate::text::Text::from_text(text)
            }
        }
    };
    (@both $name:ident, $inner:ty, ($($rules:expr)?)) => {
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

        impl $crate::text::Text for $name {
            fn from_text(text: &str) -> Result<Self, $crate::Expected> {
                <$inner as $crate::text::Text>::from_text(text).map(Self)
            }

            fn to_text(&self) -> ::std::borrow::Cow<'_, str> {
                $crate::text::Text::to_text(&self.0)
            }

            fn problem(&self) -> Option<&'static str> {
                $crate::text::Text::problem(&self.0)
            }
        }

        impl $crate::rules::Checked for $name {
            type Target = <$inner as $crate::rules::Checked>::Target;

            fn target(&self) -> Option<&Self::Target> {
                $crate::rules::Checked::target(&self.0)
            }

            $(fn check_own(&self) -> Result<(), ::std::string::String> {
                $crate::rules::check(&self.0, $rules)
            })?
        }

        impl $crate::decode::Decode for $name {
            fn decode<'de, D: $crate::codegen::Deserializer<'de>>(
                deserializer: D,
                context: &mut $crate::decode::Context,
            ) -> Result<Self, D::Error> {
                let value = Self($crate::decode::Decode::decode(deserializer, context)?);
                context.enforce(|| $crate::rules::Checked::check_own(&value))?;
                Ok(value)
            }
        }

        impl $crate::codegen::Serialize for $name {
            fn serialize<S: $crate::codegen::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::codegen::Serialize::serialize(&self.0, serializer)
            }
        }

        $crate::__deserialize!($name);
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __hidden_debug {
    ($name:ident, $word:literal) => {
        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(::std::concat!(::std::stringify!($name), "(<", $word, ">)"))
            }
        }
    };
}

/// Implements serde's `Deserialize` for a type that implements `Decode`.
#[doc(hidden)]
#[macro_export]
macro_rules! __deserialize {
    ($name:ty $(, $parameter:ident)*) => {
        impl<'de, $($parameter: $crate::decode::Decode),*> $crate::codegen::Deserialize<'de> for $name {
            fn deserialize<D: $crate::codegen::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::decode::deserialize(deserializer)
            }
        }
    };
}

/// Implements an object: `object!(Guardrail)`, or `object!(Page<T>)` with type parameters.
#[doc(hidden)]
#[macro_export]
macro_rules! object {
    ($name:ident $(< $($parameter:ident),+ >)?) => {
        impl $(<$($parameter: $crate::decode::Decode),+>)? $crate::decode::Decode for $name $(<$($parameter),+>)? {
            fn decode<'de, D: $crate::codegen::Deserializer<'de>>(
                deserializer: D,
                context: &mut $crate::decode::Context,
            ) -> Result<Self, D::Error> {
                $crate::decode::read_object(deserializer, context)
            }
        }

        $crate::__deserialize!($name $(<$($parameter),+> $(, $parameter)+)?);
    };
}

/// How an object is read when a `Boxed` field leads to it: `reader!(Comment)`.
///
/// There is a separate function for each field. A closure is called by a function of the standard
/// library, which would be compiled inside of itself for each type of a cycle.
#[doc(hidden)]
#[macro_export]
macro_rules! reader {
    ($name:ty) => {{
        fn read(
            fields: $crate::decode::Fields<'_, $crate::decode::SourceObject<'_, '_>>,
        ) -> ::std::result::Result<$name, $crate::decode::Failed> {
            $crate::decode::Object::read(fields)
        }
        $crate::decode::Reader::new(<$name as $crate::decode::Object>::FIELDS, read)
    }};
}

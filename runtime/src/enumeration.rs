//! Implementations for enumerations. The generated crate declares the enum, its list of values and
//! `as_str`; these macros add the rest.

/// A closed enumeration: `closed_enum!(Role)`. It must have `ALL: &[Self]` and `as_str`.
#[doc(hidden)]
#[macro_export]
macro_rules! closed_enum {
    ($name:ident) => {
        $crate::__enum!($name);

        impl ::std::str::FromStr for $name {
            type Err = $crate::Expected;

            // Not `Self::Err`, because a variant may have that name.
            fn from_str(text: &str) -> Result<Self, $crate::Expected> {
                $crate::text::Text::from_text(text)
            }
        }

        impl $crate::text::Text for $name {
            fn from_text(text: &str) -> Result<Self, $crate::Expected> {
                let known = Self::ALL.iter().find(|known| known.as_str() == text);
                known
                    .copied()
                    .ok_or_else(|| $crate::Expected::one_of(Self::ALL.iter().map(Self::as_str)))
            }

            fn to_text(&self) -> ::std::borrow::Cow<'_, str> {
                ::std::borrow::Cow::Borrowed(self.as_str())
            }
        }
    };
}

/// An enumeration that keeps unknown values: `open_enum!(PresetStatus, Other)`. It must have
/// `KNOWN: &[Self]` and `as_str`.
#[doc(hidden)]
#[macro_export]
macro_rules! open_enum {
    ($name:ident, $other:ident) => {
        $crate::__enum!($name);

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                let known = Self::KNOWN.iter().find(|known| known.as_str() == text);
                known.cloned().unwrap_or_else(|| Self::$other(text.into()))
            }
        }

        impl From<::std::string::String> for $name {
            fn from(text: ::std::string::String) -> Self {
                let known = Self::KNOWN.iter().find(|known| known.as_str() == text);
                known.cloned().unwrap_or(Self::$other(text))
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = ::std::convert::Infallible;

            fn from_str(text: &str) -> Result<Self, ::std::convert::Infallible> {
                Ok(Self::from(text))
            }
        }

        impl $crate::text::Text for $name {
            fn from_text(text: &str) -> Result<Self, $crate::Expected> {
                Ok(Self::from(text))
            }

            fn to_text(&self) -> ::std::borrow::Cow<'_, str> {
                ::std::borrow::Cow::Borrowed(self.as_str())
            }
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __enum {
    ($name:ident) => {
        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl $crate::decode::Decode for $name {
            fn decode<'de, D: $crate::codegen::Deserializer<'de>>(
                deserializer: D,
                context: &mut $crate::decode::Context,
            ) -> Result<Self, D::Error> {
                $crate::decode::read_text(deserializer, context)
            }
        }

        impl $crate::codegen::Serialize for $name {
            fn serialize<S: $crate::codegen::Serializer>(
                &self,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        $crate::__deserialize!($name);
    };
}

#[cfg(test)]
mod tests {
    // The macros create public items, and more than the tests use.
    #![allow(dead_code, unreachable_pub)]

    use crate::codegen as rt;

    /// An enumeration with values whose names mean something in Rust or in the implemented traits.
    macro_rules! enumeration {
        ($(#[$derive:meta])* $type:ident { $list:ident $(, $other:ident)? }) => {
            enumeration! { @$list $(#[$derive])* $type [$($other)?]
                None Some Ok Err Option Result String Vec Box Copy Clone Debug Display Default
                Target Error Output Item Value Owned Borrowed Cow Name From Into FromStr Text
                Rules Decode Serialize Deserialize Serializer D S E
            }
        };
        (@$list:ident $(#[$derive:meta])* $type:ident [$($other:ident)?] $($name:ident)+) => {
            #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
            $(#[$derive])*
            enum $type {
                $($name,)+
                $($other(String),)?
            }

            impl $type {
                const $list: &'static [Self] = &[$(Self::$name),+];

                fn as_str(&self) -> &str {
                    match self {
                        $(Self::$name => stringify!($name),)+
                        $(Self::$other(text) => text,)?
                    }
                }
            }
        };
    }

    enumeration! { #[derive(Copy)] Closed { ALL } }
    rt::closed_enum!(Closed);

    enumeration! { Open { KNOWN, Other } }
    rt::open_enum!(Open, Other);

    #[test]
    fn values_may_have_any_name() {
        for value in Closed::ALL {
            assert_eq!(value.as_str().parse(), Ok(*value));
        }
        assert!("Other".parse::<Closed>().is_err());
        for value in Open::KNOWN {
            assert_eq!(value.as_str().parse(), Ok(value.clone()));
        }
        assert_eq!(Open::from("Nil"), Open::Other("Nil".into()));
    }
}

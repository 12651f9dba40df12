//! The macros for enumerations: from one list of values, they create the enum and its implementations.

/// A closed enumeration, which rejects unknown values. The documentation of each value shows it as it is on
/// the wire. `#[shown("…")]` before a value gives the Markdown for a value that cannot stand between backticks.
///
/// ```
/// use specsmith_runtime::codegen as rt;
///
/// rt::closed_enum! {
///     /// The role of a member.
///     pub enum Role {
///         /// May change settings.
///         Admin = "admin",
///         /// Anyone else.
///         Member = "member",
///     }
/// }
///
/// assert_eq!(Role::Admin.as_str(), "admin");
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! closed_enum {
    (
        $(#[doc = $doc:tt])*
        $(#[deprecated $($note:tt)?])?
        $(#[derive $derives:tt])?
        pub enum $name:ident {
            $($(#[doc = $about:tt])* $(#[deprecated $($why:tt)?])? $(#[shown($shown:literal)])? $variant:ident = $text:literal,)+
        }
    ) => {
        $(#[doc = $doc])*
        $(#[deprecated $($note)?])?
        #[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Ord, Hash)]
        $(#[derive $derives])?
        pub enum $name {
            $($(#[doc = $about])* $(#[deprecated $($why)?])? #[doc = ""] #[doc = $crate::__value!($text $(, $shown)?)] $variant,)+
        }

        impl $name {
            /// Every value, in the order of the specification.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The value on the wire.
            pub const fn as_str(&self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::codegen::Expected;

            // Not `Self::Err`, because a variant may have that name.
            fn from_str(text: &str) -> Result<Self, $crate::codegen::Expected> {
                match text {
                    $($text => Ok(Self::$variant),)+
                    _ => Err($crate::codegen::Expected::one_of([$($text),+])),
                }
            }
        }

        impl $crate::codegen::Text for $name {
            fn from_text(text: &str) -> Result<Self, $crate::codegen::Expected> {
                ::std::str::FromStr::from_str(text)
            }

            fn to_text(&self) -> ::std::borrow::Cow<'_, str> {
                ::std::borrow::Cow::Borrowed(self.as_str())
            }
        }

        $crate::__enum!($name);
    };
}

/// An open enumeration, which keeps unknown values in its last variant: `#[other] Other(String)`. With
/// `#[other(responses)]`, a server rejects these values. For the rest, see [`closed_enum!`](crate::closed_enum).
#[doc(hidden)]
#[macro_export]
macro_rules! open_enum {
    (
        $(#[doc = $doc:tt])*
        $(#[deprecated $($note:tt)?])?
        $(#[derive $derives:tt])?
        pub enum $name:ident {
            $($(#[doc = $about:tt])* $(#[deprecated $($why:tt)?])? $(#[shown($shown:literal)])? $variant:ident = $text:literal,)*
            #[other $(($only:ident))?]
            $other:ident(String),
        }
    ) => {
        $(#[doc = $doc])*
        $(#[deprecated $($note)?])?
        #[derive(Debug, Clone, PartialEq, Hash)]
        $(#[derive $derives])?
        pub enum $name {
            $($(#[doc = $about])* $(#[deprecated $($why)?])? #[doc = ""] #[doc = $crate::__value!($text $(, $shown)?)] $variant,)*
            /// A value that the specification does not name.
            $(#[doc = $crate::__only!($only)])?
            $other(::std::string::String),
        }

        impl $name {
            /// The values in the specification, in its order.
            pub const KNOWN: &'static [Self] = &[$(Self::$variant),*];

            /// The value on the wire.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $text,)*
                    Self::$other(text) => text,
                }
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                match text {
                    $($text => Self::$variant,)*
                    _ => Self::$other(text.into()),
                }
            }
        }

        impl From<::std::string::String> for $name {
            fn from(text: ::std::string::String) -> Self {
                Self::from(text.as_str())
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = ::std::convert::Infallible;

            fn from_str(text: &str) -> Result<Self, ::std::convert::Infallible> {
                Ok(text.into())
            }
        }

        impl $crate::codegen::Text for $name {
            fn from_text(text: &str) -> Result<Self, $crate::codegen::Expected> {
                Ok(text.into())
            }

            fn to_text(&self) -> ::std::borrow::Cow<'_, str> {
                ::std::borrow::Cow::Borrowed(self.as_str())
            }

            $($crate::__check_known!($only $other);)?
        }

        $crate::__enum!($name);
    };
}

/// A closed enumeration of numbers or booleans. For the rest, see [`closed_enum!`](crate::closed_enum).
///
/// ```
/// use specsmith_runtime::codegen as rt;
///
/// rt::closed_values! {
///     /// How urgent it is.
///     pub enum Priority: i64 {
///         /// It can wait.
///         Low = 1,
///         High = 2,
///     }
/// }
///
/// assert_eq!(Priority::High.get(), 2);
/// assert_eq!(Priority::try_from(1), Ok(Priority::Low));
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! closed_values {
    (
        $(#[doc = $doc:tt])*
        $(#[deprecated $($note:tt)?])?
        $(#[derive $derives:tt])?
        pub enum $name:ident: $type:ident {
            $($(#[doc = $about:tt])* $(#[deprecated $($why:tt)?])? $variant:ident = $value:literal,)+
        }
    ) => {
        $(#[doc = $doc])*
        $(#[deprecated $($note)?])?
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $(#[derive $derives])?
        pub enum $name {
            $($(#[doc = $about])* $(#[deprecated $($why)?])? #[doc = ""] #[doc = $crate::__value!($value)] $variant,)+
        }

        impl $name {
            /// Every value, in the order of the specification.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The value on the wire.
            pub const fn get(&self) -> $type {
                match self {
                    $(Self::$variant => $value,)+
                }
            }
        }

        impl TryFrom<$type> for $name {
            type Error = $crate::codegen::Expected;

            fn try_from(value: $type) -> Result<Self, $crate::codegen::Expected> {
                let mut all = Self::ALL.iter();
                let found = all.find(|known| known.get() == value);
                found.copied().ok_or_else(|| $crate::codegen::Expected::one_of_values(Self::ALL))
            }
        }

        $crate::__values!($name, $type, |value| Self::try_from(value));
    };
}

/// An open enumeration of numbers, which keeps unknown values in its last variant: `#[other] Other(i64)`. With
/// `#[other(responses)]`, a server rejects these values. For the rest, see [`closed_values!`](crate::closed_values).
#[doc(hidden)]
#[macro_export]
macro_rules! open_values {
    (
        $(#[doc = $doc:tt])*
        $(#[deprecated $($note:tt)?])?
        #[derive $derives:tt]
        pub enum $name:ident: $type:ident {
            $($(#[doc = $about:tt])* $(#[deprecated $($why:tt)?])? $variant:ident = $value:literal,)+
            #[other $(($only:ident))?]
            $other:ident($kind:ident),
        }
    ) => {
        $(#[doc = $doc])*
        $(#[deprecated $($note)?])?
        #[derive $derives]
        pub enum $name {
            $($(#[doc = $about])* $(#[deprecated $($why)?])? #[doc = ""] #[doc = $crate::__value!($value)] $variant,)+
            /// A value that the specification does not name.
            $(#[doc = $crate::__only!($only)])?
            $other($kind),
        }

        impl $name {
            /// The values in the specification, in its order.
            pub const KNOWN: &'static [Self] = &[$(Self::$variant),+];

            /// The value on the wire.
            pub const fn get(&self) -> $type {
                match self {
                    $(Self::$variant => $value,)+
                    Self::$other(value) => *value,
                }
            }
        }

        impl From<$type> for $name {
            fn from(value: $type) -> Self {
                let mut known = Self::KNOWN.iter();
                let found = known.find(|known| known.get() == value);
                found.copied().unwrap_or(Self::$other(value))
            }
        }

        $crate::__values!($name, $type, |value| Ok(Self::from(value)) $(, $only $other)?);
    };
}

/// What enumerations of numbers and booleans implement. The last argument creates one from a value, or returns what
/// was expected. The name of the variant follows whose values a server rejects.
#[doc(hidden)]
#[macro_export]
macro_rules! __values {
    ($name:ident, $type:ident, |$value:ident| $read:expr $(, $only:ident $other:ident)?) => {
        impl ::std::str::FromStr for $name {
            type Err = $crate::codegen::Expected;

            fn from_str(text: &str) -> Result<Self, $crate::codegen::Expected> {
                $crate::codegen::Text::from_text(text)
            }
        }

        impl $crate::codegen::Text for $name {
            fn from_text(text: &str) -> Result<Self, $crate::codegen::Expected> {
                let $value = <$type as $crate::codegen::Text>::from_text(text)?;
                $read
            }

            fn to_text(&self) -> ::std::borrow::Cow<'_, str> {
                let text = $crate::codegen::Text::to_text(&self.get()).into_owned();
                ::std::borrow::Cow::Owned(text)
            }

            fn problem(&self) -> Option<&'static str> {
                $crate::codegen::Text::problem(&self.get())
            }

            $($crate::__check_known!($only $other);)?
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(&self.get(), f)
            }
        }

        impl $crate::codegen::Decode for $name {
            type Form = $crate::codegen::OfSerde;

            fn decode<'de, D: $crate::codegen::Deserializer<'de>>(
                deserializer: D,
                context: &mut $crate::codegen::Context,
            ) -> Result<Self, D::Error> {
                let $value = <$type as $crate::codegen::Decode>::decode(deserializer, context)?;
                $crate::codegen::known($read, context)
            }
        }

        impl $crate::codegen::Serialize for $name {
            fn serialize<S: $crate::codegen::Serializer>(
                &self,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                $crate::codegen::Serialize::serialize(&self.get(), serializer)
            }
        }

        $crate::__deserialize!($name);
    };
}

/// The check of an open enumeration whose unknown values a server rejects.
#[doc(hidden)]
#[macro_export]
macro_rules! __check_known {
    (responses $other:ident) => {
        fn check_known(&self) -> Result<(), $crate::codegen::Expected> {
            match self {
                Self::$other(_) => Err($crate::codegen::Expected::one_of_values(Self::KNOWN)),
                _ => Ok(()),
            }
        }
    };
}

/// Where the variant of unknown values may be, for its documentation, and whether a server rejects them.
#[doc(hidden)]
#[macro_export]
macro_rules! __only {
    (responses) => {
        " Only in responses: a server rejects it in requests."
    };
    (is responses) => {
        true
    };
}

/// The paragraph that shows a value, in Markdown.
#[doc(hidden)]
#[macro_export]
macro_rules! __value {
    ($text:literal) => {
        ::std::concat!(" `", $text, "`")
    };
    ($text:literal, $shown:literal) => {
        ::std::concat!(" ", $shown)
    };
}

/// What enumerations of both kinds implement.
#[doc(hidden)]
#[macro_export]
macro_rules! __enum {
    ($name:ident) => {
        // `derive(Eq)` would also generate a function, which costs compile time.
        impl Eq for $name {}

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl $crate::codegen::Decode for $name {
            type Form = $crate::codegen::OfSerde;

            fn decode<'de, D: $crate::codegen::Deserializer<'de>>(
                deserializer: D,
                context: &mut $crate::codegen::Context,
            ) -> Result<Self, D::Error> {
                $crate::codegen::read_text(deserializer, context)
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
    #![allow(unreachable_pub)]

    use crate::codegen as rt;
    use crate::decode::{Context, Decode};
    use crate::text::Text;

    /// Defines an enumeration with values whose names mean something in Rust or in the implemented
    /// traits.
    macro_rules! enumeration {
        ($kind:ident $type:ident $(#[other] $other:ident)?) => {
            rt::$kind! {
                pub enum $type {
                    None = "None",
                    Some = "Some",
                    Ok = "Ok",
                    Err = "Err",
                    Option = "Option",
                    Result = "Result",
                    String = "String",
                    Vec = "Vec",
                    Box = "Box",
                    Copy = "Copy",
                    Clone = "Clone",
                    Debug = "Debug",
                    Display = "Display",
                    Default = "Default",
                    Target = "Target",
                    Error = "Error",
                    Output = "Output",
                    Item = "Item",
                    Value = "Value",
                    Owned = "Owned",
                    Borrowed = "Borrowed",
                    Cow = "Cow",
                    Name = "Name",
                    From = "From",
                    Into = "Into",
                    FromStr = "FromStr",
                    Text = "Text",
                    Rules = "Rules",
                    Decode = "Decode",
                    Serialize = "Serialize",
                    Deserialize = "Deserialize",
                    Serializer = "Serializer",
                    D = "D",
                    S = "S",
                    E = "E",
                    $(#[other] $other(String),)?
                }
            }
        };
    }

    enumeration!(closed_enum Closed);
    enumeration!(open_enum Open #[other] Other);

    rt::closed_values! {
        pub enum Level: i64 { Low = -1, Error = 2, }
    }
    rt::open_values! {
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub enum Share: f64 { Half = 0.5, Ok = 1.0, #[other] Other(f64), }
    }
    rt::closed_values! {
        pub enum Done: bool { True = true, }
    }
    rt::open_enum! {
        pub enum Kind { Cat = "cat", Dog = "dog", #[other(responses)] Other(String), }
    }
    rt::open_values! {
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub enum Code: i64 { Low = 1, High = 2, #[other(responses)] Other(i64), }
    }

    #[test]
    fn unknown_values_may_be_only_in_responses() {
        assert_eq!(Kind::from("bird"), Kind::Other("bird".into()));
        let read: (Kind, Code) = serde_json::from_str(r#"["bird", 3]"#).unwrap();
        assert_eq!(read, (Kind::Other("bird".into()), Code::Other(3)));
        assert_eq!(serde_json::to_string(&read).unwrap(), r#"["bird",3]"#);
        assert_eq!(
            received::<Kind>("\"bird\""),
            Err("expected one of `cat`, `dog`".into())
        );
        assert_eq!(received("\"dog\""), Ok(Kind::Dog));
        assert_eq!(
            received::<Code>("3"),
            Err("expected one of `1`, `2`".into())
        );
        assert_eq!(received("2"), Ok(Code::High));
        assert_eq!(received("3"), Ok(Share::Other(3.0)));
        let unknown = Kind::from_text("bird").unwrap();
        assert!(unknown.check_known().is_err());
        assert!(Kind::Dog.check_known().is_ok());
    }

    /// Reads a value as a server does.
    fn received<T: Decode>(json: &str) -> Result<T, String> {
        let mut context = Context::for_requests();
        let mut text = serde_json::Deserializer::from_str(json);
        T::decode(&mut text, &mut context).map_err(|_| {
            let errors = context.into_validation_errors();
            errors.into_iter().map(|error| error.problem).collect()
        })
    }

    #[test]
    fn values_may_be_numbers_and_booleans() {
        assert_eq!("-1".parse(), Ok(Level::Low));
        assert_eq!(
            "1".parse::<Level>().unwrap_err().as_str(),
            "expected one of `-1`, `2`"
        );
        assert_eq!(Level::Error.to_string(), "2");
        assert_eq!(serde_json::from_str::<Level>("2.0").unwrap(), Level::Error);
        assert!(serde_json::from_str::<Level>("\"2\"").is_err());
        assert!(serde_json::from_str::<Level>("3").is_err());
        let shares: Vec<Share> = serde_json::from_str("[0.5, 1, 2]").unwrap();
        assert_eq!(shares, [Share::Half, Share::Ok, Share::Other(2.0)]);
        assert_eq!(serde_json::to_string(&shares).unwrap(), "[0.5,1.0,2.0]");
        assert_eq!(serde_json::from_str::<Done>("true").unwrap(), Done::True);
        assert!("false".parse::<Done>().is_err());
    }

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

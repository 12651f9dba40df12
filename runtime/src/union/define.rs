//! The macro for unions: from one list of variants, it creates the enum and its implementations.

/// Defines a union.
///
/// ```
/// use specsmith_runtime::codegen as rt;
///
/// rt::object! {
///     /// A card.
///     pub struct Card {
///         /// Who issued it.
///         pub brand: String,
///     }
/// }
/// rt::union! {
///     /// How somebody pays.
///     #[union(field(&["type"]))]
///     pub enum PaymentMethod {
///         /// With a card.
///         #[from(Card)]
///         Card(Card) = "card",
///         /// From the account.
///         Balance = "balance",
///         #[other]
///         Other(rt::Json),
///     }
/// }
/// rt::union! {
///     /// Text or a list of parts.
///     #[union(untagged("expected a string or a list"))]
///     pub enum Content {
///         /// Text.
///         #[from(String, &str)]
///         #[matches(text)]
///         Text(String) = "text",
///         /// Parts.
///         #[matches(list)]
///         Parts(Vec<String>) = "parts",
///     }
/// }
///
/// let card: PaymentMethod = Card { brand: "visa".to_owned() }.into();
/// assert_eq!(card.tag(), "card");
/// assert_eq!(serde_json::to_string(&card)?, r#"{"type":"card","brand":"visa"}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// `#[union(…)]` has the function of [`Shape`](crate::union::Shape) that says where the tag is, with the arguments
/// after the tags, and then the methods of `Shape` that change it. The tag of `untagged` unions is nowhere: each
/// variant has `#[matches(…)]` with the function of [`VariantMatcher`](crate::union::VariantMatcher) that recognizes
/// its values, and a type if it has one. A list whose items decide is `items` before that. If all variants are scalars,
/// so that the union can be a parameter, it is `untagged_scalars`.
///
/// The variant `#[other]` keeps the values of no other one. With `#[other(responses)]`, a server rejects these.
///
/// `#[derive(…)]` on the enum has further traits to derive.
///
/// Attributes of the other variants, in this order: `#[from(…)]` with types that convert into the union,
/// `#[matches(…)]`, and `#[rules(…)]` and `#[nested(…)]` as in [`object!`](crate::object).
#[doc(hidden)]
#[macro_export]
macro_rules! union {
    (
        $(#[doc = $doc:tt])*
        $(#[deprecated $($note:tt)?])?
        $(#[derive $derives:tt])?
        #[union($tagging:ident($($place:expr),*) $(, $setting:ident($($value:expr)?))*)]
        pub enum $name:ident {
            $(
                $(#[doc = $about:tt])*
                $(#[deprecated $($why:tt)?])?
                $(#[from($($from:ty),+)])?
                $(#[matches($($matcher:tt)+)])?
                $(#[rules($($rule:ident = $limit:expr),+)])?
                $(#[nested $nested:tt])?
                $variant:ident $(($content:ty))? = $tag:literal $(| $also:literal)*,
            )+
            $(#[other $(($only:ident))?] $other:ident($json:ty),)?
        }
    ) => {
        $(#[doc = $doc])*
        $(#[deprecated $($note)?])?
        #[derive(Debug, Clone, PartialEq)]
        $(#[derive $derives])?
        pub enum $name {
            $($(#[doc = $about])* $(#[deprecated $($why)?])? $variant $(($content))?,)+
            $(
                /// A value of no variant in the specification, as it is on the wire.
                $(#[doc = $crate::__only!($only)])?
                $other($json),
            )?
        }

        impl $crate::codegen::Union for $name {
            $($(const ONLY_IN_RESPONSES: bool = $crate::__only!(is $only);)?)?

            fn shape() -> &'static $crate::codegen::Shape {
                const {
                    &$crate::codegen::Shape::$tagging(&[$($tag $(, $also)*),+] $(, $place)*)
                        $(.$setting($($value)?))*
                        .with_matchers(const { &[$($(($tag, $crate::__matcher!($($matcher)+)),)?)+] })
                }
            }

            fn read(
                tag: &str,
                content: &mut dyn $crate::codegen::AnyValue<'_>,
                context: &mut $crate::codegen::Context,
            ) -> Result<Self, $crate::codegen::Failed> {
                match tag {
                    $($tag $(| $also)* => $crate::__read_variant!(
                        (content, context, Self::$variant)
                        [$($content)?]
                        [$($($rule = $limit),+)?]
                        [$($nested)?]
                    ),)+
                    _ => Err($crate::codegen::Failed),
                }
            }

            $(
                fn other(value: $crate::codegen::Json) -> Option<Self> {
                    Some(Self::$other(value))
                }
            )?
        }

        impl $crate::codegen::Serialize for $name {
            fn serialize<S: $crate::codegen::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$variant $(($crate::__bound!($content, content)))? => $crate::codegen::write_union(
                        $crate::codegen::Union::shape_of(self),
                        $tag,
                        $crate::__written!($($content, content)?),
                        serializer,
                    ),)+
                    $(Self::$other(value) => $crate::codegen::Serialize::serialize(value, serializer),)?
                }
            }
        }

        impl $crate::codegen::Decode for $name {
            type Form = $crate::codegen::OfSerde;

            fn decode<'de, D: $crate::codegen::Deserializer<'de>>(
                deserializer: D,
                context: &mut $crate::codegen::Context,
            ) -> Result<Self, D::Error> {
                $crate::codegen::decode_union(deserializer, context)
            }
        }

        impl $crate::codegen::ExpectedKind for $name {
            const EXPECTED: &'static str = "a value";
        }

        impl $crate::codegen::FromToken for $name {
            fn from_token(
                token: $crate::codegen::Token<'_, '_>,
                context: &mut $crate::codegen::Context,
            ) -> Result<Self, $crate::codegen::Failed> {
                $crate::__union_from_token!(
                    (token, context, $name) $([$($nested)?])+
                )
            }
        }

        $crate::__union_text!(
            $tagging $name
            [$([$variant $($content)?] $tag [$($($matcher)+)?] [$($($rule = $limit),+)?])+]
            $($other)?
        );
        $($($crate::__conversions!($name, $variant, $($from),+);)?)+
        $crate::__deserialize!($name);
    };
}

/// Reads the content of a variant: its type, its rules, and its [reader](__reader!) if it leads to `Boxed` fields.
#[doc(hidden)]
#[macro_export]
macro_rules! __read_variant {
    (($token:ident, $context:ident, $variant:path) [] [] []) => {
        $crate::codegen::nothing($token).map(|()| $variant)
    };
    (($token:ident, $context:ident, $variant:path) [$content:ty] [] []) => {
        $crate::codegen::union_content($token, $context).map($variant)
    };
    (($token:ident, $context:ident, $variant:path) [$content:ty] [] [($how:ident $inner:ty)]) => {
        $crate::codegen::read_through($token, $context, $crate::reader!($inner)).map($variant)
    };
    (($token:ident, $context:ident, $variant:path) [$content:ty] [$($rules:tt)+] $reader:tt) => {
        $crate::codegen::checked_union(
            $crate::__read_variant!(
                ($token, $context, ::std::convert::identity) [$content] [] $reader
            ),
            $crate::__rules!($($rules)+),
            $context,
        )
        .map($variant)
    };
}

/// Reads a union that the deserializer has found.
///
/// Unions with `Boxed` variants store the variant in their own type. A generic one would be compiled inside of
/// itself, once for each type of a cycle.
#[doc(hidden)]
#[macro_export]
macro_rules! __union_from_token {
    // Not one variant has a reader.
    (($token:ident, $context:ident, $name:ident) $([])+) => {
        $crate::codegen::union_from_token($token, $context)
    };
    (($token:ident, $context:ident, $name:ident) $($reader:tt)+) => {{
        struct _VariantSlot(Option<$name>);

        impl $crate::codegen::ReadVariant for _VariantSlot {
            fn read(
                &mut self,
                tag: &str,
                content: &mut dyn $crate::codegen::AnyValue<'_>,
                context: &mut $crate::codegen::Context,
            ) -> Result<(), $crate::codegen::Failed> {
                self.0 = Some($crate::codegen::Union::read(tag, content, context)?);
                Ok(())
            }

            fn keep(&mut self, value: $crate::codegen::Json) {
                self.0 = $crate::codegen::Union::other(value);
            }
        }

        let mut slot = _VariantSlot(None);
        $crate::codegen::read_union::<$name>($token, $context, &mut slot)?;
        slot.0.ok_or($crate::codegen::Failed)
    }};
}

/// How a variant without a tag is recognized.
#[doc(hidden)]
#[macro_export]
macro_rules! __matcher {
    (items $($item:tt)+) => {
        $crate::codegen::VariantMatcher::Items(const { &$crate::__matcher!($($item)+) })
    };
    ($matcher:ident $($type:ty)?) => {
        $crate::codegen::VariantMatcher::$matcher $(::<$type>)? ()
    };
}

/// What of a union is text: the tag, or all values if they are scalars. Other unions without tags are never text.
#[doc(hidden)]
#[macro_export]
macro_rules! __union_text {
    (
        untagged_scalars $name:ident
        [$([$variant:ident $content:ty] $tag:literal [$($matcher:tt)+] [$($rules:tt)*])+]
    ) => {
        impl $crate::codegen::Text for $name {
            fn from_text(text: &str) -> Result<Self, $crate::codegen::Expected> {
                $crate::codegen::variant_text(
                    &[$(($crate::__matcher!($($matcher)+), |text| {
                        <$content as $crate::codegen::Text>::from_text(text).map(Self::$variant)
                    })),+],
                    text,
                )
            }

            fn to_text(&self) -> ::std::borrow::Cow<'_, str> {
                match self {
                    $(Self::$variant(value) => $crate::codegen::Text::to_text(value),)+
                }
            }

            fn problem(&self) -> Option<&'static str> {
                $crate::codegen::other_variant(self)
            }

            fn from_request(text: &str) -> Result<Self, ::std::string::String> {
                match <Self as $crate::codegen::Text>::from_text(text)? {
                    $(Self::$variant(_) => {
                        $crate::codegen::variant_from_request(text, $crate::__rules!($($rules)*)).map(Self::$variant)
                    })+
                }
            }

            fn check_known(&self) -> Result<(), $crate::codegen::Expected> {
                match self {
                    $(Self::$variant(value) => $crate::codegen::Text::check_known(value),)+
                }
            }
        }
    };
    (untagged $($any:tt)+) => {};
    (
        $tagging:ident $name:ident
        [$([$variant:ident $($content:ty)?] $tag:literal $matcher:tt $rules:tt)+] $($other:ident)?
    ) => {
        impl $name {
            /// The tag that is on the wire. If a variant has several, its first one.
            pub fn tag(&self) -> ::std::borrow::Cow<'_, str> {
                match self {
                    $(Self::$variant { .. } => ::std::borrow::Cow::Borrowed($tag),)+
                    $(Self::$other(value) => {
                        $crate::codegen::tag_of(<Self as $crate::codegen::Union>::shape(), value)
                    })?
                }
            }
        }
    };
}

/// The conversions into an enum from the contents of its variants.
#[doc(hidden)]
#[macro_export]
macro_rules! __conversions {
    ($name:ident, $variant:ident, $($from:ty),+) => {
        $(
            impl From<$from> for $name {
                fn from(content: $from) -> Self {
                    Self::$variant(content.into())
                }
            }
        )+
    };
}

/// A name for the content of a variant, in a pattern.
#[doc(hidden)]
#[macro_export]
macro_rules! __bound {
    ($content:ty, $name:ident) => {
        $name
    };
}

/// The content of a variant, or nothing.
#[doc(hidden)]
#[macro_export]
macro_rules! __written {
    () => {
        None::<&()>
    };
    ($content:ty, $name:ident) => {
        Some($name)
    };
}

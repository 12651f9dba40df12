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
///     #[union(field = "type")]
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
///     #[union(untagged = "expected a string or a list")]
///     pub enum Content {
///         /// Text.
///         #[from(String, &str)]
///         #[look(text)]
///         Text(String) = "text",
///         /// Parts.
///         #[look(list)]
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
/// `#[union(…)]` says where the tag is, see [`Tagging`](crate::union::Tagging):
///
/// - `field = "type"`, or `field = ["action", "type"]` for a field of a field
/// - `beside = ("type", "data")`
/// - `name`
/// - `untagged = "…"`, with what is expected. Each variant has `#[look(…)]`, the function of
///   [`union`](crate::union) that recognizes it. The word `text` follows if all variants are scalars, so that
///   the union can be a parameter.
///
/// For the first three, these may follow: `kind = Integer` or `kind = Boolean` if tags are not strings,
/// `declared = ["image"]` with the tags of variants that have the tag among their own fields, and
/// `default = "card"` for the variant of an object without a tag.
///
/// The variant `#[other]` keeps the values of no other one. With `#[other(responses)]`, a server rejects these.
///
/// Attributes of the other variants, in this order: `#[from(…)]` with types that convert into the union, `#[look(…)]`, and
/// `#[rules(…)]` and `#[boxed(T)]` or `#[contains(T)]` as in [`object!`](crate::object).
#[doc(hidden)]
#[macro_export]
macro_rules! union {
    (
        $(#[doc = $doc:tt])*
        $(#[deprecated $($note:tt)?])?
        #[union($($shape:tt)+)]
        pub enum $name:ident {
            $(
                $(#[doc = $about:tt])*
                $(#[deprecated $($why:tt)?])?
                $(#[from($($from:ty),+)])?
                $(#[look($($look:tt)+)])?
                $(#[rules($($rule:ident = $limit:expr),+)])?
                $(#[boxed($boxed:ty)])?
                $(#[contains($contained:ty)])?
                $variant:ident $(($content:ty))? = $tag:literal $(| $also:literal)*,
            )+
            $(#[other $(($only:ident))?] $other:ident($json:ty),)?
        }
    ) => {
        $(#[doc = $doc])*
        $(#[deprecated $($note)?])?
        #[derive(Debug, Clone, PartialEq)]
        pub enum $name {
            $($(#[doc = $about])* $(#[deprecated $($why)?])? $variant $(($content))?,)+
            $(
                /// A value of no variant in the specification, as it is on the wire.
                $(#[doc = $crate::__only!($only)])?
                $other($json),
            )?
        }

        impl $crate::union::Union for $name {
            $($(const ONLY_IN_RESPONSES: bool = $crate::__only!(is $only);)?)?

            fn shape() -> &'static $crate::union::Shape {
                $crate::__union_shape!([$($tag $(, $also)*),+] $($shape)+)
            }

            fn read(
                tag: &str,
                content: &mut dyn $crate::decode::AnyValue<'_>,
                context: &mut $crate::decode::Context,
            ) -> Result<Self, $crate::decode::Failed> {
                match tag {
                    $($tag $(| $also)* => $crate::__read_variant!(
                        (content, context, Self::$variant)
                        [$($content)?] [$($($rule = $limit),+)?]
                        $(boxed $boxed)? $(contains $contained)?
                    ),)+
                    _ => Err($crate::decode::Failed),
                }
            }

            $crate::__union_looks!([$([$($($look)+)?] $tag)+] $($shape)+);

            $(
                fn other(value: $crate::Json) -> Option<Self> {
                    Some(Self::$other(value))
                }
            )?
        }

        impl $crate::codegen::Serialize for $name {
            fn serialize<S: $crate::codegen::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$variant $(($crate::__bound!($content, content)))? => $crate::union::write(
                        $crate::union::Union::shape_of(self),
                        $tag,
                        $crate::__written!($($content, content)?),
                        serializer,
                    ),)+
                    $(Self::$other(value) => $crate::codegen::Serialize::serialize(value, serializer),)?
                }
            }
        }

        $($($crate::__conversions!($name, $variant, $($from),+);)?)+

        impl $crate::decode::Decode for $name {
            fn decode<'de, D: $crate::codegen::Deserializer<'de>>(
                deserializer: D,
                context: &mut $crate::decode::Context,
            ) -> Result<Self, D::Error> {
                $crate::union::decode(deserializer, context)
            }
        }

        impl $crate::decode::Expected for $name {
            const EXPECTED: &'static str = "a value";
        }

        impl $crate::decode::FromFound for $name {
            fn from_found(
                found: $crate::decode::Found<'_, '_>,
                context: &mut $crate::decode::Context,
            ) -> Result<Self, $crate::decode::Failed> {
                $crate::__union_found!(
                    (found, context, $name) $([$(boxed $boxed)? $(contains $contained)?])+
                )
            }
        }

        $crate::__union_tag!(
            $name [$([$variant] $tag)+] [$($other)?] $($shape)+
        );
        $crate::__union_text!(
            $name [$(
                [$variant $(, $content)?] [$($($look)+)?] [$($($rule = $limit),+)?]
            )+] $($shape)+
        );
        $crate::__deserialize!($name);
    };
}

/// The shape of a union.
#[doc(hidden)]
#[macro_export]
macro_rules! __union_shape {
    ([$($tags:tt)+] field = $name:literal $($more:tt)*) => {
        $crate::__union_shape!(@ [$($tags)+] $crate::union::Tagging::Field(&[$name]); $($more)*)
    };
    ([$($tags:tt)+] field = [$($path:literal),+] $($more:tt)*) => {
        $crate::__union_shape!(@ [$($tags)+] $crate::union::Tagging::Field(&[$($path),+]); $($more)*)
    };
    ([$($tags:tt)+] beside = ($tag:literal, $value:literal) $($more:tt)*) => {
        $crate::__union_shape!(@ [$($tags)+] $crate::union::Tagging::Beside($tag, $value); $($more)*)
    };
    ([$($tags:tt)+] name $($more:tt)*) => {
        $crate::__union_shape!(@ [$($tags)+] $crate::union::Tagging::Name; $($more)*)
    };
    ([$($tags:tt)+] untagged = $expected:literal $(, text)?) => {
        $crate::__union_shape!(@ [$($tags)+] $crate::union::Tagging::None($expected);)
    };
    (
        @ [$($tags:tt)+] $tagging:expr;
        $(, kind = $kind:ident)?
        $(, declared = [$($declared:literal),+])?
        $(, default = $default:literal)?
    ) => {
        const {
            &$crate::union::Shape {
                $(kind: $crate::union::TagKind::$kind,)?
                $(declared: &[$($declared),+],)?
                $(default: Some($default),)?
                ..$crate::union::Shape::new($tagging, &[$($tags)+])
            }
        }
    };
}

/// Reads a union that the deserializer has found.
///
/// Unions with `Boxed` variants store the variant in a type of their own. A generic one would be compiled inside
/// of itself, once for each type of a cycle.
#[doc(hidden)]
#[macro_export]
macro_rules! __union_found {
    (($found:ident, $context:ident, $name:ident) $([])+) => {
        $crate::union::found($found, $context)
    };
    (($found:ident, $context:ident, $name:ident) $($any:tt)+) => {{
        struct Slot(Option<$name>);

        impl $crate::union::ReadVariant for Slot {
            fn read(
                &mut self,
                tag: &str,
                content: &mut dyn $crate::decode::AnyValue<'_>,
                context: &mut $crate::decode::Context,
            ) -> Result<(), $crate::decode::Failed> {
                self.0 = Some($crate::union::Union::read(tag, content, context)?);
                Ok(())
            }

            fn keep(&mut self, value: $crate::Json) {
                self.0 = $crate::union::Union::other(value);
            }
        }

        let mut slot = Slot(None);
        $crate::union::read::<$name>($found, $context, &mut slot)?;
        slot.0.ok_or($crate::decode::Failed)
    }};
}

/// Reads the content of a variant.
#[doc(hidden)]
#[macro_export]
macro_rules! __read_variant {
    (($found:ident, $context:ident, $variant:path) [] []) => {
        $crate::union::nothing($found).map(|()| $variant)
    };
    (
        ($found:ident, $context:ident, $variant:path) [$content:ty] [$($rules:tt)+]
        $($how:ident $inner:ty)?
    ) => {
        $crate::union::checked(
            $crate::__read_variant!(
                ($found, $context, ::std::convert::identity) [$content] [] $($how $inner)?
            ),
            $crate::__rules!($($rules)+),
            $context,
        )
        .map($variant)
    };
    (($found:ident, $context:ident, $variant:path) [$content:ty] []) => {
        $crate::union::content($found, $context).map($variant)
    };
    (($found:ident, $context:ident, $variant:path) [$content:ty] [] $how:ident $inner:ty) => {
        $crate::decode::read_through($found, $context, $crate::reader!($inner)).map($variant)
    };
}

/// How variants without tags are recognized.
#[doc(hidden)]
#[macro_export]
macro_rules! __union_looks {
    ([$([$($look:tt)+] $tag:literal)+] untagged = $($more:tt)+) => {
        fn looks_like(sample: $crate::union::Sample<'_>) -> $crate::union::Fitting {
            $crate::union::pick(
                &[$(($crate::__look!(sample; $($look)+), $tag)),+],
                false $(|| $crate::__is_object!($($look)+))+,
            )
        }
    };
    ($($any:tt)+) => {};
}

/// Whether a variant without a tag is an object.
#[doc(hidden)]
#[macro_export]
macro_rules! __is_object {
    (object $($type:tt)+) => {
        true
    };
    ($($other:tt)+) => {
        false
    };
}

/// Whether a value looks like a variant, and how much.
#[doc(hidden)]
#[macro_export]
macro_rules! __look {
    ($value:expr; items $($inner:tt)+) => {
        $crate::union::items($value, |item| $crate::__look!(item; $($inner)+))
    };
    ($value:expr; $look:ident) => {
        $crate::union::$look($value)
    };
    ($value:expr; $look:ident $type:ty) => {
        $crate::union::$look::<$type>($value)
    };
}

/// The function that returns the tag, unless the union has none.
#[doc(hidden)]
#[macro_export]
macro_rules! __union_tag {
    ($name:ident $variants:tt $other:tt untagged = $($more:tt)+) => {};
    ($name:ident [$([$variant:ident] $tag:literal)+] [$($other:ident)?] $($shape:tt)+) => {
        impl $name {
            /// The tag that is on the wire. If a variant has several, its first one.
            pub fn tag(&self) -> ::std::borrow::Cow<'_, str> {
                match self {
                    $(Self::$variant { .. } => ::std::borrow::Cow::Borrowed($tag),)+
                    $(Self::$other(value) => {
                        $crate::union::tag_of(<Self as $crate::union::Union>::shape(), value)
                    })?
                }
            }
        }
    };
}

/// Reading and writing a union of scalars as text.
#[doc(hidden)]
#[macro_export]
macro_rules! __union_text {
    (
        $name:ident [$([$variant:ident, $content:ty] [$look:ident $($type:ty)?] [$($rules:tt)*])+]
        untagged = $expected:literal, text
    ) => {
        impl $crate::text::Text for $name {
            fn from_text(text: &str) -> Result<Self, $crate::Expected> {
                $crate::union::variant_text(
                    &[$(($crate::union::Look::$look, |text| {
                        <$content as $crate::text::Text>::from_text(text).map(Self::$variant)
                    })),+],
                    text,
                    $expected,
                )
            }

            fn to_text(&self) -> ::std::borrow::Cow<'_, str> {
                match self {
                    $(Self::$variant(value) => $crate::text::Text::to_text(value),)+
                }
            }

            fn problem(&self) -> Option<&'static str> {
                $crate::union::other_variant(self)
            }

            fn check_form(&self) -> Result<(), $crate::Expected> {
                match self {
                    $(Self::$variant(value) => $crate::__check_variant!(value [$($rules)*]),)+
                }
            }

            fn check_known(&self) -> Result<(), $crate::Expected> {
                match self {
                    $(Self::$variant(value) => $crate::text::Text::check_known(value),)+
                }
            }
        }
    };
    ($($any:tt)+) => {};
}

/// Checks a variant that was read from text.
#[doc(hidden)]
#[macro_export]
macro_rules! __check_variant {
    ($value:ident []) => {
        $crate::union::check_variant($value, &$crate::rules::Rules::NONE)
    };
    ($value:ident [$($rules:tt)+]) => {
        $crate::union::check_variant($value, $crate::__rules!($($rules)+))
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

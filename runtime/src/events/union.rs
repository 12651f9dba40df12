//! The macro for unions whose variants are told apart by the name of the event.

/// Defines a union whose tag is the name of a server-sent event, and whose content is the data.
///
/// ```
/// use specsmith_runtime::codegen as rt;
///
/// rt::object! {
///     /// Commits that were sent.
///     pub struct Push {
///         /// The branch.
///         pub branch: String,
///     }
/// }
/// rt::event_union! {
///     /// What happens in a repository.
///     pub enum Activity {
///         /// Somebody has sent commits.
///         #[from(Push)]
///         Push(Push) = "push",
///         /// Somebody likes it.
///         Starred = "starred",
///         /// A remark, whose data is not JSON.
///         #[from(String, &str)]
///         Note(String) = "note" as text,
///         #[other]
///         Other(String, rt::Json),
///     }
/// }
///
/// let push: Activity = Push { branch: "main".to_owned() }.into();
/// assert_eq!(push.tag(), "push");
/// assert_eq!(serde_json::to_string(&push)?, r#"{"event":"push","data":{"branch":"main"}}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! event_union {
    (
        $(#[doc = $doc:tt])*
        $(#[deprecated $($note:tt)?])?
        $(#[derive $derives:tt])?
        pub enum $name:ident {
            $(
                $(#[doc = $about:tt])*
                $(#[deprecated $($why:tt)?])?
                $(#[from($($from:ty),+)])?
                $variant:ident $(($content:ty))? = $tag:literal $(as $as_text:ident)?,
            )+
            $(#[other] $other:ident($text:ty, $json:ty),)?
        }
    ) => {
        $(#[doc = $doc])*
        $(#[deprecated $($note)?])?
        #[derive(Debug, Clone, PartialEq)]
        $(#[derive $derives])?
        pub enum $name {
            $($(#[doc = $about])* $(#[deprecated $($why)?])? $variant $(($content))?,)+
            $(
                /// An event of another name, and its data.
                $other($text, $json),
            )?
        }

        impl $name {
            /// The name of the event.
            pub fn tag(&self) -> &str {
                match self {
                    $(Self::$variant { .. } => $tag,)+
                    $(Self::$other(name, _) => name,)?
                }
            }
        }

        impl $crate::codegen::EventItem for $name {
            fn read(
                event: &$crate::codegen::ReceivedEvent<'_>,
            ) -> Result<Self, $crate::codegen::InvalidJson> {
                match event.name() {
                    $($tag => $crate::__event_variant!(
                        event$(.$as_text())?,
                        Self::$variant $(, $content)?
                    ),)+
                    $(name => Ok(Self::$other(name.to_owned(), event.value()?)),)?
                    #[allow(unreachable_patterns, reason = "an open union has a variant for it")]
                    _ => Err(event.unknown(&[$($tag),+])),
                }
            }

            fn write(
                &self,
                event: &mut $crate::codegen::EventDraft,
            ) -> $crate::codegen::JsonResult<()> {
                match self {
                    $(Self::$variant $(($crate::__bound!($content, content)))? => {
                        event.named($tag)$(.$as_text())?.data($crate::__written!($($content, content)?))
                    })+
                    $(Self::$other(name, value) => event.named(name.clone()).value(value),)?
                }
            }
        }

        impl $crate::codegen::Serialize for $name {
            fn serialize<S: $crate::codegen::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::codegen::event_to_object(self, serializer)
            }
        }

        impl<'de> $crate::codegen::Deserialize<'de> for $name {
            fn deserialize<D: $crate::codegen::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::codegen::event_from_object(deserializer)
            }
        }

        $($($crate::__conversions!($name, $variant, $($from),+);)?)+
    };
}

/// Reads the data of an event. Whatever a variant without content has is ignored.
#[doc(hidden)]
#[macro_export]
macro_rules! __event_variant {
    ($event:expr, $variant:path) => {
        Ok($variant)
    };
    ($event:expr, $variant:path, $content:ty) => {
        $event.value().map($variant)
    };
}

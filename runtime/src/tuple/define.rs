//! The macro for tuples: from one list of elements, it creates the struct and its implementations.

/// Defines a tuple, and implements `Clone`, `PartialEq`, `Debug`, `Serialize` and `Deserialize` for it. `Debug` hides
/// values that must not be shown.
///
/// ```
/// use specsmith_runtime::codegen as rt;
///
/// rt::tuple! {
///     /// When a card expires.
///     pub struct Expiry(
///         /// The month.
///         #[rules(min = 1, max = 12)]
///         pub u8,
///         /// The year.
///         pub u16,
///     );
/// }
/// rt::tuple! {
///     /// A place.
///     pub struct Position {
///         /// East of Greenwich.
///         pub longitude: f64,
///         /// North of the equator.
///         #[field(personal)]
///         pub latitude: f64,
///     }
/// }
///
/// assert_eq!(serde_json::to_string(&Expiry(4, 2030))?, "[4,2030]");
/// let position: Position = serde_json::from_str("[13.4, 52.5]")?;
/// assert_eq!(position.longitude, 13.4);
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// Elements have the attributes of the fields of [`object!`](crate::object): `personal` or `secret`, rules, and
/// `#[nested(boxed T)]` or `#[nested(contains T)]`. All elements are required. There are up to sixteen.
#[doc(hidden)]
#[macro_export]
macro_rules! tuple {
    (
        $(#[doc = $doc:tt])*
        $(#[deprecated $($note:tt)?])?
        $(#[derive $derives:tt])?
        pub struct $name:ident {
            $(
                $(#[doc = $about:tt])*
                $(#[deprecated $($why:tt)?])?
                $(#[field($property:ident)])?
                $(#[rules($($rule:ident = $limit:expr),+)])?
                $(#[nested $nested:tt])?
                pub $field:ident: $type:ty,
            )+
        }
    ) => {
        $(#[doc = $doc])*
        $(#[deprecated $($note)?])?
        #[derive(Clone, PartialEq)]
        $(#[derive $derives])?
        pub struct $name {
            $($(#[doc = $about])* $(#[deprecated $($why)?])? pub $field: $type,)+
        }

        $crate::__tuple! {
            $name $crate::codegen::show_fields;
            [$({
                $field $field: $type,
                [$($property)?] [$($($rule = $limit),+)?] [$($nested)?]
            })+] [] []
        }
    };
    (
        $(#[doc = $doc:tt])*
        $(#[deprecated $($note:tt)?])?
        $(#[derive $derives:tt])?
        pub struct $name:ident(
            $(
                $(#[doc = $about:tt])*
                $(#[deprecated $($why:tt)?])?
                $(#[field($property:ident)])?
                $(#[rules($($rule:ident = $limit:expr),+)])?
                $(#[nested $nested:tt])?
                pub $type:ty,
            )+
        );
    ) => {
        $(#[doc = $doc])*
        $(#[deprecated $($note)?])?
        #[derive(Clone, PartialEq)]
        $(#[derive $derives])?
        pub struct $name(
            $($(#[doc = $about])* $(#[deprecated $($why)?])? pub $type,)+
        );

        $crate::__tuple! {
            $name $crate::codegen::show_tuple;
            []
            [$({
                $type,
                [$($property)?] [$($($rule = $limit),+)?] [$($nested)?]
            })+]
            [a 0 b 1 c 2 d 3 e 4 f 5 g 6 h 7 i 8 j 9 k 10 l 11 m 12 n 13 o 14 p 15]
        }
    };
}

/// The implementations of a tuple. Elements without names get the names of the last list, one by one: a name for the
/// value, and the name of the field.
#[doc(hidden)]
#[macro_export]
macro_rules! __tuple {
    (
        $name:ident $show:path; [$($named:tt)*]
        [{ $($element:tt)+ } $($elements:tt)*] [$value:ident $field:tt $($names:tt)*]
    ) => {
        $crate::__tuple! {
            $name $show; [$($named)* { $value $field: $($element)+ }] [$($elements)*] [$($names)*]
        }
    };
    (
        $name:ident $show:path;
        [$({
            $value:ident $field:tt: $type:ty,
            [$($property:ident)?] [$($rule:ident = $limit:expr),*] [$($reader:tt)*]
        })+] [] [$($unused:tt)*]
    ) => {
        impl $crate::codegen::Tuple for $name {
            fn table() -> &'static [$crate::Field] {
                const {
                    &[$(
                        $crate::Field(
                            ::std::stringify!($field),
                            $crate $(::$property)? ::PROPERTIES
                                $(.$rule($crate::__rule!($rule $limit)))*,
                        ),
                    )+]
                }
            }
        }

        impl $crate::codegen::FromToken for $name {
            fn from_token(
                found: $crate::codegen::Token<'_, '_>,
                context: &mut $crate::codegen::Context,
            ) -> Result<Self, $crate::codegen::Failed> {
                let mut tuple = None;
                let table = <Self as $crate::codegen::Tuple>::table();
                $crate::codegen::tuple_elements(found, table, context, &mut |elements| {
                    $(let $value = elements.next::<$type, _>($crate::__reader!([$($reader)*]))?;)+
                    elements.finish()?;
                    if let ($(Some($value),)+) = ($($value,)+) {
                        tuple = Some(Self { $($field: $value),+ });
                    }
                    Ok(())
                })?;
                tuple.ok_or($crate::codegen::Failed)
            }
        }

        impl $crate::codegen::ExpectedKind for $name {
            const EXPECTED: &'static str = "a list";
        }

        impl $crate::codegen::Decode for $name {
            type Form = $crate::codegen::OfSerde;

            fn decode<'de, D: $crate::codegen::Deserializer<'de>>(
                deserializer: D,
                context: &mut $crate::codegen::Context,
            ) -> Result<Self, D::Error> {
                $crate::codegen::decode_tuple(
                    deserializer,
                    context,
                    <Self as $crate::codegen::FromToken>::from_token,
                )
            }
        }

        impl $crate::codegen::Serialize for $name {
            fn serialize<S: $crate::codegen::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::codegen::Serialize::serialize(&($($crate::codegen::Encoded(&self.$field),)+), serializer)
            }
        }

        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                let table = <Self as $crate::codegen::Tuple>::table();
                $show(f, ::std::stringify!($name), table, &[$(&self.$field),+])
            }
        }

        $crate::__deserialize!($name);
    };
}

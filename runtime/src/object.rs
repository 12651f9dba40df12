//! The macro for objects: one list of fields defines the struct, and how it is read, written and shown.

/// Defines an object, and implements `Clone`, `PartialEq`, `Debug`, `Serialize` and `Deserialize` for it.
/// `Debug` hides values that must not be shown.
///
/// ```
/// use specsmith_runtime::codegen as rt;
///
/// rt::object! {
///     /// A member of a team.
///     pub struct Member {
///         /// The name.
///         #[rules(min_length = 1, max_length = 200)]
///         pub name: String,
///         /// The e-mail address.
///         #[field(name = "e-mail", personal)]
///         pub email: String,
///         /// The team. Null if there is none.
///         pub team: Option<String>,
///         /// A note.
///         #[field(optional)]
///         pub note: Option<String>,
///     }
/// }
/// ```
///
/// Attributes of a field, in this order:
///
/// - `#[field(…)]` with these words, also in this order: `name = "…"` if its name on the wire differs,
///   `optional` if it may be absent, `personal` or `secret` if its value must not be shown.
/// - `#[rules(…)]`: the rules that a server checks, by the names of the functions of
///   [`Rules`](crate::rules::Rules). A pattern is given as text.
/// - `#[nested(boxed T)]` on a `Boxed` field with objects of type `T`, or `#[nested(contains T)]` if such objects
///   contain `Boxed` fields. If a field has one of them, the struct has `#[object(deep)]`.
///
/// A field that may be null is an `Option`, a field that may be absent is an `Option` with
/// `#[field(optional)]`, and a field that may be both is a `Maybe` with `#[field(optional)]`.
///
/// `#[derive(…)]` on the struct has further traits to derive.
///
/// A struct with more than sixteen fields has `#[object(wide)]`, unless it is deep: the values of the
/// fields are handled as tuples, and these have up to sixteen items.
///
/// A last field with `#[flatten(additional_fields)]` is a map of the fields that the specification does not name.
/// `#[rules(…)]` after it has the rules of each value. If a server rejects such fields, the struct has `#[object(closed)]`, or
/// `#[object(deep, closed)]`.
///
/// A last field with `#[flatten(union)]` is a union whose tag and content are fields of the object.
///
/// Each optional attribute of a field costs time when a crate is compiled: at each of them, rustc copies what the macro
/// has matched so far. So attributes with the same place share a name.
///
/// `#[constants("object" = Text("list"), "version" optional = Integer(1))]` on the struct lists the fields
/// that always have the same value, which are not in the struct. `#[ignored("id")]` after it lists fields that
/// are skipped, although others are kept or rejected.
#[doc(hidden)]
#[macro_export]
macro_rules! object {
    (
        $(#[doc = $doc:tt])*
        $(#[deprecated $($note:tt)?])?
        $(#[derive $derives:tt])?
        $(#[object($($form:ident),+)])?
        $(#[constants($($constant:literal $($may:ident)? = $kind:ident($value:literal)),+)])?
        $(#[ignored($($ignored:literal),+)])?
        pub struct $name:ident $(<$parameter:ident>)? {
            $(
                $(#[doc = $about:tt])*
                $(#[deprecated $($why:tt)?])?
                $(#[field($($property:ident $(= $wire:literal)?),+)])?
                $(#[rules($($rule:ident = $limit:expr),+)])?
                $(#[nested $nested:tt])?
                pub $field:ident: $type:ty,
            )*
            $(
                #[flatten($flattened:ident)]
                $(#[rules($($rule_of_last:ident = $limit_of_last:expr),+)])?
                $(#[nested $nested_last:tt])?
                pub $last:ident: $type_of_last:ty,
            )?
        }
    ) => {
        $(#[doc = $doc])*
        $(#[deprecated $($note)?])?
        $(
            #[derive $derives]
            #[allow(
                clippy::derived_hash_with_manual_eq,
                reason = "values are compared field by field, as with a derive"
            )]
        )?
        pub struct $name $(<$parameter>)? {
            $($(#[doc = $about])* $(#[deprecated $($why)?])? pub $field: $type,)*
            $(
                #[doc = $crate::__flattened!($flattened)]
                pub $last: $type_of_last,
            )?
        }

        impl $(<$parameter: $crate::codegen::Decode>)? $crate::codegen::Object for $name $(<$parameter>)? {
            $(const LAST_FIELD: &'static str = ::std::stringify!($last);)?

            $($($crate::__closed!($form);)+)?

            $(
                fn constants() -> &'static [$crate::codegen::Constant] {
                    const {
                        &[$($crate::codegen::Constant {
                            name: $constant,
                            value: $crate::codegen::Literal::$kind($value),
                            required: $crate::__required!($($may)?),
                        }),+]
                    }
                }
            )?

            fn fields() -> &'static [$crate::Field] {
                const {
                    &[$(
                        $crate::Field(
                            ::std::stringify!($field),
                            $crate $($(::$property)+)? ::PROPERTIES
                                $($($(.$property($wire))?)+)?
                                $($(.$rule($crate::__rule!($rule $limit)))+)?,
                        ),
                    )*]
                }
            }

            $(
                fn ignored() -> &'static [&'static str] {
                    &[$($ignored),+]
                }
            )?

            $($(
                fn additional_field_rules() -> &'static $crate::codegen::Rules {
                    $crate::__rules!($($rule_of_last = $limit_of_last),+)
                }
            )?)?

            $crate::__object_values! {
                [$($($form)+)?]
                [$($field: $type, [$($nested)?])*]
                $($flattened $last: $type_of_last, [$($nested_last)?])?
            }
        }

        // As with derived traits, copying and comparing are compiled where they are used.
        impl $(<$parameter: $crate::codegen::Decode>)? Clone for $name $(<$parameter>)? {
            #[inline]
            fn clone(&self) -> Self {
                $crate::codegen::clone_object(self)
            }
        }

        impl $(<$parameter: $crate::codegen::Decode>)? PartialEq for $name $(<$parameter>)? {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                $crate::codegen::equal_objects(self, other)
            }
        }

        impl $(<$parameter: $crate::codegen::Decode>)? ::std::fmt::Debug for $name $(<$parameter>)? {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                $crate::codegen::show_object(::std::stringify!($name), self, f)
            }
        }

        impl $(<$parameter: $crate::codegen::Decode>)? $crate::codegen::Serialize for $name $(<$parameter>)? {
            fn serialize<S: $crate::codegen::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::codegen::write_object(self, serializer)
            }
        }

        $crate::__deserialize!($name $(<$parameter>)?);
    };
}

/// The values of an object's fields: their type, the object from its values, and references to them. Each field has its
/// name, its type and its [reader](__reader!).
#[doc(hidden)]
#[macro_export]
macro_rules! __object_values {
    // Nearly all objects: a tuple, and each value is read in the usual way. The other arm creates the same code, but
    // one macro less for each part saves a twentieth of the time to compile a crate.
    ([] [$($field:ident: $type:ty, [])*]) => {
        type Values = ($($type,)*);

        fn from_values(($($field,)*): Self::Values) -> Self {
            Self { $($field),* }
        }

        #[allow(clippy::unused_unit, reason = "an object may have no fields")]
        fn references(&self) -> $crate::codegen::ReferencesTo<'_, Self> {
            ($(&self.$field,)*)
        }
    };
    (
        [$($form:ident)*]
        [$($field:ident: $type:ty, $reader:tt)*]
        $($flattened:ident $last:ident: $last_type:ty, $last_reader:tt)?
    ) => {
        type Values = $crate::__fields!(type [$([$type])*] $($flattened [$last_type])?);

        fn from_values(
            $crate::__fields!(value [$([$field])*] $($flattened [$last])?): Self::Values,
        ) -> Self {
            Self { $($field,)* $($last)? }
        }

        fn references(&self) -> $crate::codegen::ReferencesTo<'_, Self> {
            $crate::__fields!(value [$([&self.$field])*] $($flattened [&self.$last])?)
        }

        $crate::__read! {
            [$($form)*]
            $crate::__fields!(
                value [$([$crate::__reader!($reader)])*] $($flattened [$crate::__reader!($last_reader)])?
            )
        }
    };
}

/// The documentation of a flattened field.
#[doc(hidden)]
#[macro_export]
macro_rules! __flattened {
    (additional_fields) => {
        "The fields that the specification does not name."
    };
    (union) => {
        "What the tag says."
    };
}

/// Marks an object as closed, if this is one of its forms.
#[doc(hidden)]
#[macro_export]
macro_rules! __closed {
    (closed) => {
        const CLOSED: bool = true;
    };
    ($form:ident) => {};
}

/// Whether a constant is required: it is unless it is marked as optional.
#[doc(hidden)]
#[macro_export]
macro_rules! __required {
    () => {
        true
    };
    (optional) => {
        false
    };
}

/// The tuple of something that each field has: a `type`, or a `value`, which is an expression or a pattern. Tuples have
/// up to sixteen items; further ones are in another tuple. A flattened field follows as `additional_fields […]` or
/// `union […]`.
#[doc(hidden)]
#[macro_export]
macro_rules! __fields {
    (type [
        $a:tt $b:tt $c:tt $d:tt $e:tt $f:tt $g:tt $h:tt $i:tt $j:tt $k:tt $l:tt $m:tt $n:tt $o:tt $p:tt $($more:tt)+
    ]) => {
        $crate::codegen::Chained<
            $crate::__fields!(type [$a $b $c $d $e $f $g $h $i $j $k $l $m $n $o $p]),
            $crate::__fields!(type [$($more)+]),
        >
    };
    (value [
        $a:tt $b:tt $c:tt $d:tt $e:tt $f:tt $g:tt $h:tt $i:tt $j:tt $k:tt $l:tt $m:tt $n:tt $o:tt $p:tt $($more:tt)+
    ]) => {
        $crate::codegen::Chained(
            $crate::__fields!(value [$a $b $c $d $e $f $g $h $i $j $k $l $m $n $o $p]),
            $crate::__fields!(value [$($more)+]),
        )
    };
    ($kind:tt [$([$($item:tt)+])*]) => { ($($($item)+,)*) };
    (type $items:tt additional_fields [$($last:tt)+]) => {
        $crate::codegen::WithAdditional<$crate::__fields!(type $items), $($last)+>
    };
    (type $items:tt union [$($last:tt)+]) => {
        $crate::codegen::WithUnion<$crate::__fields!(type $items), $($last)+>
    };
    (value $items:tt additional_fields [$($last:tt)+]) => {
        $crate::codegen::WithAdditional($crate::__fields!(value $items), $($last)+)
    };
    (value $items:tt union [$($last:tt)+]) => {
        $crate::codegen::WithUnion($crate::__fields!(value $items), $($last)+)
    };
}

/// How a field is read: `[]`, `[(boxed T)]` or `[(contains T)]`.
#[doc(hidden)]
#[macro_export]
macro_rules! __reader {
    ([]) => {
        ()
    };
    ([(boxed $type:ty)]) => {
        $crate::reader!($type)
    };
    ([(contains $type:ty)]) => {
        $crate::codegen::NestedReader($crate::reader!($type))
    };
}

/// The functions that read an object, if it is `deep`: they name the functions that read the objects in `Boxed` fields,
/// see `reader!`. The parameter begins with an underscore because an API may have a type `Access`.
#[doc(hidden)]
#[macro_export]
macro_rules! __read {
    ([deep $($form:ident)*] $readers:expr) => {
        fn read<'de, _Access: $crate::codegen::ObjectAccess<'de>>(
            fields: $crate::codegen::Fields<'_, _Access>,
        ) -> Result<Self, _Access::Error> {
            fields
                .values($readers)
                .map(<Self as $crate::codegen::Object>::from_values)
        }

        fn from_token(
            token: $crate::codegen::Token<'_, '_>,
            context: &mut $crate::codegen::Context,
        ) -> Result<Self, $crate::codegen::Failed> {
            let table = <Self as $crate::codegen::Object>::table();
            match token {
                $crate::codegen::Token::Object(object) => <Self as $crate::codegen::Object>::read(
                    $crate::codegen::Fields::of(object, table, context),
                ),
                token => $crate::codegen::not_an_object(&token, context),
            }
        }
    };
    ($forms:tt $readers:expr) => {};
}

/// How an object or a union is read when a `Boxed` field leads to it: `reader!(Comment)`.
///
/// There is a separate function for each field. A closure is called by a function of the standard
/// library, which would be compiled inside of itself for each type of a cycle.
#[doc(hidden)]
#[macro_export]
macro_rules! reader {
    ($name:ty) => {{
        fn read(
            token: $crate::codegen::Token<'_, '_>,
            context: &mut $crate::codegen::Context,
        ) -> ::std::result::Result<$name, $crate::codegen::Failed> {
            #[allow(
                unused_imports,
                reason = "an object has the function from one trait, and a union from the other"
            )]
            use $crate::codegen::{FromToken as _, Object as _};
            <$name>::from_token(token, context)
        }
        $crate::codegen::Reader(read)
    }};
}

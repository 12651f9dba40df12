//! The macro for multipart forms.

/// Defines an object that is sent as a multipart form, and an enum of its parts, and implements
/// [`MultipartForm`](crate::multipart::MultipartForm).
///
/// ```
/// use specsmith_runtime::codegen as rt;
///
/// rt::multipart! {
///     /// Speech, and how to transcribe it.
///     pub struct SpeechUpload: SpeechUploadPart {
///         /// The speech.
///         #[part("file": file("audio/*").required(), File(rt::FilePart))]
///         pub file: rt::FilePart,
///         /// The languages that are spoken.
///         #[part("languages[]": text.optional_list(), Languages(String))]
///         pub languages: Option<Vec<String>>,
///         /// Who speaks.
///         #[field(personal)]
///         #[part("speaker": text.optional(), Speaker(String))]
///         #[rules(max_length = 200)]
///         pub speaker: Option<String>,
///     }
/// }
/// ```
///
/// `#[part(…)]` has the name of the parts, their content (`text`, `json` or `file`, with the media types of a file),
/// how many there may be (`required`, `optional`, `list` or `optional_list`), and the variant of the enum with the type
/// of one part. `#[field(…)]` and `#[rules(…)]` are as in [`object!`](crate::object).
///
/// A last field with `#[additional_files(Variant)]` is a map of files that the specification does not name. Otherwise
/// such parts are skipped, or an error if the struct has `#[multipart(closed)]`.
///
/// An object without files is defined by [`object!`](crate::object), and its parts by `multipart!(impl …)`:
///
/// ```
/// # use specsmith_runtime::codegen as rt;
/// rt::object! {
///     /// A profile.
///     pub struct Profile {
///         /// The name.
///         pub name: String,
///     }
/// }
/// rt::multipart!(impl Profile {
///     #[part("name": text.required())]
///     name,
/// });
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! multipart {
    (
        impl $name:ident {
            $(#[part($wire:literal: $kind:ident.$count:ident())] $field:ident,)*
        }
    ) => {
        impl $crate::codegen::MultipartForm for $name {
            type Part = ::std::convert::Infallible;

            const CLOSED: bool = <Self as $crate::codegen::Object>::CLOSED;

            fn ignored() -> &'static [&'static str] {
                <Self as $crate::codegen::Object>::ignored()
            }

            fn fields() -> &'static [$crate::Field] {
                <Self as $crate::codegen::Object>::fields()
            }

            fn parts() -> &'static [$crate::codegen::Part] {
                const { &[$($crate::codegen::Part::$kind($wire).$count()),*] }
            }

            fn read(parts: &mut $crate::codegen::ReadParts) -> Option<Self> {
                let ($(Some($field),)*) = ($(parts.$kind($wire).$count(),)*) else {
                    return None;
                };
                Some(Self { $($field),* })
            }

            fn read_part(_: &mut $crate::codegen::ReceivedPart) -> Option<Self::Part> {
                None
            }

            fn write(self, form: &mut $crate::codegen::WrittenForm) {
                $(form.$kind($wire).$count(self.$field);)*
            }
        }
    };
    (
        $(#[doc = $doc:tt])*
        $(#[deprecated $($note:tt)?])?
        $(#[derive $derives:tt])?
        $(#[multipart($form:ident)])?
        pub struct $name:ident: $part:ident {
            $(
                $(#[doc = $about:tt])*
                $(#[deprecated $($why:tt)?])?
                $(#[field($property:ident)])?
                #[part(
                    $wire:literal: $kind:ident $(($($media:literal),+))? . $count:ident(),
                    $variant:ident($item:ty)
                )]
                $(#[rules($($rule:ident = $limit:expr),+)])?
                pub $field:ident: $type:ty,
            )*
            $(
                #[additional_files($other:ident)]
                pub $additional:ident: $map:ty,
            )?
        }
    ) => {
        $(#[doc = $doc])*
        $(#[deprecated $($note)?])?
        $(#[derive $derives])?
        pub struct $name {
            $($(#[doc = $about])* $(#[deprecated $($why)?])? pub $field: $type,)*
            $(
                /// The files that the specification does not name.
                pub $additional: $map,
            )?
        }

        #[doc = ::std::concat!("One part of [`", ::std::stringify!($name), "`].")]
        pub enum $part {
            $($(#[doc = $about])* $(#[deprecated $($why)?])? $variant($item),)*
            $(
                /// A file that the specification does not name.
                $other(::std::string::String, $crate::codegen::FilePart),
            )?
        }

        impl $crate::codegen::MultipartForm for $name {
            type Part = $part;

            $(const TAKES_ADDITIONAL_FILES: bool = $crate::__is_present!($other);)?
            $($crate::__closed!($form);)?

            fn fields() -> &'static [$crate::Field] {
                const {
                    &[$(
                        $crate::Field(
                            ::std::stringify!($field),
                            $crate $(::$property)? ::PROPERTIES
                                $($(.$rule($crate::__rule!($rule $limit)))+)?,
                        ),
                    )*]
                }
            }

            fn parts() -> &'static [$crate::codegen::Part] {
                const {
                    &[$($crate::codegen::Part::$kind($wire) $(.media(&[$($media),+]))? .$count(),)*]
                }
            }

            fn read(parts: &mut $crate::codegen::ReadParts) -> Option<Self> {
                let ($(Some($field),)* $(Some($additional),)?) = (
                    $(parts.$kind($wire).$count(),)*
                    $($crate::__additional_files!($additional parts),)?
                ) else {
                    return None;
                };
                Some(Self { $($field,)* $($additional)? })
            }

            fn read_part(part: &mut $crate::codegen::ReceivedPart) -> Option<$part> {
                $(if part.is_other() {
                    return part.other().map(|(name, file)| $part::$other(name, file));
                })?
                match part.name() {
                    $($wire => part.$kind().map($part::$variant),)*
                    _ => None,
                }
            }

            fn write(self, form: &mut $crate::codegen::WrittenForm) {
                $(form.$kind($wire).$count(self.$field);)*
                $(form.additional_files(self.$additional);)?
            }
        }

        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                let fields = <Self as $crate::codegen::MultipartForm>::fields();
                $crate::codegen::show_fields(f, ::std::stringify!($name), fields, &[$(&self.$field),*])
            }
        }

        impl ::std::fmt::Debug for $part {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                let variant = match self {
                    $(Self::$variant(_) => ::std::stringify!($variant),)*
                    $(Self::$other(..) => ::std::stringify!($other),)?
                };
                f.debug_struct(variant).finish_non_exhaustive()
            }
        }
    };
}

/// What follows depends on whether the form has such a field, which it has.
#[doc(hidden)]
#[macro_export]
macro_rules! __is_present {
    ($name:ident) => {
        true
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __additional_files {
    ($name:ident $parts:ident) => {
        $parts.additional_files()
    };
}

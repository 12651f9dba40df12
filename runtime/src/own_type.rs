//! Scalars whose values are of a type of the user.

use std::borrow::Cow;
use std::fmt;

use serde_core::de::{DeserializeOwned, Deserializer};
use serde_core::ser::Error as _;
use serde_core::{Serialize, Serializer};

use crate::Expected;
use crate::decode::{Context, Decode, check_scalar};
use crate::encode::Encoded;
use crate::rules::Rules;
use crate::text::Text;

/// A type of the user that a scalar has. Its JSON, as serde writes it, is the JSON of the scalar.
pub trait OwnType:
    Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static
{
}

impl<T: Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static>
    OwnType for T
{
}

/// What [`OwnType`] requires, without its supertraits, so that the compiler reports all requirements at once.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the type of a scalar of the API",
    label = "does not meet the requirements of a type that the specification names",
    note = "it needs `Clone`, `Debug`, `PartialEq`, `Send`, `Sync` and `'static`, and `Serialize` and `Deserialize` of serde"
)]
pub trait FitsScalar {}

#[diagnostic::do_not_recommend]
impl<T: OwnType> FitsScalar for T {}

/// Compiles only for types that meet the requirements.
pub const fn assert_fits_scalar<T: FitsScalar>() {}

/// A scalar of the API whose values are of a type of the user.
pub trait OwnScalar: Sized {
    /// The type of the user.
    type Own: OwnType;
    /// The scalar.
    type Scalar: Decode;

    /// What is reported for a scalar that the type does not accept.
    const EXPECTED: &'static str;
    /// The rules of the scalar.
    const RULES: Rules;

    /// Wraps a value.
    fn wrap(own: Self::Own) -> Self;

    /// The value.
    fn own(&self) -> &Self::Own;
}

/// The value for a scalar.
///
/// # Errors
/// The type does not accept it.
pub fn from_scalar<T: OwnScalar>(scalar: &T::Scalar) -> Result<T, Expected> {
    let own = serde_json::to_value(Encoded(scalar)).and_then(serde_json::from_value);
    own.map(T::wrap).map_err(|_| Expected::new(T::EXPECTED))
}

/// The scalar for a value. `None` if the JSON of the value is not such a scalar.
fn to_scalar<T: OwnScalar>(value: &T) -> Option<T::Scalar> {
    let json = &serde_json::to_value(value.own()).ok()?;
    T::Scalar::decode(json, &mut Context::for_responses()).ok()
}

/// Reads a value, and checks the rules of the scalar.
///
/// # Errors
/// As [`Decode::decode`].
pub fn read<'de, T: OwnScalar, D: Deserializer<'de>>(
    deserializer: D,
    context: &mut Context,
) -> Result<T, D::Error> {
    let scalar = T::Scalar::decode(deserializer, context)?;
    context.enforce(|| check_scalar(&scalar, &T::RULES))?;
    from_scalar(&scalar).map_err(|expected| context.validation_error(expected))
}

/// Writes a value.
///
/// # Errors
/// Its JSON is not such a scalar, or the serializer's own error.
pub fn write<T: OwnScalar, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    match to_scalar(value) {
        Some(scalar) => scalar.encode(serializer),
        None => Err(S::Error::custom(MISFIT)),
    }
}

/// Reads a value of a request from text, and checks the rules of the scalar.
///
/// # Errors
/// As [`Text::from_request`].
pub fn from_request<T: OwnScalar<Scalar: Text>>(text: &str) -> Result<T, String> {
    let scalar = T::Scalar::from_request(text)?;
    check_scalar(&scalar, &T::RULES)?;
    Ok(from_scalar(&scalar)?)
}

/// The text of a value. It is empty if [`problem`] returns something.
pub fn to_text<T: OwnScalar<Scalar: Text>>(value: &T) -> Cow<'_, str> {
    let text = to_scalar(value).map(|scalar| scalar.to_text().into_owned());
    Cow::Owned(text.unwrap_or_default())
}

/// Why a value cannot be sent as text.
pub fn problem<T: OwnScalar<Scalar: Text>>(value: &T) -> Option<&'static str> {
    match to_scalar(value) {
        Some(scalar) => scalar.problem(),
        None => Some(MISFIT),
    }
}

/// The problem of a value whose type writes other JSON than the specification says.
const MISFIT: &str = "is not written as the scalar that the specification says";

/// Defines a scalar whose values are of a type of the user.
///
/// ```
/// use specsmith_runtime::codegen as rt;
///
/// # mod library_ids {
/// #     pub type BookId = std::num::NonZeroU32;
/// # }
/// rt::own_type! {
///     /// Identifies a book.
///     #[scalar(i64)]
///     #[rules(max = 9999)]
///     pub struct BookId(library_ids::BookId);
/// }
///
/// let id: BookId = "17".parse()?;
/// assert_eq!(id.get(), 17);
/// assert!("0".parse::<BookId>().is_err());
/// # Ok::<(), rt::Expected>(())
/// ```
///
/// The type has to meet the requirements of [`OwnType`](crate::codegen::OwnType):
///
/// ```compile_fail
/// # use specsmith_runtime::codegen as rt;
/// mod library_ids {
///     pub struct BookId(String);
/// }
/// rt::own_type! {
///     #[scalar(String)]
///     pub struct BookId(library_ids::BookId);
/// }
/// ```
///
/// For the attributes, see [`newtype!`](crate::newtype).
#[doc(hidden)]
#[macro_export]
macro_rules! own_type {
    (
        $(#[doc = $doc:tt])*
        $(#[deprecated $($note:tt)?])?
        $(#[derive $derives:tt])?
        #[scalar($scalar:ty)]
        $(#[hidden($word:ident)])?
        $(#[rules($($rule:ident = $limit:expr),+)])?
        pub struct $name:ident($own:ty);
    ) => {
        $(#[doc = $doc])*
        $(#[deprecated $($note)?])?
        #[derive(Clone, PartialEq)]
        $(#[derive $derives])?
        pub struct $name($own);

        const _: () = $crate::codegen::assert_fits_scalar::<$own>();

        impl $name {
            /// Wraps a value.
            pub fn new(value: impl Into<$own>) -> Self {
                Self(value.into())
            }

            /// Returns the value.
            pub fn into_inner(self) -> $own {
                self.0
            }
        }

        impl ::std::ops::Deref for $name {
            type Target = $own;

            fn deref(&self) -> &$own {
                &self.0
            }
        }

        impl From<$own> for $name {
            fn from(value: $own) -> Self {
                Self(value)
            }
        }

        impl From<$name> for $own {
            fn from(value: $name) -> Self {
                value.0
            }
        }

        impl From<&$name> for $name {
            fn from(other: &$name) -> Self {
                other.clone()
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::codegen::Expected;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $crate::codegen::Text::from_text(text)
            }
        }

        impl $crate::codegen::OwnScalar for $name {
            type Own = $own;
            type Scalar = $scalar;

            const EXPECTED: &'static str =
                ::std::concat!("expected a valid `", ::std::stringify!($name), "`");
            const RULES: $crate::codegen::Rules = $crate::codegen::Rules::NONE
                $($(.$rule($crate::__rule!($rule $limit)))+)?;

            fn wrap(own: $own) -> Self {
                Self(own)
            }

            fn own(&self) -> &$own {
                &self.0
            }
        }

        impl $crate::codegen::Text for $name {
            fn from_text(text: &str) -> Result<Self, $crate::codegen::Expected> {
                let scalar = <$scalar as $crate::codegen::Text>::from_text(text)?;
                $crate::codegen::own_from_scalar(&scalar)
            }

            fn to_text(&self) -> ::std::borrow::Cow<'_, str> {
                $crate::codegen::own_to_text(self)
            }

            fn problem(&self) -> Option<&'static str> {
                $crate::codegen::problem_of_own(self)
            }

            fn from_request(text: &str) -> Result<Self, ::std::string::String> {
                $crate::codegen::own_from_request(text)
            }
        }

        impl $crate::codegen::Decode for $name {
            type Form = $crate::codegen::OfSerde;

            fn decode<'de, D: $crate::codegen::Deserializer<'de>>(
                deserializer: D,
                context: &mut $crate::codegen::Context,
            ) -> Result<Self, D::Error> {
                $crate::codegen::read_own(deserializer, context)
            }
        }

        impl $crate::codegen::Serialize for $name {
            fn serialize<S: $crate::codegen::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::codegen::write_own(self, serializer)
            }
        }

        $crate::__deserialize!($name);
        $crate::__own_shown!($name $($word)?);
    };
}

/// `Debug` and `Display` of a type of the user; only `Debug`, with the word instead of the value, if it must not be
/// shown.
#[doc(hidden)]
#[macro_export]
macro_rules! __own_shown {
    ($name:ident) => {
        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.debug_tuple(::std::stringify!($name))
                    .field(&self.0)
                    .finish()
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(&$crate::codegen::Text::to_text(self))
            }
        }
    };
    ($name:ident $word:ident) => {
        $crate::__shown!($name, pad $word);
    };
}

#[cfg(test)]
mod tests {
    // The macros create public items, and more than the tests use.
    #![allow(dead_code, unreachable_pub)]

    use std::num::NonZeroU32;

    use serde_json::json;

    use crate::Json;
    use crate::codegen as rt;
    use crate::decode::{Context, Decode};
    use crate::text::Text;

    rt::own_type! {
        #[derive(Eq, Hash)]
        #[scalar(i64)]
        #[rules(max = 9999)]
        pub struct BookId(NonZeroU32);
    }

    rt::own_type! {
        #[scalar(String)]
        #[hidden(personal)]
        #[rules(min_length = 2)]
        pub struct Name(String);
    }

    rt::own_type! {
        #[scalar(String)]
        #[rules(max_length = 10)]
        pub struct Address(std::net::Ipv6Addr);
    }

    rt::own_type! {
        #[scalar(String)]
        pub struct Misfit(u8);
    }

    rt::object! {
        pub struct Book {
            pub id: BookId,
            #[field(optional)]
            pub author: Option<Name>,
        }
    }

    fn read(json: &Json, mut context: Context) -> (Option<Book>, Vec<String>) {
        let book = Book::decode(json, &mut context).ok();
        let errors = context.into_validation_errors().into_iter();
        (book, errors.map(|error| error.to_string()).collect())
    }

    #[test]
    fn values_are_on_the_wire_as_the_scalar() {
        let json = json!({"author": "Ada", "id": 17});
        let (book, _) = read(&json, Context::for_requests());
        let book = book.unwrap();
        assert_eq!(book.id.get(), 17);
        assert_eq!(serde_json::to_value(&book).unwrap(), json);
        assert_eq!(book.id.to_text(), "17");
        assert_eq!(NonZeroU32::from(book.id), NonZeroU32::new(17).unwrap());
    }

    #[test]
    fn servers_check_the_scalar_its_rules_and_the_type() {
        for (id, problem) in [
            (json!("17"), "expected an integer"),
            (json!(10_000), "must be at most 9999"),
            (json!(0), "expected a valid `BookId`"),
        ] {
            let (book, errors) = read(&json!({ "id": id }), Context::for_requests());
            assert_eq!(book, None, "{id}");
            assert!(errors[0].contains(problem), "{errors:?}");
        }
        let (book, _) = read(&json!({"id": 10_000}), Context::for_responses());
        assert_eq!(book.unwrap().id.get(), 10_000);
        let (book, _) = read(&json!({"id": 0}), Context::for_responses());
        assert_eq!(book, None);
    }

    #[test]
    fn hidden_values_are_not_shown() {
        assert_eq!(format!("{:?}", Name::new("Ada")), "Name(<personal>)");
    }

    #[test]
    fn rules_hold_for_the_text_as_it_was_sent() {
        let too_long = "must have at most 10 characters";
        for (text, problem) in [
            // It is written as `::1`.
            ("0:0:0:0:0:0:0:1", Some(too_long)),
            ("not an address", Some(too_long)),
            ("localhost", Some("expected a valid `Address`")),
            ("::1", None),
            // It is written as `::ffff:0.0.0.1`.
            ("::ffff:0:1", None),
        ] {
            let read = Address::from_request(text).err();
            assert_eq!(read.as_deref(), problem, "{text}");
            let mut context = Context::for_requests();
            let _ = Address::decode(&json!(text), &mut context);
            let errors = context.into_validation_errors();
            let of_json = errors.first().map(|error| error.problem.as_str());
            assert_eq!(of_json, problem, "{text}");
        }
        assert_eq!(
            Name::from_request("A").unwrap_err(),
            "must have at least 2 characters"
        );
    }

    #[test]
    fn a_type_that_writes_other_json_is_reported() {
        let misfit = Misfit::new(7);
        assert!(serde_json::to_string(&misfit).is_err());
        assert!(misfit.problem().is_some());
        assert_eq!(misfit.to_text(), "");
    }
}

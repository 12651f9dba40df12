//! Reading values.
//!
//! [`Decode`] is serde's `Deserialize` with a [`Context`], which collects what is wrong and where.
//! Values are read directly from the text, without a tree in between.

mod access;
mod boxed;
mod collection;
mod constant;
mod context;
#[cfg(any(feature = "multipart", feature = "server"))]
mod enforce;
mod erased;
mod field;
mod json;
mod names;
mod object;
#[cfg(feature = "client")]
mod paths;
mod references;
mod scalar;
mod text;
mod values;

use std::fmt;

use serde_core::de::{DeserializeSeed, Deserializer};
use serde_core::ser::Serializer;

#[doc(hidden)]
pub use self::access::ObjectAccess;
#[doc(hidden)]
pub use self::boxed::{DecodeBoxed, ExpectedKind, FromToken, Reader, not_an_object, read_through};
pub(crate) use self::boxed::{next_item, reject as reject_token};
#[doc(hidden)]
pub use self::constant::{Constant, Literal};
pub use self::context::Context;
pub(crate) use self::context::place_of_key;
#[cfg(all(feature = "server", feature = "streams"))]
pub(crate) use self::enforce::decode_enforcing_at;
#[cfg(feature = "server")]
pub(crate) use self::enforce::decode_enforcing_in;
#[cfg(any(feature = "multipart", feature = "server"))]
pub(crate) use self::enforce::{decode_enforcing, satisfying};
pub(crate) use self::erased::{
    AnyList, AnyObject, AnySeed, AnyVisitor, ErasedDeserializer, Hint, TakeToken, TakeValue, erase,
};
#[doc(hidden)]
pub use self::erased::{AnyValue, ErasedFields, Failed, Token};
#[doc(hidden)]
pub use self::field::{Field, PROPERTIES, Properties, name, optional, personal, secret};
#[cfg(any(feature = "multipart", feature = "client", feature = "server"))]
pub(crate) use self::json::read_whole;
pub(crate) use self::json::without_mark;
pub use self::json::{InvalidJson, from_json, from_json_in};
pub use self::object::Object;
#[doc(hidden)]
pub use self::object::{Fields, ReferencesTo, Table};
#[cfg(feature = "client")]
pub(crate) use self::paths::{At, Path, read_at};
#[doc(hidden)]
pub use self::references::{
    References, Shown, clone_object, equal_objects, show_fields, show_object,
};
#[doc(hidden)]
pub use self::scalar::{known, read_text};
pub(crate) use self::text::{not_a_list, read_through as read_text_through};
#[doc(hidden)]
pub use self::values::{
    Chained, FieldValues, NestedReader, ReadField, UsualValues, WithAdditional, WithUnion,
};
use crate::encode::Form;
use crate::rules::Rules;

/// A type of the values of an API: they can be read, checked against rules, and left out if absent.
///
/// They can also be written, cloned, compared and shown, so that objects need one bound for everything
/// that is done with their fields. They are not written by serde's `Serialize`, which types of other crates either lack
/// or implement for another form.
///
/// The macros of the runtime implement it. Implementing it yourself is not part of the contract.
pub trait Decode: Clone + PartialEq + fmt::Debug + 'static {
    /// How it is written. A function here would be compiled for each type.
    #[doc(hidden)]
    type Form: Form<Self>;

    /// Reads a value.
    ///
    /// # Errors
    /// The deserializer's own error. The context contains what is wrong with the data; it is empty if
    /// the text cannot be parsed.
    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        context: &mut Context,
    ) -> Result<Self, D::Error>;

    /// Writes the value.
    ///
    /// # Errors
    /// The serializer's own error, or the value has no form on the wire.
    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::Form::write(self, serializer)
    }

    /// Reads the value of a field that is present. Unless it is `required`, null is not a value, except
    /// for [`Maybe`](crate::Maybe).
    ///
    /// # Errors
    /// As [`decode`](Self::decode).
    #[inline]
    fn decode_field<'de, D: Deserializer<'de>>(
        deserializer: D,
        context: &mut Context,
        required: bool,
    ) -> Result<Self, D::Error> {
        let _ = required;
        Self::decode(deserializer, context)
    }

    /// The value of an optional field that is absent. `None` if the type has none.
    fn absent() -> Option<Self> {
        None
    }

    /// Whether an optional field with this value is absent, and therefore not written.
    fn is_absent(&self) -> bool {
        false
    }

    /// Checks the value, and the values in it, against the rules of the place where it is. A null or absent
    /// value satisfies every rule. No such rules apply to a newtype, which has its own.
    ///
    /// # Errors
    /// If the value violates a rule. The context contains the validation error.
    fn check(&self, rules: &Rules, context: &mut Context) -> Result<(), Failed> {
        let _ = (rules, context);
        Ok(())
    }
}

/// Reads a value without checking the constraints of the specification, up to the first validation
/// error. Every generated type implements `Deserialize` with it.
///
/// # Errors
/// The first validation error, or the deserializer's own error if the text cannot be parsed.
#[doc(hidden)]
pub fn deserialize<'de, T: Decode, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let mut context = Context::for_responses();
    T::decode(deserializer, &mut context).map_err(|error| context.into_error(error))
}

/// Checks a scalar against rules.
///
/// # Errors
/// What the first violated rule requires, to follow a name: `must be at least 1`.
#[doc(hidden)]
pub fn check_scalar<T: Decode>(value: &T, rules: &Rules) -> Result<(), String> {
    let mut context = Context::for_requests();
    value
        .check(rules, &mut context)
        .map_err(|_| context.into_problem())
}

/// Reads a value where serde needs a seed: in objects, maps and lists.
pub(crate) struct Seed<'c, T> {
    context: &'c mut Context,
    /// Whether the value stands for an absent field.
    required: bool,
    value: std::marker::PhantomData<T>,
}

impl<'c, T> Seed<'c, T> {
    /// For a whole value, or an item of a map or list.
    #[inline]
    pub(crate) const fn value(context: &'c mut Context) -> Self {
        Self::field(context, true)
    }

    /// For the value of a field.
    #[inline]
    const fn field(context: &'c mut Context, required: bool) -> Self {
        Self {
            context,
            required,
            value: std::marker::PhantomData,
        }
    }
}

impl<'de, T: Decode> DeserializeSeed<'de> for Seed<'_, T> {
    type Value = T;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::decode_field(deserializer, self.context, self.required)
    }
}

/// Overrides the visitor's methods for the kinds of JSON values that are not accepted, to tell the
/// context what was expected. Serde's own message would repeat the value.
///
/// In a form, null is an empty text. So scalars have `text` instead of `null` and `string`, and `items`
/// instead of `list`.
macro_rules! reject {
    ($expected:expr; $($kind:ident)+) => {
        $($crate::decode::reject!(@$kind $expected);)+

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str($expected)
        }
    };
    (@boolean $expected:expr) => {
        fn visit_bool<E: serde_core::de::Error>(self, _: bool) -> Result<Self::Value, E> {
            Err(self.context.mismatch($expected))
        }
    };
    (@integer $expected:expr) => {
        fn visit_i64<E: serde_core::de::Error>(self, _: i64) -> Result<Self::Value, E> {
            Err(self.context.mismatch($expected))
        }

        fn visit_u64<E: serde_core::de::Error>(self, _: u64) -> Result<Self::Value, E> {
            Err(self.context.mismatch($expected))
        }
    };
    (@number $expected:expr) => {
        fn visit_f64<E: serde_core::de::Error>(self, _: f64) -> Result<Self::Value, E> {
            Err(self.context.mismatch($expected))
        }
    };
    (@string $expected:expr) => {
        fn visit_str<E: serde_core::de::Error>(self, _: &str) -> Result<Self::Value, E> {
            Err(self.context.mismatch($expected))
        }
    };
    (@null $expected:expr) => {
        fn visit_unit<E: serde_core::de::Error>(self) -> Result<Self::Value, E> {
            Err(self.context.null())
        }
    };
    (@text $expected:expr) => {
        fn visit_str<E: serde_core::de::Error>(self, text: &str) -> Result<Self::Value, E> {
            self.context.parse(text, $expected)
        }

        fn visit_unit<E: serde_core::de::Error>(self) -> Result<Self::Value, E> {
            self.context.parse_null()
        }
    };
    (@items $expected:expr) => {
        fn visit_seq<A: serde_core::de::SeqAccess<'de>>(self, _: A) -> Result<Self::Value, A::Error> {
            Err(self.context.not_single($expected))
        }
    };
    (@list $expected:expr) => {
        fn visit_seq<A: serde_core::de::SeqAccess<'de>>(self, _: A) -> Result<Self::Value, A::Error> {
            Err(self.context.mismatch($expected))
        }
    };
    (@object $expected:expr) => {
        fn visit_map<A: serde_core::de::MapAccess<'de>>(self, _: A) -> Result<Self::Value, A::Error> {
            Err(self.context.mismatch($expected))
        }
    };
}
use reject;

#[cfg(test)]
mod tests;

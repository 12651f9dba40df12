//! Serde's view of the writer.

use serde_core::Serialize;
use serde_core::ser::{Error as _, Serializer};

use super::{Container, FormContainer, FormError, FormWriter};
use crate::encode::DIGITS;

/// The functions for scalars whose text is the one that Rust displays.
macro_rules! scalars {
    ($($function:ident($type:ty))+) => {$(
        fn $function(self, value: $type) -> Result<(), FormError> {
            self.scalar(value)
        }
    )+};
}

impl<'w> Serializer for &'w mut FormWriter {
    type Ok = ();
    type Error = FormError;
    type SerializeSeq = Container<'w>;
    type SerializeTuple = Container<'w>;
    type SerializeTupleStruct = Container<'w>;
    type SerializeTupleVariant = Container<'w>;
    type SerializeMap = Container<'w>;
    type SerializeStruct = Container<'w>;
    type SerializeStructVariant = Container<'w>;

    scalars! {
        serialize_bool(bool) serialize_char(char)
        serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64) serialize_i128(i128)
        serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64) serialize_u128(u128)
    }

    fn serialize_str(self, value: &str) -> Result<(), FormError> {
        self.pair(value)
    }

    fn serialize_f32(self, value: f32) -> Result<(), FormError> {
        self.float(value.is_finite(), value)
    }

    fn serialize_f64(self, value: f64) -> Result<(), FormError> {
        self.float(value.is_finite(), value)
    }

    /// Values of an API are never bytes: they are base64 in a string.
    fn serialize_bytes(self, _: &[u8]) -> Result<(), FormError> {
        Err(FormError::custom("a form cannot hold bytes"))
    }

    fn serialize_none(self) -> Result<(), FormError> {
        self.pair("")
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), FormError> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), FormError> {
        self.pair("")
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), FormError> {
        self.pair("")
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), FormError> {
        self.pair(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), FormError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), FormError> {
        let mut object = self.open(FormContainer::Object)?;
        object.field(variant, value)?;
        object.close()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Container<'w>, FormError> {
        self.open(FormContainer::List)
    }

    fn serialize_tuple(self, _: usize) -> Result<Container<'w>, FormError> {
        self.open(FormContainer::List)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Container<'w>, FormError> {
        self.open(FormContainer::List)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Container<'w>, FormError> {
        self.open_variant(variant, FormContainer::List)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Container<'w>, FormError> {
        self.open(FormContainer::Object)
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Container<'w>, FormError> {
        let digits = name == DIGITS;
        self.open(if digits {
            FormContainer::Digits
        } else {
            FormContainer::Object
        })
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Container<'w>, FormError> {
        self.open_variant(variant, FormContainer::Object)
    }
}

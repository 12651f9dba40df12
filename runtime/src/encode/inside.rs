//! Writing the fields of one object into another.

use serde_core::Serialize;
use serde_core::ser::{Error, Impossible, SerializeMap, Serializer};

/// Opens the object that entries are written into.
pub(crate) trait OpenObject {
    /// The object.
    type Object: SerializeMap;

    /// Opens the container, for so many entries.
    fn open(
        self,
        len: Option<usize>,
    ) -> Result<Self::Object, <Self::Object as SerializeMap>::Error>;
}

/// Writes an object into the one that `O` opens. No other value can be written.
pub(crate) struct ObjectOnly<O>(pub(crate) O);

/// An object that is open already, and stays open.
pub(super) struct Inside<'m, M>(pub(super) &'m mut M);

impl<'m, M: SerializeMap> OpenObject for Inside<'m, M> {
    type Object = Self;

    fn open(self, _: Option<usize>) -> Result<Self, M::Error> {
        Ok(self)
    }
}

impl<M: SerializeMap> SerializeMap for Inside<'_, M> {
    type Ok = ();
    type Error = M::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), M::Error> {
        self.0.serialize_key(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), M::Error> {
        self.0.serialize_value(value)
    }

    fn serialize_entry<K: Serialize + ?Sized, V: Serialize + ?Sized>(
        &mut self,
        key: &K,
        value: &V,
    ) -> Result<(), M::Error> {
        self.0.serialize_entry(key, value)
    }

    fn end(self) -> Result<(), M::Error> {
        Ok(())
    }
}

/// The functions for values that are not objects.
macro_rules! no_objects {
    ($($function:ident($($type:ty)?))+) => {$(
        fn $function(self, $(_: $type)?) -> Result<<O::Object as SerializeMap>::Ok, <O::Object as SerializeMap>::Error> {
            Err(no_object())
        }
    )+};
}

fn no_object<E: Error>() -> E {
    E::custom("only an object can have further fields")
}

impl<O: OpenObject> Serializer for ObjectOnly<O> {
    type Ok = <O::Object as SerializeMap>::Ok;
    type Error = <O::Object as SerializeMap>::Error;
    type SerializeSeq =
        Impossible<<O::Object as SerializeMap>::Ok, <O::Object as SerializeMap>::Error>;
    type SerializeTuple =
        Impossible<<O::Object as SerializeMap>::Ok, <O::Object as SerializeMap>::Error>;
    type SerializeTupleStruct =
        Impossible<<O::Object as SerializeMap>::Ok, <O::Object as SerializeMap>::Error>;
    type SerializeTupleVariant =
        Impossible<<O::Object as SerializeMap>::Ok, <O::Object as SerializeMap>::Error>;
    type SerializeMap = O::Object;
    type SerializeStruct =
        Impossible<<O::Object as SerializeMap>::Ok, <O::Object as SerializeMap>::Error>;
    type SerializeStructVariant =
        Impossible<<O::Object as SerializeMap>::Ok, <O::Object as SerializeMap>::Error>;

    fn serialize_map(self, len: Option<usize>) -> Result<O::Object, Self::Error> {
        self.0.open(len)
    }

    /// A `Boxed` object.
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<<O::Object as SerializeMap>::Ok, <O::Object as SerializeMap>::Error> {
        value.serialize(self)
    }

    no_objects! {
        serialize_bool(bool) serialize_i8(i8) serialize_i16(i16) serialize_i32(i32)
        serialize_i64(i64) serialize_u8(u8) serialize_u16(u16) serialize_u32(u32)
        serialize_u64(u64) serialize_f32(f32) serialize_f64(f64) serialize_char(char)
        serialize_str(&str) serialize_bytes(&[u8]) serialize_none() serialize_unit()
        serialize_unit_struct(&'static str)
    }

    fn serialize_some<T: Serialize + ?Sized>(
        self,
        value: &T,
    ) -> Result<<O::Object as SerializeMap>::Ok, <O::Object as SerializeMap>::Error> {
        value.serialize(self)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
    ) -> Result<<O::Object as SerializeMap>::Ok, <O::Object as SerializeMap>::Error> {
        Err(no_object())
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<<O::Object as SerializeMap>::Ok, <O::Object as SerializeMap>::Error> {
        Err(no_object())
    }

    fn serialize_seq(
        self,
        _: Option<usize>,
    ) -> Result<Self::SerializeSeq, <O::Object as SerializeMap>::Error> {
        Err(no_object())
    }

    fn serialize_tuple(
        self,
        _: usize,
    ) -> Result<Self::SerializeTuple, <O::Object as SerializeMap>::Error> {
        Err(no_object())
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, <O::Object as SerializeMap>::Error> {
        Err(no_object())
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, <O::Object as SerializeMap>::Error> {
        Err(no_object())
    }

    fn serialize_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStruct, <O::Object as SerializeMap>::Error> {
        Err(no_object())
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, <O::Object as SerializeMap>::Error> {
        Err(no_object())
    }
}

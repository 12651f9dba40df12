//! Writing a whole JSON text.

use std::cell::Cell;
use std::ops::Range;

use serde_core::Serialize;
use serde_core::ser::{Error as _, Serializer};
use serde_json::Error;

use super::container::{Container, DIGITS, JsonContainer};
use super::plain::is_plain;

/// Appends a value to `text` as JSON.
///
/// It differs from `serde_json` in one respect: a number that JSON cannot represent is an error.
/// `serde_json` writes null, which the specification may not allow, and which looks intended.
///
/// # Errors
/// If the value contains such a number, or reports an error itself.
pub(crate) fn to_json<T: Serialize + ?Sized>(text: Vec<u8>, value: &T) -> Result<Vec<u8>, Error> {
    let mut writer = JsonWriter { text, field: 0..0 };
    value.serialize(&mut writer)?;
    Ok(writer.text)
}

/// The name under which the value of a `Boxed` is written.
pub(crate) const BOXED: &str = "$specsmith::Boxed";

thread_local! {
    /// A writer on its way to the value of a `Boxed`.
    static HANDED_OVER: Cell<Option<JsonWriter>> = const { Cell::new(None) };
}

/// The text so far. The type is not generic, so that it is compiled once and not for every API.
/// `serde_json` writes the scalars.
#[derive(Default)]
pub(crate) struct JsonWriter {
    pub(super) text: Vec<u8>,
    /// The place of the last field's name in the text.
    pub(super) field: Range<usize>,
}

impl JsonWriter {
    fn scalar<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        serde_json::to_writer(&mut self.text, value)
    }

    /// Writes a string. Most have nothing to escape and are copied.
    fn string(&mut self, value: &str) -> Result<(), Error> {
        if !is_plain(value.as_bytes()) {
            return self.scalar(value);
        }
        self.text.reserve(value.len() + 2);
        self.text.push(b'"');
        self.text.extend_from_slice(value.as_bytes());
        self.text.push(b'"');
        Ok(())
    }

    fn float<T: Serialize>(&mut self, finite: bool, value: T) -> Result<(), Error> {
        if finite {
            self.scalar(&value)
        } else {
            Err(self.not_finite())
        }
    }

    /// The error for a number that JSON cannot represent. It contains the field's name, not the number.
    #[cold]
    fn not_finite(&self) -> Error {
        let field = self.text.get(self.field.clone()).unwrap_or_default();
        let place = match String::from_utf8_lossy(field) {
            name if name.is_empty() => String::new(),
            name => format!(" of {name}"),
        };
        Error::custom(format_args!(
            "the value{place} is not finite, and JSON has no number for it"
        ))
    }

    /// Writes the value of a `Boxed`, which takes this writer over. Serde's traits pass a serializer
    /// by a type parameter only, and following that from one type of a cycle to the next, the
    /// compiler gives up.
    fn hand_over<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        HANDED_OVER.set(Some(std::mem::take(self)));
        let written = value.serialize(&mut *self);
        *self = HANDED_OVER.take().unwrap_or_default();
        written
    }

    /// Writes with the writer that was passed, if there is one.
    pub(crate) fn take_over(
        write: impl FnOnce(&mut Self) -> Result<(), Error>,
    ) -> Option<Result<(), Error>> {
        let mut writer = HANDED_OVER.take()?;
        let written = write(&mut writer);
        HANDED_OVER.set(Some(writer));
        Some(written)
    }

    fn open(&mut self, kind: JsonContainer) -> Container<'_> {
        Container::open(self, kind)
    }

    /// Begins an object around a list or an object, for variants of Rust's enums.
    fn open_variant(&mut self, variant: &str, kind: JsonContainer) -> Result<Container<'_>, Error> {
        self.text.push(b'{');
        self.scalar(variant)?;
        self.text.push(b':');
        Ok(self.open(kind))
    }
}

/// The functions for scalars that `serde_json` writes.
macro_rules! scalars {
    ($($function:ident($type:ty))+) => {$(
        fn $function(self, value: $type) -> Result<(), Error> {
            self.scalar(&value)
        }
    )+};
}

impl<'w> Serializer for &'w mut JsonWriter {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Container<'w>;
    type SerializeTuple = Container<'w>;
    type SerializeTupleStruct = Container<'w>;
    type SerializeTupleVariant = Container<'w>;
    type SerializeMap = Container<'w>;
    type SerializeStruct = Container<'w>;
    type SerializeStructVariant = Container<'w>;

    scalars! {
        serialize_bool(bool)
        serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64) serialize_i128(i128)
        serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64) serialize_u128(u128)
        serialize_char(char) serialize_bytes(&[u8])
    }

    fn serialize_str(self, value: &str) -> Result<(), Error> {
        self.string(value)
    }

    fn serialize_f32(self, value: f32) -> Result<(), Error> {
        self.float(value.is_finite(), value)
    }

    fn serialize_f64(self, value: f64) -> Result<(), Error> {
        self.float(value.is_finite(), value)
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.text.extend_from_slice(b"null");
        Ok(())
    }

    fn serialize_unit_struct(self, name: &'static str) -> Result<(), Error> {
        // The value of a `Boxed` is in the writer that it took over.
        if name == BOXED {
            return Ok(());
        }
        self.serialize_unit()
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), Error> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        if name == BOXED {
            return self.hand_over(value);
        }
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        let mut object = self.open(JsonContainer::Object);
        object.field(variant, value)?;
        object.close()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Container<'w>, Error> {
        Ok(self.open(JsonContainer::List))
    }

    fn serialize_tuple(self, _: usize) -> Result<Container<'w>, Error> {
        Ok(self.open(JsonContainer::List))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Container<'w>, Error> {
        Ok(self.open(JsonContainer::List))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Container<'w>, Error> {
        self.open_variant(variant, JsonContainer::ListOfVariant)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Container<'w>, Error> {
        Ok(self.open(JsonContainer::Object))
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Container<'w>, Error> {
        let digits = name == DIGITS;
        Ok(self.open(if digits {
            JsonContainer::Digits
        } else {
            JsonContainer::Object
        }))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Container<'w>, Error> {
        self.open_variant(variant, JsonContainer::ObjectOfVariant)
    }
}

//! Writing lists and objects.

use serde_core::ser::Error as _;
use serde_core::{Serialize, ser};
use serde_json::Error;

use super::json::JsonWriter;

/// A kind of container.
#[derive(Clone, Copy)]
pub(super) enum JsonContainer {
    List,
    Object,
    ListOfVariant,
    ObjectOfVariant,
    /// A number as its digits. `serde_json` serializes numbers like this if any crate of the build
    /// enables its feature `arbitrary_precision`.
    Digits,
}

/// The name of the struct that represents such a number.
pub(crate) const DIGITS: &str = "$serde_json::private::Number";

impl JsonContainer {
    const fn open(self) -> &'static [u8] {
        match self {
            Self::List | Self::ListOfVariant => b"[",
            Self::Object | Self::ObjectOfVariant => b"{",
            Self::Digits => b"",
        }
    }

    const fn close(self) -> &'static [u8] {
        match self {
            Self::List => b"]",
            Self::Object => b"}",
            Self::ListOfVariant => b"]}",
            Self::ObjectOfVariant => b"}}",
            Self::Digits => b"",
        }
    }
}

/// A list or an object that is being written.
pub(crate) struct Container<'w> {
    writer: &'w mut JsonWriter,
    kind: JsonContainer,
    empty: bool,
}

impl<'w> Container<'w> {
    pub(super) fn open(writer: &'w mut JsonWriter, kind: JsonContainer) -> Self {
        writer.text.extend_from_slice(kind.open());
        Self {
            writer,
            kind,
            empty: true,
        }
    }

    #[inline]
    fn separate(&mut self) {
        if !self.empty {
            self.writer.text.push(b',');
        }
        self.empty = false;
    }

    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.separate();
        value.serialize(&mut *self.writer)
    }

    fn name<K: Serialize + ?Sized>(&mut self, name: &K) -> Result<(), Error> {
        self.separate();
        let start = self.writer.text.len();
        name.serialize(&mut *self.writer)?;
        self.named(start)
    }

    /// Ends the name that begins at `start`.
    #[inline]
    fn named(&mut self, start: usize) -> Result<(), Error> {
        let text = &mut self.writer.text;
        if text.get(start) != Some(&b'"') {
            return Err(Error::custom("the name of a field is not a string"));
        }
        self.writer.field = start..text.len();
        text.push(b':');
        Ok(())
    }

    fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        value.serialize(&mut *self.writer)
    }

    pub(super) fn field<T: Serialize + ?Sized>(
        &mut self,
        name: &str,
        value: &T,
    ) -> Result<(), Error> {
        if let JsonContainer::Digits = self.kind {
            return self.digits(value);
        }
        self.name(name)?;
        self.value(value)
    }

    /// Writes the digits, which are passed as a string, without quotes.
    fn digits<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let start = self.writer.text.len();
        self.value(value)?;
        let text = &mut self.writer.text;
        if text.get(start) == Some(&b'"') {
            text.remove(start);
            text.pop();
        }
        Ok(())
    }

    pub(super) fn close(self) -> Result<(), Error> {
        self.writer.text.extend_from_slice(self.kind.close());
        Ok(())
    }
}

impl ser::SerializeMap for Container<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, name: &T) -> Result<(), Error> {
        self.name(name)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.value(value)
    }

    fn end(self) -> Result<(), Error> {
        self.close()
    }
}

/// Serde's kinds of lists and of objects with named fields, for a writer's container. It has the functions `item`,
/// `field` and `close`.
macro_rules! containers {
    ($container:ty, $error:ty) => {
        $crate::encode::containers! {
            $container, $error, item:
            SerializeSeq::serialize_element
            SerializeTuple::serialize_element
            SerializeTupleStruct::serialize_field
            SerializeTupleVariant::serialize_field
        }
        $crate::encode::containers! {
            $container, $error, field: SerializeStruct SerializeStructVariant
        }
    };
    ($container:ty, $error:ty, item: $($kind:ident::$function:ident)+) => {$(
        impl serde_core::ser::$kind for $container {
            type Ok = ();
            type Error = $error;

            fn $function<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), $error> {
                self.item(value)
            }

            fn end(self) -> Result<(), $error> {
                self.close()
            }
        }
    )+};
    ($container:ty, $error:ty, field: $($kind:ident)+) => {$(
        impl serde_core::ser::$kind for $container {
            type Ok = ();
            type Error = $error;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), $error> {
                self.field(name, value)
            }

            fn end(self) -> Result<(), $error> {
                self.close()
            }
        }
    )+};
}

pub(crate) use containers;

containers!(Container<'_>, Error);

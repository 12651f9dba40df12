//! Writing lists and objects.

use serde_core::Serialize;
use serde_core::ser::{self, Error as _};

use super::{FormError, FormWriter, Lists, NameEnd, not_an_object};
use crate::Json;
use crate::encode::containers;

/// A kind of container.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FormContainer {
    List,
    Object,
    /// A number as its digits. `serde_json` serializes numbers like this if any crate of the build
    /// enables its feature `arbitrary_precision`.
    Digits,
}

/// A list or an object that is being written.
pub(super) struct Container<'w> {
    writer: &'w mut FormWriter,
    kind: FormContainer,
    /// The end of its own name.
    own: NameEnd,
    /// The end of the name when it is closed.
    outer: NameEnd,
    items: usize,
}

impl<'w> Container<'w> {
    pub(super) fn open(
        writer: &'w mut FormWriter,
        kind: FormContainer,
        outer: NameEnd,
    ) -> Result<Self, FormError> {
        if writer.is_item && kind != FormContainer::Digits {
            return Err(writer.error(
                "is a list of lists or objects, which needs the form of lists with indexes",
            ));
        }
        if writer.name.is_none() && kind != FormContainer::Object {
            return Err(not_an_object());
        }
        if writer.is_flat && writer.name.is_some() && kind != FormContainer::Digits {
            return Err(writer.error("is a list or an object, and only single values have a place"));
        }
        Ok(Self {
            kind,
            own: writer.place(),
            outer,
            items: 0,
            writer,
        })
    }

    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), FormError> {
        match self.writer.lists {
            Lists::Repeated => self.writer.is_item = true,
            Lists::Brackets => {
                self.writer.is_item = true;
                self.writer.push("")?;
            }
            Lists::Indexed => self.writer.push(&self.items.to_string())?,
        }
        self.value(value)?;
        self.writer.is_item = false;
        Ok(())
    }

    pub(super) fn field<T: Serialize + ?Sized>(
        &mut self,
        name: &str,
        value: &T,
    ) -> Result<(), FormError> {
        if self.kind != FormContainer::Digits {
            self.writer.enter(name)?;
        }
        self.value(value)
    }

    /// Writes the value of the name so far, without its last part after that.
    fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), FormError> {
        self.items += 1;
        match self.writer.style() {
            Some(style) => self.writer.styled(style, value)?,
            None => value.serialize(&mut *self.writer)?,
        }
        self.writer.leave(self.own);
        Ok(())
    }

    pub(super) fn close(self) -> Result<(), FormError> {
        // A form as a whole may be empty.
        if self.items == 0 && self.writer.name.is_some() {
            self.writer.pair("")?;
        }
        let repeats = self.kind == FormContainer::List && self.writer.lists == Lists::Repeated;
        if repeats && self.items == 1 && self.writer.text.ends_with('=') {
            return Err(self
                .writer
                .error("is a list of one empty value, which needs brackets or indexes"));
        }
        self.writer.leave(self.outer);
        Ok(())
    }
}

impl ser::SerializeMap for Container<'_> {
    type Ok = ();
    type Error = FormError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, name: &T) -> Result<(), FormError> {
        match name.serialize(serde_json::value::Serializer) {
            Ok(Json::String(name)) => self.writer.enter(&name),
            Ok(_) | Err(_) => Err(FormError::custom("the name of a field is not a string")),
        }
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), FormError> {
        self.value(value)
    }

    fn end(self) -> Result<(), FormError> {
        self.close()
    }
}

containers!(Container<'_>, FormError);

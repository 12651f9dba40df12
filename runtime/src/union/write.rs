//! Writing a union: the tag, and the content of the variant.

use std::borrow::Cow;

use serde_core::Serialize;
use serde_core::ser::{Error, Impossible, SerializeMap, Serializer};

use super::{Shape, TagKind, Tagging};
use crate::Json;
use crate::number::whole;

/// Writes a variant: its tag, and its content if it has some.
///
/// # Errors
/// The serializer's first error.
pub fn write<T: Serialize + ?Sized, S: Serializer>(
    shape: &'static Shape,
    tag: &'static str,
    content: Option<&T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let written = Tag {
        kind: shape.kind,
        text: tag,
    };
    match (&shape.tagging, content) {
        (Tagging::Field([name]), _) if !shape.declared.contains(&tag) => {
            let tagged = Tagged {
                name,
                tag: written,
                serializer,
            };
            match content {
                Some(content) => content.serialize(tagged),
                None => tagged.serialize_map(Some(0))?.end(),
            }
        }
        (Tagging::Field(_) | Tagging::None(_), Some(content)) => content.serialize(serializer),
        // A variant without content has no place for a tag of its own.
        (Tagging::Field(_) | Tagging::None(_), None) => serializer.serialize_map(Some(0))?.end(),
        (Tagging::Beside(name, value), _) => {
            let mut object = serializer.serialize_map(None)?;
            object.serialize_entry(name, &written)?;
            if let Some(content) = content {
                object.serialize_entry(value, content)?;
            }
            object.end()
        }
        (Tagging::Name, _) => {
            let mut object = serializer.serialize_map(Some(1))?;
            match content {
                Some(content) => object.serialize_entry(tag, content)?,
                None => object.serialize_entry(tag, &serde_json::Map::new())?,
            }
            object.end()
        }
    }
}

/// The tag of a value of no known variant, as text.
pub fn tag_of<'v>(shape: &Shape, value: &'v Json) -> Cow<'v, str> {
    let written = match shape.tagging {
        Tagging::Field(path) => path.iter().try_fold(value, |value, name| value.get(name)),
        Tagging::Beside(name, _) => value.get(name),
        Tagging::Name => {
            let name = value.as_object().and_then(|object| object.keys().next());
            return Cow::Borrowed(name.map_or("", String::as_str));
        }
        Tagging::None(_) => None,
    };
    written
        .and_then(|written| shape.text(written, true))
        .unwrap_or_default()
}

impl Shape {
    /// The text of a tag; `None` if it is of the wrong kind. In a form, all tags are text.
    pub(super) fn text<'v>(&self, tag: &'v Json, is_text: bool) -> Option<Cow<'v, str>> {
        match (self.kind, tag) {
            (_, Json::String(text)) if is_text => Some(Cow::Borrowed(text)),
            (_, Json::Null) if is_text => Some(Cow::Borrowed("")),
            (TagKind::Text, Json::String(text)) => Some(Cow::Borrowed(text)),
            (TagKind::Integer, Json::Number(number)) => {
                let text = whole(number).map_or_else(|| number.to_string(), |tag| tag.to_string());
                Some(Cow::Owned(text))
            }
            (TagKind::Boolean, Json::Bool(true)) => Some(Cow::Borrowed("true")),
            (TagKind::Boolean, Json::Bool(false)) => Some(Cow::Borrowed("false")),
            (TagKind::Text | TagKind::Integer | TagKind::Boolean, _) => None,
        }
    }
}

impl TagKind {
    /// What is expected where the tag is.
    pub(super) fn expected(self) -> &'static str {
        match self {
            Self::Text => "a string",
            Self::Integer => "an integer",
            Self::Boolean => "a boolean",
        }
    }
}

/// A tag as it is written.
struct Tag {
    kind: TagKind,
    text: &'static str,
}

impl Serialize for Tag {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.kind, self.text.parse()) {
            (TagKind::Integer, Ok(number)) => serializer.serialize_i64(number),
            (TagKind::Boolean, _) => serializer.serialize_bool(self.text == "true"),
            (TagKind::Integer | TagKind::Text, _) => serializer.serialize_str(self.text),
        }
    }
}

/// Writes an object with a tag before its own fields. Nothing else can have a tag.
struct Tagged<S> {
    name: &'static str,
    tag: Tag,
    serializer: S,
}

/// The functions for values that are no objects.
macro_rules! no_objects {
    ($($function:ident($($type:ty)?))+) => {$(
        fn $function(self, $(_: $type)?) -> Result<S::Ok, S::Error> {
            Err(no_object())
        }
    )+};
}

fn no_object<E: Error>() -> E {
    E::custom("only an object can have a tag among its fields")
}

impl<S: Serializer> Serializer for Tagged<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Impossible<S::Ok, S::Error>;
    type SerializeTuple = Impossible<S::Ok, S::Error>;
    type SerializeTupleStruct = Impossible<S::Ok, S::Error>;
    type SerializeTupleVariant = Impossible<S::Ok, S::Error>;
    type SerializeMap = S::SerializeMap;
    type SerializeStruct = Impossible<S::Ok, S::Error>;
    type SerializeStructVariant = Impossible<S::Ok, S::Error>;

    fn serialize_map(self, len: Option<usize>) -> Result<S::SerializeMap, S::Error> {
        let mut object = self.serializer.serialize_map(len.map(|len| len + 1))?;
        object.serialize_entry(self.name, &self.tag)?;
        Ok(object)
    }

    /// A `Boxed` object.
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        value.serialize(self)
    }

    no_objects! {
        serialize_bool(bool) serialize_i8(i8) serialize_i16(i16) serialize_i32(i32)
        serialize_i64(i64) serialize_u8(u8) serialize_u16(u16) serialize_u32(u32)
        serialize_u64(u64) serialize_f32(f32) serialize_f64(f64) serialize_char(char)
        serialize_str(&str) serialize_bytes(&[u8]) serialize_none() serialize_unit()
        serialize_unit_struct(&'static str)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        value.serialize(self)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
    ) -> Result<S::Ok, S::Error> {
        Err(no_object())
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<S::Ok, S::Error> {
        Err(no_object())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, S::Error> {
        Err(no_object())
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, S::Error> {
        Err(no_object())
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, S::Error> {
        Err(no_object())
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, S::Error> {
        Err(no_object())
    }

    fn serialize_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStruct, S::Error> {
        Err(no_object())
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, S::Error> {
        Err(no_object())
    }
}

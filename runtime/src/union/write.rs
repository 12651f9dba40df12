//! Writing a union: the tag, and the content of the variant.

use std::borrow::Cow;

use serde_core::Serialize;
use serde_core::ser::{SerializeMap, Serializer};

use super::{Shape, TagKind, Tagging};
use crate::Json;
use crate::decode::Decode;
use crate::encode::{Encoded, ObjectOnly, OpenObject};
use crate::number::whole;

/// Writes a variant: its tag, and its content if it has some.
///
/// # Errors
/// The serializer's first error.
pub fn write<T: Decode, S: Serializer>(
    shape: &'static Shape,
    tag: &'static str,
    content: Option<&T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let written = Tag {
        kind: shape.kind,
        text: tag,
    };
    let content = content.map(Encoded);
    let content = content.as_ref();
    match (&shape.tagging, content) {
        (Tagging::Field([name]), _) if !shape.declared.contains(&tag) => {
            let tagged = Tagged {
                name,
                tag: written,
                serializer,
            };
            match content {
                Some(content) => content.serialize(ObjectOnly(tagged)),
                None => tagged.open(Some(0))?.end(),
            }
        }
        (Tagging::Field(_) | Tagging::None(_), Some(content)) => content.serialize(serializer),
        // A variant without content has no place for a tag.
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
    /// The tag with this text.
    pub(super) fn value(self, text: String) -> Json {
        match (self, text.parse::<i64>(), text.parse()) {
            (Self::Integer, Ok(number), _) => number.into(),
            (Self::Boolean, _, Ok(boolean)) => Json::Bool(boolean),
            (Self::Text | Self::Integer | Self::Boolean, ..) => Json::String(text),
        }
    }

    /// The values that are expected in the place of the tag.
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

/// An object with a tag before its own fields. Nothing else can have a tag.
struct Tagged<S> {
    name: &'static str,
    tag: Tag,
    serializer: S,
}

impl<S: Serializer> OpenObject for Tagged<S> {
    type Object = S::SerializeMap;

    fn open(self, len: Option<usize>) -> Result<S::SerializeMap, S::Error> {
        let mut object = self.serializer.serialize_map(len.map(|len| len + 1))?;
        object.serialize_entry(self.name, &self.tag)?;
        Ok(object)
    }
}

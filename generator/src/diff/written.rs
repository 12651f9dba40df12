//! How values are written on the wire.

use super::walk::FormId;

/// How values are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) enum Written {
    /// As JSON.
    #[default]
    Json,
    /// As text, as in parameters. What is in the objects and maps among them is JSON.
    Text,
    /// As an item of a list that is text. A list or a map in its place is JSON.
    Item,
    /// As text, and so is what is in objects, as in brackets or in XML.
    AllText,
    /// As a form, some of whose fields are JSON. The others are text, and so is what is in them.
    Form(FormId),
    /// As a multipart form.
    Multipart,
    /// As a part of a multipart form, which is text. A list is several parts. What is in objects and maps is JSON.
    Part,
    /// As a field of a form, which is JSON. A list is several of them.
    JsonPart,
}

impl Written {
    /// Whether a single value is text.
    pub(super) const fn is_text(self) -> bool {
        match self {
            Self::Text
            | Self::Item
            | Self::AllText
            | Self::Form(_)
            | Self::Multipart
            | Self::Part => true,
            Self::Json | Self::JsonPart => false,
        }
    }

    /// Whether values are parts of a form, of which a list is several.
    pub(super) const fn is_parts(self) -> bool {
        match self {
            Self::Multipart | Self::Part | Self::JsonPart => true,
            Self::Json | Self::Text | Self::Item | Self::AllText | Self::Form(_) => false,
        }
    }

    /// How single values are written that have no parts.
    pub(super) const fn single(self) -> Self {
        match self.is_text() {
            true => Self::Text,
            false => Self::Json,
        }
    }

    /// How the fields of objects are written, and the values of maps. Some fields of forms are JSON instead.
    pub(super) const fn fields(self) -> Self {
        match self {
            Self::Form(_) => Self::AllText,
            Self::Multipart => Self::Part,
            Self::Json | Self::Text | Self::Item | Self::AllText | Self::Part | Self::JsonPart => {
                self
            }
        }
    }

    /// How the values of maps are written, which are JSON in a list, in a map or in a part of a form.
    pub(super) const fn values(self) -> Self {
        match self {
            Self::Json | Self::Text | Self::Item | Self::Part | Self::JsonPart => Self::Json,
            Self::AllText | Self::Form(_) | Self::Multipart => self.fields(),
        }
    }

    /// How the items of lists are written: a list in one of several texts or parts is JSON.
    pub(super) const fn items(self) -> Self {
        match self {
            Self::Text | Self::Multipart | Self::Part => Self::Item,
            Self::Json | Self::Item | Self::JsonPart => Self::Json,
            Self::AllText | Self::Form(_) => Self::AllText,
        }
    }

    /// How a value of a named type is written. In an object, it is JSON, unless it is a single value.
    pub(super) const fn named(self, is_in_object: bool) -> Self {
        match self {
            Self::Text | Self::Item if !is_in_object => Self::Text,
            Self::Json | Self::Text | Self::Item | Self::Part | Self::JsonPart => Self::Json,
            Self::AllText | Self::Form(_) | Self::Multipart => self,
        }
    }
}

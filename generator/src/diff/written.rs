//! How values are written on the wire.

/// How values are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) enum Written {
    /// As JSON.
    #[default]
    Json,
    /// As text, as in parameters and forms. What is in the objects among them is JSON.
    Text,
    /// As text, and so is what is in objects, as in brackets or in XML.
    AllText,
    /// As parts of a multipart form, which are text. A list is several parts. What is in objects is JSON.
    Parts,
    /// As parts of a multipart form, which are JSON. A list is several parts.
    JsonParts,
}

impl Written {
    /// Whether a single value is text.
    pub(super) const fn is_text(self) -> bool {
        match self {
            Self::Text | Self::AllText | Self::Parts => true,
            Self::Json | Self::JsonParts => false,
        }
    }

    /// Whether values are parts of a multipart form.
    pub(super) const fn is_parts(self) -> bool {
        match self {
            Self::Parts | Self::JsonParts => true,
            Self::Json | Self::Text | Self::AllText => false,
        }
    }

    /// How the same values are written as JSON.
    pub(super) const fn as_json(self) -> Self {
        match self {
            Self::Json | Self::Text | Self::AllText => Self::Json,
            Self::Parts | Self::JsonParts => Self::JsonParts,
        }
    }

    /// How the items of lists are written: a list in one of several parts is not a list of parts.
    pub(super) const fn items(self) -> Self {
        match self {
            Self::Parts => Self::Text,
            Self::JsonParts => Self::Json,
            Self::Json | Self::Text | Self::AllText => self,
        }
    }

    /// How a value of a named type is written. In an object, it is JSON, unless it is a single value.
    pub(super) const fn named(self, is_in_object: bool) -> Self {
        match self {
            Self::Text | Self::Parts if !is_in_object => self,
            Self::Json | Self::Text | Self::Parts | Self::JsonParts => Self::Json,
            Self::AllText => Self::AllText,
        }
    }
}

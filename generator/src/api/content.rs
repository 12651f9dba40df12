//! The contents of requests and responses.

use super::{Events, FieldStyle, Lists, PagerId, TypeRef, Value};

/// The content of a request or a response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// The kind of the content, with its type.
    pub kind: ContentKind,
    /// Its media types. The first is the one that is sent. There is none if there is no content.
    pub media: Vec<String>,
}

/// The kinds of contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContentKind {
    /// No content.
    Empty,
    /// A JSON value.
    Json {
        /// If there is an envelope, the value is the only field of an object, and this is its name.
        envelope: Option<String>,
        /// The type of the value.
        ty: TypeRef,
    },
    /// A page of a list.
    Page {
        /// How the list is paged.
        pager: PagerId,
        /// The type of the items.
        item: TypeRef,
    },
    /// A value in XML.
    Xml {
        /// The type of the value.
        ty: TypeRef,
    },
    /// A form, in a request.
    Form {
        /// How it writes lists. Servers read all ways.
        lists: Lists,
        /// The fields with another style than the form.
        styles: Vec<(String, FieldStyle)>,
        /// The type of the value.
        ty: TypeRef,
    },
    /// A multipart form, in a request. The fields of an object are its parts.
    Multipart {
        /// The object.
        ty: TypeRef,
        /// Whether some parts are files.
        has_files: bool,
    },
    /// Text in UTF-8.
    Text,
    /// Bytes.
    Binary,
    /// JSON lines: a value on each line.
    Lines {
        /// The type of the values.
        ty: TypeRef,
    },
    /// Server-sent events, in a response.
    Events(Box<Events>),
}

impl Content {
    /// A value as it is on the wire: in the envelope, if there is one.
    pub(crate) fn wrapped(&self, value: Value) -> Value {
        match self.envelope() {
            Some(name) => Value::Object(vec![(name.to_owned(), value)]),
            None => value,
        }
    }

    /// The field that contains the value, if there is one.
    pub(crate) fn envelope(&self) -> Option<&str> {
        let ContentKind::Json { envelope, .. } = &self.kind else {
            return None;
        };
        envelope.as_deref()
    }

    /// No content.
    pub const EMPTY: Self = Self {
        kind: ContentKind::Empty,
        media: Vec::new(),
    };

    /// Whether there is no content.
    pub fn is_empty(&self) -> bool {
        self.kind == ContentKind::Empty
    }

    /// The types of the values, the items or the events.
    pub fn types(&self) -> Vec<&TypeRef> {
        match &self.kind {
            ContentKind::Empty | ContentKind::Text | ContentKind::Binary => Vec::new(),
            ContentKind::Json { ty, .. }
            | ContentKind::Xml { ty }
            | ContentKind::Form { ty, .. }
            | ContentKind::Multipart { ty, .. }
            | ContentKind::Lines { ty }
            | ContentKind::Page { item: ty, .. } => vec![ty],
            ContentKind::Events(events) => events.types().collect(),
        }
    }

    /// The server-sent events.
    pub fn events(&self) -> Option<&Events> {
        let ContentKind::Events(events) = &self.kind else {
            return None;
        };
        Some(events)
    }

    /// The type of a single value in JSON, in XML or in a form.
    pub fn value(&self) -> Option<&TypeRef> {
        match &self.kind {
            ContentKind::Json { ty, .. }
            | ContentKind::Xml { ty }
            | ContentKind::Form { ty, .. }
            | ContentKind::Multipart { ty, .. } => Some(ty),
            ContentKind::Empty
            | ContentKind::Page { .. }
            | ContentKind::Text
            | ContentKind::Binary
            | ContentKind::Lines { .. }
            | ContentKind::Events(_) => None,
        }
    }

    /// The type of the value, or of the value on each line.
    pub fn value_or_line(&self) -> Option<&TypeRef> {
        match &self.kind {
            ContentKind::Lines { ty } => Some(ty),
            _ => self.value(),
        }
    }

    /// How the list is paged, if the content is a page.
    pub fn pager(&self) -> Option<PagerId> {
        let ContentKind::Page { pager, .. } = &self.kind else {
            return None;
        };
        Some(*pager)
    }

    /// Whether the sender chooses the media type of bytes: there are several, or a range such as `audio/*`, or it is a
    /// multipart type, whose boundary the sender knows.
    pub fn has_chosen_media(&self) -> bool {
        match self.kind {
            ContentKind::Binary => match self.media.as_slice() {
                [only] => only.ends_with('*') || is_multipart(only),
                [] | [_, ..] => true,
            },
            ContentKind::Empty
            | ContentKind::Json { .. }
            | ContentKind::Xml { .. }
            | ContentKind::Page { .. }
            | ContentKind::Form { .. }
            | ContentKind::Multipart { .. }
            | ContentKind::Text
            | ContentKind::Lines { .. }
            | ContentKind::Events(_) => false,
        }
    }

    /// Whether its media type is the default of its kind.
    pub fn has_default_media(&self) -> bool {
        let usual = self.kind.usual_media().into_iter();
        usual.eq(self.media.iter().map(String::as_str))
    }
}

/// Whether a media type has a boundary.
fn is_multipart(media: &str) -> bool {
    let (kind, _) = media.split_once('/').unwrap_or_default();
    kind.eq_ignore_ascii_case("multipart")
}

impl ContentKind {
    /// The media type, if the document has none.
    pub const fn usual_media(&self) -> Option<&'static str> {
        match self {
            Self::Empty => None,
            // RFC 8259, section 11.
            Self::Json { .. } | Self::Page { .. } => Some("application/json"),
            Self::Xml { .. } => Some(XML),
            Self::Form { .. } => Some("application/x-www-form-urlencoded"),
            Self::Multipart { .. } => Some("multipart/form-data"),
            Self::Text => Some("text/plain"),
            Self::Binary => Some("application/octet-stream"),
            Self::Lines { .. } => Some("application/x-ndjson"),
            Self::Events(_) => Some("text/event-stream"),
        }
    }
}

/// The media type of XML (RFC 7303).
pub(crate) const XML: &str = "application/xml";

/// Whether a media type is XML (RFC 7303): `application/xml`, `text/xml`, `application/…+xml`.
pub(crate) fn is_xml(media: &str) -> bool {
    let media = media.to_ascii_lowercase();
    media == XML
        || media == "text/xml"
        || media.starts_with("application/") && media.ends_with("+xml")
}

/// Whether a media type, or a range of them, is in a range of media types such as `image/*` (RFC 9110, section 12.5.1).
/// Anything is in itself. All are in lower case.
pub(crate) fn is_in_range(media: &str, range: &str) -> bool {
    match range.strip_suffix("/*") {
        Some("*") => true,
        Some(kind) => media.split_once('/').is_some_and(|(own, _)| own == kind),
        None => media == range,
    }
}

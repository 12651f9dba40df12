//! The values in requests and responses.

use crate::api::{self, Api, ContentKind, Events, PagerId, Type, TypeRef};
use crate::naming::snake;

/// The value in a request or a response.
pub(crate) enum Content<'a> {
    Nothing,
    Value(&'a TypeRef),
    /// A page of these items.
    Page(PagerId, &'a TypeRef),
    /// A multipart form with files: the client has this value, and the handler reads it while it arrives.
    Multipart(&'a TypeRef),
    Text,
    /// Bytes, which are sent in pieces.
    Bytes,
    /// Bytes with a media type, which the sender chooses.
    Media,
    /// JSON lines of these values.
    Lines(&'a TypeRef),
    /// Server-sent events.
    Events(&'a Events),
}

impl Content<'_> {
    /// Whether it is sent in pieces.
    pub(crate) const fn is_streamed(&self) -> bool {
        match self {
            Self::Nothing | Self::Value(_) | Self::Page(..) | Self::Text => false,
            Self::Bytes | Self::Media | Self::Multipart(_) | Self::Lines(_) | Self::Events(_) => {
                true
            }
        }
    }

    /// The types of the runtime that it consists of.
    pub(super) const fn runtime_types(&self) -> &'static [&'static str] {
        match self {
            Self::Nothing | Self::Value(_) | Self::Page(..) | Self::Text => &[],
            Self::Bytes => &["Body"],
            // A file has a body.
            Self::Multipart(_) => &["Body", "Multipart", "MultipartError"],
            Self::Media => &["Body", "Media"],
            Self::Lines(_) => &["JsonLines"],
            Self::Events(_) => &["Event", "EventStream", "StreamError"],
        }
    }
}

pub(super) fn content(content: &api::Content) -> Content<'_> {
    match &content.kind {
        ContentKind::Empty => Content::Nothing,
        ContentKind::Multipart {
            ty,
            has_files: true,
        } => Content::Multipart(ty),
        ContentKind::Json { ty, .. }
        | ContentKind::Xml { ty }
        | ContentKind::Form { ty, .. }
        | ContentKind::Multipart { ty, .. } => Content::Value(ty),
        ContentKind::Page { pager, item } => Content::Page(*pager, item),
        ContentKind::Text => Content::Text,
        ContentKind::Binary if content.has_chosen_media() => Content::Media,
        ContentKind::Binary => Content::Bytes,
        ContentKind::Lines { ty } => Content::Lines(ty),
        ContentKind::Events(events) => Content::Events(events),
    }
}

/// The variable for a value in samples.
pub(super) fn variable(api: &Api, content: &Content<'_>) -> Option<String> {
    let name = match content {
        Content::Nothing => return None,
        Content::Page(..) => "page".to_owned(),
        Content::Text => "text".to_owned(),
        Content::Bytes | Content::Media => "body".to_owned(),
        Content::Lines(_) => "lines".to_owned(),
        Content::Events(_) => "events".to_owned(),
        Content::Value(ty) | Content::Multipart(ty) => match &ty.ty {
            Type::Named(id) => snake(&api.type_def(*id).name),
            Type::List(_) => "items".to_owned(),
            Type::Scalar(_) | Type::Map(_) => "value".to_owned(),
        },
    };
    Some(name)
}

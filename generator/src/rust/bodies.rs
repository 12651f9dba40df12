//! The bodies of requests: how clients send them and servers read them.

use super::contents::{Content, content};
use crate::api::{self, ContentKind, Lists};

/// The body of a request.
pub(crate) struct Body<'a> {
    pub(crate) api: &'a api::Body,
    /// The argument or method of the client, and the field of the request struct.
    pub(crate) name: String,
    pub(crate) content: Content<'a>,
    /// The function that reads it: `json`, `optional_form`.
    pub(crate) reading: String,
    /// How the client sends it.
    pub(crate) sending: Sending<'a>,
    /// The media types that the server takes, unless they are the usual ones.
    pub(crate) media: &'a [String],
}

/// How the client sends a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sending<'a> {
    Json,
    /// JSON of this media type.
    JsonAs(&'a str),
    Form(Lists),
    Multipart,
    /// Text of this media type.
    Text(&'a str),
    /// Bytes of this media type.
    Bytes(&'a str),
    /// Bytes and their media type.
    Media,
    /// JSON lines of this media type.
    Lines(&'a str),
}

impl<'a> Body<'a> {
    /// Plans a body; `None` for one without content.
    pub(super) fn new(api: &'a api::Body, name: String) -> Option<Self> {
        let of = &api.content;
        let first = of.media.first().map_or("", String::as_str);
        let (reading, sending) = match of.kind {
            // `check` has reported these.
            ContentKind::Empty | ContentKind::Page { .. } | ContentKind::Events(_) => return None,
            ContentKind::Json { .. } if of.has_usual_media() => ("json", Sending::Json),
            ContentKind::Json { .. } => ("json", Sending::JsonAs(first)),
            ContentKind::Form { lists, .. } => ("form", Sending::Form(lists)),
            ContentKind::Multipart {
                has_files: true, ..
            } => ("multipart", Sending::Multipart),
            ContentKind::Multipart { .. } => ("parts", Sending::Multipart),
            ContentKind::Text => ("text", Sending::Text(first)),
            ContentKind::Binary if of.has_chosen_media() => ("media", Sending::Media),
            ContentKind::Binary => ("binary", Sending::Bytes(first)),
            ContentKind::Lines { .. } => ("lines", Sending::Lines(first)),
        };
        let prefix = if api.optional { "optional_" } else { "" };
        Some(Self {
            api,
            name,
            content: content(of),
            reading: format!("{prefix}{reading}"),
            sending,
            media: if of.has_usual_media() { &[] } else { &of.media },
        })
    }

    /// Whether the handler reads it while it arrives. It can do so once.
    pub(crate) const fn is_streamed(&self) -> bool {
        self.content.is_streamed()
    }

    /// Whether the client takes anything that converts into it.
    pub(crate) const fn is_converted(&self) -> bool {
        match self.sending {
            Sending::Text(_) | Sending::Bytes(_) => true,
            Sending::Json
            | Sending::JsonAs(_)
            | Sending::Form(_)
            | Sending::Multipart
            | Sending::Media
            | Sending::Lines(_) => false,
        }
    }
}

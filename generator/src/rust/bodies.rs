//! The bodies of requests: how clients send them and servers read them.

use super::contents::{Content, content};
use crate::api::{self, ContentKind, FieldStyle, Lists, Scalar, Type, TypeRef};
use crate::naming::{camel, unique};

/// The body of a request.
pub(crate) struct Body<'a> {
    pub(crate) api: &'a api::Body,
    /// The argument or method of the client, and the field of the request struct.
    pub(crate) name: String,
    pub(crate) contents: Contents<'a>,
}

/// What a body contains.
pub(crate) enum Contents<'a> {
    One(BodyContent<'a>),
    /// One of several contents. The client and the server have an enum of this name each.
    Several(String, Vec<BodyVariant<'a>>),
}

/// A content of a body.
pub(crate) struct BodyContent<'a> {
    pub(crate) content: Content<'a>,
    /// The function that reads it: `json`.
    pub(crate) reading: &'static str,
    /// How the client sends it.
    pub(crate) sending: Sending<'a>,
    /// The media types that the server takes, unless they are the defaults of its kind.
    pub(crate) media: &'a [String],
}

/// One of several contents.
pub(crate) struct BodyVariant<'a> {
    pub(crate) name: String,
    pub(crate) choice: &'a api::ContentVariant,
    pub(crate) api: &'a api::Content,
    pub(crate) rules: &'a api::Rules,
    pub(crate) content: BodyContent<'a>,
    /// Whether the client converts the value into the enum: no other variant has its type.
    pub(crate) converts: bool,
}

/// How the client sends a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sending<'a> {
    Json,
    /// JSON of this media type.
    JsonAs(&'a str),
    /// An object in JSON of this media type, with the value in this field.
    JsonIn(&'a str, &'a str),
    /// XML of this media type.
    Xml(&'a str, &'a TypeRef),
    /// A form, with how it writes lists, and the fields with another style.
    Form(Lists, &'a [(String, FieldStyle)]),
    /// A multipart form, or parts of another media type.
    Multipart(Option<&'a str>),
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
    /// Plans a body; `None` for one without content. `several` is the name of the enum of its contents.
    pub(super) fn new(api: &'a api::Body, name: String, several: String) -> Option<Self> {
        let contents = if api.others.is_empty() {
            Contents::One(BodyContent::new(&api.content)?)
        } else {
            Contents::Several(several, variants(api))
        };
        Some(Self {
            api,
            name,
            contents,
        })
    }

    /// All contents.
    pub(crate) fn contents(&self) -> impl Iterator<Item = &BodyContent<'a>> {
        let (one, several) = match &self.contents {
            Contents::One(content) => (Some(content), &[][..]),
            Contents::Several(_, variants) => (None, variants.as_slice()),
        };
        one.into_iter()
            .chain(several.iter().map(|variant| &variant.content))
    }

    /// The name of the enum of its contents, if there are several.
    pub(crate) fn several(&self) -> Option<(&str, &[BodyVariant<'a>])> {
        match &self.contents {
            Contents::One(_) => None,
            Contents::Several(name, variants) => Some((name, variants)),
        }
    }

    /// Whether the handler reads it while it arrives. It can do so once.
    pub(crate) fn is_streamed(&self) -> bool {
        self.contents().any(|content| content.content.is_streamed())
    }

    /// Whether the client takes anything that converts into it.
    pub(crate) const fn is_converted(&self) -> bool {
        match &self.contents {
            Contents::One(content) => content.is_converted(),
            Contents::Several(..) => true,
        }
    }
}

fn variants(api: &api::Body) -> Vec<BodyVariant<'_>> {
    let choices = api.contents();
    let choices = choices.filter_map(|(choice, content, rules)| Some((choice?, content, rules)));
    let names = choices.clone().map(|(choice, ..)| camel(&choice.name));
    let names = unique(names, &[], "");
    let planned = choices
        .zip(names)
        .filter_map(|((choice, api, rules), name)| {
            let content = BodyContent {
                // The media type distinguishes the content from the others, even if it is the default of its kind.
                media: &api.media,
                ..BodyContent::new(api)?
            };
            Some(BodyVariant {
                name,
                choice,
                api,
                rules,
                content,
                converts: true,
            })
        });
    let mut variants: Vec<BodyVariant<'_>> = planned.collect();
    let is_only = |variant: &BodyVariant<'_>| {
        let same = variants.iter();
        same.filter(|other| variant.content.has_type_of(&other.content))
            .count()
            == 1
    };
    let converts: Vec<bool> = variants.iter().map(is_only).collect();
    for (variant, converts) in variants.iter_mut().zip(converts) {
        variant.converts = converts;
    }
    variants
}

impl<'a> BodyContent<'a> {
    /// The field that has the value, if the body is not the value itself.
    pub(crate) const fn envelope(&self) -> Option<&'a str> {
        let Sending::JsonIn(_, envelope) = self.sending else {
            return None;
        };
        Some(envelope)
    }

    /// The type whose element the body is, if it is XML.
    pub(crate) const fn xml(&self) -> Option<&'a TypeRef> {
        let Sending::Xml(_, ty) = self.sending else {
            return None;
        };
        Some(ty)
    }

    /// The fields of a form with another style than the form.
    pub(crate) const fn styles(&self) -> &'a [(String, FieldStyle)] {
        let Sending::Form(_, styles) = self.sending else {
            return &[];
        };
        styles
    }

    fn new(api: &'a api::Content) -> Option<Self> {
        let first = api.media.first().map_or("", String::as_str);
        let (reading, sending) = match api.kind {
            // `check` has reported these.
            ContentKind::Empty | ContentKind::Page { .. } | ContentKind::Events(_) => return None,
            ContentKind::Json {
                envelope: Some(ref name),
                ..
            } => ("json", Sending::JsonIn(first, name)),
            ContentKind::Json { .. } if api.has_default_media() => ("json", Sending::Json),
            ContentKind::Json { .. } => ("json", Sending::JsonAs(first)),
            ContentKind::Xml { ref ty } => ("xml", Sending::Xml(first, ty)),
            ContentKind::Form {
                lists, ref styles, ..
            } => ("form", Sending::Form(lists, styles)),
            ContentKind::Multipart { has_files, .. } => {
                let reading = if has_files { "multipart" } else { "parts" };
                let other = Some(first).filter(|_| !api.has_default_media());
                (reading, Sending::Multipart(other))
            }
            ContentKind::Text => ("text", Sending::Text(first)),
            ContentKind::Binary if api.has_chosen_media() => ("media", Sending::Media),
            ContentKind::Binary => ("binary", Sending::Bytes(first)),
            ContentKind::Lines { .. } => ("lines", Sending::Lines(first)),
        };
        Some(Self {
            content: content(api),
            reading,
            sending,
            media: if api.has_default_media() {
                &[]
            } else {
                &api.media
            },
        })
    }

    const fn is_converted(&self) -> bool {
        matches!(self.sending, Sending::Text(_) | Sending::Bytes(_))
    }

    /// Whether it is a `String` on the client.
    pub(crate) fn is_string(&self) -> bool {
        match &self.content {
            Content::Text => true,
            Content::Value(ty) => ty.ty == Type::Scalar(Scalar::String),
            Content::Nothing
            | Content::Page(..)
            | Content::Multipart(_)
            | Content::Bytes
            | Content::Media
            | Content::Lines(_)
            | Content::Events(_) => false,
        }
    }

    /// Whether both have the same type on the client.
    fn has_type_of(&self, other: &Self) -> bool {
        match (&self.content, &other.content) {
            _ if self.is_string() => other.is_string(),
            (
                Content::Value(one) | Content::Multipart(one),
                Content::Value(two) | Content::Multipart(two),
            )
            | (Content::Lines(one), Content::Lines(two)) => one.is_same(two),
            (Content::Bytes, Content::Bytes) | (Content::Media, Content::Media) => true,
            _ => false,
        }
    }
}

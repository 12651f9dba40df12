//! The media types of a content.

use crate::openapi::extensions;
use crate::openapi::kinds::Kinds;
use crate::openapi::media_types::{essence, is_lines, subtype};
use crate::openapi::references::NodeRef;
use crate::openapi::scalars::{is_binary, is_file};
use crate::openapi::types::Types;
use crate::source::Spanned;

/// The kind of a media type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::openapi) enum MediaKind {
    Json,
    Form,
    Multipart,
    Text,
    Lines,
    Events,
    Binary,
}

/// One media type of a body.
#[derive(Clone)]
pub(in crate::openapi) struct Media<'a> {
    pub(in crate::openapi) kind: MediaKind,
    /// Its name without parameters.
    pub(in crate::openapi) name: Spanned<String>,
    pub(in crate::openapi) at: NodeRef<'a>,
    pub(in crate::openapi) schema: Option<NodeRef<'a>>,
}

impl<'a> Types<'a> {
    /// The usable media types of `content`.
    pub(in crate::openapi) fn media(&self, content: NodeRef<'a>) -> Vec<Media<'a>> {
        let media = content.entries().filter_map(|(name, at)| {
            let at = self.files.follow(at)?;
            let plain = essence(&name.value);
            let mut parameters = name.value.split(';').skip(1).map(str::trim);
            let is_expected = |parameter: &str| {
                let (key, value) = parameter.split_once('=').unwrap_or((parameter, ""));
                let value = value.trim().trim_matches('"').to_ascii_lowercase();
                match &*key.trim().to_ascii_lowercase() {
                    "" | "boundary" => true,
                    "charset" => matches!(&*value, "utf-8" | "utf8" | "us-ascii"),
                    _ => false,
                }
            };
            if !parameters.all(is_expected) {
                let what = "the parameter of a media type";
                let means = "callers and servers write the media type without it";
                self.files.leave_out(what, means, name.span);
            }
            let schema = self.schema_of(at, &plain);
            Some(Media {
                kind: self.kind(at, &plain, schema),
                name: Spanned::new(plain, name.span),
                at,
                schema,
            })
        });
        media.collect()
    }

    /// The schema of a content: the schema of the items of a stream, and of the whole otherwise.
    fn schema_of(&self, media: NodeRef<'a>, name: &str) -> Option<NodeRef<'a>> {
        let item = extensions::item_schema(media);
        let whole = media.get("schema");
        // The items of a multipart body are its parts, and `schema` describes all of them.
        if name.starts_with("multipart/") {
            return whole;
        }
        if !is_lines(subtype(name)) {
            return whole.or(item);
        }
        // `schema` describes the list of all items, as OpenAPI 3.2 says, and as many tools write it before that.
        item.or_else(|| self.items_of(whole?)).or(whole)
    }

    /// The schema of the items of a list, if it is one.
    pub(in crate::openapi) fn items_of(&self, whole: NodeRef<'a>) -> Option<NodeRef<'a>> {
        let schema = self.files.schema(&[whole]);
        let is_list = schema.kinds == Kinds::LIST;
        let is_tuple = !schema.prefix.is_empty() || schema.only_prefix.is_some();
        let items = schema.items.filter(|_| is_list && !is_tuple)?;
        items.first().copied().filter(|_| items.len() == 1)
    }

    fn kind(&self, at: NodeRef<'a>, name: &str, schema: Option<NodeRef<'a>>) -> MediaKind {
        let subtype = subtype(name);
        match subtype {
            "x-www-form-urlencoded" => return MediaKind::Form,
            "event-stream" => return MediaKind::Events,
            // Lines that are strings are text as it is: in JSON, they would be in quotes.
            _ if is_lines(subtype) => {
                let of_line = schema.map(|at| self.files.schema(&[at]));
                let is_text = of_line.is_some_and(|line| {
                    line.kinds == Kinds::STRING && line.choices.is_empty() && line.values.is_none()
                });
                // An exported document has a schema of the lines only if they are JSON.
                let is_json = self.files.is_exported() && extensions::item_schema(at).is_some();
                return if is_text && !is_json {
                    MediaKind::Text
                } else {
                    MediaKind::Lines
                };
            }
            _ => {}
        }
        if name.starts_with("multipart/") {
            return MediaKind::Multipart;
        }
        let is_json = subtype.ends_with("json") || subtype.contains("+json");
        let schema = schema.map(|at| self.files.schema(&[at]));
        let kinds = schema
            .as_ref()
            .map_or(Kinds::default(), |schema| schema.kinds);
        match name {
            _ if schema.as_ref().is_some_and(is_binary) => MediaKind::Binary,
            _ if is_json => MediaKind::Json,
            "*/*" | "application/*" | "" => match &schema {
                Some(schema) if is_file(schema) => MediaKind::Binary,
                Some(_) if kinds == Kinds::STRING => MediaKind::Text,
                Some(schema) if schema.says_something => MediaKind::Json,
                Some(_) | None => MediaKind::Binary,
            },
            _ if name.starts_with("text/") && !name.ends_with("/xml") => MediaKind::Text,
            _ => MediaKind::Binary,
        }
    }
}

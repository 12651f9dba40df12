//! Contents of requests and responses: one of the media types that a document lists, or several to choose from.

mod multipart;
mod several;

use super::extensions;
use super::kinds::Kinds;
use super::names::{Own, Place};
use super::references::At;
use super::scalars::{self, is_binary, is_file};
use super::spelling;
use super::taken::Taken;
use super::types::{Types, is_json};
use super::warnings::Topic;
use crate::document::{
    ChoiceEntry, ContentEntry, ContentExpr, ContentExprKind, EventKeys, TypeExpr,
};
use crate::source::{Span, Spanned};

pub(super) use several::Side;

/// What a media type is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Json,
    Form,
    Multipart,
    Text,
    Lines,
    Events,
    Binary,
}

/// One media type of a body.
pub(super) struct Media<'a> {
    pub(super) kind: Kind,
    /// Its name without parameters.
    pub(super) name: Spanned<String>,
    pub(super) at: At<'a>,
    pub(super) schema: Option<At<'a>>,
}

impl<'a> Types<'a> {
    /// The media types of `content`, those that are usable.
    pub(super) fn media(&self, content: At<'a>) -> Vec<Media<'a>> {
        let entries = content.node.entries().iter();
        let media = entries.filter_map(|(name, node)| {
            let at = self.files.follow(content.with(node))?;
            let mut words = name.value.split(';').map(str::trim);
            let plain = words.next().unwrap_or_default().to_ascii_lowercase();
            let is_usual = |parameter: &str| {
                let (key, value) = parameter.split_once('=').unwrap_or((parameter, ""));
                let value = value.trim().trim_matches('"').to_ascii_lowercase();
                match &*key.trim().to_ascii_lowercase() {
                    "" | "boundary" => true,
                    "charset" => matches!(&*value, "utf-8" | "utf8" | "us-ascii"),
                    _ => false,
                }
            };
            if !words.all(is_usual) {
                let what = "the parameter of a media type";
                let means = "callers and servers write the media type without it";
                let mut ignored = self.files.ignored.borrow_mut();
                ignored.leave_out(what, means, name.span);
            }
            let schema = self.schema_of(at, &plain);
            Some(Media {
                kind: self.kind(&plain, schema),
                name: Spanned::new(plain, name.span),
                at,
                schema,
            })
        });
        media.collect()
    }

    /// The schema of a content: that of the items of a stream, and of the whole otherwise.
    fn schema_of(&self, media: At<'a>, name: &str) -> Option<At<'a>> {
        let item = extensions::item_schema(media);
        let whole = media.get("schema");
        // The items of a multipart body are its parts, and its schema is that of all of them.
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
    pub(super) fn items_of(&self, whole: At<'a>) -> Option<At<'a>> {
        let schema = self.files.schema(&[whole]);
        let is_list = schema.kinds == Kinds::LIST;
        let is_tuple = !schema.prefix.is_empty() || schema.only_prefix.is_some();
        let items = schema.items.filter(|_| is_list && !is_tuple)?;
        items.first().copied().filter(|_| items.len() == 1)
    }

    fn kind(&self, name: &str, schema: Option<At<'a>>) -> Kind {
        let subtype = subtype(name);
        match subtype {
            "x-www-form-urlencoded" => return Kind::Form,
            "event-stream" => return Kind::Events,
            // Lines that are strings are text as it is: in JSON, they would be in quotes.
            _ if is_lines(subtype) => {
                let of_line = schema.map(|at| self.files.schema(&[at]));
                let is_text = of_line.is_some_and(|of| {
                    of.kinds == Kinds::STRING && of.choices.is_empty() && of.values.is_none()
                });
                return if is_text { Kind::Text } else { Kind::Lines };
            }
            _ => {}
        }
        if name.starts_with("multipart/") {
            return Kind::Multipart;
        }
        let is_json = subtype.ends_with("json") || subtype.contains("+json");
        let schema = schema.map(|at| self.files.schema(&[at]));
        let kinds = schema
            .as_ref()
            .map_or(Kinds::default(), |schema| schema.kinds);
        match name {
            _ if schema.as_ref().is_some_and(is_binary) => Kind::Binary,
            _ if is_json => Kind::Json,
            "*/*" | "application/*" | "" => match &schema {
                Some(schema) if is_file(schema) => Kind::Binary,
                Some(_) if kinds == Kinds::STRING => Kind::Text,
                Some(schema) if schema.says_something => Kind::Json,
                Some(_) | None => Kind::Binary,
            },
            _ if name.starts_with("text/") && !name.ends_with("/xml") => Kind::Text,
            _ => Kind::Binary,
        }
    }

    /// The content of one media type, or of several with the same value.
    pub(super) fn content(
        &mut self,
        media: &Media<'a>,
        alike: &[&Media<'a>],
        operation: &str,
        own: Own,
        is_request: bool,
    ) -> ContentEntry {
        let span = media.name.span;
        spelling::check(media.at.node, spelling::MEDIA_TYPE, &mut self.warnings);
        self.note_list(media);
        let is_error = matches!(own, Own::Error(_));
        let place = Place::of_operation(operation, own);
        let name = media.name.value.as_str();
        let mut events = EventKeys::default();
        let mut styles = Vec::new();
        let kind = match media.kind {
            Kind::Json => {
                let mut ty = self.value_of(media, &place);
                ty.nullable = !is_request && !is_json(&ty) && self.is_nullable(media);
                ContentExprKind::Json(ty)
            }
            Kind::Lines => ContentExprKind::Lines(self.value_of(media, &place)),
            Kind::Text => {
                self.note_text(media);
                ContentExprKind::Text
            }
            // Errors in XML are bytes.
            Kind::Binary if is_error => ContentExprKind::Binary,
            Kind::Binary => {
                let xml = self.xml(media, &place);
                xml.unwrap_or(ContentExprKind::Binary)
            }
            Kind::Events => {
                let (ty, keys) = self.events(media.at, media.schema, &place);
                events = keys;
                ContentExprKind::Events(ty)
            }
            Kind::Form | Kind::Multipart if !is_request => {
                if media.schema.is_some() || extensions::item_schema(media.at).is_some() {
                    let what = "only requests have forms, so servers write it, callers read it, and nothing checks it";
                    self.note_content(media, what);
                }
                ContentExprKind::Binary
            }
            Kind::Form => {
                styles = self.field_styles(media);
                ContentExprKind::Form(self.value_of(media, &place))
            }
            Kind::Multipart => match self.form(media, &place) {
                Some(ty) => ContentExprKind::Multipart(ty),
                None => ContentExprKind::Binary,
            },
        };
        let usual = match &kind {
            ContentExprKind::Json(_) => "application/json",
            ContentExprKind::Text => "text/plain",
            ContentExprKind::Binary => "application/octet-stream",
            ContentExprKind::Lines(_) => "application/x-ndjson",
            ContentExprKind::Multipart(_) => "multipart/form-data",
            _ => "",
        };
        let is_valid = match &kind {
            ContentExprKind::Json(_) => name.ends_with("json") || crate::api::is_xml(name),
            ContentExprKind::Text | ContentExprKind::Lines(_) => !name.contains('*'),
            ContentExprKind::Multipart(_) => !name.contains('*'),
            ContentExprKind::Binary => true,
            _ => false,
        };
        let is_written = is_valid && is_media_type(name) && (name != usual || !alike.is_empty());
        let all = std::iter::once(media).chain(alike.iter().copied());
        let written = all.filter(|_| is_written).map(|of| of.name.clone());
        ContentEntry {
            expr: ContentExpr { kind, span },
            envelope: None,
            media: written.collect(),
            lists: None,
            styles,
            events,
        }
    }

    /// Notes that a schema is read as that of a list of all items of a stream, which only OpenAPI 3.2 says that it is.
    fn note_list(&mut self, media: &Media<'a>) {
        let name = media.name.value.as_str();
        let is_stream = media.kind == Kind::Events || is_lines(subtype(name));
        let has_items = extensions::item_schema(media.at).is_some();
        let whole = media.at.get("schema").filter(|_| is_stream && !has_items);
        if let Some(whole) = whole.filter(|whole| self.items_of(*whole).is_some())
            && self.files.version() < (3, 2)
        {
            let what = "this schema is a list, so it describes the whole stream, and its items describe each item of the stream";
            self.warnings.add(Topic::Events, whole.node.span, what);
        }
    }

    /// Notes what a schema says about strings, which nothing checks.
    fn note_text(&self, media: &Media<'a>) {
        let Some(at) = media.schema else { return };
        let schema = self.files.schema(&[at]);
        let limits = &schema.limits.of_values;
        let has_limits = limits.min_length.is_some_and(|of| of.value > 0)
            || limits.max_length.is_some()
            || limits.pattern.is_some();
        let is_any = schema.kinds == Kinds::STRING || schema.kinds.is_empty();
        let is_typed = schema.format.is_some_and(scalars::has_type);
        if has_limits || !is_any || is_typed || schema.values.is_some() {
            let what = "what the schema of a string says";
            self.files.ignored.borrow_mut().add(what, at.node.span);
        }
    }

    /// Whether a content may be null.
    pub(super) fn is_nullable(&self, media: &Media<'a>) -> bool {
        media.schema.is_some_and(|at| self.files.is_nullable(at))
    }

    /// The type of a content, without null.
    pub(super) fn value_of(&mut self, media: &Media<'a>, place: &Place) -> TypeExpr {
        let parts: Vec<At<'a>> = media.schema.into_iter().collect();
        let mut ty = self.inner(&parts, place);
        if parts.is_empty() {
            ty.span = media.name.span;
        }
        ty.nullable = false;
        ty
    }

    pub(super) fn note_content(&mut self, media: &Media<'a>, why: &str) {
        self.warnings.add(Topic::Content, media.name.span, why);
    }
}

/// What follows the slash of a media type.
fn subtype(name: &str) -> &str {
    name.split_once('/').map_or(name, |(_, subtype)| subtype)
}

/// Whether contents of a media type are JSON values on lines.
fn is_lines(subtype: &str) -> bool {
    matches!(
        subtype,
        "x-ndjson"
            | "ndjson"
            | "jsonl"
            | "x-jsonl"
            | "jsonlines"
            | "json-lines"
            | "x-json-stream"
            | "stream+json"
    )
}

/// Whether a name is that of a media type or a range, without parameters.
fn is_media_type(name: &str) -> bool {
    name.split_once('/').is_some_and(|(kind, subtype)| {
        let is_token = |text: &str| {
            let is_valid = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(&byte);
            text == "*" || !text.is_empty() && text.bytes().all(is_valid)
        };
        is_token(kind) && is_token(subtype) && (kind != "*" || subtype == "*")
    })
}

/// The name of one of several contents.
pub(super) fn choice(media: &Media<'_>, taken: &mut Taken) -> ChoiceEntry {
    let base = match media.kind {
        Kind::Json => "json".to_owned(),
        Kind::Form => "form".to_owned(),
        Kind::Multipart => "multipart".to_owned(),
        Kind::Events => "events".to_owned(),
        Kind::Lines => "lines".to_owned(),
        Kind::Text | Kind::Binary => {
            let subtype = media.name.value.rsplit('/').next().unwrap_or_default();
            match subtype {
                "plain" | "*" if media.kind == Kind::Text => "text".to_owned(),
                "octet-stream" | "*" => "bytes".to_owned(),
                other => super::security::snake(other, "content"),
            }
        }
    };
    let name = taken.unique(base, str::to_owned);
    ChoiceEntry {
        name: Spanned::new(name, media.name.span),
        selected_by: None,
        notes: crate::api::Notes::default(),
    }
}

/// Bytes of any media type, for a response that nothing describes.
pub(super) fn bytes(span: Span) -> ContentEntry {
    ContentEntry {
        expr: ContentExpr {
            kind: ContentExprKind::Binary,
            span,
        },
        envelope: None,
        media: vec![Spanned::new("*/*".to_owned(), span)],
        lists: None,
        styles: Vec::new(),
        events: EventKeys::default(),
    }
}

//! Contents of requests and responses: one of the media types that a document lists, or several to choose from.

mod media;
mod multipart;
mod several;
mod xml;

use super::extensions;
use super::formats;
use super::identifiers::Taken;
use super::kinds::Kinds;
use super::media_types::{is_lines, is_media_type, subtype};
use super::notes::described;
use super::references::NodeRef;
use super::spelling;
use super::type_places::{PlaceKind, TypePlace};
use super::types::{Types, is_json};
use super::warnings::Topic;
use crate::document::{
    ContentEntry, ContentExpr, ContentExprKind, ContentVariantEntry, EventKeys, TypeExpr,
};
use crate::extensions::{DESCRIPTION, ENVELOPE};
use crate::source::{Span, Spanned};

pub(super) use media::{Media, MediaKind};
pub(super) use several::Side;

/// What is lost of a content whose bytes nothing reads.
const OF_BYTES: &str = "what the schema of bytes says";

impl<'a> Types<'a> {
    /// The content of one media type, or of several with the same value.
    pub(super) fn content(
        &mut self,
        media: &Media<'a>,
        alike: &[&Media<'a>],
        operation: &str,
        own: PlaceKind,
        is_request: bool,
    ) -> ContentEntry {
        spelling::check(media.at.node, spelling::MEDIA_TYPE, &mut self.warnings);
        self.note_list(media);
        let is_error = matches!(own, PlaceKind::Error(_));
        let place = TypePlace::of_operation(operation, own);
        let mut entry = bytes(media.name.span);
        let unwrapped = self.unwrapped(media);
        let media = match &unwrapped {
            Some((envelope, inner)) => {
                entry.envelope = Some(envelope.clone());
                inner
            }
            None => media,
        };
        entry.expr.kind = match media.kind {
            MediaKind::Json => {
                let mut ty = self.value_of(media, &place);
                ty.nullable = !is_request && !is_json(&ty) && self.is_nullable(media);
                ContentExprKind::Json(ty)
            }
            MediaKind::Lines => {
                let mut ty = self.value_of(media, &place);
                ty.nullable = !is_json(&ty) && self.is_nullable(media);
                ContentExprKind::Lines(ty)
            }
            MediaKind::Text => {
                self.note_unread(media, "what the schema of a string says");
                ContentExprKind::Text
            }
            // Errors in XML are bytes.
            MediaKind::Binary if is_error || !crate::api::is_xml(&media.name.value) => {
                self.note_unread(media, OF_BYTES);
                ContentExprKind::Binary
            }
            MediaKind::Binary => {
                let xml = self.xml(media, &place);
                xml.unwrap_or(ContentExprKind::Binary)
            }
            MediaKind::Events => {
                let (data, keys) = self.events(media.at, media.schema, &place);
                entry.events = keys;
                ContentExprKind::Events(data.into_type())
            }
            MediaKind::Form | MediaKind::Multipart if !is_request => {
                if media.schema.is_some() || extensions::item_schema(media.at).is_some() {
                    let what = "only requests have forms, so servers write it, callers read it, and nothing checks it";
                    self.note_content(media, what);
                }
                ContentExprKind::Binary
            }
            MediaKind::Form => {
                entry.styles = self.field_styles(media.at, media.schema);
                entry.lists = extensions::lists(media.at.node, &mut self.warnings);
                ContentExprKind::Form(self.value_of(media, &place))
            }
            MediaKind::Multipart => match self.form(media, &place) {
                Some(ty) => ContentExprKind::Multipart(ty),
                None => ContentExprKind::Binary,
            },
        };
        let is_written = is_written(&media.name.value, &entry.expr.kind, !alike.is_empty());
        let all = std::iter::once(media)
            .chain(alike.iter().copied())
            .filter(|_| is_written)
            .map(|media| media.name.clone());
        entry.media = all.collect();
        entry
    }

    /// A content without the object that wraps it, and the name of the field in which it is.
    fn unwrapped(&self, media: &Media<'a>) -> Option<(Spanned<String>, Media<'a>)> {
        let envelope = media.at.node.get(ENVELOPE)?.spanned_text()?;
        let object = self.files.follow(media.schema?)?;
        let inner = Media {
            kind: media.kind,
            name: media.name.clone(),
            at: media.at,
            schema: Some(object.get("properties")?.get(&envelope.value)?),
        };
        Some((envelope, inner))
    }

    /// Notes that a schema is read as the list of all items of a stream, as OpenAPI 3.2 defines it.
    fn note_list(&mut self, media: &Media<'a>) {
        let name = media.name.value.as_str();
        let is_stream = media.kind == MediaKind::Events || is_lines(subtype(name));
        let has_items = extensions::item_schema(media.at).is_some();
        let whole = media.at.get("schema").filter(|_| is_stream && !has_items);
        if let Some(whole) = whole.filter(|whole| self.items_of(*whole).is_some())
            && self.files.version() < (3, 2)
        {
            let what = "this schema is a list, so it describes the whole stream, and its items describe each item of the stream";
            self.warnings
                .add(Topic::ListOfEvents, whole.node.span, what);
        }
    }

    /// Notes what a schema says about text or bytes, which nothing checks.
    fn note_unread(&self, media: &Media<'a>, what: &'static str) {
        let Some(at) = media.schema else { return };
        let schema = self.files.schema(&[at]);
        let limits = &schema.limits.of_values;
        let has_limits = limits.min_length.is_some_and(|length| length.value > 0)
            || limits.max_length.is_some()
            || limits.pattern.is_some();
        let is_any = schema.kinds == Kinds::STRING || schema.kinds.is_empty();
        let has_type = |format: &str| format != "binary" && formats::has_type(format);
        let is_typed = schema.format.is_some_and(has_type);
        let has_values = schema.values.is_some() || !schema.choices.is_empty();
        if has_limits || !is_any || is_typed || has_values {
            self.files.ignore(what, at.node.span);
        }
    }

    /// Whether a content may be null.
    pub(super) fn is_nullable(&self, media: &Media<'a>) -> bool {
        media.schema.is_some_and(|at| self.files.is_nullable(at))
    }

    /// The type of a content, without null.
    pub(super) fn value_of(&mut self, media: &Media<'a>, place: &TypePlace) -> TypeExpr {
        let parts: Vec<NodeRef<'a>> = media.schema.into_iter().collect();
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

/// Whether the language writes the media type of a content: it is valid, and not the default.
fn is_written(name: &str, kind: &ContentExprKind, is_one_of_several: bool) -> bool {
    let (default, is_valid) = match kind {
        ContentExprKind::Json(_) => (
            "application/json",
            name.ends_with("json") || crate::api::is_xml(name),
        ),
        ContentExprKind::Text => ("text/plain", !name.contains('*')),
        ContentExprKind::Binary => ("application/octet-stream", true),
        ContentExprKind::Lines(_) => ("application/x-ndjson", !name.contains('*')),
        ContentExprKind::Multipart(_) => ("multipart/form-data", !name.contains('*')),
        _ => ("", false),
    };
    is_valid && is_media_type(name) && (name != default || is_one_of_several)
}

/// The name of one of several contents.
pub(super) fn choice(media: &Media<'_>, taken: &mut Taken) -> ContentVariantEntry {
    let base = match media.kind {
        MediaKind::Json => "json".to_owned(),
        MediaKind::Form => "form".to_owned(),
        MediaKind::Multipart => "multipart".to_owned(),
        MediaKind::Events => "events".to_owned(),
        MediaKind::Lines => "lines".to_owned(),
        MediaKind::Text | MediaKind::Binary => {
            let subtype = media.name.value.rsplit('/').next().unwrap_or_default();
            match subtype {
                "plain" | "*" if media.kind == MediaKind::Text => "text".to_owned(),
                "octet-stream" | "*" => "bytes".to_owned(),
                other => super::identifiers::snake(other, "content"),
            }
        }
    };
    let name = taken.unique(base, str::to_owned);
    ContentVariantEntry {
        name: Spanned::new(name, media.name.span),
        selected_by: None,
        notes: described(media.at.node.text_at(DESCRIPTION)),
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

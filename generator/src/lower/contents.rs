//! The contents of requests and responses.

use super::fields::{lower_media, parameters, type_ref};
use super::{TypeIds, content_variants};
use crate::api::{
    Content, ContentKind, ErrorEvent, ErrorMark, ErrorValue, Events, FieldStyle, Lists, Location,
    Pager, PagerId, Response,
};
use crate::document::{
    ContentEntry, ContentExprKind, EventKeys, OperationEntry, TypeEntry, TypeExpr, TypeExprKind,
};

/// What contents refer to.
pub(super) struct Contents<'a> {
    pub(super) ids: &'a TypeIds,
    pub(super) pagers: &'a [Pager],
    pub(super) types: &'a [TypeEntry],
}

impl Contents<'_> {
    /// The successful responses of an operation.
    pub(super) fn responses(&self, entry: &OperationEntry) -> Vec<Response> {
        let responses = entry.responses.iter().map(|response| {
            let content = response.content.as_ref();
            Response {
                status: response.status.value,
                has_status: response.status.value.exact().is_none(),
                rust_name: response.rust_name.as_ref().map(|name| name.value.clone()),
                headers: parameters(&response.headers, Location::Header, self.ids).collect(),
                content: content.map_or(Content::EMPTY, |content| self.content(content)),
                choice: response.choice.as_ref().map(content_variants::lower),
                notes: response.notes.clone(),
            }
        });
        let mut responses: Vec<Response> = responses.collect();
        // Exact statuses win over classes.
        responses.sort_by_key(|response| response.has_status);
        responses
    }

    /// A content.
    pub(super) fn content(&self, entry: &ContentEntry) -> Content {
        let kind = match &entry.expr.kind {
            ContentExprKind::None => return Content::EMPTY,
            ContentExprKind::Json(ty) if entry.is_xml() => ContentKind::Xml {
                ty: type_ref(ty, self.ids),
            },
            ContentExprKind::Json(ty) => ContentKind::Json {
                envelope: entry.envelope.as_ref().map(|name| name.value.clone()),
                ty: type_ref(ty, self.ids),
            },
            ContentExprKind::Page { pager, item } => ContentKind::Page {
                pager: self.pager(pager),
                item: type_ref(item, self.ids),
            },
            ContentExprKind::Form(ty) => ContentKind::Form {
                lists: entry
                    .lists
                    .as_ref()
                    .map_or(Lists::default(), |lists| lists.value),
                styles: self.field_styles(entry, ty),
                ty: type_ref(ty, self.ids),
            },
            ContentExprKind::Multipart(ty) => ContentKind::Multipart {
                ty: type_ref(ty, self.ids),
                has_files: self.named(ty).is_some_and(TypeEntry::has_files),
            },
            ContentExprKind::Text => ContentKind::Text,
            ContentExprKind::Binary => ContentKind::Binary,
            ContentExprKind::Lines(ty) => ContentKind::Lines {
                ty: type_ref(ty, self.ids),
            },
            ContentExprKind::Events(ty) => {
                ContentKind::Events(Box::new(self.events(ty.as_ref(), &entry.events)))
            }
        };
        let written = lower_media(&entry.media);
        let usual = kind.usual_media().map(str::to_owned);
        Content {
            media: if written.is_empty() {
                usual.into_iter().collect()
            } else {
                written
            },
            kind,
        }
    }

    /// The styles of fields of a form. Each item of a list is a separate JSON text.
    fn field_styles(&self, entry: &ContentEntry, ty: &TypeExpr) -> Vec<(String, FieldStyle)> {
        let fields = self.named(ty).and_then(|entry| entry.kind.object());
        // The order of the keys has no effect.
        let styles = fields.into_iter().flatten().filter_map(|field| {
            let mut styles = entry.styles.iter();
            let (name, style) = styles.find(|(name, _)| name.value == field.name.value)?;
            let style = match style.value {
                FieldStyle::Json if matches!(field.ty.kind, TypeExprKind::List(_)) => {
                    FieldStyle::JsonItems
                }
                style => style,
            };
            Some((name.value.clone(), style))
        });
        styles.collect()
    }

    fn events(&self, ty: Option<&TypeExpr>, keys: &EventKeys) -> Events {
        let data = ty.map(|ty| type_ref(ty, self.ids));
        let error = keys.error.as_ref().map(|error| ErrorEvent {
            told_by: match &error.event {
                Some(event) => ErrorMark::Named(event.value.clone()),
                None => ErrorMark::Field(
                    error.field.iter().map(|name| name.value.clone()).collect(),
                    error
                        .is
                        .as_ref()
                        .map_or(ErrorValue::Present, |is| is.value.clone()),
                ),
            },
            data: match &error.ty {
                Some(ty) => Some(type_ref(ty, self.ids)),
                None => data.clone(),
            },
        });
        // `check` has made sure that it is a union with a tag.
        let tag = keys.event_names.and(ty).and_then(|ty| self.tag(ty));
        Events {
            data,
            end: keys.end.as_ref().map(|end| end.value.clone()),
            error,
            named_by: tag.unwrap_or_default(),
            resumable: keys.resumable.is_some(),
        }
    }

    /// The field with the tag of a union, or the names that lead to it.
    fn tag(&self, ty: &TypeExpr) -> Option<Vec<String>> {
        let union = self.named(ty)?.kind.union()?;
        Some(union.tag.iter().map(|name| name.value.clone()).collect())
    }

    /// The declared type at the bottom of a type.
    fn named(&self, ty: &TypeExpr) -> Option<&TypeEntry> {
        let name = ty.named()?.value;
        let mut types = self.types.iter();
        types.find(|entry| entry.name.value == name)
    }

    fn pager(&self, name: &str) -> PagerId {
        let mut pagers = self.pagers.iter();
        // `check` has reported unknown pagers.
        PagerId(
            pagers
                .position(|pager| pager.name == name)
                .unwrap_or_default(),
        )
    }
}

/// The media type of JSON (RFC 8259, section 11).
pub(super) const JSON: &str = "application/json";

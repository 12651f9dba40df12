//! The contents of requests and responses.

use super::TypeIds;
use super::types::type_ref;
use crate::api::{Content, ContentKind, Lists, Pager, PagerId, Response};
use crate::document::{ContentEntry, ContentExprKind, OperationEntry};

/// What contents refer to.
pub(super) struct Contents<'a> {
    pub(super) ids: &'a TypeIds,
    pub(super) pagers: &'a [Pager],
}

impl Contents<'_> {
    /// The successful responses of an operation.
    pub(super) fn responses(&self, entry: &OperationEntry) -> Vec<Response> {
        let responses = entry.responses.iter().map(|response| {
            let content = response.content.as_ref();
            Response {
                status: response.status.value,
                headers: Vec::new(),
                content: content.map_or(Content::EMPTY, |content| self.content(content)),
                notes: response.notes.clone(),
            }
        });
        responses.collect()
    }

    /// A content.
    pub(super) fn content(&self, entry: &ContentEntry) -> Content {
        let kind = match &entry.expr.kind {
            ContentExprKind::None => return Content::EMPTY,
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
                ty: type_ref(ty, self.ids),
            },
            ContentExprKind::Text => ContentKind::Text,
            ContentExprKind::Binary => ContentKind::Binary,
            ContentExprKind::Lines(ty) => ContentKind::Lines {
                ty: type_ref(ty, self.ids),
            },
        };
        let written = entry.media.iter();
        let written: Vec<String> = written
            .map(|media| media.value.to_ascii_lowercase())
            .collect();
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

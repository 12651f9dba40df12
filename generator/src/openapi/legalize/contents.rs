//! Contents of requests and responses, and their events.

use super::Legalizer;
use crate::api::Lists;
use crate::document::{ContentEntry, ContentExprKind, EventKeys};
use crate::openapi::warnings::Topic;
use crate::source::{Span, Spanned};

impl Legalizer<'_, '_> {
    pub(super) fn legalize_content(&mut self, content: &mut ContentEntry) {
        self.legalize_events(&mut content.events);
        let span = content.expr.span;
        let ty_span = content.expr.ty().map(|ty| ty.span);
        let has_no_form = self.findings.forms.contains(&span);
        if let ContentExprKind::Form(_) = content.expr.kind
            && has_no_form
            && content.lists.is_none()
        {
            content.lists = Some(Spanned::new(Lists::Indexed, span));
            self.changed = true;
            return;
        }
        if let ContentExprKind::Json(ty)
        | ContentExprKind::Form(ty)
        | ContentExprKind::Multipart(ty)
        | ContentExprKind::Lines(ty) = &mut content.expr.kind
        {
            self.legalize_expr(ty);
        }
        let is_wrong = self.has(span) || ty_span.is_some_and(|span| self.has(span));
        if content.is_xml() && is_wrong {
            let why = self.why(span).unwrap_or("its type is not valid");
            let why = format!("{why}; callers and servers read and write the XML");
            self.note(Topic::Content, span, &why);
            content.expr.kind = ContentExprKind::Binary;
            return;
        }
        let is_media_wrong = content.media.iter().any(|media| self.has(media.span));
        let (media, why, is_form) = match &content.expr.kind {
            ContentExprKind::Form(_) => (
                "application/x-www-form-urlencoded",
                "its value has no form",
                true,
            ),
            ContentExprKind::Multipart(_) => {
                ("multipart/form-data", "it is not a form with parts", true)
            }
            _ => (
                "application/octet-stream",
                "its media type is not valid",
                false,
            ),
        };
        if is_form && (is_wrong || has_no_form) || is_media_wrong {
            self.note(Topic::Content, span, why);
            content.expr.kind = ContentExprKind::Binary;
            content.lists = None;
            content.styles.clear();
            content.media = vec![Spanned::new(media.to_owned(), span)];
        }
    }

    /// Removes what an extension says about events, if a stream cannot have it.
    fn legalize_events(&mut self, events: &mut EventKeys) {
        for key in [&mut events.resumable, &mut events.event_names] {
            let span = *key;
            self.drop_extension(key, span);
        }
        let of_error: Vec<Span> = events
            .error
            .iter()
            .flat_map(|error| {
                let fields = error.field.iter().map(|field| field.span);
                let own = [
                    Some(error.span),
                    error.event.as_ref().map(|event| event.span),
                    error.is.as_ref().map(|inherited| inherited.span),
                    error.ty.as_ref().map(|ty| ty.span),
                ];
                own.into_iter().flatten().chain(fields)
            })
            .collect();
        self.drop_extension(&mut events.error, of_error);
        let of_end = events.end.as_ref().map(|end| end.span);
        self.drop_extension(&mut events.end, of_end);
    }
}

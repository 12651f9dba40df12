//! The contents of requests and responses.

use super::TypeExpr;
use crate::api::{EndEvent, ErrorValue, FieldStyle, Lists};
use crate::source::{Span, Spanned};

/// A content with what is next to it.
#[derive(Debug, Clone)]
pub(crate) struct ContentEntry {
    pub(crate) expr: ContentExpr,
    /// The field that wraps the value.
    pub(crate) envelope: Option<Spanned<String>>,
    /// The media types, if they are not the default ones.
    pub(crate) media: Vec<Spanned<String>>,
    /// The style of lists in a form.
    pub(crate) lists: Option<Spanned<Lists>>,
    /// The fields of a form that have a separate style.
    pub(crate) styles: Vec<(Spanned<String>, Spanned<FieldStyle>)>,
    pub(crate) events: EventKeys,
}

/// The keys of event streams.
#[derive(Debug, Clone, Default)]
pub(crate) struct EventKeys {
    /// The event that ends the stream.
    pub(crate) end: Option<Spanned<EndEvent>>,
    /// The events that are errors.
    pub(crate) error: Option<Box<ErrorEventEntry>>,
    /// The span of `event_names: true`.
    pub(crate) event_names: Option<Span>,
    /// The span of `resumable: true`.
    pub(crate) resumable: Option<Span>,
}

/// The events of a stream that are errors.
#[derive(Debug, Clone)]
pub(crate) struct ErrorEventEntry {
    /// The span of `error`.
    pub(crate) span: Span,
    /// Their name.
    pub(crate) event: Option<Spanned<String>>,
    /// The field that tells, or the names of the fields that lead to it.
    pub(crate) field: Vec<Spanned<String>>,
    /// The value of the field.
    pub(crate) is: Option<Spanned<ErrorValue>>,
    /// The type of their data, if it differs from the type of other events.
    pub(crate) ty: Option<TypeExpr>,
}

/// A content as written: `Book`, `page<Book>`, `none`.
#[derive(Debug, Clone)]
pub(crate) struct ContentExpr {
    pub(crate) kind: ContentExprKind,
    pub(crate) span: Span,
}

/// The kinds of contents.
#[derive(Debug, Clone)]
pub(crate) enum ContentExprKind {
    /// `none`: no content.
    None,
    /// A type: JSON.
    Json(TypeExpr),
    /// A page of a list: `page<Book>`.
    Page {
        /// The name of the pager.
        pager: String,
        item: TypeExpr,
    },
    /// `form<Book>`: a form.
    Form(TypeExpr),
    /// `multipart<Book>`: a multipart form.
    Multipart(TypeExpr),
    /// `text`: text in UTF-8.
    Text,
    /// `binary`: bytes.
    Binary,
    /// `json_lines<Book>`: a JSON value on each line.
    Lines(TypeExpr),
    /// `events<Book>`: server-sent events; `None` for `events<text>`.
    Events(Option<TypeExpr>),
}

impl ContentEntry {
    /// Whether the content is a type in XML, which its media type says.
    pub(crate) fn is_xml(&self) -> bool {
        let is_xml = |media: &Spanned<String>| crate::api::is_xml(&media.value);
        matches!(self.expr.kind, ContentExprKind::Json(_)) && self.media.first().is_some_and(is_xml)
    }
}

impl ContentExpr {
    /// The type of the value, or of the items.
    pub(crate) fn ty(&self) -> Option<&TypeExpr> {
        match &self.kind {
            ContentExprKind::None | ContentExprKind::Text | ContentExprKind::Binary => None,
            ContentExprKind::Json(ty)
            | ContentExprKind::Form(ty)
            | ContentExprKind::Multipart(ty)
            | ContentExprKind::Page { item: ty, .. }
            | ContentExprKind::Lines(ty) => Some(ty),
            ContentExprKind::Events(ty) => ty.as_ref(),
        }
    }

    /// The name of the pager and the type of the items.
    pub(crate) fn page(&self) -> Option<(Spanned<&String>, &TypeExpr)> {
        let ContentExprKind::Page { pager, item } = &self.kind else {
            return None;
        };
        Some((Spanned::new(pager, self.span), item))
    }

    /// The content in words, for a diagnostic.
    pub(crate) fn words(&self) -> &'static str {
        match self.kind {
            ContentExprKind::None => "`none`",
            ContentExprKind::Json(_) => "JSON",
            ContentExprKind::Page { .. } => "a page",
            ContentExprKind::Form(_) => "a form",
            ContentExprKind::Multipart(_) => "a multipart form",
            ContentExprKind::Text => "text",
            ContentExprKind::Binary => "bytes",
            ContentExprKind::Lines(_) => "JSON lines",
            ContentExprKind::Events(_) => "an event stream",
        }
    }
}

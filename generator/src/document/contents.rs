//! The contents of requests and responses.

use super::TypeExpr;
use crate::api::Lists;
use crate::source::{Span, Spanned};

/// A content with what is next to it.
#[derive(Debug, Clone)]
pub(crate) struct ContentEntry {
    pub(crate) expr: ContentExpr,
    /// The field that wraps the value.
    pub(crate) envelope: Option<Spanned<String>>,
    /// The media types, if they are not the usual ones.
    pub(crate) media: Vec<Spanned<String>>,
    /// How a form writes lists.
    pub(crate) lists: Option<Spanned<Lists>>,
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
    /// `text`: text in UTF-8.
    Text,
    /// `binary`: bytes.
    Binary,
    /// `json_lines<Book>`: a JSON value on each line.
    Lines(TypeExpr),
}

impl ContentExpr {
    /// The type of the value, or that of the items.
    pub(crate) fn ty(&self) -> Option<&TypeExpr> {
        match &self.kind {
            ContentExprKind::None | ContentExprKind::Text | ContentExprKind::Binary => None,
            ContentExprKind::Json(ty)
            | ContentExprKind::Form(ty)
            | ContentExprKind::Page { item: ty, .. }
            | ContentExprKind::Lines(ty) => Some(ty),
        }
    }

    /// The name of the pager and the type of the items.
    pub(crate) fn page(&self) -> Option<(Spanned<&String>, &TypeExpr)> {
        match &self.kind {
            ContentExprKind::None
            | ContentExprKind::Json(_)
            | ContentExprKind::Form(_)
            | ContentExprKind::Text
            | ContentExprKind::Binary
            | ContentExprKind::Lines(_) => None,
            ContentExprKind::Page { pager, item } => Some((Spanned::new(pager, self.span), item)),
        }
    }

    /// The content in words, for a diagnostic.
    pub(crate) fn words(&self) -> &'static str {
        match self.kind {
            ContentExprKind::None => "`none`",
            ContentExprKind::Json(_) => "JSON",
            ContentExprKind::Page { .. } => "a page",
            ContentExprKind::Form(_) => "a form",
            ContentExprKind::Text => "text",
            ContentExprKind::Binary => "bytes",
            ContentExprKind::Lines(_) => "JSON lines",
        }
    }
}

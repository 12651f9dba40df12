//! The contents of requests and responses.

use super::TypeExpr;
use crate::source::{Span, Spanned};

/// A content with what is next to it.
#[derive(Debug, Clone)]
pub(crate) struct ContentEntry {
    pub(crate) expr: ContentExpr,
    /// The field that wraps the value.
    pub(crate) envelope: Option<Spanned<String>>,
    /// The media types, if they are not the usual ones.
    pub(crate) media: Vec<Spanned<String>>,
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
}

impl ContentExpr {
    /// The type of the value, or that of the items.
    pub(crate) fn ty(&self) -> Option<&TypeExpr> {
        match &self.kind {
            ContentExprKind::None => None,
            ContentExprKind::Json(ty) => Some(ty),
            ContentExprKind::Page { item, .. } => Some(item),
        }
    }

    /// The name of the pager and the type of the items.
    pub(crate) fn page(&self) -> Option<(Spanned<&String>, &TypeExpr)> {
        match &self.kind {
            ContentExprKind::None | ContentExprKind::Json(_) => None,
            ContentExprKind::Page { pager, item } => Some((Spanned::new(pager, self.span), item)),
        }
    }
}

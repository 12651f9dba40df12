//! The contents of requests and responses.

use super::{PagerId, TypeRef};

/// The content of a request or a response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// What it is.
    pub kind: ContentKind,
    /// Its media types. The first is the one that is sent. There is none if there is no content.
    pub media: Vec<String>,
}

/// The kinds of contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContentKind {
    /// No content.
    Empty,
    /// A JSON value.
    Json {
        /// If there is an envelope, the value is the only field of an object, and this is its name.
        envelope: Option<String>,
        /// The type of the value.
        ty: TypeRef,
    },
    /// A page of a list.
    Page {
        /// How the list is paged.
        pager: PagerId,
        /// The type of the items.
        item: TypeRef,
    },
}

impl Content {
    /// No content.
    pub const EMPTY: Self = Self {
        kind: ContentKind::Empty,
        media: Vec::new(),
    };

    /// Whether there is no content.
    pub fn is_empty(&self) -> bool {
        self.kind == ContentKind::Empty
    }

    /// The type of the value, or that of the items.
    pub fn ty(&self) -> Option<&TypeRef> {
        match &self.kind {
            ContentKind::Empty => None,
            ContentKind::Json { ty, .. } => Some(ty),
            ContentKind::Page { item, .. } => Some(item),
        }
    }

    /// The type of a JSON value.
    pub fn json(&self) -> Option<&TypeRef> {
        match &self.kind {
            ContentKind::Json { ty, .. } => Some(ty),
            ContentKind::Empty | ContentKind::Page { .. } => None,
        }
    }

    /// How the list is paged, if the content is a page.
    pub fn pager(&self) -> Option<PagerId> {
        match &self.kind {
            ContentKind::Empty | ContentKind::Json { .. } => None,
            ContentKind::Page { pager, .. } => Some(*pager),
        }
    }
}

//! How lists are paged.

use super::{FieldEntry, Notes, TypeExpr};
use crate::source::{Span, Spanned};

/// An entry of `pagers`.
#[derive(Debug, Clone)]
pub(crate) struct PagerEntry {
    pub(crate) name: Spanned<String>,
    /// Where a page begins. `check` allows one.
    pub(crate) positions: Vec<PositionEntry>,
    /// How many items a page has at most.
    pub(crate) limit: Option<PageParameterEntry>,
    /// The field with the items. Without it, the body is the list.
    pub(crate) items: Option<Spanned<String>>,
    /// Where the position of the next page comes from.
    pub(crate) next: Option<NextEntry>,
    /// The field with the number of items on all pages.
    pub(crate) total: Option<PageFieldEntry>,
    /// The field with the number of pages.
    pub(crate) pages: Option<PageFieldEntry>,
    /// The field that says whether there are more items.
    pub(crate) more: Option<PageFieldEntry>,
    /// Further fields of a page.
    pub(crate) fields: Vec<FieldEntry>,
    pub(crate) notes: Notes,
}

impl PagerEntry {
    /// The parameters of a request for a page in its query.
    pub(crate) fn parameters(&self) -> impl Iterator<Item = &PageParameterEntry> {
        self.all_parameters().filter(|parameter| !parameter.in_body)
    }

    /// The parameters of a request for a page that are fields of its body.
    pub(crate) fn in_body(&self) -> impl Iterator<Item = &PageParameterEntry> {
        self.all_parameters().filter(|parameter| parameter.in_body)
    }

    fn all_parameters(&self) -> impl Iterator<Item = &PageParameterEntry> {
        let positions = self.positions.iter().map(|position| &position.parameter);
        positions.chain(&self.limit)
    }
}

/// Where a page begins.
#[derive(Debug, Clone)]
pub(crate) struct PositionEntry {
    pub(crate) kind: Spanned<Position>,
    pub(crate) parameter: PageParameterEntry,
}

/// What says where a page begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Position {
    /// The number of items before it.
    Offset,
    /// Its number.
    PageNumber,
    /// What the page before it said.
    Cursor,
}

impl Position {
    /// Its key.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::Offset => "offset",
            Self::PageNumber => "page_number",
            Self::Cursor => "cursor",
        }
    }
}

/// One of the parameters of a paged operation.
#[derive(Debug, Clone)]
pub(crate) struct PageParameterEntry {
    pub(crate) parameter: Spanned<String>,
    /// Whether it is a field of the body.
    pub(crate) in_body: bool,
    /// The type of a cursor, if it is not a string.
    pub(crate) ty: Option<TypeExpr>,
    pub(crate) default: Option<Spanned<i64>>,
    pub(crate) min: Option<Spanned<i64>>,
    pub(crate) max: Option<Spanned<i64>>,
    pub(crate) notes: Notes,
}

/// Where the position of the next page comes from.
pub(crate) type NextEntry = Next<PageFieldEntry>;

/// Where the position of the next page comes from. `F` describes a field of the response.
#[derive(Debug, Clone)]
pub(crate) enum Next<F> {
    /// A field.
    Field(F),
    /// A field with a URL.
    Url(F),
    /// A field of the last item.
    Item(Spanned<String>),
    /// A header of the response.
    Header(Spanned<String>),
    /// A link in the header `Link`, RFC 8288.
    Link(Spanned<String>),
}

impl NextEntry {
    /// Its place.
    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Field(field) | Self::Url(field) => field.name.span,
            Self::Item(name) | Self::Header(name) | Self::Link(name) => name.span,
        }
    }
}

/// A field of a page.
#[derive(Debug, Clone)]
pub(crate) struct PageFieldEntry {
    pub(crate) name: Spanned<String>,
    /// Whether it may be absent.
    pub(crate) optional: bool,
}

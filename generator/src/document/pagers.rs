//! Pagers: the parameters and the fields of pages.

use super::{FieldEntry, Notes, TypeExpr};
use crate::source::{Span, Spanned};

/// An entry of `pagers`.
#[derive(Debug, Clone)]
pub(crate) struct PagerEntry {
    pub(crate) name: Spanned<String>,
    /// The parameters that say where a page begins. `check` allows one.
    pub(crate) positions: Vec<PositionEntry>,
    /// The maximum number of items of a page.
    pub(crate) limit: Option<PageParameterEntry>,
    /// The field with the items. Without it, the body is the list.
    pub(crate) items: Option<Spanned<String>>,
    /// The source of the position of the next page.
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
        let parameters = self.roles().map(|(_, parameter)| parameter);
        parameters.filter(|parameter| !parameter.in_body)
    }

    /// The parameters of a request for a page that are fields of its body, with their roles.
    pub(crate) fn in_body(&self) -> impl Iterator<Item = (PageRole, &PageParameterEntry)> {
        self.roles().filter(|(_, parameter)| parameter.in_body)
    }

    fn roles(&self) -> impl Iterator<Item = (PageRole, &PageParameterEntry)> {
        let positions = self.positions.iter();
        let positions = positions.map(|position| {
            let role = PageRole::Position(position.kind.value);
            (role, &position.parameter)
        });
        positions.chain(self.limit.iter().map(|limit| (PageRole::Limit, limit)))
    }
}

/// The role of a parameter of a paged operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PageRole {
    Position(Position),
    Limit,
}

/// A parameter that says where a page begins.
#[derive(Debug, Clone)]
pub(crate) struct PositionEntry {
    pub(crate) kind: Spanned<Position>,
    pub(crate) parameter: PageParameterEntry,
}

/// The kind of value that says where a page begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Position {
    /// The number of items before the page.
    Offset,
    /// The number of the page.
    PageNumber,
    /// A value from the page before it.
    Cursor,
}

impl Position {
    /// The key in the specification.
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
    /// Whether the parameter is a field of the body.
    pub(crate) in_body: bool,
    /// The type of a cursor, if it is not a string.
    pub(crate) ty: Option<TypeExpr>,
    pub(crate) default: Option<Spanned<i64>>,
    pub(crate) min: Option<Spanned<i64>>,
    pub(crate) max: Option<Spanned<i64>>,
    pub(crate) notes: Notes,
}

/// The source of the position of the next page.
pub(crate) type NextEntry = Next<PageFieldEntry>;

/// The source of the position of the next page. `F` describes a field of the response.
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
    /// The span of the name.
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
    /// Whether the field may be absent.
    pub(crate) optional: bool,
}

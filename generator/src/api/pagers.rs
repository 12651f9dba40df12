//! How lists are paged.

use super::{Notes, Parameter};

/// Refers to a [`Pager`] of the same API.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PagerId(pub(crate) usize);

impl PagerId {
    /// The position of the pager in the document.
    pub fn index(self) -> usize {
        self.0
    }
}

/// A way to page lists.
#[derive(Debug, Clone, PartialEq)]
pub struct Pager {
    /// Its name in the document: `page`.
    pub name: String,
    /// The parameters of a request for a page, which say in [`Parameter::page`] what they select.
    pub parameters: Vec<Parameter>,
    /// The fields of a page.
    pub fields: Vec<PageField>,
    /// Description and decisions.
    pub notes: Notes,
}

impl Pager {
    /// The parameter that selects this.
    pub fn parameter(&self, role: PageParameter) -> Option<&Parameter> {
        let mut parameters = self.parameters.iter();
        parameters.find(|parameter| parameter.page == Some(role))
    }
}

/// What a parameter of a pager selects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageParameter {
    /// How many items to skip.
    Offset,
    /// How many items to return.
    Limit,
}

/// A field of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageField {
    /// What it contains.
    pub role: PageFieldRole,
    /// Its name on the wire.
    pub name: String,
}

/// What a field of a page contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageFieldRole {
    /// The items.
    Items,
    /// The number of items on all pages.
    Total,
}

/// The order of the items of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The field of the item, by its wire name.
    pub by: String,
    /// The direction of an order.
    pub direction: Direction,
}

/// The direction of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// The smallest value first.
    Ascending,
    /// The greatest value first.
    Descending,
}

impl Direction {
    /// Its name in texts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ascending => "ascending",
            Self::Descending => "descending",
        }
    }
}

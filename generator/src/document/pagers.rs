//! How lists are paged.

use super::Notes;
use crate::source::Spanned;

/// An entry of `pagers`.
#[derive(Debug, Clone)]
pub(crate) struct PagerEntry {
    pub(crate) name: Spanned<String>,
    pub(crate) offset: PageParameterEntry,
    pub(crate) limit: PageParameterEntry,
    pub(crate) items: Spanned<String>,
    pub(crate) total: Spanned<String>,
    pub(crate) notes: Notes,
}

/// One of the two parameters of a paged operation.
#[derive(Debug, Clone)]
pub(crate) struct PageParameterEntry {
    pub(crate) parameter: Spanned<String>,
    pub(crate) default: Option<Spanned<i64>>,
    pub(crate) min: Option<Spanned<i64>>,
    pub(crate) max: Option<Spanned<i64>>,
    pub(crate) notes: Notes,
}

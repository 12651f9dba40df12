//! The paging of a list whose responses are of any type.

use super::{FieldEntry, Next, Position, TypeEntry, TypeExpr, TypeExprKind};
use crate::api::PositionPlace;
use crate::source::{Span, Spanned};

/// The names of the fields that lead to a value in the body of a response.
pub(crate) type FieldPath = Vec<Spanned<String>>;

/// The key `pages` of an operation.
#[derive(Debug, Clone)]
pub(crate) struct PagingEntry {
    /// The span of the key.
    pub(crate) key: Span,
    /// Whether the document says it. Otherwise, names of parameters and fields are the evidence.
    pub(crate) is_stated: bool,
    /// The parts of a request with the position of a page. `check` allows one.
    pub(crate) positions: Vec<PagingPosition>,
    /// The number in a request without the parameter.
    pub(crate) first: Option<Spanned<i64>>,
    /// The field with the items. Without names, the body is the list.
    pub(crate) items: FieldPath,
    /// The source of the position of the next page.
    pub(crate) next: Option<PagingNext>,
    /// The field with the number of items on all pages.
    pub(crate) total: FieldPath,
    /// The field with the number of pages.
    pub(crate) pages: FieldPath,
    /// The field that says whether there are more items.
    pub(crate) more: FieldPath,
}

/// A parameter, or a field of the body, with the position of a page.
#[derive(Debug, Clone)]
pub(crate) struct PagingPosition {
    pub(crate) kind: Spanned<Position>,
    pub(crate) place: PositionPlace,
    pub(crate) parameter: Spanned<String>,
}

/// The source of the position of the next page.
pub(crate) type PagingNext = Next<FieldPath>;

/// The type of the value that a path leads to; `None` if it leads to nothing.
pub(crate) fn type_at<'d>(
    ty: &'d TypeExpr,
    path: &[Spanned<String>],
    find: &impl Fn(&str) -> Option<&'d TypeEntry>,
) -> Option<&'d TypeExpr> {
    path.iter().try_fold(ty, |ty, name| {
        let TypeExprKind::Named(type_name) = &ty.kind else {
            return None;
        };
        let field = FieldEntry::find(find(type_name)?.kind.object()?, &name.value)?;
        Some(&field.ty)
    })
}

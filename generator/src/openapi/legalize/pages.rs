//! Errors about how lists are paged. Without its pages, a list is still a list.

use super::Findings;
use crate::diagnostic::Cause;
use crate::document::{FieldPath, PagingEntry, PagingNext};
use crate::openapi::warnings::{Topic, Warnings};
use crate::source::Span;

/// Removes what has no effect, or all of it if it is wrong. Returns whether there was an error.
pub(super) fn legalize(
    paging: &mut Option<Box<PagingEntry>>,
    findings: &Findings<'_>,
    warnings: &mut Warnings,
) -> bool {
    let found = paging
        .iter()
        .flat_map(|paging| spans(paging))
        .filter_map(|span| findings.pages.get(&span));
    let Some((_, error)) = found.min_by_key(|(number, _)| *number) else {
        return false;
    };
    let span = error.span();
    let is_there = |path: &&mut FieldPath| path.last().is_some_and(|name| name.span == span);
    let counts = paging
        .iter_mut()
        .flat_map(|paging| [&mut paging.total, &mut paging.pages]);
    let count = counts.into_iter().find(is_there);
    if let Some(count) = count.filter(|_| error.cause() == Cause::CountWithoutEffect) {
        count.clear();
        let message = format!("{}; it is left out", error.message);
        warnings.add(Topic::Dropped, span, &message);
    } else {
        *paging = None;
        warnings.add(Topic::Pages, span, &error.message);
    }
    true
}

/// All places in what says how a list is paged.
fn spans(paging: &PagingEntry) -> impl Iterator<Item = Span> {
    let next = match &paging.next {
        Some(PagingNext::Field(path) | PagingNext::Url(path)) => path.as_slice(),
        Some(PagingNext::Item(name) | PagingNext::Header(name) | PagingNext::Link(name)) => {
            std::slice::from_ref(name)
        }
        None => &[],
    };
    let paths = [&paging.items, &paging.total, &paging.pages, &paging.more];
    let names = paths
        .into_iter()
        .flatten()
        .chain(next)
        .map(|name| name.span);
    let positions = paging
        .positions
        .iter()
        .flat_map(|position| [position.kind.span, position.parameter.span]);
    let first = paging.first.iter().map(|first| first.span);
    names.chain(positions).chain(first).chain([paging.key])
}

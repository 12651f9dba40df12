//! Errors about how lists are paged. Without its pages, a list is still a list.

use super::super::warnings::{Topic, Warnings};
use crate::diagnostic::{Cause, Diagnostic};
use crate::document::{FieldPath, PagingEntry, PagingNext};
use crate::hash::HashMap;
use crate::source::Span;

/// The errors about how lists are paged, by their places. Parameters at the same places have errors of their own.
#[derive(Default)]
pub(super) struct Errors<'e>(HashMap<Span, (usize, &'e Diagnostic)>);

impl<'e> Errors<'e> {
    /// Adds an error. The one with the least index is reported.
    pub(super) fn add(&mut self, index: usize, error: &'e Diagnostic) {
        self.0.entry(error.span()).or_insert((index, error));
    }

    /// Leaves out what has no effect, or all of it if it is wrong. Returns whether there was an error.
    pub(super) fn fit(
        &self,
        paging: &mut Option<Box<PagingEntry>>,
        warnings: &mut Warnings,
    ) -> bool {
        let Some(error) = paging.as_ref().and_then(|of| self.first_in(of)) else {
            return false;
        };
        let span = error.span();
        let is_there = |path: &&mut FieldPath| path.last().is_some_and(|name| name.span == span);
        let counts = paging
            .iter_mut()
            .flat_map(|of| [&mut of.total, &mut of.pages]);
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

    /// The first error about the pages of an operation.
    fn first_in(&self, paging: &PagingEntry) -> Option<&'e Diagnostic> {
        let found = spans(paging).filter_map(|span| self.0.get(&span));
        let first = found.min_by_key(|(index, _)| *index);
        first.map(|(_, error)| *error)
    }
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
    let names = paths.into_iter().flatten().chain(next);
    let names = names.map(|name| name.span);
    let positions = paging.positions.iter();
    let positions = positions.flat_map(|of| [of.kind.span, of.parameter.span]);
    let first = paging.first.iter().map(|first| first.span);
    names.chain(positions).chain(first).chain([paging.key])
}

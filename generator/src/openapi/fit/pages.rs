//! Errors about how lists are paged. Without its pages, a list is still a list.

use crate::diagnostic::Diagnostics;
use crate::document::{PagingEntry, PagingNext};
use crate::source::Span;
use std::collections::HashMap;

/// Their codes, and those of the name of a header.
const CODES: [&str; 7] = [
    "E0609", "E0612", "E0743", "E0744", "E0745", "E0746", "E0747",
];

/// The errors about how lists are paged, by their places. Parameters at the same places have errors of their own.
pub(super) struct Errors<'e>(HashMap<Span, (usize, &'e str)>);

impl<'e> Errors<'e> {
    pub(super) fn of(errors: &'e Diagnostics) -> Self {
        let errors = errors.into_iter().enumerate();
        let errors = errors.filter(|(_, error)| CODES.contains(&error.code.0));
        let mut places = HashMap::new();
        for (index, error) in errors {
            let entry = places.entry(error.span());
            entry.or_insert((index, error.message.as_str()));
        }
        Self(places)
    }

    /// The first error about the pages of an operation.
    pub(super) fn first_in(&self, paging: &PagingEntry) -> Option<(Span, &'e str)> {
        let found = spans(paging).filter_map(|span| Some((span, self.0.get(&span)?)));
        let first = found.min_by_key(|(_, (index, _))| *index);
        first.map(|(span, (_, message))| (span, *message))
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

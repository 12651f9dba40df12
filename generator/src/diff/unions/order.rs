//! Which of several variants without tags is chosen for a value that fits them: the most specific one, and of those, the
//! first one in the document.

use std::cell::Cell;

use super::alike::Alike;
use super::leaves::Leaf;
use super::looks::{Look, looks};
use crate::api::{Api, UnionVariant};

/// Values that were of one variant and are of another one.
pub(super) struct Moved<'a> {
    /// The values, in words.
    pub(super) values: &'static str,
    /// The variant that was chosen.
    pub(super) old: &'a str,
    /// The variant that is chosen.
    pub(super) new: &'a str,
}

/// Values that were of one variant and are of another one, although the first one is there as before.
pub(super) fn moved<'a>(old: &'a Api, new: &'a Api, alike: &Alike<'a>) -> Option<Moved<'a>> {
    let Alike { pairs, gone, added } = alike;
    let of_old = pairs.iter().map(|(was, _)| was).chain(gone);
    let of_new = pairs.iter().map(|(_, is)| is).chain(added);
    let (old, new) = (Choice::of(old, of_old), Choice::of(new, of_new));
    let both = pairs.iter().map(|(was, is)| (Some(was), Some(is)));
    let gone = gone.iter().map(|was| (Some(was), None));
    let added = added.iter().map(|is| (None, Some(is)));
    let places = both.chain(gone).chain(added).map(|(was, is)| {
        (
            was.and_then(|was| old.find(was)),
            is.and_then(|is| new.find(is)),
        )
    });
    let places: Vec<_> = places.collect();
    let both = places.iter().filter_map(|(was, is)| was.zip(*is));
    let mut all = both.flat_map(|one| places.iter().map(move |other| (one, other)));
    all.find_map(|((was, is), (other_was, other_is))| {
        let before = other_was.and_then(|other| Some((old.taken(was, other)?, old.tag(other))));
        let after = other_is.and_then(|other| Some((new.taken(is, other)?, new.tag(other))));
        match (before, after) {
            (None, Some((values, other))) => Some(Moved {
                values,
                old: old.tag(was),
                new: other,
            }),
            (Some((values, other)), None) => Some(Moved {
                values,
                old: other,
                new: new.tag(is),
            }),
            (None, None) | (Some(_), Some(_)) => None,
        }
    })
}

/// How many fields of variants are compared: of more, none is said to have moved.
const MOST_COMPARED: usize = 1_000_000;

/// The variants of a union, in their order.
struct Choice<'a> {
    api: &'a Api,
    /// How many fields were compared.
    compared: Cell<usize>,
    variants: Vec<(Place, &'a UnionVariant, Vec<Look<'a>>)>,
}

/// Where a variant is among all.
type Place = (usize, usize);

impl<'a> Choice<'a> {
    fn of<'l>(api: &'a Api, leaves: impl Iterator<Item = &'l Leaf<'a>>) -> Self
    where
        'a: 'l,
    {
        let variants = leaves.map(|leaf| (leaf.place, leaf.variant, looks(api, leaf.variant)));
        let mut variants: Vec<_> = variants.collect();
        variants.sort_by_key(|(place, ..)| *place);
        Self {
            api,
            compared: Cell::new(0),
            variants,
        }
    }

    fn find(&self, wanted: &Leaf<'a>) -> Option<usize> {
        let place = |(place, ..): &(Place, _, _)| *place;
        self.variants
            .binary_search_by_key(&wanted.place, place)
            .ok()
    }

    fn tag(&self, index: usize) -> &'a str {
        let (_, variant, _) = self.variants[index];
        &variant.tag
    }

    /// The values of a variant for which another one is chosen, in words.
    fn taken(&self, own: usize, other: usize) -> Option<&'static str> {
        let looks = |index: usize| self.variants[index].2.iter();
        let mut both = looks(own).flat_map(|own| looks(other).map(move |other| (own, other)));
        let taken = both.find(|(one, another)| {
            let compared = self.compared.get() + one.size() * another.size();
            self.compared.set(compared);
            compared <= MOST_COMPARED
                && (another.rank(), other) < (one.rank(), own)
                && one.may_be(another, self.api)
        });
        taken.map(|(one, _)| one.words())
    }
}

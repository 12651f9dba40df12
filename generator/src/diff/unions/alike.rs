//! Which variants of two unions without tags are the same. Names are not sent, so the values decide, and names only if
//! these differ.

use std::collections::BTreeMap;

use super::leaves::{Leaf, Outer};
use super::likeness::Likeness;
use super::looks::Kind;
use crate::api::{Api, Union};
use crate::diff::walk::Walk;
use crate::hash::HashSet;

/// Variants of two unions without tags.
pub(super) struct Alike<'a> {
    /// Those that are the same.
    pub(super) pairs: Vec<(Leaf<'a>, Leaf<'a>)>,
    /// Those that only the old union has.
    pub(super) gone: Vec<Leaf<'a>>,
    /// Those that only the new union has.
    pub(super) added: Vec<Leaf<'a>>,
}

/// How many pairs of variants that look alike are compared, in one union. Of more, none is: their names decide.
const MOST_COMPARED: usize = 10_000;

/// How many pairs of variants are looked at, in one union.
const MOST_LOOKED_AT: usize = 100_000;

/// What variants with the same values have in common at first sight: their kind, and their fields, which may always have
/// the same value.
type Sight<'l> = (Option<Kind>, Vec<(&'l str, Option<&'l str>)>);

/// Variants of one sight, by their indexes among those that are left.
type Sights<'l> = BTreeMap<Sight<'l>, (Vec<usize>, Vec<usize>)>;

impl<'a> Walk<'a> {
    /// Pairs variants that have no tags. Those with the same values come first, then those of the same type or name, and
    /// then those that only look alike: a number that became an integer is the same variant, and so is an object of
    /// another name with one field more. Whatever order variants have, the way back has the same pairs.
    pub(super) fn alike(&self, old: &'a Union, new: &'a Union) -> Alike<'a> {
        let mut found = Alike {
            pairs: Vec::new(),
            gone: Leaf::all(self.old, old),
            added: Leaf::all(self.new, new),
        };
        found.pair_same_values(self);
        let same = found.pairs.len();
        let outer = |union: &Union| Outer {
            open: union.open,
            is_ordered: self.in_spec_language,
        };
        let (of_old, of_new) = ((self.old, outer(old)), (self.new, outer(new)));
        found.pair_names(|was, is| {
            was.is_union(of_old.0, of_old.1) == is.is_union(of_new.0, of_new.1)
        });
        if found.has_left() && found.split_unions(of_old, of_new, same) {
            found.pair_same_values(self);
        }
        found.pair_names(|_, _| true);
        found.pair(|old, new| {
            let values = old.content.zip(new.content);
            values.is_some_and(|(old, new)| self.are_of_one_class(old, new))
        });
        found.pair_like(self);
        found.pair_only_ones();
        found
    }

    /// Whether a variant has the same values as one of the other union, which is a pair already.
    pub(super) fn is_repeated(&self, leaf: &Leaf<'a>, alike: &Alike<'a>, is_old: bool) -> bool {
        let sight = leaf.sight();
        let left = match is_old {
            true => alike.gone.len(),
            false => alike.added.len(),
        };
        left * alike.pairs.len() <= MOST_COMPARED
            && alike.pairs.iter().any(|(old, new)| {
                let other = if is_old { new } else { old };
                let (old, new) = if is_old { (leaf, other) } else { (other, leaf) };
                other.sight() == sight && self.have_same_values(old, new)
            })
    }

    fn have_same_values(&self, old: &Leaf<'a>, new: &Leaf<'a>) -> bool {
        let tag = old.tag_of_either(new);
        if tag.is_some() {
            return old.agrees_with(new)
                && self.is_same_by(|inner, context, site| {
                    let both = (old.variant, new.variant);
                    inner.variants(both, (tag, true), context, site);
                });
        }
        let values = old.content.zip(new.content);
        values.is_some_and(|(old, new)| self.look_the_same(old, new))
    }
}

impl<'a> Alike<'a> {
    fn has_left(&self) -> bool {
        !self.gone.is_empty() || !self.added.is_empty()
    }

    /// Pairs variants in the order of both sides.
    fn pair(&mut self, is_pair: impl Fn(&Leaf<'a>, &Leaf<'a>) -> bool) {
        let Self { pairs, gone, added } = self;
        let mut left = Vec::new();
        for old in gone.drain(..) {
            let may_be = |new: &Leaf<'a>| old.agrees_with(new) && is_pair(&old, new);
            match added.iter().position(may_be) {
                Some(index) => pairs.push((old, added.remove(index))),
                None => left.push(old),
            }
        }
        *gone = left;
    }

    /// Adds pairs by their indexes among those that are left. No index is in two pairs.
    fn pair_indexes(&mut self, found: &[(usize, usize)]) {
        let mut gone: Vec<Option<Leaf<'a>>> = self.gone.drain(..).map(Some).collect();
        let mut added: Vec<Option<Leaf<'a>>> = self.added.drain(..).map(Some).collect();
        for (old, new) in found {
            if let (Some(old), Some(new)) = (gone[*old].take(), added[*new].take()) {
                self.pairs.push((old, new));
            }
        }
        self.gone.extend(gone.into_iter().flatten());
        self.added.extend(added.into_iter().flatten());
    }

    /// Pairs variants of the same type and name, of the same type, and then of the same name.
    fn pair_names(&mut self, may_be_pair: impl Fn(&Leaf<'a>, &Leaf<'a>) -> bool) {
        self.pair(|old, new| is_same_name(old, new) && is_same_type(old, new));
        self.pair(is_same_type);
        self.pair(|old, new| is_same_name(old, new) && may_be_pair(old, new));
    }

    /// Pairs variants with the same values. Only those are compared that look alike at first sight, and not the only ones
    /// that do, if they have the same name anyway.
    fn pair_same_values(&mut self, walk: &Walk<'a>) {
        let mut found = Vec::new();
        for (mut olds, mut news) in self.by_sight().into_values() {
            let is_same = |old: usize, new: usize, is_pair: IsPair| {
                let (old, new) = (&self.gone[old], &self.added[new]);
                is_pair(old, new) && walk.have_same_values(old, new)
            };
            if let ([old], [new]) = (olds.as_slice(), news.as_slice())
                && is_unchanged(&self.gone[*old], &self.added[*new])
            {
                continue;
            }
            let rounds: [IsPair; 4] = [is_unchanged, is_same_type, is_same_name, |_, _| true];
            for (round, is_pair) in rounds.into_iter().enumerate() {
                // Names are different in most pairs.
                if round > 0 && olds.len() * news.len() > MOST_COMPARED {
                    break;
                }
                olds.retain(|old| {
                    let Some(at) = news.iter().position(|new| is_same(*old, *new, is_pair)) else {
                        return true;
                    };
                    found.push((*old, news.remove(at)));
                    false
                });
            }
        }
        self.pair_indexes(&found);
    }

    fn by_sight(&self) -> Sights<'_> {
        let mut sights = Sights::new();
        for (index, leaf) in self.gone.iter().enumerate() {
            sights.entry(leaf.sight()).or_default().0.push(index);
        }
        for (index, leaf) in self.added.iter().enumerate() {
            sights.entry(leaf.sight()).or_default().1.push(index);
        }
        sights
    }

    /// Replaces unions with their variants: those that are left, and those after the first pairs that have the
    /// type of a variant that is left. Returns whether there are such.
    fn split_unions(&mut self, of_old: Side<'a>, of_new: Side<'a>, first: usize) -> bool {
        let is_in = |leaves: &[Leaf<'a>], (api, outer): Side<'a>| {
            leaves.iter().any(|leaf| leaf.is_union(api, outer))
        };
        let mut is_split = is_in(&self.gone, of_old) || is_in(&self.added, of_new);
        let split = |leaves: &mut Vec<Leaf<'a>>, (api, outer): Side<'a>| {
            let inner = |leaf: Leaf<'a>| leaf.inner(api, outer).unwrap_or_else(|| vec![leaf]);
            *leaves = leaves.drain(..).flat_map(inner).collect();
        };
        split(&mut self.gone, of_old);
        split(&mut self.added, of_new);
        let words = |leaves: &[Leaf<'a>]| -> HashSet<Option<String>> {
            leaves.iter().map(|leaf| leaf.words.clone()).collect()
        };
        let (of_gone, of_added) = (words(&self.gone), words(&self.added));
        let paired = self.pairs.split_off(first);
        for (old, new) in paired {
            let olds = old.inner(of_old.0, of_old.1);
            let inner = olds.zip(new.inner(of_new.0, of_new.1));
            let inner = inner.filter(|(olds, news)| {
                olds.iter().any(|leaf| of_added.contains(&leaf.words))
                    || news.iter().any(|leaf| of_gone.contains(&leaf.words))
            });
            match inner {
                Some((olds, news)) => {
                    is_split = true;
                    self.gone.extend(olds);
                    self.added.extend(news);
                }
                None => self.pairs.push((old, new)),
            }
        }
        self.gone.sort_by_key(|leaf| leaf.place);
        self.added.sort_by_key(|leaf| leaf.place);
        is_split
    }

    /// Pairs objects of other names that have most in common.
    fn pair_like(&mut self, walk: &Walk<'a>) {
        if self.gone.len() * self.added.len() > MOST_LOOKED_AT {
            return;
        }
        let mut candidates = Vec::new();
        for (old, was) in self.gone.iter().enumerate() {
            for (new, is) in self.added.iter().enumerate() {
                if let Some(likeness) = Likeness::of((walk.old, was), (walk.new, is)) {
                    candidates.push((likeness, (old, new)));
                }
            }
        }
        // Of two pairs that have one variant in common, one is before the other: the sums of their places differ.
        candidates.sort_by(|(one, (old, new)), (other, (other_old, other_new))| {
            let places = (old + new).cmp(&(other_old + other_new));
            other.cmp(one).then(places)
        });
        let (mut olds, mut news) = (HashSet::default(), HashSet::default());
        let mut found = Vec::new();
        for (_, (old, new)) in candidates {
            if !olds.contains(&old) && !news.contains(&new) {
                olds.insert(old);
                news.insert(new);
                found.push((old, new));
            }
        }
        self.pair_indexes(&found);
    }

    /// Pairs the only variants of a kind on both sides.
    fn pair_only_ones(&mut self) {
        let has_any_kind = |leaf: &Leaf<'a>| leaf.kind.is_none();
        let is_paired = |kind: Option<Kind>| {
            let mut pairs = self.pairs.iter();
            pairs.any(|(old, new)| old.kind == kind || new.kind == kind)
        };
        let any_kind = self.gone.iter().chain(&self.added).any(has_any_kind) || is_paired(None);
        if any_kind {
            return;
        }
        let only = |leaves: &[Leaf<'a>], kind: Option<Kind>| {
            leaves.iter().filter(|leaf| leaf.kind == kind).count() == 1
        };
        let kinds = self.gone.iter().map(|leaf| leaf.kind);
        let kinds = kinds.filter(|kind| {
            only(&self.gone, *kind) && only(&self.added, *kind) && !is_paired(*kind)
        });
        let kinds: Vec<Option<Kind>> = kinds.collect();
        self.pair(|old, new| old.kind == new.kind && kinds.contains(&old.kind));
    }
}

/// An API, and a union in it.
type Side<'a> = (&'a Api, Outer);

/// Whether two variants may be a pair.
type IsPair = fn(&Leaf<'_>, &Leaf<'_>) -> bool;

fn is_same_name(old: &Leaf<'_>, new: &Leaf<'_>) -> bool {
    old.variant.tag == new.variant.tag
}

fn is_same_type(old: &Leaf<'_>, new: &Leaf<'_>) -> bool {
    old.words == new.words
}

fn is_unchanged(old: &Leaf<'_>, new: &Leaf<'_>) -> bool {
    is_same_name(old, new) && is_same_type(old, new)
}

impl Leaf<'_> {
    fn sight(&self) -> Sight<'_> {
        let fields = self.fields.iter();
        let fields = fields.map(|field| (field.name, field.only.as_deref()));
        (self.kind, fields.collect())
    }
}

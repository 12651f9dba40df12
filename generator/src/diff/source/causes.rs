//! The changes that cause differences between two crates, by where they are in the documents.

use super::deltas::Delta;
use super::{Located, whole};
use crate::diff::site::Spot;
use crate::hash::{HashMap, HashSet};
use crate::naming::type_name;

/// Attaches differences to the changes that cause them. Returns the others.
pub(super) fn attach<'a>(all: &mut [Located<'_>], deltas: Vec<Delta<'a>>) -> Vec<Delta<'a>> {
    let causes = Causes::of(all);
    let (found, deltas): (Vec<_>, Vec<_>) = deltas
        .into_iter()
        .map(|delta| (causes.exact(&delta), delta))
        .partition(|(at, _)| at.is_some());
    let exact: HashSet<usize> = found.iter().filter_map(|(at, _)| *at).collect();
    let rest = deltas
        .into_iter()
        .map(|(_, delta)| (causes.inside(&delta, &exact), delta));
    let (more, left): (Vec<_>, Vec<_>) = rest.partition(|(at, _)| at.is_some());
    drop(causes);
    for (at, delta) in found.into_iter().chain(more) {
        if let Some(located) = at.and_then(|at| all.get_mut(at)) {
            located.attach(&delta);
        }
    }
    left.into_iter().map(|(_, delta)| delta).collect()
}

/// The changes that may cause differences of source code, by their indexes.
struct Causes<'a> {
    /// The change of a part, and whether the part is of a webhook.
    exact: HashMap<(Spot<'a>, bool), usize>,
    /// The types that became open or closed, by their names in Rust: functions take them in another way.
    opened: HashMap<String, usize>,
    /// The changes inside of an operation, a type or an error.
    inside: HashMap<(Spot<'a>, bool), Vec<usize>>,
}

impl<'a> Causes<'a> {
    fn of(all: &[Located<'a>]) -> Self {
        let mut causes = Self {
            exact: HashMap::default(),
            opened: HashMap::default(),
            inside: HashMap::default(),
        };
        // A limit may be the cause only if nothing else changed: the limit of an integer may choose its type.
        let (limits, others): (Vec<_>, Vec<_>) = all
            .iter()
            .enumerate()
            .filter(|(_, located)| !located.change.rule.is_announcement())
            .partition(|(_, located)| located.change.rule.is_limit());
        for all in [&others, &limits] {
            // Two parts may have traded their names.
            let new = all
                .iter()
                .map(|(index, located)| (index, located, located.new));
            let old = all
                .iter()
                .map(|(index, located)| (index, located, located.old));
            for (index, located, spot) in new.chain(old) {
                for spot in spot.into_iter().flat_map(of_pager) {
                    let place = (spot, located.in_webhooks);
                    causes.exact.entry(place).or_insert(*index);
                }
            }
        }
        for (index, located) in others {
            if let Some(Spot::Type(name)) = located.new
                && located.change.rule.is_about_openness()
            {
                causes.opened.entry(type_name(name)).or_insert(index);
            }
            let spots = [located.new, located.old].into_iter().flatten();
            for whole in spots.filter_map(whole) {
                let place = (whole, located.in_webhooks);
                causes.inside.entry(place).or_default().push(index);
            }
        }
        causes
    }

    /// The change of the part that is different.
    fn exact(&self, delta: &Delta<'a>) -> Option<usize> {
        if delta.is_alone() {
            return None;
        }
        let spots = [delta.new, delta.old].into_iter().flatten();
        let mut spots = spots.clone().chain(spots.filter_map(pager_of_part));
        spots.find_map(|spot| self.exact.get(&(spot, delta.in_webhooks)).copied())
    }

    /// The first change of the operation, the type or the error that the part is in. A type differs elsewhere, such as in
    /// its traits, only if something is different at the change as well, or if the change is about the type as a whole.
    fn inside(&self, delta: &Delta<'a>, exact: &HashSet<usize>) -> Option<usize> {
        let spots = [delta.new, delta.old].into_iter().flatten();
        let mut wholes = spots.filter(|_| !delta.is_alone()).filter_map(whole);
        let of_type = delta.taken.as_ref().and_then(|name| self.opened.get(name));
        let of_whole = wholes.find_map(|whole| {
            let place = (whole, delta.in_webhooks);
            let is_type = matches!(whole, Spot::Type(_));
            let of_whole = self.exact.get(&place);
            let is_cause =
                |index: &usize| !is_type || exact.contains(index) || of_whole == Some(index);
            let mut inside = self.inside.get(&place)?.iter().copied();
            inside.find(is_cause)
        });
        of_type.copied().or(of_whole)
    }
}

/// A part of a document, and what is the same in the pages of all operations: the field and its pager.
fn of_pager(spot: Spot<'_>) -> Vec<Spot<'_>> {
    let mut spots = vec![spot];
    if let Spot::PagePart(.., pager, name) = spot {
        spots.push(Spot::PagerPart(pager, name));
    }
    if let Spot::Page(.., pager) | Spot::PagePart(.., pager, _) = spot {
        spots.push(Spot::Pager(pager));
    }
    spots
}

/// The pager of a field of pages.
const fn pager_of_part(spot: Spot<'_>) -> Option<Spot<'_>> {
    let Spot::PagerPart(pager, _) = spot else {
        return None;
    };
    Some(Spot::Pager(pager))
}

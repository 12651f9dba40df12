//! Which operations and webhooks of both sides are the same.

use super::paths::{Bases, route};
use crate::api::{Operation, Parameter, Value};
use crate::hash::{HashMap, HashSet};

/// An operation of both sides, or of one.
pub(super) type Pair<'a> = (Option<&'a Operation>, Option<&'a Operation>);

/// Whether two operations of the same route are the same.
type IsPair = fn(&Operation, &Operation) -> bool;

/// Pairs operations with the same method and route, and then those of the same name. Of several with the same route,
/// those come first whose requests have the same constants, by which they are told apart, and then those of the same name.
pub(super) fn pairs<'a>(
    old: &'a [Operation],
    new: &'a [Operation],
    bases: Bases<'_>,
) -> Vec<Pair<'a>> {
    let key = |base, operation: &Operation| (operation.method, route(base, operation));
    let mut by_route: HashMap<_, Vec<usize>> = HashMap::default();
    let mut by_name: HashMap<&str, usize> = HashMap::default();
    for (index, operation) in old.iter().enumerate() {
        by_route
            .entry(key(bases.0, operation))
            .or_default()
            .push(index);
        by_name.insert(&operation.name, index);
    }
    let mut paired: Vec<Option<usize>> = vec![None; new.len()];
    let mut taken: HashSet<usize> = HashSet::default();
    let has_same_name = |old: &Operation, new: &Operation| old.name == new.name;
    let rounds: [IsPair; 3] = [have_same_constants, has_same_name, |_, _| true];
    for is_pair in rounds {
        for (operation, pair) in new.iter().zip(&mut paired) {
            let candidates = by_route.get(&key(bases.1, operation));
            let mut candidates = candidates.into_iter().flatten();
            let found = candidates
                .find(|index| !taken.contains(*index) && is_pair(&old[**index], operation));
            if pair.is_none()
                && let Some(index) = found
            {
                taken.insert(*index);
                *pair = Some(*index);
            }
        }
    }
    for (operation, pair) in new.iter().zip(&mut paired) {
        if pair.is_none()
            && let Some(index) = by_name.get(operation.name.as_str())
            && taken.insert(*index)
        {
            *pair = Some(*index);
        }
    }
    joined(old, new, &paired)
}

/// The parameters that always have the same value in all requests of an operation, with this value.
pub(super) fn constants(operation: &Operation) -> impl Iterator<Item = (&Parameter, &Value)> {
    let parameters = operation.parameters.iter();
    let required = parameters.filter(|parameter| parameter.is_required());
    required.filter_map(|parameter| Some((parameter, parameter.constant.as_ref()?)))
}

/// Whether all requests of two operations have the same constants, and have some.
fn have_same_constants(old: &Operation, new: &Operation) -> bool {
    let is_same = |(one, value): (&Parameter, &Value), (other, same): (&Parameter, &Value)| {
        (one.location, &one.name) == (other.location, &other.name) && value.is_same(same)
    };
    let mut of_old = constants(old);
    let count = constants(new).count();
    count > 0
        && count == constants(old).count()
        && of_old.all(|one| constants(new).any(|other| is_same(one, other)))
}

/// Each webhook that may have another name is compared with all of the other side. If a side has more of them than
/// this, none is.
const MOST_RENAMED: usize = 30;

/// Pairs webhooks of the same name, because receivers choose their routes. Then those whose requests are the same, if
/// no other ones are: their names are not sent.
pub(super) fn webhook_pairs<'a>(
    old: &'a [Operation],
    new: &'a [Operation],
    are_same: impl Fn(&'a Operation, &'a Operation) -> bool,
) -> Vec<Pair<'a>> {
    let mut paired: Vec<Option<usize>> = new
        .iter()
        .map(|webhook| old.iter().position(|old| old.name == webhook.name))
        .collect();
    let gone: Vec<usize> = (0..old.len())
        .filter(|index| !paired.contains(&Some(*index)))
        .collect();
    let added: Vec<usize> = (0..new.len())
        .filter(|index| paired.get(*index) == Some(&None))
        .collect();
    if gone.len().max(added.len()) > MOST_RENAMED {
        return joined(old, new, &paired);
    }
    let same: Vec<(usize, usize)> = gone
        .iter()
        .flat_map(|was| added.iter().map(move |is| (*was, *is)))
        .filter(|(was, is)| {
            let both = old.get(*was).zip(new.get(*is));
            both.is_some_and(|(old, new)| are_same(old, new))
        })
        .collect();
    for (was, is) in &same {
        let mut others = same.iter().filter(|other| **other != (*was, *is));
        let is_only = !others.any(|other| other.0 == *was || other.1 == *is);
        if let Some(pair) = paired.get_mut(*is).filter(|_| is_only) {
            *pair = Some(*was);
        }
    }
    joined(old, new, &paired)
}

/// The new operations with their old ones, and the old ones that are gone.
fn joined<'a>(
    old: &'a [Operation],
    new: &'a [Operation],
    paired: &[Option<usize>],
) -> Vec<Pair<'a>> {
    let taken: HashSet<usize> = paired.iter().flatten().copied().collect();
    let gone = old.iter().enumerate();
    let gone = gone.filter(|(index, _)| !taken.contains(index));
    let gone = gone.map(|(_, operation)| (Some(operation), None));
    let present = new.iter().zip(paired);
    let present =
        present.map(|(operation, index)| (index.map(|index| &old[index]), Some(operation)));
    gone.chain(present).collect()
}

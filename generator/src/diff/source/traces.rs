//! The changes that cause differences between two crates, by what they mention: a type that only a removed operation had
//! is gone with it, and what takes values of an alias takes others if the alias is for another type.

use super::deltas::{Delta, Event};
use super::mentions::Mentions;
use super::{Located, whole};
use crate::api::Api;
use crate::diff::site::Spot;
use crate::diff::surface::Role;
use crate::hash::{HashMap, HashSet};

/// Attaches differences to the changes by which their types, errors or credentials are no longer mentioned, are mentioned
/// for the first time, or are something else. Returns the others.
pub(super) fn attach<'a>(
    all: &mut [Located<'_>],
    deltas: Vec<Delta<'a>>,
    old: &'a Api,
    new: &'a Api,
) -> Vec<Delta<'a>> {
    if deltas.is_empty() {
        return deltas;
    }
    let (old, new) = (Mentions::of(old), Mentions::of(new));
    let traces = Traces::of(all, &old, &new);
    let mut left = Vec::new();
    for delta in deltas {
        let cause = traces
            .cause(&delta)
            .or_else(|| traces.redefinition(&delta, &new));
        match cause.and_then(|at| all.get_mut(at)) {
            Some(located) => located.attach(&delta),
            None => left.push(delta),
        }
    }
    left
}

/// The first changes, by their indexes, because of which something is no longer mentioned, is mentioned for the first time,
/// or is compared with nothing.
struct Traces<'a> {
    gone: HashMap<Spot<'a>, usize>,
    added: HashMap<Spot<'a>, usize>,
    replaced: HashMap<Spot<'a>, usize>,
    /// Of the types whose own values are others.
    redefined: HashMap<Spot<'a>, usize>,
    /// The first change of which schemes are accepted.
    schemes: Option<usize>,
}

impl<'a> Traces<'a> {
    fn of<'m>(all: &[Located<'a>], old: &'m Mentions<'a>, new: &'m Mentions<'a>) -> Self {
        let mut traces = Self {
            gone: HashMap::default(),
            added: HashMap::default(),
            replaced: HashMap::default(),
            redefined: HashMap::default(),
            schemes: all
                .iter()
                .position(|located| located.change.rule.is_about_schemes()),
        };
        // Of changes that concern the same, only the first counts.
        let mut known = HashSet::default();
        for (index, located) in all.iter().enumerate() {
            let rule = located.change.rule;
            let has_both = located.old.is_some() && located.new.is_some();
            if let (Some(Spot::Type(_)), Some(spot @ Spot::Type(_))) = (located.old, located.new)
                && !rule.is_announcement()
            {
                traces.redefined.entry(spot).or_insert(index);
            }
            let is_operation = matches!(located.new, Some(Spot::Operation(_)));
            if has_both && is_operation && !rule.is_about_access() {
                continue;
            }
            let sides = [(old, located.old), (new, located.new)];
            let [before, after] = sides.map(|(mentions, spot)| match spot {
                Some(spot) => mentions.direct(spot, located.in_webhooks),
                None => &[],
            });
            let is_replacement = rule.is_replacement();
            if before == after && !is_replacement {
                continue;
            }
            let of_schemes = has_both && is_operation;
            let keys = [(old, before), (new, after)].map(|(mentions, spots)| mentions.key(spots));
            if !known.insert((keys, of_schemes, is_replacement)) {
                continue;
            }
            let [before, after] = [old.reached(before), new.reached(after)];
            let is_wanted = |spot: &&Spot<'a>| !of_schemes || matches!(spot, Spot::Scheme(_));
            for spot in before.difference(&after).filter(is_wanted) {
                traces.gone.entry(*spot).or_insert(index);
            }
            for spot in after.difference(&before).filter(is_wanted) {
                traces.added.entry(*spot).or_insert(index);
            }
            if is_replacement {
                for spot in before.union(&after) {
                    traces.replaced.entry(*spot).or_insert(index);
                }
            }
        }
        traces
    }

    fn cause(&self, delta: &Delta<'a>) -> Option<usize> {
        let spot = delta.new.or(delta.old)?;
        let is_whole = matches!(delta.role, Role::Item | Role::HandlerItem);
        let found = match (spot, delta.event) {
            (Spot::Scheme(_), Event::Removed) => self
                .gone
                .get(&spot)
                .or_else(|| self.other_schemes(delta.role)),
            (Spot::Scheme(_), Event::Added) => self
                .added
                .get(&spot)
                .or_else(|| self.other_schemes(delta.role)),
            (Spot::Scheme(_), Event::Changed) => self.other_schemes(delta.role),
            (_, Event::Removed) if is_whole => self.gone.get(&spot),
            (_, Event::Added) if is_whole => self.added.get(&spot),
            (_, Event::Removed | Event::Added | Event::Changed | Event::Moved) => {
                self.replaced.get(&whole(spot)?)
            }
        };
        found.copied()
    }

    /// The change of a type that the part of a difference mentions.
    fn redefinition(&self, delta: &Delta<'a>, mentions: &Mentions<'a>) -> Option<usize> {
        if delta.event != Event::Changed {
            return None;
        }
        let mentioned = mentions.direct(delta.new?, delta.in_webhooks).iter();
        let mut found = mentioned.filter_map(|spot| self.redefined.get(spot));
        found.next().copied()
    }

    /// The change by which there are more schemes, or fewer: handlers get the credentials of one scheme as they are, and
    /// those of several in an enum. Clients with one token need no other credentials.
    fn other_schemes(&self, role: Role) -> Option<&usize> {
        let is_concerned = matches!(
            role,
            Role::HandlerVariant | Role::HandlerSignature | Role::ClientFunction
        );
        self.schemes.as_ref().filter(|_| is_concerned)
    }
}

//! Which changes do not count: those that the owner accepts, those of what is unstable, and removals after their date.

use std::collections::BTreeSet;

use specsmith_runtime::Date;

use super::around::{Around, stability};
use super::change::{Subject, SubjectKind};
use super::site::{Owner, Spot};
use super::source::Located;
use crate::api::{Accepted, Notes};
use crate::changes::Rule;
use crate::hash::{HashMap, HashSet};
use crate::source::Span;

/// Why a change does not count.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Exemption {
    /// The new document accepts it, for a reason.
    Accepted(Option<String>),
    /// What it is about was unstable in the old document.
    Unstable,
    /// The old document said that it would be removed on this day.
    PastSunset(Date),
}

/// The kinds of reasons why changes do not count, in the order of reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ExemptionKind {
    Accepted,
    Unstable,
    PastSunset,
}

impl ExemptionKind {
    /// Its name for programs.
    pub(super) const fn id(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Unstable => "unstable",
            Self::PastSunset => "past-sunset",
        }
    }

    /// Its name for people.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Accepted => "Accepted",
            Self::Unstable => "Unstable",
            Self::PastSunset => "Past its sunset date",
        }
    }
}

impl Exemption {
    /// What kind of reason it is.
    pub(super) const fn kind(&self) -> ExemptionKind {
        match self {
            Self::Accepted(_) => ExemptionKind::Accepted,
            Self::Unstable => ExemptionKind::Unstable,
            Self::PastSunset(_) => ExemptionKind::PastSunset,
        }
    }
}

/// An entry of `allow` in the new document that accepts no change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unused {
    /// The rule that it names.
    pub rule: Rule,
    /// Where it is.
    pub place: Span,
    /// The last day on which it accepted changes, if that has passed.
    pub ended: Option<Date>,
    /// The operations and webhooks that have the changed type or error as well, and do not accept its changes.
    pub others: Vec<Subject>,
}

/// Exempts the changes that do not count. Returns the entries of `allow` that accept none.
pub(super) fn exempt(
    all: &mut [Located<'_>],
    (old, new): &(Around<'_>, Around<'_>),
    today: Date,
) -> Vec<Unused> {
    let mut acceptances = Acceptances::new(new, today);
    let at_types = all.iter().filter_map(|located| match located.new {
        Some(Spot::Type(name)) => Some((name.to_owned(), located.change.rule)),
        Some(_) | None => None,
    });
    acceptances.at_types = at_types.collect();
    let unstable_types = old.only_unstable();
    for located in &mut *all {
        if let Some(reason) = acceptances.of(located, old, new) {
            located.change.exemption = Some(Exemption::Accepted(reason));
        } else if was_unstable(located, old, &unstable_types) {
            located.change.exemption = Some(Exemption::Unstable);
        } else if let Some(sunset) = sunset(located, old) {
            match sunset <= today {
                true => located.change.exemption = Some(Exemption::PastSunset(sunset)),
                false => {
                    let early = format!(", before its sunset date, {sunset}");
                    located.change.message.push_str(&early);
                    located.change.sunset = Some(sunset);
                }
            }
        }
    }
    exempt_leftovers(all, old);
    acceptances.unused()
}

/// Whether a change is about something that was unstable, that is added to it, or that only unstable parts had.
fn was_unstable(located: &Located<'_>, old: &Around<'_>, types: &HashSet<Spot<'_>>) -> bool {
    let Some(spot) = located.old.or(located.added_to) else {
        return false;
    };
    let Subject { kind, name } = &located.change.subject;
    let is_of_operation = matches!(kind, SubjectKind::Operation | SubjectKind::Webhook);
    let spot = match spot {
        // The credentials of an operation are declared elsewhere.
        Spot::Scheme(_) if is_of_operation => Spot::Operation(name),
        spot => spot,
    };
    // That it becomes stable is news.
    if located.change.rule.is_stabilization() {
        return false;
    }
    let is_of_type = shared(spot).is_some_and(|shared| types.contains(&shared));
    let said = stability(&old.inside(spot, located.in_webhooks));
    old.is_unstable(spot, located.in_webhooks) || is_of_type && said.is_none()
}

/// The date on which what is gone, or something that it was in, was to be removed.
fn sunset(located: &Located<'_>, old: &Around<'_>) -> Option<Date> {
    let (Some(spot), None) = (located.old, located.new) else {
        return None;
    };
    let notes = old.all(spot, located.in_webhooks).into_iter();
    let mut deprecations = notes.filter_map(|notes| notes.deprecation.as_ref());
    deprecations.find_map(|deprecation| deprecation.sunset)
}

/// Exempts what is gone because the only operations that had it are gone, such as types, if the removal of these does not
/// count.
fn exempt_leftovers(all: &mut [Located<'_>], old: &Around<'_>) {
    let mut gone: HashMap<(String, bool), Exemption> = HashMap::default();
    for located in &*all {
        if let Some(exemption) = &located.change.exemption
            && located.change.rule.is_removal()
        {
            let Subject { name, .. } = &located.change.subject;
            gone.insert((name.clone(), located.in_webhooks), exemption.clone());
        }
    }
    // They are gone together, so one reason holds for all.
    let Some(first) = gone
        .values()
        .min_by_key(|exemption| rank(exemption))
        .cloned()
    else {
        return;
    };
    let types = old.only_of(|name, in_webhooks| gone.contains_key(&(name.to_owned(), in_webhooks)));
    for located in all {
        let is_gone = located.new.is_none() && located.change.exemption.is_none();
        let was_used = located.old.and_then(shared);
        if is_gone && was_used.is_some_and(|shared| types.contains(&shared)) {
            located.change.exemption = Some(first.clone());
        }
    }
}

/// An order of exemptions, so that the one of several is always the same.
fn rank(exemption: &Exemption) -> (u8, Option<&str>, Option<String>) {
    match exemption {
        Exemption::Accepted(reason) => (0, reason.as_deref(), None),
        Exemption::PastSunset(date) => (1, None, Some(date.to_string())),
        Exemption::Unstable => (2, None, None),
    }
}

/// What several operations may have of a part: the type, the error, the pager or the scheme that it is in, a group, or a
/// server.
const fn shared(spot: Spot<'_>) -> Option<Spot<'_>> {
    match (spot, spot.owner()) {
        (Spot::Group(_) | Spot::Server(_) | Spot::Scheme(_) | Spot::Pager(_), _) => Some(spot),
        (Spot::SchemePart(scheme, _), _) => Some(Spot::Scheme(scheme)),
        (Spot::PagerPart(pager, _), _) => Some(Spot::Pager(pager)),
        (Spot::Failure(_, error), _) => Some(Spot::Error(error)),
        (_, owner @ (Owner::Type(_) | Owner::Error(_))) => owner.whole(),
        (_, Owner::Api | Owner::Operation(_)) => None,
    }
}

/// What the new document accepts.
struct Acceptances<'a> {
    today: Date,
    /// Each entry of `allow`, and whether it accepts a change. Several parts may share an entry.
    entries: HashMap<(Span, Rule), (&'a Accepted, bool)>,
    /// The rules of these entries.
    rules: HashSet<Rule>,
    /// The types and the errors that only operations have that accept changes by a rule.
    types: HashMap<Rule, HashSet<Spot<'a>>>,
    /// The types that change themselves by a rule: an entry at one of these is not about what its uses add.
    at_types: HashSet<(String, Rule)>,
    /// By the entries at operations, the other operations that have a changed type or error, and do not accept the change.
    others: HashMap<(Span, Rule), BTreeSet<Subject>>,
}

impl<'a> Acceptances<'a> {
    fn new(new: &Around<'a>, today: Date) -> Self {
        let accepted = new.every().flat_map(|notes| &notes.accepted);
        let entries = accepted.map(|accepted| (key(accepted), (accepted, false)));
        let entries: HashMap<_, _> = entries.collect();
        Self {
            today,
            rules: entries.keys().map(|(_, rule)| *rule).collect(),
            entries,
            types: HashMap::default(),
            at_types: HashSet::default(),
            others: HashMap::default(),
        }
    }

    /// The reason of the innermost entry that accepts a change. All entries that accept it are marked as used.
    fn of(
        &mut self,
        located: &Located<'_>,
        old: &Around<'_>,
        new: &Around<'a>,
    ) -> Option<Option<String>> {
        let rule = located.change.rule;
        if !self.rules.contains(&rule) && located.accepted.is_empty() {
            return None;
        }
        let today = self.today;
        let accepts = |accepted: &&Accepted| {
            accepted.rule.value == rule && accepted.until.is_none_or(|until| today <= until)
        };
        let entry = |notes: &'a Notes| notes.accepted.iter().find(accepts);
        let spot = spot(located);
        let is_at_type = |name: &str| self.at_types.contains(&(name.to_owned(), rule));
        let notes = notes(located, old, new, &is_at_type);
        let mut found: Vec<&Accepted> = located.accepted.iter().filter(accepts).collect();
        found.extend(notes.into_iter().filter_map(entry));
        let mut partly: Vec<&Accepted> = Vec::new();
        let mut others: Vec<&Subject> = Vec::new();
        if let Some(shared) = shared(spot) {
            let of_operation = |name: &str, in_webhooks| {
                let notes = new.inside(Spot::Operation(name), in_webhooks);
                notes.into_iter().find_map(entry)
            };
            let types = self.types.entry(rule).or_insert_with(|| {
                new.only_of(|name, in_webhooks| of_operation(name, in_webhooks).is_some())
            });
            for user in located.change.used_by.iter() {
                match of_operation(&user.name, user.kind == SubjectKind::Webhook) {
                    Some(accepted) => partly.push(accepted),
                    None => others.push(user),
                }
            }
            if types.contains(&shared) {
                found.append(&mut partly);
            }
        }
        found.extend(new.all(Spot::Api, false).into_iter().filter_map(entry));
        for accepted in &found {
            if let Some((_, is_used)) = self.entries.get_mut(&key(accepted)) {
                *is_used = true;
            }
        }
        for accepted in partly {
            let known = self.others.entry(key(accepted)).or_default();
            known.extend(others.iter().copied().cloned());
        }
        found.first().map(|accepted| accepted.reason.clone())
    }

    fn unused(mut self) -> Vec<Unused> {
        let today = self.today;
        let mut others = |accepted: &Accepted| {
            let others = self.others.remove(&key(accepted)).unwrap_or_default();
            others.into_iter().collect()
        };
        let unused = self.entries.into_values().filter(|(_, is_used)| !is_used);
        let unused = unused.map(|(accepted, _)| Unused {
            rule: accepted.rule.value,
            place: accepted.rule.span,
            ended: accepted.until.filter(|until| *until < today),
            others: others(accepted),
        });
        let mut unused: Vec<Unused> = unused.collect();
        unused.sort_by_key(|unused| (unused.place, unused.rule));
        unused
    }
}

const fn key(accepted: &Accepted) -> (Span, Rule) {
    (accepted.rule.span, accepted.rule.value)
}

/// The notes of the new document by which a change may be accepted, from the inside, without those of the API.
fn notes<'a>(
    located: &Located<'_>,
    old: &Around<'_>,
    new: &Around<'a>,
    is_at_type: &dyn Fn(&str) -> bool,
) -> Vec<&'a Notes> {
    let spot = spot(located);
    let aliases = new
        .of_changed_aliases(spot, located.in_webhooks, old)
        .into_iter();
    let aliases = aliases.filter(|alias| !is_at_type(&alias.name));
    let mut notes: Vec<&Notes> = aliases.map(|alias| &alias.notes).collect();
    if let (Some(gone), None) = (located.old, located.new) {
        let name = &located.change.subject.name;
        notes.extend(new.around_gone(gone, name, located.in_webhooks, old));
    }
    let schemes = [located.new, located.old].into_iter().flatten();
    for scheme in schemes.filter(|spot| matches!(spot, Spot::Scheme(_))) {
        notes.extend(new.inside(scheme, false));
    }
    notes.extend(new.inside(spot, located.in_webhooks));
    if let Spot::Operation(name) = spot
        && let Some(group) = old.group(name, located.in_webhooks)
    {
        // What is gone was in a group that may still be there.
        notes.extend(new.of_group(group));
    }
    // Whose credentials an operation needs may be the default of all.
    if located.change.rule.is_about_access() {
        notes.extend(new.of_auth());
    }
    notes
}

/// Where a change is accepted: at its part in the new document or, if that is gone, at what contained it.
fn spot<'l>(located: &'l Located<'_>) -> Spot<'l> {
    let Subject { kind, name } = &located.change.subject;
    match (located.new, kind) {
        (Some(Spot::Scheme(_)), SubjectKind::Operation) => Spot::Operation(name),
        (Some(spot), _) => spot,
        (None, SubjectKind::Operation | SubjectKind::Webhook) => Spot::Operation(name),
        (None, SubjectKind::Type) => Spot::Type(name),
        (None, SubjectKind::Error) => Spot::Error(name),
        (None, SubjectKind::Api) => Spot::Api,
    }
}

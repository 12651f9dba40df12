//! What changed for source code: the parts of two crates that other code can name are compared, and each difference is
//! attached to the change of the document that causes it.

use super::change::{Axis, Change, Clients, Difference, Subject, SubjectKind, Verdict};
use super::meanings::{Meanings, Pairs};
use super::site::{Owner, Spot};
use super::surface::{Module, NO_ARGUMENT, Names, Part, Role, parts};
use super::walk::Walk;
use super::{Rule, Side};
use crate::api::Api;
use crate::hash::{HashMap, HashSet};
use crate::naming::type_name;
use crate::rust;
use mentions::Mentions;

mod mentions;

/// What happened to a part of a crate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Event {
    Added,
    Removed,
    Changed,
    /// It has the same type, and is for something else.
    Moved,
}

/// A difference between two crates.
struct Delta<'a> {
    event: Event,
    role: Role,
    /// What it is called: the path of its part.
    path: String,
    message: String,
    old: Option<Spot<'a>>,
    new: Option<Spot<'a>>,
    in_webhooks: bool,
    /// The type in Rust, if only the way is different in which functions take it.
    taken: Option<String>,
}

/// A change of the document, with what it is about.
pub(super) struct Located<'a> {
    pub(super) change: Change,
    pub(super) old: Option<Spot<'a>>,
    pub(super) new: Option<Spot<'a>>,
    /// What it is about in the old document, or what it is added to.
    pub(super) around: Option<Spot<'a>>,
    pub(super) in_webhooks: bool,
}

impl Located<'_> {
    /// A change that is about no part of the model.
    pub(super) const fn nowhere(change: Change) -> Self {
        Self {
            change,
            old: None,
            new: None,
            around: None,
            in_webhooks: false,
        }
    }
}

/// Adds what the changes mean for source code, by the plans of both sides, and changes that only source code notices.
pub(super) fn compare<'a>(
    (old, old_plan): (&'a Side<'_>, &'a rust::Crate<'a>),
    (new, new_plan): (&'a Side<'_>, &'a rust::Crate<'a>),
    renamed: &[(&'a str, &'a str)],
    pairs: &Pairs<'a>,
    located: Vec<Located<'a>>,
) -> Vec<Located<'a>> {
    let (old_names, new_names) = Names::of_both(&old.api, &new.api, renamed);
    let old_parts = parts(old_plan, &old_names, &old_plan.handler_trait);
    let new_parts = parts(new_plan, &new_names, &old_plan.handler_trait);
    let meanings = Meanings::of(pairs, &old_parts, &new_parts);
    let deltas = deltas(&old_parts, &new_parts, &meanings);
    let mut all = located;
    let found = attach(&mut all, deltas);
    let found = attach_to_mentions(&mut all, found, &old.api, &new.api);
    for located in &mut all {
        located.change.add_meaning();
    }
    all.extend(grouped(found).iter().map(|deltas| alone(deltas, old, new)));
    let types = renamed.iter().map(|(old_name, new_name)| {
        let change = Change {
            rule: Rule::TypeRenamed,
            subject: Subject {
                kind: SubjectKind::Type,
                name: (*new_name).to_owned(),
            },
            path: (*new_name).to_owned(),
            message: format!("the type was named `{old_name}`"),
            old: Some(old.places.span(Spot::Type(old_name), false)),
            new: Some(new.places.span(Spot::Type(new_name), false)),
            near: new.places.span(Spot::Type(new_name), false),
            in_requests: false,
            in_responses: false,
            in_webhooks: false,
            used_by: Vec::new(),
            callers: Verdict::Breaking,
            implementers: Verdict::Breaking,
            source: vec![Difference {
                message: format!("`{old_name}` is `{new_name}`"),
                callers: Verdict::Breaking,
                implementers: Verdict::Breaking,
            }],
            exemption: None,
        };
        Located {
            change,
            old: Some(Spot::Type(old_name)),
            new: Some(Spot::Type(new_name)),
            around: Some(Spot::Type(old_name)),
            in_webhooks: false,
        }
    });
    all.extend(types);
    all
}

fn deltas<'a>(old: &[Part<'a>], new: &[Part<'a>], meanings: &Meanings<'a>) -> Vec<Delta<'a>> {
    let key = |part: &Part<'_>| {
        let place = (part.module, part.in_webhooks);
        (part.path.clone(), part.role_key(), place)
    };
    let known: HashMap<_, &Part<'a>> = old.iter().map(|part| (key(part), part)).collect();
    let mut seen = HashSet::default();
    let mut deltas = Vec::new();
    let (old_whole, new_whole) = (Others::of(old), Others::of(new));
    // What is new or gone as a whole needs no list of its parts.
    let is_part_of_other = |part: &Part<'_>, others: &Others<'_>| {
        let (module, of) = &part.of;
        let is_of_item = !part.is_whole() && !of.is_empty();
        let is_of_trait = part.is_of_trait() && !others.traits.contains(&part.in_webhooks);
        is_of_trait || is_of_item && !others.items.contains(&(*module, of.as_str()))
    };
    let delta = |event, part: &Part<'a>, message, old, new| Delta {
        event,
        role: part.role,
        path: part.path.clone(),
        message,
        old,
        new,
        in_webhooks: part.in_webhooks,
        taken: None,
    };
    for part in new {
        let key = key(part);
        match known.get(&key) {
            Some(old) => {
                seen.insert(key);
                if old.signature != part.signature {
                    let shown = |signature: &str| match signature {
                        "" => "nothing".to_owned(),
                        text => format!("`{text}`"),
                    };
                    let (was, is) = (shown(&old.signature), shown(&part.signature));
                    let path = &part.path;
                    let message = match (part.role, argument(path)) {
                        (Role::Name, _) => format!("the crate was {was}, and is {is}"),
                        (Role::TraitName, _) => {
                            format!("the handler trait was {was}, and is {is}")
                        }
                        (_, Some((name, method))) if old.signature == NO_ARGUMENT => {
                            format!("the argument `{name}` of `{method}` is new: {is}")
                        }
                        (_, Some((name, method))) if part.signature == NO_ARGUMENT => {
                            format!("the argument `{name}` of `{method}` is gone")
                        }
                        _ => format!("`{path}` was {was}, and is {is}"),
                    };
                    let spots = (Some(old.spot), Some(part.spot));
                    deltas.push(Delta {
                        taken: taken_otherwise(&old.signature, &part.signature),
                        ..delta(Event::Changed, part, message, spots.0, spots.1)
                    });
                } else if let Some((was, is)) = meanings.different(old, part) {
                    let message = format!("`{}` was for {was}, and is for {is}", part.path);
                    let spots = (Some(old.spot), Some(part.spot));
                    deltas.push(delta(Event::Moved, part, message, spots.0, spots.1));
                }
            }
            // The trait comes with the first operation.
            None if part.role == Role::TraitName => {}
            None if is_part_of_other(part, &old_whole) => {}
            None => {
                let message = format!("`{}` is new", part.path);
                deltas.push(delta(Event::Added, part, message, None, Some(part.spot)));
            }
        }
    }
    for part in old {
        let is_trait = part.role == Role::TraitName;
        // With the last operation goes its method, and the trait.
        let is_left_out = part.role != Role::Handler && is_part_of_other(part, &new_whole);
        if !seen.contains(&key(part)) && !is_trait && !is_left_out {
            let message = format!("`{}` is gone", part.path);
            deltas.push(delta(Event::Removed, part, message, Some(part.spot), None));
        }
    }
    without_orders(deltas)
}

/// What a crate has as a whole.
struct Others<'p> {
    /// The items, and all methods of the client.
    items: HashSet<(Module, &'p str)>,
    /// The handler traits: that of the operations, and that of the webhooks.
    traits: HashSet<bool>,
}

impl<'p> Others<'p> {
    fn of(parts: &'p [Part<'_>]) -> Self {
        let wholes = parts.iter().filter(|part| part.is_whole());
        let wholes = wholes.map(|part| (part.of.0, part.of.1.as_str()));
        let fixed = [(Module::Server, "authentication")].into_iter();
        let traits = parts.iter().filter(|part| part.role == Role::TraitName);
        Self {
            items: wholes.chain(fixed).collect(),
            traits: traits.map(|part| part.in_webhooks).collect(),
        }
    }
}

/// The order of arguments says something only if the arguments are the same.
fn without_orders(deltas: Vec<Delta<'_>>) -> Vec<Delta<'_>> {
    let is_argument = |delta: &Delta<'_>| {
        matches!(
            delta.role,
            Role::Argument | Role::ClientSignature | Role::Constructor | Role::ClientMethod
        ) && matches!(delta.event, Event::Added | Event::Removed)
    };
    let changed: HashSet<String> = deltas
        .iter()
        .filter(|delta| is_argument(delta))
        .map(|delta| function(&delta.path).to_owned())
        .collect();
    let mut deltas = deltas;
    deltas.retain(|delta| {
        delta.role != Role::Order
            || delta.event == Event::Changed && !changed.contains(function(&delta.path))
    });
    deltas
}

/// The type that one function takes as it is, and the other one takes as what converts into it.
fn taken_otherwise(old: &str, new: &str) -> Option<String> {
    let is_wider = |one: &str, other: &str| *other == format!("impl Into<{one}>");
    match (is_wider(old, new), is_wider(new, old)) {
        (true, _) => Some(old.to_owned()),
        (_, true) => Some(new.to_owned()),
        (false, false) => None,
    }
}

/// The name of an argument in a path, and its method.
fn argument(path: &str) -> Option<(&str, &str)> {
    let (method, name) = path.strip_suffix(')')?.rsplit_once('(')?;
    Some((name, method))
}

/// The function of an argument: what is before the arguments.
fn function(path: &str) -> &str {
    path.split('(').next().unwrap_or_default()
}

/// Attaches differences to the changes that cause them. Returns the others.
fn attach<'a>(all: &mut [Located<'_>], deltas: Vec<Delta<'a>>) -> Vec<Delta<'a>> {
    let causes = Causes::of(all);
    let (found, deltas): (Vec<_>, Vec<_>) = deltas
        .into_iter()
        .map(|delta| (causes.exact(&delta), delta))
        .partition(|(at, _)| at.is_some());
    let exact: HashSet<usize> = found.iter().filter_map(|(at, _)| *at).collect();
    let rest = deltas
        .into_iter()
        .map(|(_, delta)| (causes.around(&delta, &exact), delta));
    let (more, left): (Vec<_>, Vec<_>) = rest.partition(|(at, _)| at.is_some());
    drop(causes);
    for (at, delta) in found.into_iter().chain(more) {
        attach_at(all, at, delta);
    }
    left.into_iter().map(|(_, delta)| delta).collect()
}

fn attach_at(all: &mut [Located<'_>], at: Option<usize>, delta: Delta<'_>) {
    let Some(located) = at.and_then(|at| all.get_mut(at)) else {
        return;
    };
    located.change.add_difference(delta.difference());
}

/// Attaches differences to the changes by which their types, errors or credentials are no longer mentioned, are mentioned
/// for the first time, or are something else. Returns the others.
fn attach_to_mentions<'a>(
    all: &mut [Located<'_>],
    deltas: Vec<Delta<'a>>,
    old: &'a Api,
    new: &'a Api,
) -> Vec<Delta<'a>> {
    if deltas.is_empty() {
        return deltas;
    }
    let traces = Traces::of(all, &Mentions::of(old), &Mentions::of(new));
    let mut left = Vec::new();
    for delta in deltas {
        match traces.cause(&delta) {
            None => left.push(delta),
            at => attach_at(all, at, delta),
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
}

impl<'a> Traces<'a> {
    fn of(all: &[Located<'a>], old: &Mentions<'a>, new: &Mentions<'a>) -> Self {
        let mut traces = Self {
            gone: HashMap::default(),
            added: HashMap::default(),
            replaced: HashMap::default(),
        };
        for (index, located) in all.iter().enumerate() {
            let rule = located.change.rule;
            let has_both = located.old.is_some() && located.new.is_some();
            let is_operation = matches!(located.new, Some(Spot::Operation(_)));
            if has_both && is_operation && !is_about_access(rule) {
                continue;
            }
            let direct = |mentions: &Mentions<'a>, spot: Option<Spot<'a>>| match spot {
                Some(spot) => mentions.direct(spot, located.in_webhooks).to_vec(),
                None => Vec::new(),
            };
            if direct(old, located.old) == direct(new, located.new) && !is_replacement(rule) {
                continue;
            }
            let mentioned = |mentions: &Mentions<'a>, spot: Option<Spot<'a>>| match spot {
                Some(spot) => mentions.reached(spot, located.in_webhooks),
                None => HashSet::default(),
            };
            let before = mentioned(old, located.old);
            let after = mentioned(new, located.new);
            let is_wanted =
                |spot: &&Spot<'a>| !has_both || !is_operation || matches!(spot, Spot::Scheme(_));
            for spot in before.difference(&after).filter(is_wanted) {
                traces.gone.entry(*spot).or_insert(index);
            }
            for spot in after.difference(&before).filter(is_wanted) {
                traces.added.entry(*spot).or_insert(index);
            }
            if is_replacement(rule) {
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
            (Spot::Scheme(_), Event::Removed) => self.gone.get(&spot),
            (Spot::Scheme(_), Event::Added) => self.added.get(&spot),
            (_, Event::Removed) if is_whole => self.gone.get(&spot),
            (_, Event::Added) if is_whole => self.added.get(&spot),
            _ => self.replaced.get(&whole(spot)?),
        };
        found.copied()
    }
}

/// Whether what the change is about is something else, so that its parts are not compared.
const fn is_replacement(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::TypeChanged
            | Rule::TypeWidened
            | Rule::TypeNarrowed
            | Rule::TagChanged
            | Rule::ContentChanged
    )
}

/// Whether a change is about the credentials that an operation needs.
const fn is_about_access(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::AuthAdded
            | Rule::AuthRemoved
            | Rule::AuthBecameRequired
            | Rule::AuthBecameOptional
            | Rule::OptionalAuthAdded
            | Rule::OptionalAuthRemoved
            | Rule::CredentialsAdded
            | Rule::CredentialsRemoved
    )
}

/// The changes that may cause differences of source code, by their indexes.
struct Causes<'a> {
    /// The change of a part, and whether the part is of a webhook.
    exact: HashMap<(Spot<'a>, bool), usize>,
    /// The types that became open or closed, by their names in Rust: functions take them in another way.
    opened: HashMap<String, usize>,
    /// The changes inside of an operation, a type or an error.
    around: HashMap<(Spot<'a>, bool), Vec<usize>>,
}

impl<'a> Causes<'a> {
    fn of(all: &[Located<'a>]) -> Self {
        let mut causes = Self {
            exact: HashMap::default(),
            opened: HashMap::default(),
            around: HashMap::default(),
        };
        // Only if nothing else changed, a limit may be the cause: that of an integer may choose its type.
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
                let spots = spot.into_iter().flat_map(|spot| [Some(spot), pager(spot)]);
                for spot in spots.flatten() {
                    let place = (spot, located.in_webhooks);
                    causes.exact.entry(place).or_insert(*index);
                }
            }
        }
        for (index, located) in others {
            if let (Rule::TypeOpened | Rule::TypeClosed, Some(Spot::Type(name))) =
                (located.change.rule, located.new)
            {
                causes.opened.entry(type_name(name)).or_insert(index);
            }
            let spots = [located.new, located.old].into_iter().flatten();
            for whole in spots.filter_map(whole) {
                let place = (whole, located.in_webhooks);
                causes.around.entry(place).or_default().push(index);
            }
        }
        causes
    }

    /// The change of the part that is different.
    fn exact(&self, delta: &Delta<'a>) -> Option<usize> {
        let spots = [delta.new, delta.old].into_iter().flatten();
        let mut spots = spots.filter(|_| !delta.is_order_of_fields());
        spots.find_map(|spot| self.exact.get(&(spot, delta.in_webhooks)).copied())
    }

    /// The first change of the operation, the type or the error that the part is in. A type differs elsewhere, such as in
    /// its traits, only if something is different at the change as well, or if the change is about the type as a whole.
    fn around(&self, delta: &Delta<'a>, exact: &HashSet<usize>) -> Option<usize> {
        let spots = [delta.new, delta.old].into_iter().flatten();
        let mut wholes = spots
            .filter(|_| !delta.is_order_of_fields())
            .filter_map(whole);
        let of_type = delta.taken.as_ref().and_then(|name| self.opened.get(name));
        let of_whole = wholes.find_map(|whole| {
            let place = (whole, delta.in_webhooks);
            let is_type = matches!(whole, Spot::Type(_));
            let of_whole = self.exact.get(&place);
            let is_cause =
                |index: &usize| !is_type || exact.contains(index) || of_whole == Some(index);
            let mut inside = self.around.get(&place)?.iter().copied();
            inside.find(is_cause)
        });
        of_type.copied().or(of_whole)
    }
}

/// The pager of a page.
const fn pager(spot: Spot<'_>) -> Option<Spot<'_>> {
    match spot {
        Spot::Page(.., name) => Some(Spot::Pager(name)),
        _ => None,
    }
}

/// The operation, the type or the error that a part of a document is in.
fn whole(spot: Spot<'_>) -> Option<Spot<'_>> {
    // What errors there are says nothing about the rest of an operation.
    if matches!(spot, Spot::Failure(..)) {
        return None;
    }
    match spot.owner() {
        Owner::Operation(name) => Some(Spot::Operation(name)),
        Owner::Type(name) => Some(Spot::Type(name)),
        Owner::Error(name) => Some(Spot::Error(name)),
        Owner::Api => None,
    }
}

/// What a part of the generated code is added to, which has the same name on both sides.
fn container(added: Spot<'_>) -> Option<Spot<'_>> {
    whole(added).or(match added {
        Spot::Failure(name, _) => Some(Spot::Operation(name)),
        _ => None,
    })
}

/// Differences of one kind that come from one part of the document: a field is an argument, too.
fn grouped(deltas: Vec<Delta<'_>>) -> Vec<(Delta<'_>, Vec<Delta<'_>>)> {
    let mut groups: Vec<(Delta<'_>, Vec<Delta<'_>>)> = Vec::new();
    let mut known: HashMap<_, usize> = HashMap::default();
    for delta in deltas {
        let spots = [delta.old, delta.new].into_iter().flatten();
        let is_whole = spots.into_iter().any(|spot| !is_part(spot));
        let key = (delta.rule(), delta.old, delta.new, delta.in_webhooks);
        match known.get(&key).and_then(|index| groups.get_mut(*index)) {
            Some((_, others)) if !is_whole => others.push(delta),
            _ => {
                known.insert(key, groups.len());
                groups.push((delta, Vec::new()));
            }
        }
    }
    groups
}

/// Whether a spot is a part of a type, an operation or an error, and has only its own names.
const fn is_part(spot: Spot<'_>) -> bool {
    matches!(
        spot,
        Spot::Part(..) | Spot::ErrorPart(..) | Spot::ErrorShapePart(_) | Spot::Parameter(..)
    )
}

/// A change that only source code notices.
fn alone<'a>(
    (delta, others): &(Delta<'a>, Vec<Delta<'a>>),
    old: &Side<'_>,
    new: &Side<'_>,
) -> Located<'a> {
    let (callers, implementers) = delta.verdicts();
    let spot = delta.new.or(delta.old).unwrap_or(Spot::Api);
    let (kind, name) = match spot.owner() {
        Owner::Operation(name) if delta.in_webhooks => (SubjectKind::Webhook, name),
        Owner::Operation(name) => (SubjectKind::Operation, name),
        Owner::Type(name) => (SubjectKind::Type, name),
        Owner::Error(name) => (SubjectKind::Error, name),
        Owner::Api => (SubjectKind::Api, new.api.name.as_str()),
    };
    let mut change = Change {
        rule: delta.rule(),
        subject: Subject {
            kind,
            name: name.to_owned(),
        },
        path: delta.path.clone(),
        message: delta.message.clone(),
        old: delta
            .old
            .map(|spot| old.places.span(spot, delta.in_webhooks)),
        new: delta
            .new
            .map(|spot| new.places.span(spot, delta.in_webhooks)),
        near: new.places.span(spot, delta.in_webhooks),
        in_requests: false,
        in_responses: false,
        in_webhooks: false,
        used_by: Vec::new(),
        callers,
        implementers,
        source: Vec::new(),
        exemption: None,
    };
    if delta.event == Event::Moved {
        let message = "code that uses the name may compile, and means the other one";
        change.add_difference(Difference {
            message: message.to_owned(),
            callers,
            implementers,
        });
    }
    for other in others {
        change.add_difference(other.difference());
    }
    Located {
        change,
        old: delta.old,
        new: delta.new,
        around: delta.old.or_else(|| delta.new.and_then(container)),
        in_webhooks: delta.in_webhooks,
    }
}

impl Change {
    /// Adds what a change means for code that compiles as before: it relied on what the document said.
    fn add_meaning(&mut self) {
        if self.rule != Rule::DefaultChanged {
            return;
        }
        let effect = self.effect(Axis::Wire, Clients::Any);
        let verdict = effect.map_or(Verdict::Compatible, |effect| effect.verdict);
        let message = "code that relies on the default compiles, and means another value";
        self.add_difference(Difference {
            message: message.to_owned(),
            callers: verdict,
            implementers: verdict,
        });
    }
}

impl Part<'_> {
    /// Whether its item begins with it.
    const fn is_whole(&self) -> bool {
        matches!(
            self.role,
            Role::Item
                | Role::HandlerItem
                | Role::ClientMethod
                | Role::Handler
                | Role::Name
                | Role::TraitName
                | Role::Feature
        )
    }

    /// Whether it is a part of the handler trait, or of a type that only its methods have.
    const fn is_of_trait(&self) -> bool {
        matches!(
            self.role,
            Role::Handler | Role::HandlerSignature | Role::HandlerField | Role::HandlerVariant
        )
    }

    /// What tells parts of the same path apart: a field that became one of a literal is the same field, but a field `new`
    /// is not the function `new`.
    const fn role_key(&self) -> u8 {
        match self.role {
            Role::Order => 1,
            Role::Constructor => 2,
            _ => 0,
        }
    }
}

impl Delta<'_> {
    fn difference(&self) -> Difference {
        let (callers, implementers) = self.verdicts();
        Difference {
            message: self.message.clone(),
            callers,
            implementers,
        }
    }

    /// Whether only the order of the fields of a type is different, which no other change causes.
    fn is_order_of_fields(&self) -> bool {
        self.role == Role::Order && matches!(self.new, Some(Spot::Type(_)))
    }

    /// What it means for callers and for implementers.
    fn verdicts(&self) -> (Verdict, Verdict) {
        use Verdict::{Breaking, Compatible, Risky};
        let (callers, implementers) = match (self.role, self.event) {
            (Role::HandlerItem, Event::Added) => (Compatible, Compatible),
            (Role::Item | Role::Trait | Role::Accessor | Role::Constructor, Event::Added)
            | (Role::Feature | Role::Setter | Role::ClientMethod, Event::Added)
            | (Role::ClientFunction | Role::TraitName, Event::Added) => (Compatible, Compatible),
            (Role::Feature, Event::Removed | Event::Changed | Event::Moved) => (Breaking, Breaking),
            // Code that ignores other fields still compiles.
            (Role::Field, Event::Added) => (Risky, Risky),
            (Role::HandlerField, Event::Added) => (Compatible, Risky),
            (Role::HandlerField | Role::HandlerSignature | Role::Handler, _)
            | (Role::HandlerItem | Role::HandlerVariant | Role::TraitName, _) => {
                (Compatible, Breaking)
            }
            (
                Role::ClientSignature | Role::ClientMethod | Role::Setter | Role::ClientFunction,
                _,
            ) => (Breaking, Compatible),
            // Handlers return errors, and callers match them.
            (Role::ErrorVariant, Event::Added) => (Breaking, Compatible),
            (
                Role::Item
                | Role::Name
                | Role::Field
                | Role::LiteralField
                | Role::Variant
                | Role::ErrorVariant
                | Role::Argument
                | Role::Constructor
                | Role::Accessor
                | Role::Trait
                | Role::Order,
                _,
            ) => (Breaking, Breaking),
        };
        match self.in_webhooks {
            // Callers receive webhooks, and implementers send them.
            true => (implementers, callers),
            false => (callers, implementers),
        }
    }

    const fn rule(&self) -> Rule {
        match (self.role, self.event) {
            (_, Event::Moved) => Rule::MeaningChanged,
            (Role::Name | Role::TraitName, _) => Rule::CrateRenamed,
            (Role::Order, _) => Rule::ArgumentsReordered,
            (Role::Feature, Event::Added) => Rule::FeatureAdded,
            (Role::Feature, _) => Rule::FeatureRemoved,
            (Role::Trait, Event::Added) => Rule::TraitAdded,
            (Role::Trait, _) => Rule::TraitRemoved,
            (_, Event::Changed) => Rule::SignatureTypeChanged,
            (Role::Item | Role::HandlerItem, Event::Added) => Rule::ItemAdded,
            (Role::Item | Role::HandlerItem, Event::Removed) => Rule::ItemRemoved,
            (_, Event::Added) => Rule::MemberAdded,
            (_, Event::Removed) => Rule::MemberRemoved,
        }
    }
}

impl<'a> Walk<'a> {
    /// The types that have another name, by their old and new names: operations lead to both in the same place, and no
    /// other type has one of the names.
    pub(super) fn renamed_types(&self) -> Vec<(&'a str, &'a str)> {
        let names = |api: &'a crate::api::Api| -> HashSet<&'a str> {
            api.types.iter().map(|ty| ty.name.as_str()).collect()
        };
        let (old_names, new_names) = (names(self.old), names(self.new));
        let mut seen = HashSet::default();
        let pairs = self.type_pairs().filter(|(old, new)| {
            old != new && !new_names.contains(old) && !old_names.contains(new)
        });
        // Of several candidates, the first.
        let mut pairs: Vec<(&str, &str)> = pairs.collect();
        pairs.sort_unstable();
        pairs.retain(|(old, new)| seen.insert(*old) & seen.insert(*new));
        pairs
    }
}

#[cfg(test)]
mod tests;

//! Differences between two crates: what is new, gone, of another type, or for something else.

use std::collections::BTreeSet;

use crate::api::Location;
use crate::diff::Rule;
use crate::diff::change::{Difference, Verdict};
use crate::diff::meanings::Meanings;
use crate::diff::site::Spot;
use crate::diff::surface::{Module, NO_ARGUMENT, ONLY_TOKEN, Part, Role};
use crate::diff::words::Quoted;
use crate::hash::{HashMap, HashSet};

/// What happened to a part of a crate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    Added,
    Removed,
    Changed,
    /// It has the same type, and is for something else or for nothing.
    Moved,
}

/// A difference between two crates.
pub(super) struct Delta<'a> {
    pub(super) event: Event,
    pub(super) role: Role,
    /// What it is called: the path of its part.
    pub(super) path: String,
    pub(super) message: String,
    pub(super) old: Option<Spot<'a>>,
    pub(super) new: Option<Spot<'a>>,
    pub(super) in_webhooks: bool,
    /// The type in Rust, if only the way is different in which functions take it.
    pub(super) taken: Option<String>,
}

/// The differences between the parts of two crates.
pub(super) fn between<'a>(
    old: &[Part<'a>],
    new: &[Part<'a>],
    meanings: &Meanings<'a>,
) -> Vec<Delta<'a>> {
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
    for part in new {
        let key = key(part);
        match known.get(&key) {
            Some(old) => {
                seen.insert(key);
                deltas.extend(different((old, part), new, meanings));
            }
            None if part.is_only_compared() => {}
            None if is_part_of_other(part, &old_whole) => {}
            None => {
                let message = format!("{} is new", called(part));
                let spots = (None, Some(part.spot));
                deltas.push(Delta::of(Event::Added, part, message, spots));
            }
        }
    }
    for part in old {
        // With the last operation goes its method, and the trait.
        let is_left_out = part.role != Role::Handler && is_part_of_other(part, &new_whole);
        if !seen.contains(&key(part)) && !part.is_only_compared() && !is_left_out {
            let message = format!("{} is gone", called(part));
            let spots = (Some(part.spot), None);
            deltas.push(Delta::of(Event::Removed, part, message, spots));
        }
    }
    without_orders(deltas)
}

/// The difference between two parts of the same name. All new parts say where the old one is now.
fn different<'a>(
    (old, part): (&Part<'a>, &Part<'a>),
    new: &[Part<'a>],
    meanings: &Meanings<'a>,
) -> Option<Delta<'a>> {
    let spots = (Some(old.spot), Some(part.spot));
    if old.signature == part.signature {
        let (was, is) = meanings.different(old, part)?;
        let message = format!("`{}` was for {was}, and is for {is}", part.path);
        return Some(Delta::of(Event::Moved, part, message, spots));
    }
    match part.role {
        Role::Token if old.signature != ONLY_TOKEN => return None,
        Role::Token => {
            let message = format!("`{}` no longer gives the credentials", part.path);
            let same = new.iter().find(|other| other.spot == old.spot);
            let spots = (spots.0, Some(same.unwrap_or(part).spot));
            return Some(Delta::of(Event::Moved, part, message, spots));
        }
        Role::Comparison => {
            let message = reordered(&part.path, &old.signature, &part.signature)?;
            return Some(Delta::of(Event::Changed, part, message, spots));
        }
        Role::Order => {
            let message = other_order(&part.path, &old.signature, &part.signature);
            return Some(Delta::of(Event::Changed, part, message, spots));
        }
        _ => {}
    }
    let shown = |signature: &str| match signature {
        "" => "nothing".to_owned(),
        text => format!("`{text}`"),
    };
    let (was, is) = (shown(&old.signature), shown(&part.signature));
    let path = &part.path;
    let message = match (part.role, argument(path)) {
        (Role::Name, _) => format!("the crate was {was}, and is {is}"),
        (Role::TraitName, _) => format!("the handler trait was {was}, and is {is}"),
        (_, Some((name, method))) if old.signature == NO_ARGUMENT => {
            format!("the argument `{name}` of `{method}` is new: {is}")
        }
        (_, Some((name, method))) if part.signature == NO_ARGUMENT => {
            format!("the argument `{name}` of `{method}` is gone")
        }
        _ => format!("{} was {was}, and is {is}", called(part)),
    };
    Some(Delta {
        taken: taken_otherwise(&old.signature, &part.signature),
        ..Delta::of(Event::Changed, part, message, spots)
    })
}

/// What a part is called: an argument by its own name, or by that of a parameter of the path, which callers do not see.
fn called(part: &Part<'_>) -> String {
    let path = &part.path;
    let is_argument = matches!(part.role, Role::Argument | Role::ClientSignature);
    match (argument(path).filter(|_| is_argument), part.spot) {
        (Some((_, method)), Spot::Parameter(_, Location::Path, name)) => {
            format!("the argument for {} of `{method}`", Quoted(name))
        }
        (Some((_, method)), Spot::Body(_)) => format!("the argument for the body of `{method}`"),
        (Some((name, method)), _) => format!("the argument `{name}` of `{method}`"),
        (None, _) => format!("`{path}`"),
    }
}

/// How the arguments of a function are in a different order, without the arguments before and after them.
fn other_order(function: &str, old: &str, new: &str) -> String {
    let (was, is): (Vec<&str>, Vec<&str>) = (old.split(", ").collect(), new.split(", ").collect());
    let is_same = |(one, other): &(&&str, &&str)| one == other;
    let before = was.iter().zip(&is).take_while(is_same).count();
    let after = was.iter().rev().zip(is.iter().rev());
    let after = after.take_while(is_same).count();
    let moved = |names: &[&str]| {
        let end = names.len().saturating_sub(after);
        names.get(before..end).unwrap_or_default().join(", ")
    };
    let (was, is) = (moved(&was), moved(&is));
    format!("the arguments of `{function}` were in the order `{was}`, and are in the order `{is}`")
}

/// What is different between two orders of a type's fields or values, if these are the same.
fn reordered(path: &str, old: &str, new: &str) -> Option<String> {
    let (was, is): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let all = |names: &[&str]| {
        names
            .iter()
            .map(|name| (*name).to_owned())
            .collect::<BTreeSet<_>>()
    };
    if was.len() != is.len() || all(&was) != all(&is) {
        return None;
    }
    let (last, first) = was.iter().zip(&is).find(|(was, is)| was != is)?;
    let (first, last) = (Quoted(first), Quoted(last));
    Some(format!(
        "`{path}` is compared in a different order: {first} comes before {last}, and came after it"
    ))
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

    /// Whether it says something only if both sides have it: the trait comes with the first operation, and who needs no
    /// credentials may give a token.
    const fn is_only_compared(&self) -> bool {
        matches!(self.role, Role::TraitName | Role::Token | Role::Comparison)
    }

    /// What tells parts of the same path apart: a field that became one of a literal is the same field, but a field `new`
    /// is not the function `new`.
    const fn role_key(&self) -> u8 {
        match self.role {
            Role::Order => 1,
            Role::Constructor => 2,
            Role::Comparison => 3,
            _ => 0,
        }
    }
}

impl<'a> Delta<'a> {
    fn of(
        event: Event,
        part: &Part<'a>,
        message: String,
        (old, new): (Option<Spot<'a>>, Option<Spot<'a>>),
    ) -> Self {
        Self {
            event,
            role: part.role,
            path: part.path.clone(),
            message,
            old,
            new,
            in_webhooks: part.in_webhooks,
            taken: None,
        }
    }

    pub(super) fn difference(&self) -> Difference {
        let (callers, implementers) = self.verdicts();
        Difference {
            message: self.message.clone(),
            callers,
            implementers,
        }
    }

    /// Whether no other change causes it: only the order of the fields of a type is different, or code that compiles means
    /// something else.
    pub(super) fn is_alone(&self) -> bool {
        match self.role {
            Role::Order => matches!(self.new, Some(Spot::Type(_))),
            Role::Token | Role::Comparison => true,
            _ => false,
        }
    }

    /// What it means for callers and for implementers.
    pub(super) fn verdicts(&self) -> (Verdict, Verdict) {
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
            // Handlers have the fields of a request by their names.
            (Role::Order, _) if matches!(self.new, Some(Spot::Operation(_))) => {
                (Breaking, Compatible)
            }
            // Code that compares no values means what it meant.
            (Role::Comparison, _) => (Risky, Risky),
            (Role::HandlerField | Role::HandlerSignature | Role::Handler, _)
            | (Role::HandlerItem | Role::HandlerVariant | Role::TraitName, _) => {
                (Compatible, Breaking)
            }
            (
                Role::ClientSignature
                | Role::ClientMethod
                | Role::Setter
                | Role::ClientFunction
                | Role::Token,
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

    pub(super) const fn rule(&self) -> Rule {
        match (self.role, self.event) {
            (_, Event::Moved) => Rule::MeaningChanged,
            (Role::Name | Role::TraitName, _) => Rule::CrateRenamed,
            (Role::Order, _) => Rule::ArgumentsReordered,
            (Role::Comparison, _) => Rule::ComparisonReordered,
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

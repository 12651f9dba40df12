//! Differences between two crates: what is new, gone, of another type, or for something else.

use crate::diff::Rule;
use crate::diff::change::{Difference, Verdict};
use crate::diff::meanings::Meanings;
use crate::diff::site::Spot;
use crate::diff::surface::{Module, NO_ARGUMENT, Part, Role};
use crate::hash::{HashMap, HashSet};

/// What happened to a part of a crate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    Added,
    Removed,
    Changed,
    /// It has the same type, and is for something else.
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
    pub(super) fn difference(&self) -> Difference {
        let (callers, implementers) = self.verdicts();
        Difference {
            message: self.message.clone(),
            callers,
            implementers,
        }
    }

    /// Whether only the order of the fields of a type is different, which no other change causes.
    pub(super) fn is_order_of_fields(&self) -> bool {
        self.role == Role::Order && matches!(self.new, Some(Spot::Type(_)))
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

    pub(super) const fn rule(&self) -> Rule {
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

//! Differences between two crates: what is new, gone, of another type, or for something else.

use super::behavior::{are_reordered, behaves_otherwise, other_order, other_places, reordered};
use crate::api::Location;
use crate::diff::Rule;
use crate::diff::change::Difference;
use crate::diff::meanings::Meanings;
use crate::diff::site::Spot;
use crate::diff::surface::{Module, Part, Path, Role, Segments, Signature};
use crate::diff::words::Quoted;
use crate::hash::{HashMap, HashSet};

/// What happened to a part of a crate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    Added,
    Removed,
    Changed,
    /// It has the same type, and is for something else, or no longer for anything.
    Moved,
}

/// A difference between two crates.
pub(super) struct Delta<'a> {
    pub(super) event: Event,
    pub(super) role: Role,
    /// What it is called.
    pub(super) path: Path,
    pub(super) message: Message,
    pub(super) old: Option<Spot<'a>>,
    pub(super) new: Option<Spot<'a>>,
    pub(super) in_webhooks: bool,
    /// The type in Rust, if functions only take it in a different way.
    pub(super) taken: Option<String>,
}

/// What is said about a part.
pub(super) enum Message {
    /// What follows the name of the part: `is new`.
    OfPart(String),
    /// A whole sentence.
    Whole(String),
}

impl Message {
    /// Whether it begins with the name of the part.
    pub(super) const fn is_of_part(&self) -> bool {
        matches!(self, Self::OfPart(_))
    }
}

/// The differences between the parts of two crates.
pub(super) fn between<'a>(
    old: &[Part<'a>],
    new: &[Part<'a>],
    meanings: &Meanings<'a>,
) -> Vec<Delta<'a>> {
    let known: HashMap<_, &Part<'a>> = old.iter().map(|part| (key(part), part)).collect();
    let mut seen = HashSet::default();
    let mut deltas = Vec::new();
    let (old_whole, new_whole) = (Others::of(old), Others::of(new));
    let had_features = old.iter().any(|part| part.role == Role::Feature);
    let literals = old.iter().filter(|part| part.role == Role::LiteralField);
    let literals: HashSet<_> = literals.map(|part| part.of.clone()).collect();
    // What is new or gone as a whole needs no list of its parts.
    let is_part_of_other = |part: &Part<'_>, others: &Others<'_>| {
        let (module, of) = &part.of;
        let is_of_item = !part.is_whole() && !of.is_empty();
        let is_of_trait = part.is_of_trait() && !others.traits.contains(&part.in_webhooks);
        // What an alias is of may implement the same traits.
        let is_of_alias = part.role == Role::Trait && others.aliases.contains(&(*module, &**of));
        is_of_trait || is_of_alias || is_of_item && !others.items.contains(&(*module, &**of))
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
                let message = about(part, "is new");
                let spots = (None, Some(part.spot));
                let mut delta = Delta::of(Event::Added, part, message, spots);
                // The fields that code has written so far are no longer all.
                if part.role == Role::Field && literals.contains(&part.of) {
                    delta.role = Role::LiteralField;
                }
                if part.role == Role::Feature && !had_features {
                    delta.role = Role::FirstFeature;
                    let what = "is new, and code that has turned off the default features needs it";
                    delta.message = about(part, what);
                }
                deltas.push(delta);
            }
        }
    }
    for part in old {
        // The last operation leaves with its method and with the trait.
        let is_left_out = part.role != Role::Handler && is_part_of_other(part, &new_whole);
        if !seen.contains(&key(part)) && !part.is_only_compared() && !is_left_out {
            let message = about(part, "is gone");
            let spots = (Some(part.spot), None);
            deltas.push(Delta::of(Event::Removed, part, message, spots));
        }
    }
    without_moved_types(without_orders(without_fields(without_arguments(deltas))))
}

/// A variant that is new or gone needs no list of its fields.
fn without_fields(mut deltas: Vec<Delta<'_>>) -> Vec<Delta<'_>> {
    let variants = deltas.iter().filter(|delta| {
        delta.role == Role::HandlerVariant && matches!(delta.event, Event::Added | Event::Removed)
    });
    let variants: HashSet<Path> = variants.map(|delta| delta.path.clone()).collect();
    deltas.retain(|delta| {
        let container = delta.path.container();
        delta.role != Role::HandlerVariant
            || !container.is_some_and(|container| variants.contains(&container))
    });
    deltas
}

/// A constructor that is new or gone needs no list of its arguments.
fn without_arguments(mut deltas: Vec<Delta<'_>>) -> Vec<Delta<'_>> {
    let constructors = deltas.iter().filter(|delta| {
        delta.role == Role::Constructor && matches!(delta.event, Event::Added | Event::Removed)
    });
    let constructors = constructors.filter_map(|delta| delta.path.function().cloned());
    let constructors: HashSet<Segments> = constructors.collect();
    deltas.retain(|delta| {
        let mut function = delta.path.function().into_iter();
        !matches!(delta.role, Role::Argument | Role::Order)
            || !function.any(|function| constructors.contains(function))
    });
    deltas
}

/// Types need another feature because operations do, unless none of these does.
fn without_moved_types(mut deltas: Vec<Delta<'_>>) -> Vec<Delta<'_>> {
    let is_moved = |delta: &Delta<'_>| {
        delta.role == Role::Gate && matches!(delta.new, Some(Spot::Operation(_)))
    };
    let is_of_type =
        |delta: &Delta<'_>| delta.role == Role::Gate && matches!(delta.new, Some(Spot::Type(_)));
    if deltas.iter().any(is_moved) {
        deltas.retain(|delta| !is_of_type(delta));
    }
    deltas
}

/// The difference between two parts of the same name. All new parts say where the old one is now.
fn different<'a>(
    (old, part): (&Part<'a>, &Part<'a>),
    new: &[Part<'a>],
    meanings: &Meanings<'a>,
) -> Option<Delta<'a>> {
    let spots = (Some(old.spot), Some(part.spot));
    if part.role.is_behavior() {
        let message = behaves_otherwise(part, &old.signature)?;
        return Some(Delta::of(Event::Moved, part, message, spots));
    }
    if old.signature == part.signature {
        let (was, is) = meanings.different(old, part)?;
        let message = Message::OfPart(format!("was for {was}, and is for {is}"));
        return Some(Delta::of(Event::Moved, part, message, spots));
    }
    if part.role == Role::Builder {
        if old.signature != Signature::OnlyToken {
            return None;
        }
        let message = Message::OfPart("no longer gives the credentials".to_owned());
        let same = new.iter().find(|other| other.spot == old.spot);
        let spots = (spots.0, Some(same.unwrap_or(part).spot));
        return Some(Delta::of(Event::Moved, part, message, spots));
    }
    if part.role == Role::Gate {
        let message = other_feature(&old.signature, &part.signature, new)?;
        return Some(Delta::of(Event::Changed, part, message, spots));
    }
    if part.role == Role::Order && !are_reordered(&old.signature, &part.signature) {
        return None;
    }
    if part.role == Role::Comparison {
        let message = reordered(&old.signature, &part.signature)?;
        return Some(Delta::of(Event::Changed, part, message, spots));
    }
    let (was, is) = (&old.signature, &part.signature);
    let message = changed(part, was, is);
    Some(Delta {
        taken: was.taken_otherwise(is).map(str::to_owned),
        ..Delta::of(Event::Changed, part, message, spots)
    })
}

/// What is said about a part that needs a different cargo feature, if somebody may have enabled the features without which
/// it is gone.
fn other_feature(was: &Signature, is: &Signature, new: &[Part<'_>]) -> Option<Message> {
    let Signature::Type(needed) = is else {
        return None;
    };
    let before = match was {
        Signature::Type(was) => {
            // That a feature is gone says enough.
            let path = Path::Words(format!("feature {was}"));
            if !new.iter().any(|part| part.path == path) {
                return None;
            }
            format!("the feature {}", Quoted(was))
        }
        _ => "none".to_owned(),
    };
    let needed = Quoted(needed);
    Some(Message::OfPart(format!(
        "needs the feature {needed}, and needed {before}"
    )))
}

/// What is said about a part that is of something else.
fn changed(part: &Part<'_>, was: &Signature, is: &Signature) -> Message {
    let change = format!("was {was}, and is {is}");
    match part.role {
        Role::Name => return Message::Whole(format!("the crate {change}")),
        Role::TraitName => return Message::Whole(format!("the handler trait {change}")),
        Role::Order if matches!(part.spot, Spot::Server(_)) => {
            return Message::Whole(other_places(&part.path, was, is));
        }
        Role::Order => return Message::Whole(other_order(&part.path, was, is)),
        Role::Item
        | Role::Field
        | Role::LiteralField
        | Role::HandlerField
        | Role::Variant
        | Role::ErrorVariant
        | Role::Argument
        | Role::Constructor
        | Role::Comparison
        | Role::Accessor
        | Role::Trait
        | Role::ClientItem
        | Role::ClientMethod
        | Role::ClientSignature
        | Role::Setter
        | Role::ClientFunction
        | Role::Streamed
        | Role::Builder
        | Role::Handler
        | Role::HandlerItem
        | Role::HandlerVariant
        | Role::HandlerSignature
        | Role::Feature
        | Role::FirstFeature
        | Role::Gate
        | Role::OwnServer
        | Role::Preferred
        | Role::Hidden => {}
    }
    if let Path::Argument(method, name) = &part.path {
        let argument = format!("the argument `{name}` of `{method}`");
        if *was == Signature::NoArgument {
            return Message::Whole(format!("{argument} is new: {is}"));
        }
        if *is == Signature::NoArgument {
            return Message::Whole(format!("{argument} is gone"));
        }
    }
    about(part, &change)
}

/// A sentence about a part, which calls an argument by its name, or by that of a parameter of the path: callers do not
/// see what these are called in Rust.
fn about(part: &Part<'_>, what: &str) -> Message {
    if let Path::PageSetter(name) = &part.path {
        let method = format!("the method `{name}` of calls that return pages");
        return Message::Whole(format!("{method} {what}"));
    }
    let (Role::Argument | Role::ClientSignature, Path::Argument(method, name)) =
        (part.role, &part.path)
    else {
        return Message::OfPart(what.to_owned());
    };
    Message::Whole(match part.spot {
        Spot::Parameter(_, Location::Path, name) => {
            format!("the argument for {} of `{method}` {what}", Quoted(name))
        }
        Spot::Body(_) => format!("the argument for the body of `{method}` {what}"),
        _ => format!("the argument `{name}` of `{method}` {what}"),
    })
}

/// What tells parts of a crate apart.
const fn key<'p>(part: &'p Part<'_>) -> (&'p Path, Module, bool) {
    (&part.path, part.module, part.in_webhooks)
}

/// What a crate has as a whole.
struct Others<'p> {
    /// The items, and all methods of the client.
    items: HashSet<(Module, &'p str)>,
    /// The items that are aliases.
    aliases: HashSet<(Module, &'p str)>,
    /// The handler traits: that of the operations, and that of the webhooks.
    traits: HashSet<bool>,
}

impl<'p> Others<'p> {
    fn of(parts: &'p [Part<'_>]) -> Self {
        let wholes = parts.iter().filter(|part| part.is_whole());
        let wholes = wholes.map(|part| (part.of.0, &*part.of.1));
        let fixed = [(Module::Server, "authentication")].into_iter();
        let traits = parts.iter().filter(|part| part.role == Role::TraitName);
        let aliases = parts.iter();
        let aliases = aliases.filter(|part| matches!(part.signature, Signature::Alias(_)));
        Self {
            items: wholes.chain(fixed).collect(),
            aliases: aliases.map(|part| (part.of.0, &*part.of.1)).collect(),
            traits: traits.map(|part| part.in_webhooks).collect(),
        }
    }
}

/// The order of arguments says something only if the arguments are the same.
fn without_orders(mut deltas: Vec<Delta<'_>>) -> Vec<Delta<'_>> {
    let is_argument = |delta: &&Delta<'_>| {
        // The arguments of the function for a server are one signature.
        delta.role == Role::Item && matches!(delta.new, Some(Spot::Server(_)))
            || matches!(
                delta.role,
                Role::Argument | Role::ClientSignature | Role::Constructor | Role::ClientMethod
            ) && matches!(delta.event, Event::Added | Event::Removed)
    };
    let changed = deltas.iter().filter(is_argument);
    let changed = changed.filter_map(|delta| delta.path.function().cloned());
    let changed: HashSet<Segments> = changed.collect();
    deltas.retain(|delta| {
        let mut function = delta.path.function().into_iter();
        delta.role != Role::Order
            || delta.event == Event::Changed && !function.any(|function| changed.contains(function))
    });
    deltas
}

impl Part<'_> {
    /// Whether its item begins with it.
    const fn is_whole(&self) -> bool {
        matches!(
            self.role,
            Role::Item
                | Role::ClientItem
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
        matches!(
            self.role,
            Role::TraitName | Role::Builder | Role::Comparison | Role::Streamed | Role::Gate
        ) || self.role.is_behavior()
    }
}

impl<'a> Delta<'a> {
    fn of(
        event: Event,
        part: &Part<'a>,
        message: Message,
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

    /// Whether the message says what is different, and not only what is different about the path.
    pub(super) const fn says_what(&self) -> bool {
        self.message.is_of_part() || matches!(self.path, Path::Words(_))
    }

    /// What is different, in one line.
    pub(super) fn message(&self) -> String {
        match &self.message {
            Message::OfPart(message) => match &self.path {
                Path::Words(words) => format!("{words} {message}"),
                path => format!("{} {message}", Quoted(&path.to_string())),
            },
            Message::Whole(message) => message.clone(),
        }
    }

    pub(super) fn difference(&self) -> Difference {
        let (callers, implementers) = self.verdicts();
        Difference {
            message: self.message(),
            callers,
            implementers,
            compiles: self.event == Event::Moved
                || matches!(self.role, Role::Gate | Role::FirstFeature),
        }
    }

    /// Whether no other change causes it: only the order of the fields of a type is different, code that compiles means
    /// something else, or only the crate or its handler trait has another name.
    pub(super) fn is_alone(&self) -> bool {
        match self.role {
            Role::Order => matches!(self.new, Some(Spot::Type(_))),
            Role::Builder
            | Role::Comparison
            | Role::Preferred
            | Role::Hidden
            | Role::Name
            | Role::TraitName => true,
            Role::Item
            | Role::Field
            | Role::LiteralField
            | Role::HandlerField
            | Role::Variant
            | Role::ErrorVariant
            | Role::Argument
            | Role::Constructor
            | Role::Accessor
            | Role::Trait
            | Role::ClientItem
            | Role::ClientMethod
            | Role::ClientSignature
            | Role::Setter
            | Role::ClientFunction
            | Role::Streamed
            | Role::Handler
            | Role::HandlerItem
            | Role::HandlerVariant
            | Role::HandlerSignature
            | Role::Feature
            | Role::FirstFeature
            | Role::Gate
            | Role::OwnServer => false,
        }
    }

    pub(super) const fn rule(&self) -> Rule {
        match (self.role, self.event) {
            (_, Event::Moved) => Rule::MeaningChanged,
            (Role::Name | Role::TraitName, _) => Rule::CrateRenamed,
            (Role::Order, _) => Rule::ArgumentsReordered,
            (Role::Comparison, _) => Rule::ComparisonReordered,
            (Role::Gate, _) => Rule::FeatureChanged,
            (Role::Feature | Role::FirstFeature, Event::Added) => Rule::FeatureAdded,
            (Role::Feature | Role::FirstFeature, _) => Rule::FeatureRemoved,
            (Role::Trait, Event::Added) => Rule::TraitAdded,
            (Role::Trait, _) => Rule::TraitRemoved,
            (_, Event::Changed) => Rule::SignatureTypeChanged,
            (Role::Item | Role::ClientItem | Role::HandlerItem, Event::Added) => Rule::ItemAdded,
            (Role::Item | Role::ClientItem | Role::HandlerItem, Event::Removed) => {
                Rule::ItemRemoved
            }
            (_, Event::Added) => Rule::MemberAdded,
            (_, Event::Removed) => Rule::MemberRemoved,
        }
    }
}

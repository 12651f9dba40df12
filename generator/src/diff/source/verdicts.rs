//! What differences of two crates mean for callers and for implementers.

use super::deltas::{Delta, Event};
use crate::diff::Verdict;
use crate::diff::site::Spot;
use crate::diff::surface::Role;

impl Delta<'_> {
    /// What it means for callers and for implementers.
    pub(super) fn verdicts(&self) -> (Verdict, Verdict) {
        let verdicts = match self.event {
            Event::Added => when_added(self.role),
            Event::Removed | Event::Changed | Event::Moved => None,
        };
        let (callers, implementers) = verdicts.unwrap_or_else(|| self.when_changed());
        match self.in_webhooks {
            // Callers receive webhooks, and implementers send them.
            true => (implementers, callers),
            false => (callers, implementers),
        }
    }

    /// What it means for callers and for implementers of operations, unless the addition of its role means something else.
    fn when_changed(&self) -> (Verdict, Verdict) {
        use Verdict::{Breaking, Compatible, Risky};
        match (self.role, self.event) {
            // Only clients have URLs.
            (Role::Item, Event::Moved) if matches!(self.new, Some(Spot::Server(_))) => {
                (Breaking, Compatible)
            }
            // Handlers have the fields of a request and the parts of credentials by their names, and no servers.
            (Role::Order, _)
                if matches!(
                    self.new,
                    Some(Spot::Operation(_) | Spot::Scheme(_) | Spot::Server(_))
                ) =>
            {
                (Breaking, Compatible)
            }
            // Most programs have the default features.
            (Role::FirstFeature, _) => (Risky, Risky),
            // Code that compares no values means what it meant, as does that of clients with one kind of credentials, and
            // that of values that nobody logs.
            (Role::Comparison | Role::Preferred | Role::Hidden, _) => (Risky, Risky),
            (Role::HandlerField | Role::HandlerSignature | Role::Handler, _)
            | (Role::HandlerItem | Role::HandlerVariant | Role::TraitName, _) => {
                (Compatible, Breaking)
            }
            (
                Role::ClientItem
                | Role::ClientSignature
                | Role::ClientMethod
                | Role::Setter
                | Role::ClientFunction
                | Role::Streamed
                | Role::Builder
                | Role::OwnServer,
                _,
            ) => (Breaking, Compatible),
            (
                Role::Feature
                | Role::Gate
                | Role::Item
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
        }
    }
}

/// What it means for callers and for implementers of operations that something is added, if removing it means something
/// else.
const fn when_added(role: Role) -> Option<(Verdict, Verdict)> {
    use Verdict::{Breaking, Compatible, Risky};
    match role {
        Role::HandlerItem
        | Role::ClientItem
        | Role::Item
        | Role::Trait
        | Role::Accessor
        | Role::Constructor
        | Role::Feature
        | Role::Setter
        | Role::ClientMethod
        | Role::ClientFunction
        | Role::TraitName => Some((Compatible, Compatible)),
        // Code that ignores other fields still compiles.
        Role::Field => Some((Risky, Risky)),
        Role::HandlerField => Some((Compatible, Risky)),
        // Handlers return errors, and callers match them.
        Role::ErrorVariant => Some((Breaking, Compatible)),
        Role::Name
        | Role::LiteralField
        | Role::Variant
        | Role::HandlerVariant
        | Role::Argument
        | Role::Order
        | Role::Comparison
        | Role::Preferred
        | Role::Hidden
        | Role::Handler
        | Role::HandlerSignature
        | Role::ClientSignature
        | Role::Streamed
        | Role::Builder
        | Role::FirstFeature
        | Role::Gate
        | Role::OwnServer => None,
    }
}

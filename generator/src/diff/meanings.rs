//! Names in source code that both crates have, but for different things: what two operations, fields or values are
//! called has changed places, so code that uses the names compiles, and means something else.

use std::rc::Rc;

use super::addresses::plain;
use super::errors::are_told_apart;
use super::paths::{Base, Bases, bases, written};
use super::site::Spot;
use super::surface::{Module, Part, Role, Signature};
use super::walk::Walk;
use super::words::Quoted;
use crate::api::{Api, Location};
use crate::hash::HashSet;

/// Which operations and errors of both sides are the same, by their names.
pub(super) struct Pairs<'a> {
    apis: (&'a Api, &'a Api),
    operations: Vec<(&'a str, &'a str)>,
    errors: Vec<(&'a str, &'a str)>,
    /// What comes before the routes, which URLs of servers have on one side alone.
    bases: Bases<'a>,
}

impl<'a> Pairs<'a> {
    /// The pairs that a comparison has found.
    pub(super) fn of(walk: &Walk<'a>) -> Self {
        Self {
            apis: (walk.old, walk.new),
            operations: walk.operation_pairs.clone(),
            errors: walk.error_pairs().collect(),
            bases: bases(walk.old, walk.new),
        }
    }
}

/// Parts of a document, each with whether it is of a webhook.
type Spots<'a> = HashSet<(Spot<'a>, bool)>;

/// What is behind the parts of items, with the item, what kind of part it is, and whether it is of webhooks.
type Purposes = HashSet<((Module, Rc<str>), Role, bool, String)>;

/// What the names of both crates are for.
pub(super) struct Meanings<'a> {
    apis: (&'a Api, &'a Api),
    /// The parts of both documents that have names in Rust.
    spots: (Spots<'a>, Spots<'a>),
    operations: PairedNames<'a>,
    errors: PairedNames<'a>,
    purposes: (Purposes, Purposes),
    bases: Bases<'a>,
}

/// The names of operations or errors that are the same on both sides.
struct PairedNames<'a> {
    pairs: HashSet<(&'a str, &'a str)>,
    old: HashSet<&'a str>,
    new: HashSet<&'a str>,
}

impl<'a> PairedNames<'a> {
    fn of(pairs: &[(&'a str, &'a str)]) -> Self {
        Self {
            pairs: pairs.iter().copied().collect(),
            old: pairs.iter().map(|(old, _)| *old).collect(),
            new: pairs.iter().map(|(_, new)| *new).collect(),
        }
    }

    /// Whether two names are of different things, and the other side has one of these, too.
    fn are_different(&self, old: &str, new: &str) -> bool {
        !self.pairs.contains(&(old, new)) && (self.old.contains(old) || self.new.contains(new))
    }
}

impl<'a> Meanings<'a> {
    pub(super) fn of(pairs: &Pairs<'a>, old: &[Part<'a>], new: &[Part<'a>]) -> Self {
        let spots = |parts: &[Part<'a>]| {
            let parts = parts.iter();
            parts.map(|part| (part.spot, part.in_webhooks)).collect()
        };
        let purposes = |parts: &[Part<'a>]| {
            let parts = parts.iter();
            let parts = parts.filter_map(|part| {
                let purpose = part.purpose.clone()?;
                Some((part.of.clone(), part.role, part.in_webhooks, purpose))
            });
            parts.collect()
        };
        Self {
            apis: pairs.apis,
            purposes: (purposes(old), purposes(new)),
            bases: pairs.bases,
            spots: (spots(old), spots(new)),
            operations: PairedNames::of(&pairs.operations),
            errors: PairedNames::of(&pairs.errors),
        }
    }

    /// What a part was for and what it is for, if that is different: both sides have the same part by its name.
    pub(super) fn different(&self, old: &Part<'a>, new: &Part<'a>) -> Option<(String, String)> {
        if let Some(both) = self.other_purpose(old, new) {
            return Some(both);
        }
        let (was, is) = (old.spot, new.spot);
        let in_webhooks = new.in_webhooks;
        let is_different = match (was, is) {
            (Spot::Operation(was), Spot::Operation(is)) => {
                matches!(new.role, Role::ClientMethod | Role::Handler)
                    && !in_webhooks
                    && self.operations.are_different(was, is)
            }
            (Spot::Error(was), Spot::Error(is)) => {
                new.role == Role::Item && self.are_different_errors(was, is)
            }
            (Spot::Response(..), Spot::Response(..)) => {
                new.role == Role::Variant && self.has_moved(was, is, in_webhooks)
            }
            (was, is) => self.has_moved(was, is, in_webhooks),
        };
        is_different.then(|| (words(self.apis.0, was), words(self.apis.1, is)))
    }

    /// What is behind a name on both sides, if it is something else: another URL, other clients, or what another part of
    /// the item has or had.
    fn other_purpose(&self, old: &Part<'a>, new: &Part<'a>) -> Option<(String, String)> {
        let (was, is) = old.purpose.as_ref().zip(new.purpose.as_ref())?;
        let is_other = if new.role == Role::Item
            && let (Spot::Server(before), Spot::Server(after)) = (old.spot, new.spot)
        {
            let was = without_base((self.apis.0, self.bases.0), before, was);
            let is = without_base((self.apis.1, self.bases.1), after, is);
            plain(was) != plain(is)
        } else if new.role == Role::Builder || is_url(new) {
            was != is
        } else {
            let has = |purposes: &Purposes, part: &Part<'a>, purpose: &String| {
                let (of, role) = (part.of.clone(), part.role);
                purposes.contains(&(of, role, part.in_webhooks, purpose.clone()))
            };
            let is_left = || has(&self.purposes.1, new, was);
            let was_there = || has(&self.purposes.0, old, is);
            was != is && (is_left() || was_there())
        };
        let words = |text: &str| match new.spot {
            Spot::Scheme(_) | Spot::Api => text.to_owned(),
            _ => Quoted(text).to_string(),
        };
        is_other.then(|| (words(was), words(is)))
    }

    /// Whether the name of one part of a type or of an operation is now of another part, which is the same on both
    /// sides.
    fn has_moved(&self, was: Spot<'a>, is: Spot<'a>, in_webhooks: bool) -> bool {
        let Some((old_in_new, new_in_old)) = crossed(was, is) else {
            return false;
        };
        let is_left = self.spots.1.contains(&(old_in_new, in_webhooks));
        let was_there = self.spots.0.contains(&(new_in_old, in_webhooks));
        // Parameters of a path are known by their places, unless two of them have changed these.
        if matches!(is, Spot::Parameter(_, Location::Path, _)) {
            return is_left && was_there;
        }
        is_left || was_there
    }

    fn are_different_errors(&self, old: &str, new: &str) -> bool {
        let find = |api: &'a Api, name: &str| {
            let mut errors = api.errors.iter();
            errors.find(|error| error.name == name)
        };
        let both = find(self.apis.0, old).zip(find(self.apis.1, new));
        // The same error may have another name.
        both.is_some_and(|(old, new)| are_told_apart(old, new))
            && self.errors.are_different(old, new)
    }
}

/// Whether a part is the constant for a URL of the client.
const fn is_url(part: &Part<'_>) -> bool {
    matches!(
        (part.role, &part.signature),
        (Role::ClientFunction, Signature::Type(_))
    )
}

/// A URL of a server without what the routes have on the other side.
fn without_base<'u>((api, base): (&Api, Base<'_>), server: &str, url: &'u str) -> &'u str {
    let mut common = api.common_servers();
    match common.any(|id| api.server(id).name == server) {
        true => base.strip(url),
        false => url,
    }
}

/// The old part as a part of the container of the new one, and the new part as a part of the container of the old one.
/// `None` if both are the same part.
fn crossed<'a>(old: Spot<'a>, new: Spot<'a>) -> Option<(Spot<'a>, Spot<'a>)> {
    use Spot::{
        Api, BasePath, Body, CrateName, Error, ErrorHeader, ErrorPart, ErrorShape, ErrorShapePart,
        Failure, Group, Header, Key, Operation, Page, PagePart, Pager, PagerPart, Parameter, Part,
        Response, Scheme, SchemePart, Scope, Server, Setting, Type,
    };
    let (old_in_new, new_in_old) = match (old, new) {
        (Part(one, was), Part(other, is)) => (Part(other, was), Part(one, is)),
        (PagerPart(one, was), PagerPart(other, is)) => (PagerPart(other, was), PagerPart(one, is)),
        (ErrorPart(one, was), ErrorPart(other, is)) => (ErrorPart(other, was), ErrorPart(one, is)),
        (ErrorHeader(one, was), ErrorHeader(other, is)) => {
            (ErrorHeader(other, was), ErrorHeader(one, is))
        }
        (ErrorShapePart(_), ErrorShapePart(_)) => (old, new),
        (Parameter(one, at, was), Parameter(other, place, is)) => {
            (Parameter(other, at, was), Parameter(one, place, is))
        }
        (Header(one, at, was), Header(other, status, is)) => {
            (Header(other, status, was), Header(one, at, is))
        }
        (Response(one, was), Response(other, is)) => (Response(other, was), Response(one, is)),
        // These are of different kinds, so the name has not moved.
        (
            Part(..) | PagerPart(..) | ErrorPart(..) | ErrorHeader(..) | ErrorShapePart(_)
            | Parameter(..) | Header(..) | Response(..),
            _,
        ) => return None,
        // These are known by their names alone.
        (
            Api | BasePath | CrateName | Group(_) | Operation(_) | Key(..) | Body(_) | Type(_)
            | Error(_) | Failure(..) | ErrorShape | Pager(_) | Page(..) | PagePart(..) | Scheme(_)
            | SchemePart(..) | Scope(..) | Server(_) | Setting(_),
            _,
        ) => return None,
    };
    (old_in_new != new).then_some((old_in_new, new_in_old))
}

/// A part of a document as people who do not use the generated code know it.
fn words(api: &Api, spot: Spot<'_>) -> String {
    match spot {
        Spot::Operation(name) | Spot::Key(name, _) => {
            let mut operations = api.operations.iter();
            let found = operations.find(|operation| operation.name == name);
            found.map_or_else(String::new, |one| Quoted(&written(one)).to_string())
        }
        Spot::Parameter(_, location, name) => {
            format!("{} in the {}", Quoted(name), location.name())
        }
        Spot::Error(name) | Spot::Failure(_, name) => {
            let mut errors = api.errors.iter();
            let found = errors.find(|error| error.name == name);
            found.map_or_else(String::new, super::errors::described)
        }
        Spot::Response(_, status) => status.to_string(),
        Spot::Part(_, name)
        | Spot::ErrorPart(_, name)
        | Spot::ErrorHeader(_, name)
        | Spot::ErrorShapePart(name)
        | Spot::Header(.., name)
        | Spot::Type(name)
        | Spot::Group(name)
        | Spot::Pager(name)
        | Spot::PagerPart(_, name)
        | Spot::Page(.., name)
        | Spot::PagePart(.., name)
        | Spot::Scheme(name)
        | Spot::SchemePart(_, name)
        | Spot::Scope(.., name)
        | Spot::Server(name) => Quoted(name).to_string(),
        Spot::Body(_) => "the body".to_owned(),
        Spot::BasePath => "the base path".to_owned(),
        Spot::CrateName => "the crate".to_owned(),
        Spot::Api | Spot::ErrorShape | Spot::Setting(_) => "the API".to_owned(),
    }
}

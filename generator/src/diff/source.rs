//! What changed for source code: the parts of two crates that other code can name are compared, and each difference is
//! attached to the change of the document that causes it.

use super::change::{Axis, Change, Clients, Difference, Location, SubjectKind, Verdict, Way};
use super::meanings::{Meanings, Pairs};
use super::not_compared::NotCompared;
use super::site::{Owner, Spot};
use super::surface::{Role, TypeNames, parts};
use super::walk::Walk;
use super::words::Quoted;
use super::{Rule, Side};
use crate::api::{Accepted, Api, TypeKind};
use crate::hash::{HashMap, HashSet};
use crate::naming::{api_name, crate_name};
use crate::rust;
use crate::source::Span;
use deltas::{Delta, Event};

mod arguments;
mod behavior;
mod causes;
mod deltas;
mod features;
mod mentions;
mod traces;
mod verdicts;

/// A change of the document, with what it is about.
pub(super) struct Located<'a> {
    pub(super) change: Change,
    pub(super) old: Option<Spot<'a>>,
    pub(super) new: Option<Spot<'a>>,
    /// What it is about in the old document, or what it is added to.
    pub(super) added_to: Option<Spot<'a>>,
    pub(super) in_webhooks: bool,
    /// What the new document accepts there, if the model does not hold the part.
    pub(super) accepted: Vec<Accepted>,
}

impl Located<'_> {
    /// Attaches a difference that it causes.
    fn attach(&mut self, delta: &Delta<'_>) {
        self.change.add_difference(delta.difference());
    }

    /// A change that is about no part of the model.
    pub(super) fn of_nothing(NotCompared { change, accepted }: NotCompared) -> Self {
        Self {
            change,
            old: None,
            new: None,
            added_to: None,
            in_webhooks: false,
            accepted,
        }
    }
}

/// Adds what the changes mean for source code, by the plans of both sides, and changes that only source code notices.
pub(super) fn compare<'a>(
    (old, old_plan): (&'a Side<'_>, &'a rust::Crate<'a>),
    (new, new_plan): (&'a Side<'_>, &'a rust::Crate<'a>),
    renamed: &Renamed<'a>,
    pairs: &Pairs<'a>,
    located: Vec<Located<'a>>,
) -> Vec<Located<'a>> {
    let (old_names, new_names) =
        TypeNames::of_both(&old.api, &new.api, &renamed.types, &renamed.errors);
    let old_parts = parts(old_plan, &old_names, &old_plan.handler_trait);
    let mut new_parts = parts(new_plan, &new_names, &old_plan.handler_trait);
    arguments::align(&old_parts, &mut new_parts);
    let meanings = Meanings::of(pairs, &old_parts, &new_parts);
    let mut deltas = deltas::between(&old_parts, &new_parts, &meanings);
    if is_named_after_file(old) && is_named_after_file(new) {
        deltas.retain(|delta| !matches!(delta.role, Role::Name | Role::TraitName));
    }
    let mut all = located;
    let left = features::attach(&mut all, deltas, &old.api, &new.api);
    let left = causes::attach(&mut all, left);
    let left = traces::attach(&mut all, left, &old.api, &new.api);
    for located in &mut all {
        located.change.add_meaning();
    }
    all.extend(grouped(left).iter().map(|deltas| alone(deltas, old, new)));
    let types = renamed.types.iter();
    let types = types.map(|(old_name, new_name)| renamed_type((old, old_name), (new, new_name)));
    all.extend(types);
    let errors = renamed.errors.iter();
    let errors = errors.map(|(old_name, new_name)| {
        let (was, is) = (Spot::Error(old_name), Spot::Error(new_name));
        let kind = (Rule::ErrorRenamed, SubjectKind::Error, "error");
        named_otherwise(kind, (old, was, old_name), (new, is, new_name))
    });
    all.extend(errors);
    all
}

/// Whether the crate has the name of the file, because the title of the document has no name in it.
fn is_named_after_file(side: &Side<'_>) -> bool {
    let (api, path) = (&side.api, side.source.name());
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let stem = file.split('.').next().unwrap_or(file);
    let has_title = api.title != stem && api_name(&api.title, "") != api_name("", "");
    let name = api_name("", stem);
    side.is_openapi && !has_title && api.name == name && api.package.name == crate_name(&name)
}

/// The operation, the type or the error that a part of a document is in.
fn whole(spot: Spot<'_>) -> Option<Spot<'_>> {
    // What errors there are says nothing about the rest of an operation.
    if matches!(spot, Spot::Failure(..)) {
        return None;
    }
    spot.owner().whole()
}

/// What a part of the generated code is added to, which has the same name on both sides.
fn container(added: Spot<'_>) -> Option<Spot<'_>> {
    // An error of an operation is added to the operation.
    whole(added).or_else(|| added.owner().whole())
}

/// What has another name on each side, by its old and its new name.
pub(super) struct Renamed<'a> {
    types: Vec<(&'a str, &'a str)>,
    errors: Vec<(&'a str, &'a str)>,
}

/// The change of the name of a type.
fn renamed_type<'a>(
    (old, old_name): (&Side<'_>, &'a str),
    (new, new_name): (&Side<'_>, &'a str),
) -> Located<'a> {
    let (was, is) = (Spot::Type(old_name), Spot::Type(new_name));
    let kind = (Rule::TypeRenamed, SubjectKind::Type, "type");
    let mut located = named_otherwise(kind, (old, was, old_name), (new, is, new_name));
    // An alias of a tuple struct is not a function.
    let mut types = new.api.types.iter();
    let is_tuple_struct = types.any(|ty| {
        let is_tuple_struct = matches!(&ty.kind, TypeKind::Tuple(tuple) if !tuple.is_named());
        ty.name == new_name && is_tuple_struct
    });
    located.change.way = match is_tuple_struct {
        true => Way::None,
        false => Way::OfName(old_name.to_owned()),
    };
    located
}

/// The change of the name of a type or an error.
fn named_otherwise<'a>(
    (rule, kind, word): (Rule, SubjectKind, &str),
    (old, was, old_name): (&Side<'_>, Spot<'a>, &str),
    (new, is, new_name): (&Side<'_>, Spot<'a>, &str),
) -> Located<'a> {
    let place = new.places.span(is, false);
    let location = Location {
        old: Some(old.places.span(was, false)),
        new: Some(place),
        near: place,
    };
    let message = format!("the {word} was named {}", Quoted(old_name));
    let mut change = Change::new(
        rule,
        (kind, new_name),
        (new_name.to_owned(), message),
        location,
    );
    change.add_difference(Difference {
        message: format!("`{old_name}` is `{new_name}`"),
        callers: Verdict::Breaking,
        implementers: Verdict::Breaking,
        compiles: false,
    });
    Located {
        change,
        old: Some(was),
        new: Some(is),
        added_to: Some(was),
        in_webhooks: false,
        accepted: Vec::new(),
    }
}

/// Groups the differences of one kind that come from one part of the document: a field is an argument, too.
fn grouped(deltas: Vec<Delta<'_>>) -> Vec<(Delta<'_>, Vec<Delta<'_>>)> {
    let mut groups: Vec<(Delta<'_>, Vec<Delta<'_>>)> = Vec::new();
    let mut known: HashMap<_, usize> = HashMap::default();
    for delta in deltas {
        let spots = [delta.old, delta.new].into_iter().flatten();
        let is_moved = delta.event == Event::Moved;
        let has_names = |spot| is_part(spot) || is_moved && has_several_names(spot);
        // Many operations have the same credentials.
        let is_of_all = delta.role == Role::Preferred;
        let is_whole = !is_of_all && spots.into_iter().any(|spot| !has_names(spot));
        let (old, new) = if is_of_all {
            (None, None)
        } else {
            (delta.old, delta.new)
        };
        let key = (delta.rule(), old, new, delta.in_webhooks);
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

/// Whether a spot is a part of a type, an operation or an error. All names of such a part are about it alone.
const fn is_part(spot: Spot<'_>) -> bool {
    matches!(
        spot,
        Spot::Part(..)
            | Spot::PagerPart(..)
            | Spot::ErrorPart(..)
            | Spot::ErrorHeader(..)
            | Spot::ErrorShapePart(_)
            | Spot::Parameter(..)
    )
}

/// Whether a spot has several names that are for one thing: the constant and the function of a server, or credentials on
/// both sides.
const fn has_several_names(spot: Spot<'_>) -> bool {
    matches!(spot, Spot::Server(_) | Spot::Scheme(_))
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
    let place = |side: &Side<'_>, spot| match spot {
        Spot::Group(name) => of_group(side, name),
        spot => side.places.span(spot, delta.in_webhooks),
    };
    let location = Location {
        old: delta.old.map(|spot| place(old, spot)),
        new: delta.new.map(|spot| place(new, spot)),
        near: place(new, spot),
    };
    let words = (delta.path.to_string(), delta.message());
    let mut change = Change {
        callers,
        implementers,
        says_what: delta.says_what(),
        way: match delta.role == Role::Trait && !delta.path.is_derivable() {
            true => Way::None,
            false => Way::OfRule,
        },
        ..Change::new(delta.rule(), (kind, name), words, location)
    };
    if delta.event == Event::Moved && !delta.role.is_behavior() {
        let message = if delta.role == Role::Builder && delta.path.is_of("Client") {
            "incomplete responses are read with lenient clients, and are `Error::Decode` with strict ones: give what is \
             meant with `.lenient(…)`"
        } else if delta.role == Role::Builder {
            "code that gives only this token compiles, and its calls have no credentials: give them with \
             `.credentials(…)`"
        } else {
            "code that uses the name may compile, and means the other one"
        };
        change.add_difference(Difference {
            message: message.to_owned(),
            callers,
            implementers,
            compiles: true,
        });
    }
    for other in others {
        change.add_difference(other.difference());
    }
    Located {
        change,
        old: delta.old,
        new: delta.new,
        added_to: delta.old.or_else(|| delta.new.and_then(container)),
        in_webhooks: delta.in_webhooks,
        accepted: Vec::new(),
    }
}

/// Where a group is named or, if that is nowhere, where its first operation is.
fn of_group(side: &Side<'_>, name: &str) -> Span {
    side.places.group(name).unwrap_or_else(|| {
        let mut operations = side.api.operations.iter();
        let first = operations.find(|operation| operation.group == name);
        let spot = first.map_or(Spot::Api, |first| Spot::Operation(&first.name));
        side.places.span(spot, false)
    })
}

impl Change {
    /// Adds what a change means for code that compiles as before: it relied on what the document said.
    fn add_meaning(&mut self) {
        let Some(message) = self.rule.meaning() else {
            return;
        };
        let effect = self.worst_effect(Axis::Wire, Clients::Any);
        let verdict = effect.map_or(Verdict::Compatible, |effect| effect.verdict);
        self.add_difference(Difference {
            message: message.to_owned(),
            callers: verdict,
            implementers: verdict,
            compiles: true,
        });
    }
}

impl<'a> Walk<'a> {
    /// The types and errors that have another name: operations lead to both in the same place, and nothing else has one of
    /// the names.
    pub(super) fn renamed(&self) -> Renamed<'a> {
        let types = |api: &'a Api| api.types.iter().map(|ty| ty.name.as_str()).collect();
        let errors = |api: &'a Api| api.errors.iter().map(|error| error.name.as_str()).collect();
        Renamed {
            types: renamed((types(self.old), types(self.new)), self.type_pairs()),
            errors: renamed((errors(self.old), errors(self.new)), self.error_pairs()),
        }
    }
}

/// The pairs of names of one thing that only one side has. Of several candidates, the first.
fn renamed<'a>(
    (old_names, new_names): (HashSet<&'a str>, HashSet<&'a str>),
    pairs: impl Iterator<Item = (&'a str, &'a str)>,
) -> Vec<(&'a str, &'a str)> {
    let pairs = pairs
        .filter(|(old, new)| old != new && !new_names.contains(old) && !old_names.contains(new));
    let mut pairs: Vec<(&str, &str)> = pairs.collect();
    pairs.sort_unstable();
    let mut seen = HashSet::default();
    pairs.retain(|(old, new)| seen.insert(*old) & seen.insert(*new));
    pairs
}

#[cfg(test)]
mod tests;

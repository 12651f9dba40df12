//! Arguments, which callers pass by position: their names in Rust do not matter to callers.

use crate::api::Location;
use crate::diff::site::Spot;
use crate::diff::surface::{Module, Part, Path, Segments, Signature};
use crate::hash::{HashMap, HashSet};

/// Names the arguments of new functions as the old ones do that are for the same field or parameter. Those of a path are
/// known by their positions anyway.
pub(super) fn align<'a>(old: &[Part<'a>], new: &mut [Part<'a>]) {
    let old = old.iter().filter_map(Argument::of);
    let known: HashMap<_, String> = old
        .map(|argument| ((argument.function, argument.purpose), argument.name))
        .collect();
    let names = names(&known, new);
    for part in new {
        let Some(function) = Function::of(part) else {
            continue;
        };
        let is_argument = Argument::of(part).is_some();
        let rename = |name: &mut String| {
            if let Some(known) = names.get(&(function.clone(), name.clone())) {
                name.clone_from(known);
            }
        };
        match (&mut part.path, &mut part.signature) {
            (Path::Argument(_, name), _) if is_argument => rename(name),
            (Path::Order(_), Signature::List(order)) => order.iter_mut().for_each(rename),
            (
                Path::Words(_)
                | Path::PageSetter(_)
                | Path::Feature(_)
                | Path::Item(_)
                | Path::Constructor(_)
                | Path::Order(_)
                | Path::Comparison(_)
                | Path::Trait { .. }
                | Path::Method(_)
                | Path::Argument(..)
                | Path::Returned(_)
                | Path::Setter(..)
                | Path::Items(_)
                | Path::Called(_)
                | Path::Sent(_)
                | Path::Shown(_),
                _,
            ) => {}
        }
    }
}

/// The names that arguments of new functions get, by the names of the old ones for the same things.
fn names<'a>(
    known: &HashMap<(Function, Purpose<'a>), String>,
    new: &[Part<'a>],
) -> HashMap<(Function, String), String> {
    let arguments: Vec<Argument<'a>> = new.iter().filter_map(Argument::of).collect();
    let old_name = |argument: &Argument<'a>| {
        let key = (argument.function.clone(), argument.purpose);
        known.get(&key)
    };
    let kept: HashSet<(&Function, &String)> = arguments
        .iter()
        .filter_map(|argument| Some((&argument.function, old_name(argument)?)))
        .collect();
    let names = arguments.iter().map(|argument| {
        let name = match old_name(argument) {
            Some(name) => name.clone(),
            // Another argument had the name, and has another one now.
            None if kept.contains(&(&argument.function, &argument.name)) => {
                format!("{}, for `{}`", argument.name, argument.purpose.1)
            }
            None => argument.name.clone(),
        };
        ((argument.function.clone(), argument.name.clone()), name)
    });
    names.collect()
}

/// A function with arguments.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Function {
    path: Segments,
    module: Module,
    in_webhooks: bool,
}

impl Function {
    fn of(part: &Part<'_>) -> Option<Self> {
        Some(Self {
            path: part.path.function()?.clone(),
            module: part.module,
            in_webhooks: part.in_webhooks,
        })
    }
}

/// What an argument is for: where it is, if it is a parameter, and its name there.
type Purpose<'a> = (Option<Location>, &'a str);

/// An argument for a field or a parameter.
struct Argument<'a> {
    function: Function,
    name: String,
    purpose: Purpose<'a>,
}

impl<'a> Argument<'a> {
    fn of(part: &Part<'a>) -> Option<Self> {
        let Path::Argument(_, name) = &part.path else {
            return None;
        };
        let purpose = match part.spot {
            Spot::Part(_, name) | Spot::ErrorPart(_, name) | Spot::ErrorShapePart(name) => {
                (None, name)
            }
            Spot::ErrorHeader(_, name) => (Some(Location::Header), name),
            Spot::Parameter(_, location, name) if location != Location::Path => {
                (Some(location), name)
            }
            Spot::Api
            | Spot::BasePath
            | Spot::Setting(_)
            | Spot::CrateName
            | Spot::Group(_)
            | Spot::Operation(_)
            | Spot::Key(..)
            | Spot::Parameter(..)
            | Spot::Body(_)
            | Spot::Response(..)
            | Spot::Header(..)
            | Spot::Type(_)
            | Spot::Error(_)
            | Spot::Failure(..)
            | Spot::ErrorShape
            | Spot::Pager(_)
            | Spot::PagerPart(..)
            | Spot::Page(..)
            | Spot::PagePart(..)
            | Spot::Scheme(_)
            | Spot::SchemePart(..)
            | Spot::Scope(..)
            | Spot::Server(_) => return None,
        };
        Some(Self {
            function: Function::of(part)?,
            name: name.clone(),
            purpose,
        })
    }
}

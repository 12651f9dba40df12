//! Routes that match the same paths: a new one takes requests from another one, if it has more literal text.

use super::Rule;
use super::change::SubjectKind;
use super::paths::{Base, Bases, route, written};
use super::site::{Site, Spot};
use super::texts::may_be;
use super::values::Use;
use super::walk::{Context, Flow, Walk};
use super::words::Quoted;
use crate::api::{Api, Location, Method, Operation, PathPart, PathSegment};
use crate::hash::{HashMap, HashSet};

/// A route that takes requests from an operation with parameters in its path.
struct Taken<'a> {
    /// The operation without that route beside it, and with it.
    before: &'a Operation,
    after: &'a Operation,
    /// The operation with that route.
    taker: &'a Operation,
    /// The text that a parameter can no longer have.
    text: &'a str,
}

impl Taken<'_> {
    /// Whether the operation with that route answers the requests. A router answers HEAD with GET.
    fn is_answered(&self) -> bool {
        let (asked, taken) = (self.before.method, self.taker.method);
        asked == taken || (asked, taken) == (Method::Head, Method::Get)
    }
}

/// An operation that both APIs have in the same place.
struct Kept<'a> {
    /// Its index in the API with the new routes.
    index: usize,
    before: &'a Operation,
    after: &'a Operation,
}

impl<'a> Walk<'a> {
    /// Compares which operations get requests that several routes match.
    pub(super) fn taken_paths(&mut self, bases: Bases<'_>) {
        for taken in taken((self.old, bases.0), (self.new, bases.1)) {
            let (text, taker) = (Quoted(taken.text), &written(taken.taker));
            let taker = Quoted(taker);
            let message = match taken.is_answered() {
                true => format!("requests whose path has {text} now reach {taker}"),
                false => format!("requests whose path has {text} are rejected: {taker} is there"),
            };
            let spots = (taken.before.name.as_str(), taken.taker.name.as_str());
            self.taken_path(Rule::PathTaken, &taken.after.name, spots, message);
        }
        for taken in taken((self.new, bases.1), (self.old, bases.0)) {
            let (text, taker) = (Quoted(taken.text), &written(taken.taker));
            let taker = Quoted(taker);
            let message = match taken.is_answered() {
                true => format!("requests whose path has {text} no longer reach {taker}"),
                false => format!(
                    "requests whose path has {text} are accepted: {taker} is gone from there"
                ),
            };
            let spots = (taken.taker.name.as_str(), taken.before.name.as_str());
            self.taken_path(Rule::PathReturned, &taken.before.name, spots, message);
        }
        self.taken_values(bases);
    }

    /// Compares which operations get requests that several operations at the same place accept: those with values that
    /// one of them demands reach that one.
    fn taken_values(&mut self, bases: Bases<'_>) {
        for taken in taken_by_values((self.old, bases.0), (self.new, bases.1)) {
            let message = format!(
                "requests with the value {} now reach {}",
                Quoted(&taken.text),
                Quoted(&taken.taker.name)
            );
            let spots = (taken.before.name.as_str(), taken.taker.name.as_str());
            self.taken_path(Rule::PathTaken, &taken.after.name, spots, message);
        }
        for taken in taken_by_values((self.new, bases.1), (self.old, bases.0)) {
            let message = format!(
                "requests with the value {} no longer reach {}",
                Quoted(&taken.text),
                Quoted(&taken.taker.name)
            );
            let spots = (taken.taker.name.as_str(), taken.before.name.as_str());
            self.taken_path(Rule::PathReturned, &taken.before.name, spots, message);
        }
    }

    fn taken_path(
        &mut self,
        rule: Rule,
        name: &'a str,
        (old, new): (&'a str, &'a str),
        message: String,
    ) {
        let owner = self.owner(SubjectKind::Operation, name);
        let context = Context {
            owner,
            flow: Some(Flow::Request),
        };
        let site = Site::root(name, Spot::Operation(old), Spot::Operation(new));
        self.change(rule, context, &site, message);
    }
}

/// An operation that takes requests with a value that it demands from another one at the same place.
struct TakenByValue<'a> {
    /// The operation without that one beside it, and with it.
    before: &'a Operation,
    after: &'a Operation,
    taker: &'a Operation,
    /// The value.
    text: String,
}

/// The operations that only the second API has, and that take requests with values which they demand from operations of
/// both at the same place.
fn taken_by_values<'a>(
    (before, before_base): (&'a Api, Base<'_>),
    (after, after_base): (&'a Api, Base<'_>),
) -> Vec<TakenByValue<'a>> {
    let mut found = Vec::new();
    let demands = |operation: &Operation| constants(operation).next().is_some();
    for taker in after.operations.iter().filter(|taker| demands(taker)) {
        let place_of_taker = place((after, after_base), taker);
        let is_at_place = |(api, base): (&'a Api, Base<'_>), operation: &Operation| {
            operation.method == taker.method && place((api, base), operation) == place_of_taker
        };
        let is_known =
            |known: &Operation| known.name == taker.name || constants(known).eq(constants(taker));
        let there: Vec<&Operation> = before
            .operations
            .iter()
            .filter(|operation| is_at_place((before, before_base), operation))
            .collect();
        if there.iter().any(|known| is_known(known)) {
            continue;
        }
        for known in there {
            let mut others = after.operations.iter();
            let after = others
                .find(|other| other.name == known.name && is_at_place((after, after_base), other));
            let may_have = |name: &str, text: &str| {
                let mut parameters = known.parameters.iter();
                let parameter = parameters.find(|parameter| {
                    parameter.location == Location::Query && parameter.name == name
                });
                // Valid calls have no others.
                parameter.is_some_and(|parameter| match &parameter.constant {
                    Some(value) => may_be(before, Use::Constant(value), text),
                    None => may_be(before, Use::Of(&parameter.ty, &parameter.rules), text),
                })
            };
            let (Some(after), Some((_, text))) = (after, constants(taker).next()) else {
                continue;
            };
            if constants(taker).all(|(name, text)| may_have(name, &text)) {
                found.push(TakenByValue {
                    before: known,
                    after,
                    taker,
                    text,
                });
            }
        }
    }
    found
}

/// The values that the query of an operation must have, with the names of their parameters.
fn constants(operation: &Operation) -> impl Iterator<Item = (&str, String)> {
    let parameters = operation.parameters.iter();
    let demanded = parameters
        .filter(|parameter| parameter.location == Location::Query && parameter.is_required());
    demanded.filter_map(|parameter| {
        Some((
            parameter.name.as_str(),
            parameter.constant.as_ref()?.to_plain(),
        ))
    })
}

/// Where an operation is: the URL of its own server, and its route.
type Place<'a> = (Option<&'a str>, String);

/// The operations that both APIs have in the same place, by the literals that their paths begin with.
type ByStart<'a> = HashMap<Vec<&'a str>, Vec<Kept<'a>>>;

/// The routes that only the second API has, and that take requests from operations of both.
fn taken<'a>(
    (before, before_base): (&'a Api, Base<'_>),
    after @ (after_api, after_base): (&'a Api, Base<'_>),
) -> Vec<Taken<'a>> {
    let operations = before.operations.iter();
    let known: HashMap<(Method, Place<'a>), &Operation> = operations
        .map(|operation| {
            let place = place((before, before_base), operation);
            ((operation.method, place), operation)
        })
        .collect();
    let places: HashSet<_> = known.keys().map(|(_, place)| place).collect();
    let kept = kept(&known, after);
    let mut found: Vec<Taken<'a>> = Vec::new();
    let mut seen: HashSet<(&str, String)> = HashSet::default();
    for taker in &after_api.operations {
        let place_of_taker = place((after_api, after_base), taker);
        let is_new_path = !places.contains(&place_of_taker);
        if known.contains_key(&(taker.method, place_of_taker.clone())) {
            continue;
        }
        for kept in with_start_of(&kept, taker) {
            let operation = kept.after;
            // The method of a path is not what routers look at first, so the path alone takes requests.
            if !is_new_path && operation.method != taker.method || operation.server != taker.server
            {
                continue;
            }
            let Some(text) = taken_text(&taker.path, &operation.path) else {
                continue;
            };
            if may_have(before, kept.before, &taker.path)
                && seen.insert((&operation.name, place_of_taker.1.clone()))
            {
                found.push(Taken {
                    before: kept.before,
                    after: operation,
                    taker,
                    text,
                });
            }
        }
    }
    found
}

fn place<'a>((api, base): (&'a Api, Base<'_>), operation: &Operation) -> Place<'a> {
    let server = operation.server.map(|id| api.server(id).url.as_str());
    (server, route(base, operation))
}

/// The operations of an API whose method and place are known.
fn kept<'a>(
    known: &HashMap<(Method, Place<'a>), &'a Operation>,
    (api, base): (&'a Api, Base<'_>),
) -> ByStart<'a> {
    let mut kept = ByStart::default();
    for (index, operation) in api.operations.iter().enumerate() {
        let place = place((api, base), operation);
        if let Some(before) = known.get(&(operation.method, place)) {
            let start = literals_before_parameters(&operation.path);
            kept.entry(start).or_default().push(Kept {
                index,
                before,
                after: operation,
            });
        }
    }
    kept
}

/// The operations from which a route may take requests, in the order of the API: it begins with the literals that they
/// have before their first parameter.
fn with_start_of<'k, 'a>(kept: &'k ByStart<'a>, taker: &'a Operation) -> Vec<&'k Kept<'a>> {
    let literals = literals_before_parameters(&taker.path);
    let starts = (0..=literals.len()).filter_map(|length| literals.get(..length));
    let others = starts.filter_map(|start| kept.get(start));
    let mut others: Vec<&Kept<'_>> = others.flatten().collect();
    others.sort_unstable_by_key(|kept| kept.index);
    others
}

/// The literal segments at the beginning of a path.
fn literals_before_parameters(path: &[PathSegment]) -> Vec<&str> {
    let literals = path.iter().map_while(|segment| match segment {
        PathSegment::Literal(text) => Some(text.as_str()),
        PathSegment::Parameter(_) | PathSegment::Partial(_) | PathSegment::CatchAll(_) => None,
    });
    literals.collect()
}

/// The literal text by which the first route gets requests that match both.
fn taken_text<'s>(taker: &'s [PathSegment], other: &[PathSegment]) -> Option<&'s str> {
    use PathSegment::{CatchAll, Literal, Parameter, Partial};
    let mut text = None;
    for (index, segment) in other.iter().enumerate() {
        let own = taker.get(index)?;
        match (own, segment) {
            (Literal(own), Literal(other)) => {
                if own != other {
                    return None;
                }
            }
            (Literal(own), Parameter(_)) if !own.is_empty() => {
                text.get_or_insert(own.as_str());
            }
            (Literal(own), Partial(parts)) if is_of(own, parts) => {
                text.get_or_insert(own.as_str());
            }
            (Partial(parts), Parameter(_)) => {
                text.get_or_insert(literal(parts));
            }
            (Parameter(_), Parameter(_)) => {}
            (Literal(own), CatchAll(_)) if !own.is_empty() => return Some(text.unwrap_or(own)),
            (Partial(parts), CatchAll(_)) => return Some(text.unwrap_or(literal(parts))),
            // The first segment with more text decides.
            (Parameter(_), Literal(_) | Partial(_)) | (Partial(_), Literal(_) | Partial(_)) => {
                text?;
            }
            (Literal(_), Parameter(_) | Partial(_) | CatchAll(_))
            | (Parameter(_), CatchAll(_))
            | (CatchAll(_), Literal(_) | Parameter(_) | Partial(_) | CatchAll(_)) => return None,
        }
    }
    text.filter(|_| taker.len() == other.len())
}

/// Whether a segment of literals and parameters may have this text.
fn is_of(text: &str, parts: &[PathPart]) -> bool {
    text.starts_with(parts.first().map_or("", literal_text))
        && text.ends_with(parts.last().map_or("", literal_text))
}

/// The text of a part, if it is not a parameter.
fn literal_text(part: &PathPart) -> &str {
    match part {
        PathPart::Literal(text) => text,
        PathPart::Parameter(_) => "",
    }
}

/// The longest literal of a segment.
fn literal(parts: &[PathPart]) -> &str {
    let literals = parts.iter().map(literal_text);
    literals.max_by_key(|text| text.len()).unwrap_or_default()
}

/// Whether the parameters of an operation may have the literal text of a route.
fn may_have(api: &Api, operation: &Operation, route: &[PathSegment]) -> bool {
    let is_possible = |name: &String, text: &str| {
        let mut parameters = operation.parameters.iter();
        let parameter = parameters
            .find(|parameter| parameter.location == Location::Path && parameter.name == *name);
        parameter.is_none_or(|parameter| match &parameter.constant {
            Some(value) => may_be(api, Use::Constant(value), text),
            None => may_be(api, Use::Of(&parameter.ty, &parameter.rules), text),
        })
    };
    let pairs = operation.path.iter().zip(route);
    pairs.into_iter().all(|pair| match pair {
        // Percent-encoded text is other text.
        (_, PathSegment::Literal(text)) if text.contains('%') => true,
        (PathSegment::Parameter(name), PathSegment::Literal(text)) => is_possible(name, text),
        (PathSegment::Partial(parts), PathSegment::Literal(text)) => match only_parameter(parts) {
            Some((prefix, name, suffix)) => {
                let rest = text.strip_prefix(prefix);
                let rest = rest.and_then(|rest| rest.strip_suffix(suffix));
                rest.is_some_and(|rest| is_possible(name, rest))
            }
            None => true,
        },
        (PathSegment::Literal(_) | PathSegment::CatchAll(_), PathSegment::Literal(_))
        | (_, PathSegment::Parameter(_) | PathSegment::Partial(_) | PathSegment::CatchAll(_)) => {
            true
        }
    })
}

/// What is before the only parameter of a segment, the parameter, and what is after it.
fn only_parameter(parts: &[PathPart]) -> Option<(&str, &String, &str)> {
    use PathPart::{Literal, Parameter};
    match parts {
        [Parameter(name)] => Some(("", name, "")),
        [Literal(prefix), Parameter(name)] => Some((prefix, name, "")),
        [Parameter(name), Literal(suffix)] => Some(("", name, suffix)),
        [Literal(prefix), Parameter(name), Literal(suffix)] => Some((prefix, name, suffix)),
        _ => None,
    }
}

//! Responses that lack what the specification requires, or have text for numbers.
//!
//! A response is read as usual first. Only if that fails, its text is read as a tree, and the place of the error gets
//! the first value that its type takes. So nothing is compiled for it in each type, and correct responses cost nothing.
//! Events and lines are read in the same way, and a required header gets the first text that its type takes.

mod converted;
mod headers;

use crate::decode::{InvalidJson, place_of_key, without_mark};
use crate::deviation::{Deviations, Remedy};
use crate::validation::RepairCause;
use crate::{Json, Location, ValidationError};
use converted::converted;
pub(crate) use headers::with_headers;

/// The maximum number of times that a response is read again. Each attempt takes as long as reading it once.
const MAX_ATTEMPTS: usize = 500;

/// The maximum number of bytes that all attempts read, so that a large response does not occupy its thread for long.
const MAX_BYTES: usize = 64 << 20;

/// The replacements for a missing value, in the order in which they are tried. `None` omits the field.
const VALUES: [Option<&str>; 15] = [
    None,
    Some("null"),
    Some("\"\""),
    Some("0"),
    Some("false"),
    Some("[]"),
    Some("{}"),
    Some("\"1970-01-01T00:00:00Z\""),
    Some("\"1970-01-01\""),
    Some("\"00000000-0000-0000-0000-000000000000\""),
    Some("\"0\""),
    Some("\"00:00:00Z\""),
    Some("\"PT0S\""),
    Some("\"0.0.0.0\""),
    Some("\"::\""),
];

/// Reads a JSON text again, after reading it has failed with an error. Each attempt has a replacement for what is
/// missing or malformed.
///
/// # Errors
/// The first error that cannot be repaired.
pub(crate) fn repaired<T>(
    text: &[u8],
    first: InvalidJson,
    deviations: &Deviations,
    mut read: impl FnMut(Vec<u8>) -> Result<T, InvalidJson>,
) -> Result<T, InvalidJson> {
    let Some(mut repair) = Repair::new(text) else {
        return Err(first);
    };
    let mut next = repair.next(&first);
    let mut last_error = first;
    while let Some(text) = next {
        match read(text) {
            Ok(value) => {
                repair.report(deviations);
                return Ok(value);
            }
            Err(error) => {
                next = repair.next(&error);
                if !is_inside(&error, &last_error) {
                    last_error = error;
                }
            }
        }
    }
    Err(last_error)
}

/// Whether an error is at the place of another one, or inside of a value that took its place.
fn is_inside(error: &InvalidJson, other: &InvalidJson) -> bool {
    match (error, other) {
        (InvalidJson::ValidationError(error), InvalidJson::ValidationError(other)) => {
            let rest = error.name.strip_prefix(&other.name);
            rest.is_some_and(|rest| {
                other.name.is_empty() || rest.is_empty() || rest.starts_with(['.', '['])
            })
        }
        _ => true,
    }
}

/// A response whose errors are repaired one by one.
struct Repair {
    /// The response, with everything repaired before the current place.
    tree: Json,
    current: Option<Current>,
    /// The places before the current one.
    done: Vec<Done>,
    attempts: usize,
    /// The number of bytes that may still be read.
    bytes_left: usize,
}

/// The place that is being repaired.
struct Current {
    steps: Vec<PathStep>,
    /// The next of `VALUES`.
    next: usize,
    /// The tree with the last attempt.
    attempt: Json,
    /// Whether the constant that the error names was tried.
    has_tried_constant: bool,
    /// The place, as it is after the last attempt.
    done: Done,
}

/// A place that was repaired.
#[derive(Clone)]
struct Done {
    /// The first error there, which names the place.
    error: ValidationError,
    remedy: Remedy,
    /// The number of places that were changed.
    count: usize,
}

/// A step into a value.
#[derive(Debug, Clone, PartialEq)]
enum PathStep {
    Key(String),
    Index(usize),
}

impl Repair {
    /// Starts with a text; `None` if it is not JSON.
    fn new(text: &[u8]) -> Option<Self> {
        Some(Self {
            tree: serde_json::from_slice(without_mark(text)).ok()?,
            current: None,
            done: Vec::new(),
            attempts: 0,
            bytes_left: MAX_BYTES,
        })
    }

    /// The text to read next, after one that has this error; `None` if the error cannot be repaired.
    fn next(&mut self, error: &InvalidJson) -> Option<Vec<u8>> {
        let InvalidJson::ValidationError(error) = error else {
            return None;
        };
        self.attempts += 1;
        if error.location != Location::Body || self.attempts > MAX_ATTEMPTS {
            return None;
        }
        let is_same = |current: &Current| current.done.error.name == error.name;
        if !self.current.as_ref().is_some_and(is_same) {
            self.turn_to(error)?;
        }
        let current = self.current.as_mut()?;
        let found = at(&self.tree, &current.steps).cloned();
        let (value, remedy) = current.new_value(found.as_ref(), error.cause())?;
        current.done.remedy = remedy;
        current.attempt = self.tree.clone();
        let (last, parent) = current.steps.split_last()?;
        let keys = keys(at(&self.tree, parent)?);
        let change = Change {
            last,
            found,
            keys,
            value,
        };
        current.done.count = change.apply(&mut current.attempt, parent);
        let text = serde_json::to_vec(&current.attempt).ok()?;
        self.bytes_left = self.bytes_left.checked_sub(text.len())?;
        Some(text)
    }

    /// Keeps the last attempt, and turns to the place of another error; `None` if it cannot be repaired.
    fn turn_to(&mut self, error: &ValidationError) -> Option<()> {
        if let Some(current) = self.current.take() {
            self.tree = current.attempt;
            self.done.push(current.done);
        }
        if error.cause() == RepairCause::Rule {
            return None;
        }
        self.current = Some(Current {
            steps: steps(&self.tree, &error.name)?,
            next: 0,
            attempt: Json::Null,
            has_tried_constant: false,
            done: Done {
                error: error.clone(),
                remedy: Remedy::Filled,
                count: 0,
            },
        });
        Some(())
    }

    /// Reports all places, after the response could be read.
    fn report(self, deviations: &Deviations) {
        let current = self.current.map(|current| current.done);
        for done in self.done.into_iter().chain(current) {
            deviations.push(done.error, done.remedy, done.count);
        }
    }
}

/// Whether a value means that there is none: null, or an empty string.
fn is_empty(value: &Json) -> bool {
    value.is_null() || value.as_str() == Some("")
}

impl Current {
    /// The next replacement of the value that was found; `None` if there are no more.
    fn new_value(
        &mut self,
        found: Option<&Json>,
        cause: RepairCause,
    ) -> Option<(Replacement, Remedy)> {
        let present = found.filter(|found| !is_empty(found));
        Some(match (present, cause) {
            (_, RepairCause::Constant(constant)) => {
                let is_first = !std::mem::replace(&mut self.has_tried_constant, true);
                let value = is_first.then(|| Replacement::Value(Some(constant.json())))?;
                let remedy = match present {
                    Some(_) => Remedy::Replaced,
                    None => Remedy::Filled,
                };
                (value, remedy)
            }
            (Some(present), cause) => {
                // There is one way to convert it.
                converted(present, cause).filter(|_| self.next == 0)?;
                self.next = VALUES.len();
                (Replacement::Converted(cause), Remedy::Converted)
            }
            // A tag that is made up would choose a variant.
            (None, RepairCause::Tag) => return None,
            (None, _) => match self.value()? {
                None if found.is_some() => (Replacement::Value(None), Remedy::Omitted),
                value => (Replacement::Value(value), Remedy::Filled),
            },
        })
    }

    /// The next value to try. The inner `None` stands for no value at all.
    #[expect(
        clippy::option_option,
        reason = "the end of the values is not the absence of one"
    )]
    fn value(&mut self) -> Option<Option<Json>> {
        let value = VALUES.get(self.next)?;
        self.next += 1;
        match value {
            None => Some(None),
            Some(text) => serde_json::from_str(text).ok().map(Some),
        }
    }
}

/// The replacement at a place.
enum Replacement {
    /// A value, or none at all.
    Value(Option<Json>),
    /// The value that is there, converted because of this error.
    Converted(RepairCause),
}

impl Replacement {
    /// The replacement at a place like the one with the error: one that has the same value, or another value to
    /// convert.
    fn replacement(&self, value: Option<&Json>, found: Option<&Json>) -> Option<Option<Json>> {
        match self {
            Self::Value(new) => (value == found).then(|| new.clone()),
            Self::Converted(cause) => {
                let is_same_kind = value.map(Json::is_string) == found.map(Json::is_string);
                let value = value.filter(|_| is_same_kind)?;
                let new = converted(value, *cause)?;
                Some(Some(new))
            }
        }
    }
}

/// A change of a place, and of the same place in similar items.
struct Change<'c> {
    last: &'c PathStep,
    /// The value that is there.
    found: Option<Json>,
    /// The keys of the object that the place is in.
    keys: Vec<String>,
    value: Replacement,
}

impl Change<'_> {
    /// Applies it in all items of the lists on the way, so that a long list is not read again for each item. Returns
    /// the number of places.
    fn apply(&self, node: &mut Json, steps: &[PathStep]) -> usize {
        match (steps.split_first(), node) {
            (Some((PathStep::Index(_), rest)), Json::Array(items)) => {
                items.iter_mut().map(|item| self.apply(item, rest)).sum()
            }
            (Some((PathStep::Key(key), rest)), Json::Object(fields)) => {
                let inner = fields.get_mut(key);
                inner.map_or(0, |inner| self.apply(inner, rest))
            }
            (None, Json::Array(items)) => {
                let mut count = 0;
                for item in items {
                    if let Some(new) = self.value.replacement(Some(&*item), self.found.as_ref()) {
                        // Items cannot be removed.
                        *item = new.unwrap_or_default();
                        count += 1;
                    }
                }
                count
            }
            (None, Json::Object(fields)) => {
                let PathStep::Key(key) = self.last else {
                    return 0;
                };
                let new = self.value.replacement(fields.get(key), self.found.as_ref());
                if !fields.keys().eq(&self.keys) {
                    return 0;
                }
                match new {
                    Some(Some(value)) => fields.insert(key.clone(), value),
                    Some(None) => fields.remove(key),
                    None => return 0,
                };
                1
            }
            _ => 0,
        }
    }
}

fn keys(node: &Json) -> Vec<String> {
    let fields = node.as_object().into_iter();
    fields.flat_map(|fields| fields.keys().cloned()).collect()
}

fn at<'j>(node: &'j Json, steps: &[PathStep]) -> Option<&'j Json> {
    steps.iter().try_fold(node, |node, step| match step {
        PathStep::Key(key) => node.get(key),
        PathStep::Index(index) => node.get(index),
    })
}

/// The steps to a place, such as `items[3].name`. Names of fields can have any characters, so the value tells where a
/// name ends. The last name may be missing in it.
fn steps(tree: &Json, name: &str) -> Option<Vec<PathStep>> {
    let mut steps = Vec::new();
    let (mut node, mut rest) = (tree, name);
    while !rest.is_empty() {
        match node {
            Json::Array(items) => {
                let (index, after) = rest.strip_prefix('[')?.split_once(']')?;
                let index = index.parse().ok()?;
                node = items.get(index)?;
                steps.push(PathStep::Index(index));
                rest = after.strip_prefix('.').unwrap_or(after);
            }
            Json::Object(fields) => {
                let after_key = |key: &str| {
                    let after = rest
                        .strip_prefix(key)
                        .or_else(|| rest.strip_prefix(&*place_of_key(key)))?;
                    let is_end = after.is_empty() || after.starts_with(['.', '[']);
                    is_end.then(|| after.strip_prefix('.').unwrap_or(after))
                };
                let found = fields
                    .iter()
                    .filter_map(|(key, value)| Some((key, value, after_key(key)?)));
                // The longest name that fits.
                match found.min_by_key(|(_, _, after)| after.len()) {
                    Some((key, value, after)) => {
                        steps.push(PathStep::Key(key.clone()));
                        (node, rest) = (value, after);
                    }
                    None => {
                        steps.push(PathStep::Key(rest.to_owned()));
                        rest = "";
                    }
                }
            }
            _ => return None,
        }
    }
    (!steps.is_empty()).then_some(steps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validation::Problem;
    use serde_json::json;

    #[test]
    fn places_are_found_in_the_value() {
        let tree = json!({ "a.b": { "c": [{ "d": 1 }] }, "a": { "ü x": null } });
        for (name, expected) in [
            ("a.b.c[0].e", "a.b, c, 0, e"),
            ("a.b.c[0].d", "a.b, c, 0, d"),
            ("a[\"ü x\"]", "a, ü x"),
            ("missing", "missing"),
            ("a.b.c[1].d", "-"),
            ("", "-"),
        ] {
            let found = steps(&tree, name).map(|steps| {
                let steps = steps.iter().map(|step| match step {
                    PathStep::Key(key) => key.clone(),
                    PathStep::Index(index) => index.to_string(),
                });
                steps.collect::<Vec<_>>().join(", ")
            });
            assert_eq!(found.as_deref().unwrap_or("-"), expected, "{name}");
        }
    }

    #[test]
    fn the_error_that_is_left_is_reported() {
        let error = |name: &str, problem: Problem| {
            InvalidJson::ValidationError(ValidationError::new(Location::Body, name, problem))
        };
        let read = |text: Vec<u8>| -> Result<(), InvalidJson> {
            let tree: Json = serde_json::from_slice(&text).unwrap();
            Err(match tree["items"].is_array() {
                true => error("color", "must have at most 3 characters".into()),
                false => error("items", Problem::null()),
            })
        };
        let text = br#"{"items":null,"color":"green"}"#;
        let deviations = Deviations::default();
        let left = repaired(text, error("items", Problem::null()), &deviations, read).unwrap_err();
        assert_eq!(deviations.into_all(), []);
        assert_eq!(
            left.to_string(),
            "body `color`: must have at most 3 characters"
        );
    }

    #[test]
    fn similar_items_are_repaired_together() {
        let text = br#"[{"a":1},{"a":2},{"a":3,"b":null},{"c":4}]"#;
        let mut repair = Repair::new(text).unwrap();
        let error = ValidationError::new(Location::Body, "[0].b", Problem::missing());
        let error = InvalidJson::ValidationError(error);
        let mut next = || String::from_utf8(repair.next(&error).unwrap()).unwrap();
        assert_eq!(next(), r#"[{"a":1},{"a":2},{"a":3,"b":null},{"c":4}]"#);
        assert_eq!(
            next(),
            r#"[{"a":1,"b":null},{"a":2,"b":null},{"a":3,"b":null},{"c":4}]"#
        );
        let deviations = Deviations::default();
        repair.report(&deviations);
        let texts: Vec<String> = deviations
            .into_all()
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            texts,
            ["body `[0].b`: is missing; filled with an empty value at 2 places"]
        );
    }
}

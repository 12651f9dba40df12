//! From the pairs of a form to a tree of values.
//!
//! The tree is JSON with strings as scalars, so that everything that can be read from JSON can be read from
//! it. An empty value is null.

use std::borrow::Cow;
use std::collections::HashSet;

use serde_json::Map;
use serde_json::map::Entry;

use super::style::{FieldStyle, FieldStyles};
use super::{MAX_DEPTH, MAX_VALUES};
use crate::Json;
use crate::decode::{Context, Failed};
use crate::parameter::Separator;
use crate::percent::{Malformed, decode_plus};

/// Reads a whole form. `None` if something is wrong with it, which the context then contains.
pub(super) fn of_form(form: &[u8], styles: FieldStyles, context: &mut Context) -> Option<Json> {
    let Ok(form) = str::from_utf8(form) else {
        let _: Failed = context.validation_error(Malformed::NotUtf8.problem());
        return None;
    };
    let mut tree = Tree::new(context);
    for (name, value) in pairs(form) {
        match decode_plus(name) {
            Ok(name) => match FieldStyle::of(&name, styles) {
                Some(style) => tree.add_styled(&name, style, value),
                None => tree.add(&name, value),
            },
            Err(malformed) => tree.reject(None, name_problem(malformed)),
        }
        if tree.full {
            break;
        }
    }
    tree.finish().map(Json::Object)
}

/// The parameters of a query that belong to a value, by the first part of their names.
pub(crate) enum Wanted<'w> {
    /// The names that it knows. A name that is not text is not among them.
    Known(&'w dyn Fn(&str) -> bool),
    /// All but these.
    Others(&'w [&'w str]),
}

/// Reads the parameters of a query that are wanted. The others are ignored.
pub(super) fn of_query(
    query: &str,
    wanted: &Wanted<'_>,
    context: &mut Context,
) -> Option<Map<String, Json>> {
    let mut tree = Tree::new(context);
    for (name, value) in pairs(query) {
        match (decode_plus(name), wanted) {
            (Ok(name), Wanted::Known(is_known)) if !is_known(split(&name).0) => {}
            (Ok(name), Wanted::Others(taken)) if taken.contains(&split(&name).0) => {}
            (Ok(name), _) => tree.add(&name, value),
            (Err(_), Wanted::Known(_)) => {}
            (Err(malformed), Wanted::Others(_)) => tree.reject(None, name_problem(malformed)),
        }
        if tree.full {
            break;
        }
    }
    tree.finish()
}

/// The pairs of a form or query, still encoded.
fn pairs(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let pairs = text.split('&').filter(|pair| !pair.is_empty());
    pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")))
}

const fn name_problem(malformed: Malformed) -> &'static str {
    match malformed {
        Malformed::Percent => "has a name with a `%` without two hexadecimal digits after it",
        Malformed::NotUtf8 => "has a name that is not text in UTF-8",
    }
}

const BRACKETS: &str = "has brackets in its name that do not match";
const NO_INDEX: &str = "is a list of objects or lists, whose items need indexes";
const CONFLICT: &str = "must not be given both with and without names or indexes in brackets";
const REPEATED: &str = "must not be given more than once";
const TOO_DEEP: &str = "has a name with more than 32 parts";
const TOO_MANY: &str = "has more than 20000 values";

// The limits in these texts.
const _: () = assert!(MAX_DEPTH == 32 && MAX_VALUES == 20_000);

/// The first part of a name, and the rest, in brackets.
fn split(name: &str) -> (&str, &str) {
    name.split_at(name.find('[').unwrap_or(name.len()))
}

/// The parts in brackets: `b` and the empty one in `[b][]`. `None` if the brackets do not match.
fn parts(brackets: &str) -> Option<Vec<&str>> {
    if brackets.is_empty() {
        return Some(Vec::new());
    }
    let parts = brackets.strip_prefix('[')?.strip_suffix(']')?.split("][");
    // One part more than allowed is enough to see that there are too many.
    let parts: Vec<&str> = parts.take(MAX_DEPTH).collect();
    let plain = parts.iter().all(|part| !part.contains(['[', ']']));
    plain.then_some(parts)
}

/// A tree that grows pair by pair.
struct Tree<'c> {
    root: Map<String, Json>,
    /// The fields that were given in JSON.
    json: HashSet<String>,
    /// The number of values, lists and objects in the tree.
    values: usize,
    context: &'c mut Context,
    invalid: bool,
    /// Whether there are too many values or validation errors to go on.
    full: bool,
}

impl<'c> Tree<'c> {
    fn new(context: &'c mut Context) -> Self {
        Self {
            root: Map::new(),
            json: HashSet::new(),
            values: 0,
            context,
            invalid: false,
            full: false,
        }
    }

    /// Adds a pair.
    fn add(&mut self, name: &str, value: &str) {
        let (first, brackets) = split(name);
        if let Err(problem) = self.put_pair(first, brackets, value) {
            self.reject(Some(first), problem);
        }
        self.stop_at_limit();
    }

    /// Adds a pair whose value is a list or JSON. An empty one is as in any form.
    fn add_styled(&mut self, name: &str, style: FieldStyle, value: &str) {
        let is_known = self.root.get(name).is_some_and(|known| !known.is_null());
        if let Err(problem) = match style {
            // An empty text has no items.
            FieldStyle::Separated(_) | FieldStyle::JsonItems if value.is_empty() && is_known => {
                Ok(())
            }
            _ if value.is_empty() => return self.add(name, value),
            FieldStyle::Separated(separator) => self.put_items(name, separator, value),
            FieldStyle::Json | FieldStyle::JsonItems => self.put_json(name, style, value),
        } {
            self.reject(Some(name), problem);
        }
        self.stop_at_limit();
    }

    /// Adds the items of a list in one text. Beside a comma, an encoded one belongs to an item. Most senders of forms
    /// encode all commas, so without any other, an encoded comma separates items.
    fn put_items(
        &mut self,
        name: &str,
        separator: Separator,
        value: &str,
    ) -> Result<(), &'static str> {
        let known = self.root.entry(name).or_insert(Json::Null);
        if known.is_null() {
            *known = Json::Array(Vec::new());
        }
        let Json::Array(items) = known else {
            return Err(CONFLICT);
        };
        let mut add = |item: Cow<'_, str>| {
            self.values += 1;
            items.push(Json::String(item.into_owned()));
            self.values <= MAX_VALUES
        };
        if separator == Separator::Comma && value.contains(',') {
            for item in value.split(',') {
                if !add(decode_plus(item).map_err(Malformed::problem)?) {
                    break;
                }
            }
            return Ok(());
        }
        let text = decode_plus(value).map_err(Malformed::problem)?;
        for item in text.split(separator.character()) {
            if !add(Cow::Borrowed(item)) {
                break;
            }
        }
        Ok(())
    }

    /// Adds a value in JSON, or an item of a list of such values.
    fn put_json(&mut self, name: &str, style: FieldStyle, value: &str) -> Result<(), &'static str> {
        let text = decode_plus(value).map_err(Malformed::problem)?;
        let value = serde_json::from_str(&text).map_err(|_| "is not valid JSON")?;
        let is_json = self.json.contains(name);
        self.json.insert(name.to_owned());
        self.values += 1;
        match (style, self.root.entry(name).or_insert(Json::Null)) {
            (FieldStyle::JsonItems, Json::Array(items)) if is_json => items.push(value),
            (FieldStyle::JsonItems, known @ Json::Null) => *known = Json::Array(vec![value]),
            (_, known @ Json::Null) if !is_json => *known = value,
            (FieldStyle::Json, _) if is_json => return Err(REPEATED),
            _ => return Err(CONFLICT),
        }
        Ok(())
    }

    /// Stops reading at the first value too many.
    fn stop_at_limit(&mut self) {
        if self.values > MAX_VALUES && !self.full {
            self.reject(None, TOO_MANY);
            self.full = true;
        }
    }

    fn put_pair(&mut self, first: &str, brackets: &str, value: &str) -> Result<(), &'static str> {
        let parts = parts(brackets).ok_or(BRACKETS)?;
        if first.contains(']') || (first.is_empty() && !parts.is_empty()) {
            return Err(BRACKETS);
        }
        if parts.len() >= MAX_DEPTH {
            return Err(TOO_DEEP);
        }
        if self.json.contains(first) {
            return Err(CONFLICT);
        }
        let value = decode_plus(value).map_err(Malformed::problem)?;
        put(&mut self.root, first, &parts, value, &mut self.values)
    }

    /// Records what is wrong with the field `name`, or with the form.
    fn reject(&mut self, name: Option<&str>, problem: &str) {
        let mark = self.context.mark();
        let _: Failed = self.context.validation_error(problem);
        if let Some(name) = name {
            self.context.within_key(mark, name);
        }
        self.invalid = true;
        self.full |= !self.context.continues(mark);
    }

    fn finish(mut self) -> Option<Map<String, Json>> {
        // What is JSON already is as it should be.
        let json = self.json;
        let values = self
            .root
            .iter_mut()
            .filter(|(name, _)| !json.contains(*name));
        values.for_each(|(_, value)| number_lists(value));
        (!self.invalid).then_some(self.root)
    }
}

/// Puts a value under a name into an object.
fn put(
    object: &mut Map<String, Json>,
    name: &str,
    parts: &[&str],
    value: Cow<'_, str>,
    values: &mut usize,
) -> Result<(), &'static str> {
    match parts {
        [] | [""] => {
            *values += 1;
            let value = text(value);
            match object.entry(name) {
                Entry::Occupied(mut known) => append(known.get_mut(), value)?,
                Entry::Vacant(place) if parts.is_empty() => {
                    place.insert(value);
                }
                Entry::Vacant(place) => {
                    place.insert(Json::Array(vec![value]));
                }
            }
            Ok(())
        }
        ["", ..] => Err(NO_INDEX),
        [next, rest @ ..] => {
            let inner = object.entry(name).or_insert_with(|| {
                *values += 1;
                Json::Object(Map::new())
            });
            let Json::Object(inner) = inner else {
                return Err(CONFLICT);
            };
            put(inner, next, rest, value, values)
        }
    }
}

fn text(value: Cow<'_, str>) -> Json {
    if value.is_empty() {
        Json::Null
    } else {
        Json::String(value.into_owned())
    }
}

/// Adds another value under a name.
fn append(known: &mut Json, value: Json) -> Result<(), &'static str> {
    match known {
        Json::Array(items) => items.push(value),
        Json::Object(_) => return Err(CONFLICT),
        first => {
            let first_value = first.take();
            *first = Json::Array(vec![first_value, value]);
        }
    }
    Ok(())
}

/// Turns objects whose names count up from 0 into lists.
fn number_lists(value: &mut Json) {
    let Json::Object(object) = value else { return };
    object.values_mut().for_each(number_lists);
    let count = object.len();
    if object.keys().all(|name| index(name, count).is_some()) {
        let mut items = vec![Json::Null; count];
        for (name, item) in std::mem::take(object) {
            if let Some(place) = index(&name, count).and_then(|index| items.get_mut(index)) {
                *place = item;
            }
        }
        *value = Json::Array(items);
    }
}

/// The index of an item, if it is less than `count`. It has no leading zero, so that an index has one name.
fn index(name: &str, count: usize) -> Option<usize> {
    let is_plain = name.bytes().all(|byte| byte.is_ascii_digit());
    if !is_plain || (name.starts_with('0') && name != "0") {
        return None;
    }
    name.parse().ok().filter(|index| *index < count)
}

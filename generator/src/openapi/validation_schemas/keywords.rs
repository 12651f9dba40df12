//! The keywords of a schema that no type expresses.

use super::super::kinds::{Kinds, kinds_of};
use super::super::references::NodeRef;
use super::super::schema::{Schema, is_nullable, is_requirement};
use super::super::vocabulary::{self, Content};
use super::super::{formats, scalars};
use super::ValidationSchema;
use crate::api::{JsonKind, Scalar};
use crate::document::MOST_ELEMENTS;
use crate::extensions::IMPLIED;
use crate::hash::HashSet;
use crate::node::{Entries, Node, NodeKind};
use crate::patterns;
use crate::source::Spanned;

/// The keywords of a schema that no type expresses, with what they say.
pub(super) fn own(schema: &Node) -> impl Iterator<Item = &(Spanned<String>, Node)> {
    let has = |key: &str| schema.get(key).is_some();
    let entries = schema.entries().iter();
    let limits = entries.filter(move |(key, value)| !allows_all(schema, &key.value, value));
    limits.filter(move |(key, value)| match key.value.as_str() {
        "patternProperties" => !value.entries().is_empty() && value_of_all_names(schema).is_none(),
        "minProperties" | "maxProperties" => has("properties") || has("$ref") || has("allOf"),
        "prefixItems" => !value.items().is_empty() && !is_tuple(schema),
        "uniqueItems" => has("prefixItems") && value.is_true(),
        // The variants of a union imply it.
        "not" => !value.is_set(IMPLIED),
        "required" => value.items().iter().any(ends_in_mark),
        "oneOf" | "anyOf" => {
            let members = value.items();
            !members.is_empty() && members.iter().all(is_requirement)
                || is_choice_of_limits(schema, members)
        }
        // Exported documents state the pattern that the format implies.
        "pattern" => typed_format(schema).is_some_and(|format| format.pattern() != value.as_text()),
        "minLength" => {
            let least = typed_format(schema).map(|format| format.lengths().0);
            least.is_some_and(|least| count(value).is_some_and(|limit| limit > least))
        }
        "maxLength" => {
            let most = typed_format(schema).map(|format| format.lengths().1);
            most.is_some_and(|most| count(value).is_some_and(|limit| limit < most))
        }
        key => vocabulary::is_beyond_types(key) && vocabulary::content(key) != Content::Unsupported,
    })
}

/// Whether no value violates what a keyword says, with what is beside it.
pub(in crate::openapi) fn allows_all(schema: &Node, keyword: &str, value: &Node) -> bool {
    let has = |key: &str| schema.get(key).is_some();
    let is_zero = |key: &str| schema.get(key).and_then(count) == Some(0);
    if is_about_others(schema, keyword) {
        return true;
    }
    match keyword {
        "dependentRequired" => {
            let is_required = |name: &Node| {
                let mut required = schema.items_at("required").iter();
                required.any(|required| required.as_text() == name.as_text())
            };
            let mut names = value.entries().iter();
            names.all(|(_, required)| required.items().iter().all(is_required))
        }
        "dependentSchemas" => value
            .entries()
            .iter()
            .all(|(_, schema)| is_anything(schema)),
        "unevaluatedItems" => has("items"),
        // Names are strings.
        "propertyNames" => match value.entries() {
            [] => !matches!(value.kind, NodeKind::Bool(false)),
            [(key, word)] => key.value == "type" && word.as_text() == Some("string"),
            _ => false,
        },
        "not" => matches!(value.kind, NodeKind::Bool(false)),
        "if" => !has("then") && !has("else"),
        "contains" => is_zero("minContains") && !has("maxContains"),
        "minProperties" => {
            let required = schema.items_at("required").iter().filter_map(Node::as_text);
            let required = required.collect::<HashSet<&str>>().len() as u64;
            count(value).is_some_and(|least| least <= required)
        }
        _ => false,
    }
}

/// Whether a keyword is about values of other types than the schema has.
pub(in crate::openapi) fn is_about_others(schema: &Node, keyword: &str) -> bool {
    let types = match schema.get("type") {
        Some(types) => kinds_of(types, &mut false),
        None => {
            let listed = schema.items_at("enum").iter().chain(schema.get("const"));
            let kinds = listed.filter_map(Kinds::of);
            kinds.fold(Kinds::NONE, Kinds::with)
        }
    };
    !types.is_empty() && vocabulary::kinds(keyword).excludes(types)
}

/// What the values of all properties are, if a pattern that matches all names says it, and nothing beside it.
pub(in crate::openapi) fn value_of_all_names(schema: &Node) -> Option<&Node> {
    let [(pattern, value)] = schema.entries_at("patternProperties") else {
        return None;
    };
    let has_names = !schema.entries_at("properties").is_empty();
    (patterns::matches_all(&pattern.value) && !has_names).then_some(value)
}

/// Whether a schema is empty or `true`.
pub(in crate::openapi) fn is_anything(schema: &Node) -> bool {
    match &schema.kind {
        NodeKind::Bool(is_anything) => *is_anything,
        NodeKind::Map(entries) => entries.is_empty(),
        NodeKind::Null
        | NodeKind::Integer(..)
        | NodeKind::Number(..)
        | NodeKind::Text(_)
        | NodeKind::List(_) => false,
    }
}

/// Whether each value satisfies a schema, as far as its keywords tell without references.
fn allows_anything(schema: &Node) -> bool {
    let mut entries = schema.entries().iter();
    matches!(schema.kind, NodeKind::Map(_))
        && entries.all(|(key, value)| rejects_nothing(schema, &key.value, value))
        || is_anything(schema)
}

/// Whether each value satisfies a keyword, with what is beside it.
fn rejects_nothing(schema: &Node, keyword: &str, value: &Node) -> bool {
    match keyword {
        // The consequences decide.
        "if" => true,
        "then"
        | "else"
        | "items"
        | "additionalProperties"
        | "unevaluatedProperties"
        | "unevaluatedItems" => allows_anything(value),
        "properties" | "patternProperties" | "dependentSchemas" => {
            let mut schemas = value.entries().iter();
            schemas.all(|(_, schema)| allows_anything(schema))
        }
        "allOf" | "prefixItems" => value.items().iter().all(allows_anything),
        // Names are strings.
        "propertyNames" => {
            let mut entries = value.entries().iter();
            !matches!(value.kind, NodeKind::Bool(false))
                && entries.all(|(key, inner)| {
                    key.value == "type" && inner.as_text() == Some("string")
                        || rejects_nothing(value, &key.value, inner)
                })
        }
        keyword => allows_all(schema, keyword, value),
    }
}

/// Whether a name ends in the mark of optional fields in the spec language, which has no such required field.
fn ends_in_mark(name: &Node) -> bool {
    name.as_text().is_some_and(|name| name.ends_with('?'))
}

/// Whether a schema is a choice between limits of strings, of numbers, or of lists. Its type has none of them.
fn is_choice_of_limits(schema: &Node, members: &[Node]) -> bool {
    let kind = |member: &Node| {
        let kind = member.get("type").or_else(|| schema.get("type"))?;
        match kind.as_text()? {
            "string" => Some(Kinds::STRING),
            "integer" | "number" => Some(Kinds::NUMBER),
            _ => None,
        }
    };
    let mut kinds = members.iter().map(kind);
    let first = kinds.next().flatten();
    // The members may exclude null, although the type has it.
    let has_limit = |member: &Node| member.entries().iter().any(is_limit);
    members.len() > 1
        && !is_nullable(schema)
        && (first.is_some()
            && kinds.all(|kind| kind == first)
            && members.iter().all(has_only_limits)
            && members.iter().any(has_limit)
            || is_choice_of_lists(members))
}

/// Whether the members of a choice are lists of strings, numbers or booleans. Its type is one list.
fn is_choice_of_lists(members: &[Node]) -> bool {
    let of_scalars = |items: &Node| {
        let kind = items.text_at("type");
        let is_scalar = |word| matches!(word, "string" | "integer" | "number" | "boolean");
        kind.is_some_and(is_scalar) && has_only_limits(items)
    };
    members.len() > 1
        && members.iter().all(|member| {
            let mut entries = member.entries().iter();
            member.text_at("type") == Some("array")
                && member.get("items").is_some_and(of_scalars)
                && entries.all(|(key, _)| match key.value.as_str() {
                    "items" | "minItems" | "maxItems" | "uniqueItems" => true,
                    key => is_note(key),
                })
        })
}

/// Whether the members of a `oneOf` have values in common by mistake rather than on purpose: an empty list fits lists
/// of all types, and a listed string may fit the limits of the other strings. Such values are accepted.
fn may_overlap(members: &[Node]) -> bool {
    let lists_values = |member: &Node| member.get("enum").or(member.get("const")).is_some();
    is_choice_of_lists(members)
        || !members.iter().all(is_requirement) && members.iter().any(lists_values)
}

/// Whether a schema has limits, strings that it lists, and notes only.
fn has_only_limits(schema: &Node) -> bool {
    let is_text = |node: &Node| node.as_text().is_some();
    let mut entries = schema.entries().iter();
    entries.all(|entry| {
        let (key, value) = entry;
        match key.value.as_str() {
            "enum" => value.items().iter().all(is_text),
            "const" => is_text(value),
            key => is_note(key) || is_limit(entry),
        }
    })
}

/// Whether a keyword says nothing but the type, or is about the schema.
fn is_note(key: &str) -> bool {
    matches!(key, "type" | "title" | "description")
}

/// Whether an entry is a limit of strings or numbers. Before OpenAPI 3.1, `exclusiveMinimum` may be a boolean, which
/// JSON Schema does not know.
fn is_limit((key, value): &(Spanned<String>, Node)) -> bool {
    let limited = Kinds::STRING.with(Kinds::NUMBER);
    vocabulary::kinds(key).has(limited) && !matches!(value.kind, NodeKind::Bool(_))
}

/// The type that the strings of a format have, if the format states no limits.
fn typed_format(schema: &Node) -> Option<Scalar> {
    let format = formats::format(schema).filter(|_| schema.get("enum").is_none());
    let scalar = scalars::scalar(
        Kinds::STRING,
        &Schema {
            format: Some(format?),
            ..Schema::default()
        },
    );
    (!scalar.is_text() && scalar.json() == JsonKind::String).then_some(scalar)
}

fn count(value: &Node) -> Option<u64> {
    match &value.kind {
        NodeKind::Integer(value, _) => u64::try_from(**value).ok(),
        _ => None,
    }
}

/// Whether a list with schemas for its first items is a tuple.
pub(super) fn is_tuple(schema: &Node) -> bool {
    let length = schema.items_at("prefixItems").len();
    let size = |key: &str| schema.get(key).and_then(count);
    let ends = matches!(
        schema.get("items").map(|items| &items.kind),
        Some(NodeKind::Bool(false))
    );
    let has_all = size("minItems").is_some_and(|least| least >= length as u64);
    has_all
        && length <= MOST_ELEMENTS
        && (ends || size("maxItems").is_some_and(|most| most <= length as u64))
}

/// Whether `items` beside `prefixItems` says something that neither the type nor the number of items says: that of a list
/// that ends with its first items is a limit of its type.
pub(super) fn says_what_follows(schema: &Node, items: &Node) -> bool {
    let length = schema.items_at("prefixItems").len() as u64;
    let most = schema.get("maxItems").and_then(count);
    !matches!(items.kind, NodeKind::Bool(_)) && most.is_none_or(|most| most > length)
}

/// Keywords that count only together with another one.
const COMPANIONS: [(&str, &[&str]); 2] = [
    ("if", &["then", "else"]),
    ("contains", &["minContains", "maxContains"]),
];

/// The keywords that count only together with a keyword.
pub(in crate::openapi) fn companions(keyword: &str) -> &'static [&'static str] {
    let mut all = COMPANIONS.iter();
    let found = all.find(|(known, _)| *known == keyword);
    found.map_or(&[][..], |(_, companions)| *companions)
}

impl<'a> ValidationSchema<'a, '_> {
    /// Adds the keywords that no type expresses, but those for properties by pattern and for first items.
    pub(super) fn add_own(&mut self, at: NodeRef<'a>, all: &mut Entries) {
        for entry in own(at.node) {
            let (key, value) = entry;
            if matches!(key.value.as_str(), "patternProperties" | "prefixItems") {
                continue;
            }
            let companions = companions(&key.value);
            let others = at
                .node
                .entries()
                .iter()
                .filter(|(other, _)| companions.contains(&other.value.as_str()));
            let written = std::iter::once(entry).chain(others);
            let formats = self.formats.len();
            let copied = written
                .map(|(key, value)| Some((key.clone(), self.keyword(&key.value, at, value)?)));
            // A part of them would say something else.
            if let Some(copied) = copied.collect::<Option<Entries>>() {
                // Without its formats, it says nothing, and is not checked as a whole.
                if self.formats.len() > formats
                    && allows_anything(&Node::map(copied.clone(), value.span))
                {
                    self.formats.truncate(formats);
                    continue;
                }
                self.covered.extend([key.span, value.span]);
                match key.value.as_str() {
                    "oneOf" | "anyOf" => {
                        self.covered
                            .extend(value.items().iter().map(|item| item.span));
                    }
                    "required" => {
                        let properties = at.node.entries_at("properties");
                        self.covered
                            .extend(properties.iter().map(|(name, _)| name.span));
                    }
                    _ => {}
                }
                let may_overlap = key.value == "oneOf" && may_overlap(value.items());
                all.extend(copied.into_iter().map(|(mut key, value)| {
                    if may_overlap && at.node.get("anyOf").is_none() {
                        key.value = "anyOf".to_owned();
                    }
                    (key, value)
                }));
            }
        }
    }
}

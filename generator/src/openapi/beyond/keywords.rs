//! The keywords of a schema that no type expresses.

use super::super::kinds::Kinds;
use super::super::references::At;
use super::super::scalars;
use super::super::schema::{Schema, is_requirement};
use super::{Beyond, Entries};
use crate::api::{JsonKind, Scalar};
use crate::document::MOST_ELEMENTS;
use crate::node::{Node, NodeKind};
use crate::source::Spanned;

/// The keywords of a schema that no type expresses, with what they say.
pub(super) fn own(schema: &Node) -> impl Iterator<Item = &(Spanned<String>, Node)> {
    let has = |key: &str| schema.get(key).is_some();
    let entries = schema.entries().iter();
    entries.filter(move |(key, value)| match key.value.as_str() {
        "not" | "if" | "contains" | "dependentRequired" | "dependentSchemas" | "propertyNames" => {
            true
        }
        "patternProperties" => !value.entries().is_empty(),
        "minProperties" | "maxProperties" => has("properties") || has("$ref") || has("allOf"),
        "prefixItems" => !value.items().is_empty() && !is_tuple(schema),
        "uniqueItems" => has("prefixItems") && value.is_true(),
        "oneOf" | "anyOf" => {
            let members = value.items();
            !members.is_empty() && members.iter().all(is_requirement)
                || is_choice_of_limits(schema, members)
        }
        "pattern" => typed_format(schema).is_some(),
        "minLength" => {
            let least = typed_format(schema).map(|of| scalars::lengths(of).0);
            least.is_some_and(|least| count(value).is_some_and(|of| of > least))
        }
        "maxLength" => {
            let most = typed_format(schema).map(|of| scalars::lengths(of).1);
            most.is_some_and(|most| count(value).is_some_and(|of| of < most))
        }
        _ => false,
    })
}

/// The limits of strings and numbers.
const LIMITS: [&str; 8] = [
    "minLength",
    "maxLength",
    "pattern",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
];

/// Whether a schema is a choice between limits of strings, or of numbers. Its type has none of them.
fn is_choice_of_limits(schema: &Node, members: &[Node]) -> bool {
    let kind = |member: &Node| {
        let kind = member.get("type").or_else(|| schema.get("type"))?;
        let kind = kind.as_text()?;
        let mut scalars = ["string", "integer", "number"].into_iter();
        scalars.find(|of| *of == kind)
    };
    let mut kinds = members.iter().map(kind);
    let first = kinds.next().flatten();
    // The members may exclude null, although the type has it.
    let is_nullable = |key| schema.get(key).is_some_and(Node::is_true);
    members.len() > 1
        && first.is_some()
        && kinds.all(|of| of == first)
        && !is_nullable("nullable")
        && !is_nullable("x-nullable")
        && members.iter().all(has_only_limits)
        && members
            .iter()
            .any(|member| member.entries().iter().any(is_limit))
}

/// Whether a schema has limits and notes only.
fn has_only_limits(schema: &Node) -> bool {
    let is_about = |key: &str| matches!(key, "type" | "title" | "description");
    let mut entries = schema.entries().iter();
    entries.all(|entry| is_limit(entry) || is_about(&entry.0.value))
}

/// Whether an entry is a limit. Before OpenAPI 3.1, `exclusiveMinimum` may be a boolean, which JSON Schema does not know.
fn is_limit((key, value): &(Spanned<String>, Node)) -> bool {
    LIMITS.contains(&key.value.as_str()) && !matches!(value.kind, NodeKind::Bool(_))
}

/// The type that the texts of a format have, if it has no limits of its own.
fn typed_format(schema: &Node) -> Option<Scalar> {
    let format = scalars::format(schema).filter(|_| schema.get("enum").is_none());
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
    let length = schema.get("prefixItems").map_or(0, |of| of.items().len());
    let size = |key: &str| schema.get(key).and_then(count);
    let ends = matches!(
        schema.get("items").map(|of| &of.kind),
        Some(NodeKind::Bool(false))
    );
    let has_all = size("minItems").is_some_and(|least| least >= length as u64);
    has_all
        && length <= MOST_ELEMENTS
        && (ends || size("maxItems").is_some_and(|most| most <= length as u64))
}

/// Keywords that count only together with another one.
const COMPANIONS: [(&str, &[&str]); 2] = [
    ("if", &["then", "else"]),
    ("contains", &["minContains", "maxContains"]),
];

impl<'a> Beyond<'a, '_> {
    /// Adds the keywords that no type expresses, but those for properties by pattern and for first items.
    pub(super) fn add_own(&mut self, at: At<'a>, all: &mut Entries) {
        for entry in own(at.node) {
            let (key, value) = entry;
            if matches!(key.value.as_str(), "patternProperties" | "prefixItems") {
                continue;
            }
            let companions = COMPANIONS.iter().find(|(of, _)| *of == key.value);
            let companions = companions.map_or(&[][..], |(_, companions)| *companions);
            let others = at.node.entries().iter();
            let others = others.filter(|(of, _)| companions.contains(&of.value.as_str()));
            let written = std::iter::once(entry).chain(others);
            let copied = written
                .map(|(key, value)| Some((key.clone(), self.keyword(&key.value, at, value)?)));
            // A part of them would say something else.
            if let Some(copied) = copied.collect::<Option<Entries>>() {
                self.covered.extend([key.span, value.span]);
                if matches!(key.value.as_str(), "oneOf" | "anyOf") {
                    self.covered.extend(value.items().iter().map(|of| of.span));
                }
                all.extend(copied);
            }
        }
    }
}

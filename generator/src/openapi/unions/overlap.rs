//! Members of a choice that the same value may fit. Such a value is read as one of them.

use super::super::kinds::Kinds;
use super::super::schema::{Additional, Choices};
use super::super::types::Types;
use super::members::Member;
use super::tag_values::tags_of;
use crate::hash::{HashMap, HashSet};

/// The rule that `oneOf` has and `anyOf` has not.
pub(super) const EXCLUSIVE: &str = "whether a value fits only one member of `oneOf`";

/// Reports objects that the same value may fit.
pub(super) fn note<'a>(types: &mut Types<'a>, members: &[Member<'a>], choices: &Choices<'a>) {
    let has_fields = |member: &&Member<'_>| {
        let schema = &member.schema;
        !schema.properties.is_empty() || !schema.required.is_empty()
    };
    let objects: Vec<Object<'_>> = members
        .iter()
        .filter(|member| member.is_object())
        .filter(has_fields)
        .map(|member| Object::new(types, member))
        .collect();
    let mut pairs = objects.iter().enumerate().flat_map(|(index, one)| {
        let others = objects.get(index + 1..).unwrap_or_default();
        others.iter().map(move |other| (one, other))
    });
    if !pairs.any(|(one, other)| may_fit_both(one, other)) {
        return;
    }
    if choices.is_exclusive {
        types.files.ignore(EXCLUSIVE, choices.span);
    } else {
        let members = members.iter().map(|member| member.span);
        types.warnings.add_overlap(choices.span, members);
    }
}

/// What tells the values of an object from the values of others. It is read once, because each object is compared with
/// all others.
struct Object<'m> {
    /// The fields that it requires.
    required: HashMap<&'m str, Field>,
    /// The names of its fields, if it has no others.
    closed: Option<HashSet<&'m str>>,
}

/// A required field.
struct Field {
    /// The kinds of its values; empty if nothing is known of them.
    kinds: Kinds,
    /// Its values, if the schema lists them.
    values: Option<HashSet<String>>,
}

impl<'m> Object<'m> {
    fn new<'a>(types: &Types<'a>, member: &'m Member<'a>) -> Self {
        let schema = &member.schema;
        let required = schema.required.keys().map(|name| {
            let found = schema.property(name);
            let kinds = found.map(|property| types.files.schema(&property.parts).kinds);
            let values = tags_of(types, schema, name);
            let field = Field {
                kinds: kinds.unwrap_or_default(),
                values: values.map(|values| values.into_iter().map(|value| value.value).collect()),
            };
            (&**name, field)
        });
        let is_closed =
            matches!(schema.additional, Some(Additional::Forbidden)) && schema.patterns.is_empty();
        let names = || {
            schema
                .properties
                .iter()
                .map(|property| property.name.value.as_str())
        };
        Self {
            required: required.collect(),
            closed: is_closed.then(|| names().collect()),
        }
    }

    /// Whether it lacks a field that another object requires, and may not have it.
    fn forbids(&self, other: &Self) -> bool {
        let mut required = other.required.keys();
        let closed = self.closed.as_ref();
        closed.is_some_and(|names| required.any(|name| !names.contains(name)))
    }
}

/// Whether a value may fit two objects, as far as the names, kinds and listed values of fields tell.
fn may_fit_both(one: &Object<'_>, other: &Object<'_>) -> bool {
    let mut shared = one
        .required
        .iter()
        .filter_map(|(name, field)| Some((field, other.required.get(name)?)));
    !one.forbids(other) && !other.forbids(one) && !shared.any(|(one, other)| differ(one, other))
}

/// Whether no value is one of both fields.
fn differ(one: &Field, other: &Field) -> bool {
    let have_other_kinds = !other.kinds.is_empty() && one.kinds.excludes(other.kinds);
    let have_other_values = match (&one.values, &other.values) {
        (Some(one), Some(other)) => one.is_disjoint(other),
        (Some(_) | None, _) => false,
    };
    have_other_kinds || have_other_values
}

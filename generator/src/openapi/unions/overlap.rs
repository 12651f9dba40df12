//! Members of a choice that the same value may fit: it becomes one of them.

use super::super::kinds::Kinds;
use super::super::schema::{Additional, Choices};
use super::super::types::Types;
use super::super::warnings::Topic;
use super::members::Member;
use super::tags::tags_of;

/// What `oneOf` says besides `anyOf`.
pub(super) const EXCLUSIVE: &str = "that a value fits only one member of `oneOf`";

/// Reports objects that the same value may fit.
pub(super) fn note<'a>(types: &mut Types<'a>, members: &[Member<'a>], choices: &Choices<'a>) {
    let has_fields = |member: &&Member<'_>| {
        let schema = &member.schema;
        !schema.properties.is_empty() || !schema.required.is_empty()
    };
    let objects = members.iter().filter(|member| member.is_object());
    let objects = objects.filter(has_fields);
    let objects: Vec<&Member<'a>> = objects.collect();
    let mut pairs = objects.iter().enumerate().flat_map(|(index, one)| {
        let others = objects.get(index + 1..).unwrap_or_default();
        others.iter().map(move |other| (*one, *other))
    });
    if !pairs.any(|(one, other)| may_fit_both(types, one, other)) {
        return;
    }
    if choices.is_exclusive {
        types
            .files
            .ignored
            .borrow_mut()
            .add(EXCLUSIVE, choices.span);
    } else {
        let what = "a value that fits several members of `anyOf` has only the fields of one";
        types.warnings.add(Topic::Union, choices.span, what);
    }
}

/// Whether a value may fit two objects, unless more than the names and kinds of fields tells.
fn may_fit_both<'a>(types: &Types<'a>, one: &Member<'a>, other: &Member<'a>) -> bool {
    !lacks_required(one, other) && !lacks_required(other, one) && !differ(types, one, other)
}

/// Whether an object is closed, and lacks a field that another one requires.
fn lacks_required(closed: &Member<'_>, other: &Member<'_>) -> bool {
    let schema = &closed.schema;
    let mut required = other.schema.required.keys();
    matches!(schema.additional, Some(Additional::Forbidden))
        && schema.patterns.is_empty()
        && required.any(|name| !schema.properties.iter().any(|of| of.name.value == *name))
}

/// Whether a field that both require has other values, or values of another kind.
fn differ<'a>(types: &Types<'a>, one: &Member<'a>, other: &Member<'a>) -> bool {
    let mut required = one.schema.required.keys();
    required.any(|name| {
        if !other.schema.required.contains_key(name) {
            return false;
        }
        let kinds = |member: &Member<'a>| {
            let mut properties = member.schema.properties.iter();
            let found = properties.find(|of| of.name.value == *name);
            found.map_or(Kinds::default(), |of| types.files.schema(&of.parts).kinds)
        };
        let (of_one, of_other) = (kinds(one), kinds(other));
        if !of_other.is_empty() && of_one.excludes(of_other) {
            return true;
        }
        let tags = |member: &Member<'a>| tags_of(types, &member.schema, name);
        match (tags(one), tags(other)) {
            (Some(one), Some(other)) => !one
                .iter()
                .any(|tag| other.iter().any(|of| of.value == tag.value)),
            (Some(_) | None, _) => false,
        }
    })
}

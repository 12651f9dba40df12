//! `oneOf`, `anyOf` and discriminators: unions, or the type that all members have.

mod bases;
mod candidates;
mod discriminators;
mod entries;
mod listed;
mod members;
mod overlap;
mod single_values;
mod tag_values;
mod tags;
mod untagged;

use super::kinds::Kinds;
use super::references::{NodeRef, without_choices};
use super::schema::{Choices, Schema};
use super::type_places::TypePlace;
use super::types::{JSON, SchemaType, Types};
use super::warnings::Topic;
use crate::diagnostic::Lost;
use crate::document::TypeExprKind;
use members::{Member, add_members, with_inner};
use single_values::{note, numbers, strings};
pub(super) use tag_values::integer_text;
pub(super) use untagged::by_kind;

/// How deep choices nest in each other before they are any value.
const MOST_NESTED: usize = 32;

/// How deep choices in choices are looked into for a tag that all of their members have. One that contains itself would
/// never end.
const MOST_OPENED: usize = 8;

/// What a schema with choices, or with descendants, becomes; `None` if it has neither.
pub(super) fn schema_type<'a>(
    types: &mut Types<'a>,
    schema: &Schema<'a>,
    parts: &[NodeRef<'a>],
    index: usize,
    depth: usize,
    nullable: &mut bool,
) -> Option<SchemaType> {
    if schema.choices.is_empty() {
        return bases::base(types, schema, parts);
    }
    let mut several = schema
        .choices
        .iter()
        .filter(|choice| !choice.are_requirements());
    let choices = several.next().or(schema.choices.first())?;
    if several.next().is_some() {
        let (first, others) = schema.choices.split_first()?;
        types.warnings.add(Topic::SeveralChoices, first.span, "");
        for other in others {
            let what = "one of several choices at once";
            types.warnings.lose(Lost::Part, other.span, what);
        }
        return (schema.properties.is_empty()).then(SchemaType::json);
    }
    let rest = without_choices(parts);
    let own = types.files.schema(&rest);
    if choices.are_requirements() {
        types
            .files
            .ignore("which of the required fields go together", choices.span);
        return has_structure(&own).then(|| types.single(Kinds::OBJECT, &own, index, depth));
    }
    let rest = if has_structure(&own) || !own.kinds.is_empty() && !own.kinds.has(Kinds::OBJECT) {
        rest
    } else {
        Vec::new()
    };
    // What is reported is about this choice, not about the requirements beside it.
    let only = Schema {
        choices: vec![choices.clone()],
        ..schema.clone()
    };
    let first = choices.members.first()?.id();
    if types.deciding.contains(&first) || types.deciding.len() >= MOST_NESTED {
        return Some(inside_itself(types, parts, choices));
    }
    let mut members = Vec::new();
    for member in &choices.members {
        add_members(types, *member, &rest, nullable, &mut members, 0);
    }
    types.deciding.push(first);
    let shape = types.of_members(members, &only, index, depth, nullable);
    types.deciding.pop();
    Some(shape)
}

/// A choice that contains itself, without a type between the two that has a name: what one of its schemas refers to, or
/// any value.
fn inside_itself<'a>(
    types: &mut Types<'a>,
    parts: &[NodeRef<'a>],
    choices: &Choices<'a>,
) -> SchemaType {
    let target = types.first_reference(parts);
    let (kind, what) = match target {
        Some((target, text)) => (
            TypeExprKind::Named(types.named(target, text)),
            "the choice contains itself, so only what the reference names counts here",
        ),
        None => (
            JSON,
            "the choice contains itself, so this is any JSON value",
        ),
    };
    types.warnings.add(Topic::Union, choices.span, what);
    SchemaType::Expr(kind, Box::default())
}

/// The type of values of one of several schemas.
pub(super) fn union_of_schemas<'a>(
    types: &mut Types<'a>,
    schemas: &[NodeRef<'a>],
    index: usize,
) -> SchemaType {
    let mut members = Vec::new();
    let mut nullable = false;
    for at in schemas {
        add_members(types, *at, &[], &mut nullable, &mut members, 0);
    }
    types.of_members(members, &Schema::default(), index, 0, &mut nullable)
}

/// Whether a schema has more than notes and choices.
fn has_structure(schema: &Schema<'_>) -> bool {
    !schema.properties.is_empty()
        || schema.additional.is_some()
        || schema.items.is_some()
        || schema.values.is_some()
        || !schema.required.is_empty()
}

impl<'a> Types<'a> {
    /// The type of values of one of several members.
    fn of_members(
        &mut self,
        mut members: Vec<Member<'a>>,
        schema: &Schema<'a>,
        index: usize,
        depth: usize,
        nullable: &mut bool,
    ) -> SchemaType {
        if let Some(shape) = simple(self, &members, schema, index, depth, nullable) {
            return shape;
        }
        if let Some(shape) = tags::told_by_tag(self, &members, schema, index) {
            return shape;
        }
        let inner = with_all_inner(self, &members, nullable);
        if inner.len() > members.len() {
            let is_text = |member: &Member<'_>| member.schema.kinds == Kinds::STRING;
            if inner.iter().all(is_text) {
                return strings(self, &inner, schema, index, depth);
            }
            if let Some(shape) = tags::told_by_tag(self, &inner, schema, index) {
                return shape;
            }
        }
        if let Some(discriminator) = schema.discriminator {
            let name = discriminators::property_name(discriminator.node);
            let span = name.map_or(discriminator.node.span, |name| name.span);
            let why = "not all members are objects with a name, so the kinds and fields of values tell them apart";
            // If another reason was reported before, this one has no effect.
            tags::warn_of_no_effect(self, span, why);
        }
        if let Some(choices) = schema.choices.first() {
            overlap::note(self, &members, choices);
        }
        // The member with more required fields comes first, because it fits fewer values.
        members.sort_by_key(|member| {
            let is_open = member.schema.kinds.is_empty();
            let is_map = member.is_object() && member.schema.properties.is_empty();
            (
                is_open,
                is_map,
                std::cmp::Reverse(member.schema.required.len()),
            )
        });
        untagged::union(self, members, index, depth)
    }
}

/// The members. A member that is a choice is replaced by its members, however deep choices nest.
fn with_all_inner<'a>(
    types: &mut Types<'a>,
    members: &[Member<'a>],
    nullable: &mut bool,
) -> Vec<Member<'a>> {
    let mut inner = with_inner(types, members, nullable);
    for _ in 0..MOST_OPENED {
        let next = with_inner(types, &inner, nullable);
        if next.len() <= inner.len() {
            break;
        }
        inner = next;
    }
    inner
}

/// The type of members that need no union.
fn simple<'a>(
    types: &mut Types<'a>,
    members: &[Member<'a>],
    schema: &Schema<'a>,
    index: usize,
    depth: usize,
    nullable: &mut bool,
) -> Option<SchemaType> {
    let all = |kind: Kinds| {
        members
            .iter()
            .all(|member| member.schema.kinds == kind && member.schema.choices.is_empty())
    };
    match members {
        [] => {
            note(
                types,
                schema,
                "whether a value is null, if a choice allows no other value,",
            );
            return Some(SchemaType::json());
        }
        [only] => {
            if types.files.reference(&only.parts).is_some() {
                let typed = types.type_of(&only.parts, &TypePlace::item(index, depth));
                *nullable |= typed.ty.nullable;
                return Some(SchemaType::Expr(typed.ty.kind, Box::new(typed.constraints)));
            }
            return Some(types.schema_type(&only.schema, &only.parts, index, depth, nullable));
        }
        _ => {}
    }
    if members.iter().any(|member| member.schema.is_anything()) {
        if schema
            .choices
            .first()
            .is_some_and(|choice| choice.is_exclusive)
        {
            note(types, schema, overlap::EXCLUSIVE);
        }
        return Some(SchemaType::json());
    }
    if all(Kinds::STRING) {
        return Some(strings(types, members, schema, index, depth));
    }
    let is_number = |member: &Member<'_>| {
        let kinds = member.schema.kinds;
        kinds == Kinds::INTEGER || kinds == Kinds::NUMBER
    };
    members
        .iter()
        .all(is_number)
        .then(|| numbers(types, members, schema, index, depth))
}

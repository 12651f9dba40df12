//! `oneOf`, `anyOf` and discriminators: unions, or the type that all members have.

mod bases;
mod discriminators;
mod look;
mod members;
mod overlap;
mod tags;

use super::enums;
use super::fields::tidy;
use super::kinds::Kinds;
use super::names::Place;
use super::references::{At, without_choices};
use super::scalars;
use super::schema::{Choices, Schema};
use super::shapes::Shape;
use super::types::{JSON, Types};
use super::warnings::Topic;
use crate::api::{Openness, Scalar};
use crate::document::{Notes, TypeEntryKind, TypeExprKind, UnionEntry, VariantEntry};
use crate::node::Node;
use members::{Member, add_members, with_inner};

pub(super) use look::by_kind;
pub(super) use tags::integer_text;

/// How deep choices nest in each other before they are any value.
const MOST_NESTED: usize = 32;

/// How deep choices in choices are looked into for a tag that all of their members have. One that contains itself would
/// never end.
const MOST_OPENED: usize = 8;

/// What a schema with choices, or with descendants, becomes; `None` if it has neither.
pub(super) fn shape<'a>(
    types: &mut Types<'a>,
    schema: &Schema<'a>,
    parts: &[At<'a>],
    index: usize,
    depth: usize,
    nullable: &mut bool,
) -> Option<Shape> {
    if schema.choices.is_empty() {
        return bases::base(types, schema, parts);
    }
    let mut several = schema.choices.iter().filter(|of| !of.are_requirements());
    let choices = several.next().or(schema.choices.first())?;
    if several.next().is_some() {
        types
            .warnings
            .add(Topic::SeveralChoices, schema.choices.first()?.span, "");
        return (schema.properties.is_empty()).then(Shape::json);
    }
    let rest = without_choices(parts);
    let own = types.files.schema(&rest);
    if choices.are_requirements() {
        let what = "which of the required fields go together";
        types.files.ignored.borrow_mut().add(what, choices.span);
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
    let shape = of_members(types, members, &only, index, depth, nullable);
    types.deciding.pop();
    Some(shape)
}

/// A choice that contains itself, without a type between the two that has a name: what one of its schemas refers to, or
/// any value.
fn inside_itself<'a>(types: &mut Types<'a>, parts: &[At<'a>], choices: &Choices<'a>) -> Shape {
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
    Shape::Expr(kind, Box::default())
}

/// What values of one of several schemas become.
pub(super) fn of_all<'a>(types: &mut Types<'a>, schemas: &[At<'a>], index: usize) -> Shape {
    let mut members = Vec::new();
    let mut nullable = false;
    for at in schemas {
        add_members(types, *at, &[], &mut nullable, &mut members, 0);
    }
    of_members(types, members, &Schema::default(), index, 0, &mut nullable)
}

/// Whether a schema has more than notes and choices.
fn has_structure(schema: &Schema<'_>) -> bool {
    !schema.properties.is_empty()
        || schema.additional.is_some()
        || schema.items.is_some()
        || schema.values.is_some()
        || !schema.required.is_empty()
}

fn of_members<'a>(
    types: &mut Types<'a>,
    mut members: Vec<Member<'a>>,
    schema: &Schema<'a>,
    index: usize,
    depth: usize,
    nullable: &mut bool,
) -> Shape {
    if let Some(shape) = simple(types, &members, schema, index, depth, nullable) {
        return shape;
    }
    if let Some(shape) = tags::told_by_tag(types, &members, schema, index) {
        return shape;
    }
    let inner = with_all_inner(types, &members, nullable);
    if inner.len() > members.len() {
        let is_text = |member: &Member<'_>| member.schema.kinds == Kinds::STRING;
        if inner.iter().all(is_text) {
            return strings(types, &inner, schema, index, depth);
        }
        if let Some(shape) = tags::told_by_tag(types, &inner, schema, index) {
            return shape;
        }
    }
    if let Some(discriminator) = schema.discriminator {
        let name = discriminators::property_name(discriminator.node);
        let span = name.map_or(discriminator.node.span, |name| name.span);
        let what = format!(
            "{}: not all members are objects with a name, so the kinds and fields of values tell them apart",
            tags::NO_EFFECT
        );
        // Another reason was reported before.
        types.warnings.add(Topic::Union, span, &what);
    }
    if let Some(choices) = schema.choices.first() {
        overlap::note(types, &members, choices);
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
    look::by_look(types, members, index, depth)
}

/// The members, and in place of those that are choices, the members of these, however deep.
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
) -> Option<Shape> {
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
            return Some(Shape::json());
        }
        [only] => {
            if types.files.reference(&only.parts).is_some() {
                let typed = types.type_of(&only.parts, &Place::item(index, depth));
                *nullable |= typed.ty.nullable;
                return Some(Shape::Expr(typed.ty.kind, Box::new(typed.constraints)));
            }
            return Some(types.shape(&only.schema, &only.parts, index, depth, nullable));
        }
        _ => {}
    }
    if members.iter().any(|member| member.schema.is_anything()) {
        if schema.choices.first().is_some_and(|of| of.is_exclusive) {
            note(types, schema, overlap::EXCLUSIVE);
        }
        return Some(Shape::json());
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

/// Notes what is not checked of a choice.
fn note(types: &Types<'_>, schema: &Schema<'_>, what: &'static str) {
    if let Some(choices) = schema.choices.first() {
        types.files.ignored.borrow_mut().add(what, choices.span);
    }
}

/// Members that are all numbers.
fn numbers<'a>(
    types: &mut Types<'a>,
    members: &[Member<'a>],
    schema: &Schema<'a>,
    index: usize,
    depth: usize,
) -> Shape {
    let values = members.iter().map(|member| member.schema.values.as_deref());
    let values: Option<Vec<&[&Node]>> = values.collect();
    if let Some(values) = values {
        return enums::shape(&values.concat(), schema, &mut types.warnings);
    }
    let is_whole = |member: &Member<'_>| member.schema.kinds == Kinds::INTEGER;
    let kind = match members.iter().all(is_whole) {
        true => Kinds::INTEGER,
        false => Kinds::NUMBER,
    };
    match same_limits(types, members, kind) {
        Some(only) => types.single(kind, &only, index, depth),
        None => {
            note_overlap(types, members, schema, kind);
            Shape::scalar(widest_number(members))
        }
    }
}

/// A type for the values of all members that are numbers of one kind.
fn widest_number(members: &[Member<'_>]) -> Scalar {
    let numbers = members.iter().map(|member| &member.schema);
    let numbers =
        numbers.filter(|schema| schema.kinds == Kinds::INTEGER || schema.kinds == Kinds::NUMBER);
    scalars::widest(numbers.map(|schema| scalars::scalar(schema.kinds, schema)))
}

/// The schema of members of one kind that all have the same kind, format and limits. Other limits are not checked.
fn same_limits<'a>(types: &Types<'a>, members: &[Member<'a>], kind: Kinds) -> Option<Schema<'a>> {
    let shape = |schema: &Schema<'a>| {
        let limits = super::structure::of_constraints(&schema.limits.of_kind(kind));
        (schema.kinds, schema.format, schema.values.is_some(), limits)
    };
    let (first, rest) = members.split_first()?;
    let own = shape(&first.schema);
    if rest.iter().all(|member| shape(&member.schema) == own) {
        return Some(first.schema.clone());
    }
    ignore_limits(types, members, kind);
    None
}

/// Notes that values of a choice fit more than one member, if one of these allows all of them.
fn note_overlap(types: &Types<'_>, members: &[Member<'_>], schema: &Schema<'_>, kind: Kinds) {
    let is_exclusive = schema.choices.first().is_some_and(|of| of.is_exclusive);
    if is_exclusive && members.iter().any(|member| is_any(member, kind)) {
        note(types, schema, overlap::EXCLUSIVE);
    }
}

/// Whether a member allows all strings, or all numbers of its kind.
fn is_any(member: &Member<'_>, kind: Kinds) -> bool {
    let schema = &member.schema;
    let limits = schema.limits.of_kind(kind);
    kind != Kinds::LIST
        && schema.kinds == kind
        && schema.values.is_none()
        && schema.format.is_none()
        && schema.choices.is_empty()
        && limits.is_empty()
}

/// Notes that the limits of members are not checked, if they have some.
fn ignore_limits(types: &Types<'_>, members: &[Member<'_>], kind: Kinds) {
    let what = match kind {
        Kinds::STRING => "the format or limit of each string in a choice",
        Kinds::LIST => "the limit of each list in a choice",
        _ => "the format or limit of each number in a choice",
    };
    let has_limits = |member: &&Member<'_>| {
        let schema = &member.schema;
        let limits = schema.limits.of_kind(kind);
        schema.values.is_some() || schema.format.is_some() || !limits.is_empty()
    };
    // What one member allows is allowed.
    if members.iter().any(|member| is_any(member, kind)) {
        return;
    }
    if let Some(member) = members.iter().find(has_limits) {
        types.files.ignored.borrow_mut().add(what, member.span);
    }
}

/// Members that are all strings.
fn strings<'a>(
    types: &mut Types<'a>,
    members: &[Member<'a>],
    schema: &Schema<'a>,
    index: usize,
    depth: usize,
) -> Shape {
    let mut values = Vec::new();
    let mut docs = Vec::new();
    for member in members {
        for value in member.schema.values.iter().flatten() {
            values.push(*value);
            let is_only = member
                .schema
                .values
                .as_ref()
                .is_some_and(|all| all.len() == 1);
            let doc = member.schema.description.filter(|_| is_only);
            docs.push(doc.unwrap_or_default());
        }
    }
    if values.is_empty() {
        return match same_limits(types, members, Kinds::STRING) {
            Some(only) => types.single(Kinds::STRING, &only, index, depth),
            None => {
                note_overlap(types, members, schema, Kinds::STRING);
                Shape::scalar(Scalar::String)
            }
        };
    }
    let others = members
        .iter()
        .filter(|member| member.schema.values.is_none());
    let others: Vec<Member<'a>> = others.cloned().collect();
    ignore_limits(types, &others, Kinds::STRING);
    let is_open =
        !others.is_empty() || members.iter().any(|member| member.schema.has_more_values());
    let merged = Schema {
        kinds: Kinds::STRING,
        value_docs: docs,
        title: schema.title,
        description: schema.description,
        ..Schema::default()
    };
    match enums::shape(&values, &merged, &mut types.warnings) {
        Shape::Type(TypeEntryKind::Enum { values, of, .. }) if is_open => {
            Shape::Closed(TypeEntryKind::Enum {
                values,
                of,
                open: Openness::Open,
            })
        }
        other => other,
    }
}

/// A union of variants that have no tag, or the type of the only one.
fn untagged(variants: Vec<VariantEntry>) -> Shape {
    if let [only] = variants.as_slice()
        && let Some(ty) = &only.ty
    {
        return Shape::Expr(ty.kind.clone(), Box::default());
    }
    Shape::Type(TypeEntryKind::Union(Box::new(UnionEntry {
        variants,
        ..untagged_entry()
    })))
}

pub(super) fn untagged_entry() -> UnionEntry {
    UnionEntry {
        variants: Vec::new(),
        tag: Vec::new(),
        value: None,
        wrapped: None,
        by_event: None,
        open: Openness::Closed,
        of: None,
        default: None,
        fields: Vec::new(),
    }
}

/// What a member says about itself. A component says it where it is declared.
fn notes(member: &Member<'_>) -> Notes {
    let doc = member
        .schema
        .description
        .filter(|_| member.component.is_none());
    Notes {
        doc: doc.and_then(tidy),
        ..Notes::default()
    }
}

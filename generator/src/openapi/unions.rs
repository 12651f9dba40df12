//! `oneOf`, `anyOf` and discriminators: unions, or the type that all members have.

use super::enums;
use super::names::Place;
use super::references::{At, SchemaPart};
use super::schema::{Choices, Kinds, Parts, Schema, is_null};
use super::types::{JSON, Shape, Types, is_json, tidy};
use super::warnings::Topic;
use crate::api::{Integer, Openness, Scalar, TagKind};
use crate::document::{Notes, TypeEntryKind, TypeExpr, TypeExprKind, UnionEntry, VariantEntry};
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};
use std::collections::HashSet;

/// A member of a union.
#[derive(Clone)]
struct Member<'a> {
    parts: Parts<'a>,
    schema: Schema<'a>,
    /// The name of the component that it refers to.
    component: Option<String>,
    /// The node of that component, or of the member.
    id: usize,
    span: Span,
}

impl Member<'_> {
    fn is_object(&self) -> bool {
        self.schema.kinds == Kinds::OBJECT && self.schema.choices.is_empty()
    }

    /// A name, if the document has one: that of the component, or the title.
    fn given_name(&self) -> Option<String> {
        let title = || self.schema.title.map(str::to_owned);
        self.component.clone().or_else(title)
    }
}

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
        return base(types, schema, parts);
    }
    let [choices] = schema.choices.as_slice() else {
        types
            .warnings
            .add(Topic::SeveralChoices, schema.choices.first()?.span, "");
        return (schema.properties.is_empty()).then(Shape::json);
    };
    let rest: Parts<'a> = parts
        .iter()
        .map(|at| At {
            part: SchemaPart::WithoutChoices,
            ..*at
        })
        .collect();
    let own = types.files.schema(&rest);
    if is_requirement(choices) {
        let what = "which of the required fields go together";
        types.files.ignored.borrow_mut().add(what, choices.span);
        return has_structure(&own).then(|| types.single(Kinds::OBJECT, &own, index, depth));
    }
    let rest = if has_structure(&own) || !own.kinds.is_empty() && !own.kinds.has(Kinds::OBJECT) {
        rest
    } else {
        Vec::new()
    };
    let mut members = Vec::new();
    for member in &choices.members {
        add_members(types, *member, &rest, nullable, &mut members, 0);
    }
    Some(of_members(types, members, schema, index, depth, nullable))
}

/// Whether a schema has more than notes and choices.
fn has_structure(schema: &Schema<'_>) -> bool {
    !schema.properties.is_empty()
        || schema.additional.is_some()
        || schema.items.is_some()
        || schema.values.is_some()
        || !schema.required.is_empty()
}

/// Whether members only say which fields are required.
fn is_requirement(choices: &Choices<'_>) -> bool {
    choices.members.iter().all(|member| {
        let mut keys = member
            .node
            .entries()
            .iter()
            .map(|(key, _)| key.value.as_str());
        !member.node.entries().is_empty()
            && keys.all(|key| matches!(key, "required" | "not" | "title" | "description"))
    })
}

/// Adds a member, or the members of a member that is nothing but a choice itself.
fn add_members<'a>(
    types: &Types<'a>,
    at: At<'a>,
    rest: &[At<'a>],
    nullable: &mut bool,
    members: &mut Vec<Member<'a>>,
    depth: usize,
) {
    if is_null(at) {
        *nullable = true;
        return;
    }
    let entries = at.node.entries();
    let inner = entries
        .iter()
        .find(|(key, _)| matches!(key.value.as_str(), "oneOf" | "anyOf"));
    let is_plain = entries.iter().all(|(key, _)| {
        matches!(
            key.value.as_str(),
            "oneOf" | "anyOf" | "description" | "title" | "nullable"
        )
    });
    if let (Some((_, inner)), true, true) = (inner, is_plain, depth < 16) {
        *nullable |= at.node.get("nullable").is_some_and(Node::is_true);
        for member in inner.items() {
            add_members(types, at.with(member), rest, nullable, members, depth + 1);
        }
        return;
    }
    let target = types.files.reference(&[at]);
    if let Some(reference) = &target {
        *nullable |= reference.nullable || types.files.is_nullable(&[reference.target]);
    }
    let place = target.map_or(at, |reference| reference.target);
    let place = types.files.follow(place).unwrap_or(place);
    if members.iter().any(|member| member.id == place.id()) {
        return;
    }
    let mut parts = rest.to_vec();
    parts.push(at);
    let schema = types.files.schema(&parts);
    *nullable |= schema.nullable;
    members.push(Member {
        schema,
        component: types.component(place).map(str::to_owned),
        id: place.id(),
        span: at.node.span,
        parts,
    });
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
    if let Some(shape) = told_by_tag(types, &members, schema, index) {
        return shape;
    }
    let inner = with_inner(types, &members, nullable);
    if inner.len() > members.len() {
        let is_text = |member: &Member<'_>| member.schema.kinds == Kinds::STRING;
        if inner.iter().all(is_text) {
            return strings(types, &inner, schema);
        }
        if let Some(shape) = told_by_tag(types, &inner, schema, index) {
            return shape;
        }
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
    by_look(types, members, index, depth)
}

/// A union that has a tag.
fn told_by_tag<'a>(
    types: &mut Types<'a>,
    members: &[Member<'a>],
    schema: &Schema<'a>,
    index: usize,
) -> Option<Shape> {
    if !members.iter().all(Member::is_object) {
        return None;
    }
    let discriminator = schema.discriminator;
    discriminator
        .and_then(|at| by_discriminator(types, members, at, index))
        .or_else(|| by_constant(types, members, index))
}

/// The members, and those of unions among them instead of these.
fn with_inner<'a>(
    types: &Types<'a>,
    members: &[Member<'a>],
    nullable: &mut bool,
) -> Vec<Member<'a>> {
    let mut found = Vec::new();
    for member in members {
        let schema = &member.schema;
        match schema.choices.as_slice() {
            [choices] if schema.properties.is_empty() => {
                for at in &choices.members {
                    add_members(types, *at, &[], nullable, &mut found, 0);
                }
            }
            _ => found.push(member.clone()),
        }
    }
    found
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
        [] => return Some(Shape::json()),
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
        return Some(Shape::json());
    }
    if all(Kinds::STRING) {
        return Some(strings(types, members, schema));
    }
    let is_number = |member: &Member<'_>| {
        let kinds = member.schema.kinds;
        kinds == Kinds::INTEGER || kinds == Kinds::NUMBER
    };
    if members.iter().all(is_number) {
        let is_whole = all(Kinds::INTEGER);
        return Some(Shape::scalar(match is_whole {
            true => Scalar::Integer(Integer::Int64),
            false => Scalar::Number,
        }));
    }
    None
}

/// Members that are all strings.
fn strings<'a>(types: &mut Types<'a>, members: &[Member<'a>], schema: &Schema<'a>) -> Shape {
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
    let is_open = members
        .iter()
        .any(|member| member.schema.values.is_none() || member.schema.is_extensible);
    if values.is_empty() {
        let mut formats = members.iter().map(|member| member.schema.format);
        let first = formats.next().flatten();
        return match formats.all(|format| format == first) {
            true => Shape::scalar(super::scalars::scalar(
                Kinds::STRING,
                &Schema {
                    format: first,
                    ..Schema::default()
                },
            )),
            false => Shape::scalar(Scalar::String),
        };
    }
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

/// A union whose discriminator names the field with the tag.
fn by_discriminator<'a>(
    types: &mut Types<'a>,
    members: &[Member<'a>],
    discriminator: At<'a>,
    index: usize,
) -> Option<Shape> {
    let property = property_name(discriminator.node)?;
    let mapping = mapping(types, discriminator);
    let tags: Option<Vec<Vec<Spanned<String>>>> = members
        .iter()
        .map(|member| {
            let declared = tags_of(types, &member.schema, &property.value);
            if let Some(tags) = declared {
                return Some(tags);
            }
            let mapped = mapping.iter().filter(|(_, id)| *id == member.id);
            let mapped: Vec<Spanned<String>> = mapped.map(|(tag, _)| tag.clone()).collect();
            if !mapped.is_empty() {
                return Some(mapped);
            }
            let name = member.component.clone()?;
            Some(vec![Spanned::new(name, member.span)])
        })
        .collect();
    tagged(types, members, property, &tags?, index)
}

/// The name of the field of a discriminator, which Swagger writes as text.
fn property_name(discriminator: &Node) -> Option<Spanned<String>> {
    let name = match &discriminator.kind {
        NodeKind::Text(_) => discriminator,
        _ => discriminator.get("propertyName")?,
    };
    let text = name.as_text()?;
    Some(Spanned::new(text.to_owned(), name.span))
}

/// The tags of `mapping`, and the nodes of their schemas.
fn mapping<'a>(types: &Types<'a>, discriminator: At<'a>) -> Vec<(Spanned<String>, usize)> {
    let Some(mapping) = discriminator.get("mapping") else {
        return Vec::new();
    };
    let entries = mapping.node.entries().iter();
    let found = entries.filter_map(|(tag, value)| {
        let text = value.as_text()?;
        let files = types.files;
        let target = files.resolve(mapping.file, text).or_else(|| {
            let schemas = files.root()?.get("components")?.get("schemas")?;
            schemas.get(text)
        })?;
        let target = files.follow(target).unwrap_or(target);
        Some((tag.clone(), target.id()))
    });
    found.collect()
}

/// The values that a field has, if it is declared with some.
fn tags_of<'a>(
    types: &Types<'a>,
    schema: &Schema<'a>,
    property: &str,
) -> Option<Vec<Spanned<String>>> {
    let mut properties = schema.properties.iter();
    let found = properties.find(|of| of.name.value == property)?;
    let field = types.files.schema(&found.parts);
    let values = field.values.as_ref()?;
    let values = values.iter().filter(|value| !value.is_null());
    let texts: Vec<Spanned<String>> = values
        .filter_map(|value| Some(Spanned::new(value.scalar_text()?, value.span)))
        .collect();
    (!texts.is_empty()).then_some(texts)
}

/// A union of objects in which one field is a constant, or one of a few values, in each.
fn by_constant<'a>(types: &mut Types<'a>, members: &[Member<'a>], index: usize) -> Option<Shape> {
    let first = members.first()?;
    let mut names: Vec<&Spanned<String>> =
        first.schema.properties.iter().map(|of| of.name).collect();
    let usual = ["type", "kind", "object", "event", "role"];
    names.sort_by_key(|name| {
        let at = usual.iter().position(|usual| *usual == name.value);
        at.unwrap_or(usual.len())
    });
    for name in names {
        let is_required =
            |member: &Member<'_>| member.schema.required.contains(name.value.as_str());
        if !members.iter().all(is_required) {
            continue;
        }
        let tags: Option<Vec<Vec<Spanned<String>>>> = members
            .iter()
            .map(|member| tags_of(types, &member.schema, &name.value))
            .collect();
        let Some(tags) = tags else { continue };
        let mut seen = HashSet::new();
        if tags
            .iter()
            .flatten()
            .all(|tag| seen.insert(tag.value.as_str()))
        {
            return tagged(types, members, name.clone(), &tags, index);
        }
    }
    None
}

fn tagged<'a>(
    types: &mut Types<'a>,
    members: &[Member<'a>],
    tag: Spanned<String>,
    tags: &[Vec<Spanned<String>>],
    index: usize,
) -> Option<Shape> {
    let mut seen = HashSet::new();
    let are_distinct = tags
        .iter()
        .flatten()
        .all(|tag| seen.insert(tag.value.as_str()));
    if !are_distinct || !members.iter().all(Member::is_object) {
        return None;
    }
    let mut variants = Vec::with_capacity(members.len());
    for (member, tags) in members.iter().zip(tags) {
        let (first, also) = tags.split_first()?;
        let place = Place::variant(index, member.schema.title.unwrap_or(&first.value));
        let mut ty = types.type_of(&member.parts, &place).ty;
        ty.nullable = false;
        variants.push(VariantEntry {
            name: first.clone(),
            ty: Some(ty),
            also: also.to_vec(),
            rust_name: None,
            notes: notes(member),
        });
    }
    let all = || tags.iter().flatten();
    let of = if all().all(|tag| tag.value.parse::<i64>().is_ok())
        && members
            .iter()
            .all(|member| has_integers(types, member, &tag.value))
    {
        Some(Spanned::new(TagKind::Integer, tag.span))
    } else {
        None
    };
    Some(Shape::Type(TypeEntryKind::Union(Box::new(UnionEntry {
        variants,
        tag: vec![tag],
        of,
        ..untagged_entry()
    }))))
}

/// Whether the tag of a member is a number on the wire.
fn has_integers<'a>(types: &Types<'a>, member: &Member<'a>, tag: &str) -> bool {
    let mut properties = member.schema.properties.iter();
    let found = properties.find(|of| of.name.value == tag);
    found.is_some_and(|of| {
        let schema = types.files.schema(&of.parts);
        let mut values = schema.values.iter().flatten();
        schema.kinds != Kinds::STRING
            && values.all(|value| matches!(value.kind, NodeKind::Integer(..)))
    })
}

fn untagged_entry() -> UnionEntry {
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

/// A union without a tag: the value decides.
fn by_look<'a>(
    types: &mut Types<'a>,
    members: Vec<Member<'a>>,
    index: usize,
    depth: usize,
) -> Shape {
    let mut variants: Vec<VariantEntry> = Vec::new();
    let mut scalars = Kinds::default();
    let mut lists: Vec<Member<'a>> = Vec::new();
    let is_list = |member: &Member<'_>| {
        member.schema.kinds == Kinds::LIST
            && member.schema.prefix.is_empty()
            && member.schema.choices.is_empty()
    };
    let list_count = members.iter().filter(|member| is_list(member)).count();
    let object_count = members.iter().filter(|member| member.is_object()).count();
    for member in members {
        let kinds = member.schema.kinds;
        let is_scalar =
            [Kinds::STRING, Kinds::INTEGER, Kinds::NUMBER, Kinds::BOOLEAN].contains(&kinds);
        if is_scalar && member.schema.choices.is_empty() && member.schema.values.is_none() {
            let known = scalars;
            scalars = scalars.with(kinds);
            if known == scalars {
                continue;
            }
        }
        if is_list(&member) && list_count > 1 {
            lists.push(member);
            continue;
        }
        let word = match kinds.count() {
            1 => kinds.word(),
            _ => "value",
        };
        let name = member
            .given_name()
            .unwrap_or_else(|| match kinds == Kinds::OBJECT {
                true if object_count > 1 => telling_name(&member),
                _ => word.to_owned(),
            });
        let place = Place::variant(index, &name);
        let typed = types.type_of(&member.parts, &place);
        if is_json(&typed.ty) {
            return Shape::json();
        }
        let mut ty = typed.ty;
        ty.nullable = false;
        variants.push(VariantEntry {
            name: Spanned::new(name, member.span),
            ty: Some(ty),
            also: Vec::new(),
            rust_name: None,
            notes: notes(&member),
        });
    }
    if let Some(first) = lists.first() {
        let span = first.span;
        let kind = merged_lists(types, lists, index, depth);
        variants.push(variant("list", TypeExpr::new(kind, span)));
    }
    drop_integers(&mut variants);
    make_distinct(&mut variants);
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

/// A name for an object without one: the first field that it requires.
fn telling_name(member: &Member<'_>) -> String {
    let schema = &member.schema;
    let mut names = schema.properties.iter().map(|of| of.name.value.as_str());
    let required = names.find(|name| schema.required.contains(name));
    let first = || schema.properties.first().map(|of| of.name.value.as_str());
    match required.or_else(first) {
        Some(name) => format!("with {name}"),
        None => "object".to_owned(),
    }
}

/// Whole numbers beside all numbers are numbers.
fn drop_integers(variants: &mut Vec<VariantEntry>) {
    let is = |variant: &VariantEntry, wanted: fn(&Scalar) -> bool| {
        let kind = variant.ty.as_ref().map(|ty| &ty.kind);
        matches!(kind, Some(TypeExprKind::Scalar(scalar)) if wanted(scalar))
    };
    let is_number = |scalar: &Scalar| matches!(scalar, Scalar::Number | Scalar::Float);
    if variants.iter().any(|of| is(of, is_number)) {
        variants.retain(|of| !is(of, |scalar| matches!(scalar, Scalar::Integer(_))));
    }
}

/// Gives each variant a name of its own.
fn make_distinct(variants: &mut [VariantEntry]) {
    let mut seen: HashSet<String> = HashSet::new();
    for variant in variants {
        let base = variant.name.value.clone();
        let mut number = 2;
        while !seen.insert(crate::naming::camel(&variant.name.value)) {
            variant.name.value = format!("{base} {number}");
            number += 1;
        }
    }
}

/// Several lists are one list, whose items are a union.
fn merged_lists<'a>(
    types: &mut Types<'a>,
    lists: Vec<Member<'a>>,
    index: usize,
    depth: usize,
) -> TypeExprKind {
    let mut members = Vec::new();
    let mut nullable = false;
    for list in &lists {
        for item in list.schema.items.iter().flatten() {
            add_members(types, *item, &[], &mut nullable, &mut members, 0);
        }
    }
    let mut item = TypeExpr::new(JSON, Span::default());
    if depth + 2 < crate::document::MAX_DEPTH && !members.is_empty() {
        let place = Place::item(index, depth);
        let schema = Schema::default();
        item = types.in_place_of(&schema, &place, &mut |types, index| {
            let mut nullable = false;
            of_members(
                types,
                std::mem::take(&mut members),
                &schema,
                index,
                depth + 1,
                &mut nullable,
            )
        });
    }
    TypeExprKind::List(Box::new(item))
}

fn variant(name: &str, ty: TypeExpr) -> VariantEntry {
    VariantEntry {
        name: Spanned::new(name.to_owned(), ty.span),
        ty: Some(ty),
        also: Vec::new(),
        rust_name: None,
        notes: Notes::default(),
    }
}

/// A schema whose `type` lists several kinds.
pub(super) fn by_kind<'a>(
    types: &mut Types<'a>,
    schema: &Schema<'a>,
    index: usize,
    depth: usize,
) -> Shape {
    let mut variants = Vec::new();
    for kind in Kinds::ALL {
        let is_covered = kind == Kinds::INTEGER && schema.kinds.has(Kinds::NUMBER);
        if !schema.kinds.has(kind) || is_covered {
            continue;
        }
        let only = Schema {
            kinds: kind,
            nullable: false,
            ..schema.clone()
        };
        let place = Place {
            depth,
            ..Place::variant(index, kind.word())
        };
        let ty = types.in_place(&only, &[], &place, Span::default()).ty;
        variants.push(variant(kind.word(), ty));
    }
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

/// A schema with a discriminator that others extend: one of those, or itself.
fn base<'a>(types: &mut Types<'a>, schema: &Schema<'a>, parts: &[At<'a>]) -> Option<Shape> {
    let discriminator = schema.discriminator?;
    let [at] = parts else { return None };
    let descendants = types.descendants(*at);
    if descendants.is_empty() || at.part != SchemaPart::Whole {
        return None;
    }
    let property = property_name(discriminator.node)?;
    let mapping = mapping(types, discriminator);
    let itself = At {
        part: SchemaPart::WithoutTag,
        ..*at
    };
    let own_name = types.component(*at)?.to_owned();
    let mut variants: Vec<VariantEntry> = Vec::new();
    let mut seen = HashSet::new();
    let all = descendants.into_iter().chain([(itself, own_name)]);
    for (at, name) in all {
        let schema = types.files.schema(&[at]);
        let mapped = mapping.iter().filter(|(_, id)| *id == at.id());
        let mapped: Vec<Spanned<String>> = mapped.map(|(tag, _)| tag.clone()).collect();
        let given = at
            .node
            .get("x-ms-discriminator-value")
            .and_then(Node::as_text);
        let declared = tags_of(types, &schema, &property.value).filter(|tags| tags.len() == 1);
        let span = at.node.span;
        let mut tags = match given {
            Some(tag) => vec![Spanned::new(tag.to_owned(), span)],
            None if at.part == SchemaPart::Whole => declared.unwrap_or(mapped),
            None => mapped,
        };
        if tags.is_empty() {
            tags.push(Spanned::new(name.clone(), span));
        }
        tags.retain(|tag| seen.insert(tag.value.clone()));
        let Some((first, also)) = tags.split_first() else {
            continue;
        };
        let ty = TypeExprKind::Named(types.named(at, &name));
        variants.push(VariantEntry {
            name: first.clone(),
            ty: Some(TypeExpr::new(ty, span)),
            also: also.to_vec(),
            rust_name: None,
            notes: Notes::default(),
        });
    }
    Some(Shape::Type(TypeEntryKind::Union(Box::new(UnionEntry {
        variants,
        tag: vec![property],
        ..untagged_entry()
    }))))
}

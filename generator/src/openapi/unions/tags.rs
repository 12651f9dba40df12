//! Unions with a tag: a discriminator, or a field that is constant in each member.

use super::super::kinds::Kinds;
use super::super::names::Place;
use super::super::references::At;
use super::super::schema::Schema;
use super::super::shapes::Shape;
use super::super::types::Types;
use super::members::Member;
use super::{notes, untagged_entry};
use crate::api::TagKind;
use crate::document::{TypeEntryKind, UnionEntry, VariantEntry};
use crate::hash::HashSet;
use crate::node::{Node, NodeKind};
use crate::openapi::warnings::Topic;
use crate::source::Spanned;

/// A union that has a tag.
pub(super) fn told_by_tag<'a>(
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
            let mapped = mapping.iter().filter(|(_, id)| *id == member.id);
            let mapped: Vec<Spanned<String>> = mapped.map(|(tag, _)| tag.clone()).collect();
            // A field that all members share is declared with the values of all.
            if let Some(tags) = declared.filter(|tags| tags.len() == 1 || mapped.is_empty()) {
                return Some(tags);
            }
            if !mapped.is_empty() {
                return Some(mapped);
            }
            let name = member.component.clone()?;
            Some(vec![Spanned::new(name, member.span)])
        })
        .collect();
    let tags = tags?;
    if let Some(again) = repeated(&tags) {
        let what = format!(
            "the discriminator has no effect: several members have the value `{}`",
            again.value
        );
        types.warnings.add(Topic::Union, property.span, &what);
        return None;
    }
    tagged(types, members, property, &tags, index)
}

/// The name of the field of a discriminator, which Swagger writes as text.
pub(super) fn property_name(discriminator: &Node) -> Option<Spanned<String>> {
    let name = match &discriminator.kind {
        NodeKind::Text(_) => discriminator,
        _ => discriminator.get("propertyName")?,
    };
    let text = name.as_text()?;
    Some(Spanned::new(text.to_owned(), name.span))
}

/// The tags of `mapping`, and the nodes of their schemas.
pub(super) fn mapping<'a>(
    types: &Types<'a>,
    discriminator: At<'a>,
) -> Vec<(Spanned<String>, usize)> {
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
pub(super) fn tags_of<'a>(
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
            |member: &Member<'_>| member.schema.required.contains_key(name.value.as_str());
        if !members.iter().all(is_required) {
            continue;
        }
        let tags: Option<Vec<Vec<Spanned<String>>>> = members
            .iter()
            .map(|member| tags_of(types, &member.schema, &name.value))
            .collect();
        let Some(tags) = tags else { continue };
        if repeated(&tags).is_none() {
            return tagged(types, members, name.clone(), &tags, index);
        }
    }
    None
}

/// A tag that occurs twice.
fn repeated(tags: &[Vec<Spanned<String>>]) -> Option<&Spanned<String>> {
    let mut seen = HashSet::default();
    let mut all = tags.iter().flatten();
    all.find(|tag| !seen.insert(tag.value.as_str()))
}

/// The union, whose tags are all different.
fn tagged<'a>(
    types: &mut Types<'a>,
    members: &[Member<'a>],
    tag: Spanned<String>,
    tags: &[Vec<Spanned<String>>],
    index: usize,
) -> Option<Shape> {
    if !members.iter().all(Member::is_object) {
        return None;
    }
    let kind = kind_of(types, members, &tag.value, tags)?;
    let of = (kind != TagKind::Text).then(|| Spanned::new(kind, tag.span));
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
    Some(Shape::Type(TypeEntryKind::Union(Box::new(UnionEntry {
        variants,
        tag: vec![tag],
        of,
        ..untagged_entry()
    }))))
}

/// What the values of a tag are on the wire; `None` if some are numbers with fractions, or if they are of several kinds.
fn kind_of<'a>(
    types: &Types<'a>,
    members: &[Member<'a>],
    tag: &str,
    tags: &[Vec<Spanned<String>>],
) -> Option<TagKind> {
    let schema = |member: &Member<'a>| {
        let mut properties = member.schema.properties.iter();
        let found = properties.find(|of| of.name.value == tag)?;
        let schema = types.files.schema(&found.parts);
        (schema.kinds != Kinds::STRING).then_some(schema)
    };
    // Those whose values are no texts by their type.
    let fields: Vec<Schema<'a>> = members.iter().filter_map(schema).collect();
    let values = || fields.iter().flat_map(|of| of.values.iter().flatten());
    let are = |is_one: fn(&str) -> bool, kind: fn(&NodeKind) -> bool| {
        let mut texts = tags.iter().flatten();
        fields.len() == members.len()
            && texts.all(|tag| is_one(&tag.value))
            && values().all(|value| kind(&value.kind))
    };
    if are(
        |tag| tag.parse::<i64>().is_ok(),
        |kind| matches!(kind, NodeKind::Integer(..)),
    ) {
        return Some(TagKind::Integer);
    }
    if are(
        |tag| tag.parse::<bool>().is_ok(),
        |kind| matches!(kind, NodeKind::Bool(_)),
    ) {
        return Some(TagKind::Boolean);
    }
    let mut values = values();
    let are_texts = values.all(|of| matches!(of.kind, NodeKind::Text(_) | NodeKind::Null));
    are_texts.then_some(TagKind::Text)
}

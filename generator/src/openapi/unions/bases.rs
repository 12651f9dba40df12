//! Bases: schemas with a discriminator that others extend.

use super::super::references::{At, SchemaPart};
use super::super::schema::Schema;
use super::super::shapes::Shape;
use super::super::types::Types;
use super::tags::{mapping, property_name, tags_of};
use super::untagged_entry;
use crate::document::{Notes, TypeEntryKind, TypeExpr, TypeExprKind, UnionEntry, VariantEntry};
use crate::hash::HashSet;
use crate::node::Node;
use crate::openapi::warnings::Topic;
use crate::source::Spanned;

/// A schema with a discriminator that others extend: one of those, or itself.
pub(super) fn base<'a>(
    types: &mut Types<'a>,
    schema: &Schema<'a>,
    parts: &[At<'a>],
) -> Option<Shape> {
    let discriminator = schema.discriminator?;
    let [at] = parts else { return None };
    let descendants = types.descendants(*at);
    if descendants.is_empty() || at.part != SchemaPart::Whole {
        return None;
    }
    let property = property_name(discriminator.node)?;
    let mapping = mapping(types, discriminator);
    let own_name = types.component(*at)?.to_owned();
    let itself = (at.as_part(SchemaPart::WithoutTag), own_name);
    let mut all = inner_bases(types, descendants, &property.value);
    all.push(itself);
    let tags = tags_of_all(types, &all, &property.value, &mapping);
    let mut variants: Vec<VariantEntry> = Vec::new();
    for ((at, name), tags) in all.into_iter().zip(tags) {
        let span = at.node.span;
        let Some((first, also)) = tags.split_first() else {
            let what = format!(
                "`{name}` is left out of the union: another schema has its value of `{}`",
                property.value
            );
            types.warnings.add(Topic::Union, span, &what);
            continue;
        };
        let ty = TypeExprKind::Named(types.named(at, &name));
        variants.push(VariantEntry {
            name: first.clone(),
            ty: Some(TypeExpr::new(ty, span)),
            text: None,
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

/// The descendants that are variants themselves. One with a discriminator of its own is a union of those that extend it. If
/// it has the same discriminator, these are variants beside it.
fn inner_bases<'a>(
    types: &Types<'a>,
    descendants: Vec<(At<'a>, String)>,
    property: &str,
) -> Vec<(At<'a>, String)> {
    let discriminator = |at: At<'a>| at.node.get("discriminator").and_then(property_name);
    let mut inside: HashSet<usize> = HashSet::default();
    for (at, _) in &descendants {
        if discriminator(*at).is_some_and(|own| own.value != property) {
            let inner = types.descendants(*at).into_iter();
            inside.extend(inner.map(|(at, _)| at.id()));
        }
    }
    let outside = descendants
        .into_iter()
        .filter(|(at, _)| !inside.contains(&at.id()));
    let outside = outside.map(|(at, name)| match discriminator(at) {
        Some(own) if own.value == property => (at.as_part(SchemaPart::WithoutTag), name),
        Some(_) | None => (at, name),
    });
    outside.collect()
}

/// The tags of each variant. If two have the same one, the first by its name has it.
fn tags_of_all<'a>(
    types: &Types<'a>,
    all: &[(At<'a>, String)],
    property: &str,
    mapping: &[(Spanned<String>, usize)],
) -> Vec<Vec<Spanned<String>>> {
    let tags = all.iter().map(|(at, name)| {
        let schema = types.files.schema(&[*at]);
        let mapped = mapping.iter().filter(|(_, id)| *id == at.id());
        let mapped: Vec<Spanned<String>> = mapped.map(|(tag, _)| tag.clone()).collect();
        let given = at
            .node
            .get("x-ms-discriminator-value")
            .and_then(Node::spanned_text);
        // The base declares the values of all.
        let is_base = all.last().is_some_and(|(base, _)| base.id() == at.id());
        let declared = tags_of(types, &schema, property).filter(|tags| tags.len() == 1);
        match (given, declared) {
            (Some(given), _) => vec![given],
            (None, Some(declared)) if !is_base => declared,
            (None, _) if !mapped.is_empty() => mapped,
            (None, _) => vec![Spanned::new(name.clone(), at.node.span)],
        }
    });
    let mut tags: Vec<Vec<Spanned<String>>> = tags.collect();
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_key(|index| all.get(*index).map(|(_, name)| name.as_str()));
    let mut seen: HashSet<String> = HashSet::default();
    for index in order {
        if let Some(tags) = tags.get_mut(index) {
            tags.retain(|tag| seen.insert(tag.value.clone()));
        }
    }
    tags
}

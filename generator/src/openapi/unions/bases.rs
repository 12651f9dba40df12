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
    let itself = at.as_part(SchemaPart::WithoutTag);
    let own_name = types.component(*at)?.to_owned();
    let mut variants: Vec<VariantEntry> = Vec::new();
    let mut seen = HashSet::default();
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

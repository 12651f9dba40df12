//! Bases: schemas with a discriminator that others extend.

use std::collections::VecDeque;

use super::super::references::{NodeRef, SchemaPart};
use super::super::schema::Schema;
use super::super::types::{SchemaType, Types};
use super::candidates::{Candidate, Tags, given_tag, tags_by_id};
use super::discriminators::{Discriminator, property_name};
use super::tag_values::kind_of;
use super::tags::warn_of_no_effect;
use crate::api::TagKind;
use crate::document::{TypeExpr, TypeExprKind, UnionEntry, VariantEntry};
use crate::hash::{HashMap, HashSet};
use crate::openapi::warnings::Topic;
use crate::source::Spanned;

/// A schema that extends a base, or the base itself.
struct Variant<'a> {
    at: NodeRef<'a>,
    /// Its key in the document.
    name: String,
    schema: Schema<'a>,
    is_base: bool,
}

/// A schema with a discriminator that others extend: one of those, or itself.
pub(super) fn base<'a>(
    types: &mut Types<'a>,
    schema: &Schema<'a>,
    parts: &[NodeRef<'a>],
) -> Option<SchemaType> {
    let [at] = parts else { return None };
    if at.part != SchemaPart::Whole {
        return None;
    }
    let descendants = types.components.descendants(*at);
    if descendants.is_empty() {
        return None;
    }
    // What a schema extends says how its own descendants are told apart, too.
    let inherited = || inherited_discriminator(types, *at);
    let discriminator = schema.discriminator.or_else(inherited)?;
    let discriminator = Discriminator::read(types, discriminator)?;
    let property = discriminator.property.clone();
    let own_name = types.components.get(*at)?.key.to_owned();
    let mut all = inner_bases(types, descendants, &property.value);
    all.push((at.as_part(SchemaPart::WithoutTag), own_name.clone()));
    let read = |(variant, name): (NodeRef<'a>, String)| Variant {
        is_base: variant.id() == at.id(),
        schema: types.files.schema(&[variant]),
        at: variant,
        name,
    };
    let all: Vec<Variant<'a>> = all.into_iter().map(read).collect();
    let candidates: Vec<Candidate<'_, 'a>> = all.iter().map(candidate).collect();
    // Each of them is a component, and so has a name.
    let mut tags: Vec<Tags> = discriminator
        .tags(types, &candidates)
        .into_iter()
        .flatten()
        .collect();
    discriminator.warn_unclear(types, &candidates, &tags);
    let Some(kind) = kind_of_all(types, &all, &mut tags, &property.value) else {
        let why = format!(
            "not all values of `{}` are of its type, so the fields of the schemas that extend `{own_name}` are left out where \
             `{own_name}` is used",
            property.value
        );
        warn_of_no_effect(types, property.span, &why);
        return None;
    };
    let lost = keep_first(&all, &mut tags);
    for (variant, tags) in all.iter().zip(&tags) {
        if !variant.is_base {
            let lost = lost.get(&variant.at.id());
            warn_of_lost(types, variant, tags, lost, &property.value);
        }
    }
    let default = default_tag(types, schema, &discriminator, &candidates, &tags);
    Some(SchemaType::union(UnionEntry {
        tag_kind: (kind != TagKind::Text).then(|| Spanned::new(kind, property.span)),
        tag: vec![property],
        default,
        ..UnionEntry::untagged(variants(types, &all, &tags))
    }))
}

/// The tag of objects that do not state a tag. Such an object has only the fields of the base.
fn default_tag<'a>(
    types: &mut Types<'a>,
    schema: &Schema<'a>,
    discriminator: &Discriminator<'a>,
    candidates: &[Candidate<'_, 'a>],
    tags: &[Tags],
) -> Option<Spanned<String>> {
    let mut default = None;
    // The rest of an inherited mapping is about other schemas.
    if schema.discriminator.is_some() {
        let of_all = tags_by_id(candidates, tags);
        discriminator.warn_unused(types, &of_all);
        default = discriminator.default_tag(types, &of_all);
    }
    let property = discriminator.property.value.as_str();
    let is_optional = !schema.required.contains_key(property);
    let of_base = candidates
        .iter()
        .zip(tags)
        .find(|(candidate, _)| candidate.is_base)
        .and_then(|(_, tags)| tags.values.first());
    default.or_else(|| of_base.filter(|_| is_optional).cloned())
}

/// The schemas that have tags, as variants.
fn variants<'a>(types: &mut Types<'a>, all: &[Variant<'a>], tags: &[Tags]) -> Vec<VariantEntry> {
    let mut variants = Vec::new();
    for (Variant { at, name, .. }, tags) in all.iter().zip(tags) {
        let Some((first, also)) = tags.values.split_first() else {
            continue;
        };
        let ty = TypeExprKind::Named(types.named(*at, name));
        variants.push(VariantEntry {
            also: also.to_vec(),
            ..VariantEntry::new(first.clone(), TypeExpr::new(ty, at.node.span))
        });
    }
    variants
}

fn candidate<'m, 'a>(variant: &'m Variant<'a>) -> Candidate<'m, 'a> {
    Candidate {
        schema: &variant.schema,
        id: variant.at.id(),
        name: Some(&variant.name),
        given: given_tag(variant.at.node),
        span: variant.at.node.span,
        is_base: variant.is_base,
    }
}

/// What the tags of all variants are on the wire. Names that are not of the type of the field are not tags.
fn kind_of_all<'a>(
    types: &Types<'a>,
    all: &[Variant<'a>],
    tags: &mut [Tags],
    property: &str,
) -> Option<TagKind> {
    let kind = |tags: &[Tags]| {
        let values = tags.iter().flat_map(|tag| &tag.values);
        let schemas = all.iter().map(|variant| &variant.schema);
        kind_of(types, schemas, property, values)
    };
    if let Some(kind) = kind(tags) {
        return Some(kind);
    }
    for tag in tags.iter_mut().filter(|tag| tag.source.is_name()) {
        tag.values.clear();
    }
    let has_tags = tags.iter().any(|tag| !tag.values.is_empty());
    kind(tags).filter(|_| has_tags)
}

/// Keeps each tag for one variant: the one that the document states it for, or else the first by its name. Returns the
/// tags that each variant lost, with the names of the variants that have them.
fn keep_first(all: &[Variant<'_>], tags: &mut [Tags]) -> HashMap<usize, Vec<(String, String)>> {
    let mut order: Vec<(bool, &str, usize)> = all
        .iter()
        .zip(&*tags)
        .enumerate()
        .map(|(index, (variant, tags))| (tags.source.is_name(), variant.name.as_str(), index))
        .collect();
    order.sort_unstable();
    let mut owners: HashMap<String, &str> = HashMap::default();
    let mut lost: HashMap<usize, Vec<(String, String)>> = HashMap::default();
    for (_, name, index) in order {
        let (Some(variant), Some(tags)) = (all.get(index), tags.get_mut(index)) else {
            continue;
        };
        tags.values.retain(|tag| match owners.get(&tag.value) {
            Some(owner) => {
                let lost = lost.entry(variant.at.id()).or_default();
                lost.push((tag.value.clone(), (*owner).to_owned()));
                false
            }
            None => {
                owners.insert(tag.value.clone(), name);
                true
            }
        });
    }
    lost
}

/// Reports a schema that is not a variant, or that lacks one of its tags.
fn warn_of_lost<'a>(
    types: &mut Types<'a>,
    variant: &Variant<'a>,
    tags: &Tags,
    lost: Option<&Vec<(String, String)>>,
    property: &str,
) {
    let name = &variant.name;
    let lost = lost.and_then(|lost| lost.first());
    let message = match (lost, tags.values.is_empty()) {
        (None, false) => return,
        (None, true) => format!(
            "`{name}` is left out of the union, because its name is not a value of `{property}`, and the mapping does not \
             name it: clients do not know its values, and servers reject them"
        ),
        (Some((tag, owner)), true) => format!(
            "`{name}` is left out of the union: an object whose `{property}` is `{tag}` is read as `{owner}`"
        ),
        (Some((tag, owner)), false) => {
            format!("an object whose `{property}` is `{tag}` is read as `{owner}`, not as `{name}`")
        }
    };
    let span = variant.at.node.span;
    types.warnings.add(Topic::Union, span, &message);
}

/// The descendants that are variants themselves. A descendant with a discriminator for another
/// property is a union of the schemas that extend it. With the same property, these schemas are variants beside it.
fn inner_bases<'a>(
    types: &Types<'a>,
    descendants: Vec<(NodeRef<'a>, String)>,
    property: &str,
) -> Vec<(NodeRef<'a>, String)> {
    let discriminator = |at: NodeRef<'a>| {
        let own = own_discriminator(at);
        let is_base = own.is_some() || !types.components.descendants(at).is_empty();
        let found = own.or_else(|| inherited_discriminator(types, at));
        found
            .filter(|_| is_base)
            .and_then(|discriminator| property_name(discriminator.node))
    };
    let own: Vec<Option<Spanned<String>>> = descendants
        .iter()
        .map(|(at, _)| discriminator(*at))
        .collect();
    let mut inside: HashSet<usize> = HashSet::default();
    for ((at, _), own) in descendants.iter().zip(&own) {
        if own.as_ref().is_some_and(|own| own.value != property) {
            let inner = types.components.descendants(*at).into_iter();
            inside.extend(inner.map(|(at, _)| at.id()));
        }
    }
    let outside = descendants
        .into_iter()
        .zip(own)
        .filter(|((at, _), _)| !inside.contains(&at.id()))
        .map(|((at, name), own)| match own {
            Some(own) if own.value == property => (at.as_part(SchemaPart::WithoutTag), name),
            Some(_) | None => (at, name),
        });
    outside.collect()
}

/// The discriminator that a schema has itself, or in what it merges in place.
fn own_discriminator(at: NodeRef<'_>) -> Option<NodeRef<'_>> {
    let mut waiting = vec![at];
    while let Some(at) = waiting.pop() {
        if let Some(found) = at.get("discriminator") {
            return Some(found);
        }
        waiting.extend(at.get("allOf").into_iter().flat_map(NodeRef::items));
    }
    None
}

/// The discriminator of the nearest schema that a schema extends.
fn inherited_discriminator<'a>(types: &Types<'a>, at: NodeRef<'a>) -> Option<NodeRef<'a>> {
    let mut seen: HashSet<usize> = HashSet::default();
    let mut waiting = VecDeque::from([at]);
    while let Some(at) = waiting.pop_front() {
        if !seen.insert(at.id()) {
            continue;
        }
        if let Some(found) = at.get("discriminator") {
            return Some(found);
        }
        for member in at.get("allOf").into_iter().flat_map(NodeRef::items) {
            let reference = member.node.get("$ref");
            let target = reference.and_then(|reference| types.files.target(at.file, reference));
            waiting.push_back(target.unwrap_or(member));
        }
    }
    None
}

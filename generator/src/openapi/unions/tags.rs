//! Unions with a tag: a field that a discriminator names, or whose values differ from member to member.

use super::super::kinds::Kinds;
use super::super::references::{Key, NodeRef};
use super::super::schema::Schema;
use super::super::type_places::TypePlace;
use super::super::types::{SchemaType, Types};
use super::candidates::{Candidate, Tags, tags_by_id};
use super::discriminators::{Discriminator, property_name};
use super::entries::notes;
use super::members::Member;
use super::tag_values::{kind_of, tags_of};
use crate::api::TagKind;
use crate::document::{UnionEntry, VariantEntry};
use crate::hash::HashSet;
use crate::openapi::warnings::Topic;
use crate::source::{Span, Spanned};

/// Reports a discriminator that does not tell members apart.
pub(super) fn warn_of_no_effect(types: &mut Types<'_>, span: Span, why: &str) {
    let message = format!("the discriminator has no effect: {why}");
    types.warnings.add(Topic::Union, span, &message);
}

/// A union that has a tag.
pub(super) fn told_by_tag<'a>(
    types: &mut Types<'a>,
    members: &[Member<'a>],
    schema: &Schema<'a>,
    index: usize,
) -> Option<SchemaType> {
    if let Some(discriminator) = schema.discriminator
        && let Some(shape) = by_discriminator(types, members, discriminator, index)
    {
        return Some(shape);
    }
    let are_objects = members.iter().all(Member::is_object);
    if are_objects {
        by_constant(types, members, index)
    } else {
        None
    }
}

/// A union whose discriminator names the field with the tag.
fn by_discriminator<'a>(
    types: &mut Types<'a>,
    members: &[Member<'a>],
    discriminator: NodeRef<'a>,
    index: usize,
) -> Option<SchemaType> {
    let discriminator = Discriminator::read(types, discriminator)?;
    let property = discriminator.property.clone();
    let mut seen = HashSet::default();
    let mut is_variant = |member: &Member<'a>| {
        let is_mapped = discriminator.has(member.id);
        member.is_object() || is_inner(types, member, &property.value, is_mapped, &mut seen)
    };
    if !members.iter().all(&mut is_variant) {
        return None;
    }
    let candidates: Vec<Candidate<'_, 'a>> = members.iter().map(Member::candidate).collect();
    let found_tags = discriminator.tags(types, &candidates);
    let tags = found_tags.into_iter().collect::<Option<Vec<Tags>>>()?;
    let values: Vec<Vec<Spanned<String>>> = tags.iter().map(|tag| tag.values.clone()).collect();
    let kind = match told_apart(types, members, &property, &values) {
        Ok(kind) => kind,
        Err(why) => {
            warn_of_no_effect(types, property.span, &why);
            return None;
        }
    };
    discriminator.warn_unclear(types, &candidates, &tags);
    let of_all = tags_by_id(&candidates, &tags);
    discriminator.warn_unused(types, &of_all);
    let default = discriminator.default_tag(types, &of_all);
    if default.is_none() {
        warn_of_missing_tag(types, members, &property.value);
    }
    let tag = Tag {
        property,
        kind,
        default,
    };
    Some(tagged(types, members, tag, &values, index))
}

/// What the values of a tag are on the wire. The error is why they do not tell the members apart.
fn told_apart<'a>(
    types: &Types<'a>,
    members: &[Member<'a>],
    property: &str,
    values: &[Vec<Spanned<String>>],
) -> Result<TagKind, String> {
    if let Some(Spanned { value, .. }) = repeated(values) {
        return Err(format!(
            "several members have the value `{value}`, so fields tell them apart"
        ));
    }
    let schemas = members.iter().map(|member| &member.schema);
    let kind = kind_of(types, schemas, property, values.iter().flatten());
    kind.ok_or_else(|| {
        format!("not all values of `{property}` are of its type, so fields tell the members apart")
    })
}

/// Reports a member that may lack the tag.
fn warn_of_missing_tag(types: &mut Types<'_>, members: &[Member<'_>], property: &str) {
    let lacks_tag =
        |member: &&Member<'_>| member.is_object() && !member.schema.required.contains_key(property);
    if let Some(member) = members.iter().find(lacks_tag) {
        let message = format!(
            "`{property}`, which tells the variants apart, is not required by all of them: a value without it is refused"
        );
        types.warnings.add(Topic::Union, member.span, &message);
    }
}

/// Whether a member is a choice of objects that is a variant as a whole: its own discriminator names another
/// field. Otherwise, its members are variants of the outer union.
fn is_inner<'a>(
    types: &Types<'a>,
    member: &Member<'a>,
    property: &str,
    is_mapped: bool,
    seen: &mut HashSet<Key>,
) -> bool {
    let schema = &member.schema;
    let own = schema
        .discriminator
        .and_then(|discriminator| property_name(discriminator.node));
    let is_other = own.as_ref().is_none_or(|own| own.value != property);
    (is_mapped || own.is_some()) && is_other && are_objects(types, schema, seen)
}

/// Whether all members of a choice are objects, or choices of objects. `seen` are the members that were looked at
/// before: without it, choices that share their members would take exponential time.
fn are_objects<'a>(types: &Types<'a>, schema: &Schema<'a>, seen: &mut HashSet<Key>) -> bool {
    let members = |schema: &Schema<'a>| match schema.choices.as_slice() {
        [choices] => Some(choices.members.clone()),
        _ => None,
    };
    let Some(mut waiting) = members(schema) else {
        return false;
    };
    while let Some(member) = waiting.pop() {
        if !seen.insert(types.files.named_schema(member).key()) {
            continue;
        }
        let schema = types.files.schema(&[member]);
        match members(&schema) {
            Some(inner) => waiting.extend(inner),
            None if schema.choices.is_empty() && schema.kinds == Kinds::OBJECT => {}
            None => return false,
        }
    }
    true
}

/// A union of objects that have a required field in common, whose listed values differ from member to member.
fn by_constant<'a>(
    types: &mut Types<'a>,
    members: &[Member<'a>],
    index: usize,
) -> Option<SchemaType> {
    let first = members.first()?;
    let mut names: Vec<&Spanned<String>> = first
        .schema
        .properties
        .iter()
        .map(|property| property.name)
        .collect();
    let common_names = ["type", "kind", "object", "event", "role"];
    names.sort_by_key(|name| {
        let position = common_names.iter().position(|common| *common == name.value);
        position.unwrap_or(common_names.len())
    });
    for name in names {
        let is_required =
            |member: &Member<'_>| member.schema.required.contains_key(name.value.as_str());
        if !members.iter().all(is_required) {
            continue;
        }
        let listed: Option<Vec<Vec<Spanned<String>>>> = members
            .iter()
            .map(|member| tags_of(types, &member.schema, &name.value))
            .collect();
        let Some(values) = listed.filter(|values| repeated(values).is_none()) else {
            continue;
        };
        let schemas = members.iter().map(|member| &member.schema);
        if let Some(kind) = kind_of(types, schemas, &name.value, values.iter().flatten()) {
            let tag = Tag {
                property: name.clone(),
                kind,
                default: None,
            };
            return Some(tagged(types, members, tag, &values, index));
        }
    }
    None
}

/// The first tag that occurs twice.
fn repeated(tags: &[Vec<Spanned<String>>]) -> Option<&Spanned<String>> {
    let mut seen = HashSet::default();
    let mut all = tags.iter().flatten();
    all.find(|tag| !seen.insert(tag.value.as_str()))
}

/// The tag of a union.
struct Tag {
    property: Spanned<String>,
    /// The kind of its values on the wire.
    kind: TagKind,
    /// The value that an object without the property has.
    default: Option<Spanned<String>>,
}

/// Creates the union. `values` are the different values of the tag for each member.
fn tagged<'a>(
    types: &mut Types<'a>,
    members: &[Member<'a>],
    tag: Tag,
    values: &[Vec<Spanned<String>>],
    index: usize,
) -> SchemaType {
    let mut variants = Vec::with_capacity(members.len());
    for (member, values) in members.iter().zip(values) {
        let Some((first, also)) = values.split_first() else {
            continue;
        };
        let place = TypePlace::variant(index, member.schema.title.unwrap_or(&first.value));
        let mut ty = types.type_of(&member.parts, &place).ty;
        ty.nullable = false;
        variants.push(VariantEntry {
            also: also.to_vec(),
            notes: notes(member),
            ..VariantEntry::new(first.clone(), ty)
        });
    }
    SchemaType::union(UnionEntry {
        tag_kind: (tag.kind != TagKind::Text).then(|| Spanned::new(tag.kind, tag.property.span)),
        tag: vec![tag.property],
        default: tag.default,
        ..UnionEntry::untagged(variants)
    })
}

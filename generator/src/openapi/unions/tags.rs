//! Unions with a tag: a field that a discriminator names, or whose values differ from member to member.

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
use crate::naming;
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
    if let Some(discriminator) = schema.discriminator
        && let Some(shape) = by_discriminator(types, members, discriminator, index)
    {
        return Some(shape);
    }
    let are_objects = members.iter().all(Member::is_object);
    are_objects.then(|| by_constant(types, members, index))?
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
    let is_variant = |member: &Member<'a>| {
        let is_mapped = mapping.iter().any(|(_, id)| *id == member.id);
        member.is_object() || is_inner(types, member, &property.value, is_mapped)
    };
    if !members.iter().all(is_variant) {
        return None;
    }
    let tags = tags_of_members(types, members, &property.value, &mapping)?;
    if let Some(again) = repeated(&tags) {
        let what = format!(
            "the discriminator has no effect: several members have the value `{}`",
            again.value
        );
        types.warnings.add(Topic::Union, property.span, &what);
        return None;
    }
    let default = default_of(types, members, discriminator, &tags);
    tagged(types, members, (property, default), &tags, index)
}

/// Whether a member is a choice of objects that is a variant as a whole: the values of its own discriminator are those of
/// another field. Otherwise, its members are variants of the outer union.
fn is_inner<'a>(types: &Types<'a>, member: &Member<'a>, property: &str, is_mapped: bool) -> bool {
    let schema = &member.schema;
    let own = schema.discriminator.and_then(|of| property_name(of.node));
    let is_other = own.as_ref().is_none_or(|own| own.value != property);
    (is_mapped || own.is_some()) && is_other && are_objects(types, schema, 0)
}

/// Whether all members of a choice are objects, or choices of objects.
fn are_objects<'a>(types: &Types<'a>, schema: &Schema<'a>, depth: usize) -> bool {
    let [choices] = schema.choices.as_slice() else {
        return false;
    };
    choices.members.iter().all(|member| {
        let schema = types.files.schema(&[*member]);
        match schema.choices.is_empty() {
            true => schema.kinds == Kinds::OBJECT,
            false => depth < 8 && are_objects(types, &schema, depth + 1),
        }
    })
}

/// The tags of each member: the values that it declares, the values of the mapping, or its name.
fn tags_of_members<'a>(
    types: &Types<'a>,
    members: &[Member<'a>],
    property: &str,
    mapping: &[(Spanned<String>, usize)],
) -> Option<Vec<Vec<Spanned<String>>>> {
    let declared = members.iter();
    let declared: Vec<Option<Vec<Spanned<String>>>> = declared
        .map(|member| tags_of(types, &member.schema, property))
        .collect();
    let all: Vec<Vec<Spanned<String>>> = declared.iter().flatten().cloned().collect();
    // An enumeration that all members share does not tell them apart.
    let is_shared = repeated(&all).is_some();
    let tags = members.iter().zip(declared).map(|(member, declared)| {
        let mapped = mapping.iter().filter(|(_, id)| *id == member.id);
        let mapped: Vec<Spanned<String>> = mapped.map(|(tag, _)| tag.clone()).collect();
        let name = || {
            let name = member.component.as_ref()?;
            let name = match &declared {
                Some(declared) => spelled_like(name, declared),
                None => name.clone(),
            };
            Some(vec![Spanned::new(name, member.span)])
        };
        match &declared {
            Some(tags) if tags.len() == 1 => Some(tags.clone()),
            Some(tags) if mapped.is_empty() && !is_shared => Some(tags.clone()),
            Some(_) | None if !mapped.is_empty() => Some(mapped),
            Some(_) | None => name(),
        }
    });
    tags.collect()
}

/// The value that is the same word as a name, such as `cat` for `Cat`. If there is none, the name itself.
fn spelled_like(name: &str, values: &[Spanned<String>]) -> String {
    let same = |value: &&Spanned<String>| {
        value.value == name || naming::plain_snake(&value.value) == naming::plain_snake(name)
    };
    let exact = values.iter().find(|value| value.value == name);
    let found = exact.or_else(|| values.iter().find(same));
    found.map_or_else(|| name.to_owned(), |value| value.value.clone())
}

/// The tag of the member that `defaultMapping` names (OpenAPI 3.2). An object without a tag is such a member.
fn default_of<'a>(
    types: &mut Types<'a>,
    members: &[Member<'a>],
    discriminator: At<'a>,
    tags: &[Vec<Spanned<String>>],
) -> Option<Spanned<String>> {
    let named = discriminator.get("defaultMapping")?;
    let target = named_schema(types, named.file, named.node.as_text()?);
    let found = members.iter().position(|of| Some(of.id) == target);
    let tag = found.and_then(|at| tags.get(at)?.first());
    if tag.is_none() {
        let what = "`defaultMapping` has no effect: it does not name a member of the union";
        types.warnings.add(Topic::Union, named.node.span, what);
    }
    Some(Spanned::new(tag?.value.clone(), named.node.span))
}

/// The name of the field with the tag. In Swagger, the discriminator is only this name.
pub(super) fn property_name(discriminator: &Node) -> Option<Spanned<String>> {
    let name = match &discriminator.kind {
        NodeKind::Text(_) => discriminator,
        _ => discriminator.get("propertyName")?,
    };
    let text = name.as_text()?;
    Some(Spanned::new(text.to_owned(), name.span))
}

/// The tags in `mapping`, each with the node of its schema.
pub(super) fn mapping<'a>(
    types: &Types<'a>,
    discriminator: At<'a>,
) -> Vec<(Spanned<String>, usize)> {
    let Some(mapping) = discriminator.get("mapping") else {
        return Vec::new();
    };
    let entries = mapping.node.entries().iter();
    let found = entries.filter_map(|(tag, value)| {
        let target = named_schema(types, mapping.file, value.as_text()?)?;
        Some((tag.clone(), target))
    });
    found.collect()
}

/// The node of a schema that a discriminator names by a reference, or by the name of a component.
fn named_schema<'a>(types: &Types<'a>, file: usize, text: &'a str) -> Option<usize> {
    let files = types.files;
    let target = files.resolve(file, text).or_else(|| {
        let schemas = files.root()?.get("components")?.get("schemas")?;
        schemas.get(text)
    })?;
    Some(files.named_schema(target).id())
}

/// The values that the schema of a field lists; `None` if it lists none.
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

/// A union of objects that have a required field in common, whose listed values differ from member to member.
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
            return tagged(types, members, (name.clone(), None), &tags, index);
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

/// Creates the union. All tags are different; `default` is the tag of an object without one.
fn tagged<'a>(
    types: &mut Types<'a>,
    members: &[Member<'a>],
    (tag, default): (Spanned<String>, Option<Spanned<String>>),
    tags: &[Vec<Spanned<String>>],
    index: usize,
) -> Option<Shape> {
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
            text: None,
            also: also.to_vec(),
            rust_name: None,
            notes: notes(member),
        });
    }
    Some(Shape::Type(TypeEntryKind::Union(Box::new(UnionEntry {
        variants,
        tag: vec![tag],
        of,
        default,
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
    // The fields whose type is not a string.
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

//! Collects the tags that unions want of objects.

use super::Tag;
use crate::api::TagKind;
use crate::document::{Document, FieldEntry, TypeEntryKind, TypeExprKind};
use crate::hash::{HashMap, HashSet};
use crate::openapi::type_uses::{used_in, used_outside_of_types};
use crate::openapi::types_by_name::TypesByName;

/// The tags that unions want of each object, in the order of the unions.
pub(super) fn wanted(
    document: &Document,
    used_directly: &HashSet<String>,
) -> Vec<(String, Vec<Tag>)> {
    let types = TypesByName::of(&document.types);
    let mut found = ObjectTags::default();
    for (index, entry) in document.types.iter().enumerate() {
        let Some(union) = entry.kind.union() else {
            continue;
        };
        let [field] = union.tag.as_slice() else {
            continue;
        };
        for (position, variant) in union.variants.iter().enumerate() {
            let Some(TypeExprKind::Named(name)) = variant.ty.as_ref().map(|ty| &ty.kind) else {
                continue;
            };
            let objects = objects(&types, name);
            let declares = |name: &String| has_field(&types, name, &field.value);
            let default = union.default.as_ref();
            let tag = Tag {
                field: field.value.clone(),
                values: variant.tags().cloned().collect(),
                kind: union
                    .tag_kind
                    .as_ref()
                    .map_or(TagKind::Text, |kind| kind.value),
                is_in_declaring_union: objects.len() > 1 && objects.iter().any(declares),
                is_default: default.is_some_and(|default| default.value == variant.name.value),
                is_direct: objects.as_slice() == [name.clone()],
                is_union_used_directly: used_directly.contains(&entry.name.value),
                uses: vec![(index, position)],
            };
            for object in objects {
                found.add(object, &tag);
            }
        }
    }
    found.all
}

/// The tags of objects.
#[derive(Default)]
struct ObjectTags {
    all: Vec<(String, Vec<Tag>)>,
    /// The index of each object.
    indexes: HashMap<String, usize>,
    /// The index of each tag of an object, by its field and its values.
    known: HashMap<(String, String, Vec<String>), usize>,
}

impl ObjectTags {
    /// Adds a tag of an object. In all unions with the same field and values, it is the same tag.
    fn add(&mut self, object: String, tag: &Tag) {
        let object_index = *self.indexes.entry(object.clone()).or_insert_with(|| {
            self.all.push((object.clone(), Vec::new()));
            self.all.len() - 1
        });
        let Some((_, tags)) = self.all.get_mut(object_index) else {
            return;
        };
        let texts = tag.values.iter().map(|value| value.value.clone());
        let key = (object, tag.field.clone(), texts.collect());
        let tag_index = *self.known.entry(key).or_insert(tags.len());
        let Some(known) = tags.get_mut(tag_index) else {
            tags.push(tag.clone());
            return;
        };
        known.is_in_declaring_union |= tag.is_in_declaring_union;
        known.is_default |= tag.is_default;
        known.is_direct &= tag.is_direct;
        known.is_union_used_directly |= tag.is_union_used_directly;
        known.uses.extend(&tag.uses);
    }
}

/// The types that are used other than as variants of a union with a tag.
pub(super) fn used_directly(document: &mut Document) -> HashSet<String> {
    let mut names = used_outside_of_types(document);
    for entry in &mut document.types {
        if matches!(&entry.kind, TypeEntryKind::Union(union) if union.tag.len() == 1) {
            continue;
        }
        names.extend(used_in(entry));
    }
    names
}

/// The objects that a type may be: the type itself, or the objects of the variants of a union.
fn objects(types: &TypesByName<'_>, name: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut seen: HashSet<&str> = HashSet::default();
    let mut waiting = vec![name];
    while let Some(name) = waiting.pop() {
        match types.get(name) {
            Some(TypeEntryKind::Union(union)) if union.value.is_none() => {
                let inner = union
                    .variants
                    .iter()
                    .rev()
                    .filter_map(|variant| variant.ty.as_ref())
                    .filter_map(|ty| ty.named().map(|name| name.value));
                waiting.extend(inner.filter(|name| seen.insert(name)));
            }
            _ => found.push(name.to_owned()),
        }
    }
    found
}

/// Whether a type is an object with a field of this name.
fn has_field(types: &TypesByName<'_>, name: &str, field: &str) -> bool {
    let fields = types.get(name).and_then(TypeEntryKind::object);
    fields.is_some_and(|fields| FieldEntry::find(fields, field).is_some())
}

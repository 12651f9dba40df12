//! The tags of unions among the fields of their variants.

mod placement;
mod wanted;

use std::iter;

use super::{new_name, variant_type};
use crate::api::{EnumKind, Integer, Openness, Scalar, TagKind};
use crate::document::{
    Document, EnumValueEntry, FieldEntry, Notes, TypeEntry, TypeEntryKind, TypeExpr, TypeExprKind,
    VariantEntry,
};
use crate::hash::{HashMap, HashSet};
use crate::node::{Node, NodeKind};
use crate::openapi::identifiers::Taken;
use crate::openapi::warnings::{Topic, Warnings};
use crate::source::{Span, Spanned};
use placement::{Object, Placement, plan};
use wanted::{used_directly, wanted};

/// Makes the tags of unions constants of their variants. An object that has different tags in two unions has none
/// itself, or becomes a type for each of them.
pub(super) fn set(
    document: &mut Document,
    taken: &mut Taken,
    closed: &mut HashSet<String>,
    warnings: &mut Warnings,
) {
    let types = document.types.iter().enumerate();
    let indexes: HashMap<String, usize> = types
        .map(|(index, entry)| (entry.name.value.clone(), index))
        .collect();
    let used_directly = used_directly(document);
    let mut new = NewTypes {
        taken,
        closed,
        added: Vec::new(),
    };
    for (name, tags) in wanted(document, &used_directly) {
        let Some(index) = indexes.get(&name).copied() else {
            continue;
        };
        let Some(entry) = document.types.get(index).cloned() else {
            continue;
        };
        let is_used_directly = used_directly.contains(&name);
        let Some(plan) = plan_object(&entry, &tags, is_used_directly) else {
            continue;
        };
        for tag in plan.tags(Placement::Conflict) {
            warn_of_conflict(&name, tag, warnings);
        }
        apply_plan(&plan, document, &indexes, &mut new);
    }
    document.types.extend(new.added);
}

/// An object with tags, and the placement of each tag.
struct ObjectPlan<'t> {
    entry: &'t TypeEntry,
    /// Whether the object is used other than as a variant of a union with a tag.
    is_used_directly: bool,
    placements: Vec<(&'t Tag, Placement)>,
}

impl<'t> ObjectPlan<'t> {
    /// The tags with a placement.
    fn tags(&self, wanted: Placement) -> impl Iterator<Item = &'t Tag> {
        let placements = self.placements.iter();
        let found = placements.filter(move |(_, placement)| *placement == wanted);
        found.map(|(tag, _)| *tag)
    }
}

/// Decides where the tags of a type go; `None` if it is not an object.
fn plan_object<'t>(
    entry: &'t TypeEntry,
    tags: &'t [Tag],
    is_used_directly: bool,
) -> Option<ObjectPlan<'t>> {
    let object = Object {
        fields: entry.kind.object()?,
        is_used_directly,
    };
    Some(ObjectPlan {
        entry,
        is_used_directly,
        placements: tags.iter().zip(plan(&object, tags)).collect(),
    })
}

/// Adds the copies of an object, and adds and removes its fields.
fn apply_plan(
    plan: &ObjectPlan<'_>,
    document: &mut Document,
    indexes: &HashMap<String, usize>,
    new: &mut NewTypes<'_>,
) {
    let own: Vec<&Tag> = plan.tags(Placement::Own).collect();
    for tag in plan.tags(Placement::Copy) {
        let others = own.iter().copied().filter(|own| own.field != tag.field);
        let outer = others.filter(|own| has_union_of(document, indexes, own, tag));
        let all: Vec<&Tag> = iter::once(tag).chain(outer).collect();
        copy(document, plan.entry, &all, new);
    }
    let removed: HashSet<&str> = plan
        .tags(Placement::Removed)
        .map(|tag| tag.field.as_str())
        .collect();
    let name = &plan.entry.name.value;
    let index = indexes.get(name).copied();
    if let Some(fields) = index.and_then(|index| fields_of(document, index)) {
        fields.retain(|field| !removed.contains(field.name.value.as_str()));
        for tag in own {
            tag.apply(fields, name, plan.is_used_directly, new);
        }
    }
}

/// The types that are added for tags.
struct NewTypes<'t> {
    taken: &'t mut Taken,
    /// The names of types that keep exactly their values.
    closed: &'t mut HashSet<String>,
    added: Vec<TypeEntry>,
}

fn warn_of_conflict(name: &str, tag: &Tag, warnings: &mut Warnings) {
    let message = format!(
        "`{name}` has another value of `{}` elsewhere, and is sent with that value here, too",
        tag.field
    );
    let help = "give the variants separate schemas".to_owned();
    warnings.add_with_help(Topic::Union, tag.span(), &message, help);
}

/// Adds a copy of an object for the unions that have the first of these tags. The unions around these unions have the
/// other tags.
fn copy(document: &mut Document, entry: &TypeEntry, tags: &[&Tag], new: &mut NewTypes<'_>) {
    let Some(first) = tags.first() else { return };
    let mut copy = entry.clone();
    let union = first
        .uses
        .first()
        .and_then(|(union, _)| document.types.get(*union));
    let union_name = union.map_or("", |union| &union.name.value);
    copy.name.value = new_name(&format!("{union_name} {}", entry.name.value), new.taken);
    if let TypeEntryKind::Object { fields, .. } = &mut copy.kind {
        for tag in tags {
            // The unions with the first tag may be used without the unions with the other tags.
            let may_lack_tag = tag.field != first.field && first.is_union_used_directly;
            tag.apply(fields, &copy.name.value, may_lack_tag, new);
        }
    }
    for (union, variant) in &first.uses {
        if let Some(ty) = variant_type(document, *union, *variant) {
            ty.kind = TypeExprKind::Named(copy.name.value.clone());
        }
    }
    new.added.push(copy);
}

/// Whether a union with one tag is inside of a variant that has the other tag.
fn has_union_of(
    document: &Document,
    indexes: &HashMap<String, usize>,
    outer: &Tag,
    inner: &Tag,
) -> bool {
    let variants = |index: usize| {
        let entry = document.types.get(index);
        let union = entry.and_then(|entry| entry.kind.union());
        union.map_or(&[][..], |union| &union.variants)
    };
    let index_of =
        |variant: &VariantEntry| indexes.get(variant.ty.as_ref()?.named()?.value).copied();
    let uses = outer.uses.iter();
    let mut waiting: Vec<usize> = uses
        .filter_map(|(union, variant)| index_of(variants(*union).get(*variant)?))
        .collect();
    let mut seen: HashSet<usize> = waiting.iter().copied().collect();
    while let Some(index) = waiting.pop() {
        if inner.uses.iter().any(|(union, _)| *union == index) {
            return true;
        }
        let next = variants(index).iter().filter_map(index_of);
        waiting.extend(next.filter(|index| seen.insert(*index)));
    }
    false
}

fn fields_of(document: &mut Document, index: usize) -> Option<&mut Vec<FieldEntry>> {
    let TypeEntryKind::Object { fields, .. } = &mut document.types.get_mut(index)?.kind else {
        return None;
    };
    Some(fields)
}

/// A tag that unions want of an object.
#[derive(Clone)]
struct Tag {
    field: String,
    values: Vec<Spanned<String>>,
    /// The kind of its values on the wire.
    kind: TagKind,
    /// Whether the object is in an inner union, of which at least one variant declares the tag of the outer union. All
    /// variants of the inner union then have the field, even if they do not declare it: either all of them do, or none.
    is_in_declaring_union: bool,
    /// Whether an object without a tag is this variant.
    is_default: bool,
    /// Whether the object itself is the variant, and not a variant of a variant.
    is_direct: bool,
    /// Whether a union with this tag is used other than as a variant of a union with a tag.
    is_union_used_directly: bool,
    /// The unions and variants with this tag.
    uses: Vec<(usize, usize)>,
}

impl Tag {
    fn span(&self) -> Span {
        self.values
            .first()
            .map_or(Span::default(), |value| value.span)
    }

    /// Makes the tag a field. `may_lack_tag` is whether the object is also used without the unions that have the tag:
    /// there, its field is optional if the document says so.
    fn apply(
        &self,
        fields: &mut Vec<FieldEntry>,
        owner: &str,
        may_lack_tag: bool,
        new: &mut NewTypes<'_>,
    ) {
        let Some(field) = self.field_in(fields) else {
            return;
        };
        // A constant is always written, so reading is all that differs.
        field.optional &= self.values.len() == 1 && (may_lack_tag || self.is_default);
        field.ty.nullable = false;
        field.default = None;
        field.example = None;
        field.only_in = None;
        field.constraints = Default::default();
        if let [only] = self.values.as_slice() {
            let (kind, scalar) = self.constant(&only.value);
            field.ty.kind = TypeExprKind::Scalar(scalar);
            field.rust_name = None;
            field.constant = Some(Box::new(Node {
                span: only.span,
                kind,
            }));
            return;
        }
        let name = new_name(&format!("{owner} {}", self.field), new.taken);
        new.added
            .push(self.enumeration(Spanned::new(name.clone(), field.name.span)));
        new.closed.insert(name.clone());
        field.constant = None;
        field.ty.kind = TypeExprKind::Named(name);
    }

    /// The field of the tag, which is added if the object lacks it.
    fn field_in<'f>(&self, fields: &'f mut Vec<FieldEntry>) -> Option<&'f mut FieldEntry> {
        let position = fields
            .iter()
            .position(|field| field.name.value == self.field)
            .unwrap_or_else(|| {
                let ty = TypeExpr::new(TypeExprKind::Scalar(Scalar::String), self.span());
                let name = Spanned::new(self.field.clone(), self.span());
                fields.insert(0, FieldEntry::required(name, ty));
                0
            });
        fields.get_mut(position)
    }

    /// The only value of the tag, and its type.
    fn constant(&self, value: &str) -> (NodeKind, Scalar) {
        let text = || (NodeKind::Text(value.to_owned()), Scalar::String);
        match self.kind {
            TagKind::Text => text(),
            TagKind::Integer => value.parse::<i64>().map_or_else(
                |_| text(),
                |number| {
                    let kind = NodeKind::Integer(Box::new(number.into()), value.to_owned());
                    (kind, Scalar::Integer(Integer::Int64))
                },
            ),
            TagKind::Boolean => value
                .parse()
                .map_or_else(|_| text(), |value| (NodeKind::Bool(value), Scalar::Boolean)),
        }
    }

    /// An enumeration of the values of the tag.
    fn enumeration(&self, name: Spanned<String>) -> TypeEntry {
        let values = self.values.iter().map(|value| EnumValueEntry {
            value: value.clone(),
            rust_name: None,
            notes: Notes::default(),
        });
        let kind = TypeEntryKind::Enum {
            values: values.collect(),
            open: Openness::Closed,
            value_kind: match self.kind {
                TagKind::Text => EnumKind::Text,
                TagKind::Integer => EnumKind::Integer,
                TagKind::Boolean => EnumKind::Boolean,
            },
        };
        TypeEntry::new(name, kind)
    }
}

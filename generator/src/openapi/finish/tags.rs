//! The tags of unions among the fields of their variants.

use super::{Types, kinds, new_name, used_outside_of_types};
use crate::api::{EnumKind, Integer, Openness, Scalar, Sensitivity, TagKind};
use crate::document::{
    Document, EnumValueEntry, FieldEntry, Notes, TypeEntry, TypeEntryKind, TypeExpr, TypeExprKind,
};
use crate::hash::{HashMap, HashSet};
use crate::node::{Node, NodeKind};
use crate::openapi::taken::Taken;
use crate::openapi::unions::integer_text;
use crate::openapi::warnings::{Topic, Warnings};
use crate::source::{Span, Spanned};

/// Makes the tags of unions constants of their variants. An object that has different tags in two unions has none itself, or
/// becomes a type for each of them.
pub(super) fn set(
    document: &mut Document,
    taken: &mut Taken,
    closed: &mut HashSet<String>,
    warnings: &mut Warnings,
) {
    let places: HashMap<String, usize> = document
        .types
        .iter()
        .enumerate()
        .map(|(index, entry)| (entry.name.value.clone(), index))
        .collect();
    let outside = outside(document);
    let mut added: Vec<TypeEntry> = Vec::new();
    for (name, tags) in wanted(document, &outside) {
        let Some(index) = places.get(&name) else {
            continue;
        };
        let Some(entry) = document.types.get(*index).cloned() else {
            continue;
        };
        let TypeEntryKind::Object { fields, .. } = &entry.kind else {
            continue;
        };
        let mut own: Vec<&Tag> = Vec::new();
        let mut copied: Vec<&Tag> = Vec::new();
        let is_outside = outside.contains(&name);
        let mut removed: HashSet<&str> = HashSet::default();
        for (tag, what) in tags.iter().zip(plan(fields, &tags, is_outside)) {
            match what {
                What::Nothing => {}
                What::Remove => _ = removed.insert(&tag.field),
                What::Own => own.push(tag),
                What::Copy => copied.push(tag),
                What::Conflict => {
                    let what = format!(
                        "`{name}` has another value of `{}` elsewhere, and is sent with that value here, too",
                        tag.field
                    );
                    let span = tag.values.first().map_or(Span::default(), |of| of.span);
                    warnings.add(Topic::Union, span, &what);
                }
            }
        }
        for tag in copied {
            let mut copy = entry.clone();
            let union = tag
                .uses
                .first()
                .and_then(|(union, _)| document.types.get(*union));
            let union = union.map_or("", |union| &union.name.value);
            copy.name.value = new_name(&format!("{union} {name}"), taken);
            if let TypeEntryKind::Object { fields, .. } = &mut copy.kind {
                tag.apply(fields, &copy.name.value, false, (taken, &mut added, closed));
            }
            for (union, variant) in &tag.uses {
                if let Some(TypeEntry {
                    kind: TypeEntryKind::Union(union),
                    ..
                }) = document.types.get_mut(*union)
                    && let Some(variant) = union.variants.get_mut(*variant)
                    && let Some(ty) = &mut variant.ty
                {
                    ty.kind = TypeExprKind::Named(copy.name.value.clone());
                }
            }
            added.push(copy);
        }
        if let Some(fields) = fields_of(document, *index) {
            fields.retain(|of| !removed.contains(of.name.value.as_str()));
            for tag in own {
                tag.apply(fields, &name, is_outside, (taken, &mut added, closed));
            }
        }
    }
    document.types.extend(added);
}

fn fields_of(document: &mut Document, index: usize) -> Option<&mut Vec<FieldEntry>> {
    match &mut document.types.get_mut(index)?.kind {
        TypeEntryKind::Object { fields, .. } => Some(fields),
        TypeEntryKind::Tuple(_)
        | TypeEntryKind::Enum { .. }
        | TypeEntryKind::Newtype { .. }
        | TypeEntryKind::Alias { .. }
        | TypeEntryKind::Union(_) => None,
    }
}

/// The tags that unions want of each object, in the order of the unions.
fn wanted(document: &Document, outside: &HashSet<String>) -> Vec<(String, Vec<Tag>)> {
    let kinds = kinds(document);
    let mut all: Vec<(String, Vec<Tag>)> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::default();
    let mut known: HashMap<(String, String, Vec<String>), usize> = HashMap::default();
    for (index, entry) in document.types.iter().enumerate() {
        let TypeEntryKind::Union(union) = &entry.kind else {
            continue;
        };
        let [field] = union.tag.as_slice() else {
            continue;
        };
        for (place, variant) in union.variants.iter().enumerate() {
            let Some(TypeExprKind::Named(name)) = variant.ty.as_ref().map(|ty| &ty.kind) else {
                continue;
            };
            let objects = objects(&kinds, name);
            let is_direct = objects.as_slice() == [name.clone()];
            let declares = |name: &String| has_field(&kinds, name, &field.value);
            // Either all variants of a union in a union declare the tag of the outer one, or none.
            let is_declared = objects.len() > 1 && objects.iter().any(declares);
            let is_default = union
                .default
                .as_ref()
                .is_some_and(|of| of.value == variant.name.value);
            let values = std::iter::once(&variant.name).chain(&variant.also);
            let values: Vec<Spanned<String>> = values.cloned().collect();
            let texts: Vec<String> = values.iter().map(|of| of.value.clone()).collect();
            for name in objects {
                let at = *places.entry(name.clone()).or_insert_with(|| {
                    all.push((name.clone(), Vec::new()));
                    all.len() - 1
                });
                let Some((_, tags)) = all.get_mut(at) else {
                    continue;
                };
                let key = (name, field.value.clone(), texts.clone());
                let tag = *known.entry(key).or_insert_with(|| {
                    tags.push(Tag {
                        field: field.value.clone(),
                        values: values.clone(),
                        kind: union.of.as_ref().map_or(TagKind::Text, |of| of.value),
                        is_declared: false,
                        is_default: false,
                        is_direct: true,
                        is_used: false,
                        uses: Vec::new(),
                    });
                    tags.len() - 1
                });
                if let Some(tag) = tags.get_mut(tag) {
                    tag.is_declared |= is_declared;
                    tag.is_default |= is_default;
                    tag.is_direct &= is_direct;
                    tag.is_used |= outside.contains(&entry.name.value);
                    tag.uses.push((index, place));
                }
            }
        }
    }
    all
}

/// The types that something else than a union with a tag uses.
fn outside(document: &mut Document) -> HashSet<String> {
    let mut names = used_outside_of_types(document);
    for entry in &mut document.types {
        if matches!(&entry.kind, TypeEntryKind::Union(union) if union.tag.len() == 1) {
            continue;
        }
        entry.visit_types(&mut |_, ty| {
            names.extend(ty.named().map(|name| name.value.to_owned()));
        });
    }
    names
}

/// The objects that a type may be: the type itself, or the objects of the variants of a union.
fn objects(types: &Types<'_>, name: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut seen: HashSet<&str> = HashSet::default();
    let mut waiting = vec![name];
    while let Some(name) = waiting.pop() {
        match types.get(name) {
            Some(TypeEntryKind::Union(union)) if union.value.is_none() => {
                let inner = union.variants.iter().rev().filter_map(|of| of.ty.as_ref());
                let inner = inner.filter_map(|ty| ty.named().map(|name| name.value));
                waiting.extend(inner.filter(|name| seen.insert(name)));
            }
            _ => found.push(name.to_owned()),
        }
    }
    found
}

/// Whether a type is an object with a field of this name.
fn has_field(types: &Types<'_>, name: &str, field: &str) -> bool {
    matches!(types.get(name), Some(TypeEntryKind::Object { fields, .. })
        if fields.iter().any(|of| of.name.value == field))
}

/// What happens with a tag of an object.
enum What {
    /// The union reads and writes it, and the object lacks the field.
    Nothing,
    /// The union reads and writes it, and the object loses the field.
    Remove,
    /// It is a field of the object.
    Own,
    /// It is a field of a copy of the object, for the unions with this tag.
    Copy,
    /// The object has another tag already.
    Conflict,
}

/// Decides how an object gets its tags. `is_outside` is whether it is used outside of unions with a tag, where it has the
/// fields that the document states.
fn plan(fields: &[FieldEntry], tags: &[Tag], is_outside: bool) -> Vec<What> {
    let field = |tag: &Tag| fields.iter().find(|of| of.name.value == tag.field);
    let needs_field = |tag: &Tag| field(tag).is_some() || tag.values.len() > 1 || tag.is_declared;
    // Whether the document states this value for the object wherever it is.
    let is_stated = |tag: &Tag| {
        let constant = field(tag).and_then(|field| field.constant.as_deref());
        let text = constant.and_then(|constant| match tag.kind {
            TagKind::Integer => integer_text(constant),
            TagKind::Text | TagKind::Boolean => constant.scalar_text(),
        });
        matches!(tag.values.as_slice(), [only] if text.as_ref() == Some(&only.value))
    };
    let exclude = |one: &Tag, other: &Tag| {
        one.field == other.field
            || one.is_direct && other.is_direct && !is_stated(one) && !is_stated(other)
    };
    let needed: Vec<&Tag> = tags.iter().filter(|tag| needs_field(tag)).collect();
    let has_conflict = match needed.split_first() {
        Some((first, rest)) => rest.iter().any(|tag| exclude(first, tag)),
        None => false,
    };
    // Each union can read and write the tag itself if nothing else reads the object: not even a union in these unions.
    let is_removed = |tag: &Tag| {
        let mut same = tags.iter().filter(|of| of.field == tag.field);
        let mut others = tags.iter().filter(|of| of.field != tag.field);
        needed.iter().filter(|of| of.field == tag.field).count() > 1
            && !is_outside
            && same.all(|of| of.values.len() == 1)
            && !others.any(|of| of.is_used)
    };
    let mut removed: HashMap<&str, bool> = HashMap::default();
    for tag in &needed {
        let field = removed.entry(&tag.field);
        field.or_insert_with(|| is_removed(tag));
    }
    let mut own: Vec<&Tag> = Vec::new();
    let mut plan: Vec<What> = tags.iter().map(|_| What::Nothing).collect();
    // Objects in unions in unions cannot be copied, so their tags come first.
    let mut order: Vec<usize> = (0..tags.len()).collect();
    order.sort_by_key(|index| tags.get(*index).is_some_and(|tag| tag.is_direct));
    for index in order {
        let Some(tag) = tags.get(index).filter(|tag| needs_field(tag)) else {
            continue;
        };
        if removed.get(tag.field.as_str()) == Some(&true) {
            if let Some(of) = plan.get_mut(index) {
                *of = What::Remove;
            }
            continue;
        }
        let is_excluded = own.iter().any(|of| exclude(of, tag));
        let is_optional = field(tag).is_some_and(|field| field.optional);
        // An object that has different tags, or none, elsewhere.
        let is_other =
            is_outside && (has_conflict && !is_stated(tag) || tag.values.len() > 1 && is_optional);
        let what = match (is_excluded || is_other, tag.is_direct) {
            (true, true) => What::Copy,
            (true, false) if is_excluded => What::Conflict,
            (true | false, _) => {
                own.push(tag);
                What::Own
            }
        };
        if let Some(of) = plan.get_mut(index) {
            *of = what;
        }
    }
    plan
}

/// The field of a variant that tells it from others.
struct Tag {
    field: String,
    values: Vec<Spanned<String>>,
    /// What its values are on the wire.
    kind: TagKind,
    /// Whether an object without the field gets it.
    is_declared: bool,
    /// Whether an object without a tag is this variant.
    is_default: bool,
    /// Whether the object itself is the variant, and not a variant of a variant.
    is_direct: bool,
    /// Whether a union with this tag is used outside of unions with a tag.
    is_used: bool,
    /// The unions and variants with this tag.
    uses: Vec<(usize, usize)>,
}

impl Tag {
    /// Makes the tag a field. `is_outside` is whether the object is used outside of unions with a tag: there, its field is
    /// optional if the document says so.
    fn apply(
        &self,
        fields: &mut Vec<FieldEntry>,
        owner: &str,
        is_outside: bool,
        (taken, added, closed): (&mut Taken, &mut Vec<TypeEntry>, &mut HashSet<String>),
    ) {
        let position = fields.iter().position(|of| of.name.value == self.field);
        let position = position.unwrap_or_else(|| {
            let span = self.values.first().map_or(Span::default(), |of| of.span);
            let ty = TypeExpr::new(TypeExprKind::Scalar(Scalar::String), span);
            let name = Spanned::new(self.field.clone(), span);
            fields.insert(0, FieldEntry::required(name, ty));
            0
        });
        let Some(field) = fields.get_mut(position) else {
            return;
        };
        // A constant is always written, so reading is all that differs.
        field.optional &= self.values.len() == 1 && (is_outside || self.is_default);
        field.ty.nullable = false;
        field.default = None;
        field.example = None;
        field.only_in = None;
        field.constraints = Default::default();
        if let [only] = self.values.as_slice() {
            let text = || (NodeKind::Text(only.value.clone()), Scalar::String);
            let (kind, scalar) = match self.kind {
                TagKind::Text => text(),
                TagKind::Integer => only.value.parse::<i64>().map_or_else(
                    |_| text(),
                    |number| {
                        let kind = NodeKind::Integer(Box::new(number.into()), only.value.clone());
                        (kind, Scalar::Integer(Integer::Int64))
                    },
                ),
                TagKind::Boolean => only
                    .value
                    .parse()
                    .map_or_else(|_| text(), |value| (NodeKind::Bool(value), Scalar::Boolean)),
            };
            field.ty.kind = TypeExprKind::Scalar(scalar);
            field.rust_name = None;
            field.constant = Some(Box::new(Node {
                span: only.span,
                kind,
            }));
            return;
        }
        let name = new_name(&format!("{owner} {}", self.field), taken);
        let values = self.values.iter().map(|value| EnumValueEntry {
            value: value.clone(),
            rust_name: None,
            notes: Notes::default(),
        });
        let span = field.name.span;
        added.push(TypeEntry {
            name: Spanned::new(name.clone(), span),
            notes: Notes::default(),
            sensitivity: Sensitivity::Public,
            kind: TypeEntryKind::Enum {
                values: values.collect(),
                open: Openness::Closed,
                of: match self.kind {
                    TagKind::Text => EnumKind::Text,
                    TagKind::Integer => EnumKind::Integer,
                    TagKind::Boolean => EnumKind::Boolean,
                },
            },
            example: None,
            xml: None,
            input_of: None,
        });
        closed.insert(name.clone());
        field.constant = None;
        field.ty.kind = TypeExprKind::Named(name);
    }
}

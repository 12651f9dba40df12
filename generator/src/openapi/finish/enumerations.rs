//! Enumerations in unions without a tag.

use super::{new_name, variant_type};
use crate::api::{EnumKind, JsonKind};
use crate::document::{Document, TypeEntry, TypeEntryKind, TypeExpr, TypeExprKind, UnionEntry};
use crate::hash::{HashMap, HashSet};
use crate::openapi::identifiers::Taken;
use crate::openapi::type_uses::{used_in, used_outside_of_types};
use crate::openapi::types_by_name::TypesByName;

/// Closes the enumerations in unions without a tag that have another variant of the same kind: they take only their
/// values. If such an enumeration is used elsewhere too, it stays open there, and the unions have a closed copy.
pub(super) fn close(document: &mut Document, taken: &mut Taken, closed: &mut HashSet<String>) {
    let found = must_close(document);
    let elsewhere = used_elsewhere(document, &found);
    let mut copies: HashMap<String, TypeEntry> = HashMap::default();
    let mut added: Vec<String> = Vec::new();
    for ClosedVariant {
        union,
        variant,
        name,
    } in found
    {
        if !elsewhere.contains(&name) || closed.contains(&name) {
            closed.insert(name);
            continue;
        }
        if !copies.contains_key(&name) {
            let entry = document.types.iter().find(|entry| entry.name.value == name);
            let Some(mut copy) = entry.cloned() else {
                continue;
            };
            copy.name.value = new_name(&format!("known {name}"), taken);
            closed.insert(copy.name.value.clone());
            added.push(name.clone());
            copies.insert(name.clone(), copy);
        }
        if let Some(copy) = copies.get(&name)
            && let Some(ty) = variant_type(document, union, variant)
        {
            ty.kind = TypeExprKind::Named(copy.name.value.clone());
        }
    }
    let added = added.iter().filter_map(|name| copies.remove(name));
    document.types.extend(added);
}

/// A variant that is an enumeration and takes only its values.
struct ClosedVariant {
    union: usize,
    variant: usize,
    /// The name of the enumeration.
    name: String,
}

/// The variants that must take only their values.
fn must_close(document: &Document) -> Vec<ClosedVariant> {
    let by_name = TypesByName::of(&document.types);
    let types = document.types.iter().enumerate();
    let unions: Vec<(usize, &str, &UnionEntry)> = types
        .filter_map(|(index, entry)| Some((index, entry.name.value.as_str(), untagged(entry)?)))
        .collect();
    // The variants of a union in a union are variants of the outer one.
    let variants = unions.iter().flat_map(|(_, _, union)| &union.variants);
    let inner: HashSet<&str> = variants
        .filter_map(|variant| variant.ty.as_ref()?.named())
        .map(|name| name.value)
        .collect();
    let found = unions.iter().flat_map(|(index, name, union)| {
        let variants = closed_variants(union, inner.contains(name), &by_name);
        variants.map(|(variant, name)| ClosedVariant {
            union: *index,
            variant,
            name: name.to_owned(),
        })
    });
    found.collect()
}

/// A union without a tag.
fn untagged(entry: &TypeEntry) -> Option<&UnionEntry> {
    entry.kind.union().filter(|union| union.tag.is_empty())
}

/// The types that something else than these variants uses.
fn used_elsewhere(document: &mut Document, found: &[ClosedVariant]) -> HashSet<String> {
    let mut elsewhere = used_outside_of_types(document);
    let places: HashSet<(usize, usize)> = found
        .iter()
        .map(|place| (place.union, place.variant))
        .collect();
    for (index, entry) in document.types.iter_mut().enumerate() {
        if let TypeEntryKind::Union(union) = &entry.kind {
            let variants = union.variants.iter().enumerate();
            let others = variants
                .filter(|(variant, _)| !places.contains(&(index, *variant)))
                .filter_map(|(_, variant)| variant.ty.as_ref()?.named());
            elsewhere.extend(others.map(|name| name.value.to_owned()));
            let fields = union.fields.iter().filter_map(|field| field.ty.named());
            elsewhere.extend(fields.map(|name| name.value.to_owned()));
        } else {
            elsewhere.extend(used_in(entry));
        }
    }
    elsewhere
}

/// The variants that are enumerations and must leave other values to another variant.
fn closed_variants<'d>(
    union: &'d UnionEntry,
    is_inner: bool,
    types: &'d TypesByName<'d>,
) -> impl Iterator<Item = (usize, &'d str)> {
    // How many variants take strings, and how many take numbers.
    let takes = |wanted: JsonKind| {
        let variants = union
            .variants
            .iter()
            .filter_map(|variant| variant.ty.as_ref());
        variants.filter(|ty| may_be(ty, wanted, types)).count()
    };
    let (texts, numbers) = (takes(JsonKind::String), takes(JsonKind::Number));
    let variants = union.variants.iter().enumerate();
    variants.filter_map(move |(index, variant)| {
        let TypeExprKind::Named(name) = &variant.ty.as_ref()?.kind else {
            return None;
        };
        let Some(TypeEntryKind::Enum { value_kind, .. }) = types.get(name) else {
            return None;
        };
        let is_closed = match value_kind {
            EnumKind::Text => is_inner || texts > 1,
            EnumKind::Integer | EnumKind::Number => is_inner || numbers > 1,
            EnumKind::Boolean => true,
        };
        is_closed.then_some((index, name.as_str()))
    })
}

/// Whether some values of a type are strings, or numbers.
fn may_be(ty: &TypeExpr, wanted: JsonKind, types: &TypesByName<'_>) -> bool {
    let is_text = wanted == JsonKind::String;
    match &ty.kind {
        TypeExprKind::Scalar(scalar) => match scalar.json() {
            JsonKind::String => is_text,
            JsonKind::Integer | JsonKind::Number => !is_text,
            JsonKind::Boolean => false,
            JsonKind::Any => true,
        },
        TypeExprKind::List(_) | TypeExprKind::Map(_) => false,
        TypeExprKind::Named(name) => match types.get(name) {
            Some(TypeEntryKind::Enum { value_kind, .. }) => match value_kind {
                EnumKind::Text => is_text,
                EnumKind::Integer | EnumKind::Number => !is_text,
                EnumKind::Boolean => false,
            },
            Some(TypeEntryKind::Object { .. } | TypeEntryKind::Tuple(_)) => false,
            Some(
                TypeEntryKind::Newtype { .. }
                | TypeEntryKind::Alias { .. }
                | TypeEntryKind::Union(_),
            )
            | None => true,
        },
    }
}

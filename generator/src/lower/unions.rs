//! Unions: their variants, and what distinguishes them.

use super::TypeIds;
use super::fields::{rules_of, type_ref};
use crate::api::{TagKind, Tagging, Union, UnionVariant};
use crate::document::{FieldEntry, TypeEntry, TypeExpr, TypeExprKind, UnionEntry, VariantEntry};
use crate::hash::HashMap;

/// The types of the document, by name.
pub(super) type Scope<'d> = HashMap<&'d str, &'d TypeEntry>;

pub(super) fn lower(union: &UnionEntry, ids: &TypeIds, scope: &Scope<'_>) -> Union {
    let variant = |variant: &VariantEntry| UnionVariant {
        tag: variant.name.value.clone(),
        also: variant.also.iter().map(|tag| tag.value.clone()).collect(),
        rust_name: variant.rust_name.as_ref().map(|name| name.value.clone()),
        ty: variant.ty.as_ref().map(|ty| type_ref(ty, ids)),
        is_text: variant.text.is_some(),
        rules: variant.ty.as_ref().map(rules_of).unwrap_or_default(),
        declares_tag: variant
            .ty
            .as_ref()
            .is_some_and(|ty| declares(ty, union, scope)),
        notes: variant.notes.clone(),
    };
    Union {
        variants: union.variants.iter().map(variant).collect(),
        tagging: tagging(union),
        by_event: union.by_event.is_some(),
        open: union.open,
    }
}

fn tagging(union: &UnionEntry) -> Tagging {
    let kind = union
        .tag_kind
        .as_ref()
        .map_or(TagKind::Text, |kind| kind.value);
    let default = union.default.as_ref().map(|name| name.value.clone());
    if union.by_event.is_some() {
        return Tagging::Beside {
            tag: Union::EVENT.to_owned(),
            value: Union::DATA.to_owned(),
            kind,
            default,
        };
    }
    match (union.tag.first(), &union.value, union.wrapped) {
        (Some(tag), Some(value), _) => Tagging::Beside {
            tag: tag.value.clone(),
            value: value.value.clone(),
            kind,
            default,
        },
        (Some(_), None, _) => Tagging::Field {
            path: union.tag.iter().map(|name| name.value.clone()).collect(),
            kind,
            default,
        },
        (None, _, Some(_)) => Tagging::Name,
        (None, _, None) => Tagging::None,
    }
}

/// Whether the tag is among the fields of a variant's type.
fn declares(ty: &TypeExpr, union: &UnionEntry, scope: &Scope<'_>) -> bool {
    match (union.tag.first(), &union.value) {
        (Some(tag), None) => has_field(ty, &tag.value, scope),
        (Some(_) | None, _) => false,
    }
}

/// Whether the values of a type declare a field. Either all variants of a union do, or none.
fn has_field(ty: &TypeExpr, field: &str, scope: &Scope<'_>) -> bool {
    let TypeExprKind::Named(name) = &ty.kind else {
        return false;
    };
    let Some(kind) = scope.get(name.as_str()).map(|entry| &entry.kind) else {
        return false;
    };
    if let Some(fields) = kind.object() {
        return FieldEntry::find(fields, field).is_some();
    }
    let union = kind.union().filter(|union| union.value.is_none());
    let first = union.and_then(|union| union.variants.first()?.ty.as_ref());
    first.is_some_and(|ty| has_field(ty, field, scope))
}

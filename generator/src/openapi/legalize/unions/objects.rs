//! One object with the fields of several.

use super::find_type;
use crate::api::Scalar;
use crate::document::{
    AdditionalFieldsEntry, Document, FieldEntry, TypeEntryKind, TypeExpr, TypeExprKind,
};
use crate::openapi::structure;
use crate::openapi::types::JSON;

/// An object with the fields of several objects.
pub(super) struct Merged {
    pub(super) kind: TypeEntryKind,
    /// The fields that have limits in some of the objects, but not in this one.
    pub(super) unlimited: Vec<String>,
}

/// An object with the fields of all these objects. A field is required if all of them require it.
pub(super) fn merge(document: &Document, names: &[&str]) -> Merged {
    // Each with the number of objects that have it.
    let mut fields: Vec<(FieldEntry, usize)> = Vec::new();
    let mut unlimited: Vec<String> = Vec::new();
    let mut kept = AdditionalFieldsEntry::Ignored;
    for name in names {
        let Some(TypeEntryKind::Object {
            fields: own,
            others,
            ..
        }) = find_type(document, name).map(|entry| &entry.kind)
        else {
            continue;
        };
        if let AdditionalFieldsEntry::Kept(ty) = others {
            kept = match kept {
                AdditionalFieldsEntry::Ignored => AdditionalFieldsEntry::Kept(ty.clone()),
                _ => AdditionalFieldsEntry::Kept(json(ty)),
            };
        }
        for field in own {
            let name = &field.name.value;
            let known = fields
                .iter_mut()
                .find(|(field, _)| field.name.value == *name);
            let Some((known, count)) = known else {
                fields.push((field.clone(), 1));
                continue;
            };
            let was_limited = is_limited(known) || is_limited(field);
            merge_field(known, field);
            *count += 1;
            if was_limited && !is_limited(known) && !unlimited.contains(name) {
                unlimited.push(name.clone());
            }
        }
    }
    let fields = fields.into_iter().map(|(mut field, count)| {
        field.optional |= count < names.len();
        // A constant that is not always there is a value like others.
        field.constant = field.constant.filter(|_| !field.optional);
        field
    });
    let kind = TypeEntryKind::plain_object(fields.collect(), kept);
    Merged { kind, unlimited }
}

fn is_limited(field: &FieldEntry) -> bool {
    !field.constraints.is_empty()
}

/// Makes a field hold the values of another one too.
fn merge_field(field: &mut FieldEntry, other: &FieldEntry) {
    field.optional |= other.optional;
    field.ty.nullable |= other.ty.nullable;
    let is_same_constant = match (&field.constant, &other.constant) {
        (Some(one), Some(two)) => one.is_same(two),
        (None, None) => true,
        _ => false,
    };
    let is_same_type =
        field.ty.to_string().trim_end_matches('?') == other.ty.to_string().trim_end_matches('?');
    if is_same_constant && is_same_type {
        if structure::constraints_fingerprint(&field.constraints)
            != structure::constraints_fingerprint(&other.constraints)
        {
            field.constraints = Default::default();
        }
        return;
    }
    let is_text = |field: &FieldEntry| match &field.constant {
        Some(constant) => constant.as_text().is_some(),
        None => matches!(field.ty.kind, TypeExprKind::Scalar(Scalar::String)),
    };
    let is_string = is_text(field) && is_text(other);
    field.constant = None;
    field.default = None;
    field.example = None;
    field.constraints = Default::default();
    if is_string {
        field.ty.kind = TypeExprKind::Scalar(Scalar::String);
    } else {
        field.ty = json(&field.ty);
    }
}

fn json(ty: &TypeExpr) -> TypeExpr {
    TypeExpr::new(JSON, ty.span)
}

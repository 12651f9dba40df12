//! Types: resolves names and literals.

use super::fields::{lower_constant, lower_field, lower_xml, rules, rules_of, type_ref, variable};
use super::unions::Scope;
use super::{TypeIds, unions};
use crate::api::{
    AdditionalFields, Alias, Enum, EnumValue, IgnoredField, Newtype, Object, Scalar, Tuple, Type,
    TypeDef, TypeKind,
};
use crate::document::{
    AdditionalFieldsEntry, EnumValueEntry, FieldEntry, TypeEntry, TypeEntryKind, value,
};

pub(super) fn lower(entries: &[TypeEntry], ids: &TypeIds) -> Vec<TypeDef> {
    let scope = TypeEntry::by_name(entries);
    let kept = entries
        .iter()
        .filter(|entry| ids.contains_key(&entry.name.value));
    kept.map(|entry| lower_type(entry, ids, &scope)).collect()
}

fn lower_type(entry: &TypeEntry, ids: &TypeIds, scope: &Scope<'_>) -> TypeDef {
    let kind = match &entry.kind {
        TypeEntryKind::Object {
            fields,
            others,
            ignored,
            is_closed,
            counts,
            bases: _,
            others_at: _,
        } => TypeKind::Object(Object {
            constants: fields.iter().filter_map(lower_constant).collect(),
            fields: variable(fields)
                .map(|field| lower_field(field, ids))
                .collect(),
            others: lower_others(others, ids),
            ignored: ignored
                .iter()
                .map(|field| lower_ignored(field, ids))
                .collect(),
            is_closed: *is_closed,
            counts: *counts,
        }),
        TypeEntryKind::Tuple(elements) => TypeKind::Tuple(Tuple {
            elements: elements
                .iter()
                .map(|element| lower_field(element, ids))
                .collect(),
        }),
        TypeEntryKind::Enum {
            values,
            open,
            value_kind,
        } => TypeKind::Enum(Enum {
            kind: *value_kind,
            values: values.iter().map(lower_value).collect(),
            open: *open,
        }),
        TypeEntryKind::Newtype { inner, constraints } => TypeKind::Newtype(Newtype {
            scalar: match type_ref(inner, ids).ty {
                Type::Scalar(scalar) => scalar,
                // `check` rejects anything but scalars.
                Type::Named(_) | Type::List(_) | Type::Map(_) => Scalar::String,
            },
            rules: rules(constraints, inner),
            rust: entry.rust.as_ref().map(|path| own_type(&path.value)),
        }),
        TypeEntryKind::Alias {
            target,
            constraints,
        } => TypeKind::Alias(Alias {
            ty: type_ref(target, ids),
            rules: rules(constraints, target),
        }),
        TypeEntryKind::Union(union) => TypeKind::Union(unions::lower(union, ids, scope)),
    };
    TypeDef {
        name: entry.name.value.clone(),
        notes: entry.notes.clone(),
        sensitivity: entry.sensitivity,
        kind,
        example: entry.example.as_ref().map(value),
        xml: lower_xml(entry.xml.as_deref()),
        input_of: entry
            .input_of
            .as_ref()
            .and_then(|name| ids.get(name).copied()),
    }
}

fn lower_ignored(field: &FieldEntry, ids: &TypeIds) -> IgnoredField {
    IgnoredField {
        name: field.name.value.clone(),
        ty: type_ref(&field.ty, ids),
        rules: rules(&field.constraints, &field.ty).into(),
    }
}

fn lower_others(others: &AdditionalFieldsEntry, ids: &TypeIds) -> AdditionalFields {
    match others {
        AdditionalFieldsEntry::Ignored => AdditionalFields::Ignored,
        AdditionalFieldsEntry::Rejected => AdditionalFields::Rejected,
        AdditionalFieldsEntry::Kept(expr) => {
            AdditionalFields::Kept(type_ref(expr, ids), Box::new(rules_of(expr)))
        }
        AdditionalFieldsEntry::Union(expr) => AdditionalFields::Union(type_ref(expr, ids)),
    }
}

fn lower_value(entry: &EnumValueEntry) -> EnumValue {
    EnumValue {
        value: entry.value.value.clone(),
        rust_name: entry.rust_name.as_ref().map(|name| name.value.clone()),
        notes: entry.notes.clone(),
    }
}

/// The path of a type of the user. A path in `alloc` needs `extern crate`, and `std` has all of its items.
fn own_type(path: &str) -> String {
    match path.strip_prefix("alloc::") {
        Some(inner) => format!("std::{inner}"),
        None => path.to_owned(),
    }
}

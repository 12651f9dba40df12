//! Types: resolves names and literals.

use super::{TypeIds, lower_notes};
use crate::api::{
    Bound, Enum, EnumValue, Field, Newtype, Object, Presence, Rules, Scalar, Type, TypeDef, TypeId,
    TypeKind, TypeRef, Value,
};
use crate::source::Spanned;
use crate::spec::{
    Constraints, FieldEntry, Node, NodeKind, TypeEntry, TypeEntryKind, TypeExpr, TypeExprKind,
};

pub(super) fn lower(entries: &[TypeEntry], ids: &TypeIds) -> Vec<TypeDef> {
    entries.iter().map(|entry| lower_type(entry, ids)).collect()
}

fn lower_type(entry: &TypeEntry, ids: &TypeIds) -> TypeDef {
    let kind = match &entry.kind {
        TypeEntryKind::Object { fields, others } => TypeKind::Object(Object {
            fields: fields.iter().map(|field| lower_field(field, ids)).collect(),
            others: others.as_ref().map(|expr| type_ref(expr, ids)),
        }),
        TypeEntryKind::Enum { values, open } => TypeKind::Enum(Enum {
            values: values
                .iter()
                .map(|entry| EnumValue {
                    value: entry.value.value.clone(),
                    doc: entry.doc.clone(),
                })
                .collect(),
            open: *open,
        }),
        TypeEntryKind::Newtype { inner, constraints } => TypeKind::Newtype(Newtype {
            scalar: match type_ref(inner, ids).ty {
                Type::Scalar(scalar) => scalar,
                // `check` rejects anything but scalars.
                Type::Named(_) | Type::List(_) | Type::Map(_) => Scalar::String,
            },
            rules: rules(constraints, inner),
        }),
    };
    TypeDef {
        name: entry.name.value.clone(),
        notes: lower_notes(&entry.notes),
        sensitivity: entry.sensitivity,
        kind,
        example: entry.example.as_ref().map(value),
    }
}

fn lower_field(field: &FieldEntry, ids: &TypeIds) -> Field {
    Field {
        name: field.name.value.clone(),
        notes: lower_notes(&field.notes),
        ty: type_ref(&field.ty, ids),
        presence: presence(field),
        rules: rules(&field.constraints, &field.ty),
        sensitivity: field.sensitivity,
        example: field.example.as_ref().map(value),
    }
}

pub(super) fn presence(field: &FieldEntry) -> Presence {
    match (&field.default, field.optional) {
        (Some(default), _) => Presence::Default(value(default)),
        (None, true) => Presence::Optional,
        (None, false) => Presence::Required,
    }
}

pub(super) fn type_ref(expr: &TypeExpr, ids: &TypeIds) -> TypeRef {
    let ty = match &expr.kind {
        TypeExprKind::Scalar(scalar) => Type::Scalar(*scalar),
        // `check` rejects undeclared names.
        TypeExprKind::Named(name) => Type::Named(ids.get(name).copied().unwrap_or(TypeId(0))),
        TypeExprKind::List(inner) => Type::List(Box::new(type_ref(inner, ids))),
        TypeExprKind::Map(inner) => Type::Map(Box::new(type_ref(inner, ids))),
    };
    TypeRef {
        ty,
        nullable: expr.nullable,
    }
}

/// The bounds of a value of this type. Those of a `number` are doubles, even if written as integers.
pub(super) fn rules(constraints: &Constraints, ty: &TypeExpr) -> Rules {
    let of_number = matches!(ty.kind, TypeExprKind::Scalar(Scalar::Number));
    let bound = |bound: &Spanned<Bound>| match bound.value {
        Bound::Integer(value) if of_number => Bound::Number(value as f64),
        bound => bound,
    };
    Rules {
        min: constraints.min.as_ref().map(bound),
        max: constraints.max.as_ref().map(bound),
        min_length: constraints.min_length.as_ref().map(|bound| bound.value),
        max_length: constraints.max_length.as_ref().map(|bound| bound.value),
        pattern: constraints
            .pattern
            .as_ref()
            .map(|pattern| pattern.value.clone()),
        min_items: constraints.min_items.as_ref().map(|bound| bound.value),
        max_items: constraints.max_items.as_ref().map(|bound| bound.value),
    }
}

pub(super) fn value(node: &Node) -> Value {
    match &node.kind {
        NodeKind::Null => Value::Null,
        NodeKind::Bool(value) => Value::Bool(*value),
        NodeKind::Integer(value, _) => Value::Integer(*value),
        NodeKind::Number(value, _) => Value::Number(*value),
        NodeKind::Text(text) => Value::Text(text.clone()),
        NodeKind::List(items) => Value::List(items.iter().map(value).collect()),
        NodeKind::Map(entries) => Value::Object(
            entries
                .iter()
                .map(|(name, node)| (name.value.clone(), value(node)))
                .collect(),
        ),
    }
}

//! Fields and parameters, and what they consist of: types, constraints, values.

use super::TypeIds;
use crate::api::{
    Bound, Constant, Field, JsonKind, Lists, Location, Parameter, Presence, Rules, Style, Type,
    TypeId, TypeRef, Xml,
};
use crate::document::{Constraints, FieldEntry, TypeExpr, TypeExprKind, value};
use crate::source::Spanned;

/// The fields that are not constant.
pub(super) fn variable(fields: &[FieldEntry]) -> impl Iterator<Item = &FieldEntry> {
    fields.iter().filter(|field| field.constant.is_none())
}

pub(super) fn lower_constant(field: &FieldEntry) -> Option<Constant> {
    Some(Constant {
        name: field.name.value.clone(),
        value: value(field.constant.as_ref()?),
        required: !field.optional,
        notes: field.notes.clone(),
        one_way: field.one_way,
    })
}

pub(super) fn lower_field(field: &FieldEntry, ids: &TypeIds) -> Field {
    Field {
        name: field.name.value.clone(),
        rust_name: field.rust_name.as_ref().map(|name| name.value.clone()),
        notes: field.notes.clone(),
        ty: type_ref(&field.ty, ids),
        presence: presence(field),
        stated_default: field.stated_default.as_deref().map(value),
        rules: rules(&field.constraints, &field.ty).into(),
        media: lower_media(&field.media),
        sensitivity: field.sensitivity,
        example: field.example.as_deref().map(value),
        xml: lower_xml(field.xml.as_deref()),
        one_way: field.one_way,
    }
}

pub(super) fn lower_xml(xml: Option<&Spanned<Xml>>) -> Option<Box<Xml>> {
    xml.map(|xml| Box::new(xml.value.clone()))
}

/// Media types do not depend on case.
pub(super) fn lower_media(written: &[Spanned<String>]) -> Vec<String> {
    let written = written.iter();
    written
        .map(|media| media.value.to_ascii_lowercase())
        .collect()
}

pub(super) fn presence(field: &FieldEntry) -> Presence {
    match (&field.default, field.optional) {
        (Some(default), _) => Presence::Default(value(default)),
        (None, true) => Presence::Optional,
        (None, false) => Presence::Required,
    }
}

pub(super) fn parameters(
    entries: &[FieldEntry],
    location: Location,
    ids: &TypeIds,
) -> impl Iterator<Item = Parameter> {
    entries.iter().map(move |entry| Parameter {
        name: entry.name.value.clone(),
        rust_name: entry.rust_name.as_ref().map(|name| name.value.clone()),
        location,
        notes: entry.notes.clone(),
        ty: type_ref(&entry.ty, ids),
        style: style(entry, location),
        allow_reserved: entry.style.allow_reserved.is_some(),
        presence: presence(entry),
        is_always_sent: entry.is_always_sent,
        stated_default: entry.stated_default.as_deref().map(value),
        rules: rules(&entry.constraints, &entry.ty).into(),
        sensitivity: entry.sensitivity,
        example: entry.example.as_deref().map(value),
        constant: entry.constant.as_deref().map(value),
        is_idempotency_key: false,
        page: None,
    })
}

/// How a parameter is written.
fn style(entry: &FieldEntry, location: Location) -> Style {
    let lists = entry.style.lists.as_ref();
    let lists = lists.map_or_else(Lists::default, |lists| lists.value);
    match (&entry.style.style, &entry.ty.kind) {
        (Some(style), _) => match style.value {
            Style::Deep(_) => Style::Deep(lists),
            Style::Flat(_) => Style::Flat(lists),
            other if matches!(entry.ty.kind, TypeExprKind::List(_)) => other,
            other => other.of_object(),
        },
        (None, TypeExprKind::List(_)) => match location {
            Location::Query => Style::Repeated,
            Location::Path | Location::Header | Location::Cookie => Style::Comma,
        },
        (None, TypeExprKind::Scalar(_) | TypeExprKind::Named(_) | TypeExprKind::Map(_)) => {
            Style::Single
        }
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
        alias: expr.alias.as_ref().and_then(|name| ids.get(name).copied()),
    }
}

/// The constraints of a value of this type, with the constraints of its alias, and of the values in it.
pub(super) fn rules(constraints: &Constraints, ty: &TypeExpr) -> Rules {
    let each = match &ty.kind {
        TypeExprKind::Scalar(_) | TypeExprKind::Named(_) => Rules::default(),
        TypeExprKind::List(inner) | TypeExprKind::Map(inner) => rules_of(inner),
    };
    Rules {
        each: (!each.is_empty()).then(|| Box::new(each)),
        ..own_rules(&ty.constrained(constraints), ty)
    }
}

/// The constraints that the aliases in a type add.
pub(super) fn rules_of(ty: &TypeExpr) -> Rules {
    rules(&Constraints::default(), ty)
}

/// The constraints of a value. Bounds of a `number` or a `float` are doubles, even if written as integers.
fn own_rules(constraints: &Constraints, ty: &TypeExpr) -> Rules {
    let Constraints {
        min,
        max,
        above,
        below,
        multiple_of,
        min_length,
        max_length,
        pattern,
        min_items,
        max_items,
        unique_items,
    } = constraints;
    let is_number =
        matches!(ty.kind, TypeExprKind::Scalar(scalar) if scalar.json() == JsonKind::Number);
    let bound = |bound: &Option<Spanned<Bound>>| {
        let bound = bound.as_ref()?.value;
        Some(match bound {
            Bound::Integer(value) if is_number => Bound::Number(value as f64),
            Bound::Integer(_) | Bound::Number(_) => bound,
        })
    };
    let size = |size: &Option<Spanned<u64>>| size.as_ref().map(|size| size.value);
    Rules {
        min: bound(min),
        max: bound(max),
        above: bound(above),
        below: bound(below),
        multiple_of: bound(multiple_of),
        min_length: size(min_length),
        max_length: size(max_length),
        pattern: pattern.as_ref().map(|pattern| pattern.value.clone()),
        min_items: size(min_items),
        max_items: size(max_items),
        unique_items: unique_items.is_some(),
        each: None,
    }
}

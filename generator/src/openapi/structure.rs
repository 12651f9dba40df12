//! The structure of a type as text: what tells it from others, without descriptions and examples.

use std::fmt::Write as _;

use crate::document::{
    AdditionalFieldsEntry, Constraints, FieldEntry, TypeEntryKind, TypeExpr, UnionEntry,
};

/// Equal for types that need only one name.
pub(super) fn fingerprint(kind: &TypeEntryKind) -> String {
    let mut text = String::new();
    match kind {
        TypeEntryKind::Object { fields, others, .. } => {
            text.push('{');
            fields.iter().for_each(|field| add_field(&mut text, field));
            match others {
                AdditionalFieldsEntry::Ignored => {}
                AdditionalFieldsEntry::Rejected => text.push('!'),
                AdditionalFieldsEntry::Kept(ty) | AdditionalFieldsEntry::Union(ty) => {
                    add_type(&mut text, ty)
                }
            }
        }
        TypeEntryKind::Tuple(elements) => {
            text.push('(');
            elements
                .iter()
                .for_each(|field| add_field(&mut text, field));
        }
        TypeEntryKind::Enum {
            values,
            open,
            value_kind,
        } => {
            // Writing to a string never fails.
            let _ = write!(text, "{value_kind:?}{open:?}");
            let mut values: Vec<&str> = values
                .iter()
                .map(|entry| entry.value.value.as_str())
                .collect();
            values.sort_unstable();
            values.iter().for_each(|value| add(&mut text, value));
        }
        TypeEntryKind::Newtype { inner, constraints }
        | TypeEntryKind::Alias {
            target: inner,
            constraints,
        } => {
            add_type(&mut text, inner);
            add_constraints(&mut text, constraints);
        }
        TypeEntryKind::Union(union) => add_union(&mut text, union),
    }
    text
}

/// Equal for constraints that allow the same values.
pub(super) fn constraints_fingerprint(constraints: &Constraints) -> String {
    let mut text = String::new();
    add_constraints(&mut text, constraints);
    text
}

fn add(text: &mut String, part: &str) {
    // The length makes the text unambiguous.
    let _ = write!(text, "{}:{part}", part.len());
}

fn add_type(text: &mut String, ty: &TypeExpr) {
    let _ = write!(text, "<{ty}>");
}

fn add_field(text: &mut String, field: &FieldEntry) {
    add(text, &field.name.value);
    text.push(if field.optional { '?' } else { ' ' });
    add_type(text, &field.ty);
    let _ = write!(
        text,
        "{:?}",
        field.only_in.as_ref().map(|direction| direction.value)
    );
    if let Some(constant) = &field.constant {
        add(text, &constant.scalar_text().unwrap_or_default());
    }
    if let Some(default) = &field.default {
        let _ = write!(text, "={:?}", default.scalar_text());
    }
    field.media.iter().for_each(|media| add(text, &media.value));
    add_constraints(text, &field.constraints);
}

fn add_constraints(text: &mut String, constraints: &Constraints) {
    // Types with different constraints are different, so a new constraint must be added here.
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
    let bounds = [min, max, above, below, multiple_of];
    for (index, bound) in bounds.into_iter().enumerate() {
        if let Some(bound) = bound {
            let _ = write!(text, "b{index}{:?}", bound.value);
        }
    }
    let sizes = [min_length, max_length, min_items, max_items];
    for (index, size) in sizes.into_iter().enumerate() {
        if let Some(size) = size {
            let _ = write!(text, "s{index}{}", size.value);
        }
    }
    if let Some(pattern) = pattern {
        add(text, &pattern.value);
    }
    if unique_items.is_some() {
        text.push('u');
    }
}

fn add_union(text: &mut String, union: &UnionEntry) {
    text.push('|');
    for tag in &union.tag {
        add(text, &tag.value);
    }
    if union.by_event.is_some() {
        text.push('e');
    }
    for variant in &union.variants {
        add(text, &variant.name.value);
        if variant.text.is_some() {
            text.push('t');
        }
        if let Some(ty) = &variant.ty {
            add_type(text, ty);
        }
        for tag in &variant.also {
            add(text, &tag.value);
        }
    }
}

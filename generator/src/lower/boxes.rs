//! Which fields are `Boxed` in Rust.
//!
//! A field is boxed in two cases. Both depend on the field's own object and on what the field's
//! value can contain, never on the types that use the object:
//! - The value can contain another object of the type that the field belongs to.
//! - The value contains objects of a type that is [`HIGH`].

use crate::api::{Object, Type, TypeDef, TypeKind, TypeRef};
use crate::cycles::{components, finishing_order};

/// A type is high if values are nested in it this many levels deep without a boxed field in
/// between. The compiler gives up after 128 steps, and a level can cost it six. Few APIs nest their
/// types this deep.
const HIGH: usize = 12;

/// Chooses the fields that are boxed.
pub(super) fn choose(types: &mut [TypeDef]) {
    box_cycles(types);
    box_high_types(types);
}

fn box_cycles(types: &mut [TypeDef]) {
    let components = components(&edges(types));
    for (owner, definition) in types.iter_mut().enumerate() {
        // An edge is part of a cycle exactly if both ends are in one component. A component of one
        // type has an edge inside only if it is an edge to itself.
        box_edges(definition, |target| components[target] == components[owner]);
    }
}

fn box_high_types(types: &mut [TypeDef]) {
    let mut heights = vec![0; types.len()];
    // The edges that are left have no cycle, so what a type contains comes before the type.
    for node in finishing_order(&edges(types)) {
        heights[node] = height(&types[node], &heights);
    }
    for definition in types {
        box_edges(definition, |target| heights[target] >= HIGH);
    }
}

/// How many levels are nested in a type. Where a high type is used, it is boxed and counts nothing.
fn height(definition: &TypeDef, heights: &[usize]) -> usize {
    let below = |ty: &TypeRef| {
        let (target, containers) = target(ty)?;
        let height = heights[target];
        (height < HIGH).then_some(height + containers + 1)
    };
    let levels = object(definition).map(|object| {
        let fields = object.fields.iter().filter(|field| !field.boxed);
        let others = object.others.iter().filter(|_| !object.boxes_others);
        let types = fields.map(|field| &field.ty).chain(others);
        types.filter_map(below).max().unwrap_or(0)
    });
    levels.unwrap_or(0)
}

/// The types that each type contains other than in a boxed field.
fn edges(types: &[TypeDef]) -> Vec<Vec<usize>> {
    let of = |definition: &TypeDef| {
        let Some(object) = object(definition) else {
            return Vec::new();
        };
        let fields = object.fields.iter().filter(|field| !field.boxed);
        let others = object.others.iter().filter(|_| !object.boxes_others);
        let types = fields.map(|field| &field.ty).chain(others);
        types.filter_map(target).map(|(target, _)| target).collect()
    };
    types.iter().map(of).collect()
}

/// Boxes the fields whose values contain a type for which `is_boxed` holds.
fn box_edges(definition: &mut TypeDef, is_boxed: impl Fn(usize) -> bool) {
    let TypeKind::Object(object) = &mut definition.kind else {
        return;
    };
    let is_boxed = |ty: &TypeRef| target(ty).is_some_and(|(target, _)| is_boxed(target));
    for field in &mut object.fields {
        field.boxed |= is_boxed(&field.ty);
    }
    object.boxes_others |= object.others.as_ref().is_some_and(is_boxed);
}

fn object(definition: &TypeDef) -> Option<&Object> {
    match &definition.kind {
        TypeKind::Object(object) => Some(object),
        TypeKind::Enum(_) | TypeKind::Newtype(_) => None,
    }
}

/// The named type in a type, and in how many lists and maps it is.
fn target(ty: &TypeRef) -> Option<(usize, usize)> {
    match &ty.ty {
        Type::Scalar(_) => None,
        Type::Named(id) => Some((id.0, 0)),
        Type::List(inner) | Type::Map(inner) => {
            let (target, containers) = target(inner)?;
            Some((target, containers + 1))
        }
    }
}

#[cfg(test)]
mod tests {}

//! Types that contain themselves: Rust needs an indirection where JSON needs none.

use crate::api::{Type, TypeDef, TypeKind};
use crate::cycles::components;

/// Marks the fields through which an object contains itself without a list or a map in between.
pub(super) fn box_cycles(types: &mut [TypeDef]) {
    let direct: Vec<Vec<usize>> = types.iter().map(direct_targets).collect();
    let components = components(&direct);
    for (owner, definition) in types.iter_mut().enumerate() {
        let TypeKind::Object(object) = &mut definition.kind else {
            continue;
        };
        for field in &mut object.fields {
            if let Type::Named(target) = field.ty.ty {
                // An edge lies on a cycle exactly if both ends are in one component. A component of
                // one has an edge inside it only if it is an edge to itself.
                field.boxed = components[owner] == components[target.0];
            }
        }
    }
}

fn direct_targets(definition: &TypeDef) -> Vec<usize> {
    let TypeKind::Object(object) = &definition.kind else {
        return Vec::new();
    };
    object
        .fields
        .iter()
        .filter_map(|field| match field.ty.ty {
            Type::Named(target) => Some(target.0),
            Type::Scalar(_) | Type::List(_) | Type::Map(_) => None,
        })
        .collect()
}

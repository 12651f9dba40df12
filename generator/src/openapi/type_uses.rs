//! The uses of types in other types.

use crate::document::{Document, TypeEntry, TypeExpr};
use crate::hash::{HashMap, HashSet};

/// The name of the type that an expression refers to, directly or in lists and maps.
pub(super) fn named(ty: &TypeExpr) -> Option<&str> {
    ty.named().map(|name| name.value)
}

/// The names of the types that a type uses.
pub(super) fn used_in(entry: &mut TypeEntry) -> Vec<String> {
    let mut names = Vec::new();
    entry.visit_types(&mut |_, ty| names.extend(named(ty).map(str::to_owned)));
    names
}

/// The names of the types that operations, errors and the like use directly, and not other types.
pub(super) fn used_outside_of_types(document: &mut Document) -> HashSet<String> {
    let types = std::mem::take(&mut document.types);
    let mut names: HashSet<String> = HashSet::default();
    document.visit_types(&mut |_, ty| names.extend(named(ty).map(str::to_owned)));
    document.types = types;
    names
}

/// The names of the types that each type uses, as far as `inside` returns them.
pub(super) struct TypeUses(HashMap<String, Vec<String>>);

impl TypeUses {
    pub(super) fn of(document: &mut Document, inside: fn(&TypeExpr) -> Option<&str>) -> Self {
        let types = document.types.iter_mut().map(|entry| {
            let mut names = Vec::new();
            entry.visit_types(&mut |_, ty| names.extend(inside(ty).map(str::to_owned)));
            (entry.name.value.clone(), names)
        });
        Self(types.collect())
    }

    /// These types, and all that they use, directly or not.
    pub(super) fn reached(&self, roots: HashSet<String>) -> HashSet<String> {
        let mut open: Vec<String> = roots.iter().cloned().collect();
        let mut reached = roots;
        while let Some(name) = open.pop() {
            for next in self.0.get(&name).into_iter().flatten() {
                if reached.insert(next.clone()) {
                    open.push(next.clone());
                }
            }
        }
        reached
    }
}

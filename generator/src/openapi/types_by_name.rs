//! The types of a document by their names.

use crate::document::{FieldEntry, TypeEntry, TypeEntryKind, TypeExpr, TypeExprKind};
use crate::hash::HashMap;

/// The types of a document by their names.
pub(super) struct TypesByName<'d>(HashMap<&'d str, &'d TypeEntryKind>);

impl<'d> TypesByName<'d> {
    pub(super) fn of(types: &'d [TypeEntry]) -> Self {
        let types = types.iter();
        Self(
            types
                .map(|entry| (&*entry.name.value, &entry.kind))
                .collect(),
        )
    }

    pub(super) fn get(&self, name: &str) -> Option<&'d TypeEntryKind> {
        self.0.get(name).copied()
    }

    /// The target of a type after resolving aliases.
    pub(super) fn target(&self, ty: &'d TypeExpr) -> &'d TypeExpr {
        let mut ty = ty;
        // A longer chain of aliases is a cycle.
        for _ in 0..8 {
            match self.kind(ty) {
                Some(TypeEntryKind::Alias { target, .. }) => ty = target,
                _ => break,
            }
        }
        ty
    }

    /// The fields of an object; `None` if a type is not an object.
    pub(super) fn fields(&self, ty: &'d TypeExpr) -> Option<&'d [FieldEntry]> {
        self.kind(self.target(ty))?.object()
    }

    fn kind(&self, ty: &TypeExpr) -> Option<&'d TypeEntryKind> {
        let TypeExprKind::Named(name) = &ty.kind else {
            return None;
        };
        self.get(name)
    }
}

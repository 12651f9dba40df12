//! What is deprecated.

use super::{Api, Notes, TypeDef, TypeKind};

/// A deprecation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deprecation {
    /// What to use instead, or since when.
    pub reason: Option<String>,
}

impl Notes {
    /// Whether it is deprecated.
    pub fn is_deprecated(&self) -> bool {
        self.deprecation.is_some()
    }
}

impl TypeDef {
    /// Whether the type or a part of it is deprecated.
    pub fn has_deprecated_parts(&self) -> bool {
        let is_part_deprecated = match &self.kind {
            TypeKind::Object(of) => of.fields.iter().any(|of| of.notes.is_deprecated()),
            TypeKind::Tuple(of) => of.elements.iter().any(|of| of.notes.is_deprecated()),
            TypeKind::Enum(of) => of.values.iter().any(|of| of.notes.is_deprecated()),
            TypeKind::Union(of) => of.variants.iter().any(|of| of.notes.is_deprecated()),
            TypeKind::Newtype(_) | TypeKind::Alias(_) => false,
        };
        is_part_deprecated || self.notes.is_deprecated()
    }
}

impl Api {
    /// Whether a type, a part of one, a parameter or a body is deprecated.
    pub fn has_deprecated_values(&self) -> bool {
        let in_requests = self.requests().any(|operation| {
            let mut parameters = operation.parameters.iter();
            parameters.any(|of| of.notes.is_deprecated())
                || operation.body.iter().any(|of| of.notes.is_deprecated())
        });
        let pagers = self.pagers.iter();
        let mut of_pages = pagers.flat_map(|pager| &pager.parameters);
        in_requests
            || of_pages.any(|of| of.notes.is_deprecated())
            || self.types.iter().any(TypeDef::has_deprecated_parts)
    }
}

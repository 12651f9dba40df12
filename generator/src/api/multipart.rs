//! The parts of multipart forms.

use super::{Api, Scalar, Tagging, Type, TypeKind, TypeRef};

/// What a part of a multipart form is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartKind {
    /// A single value as text.
    Text,
    /// Any other value as JSON.
    Json,
    /// A file.
    File,
}

impl Api {
    /// What the parts of a field are. `item` is its type, or that of its items: each item is a part.
    pub fn part_kind(&self, item: &TypeRef) -> PartKind {
        match &item.ty {
            Type::Scalar(Scalar::File) => PartKind::File,
            Type::Scalar(Scalar::Json) | Type::List(_) | Type::Map(_) => PartKind::Json,
            Type::Scalar(_) => PartKind::Text,
            Type::Named(id) => match &self.type_def(*id).kind {
                TypeKind::Enum(_) | TypeKind::Newtype(_) => PartKind::Text,
                TypeKind::Union(union)
                    if union.tagging == Tagging::None && !union.open.keeps_others() =>
                {
                    let mut types = union.variants.iter().filter_map(|of| of.ty.as_ref());
                    match types.all(|ty| self.part_kind(ty) == PartKind::Text) {
                        true => PartKind::Text,
                        false => PartKind::Json,
                    }
                }
                TypeKind::Object(_)
                | TypeKind::Tuple(_)
                | TypeKind::Alias(_)
                | TypeKind::Union(_) => PartKind::Json,
            },
        }
    }
}

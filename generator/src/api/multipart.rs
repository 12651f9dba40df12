//! The parts of multipart forms.

use super::{Api, Field, Scalar, Tagging, Type, TypeKind, TypeRef};

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
    /// What the parts of a field of a multipart form are: each item of a list is one.
    pub fn part_kind(&self, field: &Field) -> PartKind {
        let item = match &field.ty.ty {
            Type::List(item) => item,
            Type::Scalar(_) | Type::Named(_) | Type::Map(_) => &field.ty,
        };
        match self.value_kind(item) {
            // A media type says that text is in JSON.
            PartKind::Text if !field.media.is_empty() => PartKind::Json,
            kind => kind,
        }
    }

    /// What a value in a form is.
    pub fn value_kind(&self, item: &TypeRef) -> PartKind {
        match &item.ty {
            Type::Scalar(Scalar::File) => PartKind::File,
            Type::Scalar(Scalar::Json) | Type::List(_) | Type::Map(_) => PartKind::Json,
            Type::Scalar(_) => PartKind::Text,
            Type::Named(id) => match &self.type_def(*id).kind {
                TypeKind::Enum(_) | TypeKind::Newtype(_) => PartKind::Text,
                TypeKind::Union(union)
                    if union.tagging == Tagging::None && !union.open.keeps_others() =>
                {
                    match union
                        .types()
                        .all(|ty| self.value_kind(ty) == PartKind::Text)
                    {
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

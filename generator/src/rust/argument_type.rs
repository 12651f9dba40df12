//! The types of arguments: `impl Into<…>` if that saves the caller a conversion, otherwise the type of the value.

use super::scalar::is_text;
use crate::api::{Api, Type, TypeKind};

/// The type of the argument for a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ArgumentType {
    /// The type of the value.
    Exact,
    /// Anything that converts into the type of the value.
    Into,
}

impl ArgumentType {
    /// The type of the argument for a value of this type. Strings, and types that convert from strings, are
    /// converted, so that the caller can pass a literal for each.
    pub(super) fn of(api: &Api, ty: &Type, nullable: bool) -> Self {
        let is_text = match ty {
            Type::Scalar(scalar) => is_text(api, *scalar),
            Type::Named(id) => match &api.type_def(*id).kind {
                TypeKind::Newtype(_) => true,
                TypeKind::Enum(values) => values.open.keeps_others(),
                // It converts from its variants.
                TypeKind::Union(_) => true,
                TypeKind::Object(_) | TypeKind::Tuple(_) | TypeKind::Alias(_) => false,
            },
            Type::List(_) | Type::Map(_) => false,
        };
        if is_text && !nullable {
            Self::Into
        } else {
            Self::Exact
        }
    }
}

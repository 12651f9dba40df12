//! What values of a type look like in JSON.

use super::super::Scope;
use crate::api::{EnumKind, JsonKind, Scalar};
use crate::document::{
    EnumValueEntry, OthersEntry, TypeEntry, TypeEntryKind, TypeExpr, TypeExprKind, UnionEntry,
};

/// What values of a type look like.
#[derive(Debug, Clone, Copy)]
pub(super) enum Shape<'d> {
    /// One of these strings.
    KnownText(&'d [EnumValueEntry]),
    /// One of these numbers.
    KnownNumber(&'d [EnumValueEntry]),
    /// Any string.
    Text,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// True or false.
    Boolean,
    /// A list of these, or a tuple that begins with one.
    List(&'d TypeExpr),
    /// An object with these fields.
    Object(&'d TypeEntry),
    /// An object with the tag of a union.
    Tagged,
    /// Any object.
    Map,
    /// Any value.
    Any,
}

impl Shape<'_> {
    /// Whether both are of the same kind.
    pub(super) fn is_like(&self, other: &Shape<'_>) -> bool {
        self.words() == other.words()
    }

    /// The words for it, for a diagnostic.
    pub(super) fn words(&self) -> &'static str {
        match self {
            Self::KnownText(_) => "enumerations",
            Self::KnownNumber(_) => "enumerations of numbers",
            Self::Text => "strings",
            Self::Integer => "integers",
            Self::Number => "numbers",
            Self::Boolean => "booleans",
            Self::List(_) => "lists",
            Self::Object(_) | Self::Tagged | Self::Map => "objects",
            Self::Any => "any values",
        }
    }
}

/// The shapes of a type: one, or those of all variants of a union. Unknown names have none.
pub(super) fn shapes<'d>(ty: &'d TypeExpr, scope: &Scope<'d>) -> Vec<Shape<'d>> {
    let shape = match &ty.kind {
        TypeExprKind::Scalar(scalar) => of_scalar(*scalar),
        TypeExprKind::List(inner) => Shape::List(inner),
        TypeExprKind::Map(_) => Shape::Map,
        TypeExprKind::Named(name) => match scope.get(name) {
            Some(entry) => match &entry.kind {
                TypeEntryKind::Object { fields, others, .. } => {
                    if fields.is_empty() && matches!(others, OthersEntry::Kept(_)) {
                        Shape::Map
                    } else {
                        Shape::Object(entry)
                    }
                }
                TypeEntryKind::Tuple(elements) => match elements.first() {
                    Some(first) => Shape::List(&first.ty),
                    None => return Vec::new(),
                },
                TypeEntryKind::Enum { values, open, of } => match (of, open) {
                    (EnumKind::Boolean, _) => Shape::Boolean,
                    (EnumKind::Text, false) => Shape::KnownText(values),
                    (EnumKind::Text, true) => Shape::Text,
                    (EnumKind::Integer, true) => Shape::Integer,
                    (EnumKind::Number, true) => Shape::Number,
                    (EnumKind::Integer | EnumKind::Number, false) => Shape::KnownNumber(values),
                },
                TypeEntryKind::Newtype { inner, .. } => return shapes(inner, scope),
                TypeEntryKind::Union(union) if is_untagged(union) => {
                    let types = union.variants.iter().filter_map(|of| of.ty.as_ref());
                    return types.flat_map(|ty| shapes(ty, scope)).collect();
                }
                TypeEntryKind::Union(_) => Shape::Tagged,
                TypeEntryKind::Alias { .. } => return Vec::new(),
            },
            None => return Vec::new(),
        },
    };
    vec![shape]
}

pub(in crate::check) fn is_untagged(union: &UnionEntry) -> bool {
    union.tag.is_empty() && union.wrapped.is_none() && union.by_event.is_none()
}

fn of_scalar(scalar: Scalar) -> Shape<'static> {
    match scalar.json() {
        JsonKind::String => Shape::Text,
        JsonKind::Integer => Shape::Integer,
        JsonKind::Number => Shape::Number,
        JsonKind::Boolean => Shape::Boolean,
        JsonKind::Any => Shape::Any,
    }
}

/// Whether all values of a union are scalars, so that it can be a parameter.
pub(in crate::check) fn is_scalar(union: &UnionEntry, scope: &Scope<'_>) -> bool {
    is_untagged(union)
        && !union.open
        && union.variants.iter().all(|variant| {
            let of = |ty: &TypeExpr| !ty.nullable && super::super::is_single_value(ty, scope);
            variant.ty.as_ref().is_some_and(of)
        })
}

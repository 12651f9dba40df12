//! What values of a type look like in JSON.

use crate::hash::HashSet;

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

/// The maximum number of variants that a union without a tag has, those of unions in it included.
pub(crate) const MAX_VARIANTS: usize = 300;

/// A union has more than [`MAX_VARIANTS`].
#[derive(Debug)]
pub(super) struct TooMany;

/// The shapes of a type: one, or those of all variants of a union. Unknown names have none.
pub(super) fn shapes<'d>(ty: &'d TypeExpr, scope: &Scope<'d>) -> Result<Vec<Shape<'d>>, TooMany> {
    let mut found = Vec::new();
    // The next type is the last one.
    let mut waiting = vec![ty];
    for _ in 0..=MAX_VARIANTS {
        let Some(ty) = waiting.pop() else {
            return Ok(found);
        };
        match step(ty, scope) {
            Some(Step::Shape(shape)) => found.push(shape),
            Some(Step::Newtype(inner)) => waiting.push(inner),
            Some(Step::Union(union)) => {
                let types = union.variants.iter().rev();
                waiting.extend(types.filter_map(|of| of.ty.as_ref()));
            }
            None => {}
        }
    }
    Err(TooMany)
}

/// What a type looks like, or where to look for that.
enum Step<'d> {
    Shape(Shape<'d>),
    Newtype(&'d TypeExpr),
    Union(&'d UnionEntry),
}

fn step<'d>(ty: &'d TypeExpr, scope: &Scope<'d>) -> Option<Step<'d>> {
    let name = match &ty.kind {
        TypeExprKind::Scalar(scalar) => return Some(Step::Shape(of_scalar(*scalar))),
        TypeExprKind::List(inner) => return Some(Step::Shape(Shape::List(inner))),
        TypeExprKind::Map(_) => return Some(Step::Shape(Shape::Map)),
        TypeExprKind::Named(name) => name,
    };
    let entry = scope.get(name)?;
    let shape = match &entry.kind {
        TypeEntryKind::Object { fields, others, .. } => {
            if fields.is_empty() && matches!(others, OthersEntry::Kept(_)) {
                Shape::Map
            } else {
                Shape::Object(entry)
            }
        }
        TypeEntryKind::Tuple(elements) => Shape::List(&elements.first()?.ty),
        TypeEntryKind::Enum { values, open, of } => match (of, open.keeps_others()) {
            (EnumKind::Boolean, _) => Shape::Boolean,
            (EnumKind::Text, false) => Shape::KnownText(values),
            (EnumKind::Text, true) => Shape::Text,
            (EnumKind::Integer, true) => Shape::Integer,
            (EnumKind::Number, true) => Shape::Number,
            (EnumKind::Integer | EnumKind::Number, false) => Shape::KnownNumber(values),
        },
        TypeEntryKind::Newtype { inner, .. } => return Some(Step::Newtype(inner)),
        TypeEntryKind::Union(union) if is_untagged(union) => return Some(Step::Union(union)),
        TypeEntryKind::Union(_) => Shape::Tagged,
        TypeEntryKind::Alias { .. } => return None,
    };
    Some(Step::Shape(shape))
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
    let mut seen = HashSet::default();
    let mut waiting = vec![union];
    while let Some(union) = waiting.pop() {
        if !is_untagged(union) || union.open.keeps_others() {
            return false;
        }
        for variant in &union.variants {
            let Some(ty) = variant.ty.as_ref().filter(|ty| !ty.nullable) else {
                return false;
            };
            match (&ty.kind, scope.target(ty).map(|entry| &entry.kind)) {
                (TypeExprKind::Named(name), Some(TypeEntryKind::Union(inner))) => {
                    waiting.extend(seen.insert(name).then_some(inner.as_ref()));
                }
                _ if !super::super::is_single_value(ty, scope) => return false,
                _ => {}
            }
        }
    }
    true
}

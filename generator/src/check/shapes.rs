//! What values of a type look like in JSON.

use super::scope::Scope;
use crate::api::{EnumKind, JsonKind, Scalar};
use crate::document::{
    EnumValueEntry, FieldEntry, OthersEntry, TypeEntry, TypeEntryKind, TypeExpr, TypeExprKind,
    UnionEntry, VariantEntry,
};
use crate::hash::HashSet;
use crate::node::{Node, NodeKind};
use crate::source::Spanned;

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

/// One shape of a variant.
pub(super) struct Look<'d> {
    pub(super) variant: &'d VariantEntry,
    pub(super) shape: Shape<'d>,
}

/// The shapes of all variants of a union.
pub(super) fn looks<'d>(
    union: &'d UnionEntry,
    scope: &Scope<'d>,
) -> Result<Vec<Look<'d>>, TooMany> {
    let mut looks = Vec::new();
    for variant in &union.variants {
        if let Some(ty) = &variant.ty {
            let shapes = shapes(ty, scope)?.into_iter();
            looks.extend(shapes.map(|shape| Look { variant, shape }));
        }
        if looks.len() > MAX_VARIANTS {
            return Err(TooMany);
        }
    }
    Ok(looks)
}

/// The fields of an object, and whether it allows no others.
pub(super) fn contents(entry: &TypeEntry) -> (&[FieldEntry], bool) {
    match &entry.kind {
        TypeEntryKind::Object { fields, others, .. } => {
            (fields, matches!(others, OthersEntry::Rejected))
        }
        TypeEntryKind::Tuple(_)
        | TypeEntryKind::Enum { .. }
        | TypeEntryKind::Newtype { .. }
        | TypeEntryKind::Alias { .. }
        | TypeEntryKind::Union(_) => (&[], false),
    }
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
        TypeEntryKind::Union(union) if union.is_untagged() => return Some(Step::Union(union)),
        TypeEntryKind::Union(_) => Shape::Tagged,
        TypeEntryKind::Alias { .. } => return None,
    };
    Some(Step::Shape(shape))
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

/// What the values of a union are, if all are objects that have a place for a tag.
#[derive(Default)]
pub(super) struct Objects<'d> {
    /// The fields of each object.
    pub(super) fields: Vec<&'d [FieldEntry]>,
    /// The tags and contents of the union, and of those in it.
    pub(super) parts: Vec<&'d Spanned<String>>,
    seen: HashSet<&'d str>,
}

impl<'d> Objects<'d> {
    pub(super) fn of(ty: &'d TypeExpr, scope: &Scope<'d>) -> Option<Self> {
        let mut objects = Self::default();
        objects.add(ty, scope).then_some(objects)
    }

    /// Adds the values of a type; `false` if some are not objects.
    fn add(&mut self, ty: &'d TypeExpr, scope: &Scope<'d>) -> bool {
        if ty.named().is_some_and(|name| !self.seen.insert(name.value)) {
            return true;
        }
        let Some(union) = scope.union(ty) else {
            let fields = object_fields(ty, scope);
            self.fields.extend(fields);
            return fields.is_some();
        };
        if union.wrapped.is_some() || union.by_event.is_some() {
            return false;
        }
        self.parts.extend(union.parts());
        if union.value.is_some() {
            self.fields.push(&[]);
            return true;
        }
        union.variants.iter().all(|variant| match &variant.ty {
            Some(ty) => self.add(ty, scope),
            None => {
                self.fields.push(&[]);
                true
            }
        })
    }
}

/// The fields of an object; none for a map.
pub(super) fn object_fields<'d>(ty: &TypeExpr, scope: &Scope<'d>) -> Option<&'d [FieldEntry]> {
    match &ty.kind {
        TypeExprKind::Map(_) => Some(&[]),
        TypeExprKind::Named(_) => scope.object(ty),
        TypeExprKind::Scalar(_) | TypeExprKind::List(_) => None,
    }
}

/// A scalar as the text of a tag.
pub(super) fn tag_text(node: &Node) -> Option<String> {
    match &node.kind {
        NodeKind::Text(text) => Some(text.clone()),
        NodeKind::Integer(value, _) => Some(value.to_string()),
        NodeKind::Bool(value) => Some(value.to_string()),
        NodeKind::Null | NodeKind::Number(..) | NodeKind::List(_) | NodeKind::Map(_) => None,
    }
}

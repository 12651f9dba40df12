//! The shapes that values of a type have in JSON.

use super::scope::Scope;
use crate::api::{EnumKind, JsonKind, Scalar};
use crate::document::{
    AdditionalFieldsEntry, EnumValueEntry, FieldEntry, TypeEntry, TypeEntryKind, TypeExpr,
    TypeExprKind, UnionEntry, VariantEntry,
};
use crate::hash::HashSet;
use crate::node::{Node, NodeKind};
use crate::source::Spanned;

/// The shape of the values of a type in JSON.
#[derive(Debug, Clone, Copy)]
pub(super) enum JsonShape<'d> {
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

impl JsonShape<'_> {
    /// Whether both shapes are of the same kind.
    pub(super) fn is_like(&self, other: &JsonShape<'_>) -> bool {
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

/// The maximum number of variants that a union without a tag has, including the variants of unions in it.
pub(crate) const MAX_VARIANTS: usize = 300;

/// A union has more than [`MAX_VARIANTS`] variants.
#[derive(Debug)]
pub(super) struct TooMany;

/// The shapes of a type: one, or the shapes of all variants of a union. Unknown names have none.
pub(super) fn shapes<'d>(
    ty: &'d TypeExpr,
    scope: &Scope<'d>,
) -> Result<Vec<JsonShape<'d>>, TooMany> {
    let mut found = Vec::new();
    // A stack: its last element is expanded next.
    let mut waiting = vec![ty];
    for _ in 0..=MAX_VARIANTS {
        let Some(ty) = waiting.pop() else {
            return Ok(found);
        };
        match expand(ty, scope) {
            Some(Expansion::Shape(shape)) => found.push(shape),
            Some(Expansion::Newtype(inner)) => waiting.push(inner),
            Some(Expansion::Union(union)) => {
                let types = union.variants.iter().rev();
                waiting.extend(types.filter_map(|variant| variant.ty.as_ref()));
            }
            None => {}
        }
    }
    Err(TooMany)
}

/// One shape of a variant.
pub(super) struct VariantShape<'d> {
    pub(super) variant: &'d VariantEntry,
    pub(super) shape: JsonShape<'d>,
}

/// The shapes of all variants of a union.
pub(super) fn variant_shapes<'d>(
    union: &'d UnionEntry,
    scope: &Scope<'d>,
) -> Result<Vec<VariantShape<'d>>, TooMany> {
    let mut variant_shapes = Vec::new();
    for variant in &union.variants {
        if let Some(ty) = &variant.ty {
            let shapes = shapes(ty, scope)?.into_iter();
            variant_shapes.extend(shapes.map(|shape| VariantShape { variant, shape }));
        }
        if variant_shapes.len() > MAX_VARIANTS {
            return Err(TooMany);
        }
    }
    Ok(variant_shapes)
}

/// The fields of an object, and whether it allows no others.
pub(super) fn contents(entry: &TypeEntry) -> (&[FieldEntry], bool) {
    let TypeEntryKind::Object { fields, others, .. } = &entry.kind else {
        return (&[], false);
    };
    (fields, matches!(others, AdditionalFieldsEntry::Rejected))
}

/// The shape of a type, or the type or union that has it.
enum Expansion<'d> {
    Shape(JsonShape<'d>),
    Newtype(&'d TypeExpr),
    Union(&'d UnionEntry),
}

fn expand<'d>(ty: &'d TypeExpr, scope: &Scope<'d>) -> Option<Expansion<'d>> {
    let name = match &ty.kind {
        TypeExprKind::Scalar(scalar) => return Some(Expansion::Shape(scalar_shape(*scalar))),
        TypeExprKind::List(inner) => return Some(Expansion::Shape(JsonShape::List(inner))),
        TypeExprKind::Map(_) => return Some(Expansion::Shape(JsonShape::Map)),
        TypeExprKind::Named(name) => name,
    };
    let entry = scope.get(name)?;
    let shape = match &entry.kind {
        TypeEntryKind::Object { fields, others, .. } => {
            if fields.is_empty() && matches!(others, AdditionalFieldsEntry::Kept(_)) {
                JsonShape::Map
            } else {
                JsonShape::Object(entry)
            }
        }
        TypeEntryKind::Tuple(elements) => JsonShape::List(&elements.first()?.ty),
        TypeEntryKind::Enum {
            values,
            open,
            value_kind,
        } => match (value_kind, open.keeps_others()) {
            (EnumKind::Boolean, _) => JsonShape::Boolean,
            (EnumKind::Text, false) => JsonShape::KnownText(values),
            (EnumKind::Text, true) => JsonShape::Text,
            (EnumKind::Integer, true) => JsonShape::Integer,
            (EnumKind::Number, true) => JsonShape::Number,
            (EnumKind::Integer | EnumKind::Number, false) => JsonShape::KnownNumber(values),
        },
        TypeEntryKind::Newtype { inner, .. } => return Some(Expansion::Newtype(inner)),
        TypeEntryKind::Union(union) if union.is_untagged() => return Some(Expansion::Union(union)),
        TypeEntryKind::Union(_) => JsonShape::Tagged,
        TypeEntryKind::Alias { .. } => return None,
    };
    Some(Expansion::Shape(shape))
}

fn scalar_shape(scalar: Scalar) -> JsonShape<'static> {
    match scalar.json() {
        JsonKind::String => JsonShape::Text,
        JsonKind::Integer => JsonShape::Integer,
        JsonKind::Number => JsonShape::Number,
        JsonKind::Boolean => JsonShape::Boolean,
        JsonKind::Any => JsonShape::Any,
    }
}

/// The values of a union, if all are objects that have a place for a tag.
#[derive(Default)]
pub(super) struct Objects<'d> {
    /// The fields of each object.
    pub(super) fields: Vec<&'d [FieldEntry]>,
    /// The tags and contents of the union, and of unions in it.
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

//! What values are: the uses of types, and their shapes on the wire.

use crate::api::{
    self, AdditionalFields, Api, EnumKind, JsonKind, Rules, Scalar, Tagging, Type, TypeId,
    TypeKind, TypeRef, Value,
};
use crate::diff::limits::Limits;
use crate::diff::{enums, scalars};

/// A value of a message: the use of a type with its constraints, or a constant.
#[derive(Debug, Clone, Copy)]
pub(in crate::diff) enum Use<'a> {
    /// A value of a type.
    Of(&'a TypeRef, &'a Rules),
    /// The same in a path, whose segments are never empty.
    InPath(&'a TypeRef, &'a Rules),
    /// A list of items, as a page has them.
    ListOf(&'a TypeRef),
    /// Always the same value.
    Constant(&'a Value),
}

impl<'a> Use<'a> {
    /// An item of a list, as the only one: a list in a path is not empty.
    pub(super) const fn item(self, ty: &'a TypeRef, rules: &'a Rules) -> Self {
        match self {
            Self::InPath(..) => Self::InPath(ty, rules),
            Self::Of(..) | Self::ListOf(_) | Self::Constant(_) => Self::Of(ty, rules),
        }
    }
}

/// What a value is on the wire, apart from null: newtypes are their scalars.
pub(in crate::diff) enum Shape<'a> {
    Constant(&'a Value),
    Scalar(Scalar),
    List(&'a TypeRef, &'a Rules),
    Map(&'a TypeRef, &'a Rules),
    Named(TypeId, &'a TypeKind),
}

impl Shape<'_> {
    /// The shape of what is written as text: any text is a value of a string or a number.
    fn in_text(self, api: &Api) -> Self {
        match &self {
            Self::Named(_, TypeKind::Union(union))
                if is_text(api, union) && has_any_text(union) =>
            {
                Self::Scalar(Scalar::String)
            }
            _ => self,
        }
    }
}

/// Whether each value of a union is one text where values are text, and nothing else tells its variants apart.
pub(super) fn is_text(api: &Api, union: &api::Union) -> bool {
    let is_text = |ty: &TypeRef| match resolve(api, Use::Of(ty, Rules::NONE)).0 {
        Shape::Scalar(_) | Shape::Constant(_) | Shape::Named(_, TypeKind::Enum(_)) => true,
        Shape::List(..) | Shape::Map(..) | Shape::Named(..) => false,
    };
    is_untagged(union) && union.types().all(is_text)
}

/// Whether a variant is a string without limits.
fn has_any_text(union: &api::Union) -> bool {
    union.variants.iter().any(|variant| {
        let is_string = |ty: &TypeRef| ty.ty == Type::Scalar(Scalar::String);
        variant.ty.as_ref().is_some_and(is_string)
            && Limits::default().with(&variant.rules).are_none()
    })
}

/// The shape of a value, whether it may be null, and its limits.
pub(in crate::diff) fn resolve<'a>(api: &'a Api, value: Use<'a>) -> (Shape<'a>, bool, Limits) {
    let (ty, rules) = match value {
        Use::Of(ty, rules) | Use::InPath(ty, rules) => (ty, rules),
        Use::ListOf(item) => {
            return (Shape::List(item, Rules::NONE), false, Limits::default());
        }
        Use::Constant(value) => return (Shape::Constant(value), false, Limits::default()),
    };
    // A response has no rules beside its type, whose alias may have some. Rules beside the type replace these.
    let of_alias = rules_of_alias(api, ty);
    let limits = match of_alias.is_empty() {
        true => Limits::default().with(rules),
        false => Limits::default().with(&rules.or(of_alias)),
    };
    let each = rules.each.as_ref().or(of_alias.each.as_ref());
    let each = each.map_or(Rules::NONE, |each| &**each);
    let (shape, limits) = match &ty.ty {
        Type::Scalar(scalar) => (Shape::Scalar(*scalar), limits),
        Type::List(item) => (Shape::List(item, each), limits),
        Type::Map(value) => (Shape::Map(value, each), limits),
        Type::Named(id) => match &api.type_def(*id).kind {
            TypeKind::Newtype(newtype) => {
                (Shape::Scalar(newtype.scalar), limits.with(&newtype.rules))
            }
            TypeKind::Alias(alias) => {
                // Uses of an alias have the type itself, so this is a use in another alias.
                let (shape, nullable, limits) = resolve(api, Use::Of(&alias.ty, &alias.rules));
                return (shape, nullable || ty.nullable, limits.with(rules));
            }
            kind @ (TypeKind::Object(_)
            | TypeKind::Tuple(_)
            | TypeKind::Enum(_)
            | TypeKind::Union(_)) => (Shape::Named(*id, kind), limits),
        },
    };
    let limits = match shape {
        Shape::Scalar(scalar) => limits.with_lengths(scalars::lengths(scalar)),
        Shape::Named(_, TypeKind::Enum(values)) => limits.with_lengths(enums::lengths(values)),
        Shape::Named(_, TypeKind::Tuple(tuple)) => limits.with_count(tuple.elements.len()),
        _ => limits,
    };
    let limits = match shape {
        Shape::Scalar(Scalar::Integer(integer)) => limits.with_range(integer.range()),
        _ => limits,
    };
    // Any JSON value may be null anyway, and so may what is in a file.
    let is_null = ty.nullable || has_any(&shape);
    (shape, is_null, limits)
}

/// A value of one side, with what it is.
pub(super) struct Resolved<'a> {
    pub(super) value: Use<'a>,
    pub(super) shape: Shape<'a>,
    /// Whether it may be null.
    pub(super) is_null: bool,
    pub(super) limits: Limits,
}

impl<'a> Resolved<'a> {
    pub(super) fn of(api: &'a Api, value: Use<'a>, is_text: bool) -> Self {
        let (shape, is_null, limits) = resolve(api, value);
        Self {
            value,
            shape: match is_text {
                true => shape.in_text(api),
                false => shape,
            },
            is_null,
            limits,
        }
    }
}

/// The rules of the alias by which a type is named.
pub(super) fn rules_of_alias<'a>(api: &'a Api, ty: &TypeRef) -> &'a Rules {
    let alias = ty.alias.map(|id| &api.type_def(id).kind);
    match alias {
        Some(TypeKind::Alias(alias)) => &alias.rules,
        _ => Rules::NONE,
    }
}

/// Whether a value may be text in JSON, which has quotes.
pub(in crate::diff) fn may_be_text(api: &Api, value: Use<'_>) -> bool {
    match resolve(api, value).0 {
        Shape::Constant(value) => value.as_text().is_some(),
        Shape::Scalar(scalar) => matches!(scalar.json(), JsonKind::String | JsonKind::Any),
        Shape::Named(_, TypeKind::Enum(values)) => values.kind == EnumKind::Text,
        Shape::List(..) | Shape::Map(..) | Shape::Named(..) => true,
    }
}

pub(super) fn is_union(shape: &Shape<'_>) -> bool {
    matches!(shape, Shape::Named(_, TypeKind::Union(_)))
}

/// Whether any JSON is a value: a file may have it too.
pub(super) fn is_any(shape: &Shape<'_>) -> bool {
    matches!(shape, Shape::Scalar(Scalar::Json | Scalar::File))
}

/// Whether any JSON is a value, if only of one of the variants.
pub(super) fn has_any(shape: &Shape<'_>) -> bool {
    match shape {
        Shape::Named(_, TypeKind::Union(union)) => is_any_union(union),
        shape => is_any(shape),
    }
}

/// Whether any JSON is a value of a variant.
pub(in crate::diff) fn is_any_union(union: &api::Union) -> bool {
    let mut types = union.types();
    is_untagged(union) && types.any(is_json)
}

pub(in crate::diff) fn is_json(ty: &TypeRef) -> bool {
    ty.ty == Type::Scalar(Scalar::Json)
}

/// The values of a map, or of an object that has only further fields, and ignores none of them.
pub(super) fn values_of_map<'a>(shape: &Shape<'a>) -> Option<Use<'a>> {
    match shape {
        Shape::Map(ty, rules) => Some(Use::Of(ty, rules)),
        Shape::Named(_, TypeKind::Object(object)) if object.ignored.is_empty() => {
            further_fields(object, None)
        }
        Shape::Named(..) | Shape::Constant(_) | Shape::Scalar(_) | Shape::List(..) => None,
    }
}

/// The values of an object that has only further fields, apart from its tag.
pub(in crate::diff) fn further_fields<'a>(
    object: &'a api::Object,
    tag: Option<&str>,
) -> Option<Use<'a>> {
    match &object.others {
        AdditionalFields::Kept(ty, rules) if has_only(object, tag) => Some(Use::Of(ty, rules)),
        AdditionalFields::Kept(..)
        | AdditionalFields::Ignored
        | AdditionalFields::Rejected
        | AdditionalFields::Union(_) => None,
    }
}

/// Whether an object names no field but its tag.
fn has_only(object: &api::Object, tag: Option<&str>) -> bool {
    let fields = object.fields.iter().map(|field| &field.name);
    let constants = object.constants.iter().map(|constant| &constant.name);
    let mut names = fields.chain(constants);
    names.all(|name| Some(name.as_str()) == tag)
}

/// Whether all values are objects.
pub(super) fn is_object(kind: &TypeKind) -> bool {
    match kind {
        TypeKind::Object(_) => true,
        TypeKind::Union(union) => !is_untagged(union),
        TypeKind::Tuple(_) | TypeKind::Enum(_) | TypeKind::Newtype(_) | TypeKind::Alias(_) => false,
    }
}

pub(super) fn is_untagged(union: &api::Union) -> bool {
    union.tagging == Tagging::None
}

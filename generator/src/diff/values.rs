//! Values: two uses of types are compared, with their limits.

use super::Rule;
use super::limits::Limits;
use super::scalars::{Relation, relation};
use super::site::{Site, Spot, Step};
use super::walk::{Context, Flow, Walk};
use crate::api::{
    self, AdditionalFields, Api, Enum, EnumKind, JsonKind, Openness, Rules, Scalar, Tagging, Type,
    TypeId, TypeKind, TypeRef, Value,
};

/// How deeply comparisons may be inside of each other that find out whether two types are the same.
const DEEPEST: usize = 2;

/// A value of a message: the use of a type with its constraints, or a constant.
#[derive(Debug, Clone, Copy)]
pub(super) enum Use<'a> {
    /// A value of a type.
    Of(&'a TypeRef, &'a Rules),
    /// Always the same value.
    Constant(&'a Value),
}

/// What a value is on the wire, apart from null: newtypes are their scalars.
enum Shape<'a> {
    Constant(&'a Value),
    Scalar(Scalar),
    List(&'a TypeRef, &'a Rules),
    Map(&'a TypeRef, &'a Rules),
    Named(TypeId, &'a TypeKind),
}

/// The shape of a value, whether it may be null, and its limits.
fn resolve<'a>(api: &'a Api, value: Use<'a>) -> (Shape<'a>, bool, Limits) {
    let (ty, rules) = match value {
        Use::Of(ty, rules) => (ty, rules),
        Use::Constant(value) => return (Shape::Constant(value), false, Limits::default()),
    };
    let limits = Limits::default().with(rules);
    let each = rules.each.as_deref().unwrap_or(Rules::NONE);
    let with_range = |scalar, limits: Limits| match scalar {
        Scalar::Integer(integer) => limits.with_range(integer.range()),
        _ => limits,
    };
    let (shape, limits) = match &ty.ty {
        Type::Scalar(scalar) => (Shape::Scalar(*scalar), with_range(*scalar, limits)),
        Type::List(item) => (Shape::List(item, each), limits),
        Type::Map(value) => (Shape::Map(value, each), limits),
        Type::Named(id) => match &api.type_def(*id).kind {
            TypeKind::Newtype(newtype) => {
                let limits = with_range(newtype.scalar, limits.with(&newtype.rules));
                (Shape::Scalar(newtype.scalar), limits)
            }
            TypeKind::Alias(alias) => {
                let (shape, nullable, limits) = resolve(api, Use::Of(&alias.ty, &alias.rules));
                return (shape, nullable || ty.nullable, limits.with(rules));
            }
            kind @ (TypeKind::Object(_)
            | TypeKind::Tuple(_)
            | TypeKind::Enum(_)
            | TypeKind::Union(_)) => (Shape::Named(*id, kind), limits),
        },
    };
    let is_any = matches!(shape, Shape::Scalar(Scalar::Json));
    // Any JSON value may be null anyway.
    (shape, ty.nullable || is_any, limits)
}

impl<'a> Walk<'a> {
    /// Compares the values of two uses of types.
    pub(super) fn values(
        &mut self,
        old: Use<'a>,
        new: Use<'a>,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let (old_shape, old_null, old_limits) = resolve(self.old, old);
        let (new_shape, new_null, new_limits) = resolve(self.new, new);
        let relation = match (&old_shape, &new_shape) {
            // One text is a list of one item.
            (Shape::Scalar(_) | Shape::Named(_, TypeKind::Enum(_)), Shape::List(item, rules))
                if site.is_text =>
            {
                self.values(
                    old,
                    Use::Of(item, rules),
                    context,
                    &site.within(Step::Items),
                );
                Relation::Wider
            }
            (Shape::List(item, rules), Shape::Scalar(_) | Shape::Named(_, TypeKind::Enum(_)))
                if site.is_text =>
            {
                self.values(
                    Use::Of(item, rules),
                    new,
                    context,
                    &site.within(Step::Items),
                );
                Relation::Narrower
            }
            _ => self.shapes(&old_shape, &new_shape, context, site),
        };
        let classes = (class(&old_shape), class(&new_shape));
        let is_limited = |limits: &Limits| {
            matches!(classes, (Some(old), Some(new)) if old != new) && !limits.are_none()
        };
        let relation = match relation {
            Relation::Same => old_limits.ranges(&new_limits),
            // Limits of text and of numbers cannot be compared: not every number is text that matches a pattern.
            Relation::Wider if is_limited(&new_limits) => Relation::Different,
            Relation::Narrower if is_limited(&old_limits) => Relation::Different,
            other => other,
        };
        let message = || {
            let old = words(self.old, old);
            format!("it was {old}, and is {}", words(self.new, new))
        };
        match relation {
            Relation::Same => {}
            Relation::Wider => self.change(Rule::TypeWidened, context, site, message()),
            Relation::Narrower => self.change(Rule::TypeNarrowed, context, site, message()),
            Relation::Different => {
                return self.change(Rule::TypeChanged, context, site, message());
            }
        }
        match (old_null, new_null) {
            (false, true) if relation != Relation::Wider || !is_any(&new_shape) => {
                self.change(Rule::NullAdded, context, site, "it may be null".to_owned());
            }
            (true, false) if relation != Relation::Narrower || !is_any(&old_shape) => {
                let message = "it may not be null any more";
                self.change(Rule::NullRemoved, context, site, message.to_owned());
            }
            _ => {}
        }
        let (Some(old_class), Some(new_class)) = classes else {
            return;
        };
        // Limits of text mean nothing for a list.
        if old_class == new_class {
            // The ranges of different types are what their change is about.
            let (old, new) = match relation {
                Relation::Same => (
                    old_limits.with_range_as_limits(),
                    new_limits.with_range_as_limits(),
                ),
                _ => (old_limits, new_limits),
            };
            self.limits(&old, &new, context, site);
        }
    }

    /// How two shapes relate. Parts of lists, maps and named types are compared.
    fn shapes(
        &mut self,
        old: &Shape<'a>,
        new: &Shape<'a>,
        context: Context,
        site: &Site<'_, 'a>,
    ) -> Relation {
        let any = |shape: &Shape<'_>| matches!(shape, Shape::Scalar(Scalar::Json));
        match (old, new) {
            (Shape::Constant(old), Shape::Constant(new)) => {
                if old != new {
                    let message = format!("it was always {old}, and is always {new}");
                    self.change(Rule::ConstantChanged, context, site, message);
                }
                Relation::Same
            }
            (Shape::Scalar(old), Shape::Scalar(new)) => relation(*old, *new, site.is_text),
            (_, new) if any(new) => Relation::Wider,
            (old, _) if any(old) => Relation::Narrower,
            (Shape::List(old, old_rules), Shape::List(new, new_rules)) => {
                let (old, new) = (Use::Of(old, old_rules), Use::Of(new, new_rules));
                self.values(old, new, context, &site.within(Step::Items));
                Relation::Same
            }
            (Shape::Map(old, old_rules), Shape::Map(new, new_rules)) => {
                let (old, new) = (Use::Of(old, old_rules), Use::Of(new, new_rules));
                self.values(old, new, context, &site.within(Step::Values));
                Relation::Same
            }
            (Shape::Named(old, old_kind), Shape::Named(new, new_kind)) => {
                self.named((*old, old_kind), (*new, new_kind), context)
            }
            (Shape::Named(_, TypeKind::Union(union)), _) if is_untagged(union) => {
                narrower(self.is_variant(union, new, true))
            }
            (_, Shape::Named(_, TypeKind::Union(union))) if is_untagged(union) => {
                wider(self.is_variant(union, old, false))
            }
            (Shape::Named(_, TypeKind::Enum(values)), new) => enum_and(values, new),
            (old, Shape::Named(_, TypeKind::Enum(values))) => enum_and(values, old).reversed(),
            (Shape::Constant(value), Shape::Scalar(scalar)) => wider(fits(value, *scalar)),
            (Shape::Scalar(scalar), Shape::Constant(value)) => narrower(fits(value, *scalar)),
            (Shape::Named(_, kind), Shape::Map(ty, _)) if is_object(kind) => wider(is_json(ty)),
            (Shape::Map(ty, _), Shape::Named(_, kind)) if is_object(kind) => narrower(is_json(ty)),
            (Shape::Named(_, TypeKind::Tuple(_)), Shape::List(ty, _)) => wider(is_json(ty)),
            (Shape::List(ty, _), Shape::Named(_, TypeKind::Tuple(_))) => narrower(is_json(ty)),
            _ => Relation::Different,
        }
    }

    /// How two named types relate. Those of the same kind are compared part by part.
    fn named(
        &mut self,
        (old, old_kind): (TypeId, &'a TypeKind),
        (new, new_kind): (TypeId, &'a TypeKind),
        context: Context,
    ) -> Relation {
        match (old_kind, new_kind) {
            (TypeKind::Object(_), TypeKind::Object(_))
            | (TypeKind::Tuple(_), TypeKind::Tuple(_))
            | (TypeKind::Union(_), TypeKind::Union(_)) => {
                self.use_types(old, new, context);
                Relation::Same
            }
            (TypeKind::Enum(old_values), TypeKind::Enum(new_values)) => {
                if old_values.kind != new_values.kind {
                    return Relation::Different;
                }
                self.use_types(old, new, context);
                Relation::Same
            }
            (TypeKind::Union(union), _) if is_untagged(union) => {
                narrower(self.is_variant(union, &Shape::Named(new, new_kind), true))
            }
            (_, TypeKind::Union(union)) if is_untagged(union) => {
                wider(self.is_variant(union, &Shape::Named(old, old_kind), false))
            }
            _ => Relation::Different,
        }
    }

    /// Whether all values of a shape are values of a variant of a union without tags, which is in the other API.
    fn is_variant(&self, union: &'a api::Union, other: &Shape<'a>, union_is_old: bool) -> bool {
        if self.depth >= DEEPEST {
            return false;
        }
        let api = if union_is_old { self.old } else { self.new };
        union.variants.iter().any(|variant| {
            let Some(ty) = &variant.ty else {
                return false;
            };
            let (variant, ..) = resolve(api, Use::Of(ty, &variant.rules));
            let mut inner = self.inner();
            let (site, context) = (
                Site::root("", Spot::Api, Spot::Api),
                Self::api(Flow::Request),
            );
            let relation = match union_is_old {
                true => inner.shapes(&variant, other, context, &site).reversed(),
                false => inner.shapes(other, &variant, context, &site),
            };
            inner.compare_types();
            inner.is_clean() && matches!(relation, Relation::Same | Relation::Wider)
        })
    }

    /// Whether two uses of types have the same values.
    pub(super) fn are_same_values(&self, old: Use<'a>, new: Use<'a>) -> bool {
        if self.depth >= DEEPEST {
            return false;
        }
        let mut inner = self.inner();
        let site = Site::root("", Spot::Api, Spot::Api);
        inner.values(old, new, Self::api(Flow::Request), &site);
        inner.compare_types();
        inner.is_clean()
    }
}

impl Relation {
    /// The relation of the new type to the old one.
    pub(super) const fn reversed(self) -> Self {
        match self {
            Self::Same => Self::Same,
            Self::Wider => Self::Narrower,
            Self::Narrower => Self::Wider,
            Self::Different => Self::Different,
        }
    }
}

const fn wider(is_wider: bool) -> Relation {
    match is_wider {
        true => Relation::Wider,
        false => Relation::Different,
    }
}

const fn narrower(is_narrower: bool) -> Relation {
    wider(is_narrower).reversed()
}

fn is_any(shape: &Shape<'_>) -> bool {
    matches!(shape, Shape::Scalar(Scalar::Json))
}

fn is_json(ty: &TypeRef) -> bool {
    ty.ty == Type::Scalar(Scalar::Json)
}

/// Whether all values are objects.
fn is_object(kind: &TypeKind) -> bool {
    match kind {
        TypeKind::Object(_) => true,
        TypeKind::Union(union) => !is_untagged(union),
        TypeKind::Tuple(_) | TypeKind::Enum(_) | TypeKind::Newtype(_) | TypeKind::Alias(_) => false,
    }
}

fn is_untagged(union: &api::Union) -> bool {
    union.tagging == Tagging::None
}

/// How an enumeration relates to another shape.
fn enum_and(values: &Enum, other: &Shape<'_>) -> Relation {
    match other {
        Shape::Constant(value) => {
            let is_known = values.is_known(value);
            match values.values.len() == 1 && values.open == Openness::Closed {
                true if is_known => Relation::Same,
                _ => narrower(is_known),
            }
        }
        Shape::Scalar(scalar) => {
            let has_kind = match values.kind {
                EnumKind::Text => *scalar == Scalar::String,
                EnumKind::Integer => {
                    matches!(
                        scalar,
                        Scalar::Integer(_) | Scalar::Number | Scalar::DecimalNumber
                    )
                }
                EnumKind::Number => matches!(scalar, Scalar::Number | Scalar::DecimalNumber),
                EnumKind::Boolean => *scalar == Scalar::Boolean,
            };
            match (has_kind, values.open) {
                (true, Openness::Open) => Relation::Same,
                (is_wider, _) => wider(is_wider),
            }
        }
        Shape::List(..) | Shape::Map(..) | Shape::Named(..) => Relation::Different,
    }
}

/// Whether a scalar has a value.
fn fits(value: &Value, scalar: Scalar) -> bool {
    match value {
        Value::Text(_) => scalar.json() == JsonKind::String,
        Value::Integer(value) => match scalar {
            Scalar::Integer(integer) => integer.contains(*value),
            _ => scalar.json() == JsonKind::Number,
        },
        Value::Number(_) => scalar.json() == JsonKind::Number,
        Value::Bool(_) => scalar == Scalar::Boolean,
        Value::Null | Value::List(_) | Value::Object(_) => false,
    }
}

/// The kind of limits that a shape has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Text,
    Number,
    Many,
}

fn class(shape: &Shape<'_>) -> Option<Class> {
    match shape {
        Shape::Scalar(scalar) => match scalar.json() {
            JsonKind::String => Some(Class::Text),
            JsonKind::Integer | JsonKind::Number => Some(Class::Number),
            JsonKind::Boolean | JsonKind::Any => None,
        },
        Shape::List(..) | Shape::Map(..) => Some(Class::Many),
        Shape::Constant(_) | Shape::Named(..) => None,
    }
}

/// A use of a type as the language writes it.
pub(super) fn words(api: &Api, value: Use<'_>) -> String {
    match value {
        Use::Constant(value) => format!("always {value}"),
        Use::Of(ty, _) => format!("`{}`", type_words(api, ty)),
    }
}

fn type_words(api: &Api, ty: &TypeRef) -> String {
    let null = if ty.nullable { "?" } else { "" };
    let text = match &ty.ty {
        Type::Scalar(scalar) => scalar.name().to_owned(),
        Type::Named(id) => api.type_def(*id).name.clone(),
        Type::List(item) => format!("list<{}>", type_words(api, item)),
        Type::Map(value) => format!("map<{}>", type_words(api, value)),
    };
    text + null
}

/// Whether other fields of an object are of any type.
pub(super) fn keeps_any(others: &AdditionalFields) -> bool {
    others.kept().is_some_and(is_json)
}

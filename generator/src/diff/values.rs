//! Values: two uses of types are compared, with their limits.

use super::inner::DEEPEST;
use super::limits::Limits;
use super::objects::members;
use super::scalars::{self, Relation, relation};
use super::site::{Site, Spot, Step};
use super::unions::tag_among_fields;
use super::walk::{Context, Flow, Types, Walk};
use super::words::words;
use super::{Axis, Rule, enums, texts};
use crate::api::{
    self, AdditionalFields, Api, EnumKind, JsonKind, Openness, Rules, Scalar, Tagging, Type,
    TypeId, TypeKind, TypeRef, Value,
};

/// A value of a message: the use of a type with its constraints, or a constant.
#[derive(Debug, Clone, Copy)]
pub(super) enum Use<'a> {
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
    const fn item(self, ty: &'a TypeRef, rules: &'a Rules) -> Self {
        match self {
            Self::InPath(..) => Self::InPath(ty, rules),
            Self::Of(..) | Self::ListOf(_) | Self::Constant(_) => Self::Of(ty, rules),
        }
    }
}

/// What a value is on the wire, apart from null: newtypes are their scalars.
pub(super) enum Shape<'a> {
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
fn is_text(api: &Api, union: &api::Union) -> bool {
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
pub(super) fn resolve<'a>(api: &'a Api, value: Use<'a>) -> (Shape<'a>, bool, Limits) {
    let (ty, rules) = match value {
        Use::Of(ty, rules) | Use::InPath(ty, rules) => (ty, rules),
        Use::ListOf(item) => {
            return (Shape::List(item, Rules::NONE), false, Limits::default());
        }
        Use::Constant(value) => return (Shape::Constant(value), false, Limits::default()),
    };
    // A response has no rules beside its type, whose alias may have some.
    let of_alias = rules_of_alias(api, ty);
    let limits = Limits::default().with(of_alias).with(rules);
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
    let is_null = ty.nullable || is_any(&shape);
    (shape, is_null, limits)
}

/// The rules of the alias by which a type is named.
fn rules_of_alias<'a>(api: &'a Api, ty: &TypeRef) -> &'a Rules {
    let alias = ty.alias.map(|id| &api.type_def(id).kind);
    match alias {
        Some(TypeKind::Alias(alias)) => &alias.rules,
        _ => Rules::NONE,
    }
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
        if let (Use::Of(old, _) | Use::InPath(old, _), Use::Of(new, _) | Use::InPath(new, _)) =
            (old, new)
        {
            self.same_names(old, new, context);
        }
        let resolved = |api, value| match (site.is_text, resolve(api, value)) {
            (true, (shape, is_null, limits)) => (shape.in_text(api), is_null, limits),
            (false, resolved) => resolved,
        };
        let (old_shape, old_null, old_limits) = resolved(self.old, old);
        let (new_shape, new_null, new_limits) = resolved(self.new, new);
        let by_text = match site.is_text {
            true => texts::relation((self.old, old, &old_shape), (self.new, new, &new_shape)),
            false => None,
        };
        let relation = match (&old_shape, &new_shape) {
            _ if let Some(relation) = by_text => relation,
            // One text is a list of one item.
            (Shape::Scalar(_) | Shape::Named(_, TypeKind::Enum(_)), Shape::List(item, rules))
                if site.is_text =>
            {
                let item = new.item(item, rules);
                self.values(old, item, context, &site.within(Step::Items));
                Relation::Wider
            }
            (Shape::List(item, rules), Shape::Scalar(_) | Shape::Named(_, TypeKind::Enum(_)))
                if site.is_text =>
            {
                let item = old.item(item, rules);
                self.values(item, new, context, &site.within(Step::Items));
                Relation::Narrower
            }
            // In text, all values of such a union are strings, and a variant may have all strings.
            (Shape::Scalar(Scalar::String), Shape::Named(_, TypeKind::Union(union)))
                if site.is_text && is_text(self.new, union) =>
            {
                match self.is_variant(union, old, false) {
                    true => Relation::Wider,
                    false => Relation::Narrower,
                }
            }
            (Shape::Named(_, TypeKind::Union(union)), Shape::Scalar(Scalar::String))
                if site.is_text && is_text(self.old, union) =>
            {
                match self.is_variant(union, new, true) {
                    true => Relation::Narrower,
                    false => Relation::Wider,
                }
            }
            // A variant decides, whatever the other one is.
            (Shape::Named(_, TypeKind::Union(union)), other)
                if is_untagged(union) && !is_union(other) && !is_any(other) =>
            {
                self.relation_to_variants(union, new, true)
            }
            (other, Shape::Named(_, TypeKind::Union(union)))
                if is_untagged(union) && !is_union(other) && !is_any(other) =>
            {
                self.relation_to_variants(union, old, false).reversed()
            }
            _ => self.shapes(&old_shape, &new_shape, context, site),
        };
        let classes = (class(&old_shape), class(&new_shape));
        let is_limited = |wide: &Limits, narrow: &Limits| {
            let limits = wide.clone().without_what_others_have(narrow);
            classes.0 != classes.1 && !limits.are_none()
        };
        let relation = match relation {
            // Limits were looked at.
            relation if by_text.is_some() => relation,
            Relation::Same => old_limits.ranges(&new_limits),
            // Limits of text and of numbers cannot be compared: not every number is text that matches a pattern.
            Relation::Wider if is_limited(&new_limits, &old_limits) => Relation::Different,
            Relation::Narrower if is_limited(&old_limits, &new_limits) => Relation::Different,
            other => other,
        };
        let message = || {
            let (old, new) = (words(self.old, old), words(self.new, new));
            match old == new {
                true => format!("it has a different type of the same name: {new}"),
                false => format!("it was {old}, and is {new}"),
            }
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
                self.change(Rule::NullAdded, context, site, "it can be null".to_owned());
            }
            (true, false) if relation != Relation::Narrower || !is_any(&old_shape) => {
                let message = "it can no longer be null";
                self.change(Rule::NullRemoved, context, site, message.to_owned());
            }
            _ => {}
        }
        let old = (old, &old_shape, old_limits);
        let new = (new, &new_shape, new_limits);
        if let Some((old, new)) = limits_to_compare(old, new, relation) {
            self.limits(&old, &new, context, site);
        }
    }

    /// Notes that values of a newtype or an alias are used, which both sides have by its name: something may be announced
    /// about it.
    pub(super) fn same_names(&mut self, old: &TypeRef, new: &TypeRef, context: Context) {
        let named = |ty: &TypeRef| match ty.ty {
            Type::Named(id) => Some(id),
            Type::Scalar(_) | Type::List(_) | Type::Map(_) => None,
        };
        let is_name = |kind: &TypeKind| matches!(kind, TypeKind::Newtype(_) | TypeKind::Alias(_));
        for pair in [(old.alias, new.alias), (named(old), named(new))] {
            let (Some(old), Some(new)) = pair else {
                continue;
            };
            let (of_old, of_new) = (self.old.type_def(old), self.new.type_def(new));
            if of_old.name == of_new.name && is_name(&of_old.kind) && is_name(&of_new.kind) {
                let types = Types {
                    old,
                    new,
                    is_text: false,
                    without: None,
                };
                self.use_types(types, context);
            }
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
        match (old, new) {
            (Shape::Constant(old), Shape::Constant(new)) => {
                if !old.is_same(new) {
                    let message = format!("it was always {old}, and is always {new}");
                    self.change(Rule::ConstantChanged, context, site, message);
                }
                Relation::Same
            }
            (Shape::Scalar(old), Shape::Scalar(new)) => relation(*old, *new, site.is_text),
            (_, new) if is_any(new) => Relation::Wider,
            (old, _) if is_any(old) => Relation::Narrower,
            (Shape::List(old, old_rules), Shape::List(new, new_rules)) => {
                let (old, new) = (Use::Of(old, old_rules), Use::Of(new, new_rules));
                self.values(old, new, context, &site.within(Step::Items));
                Relation::Same
            }
            (Shape::Map(..), _) | (_, Shape::Map(..))
                if let (Some(old), Some(new)) = (values_of_map(old), values_of_map(new)) =>
            {
                self.values(old, new, context, &site.within(Step::Values));
                Relation::Same
            }
            (Shape::Named(old, old_kind), Shape::Named(new, new_kind)) => {
                // In a form, what is in an object is JSON, unless it is a single value.
                let is_text = site.is_text && !matches!(site.old, Spot::Part(..));
                self.named((*old, old_kind), (*new, new_kind), context, is_text)
            }
            (Shape::Named(_, TypeKind::Enum(values)), new) => {
                enums::relation(values, new, site.is_text)
            }
            (old, Shape::Named(_, TypeKind::Enum(values))) => {
                enums::relation(values, old, site.is_text).reversed()
            }
            (Shape::Constant(value), Shape::Scalar(scalar)) => wider(scalars::fits(value, *scalar)),
            (Shape::Scalar(scalar), Shape::Constant(value)) => {
                narrower(scalars::fits(value, *scalar))
            }
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
        is_text: bool,
    ) -> Relation {
        let types = Types {
            old,
            new,
            is_text,
            without: None,
        };
        match (old_kind, new_kind) {
            (TypeKind::Object(_), TypeKind::Object(_))
            | (TypeKind::Tuple(_), TypeKind::Tuple(_))
            | (TypeKind::Union(_), TypeKind::Union(_)) => {
                self.use_types(types, context);
                Relation::Same
            }
            (TypeKind::Enum(old_values), TypeKind::Enum(new_values)) => {
                if old_values.kind != new_values.kind {
                    return Relation::Different;
                }
                self.use_types(types, context);
                Relation::Same
            }
            (TypeKind::Object(object), TypeKind::Union(union)) => {
                if self.is_tagged_variant(union, (old, object), false, context) {
                    return Relation::Wider;
                }
                narrower(self.has_all_tagged(union, (old, object), false))
            }
            (TypeKind::Union(union), TypeKind::Object(object)) => {
                if self.is_tagged_variant(union, (new, object), true, context) {
                    return Relation::Narrower;
                }
                wider(self.has_all_tagged(union, (new, object), true))
            }
            _ => Relation::Different,
        }
    }

    /// Whether the tag of a variant is a constant of an object. If so, the object is compared with the content of the
    /// variant.
    fn is_tagged_variant(
        &mut self,
        union: &'a api::Union,
        (id, object): (TypeId, &'a api::Object),
        union_is_old: bool,
        context: Context,
    ) -> bool {
        let Tagging::Field { path, kind, .. } = &union.tagging else {
            return false;
        };
        let [field] = path.as_slice() else {
            return false;
        };
        let mut constants = object.constants.iter();
        let Some(constant) = constants.find(|constant| constant.name == *field) else {
            return false;
        };
        let mut variants = union.variants.iter();
        let variant =
            variants.find(|variant| variant.tags().any(|tag| kind.value(tag) == constant.value));
        let Some(Type::Named(content)) = variant.and_then(|variant| Some(&variant.ty.as_ref()?.ty))
        else {
            return false;
        };
        let (old, new) = match union_is_old {
            true => (*content, id),
            false => (id, *content),
        };
        let kinds = (&self.old.type_def(old).kind, &self.new.type_def(new).kind);
        let (TypeKind::Object(_), TypeKind::Object(_)) = kinds else {
            return false;
        };
        let types = Types {
            old,
            new,
            is_text: false,
            without: Some(field),
        };
        self.use_types(types, context);
        true
    }

    /// Whether all values of a use of a type are values of a variant of a union without tags, which is in the other API.
    fn is_variant(&self, union: &'a api::Union, other: Use<'a>, union_is_old: bool) -> bool {
        if self.depth >= DEEPEST {
            return false;
        }
        union.variants.iter().any(|variant| {
            let Some(ty) = &variant.ty else {
                return false;
            };
            let variant = Use::Of(ty, &variant.rules);
            match union_is_old {
                true => self.accepts_values(variant, other, Axis::Rollback),
                false => self.accepts_values(other, variant, Axis::Wire),
            }
        })
    }

    /// How a use of a type relates to a union without tags, which is in the other API.
    fn relation_to_variants(
        &self,
        union: &'a api::Union,
        other: Use<'a>,
        union_is_old: bool,
    ) -> Relation {
        let is_variant = self.is_variant(union, other, union_is_old);
        match (is_variant, self.has_all(union, other, union_is_old)) {
            (true, true) => Relation::Same,
            (true, false) => Relation::Narrower,
            (false, true) => Relation::Wider,
            (false, false) => Relation::Different,
        }
    }

    /// Whether all values of a union without tags are values of a use of a type, which is in the other API.
    fn has_all(&self, union: &'a api::Union, other: Use<'a>, union_is_old: bool) -> bool {
        if self.depth >= DEEPEST || union.open == Openness::Open {
            return false;
        }
        union.variants.iter().all(|variant| {
            variant.ty.as_ref().is_some_and(|ty| {
                let variant = Use::Of(ty, &variant.rules);
                match union_is_old {
                    true => self.accepts_values(variant, other, Axis::Wire),
                    false => self.accepts_values(other, variant, Axis::Rollback),
                }
            })
        })
    }

    /// Whether all values of a union are values of an object, which is in the other API: the tag is one of its fields, or
    /// a field that it ignores.
    fn has_all_tagged(
        &self,
        union: &'a api::Union,
        (id, object): (TypeId, &'a api::Object),
        union_is_old: bool,
    ) -> bool {
        let Some(tag) = tag_among_fields(union) else {
            return false;
        };
        let Tagging::Field { kind, .. } = &union.tagging else {
            return false;
        };
        if self.depth >= DEEPEST || union.open == Openness::Open {
            return false;
        }
        let mut fields = members(object);
        let has_tag = match fields.find(|field| field.name == tag) {
            Some(field) => union.variants.iter().all(|variant| {
                let mut tags = variant.tags().map(|text| kind.value(text));
                tags.all(|value| {
                    let value = Use::Constant(&value);
                    match union_is_old {
                        true => self.accepts_values(value, field.value, Axis::Wire),
                        false => self.accepts_values(field.value, value, Axis::Rollback),
                    }
                })
            }),
            None => object.others != AdditionalFields::Rejected,
        };
        has_tag
            && union.variants.iter().all(|variant| {
                let Some(ty) = &variant.ty else {
                    let mut others = members(object).filter(|field| field.name != tag);
                    return others.all(|field| !field.presence.is_required());
                };
                let Type::Named(content) = ty.ty else {
                    return false;
                };
                self.accepts_content(content, (id, tag), union_is_old)
            })
    }

    /// Whether all values of the content of a variant are values of an object, apart from the tag.
    fn accepts_content(
        &self,
        content: TypeId,
        (object, tag): (TypeId, &'a str),
        content_is_old: bool,
    ) -> bool {
        let (old, new, axis) = match content_is_old {
            true => (content, object, Axis::Wire),
            false => (object, content, Axis::Rollback),
        };
        let kinds = (&self.old.type_def(old).kind, &self.new.type_def(new).kind);
        let (TypeKind::Object(_), TypeKind::Object(_)) = kinds else {
            return false;
        };
        let types = Types {
            old,
            new,
            is_text: false,
            without: Some(tag),
        };
        let mut inner = self.inner();
        inner.use_types(types, Self::api(Flow::Request));
        inner.all_types(|inner| inner.accepts(axis))
    }

    /// Whether one of two values may be text in JSON, which has quotes.
    pub(super) fn may_be_text(&self, old: Use<'a>, new: Use<'a>) -> bool {
        may_be_text(self.old, old) || may_be_text(self.new, new)
    }

    /// Whether both values are numbers, or both are text.
    pub(super) fn are_of_one_class(&self, old: Use<'a>, new: Use<'a>) -> bool {
        let classes = (
            class(&resolve(self.old, old).0),
            class(&resolve(self.new, new).0),
        );
        matches!(
            classes,
            (Some(Class::Number), Some(Class::Number)) | (Some(Class::Text), Some(Class::Text))
        )
    }
}

/// Whether a value may be text in JSON, which has quotes.
pub(super) fn may_be_text(api: &Api, value: Use<'_>) -> bool {
    match resolve(api, value).0 {
        Shape::Constant(value) => value.as_text().is_some(),
        Shape::Scalar(scalar) => matches!(scalar.json(), JsonKind::String | JsonKind::Any),
        Shape::Named(_, TypeKind::Enum(values)) => values.kind == EnumKind::Text,
        Shape::List(..) | Shape::Map(..) | Shape::Named(..) => true,
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

pub(super) const fn wider(is_wider: bool) -> Relation {
    match is_wider {
        true => Relation::Wider,
        false => Relation::Different,
    }
}

pub(super) const fn narrower(is_narrower: bool) -> Relation {
    wider(is_narrower).reversed()
}

fn is_union(shape: &Shape<'_>) -> bool {
    matches!(shape, Shape::Named(_, TypeKind::Union(_)))
}

/// Whether any JSON is a value: a file may have it too.
fn is_any(shape: &Shape<'_>) -> bool {
    matches!(shape, Shape::Scalar(Scalar::Json | Scalar::File))
}

fn is_json(ty: &TypeRef) -> bool {
    ty.ty == Type::Scalar(Scalar::Json)
}

/// Whether all values are objects.
/// The values of a map, or of an object that has only further fields.
fn values_of_map<'a>(shape: &Shape<'a>) -> Option<Use<'a>> {
    match shape {
        Shape::Map(ty, rules) => Some(Use::Of(ty, rules)),
        Shape::Named(_, TypeKind::Object(object)) => further_fields(object, None),
        Shape::Named(..) | Shape::Constant(_) | Shape::Scalar(_) | Shape::List(..) => None,
    }
}

/// The values of an object that has only further fields, apart from its tag.
pub(super) fn further_fields<'a>(object: &'a api::Object, tag: Option<&str>) -> Option<Use<'a>> {
    match &object.others {
        AdditionalFields::Kept(ty, rules) if has_only(object, tag) => Some(Use::Of(ty, rules)),
        AdditionalFields::Kept(..)
        | AdditionalFields::Ignored
        | AdditionalFields::Rejected
        | AdditionalFields::Union(_) => None,
    }
}

/// Whether an object names no field but its tag.
pub(super) fn has_only(object: &api::Object, tag: Option<&str>) -> bool {
    let fields = object.fields.iter().map(|field| &field.name);
    let constants = object.constants.iter().map(|constant| &constant.name);
    let mut names = fields.chain(constants);
    names.all(|name| Some(name.as_str()) == tag)
}

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

/// The limits of two values that are compared apart from how their types relate, if there are such.
fn limits_to_compare(
    (old, old_shape, old_limits): (Use<'_>, &Shape<'_>, Limits),
    (new, new_shape, new_limits): (Use<'_>, &Shape<'_>, Limits),
    relation: Relation,
) -> Option<(Limits, Limits)> {
    // Limits of text mean nothing for a list, and those that all listed values keep for these.
    let keeps = |shape: &Shape<'_>, limits: &Limits| {
        listed(shape).is_some_and(|values| {
            let checks = limits.checks();
            values.iter().all(|value| checks.allow(value) == Some(true))
        })
    };
    if class(old_shape)? != class(new_shape)?
        || keeps(old_shape, &new_limits)
        || keeps(new_shape, &old_limits)
    {
        return None;
    }
    // The ranges of different types are what their change is about.
    let (old_limits, new_limits) = match relation {
        Relation::Same => (
            old_limits.with_range_as_limits(),
            new_limits.with_range_as_limits(),
        ),
        Relation::Wider | Relation::Narrower | Relation::Different => (
            old_limits.clone().without_what_others_have(&new_limits),
            new_limits.without_what_others_have(&old_limits),
        ),
    };
    let in_path = |value, limits: Limits| match value {
        Use::InPath(..) => limits.never_empty(),
        Use::Of(..) | Use::ListOf(_) | Use::Constant(_) => limits,
    };
    Some((in_path(old, old_limits), in_path(new, new_limits)))
}

/// All values of a shape, if the document lists them.
fn listed(shape: &Shape<'_>) -> Option<Vec<Value>> {
    match shape {
        Shape::Constant(value) => Some(vec![(*value).clone()]),
        Shape::Named(_, TypeKind::Enum(values)) if values.open == Openness::Closed => {
            Some(values.on_the_wire().collect())
        }
        _ => None,
    }
}

/// The kind of limits that a shape has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Text,
    Number,
    Many,
}

pub(super) fn class(shape: &Shape<'_>) -> Option<Class> {
    match shape {
        Shape::Scalar(scalar) => match scalar.json() {
            JsonKind::String => Some(Class::Text),
            JsonKind::Integer | JsonKind::Number => Some(Class::Number),
            JsonKind::Boolean | JsonKind::Any => None,
        },
        Shape::List(..) | Shape::Map(..) => Some(Class::Many),
        Shape::Named(_, TypeKind::Enum(values)) => match values.kind {
            EnumKind::Text => Some(Class::Text),
            EnumKind::Integer | EnumKind::Number => Some(Class::Number),
            EnumKind::Boolean => None,
        },
        Shape::Constant(Value::Text(_)) => Some(Class::Text),
        Shape::Constant(Value::Integer(_) | Value::Number(_)) => Some(Class::Number),
        Shape::Constant(_) | Shape::Named(..) => None,
    }
}

/// Whether other fields of an object are of any type.
pub(super) fn keeps_any(others: &AdditionalFields) -> bool {
    others.kept().is_some_and(is_json)
}

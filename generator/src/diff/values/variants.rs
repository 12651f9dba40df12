//! Unions that are compared with other types: one variant, or all of them, may have the values of the other type.

use super::classes::listed;
use super::shapes::{Shape, Use, resolve};
use crate::api::{
    self, AdditionalFields, Api, Openness, Tagging, Type, TypeId, TypeKind, UnionVariant,
};
use crate::diff::Axis;
use crate::diff::inner::{Asked, DEEPEST};
use crate::diff::objects::members;
use crate::diff::scalars::Relation;
use crate::diff::site::Site;
use crate::diff::unions::tag_among_fields;
use crate::diff::walk::{Context, Flow, Types, Walk};
use crate::diff::written::Written;

impl<'a> Walk<'a> {
    /// Whether the tag of a variant is a constant of an object. If so, the object is compared with the content of the
    /// variant.
    pub(super) fn is_tagged_variant(
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
            written: Written::Json,
            without: Some(field),
        };
        self.use_types(types, context);
        true
    }

    /// Whether all values of a use of a type are values of a variant of a union without tags, which is in the other API.
    pub(super) fn is_variant(
        &self,
        union: &'a api::Union,
        other: Use<'a>,
        union_is_old: bool,
    ) -> bool {
        let mut variants = self.variants_with(union, other, union_is_old);
        variants.next().is_some()
    }

    /// The variants that have all values of a use of a type, which is in the other API.
    fn variants_with(
        &self,
        union: &'a api::Union,
        other: Use<'a>,
        union_is_old: bool,
    ) -> impl Iterator<Item = Use<'a>> {
        let is_near = self.depth < DEEPEST;
        let variants = union.variants.iter().filter(move |_| is_near);
        let values = variants.filter_map(|variant| {
            let ty = variant.ty.as_ref()?;
            Some(Use::Of(ty, &variant.rules))
        });
        values.filter(move |variant| match union_is_old {
            true => self.accepts_values(*variant, other, Axis::Rollback),
            false => self.accepts_values(other, *variant, Axis::Wire),
        })
    }

    /// Compares what is in a use of a type with the only variant that has its values: the variant may have had more fields.
    pub(super) fn variant_and_value(
        &mut self,
        union: &'a api::Union,
        other: Use<'a>,
        union_is_old: bool,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        // Inside of other comparisons, only the relation matters.
        if self.depth > 0 {
            return;
        }
        let variants: Vec<Use<'a>> = self.variants_with(union, other, union_is_old).collect();
        // Of several, that of the same name.
        let is_of_name = |variant: &&Use<'a>| {
            let (own, others) = match union_is_old {
                true => (self.old, self.new),
                false => (self.new, self.old),
            };
            let name = name(own, **variant);
            name.is_some() && name == self::name(others, other)
        };
        let variant = match variants.as_slice() {
            [variant] => Some(variant),
            variants => variants.iter().find(is_of_name),
        };
        let Some(variant) = variant else {
            return;
        };
        let (old, new) = match union_is_old {
            true => (*variant, other),
            false => (other, *variant),
        };
        let has_parts = |api, value| {
            matches!(
                resolve(api, value).0,
                Shape::List(..) | Shape::Map(..) | Shape::Named(_, TypeKind::Object(_))
            )
        };
        if has_parts(self.old, old) && has_parts(self.new, new) {
            self.values(old, new, context, site);
        }
    }

    /// How a use of a type relates to a union without tags, which is in the other API.
    pub(super) fn relation_to_variants(
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

    /// How an object relates to a union with tags, which is in the other API.
    pub(super) fn relation_to_tagged(
        &self,
        union: &'a api::Union,
        object: (TypeId, &'a api::Object),
        union_is_old: bool,
    ) -> Relation {
        let is_split = self.is_split(union, object, union_is_old);
        match (is_split, self.has_all_tagged(union, object, union_is_old)) {
            (true, true) => Relation::Same,
            (true, false) => Relation::Narrower,
            (false, true) => Relation::Wider,
            (false, false) => Relation::Different,
        }
    }

    /// Whether all values of an object are values of a union, which is in the other API: the tag is one of its fields, and
    /// each value of this field is the tag of a variant that has the others.
    fn is_split(
        &self,
        union: &'a api::Union,
        (id, object): (TypeId, &'a api::Object),
        union_is_old: bool,
    ) -> bool {
        let (Some(tag), Tagging::Field { kind, .. }) = (tag_among_fields(union), &union.tagging)
        else {
            return false;
        };
        let api = if union_is_old { self.new } else { self.old };
        let tag_field = members(object).find(|field| field.name == tag);
        let tag_field = tag_field.filter(|field| field.presence.is_required());
        let (shape, is_null) = match tag_field.map(|field| resolve(api, field.value)) {
            Some((shape, is_null, _)) => (shape, is_null),
            None => return false,
        };
        let Some(values) = listed(&shape).filter(|_| !is_null && self.depth < DEEPEST) else {
            return false;
        };
        let axis = if union_is_old {
            Axis::Rollback
        } else {
            Axis::Wire
        };
        values.iter().all(|value| {
            let has_value =
                |variant: &&UnionVariant| variant.tags().any(|tag| kind.value(tag) == *value);
            let variant = union.variants.iter().find(has_value);
            let content = variant.and_then(|variant| Some(&variant.ty.as_ref()?.ty));
            match content {
                Some(Type::Named(content)) => {
                    self.accepts_content(*content, (id, tag), union_is_old, axis)
                }
                Some(Type::Scalar(_) | Type::List(_) | Type::Map(_)) | None => false,
            }
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
                let axis = if union_is_old {
                    Axis::Wire
                } else {
                    Axis::Rollback
                };
                self.accepts_content(content, (id, tag), union_is_old, axis)
            })
    }

    /// Whether values of the content of a variant and of an object are accepted on an axis, apart from the tag.
    fn accepts_content(
        &self,
        content: TypeId,
        (object, tag): (TypeId, &'a str),
        content_is_old: bool,
        axis: Axis,
    ) -> bool {
        let (old, new) = match content_is_old {
            true => (content, object),
            false => (object, content),
        };
        let kinds = (&self.old.type_def(old).kind, &self.new.type_def(new).kind);
        let (TypeKind::Object(_), TypeKind::Object(_)) = kinds else {
            return false;
        };
        let types = Types {
            old,
            new,
            written: Written::Json,
            without: Some(tag),
        };
        let mut inner = self.inner();
        inner.use_types(types, Self::api(Flow::Request));
        inner.all_types(Asked::Accepted(axis))
    }
}

/// The name of the type of a value.
fn name<'a>(api: &'a Api, value: Use<'a>) -> Option<&'a str> {
    match resolve(api, value).0 {
        Shape::Named(id, _) => Some(&api.type_def(id).name),
        Shape::Constant(_) | Shape::Scalar(_) | Shape::List(..) | Shape::Map(..) => None,
    }
}

//! Variants without tags. A union among the variants of another one has nothing on the wire that tells it apart: its variants
//! are variants of the outer one.

use super::looks::{Kind, kind};
use crate::api::{Api, Openness, TagKind, Tagging, TypeId, TypeKind, Union, UnionVariant};
use crate::diff::objects::members;
use crate::diff::site::Spot;
use crate::diff::texts::plain;
use crate::diff::values::{Shape, Use, listed, resolve};
use crate::diff::words::words;

/// How many variants a union may have with those of the unions among them.
const MOST: usize = 500;

/// A variant without a tag, with what is known about its values at first sight.
#[derive(Clone)]
pub(super) struct Leaf<'a> {
    pub(super) variant: &'a UnionVariant,
    /// The union among the variants that it is of.
    of: Option<&'a str>,
    /// The field with the tag that it has in that union, and the tag.
    tag: Option<(&'a str, String)>,
    /// Where it is among the variants.
    pub(super) place: (usize, usize),
    /// Its values, if it has content.
    pub(super) content: Option<Use<'a>>,
    /// Its type in words.
    pub(super) words: Option<String>,
    /// The kind of JSON that its values are, if all are of one kind.
    pub(super) kind: Option<Kind>,
    /// The fields of an object, by their names.
    pub(super) fields: Vec<LeafField<'a>>,
}

/// A field of an object.
#[derive(Clone)]
pub(super) struct LeafField<'a> {
    pub(super) name: &'a str,
    pub(super) is_required: bool,
    /// `None` for a tag.
    pub(super) value: Option<Use<'a>>,
    /// Its only value, if it always has the same.
    pub(super) only: Option<String>,
}

impl<'a> Leaf<'a> {
    fn of(
        api: &'a Api,
        variant: &'a UnionVariant,
        of: Option<&'a str>,
        place: (usize, usize),
    ) -> Self {
        let content = super::content(variant);
        let shape = content.map(|content| resolve(api, content).0);
        let fields: Vec<LeafField<'a>> = match shape {
            Some(Shape::Named(_, TypeKind::Object(object))) => {
                let fields = members(object).map(|member| LeafField {
                    name: member.name,
                    is_required: member.presence.is_required(),
                    value: Some(member.value),
                    only: only_value(api, member.value),
                });
                fields.collect()
            }
            Some(_) | None => Vec::new(),
        };
        let leaf = Self {
            variant,
            of,
            tag: None,
            place,
            content,
            words: content.map(|content| words(api, content)),
            kind: shape.as_ref().and_then(kind),
            fields: Vec::new(),
        };
        leaf.with_fields(fields)
    }

    fn with_fields(mut self, mut fields: Vec<LeafField<'a>>) -> Self {
        fields.sort_by_key(|field| field.name);
        self.fields = fields;
        self
    }

    /// The same with the tag that it has in its union.
    fn tagged(mut self, field: &'a str, kind: TagKind) -> Self {
        let tag = plain(&kind.value(&self.variant.tag));
        let mut fields = std::mem::take(&mut self.fields);
        fields.retain(|other| other.name != field);
        fields.push(LeafField {
            name: field,
            is_required: true,
            value: None,
            only: Some(tag.clone()),
        });
        self.tag = Some((field, tag));
        self.with_fields(fields)
    }

    /// The field that is the tag of one of two variants, if one of them has a tag.
    pub(super) fn tag_of_either(&self, other: &Self) -> Option<&'a str> {
        let tag = self.tag.as_ref().or(other.tag.as_ref());
        tag.map(|(field, _)| *field)
    }

    /// Whether one of two variants always has what is the tag of the other one.
    pub(super) fn agrees_with(&self, other: &Self) -> bool {
        let has = |leaf: &Self, tag: &Option<(&str, String)>| {
            tag.as_ref().is_none_or(|(name, tag)| {
                let mut fields = leaf.fields.iter();
                fields.any(|field| {
                    field.name == *name && field.is_required && field.only.as_ref() == Some(tag)
                })
            })
        };
        has(self, &other.tag) && has(other, &self.tag)
    }

    /// The variants of a union, in their order.
    pub(super) fn all(api: &'a Api, union: &'a Union) -> Vec<Self> {
        let variants = union.variants.iter().enumerate();
        let leaves = variants.map(|(index, variant)| Self::of(api, variant, None, (index, 0)));
        leaves.collect()
    }

    /// The variants of the union that this one is, if nothing else is said about it; with those of unions in that one.
    pub(super) fn inner(&self, api: &'a Api, outer: Outer) -> Option<Vec<Self>> {
        let mut found = Vec::new();
        let mut seen = Vec::new();
        let mut waiting = vec![(self.variant, self.of, None)];
        while let Some((variant, of, tag)) = waiting.pop() {
            match inner_union(api, variant, outer).filter(|_| tag.is_none()) {
                Some((id, _)) if seen.contains(&id) => {}
                Some((id, union)) => {
                    seen.push(id);
                    let name = Some(api.type_def(id).name.as_str());
                    let tag = match &union.tagging {
                        Tagging::Field { kind, .. } => {
                            super::tag_among_fields(union).map(|field| (field, *kind))
                        }
                        Tagging::Beside { .. } | Tagging::Name | Tagging::None => None,
                    };
                    let variants = union.variants.iter().rev();
                    waiting.extend(variants.map(|variant| (variant, name, tag)));
                }
                None => {
                    let leaf = Self::of(api, variant, of, (self.place.0, found.len()));
                    found.push(match tag {
                        Some((field, kind)) => leaf.tagged(field, kind),
                        None => leaf,
                    });
                }
            }
            if found.len() + waiting.len() > MOST {
                return None;
            }
        }
        (!seen.is_empty()).then_some(found)
    }

    /// Whether it is a union whose variants count as variants of the outer one.
    pub(super) fn is_union(&self, api: &'a Api, outer: Outer) -> bool {
        inner_union(api, self.variant, outer).is_some()
    }

    /// Whether it is a variant of the outer union.
    pub(super) const fn is_outer(&self) -> bool {
        self.of.is_none()
    }

    /// The part of the document: this one, if it is a variant of the outer union.
    pub(super) const fn spot(&self, own: Spot<'a>) -> Spot<'a> {
        match self.of {
            Some(name) => Spot::Part(name, self.variant.tag.as_str()),
            None => own,
        }
    }
}

/// The value that a use of a type always has: a constant, or the only one of an enumeration.
fn only_value(api: &Api, value: Use<'_>) -> Option<String> {
    let (shape, is_null, _) = resolve(api, value);
    match shape {
        Shape::Constant(value) => Some(plain(value)),
        Shape::Named(_, TypeKind::Enum(values)) if values.values.len() == 1 && !is_null => {
            listed(&shape)?.first().map(plain)
        }
        Shape::Named(..) | Shape::Scalar(_) | Shape::List(..) | Shape::Map(..) => None,
    }
}

/// What matters of a union for the unions among its variants.
#[derive(Clone, Copy)]
pub(super) struct Outer {
    /// Whether it has values of no variant.
    pub(super) open: Openness,
    /// Whether the order of its variants means something.
    pub(super) is_ordered: bool,
}

/// The union that a variant is, whose variants are told apart by what they look like, or by the constant that a tag is. Other
/// values than those of its variants are values of the outer union only if that one has such values, too.
fn inner_union<'a>(
    api: &'a Api,
    variant: &'a UnionVariant,
    outer: Outer,
) -> Option<(TypeId, &'a Union)> {
    let (shape, is_null, limits) = resolve(api, super::content(variant)?);
    let Shape::Named(id, TypeKind::Union(union)) = shape else {
        return None;
    };
    let is_as_open = match union.open {
        Openness::Closed => true,
        Openness::Responses => outer.open != Openness::Closed,
        Openness::Open => outer.open == Openness::Open,
    };
    let is_plain = !is_null && limits.are_none() && !union.by_event;
    let is_split = match &union.tagging {
        Tagging::None => true,
        Tagging::Field { default, .. } => {
            let is_object = |variant: &UnionVariant| {
                super::object(api, variant).is_some() && variant.also.is_empty()
            };
            let is_tagged = default.is_none() && super::tag_among_fields(union).is_some();
            is_tagged && !outer.is_ordered && union.variants.iter().all(is_object)
        }
        Tagging::Beside { .. } | Tagging::Name => false,
    };
    (is_plain && is_as_open && is_split).then_some((id, union))
}

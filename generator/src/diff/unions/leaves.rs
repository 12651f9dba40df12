//! Variants without tags. A union without tags among the variants of another one has nothing on the wire that tells it
//! apart: its variants are variants of the outer one.

use super::looks::{Kind, kind};
use crate::api::{Api, Openness, Tagging, TypeId, TypeKind, Union, UnionVariant};
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
    pub(super) value: Use<'a>,
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
        let mut fields: Vec<LeafField<'a>> = match shape {
            Some(Shape::Named(_, TypeKind::Object(object))) => {
                let fields = members(object).map(|member| LeafField {
                    name: member.name,
                    is_required: member.presence.is_required(),
                    value: member.value,
                    only: only_value(api, member.value),
                });
                fields.collect()
            }
            Some(_) | None => Vec::new(),
        };
        fields.sort_by_key(|field| field.name);
        Self {
            variant,
            of,
            place,
            content,
            words: content.map(|content| words(api, content)),
            kind: shape.as_ref().and_then(kind),
            fields,
        }
    }

    /// The variants of a union, in their order.
    pub(super) fn all(api: &'a Api, union: &'a Union) -> Vec<Self> {
        let variants = union.variants.iter().enumerate();
        let leaves = variants.map(|(index, variant)| Self::of(api, variant, None, (index, 0)));
        leaves.collect()
    }

    /// The variants of the union that this one is, if it is one without tags and nothing else is said about it; with those
    /// of unions in that one. `outer` is whether the outer union is open.
    pub(super) fn inner(&self, api: &'a Api, outer: Openness) -> Option<Vec<Self>> {
        let mut found = Vec::new();
        let mut seen = Vec::new();
        let mut waiting = vec![(self.variant, self.of)];
        while let Some((variant, of)) = waiting.pop() {
            match inner_union(api, variant, outer) {
                Some((id, _)) if seen.contains(&id) => {}
                Some((id, union)) => {
                    seen.push(id);
                    let name = api.type_def(id).name.as_str();
                    let variants = union.variants.iter().rev();
                    waiting.extend(variants.map(|variant| (variant, Some(name))));
                }
                None => found.push(Self::of(api, variant, of, (self.place.0, found.len()))),
            }
            if found.len() + waiting.len() > MOST {
                return None;
            }
        }
        (!seen.is_empty()).then_some(found)
    }

    /// Whether it is a union without tags, whose variants count as variants of the outer one.
    pub(super) fn is_union(&self, api: &'a Api, outer: Openness) -> bool {
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

/// The union without tags that a variant is. Other values than those of its variants are values of the outer union only if
/// that one has such values, too.
fn inner_union<'a>(
    api: &'a Api,
    variant: &'a UnionVariant,
    outer: Openness,
) -> Option<(TypeId, &'a Union)> {
    let (shape, is_null, limits) = resolve(api, super::content(variant)?);
    match shape {
        Shape::Named(id, TypeKind::Union(union)) => {
            let is_as_open = match union.open {
                Openness::Closed => true,
                Openness::Responses => outer != Openness::Closed,
                Openness::Open => outer == Openness::Open,
            };
            let is_plain = !is_null && limits.are_none();
            (is_plain && is_as_open && union.tagging == Tagging::None && !union.by_event)
                .then_some((id, union))
        }
        Shape::Named(..)
        | Shape::Constant(_)
        | Shape::Scalar(_)
        | Shape::List(..)
        | Shape::Map(..) => None,
    }
}

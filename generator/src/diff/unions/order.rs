//! The order of variants without a tag: of those that a value fits as well, the first one is chosen.

use crate::api::{AdditionalFields, Api, Object, Presence, UnionVariant, Value};
use crate::diff::values::{Shape, Use, class, resolve};

/// A variant on both sides.
pub(super) type Both<'a> = (&'a UnionVariant, &'a UnionVariant);

/// Two variants that a value fits, and which are in another order on each side: the one that was chosen, and the one that
/// is chosen.
pub(super) fn swapped<'a>(
    (old_api, new_api): (&'a Api, &'a Api),
    pairs: &[(usize, usize, Both<'a>)],
) -> Option<(&'a UnionVariant, &'a UnionVariant)> {
    let mut all = pairs.iter();
    all.find_map(|(old_place, new_place, (old, _))| {
        let mut others = pairs.iter();
        let is_after = |(was, is, (other, new_other)): &&(usize, usize, Both<'a>)| {
            let fit = |api, one, other| {
                let objects = object(api, one).zip(object(api, other));
                objects.is_some_and(|(one, other)| may_fit_both(api, one, other))
            };
            old_place < was
                && is < new_place
                && fit(old_api, old, other)
                && object(new_api, new_other).is_some()
        };
        let (_, _, (_, new)) = others.find(is_after)?;
        Some((*old, *new))
    })
}

fn object<'a>(api: &'a Api, variant: &'a UnionVariant) -> Option<&'a Object> {
    api.object(variant.ty.as_ref()?)
}

/// Whether values of one of two objects may be the other one as well. One without required fields is chosen only if the
/// value is not the other one.
fn may_fit_both(api: &Api, one: &Object, other: &Object) -> bool {
    is_loose(one) == is_loose(other)
        && (declares_required(one, other) || declares_required(other, one))
        && accepts_required(one, other)
        && accepts_required(other, one)
        && constants_of_both(one, other).all(|(one, other)| one.is_same(other))
        && one.fields.iter().all(|field| {
            let mut fields = other.fields.iter();
            let Some(same) = fields.find(|same| same.name == field.name) else {
                return true;
            };
            let is_optional = |presence: &Presence| *presence != Presence::Required;
            let class = |field: &crate::api::Field| {
                let (shape, ..) = resolve(api, Use::Of(&field.ty, &field.rules));
                let is_scalar = matches!(shape, Shape::Scalar(_));
                class(&shape).filter(|_| is_scalar)
            };
            let is_other = class(field)
                .zip(class(same))
                .is_some_and(|(one, other)| one != other);
            !is_other || is_optional(&field.presence) && is_optional(&same.presence)
        })
}

fn is_loose(object: &Object) -> bool {
    required(object).next().is_none()
}

fn required(object: &Object) -> impl Iterator<Item = &str> {
    let fields = object.fields.iter();
    let fields = fields.filter(|field| field.presence == Presence::Required);
    let constants = object.constants.iter();
    let constants = constants.filter(|constant| constant.required);
    let fields = fields.map(|field| field.name.as_str());
    fields.chain(constants.map(|constant| constant.name.as_str()))
}

/// Whether an object declares the required fields of another one.
fn declares_required(object: &Object, other: &Object) -> bool {
    let fields = object.fields.iter().map(|field| &field.name);
    let constants = object.constants.iter().map(|constant| &constant.name);
    let names: Vec<&String> = fields.chain(constants).collect();
    let mut required = required(other);
    object.others.kept().is_some() || required.all(|name| names.iter().any(|known| *known == name))
}

/// Whether values of an object with the required fields of another one are not rejected.
fn accepts_required(object: &Object, other: &Object) -> bool {
    object.others != AdditionalFields::Rejected || declares_required(object, other)
}

/// The values of constants that both objects have.
fn constants_of_both<'a>(
    one: &'a Object,
    other: &'a Object,
) -> impl Iterator<Item = (&'a Value, &'a Value)> {
    one.constants.iter().filter_map(|constant| {
        let mut others = other.constants.iter();
        let same = others.find(|same| same.name == constant.name && same.required)?;
        constant.required.then_some((&constant.value, &same.value))
    })
}

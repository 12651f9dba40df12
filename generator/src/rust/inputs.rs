//! Conversions from the form of a type in responses to the one in requests.

use super::boxes::Boxing;
use crate::api::{Api, Presence, Type, TypeId, TypeKind, TypeRef};

/// The conversion into the form of a type in requests.
pub(crate) struct Conversion {
    /// The form in responses.
    pub(crate) from: TypeId,
    /// How each field or variant is converted; `None` for a field that only requests have.
    pub(crate) parts: Vec<Option<Step>>,
}

/// How a value is converted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// It is the same.
    Same,
    /// It converts.
    Into,
    /// It converts unless it is absent or null.
    Map,
    /// Its items convert.
    Items,
}

/// The conversions of all types, in order.
pub(super) fn conversions(api: &Api, boxings: &[Vec<Boxing>]) -> Vec<Option<Conversion>> {
    let inputs = api.types.iter().map(|definition| definition.input_of);
    let mut converts: Vec<Option<TypeId>> = inputs.collect();
    // A type converts unless one in it does not.
    loop {
        let failing = (0..converts.len()).filter(|index| {
            converts[*index].is_some_and(|from| {
                conversion(api, (TypeId(*index), from), &converts, boxings).is_none()
            })
        });
        let failing: Vec<usize> = failing.collect();
        if failing.is_empty() {
            break;
        }
        failing.into_iter().for_each(|index| converts[index] = None);
    }
    let all = converts.iter().enumerate();
    all.map(|(index, from)| conversion(api, (TypeId(index), (*from)?), &converts, boxings))
        .collect()
}

fn conversion(
    api: &Api,
    (to, from): (TypeId, TypeId),
    converts: &[Option<TypeId>],
    boxings: &[Vec<Boxing>],
) -> Option<Conversion> {
    let is_boxed = |id: TypeId| boxings[id.index()].contains(&Boxing::Whole);
    if is_boxed(to) || is_boxed(from) {
        return None;
    }
    let parts: Option<Vec<Option<Step>>> = match (&api.type_def(to).kind, &api.type_def(from).kind)
    {
        (TypeKind::Object(to), TypeKind::Object(from)) => {
            // What is kept besides the fields may differ too.
            if to.others.ty() != from.others.ty() {
                return None;
            }
            let parts = to.fields.iter().map(|field| {
                let mut fields = from.fields.iter();
                match fields.find(|other| other.name == field.name) {
                    Some(other) => {
                        let is_optional = field.presence != Presence::Required;
                        let step = step(&other.ty, &field.ty, is_optional, converts)?;
                        Some(Some(step))
                    }
                    None if field.presence == Presence::Required && !field.ty.nullable => None,
                    None => Some(None),
                }
            });
            parts.collect()
        }
        (TypeKind::Tuple(to), TypeKind::Tuple(from)) => {
            let both = from.elements.iter().zip(&to.elements);
            let parts = both.map(|(from, to)| step(&from.ty, &to.ty, false, converts).map(Some));
            parts.collect()
        }
        (TypeKind::Union(to), TypeKind::Union(from)) => {
            let both = from.variants.iter().zip(&to.variants);
            let parts = both.map(|(from, to)| match (&from.ty, &to.ty) {
                (Some(from), Some(to)) => step(from, to, false, converts).map(Some),
                (None, None) => Some(Some(Step::Same)),
                (Some(_), None) | (None, Some(_)) => None,
            });
            parts.collect()
        }
        (
            TypeKind::Object(_)
            | TypeKind::Tuple(_)
            | TypeKind::Union(_)
            | TypeKind::Enum(_)
            | TypeKind::Newtype(_)
            | TypeKind::Alias(_),
            _,
        ) => None,
    };
    Some(Conversion {
        from,
        parts: parts?,
    })
}

fn step(
    from: &TypeRef,
    to: &TypeRef,
    is_optional: bool,
    converts: &[Option<TypeId>],
) -> Option<Step> {
    if from.ty == to.ty {
        return Some(Step::Same);
    }
    let is_pair = |from: &Type, to: &Type| match (from, to) {
        (Type::Named(from), Type::Named(to)) => converts[to.index()] == Some(*from),
        (Type::Named(_) | Type::Scalar(_) | Type::List(_) | Type::Map(_), _) => false,
    };
    match (&from.ty, &to.ty, is_optional, to.nullable) {
        // An absent value and null differ in a `Maybe`.
        (_, _, true, true) => None,
        (from, to, false, false) if is_pair(from, to) => Some(Step::Into),
        (from, to, _, _) if is_pair(from, to) => Some(Step::Map),
        (Type::List(from), Type::List(to), false, false)
            if is_pair(&from.ty, &to.ty) && !to.nullable =>
        {
            Some(Step::Items)
        }
        (Type::Named(_) | Type::Scalar(_) | Type::List(_) | Type::Map(_), _, _, _) => None,
    }
}

//! Conversions from the form of a type in responses to the one in requests.

use super::boxes::Boxing;
use crate::api::{AdditionalFields, Api, Presence, Type, TypeId, TypeKind, TypeRef};

/// The conversion into the form of a type in requests.
pub(crate) struct Conversion {
    /// The form in responses.
    pub(crate) from: TypeId,
    /// How each field or variant is converted; `None` for a field that only requests have.
    pub(crate) parts: Vec<Option<ConversionStep>>,
    /// How what an object has besides its fields is converted.
    pub(crate) others: ConversionStep,
}

/// How a value is converted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ConversionStep {
    /// It is the same.
    Same,
    /// It converts.
    Into,
    /// It converts unless it is absent or null.
    Present(Box<Self>),
    /// The items of the list convert.
    Items(Box<Self>),
    /// The values of the map convert.
    Values(Box<Self>),
}

impl ConversionStep {
    /// The conversion of a map whose values convert like this.
    fn of_values(self) -> Self {
        match self {
            Self::Same => Self::Same,
            step => Self::Values(Box::new(step)),
        }
    }
}

/// The conversions of all types, in order.
pub(super) fn conversions(api: &Api, boxings: &[Vec<Boxing>]) -> Vec<Option<Conversion>> {
    let is_boxed = |id: TypeId| boxings[id.index()].contains(&Boxing::Whole);
    let inputs = api.types.iter().enumerate().map(|(index, definition)| {
        let from = definition.input_of?;
        (!is_boxed(TypeId(index)) && !is_boxed(from)).then_some(from)
    });
    let mut converts: Vec<Option<TypeId>> = inputs.collect();
    // A type converts unless one in it does not.
    loop {
        let failing = (0..converts.len()).filter(|index| {
            converts[*index]
                .is_some_and(|from| conversion(api, TypeId(*index), from, &converts).is_none())
        });
        let failing: Vec<usize> = failing.collect();
        if failing.is_empty() {
            break;
        }
        failing.into_iter().for_each(|index| converts[index] = None);
    }
    let all = converts.iter().enumerate();
    all.map(|(index, from)| conversion(api, TypeId(index), (*from)?, &converts))
        .collect()
}

fn conversion(
    api: &Api,
    to: TypeId,
    from: TypeId,
    converts: &[Option<TypeId>],
) -> Option<Conversion> {
    let mut others = ConversionStep::Same;
    let parts: Option<Vec<Option<ConversionStep>>> =
        match (&api.type_def(to).kind, &api.type_def(from).kind) {
            (TypeKind::Object(to), TypeKind::Object(from)) => {
                others = step_of_others(&from.others, &to.others, converts)?;
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
                let parts =
                    both.map(|(from, to)| step(&from.ty, &to.ty, false, converts).map(Some));
                parts.collect()
            }
            (TypeKind::Union(to), TypeKind::Union(from)) => {
                let both = from.variants.iter().zip(&to.variants);
                let parts = both.map(|(from, to)| match (&from.ty, &to.ty) {
                    (Some(from), Some(to)) => step(from, to, false, converts).map(Some),
                    (None, None) => Some(Some(ConversionStep::Same)),
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
        others,
    })
}

/// How what an object has besides its fields is converted.
fn step_of_others(
    from: &AdditionalFields,
    to: &AdditionalFields,
    converts: &[Option<TypeId>],
) -> Option<ConversionStep> {
    match (from, to) {
        (AdditionalFields::Kept(from, _), AdditionalFields::Kept(to, _)) => {
            step(from, to, false, converts).map(ConversionStep::of_values)
        }
        (AdditionalFields::Union(from), AdditionalFields::Union(to)) => {
            step(from, to, false, converts)
        }
        _ => Some(ConversionStep::Same),
    }
}

fn step(
    from: &TypeRef,
    to: &TypeRef,
    is_optional: bool,
    converts: &[Option<TypeId>],
) -> Option<ConversionStep> {
    if from.ty == to.ty {
        return Some(ConversionStep::Same);
    }
    let of_items = |from: &TypeRef, to: &TypeRef| step(from, to, false, converts).map(Box::new);
    let present = match (&from.ty, &to.ty) {
        (Type::Named(from), Type::Named(to)) => {
            (converts[to.index()] == Some(*from)).then_some(ConversionStep::Into)?
        }
        (Type::List(from), Type::List(to)) => ConversionStep::Items(of_items(from, to)?),
        (Type::Map(from), Type::Map(to)) => ConversionStep::Values(of_items(from, to)?),
        (Type::Named(_) | Type::Scalar(_) | Type::List(_) | Type::Map(_), _) => return None,
    };
    Some(if is_optional || to.nullable {
        ConversionStep::Present(Box::new(present))
    } else {
        present
    })
}

//! How much two objects have in common that are variants without tags.

use super::leaves::{Leaf, LeafField};
use crate::api::{Api, Value};
use crate::diff::values::{listed, resolve};

/// How much two objects have in common. The greater one is that of the more likely pair.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Likeness {
    has_same_required: bool,
    common: usize,
}

impl Likeness {
    /// `None` if the two objects are not alike: one of them requires fields that the other one does not have, and that
    /// requires other ones; or a field that both require never has the same value.
    pub(super) fn of((old_api, old): Side<'_, '_>, (new_api, new): Side<'_, '_>) -> Option<Self> {
        if !old.agrees_with(new) {
            return None;
        }
        let (mut common, mut both_require) = (0, 0);
        for field in &old.fields {
            let Some(other) = find(new, field.name) else {
                continue;
            };
            common += 1;
            if field.is_required && other.is_required {
                both_require += 1;
                let constants = field.only.as_ref().zip(other.only.as_ref());
                if constants.is_some_and(|(one, other)| one != other)
                    || never_same(values(old_api, field), values(new_api, other))
                {
                    return None;
                }
            }
        }
        let (of_old, of_new) = (required(old), required(new));
        let knows_required = |one: &Leaf<'_>, other: &Leaf<'_>| {
            let mut required = one.fields.iter().filter(|field| field.is_required);
            required.all(|field| find(other, field.name).is_some())
        };
        let is_part = both_require > 0 && (both_require == of_old || both_require == of_new);
        let is_like = is_part || knows_required(old, new) && knows_required(new, old);
        (common > 0 && is_like).then_some(Self {
            has_same_required: both_require == of_old && both_require == of_new,
            common,
        })
    }
}

/// A variant with its API.
type Side<'l, 'a> = (&'a Api, &'l Leaf<'a>);

fn find<'l, 'a>(leaf: &'l Leaf<'a>, name: &str) -> Option<&'l LeafField<'a>> {
    let index = leaf.fields.binary_search_by_key(&name, |field| field.name);
    leaf.fields.get(index.ok()?)
}

fn required(leaf: &Leaf<'_>) -> usize {
    leaf.fields.iter().filter(|field| field.is_required).count()
}

/// All values of a field, if the document lists them.
fn values<'a>(api: &'a Api, field: &LeafField<'a>) -> Option<Vec<Value>> {
    let (shape, is_null, _) = resolve(api, field.value?);
    listed(&shape).filter(|_| !is_null)
}

fn never_same(old: Option<Vec<Value>>, new: Option<Vec<Value>>) -> bool {
    old.zip(new).is_some_and(|(old, new)| {
        let mut all = old.iter();
        !all.any(|value| new.iter().any(|other| other.is_same(value)))
    })
}

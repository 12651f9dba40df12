//! JSON Schemas that bodies must satisfy besides their types: which of two allows all values of the other one, as far as
//! their keywords tell.

mod keywords;
mod leaves;
#[cfg(test)]
mod tests;
mod typed;

use std::cell::{Cell, RefCell};

use super::scalars::Relation;
use crate::api::Value;
use leaves::{Leaf, leaves_of};

pub(super) use typed::typed;

/// How the values of two schemas relate. What cannot be decided is different.
pub(super) fn relation(old: &Value, new: &Value) -> Relation {
    relation_of_typed((ANYTHING, old), (ANYTHING, new))
}

/// How the values of two schemas relate, each of which has the values of a type, which is a schema as well.
pub(super) fn relation_of_typed(
    (old_type, old): (&Value, &Value),
    (new_type, new): (&Value, &Value),
) -> Relation {
    if old.is_same(new) {
        return Relation::Same;
    }
    let allows = |wide: &Value, narrow: [&Value; 2]| Schemas::default().has_all(wide, &narrow);
    match (allows(new, [old_type, old]), allows(old, [new_type, new])) {
        (true, true) => Relation::Same,
        (true, false) => Relation::Wider,
        (false, true) => Relation::Narrower,
        (false, false) => Relation::Different,
    }
}

/// The maximum number of schemas that are compared. A few references can lead to each other in very many ways.
const MOST_COMPARED: usize = 10_000;

/// How deep schemas are compared.
const DEEPEST: usize = 128;

/// The schema that allows everything.
const ANYTHING: &Value = &Value::Bool(true);

/// The schema that allows nothing.
const NOTHING: &Value = &Value::Bool(false);

/// A schema of a document, which its references are in.
#[derive(Clone, Copy)]
struct Schema<'a> {
    root: &'a Value,
    value: &'a Value,
}

impl<'a> Schema<'a> {
    /// A schema in the same document.
    const fn with(self, value: &'a Value) -> Self {
        Self { value, ..self }
    }

    fn address(&self) -> *const Value {
        std::ptr::from_ref(self.value)
    }

    /// A schema that allows everything or nothing.
    const fn plain(value: &'a Value) -> Self {
        Self { root: value, value }
    }
}

/// The addresses of schemas that are being compared: one, and those that count together.
type Pair = (*const Value, Vec<*const Value>);

/// A comparison of schemas.
#[derive(Default)]
struct Schemas {
    /// How many schemas were compared.
    compared: Cell<usize>,
    /// What is being compared: references may lead back to it.
    comparing: RefCell<Vec<Pair>>,
}

impl Schemas {
    /// Whether a schema allows all values that each of the others allows.
    fn has_all(&self, wide: &Value, narrow: &[&Value]) -> bool {
        let schema = |value| Schema { root: value, value };
        let narrow: Vec<Schema<'_>> = narrow.iter().map(|value| schema(*value)).collect();
        self.allows(schema(wide), &narrow)
    }

    /// Whether a schema allows all values that each of some others allows.
    fn allows<'a>(&self, wide: Schema<'a>, narrow: &[Schema<'a>]) -> bool {
        let mut narrow = narrow.to_vec();
        narrow.retain(|schema| schema.value != ANYTHING);
        narrow.sort_by_key(Schema::address);
        narrow.dedup_by_key(|schema| schema.address());
        let addresses = narrow.iter().map(Schema::address);
        let pair = (wide.address(), addresses.collect());
        if self.comparing.borrow().contains(&pair) {
            return true;
        }
        let depth = self.comparing.borrow().len();
        self.compared.set(self.compared.get() + 1);
        if depth >= DEEPEST || self.compared.get() > MOST_COMPARED {
            return false;
        }
        self.comparing.borrow_mut().push(pair);
        let allows = match (leaves_of(&narrow), leaves_of(&[wide])) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(all), Some(leaves)) => {
                self.allow_all(&leaves, &narrow, &all) || self.allow_each(&leaves, &narrow, &all)
            }
        };
        self.comparing.borrow_mut().truncate(depth);
        allows
    }

    /// Whether all leaves of a schema allow what each of some schemas allows, which have leaves as well.
    fn allow_all<'a>(&self, leaves: &[Leaf<'a>], narrow: &[Schema<'a>], all: &[Leaf<'a>]) -> bool {
        leaves.iter().all(|leaf| {
            let keys = leaf.entries.iter().map(|(key, _)| *key);
            let mut said = keys.filter(|key| !all.iter().any(|other| other.excludes(key)));
            said.all(|key| self.keyword(key, leaf, narrow, all))
        })
    }

    /// The same, for each member of a choice that values are of.
    fn allow_each<'a>(&self, leaves: &[Leaf<'a>], narrow: &[Schema<'a>], all: &[Leaf<'a>]) -> bool {
        let choices = all.iter().flat_map(|leaf| {
            let keys = ["anyOf", "oneOf"].into_iter();
            keys.map(|key| leaf.schemas(key))
        });
        let mut choices = choices.filter(|members| !members.is_empty());
        choices.any(|members| {
            members.iter().all(|member| {
                let narrow: Vec<Schema<'a>> = narrow.iter().chain([member]).copied().collect();
                let all = leaves_of(&narrow);
                all.is_none_or(|all| self.allow_all(leaves, &narrow, &all))
            })
        })
    }

    /// Whether two schemas allow the same values.
    fn are_same<'a>(&self, one: Schema<'a>, other: Schema<'a>) -> bool {
        self.allows(one, &[other]) && self.allows(other, &[one])
    }
}

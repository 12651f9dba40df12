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
use crate::hash::HashMap;
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
    // What only one of the types allows is a change of the type.
    let allows = |wide, narrow| Schemas::default().has_all(wide, &[old_type, new_type, narrow]);
    match (allows(new, old), allows(old, new)) {
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

/// The numbers of schemas that are compared: of one, and of those that count together.
type Pair = (usize, Vec<usize>);

/// A comparison of schemas.
#[derive(Default)]
struct Schemas {
    /// How many schemas were compared.
    compared: Cell<usize>,
    /// The numbers of schemas, by their addresses, which are different in each run.
    numbers: RefCell<HashMap<*const Value, usize>>,
    /// What is being compared: references may lead back to it.
    comparing: RefCell<Vec<Pair>>,
    /// The outermost comparison that was assumed to succeed, by its depth.
    assumed: Cell<Option<usize>>,
    /// What was decided without assumptions.
    decided: RefCell<HashMap<Pair, bool>>,
}

impl Schemas {
    /// Whether a schema allows all values that all of the others allow.
    fn has_all(&self, wide: &Value, narrow: &[&Value]) -> bool {
        let schema = |value| Schema { root: value, value };
        let narrow: Vec<Schema<'_>> = narrow.iter().map(|value| schema(*value)).collect();
        self.allows(schema(wide), &narrow)
    }

    /// Whether a schema allows all values that all of some others allow.
    fn allows<'a>(&self, wide: Schema<'a>, narrow: &[Schema<'a>]) -> bool {
        let mut narrow = narrow.to_vec();
        narrow.retain(|schema| schema.value != ANYTHING);
        let number = self.number(&wide);
        narrow.sort_by_cached_key(|schema| self.number(schema));
        narrow.dedup_by_key(|schema| self.number(schema));
        let numbers = narrow.iter().map(|schema| self.number(schema));
        let pair = (number, numbers.collect());
        if let Some(allows) = self.decided.borrow().get(&pair) {
            return *allows;
        }
        let depth = self.comparing.borrow().len();
        let known = self
            .comparing
            .borrow()
            .iter()
            .position(|other| *other == pair);
        if let Some(known) = known {
            self.assume(known);
            return true;
        }
        self.compared.set(self.compared.get() + 1);
        if depth >= DEEPEST || self.compared.get() > MOST_COMPARED {
            return false;
        }
        let outer = self.assumed.take();
        self.comparing.borrow_mut().push(pair.clone());
        let allows = match (leaves_of(&narrow), leaves_of(&[wide])) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(all), Some(leaves)) => {
                self.allow_all(&leaves, &narrow, &all) || self.allow_each(&leaves, &narrow, &all)
            }
        };
        self.comparing.borrow_mut().truncate(depth);
        // What fails although something is assumed fails without it.
        let assumed = self.assumed.replace(outer);
        match assumed.filter(|assumed| allows && *assumed < depth) {
            Some(assumed) => self.assume(assumed),
            None => {
                self.decided.borrow_mut().insert(pair, allows);
            }
        }
        allows
    }

    /// The number of a schema, in the order in which they are met.
    fn number(&self, schema: &Schema<'_>) -> usize {
        let mut numbers = self.numbers.borrow_mut();
        let next = numbers.len();
        *numbers.entry(schema.address()).or_insert(next)
    }

    /// Notes that the comparison at a depth is assumed to succeed.
    fn assume(&self, depth: usize) {
        let outermost = self.assumed.get().map_or(depth, |own| own.min(depth));
        self.assumed.set(Some(outermost));
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

//! What comparisons inside of the comparison have found out, so that none of them repeats the work of another one: about
//! two values, and about all pairs of types on the way.

use super::{Asked, Question};
use crate::api::TypeId;
use crate::diff::walk::Types;
use crate::diff::written::Written;
use crate::hash::HashMap;

/// How many pairs of types are compared inside of the comparison, in all. If there are more, their values count as
/// different: two APIs with thousands of types have millions of such pairs.
const MOST_COMPARED: usize = 300_000;

/// A pair of types that is compared inside of other comparisons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Pair {
    old: TypeId,
    new: TypeId,
    how: How,
}

/// How types are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct How {
    written: Written,
    is_xml: bool,
    /// The address of the name of the field that is not compared: each name has one place in the API.
    without: Option<usize>,
    /// How many comparisons it is inside of.
    depth: usize,
}

/// A type of one side, in a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct OfSide {
    is_old: bool,
    id: TypeId,
    how: How,
}

impl Pair {
    /// A pair of types, which may be in bodies in XML, at this depth.
    pub(super) fn new(types: Types<'_>, is_xml: bool, depth: usize) -> Self {
        let Types {
            old,
            new,
            written,
            without,
        } = types;
        let how = How {
            written,
            is_xml,
            without: without.map(|name| name.as_ptr() as usize),
            depth,
        };
        Self { old, new, how }
    }

    /// The types of both sides.
    const fn sides(self) -> (OfSide, OfSide) {
        let Self { old, new, how } = self;
        (
            OfSide {
                is_old: true,
                id: old,
                how,
            },
            OfSide {
                is_old: false,
                id: new,
                how,
            },
        )
    }
}

/// What has been found out.
#[derive(Debug, Default)]
pub(in crate::diff) struct Known {
    answers: HashMap<Question, bool>,
    /// The answers for two types and all types that they lead to.
    types: HashMap<(Pair, Asked), bool>,
    /// Types with the same values are in one class, like a tree: this is the parent of each type but the root. If one is
    /// the same as two others, these need not be compared.
    parents: HashMap<OfSide, OfSide>,
    /// The number of types of a class, by its root.
    sizes: HashMap<OfSide, usize>,
    /// The types that were joined with a class while it is not known whether all that they lead to is the same.
    assumed: Vec<OfSide>,
    /// How many pairs of types were compared.
    compared: usize,
}

impl Known {
    pub(super) fn answer(&self, question: &Question) -> Option<bool> {
        self.answers.get(question).copied()
    }

    pub(super) fn add_answer(&mut self, question: Question, answer: bool) {
        self.answers.insert(question, answer);
    }

    /// What is known about a pair of types. If it has to be compared, it counts as such: that they are the same is
    /// assumed, and once too many have been compared, they count as different.
    pub(super) fn about(&mut self, pair: Pair, asked: Asked) -> Option<bool> {
        let (old, new) = pair.sides();
        let (old, new) = (self.root(old), self.root(new));
        if old == new {
            return Some(true);
        }
        if let Some(known) = self.types.get(&(pair, asked)) {
            return Some(*known);
        }
        if self.compared == MOST_COMPARED {
            return Some(false);
        }
        self.compared += 1;
        if asked == Asked::Same {
            self.join(old, new);
        }
        None
    }

    /// Adds what has been found out about types.
    pub(super) fn add(&mut self, pair: Pair, asked: Asked, answer: bool) {
        // That two types are the same is known by their class.
        if asked != Asked::Same || !answer {
            self.types.insert((pair, asked), answer);
        }
    }

    /// How much is assumed.
    pub(super) const fn assumed(&self) -> usize {
        self.assumed.len()
    }

    /// Notes that what was assumed since then is so.
    pub(super) fn keep(&mut self, since: usize) {
        self.assumed.truncate(since);
    }

    /// Forgets what was assumed since then.
    pub(super) fn forget(&mut self, since: usize) {
        for child in self.assumed.drain(since..).rev() {
            let size = self.sizes.get(&child).copied().unwrap_or(1);
            let parent = self.parents.remove(&child);
            if let Some(size_of_all) = parent.and_then(|parent| self.sizes.get_mut(&parent)) {
                *size_of_all -= size;
            }
        }
    }

    fn root(&self, ty: OfSide) -> OfSide {
        let mut root = ty;
        while let Some(parent) = self.parents.get(&root) {
            root = *parent;
        }
        root
    }

    /// Joins the classes of two roots. The larger one keeps its root, so that no way to a root is long.
    fn join(&mut self, one: OfSide, other: OfSide) {
        let size = |root| self.sizes.get(&root).copied().unwrap_or(1);
        let (small, large) = match size(one) <= size(other) {
            true => (one, other),
            false => (other, one),
        };
        let both = size(small) + size(large);
        self.sizes.insert(large, both);
        self.parents.insert(small, large);
        self.assumed.push(small);
    }
}

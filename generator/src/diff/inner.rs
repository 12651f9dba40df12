//! Comparisons inside of the comparison, which find out how two values relate. Each of them ends with the first
//! difference that decides it, and its answer is kept: the variants of unions are compared with each other again and again.

use super::Axis;
use super::site::{Site, Spot};
use super::values::Use;
use super::walk::{Flow, Walk};

/// How deeply comparisons may be inside of each other.
pub(super) const DEEPEST: usize = 2;

/// A question about two values of both APIs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Question {
    old: Place,
    new: Place,
    asked: Asked,
    /// How many comparisons it is inside of.
    depth: usize,
}

/// Where a use of a type is in a model, which stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Place {
    Of(usize, usize),
    InPath(usize, usize),
    ListOf(usize),
}

impl Place {
    /// The place of a value; `None` for a constant, which may be made for one question.
    fn of(value: Use<'_>) -> Option<Self> {
        const fn id<T>(part: &T) -> *const T {
            std::ptr::from_ref(part)
        }
        match value {
            Use::Of(ty, rules) => Some(Self::Of(id(ty) as usize, id(rules) as usize)),
            Use::InPath(ty, rules) => Some(Self::InPath(id(ty) as usize, id(rules) as usize)),
            Use::ListOf(item) => Some(Self::ListOf(id(item) as usize)),
            Use::Constant(_) => None,
        }
    }
}

/// What is asked about two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Asked {
    /// Whether nothing is different.
    Same,
    /// Whether the other side accepts them.
    Accepted(Axis),
}

impl<'a> Walk<'a> {
    /// Whether two uses of types have the same values.
    pub(super) fn are_same_values(&self, old: Use<'a>, new: Use<'a>) -> bool {
        self.depth < DEEPEST && self.answer(old, new, Asked::Same)
    }

    /// Whether the side that reads them on an axis accepts the values of the other side.
    pub(super) fn accepts_values(&self, old: Use<'a>, new: Use<'a>, axis: Axis) -> bool {
        self.answer(old, new, Asked::Accepted(axis))
    }

    fn answer(&self, old: Use<'a>, new: Use<'a>, asked: Asked) -> bool {
        let places = Place::of(old).zip(Place::of(new));
        let question = places.map(|(old, new)| Question {
            old,
            new,
            asked,
            depth: self.depth,
        });
        let known = question.and_then(|question| self.answers.borrow().get(&question).copied());
        known.unwrap_or_else(|| {
            let mut inner = self.inner();
            inner.values(old, new, Self::api(Flow::Request), &outermost());
            let answer = inner.all_types(|inner| match asked {
                Asked::Same => inner.is_clean(),
                Asked::Accepted(axis) => inner.accepts(axis),
            });
            if let Some(question) = question {
                self.answers.borrow_mut().insert(question, answer);
            }
            answer
        })
    }

    /// What is different between two uses of types.
    pub(super) fn between(&self, old: Use<'a>, new: Use<'a>) -> Self {
        let mut inner = self.inner();
        inner.values(old, new, Self::api(Flow::Request), &outermost());
        inner.compare_types();
        inner
    }

    /// Compares types as long as something holds. Returns whether it holds for all of them.
    pub(super) fn all_types(&mut self, holds: impl Fn(&Self) -> bool) -> bool {
        while holds(self) {
            if !self.compare_next_types() {
                return true;
            }
        }
        false
    }
}

/// The site of a value that is compared alone.
fn outermost<'s, 'a>() -> Site<'s, 'a> {
    Site::root("", Spot::Api, Spot::Api)
}

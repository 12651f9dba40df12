//! Comparisons inside of the comparison, which find out how two values relate. Each of them ends with the first
//! difference that decides it, and its answer is kept: the variants of unions are compared with each other again and again.

mod known;

use std::rc::Rc;

use super::Axis;
use super::site::{Site, Spot};
use super::values::Use;
use super::walk::{Context, Flow, Types, Walk};
pub(super) use known::Known;
use known::Pair;

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
pub(super) enum Asked {
    /// Whether nothing is different.
    Same,
    /// Whether nothing is different, apart from the types that theirs refer to.
    Alike,
    /// Whether the other side accepts them.
    Accepted(Axis),
    /// Whether nothing fails, in requests or in responses.
    Works(Axis, Flow),
}

impl<'a> Walk<'a> {
    /// Whether two uses of types have the same values.
    pub(super) fn are_same_values(&self, old: Use<'a>, new: Use<'a>) -> bool {
        self.depth < DEEPEST && self.answer(old, new, Asked::Same)
    }

    /// Whether two uses of types have the same values, as far as a comparison may look. Deep inside of others, it does not
    /// look at the types that theirs refer to, which may be those that are just compared.
    pub(super) fn look_the_same(&self, old: Use<'a>, new: Use<'a>) -> bool {
        match self.depth < DEEPEST {
            true => self.are_same_values(old, new),
            false => self.answer(old, new, Asked::Alike),
        }
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
        let known = question.and_then(|question| self.answers.borrow().answer(&question));
        known.unwrap_or_else(|| {
            let answer = self.answer_by(asked, |inner| {
                inner.values(old, new, Self::api(Flow::Request), &outermost());
            });
            if let Some(question) = question {
                self.answers.borrow_mut().add_answer(question, answer);
            }
            answer
        })
    }

    /// Answers what is asked by a comparison.
    fn answer_by(&self, asked: Asked, compare: impl FnOnce(&mut Self)) -> bool {
        let mut inner = self.inner();
        compare(&mut inner);
        match asked {
            Asked::Alike => inner.first_types(),
            Asked::Same | Asked::Accepted(_) | Asked::Works(..) => inner.all_types(asked),
        }
    }

    /// Whether a comparison finds no difference, as far as it may look.
    pub(super) fn is_same_by(
        &self,
        compare: impl FnOnce(&mut Self, Context, &Site<'_, 'a>),
    ) -> bool {
        let compare = |inner: &mut Self| compare(inner, Self::api(Flow::Request), &outermost());
        self.depth < DEEPEST && self.answer_by(Asked::Same, compare)
    }

    /// Two uses of types, to ask what fails between them.
    pub(super) const fn between(&self, old: Use<'a>, new: Use<'a>) -> Between<'_, 'a> {
        Between {
            walk: self,
            old,
            new,
        }
    }

    /// Compares types as long as what was asked holds. Returns whether it holds for all of them.
    pub(super) fn all_types(&mut self, asked: Asked) -> bool {
        if !self.still_holds(asked) {
            return false;
        }
        let answers = Rc::clone(&self.answers);
        let before = answers.borrow().assumed();
        while let Some((types, owner)) = self.next_types() {
            let known = answers.borrow_mut().about(self.pair(types), asked);
            let holds = known.unwrap_or_else(|| {
                self.compare_pair(types, owner);
                self.still_holds(asked)
            });
            if !holds {
                let mut answers = answers.borrow_mut();
                answers.forget(before);
                for types in self.leading_to(owner) {
                    answers.add(self.pair(types), asked, false);
                }
                return false;
            }
        }
        let mut answers = answers.borrow_mut();
        answers.keep(before);
        for types in self.all_pairs() {
            answers.add(self.pair(types), asked, true);
        }
        true
    }

    /// Whether nothing is different in the types of two values. Those that they refer to are not compared, nor is any if
    /// this is too deep inside of other comparisons.
    fn first_types(&mut self) -> bool {
        if self.is_clean() && self.depth <= DEEPEST + 1 {
            self.compare_next_types();
        }
        self.is_clean()
    }

    /// Whether what was asked holds after what has been found since the last time.
    fn still_holds(&mut self, asked: Asked) -> bool {
        let holds = match asked {
            Asked::Same | Asked::Alike => self.is_clean(),
            Asked::Accepted(axis) => self.accepts(axis),
            Asked::Works(axis, flow) => !self.breaks(axis, flow == Flow::Request),
        };
        self.forget_found();
        holds
    }

    fn pair(&self, types: Types<'a>) -> Pair {
        Pair::new(types, self.is_xml(types), self.depth)
    }
}

/// Two uses of types.
pub(super) struct Between<'w, 'a> {
    walk: &'w Walk<'a>,
    old: Use<'a>,
    new: Use<'a>,
}

impl Between<'_, '_> {
    /// Whether something fails on an axis, in requests or in responses.
    pub(super) fn breaks(&self, axis: Axis, in_requests: bool) -> bool {
        let flow = match in_requests {
            true => Flow::Request,
            false => Flow::Response,
        };
        let Self { walk, old, new } = *self;
        // Most of them are the same, which is found out faster.
        !walk.are_same_values(old, new) && !walk.answer(old, new, Asked::Works(axis, flow))
    }
}

/// The site of a value that is compared alone.
fn outermost<'s, 'a>() -> Site<'s, 'a> {
    Site::root("", Spot::Api, Spot::Api)
}

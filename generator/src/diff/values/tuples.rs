//! Tuples that are compared with lists: the elements are the items.

use super::shapes::Use;
use crate::api::Tuple;
use crate::diff::Axis;
use crate::diff::inner::DEEPEST;
use crate::diff::limits::Limits;
use crate::diff::scalars::Relation;
use crate::diff::walk::Walk;

impl<'a> Walk<'a> {
    /// How a list relates to a tuple, which is in the other API. The limits of the list are compared by their number, apart
    /// from this.
    pub(super) fn relation_of_tuple(
        &self,
        (tuple, item): (&'a Tuple, Use<'a>),
        limits: &Limits,
        tuple_is_old: bool,
    ) -> Relation {
        if self.depth >= DEEPEST {
            return Relation::Different;
        }
        let accepts = |element: Use<'a>, from_tuple: bool| match (tuple_is_old, from_tuple) {
            (true, true) => self.accepts_values(element, item, Axis::Wire),
            (true, false) => self.accepts_values(element, item, Axis::Rollback),
            (false, true) => self.accepts_values(item, element, Axis::Rollback),
            (false, false) => self.accepts_values(item, element, Axis::Wire),
        };
        let all = |from_tuple: bool| {
            let mut elements = tuple.elements.iter();
            elements.all(|element| accepts(Use::Of(&element.ty, &element.rules), from_tuple))
        };
        match (
            all(true),
            limits.has_only(tuple.elements.len()) && all(false),
        ) {
            (true, true) => Relation::Same,
            (true, false) => Relation::Wider,
            (false, true) => Relation::Narrower,
            (false, false) => Relation::Different,
        }
    }
}

//! How the limits of a value have changed: each of them is stricter, looser, or something else.

use std::cmp::Ordering;
use std::fmt::Display;

use super::{Limits, NumberLimit, divides, stricter_maximum, stricter_minimum};
use crate::api::Bound;
use crate::diff::Rule;
use crate::diff::site::Site;
use crate::diff::walk::{Context, Walk};
use crate::diff::words::Quoted;

/// Two limits as people see them: the end of the range of 64 bits is not a limit, unless both are such ends. Those of
/// smaller types are, and so is 0.
fn stated(
    (old, old_end): (NumberLimit, NumberLimit),
    (new, new_end): (NumberLimit, NumberLimit),
) -> (NumberLimit, NumberLimit) {
    let is_far = |(bound, _): &(Bound, bool)| {
        let ends = [
            i128::from(i64::MIN),
            i128::from(i64::MAX),
            i128::from(u64::MAX),
        ];
        let mut ends = ends.into_iter().map(Bound::Integer);
        ends.any(|end| bound.compare(end) == Ordering::Equal)
    };
    let of_people = |limit: NumberLimit, end: NumberLimit| {
        let is_end = limit == end;
        limit.filter(|limit| !is_end || !is_far(limit))
    };
    match (of_people(old, old_end), of_people(new, new_end)) {
        (None, None) => (old, new),
        stated => stated,
    }
}

/// How a limit changed: the rule if it became stricter, and the rule if it became looser.
struct Pair {
    stricter: Rule,
    looser: Rule,
    what: &'static str,
}

impl Pair {
    const MINIMUM: Self = Self {
        stricter: Rule::MinimumRaised,
        looser: Rule::MinimumLowered,
        what: "the minimum",
    };
    const MAXIMUM: Self = Self {
        stricter: Rule::MaximumLowered,
        looser: Rule::MaximumRaised,
        what: "the maximum",
    };
    const MIN_LENGTH: Self = Self {
        stricter: Rule::MinLengthRaised,
        looser: Rule::MinLengthLowered,
        what: "the minimum length",
    };
    const MAX_LENGTH: Self = Self {
        stricter: Rule::MaxLengthLowered,
        looser: Rule::MaxLengthRaised,
        what: "the maximum length",
    };
    const MIN_ITEMS: Self = Self {
        stricter: Rule::MinItemsRaised,
        looser: Rule::MinItemsLowered,
        what: "the minimum number of items",
    };
    const MAX_ITEMS: Self = Self {
        stricter: Rule::MaxItemsLowered,
        looser: Rule::MaxItemsRaised,
        what: "the maximum number of items",
    };
}

impl<'a> Walk<'a> {
    /// Compares the limits of a value.
    pub(in crate::diff) fn limits(
        &mut self,
        old: &Limits,
        new: &Limits,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let minimums = stated((old.min, old.least()), (new.min, new.least()));
        let maximums = stated((old.max, old.greatest()), (new.max, new.greatest()));
        let is_higher = order(old.min, new.min, stricter_minimum);
        let is_lower = order(old.max, new.max, stricter_maximum);
        for (pair, beyond, order, (was, is)) in [
            (&Pair::MINIMUM, "more than", is_higher, minimums),
            (&Pair::MAXIMUM, "less than", is_lower, maximums),
        ] {
            let show = |(bound, is_open): (Bound, bool)| match is_open {
                true => format!("{beyond} {bound}"),
                false => bound.to_string(),
            };
            self.limit(pair, order, was.map(show), is.map(show), context, site);
        }
        self.sizes(old, new, context, site);
        self.multiples(old, new, context, site);
        self.patterns(old, new, context, site);
    }

    fn sizes(&mut self, old: &Limits, new: &Limits, context: Context, site: &Site<'_, 'a>) {
        for (pair, old, new) in [
            (&Pair::MIN_LENGTH, old.min_length, new.min_length),
            (&Pair::MIN_ITEMS, old.min_items, new.min_items),
        ] {
            let order = order(old, new, |one, other| one > other);
            self.limit(pair, order, old, new, context, site);
        }
        for (pair, old, new) in [
            (&Pair::MAX_LENGTH, old.max_length, new.max_length),
            (&Pair::MAX_ITEMS, old.max_items, new.max_items),
        ] {
            let order = order(old, new, |one, other| one < other);
            self.limit(pair, order, old, new, context, site);
        }
        // One item is not like another one.
        let has_more = |limits: &Limits| limits.max_items.is_none_or(|max| max > 1);
        if !has_more(old) || !has_more(new) {
            return;
        }
        let (rule, message) = match (old.unique_items, new.unique_items) {
            (false, true) => (Rule::UniqueItemsAdded, "its items must be unique"),
            (true, false) => (
                Rule::UniqueItemsRemoved,
                "its items no longer have to be unique",
            ),
            (true, true) | (false, false) => return,
        };
        self.change(rule, context, site, message.to_owned());
    }

    fn limit<T: Display>(
        &mut self,
        pair: &Pair,
        order: Option<bool>,
        old: Option<T>,
        new: Option<T>,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let Some(is_stricter) = order else {
            return;
        };
        let what = pair.what;
        let message = match (old, new) {
            (Some(old), Some(new)) => format!("{what} was {old}, and is {new}"),
            (Some(old), None) => format!("{what} of {old} is gone"),
            (None, Some(new)) => format!("{what} is {new}, and there was none"),
            (None, None) => return,
        };
        let rule = match is_stricter {
            true => pair.stricter,
            false => pair.looser,
        };
        self.change(rule, context, site, message);
    }

    fn multiples(&mut self, old: &Limits, new: &Limits, context: Context, site: &Site<'_, 'a>) {
        let (rule, message) = match (old.multiple_of, new.multiple_of) {
            (None, Some(new)) => (
                Rule::MultipleOfAdded,
                format!("it must be a multiple of {new}"),
            ),
            (Some(old), None) => (
                Rule::MultipleOfRemoved,
                format!("it no longer has to be a multiple of {old}"),
            ),
            (Some(old), Some(new)) if old.compare(new) != Ordering::Equal => {
                let rule = match (divides(old, new), divides(new, old)) {
                    (true, _) => Rule::MultipleOfAdded,
                    (_, true) => Rule::MultipleOfRemoved,
                    (false, false) => Rule::MultipleOfChanged,
                };
                (
                    rule,
                    format!("it was a multiple of {old}, and is a multiple of {new}"),
                )
            }
            (Some(_), Some(_)) | (None, None) => return,
        };
        self.change(rule, context, site, message);
    }

    fn patterns(&mut self, old: &Limits, new: &Limits, context: Context, site: &Site<'_, 'a>) {
        let is_in = |all: &[String], pattern: &String| all.contains(pattern);
        let removed = old.patterns.iter();
        let removed: Vec<&String> = removed.filter(|one| !is_in(&new.patterns, one)).collect();
        let added = new.patterns.iter();
        let added: Vec<&String> = added.filter(|one| !is_in(&old.patterns, one)).collect();
        let (rule, message) = match (removed.as_slice(), added.as_slice()) {
            ([], []) => return,
            ([], [new, ..]) => (Rule::PatternAdded, format!("it must match {}", Quoted(new))),
            ([old, ..], []) => (
                Rule::PatternRemoved,
                format!("it no longer has to match {}", Quoted(old)),
            ),
            ([old, ..], [new, ..]) => (
                Rule::PatternChanged,
                format!("it must match {} instead of {}", Quoted(new), Quoted(old)),
            ),
        };
        self.change(rule, context, site, message);
    }
}

/// Whether the new limit is stricter than the old one; `None` if they are equal.
fn order<T: Copy>(
    old: Option<T>,
    new: Option<T>,
    is_stricter: impl Fn(T, T) -> bool,
) -> Option<bool> {
    match (old, new) {
        (None, None) => None,
        (None, Some(_)) => Some(true),
        (Some(_), None) => Some(false),
        (Some(old), Some(new)) => match (is_stricter(new, old), is_stricter(old, new)) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            (false, false) => None,
        },
    }
}

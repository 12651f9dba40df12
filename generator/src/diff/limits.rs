//! Limits of values: bounds, lengths, patterns.

mod checks;
mod keywords;

use std::cmp::Ordering;
use std::fmt::Display;

use super::Rule;
use super::scalars::Relation;
use super::site::Site;
use super::walk::{Context, Walk};
use super::words::Quoted;
use crate::api::{Bound, Rules};

/// The limits of a value, from its use and from its types. Each of them holds.
#[derive(Debug, Clone, Default)]
pub(super) struct Limits {
    /// The minimum, and whether values must be greater than it.
    min: Option<(Bound, bool)>,
    /// The maximum, and whether values must be less than it.
    max: Option<(Bound, bool)>,
    multiple_of: Option<Bound>,
    min_length: Option<u64>,
    max_length: Option<u64>,
    min_items: Option<u64>,
    max_items: Option<u64>,
    unique_items: bool,
    /// In order, each once.
    patterns: Vec<String>,
    /// The least and the greatest integer that the type has.
    range: Option<(i128, i128)>,
    /// The least and the greatest number of characters that values have as text, unless they are more than one value.
    lengths: Option<(u64, u64)>,
    /// The number of items that all values have.
    count: Option<u64>,
}

impl Limits {
    /// Adds the limits of some rules.
    pub(super) fn with(mut self, rules: &Rules) -> Self {
        let Rules {
            min,
            max,
            above,
            below,
            multiple_of,
            min_length,
            max_length,
            pattern,
            min_items,
            max_items,
            unique_items,
            each: _,
        } = rules;
        // Between integers, there is nothing.
        let after = |bound: Bound, step| match bound {
            Bound::Integer(value) => (Bound::Integer(value + step), false),
            Bound::Number(_) => (bound, true),
        };
        let lower = min.map(|bound| (bound, false));
        self.raise(lower.or(above.map(|bound| after(bound, 1))));
        let upper = max.map(|bound| (bound, false));
        self.lower(upper.or(below.map(|bound| after(bound, -1))));
        self.multiple_of = multiple_of.or(self.multiple_of);
        self.min_length = self.min_length.max(*min_length);
        self.max_length = least(self.max_length, *max_length);
        self.min_items = self.min_items.max(*min_items);
        self.max_items = least(self.max_items, *max_items);
        self.unique_items |= unique_items;
        // A pattern that everything matches is not a limit.
        if let Some((least, most)) = pattern.as_deref().and_then(lengths) {
            self.min_length = self.min_length.max(Some(least));
            self.max_length = self::least(self.max_length, most);
        } else if let Some(pattern) = pattern
            && !matches_all(pattern)
            && !self.patterns.contains(pattern)
        {
            self.patterns.push(pattern.clone());
            self.patterns.sort_unstable();
        }
        self
    }

    /// The limits of a value that is never empty.
    pub(super) fn never_empty(mut self) -> Self {
        self.min_length = self.min_length.max(Some(1));
        self.never_without_items()
    }

    /// The limits of a list that is left out if it is empty.
    pub(super) fn never_without_items(mut self) -> Self {
        self.min_items = self.min_items.max(Some(1));
        self
    }

    /// Whether a list may have no items.
    pub(super) fn allow_no_items(&self) -> bool {
        self.min_items.unwrap_or_default() == 0
    }

    /// Adds the range of an integer type. All integers are multiples of 1.
    pub(super) fn with_range(mut self, range: (i128, i128)) -> Self {
        self.range = Some(range);
        self.multiple_of = self
            .multiple_of
            .filter(|step| !divides(*step, Bound::Integer(1)));
        self
    }

    /// Adds the lengths of a type.
    pub(super) fn with_lengths(mut self, lengths: (u64, u64)) -> Self {
        self.lengths = Some(lengths);
        self
    }

    /// Adds the number of items of a tuple.
    pub(super) fn with_count(mut self, count: usize) -> Self {
        self.count = u64::try_from(count).ok();
        self
    }

    /// Whether lists have this number of items.
    pub(super) fn has_only(&self, count: usize) -> bool {
        let count = u64::try_from(count).ok();
        self.min_items == count && self.max_items == count && count.is_some()
    }

    /// Whether there are no limits, apart from those of the type.
    pub(super) fn are_none(&self) -> bool {
        let Self {
            min,
            max,
            multiple_of,
            min_length,
            max_length,
            min_items,
            max_items,
            unique_items,
            patterns,
            range: _,
            lengths: _,
            count: _,
        } = self;
        let has_number = min.is_some() || max.is_some() || multiple_of.is_some();
        let sizes = [min_length, max_length, min_items, max_items];
        !has_number
            && !unique_items
            && patterns.is_empty()
            && sizes.iter().all(|size| size.is_none())
    }

    /// How two integer types relate: one is wider if it has values, within its limits, that the other type cannot have.
    /// Generated clients check no limits, but cannot read such values.
    pub(super) fn ranges(&self, new: &Self) -> Relation {
        match (self.range, new.range) {
            (Some(old_range), Some(new_range)) => {
                match (new.is_within(old_range), self.is_within(new_range)) {
                    (true, true) => Relation::Same,
                    (false, true) => Relation::Wider,
                    (true, false) => Relation::Narrower,
                    (false, false) => Relation::Different,
                }
            }
            (Some(_), None) | (None, Some(_) | None) => Relation::Same,
        }
    }

    /// Whether an integer type with this range has all the integers.
    fn is_within(&self, (least, greatest): (i128, i128)) -> bool {
        let limits = self.clone().with_range_as_limits();
        let is_above = limits.min.is_some_and(|(bound, is_open)| {
            bound.compare(Bound::Integer(least - i128::from(is_open))) != Ordering::Less
        });
        let is_below = limits.max.is_some_and(|(bound, is_open)| {
            bound.compare(Bound::Integer(greatest + i128::from(is_open))) != Ordering::Greater
        });
        is_above && is_below
    }

    /// Makes the range of the type a limit like others.
    pub(super) fn with_range_as_limits(mut self) -> Self {
        if let Some((min, max)) = self.range {
            self.raise(Some((Bound::Integer(min), false)));
            self.lower(Some((Bound::Integer(max), false)));
        }
        self
    }

    /// The least number that the type has.
    fn least(&self) -> NumberLimit {
        let (least, _) = self.range?;
        Some((Bound::Integer(least), false))
    }

    /// The greatest number that the type has.
    fn greatest(&self) -> NumberLimit {
        let (_, greatest) = self.range?;
        Some((Bound::Integer(greatest), false))
    }

    /// Removes the limits that all values of another type are within anyway.
    pub(super) fn without_what_others_have(mut self, other: &Self) -> Self {
        if let Some((least, greatest)) = other.range {
            let least = (Bound::Integer(least), false);
            self.min = self.min.filter(|min| stricter_minimum(*min, least));
            let greatest = (Bound::Integer(greatest), false);
            self.max = self.max.filter(|max| stricter_maximum(*max, greatest));
        }
        if let Some((least, greatest)) = other.lengths {
            self.min_length = self.min_length.filter(|min| *min > least);
            self.max_length = self.max_length.filter(|max| *max < greatest);
            // One text is a list of one item.
            self.min_items = self.min_items.filter(|min| *min > 1);
            self.max_items = self.max_items.filter(|max| *max < 1);
            self.unique_items = false;
        }
        if let Some(count) = other.count {
            self.min_items = self.min_items.filter(|min| *min > count);
            self.max_items = self.max_items.filter(|max| *max < count);
            self.unique_items &= count > 1;
        }
        self
    }

    /// The patterns that text matches, each of them.
    pub(super) fn patterns(&self) -> &[String] {
        &self.patterns
    }

    fn raise(&mut self, bound: Option<(Bound, bool)>) {
        if let Some(bound) = bound
            && self.min.is_none_or(|own| stricter_minimum(bound, own))
        {
            self.min = Some(bound);
        }
    }

    fn lower(&mut self, bound: Option<(Bound, bool)>) {
        if let Some(bound) = bound
            && self.max.is_none_or(|own| stricter_maximum(bound, own))
        {
            self.max = Some(bound);
        }
    }
}

/// Whether a number is a multiple of another one, by their decimal digits.
fn divides(step: Bound, number: Bound) -> bool {
    // The digits, and how many of them are after the point.
    let digits = |bound: Bound| -> Option<(i128, usize)> {
        let text = bound.to_string();
        let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
        let part = part.trim_end_matches('0');
        Some((format!("{whole}{part}").parse().ok()?, part.len()))
    };
    let whole = |(digits, after): (i128, usize), most: usize| {
        let power = u32::try_from(most - after).ok()?;
        digits.checked_mul(10_i128.checked_pow(power)?)
    };
    let scaled = || {
        let (step, number) = (digits(step)?, digits(number)?);
        let most = step.1.max(number.1);
        Some((whole(step, most)?, whole(number, most)?))
    };
    match scaled() {
        Some((step, number)) => step != 0 && number % step == 0,
        None => step.compare(number) == Ordering::Equal,
    }
}

/// The smaller one of two limits, if there are any.
fn least(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

fn stricter_minimum((one, one_open): (Bound, bool), (other, other_open): (Bound, bool)) -> bool {
    match one.compare(other) {
        Ordering::Greater => true,
        Ordering::Equal => one_open && !other_open,
        Ordering::Less => false,
    }
}

fn stricter_maximum((one, one_open): (Bound, bool), (other, other_open): (Bound, bool)) -> bool {
    match one.compare(other) {
        Ordering::Less => true,
        Ordering::Equal => one_open && !other_open,
        Ordering::Greater => false,
    }
}

/// A limit of numbers, and whether it is exclusive.
type NumberLimit = Option<(Bound, bool)>;

/// Two limits as people see them: the end of the range of a type is not a limit, unless both are such ends.
fn stated(
    (old, old_end): (NumberLimit, NumberLimit),
    (new, new_end): (NumberLimit, NumberLimit),
) -> (NumberLimit, NumberLimit) {
    let of_people = |limit: NumberLimit, end: NumberLimit| limit.filter(|_| limit != end);
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
    pub(super) fn limits(
        &mut self,
        old: &Limits,
        new: &Limits,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let show = |(bound, open): (Bound, bool)| match open {
            true => format!("more than {bound}"),
            false => bound.to_string(),
        };
        let order = order(old.min, new.min, stricter_minimum);
        let (was, is) = stated((old.min, old.least()), (new.min, new.least()));
        let (was, is) = (was.map(show), is.map(show));
        self.limit(&Pair::MINIMUM, order, was, is, context, site);
        let show = |(bound, open): (Bound, bool)| match open {
            true => format!("less than {bound}"),
            false => bound.to_string(),
        };
        let order = self::order(old.max, new.max, stricter_maximum);
        let (was, is) = stated((old.max, old.greatest()), (new.max, new.greatest()));
        let (was, is) = (was.map(show), is.map(show));
        self.limit(&Pair::MAXIMUM, order, was, is, context, site);
        self.sizes(old, new, context, site);
        self.multiples(old, new, context, site);
        self.patterns(old, new, context, site);
    }

    fn sizes(&mut self, old: &Limits, new: &Limits, context: Context, site: &Site<'_, 'a>) {
        for (pair, old, new) in [
            (&Pair::MIN_LENGTH, old.min_length, new.min_length),
            (&Pair::MIN_ITEMS, old.min_items, new.min_items),
        ] {
            // A minimum of zero is no limit.
            let (old, new) = (old.filter(|min| *min > 0), new.filter(|min| *min > 0));
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

/// The numbers of characters that a pattern demands, if it demands nothing else of text of one line: `^.{1,20}$`.
fn lengths(pattern: &str) -> Option<(u64, Option<u64>)> {
    let counts = pattern.strip_prefix("^.")?.strip_suffix('$')?;
    let counts = match counts {
        "" => "1,1",
        "+" => "1,",
        "?" => "0,1",
        "*" => "0,",
        counts => counts.strip_prefix('{')?.strip_suffix('}')?,
    };
    let (least, most) = counts.split_once(',').unwrap_or((counts, counts));
    let most = match most {
        "" => None,
        most => Some(most.parse().ok()?),
    };
    Some((least.parse().ok()?, most))
}

/// Whether all text of one line matches a pattern. A pattern that matches no text at all, wherever that is, matches
/// all.
fn matches_all(pattern: &str) -> bool {
    let inner = pattern.strip_prefix('^').unwrap_or(pattern);
    let inner = inner.strip_suffix('$').unwrap_or(inner);
    let matches_nothing = || {
        let parsed = regex_syntax::parse(pattern).ok();
        parsed.is_some_and(|parsed| {
            let properties = parsed.properties();
            properties.look_set().is_empty() && properties.minimum_len() == Some(0)
        })
    };
    let is_empty = pattern == "^$";
    !is_empty && matches!(inner, "" | ".*" | "(.*)") || matches_nothing()
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

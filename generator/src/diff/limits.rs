//! Limits of values: bounds, lengths, patterns.

mod changed;
mod checks;
mod keywords;

use std::cmp::Ordering;

use super::objects::members;
use super::scalars::Relation;
use crate::api::{AdditionalFields, Bound, FieldCounts, Object, Rules};
use crate::patterns;

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
        // A minimum of zero is not a limit.
        let limit = |min: Option<u64>| min.filter(|min| *min > 0);
        self.min_length = self.min_length.max(limit(*min_length));
        self.max_length = least(self.max_length, *max_length);
        self.min_items = self.min_items.max(limit(*min_items));
        self.max_items = least(self.max_items, *max_items);
        self.unique_items |= unique_items;
        // A pattern that everything matches is not a limit.
        if let Some((least, most)) = pattern.as_deref().and_then(patterns::lengths) {
            self.min_length = self.min_length.max(Some(least));
            self.max_length = self::least(self.max_length, most);
        } else if let Some(pattern) = pattern
            && !patterns::matches_all(pattern)
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

    /// Whether text may be empty.
    pub(super) fn allow_no_text(&self) -> bool {
        self.min_length.unwrap_or_default() == 0
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

    /// The limits of an object and of a map that are compared with each other: the numbers of entries that all objects
    /// have anyway, and those that only the object states, are compared elsewhere.
    pub(super) fn of_object_and_map(object: &Object, map: &Self) -> (Self, Self) {
        let all = members(object);
        let required = all.filter(|member| member.presence.is_required()).count();
        let most = match object.others {
            AdditionalFields::Rejected => u64::try_from(members(object).count()).ok(),
            AdditionalFields::Ignored | AdditionalFields::Kept(..) | AdditionalFields::Union(_) => {
                None
            }
        };
        let FieldCounts { min, max } = object.counts;
        let least = min.max(u64::try_from(required).ok());
        let most = self::least(max, most);
        let min_items = map.min_items.filter(|own| Some(*own) > least);
        let max_items = map
            .max_items
            .filter(|own| most.is_none_or(|most| *own < most));
        let of_map = Self {
            min_items,
            max_items,
            ..map.clone()
        };
        let of_object = Self {
            min_items: min.filter(|_| min_items.is_some()),
            max_items: max.filter(|_| max_items.is_some()),
            ..Self::default()
        };
        (of_object, of_map)
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

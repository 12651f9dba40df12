//! The constraints of a value.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Deref;

/// The constraints of a value; empty if there are none.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Rules {
    /// The smallest number.
    pub min: Option<Bound>,
    /// The greatest number.
    pub max: Option<Bound>,
    /// A number that all others are greater than, instead of `min`.
    pub above: Option<Bound>,
    /// A number that all others are less than, instead of `max`.
    pub below: Option<Bound>,
    /// The number that all others are multiples of; positive.
    pub multiple_of: Option<Bound>,
    /// The minimum number of characters (Unicode scalar values).
    pub min_length: Option<u64>,
    /// The maximum number of characters.
    pub max_length: Option<u64>,
    /// A regular expression that matches somewhere in the text.
    pub pattern: Option<String>,
    /// The minimum number of items of a list or a map.
    pub min_items: Option<u64>,
    /// The maximum number of items of a list or a map.
    pub max_items: Option<u64>,
    /// Whether all items of a list are different.
    pub unique_items: bool,
    /// The constraints of each item of a list, or of each value of a map.
    pub each: Option<Box<Self>>,
}

/// The constraints of a field. Most fields have none, so they take little memory.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FieldRules(Option<Box<Rules>>);

impl From<Rules> for FieldRules {
    fn from(rules: Rules) -> Self {
        Self((!rules.is_empty()).then(|| Box::new(rules)))
    }
}

impl Deref for FieldRules {
    type Target = Rules;

    fn deref(&self) -> &Rules {
        self.0.as_deref().unwrap_or(Rules::NONE)
    }
}

impl Rules {
    /// No constraints.
    pub const NONE: &'static Self = &Self {
        min: None,
        max: None,
        above: None,
        below: None,
        multiple_of: None,
        min_length: None,
        max_length: None,
        pattern: None,
        min_items: None,
        max_items: None,
        unique_items: false,
        each: None,
    };

    /// The constraints of each item or value.
    pub fn of_each(&self) -> Self {
        self.each.as_deref().cloned().unwrap_or_default()
    }

    /// These constraints, and the others of the kinds that these lack.
    pub(crate) fn or(&self, others: &Self) -> Self {
        let has_lower = self.min.is_some() || self.above.is_some();
        let has_upper = self.max.is_some() || self.below.is_some();
        Self {
            min: self.min.or(others.min.filter(|_| !has_lower)),
            above: self.above.or(others.above.filter(|_| !has_lower)),
            max: self.max.or(others.max.filter(|_| !has_upper)),
            below: self.below.or(others.below.filter(|_| !has_upper)),
            multiple_of: self.multiple_of.or(others.multiple_of),
            min_length: self.min_length.or(others.min_length),
            max_length: self.max_length.or(others.max_length),
            pattern: self.pattern.clone().or_else(|| others.pattern.clone()),
            min_items: self.min_items.or(others.min_items),
            max_items: self.max_items.or(others.max_items),
            unique_items: self.unique_items || others.unique_items,
            each: self.each.clone().or_else(|| others.each.clone()),
        }
    }

    /// Whether there are no constraints.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// A limit of numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bound {
    /// For integers: any of a signed or an unsigned integer of 64 bits.
    Integer(i128),
    /// For `number` and `float`; finite.
    Number(f64),
}

impl Bound {
    /// The largest number of 32 bits, rounded as its shortest text is.
    pub(crate) const LARGEST_FLOAT: f64 = 3.402_823_5e38;

    /// The bound as a double, for comparison with a `number`.
    pub fn as_f64(self) -> f64 {
        match self {
            Self::Integer(value) => value as f64,
            Self::Number(value) => value,
        }
    }

    /// Integers are compared as integers: an `f64` cannot distinguish them beyond 2⁵³.
    pub(crate) fn compare(self, other: Self) -> Ordering {
        match (self, other) {
            (Self::Integer(one), Self::Integer(other)) => one.cmp(&other),
            (Self::Integer(_) | Self::Number(_), Self::Integer(_) | Self::Number(_)) => {
                // Both are finite.
                let order = self.as_f64().partial_cmp(&other.as_f64());
                order.unwrap_or(Ordering::Equal)
            }
        }
    }
}

/// As short as possible, and read back as the same number.
impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(value) => value.fmt(f),
            Self::Number(value) if value.fract() == 0.0 && value.abs() < 1e15 => {
                write!(f, "{value}")
            }
            Self::Number(value) => write!(f, "{value:?}"),
        }
    }
}

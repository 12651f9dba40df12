//! The constraints of a specification on values.
//!
//! A rule describes what it requires (`must be from 1 to 100`) and never the value that violates
//! it.

mod each;
#[cfg(test)]
mod tests;

use std::any::Any;
use std::fmt::{self, Display, LowerExp};
use std::ops::{Bound, RangeBounds};

pub use self::each::Each;
pub(crate) use self::each::Nested;
pub use crate::decimal::is_multiple;
use crate::decode::{Context, Failed};

/// Defines the functions that set rules, for `Rules` and for types that contain them.
macro_rules! set_rules {
    ($self:ident: $rules:expr) => {
        $crate::rules::set_rules! {
            @limits $self: $rules;
            Integer(i64):
                least Included min "The least integer.",
                greatest Included max "The greatest integer.",
                least Excluded above "An integer that all others are greater than.",
                greatest Excluded below "An integer that all others are less than.";
            Unsigned(u64):
                least Included min_unsigned "As `min`, for integers beyond an `i64`.",
                greatest Included max_unsigned "As `max`, for integers beyond an `i64`.",
                least Excluded above_unsigned "As `above`, for integers beyond an `i64`.",
                greatest Excluded below_unsigned "As `below`, for integers beyond an `i64`.";
            Number(f64):
                least Included min_number "The least number.",
                greatest Included max_number "The greatest number.",
                least Excluded above_number "A number that all others are greater than.",
                greatest Excluded below_number "A number that all others are less than.";
            Length(u64):
                least Included min_length "The least number of characters (Unicode scalar values) of a string.",
                greatest Included max_length "The greatest number of characters of a string.";
            Items(u64):
                least Included min_items "The least number of items of a list or a map.",
                greatest Included max_items "The greatest number of items of a list or a map.";
        }

        /// The decimal number that a number is a multiple of: `0.01`.
        pub const fn multiple_of(mut $self, step: &'static str) -> Self {
            $rules.multiple_of = Some(step);
            $self
        }

        /// All items of a list are different. The function is `distinct` for the type of the items.
        pub const fn unique_items(mut $self, distinct: $crate::codegen::Distinct) -> Self {
            $rules.distinct = Some(distinct);
            $self
        }

        /// The rules of each item of a list. [`each!`](crate::each) creates them.
        pub const fn items<T: $crate::codegen::Decode>(
            mut $self,
            each: $crate::codegen::Each<T>,
        ) -> Self {
            $rules.each = Some(each.of_list());
            $self
        }

        /// The rules of each value of a map. [`each!`](crate::each) creates them.
        pub const fn values<T: $crate::codegen::Decode>(
            mut $self,
            each: $crate::codegen::Each<T>,
        ) -> Self {
            $rules.each = Some(each.of_map());
            $self
        }

        /// The pattern that a string matches. [`pattern!`](crate::pattern) creates the function.
        #[cfg(feature = "pattern")]
        pub const fn pattern(
            mut $self,
            pattern: fn() -> &'static $crate::codegen::Pattern,
        ) -> Self {
            $rules.pattern = Some(pattern);
            $self
        }
    };
    (
        @limits $self:ident: $rules:expr;
        $($kind:ident($limit:ty): $($end:ident $bound:ident $name:ident $about:literal),+;)*
    ) => {$($(
        #[doc = $about]
        pub const fn $name(mut $self, limit: $limit) -> Self {
            let range = match $rules.limits {
                $crate::rules::Limits::$kind(range) => range,
                _ => $crate::rules::Range::ALL,
            };
            $rules.limits = $crate::rules::Limits::$kind($crate::rules::Range {
                $end: ::std::ops::Bound::$bound(limit),
                ..range
            });
            $self
        }
    )+)*};
}

pub(crate) use set_rules;

/// The constraints on a value: those that apply to its kind are checked.
///
/// `Rules::NONE.min_length(1).max_length(200)` is for a string from 1 to 200 characters long.
///
/// A value has one kind. A limit for values of another kind replaces those before it.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    pub(crate) limits: Limits,
    pub(crate) multiple_of: Option<&'static str>,
    pub(crate) distinct: Option<Distinct>,
    pub(crate) each: Option<Nested>,
    #[cfg(feature = "pattern")]
    pub(crate) pattern: Option<fn() -> &'static Pattern>,
}

/// Whether all items of a list are different. The list is a `Vec` of the type that the function is for. So
/// the function is compiled only for lists with this rule.
pub type Distinct = fn(&dyn Any) -> bool;

/// The limits of a value, which depend on its kind.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Limits {
    None,
    Integer(Range<i64>),
    Unsigned(Range<u64>),
    Number(Range<f64>),
    Length(Range<u64>),
    Items(Range<u64>),
}

/// The values from one bound to another.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Range<T> {
    pub(crate) least: Bound<T>,
    pub(crate) greatest: Bound<T>,
}

impl Rules {
    /// No constraints.
    pub const NONE: Self = Self {
        limits: Limits::None,
        multiple_of: None,
        distinct: None,
        each: None,
        #[cfg(feature = "pattern")]
        pattern: None,
    };

    set_rules!(self: self);

    /// Checks an integer of any type.
    ///
    /// # Errors
    /// What the violated rules require, to follow a name: `must be at least 1`. The text never contains the
    /// value.
    pub(crate) fn check_integer(&self, value: i128) -> Result<(), String> {
        let range = match self.limits {
            Limits::Integer(range) => range.map(i128::from).check(value),
            Limits::Unsigned(range) => range.map(i128::from).check(value),
            Limits::None | Limits::Number(_) | Limits::Length(_) | Limits::Items(_) => Ok(()),
        };
        both(range, self.check_multiple(value))
    }

    /// Checks a number.
    ///
    /// # Errors
    /// As [`check_integer`](Self::check_integer).
    pub(crate) fn check_number(&self, value: f64) -> Result<(), String> {
        let range = match self.limits {
            Limits::Number(range) => range.check(value),
            _ => Ok(()),
        };
        both(range, self.check_multiple(value))
    }

    /// Checks a number of 32 bits. The bounds are rounded in the same way as the number: `0.1` is at most
    /// `0.1`.
    ///
    /// # Errors
    /// As [`check_integer`](Self::check_integer).
    #[expect(clippy::cast_possible_truncation, reason = "it rounds")]
    pub(crate) fn check_single(&self, value: f32) -> Result<(), String> {
        let range = match self.limits {
            Limits::Number(range) => range.map(|bound| bound as f32).check(value),
            _ => Ok(()),
        };
        both(range, self.check_multiple(value))
    }

    fn check_multiple(&self, value: impl LowerExp) -> Result<(), String> {
        match self.multiple_of {
            // The digits of the value are compared: `0.07` is not a multiple of `0.01` in binary.
            Some(step) if !is_multiple(&format!("{value:e}"), step) => {
                Err(format!("must be a multiple of {step}"))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Checks a string.
    ///
    /// # Errors
    /// As [`check_integer`](Self::check_integer).
    pub(crate) fn check_text(&self, value: &str) -> Result<(), String> {
        let length = match self.limits {
            Limits::Length(range) => range.check_count(value.chars().count(), CHARACTERS),
            _ => Ok(()),
        };
        #[cfg(feature = "pattern")]
        if let Some(pattern) = self.pattern {
            return both(length, pattern().check(value));
        }
        length
    }

    /// Checks the number of items of a list, and that they are different.
    ///
    /// # Errors
    /// As [`check_integer`](Self::check_integer).
    pub(crate) fn check_list(&self, items: usize, list: &dyn Any) -> Result<(), String> {
        let distinct = match self.distinct {
            Some(are_distinct) if !are_distinct(list) => {
                Err("must not contain the same item twice".to_owned())
            }
            Some(_) | None => Ok(()),
        };
        both(self.check_map(items), distinct)
    }

    /// Checks the items of a list, or the values of a map.
    ///
    /// # Errors
    /// If one of them violates a rule. The context contains the validation errors.
    pub(crate) fn check_each(&self, all: &dyn Any, context: &mut Context) -> Result<(), Failed> {
        match self.each {
            Some(each) => (each.check)(all, each.rules, context),
            None => Ok(()),
        }
    }

    /// The rules of each item of a list, or of each value of a map.
    #[cfg(feature = "multipart")]
    pub(crate) fn of_each(&self) -> &'static Self {
        self.each.map_or(&Self::NONE, |each| each.rules)
    }

    /// Checks the number of items of a map.
    ///
    /// # Errors
    /// As [`check_integer`](Self::check_integer).
    pub(crate) fn check_map(&self, items: usize) -> Result<(), String> {
        match self.limits {
            Limits::Items(range) => range.check_count(items, ITEMS),
            _ => Ok(()),
        }
    }
}

/// What two rules of one value require.
fn both(first: Result<(), String>, second: Result<(), String>) -> Result<(), String> {
    match (first, second) {
        (Err(first), Err(second)) => Err(format!("{first} and {second}")),
        (first, second) => first.and(second),
    }
}

/// A pattern that is compiled when it is first used.
#[cfg(feature = "pattern")]
#[derive(Debug)]
pub struct Pattern {
    source: &'static str,
    regex: std::sync::OnceLock<Option<regex_lite::Regex>>,
}

#[cfg(feature = "pattern")]
impl Pattern {
    /// A pattern in the syntax of the crate `regex-lite`. It matches anywhere in the text unless it
    /// is anchored with `^` and `$`.
    pub const fn new(source: &'static str) -> Self {
        Self {
            source,
            regex: std::sync::OnceLock::new(),
        }
    }

    /// Whether `text` matches. An invalid pattern matches nothing.
    pub fn matches(&self, text: &str) -> bool {
        let regex = self
            .regex
            .get_or_init(|| regex_lite::Regex::new(self.source).ok());
        regex.as_ref().is_some_and(|regex| regex.is_match(text))
    }

    fn check(&self, text: &str) -> Result<(), String> {
        if self.matches(text) {
            Ok(())
        } else {
            Err(format!("must match the pattern `{}`", self.source))
        }
    }
}

/// The function for [`Rules::pattern`]: `pattern!("^[a-z]+$")`. The pattern is compiled once.
#[cfg(feature = "pattern")]
#[doc(hidden)]
#[macro_export]
macro_rules! pattern {
    ($source:expr) => {
        || {
            static PATTERN: $crate::codegen::Pattern = $crate::codegen::Pattern::new($source);
            &PATTERN
        }
    };
}

/// The argument of a function of [`Rules`](crate::rules::Rules).
#[doc(hidden)]
#[macro_export]
macro_rules! __rule {
    (pattern $source:expr) => {
        $crate::pattern!($source)
    };
    ($name:ident $limit:expr) => {
        $limit
    };
}

impl<T: Copy> Range<T> {
    /// All values.
    pub(crate) const ALL: Self = Self {
        least: Bound::Unbounded,
        greatest: Bound::Unbounded,
    };

    fn map<U>(self, convert: impl Fn(T) -> U) -> Range<U> {
        Range {
            least: self.least.map(&convert),
            greatest: self.greatest.map(&convert),
        }
    }
}

impl<T: PartialOrd + Display> Range<T> {
    fn check(self, value: T) -> Result<(), String> {
        if self.contains(&value) {
            Ok(())
        } else {
            Err(format!("must be {self}"))
        }
    }

    /// NaN is in no limited range.
    fn contains(&self, value: &T) -> bool {
        (self.least.as_ref(), self.greatest.as_ref()).contains(value)
    }
}

/// The name of what a size counts.
#[derive(Clone, Copy)]
struct Unit {
    singular: &'static str,
    plural: &'static str,
}

const CHARACTERS: Unit = Unit {
    singular: "character",
    plural: "characters",
};

const ITEMS: Unit = Unit {
    singular: "item",
    plural: "items",
};

impl Range<u64> {
    /// Checks a size that is counted in this unit.
    fn check_count(self, size: usize, unit: Unit) -> Result<(), String> {
        if self.contains(&(size as u64)) {
            return Ok(());
        }
        // The unit agrees with the number before it, which is the last one.
        let last = match (self.greatest, self.least) {
            (Bound::Included(size) | Bound::Excluded(size), _)
            | (Bound::Unbounded, Bound::Included(size) | Bound::Excluded(size)) => Some(size),
            (Bound::Unbounded, Bound::Unbounded) => None,
        };
        let unit = if last == Some(1) {
            unit.singular
        } else {
            unit.plural
        };
        Err(format!("must have {self} {unit}"))
    }
}

/// Describes a range: `at least 1`, `exactly 3`, `from 1 to 100`, `greater than 0 and at most 1`.
impl<T: Display + PartialEq> Display for Range<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Bound::Included(min), Bound::Included(max)) = (&self.least, &self.greatest) {
            return match min == max {
                true => write!(f, "exactly {min}"),
                false => write!(f, "from {min} to {max}"),
            };
        }
        match &self.least {
            Bound::Included(min) => write!(f, "at least {min}")?,
            Bound::Excluded(above) => write!(f, "greater than {above}")?,
            Bound::Unbounded => {}
        }
        if !matches!(self.least, Bound::Unbounded) && !matches!(self.greatest, Bound::Unbounded) {
            f.write_str(" and ")?;
        }
        match &self.greatest {
            Bound::Included(max) => write!(f, "at most {max}"),
            Bound::Excluded(below) => write!(f, "less than {below}"),
            Bound::Unbounded => Ok(()),
        }
    }
}

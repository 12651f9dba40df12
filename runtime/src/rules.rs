//! The constraints of a specification on values.
//!
//! A rule describes what it requires (`must be from 1 to 100`) and never the value that violates
//! it.

use std::any::Any;
use std::fmt::{self, Display, LowerExp};
use std::ops::{Bound, RangeBounds};

pub use crate::decimal::is_multiple;

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
        pub const fn unique_items(mut $self, distinct: $crate::rules::Distinct) -> Self {
            $rules.distinct = Some(distinct);
            $self
        }

        /// The pattern that a string matches. [`pattern!`](crate::pattern) creates the function.
        #[cfg(feature = "pattern")]
        pub const fn pattern(
            mut $self,
            pattern: fn() -> &'static $crate::rules::Pattern,
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
        #[cfg(feature = "pattern")]
        pattern: None,
    };

    set_rules!(self: self);

    /// Checks an integer of any type.
    ///
    /// # Errors
    /// What the first violated rule requires, to follow a name: `must be at least 1`. The text never
    /// contains the value.
    pub(crate) fn check_integer(&self, value: i128) -> Result<(), String> {
        match self.limits {
            Limits::Integer(range) => range.map(i128::from).check(value)?,
            Limits::Unsigned(range) => range.map(i128::from).check(value)?,
            Limits::None | Limits::Number(_) | Limits::Length(_) | Limits::Items(_) => {}
        }
        self.check_multiple(value)
    }

    /// Checks a number.
    ///
    /// # Errors
    /// As [`check_integer`](Self::check_integer).
    pub(crate) fn check_number(&self, value: f64) -> Result<(), String> {
        if let Limits::Number(range) = self.limits {
            range.check(value)?;
        }
        self.check_multiple(value)
    }

    /// Checks a number of 32 bits. The bounds are rounded in the same way as the number: `0.1` is at most
    /// `0.1`.
    ///
    /// # Errors
    /// As [`check_integer`](Self::check_integer).
    pub(crate) fn check_single(&self, value: f32) -> Result<(), String> {
        if let Limits::Number(range) = self.limits {
            range.map(|bound| bound as f32).check(value)?;
        }
        self.check_multiple(value)
    }

    fn check_multiple(&self, value: impl LowerExp) -> Result<(), String> {
        match self.multiple_of {
            // The digits of the value are compared: `0.07` is no multiple of `0.01` in binary.
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
        if let Limits::Length(range) = self.limits {
            range.check_count(value.chars().count(), ("character", "characters"))?;
        }
        #[cfg(feature = "pattern")]
        if let Some(pattern) = self.pattern {
            return pattern().check(value);
        }
        Ok(())
    }

    /// Checks the number of items of a list, and that they are different.
    ///
    /// # Errors
    /// As [`check_integer`](Self::check_integer).
    pub(crate) fn check_list(&self, items: usize, list: &dyn Any) -> Result<(), String> {
        if let Limits::Items(range) = self.limits {
            range.check_count(items, ("item", "items"))?;
        }
        match self.distinct {
            Some(are_distinct) if !are_distinct(list) => {
                Err("must not contain the same item twice".into())
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Checks the number of items of a map.
    ///
    /// # Errors
    /// As [`check_integer`](Self::check_integer).
    pub(crate) fn check_map(&self, items: usize) -> Result<(), String> {
        match self.limits {
            Limits::Items(range) => range.check_count(items, ("item", "items")),
            _ => Ok(()),
        }
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
            static PATTERN: $crate::rules::Pattern = $crate::rules::Pattern::new($source);
            &PATTERN
        }
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

impl Range<u64> {
    /// Checks a size that is counted in `(one, many)`.
    fn check_count(self, size: usize, (one, many): (&str, &str)) -> Result<(), String> {
        if self.contains(&(size as u64)) {
            return Ok(());
        }
        let words = self.to_string();
        // The unit agrees with the number before it, which is the last one.
        let unit = if words.ends_with(" 1") { one } else { many };
        Err(format!("must have {words} {unit}"))
    }
}

/// Describes a range: `at least 1`, `from 1 to 100`, `greater than 0 and at most 1`.
impl<T: Display> Display for Range<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Bound::Included(min), Bound::Included(max)) = (&self.least, &self.greatest) {
            return write!(f, "from {min} to {max}");
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_described_in_words() {
        let problem = |rules: Rules, value| rules.check_integer(value).err();
        let range = Rules::NONE.min(1).max(100);
        assert_eq!(problem(range, 0).as_deref(), Some("must be from 1 to 100"));
        assert_eq!(problem(range, 100), None);
        let least = Rules::NONE.min(0);
        assert_eq!(problem(least, -1).as_deref(), Some("must be at least 0"));
        let greatest = Rules::NONE.max(5);
        assert_eq!(problem(greatest, 6).as_deref(), Some("must be at most 5"));
        let number = Rules::NONE.max_number(1.5).check_number(2.0);
        assert_eq!(number, Err(String::from("must be at most 1.5")));
        for (rules, words) in [
            (Rules::NONE.above(0), "must be greater than 0"),
            (Rules::NONE.below(0), "must be less than 0"),
            (
                Rules::NONE.above(0).max(100),
                "must be greater than 0 and at most 100",
            ),
            (
                Rules::NONE.below(0).min(-5),
                "must be at least -5 and less than 0",
            ),
        ] {
            for value in [-6, 0, 101] {
                if let Some(problem) = problem(rules, value) {
                    assert_eq!(problem, words);
                }
            }
            assert!(problem(rules, 0).is_some(), "{words}");
        }
        let large = Rules::NONE.min_unsigned(1).max_unsigned(u64::MAX);
        assert_eq!(problem(large, u64::MAX.into()), None);
        assert_eq!(
            problem(large, 0).as_deref(),
            Some("must be from 1 to 18446744073709551615")
        );
    }

    #[test]
    fn exclusive_bounds_do_not_contain_themselves() {
        let open = Rules::NONE.above_number(0.0).below_number(1.0);
        for (value, is_valid) in [(0.0, false), (0.5, true), (1.0, false), (f64::NAN, false)] {
            assert_eq!(open.check_number(value).is_ok(), is_valid, "{value}");
        }
    }

    #[test]
    fn bounds_of_32_bits_are_rounded_as_the_number_is() {
        let range = Rules::NONE.min_number(0.1).max_number(0.7);
        assert_eq!(range.check_single(0.1), Ok(()));
        assert_eq!(range.check_single(0.7), Ok(()));
        assert_eq!(
            range.check_single(0.099_999),
            Err(String::from("must be from 0.1 to 0.7"))
        );
    }

    #[test]
    fn multiples_are_decided_by_digits() {
        let cents = Rules::NONE.multiple_of("0.01");
        for value in [0.0, -0.0, 0.07, 1.13, -19.99, 1e20, 4.35] {
            assert_eq!(cents.check_number(value), Ok(()), "{value}");
        }
        for value in [0.001, 1.005, 1e-300, f64::NAN, f64::INFINITY] {
            assert!(cents.check_number(value).is_err(), "{value}");
        }
        for value in [0.07, 1.13, 16_777_216.0] {
            assert_eq!(cents.check_single(value), Ok(()), "{value}");
        }
        let fives = Rules::NONE.multiple_of("5");
        assert_eq!(fives.check_integer(-15), Ok(()));
        assert_eq!(
            fives.check_integer(12),
            Err(String::from("must be a multiple of 5"))
        );
        assert_eq!(
            Rules::NONE.multiple_of("7").check_integer(u64::MAX.into()),
            Err(String::from("must be a multiple of 7"))
        );
    }

    #[test]
    fn not_a_number_is_in_no_range() {
        assert!(Rules::NONE.min_number(0.0).check_number(f64::NAN).is_err());
        assert!(Rules::NONE.max_number(0.0).check_number(f64::NAN).is_err());
        assert_eq!(Rules::NONE.check_number(f64::NAN), Ok(()));
    }

    #[test]
    fn sizes_are_described_in_words() {
        let length = |rules: Rules, text| rules.check_text(text).err();
        assert_eq!(
            length(Rules::NONE.min_length(1), "").as_deref(),
            Some("must have at least 1 character")
        );
        assert_eq!(
            length(Rules::NONE.min_length(1).max_length(2), "abc").as_deref(),
            Some("must have from 1 to 2 characters")
        );
        assert_eq!(length(Rules::NONE.max_length(1), "é"), None);
        assert_eq!(
            Rules::NONE.min_items(2).check_list(1, &()),
            Err(String::from("must have at least 2 items"))
        );
        assert_eq!(
            Rules::NONE.max_items(1).check_map(2),
            Err(String::from("must have at most 1 item"))
        );
    }

    #[cfg(feature = "pattern")]
    #[test]
    fn patterns_are_checked() {
        let slug = Rules::NONE.pattern(crate::pattern!("^[a-z]+$"));
        let broken = Rules::NONE.pattern(crate::pattern!("("));
        assert_eq!(slug.check_text("abc"), Ok(()));
        assert_eq!(
            slug.check_text("ABC"),
            Err(String::from("must match the pattern `^[a-z]+$`"))
        );
        assert!(broken.check_text("(").is_err());
    }
}

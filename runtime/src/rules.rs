//! The constraints of a specification on values.
//!
//! A rule describes what it requires (`must be from 1 to 100`) and never the value that violates
//! it.

use std::fmt::Display;

/// Defines the functions that set rules, for `Rules` and for types that contain them.
macro_rules! set_rules {
    ($self:ident: $rules:expr) => {
        $crate::rules::set_rules! {
            @limits $self: $rules;
            Integer(i64): min "The least integer.", max "The greatest integer.";
            Number(f64): min_number "The least number.", max_number "The greatest number.";
            Length(u64):
                min_length "The least number of characters (Unicode scalar values) of a string.",
                max_length "The greatest number of characters of a string.";
            Items(u64):
                min_items "The least number of items of a list.",
                max_items "The greatest number of items of a list.";
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
        $($kind:ident($limit:ty): $min:ident $about_min:literal, $max:ident $about_max:literal;)*
    ) => {$(
        #[doc = $about_min]
        pub const fn $min(mut $self, min: $limit) -> Self {
            let max = match $rules.limits {
                $crate::rules::Limits::$kind((_, max)) => max,
                _ => None,
            };
            $rules.limits = $crate::rules::Limits::$kind((Some(min), max));
            $self
        }

        #[doc = $about_max]
        pub const fn $max(mut $self, max: $limit) -> Self {
            let min = match $rules.limits {
                $crate::rules::Limits::$kind((min, _)) => min,
                _ => None,
            };
            $rules.limits = $crate::rules::Limits::$kind((min, Some(max)));
            $self
        }
    )*};
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
    #[cfg(feature = "pattern")]
    pub(crate) pattern: Option<fn() -> &'static Pattern>,
}

/// The limits of a value, which depend on its kind.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Limits {
    None,
    Integer(Range<i64>),
    Number(Range<f64>),
    Length(Range<u64>),
    Items(Range<u64>),
}

/// The least and the greatest value of a range; `None` if it is unlimited at that end.
type Range<T> = (Option<T>, Option<T>);

impl Rules {
    /// No constraints.
    pub const NONE: Self = Self {
        limits: Limits::None,
        #[cfg(feature = "pattern")]
        pattern: None,
    };

    set_rules!(self: self);

    /// Checks an integer.
    ///
    /// # Errors
    /// What the first violated rule requires, to follow a name: `must be at least 1`. The text never
    /// contains the value.
    pub(crate) fn check_integer(&self, value: i64) -> Result<(), String> {
        match self.limits {
            Limits::Integer(range) => check_value(range, value),
            _ => Ok(()),
        }
    }

    /// Checks a number.
    ///
    /// # Errors
    /// As [`check_integer`](Self::check_integer).
    pub(crate) fn check_number(&self, value: f64) -> Result<(), String> {
        match self.limits {
            Limits::Number(range) => check_value(range, value),
            _ => Ok(()),
        }
    }

    /// Checks a string.
    ///
    /// # Errors
    /// As [`check_integer`](Self::check_integer).
    pub(crate) fn check_text(&self, value: &str) -> Result<(), String> {
        if let Limits::Length(range) = self.limits {
            check_count(range, value.chars().count(), ("character", "characters"))?;
        }
        #[cfg(feature = "pattern")]
        if let Some(pattern) = self.pattern {
            return pattern().check(value);
        }
        Ok(())
    }

    /// Checks the number of items of a list.
    ///
    /// # Errors
    /// As [`check_integer`](Self::check_integer).
    pub(crate) fn check_items(&self, items: usize) -> Result<(), String> {
        match self.limits {
            Limits::Items(range) => check_count(range, items, ("item", "items")),
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

/// The unit of a plain number.
const NO_UNIT: (&str, &str) = ("", "");

fn check_value<T: PartialOrd + Display + Copy>(range: Range<T>, value: T) -> Result<(), String> {
    if contains(range, value) {
        Ok(())
    } else {
        Err(format!("must be {}", words(range, NO_UNIT)))
    }
}

/// Checks a size that is counted in `(one, many)`.
fn check_count(
    range: Range<u64>,
    size: usize,
    unit: (&'static str, &'static str),
) -> Result<(), String> {
    if contains(range, size as u64) {
        Ok(())
    } else {
        Err(format!("must have {}", words(range, unit)))
    }
}

/// NaN is in no limited range.
fn contains<T: PartialOrd>((min, max): Range<T>, value: T) -> bool {
    min.is_none_or(|min| min <= value) && max.is_none_or(|max| value <= max)
}

/// Describes a range: `at least 1 character`, `from 1 to 100`.
fn words<T: Display>(range: Range<T>, (one, many): (&str, &str)) -> String {
    let words = match range {
        (Some(min), Some(max)) => format!("from {min} to {max}"),
        (Some(min), None) => format!("at least {min}"),
        (None, Some(max)) => format!("at most {max}"),
        // Every value is within this range, so this text is never shown.
        (None, None) => String::from("any"),
    };
    // The unit agrees with the number before it, which is the last one.
    match if words.ends_with(" 1") { one } else { many } {
        "" => words,
        unit => format!("{words} {unit}"),
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
            Rules::NONE.min_items(2).check_items(1),
            Err(String::from("must have at least 2 items"))
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

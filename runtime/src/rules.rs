//! The constraints of a specification on values.
//!
//! A rule describes what it requires (`must be from 1 to 100`) and never the value that violates
//! it.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::{Bound, RangeBounds};

use crate::{Boxed, Decimal, Json, Maybe};

/// A constraint on values of type `T`.
pub trait Rule<T: ?Sized> {
    /// Checks one value.
    ///
    /// # Errors
    /// What the rule requires, to follow a name: `must be at least 1`.
    fn check(&self, value: &T) -> Result<(), String>;
}

/// A type whose values can have rules.
///
/// A null or absent value satisfies every rule. A newtype is checked by its inner value, and has
/// the rules of its type.
pub trait Checked {
    /// The type that rules check.
    type Target: ?Sized;

    /// The value that rules check; `None` if it is null or absent.
    fn target(&self) -> Option<&Self::Target>;

    /// Checks the rules of the type itself.
    ///
    /// # Errors
    /// What the first violated rule requires.
    fn check_own(&self) -> Result<(), String> {
        Ok(())
    }
}

/// Checks `value` against `rules`, without those of its type.
///
/// # Errors
/// What the first violated rule requires.
pub fn check<T: Checked>(value: &T, rules: &[&dyn Rule<T::Target>]) -> Result<(), String> {
    match value.target() {
        Some(target) => rules.iter().try_for_each(|rule| rule.check(target)),
        None => Ok(()),
    }
}

/// A number within a range. Created by [`within`].
#[derive(Debug, Clone, Copy)]
pub struct Within<R>(R);

/// The value must be within `range`.
pub const fn within<R>(range: R) -> Within<R> {
    Within(range)
}

impl<T: PartialOrd + Display, R: RangeBounds<T>> Rule<T> for Within<R> {
    fn check(&self, value: &T) -> Result<(), String> {
        if self.0.contains(value) {
            Ok(())
        } else {
            Err(format!("must be {}", words(&self.0, NO_UNIT)))
        }
    }
}

/// A text with a number of characters within a range. Created by [`length`].
#[derive(Debug, Clone, Copy)]
pub struct Length<R>(R);

/// The number of characters (Unicode scalar values) of the text must be within `range`.
pub const fn length<R>(range: R) -> Length<R> {
    Length(range)
}

impl<R: RangeBounds<usize>> Rule<str> for Length<R> {
    fn check(&self, value: &str) -> Result<(), String> {
        count(&self.0, value.chars().count(), ("character", "characters"))
    }
}

/// A collection with a number of items within a range. Created by [`items`].
#[derive(Debug, Clone, Copy)]
pub struct Items<R>(R);

/// The number of items of the list or map must be within `range`.
pub const fn items<R>(range: R) -> Items<R> {
    Items(range)
}

impl<T, R: RangeBounds<usize>> Rule<[T]> for Items<R> {
    fn check(&self, value: &[T]) -> Result<(), String> {
        count(&self.0, value.len(), ("item", "items"))
    }
}

impl<T, R: RangeBounds<usize>> Rule<BTreeMap<String, T>> for Items<R> {
    fn check(&self, value: &BTreeMap<String, T>) -> Result<(), String> {
        count(&self.0, value.len(), ("item", "items"))
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
}

/// A text that matches a pattern. Created by [`pattern`].
#[cfg(feature = "pattern")]
#[derive(Debug, Clone, Copy)]
pub struct Matches(&'static Pattern);

/// The text must match `pattern`.
#[cfg(feature = "pattern")]
pub const fn pattern(pattern: &'static Pattern) -> Matches {
    Matches(pattern)
}

#[cfg(feature = "pattern")]
impl Rule<str> for Matches {
    fn check(&self, value: &str) -> Result<(), String> {
        if self.0.matches(value) {
            Ok(())
        } else {
            Err(format!("must match the pattern `{}`", self.0.source))
        }
    }
}

/// The unit of a plain number.
const NO_UNIT: (&str, &str) = ("", "");

/// Checks a size that is counted in `(one, many)`.
fn count(
    range: &impl RangeBounds<usize>,
    size: usize,
    unit: (&'static str, &'static str),
) -> Result<(), String> {
    if range.contains(&size) {
        Ok(())
    } else {
        Err(format!("must have {}", words(range, unit)))
    }
}

/// Describes a range: `at least 1 character`, `from 1 to 100`, `less than 5`.
fn words<T: Display>(range: &impl RangeBounds<T>, (one, many): (&str, &str)) -> String {
    use Bound::{Excluded, Included, Unbounded};

    let (start, end) = (range.start_bound(), range.end_bound());
    let words = match (start, end) {
        (Included(start), Included(end)) => format!("from {start} to {end}"),
        (Included(start), Excluded(end)) => format!("at least {start} and less than {end}"),
        (Included(start), Unbounded) => format!("at least {start}"),
        (Excluded(start), Included(end)) => format!("more than {start} and at most {end}"),
        (Excluded(start), Excluded(end)) => format!("more than {start} and less than {end}"),
        (Excluded(start), Unbounded) => format!("more than {start}"),
        (Unbounded, Included(end)) => format!("at most {end}"),
        (Unbounded, Excluded(end)) => format!("less than {end}"),
        // Every value is within this range, so this text is never shown.
        (Unbounded, Unbounded) => String::from("any"),
    };
    // The unit agrees with the number before it, which is the last one.
    match if words.ends_with(" 1") { one } else { many } {
        "" => words,
        unit => format!("{words} {unit}"),
    }
}

/// Values that rules check directly.
macro_rules! checked {
    ($($type:ty => $target:ty),+ $(,)?) => {$(
        impl Checked for $type {
            type Target = $target;

            fn target(&self) -> Option<&$target> {
                Some(self)
            }
        }
    )+};
}

checked!(String => str, i64 => i64, f64 => f64, bool => bool, Decimal => Decimal, Json => Json);
#[cfg(feature = "time")]
checked!(crate::Timestamp => crate::Timestamp, crate::Date => crate::Date);
#[cfg(feature = "uuid")]
checked!(crate::Uuid => crate::Uuid);
#[cfg(feature = "base64")]
checked!(crate::Bytes => [u8]);

impl<T> Checked for Vec<T> {
    type Target = [T];

    fn target(&self) -> Option<&[T]> {
        Some(self)
    }
}

impl<T> Checked for BTreeMap<String, T> {
    type Target = Self;

    fn target(&self) -> Option<&Self> {
        Some(self)
    }
}

impl<T: Checked> Checked for Option<T> {
    type Target = T::Target;

    fn target(&self) -> Option<&T::Target> {
        self.as_ref()?.target()
    }
}

impl<T: Checked> Checked for Maybe<T> {
    type Target = T::Target;

    fn target(&self) -> Option<&T::Target> {
        self.value()?.target()
    }
}

impl<T: Checked + 'static> Checked for Boxed<T> {
    type Target = T::Target;

    fn target(&self) -> Option<&T::Target> {
        (**self).target()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem<T: ?Sized>(rule: &dyn Rule<T>, value: &T) -> Option<String> {
        rule.check(value).err()
    }

    #[test]
    fn ranges_are_described_in_words() {
        assert_eq!(
            problem(&within(1..=100), &0).as_deref(),
            Some("must be from 1 to 100")
        );
        assert_eq!(
            problem(&within(0..), &-1).as_deref(),
            Some("must be at least 0")
        );
        assert_eq!(
            problem(&within(..=5), &6).as_deref(),
            Some("must be at most 5")
        );
        assert_eq!(
            problem(&within(..1.5), &1.5).as_deref(),
            Some("must be less than 1.5")
        );
        assert_eq!(
            problem(&within(1..3), &3).as_deref(),
            Some("must be at least 1 and less than 3")
        );
        let open = within((Bound::Excluded(0.0), Bound::Unbounded));
        assert_eq!(problem(&open, &0.0).as_deref(), Some("must be more than 0"));
        assert_eq!(problem(&within(1..=100), &100), None);
        assert!(problem(&within(0.0..), &f64::NAN).is_some());
    }

    #[test]
    fn sizes_are_described_in_words() {
        assert_eq!(
            problem(&length(1..), "").as_deref(),
            Some("must have at least 1 character")
        );
        assert_eq!(
            problem(&length(1..=2), "abc").as_deref(),
            Some("must have from 1 to 2 characters")
        );
        assert_eq!(problem(&length(..=1), "é"), None);
        assert_eq!(
            problem(&items(2..), &[1][..]).as_deref(),
            Some("must have at least 2 items")
        );
    }

    #[test]
    fn null_and_absent_values_pass_every_rule() {
        let rule: &dyn Rule<i64> = &within(1..);
        assert!(check(&0, &[rule]).is_err());
        assert!(check(&Some(0), &[rule]).is_err());
        assert!(check(&Maybe::Value(Some(0)), &[rule]).is_err());
        assert_eq!(check(&None::<i64>, &[rule]), Ok(()));
        assert_eq!(check(&Maybe::<i64>::Null, &[rule]), Ok(()));
        assert_eq!(check(&Maybe::<i64>::Absent, &[rule]), Ok(()));
    }

    #[cfg(feature = "pattern")]
    #[test]
    fn patterns_are_checked() {
        static SLUG: Pattern = Pattern::new("^[a-z]+$");
        static BROKEN: Pattern = Pattern::new("(");
        assert_eq!(problem(&pattern(&SLUG), "abc"), None);
        assert_eq!(
            problem(&pattern(&SLUG), "ABC").as_deref(),
            Some("must match the pattern `^[a-z]+$`")
        );
        assert!(problem(&pattern(&BROKEN), "(").is_some());
    }
}

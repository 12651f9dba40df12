//! The errors found so far, and how strict to be.

use std::borrow::Cow;

use serde_core::de::Error;

use super::Failed;
use crate::ValidationError;
use crate::text::Text;
use crate::validation::{Problem, Step};

/// Collecting stops after this many validation errors.
const MAX_VALIDATION_ERRORS: usize = 100;

/// The maximum number of unions inside of each other that try several variants. Each of them multiplies the time that a
/// value takes.
const MAX_NESTED_ALTERNATIVES: u8 = 3;

/// The maximum length of a map's key in a path, in characters.
const MAX_KEY_CHARACTERS: usize = 64;

/// The validation errors of one body, and how strictly it is read.
///
/// The path of a validation error is assembled on the way out of the value, field by field, so that a
/// valid body pays nothing for it.
#[derive(Debug, Clone)]
pub struct Context {
    problems: Vec<Placed>,
    enforces: bool,
    keeps_unknown: bool,
    collects: bool,
    reads_text: bool,
    /// The number of unions around the value that is being read that have other variants to try.
    nested_alternatives: u8,
}

/// A validation error and its position, which determines its place in the order of all errors.
#[derive(Debug, Clone)]
struct Placed {
    error: ValidationError,
    /// The position of the invalid value in the value that contains it, then the position of that value in the next
    /// one, and so on.
    positions: Vec<Position>,
}

/// The position of a value in the value that contains it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Position {
    /// The index of an item in a list, or of a field in the specification.
    Index(usize),
    /// The key of a map, or a field that is not in the specification. Keys have no order, so this is
    /// the number of validation errors that were found before.
    Key(usize),
}

impl Context {
    /// For responses, as clients read them: up to the first validation error, and without checking the constraints of
    /// the specification, because a newer server may allow more.
    pub const fn for_responses() -> Self {
        Self {
            problems: Vec::new(),
            enforces: false,
            keeps_unknown: true,
            collects: false,
            reads_text: false,
            nested_alternatives: 0,
        }
    }

    /// For requests, as servers read them: the constraints of the specification are checked.
    pub const fn for_requests() -> Self {
        Self {
            problems: Vec::new(),
            enforces: true,
            keeps_unknown: false,
            collects: false,
            reads_text: false,
            nested_alternatives: 0,
        }
    }

    /// Keeps unknown values that only responses may have, although constraints are checked. Receivers of webhooks do,
    /// because the API sends these as it sends responses.
    #[cfg(any(feature = "multipart", feature = "server"))]
    #[must_use]
    pub(crate) const fn keeping_unknown(mut self, keeps: bool) -> Self {
        self.keeps_unknown = keeps;
        self
    }

    /// Continues after a validation error and collects up to a hundred. The deserializer has to be able
    /// to continue after an error, as the deserializer of `&serde_json::Value` is.
    #[must_use]
    pub fn collecting(mut self) -> Self {
        self.collects = true;
        self
    }

    /// Reads from a form, where every value is text: scalars are parsed as in a parameter, and an empty
    /// value is null, an empty string, an empty list or an empty object, depending on the type.
    #[cfg(any(feature = "multipart", all(feature = "form", feature = "server")))]
    #[must_use]
    pub const fn reading_text(mut self) -> Self {
        self.reads_text = true;
        self
    }

    /// Whether every value is text, see `reading_text`.
    #[inline]
    pub const fn reads_text(&self) -> bool {
        cfg!(all(feature = "form", feature = "server")) && self.reads_text
    }

    /// Whether the constraints of the specification are checked.
    #[inline]
    pub const fn enforces(&self) -> bool {
        self.enforces
    }

    /// Whether unknown values are kept that only responses may have.
    #[inline]
    pub const fn keeps_unknown(&self) -> bool {
        self.keeps_unknown
    }

    /// Whether a client reads a response: a newer server may send what the specification does not have.
    pub(crate) const fn reads_response(&self) -> bool {
        self.keeps_unknown && !self.enforces
    }

    /// Returns the validation errors, in the order of the specification.
    pub fn into_validation_errors(self) -> Vec<ValidationError> {
        let mut problems = self.problems;
        problems.sort_by(|a, b| a.positions.iter().rev().cmp(b.positions.iter().rev()));
        problems.into_iter().map(|problem| problem.error).collect()
    }

    /// Adds the validation errors of another pass over the same body, unless they are known.
    #[cfg(any(feature = "multipart", feature = "server"))]
    pub(crate) fn merge(&mut self, other: Self) {
        for problem in other.problems {
            if self
                .problems
                .iter()
                .all(|known| known.error != problem.error)
            {
                self.problems.push(problem);
            }
        }
    }

    /// Records what is wrong with the value that is being read. The text follows the field's name:
    /// `must not be null`. The returned error is for the deserializer.
    pub fn validation_error<E: Error>(&mut self, problem: impl Into<Problem>) -> E {
        self.problems.push(Placed {
            error: ValidationError::of_body(problem),
            positions: Vec::new(),
        });
        // This text is never shown: the validation error replaces it.
        E::custom("the data does not match the specification")
    }

    /// Records that the value is of another kind: `mismatch("a string")`.
    pub fn mismatch<E: Error>(&mut self, expected: &str) -> E {
        self.validation_error(Problem::kind(expected))
    }

    /// Calls `read` for a value that is not in the form: null is not an empty text.
    pub(crate) fn without_text<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let reads_text = std::mem::take(&mut self.reads_text);
        let value = read(self);
        self.reads_text = reads_text;
        value
    }

    /// Whether a union may try more variants than the first that a value looks like.
    pub(crate) const fn may_try_alternatives(&self) -> bool {
        self.nested_alternatives < MAX_NESTED_ALTERNATIVES
    }

    /// Calls `read`, which tries several variants of a union.
    pub(crate) fn trying_alternatives<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        self.nested_alternatives += 1;
        let value = read(self);
        self.nested_alternatives -= 1;
        value
    }

    /// Reads a string where another kind is expected: in a form, it is the text of the value.
    ///
    /// # Errors
    /// If it is not. The validation error is recorded.
    #[cold]
    pub fn parse<T: Text, E: Error>(&mut self, text: &str, expected: &str) -> Result<T, E> {
        if !self.reads_text() {
            return Err(self.mismatch(expected));
        }
        T::from_text(text).map_err(|expected| self.validation_error(expected))
    }

    /// Reads null where another kind is expected: in a form, it is an empty text.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    #[cold]
    pub fn parse_null<T: Text, E: Error>(&mut self) -> Result<T, E> {
        if !self.reads_text() {
            return Err(self.null());
        }
        T::from_text("").map_err(|expected| self.validation_error(expected))
    }

    /// Records that the value is null.
    pub(crate) fn null<E: Error>(&mut self) -> E {
        self.validation_error(Problem::null())
    }

    /// Records that the value is a list instead of a scalar. In a form, a repeated name has a list.
    #[cold]
    pub(crate) fn not_single<E: Error>(&mut self, expected: &str) -> E {
        if self.reads_text() {
            self.validation_error("must be a single value, not a list")
        } else {
            self.mismatch(expected)
        }
    }

    /// Calls `rules` to check a value that was just read, if constraints are checked.
    ///
    /// # Errors
    /// If the value breaks a rule. The validation error is recorded.
    #[inline]
    pub fn enforce<E: Error>(
        &mut self,
        rules: impl FnOnce() -> Result<(), String>,
    ) -> Result<(), E> {
        if !self.enforces {
            return Ok(());
        }
        rules().map_err(|problem| self.validation_error(problem))
    }

    /// Records what a rule requires of a value that violates it.
    ///
    /// # Errors
    /// If the value violates the rule.
    #[inline]
    pub(crate) fn require(&mut self, checked: Result<(), String>) -> Result<(), Failed> {
        checked.map_err(|problem| self.validation_error(problem))
    }

    /// The number of validation errors so far. Later ones are new.
    #[inline]
    pub(crate) fn mark(&self) -> usize {
        self.problems.len()
    }

    /// Removes the validation errors since `mark`.
    pub(crate) fn forget(&mut self, mark: usize) {
        self.problems.truncate(mark);
    }

    /// Prepends the name of a field to the paths of the validation errors since `mark`. `index` is
    /// the position of the field in the specification.
    pub(crate) fn within_field(&mut self, mark: usize, index: usize, field: &str) {
        self.within(mark, Position::Index(index), Step::Field(field));
    }

    /// Removes the paths of the validation errors since `mark`.
    pub(crate) fn hide_places(&mut self, mark: usize) {
        for problem in self.problems.iter_mut().skip(mark) {
            problem.error.name.clear();
        }
    }

    /// Prepends a map's key to the paths of the validation errors since `mark`.
    pub(crate) fn within_key(&mut self, mark: usize, key: &str) {
        self.within(mark, Position::Key(mark), Step::Key(key));
    }

    /// Prepends a list's index to the paths of the validation errors since `mark`.
    pub(crate) fn within_index(&mut self, mark: usize, index: usize) {
        self.within(mark, Position::Index(index), Step::Index(index));
    }

    fn within(&mut self, mark: usize, position: Position, step: Step<'_>) {
        for problem in self.problems.iter_mut().skip(mark) {
            problem.error.prepend(step);
            problem.positions.push(position);
        }
    }

    /// Whether reading continues after an invalid value: errors are collected, the data is invalid rather
    /// than the text, and there are not too many errors yet.
    pub(crate) fn continues(&self, mark: usize) -> bool {
        self.collects && self.problems.len() > mark && self.problems.len() < MAX_VALIDATION_ERRORS
    }

    /// The first problem, without its place.
    pub(super) fn into_problem(self) -> String {
        let first = self.problems.into_iter().next();
        first.map_or_else(String::new, |problem| problem.error.problem)
    }

    /// An error with the first validation error as its message; `other` if there is none.
    pub(crate) fn into_error<E: Error>(self, other: E) -> E {
        let first = self.problems.into_iter().next();
        match first.map(|problem| problem.error) {
            Some(error) if error.name.is_empty() => E::custom(error.problem),
            Some(error) => E::custom(format_args!("`{}` {}", error.name, error.problem)),
            None => other,
        }
    }
}

/// The part of a path for a key that the specification does not name.
pub(crate) fn place_of_key(key: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    if !key.is_empty() && key.chars().all(is_plain) && key.chars().count() <= MAX_KEY_CHARACTERS {
        return Cow::Borrowed(key);
    }
    let short: String = key.chars().take(MAX_KEY_CHARACTERS).collect();
    Cow::Owned(format!("[{short:?}]"))
}

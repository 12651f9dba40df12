//! The errors found so far, and how strict to be.

use serde_core::de::Error;

use crate::{Location, ValidationError};

/// Collecting stops after this many validation errors.
const MAX_VALIDATION_ERRORS: usize = 100;

/// How much of a map's key is part of a path, in characters.
const LONGEST_KEY: usize = 64;

/// The validation errors of one body, and how strictly it is read.
///
/// The path of a validation error is assembled on the way out of the value, field by field, so that a
/// valid body pays nothing for it.
#[derive(Debug, Clone, Default)]
pub struct Context {
    validation_errors: Vec<ValidationError>,
    enforces: bool,
    collects: bool,
}

impl Context {
    /// Reads up to the first validation error, without checking the constraints of the specification.
    /// Clients read this way, because a newer server may allow more.
    pub const fn lenient() -> Self {
        Self {
            validation_errors: Vec::new(),
            enforces: false,
            collects: false,
        }
    }

    /// Also checks the constraints of the specification. Servers read this way.
    pub const fn enforcing() -> Self {
        Self {
            validation_errors: Vec::new(),
            enforces: true,
            collects: false,
        }
    }

    /// Continues after a validation error and collects up to a hundred. The deserializer has to be able
    /// to continue after an error, as that of `&serde_json::Value` is.
    #[must_use]
    pub fn collecting(mut self) -> Self {
        self.collects = true;
        self
    }

    /// Whether the constraints of the specification are checked.
    #[inline]
    pub const fn enforces(&self) -> bool {
        self.enforces
    }

    /// The validation errors so far, in the order of the body.
    pub fn validation_errors(&self) -> &[ValidationError] {
        &self.validation_errors
    }

    /// Returns the validation errors.
    pub fn into_validation_errors(self) -> Vec<ValidationError> {
        self.validation_errors
    }

    /// Records what is wrong with the value that is being read. The text follows the field's name:
    /// `must not be null`. The returned error is for the deserializer.
    pub fn validation_error<E: Error>(&mut self, problem: impl Into<String>) -> E {
        self.record(String::new(), problem.into());
        // This text is never shown: the validation error replaces it.
        E::custom("the data does not match the specification")
    }

    /// Records that the value is of another kind: `mismatch("a string")`.
    pub fn mismatch<E: Error>(&mut self, expected: &str) -> E {
        self.validation_error(format!("expected {expected}"))
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

    /// The number of validation errors so far. Later ones are new.
    #[inline]
    pub(crate) fn mark(&self) -> usize {
        self.validation_errors.len()
    }

    /// Prepends a field's name to the paths of the validation errors since `mark`.
    pub(crate) fn within_field(&mut self, mark: usize, field: &str) {
        for validation_error in self.validation_errors.iter_mut().skip(mark) {
            let separator =
                if validation_error.name.is_empty() || validation_error.name.starts_with('[') {
                    ""
                } else {
                    "."
                };
            validation_error.name = format!("{field}{separator}{}", validation_error.name);
        }
    }

    /// Removes the paths of the validation errors since `mark`.
    pub(crate) fn hide_places(&mut self, mark: usize) {
        for validation_error in self.validation_errors.iter_mut().skip(mark) {
            validation_error.name.clear();
        }
    }

    /// Prepends a map's key to the paths of the validation errors since `mark`.
    pub(crate) fn within_key(&mut self, mark: usize, key: &str) {
        let plain = !key.is_empty()
            && key
                .chars()
                .all(|c| c.is_alphanumeric() || c == '_' || c == '-');
        if plain && key.chars().count() <= LONGEST_KEY {
            self.within_field(mark, key);
        } else {
            let short: String = key.chars().take(LONGEST_KEY).collect();
            self.within_field(mark, &format!("[{short:?}]"));
        }
    }

    /// Prepends a list's index to the paths of the validation errors since `mark`.
    pub(crate) fn within_index(&mut self, mark: usize, index: usize) {
        self.within_field(mark, &format!("[{index}]"));
    }

    /// Whether reading continues after an invalid value: errors are collected, the data is invalid rather
    /// than the text, and there are not too many errors yet.
    pub(crate) fn continues(&self, mark: usize) -> bool {
        self.collects
            && self.validation_errors.len() > mark
            && self.validation_errors.len() < MAX_VALIDATION_ERRORS
    }

    /// An error with the first validation error as its message; `other` if there is none.
    pub(crate) fn into_error<E: Error>(self, other: E) -> E {
        match self.validation_errors.first() {
            Some(validation_error) if validation_error.name.is_empty() => {
                E::custom(&validation_error.problem)
            }
            Some(validation_error) => E::custom(format_args!(
                "`{}` {}",
                validation_error.name, validation_error.problem
            )),
            None => other,
        }
    }

    fn record(&mut self, name: String, problem: String) {
        self.validation_errors.push(ValidationError {
            location: Location::Body,
            name,
            problem,
        });
    }
}

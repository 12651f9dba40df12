//! What reading has found so far.

use serde_core::de::Error;

use crate::{Location, ValidationError};

/// After this many validation errors, reading stops even where it collects.
const MAX_VALIDATION_ERRORS: usize = 100;

/// The longest part of a map's key that goes into a path, in characters.
const LONGEST_KEY: usize = 64;

/// What the reading of one body has found wrong, and how strict it is.
///
/// The path of a validation error is put together on the way out of the value, member by member, so
/// that a body without validation errors pays nothing for it.
#[derive(Debug, Clone, Default)]
pub struct Context {
    validation_errors: Vec<ValidationError>,
    enforces: bool,
    collects: bool,
}

impl Context {
    /// Reads without checking the constraints of the specification, up to the first validation error.
    /// This is how a client reads: a server that is newer may allow more.
    pub const fn lenient() -> Self {
        Self {
            validation_errors: Vec::new(),
            enforces: false,
            collects: false,
        }
    }

    /// Checks the constraints of the specification too. This is how a server reads.
    pub const fn enforcing() -> Self {
        Self {
            validation_errors: Vec::new(),
            enforces: true,
            collects: false,
        }
    }

    /// Goes on after a validation error, to name all of them, as far as a hundred. The deserializer
    /// must be one that can go on after an error, as that of `&serde_json::Value` can.
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

    /// The validation errors that were found, in the order of the body.
    pub fn validation_errors(&self) -> &[ValidationError] {
        &self.validation_errors
    }

    /// Takes the validation errors out.
    pub fn into_validation_errors(self) -> Vec<ValidationError> {
        self.validation_errors
    }

    /// Notes what is wrong with the value that is being read. The sentence is read after a
    /// name: `must not be null`. The result is for the deserializer, which wants an error.
    pub fn validation_error<E: Error>(&mut self, problem: impl Into<String>) -> E {
        self.note(String::new(), problem.into());
        // Nobody reads this text: the validation error says more.
        E::custom("the data is not what the specification says")
    }

    /// Notes that the value is of another kind: `mismatch("a string")`.
    pub fn mismatch<E: Error>(&mut self, expected: &str) -> E {
        self.validation_error(format!("expected {expected}"))
    }

    /// Checks what `rules` says about a value that was just read, where rules are checked.
    ///
    /// # Errors
    /// Where the value breaks a rule, which is noted.
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

    /// How many validation errors there are, to know later which of them are new.
    #[inline]
    pub(crate) fn mark(&self) -> usize {
        self.validation_errors.len()
    }

    /// Puts the name of a member before the paths of the validation errors since `mark`.
    pub(crate) fn within_member(&mut self, mark: usize, member: &str) {
        for validation_error in self.validation_errors.iter_mut().skip(mark) {
            let separator =
                if validation_error.name.is_empty() || validation_error.name.starts_with('[') {
                    ""
                } else {
                    "."
                };
            validation_error.name = format!("{member}{separator}{}", validation_error.name);
        }
    }

    /// Takes away where exactly the validation errors since `mark` are.
    pub(crate) fn hide_places(&mut self, mark: usize) {
        for validation_error in self.validation_errors.iter_mut().skip(mark) {
            validation_error.name.clear();
        }
    }

    /// Puts a key of a map before the paths of the validation errors since `mark`.
    pub(crate) fn within_key(&mut self, mark: usize, key: &str) {
        let plain = !key.is_empty()
            && key
                .chars()
                .all(|c| c.is_alphanumeric() || c == '_' || c == '-');
        if plain && key.chars().count() <= LONGEST_KEY {
            self.within_member(mark, key);
        } else {
            let short: String = key.chars().take(LONGEST_KEY).collect();
            self.within_member(mark, &format!("[{short:?}]"));
        }
    }

    /// Puts an index before the paths of the validation errors since `mark`.
    pub(crate) fn within_index(&mut self, mark: usize, index: usize) {
        self.within_member(mark, &format!("[{index}]"));
    }

    /// Whether reading can go on after the value that failed: if it collects, if it was
    /// the data and not the text that was at validation error, and if there are not too many already.
    pub(crate) fn goes_on(&self, mark: usize) -> bool {
        self.collects
            && self.validation_errors.len() > mark
            && self.validation_errors.len() < MAX_VALIDATION_ERRORS
    }

    /// The error that tells of the first validation error; `other` where there is none.
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

    fn note(&mut self, name: String, problem: String) {
        self.validation_errors.push(ValidationError {
            location: Location::Body,
            name,
            problem,
        });
    }
}

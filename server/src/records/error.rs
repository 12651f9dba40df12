//! Errors in the lines of a file.

use std::fmt;

use crate::store::{MovedKey, TakenName};

/// How many errors are listed.
const MAX_ERRORS: usize = 20;

/// An error in a line. It never contains the value that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordError {
    /// The number of the line, from 1.
    pub line: u64,
    /// The field, such as `created_at` or `aliases[2]`. Empty for the line as a whole.
    pub field: String,
    /// What was expected. It is printed after the name of the field.
    pub problem: String,
}

impl RecordError {
    pub(super) fn of_line(line: u64, problem: impl Into<String>) -> Self {
        Self {
            line,
            field: String::new(),
            problem: problem.into(),
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            line,
            field,
            problem,
        } = self;
        if field.is_empty() {
            write!(f, "line {line}: {problem}")
        } else {
            write!(f, "line {line}: `{field}` {problem}")
        }
    }
}

impl From<TakenName> for RecordError {
    fn from(taken: TakenName) -> Self {
        let TakenName {
            line,
            name,
            owner,
            owner_line,
        } = taken;
        let place = owner_line.map_or_else(
            || "in the database".to_owned(),
            |line| format!("in line {line}"),
        );
        let problem = format!("the name `{name}` already belongs to the model `{owner}`, {place}");
        Self::of_line(u64::try_from(line).unwrap_or_default(), problem)
    }
}

impl From<MovedKey> for RecordError {
    fn from(moved: MovedKey) -> Self {
        let MovedKey { line, hash } = moved;
        Self {
            line: u64::try_from(line).unwrap_or_default(),
            field: "organization_id".into(),
            problem: format!(
                "differs from the stored one of the key {hash}; a key stays with its organization"
            ),
        }
    }
}

/// The errors of a file: the first ones, and the number of lines with errors.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecordErrors {
    first: Vec<RecordError>,
    lines: u64,
    unlisted_lines: u64,
}

impl RecordErrors {
    /// The first errors, in the order of the file.
    pub fn first(&self) -> &[RecordError] {
        &self.first
    }

    /// How many lines have errors.
    pub const fn lines(&self) -> u64 {
        self.lines
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.lines == 0
    }

    /// Adds the errors of a line.
    pub(super) fn add_line(&mut self, errors: impl IntoIterator<Item = RecordError>) {
        self.lines += 1;
        if self.first.len() >= MAX_ERRORS {
            self.unlisted_lines += 1;
            return;
        }
        let left = MAX_ERRORS - self.first.len();
        self.first.extend(errors.into_iter().take(left));
    }

    /// Creates a list of errors, each in a different line.
    pub(super) fn each(lines: impl IntoIterator<Item: Into<RecordError>>) -> Self {
        let mut errors = Self::default();
        for error in lines {
            errors.add_line([error.into()]);
        }
        errors
    }
}

/// One error on each line.
impl fmt::Display for RecordErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.first.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{error}")?;
        }
        match self.unlisted_lines {
            0 => Ok(()),
            1 => f.write_str("\nand 1 more line with errors"),
            more => write!(f, "\nand {more} more lines with errors"),
        }
    }
}

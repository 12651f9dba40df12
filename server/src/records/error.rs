//! What is wrong with the lines of a file.

use std::fmt;

use crate::store::{MovedKey, TakenName};

/// How many errors are kept and told.
const MOST_FAULTS: usize = 20;

/// One thing that is wrong with a line. It never holds the value that was found there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordError {
    /// The number of the line, from 1.
    pub line: u64,
    /// The member, such as `created_at` or `aliases[2]`; empty where the line as a whole is meant.
    pub member: String,
    /// What was expected; reads well after the name of the member.
    pub problem: String,
}

impl RecordError {
    pub(super) fn of_line(line: u64, problem: impl Into<String>) -> Self {
        Self {
            line,
            member: String::new(),
            problem: problem.into(),
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            line,
            member,
            problem,
        } = self;
        if member.is_empty() {
            write!(f, "line {line}: {problem}")
        } else {
            write!(f, "line {line}: `{member}` {problem}")
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
        let problem = format!(
            "the name `{name}` leads to the model `{owner}` already, {place}; a name leads to one model"
        );
        Self::of_line(u64::try_from(line).unwrap_or_default(), problem)
    }
}

impl From<MovedKey> for RecordError {
    fn from(moved: MovedKey) -> Self {
        let MovedKey { line, hash } = moved;
        Self {
            line: u64::try_from(line).unwrap_or_default(),
            member: "organization_id".into(),
            problem: format!(
                "is another one than the key {hash} has already; a key stays with its organization"
            ),
        }
    }
}

/// What is wrong with a file: the first errors, and how many lines are faulty in all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecordErrors {
    first: Vec<RecordError>,
    lines: u64,
    untold_lines: u64,
}

impl RecordErrors {
    /// The first errors, in the order of the file.
    pub fn first(&self) -> &[RecordError] {
        &self.first
    }

    /// How many lines are faulty.
    pub const fn lines(&self) -> u64 {
        self.lines
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.lines == 0
    }

    /// Takes in what is wrong with one line.
    pub(super) fn add_line(&mut self, errors: impl IntoIterator<Item = RecordError>) {
        self.lines += 1;
        if self.first.len() >= MOST_FAULTS {
            self.untold_lines += 1;
            return;
        }
        let room = MOST_FAULTS - self.first.len();
        self.first.extend(errors.into_iter().take(room));
    }

    /// Errors of a line each.
    pub(super) fn each(lines: impl IntoIterator<Item: Into<RecordError>>) -> Self {
        let mut errors = Self::default();
        for error in lines {
            errors.add_line([error.into()]);
        }
        errors
    }
}

/// One error a line.
impl fmt::Display for RecordErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.first.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{error}")?;
        }
        match self.untold_lines {
            0 => Ok(()),
            1 => f.write_str("\nand one more faulty line"),
            more => write!(f, "\nand {more} more faulty lines"),
        }
    }
}

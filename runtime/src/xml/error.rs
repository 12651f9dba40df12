//! Why a value cannot be written as XML, and why a string is not XML.

use std::fmt;

/// Why a string is not the expected XML. It never contains the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidXml {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in bytes.
    pub column: usize,
    /// The problem, if it is not the syntax.
    pub(super) problem: Option<&'static str>,
}

impl InvalidXml {
    /// An error at an offset of a string.
    #[cold]
    pub(super) fn at(text: &str, offset: usize, problem: Option<&'static str>) -> Self {
        let before = text.as_bytes().get(..offset).unwrap_or(text.as_bytes());
        let start_of_line = before.iter().rposition(|byte| *byte == b'\n');
        Self {
            line: 1 + before.iter().filter(|byte| **byte == b'\n').count(),
            column: before.len() - start_of_line.map_or(0, |at| at + 1) + 1,
            problem,
        }
    }
}

impl fmt::Display for InvalidXml {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, .. } = self;
        match self.problem {
            None => write!(f, "is not valid XML: line {line}, column {column}"),
            Some(problem) => write!(f, "{problem}: line {line}, column {column}"),
        }
    }
}

impl std::error::Error for InvalidXml {}

/// Why a value has no XML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unwritable(pub(super) String);

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unwritable {}

//! What a lenient client notes about the responses that it reads.

#[cfg(feature = "client")]
mod log;

use std::cell::RefCell;
use std::fmt;

#[cfg(feature = "client")]
pub(crate) use self::log::{DeviationLog, LoggedPlaces};
use crate::ValidationError;

/// A place of a response that does not match the specification, and what a lenient client has made of it.
///
/// It never contains a value of the response.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Deviation {
    /// The place, and what is wrong there: the error that a strict client returns.
    pub error: ValidationError,
    /// What the client has made of it.
    pub remedy: Remedy,
    /// At how many places this was the same: items of a list often lack the same field. The error names the first.
    pub count: usize,
}

/// What a lenient client has made of a place that does not match the specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Remedy {
    /// A value that the server did not send: null, or an empty one.
    Filled,
    /// The value of the server, written in another way: `"17"` is 17.
    Converted,
    /// No value: what the server sent stands for none.
    Omitted,
    /// The constant of the specification. The server sent another value.
    Replaced,
}

impl Remedy {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Filled => "filled with an empty value",
            Self::Converted => "converted",
            Self::Omitted => "left out",
            Self::Replaced => "replaced by the constant of the specification",
        }
    }
}

impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.error, self.remedy)?;
        match self.count {
            0 | 1 => Ok(()),
            count => write!(f, " at {count} places"),
        }
    }
}

/// Collects the deviations of what is read.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct Deviations(
    #[cfg_attr(
        not(feature = "client"),
        expect(dead_code, reason = "only clients are lenient")
    )]
    RefCell<Vec<Deviation>>,
);

#[cfg(feature = "client")]
impl Deviations {
    pub(crate) fn push(&self, error: ValidationError, remedy: Remedy, count: usize) {
        self.0.borrow_mut().push(Deviation {
            error,
            remedy,
            count,
        });
    }

    pub(crate) fn into_all(self) -> Vec<Deviation> {
        self.0.into_inner()
    }
}

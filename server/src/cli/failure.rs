//! Errors of commands.

use std::fmt;
use std::process::ExitCode;

use crate::causes::with_causes;

/// The error of a command: what is wrong, where, and what to do.
#[derive(Debug)]
pub struct Failure {
    message: String,
    is_wrong_usage: bool,
}

impl Failure {
    /// An error with this message, without a full stop.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            is_wrong_usage: false,
        }
    }

    /// Wrong arguments.
    pub(super) fn wrong_usage(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            is_wrong_usage: true,
        }
    }

    /// The exit status. Wrong usage has the same one as in clap.
    pub(super) fn exit_code(&self) -> ExitCode {
        ExitCode::from(if self.is_wrong_usage { 2 } else { 1 })
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Any error, with all its causes.
impl<E: std::error::Error + 'static> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::new(with_causes(&error))
    }
}

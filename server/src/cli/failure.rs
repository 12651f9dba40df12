//! Why a command did not work.

use std::fmt;
use std::process::ExitCode;

/// What a person reads when a command did not work: what is wrong, where, and what to do.
#[derive(Debug)]
pub struct Failure {
    message: String,
    is_wrong_usage: bool,
}

impl Failure {
    /// A failure with this message, which needs no full stop.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            is_wrong_usage: false,
        }
    }

    /// A failure of whoever gave the arguments.
    pub(super) fn wrong_usage(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            is_wrong_usage: true,
        }
    }

    /// What the process ends with: the same for wrong usage as where clap finds it.
    pub(super) fn exit_code(&self) -> ExitCode {
        ExitCode::from(if self.is_wrong_usage { 2 } else { 1 })
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Any error with all its causes: what a library says of its own.
impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        let causes = std::iter::successors(Some(&error as &dyn std::error::Error), |e| e.source());
        let mut messages: Vec<String> = causes.map(ToString::to_string).collect();
        // Some errors repeat their cause in their own message.
        messages.dedup_by(|cause, error| error.ends_with(cause.as_str()));
        Self::new(messages.join(": "))
    }
}

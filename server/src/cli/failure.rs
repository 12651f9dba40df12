//! Why a command did not work.

use std::fmt;

/// What a person reads when a command did not work: what is wrong, where, and what to do.
#[derive(Debug)]
pub struct Failure(String);

impl Failure {
    /// A failure with this message, which needs no full stop.
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Any error with all its causes: what a library says of its own.
impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        let causes = std::iter::successors(Some(&error as &dyn std::error::Error), |e| e.source());
        let mut messages: Vec<String> = causes.map(ToString::to_string).collect();
        // Some errors repeat their cause in their own message.
        messages.dedup_by(|cause, error| error.ends_with(cause.as_str()));
        Self(messages.join(": "))
    }
}

//! The text of an error with its causes.

use std::error::Error;

/// An error and all its causes, separated by colons.
pub(crate) fn with_causes(error: &(dyn Error + 'static)) -> String {
    let causes = std::iter::successors(Some(error), |&error| error.source());
    let mut messages: Vec<String> = causes.map(ToString::to_string).collect();
    // Some errors repeat their cause.
    messages.dedup_by(|cause, error| error.ends_with(cause.as_str()));
    messages.join(": ")
}

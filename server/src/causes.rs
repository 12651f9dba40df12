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

#[cfg(test)]
mod tests {
    use std::io;

    use super::with_causes;
    use crate::store::{ErrorKind, StoreError};

    #[test]
    fn the_causes_of_an_error_follow_it() {
        let refused = io::Error::new(io::ErrorKind::ConnectionRefused, "refused");
        let error = StoreError::new(ErrorKind::Unreachable, sqlx::Error::Io(refused));
        let text = with_causes(&error);
        assert!(
            text.starts_with("the database cannot be reached: "),
            "{text}"
        );
        assert!(text.contains("refused"), "{text}");
    }
}

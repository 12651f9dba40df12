//! Why commands fail, and with which exit status.

use specsmith::output::OutputError;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The specification has errors; the text lists them.
    Diagnostics(String),
    /// The command was understood, and its result is negative.
    Rejected {
        /// Lines that explain the message; may be empty.
        details: String,
        /// The problem, and what to do.
        message: String,
    },
    /// The command could not be carried out.
    Unable(String),
}

impl Failure {
    /// A negative result without details.
    pub(crate) fn rejected(message: impl Into<String>) -> Self {
        Self::Rejected {
            details: String::new(),
            message: message.into(),
        }
    }

    /// The exit status of the process.
    pub(crate) fn status(&self) -> u8 {
        match self {
            Self::Diagnostics(_) | Self::Rejected { .. } => 1,
            Self::Unable(_) => 2,
        }
    }
}

impl From<OutputError> for Failure {
    fn from(error: OutputError) -> Self {
        if error.is_conflict() {
            Self::rejected(error.to_string())
        } else {
            Self::Unable(error.to_string())
        }
    }
}

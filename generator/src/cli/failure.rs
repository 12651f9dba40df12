use specsmith::diagnostic::{Diagnostics, Style};
use specsmith::output::OutputError;
use specsmith::source::SourceFile;

/// Why a command did not end well, and what to tell.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The specification has faults; the text tells all.
    Faults(String),
    /// The answer is no.
    No {
        /// What leads to the answer, in whole lines; may be empty.
        details: String,
        /// The answer, and what to do.
        message: String,
    },
    /// It could not be tried.
    Unable(String),
}

impl Failure {
    /// The answer is no, with nothing to add.
    pub(crate) fn no(message: impl Into<String>) -> Self {
        Self::No {
            details: String::new(),
            message: message.into(),
        }
    }

    /// The faults of a specification. The text is coloured, and loses its
    /// colours on the way to a terminal that wants none.
    pub(crate) fn faults(faults: &Diagnostics, source: &SourceFile) -> Self {
        Self::Faults(faults.render(source, Style::Coloured))
    }

    /// The exit status of the process.
    pub(crate) fn status(&self) -> u8 {
        match self {
            Self::Faults(_) | Self::No { .. } => 1,
            Self::Unable(_) => 2,
        }
    }
}

impl From<OutputError> for Failure {
    fn from(error: OutputError) -> Self {
        match error {
            OutputError::NotOurs { .. } | OutputError::InTheWay { .. } => {
                Self::no(error.to_string())
            }
            _ => Self::Unable(error.to_string()),
        }
    }
}

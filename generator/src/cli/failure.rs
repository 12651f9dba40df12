use specsmith::diagnostic::{Diagnostics, Style};
use specsmith::output::OutputError;
use specsmith::source::SourceFile;

/// Why a command did not end well, and what to tell.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The specification has errors; the text tells all.
    Diagnostics(String),
    /// The response is no.
    No {
        /// What leads to the response, in whole lines; may be empty.
        details: String,
        /// The response, and what to do.
        message: String,
    },
    /// It could not be tried.
    Unable(String),
}

impl Failure {
    /// The response is no, with nothing to add.
    pub(crate) fn no(message: impl Into<String>) -> Self {
        Self::No {
            details: String::new(),
            message: message.into(),
        }
    }

    /// The errors of a specification. The text is coloured, and loses its
    /// colours on the way to a terminal that wants none.
    pub(crate) fn diagnostics(diagnostics: &Diagnostics, source: &SourceFile) -> Self {
        Self::Diagnostics(diagnostics.render(source, Style::Coloured))
    }

    /// The exit status of the process.
    pub(crate) fn status(&self) -> u8 {
        match self {
            Self::Diagnostics(_) | Self::No { .. } => 1,
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

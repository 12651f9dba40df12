//! How errors and warnings of a specification are printed.

use clap::{Args, ValueEnum};
use specsmith::diagnostic::{Diagnostics, Style};
use specsmith::source::SourceFile;
use specsmith::{Read, api::Api};

use super::Failure;

/// The options of messages, which all commands have.
#[derive(Debug, Args)]
pub(crate) struct Messages {
    /// How errors and warnings about the specification are printed: for people, or as one JSON object on each line
    #[arg(long, global = true, value_name = "FORMAT", default_value = "human")]
    message_format: MessageFormat,

    /// Treat warnings about the specification as errors: write nothing, and exit with 1
    #[arg(long, global = true)]
    deny_warnings: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MessageFormat {
    Human,
    Json,
}

impl Messages {
    /// Reads a specification. Its warnings are returned, unless they are denied.
    pub(crate) fn read(&self, source: &SourceFile) -> Result<(Api, Diagnostics), Failure> {
        let read = specsmith::read_with_warnings(source);
        let Read { api, warnings } = read.map_err(|errors| self.errors(&errors, source))?;
        self.check(&warnings, source)?;
        Ok((api, warnings))
    }

    /// Fails if there are warnings, and they are denied.
    pub(crate) fn check(&self, warnings: &Diagnostics, source: &SourceFile) -> Result<(), Failure> {
        if !self.deny_warnings || warnings.is_empty() {
            return Ok(());
        }
        let mut text = self.print(warnings, source);
        if self.message_format == MessageFormat::Human {
            text.push_str(
                "\nerror: `--deny-warnings` makes these warnings errors, so nothing is written\n",
            );
        }
        Err(Failure::Diagnostics(text))
    }

    /// The errors of a specification.
    pub(crate) fn errors(&self, errors: &Diagnostics, source: &SourceFile) -> Failure {
        Failure::Diagnostics(match self.message_format {
            MessageFormat::Human => errors.render(source, Style::Coloured),
            MessageFormat::Json => errors.to_json_lines(source),
        })
    }

    /// Warnings as text, with colours for people; empty if there are none.
    pub(crate) fn print(&self, warnings: &Diagnostics, source: &SourceFile) -> String {
        match self.message_format {
            MessageFormat::Human => warnings.render_warnings(source, Style::Coloured),
            MessageFormat::Json => warnings.to_json_lines(source),
        }
    }
}

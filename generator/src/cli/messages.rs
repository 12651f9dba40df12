//! How errors and warnings of a specification are printed.

use clap::{Args, ColorChoice, ValueEnum};
use specsmith::diagnostic::{Diagnostics, Style, error_to_github_command, error_to_json_line};
use specsmith::source::SourceFile;
use specsmith::{Linted, Read, api::Api};

use super::{Failure, terminal};

/// The options of messages, which all commands have.
#[derive(Debug, Args)]
pub(crate) struct Messages {
    /// When to use colors; `auto` uses them in a terminal unless NO_COLOR is set
    #[arg(long, global = true, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    color: ColorChoice,

    /// How errors and warnings are printed: for people, as one JSON object on each line, or as annotations of GitHub
    /// Actions
    #[arg(long, global = true, value_name = "FORMAT", default_value = "human")]
    message_format: MessageFormat,

    /// Treat warnings about the specification as errors: write nothing, and exit with 1
    #[arg(long, global = true)]
    pub(crate) deny_warnings: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MessageFormat {
    Human,
    Json,
    #[value(name = "github")]
    GitHub,
}

impl Messages {
    /// Whether people read the messages, and no program.
    pub(crate) fn are_for_people(&self) -> bool {
        self.message_format == MessageFormat::Human
    }

    /// How messages are printed.
    pub(crate) const fn format(&self) -> MessageFormat {
        self.message_format
    }

    /// The style of text on standard output.
    pub(crate) fn style_of_output(&self) -> Style {
        terminal::style_of_output(self.color)
    }

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
        let mut text = self.text(errors, source);
        if self.message_format == MessageFormat::Human {
            text.push_str(&explanation(errors));
        }
        Failure::Diagnostics(text)
    }

    /// Errors as text, with colours for people.
    pub(crate) fn text(&self, errors: &Diagnostics, source: &SourceFile) -> String {
        match self.message_format {
            MessageFormat::Human => errors.render(source, terminal::style()),
            MessageFormat::Json => errors.to_json_lines(source),
            MessageFormat::GitHub => errors.to_github_commands(source),
        }
    }

    /// Warnings as text, with colours for people; empty if there are none.
    pub(crate) fn print(&self, warnings: &Diagnostics, source: &SourceFile) -> String {
        match self.message_format {
            MessageFormat::Human => warnings.render_warnings(source, terminal::style()),
            MessageFormat::Json => warnings.to_json_lines(source),
            MessageFormat::GitHub => warnings.to_github_commands(source),
        }
    }

    /// Warnings and what lints find as text, with colours for people; empty if it is nothing. People also read why the
    /// command fails, if it does.
    pub(crate) fn linted(
        &self,
        linted: &Linted,
        failure: Option<&str>,
        source: &SourceFile,
    ) -> String {
        let Linted { findings, warnings } = linted;
        let mut text = self.print(warnings, source);
        if self.message_format != MessageFormat::Human {
            return text + &self.text(findings, source);
        }
        if !warnings.is_empty() && !findings.is_empty() {
            text.push('\n');
        }
        text.push_str(&findings.render_findings(source, terminal::style()));
        match failure {
            Some(message) => terminal::error(&(text + "\n"), message),
            None => text,
        }
    }

    /// Prints warnings, or other text with colours, on standard error.
    pub(crate) fn print_error(&self, text: &str) {
        terminal::print_error(text, self.color);
    }

    /// Reports a failure on standard error.
    pub(crate) fn report(&self, failure: &Failure) {
        let (details, message) = match failure {
            Failure::Diagnostics(text) => return self.print_error(text),
            Failure::Rejected { details, message } => (details.as_str(), message),
            Failure::Unable(message) => ("", message),
        };
        let text = match self.message_format {
            MessageFormat::Human => terminal::error(details, message),
            MessageFormat::Json => error_to_json_line(&format!("{details}{message}")),
            MessageFormat::GitHub => error_to_github_command(&format!("{details}{message}")),
        };
        self.print_error(&text);
    }
}

/// Where more about the first error is.
fn explanation(errors: &Diagnostics) -> String {
    let first = errors.iter().min_by_key(|error| error.span());
    first.map_or(String::new(), |first| {
        format!(
            "\nFor more about an error, run `specsmith explain {}`.\n",
            first.code
        )
    })
}

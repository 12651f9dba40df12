//! Output to the terminal. A closed pipe is not an error.

use std::io::{self, ErrorKind, Write};
use std::{fs, path};

use anstream::AutoStream;
use clap::ColorChoice;
use clap::builder::styling::AnsiColor;
use specsmith::diagnostic::{Style, Terminal};
use specsmith::source::Position;

use super::Failure;

const ERROR: clap::builder::styling::Style = AnsiColor::BrightRed.on_default().bold();

/// The style of messages on standard error: as wide as the terminal, with links if it shows them.
pub(crate) fn style() -> Style {
    let width = terminal_size::terminal_size_of(io::stderr());
    let links = supports_hyperlinks::on(supports_hyperlinks::Stream::Stderr);
    Style::Terminal(Terminal {
        width: width.map(|(terminal_size::Width(columns), _)| columns.into()),
        link: links.then_some(link as fn(&Position<'_>) -> Option<String>),
    })
}

/// The style of text on standard output: with colours if it is a terminal, or if the user asks for them.
pub(crate) fn style_of_output(color: ColorChoice) -> Style {
    let has_colors = match color {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
    };
    if !has_colors {
        return Style::Plain;
    }
    let width = terminal_size::terminal_size_of(io::stdout());
    let links = supports_hyperlinks::on(supports_hyperlinks::Stream::Stdout);
    Style::Terminal(Terminal {
        width: width.map(|(terminal_size::Width(columns), _)| columns.into()),
        link: links.then_some(link as fn(&Position<'_>) -> Option<String>),
    })
}

/// The URL of a line in a file, as terminals understand it.
fn link(position: &Position<'_>) -> Option<String> {
    let path = path::absolute(position.file).ok()?;
    // What is shown stands for another name then.
    if !fs::exists(&path).is_ok_and(|exists| exists) {
        return None;
    }
    Some(format!("{}#{}", specsmith::file_url(&path)?, position.line))
}

fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush())
}

/// Writes text to standard output. Returns `false` if the pipe is closed; other errors are ignored.
pub(crate) fn print_while_read(text: &str) -> bool {
    !matches!(write(text), Err(error) if error.kind() == ErrorKind::BrokenPipe)
}

/// Writes text to standard output.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    match write(text) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::Unable(format!(
            "cannot write to standard output: {error}"
        ))),
        _ => Ok(()),
    }
}

/// An error as text with colours.
pub(crate) fn error(details: &str, message: &str) -> String {
    format!("{details}{ERROR}error:{ERROR:#} {message}\n")
}

/// Prints text with colours on standard error.
pub(crate) fn print_error(text: &str, color: ColorChoice) {
    let color = match color {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    };
    // If standard error is closed, the text cannot be shown anywhere.
    let _ = AutoStream::new(io::stderr(), color).write_all(text.as_bytes());
}

/// A path, quoted for a shell if necessary.
pub(crate) fn quoted(path: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-+,@%".contains(c);
    if path.chars().all(plain) {
        path.to_owned()
    } else {
        format!("'{}'", path.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_that_a_shell_would_split_are_quoted() {
        assert_eq!(quoted("../spec/größe.yaml"), "../spec/größe.yaml");
        assert_eq!(quoted("my spec/it's.yaml"), "'my spec/it'\\''s.yaml'");
    }
}

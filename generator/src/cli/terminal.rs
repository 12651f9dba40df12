//! What goes to the terminal. A reader that has left is no reason to fail.

use std::io::{self, ErrorKind, Write};

use anstream::AutoStream;
use clap::ColorChoice;
use clap::builder::styling::{AnsiColor, Style};

use super::Failure;

const ERROR: Style = AnsiColor::BrightRed.on_default().bold();

/// Writes a response to standard output.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::Unable(format!(
            "cannot write to standard output: {error}"
        ))),
        _ => Ok(()),
    }
}

/// Tells standard error why it did not end well.
pub(crate) fn complain(failure: &Failure, color: ColorChoice) {
    let color = match color {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    };
    let text = match failure {
        Failure::Diagnostics(text) => text.clone(),
        Failure::No { details, message } => format!("{details}{ERROR}error:{ERROR:#} {message}\n"),
        Failure::Unable(message) => format!("{ERROR}error:{ERROR:#} {message}\n"),
    };
    // Where this cannot be written, there is nobody left to tell.
    let _ = AutoStream::new(io::stderr(), color).write_all(text.as_bytes());
}

/// A path as it is typed in a shell.
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
    fn only_what_a_shell_would_split_is_quoted() {
        assert_eq!(quoted("../spec/größe.yaml"), "../spec/größe.yaml");
        assert_eq!(quoted("my spec/it's.yaml"), "'my spec/it'\\''s.yaml'");
    }
}

//! Strings with their own syntax: types and routes.

use crate::diagnostic::{Code, Diagnostic, Help};
use crate::source::Spanned;

/// Why a string does not have the syntax, and what to write.
pub(super) struct Problem {
    message: String,
    help: Help,
}

impl Problem {
    pub(super) fn new(message: impl Into<String>, help: impl Into<Help>) -> Self {
        Self {
            message: message.into(),
            help: help.into(),
        }
    }

    /// The diagnostic for a string that is not `what`: "a type".
    pub(super) fn diagnostic(self, code: Code, what: &str, text: &Spanned<String>) -> Diagnostic {
        let message = format!("`{}` is not {what}: {}", text.value, self.message);
        let diagnostic = Diagnostic::error(code, message, text.span);
        match self.help {
            Help::Text(help) => diagnostic.help(help),
            // The string may be quoted, and stays so.
            Help::Write(meant) => diagnostic
                .help(format!("write `{meant}`"))
                .suggest(&text.value, &meant),
        }
    }
}

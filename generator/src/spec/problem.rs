//! Strings with their own syntax: types and routes.

use crate::diagnostic::{Code, Diagnostic, Help};
use crate::source::Spanned;
use crate::yaml;

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
        let (diagnostic, help) = match yaml::look_alike(&text.value) {
            Some(found) => {
                let help = found.help.map_or(self.help, Help::text);
                (diagnostic.note(found.note), help)
            }
            None => (diagnostic, self.help),
        };
        match help {
            Help::Text(help) => diagnostic.help(help),
            // The string may be quoted. The quotes stay.
            Help::Write(meant) => diagnostic.write_instead_of(&text.value, &meant),
        }
    }
}

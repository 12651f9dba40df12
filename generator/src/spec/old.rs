//! Forms that the language had before, and what to write now.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

const OLD_FORM: Code = Code("E0119");

/// Reports a form that the language does not have any more.
pub(super) fn old_form(old: &str, new: &str, span: Span) -> Diagnostic {
    let message = format!("`{old}` is an old form of the language");
    // The new form usually replaces more than the span.
    Diagnostic::error(OLD_FORM, message, span).help(format!("write `{new}`"))
}

/// Reports a key with its value that another key with its value replaces. `span` covers both.
pub(super) fn old_entry(old: &str, new: String, span: Span) -> Diagnostic {
    old_form(old, &new, span).write(new)
}

//! Code spans.

use super::characters::{is_hidden, shown_line};

/// A name or a value of the document as a code span.
pub(in crate::emit) fn code(text: &str) -> String {
    match code_span(&shown_line(text)) {
        code if code.is_empty() => "` `".to_owned(),
        code => code,
    }
}

/// Text on one line between more backticks than it contains. Empty text cannot be a code span.
pub(super) fn code_span(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let fence = "`".repeat(longest_run(text) + 1);
    // One space on each side is removed again.
    let is_padded = text.contains('`')
        || (text.starts_with(' ') && text.ends_with(' ') && !text.trim().is_empty());
    let space = if is_padded { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

/// The length of the longest run of backticks.
pub(super) fn longest_run(text: &str) -> usize {
    let runs = text.split(|c| c != '`').map(str::len);
    runs.max().unwrap_or(0)
}

/// The code for a string that does not show as it is between backticks. Spaces at the ends and characters without
/// a shape are escaped.
pub(in crate::emit) fn special_code(text: &str) -> Option<String> {
    let is_shown = |c: char| c == ' ' || !(c.is_whitespace() || is_hidden(c));
    if text.is_empty() || text.trim() != text || !text.chars().all(is_shown) {
        return Some(code(&format!("{text:?}")));
    }
    text.contains('`').then(|| code(text))
}

#[cfg(test)]
mod tests {
    use super::code;

    #[test]
    fn a_code_span_shows_what_the_document_contains() {
        for (text, expected) in [
            ("a", "`a`"),
            ("a`b", "`` a`b ``"),
            ("`a", "`` `a ``"),
            (" a ", "`  a  `"),
            ("a\nb\u{202e}", "`a b`"),
            ("", "` `"),
        ] {
            assert_eq!(code(text), expected);
        }
    }
}

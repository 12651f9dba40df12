//! The characters of a specification that may be shown. The others hide or reorder text.

/// Whether a character is a control character, or reorders or hides text.
pub(in crate::emit) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// The visible characters of a string.
pub(super) fn shown(text: &str) -> impl Iterator<Item = char> {
    let is_shown = |c: &char| matches!(c, '\n' | '\t') || !is_hidden(*c);
    text.chars().filter(is_shown)
}

/// The visible characters of a string, on one line.
pub(in crate::emit) fn shown_line(text: &str) -> String {
    let characters = text.chars().map(|c| match c {
        '\n' | '\r' | '\t' => ' ',
        c => c,
    });
    characters.filter(|c| !is_hidden(*c)).collect()
}

/// A string of the document on one line, without characters that hide or reorder it.
pub(in crate::emit) fn one_line(text: &str) -> String {
    let shown: String = text
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| !is_hidden(*c))
        .collect();
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A description that shows anything.
pub(in crate::emit) fn visible(doc: Option<&str>) -> Option<&str> {
    doc.filter(|doc| !doc.chars().all(|c| c.is_whitespace() || is_hidden(c)))
}

//! Makes untrusted text safe to show: control characters and invisible characters become `\u{…}`.

use std::fmt::Write as _;

/// The longest message, in characters. A hostile name could have megabytes.
const LONGEST_MESSAGE: usize = 800;

/// A message on one line.
pub(super) fn line(text: &str) -> String {
    shorten(text, |_| false)
}

/// A message that keeps its line breaks.
pub(super) fn lines(text: &str) -> String {
    shorten(text, |c| c == '\n')
}

fn shorten(text: &str, keep: impl Fn(char) -> bool) -> String {
    let mut shown = String::with_capacity(text.len().min(LONGEST_MESSAGE));
    for (at, c) in text.chars().enumerate() {
        if at == LONGEST_MESSAGE {
            shown.push('…');
            break;
        }
        if keep(c) {
            shown.push(c);
        } else {
            push(&mut shown, c);
        }
    }
    shown
}

/// Text that is safe to show in a terminal: control characters, and characters that are invisible or change the
/// direction of the text, become `\u{…}`.
///
/// ```
/// use specsmith::diagnostic::visible;
///
/// assert_eq!(visible("name: ü\u{202e}"), "name: ü\\u{202e}");
/// ```
#[must_use]
pub fn visible(line: &str) -> String {
    let mut shown = String::with_capacity(line.len());
    for c in line.chars() {
        push(&mut shown, c);
    }
    shown
}

/// Appends a character, escaped if necessary.
pub(super) fn push(shown: &mut String, c: char) {
    if is_visible(c) {
        shown.push(c);
    } else {
        // Writing to a string cannot fail.
        let _ = write!(shown, "{}", c.escape_default());
    }
}

/// Whether a character is visible and does not affect other text: no control character, no change of
/// the text direction, no zero width. The two joiners are allowed, because several scripts need
/// them.
fn is_visible(c: char) -> bool {
    if c.is_control() {
        return false;
    }
    !matches!(c,
        '\u{00ad}' | '\u{034f}' | '\u{061c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visible_text_is_unchanged() {
        let text = "`größe` — 名前 🦀 می‌خواهم";
        assert_eq!(line(text), text);
    }

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(line("a\u{1b}[31mb"), "a\\u{1b}[31mb");
        assert_eq!(line("a\tb\r\nc"), "a\\tb\\r\\nc");
        assert_eq!(line("\u{202e}gnp.exe\u{9b}"), "\\u{202e}gnp.exe\\u{9b}");
        assert_eq!(lines("a\nb\u{0}"), "a\nb\\u{0}");
    }

    #[test]
    fn long_messages_are_shortened() {
        let shown = line(&"ü".repeat(1_000_000));
        assert_eq!(shown.chars().count(), LONGEST_MESSAGE + 1);
        assert!(shown.ends_with("ü…"));
    }
}

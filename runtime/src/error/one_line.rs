//! Text from elsewhere as a part of a line.

use std::fmt::{self, Write};

/// Shows a value on one line. Characters that start a line, control a terminal or change the
/// direction of text are escaped, so that foreign text cannot look like another log line.
pub(crate) struct OneLine<T>(pub(crate) T);

impl<T: fmt::Display> fmt::Display for OneLine<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Escaped(f), "{}", self.0)
    }
}

/// Escapes what is written to it.
struct Escaped<'a, 'f>(&'a mut fmt::Formatter<'f>);

impl Write for Escaped<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            if is_shown(c) {
                self.0.write_char(c)?;
            } else {
                write!(self.0, "{}", c.escape_default())?;
            }
        }
        Ok(())
    }
}

/// Whether a character has no effect beyond what it looks like.
fn is_shown(c: char) -> bool {
    let separates = matches!(c, '\u{2028}' | '\u{2029}');
    let directs = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !(c.is_control() || separates || directs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_breaks_and_control_characters_are_escaped() {
        let shown = OneLine("one\ntwo\r\u{1b}[31m\u{85}\u{2028}\u{202e}").to_string();
        assert_eq!(shown, r"one\ntwo\r\u{1b}[31m\u{85}\u{2028}\u{202e}");
    }

    #[test]
    fn other_text_is_unchanged() {
        let text = r#"\ "Größe" 'größer' 寸法 👩\u{200d}🔧"#;
        assert_eq!(OneLine(text).to_string(), text);
    }
}

//! What others wrote, as a part of a line.

use std::fmt::{self, Write};

/// Shows a text that came from the other side, with all of its characters escaped that
/// would begin a line, command a terminal or turn the direction of reading: it goes into
/// logs, where it must not look like a line of its own.
pub(crate) struct OneLine<'a>(pub(crate) &'a str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            if is_shown(c) {
                f.write_char(c)?;
            } else {
                write!(f, "{}", c.escape_default())?;
            }
        }
        Ok(())
    }
}

/// Whether a character is no more than it looks like.
fn is_shown(c: char) -> bool {
    let separates = matches!(c, '\u{2028}' | '\u{2029}');
    let directs = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !(c.is_control() || separates || directs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_text_is_escaped() {
        let shown = OneLine("one\ntwo\r\u{1b}[31m\u{85}\u{2028}\u{202e}").to_string();
        assert_eq!(shown, r"one\ntwo\r\u{1b}[31m\u{85}\u{2028}\u{202e}");
    }

    #[test]
    fn all_other_text_is_shown_as_it_is() {
        let text = r#"\ "Größe" 'größer' 寸法 👩\u{200d}🔧"#;
        assert_eq!(OneLine(text).to_string(), text);
    }
}

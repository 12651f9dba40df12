//! Paragraphs, broken into lines.

/// The maximum length of a line in a paragraph.
pub(in crate::emit) const WIDTH: usize = 92;

/// Wraps a line between words. A word that has a meaning at the start of a line stays on the line of the
/// word before it. A string that begins with three backticks stays on one line, because on a line without the others,
/// they would begin a code block.
pub(in crate::emit) fn wrap(text: &str) -> Vec<String> {
    wrap_at(WIDTH, text)
}

/// The same with another maximum length.
pub(super) fn wrap_at(maximum: usize, text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut width = 0;
    let is_fenced = text.trim_start().starts_with("```");
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let starts_block = is_fenced
            || word.starts_with(|c: char| "-+*#>|=:".contains(c))
            || word.starts_with("```")
            || word.starts_with("~~~")
            || (word.starts_with(|c: char| c.is_ascii_digit()) && word.ends_with(['.', ')']));
        let length = word.chars().count();
        match lines.last_mut() {
            Some(line) if starts_block || width + length < maximum => {
                line.push(' ');
                line.push_str(word);
                width += 1 + length;
            }
            _ => {
                lines.push(word.to_owned());
                width = length;
            }
        }
    }
    if lines.is_empty() {
        lines.push(String::new());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::{WIDTH, wrap};

    #[test]
    fn long_lines_are_broken_between_words() {
        let lines = wrap(&"word ".repeat(40));
        assert!(lines.iter().all(|line| line.chars().count() <= WIDTH));
        assert_eq!(lines.join(" "), "word ".repeat(40).trim_end());
    }

    #[test]
    fn no_line_begins_a_code_block() {
        for fence in ["```", "~~~"] {
            let word = "x".repeat(WIDTH - 1);
            let lines = wrap(&format!("{word} {fence} {word}"));
            assert_eq!(lines, [format!("{word} {fence}"), word]);
        }
        let span = format!("``` {} ```", "word ".repeat(40).trim_end());
        assert_eq!(wrap(&span), [span]);
    }
}

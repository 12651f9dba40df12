//! Paragraphs, broken into lines.

/// The maximum length of a line in a paragraph.
const WIDTH: usize = 92;

/// Wraps a line between words. A word that has a meaning at the start of a line stays on the line of the
/// word before it.
pub(in crate::emit) fn wrap(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut width = 0;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let starts_block = word.starts_with(|c: char| "-+*#>|=".contains(c))
            || (word.starts_with(|c: char| c.is_ascii_digit()) && word.ends_with(['.', ')']));
        let length = word.chars().count();
        match lines.last_mut() {
            Some(line) if starts_block || width + length < WIDTH => {
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
}
